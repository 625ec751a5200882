"""What a move gives back, and what several moves do alike at the end of a turn.

A move is a pure function on the mover's own view; the stock and the other hands
belong to the house, which only learns how many cards are owed (`due`).
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine import turns
from p10net.engine.cards import Card, Hand
from p10net.engine.ending import (
    By,
    Empty,
    Floated,
    WentOut,
    bound,
    emptied,
    float_on,
    must_keep,
)
from p10net.engine.opening import short_of
from p10net.engine.reasons import Reason
from p10net.engine.view import PLAY, Seat, View, You, seated


class Step(Struct, frozen=True, gc=False):
    """The view after a move and what publicly happened.

    `due` counts cards the stock owes to the mover; with `top` the house puts the top
    of the stock into the hand, which the view counts there already. `given` is an open
    card that the house puts into a seat's hand; `throw` names dice that the house is
    to throw for the seat whose turn it is then. `mine` are the mover's own cards if
    the view has been parted from them: who makes a new view last does so with it, as
    the house would have to make one more.
    """

    view: View
    events: tuple[Any, ...]
    due: int = 0
    given: tuple[int, Card] | None = None
    throw: tuple[int, ...] = ()
    mine: You | None = None
    top: bool = False

    def seen(self) -> View:
        """Give the mover's own view after the move."""
        return replace(self.view, you=self.mine) if self.mine else self.view


def you(view: View) -> You:
    """Give the mover's own cards; moves are only asked with a seat's own view."""
    assert view.you is not None
    return view.you


def mover(view: View) -> Seat:
    """Give what is publicly known of the seat to move."""
    return view.seats[view.turn - 1]


def give_up(view: View, cards: Hand) -> View:
    """Take cards out of the mover's hand, where everybody sees them go."""
    seats, hand = spent(view, cards)
    return replace(view, seats=seats, you=replace(you(view), hand=hand))


def spent(view: View, cards: Hand) -> tuple[tuple[Seat, ...], Hand]:
    """Give the seats and the mover's hand as they are once it gave up cards."""
    mine, seat = view.you, view.seats[view.turn - 1]
    assert mine is not None
    hand, took = [*mine.hand], [*seat.took]
    for card in cards:
        hand.remove(card)
        if card in took:
            took.remove(card)
    seat = replace(seat, n=seat.n - len(cards), took=tuple(took))
    return seated(view, seat), tuple(hand)


def keeps(view: View, spent: int) -> Reason | None:
    """Refuse to lay or hit so many cards that the turn could not be ended."""
    if mover(view).n - spent >= must_keep(view):
        return None
    return Reason.NOT_YET_OUT if bound(view) else Reason.KEEP_A_CARD


# What the seat itself did, `event`, stands before what comes of it.


def played(view: View, event: Struct) -> Step:
    """Go on after laying or hitting: the turn lasts unless the hand is empty."""
    view, seat = replace(view, stale=0), mover(view)
    if seat.n:
        return Step(view, (event,))
    if emptied(view, By.PLAYING) is Empty.OUT:
        return go_out(view, event)
    floats, mine = () if seat.floating else (Floated(seat.seat),), you(view)
    view, passed = turns.pass_on(turns.left_there(float_on(view)))
    return Step(view, (event, *floats, *passed), mine=mine)


def go_out(view: View, event: Struct) -> Step:
    """End the round by the mover's empty hand."""
    number = view.turn
    return Step(turns.end_round(view, "out", number), (event, WentOut(number)))


def end_turn(
    view: View,
    event: Struct,
    hand: Hand,
    seats: tuple[Seat, ...],
    pile: Hand,
    closed: bool,
) -> Step:
    """Pass the turn on, with all that its last act has changed.

    A hand that was refreshed is filled up first.
    """
    mine = view.you
    assert mine is not None
    due = short_of(view, seats[view.turn - 1].n) if view.refreshing else 0
    view, passed = turns.pass_with(view, seats, pile, closed)
    still = view.stage is PLAY and view.turn == mine.seat
    mine = replace(mine, hand=hand, drew=mine.drew if still else None)
    return Step(view, (event, *passed) if passed else (event,), due, mine=mine)


def distinct(cards: Hand) -> Hand:
    """List the different faces of a hand that is in order."""
    return tuple(dict.fromkeys(cards))


def holds(view: View, card: Card) -> bool:
    """Whether the mover holds the card."""
    return card in you(view).hand
