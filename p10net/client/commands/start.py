"""The start screen's keys: back to the own seat, play now, host, join a table nearby.

It is not a table yet, so it has a scene of its own: the tables found so far and what is
marked. What a key leads to is told to the command line, which alone sees both sides.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.check import Check
from p10net.client.commands import layouts, places
from p10net.client.commands.line import edit
from p10net.client.commands.scene import Typing
from p10net.client.found import Entry
from p10net.client.words import start as words
from p10net.protocol.version import PROTOS

CODE = "code>"


class Going(Enum):
    """Where a person may go from the start screen."""

    PLAY = "play"
    HOST = "host"
    JOIN = "join"
    WATCH = "watch"
    RETURN = "return"
    AGAIN = "again"
    JOURNEY = "journey"
    SCORE = "score"
    QUIT = "quit"


class Way(Struct, frozen=True):
    """Where to go; `entry` is the table chosen, `typed` what was typed instead."""

    going: Going
    entry: Entry | None = None
    typed: str = ""


class Panel(Enum):
    """What stands in place of the list of tables."""

    NONE = "tables"
    HELP = "help"
    CHECK = "check"


class Start(Struct, frozen=True):
    """All that the start screen shows.

    `here` is the own address, `wifi` the network's name, `seconds` how long it has been
    looking, `off` why it cannot. `left` is where a seat is kept and `back` says how
    that goes on, `kept` are the tables where one is, should they be found elsewhere
    than they were; `lost` is the table of a game whose host is gone, `again` its name
    and `rounds` what its sheet has, with `dice` in circuits. `bots` is how many play
    when one plays now, `keyboard` what is typed on. `checks` are what the check of the
    network found, while `checking` it is under way. Of this screen alone are `at` (the
    table marked; -1 is playing now, -2 the seat), `watching` (the next digit watches),
    what is open and what is typed.
    """

    tables: tuple[Entry, ...] = ()
    here: str = ""
    wifi: str = ""
    seconds: int = 0
    off: str = ""
    left: str = ""
    back: str = ""
    kept: tuple[str, ...] = ()
    lost: str = ""
    again: str = ""
    rounds: int = 0
    dice: bool = False
    bots: int = 3
    keyboard: str = layouts.AUTO
    checks: tuple[Check, ...] = ()
    checking: bool = False
    at: int = -1
    watching: bool = False
    panel: Panel = Panel.NONE
    typing: Typing | None = None
    notice: str = ""

    @property
    def first(self) -> int:
        """What Enter does before any arrow: the seat that is kept, or a new game."""
        return SEAT if self.seat else ALONE

    @property
    def returning(self) -> Entry | None:
        """The table of the list where a seat is kept, unless one was found before."""
        found = (one for one in self.tables if one.answer.sign.id in self.kept)
        return None if self.left else next(filter(speaks_ours, found), None)

    @property
    def seat(self) -> tuple[str, str] | None:
        """Where a seat is kept, and how it goes on there."""
        if self.left:
            return self.left, self.back
        if (entry := self.returning) is not None:
            return entry.row.table, words.playing(entry.row.state)
        return None

    @property
    def hosts_again(self) -> bool:
        """Whether a game can go on whose host is gone, and has not come back."""
        back = any(entry.answer.sign.id == self.lost for entry in self.tables)
        return bool(self.again) and not back


ALONE, SEAT = -1, -2
"""What is marked above the list."""

Came = tuple[Start, Way | None]


def standing(start: Start) -> Start:
    """Mark what Enter does at first."""
    return replace(start, at=start.first)


def found(start: Start, tables: tuple[Entry, ...], off: str) -> Start:
    """Bring the list up to date; a seat that turns up is marked where playing was."""
    then = replace(start, tables=tables, off=off)
    if start.at == start.first or then.at < then.first:
        return standing(then)
    return then


def speaks_ours(entry: Entry) -> bool:
    """Whether a host speaks a protocol that this client speaks too."""
    return bool({*entry.row.proto} & {*PROTOS})


def press(start: Start, key: str) -> Came:
    """Give a key its meaning."""
    if start.typing is not None:
        return _typed(start, start.typing, key)
    start = replace(start, notice="")
    key = layouts.meant(key, start.keyboard)
    if key.isdecimal() and key.isascii() and key != "0":
        return _join(start, int(key) - 1, start.watching)
    if (at := places.row_at(key)) is not None:
        return _join(start, at, start.watching)
    watching, start = start.watching, replace(start, watching=False)
    if key in GOING:
        return start, Way(GOING[key])
    if key in ("up", "down"):
        return _mark(start, 1 if key == "down" else -1), None
    if key == "enter":
        return _marked(start, watching)
    if key == "r" and start.seat:
        return start, _return(start)
    if key == "a" and start.hosts_again:
        return start, Way(Going.AGAIN)
    return _look(start, key), None


GOING = {
    "p": Going.PLAY,
    "h": Going.HOST,
    "j": Going.JOURNEY,
    "s": Going.SCORE,
    "q": Going.QUIT,
    "c-c": Going.QUIT,
}


def _marked(start: Start, watching: bool) -> Came:
    if start.at >= 0:
        return _join(start, start.at, watching)
    return start, _return(start) if start.at == SEAT else Way(Going.PLAY)


def _return(start: Start) -> Way:
    """Go back to the seat, wherever its table is now."""
    if (entry := start.returning) is not None:
        return Way(Going.JOIN, entry)
    return Way(Going.RETURN)


def _look(start: Start, key: str) -> Start:
    if key == "c":
        return replace(start, typing=Typing(CODE), panel=Panel.NONE)
    if key == "w":
        return replace(start, watching=True, notice=words.WATCH_WHICH)
    if key == "?":
        return _toggle(start, Panel.HELP)
    if key == "d":
        again = start.panel is not Panel.CHECK
        return replace(_toggle(start, Panel.CHECK), checking=start.checking or again)
    if key == "esc":
        return replace(start, panel=Panel.NONE, at=start.first)
    return replace(start, notice=words.NOTHING_HERE)


def _toggle(start: Start, panel: Panel) -> Start:
    return replace(start, panel=Panel.NONE if start.panel is panel else panel)


def _mark(start: Start, by: int) -> Start:
    """Mark the next row: the seat that is kept, playing alone, the tables."""
    size = len(start.tables) - start.first
    at = (start.at - start.first + by) % size + start.first
    return replace(start, at=at, panel=Panel.NONE)


def _join(start: Start, at: int, watching: bool) -> Came:
    start = replace(start, watching=False)
    if at >= len(start.tables):
        return replace(start, notice=words.no_such_row(at + 1)), None
    entry = start.tables[at]
    if not speaks_ours(entry):
        sign = entry.answer.sign
        said = words.other_version(entry.row.table, sign.version, sign.protos)
        return replace(start, at=at, notice=said), None
    return start, Way(Going.WATCH if watching else Going.JOIN, entry)


def _typed(start: Start, line: Typing, key: str) -> Came:
    if key in ("esc", "c-c"):
        return replace(start, typing=None), None
    if key != "enter":
        return replace(start, typing=edit(line, key)), None
    closed = replace(start, typing=None)
    text = line.text.strip()
    return (closed, Way(Going.JOIN, typed=text)) if text else (closed, None)
