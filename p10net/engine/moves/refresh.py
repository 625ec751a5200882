"""Refresh: put the laid phase away and fill the hand up for a new one (000 Masters).

Only in the turn of laying, before the discard or save that ends it. The melds go
under the pile; the credit stays.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.moves.step import Step, mover
from p10net.engine.progress import open_phases
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules
from p10net.engine.view import View, with_seat


class Refresh(Struct, frozen=True, tag_field="a", tag="refresh"):
    """Put the own melds away; after this turn's discard the hand is filled up."""


class Refreshed(Struct, frozen=True, tag_field="e", tag="refreshed"):
    """A seat put its phase away; so many cards went under the pile.

    When its turn ends it draws, without an event, until its hand is full.
    """

    seat: int
    n: int


ANEW = Refresh()


def offered(rules: Rules) -> bool:
    """Whether a laid phase may be put away at all."""
    return rules.refresh


def options(view: View) -> Sequence[Refresh]:
    """Offer to refresh where it may be done."""
    return (ANEW,) if refuse(view, ANEW) is None else ()


def refuse(view: View, action: Refresh) -> Reason | None:
    """Say what stands against refreshing now."""
    if not offered(view.rules):
        return Reason.NOT_OFFERED
    if not view.laid_now or view.refreshing:
        return Reason.NOT_NOW
    if mover(view).n < 2:
        return Reason.KEEP_A_CARD
    if view.owed_wild:
        return Reason.MUST_USE_WILD
    left = set(open_phases(view, view.turn)) - set(mover(view).done)
    return None if left else Reason.PHASE_NOT_OPEN


def play(view: View, action: Refresh) -> Step:
    """Put the melds under the pile; the phase counts as done."""
    seat = mover(view)
    own = [meld for meld in view.melds if meld.owner == seat.seat]
    cards = tuple(card for meld in own for card in meld.cards)
    view = replace(
        view,
        melds=tuple(meld for meld in view.melds if meld.owner != seat.seat),
        pile=cards + view.pile,
        shut=tuple(len(cards) + place for place in view.shut),
        refreshing=True,
    )
    view = with_seat(view, replace(seat, laid=0, put_away=seat.put_away + 1))
    return Step(view, (Refreshed(seat.seat, len(cards)),))
