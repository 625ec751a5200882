"""What it costs to part with a card: the phase first, then whom it helps, then points.

Shared by everything that takes a card out of the hand for good: discarding it, giving
it back to the pile, saving it.
"""

from collections.abc import Callable
from typing import Final

from p10net.bots.brain import Choice, Why
from p10net.bots.outlook import Outlook
from p10net.engine.cards import Card
from p10net.engine.moves import Action
from p10net.engine.view import View

# What comes first in a turn, and what is left for its end.
OUT, LAY, SHED, ANEW, SPARE, END, LOSS = 5, 4, 3, 2, 1.5, 1, 0
WANTED: Final = 0.4
"""What a discard costs, as feeding the next player, for its hint to say so."""
RULE_CARD_COSTS: Final = 60
"""What the rule card weighs in points: whoever is left with it goes a phase down."""

A_POINT: Final = 0.015
"""What a point weighs beside a chance, where points decide who wins."""


def thrown(outlook: Outlook, action: Action, card: Card) -> Choice:
    """Weigh a card that goes onto the pile, where the next player may take it."""
    return parting(outlook, action, card, outlook.feeds)


def put_aside(outlook: Outlook, action: Action, card: Card) -> Choice:
    """Weigh a card that nobody else will ever see."""
    return parting(outlook, action, card, lambda _: 0)


def parting(
    outlook: Outlook, action: Action, card: Card, helps: Callable[[Card], float]
) -> Choice:
    """Weigh the loss of a card: what it is needed for, then what it would cost.

    Whom it `helps` takes long to say, and is not asked of a card that is needed.
    """
    costs = RULE_CARD_COSTS if card is Card.D else card.points
    if outlook.laid:
        fits, soon, feeds = outlook.fits(card), outlook.soon(card), helps(card)
        if fits or soon > feeds:
            why = Why.FITS_NOW if fits else Why.SOON_FITS
        else:
            why = _why(feeds, Why.FITS_NOWHERE)
        return Choice(action, (END, -fits, -round(soon + feeds, 2), costs), why)
    lacks = outlook.lacks_without(card)
    if lacks > outlook.lacking:
        return Choice(action, (END, -lacks, -outlook.keeps(card), costs), Why.NEEDED)
    if lacks and outlook.frees(card):
        return Choice(action, (END, -lacks - 1, 0, costs), Why.FREES_WILD)
    feeds = helps(card)
    regret = round(outlook.keeps(card) + feeds, 2)
    if _points_decide(outlook.view):
        regret -= A_POINT * costs
    return Choice(action, (END, -lacks, -regret, costs), _why(feeds, Why.NOT_NEEDED))


def _points_decide(view: View) -> bool:
    """Whether points are more than a tie-break: they rank, or all phases get done."""
    return view.rules.rank == "points" or view.rules.score_limit > 0


def _why(feeds: float, spare: Why) -> Why:
    return Why.WANTED if feeds >= WANTED else spare
