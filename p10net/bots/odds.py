"""The chance to roll a phase from the dice one keeps, with one or two rolls to come.

Exact where numbers alone decide: dice of a kind are alike then, so a position is two
mixes of faces, and all of them are gone through at once: as counts of the ways that
dice may fall, side by side in large integers. Where a color decides, exact for one
roll and, for more, for a player who stays with the color. Knows no table and no seat.
"""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from p10net.bots.lanes import counts, guards, larger, transposed
from p10net.bots.makings import Makings
from p10net.bots.mixes import Sort, lattice
from p10net.engine.cards import COLORS, Card, Hand
from p10net.engine.dice import FACES, SIDES
from p10net.engine.melds import Goal, Kind

HIGH, LOW = Sort(FACES[0], 6), Sort(FACES[-1], 4)


class Rows:
    """Rows of counts, each kept once: what is alike is worked out once, too."""

    def __init__(self) -> None:
        """Start with none."""
        self.all: list[int] = []
        self._at: dict[int, int] = {}

    def put(self, row: int) -> int:
        """Say where a row stands."""
        at = self._at.setdefault(row, len(self.all))
        if at == len(self.all):
            self.all.append(row)
        return at


class Ahead(NamedTuple):
    """What mixes are worth before a roll.

    `lows[low]` has a lane for each kind of mix of high dice; `kinds[high]` says which.
    """

    kinds: list[int]
    lows: list[int]


class Odds:
    """What keeping a mix of dice is worth, by the number of rolls to come.

    Counted are the ways that the free dice may fall and make the phase; with two rolls
    each first fall counts as often as the best part of it makes the phase.
    """

    def __init__(self, goals: Iterable[Goal], high: Sort = HIGH, low: Sort = LOW):
        """Go through all mixes of both sorts of dice for a phase without colors."""
        self.high, self.low = lattice(high), lattice(low)
        self._n = high.n + low.n
        made = Makings(goals, self.high, self.low).rows()
        self._one = self._before_a_roll(made)

    @cached_property
    def _two(self) -> Ahead:
        """Go through them once more, for who looks two rolls ahead."""
        return self._before_a_roll(self._best_kept(self._one))

    def _before_a_roll(self, after: Iterable[int]) -> Ahead:
        """Add up over the sides of the dice that are still to fall.

        `after` has a row for each full mix of high dice, and a lane for each low one.
        """
        high, low, rows = self.high, self.low, Rows()
        kinds = [0] * high.partial + [rows.put(row) for row in after]

        @cache
        def added(fallen: tuple[int, ...]) -> int:
            return rows.put(sum([rows.all[kind] for kind in fallen]))

        for mix in reversed(range(high.partial)):
            kinds[mix] = added(tuple(sorted(high.fallen[mix](kinds))))
        lows = [0] * low.partial + transposed(rows.all, len(low.full))
        for mix in reversed(range(low.partial)):
            lows[mix] = sum(low.fallen[mix](lows))
        return Ahead(kinds, lows)

    def _best_kept(self, ahead: Ahead) -> list[int]:
        """Give what full mixes are worth by the best part that may be kept of them.

        A part counts once for each way that the dice kept could have fallen, so that
        parts of all sizes can be compared.
        """
        high, low, rows = self.high, self.low, Rows()
        n = max(ahead.kinds) + 1
        lows = [
            row * SIDES ** len(mix)
            for row, mix in zip(ahead.lows, low.mixes, strict=True)
        ]
        for mix, fewer in enumerate(low.fewer):
            for part in fewer:
                lows[mix] = larger(lows[mix], lows[part], guards(n))
        worth = transposed(lows[low.partial :], n)
        free = guards(len(low.full))

        @cache
        def scaled(kind: int, kept: int) -> int:
            return rows.put(worth[kind] * SIDES**kept)

        @cache
        def better(one: int, other: int) -> int:
            return rows.put(larger(rows.all[one], rows.all[other], free))

        best: list[int] = []
        for mix, fewer in enumerate(high.fewer):
            now = scaled(ahead.kinds[mix], len(high.mixes[mix]))
            for part in fewer:
                if best[part] != now:
                    now = better(now, best[part])
            best.append(now)
        return [rows.all[i] for i in best[high.partial :]]

    def chances(
        self, highs: Sequence[Hand], lows: Sequence[Hand], rolls: int
    ) -> list[list[float]]:
        """Give the chances to lay the phase with so many rolls to come, up to two.

        A row for each part of the high dice that may be kept, with a chance for each
        part of the low ones.
        """
        ahead = self._one if rolls == 1 else self._two
        n = max(ahead.kinds) + 1
        low = [
            (len(part), counts(ahead.lows[self.low.index(_numbers(part))], n))
            for part in lows
        ]
        ways = [SIDES ** (rolls * self._n - kept) for kept in range(self._n + 1)]
        chances = []
        for part in highs:
            kind = ahead.kinds[self.high.index(_numbers(part))]
            kept = len(part)
            chances.append([row[kind] / ways[kept + size] for size, row in low])
        return chances

    def chance(self, kept: Hand, rolls: int) -> float:
        """Give the chance to lay the phase, keeping these, with so many rolls left."""
        least = min(face.number for face in self.high.sort.faces)
        high = tuple(face for face in kept if face.number >= least)
        low = tuple(face for face in kept if face.number < least)
        return self.chances([high], [low], rolls)[0][0]


def _numbers(part: Hand) -> list[int]:
    return [face.number for face in part]


BY_NUMBER = {Kind.SET, Kind.RUN, Kind.PARITY}


@lru_cache(maxsize=32)
def by_number(goals: tuple[Goal, ...]) -> Odds | None:
    """Give the odds of a phase that asks for no color; made once a phase."""
    if any(goal.kind not in BY_NUMBER for goal in goals):
        return None
    return Odds(goals)


# Phases of one goal of one color


def sides(die: Hand, color: str) -> int:
    """Count the sides of a die that show a color, or a wild."""
    return sum(face.color in (color, "") for face in die)


def of_color(dice: Hand, color: str, n: int, rolls: int) -> float:
    """Give the chance of n dice of a color if all others are rolled again.

    `dice` are the faces of all ten, die 1 first. With more rolls it is the chance of
    a player who does not change over to another color.
    """
    every = SIDES**rolls
    # Whole ways, for parts of one get rounded, and not by every Python alike: a hair
    # would choose then between colors that are as likely as each other.
    ways = [1]
    for face, die in zip(dice, FACES, strict=True):
        lies = face is Card.W or face.color == color
        miss = 0 if lies else (SIDES - sides(die, color)) ** rolls
        stay, rise = (
            [way * miss for way in ways],
            [way * (every - miss) for way in ways],
        )
        ways = [a + b for a, b in zip([*stay, 0], [0, *rise], strict=True)]
    all_ways: int = every ** len(FACES)
    return sum(ways[n:]) / all_ways


def best_color(dice: Hand, n: int, rolls: int) -> tuple[float, str]:
    """Choose the color that is most likely to come n times, and say how likely."""
    return max((of_color(dice, color, n, rolls), color) for color in COLORS)
