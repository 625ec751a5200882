"""How the table comes by the seed of a deal: promises first, then shares, then cards.

The host's secret is in the journal before anybody hears its commitment, so that a host
that is killed comes back to the same deal. Whoever does not promise in time is dealt to
without a share. Whoever promises and then withholds makes the attempt void, and has no
part in the next one of that round: nobody can hold up a table for long. The host's own
player and its bots share nothing, since that would prove nothing to the others.
"""

from p10net.engine.cards import in_order
from p10net.engine.moves import Deal, Void
from p10net.engine.view import Stage
from p10net.host.attempt import Attempt
from p10net.host.comings import ok
from p10net.host.guests import Link, Player
from p10net.host.house import House
from p10net.host.letters import Mail
from p10net.host.records import (
    Acted,
    Answer,
    Change,
    DealCommitted,
    DealMixed,
    DealOpened,
    DealSealed,
    DealShared,
    Record,
)
from p10net.host.wishes import do, no
from p10net.protocol.deals import (
    PROOFS_A_FRAME,
    DealCommit,
    DealCommits,
    DealOpen,
    DealProof,
    DealShare,
    DealShares,
)
from p10net.protocol.envelope import Message
from p10net.protocol.errors import ErrCode

# --- What is due ------------------------------------------------------------------


def due(house: House, now: float) -> Change | None:
    """Give the next step towards the cards, or None while somebody may still share."""
    attempt = house.deal
    if attempt is None:
        return _opening(house)
    late = house.clock(now) - attempt.since >= house.guard.share_ms / 1000
    return _next(attempt) if attempt.complete or late else None


def _opening(house: House) -> DealOpened:
    number = house.deals + 1
    secret = house.chance.secret(house.games, number)
    asked = [n for n, player in house.players.items() if _may_share(house, player)]
    return DealOpened(number, secret.hex(), tuple(sorted(asked)))


def _may_share(house: House, player: Player) -> bool:
    if player.conn is None or player.own or player.level:
        return False
    return house.links[player.conn].mixes and player.seat not in house.withheld


def _next(attempt: Attempt) -> Change:
    if attempt.mixed or (not attempt.sealed and not attempt.commits):
        return Acted(0, Deal(attempt.seed))
    if not attempt.sealed:
        return DealSealed(attempt.promises())
    return DealMixed(attempt.given()) if attempt.complete else Acted(0, Void())


# --- What seats ask for -----------------------------------------------------------

TOO_LATE = "No promise is taken for this deal now: play on, and share in the next one."
NOT_EXPECTED = "No share of yours is expected for this deal now: play on."


def commit(
    house: House, link: Link, request: DealCommit, now: float
) -> Answer | Record:
    """Promise a share."""
    attempt = house.deal
    if attempt is None or attempt.number != request.deal or attempt.sealed:
        return no(link, request, ErrCode.WRONG_STAGE, TOO_LATE)
    if link.seat not in attempt.asked:
        return no(link, request, ErrCode.WRONG_STAGE, NOT_EXPECTED)
    return do(link, request, DealCommitted(link.seat, request.commit))


def share(house: House, link: Link, request: DealShare, now: float) -> Answer | Record:
    """Show the share that was promised."""
    attempt = house.deal
    wanted = attempt is not None and attempt.sealed and not attempt.mixed
    if attempt is None or not wanted or attempt.number != request.deal:
        return no(link, request, ErrCode.WRONG_STAGE, NOT_EXPECTED)
    if link.seat not in attempt.commits:
        return no(link, request, ErrCode.WRONG_STAGE, NOT_EXPECTED)
    if not attempt.fits(link.seat, request.share):
        return no(link, request, ErrCode.BAD_SHARE)
    return do(link, request, DealShared(link.seat, request.share))


# --- What happens -----------------------------------------------------------------


def opened(house: House, change: DealOpened, record: Record, now: float) -> Mail:
    """Begin an attempt, and let the seats promise."""
    assert house.game is not None
    view = house.game.open
    house.deals = change.deal
    house.deal = Attempt(
        house.game_id,
        change.deal,
        view.round,
        len(view.seats),
        bytes.fromhex(change.secret),
        change.asked,
        house.clock(now),
    )
    return _to_all(house, _open(house, house.deal))


def committed(house: House, change: DealCommitted, record: Record, now: float) -> Mail:
    """Note a promise."""
    assert house.deal is not None
    house.deal.commits[change.seat] = change.commit
    return ok(record)


