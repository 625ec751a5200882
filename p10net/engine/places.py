"""Where the cards of a hand may go: goals still to be laid, melds on the table.

A `Place` is one way to take a goal (this number, this color, this stretch of a run)
or to go on with a meld on the table. Ways that another one makes needless are left
out here; which way is best is for `search` to find out.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from operator import attrgetter, or_

from msgspec import Struct

from p10net.engine.cards import COLORS, Card
from p10net.engine.held import FIVE, TEN_MORE, Held, Mask, Track, either
from p10net.engine.melds import (
    KINDS,
    LAST_NUMBER,
    MARKS,
    Goal,
    Kind,
    Meld,
    has_natural,
)
from p10net.engine.packed import hues

_NUMBERS = range(1, LAST_NUMBER + 1)
_FIRST_TEN = 10
_TENS = sum(1 << n for n in _NUMBERS if n >= _FIRST_TEN)
_NO_TRACK = Track((0,) * (LAST_NUMBER + 1), 0)


class Place(Struct, frozen=True, gc=False):
    """One way to take a goal, or to go on with a meld on the table.

    `slots` must be filled, each with a card of its mask; `naturals` are the cards
    that would stand for themselves there, `fits` all of those. `joins` may be added
    without limit. `need` slots have no number card at all; `gain` is at most what
    number cards are worth here. `mark` tells ways of one kind apart. A run's first
    slot is the number `low`; on the table the first `below` slots lie under the run.
    """

    slots: tuple[Mask, ...] = ()
    naturals: tuple[Mask, ...] = ()
    fits: Mask = 0
    joins: Mask = 0
    need: int = 0
    gain: int = 0
    mark: object = None
    low: int = 0
    below: int = 0


_gain = attrgetter("gain")


# Ways to take a goal


class Asked(Struct, frozen=True, gc=False):
    """What is asked of the ways to take a goal.

    With `grows` runs longer than the goal are ways of their own. With `natural` a
    set or color must have a card that stands for itself; with `blank` wilds alone
    will do.
    """

    grows: bool
    natural: bool
    blank: bool


def ways(held: Held, goal: Goal, asked: Asked) -> list[Place]:
    """List the ways to take a goal, those that can lay most first."""
    row = KINDS[goal.kind]
    if row.only is not None:
        skip = row.only is Card.S
        mask, need = (held.skips, 0) if skip else (held.wilds, goal.n)
        return [Place((mask,) * goal.n, (0,) * goal.n, need=need)]
    find = _stretches if row.sequence else _gatherings
    return sorted(find(held, goal, asked), key=_gain, reverse=True)


def _gatherings(held: Held, goal: Goal, asked: Asked) -> Iterator[Place]:
    """Sets, colors, parities: one way for each class of cards in the hand."""
    n, least = goal.n, goal.n - held.supply
    for mark, mask in held.classes(goal.kind).items():
        plain = mask & held.plain
        many = plain.bit_count()
        if many >= least:
            joins = mask | held.fillers
            first = mask if asked.natural else joins
            slots = (first, *((joins,) * (n - 1)))
            gain = FIVE * many + TEN_MORE * (plain & held.tens).bit_count()
            need, key = max(0, n - many), (goal.kind, mark)
            yield Place(slots, (mask,) * n, mask, joins, need, gain, key)
    if asked.blank and n <= held.supply:
        slots, wilds, key = (held.wilds,) * n, held.wilds, (goal.kind, "")
        yield Place(slots, (0,) * n, 0, wilds, n, 0, key)


def _stretches(held: Held, goal: Goal, asked: Asked) -> list[Place]:
    """Runs: one way for each stretch of numbers that the wilds can complete."""
    found = []
    for letters in hues(goal.kind, goal.colors):
        track = held.track(letters)
        spans = _best_spans(held, track, goal.n)
        spans += _long_spans(held, track, goal.n) if asked.grows else []
        found += [_stretch(held, track, *span) for span in spans]
    if goal.kind is Kind.ALT_RUN:
        found = _undominated(found)
    if asked.blank and goal.n <= held.supply:
        found.append(_stretch(held, _NO_TRACK, 1, goal.n))
    return found


@lru_cache(maxsize=16)
def _spans(n: int) -> tuple[tuple[int, int], ...]:
    """Give the stretches of n numbers: the first number, and all as bits."""
    return tuple(
        (low, sum(1 << i for i in range(low, low + n)))
        for low in range(1, LAST_NUMBER + 2 - n)
    )


def _best_spans(held: Held, track: Track, n: int) -> list[tuple[int, int]]:
    """Choose stretches of n numbers, none of which has but cards of another."""
    plain = track.there & ~(1 << held.wild)
    found: dict[int, int] = {}
    for low, span in _spans(n):
        covered = track.there & span
        if covered and n - (covered & plain).bit_count() <= held.supply:
            found.setdefault(covered, low)
    return [
        (low, n)
        for mine, low in found.items()
        if [mine & ~other for other in found].count(0) == 1  # itself alone
    ]


def _long_spans(held: Held, track: Track, n: int) -> list[tuple[int, int]]:
    """Choose stretches of more than n numbers; they end in numbers that are held."""
    plain = track.there & ~(1 << held.wild)
    numbers = [number for number in _NUMBERS if track.there >> number & 1]
    found = []
    for i, low in enumerate(numbers):
        for high in numbers[i + 1 :]:
            if high - low < n:
                continue
            covered = plain >> low & (2 << high - low) - 1
            if high - low + 1 - covered.bit_count() > held.supply:
                break
            found.append((low, high - low + 1))
    return found


def _stretch(held: Held, track: Track, low: int, size: int) -> Place:
    naturals, fillers = track.cards[low : low + size], held.fillers
    span = ((1 << size) - 1) << low
    plain = track.there & ~(1 << held.wild) & span
    many = plain.bit_count()
    return Place(
        tuple([mask | fillers for mask in naturals]),
        naturals,
        either(naturals),
        0,
        size - many,
        FIVE * many + TEN_MORE * (plain & _TENS).bit_count(),
        None,
        low,
    )


def _undominated(found: Iterable[Place]) -> list[Place]:
    """Leave out runs where one no longer than they holds the same cards, or more."""
    best: list[Place] = []
    for place in sorted(found, key=_size):
        if all(place.fits & ~other.fits for other in best):
            best.append(place)
    return best


def _size(place: Place) -> tuple[int, int]:
    return len(place.slots), -place.fits.bit_count()


# Ways to go on with a meld on the table


def taken_by(held: Held, meld: Meld) -> Mask:
    """Give what a meld without ends takes; where only wilds lie, only wilds."""
    row = KINDS[meld.kind]
    if row.only is not None:
        return 0
    if not has_natural(meld):
        return held.fillers
    facts = MARKS[meld.kind](meld)
    return held.classes(meld.kind).get(facts, 0) | held.fillers


class Ends(Struct, frozen=True, gc=False):
    """A run on the table: its lowest number, the first above it, and what may follow.

    `tracks` are the cards for each number, with the fillers that may stand there;
    `reach[k]` are the cards that could be laid with k fillers to bridge its gaps.
    """

    at: int
    low: int
    above: int
    tracks: tuple[tuple[Track, tuple[Mask, ...]], ...]
    reach: tuple[Mask, ...]

    def room(self) -> int:
        """Count the cards the run can still take."""
        return self.low - 1 + LAST_NUMBER + 1 - self.above


def ends(held: Held, meld: Meld, at: int) -> Ends:
    """Find out how a run on the table may go on; where only wilds lie, by wilds."""
    low, above = meld.low, meld.low + len(meld.cards)
    tracks = tuple(_tracks(held, meld)) if has_natural(meld) else ()
    reach = [0] * (held.supply + 1)
    for track, _ in tracks:
        if track.there & (1 << low) - 2:
            _add_reach(reach, held, track, range(low - 1, 0, -1))
        if track.there >> above:
            _add_reach(reach, held, track, range(above, LAST_NUMBER + 1))
    return Ends(at, low, above, tracks, tuple(accumulate(reach, or_)))


def _add_reach(
    reach: list[Mask], held: Held, track: Track, numbers: Iterable[int]
) -> None:
    gaps = 0
    for n in numbers:
        plain = track.cards[n] & held.plain
        gaps += not plain
        if gaps > held.supply:
            break
        reach[gaps] |= plain


def lengthenings(held: Held, run: Ends, closed: Mask, supply: int) -> list[Place]:
    """List the ways to lengthen a run by cards of `closed`, which fit nowhere else.

    Each end is lengthened up to such a card or not at all, with `supply` fillers.
    """
    found = []
    for track, others in run.tracks:
        start = (held.plain, track, others, closed, supply)
        downs = _outward(*start, range(run.low - 1, 0, -1))
        ups = _outward(*start, range(run.above, LAST_NUMBER + 1))
        found += [
            _both_ends(run, down, up)
            for down in downs
            for up in ups
            if down.need + up.need <= supply and (down.slots or up.slots)
        ]
    found.sort(key=_gain, reverse=True)
    return [*found, Place()]


def _outward(
    plain: Mask,
    track: Track,
    others: tuple[Mask, ...],
    closed: Mask,
    supply: int,
    numbers: Iterable[int],
) -> list[Place]:
    """List the ways to lengthen one end, the nearest slot first."""
    found = [Place()]
    slots: list[Mask] = []
    naturals: list[Mask] = []
    fits = need = gain = 0
    for n in numbers:
        mask = track.cards[n]
        need += not mask & plain
        if need > supply:
            break
        slots.append(mask | others[n])
        naturals.append(mask)
        fits |= mask
        if mask & plain:
            gain += FIVE + TEN_MORE * (n >= _FIRST_TEN)
        if mask & closed:
            way = Place(tuple(slots), tuple(naturals), fits, 0, need, gain)
            found.append(way)
    return found


def _both_ends(run: Ends, down: Place, up: Place) -> Place:
    below = len(down.slots)
    return Place(
        down.slots[::-1] + up.slots,
        down.naturals[::-1] + up.naturals,
        down.fits | up.fits,
        0,
        down.need + up.need,
        down.gain + up.gain,
        None,
        run.low - below,
        below,
    )


def _tracks(held: Held, meld: Meld) -> Iterator[tuple[Track, tuple[Mask, ...]]]:
    """Give the tracks that a run leaves open, with what may fill their gaps.

    Where a color is still open, a card of the wild number on its own number would
    not be a wild but fix the color.
    """
    fillers = (held.fillers,) * (LAST_NUMBER + 1)
    known = meld.colors or meld.color or "?" * (meld.kind is Kind.COLOR_RUN)
    if not meld.colors and "?" not in known:
        yield held.track(known), fillers
        return
    free = [color for color in meld.palette or COLORS if color not in known]
    fixing = either(map(held.color, free))
    for letters in hues(meld.kind, meld.palette):
        lies = [known[(n - meld.low) % len(known)] for n in range(LAST_NUMBER + 1)]
        asked = [letters[(n - 1) % len(letters)] for n in range(LAST_NUMBER + 1)]
        if all(a in (b, "?") for a, b in zip(lies, asked, strict=True)):
            others = tuple(
                mask & ~(held.number[n] & fixing if lies[n] == "?" else 0)
                for n, mask in enumerate(fillers)
            )
            yield held.track(letters), others
