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


def pay(game: Game, seat: int, due: int) -> tuple[Game, Events]:
    """Give a seat the cards the stock owes it, reshuffling when it runs out."""
    events: Events = ()
    for _ in range(due):
        if not game.stock:
            game, events = _fill_stock(game, events)
        if game.stock and game.open.stage is not ROUND_OVER:
            game = _draw(game, seat)
    return game, events


def _draw(game: Game, seat: int) -> Game:
    card, mine = game.stock[-1], game.yours[seat - 1]
    in_turn = game.open.turn == seat and game.open.stage is PLAY
    mine = replace(
        mine, hand=with_card(mine.hand, card), drew=card if in_turn else None
    )
    public = seat_at(game.open, seat)
    seats = seated(game.open, replace(public, n=public.n + 1))
    return replace(
        game,
        open=replace(game.open, seats=seats, stock=len(game.stock) - 1),
        yours=put(game.yours, mine),
        stock=game.stock[:-1],
    )


def _fill_stock(game: Game, events: Events) -> tuple[Game, Events]:
    """Reshuffle all discards but the top, at the moment a card is needed (A15)."""
    pile = game.open.pile
    if len(pile) < 2:
        return game, events
    if turns.stalemate(game.open):
        return replace(game, open=turns.end_round(game.open, "stalemate")), events
    k, discards = game.shuffles + 1, pile[:-1]
    key = reshuffle_seed(game.seed, k, _indices(game.open.rules, discards))
    stock = permute(key, discards)[::-1]
    view = replace(
        game.open, pile=pile[-1:], stock=len(stock), stale=game.open.stale + 1
    )
    game = replace(game, open=view, stock=stock, shuffles=k)
    return game, (*events, Reshuffled(len(stock)))


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
