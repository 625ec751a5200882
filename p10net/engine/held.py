"""A hand by bits, and cards handed out to slots.

Bit i of a mask is the i-th card of the hand, so that "which cards fit here" is one
integer, and to take cards away is one operation. What fits where is for `places`.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from msgspec import Struct

from p10net.engine.cards import ORDER, SKIP, WILD, Card, Hand, in_order
from p10net.engine.melds import LAST_NUMBER, MARKS, Kind

Mask = int

_NUMBERS = range(1, LAST_NUMBER + 1)

# What laying a card is worth: its points, and as a tie-break that it is one card.
_A_POINT, _A_CARD = 16, 1


def _worth(card: Card) -> int:
    return card.points * _A_POINT + _A_CARD


FIVE, A_WILD = _worth(Card.R5), _worth(Card.W)
TEN_MORE = _worth(Card.R10) - FIVE


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


class Track(Struct, frozen=True, gc=False):
    """The cards a run could have at each number, and which numbers have any."""

    cards: tuple[Mask, ...]
    there: int


class Held:
    """A hand by bits: number cards, cards of the wild number, wilds, Skips, the rest.

    `number[n]` are all cards of a number. `fillers` can stand for any card: the
    `wilds` (W) and the cards of the wild number; `plain` are the number cards that
    cannot.
    """

    def __init__(self, hand: Hand, wild: int = 0) -> None:
        """Number the cards, last what goes nowhere."""
        cards = [card for card in hand if card.number]
        self.wild, self.plain = wild, _first(len(cards))
        if wild:
            cards.sort(key=lambda card: card.number == wild)
            self.plain >>= sum([card.number == wild for card in cards])
        self.naturals = _first(len(cards))
        self.number = [0] * (LAST_NUMBER + 1)
        bit = 1
        for card in cards:
            self.number[card.number] |= bit
            bit <<= 1
        self.tens = self.number[10] | self.number[11] | self.number[12]
        others = [card for card in hand if not card.number]
        wilds, skips = others.count(WILD), others.count(SKIP)
        self.wilds = _first(wilds) * bit
        self.skips = _first(skips) * bit << wilds
        self.cards = (*cards, *sorted(others, key=ORDER)) if others else tuple(cards)
        self.fillers = self.naturals & ~self.plain | self.wilds
        self.supply = self.fillers.bit_count()
        self._classes: dict[Kind, dict[object, Mask]] = {}
        self._tracks: dict[str, Track] = {}

    def worth(self, mask: Mask) -> int:
        """Weigh the number cards and wilds of a mask."""
        return (
            FIVE * (mask & self.naturals).bit_count()
            + TEN_MORE * (mask & self.tens).bit_count()
            + A_WILD * (mask & self.wilds).bit_count()
        )

    def classes(self, kind: Kind) -> dict[object, Mask]:
        """Sort the number cards by what cards of a kind must share."""
        found = self._classes.get(kind)
        if found is None:
            found = self._classes[kind] = self._sorted(kind)
        return found

    def color(self, letter: str) -> Mask:
        """Give the number cards of a color."""
        return self.classes(Kind.COLOR).get(letter, 0)

    def _sorted(self, kind: Kind) -> dict[object, Mask]:
        if kind is Kind.SET:
            return {number: mask for number, mask in enumerate(self.number) if mask}
        found: dict[object, Mask] = {}
        bit, mark_of = 1, MARKS[kind]
        for card in self.cards[: self.naturals.bit_count()]:
            mark = mark_of(card)
            found[mark] = found.get(mark, 0) | bit
            bit <<= 1
        return found

    def track(self, hues: str) -> Track:
        """Give the cards for each number of a run whose colors follow `hues`.

        "" takes any color; the letters go round by number, "RB" being red for odd.
        """
        track = self._tracks.get(hues)
        if track is None:
            cards = self.number
            if hues:
                colors = [self.color(letter) for letter in hues]
                cards = [
                    mask & colors[(n - 1) % len(colors)] for n, mask in enumerate(cards)
                ]
            there = 0
            for n in _NUMBERS:
                if cards[n]:
                    there |= 1 << n
            track = self._tracks[hues] = Track(tuple(cards), there)
        return track

    def card(self, bit: Mask) -> Card:
        """Turn the mask of one card back into the card."""
        return self.cards[bit.bit_length() - 1]

    def hand(self, mask: Mask) -> Hand:
        """Turn a mask back into cards, in the order of the bits."""
        cards = []
        while mask:
            bit = mask & -mask
            mask ^= bit
            cards.append(self.cards[bit.bit_length() - 1])
        return tuple(cards)

    def but(self, mask: Mask) -> Hand:
        """Give the cards that are not in a mask, in the order of a hand."""
        return in_order(self.hand(_first(len(self.cards)) & ~mask))


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
        slots, cards, slot_of, allowed = self.slots, self.cards, self._slot_of, 0
        empty = [i for i, card in enumerate(cards) if not card]
        for tier in filter(None, tiers):
            allowed |= tier
            for i in empty:
                fits = slots[i] & allowed
                free = fits & ~self.used
                if free:
                    bit = free & -free
                    self.used |= bit
                    cards[i], slot_of[bit] = bit, i
                elif fits:
                    self._tried = ~allowed
                    self._make_room(i)
            empty = [i for i in empty if not cards[i]]
        return not empty

    def _make_room(self, i: int) -> bool:
        """Give slot i a card of another slot that finds a card elsewhere."""
        while want := self.slots[i] & ~self._tried:
            free = want & ~self.used
            bit = free & -free or want & -want
            self._tried |= bit
            if free or self._make_room(self._slot_of[bit]):
                self.used |= bit
                self.cards[i], self._slot_of[bit] = bit, i
                return True
        return False
