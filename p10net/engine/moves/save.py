"""Save: put a card aside instead of discarding, and draw it back later (000 Masters).

Once a round, never the last card. Saved cards lie face down, stay for later rounds,
score nothing, and are left out of the next deck.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import Card, with_card, without_card
from p10net.engine.moves.draw import Drew, must_take
from p10net.engine.moves.step import Step, distinct, end_turn, holds, mover, you
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules
from p10net.engine.turns import left_there
from p10net.engine.view import Stage, View, seated, with_seat


class Save(Struct, frozen=True, tag_field="a", tag="save"):
    """Put a card face down on the own save pile; the turn ends."""

    card: Card


class TakeSaved(Struct, frozen=True, tag_field="a", tag="take_saved"):
    """Draw this card of the own save pile instead of one from stock or pile."""

    card: Card


class Saved(Struct, frozen=True, tag_field="e", tag="saved"):
    """A seat saved a card; which one, only it knows."""

    seat: int


def offered(rules: Rules) -> bool:
    """Whether there are save piles."""
    return rules.save_pile


def options(view: View) -> Sequence[Save]:
    """List the cards that may be saved now."""
    saves = map(Save, distinct(you(view).hand))
    return [save for save in saves if refuse(view, save) is None]


def refuse(view: View, action: Save) -> Reason | None:
    """Say what stands against saving the card."""
    if not offered(view.rules):
        return Reason.NOT_OFFERED
    if mover(view).has_saved:
        return Reason.ALREADY_SAVED
    if not holds(view, action.card):
        return Reason.CARD_NOT_HELD
    if mover(view).n == 1:
        return Reason.KEEP_A_CARD
    if view.owed_wild:
        return Reason.MUST_USE_WILD
    return Reason.NOT_NOW if action.card is Card.D else None


def play(view: View, action: Save) -> Step:
    """Move the card to the save pile and end the turn."""
    seat, mine = mover(view), you(view)
    seat = replace(seat, n=seat.n - 1, saved=seat.saved + 1, has_saved=True)
    event, seats = Saved(seat.seat), seated(view, seat)
    saved, hand = (
        with_card(mine.saved, action.card),
        without_card(mine.hand, action.card),
    )
    view = left_there(replace(view, you=replace(mine, saved=saved)))
    return end_turn(view, event, hand, seats, view.pile, view.closed)


def saved_options(view: View) -> Sequence[TakeSaved]:
    """List the saved cards that may be drawn now."""
    draws = map(TakeSaved, distinct(you(view).saved))
    return [draw for draw in draws if refuse_saved(view, draw) is None]


def refuse_saved(view: View, action: TakeSaved) -> Reason | None:
    """Say what stands against drawing the saved card."""
    if not offered(view.rules):
        return Reason.NOT_OFFERED
    if action.card not in you(view).saved:
        return Reason.NOT_SAVED
    if must_take(view):
        return Reason.MUST_TAKE_TOP
    return None


def play_saved(view: View, action: TakeSaved) -> Step:
    """Take the saved card into the hand as this turn's draw."""
    seat, mine, card = mover(view), you(view), action.card
    view = with_seat(view, replace(seat, n=seat.n + 1, saved=seat.saved - 1))
    mine = replace(
        mine,
        hand=with_card(mine.hand, card),
        saved=without_card(mine.saved, card),
        drew=card,
    )
    view = replace(view, stage=Stage.PLAY, you=mine)
    return Step(view, (Drew(seat.seat, "saved"),))
