"""Two ends of a connection that never leaves the process.

The host's own player and its bots sit at the table through one of these, with the same
frames as everybody else. Like a socket, and unlike a buffer in memory, it holds only so
much: who does not read is noticed here too.
"""

from operator import index
from typing import Final

import trio

ROOM: Final = 65_536
"""Bytes that may lie in one direction before its writer has to wait."""


class _One:
    """Lets one task in at a time: two at one end would get each other's bytes."""

    def __init__(self) -> None:
        self._busy = False

    def __enter__(self) -> None:
        if self._busy:
            raise trio.BusyResourceError("another task is doing this already")
        self._busy = True

    def __exit__(self, *_error: object) -> None:
        self._busy = False


class _Way:
    """One direction: bytes, and whether either end of it is closed."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._ended = self._broken = False
        self._changed = trio.Event()
        self._putting, self._taking = _One(), _One()

    async def put(self, data: bytes) -> None:
        with self._putting:
            await self._room()
            while data:
                room = ROOM - len(self._bytes)
                self._bytes += data[:room]
                data = data[room:]
                self._stir()
                if data:
                    await self._room()

    async def wait(self) -> None:
        """Wait until something can be put."""
        with self._putting:
            await self._room()

    async def _room(self) -> None:
        await trio.lowlevel.checkpoint()
        while True:
            if self._ended:
                raise trio.ClosedResourceError
            if self._broken:
                raise trio.BrokenResourceError
            if len(self._bytes) < ROOM:
                return
            await self._changed.wait()

    async def finish(self) -> None:
        """Let nothing follow, once nobody is putting any more."""
        with self._putting:
            self.end()
            await trio.lowlevel.checkpoint()

    async def take(self, most: int) -> bytes:
        with self._taking:
            await trio.lowlevel.checkpoint()
            while not self._bytes or self._broken:
                if self._broken:
                    raise trio.ClosedResourceError
                if self._ended:
                    return b""
                await self._changed.wait()
            data = bytes(self._bytes[:most])
            del self._bytes[:most]
            self._stir()
            return data

    def end(self) -> None:
        """Let nothing follow what lies there."""
        self._ended = True
        self._stir()

    def break_off(self) -> None:
        """Let nothing be taken any more, so that nothing need be put."""
        self._broken = True
        self._stir()

    def _stir(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


class End(trio.abc.HalfCloseableStream):
    """One end: what is sent here is received at the other."""

    def __init__(self, there: _Way, back: _Way) -> None:
        """Join the two directions."""
        self._there, self._back = there, back

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Hand the bytes over, waiting while the pipe is full."""
        await self._there.put(bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        """Wait while the pipe is full."""
        await self._there.wait()

    async def send_eof(self) -> None:
        """Send no more; the other end reads the end of the stream."""
        await self._there.finish()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Take what is there, or wait; nothing means that no more will come."""
        most = ROOM if max_bytes is None else index(max_bytes)
        if most < 1:
            raise ValueError("max_bytes is at least 1")
        return await self._back.take(most)

    async def aclose(self) -> None:
        """Close both directions."""
        self._there.end()
        self._back.break_off()
        await trio.lowlevel.checkpoint()


def pair() -> tuple[End, End]:
    """Make a connection: its two ends."""
    one, other = _Way(), _Way()
    return End(one, other), End(other, one)
