"""Does an empty hand end the round, may this seat empty its hand now, what it costs.

Asked by the moves that take cards out of a hand; decides nothing about whose turn
it is or which phase comes next.
"""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import Hand, points
from p10net.engine.melds import Meld, takes, wild_number
from p10net.engine.rules import Rules
from p10net.engine.view import Seat, View, seat_at, with_seat


class WentOut(Struct, frozen=True, tag_field="e", tag="went_out"):
    """A seat got rid of its last card and ended the round."""

    seat: int


class Floated(Struct, frozen=True, tag_field="e", tag="floated"):
    """A seat laid or hit its last card and floats; the round goes on."""

    seat: int


class By(Enum):
    """What emptied the hand."""

    PLAYING = "playing"
    DISCARDING = "discarding"


class Empty(Enum):
    """What an empty hand means."""

    OUT = "out"
    FLOATS = "floats"


# What the last card does (A17): laid or hit, or discarded. With `discard` a last
# hit never gets here, because `must_keep` asks for a card.
GO_OUT: dict[str, Callable[[By], Empty]] = {
    "any": lambda by: Empty.OUT,
    "discard": lambda by: Empty.OUT,
    "float": lambda by: Empty.OUT if by is By.DISCARDING else Empty.FLOATS,
}
_KEEPS = {"any": 0, "discard": 1, "float": 0}


def emptied(view: View, by: By) -> Empty:
    """Say what it means that the seat to move holds no card any more."""
    return GO_OUT[view.rules.go_out](by)


def bound(view: View) -> bool:
    """Whether nobody may go out yet (000 Postal: until play is back at the dealer)."""
    return view.rules.first_circuit and not view.home


def must_keep(view: View) -> int:
    """How many cards must stay in the hand after laying, hitting or swapping.

    One to discard where only a discard ends the turn; two where going out by that
    discard is not allowed yet.
    """
    return 2 if bound(view) else for_the_discard(view.rules)


def for_the_discard(rules: Rules) -> int:
    """How many cards of a hand these rules keep for the discard that ends a turn."""
    return _KEEPS[rules.go_out]


def float_on(view: View) -> View:
    """Mark the seat to move as floating."""
    return with_seat(view, replace(seat_at(view, view.turn), floating=True))


def fitting(view: View, cards: Hand) -> bool:
    """Whether one of the cards fits a meld on the table for the seat to move."""
    seat = seat_at(view, view.turn)
    wild = wild_number(view.rules, seat.laid or seat.phase)
    return any(takes(meld, card, wild) for meld in view.melds for card in cards)


def wilds_cost(view: View) -> bool:
    """Whether a wild laid with a phase costs points even when its seat goes out."""
    return view.rules.laid_wild_points > 0


def charge(view: View, melds: tuple[Meld, ...]) -> int:
    """Count the wilds of a lay-down that cost points even when the seat goes out."""
    if not wilds_cost(view):
        return 0
    return sum(card.value == "W" for meld in melds for card in meld.cards)


def score(view: View, seat: Seat, left: Hand) -> int:
    """Points of a seat for the round: the cards left, and charged wilds (A60).

    With dice no card is left, and the points are those of the phase rolled.
    """
    return points(left) + seat.charged * view.rules.laid_wild_points + seat.made
