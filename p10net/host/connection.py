"""One connection: frames in, frames out, and an end that is always said.

It reads one request at a time and hands each on before it reads the next, so replies
come in order. It never decides what a request means. However it ends, what was said
last is sent, the other side is let read it, and only this connection is over.
"""

from __future__ import annotations

import contextlib
import math
import os
import socket
import ssl
import sys
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from p10net.host.letters import bye
from p10net.host.outbox import Outbox
from p10net.host.privacy import Privacy
from p10net.host.rates import Allowance
from p10net.protocol.codec import STRANGER, Frames, frame, opening
from p10net.protocol.errors import ByeCode, ProtocolError
from p10net.protocol.limits import GUARD, LIMITS, Guard, Limits
from p10net.protocol.messages import answer

CHUNK: Final = 16_384
# What is said to whoever speaks another language: to a TLS client an alert that it
# understands, "handshake failure", to everybody else where ours is written down.
NO_COMMON: Final = {"tls": b"\x15\x03\x01\x00\x02\x02\x28", "stranger": STRANGER}
PRIVATE: Final = Privacy()
TOO_SLOW: Final = "A frame that had begun did not arrive whole in time."

Serve = Callable[["Connection", bytes], Awaitable[None]]
Ended = Callable[["Connection"], Awaitable[None]]


