"""What a person is told to do: how the strongest brain ranks it, with its reasons."""

import random

from p10net.bots.brain import Choice
from p10net.bots.expert import Expert
from p10net.engine.moves import Ask
from p10net.engine.view import View


def advice(view: View, ask: Ask) -> list[Choice]:
    """Rank what may be done, the best first; asked again it says the same again."""
    return Expert(random.Random(view.step)).rank(view, ask)
