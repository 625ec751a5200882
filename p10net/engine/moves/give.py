"""Give: the dealer gives away an upturned wild, or says whom an upturned Skip hits.

Seed 000's deal variants. Who receives the wild puts another card, no Skip, on the
pile in its place; then play starts left of the dealer, or one further if that seat
received it.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import RULE_CARD, Card
from p10net.engine.moves.step import Step, distinct, give_up, holds, you
from p10net.engine.reasons import Reason
from p10net.engine.turns import pass_on, playing, skip
from p10net.engine.view import View, seat_at, with_seat


class Give(Struct, frozen=True, tag_field="a", tag="give"):
    """Name the seat that gets the upturned card: a wild, or the lost turn."""

    seat: int


class GiveBack(Struct, frozen=True, tag_field="a", tag="give_back"):
    """Put a card on the pile for the wild received; it may not be a Skip."""

    card: Card


class Gave(Struct, frozen=True, tag_field="e", tag="gave"):
    """The dealer gave the upturned card to a seat."""

    seat: int
    to: int
    card: Card


class GaveBack(Struct, frozen=True, tag_field="e", tag="gave_back"):
    """A seat put a card on the pile for the wild it received."""

    seat: int
    card: Card


def _owes_card(view: View) -> bool:
    return not view.pile


def options(view: View) -> Sequence[Give]:
    """List the seats the dealer may give to."""
    return [Give(seat) for seat in playing(view) if not _owes_card(view)]


def refuse(view: View, action: Give) -> Reason | None:
    """Say what stands against giving to that seat."""
    if _owes_card(view):
        return Reason.NOT_NOW
    return None if action.seat in playing(view) else Reason.NO_SUCH_TARGET


def play(view: View, action: Give) -> Step:
    """Give the wild into a hand, or the lost turn to a seat."""
    top = view.pile[-1]
    event = Gave(view.turn, action.seat, top)
    if top is Card.S:
        return _start(skip(view, action.seat), (event,))
    seat = seat_at(view, action.seat)
    view = with_seat(view, replace(seat, n=seat.n + 1, took=(*seat.took, top)))
    view = replace(view, pile=(), turn=action.seat)
    return Step(view, (event,), given=(action.seat, top))


def back_options(view: View) -> Sequence[GiveBack]:
    """List the cards that may be put on the pile for the wild."""
    all_of_them = map(GiveBack, distinct(you(view).hand))
    return [offer for offer in all_of_them if refuse_back(view, offer) is None]


def refuse_back(view: View, action: GiveBack) -> Reason | None:
    """Say what stands against putting that card on the pile (000: no Skip)."""
    if not _owes_card(view):
        return Reason.NOT_NOW
    if not holds(view, action.card):
        return Reason.CARD_NOT_HELD
    return Reason.NO_SKIP_HERE if action.card is Card.S else None


def play_back(view: View, action: GiveBack) -> Step:
    """Put the card on the pile and go on to the first turn."""
    number = view.turn
    shut = (0,) if action.card is RULE_CARD else ()
    view = replace(give_up(view, (action.card,)), pile=(action.card,), shut=shut)
    return _start(view, (GaveBack(number, action.card),), received=number)


def _start(view: View, events: tuple[Gave | GaveBack, ...], received: int = 0) -> Step:
    mine, view = you(view), replace(view, turn=view.dealer)
    view, passed = pass_on(view, first=True)
    if view.turn == received:
        view, passed = pass_on(view, first=True)
    return Step(replace(view, opener=view.turn), (*events, *passed), mine=mine)
