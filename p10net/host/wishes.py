"""What somebody at the table may ask for, as a proposal: an act, a word, a pause.

Each request has one function that looks at the house and gives the change it leads to,
or the answer that refuses it. None of them changes anything.
"""

from msgspec.structs import replace

from p10net.engine import finder, moves
from p10net.engine.game import view_of
from p10net.engine.melds import terms
from p10net.engine.moves import Action, Deal, Lay
from p10net.engine.moves.lay import goals_of
from p10net.engine.progress import open_phases
from p10net.engine.view import View
from p10net.host import door
from p10net.host.guests import Link, Onlooker, Player
from p10net.host.house import House
from p10net.host.records import (
    Acted,
    Answer,
    Change,
    Chatted,
    Doubled,
    Farewell,
    Gone,
    Offered,
    Paused,
    Pinged,
    Readied,
    Record,
    Renamed,
    Sat,
    TakenBack,
    Voted,
    Wished,
)
from p10net.protocol.clean import chat_problem, clean
from p10net.protocol.envelope import Message, Request
from p10net.protocol.errors import REFUSALS, ErrCode
from p10net.protocol.messages import Checked, Choices, Err, Ok
from p10net.protocol.people import Absence, PersonKind
from p10net.protocol.requests import (
    Act,
    Chat,
    Check,
    DoubleTime,
    Hello,
    Leave,
    Offer,
    Options,
    Pause,
    Peek,
    Ping,
    Ready,
    Rename,
    Sit,
    TakeBack,
    Vote,
)

Outcome = Answer | Record

WATCHING = "You are watching: only seated players do this."


def say(link: Link, message: Message) -> Answer:
    """Answer somebody without changing anything."""
    return Answer(link.conn, message)


def no(link: Link, request: Request, code: ErrCode, msg: str = "") -> Answer:
    """Refuse a request with a code, and a sentence where its own says too little."""
    return say(link, Err(request.id, code, msg or REFUSALS[code]))


def do(link: Link, request: Request, change: Change) -> Record:
    """Propose a change for a request."""
    return Record(change, link.conn, request.id)


# --- The game ---------------------------------------------------------------------


def act(house: House, link: Link, request: Act, now: float) -> Outcome:
    """Answer the open question, or be told why that is no answer."""
    player = house.player(link)
    if player is None:
        return no(link, request, ErrCode.NOT_YOUR_TURN, WATCHING)
    if request.id <= player.last_id:
        return _again(link, request, player)
    if house.pause:
        return no(link, request, ErrCode.PAUSED)
    refusal = _refusal(house, player, request)
    if refusal is not None:
        return Answer(link.conn, refusal, request)
    return do(link, request, Acted(player.seat, request.action, request.id, house.step))


def _again(link: Link, request: Act, player: Player) -> Answer:
    """Give the stored reply to an act that comes again, never another's."""
    stored = player.replies.get(request.id)
    if stored is None or stored[0] != (request.step, request.action):
        return no(link, request, ErrCode.ID_REUSED)
    reply = stored[1]
    if isinstance(reply, Err):
        return say(link, replace(reply, dup=True))
    return say(link, Ok(request.id, dup=True))


def _refusal(house: House, player: Player, request: Act | Check) -> Err | None:
    view = asked_view(house, player)
    if view is None:
        return _err(request, ErrCode.NOT_YOUR_TURN)
    if request.step != view.step:
        return replace(_err(request, ErrCode.STALE_STEP), step=view.step)
    assert house.game is not None
    why = house.foresight.refusal(house.game, player.seat, request.action)
    if why is not None:
        return replace(_err(request, ErrCode.ILLEGAL), why=why)
    return None


def _err(request: Request, code: ErrCode) -> Err:
    return Err(request.id, code, REFUSALS[code])


def asked_view(house: House, player: Player | None) -> View | None:
    """Give the view of the player whose decision is open, if it is this one."""
    if player is None or house.asked is not player or house.game is None:
        return None
    return view_of(house.game, player.seat)


def check(house: House, link: Link, request: Check, now: float) -> Outcome:
    """Say whether an act would be accepted, and leave it at that."""
    player = house.player(link)
    if player is None:
        return no(link, request, ErrCode.NOT_YOUR_TURN, WATCHING)
    refusal = _refusal(house, player, request)
    if refusal is None or refusal.code is ErrCode.ILLEGAL:
        why = refusal.why if refusal else None
        return say(link, Checked(request.id, why is None, why))
    return say(link, refusal)


