"""Draw: the first thing in every turn, from the stock or the discard pile.

Which cards may be taken is `turns.takeable`; a floating seat is bound to take what
fits a meld (000 Floating). The drawn card itself comes from the house.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from p10net.engine.cards import SKIP, WILD, Card, with_card, without_card
from p10net.engine.ending import fitting
from p10net.engine.moves import discard
from p10net.engine.moves.step import Step
from p10net.engine.reasons import Reason
from p10net.engine.turns import left_there, stock_gives, takeable
from p10net.engine.view import PLAY, View, seated


class Draw(Struct, frozen=True, tag_field="a", tag="draw"):
    """Draw one card, from the `stock` or the top of the discard `pile`."""

    source: Literal["stock", "pile"] = field(name="from")


class Drew(
    Struct, frozen=True, omit_defaults=True, gc=False, tag_field="e", tag="drew"
):
    """A seat drew; `card` is there only when it took the top everybody saw.

    `from` is stock, pile, or saved for a card of its own save pile.
    """

    seat: int
    source: Literal["stock", "pile", "saved"] = field(name="from")
    card: Card | None = None


STOCK, PILE = Draw("stock"), Draw("pile")
# By whether the stock gives a card, and whether the top of the pile may be taken.
_SOURCES: dict[tuple[bool, bool], Sequence[Draw]] = {
    (True, True): (STOCK, PILE),
    (True, False): (STOCK,),
    (False, True): (PILE,),
    (False, False): (),
}


def options(view: View) -> Sequence[Draw]:
    """List the sources this turn may draw from."""
    takes = takeable(view)
    if view.seats[view.turn - 1].floating:
        if must_take(view):
            return (PILE,)
        takes = takes and not _sticks(view)
    return _SOURCES[stock_gives(view), takes]


def refuse(view: View, action: Draw) -> Reason | None:
    """Say what stands against drawing from there (A10 to A16)."""
    if action.source == "pile":
        return _refuse_pile(view)
    if must_take(view):
        return Reason.MUST_TAKE_TOP
    return None if stock_gives(view) else Reason.STOCK_EMPTY


def must_take(view: View) -> bool:
    """Whether the seat is bound to take the top, as it floats and the card fits."""
    floats = view.seats[view.turn - 1].floating
    return floats and takeable(view) and fitting(view, view.pile[-1:])


def _sticks(view: View) -> bool:
    """Whether a floater could neither hit the top nor put it back: no dead ends."""
    if not view.seats[view.turn - 1].floating or discard.always_possible(view):
        return False
    return stock_gives(view) and not fitting(view, view.pile[-1:])


_CLOSED = {SKIP: Reason.SKIP_ON_TOP, WILD: Reason.WILD_ON_TOP}


def _refuse_pile(view: View) -> Reason | None:
    if not view.pile:
        return Reason.PILE_EMPTY
    if takeable(view):
        return Reason.TOP_CLOSED if _sticks(view) else None
    if view.closed:
        return Reason.TOP_CLOSED
    return _CLOSED.get(view.pile[-1], Reason.TOP_CLOSED)


def play(view: View, action: Draw) -> Step:
    """Draw: the stock gives its top or owes it, or the top of the pile is taken."""
    mine = view.you
    assert mine is not None
    if action.source == "stock":
        sure = view.stock > 0  # else there is a shuffle first, and perhaps no card
        view, event = _passed(view, int(sure)), Drew(view.turn, "stock")
        return Step(view, (event,), int(not sure), mine=mine, top=sure)
    top, seat = view.pile[-1], view.seats[view.turn - 1]
    seat = replace(seat, n=seat.n + 1, took=(*seat.took, top))
    view = replace(
        view,
        stage=PLAY,
        seats=seated(view, seat),
        pile=view.pile[:-1],
        taken=top,
        you=None,
    )
    if view.shut:
        under = len(view.pile)
        view = left_there(replace(view, shut=tuple(i for i in view.shut if i < under)))
    mine = replace(mine, hand=with_card(mine.hand, top), drew=top)
    return Step(view, (Drew(view.turn, "pile", top),), mine=mine)


def _passed(view: View, drawn: int) -> View:
    """Note the top that was left, each face once, the latest last; count what came."""
    seat = view.seats[view.turn - 1]
    passed = seat.passed
    if view.pile:
        top = view.pile[-1]
        if top in passed:
            passed = without_card(passed, top)
        passed = (*passed, top)
    seats = seated(view, replace(seat, n=seat.n + drawn, passed=passed))
    return replace(view, stage=PLAY, seats=seats, stock=view.stock - drawn, you=None)
