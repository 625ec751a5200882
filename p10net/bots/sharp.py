"""A careful player: counts the cards that are still to come before letting one go."""

from p10net.bots.chances import Counted
from p10net.bots.outlook import Outlook
from p10net.bots.sound import Sound
from p10net.engine.view import View


class Sharp(Sound):
    """Plays soundly, with exact outs in the place of a quick count."""

    def look(self, view: View) -> Outlook:
        """See what may still come."""
        return Counted(view)
