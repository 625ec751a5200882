"""The journey on the whole screen: its map, until a table was chosen."""

from __future__ import annotations

from functools import partial

from p10net.client.commands import journey as keys
from p10net.client.commands.journey import Map, Trip
from p10net.client.commands.pasting import Burst
from p10net.client.dress import Dress
from p10net.client.fullscreen import FullScreen
from p10net.client.journey.progress import Journey
from p10net.client.picture import Picture
from p10net.client.screen import journey as screen
from p10net.client.screen.frame import framed


class Travel:
    """The map on a screen."""

    def __init__(self, journey: Journey, dress: Dress, notice: str = "") -> None:
        """Prepare the screen; `notice` stands there at first."""
        self.map: Map = keys.unfolded(journey, notice)
        self.window = FullScreen(dress.look, self._draw, self.press, self.paste)
        self._ascii = dress.ascii_only

    async def choose(self) -> Trip:
        """Stay until a table was chosen, or the way back."""
        trip = await self.window.run()
        assert isinstance(trip, Trip)
        return trip

    def _draw(self, columns: int, rows: int) -> Picture:
        return framed(partial(screen.journey, self.map), columns, rows, self._ascii)

    def press(self, key: str) -> None:
        """Take a key."""
        self.map, trip = keys.press(self.map, key)
        if trip is not None:
            self.window.exit(trip)
        self.window.app.invalidate()

    def paste(self, came: Burst) -> None:
        """Take nothing: there is no line to put it into."""
