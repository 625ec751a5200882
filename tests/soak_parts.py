"""What the soak tries, part by part; each ends when it has done all or is out of time.

A part is a program of its own, so that two may use two processors and one that is stuck
can be ended with all that it has started.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import hypothesis
import trio
from hypothesis import strategies as st

from p10net.engine.view import Stage
from tests.disk import Direct
from tests.honest import Figures, measured
from tests.rude import RUDE
from tests.test_bots import LEVELS_DRAWN, play_by_any_rules
from tests.test_clean import Points, mixtures
from tests.test_cut_points import AGAIN, CUTS, KINDS, PLACES, Wire, comes_back
from tests.test_fault_matrix import cells, evening, gaps
from tests.test_journal import survives
from tests.test_kill import killed
from tests.test_laws import any_switches
from tests.test_seat_theft import forge

KILLS, POWER_CUTS, FORGERIES, MIXTURES, GAMES = 400, 50_000, 20_000, 6_000, 2_000
TABLES = 2
AT_ONCE = 100
MIX_S = 30.0
LEAST_MIX_S = 2.0
NOBODY = "nobody is rude"
"""For comparison: what the machine itself costs, and whatever else it does."""

FEW = hypothesis.settings(
    max_examples=20,
    deadline=None,
    database=None,
    suppress_health_check=[*hypothesis.HealthCheck],  # slow is what a soak may be
)
"""So many games at a time, between two looks at the clock."""

T = TypeVar("T")


class Outcome(NamedTuple):
    """What a part has done of what it was asked for, in its own units."""

    done: int
    asked: int
    unit: str
    said: str
    figures: dict[str, Any] = {}  # noqa: RUF012 - never changed
    wrong: bool = False

    @property
    def text(self) -> str:
        """Say how much was done, and how much was not."""
        if self.done >= self.asked:
            return f"{self.done} {self.unit}"
        return f"{self.done} of {self.asked} {self.unit}, out of time"


class Budget:
    """How much is asked of a part, and until when it may go on."""

    def __init__(self, scale: float, seconds: float) -> None:
        self.scale = scale
        self.end = time.monotonic() + seconds

    def size(self, full: int) -> int:
        """Say how many of a full soak are asked for."""
        return max(1, round(full * self.scale))

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """Give one after the other for as long as there is time, one in any case."""
        for thing in things:
            yield thing
            if time.monotonic() >= self.end:
                return


Part = Callable[[Budget], Outcome]


def kills(budget: Budget) -> Outcome:
    """Kill real hosts at random moments while four programs play at each."""
    each = max(1, budget.size(KILLS) // TABLES)
    done: list[int] = []

    async def one(folder: Path, seed: int) -> None:
        done.append(await killed(folder, budget.over(range(each)), seed))

    async def all_of_them(folders: Sequence[Path]) -> None:
        async with trio.open_nursery() as nursery:
            for seed, folder in enumerate(folders, 100):
                nursery.start_soon(one, folder, seed)

    with contextlib.ExitStack() as stack:
        folders = [tempfile.TemporaryDirectory() for _ in range(TABLES)]
        trio.run(all_of_them, [Path(stack.enter_context(one)) for one in folders])
    said = "no act lost, none twice, all back"
    return Outcome(sum(done), each * TABLES, "kills", said)


def power_cuts(budget: Budget) -> Outcome:
    """Let the power go while a bad disk is at work, twice each time."""
    evenings, done = max(1, budget.size(POWER_CUTS) // 2), 0

    async def all_of_them() -> None:
        nonlocal done
        for seed in budget.over(range(evenings)):
            await survives(10_000 + seed, Direct)
            done += 1

    trio.run(all_of_them)
    said = "all that was acknowledged is there"
    return Outcome(2 * done, 2 * evenings, "power cuts", said)


def forgeries(budget: Budget) -> Outcome:
    """Come with a session made of all that is on the wire."""
    asked, done = budget.size(FORGERIES), 0
    for seed in budget.over(range(1, 1 + max(1, asked // AT_ONCE))):
        forge(AT_ONCE, seed)
        done += AT_ONCE
    return Outcome(done, asked, "forged sessions", "none let in, one answer")


def cut_points(budget: Budget) -> Outcome:
    """Cut a client off at every kind of frame."""
    wires = [
        *((Wire(at, place),) for place in PLACES for at in KINDS),
        *(
            (Wire(("up", "draw"), "behind"), Wire(at, place))
            for place in PLACES
            for at in AGAIN
        ),
    ]
    cuts, done = [(word, some) for word in CUTS for some in wires], 0
    for word, some in budget.over(cuts):
        comes_back(word, *some)
        done += 1
    return Outcome(done, len(cuts), "cuts", "the same bytes are seen")


def cleaner(budget: Budget) -> Outcome:
    """Draw every code point there is, and hostile mixtures of them, on a terminal."""
    points, drawn = Points(), 0
    for number in budget.over(range(sys.maxunicode + 1)):
        points.draw(number)
        drawn += 1
    mixed = sum(1 for _ in budget.over(mixtures(MIXTURES)))
    asked = sys.maxunicode + 1 + MIXTURES
    return Outcome(drawn + mixed, asked, "texts", "nothing moves outside its field")


def any_rules(budget: Budget) -> Outcome:
    """Let levels play whole games by rules that nobody thought of."""
    asked, done = budget.size(GAMES), 0

    def game(switches: dict[str, Any], levels: list[str], seed: int) -> None:
        nonlocal done
        end = play_by_any_rules(switches, levels, seed)
        assert end is None or end.open.stage is Stage.GAME_OVER
        done += end is not None

    for seed in budget.over(range(1_000_000)):
        games = hypothesis.given(any_switches(), LEVELS_DRAWN, st.integers(0, 2**32))
        FEW(hypothesis.seed(seed)(games(game)))()
        if done >= asked:
            break
    return Outcome(done, asked, "games", "every choice may be made, every game ends")


def matrix(budget: Budget) -> Outcome:
    """Try every fault at every stage and size, and again for as long as there is."""
    every = [*cells(every=True)]
    count, longest = 0, dict[str, float]()
    evenings = ((cell, seed) for seed in range(1000, 1_000_000) for cell in every)
    for (row, stage, seats), seed in budget.over(evenings):
        wait = max(gaps(evening(row, stage, seats, seed)), default=0.0)
        longest[row.name] = max(longest.get(row.name, 0.0), round(wait, 1))
        count += 1
    figures = {"longest wait, s": longest, "evenings": count, "cells": len(every)}
    return Outcome(count, len(every), "evenings", "every law holds", figures)


def hostile(budget: Budget) -> Outcome:
    """Measure five honest programs while a crowd is rude."""
    rows: list[Figures] = []
    seconds = max(LEAST_MIX_S, MIX_S * budget.scale)
    for mix in budget.over((NOBODY, *RUDE)):
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measured(mix, seconds, Path(folder)))
    return judged(rows)


def judged(rows: list[Figures]) -> Outcome:
    """Hold what was measured to what was promised."""
    worst = max(row.p99_ms for row in rows), max(row.max_ms for row in rows)
    wrong = not all(row.sound for row in rows)
    verdict = "OUT OF BOUNDS" if wrong else "within bounds"
    said = f"{verdict}: p99 {worst[0]} ms, max {worst[1]} ms at worst"
    figures = {row.mix: row._asdict() for row in rows}
    return Outcome(len(rows), 1 + len(RUDE), "mixes", said, figures, wrong)


PARTS: dict[str, Part] = {
    "hostile mixes": hostile,
    "kills": kills,
    "forged sessions": forgeries,
    "cleaner": cleaner,
    "cut points": cut_points,
    "power cuts": power_cuts,
    "any rules": any_rules,
    "fault matrix": matrix,
}
ALONE = ("hostile mixes",)
"""Parts that measure times, and so have the machine to themselves."""
WAITS = ("kills",)
"""Parts that mostly wait; the others go on beside them, one after the other."""
