"""Phases of dice: how likely each is within a turn, and how long a first hint takes.

The odds are those of a player who keeps by them, with all three rolls of a turn: exact
for phases of numbers; for the phase of one color by playing turns out. The hint is the
first that a program gives for a phase, as the odds are then worked out.
"""

import functools
import random
import sys
import time
from collections.abc import Iterator
from math import factorial, prod
from operator import mul
from typing import Any

from benchmarks import report
from benchmarks.games import CAP_US
from benchmarks.report import Line
from benchmarks.timing import no_collector
from p10net.bots import keeping
from p10net.bots.advice import advice
from p10net.bots.mixes import Lattice, Mix
from p10net.bots.odds import Odds, by_number
from p10net.engine import finder, melds, rules
from p10net.engine.cards import Hand, in_order
from p10net.engine.conflicts import build
from p10net.engine.dice import FACES, MOST_ROLLS, SIDES
from p10net.engine.game import apply, new_game, view_of
from p10net.engine.melds import Goal, Terms
from p10net.engine.moves import Deal, ask
from p10net.engine.presets import preset
from p10net.engine.rules import Rules

TURNS = 4_000
FRESH = 3
"""How often a first hint is asked for; other programs make some of them wait."""
BARREN = "0e" * 32
"""A deal whose first ten dice make none of the phases asked about."""
FULL = "14" * 32
"""A deal whose first ten dice make five pairs of even or odd ones in many ways."""
PAIRS = "5 even or odd of 2"
HARD = (
    "1 set of 2 + 1 set of 3 + 1 run of 3 + 2 cards of even or odd",
    "2 sets of 2 + 2 runs of 3",
    "1 set of 3 + 1 set of 2 + 1 run of 4",
    "5 sets of 2",
    "5 flushes of 2",
    "1 run of 4 + 4 cards of one color",
)
"""Phases that a rules file may name, and that take longest to look through."""


def within(goals: tuple[Goal, ...], on: Terms, rolls: int, rng: random.Random) -> float:
    """Give the chance to make a phase in all rolls of a turn, or in one."""
    table = by_number(goals)
    if table is not None:
        return table.chance((), 1) if rolls == 1 else in_a_turn(table)
    return sum(_made(goals, on, rolls, rng) for _ in range(TURNS)) / TURNS


def in_a_turn(table: Odds) -> float:
    """Give the chance of a turn that begins: three rolls, and nothing lies yet.

    What first falls is worth as much as the best part of it that may be kept.
    """
    high, low = table.high, table.low
    worth = table.chances(_mixes(high), _mixes(low), MOST_ROLLS - 1)
    for mix, fewer in enumerate(high.fewer):
        for part in fewer:
            worth[mix] = [*map(max, worth[mix], worth[part])]
    for row in worth[high.partial :]:
        for mix, fewer in enumerate(low.fewer):
            row[mix] = max(row[part] for part in (mix, *fewer))
    often = [_ways(low, mix) for mix in low.full]
    made = sum(
        _ways(high, mix) * sum(map(mul, often, row[low.partial :]))
        for mix, row in zip(high.full, worth[high.partial :], strict=True)
    )
    return made / SIDES ** (high.sort.n + low.sort.n)


def _mixes(of: Lattice) -> list[Hand]:
    """Give all mixes as faces, as their lattice lists them."""
    shows = {face.number: face for face in of.sort.faces}
    return [tuple(shows[of.numbers[side]] for side in mix) for mix in of.mixes]


def _ways(of: Lattice, mix: Mix) -> int:
    """Count the ways all dice of a sort may fall so that they show a full mix."""
    shown = [face.number for face in of.sort.faces]
    sides = [shown.count(of.numbers[side]) for side in mix]
    alike = prod(factorial(mix.count(side)) for side in set(mix))
    return factorial(of.sort.n) // alike * prod(sides)


def _made(goals: tuple[Goal, ...], on: Terms, rolls: int, rng: random.Random) -> bool:
    dice: Hand = tuple(rng.choice(die) for die in FACES)
    for left in range(rolls - 1, 0, -1):
        if finder.can_lay(in_order(dice), goals, on):
            return True
        again = keeping.likeliest(dice, goals, on, left).again
        dice = tuple(
            rng.choice(FACES[i]) if i + 1 in again else face
            for i, face in enumerate(dice)
        )
    return finder.can_lay(in_order(dice), goals, on)


def odds() -> Iterator[Line]:
    """Give the chance of each phase of the original list, beside that of one roll."""
    table, rng = preset("dice"), random.Random(1)
    for number, phase in enumerate(rules.phases(table), 1):
        goals, on = melds.asked(table, phase.goals), melds.terms(table, number)
        turn, once = (100 * within(goals, on, n, rng) for n in (MOST_ROLLS, 1))
        yield Line(f"{phase.text}, in a turn", "%", turn, once, "in one roll")


def firsts() -> Iterator[Line]:
    """Time the first hint of each phase, and of a game in which all are open."""
    for text in (*preset("dice").phases, *HARD):
        took = min(
            _first(build({"game": "dice", "phases": [text]})) for _ in range(FRESH)
        )
        yield Line(f"first hint, {text}", "µs", took, CAP_US, "what is allowed", 1)
    pairs = build({"game": "dice", "phases": [PAIRS]})
    took = min(_first(pairs, FULL) for _ in range(FRESH))
    yield Line(f"with its question, {PAIRS}", "µs", took, CAP_US, "what is allowed", 1)
    every = build({"phase_order": "open"}, preset("dice"))
    took = min(_first(every) for _ in range(FRESH))
    yield Line("first hint, all ten open", "µs", took, CAP_US, "what is allowed", 1)


def _first(table: Rules, deal: str = BARREN) -> float:
    """Time a question and a hint as in a new program, which remembers nothing."""
    game, _ = apply(new_game(table, (1, 2)), 0, Deal(deal))
    view = view_of(game, game.open.turn)
    _forget()
    start = time.perf_counter_ns()
    question = ask(view)
    assert question is not None
    advice(view, question)
    return (time.perf_counter_ns() - start) / 1000


def _forget() -> None:
    """Empty whatever the program has noted for later, in all of its modules."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("p10net."):
            for thing in vars(module).values():
                if isinstance(thing, functools._lru_cache_wrapper):
                    thing.cache_clear()


def run() -> dict[str, Any]:
    """Find all of them."""
    with no_collector():
        slow = [*firsts()]
    return report.rows([*odds(), *slow])


if __name__ == "__main__":
    print(report.table(run()["rows"]))
