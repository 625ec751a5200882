"""Calls out a table by broadcast once a second, and hears others do so.

Many access points lose multicast, or keep it from guests, and let broadcast through.
Nothing here is believed: a beacon is a hint to ask the place that it came from. Where
there can be none, the rest of discovery goes on without.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable, Iterable, Sequence
from ipaddress import ip_address, ip_network
from typing import Final

import trio

from p10net.lan.interfaces import Own, own_addresses

EVERY: Final = 1.0
"""Seconds between two calls."""
MOST: Final = 64
"""Bytes of what is called out; of more the rest is lost."""

log = logging.getLogger(__name__)

OwnList = Callable[[], Sequence[Own]]


def networks(own: Iterable[Own]) -> tuple[tuple[str, str], ...]:
    """List the networks to call on: from which address, and to which one of all."""
    return tuple(
        (one.host, str(ip_network(f"{one.host}/{one.prefix}", strict=False)[-1]))
        for one in own
        if one.aside is None and ":" not in one.host and one.prefix < 31
    )


def near(host: str, own: Iterable[Own]) -> bool:
    """Whether an address is on one of the networks that one may call on."""
    return any(
        ip_address(host) in ip_network(f"{one.host}/{one.prefix}", strict=False)
        for one in own
        if one.aside is None and ":" not in one.host
    )


async def call_out(said: bytes, to: int, own: OwnList = own_addresses) -> None:
    """Call something out to a port on every network there is, until cancelled."""
    while True:
        for source, everybody in networks(await trio.to_thread.run_sync(own)):
            with contextlib.suppress(OSError):
                await _send(source, everybody, to, said)
        await trio.sleep(EVERY)


async def _send(source: str, everybody: str, to: int, data: bytes) -> None:
    with trio.socket.socket(type=socket.SOCK_DGRAM) as mouth:
        mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        await mouth.bind((source, 0))
        await mouth.sendto(data, (everybody, to))


async def listen(heard: Callable[[str, bytes], None], at: int) -> None:
    """Hear what is called out at a port, and from which address, until cancelled."""
    try:
        ear = _ear(at)
    except OSError as error:
        log.debug("no beacon can be heard: %s", error)
        return
    with trio.socket.from_stdlib_socket(ear) as open_ear:
        while True:
            try:
                data, (host, *_) = await open_ear.recvfrom(MOST)
            except OSError:  # the network went, or somebody called far too much
                await trio.sleep(EVERY)
                continue
            heard(str(host), data)


def _ear(at: int) -> socket.socket:
    """Open a socket that hears what is called to all, beside whoever else does."""
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        ear.bind(("", at))
    except BaseException:
        ear.close()
        raise
    return ear
