"""Swap: the card a wild stands for takes its place (000, two variants).

`slide` moves the freed wild to an end of the same run; `steal` puts it into the
hand, to be used in the same turn, and its points go with it.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine import finder, melds
from p10net.engine.cards import Card, with_card, without_card
from p10net.engine.ending import must_keep, wilds_cost
from p10net.engine.melds import KINDS, End, Meld
from p10net.engine.moves.hit import meld_at, put_back, ready, stuck, stuck_after
from p10net.engine.moves.lay import goals_of
from p10net.engine.moves.step import (
    Step,
    distinct,
    give_up,
    holds,
    keeps,
    mover,
    played,
    you,
)
from p10net.engine.progress import open_phases
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules
from p10net.engine.view import View, seat_at, with_seat


class Swap(Struct, frozen=True, omit_defaults=True, tag_field="a", tag="swap"):
    """Put a natural card in the place of a wild of meld `meld` that stands for it.

    With `slide`, `end` says where the wild goes; not named, the high end if open.
    """

    card: Card
    meld: str
    end: End = ""


class Swapped(Struct, frozen=True, omit_defaults=True, tag_field="e", tag="swapped"):
    """A seat swapped a wild out; without `end` it took the wild into its hand."""

    seat: int
    card: Card
    meld: str
    end: End = ""


def offered(rules: Rules) -> bool:
    """Whether a wild may be swapped out at all."""
    return SWAP[rules.wild_swap] is not OFF


def options(view: View) -> Sequence[Swap]:
    """List the swaps that may be made now."""
    way = SWAP[view.rules.wild_swap]
    places = [(meld.m, end) for meld in view.melds for end in way.ends(meld)]
    swaps = (Swap(card, *at) for card in distinct(you(view).hand) for at in places)
    return [swap for swap in swaps if refuse(view, swap) is None]


def refuse(view: View, action: Swap) -> Reason | None:
    """Say what stands against the swap."""
    way = SWAP[view.rules.wild_swap]
    if way is OFF:
        return Reason.NOT_OFFERED
    if not holds(view, action.card):
        return Reason.CARD_NOT_HELD
    meld = meld_at(view, action.meld)
    if meld is None:
        return Reason.NO_SUCH_MELD
    if wild_for(meld, action.card) < 0:
        return Reason.NO_WILD_THERE
    return way.refuse(view, action, meld)


def wild_for(meld: Meld, card: Card) -> int:
    """Find the wild that the natural card could replace: its index, or -1."""
    row = KINDS[meld.kind]
    if row.only is not None or not card.number or not melds.has_natural(meld):
        return -1
    if row.sequence:
        at = card.number - meld.low
        inside = 0 <= at < len(meld.cards) and meld.cards[at] is Card.W
        fits = inside and melds.natural_place(meld, card, at, meld.colors) is not None
        return at if fits else -1
    if Card.W in meld.cards and melds.takes(meld, card):
        return meld.cards.index(Card.W)
    return -1


def _replace_wild(meld: Meld, card: Card) -> Meld:
    """Put the natural card in the place of the wild that `wild_for` found."""
    at = wild_for(meld, card)
    cards = (*meld.cards[:at], card, *meld.cards[at + 1 :])
    return melds.fixed(replace(meld, cards=cards), card, at)


def _refuse_slide(view: View, action: Swap, meld: Meld) -> Reason | None:
    early = ready(view)
    if early is not None:
        return early
    open_ends = melds.ends(meld)
    if not KINDS[meld.kind].sequence:
        return Reason.NO_WILD_THERE
    if not open_ends or (action.end and action.end not in open_ends):
        return Reason.END_CLOSED
    if keeps(view, 1) is not None:
        return keeps(view, 1)
    return stuck(view, lambda: _slide(view, action, meld))


def _slide(view: View, action: Swap, meld: Meld) -> Step:
    number = view.turn
    open_ends = melds.ends(meld)
    end: End = action.end or ("high" if "high" in open_ends else "low")
    freed = melds.hit(_replace_wild(meld, action.card), Card.W, end)
    view = give_up(put_back(view, freed), (action.card,))
    return played(view, Swapped(number, action.card, action.meld, end))


def _refuse_steal(view: View, action: Swap, meld: Meld) -> Reason | None:
    if action.end:
        return Reason.END_CLOSED
    if view.owed_wild:
        return Reason.MUST_USE_WILD
    if mover(view).laid:
        return ready(view) or keeps(view, 1) or _refuse_unplaced(view, action, meld)
    return None if _completes(view, action) else Reason.CANNOT_USE_WILD


def _refuse_unplaced(view: View, action: Swap, meld: Meld) -> Reason | None:
    """The stolen wild must find a place by a hit, and the turn an end after it."""
    after = _steal(view, action, meld).view
    return Reason.CANNOT_USE_WILD if stuck_after(view, after) is not None else None


def _completes(view: View, action: Swap) -> bool:
    """Whether the stolen wild would go into a lay-down of this turn."""
    if view.laid_now:
        return False
    hand = without_card(you(view).hand, action.card)
    for phase in open_phases(view, view.turn):
        goals, on = goals_of(view, phase), melds.terms(view.rules, phase)
        if finder.can_lay(hand, goals, on) and not on.extra_cards:
            continue
        groups = finder.best(with_card(hand, Card.W), goals, on, must_keep(view))
        if groups and any(Card.W in group for group in groups):
            return True
    return False


def _steal(view: View, action: Swap, meld: Meld) -> Step:
    """Take the wild, and its points over; one for the own phase will be laid anew."""
    costs = melds.costs(meld, wild_for(meld, action.card))
    view = put_back(view, _freed(meld, action.card, costs))
    view = give_up(view, (action.card,))
    if costs:
        owner = seat_at(view, meld.owner)
        view = with_seat(view, replace(owner, charged=owner.charged - 1))
    if costs or (wilds_cost(view) and not mover(view).laid):
        thief = mover(view)
        view = with_seat(view, replace(thief, charged=thief.charged + 1))
    seat, mine = mover(view), you(view)
    view = with_seat(view, replace(seat, n=seat.n + 1, took=(*seat.took, Card.W)))
    view = replace(
        view,
        owed_wild=True,
        you=replace(mine, hand=with_card(mine.hand, Card.W)),
    )
    return Step(view, (Swapped(view.turn, action.card, action.meld),))


def _freed(meld: Meld, card: Card, costs: bool) -> Meld:
    return replace(_replace_wild(meld, card), charged=meld.charged - costs)


class Way(NamedTuple):
    """One reading: where it is offered, what stands against it, what it does."""

    ends: Callable[[Meld], tuple[End, ...]]
    refuse: Callable[[View, Swap, Meld], Reason | None]
    play: Callable[[View, Swap, Meld], Step]


OFF = Way(lambda meld: (), _refuse_slide, _slide)
SWAP: dict[str, Way] = {
    "off": OFF,
    "slide": Way(lambda meld: tuple(melds.ends(meld)), _refuse_slide, _slide),
    "steal": Way(lambda meld: ("",), _refuse_steal, _steal),
}


def play(view: View, action: Swap) -> Step:
    """Swap as the rules of this game have it."""
    meld = meld_at(view, action.meld)
    assert meld is not None
    return SWAP[view.rules.wild_swap].play(view, action, meld)
