"""Before the first turn: the deck, the first card, who deals and who starts.

The order of the cards is an input; who holds them is the house's business.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import Card, Hand, deck, in_order
from p10net.engine.progress import has_rule_card, replays
from p10net.engine.rules import Rules
from p10net.engine.turns import TurnEvents, after, pass_on, playing, skip
from p10net.engine.view import Seat, Stage, View, seat_at, with_seat


class Dealt(Struct, frozen=True, omit_defaults=True, tag_field="e", tag="dealt"):
    """A round was dealt: who dealt, who opens, the card turned up.

    `under` are cards turned up before it that went under the stock.
    """

    round: int
    dealer: int
    opener: int
    up: Card
    under: Hand = ()


def full_deck(rules: Rules) -> Hand:
    """Build the deck of the rules in the order the shuffle starts from (A01)."""
    return deck(rules.wilds, rules.skips, has_rule_card(rules))


def short_of(view: View, n: int) -> int:
    """Say how many cards a hand of n is short of a full one."""
    return max(0, view.rules.hand_size - n)


# Who deals next (A03): to the left, or always the same seat.
DEALER: dict[str, Callable[[View], int]] = {
    "rotate": lambda view: _left_of(view, view.dealer),
    "fixed": lambda view: view.dealer,
}


def next_dealer(view: View) -> int:
    """Say who deals the next round; a seat that is gone hands on to the left."""
    dealer = DEALER[view.rules.dealer](view)
    return _left_of(view, dealer) if view.seats[dealer - 1].gone else dealer


def _left_of(view: View, number: int) -> int:
    size = len(view.seats)
    to_the_left = (i % size for i in range(number, number + size))
    return next(i + 1 for i in to_the_left if not view.seats[i].gone)


def cleared(view: View, seat: Seat) -> Seat:
    """Clear what belonged to the round; a tied seat plays its last phase again."""
    tied = seat.seat in view.tie
    again = replays(view, seat.seat) if tied else 0
    return Seat(
        seat.seat,
        again or seat.phase,
        score=seat.score,
        done=seat.done,
        declared=again,
        saved=seat.saved,
        space=seat.space,
        playing=not seat.gone and (tied or not view.tie),
        gone=seat.gone,
    )


def redraws(rules: Rules, card: Card) -> bool:
    """Whether a card turned up first goes under the stock for another one (A08)."""
    switch = {Card.W: rules.first_wild, Card.S: rules.first_skip}.get(card)
    return switch == "redraw" or card is Card.D


class Dealing(NamedTuple):
    """A deck laid out: the hands by seat, the card turned up, the stock (top last).

    `under` are cards turned up before it, which went under the stock.
    """

    hands: tuple[tuple[int, Hand], ...]
    up: Card
    under: Hand
    stock: Hand


def lay_out(view: View, cards: Hand) -> Dealing:
    """Deal a shuffled deck one card at a time from the dealer's left, and turn one up.

    Whoever knows the order of a deck can repeat this, and so check a deal.
    """
    order, number = [], view.dealer
    for _ in playing(view):
        number = after(view, number)
        order.append(number)
    end = len(order) * short_of(view, 0)
    hands = tuple(
        (seat, in_order(cards[i : end : len(order)])) for i, seat in enumerate(order)
    )
    up = end
    while redraws(view.rules, cards[up]) and up < len(cards) - 1:
        up += 1
    under = cards[end:up]
    return Dealing(hands, cards[up], under, (*cards[up + 1 :], *under)[::-1])


class Start(NamedTuple):
    """The table at its first decision, and a card the house puts into a hand."""

    view: View
    events: TurnEvents = ()
    given: tuple[int, Card] | None = None


def first_turn(view: View) -> Start:
    """Give the first turn to the left of the dealer, counted from the dealer."""
    return Start(*pass_on(replace(view, turn=view.dealer), first=True))


def _ask_dealer(view: View) -> Start:
    if view.dealer not in playing(view):
        return first_turn(view)
    return Start(replace(view, stage=Stage.GIVE, turn=view.dealer))


def _skip_opener(view: View) -> Start:
    return first_turn(skip(view, view.opener))


def _goes(view: View) -> Start:
    """The upturned wild is the first player's draw: nothing else is drawn."""
    view, events, _ = first_turn(view)
    seat = seat_at(view, view.turn)
    view = with_seat(view, replace(seat, n=seat.n + 1, took=(Card.W,)))
    view = replace(view, stage=Stage.PLAY, taken=Card.W, pile=view.pile[:-1])
    return Start(view, events, (view.turn, Card.W))


# What the first card does (A05, A06).
FIRST_WILD: dict[str, Callable[[View], Start]] = {
    "take": first_turn,
    "goes": _goes,
    "dealer_gives": _ask_dealer,
    "redraw": first_turn,
}
FIRST_SKIP: dict[str, Callable[[View], Start]] = {
    "skip": _skip_opener,
    "dealer_gives": _ask_dealer,
    "redraw": first_turn,
}


def turn_up(view: View) -> Start:
    """Start the first turn by what the card on the pile does."""
    top = view.pile[-1] if view.pile else None
    if top is Card.W:
        return FIRST_WILD[view.rules.first_wild](view)
    if top is Card.S:
        return FIRST_SKIP[view.rules.first_skip](view)
    return first_turn(view)


def opener(view: View) -> int:
    """Say which seat opens the round: the first playing one left of the dealer."""
    return after(view, view.dealer)