def options(house: House, link: Link, request: Options, now: float) -> Outcome:
    """List more ways to lay down than the question does."""
    view = asked_view(house, house.player(link))
    if view is None:
        return no(link, request, ErrCode.NOT_YOUR_TURN)
    if request.step != view.step:
        return say(link, replace(_err(request, ErrCode.STALE_STEP), step=view.step))
    return say(link, _choices(view, request))


def _choices(view: View, request: Options) -> Choices:
    """Find lay-downs that may be made now, each a complete action."""
    assert view.you is not None
    can: list[Action] = []
    cut = False
    for phase in open_phases(view, view.turn):
        goals, on = goals_of(view, phase), terms(view.rules, phase)
        ways, more = finder.distinct(view.you.hand, goals, on, request.max)
        acts = [Lay(way, phase) for way in ways]
        can += [lay for lay in acts if moves.check(view, lay) is None]
        cut = cut or more
    return Choices(request.id, tuple(can[: request.max]), cut or len(can) > request.max)


# --- Around the game --------------------------------------------------------------


RESTLESS = (
    "You took it back too often: nobody waits for your word, you play all the same."
)


def ready(house: House, link: Link, request: Ready, now: float) -> Outcome:
    """Say that the game, the round or the rematch may start, or take it back."""
    player = house.player(link)
    if player is None:
        return no(link, request, ErrCode.WRONG_STAGE, WATCHING)
    if house.restless(player):
        return no(link, request, ErrCode.WRONG_STAGE, RESTLESS)
    return do(link, request, Readied(player.seat, request.on))


def rename(house: House, link: Link, request: Rename, now: float) -> Outcome:
    """Take another name, as carefully as at the door."""
    player, onlooker = house.player(link), house.onlooker(link)
    name = clean(request.name)
    refused = door.name_refused(house, name, player or onlooker)
    if refused is not None:
        return no(link, request, *refused)
    return do(link, request, Renamed(link.seat, name, link.watcher))


def chat(house: House, link: Link, request: Chat, now: float) -> Outcome:
    """Say a line to everybody."""
    text = clean(request.text)
    if problem := chat_problem(text):
        return no(link, request, ErrCode.BAD_TEXT, problem)
    return do(link, request, Chatted(text, link.seat, link.watcher))


def ping(house: House, link: Link, request: Ping, now: float) -> Outcome:
    """Show that the connection lives."""
    return do(link, request, Pinged(request.ms))


def leave(house: House, link: Link, request: Leave, now: float) -> Outcome:
    """Go, of one's own will; the host's own player goes with the table at most."""
    player = house.player(link)
    good = request.for_good and not (player and player.own)
    how: Farewell = "for_good" if good else "left"
    return do(link, request, Gone(link.seat, how, link.watcher))


NOT_BY_YOU = "{} has paused the game: after two minutes anybody may let it go on."


def pause(house: House, link: Link, request: Pause, now: float) -> Outcome:
    """Stop the game and its clocks, or let it go on."""
    player, paused = house.player(link), house.pause
    if player is None or not house.playing:
        msg = "" if player else WATCHING
        return no(link, request, ErrCode.WRONG_STAGE, msg)
    if request.on == bool(paused):
        return say(link, Ok(request.id))
    if paused is not None and not _may_go_on(house, player, now):
        by = house.players.get(paused.by)
        name = by.name if by else "The host"
        return no(link, request, ErrCode.PAUSED, NOT_BY_YOU.format(name))
    return do(link, request, Paused(request.on, player.seat))


def double_time(house: House, link: Link, request: DoubleTime, now: float) -> Outcome:
    """Have twice the time for each decision, or as much as the others."""
    player = house.player(link)
    if player is None:
        return no(link, request, ErrCode.WRONG_STAGE, WATCHING)
    if request.on is player.double:
        return say(link, Ok(request.id))
    return do(link, request, Doubled(player.seat, request.on))


def _may_go_on(house: House, player: Player, now: float) -> bool:
    """Whether a player may end the pause: not one that the host itself needs."""
    paused = house.pause
    if paused is None or not paused.by:
        return False
    long = now - paused.since >= house.guard.resume_any_ms / 1000
    return long or player.seat == paused.by or player is house.owner