class Connection:
    """A stream and what the host has to remember of it.

    `address` is empty inside the process. `heard` and `spoke` are when bytes last came
    and went; `busy` says that it waits for the table, not for the other side.
    """

    def __init__(
        self,
        number: int,
        stream: trio.abc.Stream,
        address: str = "",
        *,
        limits: Limits = LIMITS,
        guard: Guard = GUARD,
        privacy: Privacy = PRIVATE,
    ) -> None:
        """Prepare to run; nothing is read yet."""
        self.number, self.address = number, address
        self.stream = stream
        self.resume_only = self.welcomed = self.pinged = self.busy = False
        self.why = ""
        self.began = self.heard = self.spoke = trio.current_time()
        self.allowance = Allowance(self.began, limits)
        self._limits, self._guard, self._privacy = limits, guard, privacy
        self._outbox = Outbox(guard.outbox_frames, guard.outbox_bytes)
        self._frames = Frames(limits.frame_before_welcome)
        self._by = self.began + limits.hello_ms / 1000
        self._all, self._reading = trio.CancelScope(), trio.CancelScope()
        self._mute = False
        self._direct: trio.SocketStream | None = None

    # --- For the server ----------------------------------------------------------

    def send(self, *frames: bytes) -> None:
        """Send frames now or queue them; who does not read in time is sent away."""
        if self._direct is not None and self._outbox.idle:
            self._send_now(self._direct, b"".join(frames))
        elif not all(map(self._outbox.put, frames)):
            self._outbox.clear()
            self.finish(ByeCode.SLOW)

    def _send_now(self, raw: trio.SocketStream, data: bytes) -> None:
        """Give the system what it takes without waiting, and queue the rest.

        Nobody else is sending: that is what an idle outbox means. It spares the task
        that sends from waking up, and everybody who waits for it at this computer.
        """
        try:
            sent = os.write(raw.socket.fileno(), data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.drop("lost")
            return
        self.spoke = trio.current_time()
        if sent < len(data):
            self._outbox.put_rest(data[sent:])

    def finish(self, code: ByeCode, msg: str = "", re: int | None = None) -> None:
        """Say bye, and read nothing more."""
        self.end(frame(bye(code, msg, re)), code.value)

    def end(self, last: bytes = b"", why: str = "closed") -> None:
        """Send these bytes last, and read nothing more."""
        self.why = self.why or why
        self._outbox.end(last)
        self._reading.cancel()
        if self._mute:  # amid a handshake nobody could understand a last word
            self._all.cancel()

    def drop(self, why: str) -> None:
        """End it without a word, since nobody is there to hear one."""
        self.why, self._direct = self.why or why, None
        self._all.cancel()

    def admit(self) -> None:
        """Grant what a welcomed client may do."""
        self.welcomed, self._by = True, math.inf
        self._frames.cap = self._limits.frame_to_host

    def another_try(self) -> None:
        """Give a client whose greeting was refused the time for another."""
        self._by = trio.current_time() + self._limits.hello_ms / 1000

    @property
    def over(self) -> bool:
        """Whether nothing more is read."""
        return self._outbox.ended

    @property
    def dropped(self) -> bool:
        """Whether it is being closed without another word."""
        return self._all.cancel_called

    # --- Its life ----------------------------------------------------------------

    async def run(self, serve: Serve, ended: Ended) -> None:
        """Live until either side ends it; `ended` is told when no more is read."""
        try:
            with self._all:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._write)
                    try:
                        with self._reading:
                            await self._read(serve)
                    finally:
                        self.end()
                        with trio.CancelScope(shield=True):
                            await ended(self)
                await self._part()
        finally:
            await trio.aclose_forcefully(self.stream)

    async def _read(self, serve: Serve) -> None:
        try:
            if await self._agrees():
                self._direct = _direct(self.stream)
                await self._requests(serve)
        except ProtocolError as error:
            self.end(frame(answer(error)), error.code.value)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.drop("lost")

    async def _agrees(self) -> bool:
        """See what the other side speaks, and whether that will do here."""
        raw = self.stream
        if not isinstance(raw, trio.SocketStream):
            return True
        kind = await self._opening(raw)
        if kind == "tls" and self._privacy.context is not None:
            return await self._shake_hands(raw, self._privacy.context)
        if kind == "plain" and not self._privacy.allows_plain(self.address):
            self.finish(ByeCode.TLS_REQUIRED)
        elif kind in NO_COMMON:
            self.end(NO_COMMON[kind], kind)
        return kind == "plain" and not self.over

    async def _opening(self, raw: trio.SocketStream) -> str:
        """Look at the first byte, and leave it where it is; nothing if none comes."""
        with trio.move_on_at(self._by):
            try:
                first = await raw.socket.recv(1, socket.MSG_PEEK)
            except OSError:
                raise trio.BrokenResourceError from None
            return opening(first[0]) if first else ""
        self.finish(ByeCode.HELLO_TIMEOUT)
        return ""

    async def _shake_hands(
        self, raw: trio.SocketStream, context: ssl.SSLContext
    ) -> bool:
        """Become private, in the time there is for a greeting."""
        secure = trio.SSLStream(raw, context, server_side=True, https_compatible=True)
        self._mute = True
        with trio.move_on_at(self._by):
            await secure.do_handshake()
            self.stream, self._mute = secure, False
            return True
        self.drop(ByeCode.HELLO_TIMEOUT.value)
        return False

    async def _requests(self, serve: Serve) -> None:
        while data := await self._receive():
            self.heard = trio.current_time()
            self._frames.feed(data)
            while (body := self._frames.take()) is not None:
                self._by = math.inf if self.welcomed else self._by
                self.busy = True
                await serve(self, body)
                self.busy = False
                if self.over:
                    return
                if self._frames.begun:  # whoever says much at once lets others in
                    await trio.lowlevel.checkpoint()

    async def _receive(self) -> bytes:
        """Wait for bytes: a greeting and a frame that has begun have their time."""
        if self.welcomed and not self._frames.begun:
            self._by = math.inf
        elif self.welcomed and self._by == math.inf:
            self._by = trio.current_time() + self._limits.frame_ms / 1000
        if self._by == math.inf:
            return bytes(await self.stream.receive_some(CHUNK))
        with trio.move_on_at(self._by):
            return bytes(await self.stream.receive_some(CHUNK))
        if self.welcomed:
            self.finish(ByeCode.SLOW, TOO_SLOW)
        else:
            self.finish(ByeCode.HELLO_TIMEOUT)
        return b""

    async def _write(self) -> None:
        """Send what is in the outbox; a send that takes too long is the end."""
        try:
            while (data := await self._outbox.take()) is not None:
                with trio.move_on_after(self._guard.send_ms / 1000) as stuck:
                    await self.stream.send_all(data)
                if stuck.cancelled_caught:
                    self.drop("slow")
                    return
                self.spoke = trio.current_time()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.drop("lost")

    async def _part(self) -> None:
        """Close our half and wait a little for the other, so that the bye arrives.

        TLS cannot be closed by halves, so that is done to what carries it.
        """
        stream = self.stream
        raw = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
        broken = trio.BrokenResourceError, trio.ClosedResourceError
        with trio.move_on_after(self._guard.drain_ms / 1000):
            with contextlib.suppress(*broken):
                if isinstance(raw, trio.abc.HalfCloseableStream):
                    await raw.send_eof()
                while await raw.receive_some(CHUNK):
                    pass


def _direct(stream: trio.abc.Stream) -> trio.SocketStream | None:
    """Give the socket that bytes may be put into as they are, if the stream is one."""
    if sys.platform == "win32":  # there a socket is no file
        return None
    return stream if isinstance(stream, trio.SocketStream) else None
