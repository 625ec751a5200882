"""A gentle player: goes by what its phase lacks, and often throws without looking."""

from typing import ClassVar

from p10net.bots.outlook import Outlook
from p10net.bots.sound import Sound
from p10net.engine.cards import Card
from p10net.engine.view import View


class Blunt(Outlook):
    """Sees how many cards are missing, and nothing of what could still become."""

    foresight = 0

    def keeps(self, card: Card) -> float:
        """See no use in a card that is not needed now."""
        return 0


class Easy(Sound):
    """Plays as somebody does who has just learnt the game."""

    careless: ClassVar[float] = 0.6

    def look(self, view: View) -> Outlook:
        """See what is missing only."""
        return Blunt(view)
