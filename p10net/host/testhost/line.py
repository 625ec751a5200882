"""One connection of a guest: reads what it sends, and holds it to the form.

Lengths, bytes, fields and ids are looked at here, frame by frame; what a request means
is for the script. A guest is told the first thing that is wrong.
"""

import contextlib
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

import trio

from p10net.host.testhost.faults import Fault, Gone, marked_bytes, unreadable, wrong_at
from p10net.host.testhost.private import Secure
from p10net.host.testhost.travel import NEW_OFFER, Map, Piece, packed
from p10net.protocol.codec import HEADER, Frames, for_host, opening, unpack
from p10net.protocol.errors import ProtocolError
from p10net.protocol.limits import GUARD, LIMITS
from p10net.protocol.requests import ToHost

CHUNK: Final = 16_384
PAUSE: Final = 0.001
"""Seconds between two pieces that are to arrive one by one."""
SEND: Final = GUARD.send_ms / 1000
CLOSES: Final = 5.0
"""Seconds in which a guest closes its side after a bye."""

FIRST_BYTE: Final = {
    "tls": "The connection begins with a TLS hello; this host speaks plain frames.",
    "stranger": (
        "The connection does not begin with a frame: its first four bytes are the"
        " length, most significant byte first, so the first byte is 00."
    ),
}


class Heard(NamedTuple):
    """A request, the bytes it came in, and the map they hold."""

    request: ToHost
    body: bytes
    fields: Map


class Line:
    """A connection from its first byte to its end."""

    def __init__(self, stream: trio.SocketStream | Secure) -> None:
        """Take a connection over; nothing has been read."""
        self._stream = stream
        self._frames = Frames(LIMITS.frame_before_welcome)
        self._raw = b""
        self._count = 0
        self._last_id = 0
        self.new_offer_means: Map = {}
        """What the invented offer does, for a guest that makes use of it."""

    def welcomed(self) -> None:
        """Allow the longer frames of somebody who is in."""
        self._frames.cap = LIMITS.frame_to_host

    # --- Reading -------------------------------------------------------------------

    async def hear(self, sent_before: Collection[ToHost] = ()) -> Heard:
        """Give the next request; raises Fault for what is none.

        An act that was sent before may come again, with its old id.
        """
        while (body := self._take()) is None:
            await self._receive()
        self._count += 1
        heard = self._read(body)
        if heard.request not in sent_before:
            self._rises(heard)
        return heard

    async def _receive(self) -> None:
        data = b""
        with contextlib.suppress(trio.BrokenResourceError):
            data = bytes(await self._stream.receive_some(CHUNK))
        if not data:
            raise Gone("Your client closed the connection.")
        if not self._count and not self._raw:
            kind = opening(data[0])
            if kind != "plain":
                raise Fault(FIRST_BYTE[kind], marked_bytes(data[:64], 0, HEADER))
        self._raw += data
        self._frames.feed(data)

    def _take(self) -> bytes | None:
        try:
            body = self._frames.take()
        except ProtocolError as error:
            shown = marked_bytes(self._raw[:64], 0, HEADER)
            raise Fault(f"Frame {self._count + 1}: {error.msg}", shown) from None
        if body is not None:
            self._raw = self._raw[HEADER + len(body) :]
        return body

    def _read(self, body: bytes) -> Heard:
        try:
            fields = unpack(body)
            action = fields.get("action")
            if isinstance(action, dict) and action.get("a") == NEW_OFFER["a"]:
                fields = {**fields, "action": self.new_offer_means}
                body = packed(fields)
            return Heard(for_host(body), body, fields)
        except ProtocolError as error:
            raise unreadable(error, body, self._count) from None

    def _rises(self, heard: Heard) -> None:
        number = heard.request.id
        if number <= self._last_id:
            raise wrong_at(
                f"Frame {self._count}: the `id` {number} is not greater than"
                f" {self._last_id}, which was used before it on this connection.",
                heard.body,
                "$.id",
            )
        self._last_id = number

    # --- Writing -------------------------------------------------------------------

    async def send(self, pieces: Iterable[Piece]) -> None:
        """Send what the guest has to read in good time."""
        with trio.move_on_after(SEND) as stuck, contextlib.suppress(*_BROKEN):
            for piece in pieces:
                await self._stream.send_all(piece.data)
                if piece.wait:
                    await trio.sleep(PAUSE)
        if stuck.cancelled_caught:
            raise Fault(
                f"Your client did not read for {SEND:g} s what was sent to it; a host"
                " would close with `bye slow`."
            )

    async def cut(self) -> None:
        """End it without a word, as a network does."""
        await trio.aclose_forcefully(self._stream)

    async def end(self) -> None:
        """Close our half after a bye, and see the guest close its own."""
        stream = self._stream
        # TLS cannot be closed by halves: that is for what carries it.
        raw = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
        with trio.move_on_after(CLOSES) as open_still, contextlib.suppress(*_BROKEN):
            await raw.send_eof()
            while await raw.receive_some(CHUNK):
                pass
        await self.cut()
        if open_still.cancelled_caught:
            raise Fault(
                "After `bye` the connection is over: your client kept it open for"
                f" {CLOSES:g} s."
            )


_BROKEN: Final = (trio.BrokenResourceError, trio.ClosedResourceError)
