"""What a person left behind: a seat that is kept, or a game whose host is lost.

The start screen offers both before anything else. A table is only asked whether it
still stands; what a seat or a score sheet is, others know.
"""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import trio

from p10net.client import seats, sheets
from p10net.client.found import Answer
from p10net.client.peek import peek
from p10net.client.seats import Met
from p10net.client.words import start as words
from p10net.engine.dice import played
from p10net.host.resume import Stopped, stopped
from p10net.lan.ages import ASTRAY, wall
from p10net.protocol.address import Place
from p10net.protocol.clean import clean

GLANCE = 0.5
"""Seconds to see whether a table that was left still stands."""
GLANCES = 8
"""Tables to look for, those left last."""
EVENING = timedelta(days=1).total_seconds()
"""How long a game whose host is lost is offered; the next day nobody waits for it."""


class Left(NamedTuple):
    """A table where a seat is kept: its name, how it goes on, and the way there."""

    name: str
    back: str
    at: Met | Stopped


class Lost(NamedTuple):
    """A game whose host is lost: its table, and how many rounds its sheet has."""

    id: str
    name: str
    rounds: int
    dice: bool


async def find(folder: Path) -> tuple[Left | None, Lost | None]:
    """Find where a seat is kept, and a game that can go on without its host.

    An own table that stopped comes before both: what it was, its journal knows.
    """
    lying = await trio.to_thread.run_sync(stopped, folder)
    if whole := next((one for one in lying if not one.damage), None):
        return Left(
            clean(whole.name), words.stopped(whole.round, dice=whole.dice), whole
        ), None
    met, _ = seats.hosts(folder)
    mine = [one for one in met if one.table in kept(folder)][:GLANCES]
    answers = await _glance(mine)
    left = next((one for one in mine if one.table in answers), None)
    silent = [one for one in mine if one.table not in answers]
    return _seat(left, answers), _lost(folder, silent)


def kept(folder: Path) -> tuple[str, ...]:
    """Give the ids of the tables where a person's seat is kept."""
    met, _ = seats.hosts(folder)
    return tuple(one.table for one in met if seats.left_behind(folder, one.table))


async def _glance(tables: list[Met]) -> Mapping[str, str]:
    """See which of these tables still stand, and how they go on."""
    answers: dict[str, str] = {}

    async def ask(one: Met, place: Place) -> None:
        said = await peek(place, GLANCE)
        if isinstance(said, Answer) and said.sign.id == one.table:
            answers[one.table] = words.playing(said.sign.state.value)

    async with trio.open_nursery() as nursery:
        for one in tables:
            for place in one.places:
                nursery.start_soon(ask, one, place)
    return answers


def _seat(left: Met | None, answers: Mapping[str, str]) -> Left | None:
    return None if left is None else Left(clean(left.name), answers[left.table], left)


def _lost(folder: Path, silent: list[Met]) -> Lost | None:
    """Take the newest game that has a score sheet of this evening."""
    since, until = wall() - EVENING, wall() + ASTRAY
    for one in silent:
        if (sheet := sheets.of(folder, one.table, since, until)) is not None:
            view = sheet.view
            return Lost(one.table, sheet.table, view.round, played(view.rules))
    return None
