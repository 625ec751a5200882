"""The chance to roll a phase from the dice one keeps, with up to three rolls to come.

Exact where numbers alone decide: dice of a kind are alike then, so a position is two
multisets of faces, few enough to go through all. Where a color decides, exact for one
roll and, for more, for a player who stays with the color. Knows no table and no seat.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from p10net.engine.cards import COLORS, Card, Hand, in_order
from p10net.engine.dice import FACES, SIDES
from p10net.engine.melds import Goal, Kind, Terms
from p10net.engine.nearness import plan

Mix = tuple[int, ...]
"""Sides of dice of one kind, sorted; a side stands for all that show its face."""
Table = list[list[float]]


class Sort(NamedTuple):
    """Dice that show the same numbers: the faces of one, and how many there are."""

    faces: Hand
    n: int


class Lattice:
    """All mixes of up to n dice of one sort, and how they follow from each other."""

    def __init__(self, sort: Sort) -> None:
        """List the mixes, smallest first."""
        self.faces = tuple(dict.fromkeys(sort.faces))
        self.sides = tuple(self.faces.index(face) for face in sort.faces)
        every = range(len(self.faces))
        self.mixes: list[Mix] = [
            mix
            for size in range(sort.n + 1)
            for mix in combinations_with_replacement(every, size)
        ]
        self.at = {mix: i for i, mix in enumerate(self.mixes)}
        self.full = [len(mix) == sort.n for mix in self.mixes]
        self.more = [self._with_one(mix) for mix in self.mixes]
        self.fewer = [self._without_one(mix) for mix in self.mixes]

    def _with_one(self, mix: Mix) -> list[int]:
        grown = (tuple(sorted((*mix, side))) for side in self.sides)
        return [self.at[one] for one in grown if one in self.at]

    def _without_one(self, mix: Mix) -> list[int]:
        return [self.at[mix[:i] + mix[i + 1 :]] for i in range(len(mix))]

    def hand(self, mix: Mix) -> Hand:
        """Show a mix as faces."""
        return tuple(self.faces[side] for side in mix)

    def index(self, numbers: Iterable[int]) -> int:
        """Find the mix of dice that show these numbers, 0 for a wild."""
        shown = [face.number for face in self.faces]
        return self.at[tuple(sorted(shown.index(number) for number in numbers))]


class Odds:
    """What keeping a mix of dice is worth, by the number of rolls to come."""

    def __init__(self, goals: tuple[Goal, ...], on: Terms, sorts: tuple[Sort, Sort]):
        """Go through all mixes of both sorts of dice for a phase without colors."""
        self.high, self.low = (Lattice(sort) for sort in sorts)
        now = [[0.0] * len(self.low.mixes) for _ in self.high.mixes]
        lays = plan(goals, on).can_lay
        for h, many in enumerate(self.high.mixes):
            for low, few in enumerate(self.low.mixes):
                if self.high.full[h] and self.low.full[low]:
                    hand = in_order(self.high.hand(many) + self.low.hand(few))
                    now[h][low] = float(lays(hand))
        one = self._before_a_roll(now)
        two = self._before_a_roll(self._best_keep(one))
        self._by_rolls = (one, two, self._before_a_roll(self._best_keep(two)))

    def _before_a_roll(self, after: Table) -> Table:
        """Average over the sides of the dice that are still to fall."""
        table = [list(row) for row in after]
        for h in reversed(range(len(self.high.mixes))):
            if not self.high.full[h]:
                rows = [table[i] for i in self.high.more[h]]
                table[h] = [sum(column) / SIDES for column in zip(*rows, strict=True)]
                continue
            row = table[h]
            for low in reversed(range(len(self.low.mixes))):
                if not self.low.full[low]:
                    row[low] = sum(row[i] for i in self.low.more[low]) / SIDES
        return table

    def _best_keep(self, kept: Table) -> Table:
        """Give each mix the worth of the best part of it that may be kept."""
        table = [list(row) for row in kept]
        for h, row in enumerate(table):
            for fewer in set(self.high.fewer[h]):
                row[:] = map(max, row, table[fewer])
            for low, few in enumerate(self.low.fewer):
                row[low] = max([row[low], *(row[i] for i in few)])
        return table

    def chance(self, kept: Hand, rolls: int) -> float:
        """Give the chance to lay the phase, keeping these, with so many rolls left."""
        least = min(face.number for face in self.high.faces)
        high = self.high.index(c.number for c in kept if c.number >= least)
        low = self.low.index(c.number for c in kept if c.number < least)
        return self._by_rolls[rolls - 1][high][low]


TEN_DICE = (Sort(FACES[0], 6), Sort(FACES[-1], 4))
BY_NUMBER = {Kind.SET, Kind.RUN, Kind.PARITY}


@cache
def by_number(goals: tuple[Goal, ...], on: Terms) -> Odds | None:
    """Give the odds of a phase that asks for no color; made once a phase."""
    if any(goal.kind not in BY_NUMBER for goal in goals):
        return None
    return Odds(goals, on, TEN_DICE)


# Phases of one goal of one color


def shows(die: Hand, color: str) -> float:
    """Give the chance that a die shows a color, or a wild."""
    return sum(face.color in (color, "") for face in die) / SIDES


def of_color(dice: Hand, color: str, n: int, rolls: int) -> float:
    """Give the chance of n dice of a color if all others are rolled again.

    `dice` are the faces of all ten, die 1 first. With more rolls it is the chance of
    a player who does not change over to another color.
    """
    spread = [1.0]
    for face, die in zip(dice, FACES, strict=True):
        miss = (1 - shows(die, color)) ** rolls
        hit = 1.0 if face is Card.W or face.color == color else 1 - miss
        stay, rise = [p * (1 - hit) for p in spread], [p * hit for p in spread]
        spread = [a + b for a, b in zip([*stay, 0.0], [0.0, *rise], strict=True)]
    return sum(spread[n:])


def best_color(dice: Hand, n: int, rolls: int) -> tuple[float, str]:
    """Choose the color that is most likely to come n times, and say how likely."""
    return max((of_color(dice, color, n, rolls), color) for color in COLORS)
