"""What becomes of a seat whose player does not answer, in every stage.

Away, link lost and left are three different things, and all of it is figured out from
what the house knows and the time it is: no timer is ever set, so none can go off for a
connection that is back. Nobody who is here waits for ever, and a game that everybody
has lost is not played out behind their backs.
"""

from collections import Counter
from collections.abc import Callable

from p10net.engine import moves
from p10net.engine.game import view_of
from p10net.engine.moves import Action, Discard, Stop
from p10net.engine.view import View
from p10net.host.guests import Player
from p10net.host.house import House
from p10net.host.letters import grace_left, time_left
from p10net.host.records import (
    Acted,
    Cause,
    Change,
    Choice,
    Gone,
    Overdue,
    Polled,
    Resolved,
    Returned,
)
from p10net.host.wishes import may_vote
from p10net.protocol.people import Absence, AwayRule


def due(house: House, now: float) -> Change | None:
    """Give what absence asks for now, if anything: one change at a time."""
    for player in house.players.values():
        if player.stirred and player.absent is Absence.AWAY:
            return Returned(player.seat)
        if not player.overdue and _waited_enough(house, player, now):
            return Overdue(player.seat)
    return _lobby_due(house, now) if house.game is None else _vote_due(house, now)


# --- Waiting ----------------------------------------------------------------------


def _waited_enough(house: House, player: Player, now: float) -> bool:
    """Whether a seat need not be waited for any longer."""
    if player.absent is None:
        return False
    if player.level:
        gone = house.clock(now) - player.since
        return gone >= house.guard.bot_gone_ms / 1000
    if player.absent is not Absence.LINK_LOST or player.spent:
        return True
    left = grace_left(house, player, now)
    return left is not None and left <= 0


def _lobby_due(house: House, now: float) -> Change | None:
    """Free the seats of those who have been lost for very long."""
    limit = house.guard.lobby_seat_ms / 1000
    for player in house.players.values():
        lost = player.absent is Absence.LINK_LOST and not player.level
        if lost and house.clock(now) - player.since >= limit:
            return Gone(player.seat, "expired")
    return None


def deserted(house: House, now: float) -> bool:
    """Whether the game had better wait, since nobody is there to see it go on."""
    if house.deserted_at is None:
        return False
    gone = house.clock(now) - house.deserted_at
    return bool(house.guests) and gone < house.guard.deserted_ms / 1000


# --- Playing for somebody ---------------------------------------------------------


def played_for(house: House, now: float) -> Change | None:
    """Give the act that the host does for the seat that is asked, if it does one."""
    player = house.asked
    if player is None or house.game is None:
        return None
    view = view_of(house.game, player.seat)
    if house.illegal >= house.limits.illegal_acts:
        return _acted(player, view, _default(view), "illegal")
    instead = INSTEAD.get(house.conduct(player))
    if instead is not None:
        if deserted(house, now) and not player.level:
            return None
        return _acted(player, view, instead(house, view), "stand_in")
    left = time_left(house, now)
    if left is not None and left <= 0:
        return _acted(player, view, _default(view), "late")
    return None


def _acted(player: Player, view: View, action: Action, cause: Cause) -> Acted:
    return Acted(player.seat, action, step=view.step, cause=cause)


def _default(view: View) -> Action:
    asked = moves.ask(view)
    assert asked is not None
    return asked.default


def _stand_in(house: House, view: View) -> Action:
    """Let the stand-in choose; what it may not do is not done."""
    asked = moves.ask(view)
    assert asked is not None
    try:
        action = house.stand_in.choose(view, asked)
        return action if moves.check(view, action) is None else asked.default
    except Exception:  # noqa: BLE001 - no brain's mistake may hold up a table
        return asked.default


def _pass(house: House, view: View) -> Action:
    """Let a turn go by: the card that was drawn is thrown away again.

    A wild or a Skip is no card to throw for somebody else; then the costliest goes.
    """
    you = view.you
    assert you is not None
    drawn = Discard(you.drew) if you.drew is not None and you.drew.number else None
    if drawn is not None and moves.check(view, drawn) is None:
        return drawn
    return _default(view)


INSTEAD: dict[Choice | None, Callable[[House, View], Action]] = {
    "bot": _stand_in,
    "skip": _pass,
}
"""What the host does for a seat whose player is not waited for."""


# --- Asking the others ------------------------------------------------------------


def _vote_due(house: House, now: float) -> Change | None:
    """Open a vote, or close the one that is open."""
    if house.vote is not None:
        return _outcome(house, now)
    if not house.playing:
        return None
    return next((Polled(p.seat) for p in _doubtful(house, now)), None)


def _doubtful(house: House, now: float) -> list[Player]:
    """List the seats about which somebody has to decide."""
    voters = sum(may_vote(player) for player in house.players.values())
    waits = house.settings.away is AwayRule.WAIT
    if not voters:
        return []
    return [
        player
        for player in house.players.values()
        if player.overdue
        and _open_question(house, player, now)
        and (
            (waits and player is house.asked)
            or (voters == 1 and _quit(player) and not player.level)
        )
    ]


def _open_question(house: House, player: Player, now: float) -> bool:
    """Whether nothing was decided about a seat, or only to wait for so long."""
    if player.level or player.verdict in INSTEAD:
        return False
    return player.verdict is None or house.clock(now) >= player.patience


def _quit(player: Player) -> bool:
    """Whether a person left of their own will, for good or not."""
    return player.absent is Absence.LEFT and not player.sent and player.person


def _outcome(house: House, now: float) -> Change | None:
    """Count the ballots; without a majority the table's own rule decides in time."""
    vote = house.vote
    assert vote is not None
    voters = [p.seat for p in house.players.values() if may_vote(p)]
    counted = Counter(vote.ballots[seat] for seat in voters if seat in vote.ballots)
    usual = house.usual(house.players[vote.about])
    choice, most = next(iter(counted.most_common(1)), (usual, 0))
    if most * 2 > len(voters):
        stop = Acted(0, Stop(house.given_up))
        return stop if choice == "end" else Resolved(vote.about, choice)
    all_voted = sum(counted.values()) == len(voters)
    if all_voted or house.clock(now) >= vote.until:
        return Resolved(vote.about, usual)
    return None