def sealed(house: House, change: DealSealed, record: Record, now: float) -> Mail:
    """Take no more promises, and let the seats show their shares."""
    attempt = house.deal
    assert attempt is not None
    attempt.commits = {one.seat: one.commit for one in change.commits}
    attempt.sealed, attempt.since = True, house.clock(now)
    return _to_all(house, _commits(house, attempt))


def shared(house: House, change: DealShared, record: Record, now: float) -> Mail:
    """Note a share; nobody else sees it before all are there."""
    assert house.deal is not None
    house.deal.shares[change.seat] = change.share
    return ok(record)


def mixed(house: House, change: DealMixed, record: Record, now: float) -> Mail:
    """Fix the seed, and let everybody see what it was mixed of."""
    attempt = house.deal
    assert attempt is not None
    attempt.shares = {one.seat: one.share for one in change.shares}
    attempt.mixed = True
    return _to_all(house, DealShares(house.seq, attempt.number, attempt.given()))


def ended(house: House, *, void: bool) -> None:
    """Put an attempt aside that was dealt by, or given up."""
    attempt, game = house.deal, house.game
    if attempt is None or game is None:
        return
    attempt.void = void
    saved = tuple(card for mine in game.yours for card in mine.saved)
    attempt.out = () if void else in_order(saved)
    short = {seat for seat in attempt.commits if seat not in attempt.shares}
    house.withheld = house.withheld | short if void else set()
    house.dealt.append(attempt)
    house.deal = None


def dropped(house: House, seat: int) -> None:
    """Ask nothing more of a seat that is out of the game, and take nothing of it."""
    if house.deal is not None:
        house.deal.forgo(seat)


def forget(house: House) -> None:
    """Begin a game: nothing was dealt in it yet."""
    house.deal, house.dealt, house.withheld = None, [], set()
    house.deals = house.proved = 0


# --- What is told -----------------------------------------------------------------

# When the secrets of deals are shown, by the rules' switch.
SHOWN_IN = {
    "game": (Stage.GAME_OVER,),
    "round": (Stage.ROUND_OVER, Stage.GAME_OVER),
    "off": (),
}


def proofs(house: House) -> Mail:
    """Show the secrets of deals that are over, once the rules say so."""
    assert house.game is not None
    over = house.stage is Stage.GAME_OVER
    if over:
        ended(house, void=True)
    shown = house.stage in SHOWN_IN[house.game.open.rules.proof]
    if not shown or house.proved == len(house.dealt):
        return []
    since, house.proved = house.proved, len(house.dealt)
    return [letter for one in _proofs(house, since) for letter in _to_all(house, one)]


def greeting(house: House, link: Link) -> Mail:
    """Tell a newcomer what the others heard of deals that are over, and of this one."""
    if house.game is None or not link.welcomed:
        return []
    told: list[Message] = [*_proofs(house, 0)]
    attempt = house.deal
    if attempt is not None:
        told.append(_open(house, attempt))
        if attempt.sealed:
            told.append(_commits(house, attempt))
        if attempt.mixed:
            told.append(DealShares(house.seq, attempt.number, attempt.given()))
    return [(link.conn, one) for one in told]


def _to_all(house: House, message: Message) -> Mail:
    links = house.links.values()
    return [(link.conn, message) for link in links if link.welcomed and link.mixes]


def _open(house: House, attempt: Attempt) -> DealOpen:
    return DealOpen(
        house.seq,
        attempt.game.hex(),
        attempt.number,
        attempt.round,
        attempt.seats,
        attempt.commit,
        attempt.asked,
        house.guard.share_ms,
    )


def _commits(house: House, attempt: Attempt) -> DealCommits:
    return DealCommits(house.seq, attempt.number, attempt.promises())


def _proofs(house: House, since: int) -> list[DealProof]:
    """Tell of deals in frames that are not too long."""
    shown = [attempt.shown() for attempt in house.dealt[since : house.proved]]
    pieces = [
        tuple(shown[at : at + PROOFS_A_FRAME])
        for at in range(0, len(shown), PROOFS_A_FRAME)
    ]
    game, over = house.game_id.hex(), house.stage is Stage.GAME_OVER
    return [
        DealProof(house.seq, game, over and piece is pieces[-1], piece)
        for piece in pieces
    ]
