"""Where each card of the own hand lies on the screen.

Within a turn a card keeps its slot, even when others have gone to the table: fingers
remember numbers. The card just drawn has a slot of its own. Between turns the gaps
close and the hand is sorted as its player likes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import Enum

from msgspec import Struct

from p10net.engine.cards import ORDER, Card, Hand
from p10net.engine.view import Stage, View

NEW = -1
"""Stands for the slot of the card just drawn, which is no number."""


class Sort(Enum):
    """How the own hand is kept; `o` goes through them in this order."""

    NUMBER = "number"
    COLOR = "color"
    NEED = "need"
    MINE = "mine"

    def next(self) -> Sort:
        """Give the sorting that comes after this one."""
        sorts = list(Sort)
        return sorts[(sorts.index(self) + 1) % len(sorts)]


class Slots(Struct, frozen=True):
    """The own hand as it lies there; None is a gap, `new` the card just drawn."""

    cards: tuple[Card | None, ...] = ()
    new: Card | None = None

    def at(self, slot: int | None) -> Card | None:
        """Give the card in a slot, if there is one."""
        if slot == NEW:
            return self.new
        if slot is None or not 0 <= slot < len(self.cards):
            return None
        return self.cards[slot]

    def filled(self) -> tuple[int, ...]:
        """List the slots that hold a card, as they stand from left to right."""
        slots = tuple(at for at, card in enumerate(self.cards) if card is not None)
        return slots if self.new is None else (*slots, NEW)

    def find(self, card: Card) -> int | None:
        """Find a slot that holds this card, the new one last."""
        return next((at for at in self.filled() if self.at(at) is card), None)

    def held(self) -> Hand:
        """List the cards, the new one last."""
        cards = (self.at(slot) for slot in self.filled())
        return tuple(card for card in cards if card is not None)


def held_by(slots: Slots, cards: Iterable[Card]) -> set[int]:
    """Find the slots of these cards, of equal ones as many as there are of them."""
    left = Counter(cards)
    found = set()
    for slot in slots.filled():
        if _take(left, slots.at(slot)) is not None:
            found.add(slot)
    return found


Sorting = Callable[[Iterable[Card], Hand], Iterable[Card]]


def _by_need(cards: Iterable[Card], first: Hand) -> Iterable[Card]:
    """Put the cards that serve the phase first, as they would lie on the table."""
    left = sorted(cards, key=_number)
    needed = [card for card in first if card in left]
    for card in needed:
        left.remove(card)
    return (*needed, *left)


def _number(card: Card) -> tuple[int, int]:
    return (card.number or 99, card.order)


SORTINGS: Mapping[Sort, Sorting] = {
    Sort.NUMBER: lambda cards, first: sorted(cards, key=_number),
    Sort.COLOR: lambda cards, first: sorted(cards, key=ORDER),
    Sort.NEED: _by_need,
    Sort.MINE: lambda cards, first: cards,
}


def sorted_as(slots: Slots, sort: Sort, first: Hand = ()) -> Slots:
    """Sort a hand and close its gaps; the new card keeps its own slot."""
    cards = tuple(card for card in slots.cards if card is not None)
    return Slots(tuple(SORTINGS[sort](cards, first)), slots.new)


def in_turn(view: View) -> bool:
    """Whether the seat whose view this is has drawn and not yet ended its turn."""
    mine = view.you is not None and view.you.seat == view.turn
    return mine and view.stage in (Stage.PLAY, Stage.ROLL)


def followed(slots: Slots, view: View, sort: Sort, first: Hand = ()) -> Slots:
    """Bring the slots up to date with what the host says the hand is.

    `first` are the cards that serve the phase, for those who sort by need.
    """
    if view.you is None:
        return Slots()
    left = Counter(view.you.hand)
    kept = tuple(_take(left, card) for card in slots.cards)
    new = _take(left, slots.new)
    if in_turn(view) and new is None:
        new = _take(left, view.you.drew)
    added = tuple(left.elements())
    if in_turn(view) and any(kept):
        return Slots((*kept, *added), new)
    last = () if new is None or in_turn(view) else (new,)
    spread = Slots((*kept, *added, *last), new if in_turn(view) else None)
    return sorted_as(spread, sort, first)


def _take(left: Counter[Card], card: Card | None) -> Card | None:
    """Take a card out of what is left to be placed, if it is still there."""
    if card is None or not left[card]:
        return None
    left[card] -= 1
    return card


def moved(slots: Slots, chosen: int, by: int) -> tuple[Slots, int]:
    """Move a card one slot over; a card among the numbered ones changes places."""
    to = chosen + by
    if chosen == NEW or not 0 <= to < len(slots.cards):
        return slots, chosen
    cards = list(slots.cards)
    cards[chosen], cards[to] = cards[to], cards[chosen]
    return Slots(tuple(cards), slots.new), to
