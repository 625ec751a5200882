"""Says to a host that the way to its table is another one now, or that there is none.

A laptop changes networks or loses its Wi-Fi in the middle of a game. Those who sat here
find it again by themselves; whoever is told an address by mouth needs the new one, and
a host that nobody can reach has to be told what to do about it.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Protocol

import trio

from p10net.cli import announce
from p10net.cli.opening import Opened
from p10net.client.aside import Aside

Say = Callable[[Aside], None]


class Advert(Protocol):
    """What is said of the table on the network: where, or why it cannot be."""

    off: str | None
    hosts: tuple[str, ...]

    async def changed(self) -> None:
        """Wait until one of them is another."""


@asynccontextmanager
async def followed(at: Opened, say: Say) -> AsyncIterator[None]:
    """For a block, say whenever the way to a table has changed."""
    async with trio.open_nursery() as nursery:
        if at.advert is not None:
            nursery.start_soon(follow, at.advert, at.hosts, at.told.port, say)
        yield
        nursery.cancel_scope.cancel()


def leads_here(host: str) -> bool:
    """Whether an address leads others here, and means the same on every computer."""
    return "%" not in host and not ip_address(host).is_loopback


async def follow(
    advert: Advert,
    told: tuple[str, ...],
    port: int,
    say: Say,
    counts: Callable[[str], bool] = leads_here,
) -> None:
    """Compare where the table is with what was told last, from one change to the next.

    A network that is gone and comes back as it was has not moved.
    """
    last = tuple(filter(counts, told))
    before: announce.Way = last, None
    while True:
        await advert.changed()
        now = tuple(filter(counts, advert.hosts)), advert.off
        last = before[0] or last
        words = announce.way(last, before, now, port)
        if words:
            code, address = announce.door(now[0], port)
            say(Aside(words, code, address))
        before = now
