"""Discard: one card onto the pile ends the turn; a Skip costs somebody a turn.

Whom a Skip may hit is `turns.targets`. A wild thrown as a Skip lies as one.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import RULE_CARD, SKIP, WILD, Card, Hand
from p10net.engine.ending import fitting
from p10net.engine.moves.step import (
    Step,
    end_turn,
    go_out,
    mover,
    spent,
    you,
)
from p10net.engine.reasons import Reason
from p10net.engine.turns import skip, targets
from p10net.engine.view import View, seat_at, with_seat


class Discard(
    Struct, frozen=True, gc=False, omit_defaults=True, tag_field="a", tag="discard"
):
    """Put one card on the pile and end the turn.

    `skip` names the seat a Skip hits (needed where more than one may be named, and
    for a wild thrown as a Skip); `down` the seat that a rule card, discarded as the
    last card, sends one phase down.
    """

    card: Card
    skip: int | None = None
    down: int | None = None


class Discarded(
    Struct, frozen=True, omit_defaults=True, gc=False, tag_field="e", tag="discarded"
):
    """A seat discarded; `skip` is the seat that owes a turn for it."""

    seat: int
    card: Card
    skip: int | None = None
    down: int | None = None


PLAIN: dict[Card, Discard] = {card: Discard(card) for card in Card}
_plain = PLAIN.__getitem__


def options(view: View) -> Sequence[Discard]:
    """List every legal discard, a Skip once for each seat it may hit."""
    mine = view.you
    assert mine is not None
    if _bound_otherwise(view, mine.hand):
        return ()
    faces = dict.fromkeys(mine.hand)
    if view.taken is not None and (barred := _barred(view)) is not None:
        faces.pop(barred, None)
    offers, at = [*map(_plain, faces)], len(faces)
    while at and not offers[at - 1].card.number:  # these come last in a hand
        at -= 1
        card = offers[at].card
        if card is not WILD or view.rules.wild_as_skip:
            offers[at : at + 1] = _special(view, card)
    return offers


def _special(view: View, card: Card) -> Sequence[Discard]:
    if card is RULE_CARD and mover(view).n == 1:
        return [Discard(card, down=seat) for seat in _others(view)]
    thrown = card is not RULE_CARD and _throws(view)
    hits = targets(view) if thrown else ()
    if not hits:
        return (PLAIN[card],)
    offers = [Discard(card, skip=seat) for seat in hits]
    return offers if card is SKIP else [*offers, PLAIN[card]]


def _bound_otherwise(view: View, hand: Hand) -> Reason | None:
    if view.owed_wild:
        return Reason.MUST_USE_WILD
    floats = view.seats[view.turn - 1].floating
    return Reason.MUST_HIT if floats and fitting(view, hand) else None


def _others(view: View) -> tuple[int, ...]:
    return tuple(
        seat.seat for seat in view.seats if not seat.gone and seat.seat != view.turn
    )


def _throws(view: View) -> bool:
    """Whether a Skip discarded now hits somebody: the last one does not (A18)."""
    seat = mover(view)
    return seat.n > 1 or seat.floating


def refuse(view: View, action: Discard) -> Reason | None:
    """Say what stands against this discard (A13, A14, A18, A50 to A58)."""
    mine, card = view.you, action.card
    assert mine is not None
    if card not in mine.hand:
        return Reason.CARD_NOT_HELD
    bound = _bound_otherwise(view, mine.hand)
    if bound is not None:
        return bound
    if view.taken is card and card is _barred(view):
        return Reason.JUST_TAKEN
    if card.number and action is PLAIN[card]:
        return None
    return _refuse_target(view, action) or _refuse_down(view, action)


def always_possible(view: View) -> bool:
    """Whether any card in hand may be discarded, whatever it is."""
    return view.rules.rediscard and not view.owed_wild


def _barred(view: View) -> Card | None:
    """Name the card that may not go straight back onto the pile (A14).

    A floater takes one that fits nothing only where there was no other card to draw,
    and has no other card to discard.
    """
    taken = view.taken
    if taken is None or view.rules.rediscard or you(view).hand.count(taken) > 1:
        return None
    return None if mover(view).floating else taken


def _refuse_target(view: View, action: Discard) -> Reason | None:
    skips = action.card is SKIP
    if action.card is WILD and action.skip is not None:
        if not view.rules.wild_as_skip:
            return Reason.NOT_A_SKIP
    elif not skips:
        return Reason.NOT_A_SKIP if action.skip is not None else None
    allowed = targets(view) if _throws(view) else ()
    if action.skip is not None:
        return None if action.skip in allowed else Reason.NO_SUCH_TARGET
    return Reason.NAME_A_TARGET if skips and len(allowed) > 1 else None


def _refuse_down(view: View, action: Discard) -> Reason | None:
    names = action.card is RULE_CARD and mover(view).n == 1
    if not names:
        return None if action.down is None else Reason.NO_SUCH_TARGET
    if action.down is None:
        return Reason.NAME_A_TARGET
    return None if action.down in _others(view) else Reason.NO_SUCH_TARGET


def play(view: View, action: Discard) -> Step:
    """Discard, let the target owe a turn, and end the turn or the round."""
    seat, card, target = view.seats[view.turn - 1], action.card, action.skip
    if card is SKIP and target is None:
        target = _only_target(view)
    if target is not None:
        view = skip(view, target)
    if action.down is not None:
        lowered = seat_at(view, action.down)
        view = with_seat(view, replace(lowered, down=lowered.down + 1))
    closed = target is not None and card is WILD
    if closed or card is RULE_CARD:
        view = replace(view, shut=(*view.shut, len(view.pile)))
    (seats, hand), pile = spent(view, (card,)), (*view.pile, card)
    event = Discarded(seat.seat, card, target, action.down)
    if seat.n > 1 or (seat.floating and target is not None):
        return end_turn(view, event, hand, seats, pile, closed)
    mine = replace(you(view), hand=hand)
    view = replace(view, seats=seats, you=mine, pile=pile, closed=closed)
    return go_out(view, event)


def _only_target(view: View) -> int | None:
    """Give the seat hit by a Skip that names none: the only one there is, if any."""
    allowed = targets(view) if _throws(view) else ()
    return allowed[0] if allowed else None
