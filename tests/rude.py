"""Six ways to be rude to a host, and all of them at once: `python -m tests.rude`.

    python -m tests.rude PORT MIX

Run like that it is a crowd of its own, until it is ended; a test can also let its
peers come in beside honest ones. They come from addresses of their own on loopback, so
that the caps for one address are met by them and not by honest people.
"""

from __future__ import annotations

import contextlib
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

import trio

from p10net.engine.moves import Draw
from p10net.protocol.codec import Frames, for_client, frame
from p10net.protocol.envelope import Reply
from p10net.protocol.messages import Bye, Err
from p10net.protocol.requests import Act, Chat, Hello, Ping
from tests.server_bench import HOME, LOST, Peer


class Way(Protocol):
    """Where a peer gets in."""

    async def socket(self, source: str) -> Peer:
        """Connect from an address of this machine's own."""
        ...


async def attempt(peer: Peer, data: bytes) -> None:
    """Send bytes to somebody who may have hung up."""
    with contextlib.suppress(*LOST):
        await peer.stream.send_all(data)


async def listen(peer: Peer, said: set[str]) -> None:
    """Note what is said; whatever is no documented message fails the test."""
    frames = Frames(1 << 18)
    with contextlib.suppress(*LOST):
        while data := await peer.stream.receive_some(65_536):
            frames.feed(bytes(data))
            while (body := frames.take()) is not None:
                message = for_client(body)
                assert message is not None
                said.add(_what(message))
    await peer.stream.aclose()


def _what(message: object) -> str:
    if isinstance(message, Err | Bye):
        return str(message.code.value)
    return "reply" if isinstance(message, Reply) else "news"


# --- Manners ----------------------------------------------------------------------


async def never_reads(host: Way, number: int) -> None:
    """Watch and talk, take nothing that is sent, and come back for more."""
    while True:
        peer = await host.socket(f"127.0.0.{20 + number}")
        with contextlib.suppress(*LOST):
            await peer.send(Hello(1, (1,), f"Deaf {number}", "watcher"))
            for at in range(2, 10_000):
                await peer.send(Ping(at))
                await trio.sleep(0.01)
        await trio.aclose_forcefully(peer.stream)
        await trio.sleep(0.1)


async def one_byte_a_second(host: Way, number: int) -> None:
    """Greet as slowly as can be."""
    while True:
        peer = await host.socket(f"127.0.0.{30 + number}")
        with contextlib.suppress(*LOST):
            for byte in frame(Hello(1, (1,), f"Slow {number}", "watcher")):
                await peer.stream.send_all(bytes([byte]))
                await trio.sleep(1)
        await trio.aclose_forcefully(peer.stream)
        await trio.sleep(0.1)


async def floods(host: Way, number: int) -> None:
    """Ask for thousands of things a second, and come back for more."""
    act = frame(Act(2, 0, Draw("stock")))
    while True:
        peer = await host.socket(f"127.0.0.{40 + number}")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen, peer, set())
            await attempt(peer, frame(Hello(1, (1,), f"Flood {number}", "watcher")))
            for _ in range(10):
                await attempt(peer, act * 500)
                await trio.sleep(0.05)
            await trio.aclose_forcefully(peer.stream)


async def hangs_around(host: Way, number: int) -> None:
    """Open two hundred connections and say nothing on any of them, then as many more.

    Where the host closes one, another takes its place.
    """
    idle: deque[Peer] = deque()
    while True:
        for at in range(40):
            idle.append(await host.socket(f"127.0.0.{100 + at % 50}"))
        while len(idle) > IDLE:
            await trio.aclose_forcefully(idle.popleft().stream)
        await trio.sleep(1)


async def comes_and_goes(host: Way, number: int) -> None:
    """Join, leave without a word, join again."""
    while True:
        peer = await host.socket(f"127.0.0.{60 + number}")
        await attempt(peer, frame(Hello(1, (1,), f"Brief {number}", "watcher")))
        await trio.sleep(0.02)
        await trio.aclose_forcefully(peer.stream)


async def shakes_half_a_hand(host: Way, number: int) -> None:
    """Begin to speak TLS and never go on."""
    while True:
        peers = [await host.socket(f"127.0.0.{80 + number}") for _ in range(4)]
        for peer in peers:
            await attempt(
                peer, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40)
            )
        await trio.sleep(0.5)
        for peer in peers:
            await trio.aclose_forcefully(peer.stream)


async def sends_megabytes(host: Way, number: int) -> None:
    """Send the longest frames there may be, on and on, and announce longer ones."""
    large = frame(Chat(2, "x" * 4000))
    lie = (0xFFFF_FFFF).to_bytes(4, "big") + bytes(60_000)
    while True:
        for data in (large * 200, lie):
            peer = await host.socket(f"127.0.0.{70 + number}")
            await attempt(peer, frame(Hello(1, (1,), f"Large {number}", "watcher")))
            await attempt(peer, data)
            await trio.sleep(0.1)
            await trio.aclose_forcefully(peer.stream)


IDLE = 200
HALF = bytes.fromhex("160301020001 0001fc0303") + bytes(40)
"""The beginning of a client's first words in TLS."""

RUDE: dict[str, list[Callable[[Way, int], Awaitable[None]]]] = {
    "never reads": [never_reads] * 3,
    "a byte a second": [one_byte_a_second] * 10,
    "floods": [floods] * 3,
    "idle connections": [hangs_around, comes_and_goes],
    "half handshakes": [shakes_half_a_hand] * 4,
    "huge frames": [sends_megabytes] * 3,
    "all of them": [
        *(never_reads, one_byte_a_second, floods, hangs_around),
        *(comes_and_goes, shakes_half_a_hand, sends_megabytes),
    ],
}


# --- A crowd of its own -----------------------------------------------------------


class Street:
    """The way to a host by its port alone."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def socket(self, source: str) -> Peer:
        """Connect from an address, as soon as that is possible."""
        while True:
            with contextlib.suppress(OSError):
                return Peer(
                    await trio.open_tcp_stream(HOME, self._port, local_address=source)
                )
            await trio.sleep(0.1)


async def crowd(port: int, mix: str) -> None:
    """Be rude until the process is ended."""
    async with trio.open_nursery() as nursery:
        for number, rude in enumerate(RUDE.get(mix, [])):
            nursery.start_soon(rude, Street(port), number)


if __name__ == "__main__":
    trio.run(crowd, int(sys.argv[1]), sys.argv[2])
