"""Mixes of dice: what dice of one sort may show, where it is all one which die does.

Knows the faces of dice, and neither phases nor chances.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import NamedTuple

from p10net.engine.cards import Hand

Mix = tuple[int, ...]
"""Sides of dice of one sort, sorted; a side stands for all that show its number."""


class Sort(NamedTuple):
    """Dice that show the same numbers: the faces of one, and how many there are."""

    faces: Hand
    n: int


class Lattice:
    """All mixes of up to n dice of one sort, and how they follow from each other.

    Mixes of fewer than n dice come first, then `full` ones; they are known by number.
    """

    def __init__(self, sort: Sort) -> None:
        """List the mixes, smallest first."""
        shown = [face.number for face in sort.faces]
        self.sort = sort
        self.numbers = tuple(dict.fromkeys(shown))
        self._side = {number: i for i, number in enumerate(self.numbers)}
        sides = range(len(self.numbers))
        self.mixes: list[Mix] = [
            mix
            for size in range(sort.n + 1)
            for mix in combinations_with_replacement(sides, size)
        ]
        self._at = {mix: i for i, mix in enumerate(self.mixes)}
        self.partial = sum(len(mix) < sort.n for mix in self.mixes)
        self.full = self.mixes[self.partial :]
        self.more = [
            [self._at[tuple(sorted((*mix, side)))] for side in sides]
            for mix in self.mixes[: self.partial]
        ]
        """What each partial mix becomes by one die more, by the side it shows."""
        fallen = [self._side[number] for number in shown]
        self.fallen = [
            itemgetter(*(more[side] for side in fallen)) for more in self.more
        ]
        """What picks, of a list by mix, those that it becomes as one die may fall."""
        self.fewer: list[list[int]] = [[] for _ in self.mixes]
        for mix, grown in enumerate(self.more):
            for one in grown:
                self.fewer[one].append(mix)

    def side(self, number: int) -> int | None:
        """Say which side shows a number, if one does."""
        return self._side.get(number)

    def index(self, numbers: Iterable[int]) -> int:
        """Find the mix of dice that show these numbers, 0 for a wild."""
        return self._at[tuple(sorted(self._side[number] for number in numbers))]


@lru_cache(maxsize=8)
def lattice(sort: Sort) -> Lattice:
    """Give the mixes of a sort of dice, made once."""
    return Lattice(sort)
