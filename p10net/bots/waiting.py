"""When a phase that could be laid is held back: for a harder one, or to spare wilds.

A phase counts only once it lies, and where it counts most waiting lost more than it
gave. It pays in two cases, and only while nobody else has laid, as no round ends soon
then: where wilds laid cost points and points rank, and where any phase may be laid and
one that is seldom had is a card away.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from p10net.bots.brain import Why
from p10net.bots.outlook import Aim, Outlook
from p10net.bots.prospects import playing, usual
from p10net.bots.reading import unseen
from p10net.engine.cards import Card, Hand, without_card
from p10net.engine.nearness import Stand

DEAR: Final = 2
"""Wilds that must be laid with the phase for waiting to spare points."""
ALONE: Final = 1
"""Cards left after all hits with which the round ends this turn: nobody waits then."""
AHEAD: Final = 3
"""Draws in which the harder phase should come."""
WORTH: Final = 0.2
"""Rounds that waiting for it has to save, as far as they can be counted."""
HANDS: Final = 48


class Wish(NamedTuple):
    """A hand that one more card would do for, the phases it is for, and the reason."""

    hand: Hand
    aims: tuple[Aim, ...]
    why: Why

    def stand(self, hand: Hand) -> Stand:
        """Say how a hand stands beside what is waited for."""
        return Stand(hand, [aim.plan for aim in self.aims])


def calm(outlook: Outlook) -> bool:
    """Whether the own phase could be laid, and the round will not end soon."""
    view, me = outlook.view, outlook.me
    others = (seat for seat in view.seats if seat.playing and seat is not me)
    if outlook.laid or view.tie or view.dice or any(seat.laid for seat in others):
        return False
    return not outlook.lacking and not outlook.drags


def sparing(outlook: Outlook) -> Wish | None:
    """Wait for a number card in the place of a wild whose points would count."""
    rules = outlook.view.rules
    if not rules.laid_wild_points or rules.rank != "points" or not calm(outlook):
        return None
    hand, wilds = outlook.hand, outlook.hand.count(Card.W)
    while wilds and not outlook.lacks(fewer := without_card(hand, Card.W)):
        hand, wilds = fewer, wilds - 1
    if wilds < DEAR or outlook.least_left <= ALONE:
        return None
    wish = Wish(without_card(hand, Card.W), outlook.aims, Why.WILDS_DEAR)
    cards = unseen(outlook.view)
    return wish if _outs(wish, (card for card in cards if card.number)) else None


def harder(outlook: Outlook) -> Wish | None:
    """Wait for the phase that saves most rounds if it is laid in place of another.

    Between two only: more players do not leave the time. Where a laid phase may make
    way for another, both can be had.
    """
    view = outlook.view
    if len(outlook.aims) == 1 or playing(view) > 2 or view.rules.refresh:
        return None
    if not calm(outlook):
        return None
    hand, cards = outlook.hand, unseen(view)
    rare = {aim: usual(aim, view, HANDS) for aim in outlook.aims}
    lacks = {aim: aim.lacks(hand) for aim in outlook.aims}
    now = min(rare[aim] for aim in outlook.aims if not lacks[aim])
    found, most = None, WORTH
    for aim in outlook.aims:
        if lacks[aim] == 1 and rare[aim] < now:
            wish = Wish(hand, (aim,), Why.HARDER_NEAR)
            miss = 1 - _outs(wish, cards.elements()) / max(1, cards.total())
            saves = (1 - miss**AHEAD) * (1 / rare[aim] - 1 / now)
            if saves > most:
                found, most = wish, saves
    return found if found and outlook.least_left > ALONE else None


def _outs(wish: Wish, cards: Iterable[Card]) -> int:
    """Count the cards any of which would do."""
    stand, faces = wish.stand(wish.hand), Counter(cards)
    return sum(n for face, n in faces.items() if stand.helped(face))
