"""How likely each phase of dice is within a turn: `python -m benchmarks.dice`.

The odds of a player who keeps by them, with all three rolls of a turn: exact for
phases of numbers; for the phase of one color by playing turns out.
"""

import random

from p10net.bots import keeping
from p10net.bots.odds import by_number
from p10net.engine import finder, melds, rules
from p10net.engine.cards import Hand, in_order
from p10net.engine.dice import FACES, MOST_ROLLS
from p10net.engine.melds import Goal, Terms
from p10net.engine.presets import preset

TURNS = 4_000


def within_a_turn(goals: tuple[Goal, ...], on: Terms, rng: random.Random) -> float:
    """Give the chance to make a phase in a turn of three rolls."""
    table = by_number(goals, on)
    if table is not None:
        return table.chance((), MOST_ROLLS)
    return sum(_made(goals, on, rng) for _ in range(TURNS)) / TURNS


def _made(goals: tuple[Goal, ...], on: Terms, rng: random.Random) -> bool:
    dice: Hand = tuple(rng.choice(die) for die in FACES)
    for left in range(MOST_ROLLS - 1, 0, -1):
        if finder.can_lay(in_order(dice), goals, on):
            return True
        again = keeping.likeliest(dice, goals, on, left).again
        dice = tuple(
            rng.choice(FACES[i]) if i + 1 in again else face
            for i, face in enumerate(dice)
        )
    return finder.can_lay(in_order(dice), goals, on)


def run() -> dict[str, float]:
    """Give the chance of each phase of the original list, by its text."""
    table, rng = preset("dice"), random.Random(1)
    return {
        phase.text: within_a_turn(
            melds.asked(table, phase.goals), melds.terms(table, number), rng
        )
        for number, phase in enumerate(rules.phases(table), 1)
    }


if __name__ == "__main__":
    for text, chance in run().items():
        print(f"{text:<24}{chance:8.2%}")
