"""Which ways ten dice may lie make a phase, found for all of them at once.

The phase is put together die by die: each step notes the mixes that lie then. For who
asks about a few dice the finder is quicker, and both must agree.
"""

from collections.abc import Iterable

from p10net.bots.lanes import packed
from p10net.bots.mixes import Lattice, Mix
from p10net.engine.dice import Way, ways
from p10net.engine.melds import Goal

WILD = 0
APART = (1, 17, 70, 95, 100)
"""Bits that sides of a low die are worth: any four add up to a sum of their own, so
that a set of mixes is an integer, and one die more a shift."""

Lying = dict[int, int]
"""Mixes of high dice, each with the set of low ones that lie with it."""


class Makings:
    """What makes a phase of numbers, for mixes of high dice and of low ones."""

    def __init__(self, goals: Iterable[Goal], high: Lattice, low: Lattice) -> None:
        """Put all goals together in every way, whatever the other dice show."""
        self._high, self._low = high, low
        self._room = sum(1 << place(mix) for mix in low.mixes[: low.partial])
        lying: Lying = {0: 1}
        for open_ways in sorted(map(ways, goals), key=_dice_tried, reverse=True):
            lying = self._with_goal(lying, open_ways)
        self._lying = lying

    def rows(self) -> list[int]:
        """Give each full mix of high dice a row: 1 where a full low one makes it."""
        every = [0] * len(self._high.mixes)
        for mix, fewer in enumerate(self._high.fewer):
            every[mix] = self._lying.get(mix, 0)
            for part in fewer:
                every[mix] |= every[part]
        places = [place(mix) for mix in self._low.full]
        rows: dict[int, int] = {}
        for lows in set(every[self._high.partial :]):
            filled = self._filled(lows)
            rows[lows] = packed([filled >> at & 1 for at in places])
        return [rows[lows] for lows in every[self._high.partial :]]

    def _with_goal(self, lying: Lying, open_ways: list[Way]) -> Lying:
        found: Lying = {}
        for way in open_ways:
            after = lying
            for numbers in way:
                after = self._with_die(after, numbers)
            for mix, lows in after.items():
                found[mix] = found.get(mix, 0) | lows
        return found

    def _with_die(self, lying: Lying, numbers: set[int]) -> Lying:
        """Add a die that shows one of the numbers, or a wild, in every way."""
        high = [side for n in numbers if (side := self._high.side(n)) is not None]
        low = [side for n in numbers if (side := self._low.side(n)) is not None]
        wild = self._low.side(WILD)
        assert wild is not None
        shifts = [APART[side] for side in (*low, wild)]
        found: Lying = {}
        for mix, lows in lying.items():
            more = lows & self._room
            if more:
                found[mix] = found.get(mix, 0) | _shifted(more, shifts)
            if mix < self._high.partial:
                for side in high:
                    grown = self._high.more[mix][side]
                    found[grown] = found.get(grown, 0) | lows
        return found

    def _filled(self, lows: int) -> int:
        """Add dice until there is room for no more, whatever they show."""
        sides = APART[: len(self._low.numbers)]
        for _ in range(self._low.sort.n):
            lows |= _shifted(lows & self._room, sides)
        return lows


def place(mix: Mix) -> int:
    """Give the bit that stands for a mix of low dice."""
    return sum(APART[side] for side in mix)


def _shifted(lows: int, shifts: Iterable[int]) -> int:
    found = 0
    for shift in shifts:
        found |= lows << shift
    return found


def _dice_tried(open_ways: list[Way]) -> int:
    """Count the dice of all ways; where they are many, few mixes should lie yet."""
    return sum(map(len, open_ways))
