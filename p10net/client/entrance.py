"""The full-screen start: tables as they are found, and where a person wants to go.

It stands before any session: what it ends with is a way, and whoever asked goes there.
The list of tables comes from outside, so that playing alone loads no network library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from p10net.client.app import Dress
from p10net.client.commands import start as starting
from p10net.client.commands.line import insert
from p10net.client.commands.scene import Typing
from p10net.client.commands.start import Start, Way
from p10net.client.fullscreen import FullScreen
from p10net.client.picture import Picture
from p10net.client.screen.draw import draw

if TYPE_CHECKING:
    from p10net.client.nearby import Nearby


class Entrance:
    """The start screen: tables as they are found, and where a person wants to go."""

    def __init__(self, nearby: Nearby, dress: Dress, here: str, left: str) -> None:
        """Prepare the screen; `left` names the table where a seat is kept."""
        self.start = Start(here=here, left=left)
        self.window = FullScreen(dress.depth, self._draw, self.press, self.paste)
        self._nearby = nearby
        self._dress = dress

    async def go(self) -> Way:
        """Stay until a way was chosen."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._look)
            nursery.start_soon(self._count)
            way = await self.window.run()
            nursery.cancel_scope.cancel()
        assert isinstance(way, Way)
        return way

    async def _look(self) -> None:
        while True:
            tables, off = self._nearby.entries(), self._nearby.off or ""
            self.start = replace(self.start, tables=tables, off=off)
            self.window.app.invalidate()
            await self._nearby.changed()

    async def _count(self) -> None:
        while True:
            await trio.sleep(1)
            self.start = replace(self.start, seconds=self.start.seconds + 1)
            self.window.app.invalidate()

    def _draw(self, columns: int, rows: int) -> Picture:
        return draw(self.start, columns, rows, self._dress.ascii_only)

    def press(self, key: str) -> None:
        """Take a key."""
        self.start, way = starting.press(self.start, key)
        if way is not None:
            self.window.exit(way)
        self.window.app.invalidate()

    def paste(self, text: str) -> None:
        """Put pasted text into the line, opening it if need be: a code was copied."""
        line = self.start.typing or Typing(starting.CODE)
        self.start = replace(self.start, typing=insert(line, text.strip()))
        self.window.app.invalidate()


async def enter(nearby: Nearby, dress: Dress, *, here: str = "", left: str = "") -> Way:
    """Show the start screen until somebody has chosen where to go."""
    return await Entrance(nearby, dress, here, left).go()
