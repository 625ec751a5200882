"""The brains by the names people give them."""

from collections.abc import Mapping

from p10net.bots.brain import Maker
from p10net.bots.dice import Dice
from p10net.bots.steady import Steady

LEVELS: Mapping[str, Maker] = {"random": Dice, "steady": Steady}
STAND_IN = "steady"
"""Who plays for a seat whose player is absent, and where nobody asked for another."""
