"""Two ends of a connection that never leaves the process.

The host's own player and its bots sit at the table through one of these, with the same
frames as everybody else. Like a socket, and unlike a buffer in memory, it holds only so
much: who does not read is noticed here too.
"""

from typing import Final

import trio

ROOM: Final = 65_536
"""Bytes that may lie in one direction before its writer has to wait."""


class _Way:
    """One direction: bytes, and whether either end of it is closed."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._ended = self._broken = False
        self._changed = trio.Event()

    async def put(self, data: bytes) -> None:
        await trio.lowlevel.checkpoint()
        while True:
            if self._ended:
                raise trio.ClosedResourceError
            if self._broken:
                raise trio.BrokenResourceError
            room = ROOM - len(self._bytes)
            self._bytes += data[:room]
            data = data[room:]
            self._stir()
            if not data:
                return
            await self._changed.wait()

    async def take(self, most: int) -> bytes:
        await trio.lowlevel.checkpoint()
        while not self._bytes:
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
        self._bytes.clear()
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
        """Let others run; whether there is room shows when sending."""
        await trio.lowlevel.checkpoint()

    async def send_eof(self) -> None:
        """Send no more; the other end reads the end of the stream."""
        self._there.end()
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Take what is there, or wait; nothing means that no more will come."""
        return await self._back.take(ROOM if max_bytes is None else max_bytes)

    async def aclose(self) -> None:
        """Close both directions."""
        self._there.end()
        self._back.break_off()
        await trio.lowlevel.checkpoint()


def pair() -> tuple[End, End]:
    """Make a connection: its two ends."""
    one, other = _Way(), _Way()
    return End(one, other), End(other, one)
