"""Two ends of a connection that never leaves the process.

The host's own player and its bots sit at the table through one of these, with the same
frames as everybody else. Unlike a buffer in memory it holds little: who does not read
is noticed here too.
"""

import trio

CHUNKS = 4
"""Pieces that may lie in the pipe before its writer has to wait."""


class End(trio.abc.HalfCloseableStream):
    """One end: what is sent here is received at the other."""

    def __init__(
        self,
        send: trio.MemorySendChannel[bytes],
        receive: trio.MemoryReceiveChannel[bytes],
    ) -> None:
        """Join a channel for each direction."""
        self._send, self._receive = send, receive
        self._rest = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Hand the bytes over, waiting while the pipe is full."""
        await self._send.send(bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        """Let others run; whether there is room shows when sending."""
        await trio.lowlevel.checkpoint()

    async def send_eof(self) -> None:
        """Send no more; the other end reads the end of the stream."""
        self._send.close()
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Take what is there, or wait; nothing means that no more will come."""
        if self._rest:
            await trio.lowlevel.checkpoint()
        else:
            try:
                self._rest = await self._receive.receive()
            except trio.EndOfChannel:
                return b""
        size = len(self._rest) if max_bytes is None else max_bytes
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    async def aclose(self) -> None:
        """Close both directions."""
        self._send.close()
        self._receive.close()
        await trio.lowlevel.checkpoint()


def pair() -> tuple[End, End]:
    """Make a connection: its two ends."""
    there, there_out = trio.open_memory_channel[bytes](CHUNKS)
    back, back_out = trio.open_memory_channel[bytes](CHUNKS)
    return End(there, back_out), End(back, there_out)
