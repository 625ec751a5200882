"""The brain that plays by dice: all it may do is as good to it as anything else.

It is there to be beaten and to test with. Lying cards down comes first most of the
time, or its games would last for days.
"""

import random

from p10net.bots.brain import Choice, Why, best_first, pick
from p10net.engine.moves import (
    Action,
    Ask,
    Hit,
    LayOffer,
    Offer,
    Roll,
    Swap,
    as_action,
)
from p10net.engine.view import View

EAGER = 0.7
MOST = 5
"""How many dice it rolls again at the most: rolling all would never lay a phase."""
_LIES_DOWN = (LayOffer, Hit, Swap)


class Dice:
    """Draws lots among all it may do."""

    def __init__(self, chance: random.Random) -> None:
        """Take the dice."""
        self._chance = chance

    def rank(self, view: View, ask: Ask) -> list[Choice]:
        """Order everything by lot, with a bias to what lies cards down."""
        eager = self._chance.random() < EAGER
        return best_first(
            Choice(
                self._some(offer),
                (eager and isinstance(offer, _LIES_DOWN), self._chance.random()),
                Why.CHANCE,
            )
            for offer in ask.can
        )

    def _some(self, offer: Offer) -> Action:
        """Take an offer as it is, but of dice only some."""
        if isinstance(offer, Roll):
            again = self._chance.sample(offer.again, self._chance.randint(1, MOST))
            return Roll(tuple(sorted(again)))
        return as_action(offer)

    def choose(self, view: View, ask: Ask) -> Action:
        """Do what the lot fell on."""
        return pick(self.rank(view, ask), self._chance)
