"""The brains by the names people give them, the gentlest first."""

from collections.abc import Mapping

from p10net.bots.brain import Maker
from p10net.bots.dice import Dice
from p10net.bots.easy import Easy
from p10net.bots.expert import Expert
from p10net.bots.sharp import Sharp
from p10net.bots.sound import Sound
from p10net.bots.steady import Steady

LEVELS: Mapping[str, Maker] = {
    "random": Dice,
    "easy": Easy,
    "steady": Steady,
    "sharp": Sharp,
    "expert": Expert,
}
USUAL = "steady"
"""The level of a bot where nobody asked for another."""
STAND_IN: Maker = Sound
"""Who plays for a seat whose player is absent: without a slip, as it is not its own."""
