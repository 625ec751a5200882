"""Whose turn it is next, whom a Skip may hit, and whether a turn can draw at all.

Works on the open half of the table only: no hand is looked at here.
"""

from collections.abc import Callable
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import SKIP, WILD, Hand
from p10net.engine.view import (
    DRAW,
    PLAY,
    ROUND_OVER,
    Seat,
    Summary,
    View,
    seat_at,
    with_seat,
)


class Skipped(Struct, frozen=True, tag_field="e", tag="skipped"):
    """A seat lost its turn."""

    seat: int


class NoDraw(Struct, frozen=True, tag_field="e", tag="no_draw"):
    """A seat plays without drawing: there is no card it could draw."""

    seat: int


TurnEvents = tuple[Skipped | NoDraw, ...]


def playing(view: View) -> tuple[int, ...]:
    """Give the numbers of the seats that take part in this round."""
    return tuple([seat.seat for seat in view.seats if seat.playing])


def after(view: View, number: int) -> int:
    """Find the next playing seat to the left; the seat itself when it is alone.

    Raises LookupError where nobody plays at all: a score sheet may say so that lies.
    """
    seats, at = view.seats, number  # a number is the next seat's index
    for _ in seats:
        seat = seats[at % len(seats)]
        if seat.playing:
            return seat.seat
        at += 1
    raise LookupError(number)


# Skips


def next_to_play(view: View) -> int:
    """Find the seat that would play next: seats that owe a turn do not count."""
    number, owed = view.turn, [seat.owes for seat in view.seats]
    while True:
        number = after(view, number)
        if not owed[number - 1]:
            return number
        owed[number - 1] -= 1


def _others(view: View) -> tuple[int, ...]:
    turn = view.turn
    return tuple([s.seat for s in view.seats if s.playing and s.seat != turn])


def _next_only(view: View) -> tuple[int, ...]:
    seat = next_to_play(view)
    return (seat,) if seat != view.turn else ()


def _not_next(view: View) -> tuple[int, ...]:
    others = _others(view)
    if len(others) == 1:
        return others
    return tuple(seat for seat in others if seat != next_to_play(view))


# Whom a Skip may be thrown at (001, 002, 003), and how often (000, 002).
TARGETS: dict[str, Callable[[View], tuple[int, ...]]] = {
    "choose": _others,
    "next": _next_only,
    "not_next": _not_next,
}
LIMITS: dict[str, Callable[[Seat], int]] = {
    "unserved": attrgetter("owes"),
    "per_circuit": attrgetter("skipped"),
    "per_round": attrgetter("skipped"),
    "none": lambda seat: 0,
}


def targets(view: View) -> tuple[int, ...]:
    """Give the seats that the seat to move may skip now; never itself (A54)."""
    suffered, seats = LIMITS[view.rules.skip_limit], view.seats
    aims = TARGETS[view.rules.skip_target](view)
    return tuple([seat for seat in aims if not suffered(seats[seat - 1])])


def skip(view: View, target: int) -> View:
    """Let a seat owe one more turn."""
    seat = seat_at(view, target)
    return with_seat(view, replace(seat, owes=seat.owes + 1, skipped=seat.skipped + 1))


# Passing the turn


def takeable(view: View) -> bool:
    """Whether the top of the pile is a card that may be taken (A11, A12)."""
    if not view.pile or view.closed:
        return False
    top = view.pile[-1]
    if top.number:
        return True
    return top is not SKIP and (top is not WILD or view.rules.wild_pickup)


def left_there(view: View) -> View:
    """Close the top if it may not be taken any more, as it lies there from before."""
    return replace(view, closed=len(view.pile) - 1 in view.shut)


def stock_gives(view: View) -> bool:
    """Whether the stock has a card, if need be after a reshuffle (A15)."""
    return view.stock > 0 or len(view.pile) > 1


def can_draw(view: View) -> bool:
    """Whether the seat whose turn it is has any card to draw (A16)."""
    if stock_gives(view) or takeable(view):
        return True
    return seat_at(view, view.turn).saved > 0


def play_dry(view: View) -> View:
    """Let the seat play without a draw, and count it."""
    return replace(view, dry=view.dry + 1, stage=PLAY)


def pass_on(view: View, first: bool = False) -> tuple[View, TurnEvents]:
    """Give the turn to the next seat that owes none; those who owe lose one (A55).

    `first` marks the first turn of the round, counted from the dealer. The view that
    comes back is the open table.
    """
    return pass_with(view, view.seats, view.pile, view.closed, first)


def pass_with(
    view: View,
    seats: tuple[Seat, ...],
    pile: Hand,
    closed: bool,
    first: bool = False,
) -> tuple[View, TurnEvents]:
    """Pass the turn on with what its last act has changed, in one new view."""
    events: TurnEvents = ()
    view = _step(view, first, seats, pile, closed)
    while True:
        seat = view.seats[view.turn - 1]
        if seat.owes:
            view = with_seat(view, replace(seat, owes=seat.owes - 1))
            events += (Skipped(seat.seat),)
        elif view.stock or can_draw(view):
            return replace(view, dry=0) if view.dry else view, events
        elif view.dry >= len(playing(view)):
            return end_round(view, "no_cards"), events
        else:
            view = play_dry(view)
            events += (NoDraw(seat.seat),)
            if seat.n:
                return view, events
        view = _step(view, first, view.seats, view.pile, view.closed)


def _step(
    view: View, first: bool, seats: tuple[Seat, ...], pile: Hand, closed: bool
) -> View:
    """Let one playing seat further on draw, noting what is passed on the way round."""
    number = after(view, view.turn)
    home = view.home or passes(view, number, view.dealer)
    per_circuit = view.rules.skip_limit == "per_circuit"
    if per_circuit and not first and passes(view, number, view.opener):
        seats = tuple(replace(seat, skipped=0) for seat in seats)
    return replace(
        view,
        stage=DRAW,
        turn=number,
        seats=seats,
        pile=pile,
        closed=closed,
        home=home,
        you=None,
        taken=None,
        laid_now=False,
        refreshing=False,
        owed_wild=False,
    )


def passes(view: View, number: int, seat: int) -> bool:
    """Whether the turn comes by a seat, or to it, on its way to the next one."""
    size = len(view.seats)
    return (seat - view.turn - 1) % size <= (number - view.turn - 1) % size


MOST_STALE = 4


def stalemate(view: View) -> bool:
    """Whether the stock was used up over and over without a card laid or hit.

    Melds can be so full, and wilds so spent, that nobody can ever go out; no seed
    says what then (judged: the round ends, as when there is no card to draw).
    """
    return view.stale >= MOST_STALE


def end_round(view: View, how: str, out: int = 0) -> View:
    """Stop play; the house lays the hands open and scores them."""
    return replace(
        view,
        stage=ROUND_OVER,
        turn=0,
        summary=Summary(how, out, ()),
        taken=None,
        laid_now=False,
        refreshing=False,
        owed_wild=False,
    )
