"""Listens in between a client and its host, and tells every frame of their talk.

Bytes pass through unchanged, whatever they are; what is told about them are plain rows,
one a frame, with sessions, passwords and codes left out. It takes no part: a frame that
nobody could read is told as that, and still passed on.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import trio

from p10net.client.secure import call
from p10net.protocol.address import Place
from p10net.protocol.codec import HEADER, Frames, for_client, for_host, opening, unpack
from p10net.protocol.errors import ProtocolError
from p10net.protocol.limits import LIMITS
from p10net.protocol.spots import flaw

Way = Literal["client", "host"]
Row = dict[str, Any]
Tell = Callable[[Row], None]

CHUNK: Final = 65_536
SHOWN: Final = 16
"""Bytes told of a frame that cannot be read."""
MASK: Final = "***"
SECRETS: Final = ("session", "password")
CODES: Final = ("hello", "issued")
"""Messages whose `code` opens a seat; in others it is why something is refused."""

FOREIGN: Final = {
    "tls": "it is encrypted: let the host speak plain text to be listened to",
    "stranger": "it is not p10net",
}
READ: Final[dict[Way, Callable[[bytes], object]]] = {
    "client": for_host,
    "host": for_client,
}
CAPS: Final[dict[Way, int]] = {
    "client": LIMITS.frame_to_host,
    "host": LIMITS.frame_to_client,
}


def masked(message: Row) -> Row:
    """Copy a message without what would open a seat or a table."""
    copy: Row = _masked(message)
    if copy.get("t") in CODES and "code" in copy:
        copy["code"] = MASK
    return copy


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: MASK if name in SECRETS and isinstance(one, str) else _masked(one)
            for name, one in value.items()
        }
    return [_masked(one) for one in value] if isinstance(value, list) else value


class Ear:
    """One direction of one connection, as bytes that come in any pieces."""

    def __init__(self, way: Way) -> None:
        """Begin before the first byte."""
        self._way = way
        self._frames = Frames(CAPS[way])
        self._begun = self._deaf = False

    def hear(self, data: bytes) -> Iterator[Row]:
        """Give a row for each frame that is whole now."""
        if not self._begun and self._way == "client":
            kind = opening(data[0])
            if kind != "plain":
                self._deaf = True
                yield {"verdict": "unreadable", "why": FOREIGN[kind]}
        self._begun = True
        if not self._deaf:
            self._frames.feed(data)
            yield from self._rows()

    def be_deaf(self) -> None:
        """Hear nothing more: the other direction is not p10net."""
        self._deaf = True

    def _rows(self) -> Iterator[Row]:
        try:
            while (body := self._frames.take()) is not None:
                yield {"bytes": HEADER + len(body), **self._verdict(body)}
        except ProtocolError as error:
            self._deaf = True
            why = f"{error.msg} Nothing after it can be read."
            yield {"verdict": "refused", "code": error.code.value, "why": why}

    def _verdict(self, body: bytes) -> Row:
        """Say what the other side makes of a frame."""
        try:
            known = READ[self._way](body) is not None
        except ProtocolError as error:
            row = {"verdict": "refused", "code": error.code.value, "why": error.msg}
            return {**row, **({"at": error.at} if error.at else {}), **_held(body)}
        return {"verdict": "decoded" if known else "unknown", **_held(body)}


def _held(body: bytes) -> Row:
    """Tell a frame's message, or the bytes at which reading it breaks off."""
    found = flaw(body)
    if found is None:
        return {"message": masked(unpack(body))}
    if any(secret in found.spot.path for secret in SECRETS):
        return {}
    shown = body[found.spot.start : found.spot.start + SHOWN]
    return {"from_byte": HEADER + found.spot.start, "hex": shown.hex(" ")}


class Tap:
    """A port that leads to a host; `tell` is given each row as it happens."""

    def __init__(self, host: Place, tell: Tell) -> None:
        """Begin to count connections and milliseconds."""
        self._host, self._tell = host, tell
        self._began = trio.current_time()
        self._count = 0

    async def carry(self, near: trio.SocketStream) -> None:
        """Carry one connection to the host and back, until it ends."""
        self._count += 1
        number = self._count
        try:
            far = (await call(self._host)).stream
        except OSError:
            self._row(number, {"event": "unreachable", "host": str(self._host)})
            await trio.aclose_forcefully(near)
            return
        self._row(number, {"event": "opened"})
        ears: dict[Way, Ear] = {"client": Ear("client"), "host": Ear("host")}
        async with near, far, trio.open_nursery() as nursery:
            nursery.start_soon(self._pass, number, ears, "client", near, far)
            nursery.start_soon(self._pass, number, ears, "host", far, near)
        self._row(number, {"event": "closed"})

    async def _pass(
        self,
        number: int,
        ears: dict[Way, Ear],
        way: Way,
        here: trio.abc.Stream,
        there: trio.abc.Stream,
    ) -> None:
        """Pass bytes on, and say what they were; then the end of them."""
        broken = trio.BrokenResourceError, trio.ClosedResourceError
        with contextlib.suppress(*broken):
            while data := bytes(await here.receive_some(CHUNK)):
                await there.send_all(data)
                for row in ears[way].hear(data):
                    self._row(number, {"from": way, **row})
                    if row["verdict"] == "unreadable":
                        ears["host"].be_deaf()
            self._row(number, {"event": "ended", "from": way})
            await _end(there)
            return
        self._row(number, {"event": "broken", "from": way})
        for stream in (here, there):
            await trio.aclose_forcefully(stream)

    def _row(self, number: int, row: Row) -> None:
        at = round((trio.current_time() - self._began) * 1000)
        self._tell({"at_ms": at, "connection": number, **row})


async def _end(stream: trio.abc.Stream) -> None:
    """Send no more; TLS is ended by what carries it."""
    raw = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
    assert isinstance(raw, trio.abc.HalfCloseableStream)
    await raw.send_eof()
