"""Ways to go on that can be looked at before they are sent.

A way is worked out with the engine's own moves on the own view, so what the preview
shows is what the table will look like. Nothing is sent from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from p10net.client.commands.scene import Way
from p10net.engine import finder, melds
from p10net.engine.cards import Card, Hand, points
from p10net.engine.melds import Meld
from p10net.engine.moves import MOVES, Action, LayOffer, check
from p10net.engine.moves.hit import Hit
from p10net.engine.moves.lay import Lay
from p10net.engine.view import Stage, View

MOST_WAYS = 24
"""Different lay-downs that Tab goes through; nobody reads more."""


def after(view: View, action: Action) -> View:
    """Give the own view as it will be after an action that is legal now.

    What the own rules do not allow changes nothing here: a host that offers it knows
    others, or lies.
    """
    if check(view, action) is not None:
        return view
    return MOVES[type(action)].play(view, action).view


def lay_ways(view: View, can: Iterable[object]) -> tuple[Way, ...]:
    """List lay-downs that differ; first the one after which least is left in hand."""
    offers = [offer for offer in can if isinstance(offer, LayOffer)]
    lays = [Lay(offer.melds, offer.phase) for offer in offers]
    lays += [lay for offer in offers for lay in others(view, offer)]
    unique: dict[object, Lay] = {}
    for lay in lays:
        unique.setdefault(_shape(lay), lay)
    first = list(unique.values())[:MOST_WAYS]
    ways = (Way((lay,), after(view, lay)) for lay in first)
    return tuple(sorted(ways, key=_left))


def _left(way: Way) -> int:
    you = swept(way).after.you
    return points(you.hand) if you is not None else 0


def others(view: View, offer: LayOffer, hand: Hand | None = None) -> Iterator[Lay]:
    """Find ways to lay down what is offered, out of the hand or a part of it."""
    assert view.you is not None
    held = view.you.hand if hand is None else hand
    terms = melds.terms(view.rules, offer.phase)
    found, _ = finder.distinct(held, offer.goals, terms, MOST_WAYS)
    for groups in found:
        lay = Lay(groups, offer.phase)
        if check(view, lay) is None:
            yield lay


def _shape(lay: Lay) -> object:
    return lay.phase, frozenset(tuple(sorted(g, key=_order)) for g in lay.melds)


def _order(card: Card) -> int:
    return card.order


def laid(view: View, actions: Sequence[Action]) -> tuple[Meld, ...]:
    """Give the melds that the first of these actions puts down, before any hit."""
    if not actions or not isinstance(actions[0], Lay):
        return ()
    return after(view, actions[0]).melds[len(view.melds) :]


def hits(offers: Iterable[object], card: Card | None = None) -> tuple[Hit, ...]:
    """Pick the hits out of what is possible, all of them or those with one card."""
    return tuple(
        offer
        for offer in offers
        if isinstance(offer, Hit) and (card is None or offer.card is card)
    )


def swept(way: Way) -> Way:
    """Add every hit that costs nothing: a card hit is a card less to pay for.

    Number cards go before wilds, so that a wild takes no place they could have.
    """
    view, actions = way.after, list(way.actions)
    while (best := _next_hit(view)) is not None:
        actions.append(best)
        view = after(view, best)
    return Way(tuple(actions), view)


def _next_hit(view: View) -> Hit | None:
    if view.you is None or view.turn != view.you.seat or view.stage is not Stage.PLAY:
        return None
    return min(MOVES[Hit].options(view), key=_worth, default=None)


def _worth(action: Hit) -> tuple[bool, int, int]:
    card = action.card
    return (card is Card.W, -card.points, card.order)


def fitting(way: Way) -> Hit | None:
    """Give a hit that a plan would allow and leaves out, if there is one."""
    return _next_hit(way.after)


def spent(way: Way, view: View) -> Hand:
    """List the cards a way takes out of the hand."""
    assert view.you is not None
    if view.stage is Stage.ROLL:  # the dice left over go as well, without a use
        return tuple(card for meld in laid(view, way.actions) for card in meld.cards)
    left = list(way.after.you.hand) if way.after.you else []
    gone = []
    for card in view.you.hand:
        if card in left:
            left.remove(card)
        else:
            gone.append(card)
    return tuple(gone)
