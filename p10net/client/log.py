"""What has happened so far, one line a turn, with the chat in between.

Events come one by one as they happen; a reader wants to know what Ben did. So what a
seat does in one turn gathers in one line. The log holds who it was as they were called
then: a player who is renamed later does not change the past. Cards it holds as cards,
since whoever reads them in other signs from now on wants to read all of them so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.words.events import Names, clause
from p10net.engine.moves import Event
from p10net.engine.moves.declare import Declared
from p10net.engine.moves.draw import Drew
from p10net.engine.opening import Dealt
from p10net.engine.turns import NoDraw, Skipped
from p10net.protocol.clean import clean

KEPT = 1000
"""Lines remembered; an evening has fewer."""

BEGINNINGS = (Dealt, Declared, Drew, NoDraw, Skipped)
"""Events with which a line begins, even if its player wrote the one before."""


class Kind(Enum):
    """What a line tells: of a turn, of the house, of the table, or what was said."""

    TURN = "turn"
    HOUSE = "house"
    NEWS = "news"
    CHAT = "chat"


class Told(Struct, frozen=True):
    """Words that name cards: said anew each time, in the signs of that moment."""

    say: Callable[..., str]
    about: tuple[Any, ...]

    def __str__(self) -> str:
        """Say it."""
        return self.say(*self.about)


class Entry(Struct, frozen=True):
    """One line; `who` began it (empty: nobody), `at` is the time of day."""

    kind: Kind
    who: str
    parts: tuple[Told | str, ...]
    seat: int = 0
    at: str = ""

    @property
    def words(self) -> str:
        """All that the line says, without who."""
        return ", ".join(map(str, self.parts))


class Log(Struct, frozen=True):
    """The lines so far, oldest first; counted are those forgotten too, and the chat."""

    entries: tuple[Entry, ...] = ()
    count: int = 0
    fresh: bool = True
    chats: int = 0

    def add(self, entry: Entry) -> Log:
        """Add a line; the next event begins another one."""
        chats = self.chats + (entry.kind is Kind.CHAT)
        return Log((*self.entries, entry)[-KEPT:], self.count + 1, chats=chats)


class Mark(Struct, frozen=True):
    """How far the log had come: its lines, and the last one as it was by then."""

    count: int = 0
    last: Entry | None = None


def mark(log: Log) -> Mark:
    """Remember how far the log has come."""
    return Mark(log.count, log.entries[-1] if log.entries else None)


def cut(log: Log, to: Mark) -> Log:
    """Leave of the log what had been told by then."""
    kept = log.entries[: _kept(log, to)]
    if to.last is not None:
        kept = (*kept[:-1], to.last)
    return Log(kept, to.count)


def unsaid(log: Log, to: Mark) -> Log:
    """Forget what was played since; what was said, and told of the table, stays."""
    short, since = cut(log, to), log.entries[_kept(log, to) :]
    stays = [one for one in since if one.kind in (Kind.NEWS, Kind.CHAT)]
    entries = (*short.entries, *stays)
    return Log(entries, to.count + len(stays), chats=log.chats)


def _kept(log: Log, to: Mark) -> int:
    return max(0, len(log.entries) - (log.count - to.count))


def heard(log: Log, events: Iterable[Event], names: Names, at: str = "") -> Log:
    """Add what publicly happened."""
    for event in events:
        log = _heard(log, event, names, at)
    return log


def _heard(log: Log, event: Event, names: Names, at: str) -> Log:
    words = Told(clause, (event, names))
    seat = event.dealer if isinstance(event, Dealt) else getattr(event, "seat", 0)
    if not seat:
        return log.add(Entry(Kind.HOUSE, "", (words,), 0, at))
    if isinstance(event, BEGINNINGS):
        log = replace(log, fresh=True)
    if not str(words):
        return log
    last = log.entries[-1] if log.entries else None
    if last is None or log.fresh or last.seat != seat or last.kind is not Kind.TURN:
        log = log.add(Entry(Kind.TURN, names.who(seat), (words,), seat, at))
        return replace(log, fresh=False)
    longer = replace(last, parts=(*last.parts, words))
    return replace(log, entries=(*log.entries[:-1], longer))


def said(log: Log, who: str, words: str, at: str = "") -> Log:
    """Add a line of chat."""
    return log.add(Entry(Kind.CHAT, clean(who), (clean(words),), 0, at))


def told(log: Log, sentence: Told | str, at: str = "") -> Log:
    """Add a piece of news about the table."""
    words = clean(sentence) if isinstance(sentence, str) else sentence
    return log.add(Entry(Kind.NEWS, "", (words,), 0, at))
