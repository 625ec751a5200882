"""The start screen's keys: play now, host, join a table of the list or by its code.

It is not a table yet, so it has a scene of its own: the tables found so far and what is
marked. What a key leads to is told to the command line, which alone sees both sides.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

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
    QUIT = "quit"


class Way(Struct, frozen=True):
    """Where to go; `entry` is the table chosen, `typed` what was typed instead."""

    going: Going
    entry: Entry | None = None
    typed: str = ""


class Start(Struct, frozen=True):
    """All that the start screen shows.

    `here` is the own address, `seconds` how long it has been looking, `off` why it
    cannot, `left` the table where a seat is kept. Of this screen alone are `at` (the
    table marked, -1 none), `watching` (the next digit watches) and what is typed.
    """

    tables: tuple[Entry, ...] = ()
    here: str = ""
    seconds: int = 0
    off: str = ""
    left: str = ""
    at: int = -1
    watching: bool = False
    help: bool = False
    typing: Typing | None = None
    notice: str = ""


Came = tuple[Start, Way | None]


def speaks_ours(entry: Entry) -> bool:
    """Whether a host speaks a protocol that this client speaks too."""
    return bool({*entry.row.proto} & {*PROTOS})


def press(start: Start, key: str) -> Came:
    """Give a key its meaning."""
    if start.typing is not None:
        return _typed(start, start.typing, key)
    start = replace(start, notice="")
    if key.isdecimal() and key.isascii() and key != "0":
        return _join(start, int(key) - 1, start.watching)
    watching, start = start.watching, replace(start, watching=False)
    if key in GOING:
        return start, Way(GOING[key])
    if key in ("up", "down"):
        return _mark(start, 1 if key == "down" else -1), None
    if key == "enter":
        return _join(start, start.at, watching) if start.at >= 0 else _play(start)
    if key == "r" and start.left:
        return start, Way(Going.RETURN)
    return _look(start, key), None


GOING = {"h": Going.HOST, "q": Going.QUIT, "c-c": Going.QUIT}


def _play(start: Start) -> Came:
    return start, Way(Going.PLAY)


def _look(start: Start, key: str) -> Start:
    if key == "c":
        return replace(start, typing=Typing(CODE), help=False)
    if key == "w":
        return replace(start, watching=True, notice=words.WATCH_WHICH)
    if key == "?":
        return replace(start, help=not start.help)
    if key == "esc":
        return replace(start, help=False, at=-1)
    return replace(start, notice=words.NOTHING_HERE)


def _mark(start: Start, by: int) -> Start:
    """Mark the next row; before the first one stands playing alone."""
    size = len(start.tables) + 1
    return replace(start, at=(start.at + 1 + by) % size - 1)


def _join(start: Start, at: int, watching: bool) -> Came:
    start = replace(start, watching=False)
    if at >= len(start.tables):
        return replace(start, notice=words.no_such_row(at + 1)), None
    entry = start.tables[at]
    if not speaks_ours(entry):
        said = words.other_version(entry.row.table)
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
