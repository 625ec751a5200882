"""Where the cards of a hand may go: goals still to be laid, melds on the table.

A hand is numbered: bit i of a mask is its i-th number card or wild, so that "which
cards fit here" is one integer. A `Place` is one way to take a goal (this number,
this color, this stretch of a run) or a meld on the table; `fill` hands the cards out
to the slots that must be filled, exactly. Nothing here decides which way is best:
that is `finder`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import permutations
from operator import or_
from typing import NamedTuple

from p10net.engine.cards import COLORS, Card, Hand
from p10net.engine.melds import KINDS, LAST_NUMBER, Goal, Kind, Meld, has_natural

Mask = int
Track = tuple[Mask, ...]

# What laying a card is worth: its points, and as a tie-break that it is one card.
_A_POINT, _A_CARD = 16, 1
_SPAN = range(1, LAST_NUMBER + 1)


def _first(count: int) -> Mask:
    return (1 << count) - 1


def lowest(mask: Mask, count: int) -> Mask:
    """Pick so many cards of a mask, the lowest bits first; all if there are fewer."""
    left = mask
    for _ in range(count):
        left &= left - 1
    return mask & ~left


def either(masks: Iterable[Mask]) -> Mask:
    """Join masks."""
    return reduce(or_, masks, 0)


def worth(card: Card) -> int:
    """Weigh a card by the points it costs in the hand; each card counts a bit more."""
    return card.points * _A_POINT + _A_CARD


_FIVE, _TEN, _WILD = worth(Card.R5), worth(Card.R10), worth(Card.W)


class Held:
    """A hand by bits: number cards, then cards of the wild number, wilds, Skips.

    `number[n]` and `color[c]` are all cards of a number and of a color. `fillers` can
    stand for any card: the `wilds` (W) and the cards of the wild number; `plain` are
    the number cards that cannot.
    """

    def __init__(self, hand: Hand, wild: int = 0) -> None:
        """Number the cards; the rule card goes nowhere and is left out."""
        cards = [card for card in hand if card.number and card.number != wild]
        self.plain = _first(len(cards))
        if wild:
            cards += [card for card in hand if card.number == wild]
        self.naturals = _first(len(cards))
        wilds, skips = hand.count(Card.W), hand.count(Card.S)
        self.number = [0] * (LAST_NUMBER + 1)
        self.color = dict.fromkeys(COLORS, 0)
        for i, card in enumerate(cards):
            self.number[card.number] |= 1 << i
            self.color[card.color] |= 1 << i
        self.tens = self.number[10] | self.number[11] | self.number[12]
        self.wilds = _first(wilds) << len(cards)
        self.skips = _first(skips) << len(cards) + wilds
        self.cards = (*cards, *(Card.W,) * wilds, *(Card.S,) * skips)
        self.fillers = self.naturals & ~self.plain | self.wilds
        self._classes: dict[Kind, dict[object, Mask]] = {}

    def worth(self, mask: Mask) -> int:
        """Weigh the number cards and wilds of a mask."""
        tens, wilds = mask & self.tens, mask & self.wilds
        fives = mask & self.naturals & ~tens
        return (
            _FIVE * fives.bit_count()
            + _TEN * tens.bit_count()
            + _WILD * wilds.bit_count()
        )

    def classes(self, kind: Kind) -> dict[object, Mask]:
        """Sort the number cards by what cards of a kind must share."""
        found = self._classes.get(kind)
        if found is None:
            found = self._classes[kind] = {}
            traits = KINDS[kind].traits
            for i in range(self.naturals.bit_count()):
                mark = tuple(getattr(self.cards[i], trait) for trait in traits)
                found[mark] = found.get(mark, 0) | 1 << i
        return found

    def track(self, hues: str) -> Track:
        """Give the cards for each number of a run whose colors follow `hues`.

        "" takes any color; the letters go round by number, "RB" being red for odd.
        """
        if not hues:
            return tuple(self.number)
        cycle = len(hues)
        return tuple(
            self.number[n] & self.color[hues[(n - 1) % cycle]] if n else 0
            for n in range(LAST_NUMBER + 1)
        )

    def card(self, bit: Mask) -> Card:
        """Turn the mask of one card back into the card."""
        return self.cards[bit.bit_length() - 1]

    def hand(self, mask: Mask) -> Hand:
        """Turn a mask back into cards, in the order of the bits."""
        return tuple(card for i, card in enumerate(self.cards) if mask >> i & 1)


class Place(NamedTuple):
    """One way to take a goal, or to go on with a meld on the table.

    `slots` must be filled, each with a card of its mask; `naturals` are the cards
    that would stand for themselves there, `fits` all of those. `joins` may be added
    without limit. `need` slots have no number card at all; `gain` is at most what
    number cards are worth here. `mark` tells ways of one kind apart. A run's first
    slot is the number `low`; on the table the first `below` slots lie under the run.
    """

    at: int
    slots: tuple[Mask, ...] = ()
    naturals: tuple[Mask, ...] = ()
    fits: Mask = 0
    joins: Mask = 0
    need: int = 0
    gain: int = 0
    mark: object = None
    low: int = 0
    below: int = 0


def _gain(place: Place) -> int:
    return place.gain


@lru_cache(maxsize=64)
def hues(kind: Kind, palette: str) -> tuple[str, ...]:
    """Name the color orders a run may follow; see `Held.track`."""
    if kind is Kind.RUN:
        return ("",)
    if kind is Kind.COLOR_RUN:
        return tuple(COLORS)
    letters, length = palette or COLORS, len(palette) or 2
    return tuple("".join(order) for order in permutations(letters, length))


# Ways to take a goal


class Asked(NamedTuple):
    """What is asked of the ways to take a goal.

    With `grows` runs longer than the goal are ways of their own. With `natural` a
    set or color must have a card that stands for itself; with `blank` wilds alone
    will do.
    """

    grows: bool
    natural: bool
    blank: bool


def ways(held: Held, goal: Goal, at: int, asked: Asked) -> list[Place]:
    """List the ways to take a goal, those that can lay most first."""
    row = KINDS[goal.kind]
    if row.only is not None:
        skip = row.only is Card.S
        mask, need = (held.skips, 0) if skip else (held.wilds, goal.n)
        return [Place(at, (mask,) * goal.n, (0,) * goal.n, need=need)]
    find = _stretches if row.sequence else _gatherings
    return sorted(find(held, goal, at, asked), key=_gain, reverse=True)


def _gatherings(held: Held, goal: Goal, at: int, asked: Asked) -> Iterator[Place]:
    """Sets, colors, parities: one way for each class of cards in the hand."""
    n, others = goal.n, held.fillers
    for mark, mask in held.classes(goal.kind).items():
        plain = mask & held.plain
        first = mask if asked.natural else mask | others
        yield Place(
            at,
            (first, *((mask | others,) * (n - 1))),
            (mask,) * n,
            mask,
            mask | held.fillers,
            max(0, n - plain.bit_count()),
            held.worth(plain),
            (goal.kind, mark),
        )
    if asked.blank:
        alone = (held.wilds,) * n
        yield Place(at, alone, (0,) * n, 0, held.wilds, n, mark=(goal.kind, ""))


def _stretches(held: Held, goal: Goal, at: int, asked: Asked) -> Iterator[Place]:
    """Runs: one way for each stretch of numbers that the wilds can complete."""
    most = held.fillers.bit_count()
    for letters in hues(goal.kind, goal.colors):
        track = held.track(letters)
        for low, size in _windows(track, goal.n, asked.grows):
            place = _stretch(held, at, track, low, size)
            if place.need <= most and place.fits:
                yield place
    if goal.n <= most and asked.blank:
        yield _stretch(held, at, _NO_TRACK, 1, goal.n)


_NO_TRACK: Track = (0,) * (LAST_NUMBER + 1)


def _windows(track: Track, n: int, grows: bool) -> Iterator[tuple[int, int]]:
    """Go through stretches of size n, and longer ones that end in held numbers."""
    for low in range(1, LAST_NUMBER + 2 - n):
        yield low, n
    numbers = [number for number in _SPAN if track[number]] if grows else []
    for i, low in enumerate(numbers):
        for high in numbers[i + 1 :]:
            if high - low >= n:
                yield low, high - low + 1


def _stretch(held: Held, at: int, track: Track, low: int, size: int) -> Place:
    naturals = track[low : low + size]
    fits = need = gain = 0
    for mask in naturals:
        plain = mask & held.plain
        fits |= mask
        need += not plain
        gain += held.worth(plain & -plain)
    slots = tuple(mask | held.fillers for mask in naturals)
    return Place(at, slots, naturals, fits, 0, need, gain, None, low)


# Ways to go on with a meld on the table


def joining(held: Held, meld: Meld, at: int) -> Place:
    """Give what a meld without ends takes; where only wilds lie, only wilds."""
    row, joins = KINDS[meld.kind], held.fillers
    if row.only is not None or row.sequence:
        return Place(at)
    if has_natural(meld):
        facts = tuple(getattr(meld, trait) for trait in row.traits)
        joins |= held.classes(meld.kind).get(facts, 0)
    return Place(at, joins=joins)


def room(meld: Meld) -> int:
    """Count the cards a run on the table can still take."""
    return LAST_NUMBER - len(meld.cards) if KINDS[meld.kind].sequence else 0


def reach(held: Held, meld: Meld) -> Mask:
    """Give the cards that might lengthen a run, if all wilds bridged its gaps."""
    reached = 0
    if has_natural(meld):
        above = meld.low + len(meld.cards)
        for track, _ in _table_tracks(held, meld):
            reached |= either(track[1 : meld.low]) | either(track[above:])
    return reached & held.plain


def lengthenings(held: Held, meld: Meld, at: int, closed: Mask) -> list[Place]:
    """List the ways to lengthen a run by cards of `closed`, which fit nowhere else.

    Each end is lengthened up to such a card or not at all.
    """
    found = [Place(at)]
    if not has_natural(meld):
        return found
    low, above = meld.low, meld.low + len(meld.cards)
    for track, others in _table_tracks(held, meld):
        downs = [low] + [n for n in range(1, low) if track[n] & closed]
        ups = [above] + [
            n + 1 for n in range(above, LAST_NUMBER + 1) if track[n] & closed
        ]
        found += [
            _longer(held, Place(at, low=down, below=low - down), track, others, ends)
            for down in downs
            for up in ups
            if (ends := (*range(down, low), *range(above, up)))
        ]
    found.sort(key=_gain, reverse=True)
    return found


def _longer(
    held: Held, start: Place, track: Track, others: Track, numbers: tuple[int, ...]
) -> Place:
    naturals = tuple(track[n] for n in numbers)
    plain = [mask & held.plain for mask in naturals]
    return start._replace(
        slots=tuple(track[n] | others[n] for n in numbers),
        naturals=naturals,
        fits=either(naturals),
        need=plain.count(0),
        gain=sum(held.worth(mask & -mask) for mask in plain),
    )


def _table_tracks(held: Held, meld: Meld) -> Iterator[tuple[Track, Track]]:
    """Give the tracks that a run leaves open, with what may fill their gaps.

    Where a color is still open, a card of the wild number on its own number would
    not be a wild but fix the color.
    """
    known = meld.colors or meld.color or "?" * (meld.kind is Kind.COLOR_RUN)
    free = [c for c in meld.palette or COLORS if c not in known] if "?" in known else ()
    fixing = either(held.color[c] for c in free)
    for letters in hues(meld.kind, meld.palette):
        lies = [_letter(known, n - meld.low) for n in range(LAST_NUMBER + 1)]
        asked = [_letter(letters, n - 1) for n in range(LAST_NUMBER + 1)]
        if all(a in (b, "?") for a, b in zip(lies, asked, strict=True)):
            others = tuple(
                held.fillers & ~(held.number[n] & fixing if a == "?" else 0)
                for n, a in enumerate(lies)
            )
            yield held.track(letters), others


def _letter(letters: str, i: int) -> str:
    return letters[i % len(letters)] if letters else "?"


# Handing out the cards


class Filling:
    """Cards handed out to slots, one each, by paths that never give a slot up."""

    def __init__(self, slots: Iterable[Mask]) -> None:
        """Start with every slot empty."""
        self.slots = list(slots)
        self.cards = [0] * len(self.slots)
        self.used = 0
        self._slot_of: dict[Mask, int] = {}
        self._tried = 0

    def fill(self, tiers: Iterable[Mask]) -> bool:
        """Fill the slots, cards of earlier tiers before cards of later ones.

        A card once handed out stays in use, so each tier's cards are used as far as
        any way of filling can: the filling weighs most if tiers go by weight.
        """
        allowed = 0
        for tier in tiers:
            allowed |= tier
            for i, card in enumerate(self.cards):
                if not card:
                    self._tried = ~allowed
                    self._take(i)
        return all(self.cards)

    def _take(self, i: int) -> bool:
        want = self.slots[i] & ~self._tried
        free = want & ~self.used
        if free:
            bit = free & -free
            self.used |= bit
            self._give(bit, i)
            return True
        while want:
            bit = want & -want
            self._tried |= bit
            if self._take(self._slot_of[bit]):
                self._give(bit, i)
                return True
            want &= ~self._tried
        return False

    def _give(self, bit: Mask, i: int) -> None:
        self.cards[i] = bit
        self._slot_of[bit] = i
