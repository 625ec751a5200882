"""A player to be feared: counts what is to come, and gives the next player nothing."""

from p10net.bots.chances import Watchful
from p10net.bots.outlook import Outlook
from p10net.bots.sound import Sound
from p10net.engine.view import View


class Expert(Sound):
    """Plays with exact outs, and with an eye on what the next player is after."""

    def look(self, view: View) -> Outlook:
        """See what may still come, and who waits for it."""
        return Watchful(view, self.chance)
