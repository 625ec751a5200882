"""Who must hold which card, by the order of a deck: a round told again, card by card.

Everything that moves a card is public but its face, and the faces follow from the
seed. So whoever saw a round can tell afterwards what each seat held, and finds the seat
that played a card it was never dealt. It sees only what its own seat saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from p10net.engine.cards import Card, Hand, in_order, without
from p10net.engine.dice import ALL, played
from p10net.engine.moves.discard import Discarded
from p10net.engine.moves.draw import Drew
from p10net.engine.moves.give import Gave, GaveBack
from p10net.engine.moves.hit import HitMade
from p10net.engine.moves.house import Reshuffled, SeatDropped
from p10net.engine.moves.lay import Laid
from p10net.engine.moves.swap import Swapped
from p10net.engine.opening import Dealt, full_deck, lay_out
from p10net.engine.rolling import Rolled, fresh, lie
from p10net.engine.shuffle import permute, reshuffle_seed
from p10net.engine.view import View
from p10net.protocol.messages import State

HOUSE: Final = 0
"""In place of a seat: what is wrong concerns the pile or the stock."""


class _NotSo(Exception):
    """A card is not where it must be; the seat has it, or should."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


# What an event takes out of its seat's hand, and puts into it, as everybody sees.
SPENT: Final[dict[type[Any], Callable[[Any], Hand]]] = {
    Discarded: lambda event: (event.card,),
    GaveBack: lambda event: (event.card,),
    HitMade: lambda event: (event.card,),
    Laid: lambda event: tuple(card for meld in event.melds for card in meld.cards),
    Swapped: lambda event: (event.card,),
}
GAINED: Final[dict[type[Any], Callable[[Any], Hand]]] = {
    Drew: lambda event: (event.card,) if event.card else (),
    Swapped: lambda event: () if event.end else (Card.W,),
}


def false_card(seed: bytes, out: Hand, states: Sequence[State]) -> int | None:
    """Find the first seat with a card that the seed's deck did not give it.

    `states` begin with the deal and are all there were of the round, as far as they go;
    `out` are the cards that lay in save piles. 0 is the house, None: all is right.
    """
    if played(states[0].view.rules):
        return _false_roll(seed, states)
    try:
        ledger = _Ledger(seed, out, states[0])
        for state in states:
            ledger.go_on(state)
    except (_NotSo, LookupError) as error:
        return error.seat if isinstance(error, _NotSo) else HOUSE
    return None


def _false_roll(seed: bytes, states: Sequence[State]) -> int | None:
    """Find the first seat whose dice did not fall as the seed has it."""
    lying: Hand = ()
    rolls = (one for state in states for one in state.ev if isinstance(one, Rolled))
    for event in rolls:
        before = lying if event.rolls > 1 else ()
        lying = lie(before, event.again, fresh(seed, event.seat, event.rolls))
        if event.dice != lying or (not before and event.again != ALL):
            return event.seat
    return None


class _Ledger:
    """The hands, save piles with them, and the stock, as they must be.

    `pool` are cards in save piles since before the round, somewhere.
    """

    def __init__(self, seed: bytes, out: Hand, state: State) -> None:
        """Lay the deck out as the seed has it."""
        view = state.view
        deck = permute(seed, without(full_deck(view.rules), out))
        dealing = lay_out(view, deck)
        self._seed, self._deck = seed, full_deck(view.rules)
        self._held = {seat: Counter(hand) for seat, hand in dealing.hands}
        self._stock = [*dealing.stock]
        self._pile: Hand = (dealing.up,)
        self._shuffles, self._pool = 0, Counter(out)
        self._dealt = dealing.up, dealing.under
        if view.you is not None:
            self._have_saved(view.you.seat, view.you.saved)

    def _have_saved(self, seat: int, saved: Hand) -> None:
        """Put our own save pile to our cards, out of those that were left out."""
        for card in saved:
            self._take(self._pool, card, seat)
            self._held.setdefault(seat, Counter())[card] += 1

    def go_on(self, state: State) -> None:
        """Follow one act; raises when a card is not where it must be."""
        self._move(state)
        self._draw(state)
        view = state.view
        self._pile = view.pile
        self._own(view)
        if view.summary is not None and any(view.summary.left):
            self._laid_open(view, view.summary.left)

    # --- What everybody sees -----------------------------------------------------

    def _move(self, state: State) -> None:
        for event in state.ev:
            seat = getattr(event, "seat", HOUSE)
            if isinstance(event, Dealt) and (event.up, event.under) != self._dealt:
                raise _NotSo(HOUSE)
            if isinstance(event, Gave) and event.card is Card.W:
                self._held[event.to][Card.W] += 1
            if isinstance(event, SeatDropped):
                self._drop(seat)
            for card in GAINED.get(type(event), _nothing)(event):
                self._held[seat][card] += 1
            for card in SPENT.get(type(event), _nothing)(event):
                self._spend(seat, card)
        if self._goes(state):
            self._held[state.view.turn][Card.W] += 1

    def _goes(self, state: State) -> bool:
        """Whether the wild turned up first went to the first player by itself."""
        view = state.view
        drew = any(isinstance(event, Drew | Gave) for event in state.ev)
        return self._pile == (Card.W,) and not view.pile and not drew

    def _spend(self, seat: int, card: Card) -> None:
        held = self._held[seat]
        self._take(held if held[card] else self._pool, card, seat)

    def _take(self, cards: Counter[Card], card: Card, seat: int) -> None:
        if not cards[card]:
            raise _NotSo(seat)
        cards[card] -= 1

    def _drop(self, seat: int) -> None:
        """Put the cards of a seat that left under the stock."""
        held = self._held.pop(seat, Counter())
        self._stock = [*in_order(tuple(held.elements())), *self._stock]

    # --- What comes from the stock -----------------------------------------------

    def _draw(self, state: State) -> None:
        """Give the mover what the stock has lost."""
        again = [event.n for event in state.ev if isinstance(event, Reshuffled)]
        spent = [event.card for event in state.ev if isinstance(event, Discarded)]
        owed = len(self._stock) + sum(again) - state.view.stock
        seats = [one.seat for one in state.ev if hasattr(one, "seat")]
        for _ in range(owed):
            if not self._stock:
                self._reshuffle((*self._pile, *spent)[:-1])
            self._held[seats[0]][self._stock.pop()] += 1
        if len(self._stock) != state.view.stock:
            raise _NotSo(HOUSE)

    def _reshuffle(self, discards: Hand) -> None:
        self._shuffles += 1
        indices = bytes(self._deck.index(card) for card in discards)
        key = reshuffle_seed(self._seed, self._shuffles, indices)
        self._stock = [*permute(key, discards)[::-1]]

    # --- What must be so ---------------------------------------------------------

    def _own(self, view: View) -> None:
        if view.you is None or view.you.seat not in self._held:
            return
        have = Counter(view.you.hand + view.you.saved)
        if have != +self._held[view.you.seat]:
            raise _NotSo(view.you.seat)

    def _laid_open(self, view: View, left: Iterable[Hand]) -> None:
        """Compare the hands that lie open at the end of the round."""
        pool = self._pool.copy()
        for seat, hand in enumerate(left, 1):
            rest = +self._held.get(seat, Counter())
            for card in hand:
                self._take(rest if rest[card] else pool, card, seat)
            if sum(rest.values()) > view.seats[seat - 1].saved:
                raise _NotSo(seat)


def _nothing(event: object) -> Hand:
    return ()
