"""Who comes in: what becomes of a `hello` or a `peek`, as a proposal.

A session is looked for first, since whoever has one is at home here; only new people
are asked for a name, a password, a place. Every answer to a session or a code that is
not known is the same, so that nothing can be learned by trying.
"""

from collections.abc import Callable
from hmac import compare_digest

from msgspec.structs import replace

from p10net.host.chance import token
from p10net.host.guests import Link, Onlooker, Player
from p10net.host.house import House
from p10net.host.letters import bye, sign
from p10net.host.records import (
    Answer,
    Change,
    Contested,
    Linked,
    Record,
    Rejoined,
    Reseated,
    Sat,
    Watched,
)
from p10net.protocol.clean import clean, fit, name_problem, skeleton, taken_problem
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.messages import Err
from p10net.protocol.people import Absence, PersonKind
from p10net.protocol.requests import Hello, Peek
from p10net.protocol.version import PROTOS, SHUFFLE, agree

Outcome = Answer | Record

LOCKED = "The owner has locked this table: ask them to let you in."
GUESSING = "Too many wrong guesses: ask the table's owner to say the password anew."
NO_WATCHERS = "The owner lets nobody watch here: ask them, or try another table."
NO_SEAT = "No seat is free at this table: try again later, or watch."
NO_BOT_NOW = "A program cannot join in mid-game: come back when it is over."


def peek(house: House, link: Link, request: Peek, now: float) -> Outcome:
    """Show the sign to somebody who only looks."""
    return Answer(link.conn, sign(house, request.id))


def hello(house: House, link: Link, request: Hello, now: float) -> Outcome:
    """Let somebody in, back or for the first time, or say why not."""
    if agree(request.proto) is None:
        return _away(link, request, ByeCode.VERSION, _versions(request))
    if request.session is not None:
        return _back(house, link, request, now)
    if request.code is not None:
        return _by_code(house, link, request, now)
    return _new(house, link, request)


def _away(link: Link, request: Hello, code: ByeCode, msg: str = "") -> Answer:
    return Answer(link.conn, bye(code, msg, request.id))


def _in(link: Link, request: Hello, change: Change) -> Record:
    return Record(change, link.conn, request.id, mixes=SHUFFLE in request.features)


def _versions(request: Hello) -> str:
    """Name the versions of both sides, for whoever has to bring one up to date."""
    theirs = ", ".join(map(str, sorted(set(request.proto))))
    ours = ", ".join(map(str, PROTOS))
    return f"You speak protocol {theirs} and this host speaks {ours}: update one."


def program(text: str, house: House) -> str:
    """Clean the name a program gives itself, and cut it to fit."""
    return fit(clean(text), house.limits.client_cells)


# --- Back again -------------------------------------------------------------------


def _back(house: House, link: Link, request: Hello, now: float) -> Outcome:
    known = _holder(house, request.session or "")
    client = program(request.client, house)
    if isinstance(known, Player):
        if _fought_over(house, known, now):
            return _in(link, request, Contested(known.seat))
        back = Rejoined if known.absent is Absence.LEFT else Linked
        return _in(link, request, back(known.seat, client=client))
    if isinstance(known, Onlooker):
        return _in(link, request, Linked(0, known.watcher, client=client))
    return _away(link, request, ByeCode.AUTH)


def _holder(house: House, session: str) -> Player | Onlooker | None:
    """Find whose session this is, looking at every one whatever is found."""
    found = [one for one in house.everybody if compare_digest(one.session, session)]
    return found[0] if found else None


def _fought_over(house: House, player: Player, now: float) -> bool:
    """Whether a seat changed hands too often lately to do so once more."""
    if player.conn is None or len(player.swaps) < house.guard.swaps:
        return False
    return now - player.swaps[0] < house.guard.swaps_ms / 1000


def _by_code(house: House, link: Link, request: Hello, now: float) -> Outcome:
    if house.guesses(link.address):
        return _away(link, request, ByeCode.AUTH, GUESSING)
    given = clean(request.code or "").upper().replace("-", "")
    came = {
        came
        for code, (came, until) in house.codes.items()
        if compare_digest(code.encode(), given.encode()) and now < until
    }
    found = [player.seat for player in house.players.values() if player.came in came]
    if not found:
        return replace(_away(link, request, ByeCode.AUTH), missed=True)
    change = Reseated(found[0], token(), program(request.client, house))
    return _in(link, request, change)


# --- For the first time -----------------------------------------------------------


def _new(house: House, link: Link, request: Hello) -> Outcome:
    name = clean(request.name)
    barred = _barred(house, link, request, name)
    if barred is not None:
        return barred
    place = _place(house, link, request)
    if isinstance(place, str):
        return _away(link, request, ByeCode.FULL, place)
    problem = name_refused(house, name, None)
    if problem is not None:
        code, msg = problem
        return Answer(link.conn, Err(request.id, code, msg))
    client = program(request.client, house)
    return _in(link, request, place(name, PersonKind(request.kind), client))


def _barred(house: House, link: Link, request: Hello, name: str) -> Answer | None:
    """Say what keeps this person out, whatever room there is."""
    banned = skeleton(name) in house.banned_names
    if banned or link.address in house.banned_addresses:
        return _away(link, request, ByeCode.BANNED)
    if house.settings.locked:
        return _away(link, request, ByeCode.FULL, LOCKED)
    return _by_password(house, link, request) if house.password else None


def _by_password(house: House, link: Link, request: Hello) -> Answer | None:
    """Ask for the password, and for no more guesses than anybody needs."""
    if house.guesses(link.address):
        return _away(link, request, ByeCode.AUTH, GUESSING)
    given = request.password
    if given is not None and compare_digest(house.password.encode(), given.encode()):
        return None
    return replace(_away(link, request, ByeCode.AUTH), missed=given is not None)


def name_refused(
    house: House, name: str, mine: Player | Onlooker | None
) -> tuple[ErrCode, str] | None:
    """Say why somebody cannot be called so here; `mine` is who they are, if known."""
    if problem := name_problem(name):
        return ErrCode.BAD_NAME, problem
    if problem := taken_problem(name, house.names(mine)):
        return ErrCode.NAME_TAKEN, problem
    return None


Place = Callable[[str, PersonKind, str], Change]


def _place(house: House, link: Link, request: Hello) -> Place | str:
    """Find where a newcomer goes: a seat, the onlookers, or nowhere (the sentence)."""
    wants_seat = request.kind != "watcher"
    seat = seat_for(house, clean(request.name)) if wants_seat else None
    if seat is not None:
        return lambda name, kind, client: Sat(
            seat, token(), name, kind, client, own=not link.address
        )
    if request.kind == "bot":
        return NO_BOT_NOW if house.game else NO_SEAT
    if not house.settings.watch:
        return NO_WATCHERS
    number = house.watchers_seen + 1
    return lambda name, kind, client: Watched(
        number, token(), name, kind, client, wants_seat
    )


def seat_for(house: House, name: str) -> int | None:
    """Give a free seat of the lobby, else one that a bot of the host's own has.

    Where a game goes on nobody is given a seat that was another's.
    """
    if house.game is not None:
        return None
    if house.sheet is not None:
        return next(iter(house.meant(name)), None)
    return next(iter(house.free), None) or spare_seat(house)


def spare_seat(house: House) -> int | None:
    """Give the last seat that a bot of the host's own keeps warm."""
    bots = [player.seat for player in house.players.values() if player.level]
    return max(bots, default=None)
