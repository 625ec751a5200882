"""The full-screen start: tables as they are found, and where a person wants to go.

It stands before any session: what it ends with is a way, and whoever asked goes there.
The list of tables comes from outside, so that playing alone loads no network library.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import trio
from msgspec.structs import replace

from p10net.client.commands import start as starting
from p10net.client.commands.line import insert
from p10net.client.commands.pasting import Burst
from p10net.client.commands.scene import Typing
from p10net.client.commands.start import Start, Way
from p10net.client.doctor import Facts, examine
from p10net.client.dress import Dress
from p10net.client.fullscreen import FullScreen
from p10net.client.picture import Picture
from p10net.client.screen.draw import draw
from p10net.lan import system

if TYPE_CHECKING:
    from p10net.client.nearby import Nearby

CHECK_AFTER: Final = 8
"""Seconds without a table after which the network is checked without being asked."""
CHECK_AGAIN: Final = 30
"""Seconds after which that is done once more: somebody may have mended it."""

LookAround = Callable[[], Awaitable[Facts]]


class Entrance:
    """The start screen: tables as they are found, and where a person wants to go."""

    def __init__(
        self, nearby: Nearby, dress: Dress, start: Start, around: LookAround
    ) -> None:
        """Prepare the screen; `start` holds what is known before anything is found."""
        self.start = starting.standing(start)
        self.window = FullScreen(dress.look, self._draw, self.press, self.paste)
        self.window.mouse = dress.mouse
        self._nearby = nearby
        self._dress = dress
        self._around = around
        self._tasks: trio.Nursery | None = None
        self._checks = False

    async def go(self) -> Way:
        """Stay until a way was chosen."""
        async with trio.open_nursery() as nursery:
            self._tasks = nursery
            nursery.start_soon(self._look)
            nursery.start_soon(self._count)
            nursery.start_soon(self._name)
            way = await self.window.run()
            nursery.cancel_scope.cancel()
        assert isinstance(way, Way)
        return way

    async def _look(self) -> None:
        while True:
            tables, off = self._nearby.entries(), self._nearby.off or ""
            self.start = starting.found(self.start, tables, off)
            self.window.app.invalidate()
            await self._nearby.changed()

    async def _count(self) -> None:
        while True:
            await trio.sleep(1)
            seconds = self.start.seconds + 1
            self.start = replace(self.start, seconds=seconds)
            late = seconds - CHECK_AFTER
            if late >= 0 and not late % CHECK_AGAIN and not self.start.tables:
                self._check()
            self.window.app.invalidate()

    async def _name(self) -> None:
        """Find out what the Wi-Fi is called, for two people to compare."""
        told = await system.ask()
        self.start = replace(self.start, wifi=told.wifi)
        self.window.app.invalidate()

    # --- The check of the network ------------------------------------------------

    def _check(self) -> None:
        """Have the network checked, unless that is under way."""
        if not self._checks and self._tasks is not None:
            self._checks = True
            self._tasks.start_soon(self._checked)

    async def _checked(self) -> None:
        facts = await self._around()
        seen, off = len(self._nearby.entries()), facts.off or self._nearby.off
        checks = examine(replace(facts, seen=seen, off=off))
        self.start = replace(self.start, checks=checks, checking=False)
        self._checks = False
        self.window.app.invalidate()

    # --- Drawing and keys --------------------------------------------------------

    def _draw(self, columns: int, rows: int) -> Picture:
        return draw(self.start, columns, rows, self._dress.ascii_only)

    def press(self, key: str) -> None:
        """Take a key."""
        self.start, way = starting.press(self.start, key)
        if way is not None:
            self.window.exit(way)
        if self.start.checking:
            self._check()
        self.window.app.invalidate()

    def paste(self, came: Burst) -> None:
        """Put pasted text into the line, opening it if need be: a code was copied."""
        line = self.start.typing or Typing(starting.CODE)
        self.start = replace(self.start, typing=insert(line, came.text.strip()))
        self.window.app.invalidate()


async def enter(nearby: Nearby, dress: Dress, start: Start, around: LookAround) -> Way:
    """Show the start screen until somebody has chosen where to go.

    `around` gathers what the check of the network judges.
    """
    return await Entrance(nearby, dress, start, around).go()
