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
from p10net.host.advertise import Hosts
from p10net.lan.mdns import POLL

Say = Callable[[Aside], None]


class Advert(Protocol):
    """What is said of the table on the network: where, or why it cannot be."""

    off: str | None
    hosts: tuple[str, ...]

    async def changed(self) -> None:
        """Wait until one of them is another."""


class Unannounced:
    """Where a table is that the network is told nothing of: its addresses alone."""

    off: str | None = None

    def __init__(
        self, own: Hosts, hosts: tuple[str, ...], *, poll: float = POLL
    ) -> None:
        """Begin with the addresses that were told; `own` gives those of now."""
        self.hosts = hosts
        self._own, self._poll = own, poll

    async def changed(self) -> None:
        """Look at the addresses now and then, until they are others."""
        now = self.hosts
        while now == self.hosts:
            await trio.sleep(self._poll)
            now = tuple(await trio.to_thread.run_sync(self._own))
        self.hosts = now


@asynccontextmanager
async def followed(at: Opened, say: Say, *, poll: float = POLL) -> AsyncIterator[None]:
    """For a block, say whenever the way to a table has changed."""
    advert = at.advert or Unannounced(at.own, at.hosts, poll=poll)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(follow, advert, at.hosts, at.told, say)
        yield
        nursery.cancel_scope.cancel()


def leads_here(host: str) -> bool:
    """Whether an address leads others here, and means the same on every computer."""
    return "%" not in host and not ip_address(host).is_loopback


async def follow(
    advert: Advert,
    told: tuple[str, ...],
    open_as: announce.Listening,
    say: Say,
    counts: Callable[[str], bool] = leads_here,
) -> None:
    """Compare where the table is with what was told last, from one change to the next.

    `open_as` is how the table was announced.

    A network that is gone and comes back as it was has not moved.
    """
    last = tuple(filter(counts, told))
    before: announce.Way = last, None
    while True:
        await advert.changed()
        now = tuple(filter(counts, advert.hosts)), advert.off
        last = before[0] or last
        words = announce.way(last, before, now, open_as.port)
        if words:
            code, address = announce.door(now[0], open_as.port)
            say(Aside(words, code, address, announce.relinked(open_as, now[0])))
        before = now
