"""What the owner of a table may do, as proposals: one function an operation.

Whether the asker is the owner is settled before; here stands only when an operation
makes sense, and the sentence if it does not.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.conflicts import build
from p10net.engine.moves import Stop
from p10net.engine.rules import RulesError
from p10net.engine.view import Stage
from p10net.host.chance import code
from p10net.host.flow import bot_sits
from p10net.host.guests import Link, Onlooker, Player
from p10net.host.house import LEAST, House
from p10net.host.records import (
    Acted,
    Answer,
    Change,
    Coded,
    Gone,
    Moved,
    Record,
    Ruled,
    Settled,
    Urged,
)
from p10net.host.wishes import do, no
from p10net.protocol.clean import clean
from p10net.protocol.errors import ErrCode
from p10net.protocol.owner import (
    AddBot,
    Away,
    Ban,
    End,
    Hints,
    Kick,
    Lock,
    Move,
    Password,
    Reissue,
    RemoveBot,
    SetRules,
    Start,
    Timer,
    Watch,
)
from p10net.protocol.people import AwayRule, Settings
from p10net.protocol.requests import Admin

Wanted = Change | str
"""A change, or the sentence that says why not."""

LOBBY_ONLY = "This can be done in the lobby only, before a game."
GOES_ON = "A game goes on here with its own rules: start it, or open another table."
NOBODY = "Nobody sits or watches there: look at the numbers again."
FULLER = "Rules for {} at most, and {} are seated: send {} away, or choose other rules."
NOT_SELF = "You cannot send yourself away: use leave."


def admin(house: House, link: Link, request: Admin, now: float) -> Answer | Record:
    """Do what only the owner may."""
    player = house.player(link)
    if player is None or player is not house.owner:
        return no(link, request, ErrCode.NOT_OWNER)
    wanted = OPERATIONS[type(request.do)](house, player, request.do)
    if isinstance(wanted, str):
        return no(link, request, ErrCode.WRONG_STAGE, wanted)
    return do(link, request, wanted)


def _start(house: House, owner: Player, op: Start) -> Wanted:
    if house.playing and house.stage is not Stage.ROUND_OVER:
        return "A game is on already."
    if len(house.players) < LEAST:
        return "A game needs two players: add a bot, or wait for somebody."
    return Urged()


def _end(house: House, owner: Player, op: End) -> Wanted:
    stop = Acted(0, Stop(house.given_up), by=owner.seat)
    return stop if house.playing else "No game is on."


# --- People -----------------------------------------------------------------------


def _target(house: House, op: Kick | Ban) -> Player | Onlooker | None:
    if op.seat is not None:
        return house.players.get(op.seat)
    return house.onlookers.get(op.watcher or 0)


def _kick(house: House, owner: Player, op: Kick) -> Wanted:
    target = _target(house, op)
    if target is None or target is owner:
        return NOT_SELF if target else NOBODY
    if isinstance(target, Onlooker):
        return Gone(0, "kicked", target.watcher, owner.seat)
    return Gone(target.seat, "kicked", 0, owner.seat)


def _ban(house: House, owner: Player, op: Ban) -> Wanted:
    gone = _kick(house, owner, Kick(op.seat, op.watcher))
    if not isinstance(gone, Gone):
        return gone
    target = _target(house, op)
    link = house.links.get(target.conn or 0) if target else None
    return replace(gone, how="banned", address=link.address if link else "")


def _add_bot(house: House, owner: Player, op: AddBot) -> Wanted:
    if house.game is not None:
        return LOBBY_ONLY
    if op.level not in house.setup.levels:
        return f"There is no such level; there are {', '.join(house.setup.levels)}."
    seat = op.seat or next(iter(house.free), 0)
    if seat not in house.free:
        return "This seat is not free: remove somebody first." if seat else "All full."
    return bot_sits(house, seat, op.level)


def _remove_bot(house: House, owner: Player, op: RemoveBot) -> Wanted:
    if house.game is not None:
        return LOBBY_ONLY
    player = house.players.get(op.seat)
    if player is None or not player.level:
        return "No bot of the host's own sits there."
    return Gone(player.seat, "removed", 0, owner.seat)


def _move(house: House, owner: Player, op: Move) -> Wanted:
    if house.game is not None:
        return LOBBY_ONLY
    if op.seat not in house.players or not 1 <= op.to <= house.seats:
        return NOBODY
    return Moved(op.seat, op.to, owner.seat)


def _reissue(house: House, owner: Player, op: Reissue) -> Wanted:
    player = house.players.get(op.seat)
    if player is None or player.level:
        return NOBODY
    if player.conn is not None:
        return "Somebody is connected there: only an empty seat can be given anew."
    return Coded(op.seat, code(), owner.seat)


# --- Settings ---------------------------------------------------------------------


def _settled(house: House, owner: Player, settings: Settings) -> Wanted:
    return Settled(settings, house.password, owner.seat)


def _timer(house: House, owner: Player, op: Timer) -> Wanted:
    return _settled(house, owner, replace(house.settings, timer_ms=op.ms))


def _away(house: House, owner: Player, op: Away) -> Wanted:
    grace = house.settings.grace_ms if op.grace_ms is None else op.grace_ms
    settings = replace(house.settings, away=AwayRule(op.policy), grace_ms=grace)
    return _settled(house, owner, settings)


def _watch(house: House, owner: Player, op: Watch) -> Wanted:
    return _settled(house, owner, replace(house.settings, watch=op.on))


def _hints(house: House, owner: Player, op: Hints) -> Wanted:
    return _settled(house, owner, replace(house.settings, hints=op.on))


def _lock(house: House, owner: Player, op: Lock) -> Wanted:
    return _settled(house, owner, replace(house.settings, locked=op.on))


def _password(house: House, owner: Player, op: Password) -> Wanted:
    settings = replace(house.settings, password=op.password is not None)
    return Settled(settings, op.password or "", owner.seat)


def _rules(house: House, owner: Player, op: SetRules) -> Wanted:
    if house.playing or house.sheet:
        return LOBBY_ONLY if house.playing else GOES_ON
    try:
        rules = build({}, op.rules)
    except RulesError as error:
        return str(error)
    if len(house.players) > rules.max_seats:
        here, room = len(house.players), rules.max_seats
        return FULLER.format(room, here, here - room)
    return Ruled(replace(rules, name=clean(rules.name)), owner.seat)


Operation = Callable[[House, Player, Any], Wanted]

OPERATIONS: dict[type[Struct], Operation] = {
    Start: _start,
    End: _end,
    Kick: _kick,
    Ban: _ban,
    AddBot: _add_bot,
    RemoveBot: _remove_bot,
    Move: _move,
    Reissue: _reissue,
    SetRules: _rules,
    Timer: _timer,
    Away: _away,
    Watch: _watch,
    Hints: _hints,
    Lock: _lock,
    Password: _password,
}
