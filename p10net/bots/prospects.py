"""Which phase to go for, where there is a choice: how likely it lies in time, and then.

Asked once a round, so it may take its time: cards to come are drawn by lot from those
unseen, and it is counted how soon the phase could be laid with them.
"""

import math
import random
from bisect import bisect_left
from functools import cached_property, lru_cache
from typing import Final

from p10net.bots.outlook import Aim
from p10net.bots.reading import unseen
from p10net.engine.cards import Hand
from p10net.engine.opening import full_deck
from p10net.engine.progress import FIRST_TWIST
from p10net.engine.rules import Rules
from p10net.engine.view import View

FUTURES: Final = 24
FEW: Final = 6
"""Ways the round may go that are thought of; few where each takes long to count."""
LONGEST: Final = {2: 12}
LONG: Final = 6
"""Cards a seat draws in a long round, between two and between more: a phase that takes
more than that does not lie at its end."""
WAITS: Final = {2: 1.0}
WAIT: Final = 0.5
"""How much a hard phase is preferred to an easy one: rounds of many are short."""
MOST_PHASES: Final = 5
"""Phases that are looked at where many are open: the nearest ones."""
SELDOM: Final = 0.05


class Prospects:
    """What may become of the phases open to a hand, in rounds drawn by lot."""

    def __init__(self, view: View, chance: random.Random, futures: int) -> None:
        """Look ahead from a view, at so many rounds drawn from the generator."""
        self._view, self._chance, self._futures = view, chance, futures

    @cached_property
    def _rounds(self) -> list[tuple[Hand, Hand]]:
        assert self._view.you is not None
        # A saved card can be drawn whenever it is wanted.
        hand = self._view.you.hand + self._view.you.saved
        pool = [*unseen(self._view).elements()]
        most = min(longest(self._view), len(pool))
        draw = self._chance.sample
        return [(hand, tuple(draw(pool, most))) for _ in range(self._futures)]

    def worth(self, aim: Aim) -> float:
        """Say what it is worth to go for a phase, as its way of progress counts it."""
        # `sum` rounds otherwise before Python 3.12; a seed is to play alike on all.
        soons = math.fsum(soonness(aim, *cards) for cards in self._rounds)
        soon = soons / self._futures
        if self._view.rules.progress == "board":
            return _steps(aim, soon)
        # What the hand favors beside others: hard phases wait for their hand.
        waits = WAITS.get(playing(self._view), WAIT)
        return soon / math.pow(usual(aim, self._view, 2 * self._futures), waits)


def _steps(aim: Aim, soon: float) -> float:
    """Count the steps on the board: 2 or 1, and of a Twist phase 4 or one back."""
    return 5 * soon - 1 if aim.phase >= FIRST_TWIST else 1 + soon


def soonness(aim: Aim, hand: Hand, draws: Hand) -> float:
    """Say how soon a phase could lie if these cards came: 1 is at once, 0 too late."""
    late = bisect_left(
        range(len(draws)),
        True,
        key=lambda n: not aim.lacks((*hand, *draws[: n + 1])),
    )
    return 1 - late / max(1, len(draws))


def longest(view: View) -> int:
    """Say how many cards a seat draws in a long round."""
    return LONGEST.get(playing(view), LONG)


def playing(view: View) -> int:
    """Count the seats that take part."""
    return sum(seat.playing for seat in view.seats)


def usual(aim: Aim, view: View, hands: int) -> float:
    """Say how soon a phase lies for anybody at this table, seldom as it may be."""
    return _usual(aim, view.rules, longest(view), hands)


@lru_cache(maxsize=256)
def _usual(aim: Aim, rules: Rules, draws: int, hands: int) -> float:
    chance, deck, size = random.Random(0), full_deck(rules), rules.hand_size
    found = 0.0
    for _ in range(hands):
        cards = tuple(chance.sample(deck, min(size + draws, len(deck))))
        found += soonness(aim, cards[:size], cards[size:])
    return max(found / hands, SELDOM)
