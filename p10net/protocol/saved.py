"""A game on paper: its lines, as its host or one of its clients knew it.

A host's lines are all that was done, from which everything follows; a client's are what
it was told, and its own shares. Both can be stepped through and checked years later. It
is written when the game is over, never before: nothing hidden is in a file of a game
that runs. Files are somebody's business else; here are only bytes.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.moves import Action, Event, HouseAct
from p10net.engine.rules import Rules
from p10net.engine.view import View, You
from p10net.protocol.deals import (
    DealCommits,
    DealOpen,
    DealProof,
    DealShares,
    HashText,
    Shown,
)
from p10net.protocol.people import Leaver, Person

FORM = 1
MOST_BYTES = 1 << 25
"""Longest file that is read: far more than the longest game."""
MOST_LINES = 100_000


class SavedError(Exception):
    """A file that is no saved game; the text is one sentence without its name."""


class Head(Struct, frozen=True, tag_field="t", tag="p10net game"):
    """The first line: which game, who wrote it, and who sat where.

    `seat` is the writer's own, 0 for a watcher; the host's file knows all hands, and
    `numbers` are those of the seats it began with. In `practice` an act was taken back
    that is not told here. `left` had a seat before the end; `after` is the open table
    after a round at a host that was lost, from which this game went on.
    """

    form: int
    by: Literal["host", "client"]
    when: str
    table: str
    game: str
    rules: Rules
    seats: tuple[Person, ...]
    seat: int = 0
    numbers: tuple[int, ...] = ()
    practice: bool = False
    left: tuple[Leaver, ...] = ()
    after: View | None = None


class Did(Struct, frozen=True, tag_field="t", tag="did"):
    """What a seat, or the house (0), did, and a sum over all that was so after it."""

    seat: int
    action: Action | HouseAct
    sum: str


class End(Struct, frozen=True, tag_field="t", tag="end"):
    """The last line of a host: who won, and how each deal was mixed."""

    winners: tuple[int, ...]
    deals: tuple[Shown, ...]


class Saw(Struct, frozen=True, omit_defaults=True, tag_field="t", tag="saw"):
    """What a client was told: the events, and what of its view was new.

    `view` are the fields that changed, `gone` those that were there before; `n` counts
    the events before these.
    """

    n: int
    ev: tuple[Event, ...]
    view: dict[str, Any]
    gone: tuple[str, ...] = ()


class Mine(Struct, frozen=True, tag_field="t", tag="mine"):
    """A client's own share of a deal; `taken` once its host has taken the promise."""

    deal: int
    share: HashText
    taken: bool = False


class Gap(Struct, frozen=True, tag_field="t", tag="gap"):
    """The link was lost here: something may be missing."""


def named(head: Head, table: str) -> Head:
    """Write a table's name into a head."""
    return replace(head, table=table)


Line = Did | End | Saw | Mine | Gap | DealOpen | DealCommits | DealShares | DealProof


def write(head: Head, lines: Iterable[Line]) -> bytes:
    """Write a whole file: one JSON object a line."""
    return b"".join(msgspec.json.encode(one) + b"\n" for one in (head, *lines))


NOT_ONE = "is no saved game of p10net"
_HEAD = msgspec.json.Decoder(Head)
_LINE = msgspec.json.Decoder(Line)


def read(data: bytes) -> tuple[Head, tuple[Line, ...]]:
    """Read a whole file; raises SavedError."""
    first, *rest = data.split(b"\n")
    if len(rest) > MOST_LINES:
        raise SavedError("has more lines than any game")
    try:
        head = _HEAD.decode(first)
    except (ValueError, RecursionError):
        raise SavedError(NOT_ONE) from None
    if head.form != FORM:
        raise SavedError("was written by another version: read it with that one")
    if not rest or rest[-1]:
        raise SavedError("is cut off: its last line is not whole")
    return head, tuple(_lines(rest[:-1]))


def _lines(rest: Iterable[bytes]) -> Iterator[Line]:
    for number, line in enumerate(rest, 2):
        try:
            yield _LINE.decode(line)
        except (ValueError, RecursionError):
            raise SavedError(f"is damaged in line {number}") from None


# --- Views, by what changed ------------------------------------------------------


def change(before: dict[str, Any], view: View) -> tuple[dict[str, Any], Saw]:
    """Note what of a view is new; gives all of it, and a line without its events."""
    now: dict[str, Any] = msgspec.to_builtins(view)
    new = {name: value for name, value in now.items() if before.get(name) != value}
    gone = tuple(name for name in before if name not in now)
    return now, Saw(0, (), new, gone)


def put_together(before: dict[str, Any], saw: Saw) -> tuple[dict[str, Any], View]:
    """Give a view from the one before and what was new; raises SavedError."""
    now = {name: one for name, one in before.items() if name not in saw.gone}
    now |= saw.view
    try:
        return now, msgspec.convert(now, View)
    except (ValueError, RecursionError):
        raise SavedError("tells something that cannot be so") from None


class Frame(Struct, frozen=True):
    """One moment of a saved game: what had just happened, and how things stood.

    `yours` are all hands by seat number, where the file knows them.
    """

    ev: tuple[Event, ...]
    view: View
    yours: tuple[You, ...] = ()


def frames(lines: Iterable[Line]) -> Iterator[Frame]:
    """Tell a client's file moment by moment; raises SavedError."""
    known: dict[str, Any] = {}
    for line in lines:
        if isinstance(line, Saw):
            known, view = put_together(known, line)
            yield Frame(line.ev, view)
