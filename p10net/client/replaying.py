"""Steps through a saved game: which moment is shown, and what each key does.

Pure: a reel is all moments of a game and the place of the one that is looked at. What a
file holds was read elsewhere, and where it is shown, on a screen or line by line, is
not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.commands.scene import Local, Scene
from p10net.client.commands.slots import Slots, Sort, followed
from p10net.client.log import Log, heard
from p10net.client.words import replays as words
from p10net.client.words.events import Names
from p10net.client.words.notation import TABLE, chosen, using
from p10net.client.words.people import called
from p10net.engine.dice import played
from p10net.engine.view import Stage, View
from p10net.protocol.clean import clean
from p10net.protocol.people import AwayRule, Leaver, Person, Settings, Table
from p10net.protocol.saved import Frame, Head

_SETTINGS: Final = Settings(0, AwayRule.BOT, 0, False, False, False)


class Reel(Struct, frozen=True):
    """A game, moment by moment, and which moment is looked at.

    `over` is the seat over whose shoulder one looks, where the file knows all hands.
    """

    name: str
    people: tuple[Person, ...]
    frames: tuple[Frame, ...]
    logs: tuple[Log, ...]
    left: tuple[Leaver, ...] = ()
    at: int = 0
    over: int = 0

    @property
    def frame(self) -> Frame:
        """The moment looked at."""
        return self.frames[self.at]

    @property
    def view(self) -> View:
        """How things stand, as the seat looked over has it."""
        frame = self.frame
        if not 1 <= self.over <= len(frame.yours):
            return frame.view
        return replace(frame.view, you=frame.yours[self.over - 1])


def reel(head: Head, frames: Sequence[Frame]) -> Reel:
    """Put a game on a reel, at its beginning."""
    names = Names(called((*head.left, *head.seats)), dice=played(head.rules))
    logs, log = [], Log()
    for frame in frames:
        log = heard(log, frame.ev, names)
        logs.append(log)
    people = tuple(replace(one, name=clean(one.name)) for one in head.seats)
    seats = [one.seat for one in people]
    over = head.seat or (seats[0] if seats and frames[0].yours else 0)
    table = clean(head.table)
    name = words.practice(table) if head.practice else table
    return Reel(name, people, tuple(frames), tuple(logs), head.left, 0, over)


# --- Where to -----------------------------------------------------------------------


def _moves(reel: Reel, step: int, what: Callable[[View], object]) -> int:
    """Go on, or back, to where something has changed, at most to the end."""
    at, here = reel.at, what(reel.frames[reel.at].view)
    while 0 <= at + step < len(reel.frames):
        at += step
        if what(reel.frames[at].view) != here:
            return _first(reel, at, what) if step < 0 else at
    return at


def _first(reel: Reel, at: int, what: Callable[[View], object]) -> int:
    """Go back to the first moment that is like this one."""
    here = what(reel.frames[at].view)
    while at and what(reel.frames[at - 1].view) == here:
        at -= 1
    return at


def _turn(view: View) -> object:
    return view.round, view.stage is Stage.ROUND_OVER, view.turn, view.home


def _round(view: View) -> object:
    return view.round


KEYS: Final[Mapping[str, Callable[[Reel], int]]] = {
    "right": lambda reel: _moves(reel, 1, _turn),
    "left": lambda reel: _moves(reel, -1, _turn),
    "]": lambda reel: _moves(reel, 1, _round),
    "[": lambda reel: _moves(reel, -1, _round),
    "home": lambda reel: 0,
    "end": lambda reel: len(reel.frames) - 1,
    "down": lambda reel: min(reel.at + 1, len(reel.frames) - 1),
    "up": lambda reel: max(reel.at - 1, 0),
}
"""One turn, one round, all of it, and one act."""
TYPED: Final[Mapping[str, str]] = {
    "": "right", "n": "right", "p": "left", "r": "]", "b": "[", "h": "home", "e": "end",
}  # fmt: skip
"""What is typed where there are no keys."""


def pressed(reel: Reel, key: str) -> Reel:
    """Do what a key does; one that means nothing does nothing."""
    if key in KEYS:
        return replace(reel, at=KEYS[key](reel))
    if key.isdecimal() and 1 <= int(key) <= len(reel.frame.yours):
        return replace(reel, over=int(key))
    return reel


# --- What is seen -------------------------------------------------------------------


def scene(reel: Reel) -> Scene:
    """Give the screen of this moment."""
    slots = followed(Slots(), reel.view, Sort.NUMBER)
    hands, dice = bool(reel.frame.yours), played(reel.view.rules)
    place = words.place(reel.at + 1, len(reel.frames), hands, dice=dice)
    return Scene(
        reel.over or None,
        reel.name,
        view=reel.view,
        table=Table(reel.people, (), _SETTINGS, left=reel.left),
        log=reel.logs[reel.at],
        local=Local(notice=place, slots=slots),
    )


def lines(reel: Reel, since: int = 0) -> list[str]:
    """Tell in lines what happened after a moment, up to the one looked at."""
    with using(chosen(TABLE, reel.view.rules, ascii_only=True)):
        return [*_lines(reel, since)]


def _lines(reel: Reel, since: int) -> Iterator[str]:
    before = reel.logs[since - 1] if since else Log()
    log = reel.logs[reel.at]
    for entry in log.entries[len(log.entries) - (log.count - before.count) :]:
        yield f"{entry.who}: {entry.words}." if entry.who else entry.words
