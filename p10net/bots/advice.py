"""What a person is told to do: how the strongest brain ranks it, with its reasons."""

import random

from p10net.bots.brain import Choice, Why
from p10net.bots.expert import Expert
from p10net.engine.moves import Ask
from p10net.engine.view import View

BEHIND = {Why.UNKNOWN_CARD: Why.BETTER_HAD}
"""What is said instead of what holds for nothing but the best."""


def advice(view: View, ask: Ask) -> list[Choice]:
    """Rank what may be done, the best first; asked again it says the same again."""
    best, *others = Expert(random.Random(view.step)).rank(view, ask)
    return [best, *(one._replace(why=BEHIND.get(one.why, one.why)) for one in others)]
