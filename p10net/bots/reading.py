"""What a view has to offer, for whoever writes a brain: lay-downs, hits, cards seen.

A brain can live on `ask.can` alone. These answer what its author would otherwise work
out first; each is a pure function of the own view.
"""

from collections import Counter
from itertools import islice

from p10net.bots.outlook import Outlook
from p10net.engine import finder
from p10net.engine.cards import Card, Hand
from p10net.engine.melds import terms
from p10net.engine.moves import STAGES, Hit, Lay, check, legal
from p10net.engine.moves.lay import goals_of
from p10net.engine.opening import full_deck
from p10net.engine.progress import open_phases
from p10net.engine.view import View


def lay_downs(view: View, most: int = 16) -> tuple[Lay, ...]:
    """List lay-downs that may be made now, at most so many, the best ones first.

    Best are those after which the fewest points are left in the hand.
    """
    if view.you is None or Lay not in STAGES.get(view.stage, ()):
        return ()
    found: list[Lay] = []
    for phase in open_phases(view, view.you.seat):
        goals, on = goals_of(view, phase), terms(view.rules, phase)
        ways, _ = finder.distinct(view.you.hand, goals, on, most)
        acts = (Lay(way, phase) for way in ways)
        found += (act for act in acts if check(view, act) is None)
    return tuple(islice(found, most))


def hits(view: View) -> tuple[Hit, ...]:
    """List the hits that may be made now."""
    return tuple(offer for offer in legal(view) if isinstance(offer, Hit))


def missing(view: View, hand: Hand | None = None) -> int:
    """Count the cards the own hand, or another, lacks for its nearest open phase.

    That is 0 when the phase can be laid; it says nothing once it was.
    """
    outlook = Outlook(view)
    return outlook.lacks(outlook.hand if hand is None else hand)


def seen(view: View) -> Counter[Card]:
    """Count the cards of which it is known where they are.

    The own ones, those on the table and in the discard pile, and what others took from
    the pile and have not shown since.
    """
    mine = view.you
    known = Counter(view.pile)
    for meld in view.melds:
        known.update(meld.cards)
    for seat in view.seats:
        if mine is None or seat.seat != mine.seat:
            known.update(seat.took)
    if mine is not None:
        known.update(mine.hand + mine.saved)
    return known


def unseen(view: View) -> Counter[Card]:
    """Count the cards that may be in the stock or in other hands, for all one knows."""
    return Counter(full_deck(view.rules)) - seen(view)
