"""The worlds and their stops: which phases, against whom, with what twist. Data.

A world is one of the engine's phase lists. All worlds have the same row of stops, from
three easy phases to the whole list; the further the world, the better the opponents. A
twist is a switch of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from p10net.client.words import journey as says
from p10net.engine.conflicts import build
from p10net.engine.lists import PHASE_LISTS, title
from p10net.engine.rules import Rules, numbers

LADDER = ("easy", "steady", "sharp", "expert")
"""Levels of opponents, the easiest first."""
WORLDS_A_RUNG = 6
"""After so many worlds everybody plays one level better."""


class Stop(Struct, frozen=True):
    """One table: `phases` are numbers of the list (none: all), `rungs` the opponents.

    `coins` may be staked there.
    """

    phases: tuple[int, ...]
    rungs: tuple[int, ...]
    coins: int
    twisted: bool = True


STOPS: tuple[Stop, ...] = (
    Stop((1, 2, 3), (0,), 5, twisted=False),
    Stop((4, 5, 6), (0, 1), 10),
    Stop((7, 8, 9), (1,), 15),
    Stop((2, 4, 6, 8, 10), (0, 1, 2), 20),
    Stop((), (2, 3), 25, twisted=False),
)

TWISTS: tuple[dict[str, Any], ...] = (
    {"skip_target": "next"},
    {"wilds": 12},
    {"phase_order": "open"},
    {"hits": "later_turn"},
    {"wild_swap": "slide"},
    {"first_circuit": True},
    {"skips": 0},
    {"phase_number_wild": True},
    {"wild_as_skip": True},
    {"go_out": "discard"},
)

WORLDS: tuple[str, ...] = tuple(PHASE_LISTS)


class Place(Struct, frozen=True, order=True):
    """Where on the journey: the numbers of a world and of a stop, from 0."""

    world: int
    stop: int

    def __str__(self) -> str:
        """Write it as people type it, from 1.

        >>> str(Place(0, 2))
        '1.3'
        """
        return f"{self.world + 1}.{self.stop + 1}"


def place(text: str) -> Place | None:
    """Read a place such as `1.3`, if there is one."""
    world, _, stop = text.strip().partition(".")
    if not (world.isdecimal() and stop.isdecimal() and len(text) < 8):
        return None
    found = Place(int(world) - 1, int(stop) - 1)
    return found if found in set(places()) else None


def places() -> Iterator[Place]:
    """Go through the whole journey."""
    for world in range(len(WORLDS)):
        for stop in range(len(STOPS)):
            yield Place(world, stop)


def called(at: Place) -> str:
    """Name a world."""
    return title(WORLDS[at.world])


def levels(at: Place) -> tuple[str, ...]:
    """Name the opponents of a stop."""
    better = at.world // WORLDS_A_RUNG
    rungs = STOPS[at.stop].rungs
    return tuple(LADDER[min(rung + better, len(LADDER) - 1)] for rung in rungs)


@cache
def rules(at: Place) -> Rules:
    """Give the rules of a stop: its list, its phases, its twist."""
    stop, name = STOPS[at.stop], WORLDS[at.world]
    data: dict[str, Any] = {"name": f"{name} {at.stop + 1}", "phases": name}
    if stop.phases:
        data["phase_subset"] = stop.phases
    if stop.twisted:
        data |= TWISTS[(at.world + at.stop * 3) % len(TWISTS)]
    return build(data)


def twist(at: Place) -> str:
    """Say what is different at a stop, if anything is."""
    plain = build({"phases": WORLDS[at.world]})
    ours = rules(at)
    changed = [n for n in says.TWISTS if getattr(ours, n) != getattr(plain, n)]
    return "; ".join(says.TWISTS[name] for name in changed)


def tells(at: Place) -> tuple[str, ...]:
    """Say what a stop is like: its phases and opponents, and its twist."""
    whole = not STOPS[at.stop].phases
    task = says.task(numbers(rules(at)), whole)
    lines = (f"{task} {says.against(levels(at))}", twist(at))
    return tuple(filter(None, lines))


def par(at: Place) -> int:
    """Say in how many rounds a stop is played well."""
    return round(len(numbers(rules(at))) * ROUNDS_A_PHASE)


ROUNDS_A_PHASE = 1.35
