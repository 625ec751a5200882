"""Two programs for tests of discovery, to be run on other laptops or to be killed.

`table` opens a door that shows a sign to whoever peeks, and advertises it; `look`
keeps the list of tables and prints it, one line of JSON whenever it changes. Both take
their settings as JSON, and leave in good order when their standard input ends.
"""

import functools
import json
import ssl
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
import trio

from p10net.client.nearby import Nearby, looking
from p10net.host.advertise import Advertisement
from p10net.host.identity import identity
from p10net.lan.interfaces import Own, own_addresses, usable
from p10net.protocol.codec import Frames, for_host, frame
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import Going, Places, Sign
from p10net.protocol.requests import Peek
from p10net.protocol.txt import Advert

LOOPBACK = (Own("lo", "127.0.0.1", 8, default=False, aside="loopback"),)
POLL = 0.2
"""Seconds between two looks at the interfaces: a test is not to wait for five."""


def only_loopback() -> tuple[Own, ...]:
    """Stand for a computer without any network."""
    return LOOPBACK


def on_loopback() -> tuple[str, ...]:
    """Advertise where nobody else can hear it."""
    return ("127.0.0.1",)


class Door:
    """A table that only stands there: it shows its sign and says it on the network."""

    def __init__(
        self, name: str, table: str, hosts: Callable[[], Sequence[str]]
    ) -> None:
        self.sign = Sign(
            re=1,
            id=table,
            name=name,
            seats=Places(0, 6),
            state=Going.LOBBY,
            rules="official",
            protos=(1,),
            version="0.1.0",
            watch=True,
            locked=False,
            password=False,
        )
        self.port = 0
        self.advertisement: Advertisement
        self._hosts = hosts

    async def open(self, nursery: trio.Nursery, bind: str) -> None:
        """Listen on any free port, and advertise it."""
        (listener,) = await trio.open_tcp_listeners(0, host=bind)
        self.port = listener.socket.getsockname()[1]
        nursery.start_soon(trio.serve_listeners, self._show, [listener])
        self.advertisement = Advertisement(
            self.sign.name, self.port, self._advert(), hosts=self._hosts, poll=POLL
        )
        nursery.start_soon(self.advertisement.run)

    def sit(self, taken: int) -> None:
        """Let so many seats be taken."""
        self.sign = msgspec.structs.replace(self.sign, seats=Places(taken, 6))
        self.advertisement.update(self._advert())

    def _advert(self) -> Advert:
        return Advert(
            protos=self.sign.protos,
            state="lobby",
            taken=self.sign.seats.taken,
            seats=self.sign.seats.max,
            id=self.sign.id,
            rules=self.sign.rules,
        )

    async def _show(self, stream: trio.SocketStream) -> None:
        if ip_address(stream.socket.getpeername()[0]).is_loopback:
            await self._answer(stream)
        else:
            await self._answer(trio.SSLStream(stream, private(), server_side=True))

    async def _answer(self, stream: trio.abc.Stream) -> None:
        frames = Frames(LIMITS.frame_before_welcome)
        async with stream:
            while (body := frames.take()) is None:
                if not (data := await stream.receive_some()):
                    return
                frames.feed(bytes(data))
            asked = for_host(body)
            assert isinstance(asked, Peek)
            await stream.send_all(
                frame(msgspec.structs.replace(self.sign, re=asked.id))
            )


@functools.cache
def private() -> ssl.SSLContext:
    """Have a certificate of one's own, for as long as this process lives."""
    with tempfile.TemporaryDirectory() as folder:
        return identity(Path(folder)).context


def say(**words: Any) -> None:
    """Print one line for the test to read."""
    print(json.dumps(words), flush=True)  # noqa: T201 - this is how the two talk


async def until_the_end() -> None:
    """Wait until the test closes the other end of standard input."""
    stdin = trio.lowlevel.FdStream(sys.stdin.fileno())
    while await stdin.receive_some():
        pass


async def table(name: str, id: str, loopback: bool = False) -> None:
    """Be a table; tell the port, and each change of what discovery says."""
    door = Door(name, id, on_loopback if loopback else usable)
    async with trio.open_nursery() as nursery:
        await door.open(nursery, "127.0.0.1" if loopback else "0.0.0.0")
        advert = door.advertisement
        say(port=door.port)
        nursery.start_soon(
            report, advert, lambda: {"off": advert.off, "hosts": advert.hosts}
        )
        await until_the_end()
        nursery.cancel_scope.cancel()


async def look(loopback: bool = False) -> None:
    """Keep the list, and tell each change of it."""
    own = only_loopback if loopback else own_addresses
    async with looking(own=own, poll=POLL) as nearby, trio.open_nursery() as nursery:
        nursery.start_soon(
            report, nearby, lambda: {"off": nearby.off, "tables": rows(nearby)}
        )
        await until_the_end()
        nursery.cancel_scope.cancel()


def rows(nearby: Nearby) -> list[list[object]]:
    """Write the list down."""
    return [
        [entry.row.table, entry.row.address, entry.grey] for entry in nearby.entries()
    ]


async def report(
    what: Advertisement | Nearby, words: Callable[[], dict[str, Any]]
) -> None:
    """Print what is the case, and again whenever it changes."""
    while True:
        say(**words())
        await what.changed()


if __name__ == "__main__":
    settings = json.loads(sys.argv[2])
    trio.run(partial(table if sys.argv[1] == "table" else look, **settings))
