"""How likely each phase of dice is within a turn: `python -m benchmarks.dice`.

The odds of a player who keeps by them, with all three rolls of a turn: exact for
phases of numbers; for the phase of one color by playing turns out.
"""

import random
from collections.abc import Iterator
from typing import Any

from benchmarks import report
from benchmarks.report import Line
from p10net.bots import keeping
from p10net.bots.odds import by_number
from p10net.engine import finder, melds, rules
from p10net.engine.cards import Hand, in_order
from p10net.engine.dice import FACES, MOST_ROLLS
from p10net.engine.melds import Goal, Terms
from p10net.engine.presets import preset

TURNS = 4_000


def within(goals: tuple[Goal, ...], on: Terms, rolls: int, rng: random.Random) -> float:
    """Give the chance to make a phase in so many rolls."""
    table = by_number(goals, on)
    if table is not None:
        return table.chance((), rolls)
    return sum(_made(goals, on, rolls, rng) for _ in range(TURNS)) / TURNS


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


def run() -> dict[str, Any]:
    """Find all of them."""
    return report.rows(odds())


if __name__ == "__main__":
    print(report.table(run()["rows"]))
