"""One connection to a host: whole messages in, frames out, and a pulse.

A link says `ping` when it has been quiet for a while and counts itself lost when the
host is; it never tries again, that is for the session. It knows neither seats nor
acts, and what arrives on it is read leniently, as the protocol asks of clients.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from p10net.client.secure import Trusts, WrongHost, anybody, call
from p10net.lan.sleepless import Clock, sleepless
from p10net.protocol.address import Place
from p10net.protocol.codec import Frames, for_client
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import ToClient

Dial = Callable[[], Awaitable[trio.abc.Stream]]

PING: Final = LIMITS.ping_ms / 1000
SILENCE: Final = LIMITS.silence_ms / 1000
CONNECT: Final = 4.0
"""Seconds for one address: a lost first packet is sent again after one and three."""
SEND: Final = 10.0
TICK: Final = 1.0
LATE: Final = 5.0
"""Seconds a tick may come late before it is taken for a night's sleep."""
CHUNK: Final = 65_536
MOST_BYTES: Final = 1 << 22
"""Longest frame that is read, however far a later host relaxes its own limit."""


class LinkLost(Exception):
    """The connection is gone; `why` is closed, silent, late or slept."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NoNetwork(OSError):
    """Nobody can be reached: this computer itself has no network."""


def to_places(*places: Place, trusts: Trusts = anybody) -> Dial:
    """Knock at one place after the other, as an advert or a person names them.

    A host that is not trusted is left for the next place; if no other answers, dialling
    raises WrongHost.
    """

    async def dial() -> trio.abc.Stream:
        error: Exception = ConnectionError("no place to knock at")
        for place in places:
            with trio.move_on_after(CONNECT):
                try:
                    return (await call(place, trusts)).stream
                except (OSError, WrongHost) as failed:
                    error = failed
                except ValueError:  # no name of a computer, says the codec of names
                    continue
        raise error

    return dial


class Link:
    """An open connection; `receive` and the two tasks of `run` work side by side."""

    def __init__(self, stream: trio.abc.Stream, *, awake: Clock = sleepless) -> None:
        """Take over an open stream; nothing is read or written yet."""
        self._stream = stream
        self._awake = awake
        self._frames = Frames(LIMITS.frame_to_client)
        self._post, self._posted = trio.open_memory_channel[bytes](math.inf)
        self._sent = trio.current_time()
        self._reading = trio.CancelScope()
        self._looked: tuple[float, float] | None = None
        self._lost = ""

    def allow(self, frame_bytes: int) -> None:
        """Read frames as long as the host says it sends, within reason."""
        self._frames.cap = max(self._frames.cap, min(frame_bytes, MOST_BYTES))

    def send(self, frame: bytes) -> None:
        """Put a frame in line; it goes out as soon as the line takes it."""
        self._sent = trio.current_time()
        self._post.send_nowait(frame)

    async def receive(self, limit: float = SILENCE) -> ToClient:
        """Give the next message this version knows; raises LinkLost, ProtocolError."""
        while True:
            while (body := self._frames.take()) is not None:
                if (message := for_client(body)) is not None:
                    return message
            self._frames.feed(await self._bytes(limit))

    async def _bytes(self, limit: float) -> bytes:
        if not self._lost:
            with trio.move_on_after(limit) as self._reading:
                return await self._some()
        raise LinkLost(self._lost or ("slept" if self._slept() else "silent"))

    async def _some(self) -> bytes:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            if data := await self._stream.receive_some(CHUNK):
                return bytes(data)
        raise LinkLost("closed")

    async def write(self) -> None:
        """Send what is in line; a broken line is for `receive` to find out.

        A last `bye` may still wait to be read, so this task ends without a word.
        """
        async for frame in self._posted:
            with trio.move_on_after(SEND) as stuck:
                try:
                    await self._stream.send_all(frame)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    return
            if stuck.cancelled_caught:
                self._lose("late")
                return

    async def beat(self, ping: Callable[[], None]) -> None:
        """Say `ping` whenever nothing was sent for a while, and once in any case.

        Only of a client that has pinged does a host know that it would ping again: one
        that is always busy would otherwise fall asleep unnoticed.
        """
        await trio.sleep(PING)
        ping()
        while True:
            due = self._sent + PING
            if trio.current_time() >= due:
                ping()
            else:
                await trio.sleep_until(due)

    async def wake(self) -> None:
        """Give the link up after a sleep: the host did so long ago."""
        while True:
            self._looked = self._awake(), trio.current_time()
            await trio.sleep(TICK)
            if self._slept():
                self._lose("slept")

    def _slept(self) -> bool:
        """Whether it is too long since the last look: then the silence was our own."""
        if self._looked is None:
            return False
        since, own = self._looked
        return max(self._awake() - since, trio.current_time() - own) - TICK > LATE

    def _lose(self, why: str) -> None:
        self._lost = why
        self._reading.cancel()

    async def close(self) -> None:
        """Close without waiting for anybody."""
        await trio.aclose_forcefully(self._stream)