ONLY_ALONE = "Acts are taken back only alone against bots, where nothing counts."
NOT_YET = "You have done nothing in this round that could be taken back."


def take_back(house: House, link: Link, request: TakeBack, now: float) -> Outcome:
    """Go back to where one's own last act was asked; alone with bots only."""
    player = house.player(link)
    if player is None or not _practises(house, player):
        return no(link, request, ErrCode.WRONG_STAGE, ONLY_ALONE)
    if house.pause:
        return no(link, request, ErrCode.PAUSED)
    acts = _before_last(house, player)
    if acts is None:
        return no(link, request, ErrCode.WRONG_STAGE, NOT_YET)
    return do(link, request, TakenBack(player.seat, acts))


def _practises(house: House, player: Player) -> bool:
    """Whether nobody else is there, or was, whom it could concern."""
    others = [one for one in house.players.values() if one is not player]
    bots = all(one.level for one in others) and not house.left
    return house.settings.takes_back and player.own and bots and not house.onlookers


def _before_last(house: House, player: Player) -> int | None:
    """Count the acts before the player's own last one of the round that is on."""
    if house.asked is None:
        return None
    for at, (seat, action) in reversed([*enumerate(house.acts)]):
        if isinstance(action, Deal):
            return None
        if seat == player.seat:
            return at
    return None


# --- Seats ------------------------------------------------------------------------

HAS_SEAT = "You have a seat already."
NOT_OFFERED = "This seat is neither free nor offered: ask for any seat instead."


def sit(house: House, link: Link, request: Sit, now: float) -> Outcome:
    """Take an offered or free seat, or wait for the next one."""
    onlooker = house.onlooker(link)
    if onlooker is None:
        return no(link, request, ErrCode.WRONG_STAGE, HAS_SEAT)
    seats = open_seats(house)
    if request.seat is not None and request.seat not in seats:
        return no(link, request, ErrCode.WRONG_STAGE, NOT_OFFERED)
    if request.seat is None and not seats:
        return do(link, request, Wished(onlooker.watcher))
    return do(link, request, seated(house, onlooker, request.seat or seats[0]))


def open_seats(house: House) -> list[int]:
    """List the seats an onlooker may take now: those offered, and free ones."""
    offered = [player.seat for player in house.players.values() if player.offered]
    return offered + (house.free if house.game is None else [])


def seated(house: House, onlooker: Onlooker, seat: int) -> Sat:
    """Put an onlooker on a seat, with the session they have."""
    bot = onlooker.kind is PersonKind.BOT
    old = house.players.get(seat)
    stays = old is not None and old.conn is not None and not old.level
    return Sat(
        seat,
        onlooker.session,
        onlooker.name,
        PersonKind.BOT if bot else PersonKind.HUMAN,
        onlooker.client,
        watcher=onlooker.watcher,
        ousted=house.watchers_seen + 1 if stays else 0,
    )


NOT_YOURS = "You may offer your own seat; the owner also one whose player left."


def offer(house: House, link: Link, request: Offer, now: float) -> Outcome:
    """Offer a seat to the onlookers, or take that back."""
    player, target = house.player(link), house.players.get(request.seat)
    if player is None or target is None or house.game is None:
        return no(link, request, ErrCode.WRONG_STAGE, "" if player else WATCHING)
    left = target.absent is Absence.LEFT or bool(target.level)
    if target is not player and not (player is house.owner and left):
        return no(link, request, ErrCode.NOT_OWNER, NOT_YOURS)
    return do(link, request, Offered(target.seat, request.on, player.seat))


def vote(house: House, link: Link, request: Vote, now: float) -> Outcome:
    """Answer the question how to go on without a player."""
    player = house.player(link)
    if house.vote is None or player is None or not may_vote(player):
        return no(link, request, ErrCode.WRONG_STAGE)
    return do(link, request, Voted(player.seat, request.choice))


def may_vote(player: Player) -> bool:
    """Whether a player has a vote: people who are here."""
    return player.person and player.here


def again(house: House, link: Link, request: Hello | Peek, now: float) -> Outcome:
    """Refuse a second greeting."""
    return no(link, request, ErrCode.WRONG_STAGE, "You are welcome here already.")
