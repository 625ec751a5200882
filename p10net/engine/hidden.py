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
from p10net.engine.view import PLAY, ROUND_OVER, View, You, seated

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


def settle(game: Game, view: View, mine: You, stock: Hand) -> Game:
    """Let the game be where a move has led: the open table, the mover, the stock.

    The card drawn is told apart in the hand only while it may be played.
    """
    if mine.drew is not None and (view.stage is not PLAY or view.turn != mine.seat):
        mine = replace(mine, drew=None)
    yours = [*game.yours]
    yours[mine.seat - 1] = mine
    return replace(game, open=view, yours=tuple(yours), stock=stock)


def give_top(game: Game, view: View, mine: You) -> Game:
    """Take up a draw, with the top of the stock in the hand."""
    stock = game.stock
    mine = replace(mine, hand=with_card(mine.hand, stock[-1]), drew=stock[-1])
    return settle(game, view, mine, stock[:-1])


def pay(game: Game, view: View, mine: You, due: int) -> tuple[Game, Events]:
    """Take up a move, with the cards that the stock owes the mover for it.

    The discards are shuffled when the stock has run out.
    """
    stock = game.stock
    events: Events = ()
    for _ in range(due):
        if not stock:
            game, view, stock, events = _fill_stock(game, view, events)
        if stock and view.stage is not ROUND_OVER:
            seat, card = view.seats[mine.seat - 1], stock[-1]
            stock = stock[:-1]
            seats = seated(view, replace(seat, n=seat.n + 1))
            view = replace(view, seats=seats, stock=len(stock))
            mine = replace(mine, hand=with_card(mine.hand, card), drew=card)
    return settle(game, view, mine, stock), events


def _fill_stock(
    game: Game, view: View, events: Events
) -> tuple[Game, View, Hand, Events]:
    """Reshuffle all discards but the top, at the moment a card is needed (A15)."""
    pile = view.pile
    if len(pile) < 2:
        return game, view, (), events
    if turns.stalemate(view):
        return game, turns.end_round(view, "stalemate"), (), events
    k, discards = game.shuffles + 1, pile[:-1]
    key = reshuffle_seed(game.seed, k, _indices(view.rules, discards))
    stock = permute(key, discards)[::-1]
    shut = (0,) if len(discards) in view.shut else ()
    view = replace(
        view, pile=pile[-1:], shut=shut, stock=len(stock), stale=view.stale + 1
    )
    game = replace(game, shuffles=k)
    return game, view, stock, (*events, Reshuffled(len(stock)))


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
    yours, seats, stock = [*game.yours], [*view.seats], dealing.stock
    for seat, hand in dealing.hands:
        yours[seat - 1] = replace(yours[seat - 1], hand=hand, drew=None)
        seats[seat - 1] = replace(seats[seat - 1], n=len(hand))
    view = replace(
        view,
        seats=tuple(seats),
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
    game = replace(game, open=view, yours=tuple(yours), stock=stock, shuffles=0)
    return game, dealing.under


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
