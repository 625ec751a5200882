"""Shows the table to everybody on the network, for as long as it stands.

Nothing waits for this: a table is open, and can be joined by address, while its advert
is still on the way or cannot be made at all. The name carries a few random letters,
since two tables may be called the same and the library does not always notice.

It may not know who sits at the table or what is played; it repeats the facts it was
given, the latest only.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final

import trio
from zeroconf import ServiceInfo

from p10net.lan.interfaces import usable
from p10net.lan.mdns import POLL, DiscoveryOff, Radio
from p10net.protocol.address import LETTERS
from p10net.protocol.clean import clean
from p10net.protocol.txt import SERVICE, Advert, build

HOST_TTL: Final = 60
OTHER_TTL: Final = 120
"""Seconds a record lives; ghosts of tables that vanished are gone soon."""
GAP: Final = 0.3
"""Seconds between two announcements, besides the half second each one takes."""
LABEL: Final = 63
"""Bytes of one label of a DNS name."""

Hosts = Callable[[], Sequence[str]]


class Advertisement:
    """The advert of one table; `run` keeps it up until it is cancelled.

    `off` says why discovery does not work, or is None while it does or is being set up;
    `hosts` are the addresses that are told, none before the first announcement is out.
    """

    def __init__(
        self,
        name: str,
        port: int,
        advert: Advert,
        *,
        hosts: Hosts = usable,
        poll: float = POLL,
    ) -> None:
        self.instance = f"{instance_label(name)}.{SERVICE}"
        self.off: str | None = None
        self.hosts: tuple[str, ...] = ()
        self._server = f"p10-{_random(8)}.local."
        self._port = port
        self._advert = advert
        self._own = hosts
        self._poll = poll
        self._news = trio.Event()
        self._changed = trio.Event()
        self._said: object = None

    def update(self, advert: Advert) -> None:
        """Change what is said; of changes in quick succession the last one goes out."""
        if advert != self._advert:
            self._advert = advert
            self._news.set()

    async def changed(self) -> None:
        """Wait until `off` or `hosts` is another."""
        await self._changed.wait()

    async def run(self) -> None:
        """Announce, follow changes of facts and network, say goodbye at the end."""
        radio = Radio()
        try:
            while True:
                await self._announce(radio)
                await trio.sleep(GAP)
                with trio.move_on_after(self._poll):
                    await self._news.wait()
        finally:
            await radio.close()

    async def _announce(self, radio: Radio) -> None:
        self._news = trio.Event()
        hosts = tuple(await trio.to_thread.run_sync(self._own))
        off = None
        try:
            tuned = await radio.tune(hosts)
            await self._publish(radio, hosts, fresh=tuned == "new")
        except DiscoveryOff as error:
            off = str(error)
            await radio.close()
        if (off, hosts) != (self.off, self.hosts):
            self.off, self.hosts = off, hosts
            self._changed.set()
            self._changed = trio.Event()

    async def _publish(
        self, radio: Radio, hosts: tuple[str, ...], *, fresh: bool
    ) -> None:
        saying = (hosts, self._advert)
        if not fresh and saying == self._said:
            return
        info = self._info(hosts)
        if fresh:
            await radio.run(
                radio.zc.async_register_service(info, allow_name_change=True)
            )
            self.instance = info.name
        else:
            await radio.run(radio.zc.async_update_service(info))
        self._said = saying

    def _info(self, hosts: tuple[str, ...]) -> ServiceInfo:
        return ServiceInfo(
            SERVICE,
            self.instance,
            port=self._port,
            properties=build(self._advert),
            server=self._server,
            host_ttl=HOST_TTL,
            other_ttl=OTHER_TTL,
            parsed_addresses=[host.partition("%")[0] for host in hosts],
        )


def instance_label(name: str) -> str:
    """Write the name a browser shows: the table's own, and four random letters."""
    suffix = f"-{_random(4)}"
    room = LABEL - len(suffix)
    return clean(name).encode()[:room].decode(errors="ignore").rstrip() + suffix


def _random(letters: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters)).lower()
