"""How many number cards goals can use at most, each card once.

The figure for one choice of ways is easy. A set takes up to n from one row, a run
one from each row of a window, a color run one from each nibble of its plane; where
two compete for a card either may have it. Goals that name a color or a parity alone
get what the others leave over, which is the smallest cut of a flow. Of all choices
the best is wanted, and few of them need be looked at, see `_Join`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from types import MethodType

from p10net.engine.melds import LAST_NUMBER, Goal, Kind
from p10net.engine.packed import (
    HIGH,
    LIFT,
    PLANES,
    ROW_HIGH,
    ROW_LIFT,
    ROWS,
    cards,
    classes,
    folded,
    frames,
    least,
    nibble,
    rises,
    total,
    windows,
)

_FRAMED = {Kind.COLOR_RUN: 1, Kind.ALT_RUN: 1, Kind.COLOR_SET: 2}
"""Goals that name number and color, and how many copies of a face they can use."""

_BROAD = (Kind.COLOR, Kind.PARITY, Kind.COLOR_PARITY)
"""Goals that name a color or a parity alone."""

Most = Callable[[int, int, int], int]
Count = Callable[["Shape", int, int, int], int]
Chosen = tuple[tuple[int, int], ...]
"""The sizes of broad goals and the ways chosen for them."""


class Shape:
    """Goals sorted by what they look at, and the way to count that suits them.

    `most` takes the packed hand, a floor, and what is enough: it finds the most cards
    the goals can use, but need not tell figures up to the floor apart, nor go on after
    it has found enough.
    """

    def __init__(self, goals: Iterable[Goal], distinct: bool) -> None:
        """Sort the goals, the largest first; literal ones use no number cards."""
        goals = sorted(goals, key=_size, reverse=True)
        self.framed = [
            (_FRAMED[goal.kind], frames(goal)) for goal in goals if goal.kind in _FRAMED
        ]
        self.runs = [windows(goal.n) for goal in goals if goal.kind is Kind.RUN]
        self.sets = tuple(goal.n for goal in goals if goal.kind is Kind.SET)
        self.broad = [
            (goal.n, classes(goal.kind)) for goal in goals if goal.kind in _BROAD
        ]
        self.colored = bool(self.framed or self.broad)
        self.distinct = distinct
        self.in_sets = _in_own_rows if distinct else _in_rows
        kinds = len({ways for _, ways in self.broad})
        parts = (len(self.framed), len(self.runs), bool(self.sets), kinds)
        self.most: Most = MethodType(_SHORT_CUTS.get(parts, _joined), self)


def _size(goal: Goal) -> int:
    return goal.n


def _in_sets(shape: Shape, packed: int, floor: int, enough: int) -> int:
    return shape.in_sets(rises(packed & ROWS), shape.sets)


@lru_cache(maxsize=4096)
def _in_rows(counts: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """Fill sets of these sizes from rows that rise so; two may share a row."""
    if not sizes or not counts:
        return 0
    if len(sizes) == 1:
        return min(len(counts), sizes[0])  # as the longest row will do
    most = 0
    for k, count in enumerate(counts, 1):
        if count > (counts[k] if k < len(counts) else 0):  # a row of just k cards
            used = min(k, sizes[0])
            left = [n - (k - used < i <= k) for i, n in enumerate(counts, 1)]
            rest = _in_rows(tuple(n for n in left if n), sizes[1:])
            most = max(most, used + rest)
    return most


@lru_cache(maxsize=4096)
def _in_own_rows(counts: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """Fill sets from a row of their own each, the largest from the longest."""
    rows = range(max(counts, default=0))
    return sum(map(min, (sum(count > i for count in counts) for i in rows), sizes))


def _in_run(shape: Shape, packed: int, floor: int, enough: int) -> int:
    there = ((packed & ROWS) + ROW_LIFT[1]) & ROW_HIGH
    return max(_used(there, shape.runs[0]))


def _in_run_and_sets(shape: Shape, packed: int, floor: int, enough: int) -> int:
    rows, most = packed & ROWS, floor
    there = (rows + ROW_LIFT[1]) & ROW_HIGH
    in_sets = shape.in_sets(rises(rows), shape.sets)
    for window in shape.runs[0]:
        taken = there & window
        used = taken.bit_count()
        if used + in_sets > most:
            used += shape.in_sets(rises(rows - (taken >> 3)), shape.sets)
            if used > most:
                most = used
                if most >= enough:
                    break
    return most


def _in_classes(shape: Shape, packed: int, floor: int, enough: int) -> int:
    planes = packed >> PLANES
    counts = [cards(planes & way) for way in shape.broad[0][1]]
    if len(shape.broad) == 1:
        return min(shape.broad[0][0], max(counts))
    rising = tuple(
        sum(count >= k for count in counts) for k in range(1, max(counts) + 1)
    )
    return shape.in_sets(rising, tuple(n for n, _ in shape.broad))


def _in_frame(shape: Shape, packed: int, floor: int, enough: int) -> int:
    return _most_framed(packed >> PLANES, *shape.framed[0])


def _most_framed(planes: int, depth: int, ways: tuple[int, ...]) -> int:
    once, twice = ((planes + lift) & HIGH for lift in LIFT[1:3])
    return 2 if depth == 2 and twice else max(_used(once, ways))


def _used(there: int, ways: tuple[int, ...]) -> list[int]:
    return [(there & way).bit_count() for way in ways]


def _joined(shape: Shape, packed: int, floor: int, enough: int) -> int:
    return _Join(shape, packed, floor, enough).run()


_SHORT_CUTS: dict[tuple[int, int, bool, int], Count] = {
    (0, 0, True, 0): _in_sets,
    (0, 1, False, 0): _in_run,
    (0, 1, True, 0): _in_run_and_sets,
    (0, 0, False, 1): _in_classes,
    (1, 0, False, 0): _in_frame,
}
"""By the number of framed goals and runs, whether sets, and kinds of broad goals."""


class _Join:
    """The general count: goal by goal, leaving what cannot beat the best so far.

    Goals that name most come first and take all they can. `rest[i]` is at most what
    stage i and all after it add: framed goals, runs, broad goals, last all sets.
    """

    def __init__(self, shape: Shape, packed: int, floor: int, enough: int) -> None:
        """Find out what each goal could use alone; together they use no more."""
        self.shape, self.most, self.enough = shape, floor, enough
        self.rows, self.planes = packed & ROWS, packed >> PLANES
        there = (self.rows + ROW_LIFT[1]) & ROW_HIGH
        alone = [_most_framed(self.planes, *goal) for goal in shape.framed]
        alone += [max(_used(there, ways)) for ways in shape.runs]
        for n, ways in shape.broad:
            alone.append(min(n, max(cards(self.planes & way) for way in ways)))
        alone.append(shape.in_sets(rises(self.rows), shape.sets))
        self.rest = [*accumulate(reversed(alone), initial=0)][::-1]
        self.broad_rest = [
            rest - alone[-1] for rest in self.rest[len(shape.framed + shape.runs) :]
        ]

    def run(self) -> int:
        """Find the most cards, unless the floor cannot be passed."""
        if min(self.rest[0], total(self.rows)) > self.most:
            self._frame(0, self.planes, self.rows, 0, 0)
        return self.most

    def _frame(self, i: int, planes: int, rows: int, used: int, start: int) -> None:
        """Choose a way for framed goal i."""
        if i == len(self.shape.framed):
            self._run(0, planes, rows, used, 0)
            return
        depth, ways = self.shape.framed[i]
        once, twice = ((planes + lift) & HIGH for lift in LIFT[1:3])
        if depth == 1:
            twice = 0
        again = _again(self.shape.framed, i)
        differs = depth == 2 and self.shape.distinct
        rest = used + self.rest[i + 1]
        for count, at, there in self._promising(once, twice, ways, rest, start):
            taken = there + (twice & there) >> 3
            left, now = rows - folded(taken), used + count
            self._frame(i + 1, planes - taken, left, now, again * (at + differs))

    def _run(self, i: int, planes: int, rows: int, used: int, start: int) -> None:
        """Choose a window for run i."""
        if i == len(self.shape.runs):
            self._class((), planes, rows, used, 0)
            return
        ways = self.shape.runs[i]
        once = (rows + ROW_LIFT[1]) & ROW_HIGH
        again = _again(self.shape.runs, i)
        rest = used + self.rest[len(self.shape.framed) + i + 1]
        for count, at, there in self._promising(once, 0, ways, rest, start):
            self._run(i + 1, planes, rows - (there >> 3), used + count, again * at)

    def _promising(
        self, once: int, twice: int, ways: tuple[int, ...], rest: int, start: int
    ) -> Iterator[tuple[int, int, int]]:
        """Go through the ways from `start` on that may beat the best, best first.

        Each comes as the cards it uses, its place, and where it finds them; of ways
        that find the same cards one is enough.
        """
        found: dict[int, int] = {}
        for at in range(start, len(ways)):
            found.setdefault(once & ways[at], at)
        options = [
            (there.bit_count() + (twice & there).bit_count(), at, there)
            for there, at in found.items()
        ]
        options.sort(key=_count, reverse=True)
        for option in options:
            if option[0] + rest <= self.most or self.most >= self.enough:
                return
            yield option

    def _class(
        self, chosen: Chosen, planes: int, rows: int, used: int, start: int
    ) -> None:
        """Choose a color or parity for the next broad goal."""
        i, broad, sets = len(chosen), self.shape.broad, self.shape.sets
        most = used + self._limit(chosen, planes, rows, sets)
        if most + self.broad_rest[i] <= self.most or self.most >= self.enough:
            return
        if i < len(broad):
            n, ways = broad[i]
            again = _again(broad, i)
            for at in range(start, len(ways)):
                if not (self.shape.distinct and _among(ways[at], chosen)):
                    wider = (*chosen, (n, ways[at]))
                    self._class(wider, planes, rows, used, again * at)
        elif broad and sets:
            self._set(sets, chosen, planes, rows, used, 1)
        else:
            self.most = most

    def _set(
        self,
        sizes: tuple[int, ...],
        chosen: Chosen,
        planes: int,
        rows: int,
        used: int,
        start: int,
        shut: int = 0,
    ) -> None:
        """Choose a row for the next set; `shut` ones are taken where sets differ."""
        most = used + self._limit(chosen, planes, rows, sizes, shut)
        if most <= self.most or self.most >= self.enough:
            return
        free = rows & ~shut
        if not sizes or not free:
            self.most = most
            return
        again, distinct = _again(sizes, 0), self.shape.distinct
        for n in range(start, LAST_NUMBER + 1):
            count = min(sizes[0], free >> 4 * (n - 1) & 15)
            if count and self.most < most:
                left, closed = (
                    rows - count * nibble(n),
                    shut | distinct * 15 * nibble(n),
                )
                first = n if again else 1
                self._set(sizes[1:], chosen, planes, left, used + count, first, closed)

    def _limit(
        self,
        chosen: Chosen,
        planes: int,
        rows: int,
        sizes: tuple[int, ...],
        shut: int = 0,
    ) -> int:
        """Count the cards that broad goals can use, and at most those of sets.

        A cut adds up the sizes of some broad goals, and the cards of all ways of the
        others; no more cards can be used than the smallest cut lets through, and if
        there are no sets just as many.
        """
        cuts = [(0, 0)]
        for n, way in chosen:
            cuts = [
                cut
                for size, all in cuts
                for cut in ((size + n, all), (size, all | way))
            ]
        most = []
        for size, ways in cuts:
            through = least(rows, folded(planes & ways)) if ways else 0
            if sizes:
                size += self.shape.in_sets(rises(rows - through & ~shut), sizes)
            most.append(size + total(through))
        return min(most)


def _among(way: int, chosen: Chosen) -> bool:
    return any(way == other for _, other in chosen)


_count = itemgetter(0)


def _again(goals: Sequence[object], i: int) -> bool:
    """Whether the goal after this one is the same."""
    return i + 1 < len(goals) and goals[i + 1] == goals[i]
