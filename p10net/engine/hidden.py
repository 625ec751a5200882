"""What is hidden: the hands, the stock and the chance, and how they are handed out.

Here and in `game` alone a hidden card has a name; only the host may import the two.
When something is due stands in the moves; this module pays.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine import opening, rolling, turns
from p10net.engine.cards import Card, Hand, in_order, with_card, without
from p10net.engine.moves.house import Reshuffled
from p10net.engine.rules import Rules
from p10net.engine.shuffle import permute, reshuffle_seed
from p10net.engine.view import PLAY, ROUND_OVER, View, You, seat_at, seated, with_seat

Events = tuple[Any, ...]


class Game(Struct, frozen=True, gc=False):
    """The open table and what is hidden: hands, stock (top last), the round's seed.

    `yours[n - 1]` belongs to seat n; `shuffles` counts the round's reshuffles.
    """

    open: View
    yours: tuple[You, ...]
    stock: Hand = ()
    seed: bytes = b""
    shuffles: int = 0


def put(yours: tuple[You, ...], mine: You) -> tuple[You, ...]:
    every = [*yours]
    every[mine.seat - 1] = mine
    return tuple(every)


def give(game: Game, given: tuple[int, Card] | None) -> Game:
    if given is None:
        return game
    mine = game.yours[given[0] - 1]
    mine = replace(mine, hand=with_card(mine.hand, given[1]))
    if game.open.stage is PLAY:
        mine = replace(mine, drew=given[1])
    return replace(game, yours=put(game.yours, mine))


# The stock


def pay(game: Game, view: View, due: int) -> tuple[Game, View, Events]:
    """Give a seat the cards the stock owes it, reshuffling when it runs out.

    The view is the seat's own, and ahead of the game: it is parted into the open
    table and the hand only after this.
    """
    events: Events = ()
    for _ in range(due):
        if not game.stock:
            game, view, events = _fill_stock(game, view, events)
        if game.stock and view.stage is not ROUND_OVER:
            view = _drawn(view, game.stock)
            game = replace(game, stock=game.stock[:-1])
    return game, view, events


def _drawn(view: View, stock: Hand) -> View:
    mine, card = view.you, stock[-1]
    assert mine is not None
    seat = seat_at(view, mine.seat)
    return replace(
        view,
        seats=seated(view, replace(seat, n=seat.n + 1)),
        stock=len(stock) - 1,
        you=replace(mine, hand=with_card(mine.hand, card), drew=card),
    )


def _fill_stock(game: Game, view: View, events: Events) -> tuple[Game, View, Events]:
    """Reshuffle all discards but the top, at the moment a card is needed (A15)."""
    pile = view.pile
    if len(pile) < 2:
        return game, view, events
    if turns.stalemate(view):
        return game, turns.end_round(view, "stalemate"), events
    k, discards = game.shuffles + 1, pile[:-1]
    key = reshuffle_seed(game.seed, k, _indices(view.rules, discards))
    stock = permute(key, discards)[::-1]
    shut = (0,) if len(discards) in view.shut else ()
    view = replace(
        view, pile=pile[-1:], shut=shut, stock=len(stock), stale=view.stale + 1
    )
    game = replace(game, stock=stock, shuffles=k)
    return game, view, (*events, Reshuffled(len(stock)))


def _indices(rules: Rules, cards: Hand) -> bytes:
    """Write faces as deck indices; both copies of a face as that of the first."""
    deck = opening.full_deck(rules)
    return bytes(deck.index(card) for card in cards)


# The deal


def without_saved(deck: Hand, yours: tuple[You, ...]) -> Hand:
    """Leave saved cards out of the deck (000 Masters: they stay where they are)."""
    return without(deck, tuple(card for mine in yours for card in mine.saved))


def hand_out(game: Game, deck: Hand) -> tuple[Game, Hand]:
    """Deal one card at a time from the dealer's left, then turn one up."""
    view = game.open
    dealing = opening.lay_out(view, deck)
    yours, stock = game.yours, dealing.stock
    for seat, hand in dealing.hands:
        yours = put(yours, replace(yours[seat - 1], hand=hand, drew=None))
        view = with_seat(view, replace(seat_at(view, seat), n=len(hand)))
    view = replace(
        view,
        stock=len(stock),
        pile=(dealing.up,),
        melds=(),
        lettered=0,
        closed=False,
        shut=(),
        home=False,
        dry=0,
        stale=0,
    )
    return replace(game, open=view, yours=yours, stock=stock, shuffles=0), dealing.under


# The dice


def throw_dice(game: Game, again: tuple[int, ...]) -> tuple[Game, Events]:
    """Throw the dice named for the seat to move."""
    if not again:
        return game, ()
    view, turn = game.open, game.open.turn
    thrown = rolling.fresh(game.seed, turn, view.rolls + 1)
    view, event = rolling.rolled(view, again, thrown)
    mine = replace(game.yours[turn - 1], hand=in_order(view.dice))
    return replace(game, open=view, yours=put(game.yours, mine)), (event,)
