"""Finds tables: listens to adverts, asks the places they name, resolves a target.

Discovery is a convenience. A place given by hand is returned without a single packet
of it, hosts met before are asked at once, and where multicast is dead `off` says why
while everything else goes on.

What was claimed and who answered is kept by `found`; this module brings it the news
and carries its questions. It does not sit down at any table.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import Future
from ipaddress import ip_address
from typing import Final, TypedDict, Unpack

import trio
from msgspec import Struct
from zeroconf import (
    DNSQuestionType,
    ServiceBrowser,
    ServiceInfo,
    ServiceListener,
    Zeroconf,
)

from p10net.client.found import Answer, Board, Entry, Row, Silence, matching
from p10net.client.peek import peek
from p10net.lan import beacon
from p10net.lan.interfaces import Own, audible, neighbour, own_addresses
from p10net.lan.mdns import GOODBYE, POLL, DiscoveryOff, Radio, fence
from p10net.protocol.address import At, Named, Number, Place, Target, fold
from p10net.protocol.beacon import PORT
from p10net.protocol.beacon import parse as called
from p10net.protocol.clean import clean
from p10net.protocol.txt import SERVICE, parse

PATIENCE: Final = 5.0
"""Seconds to look for a name before it is said that there is none."""
LISTING: Final = 2.5
"""Seconds that `p10net list` listens."""
SETTLE: Final = 1.3
"""Seconds after a name was found in which a second table of that name may turn up.

A host that was heard within the last second must wait with its next answer.
"""
LOOK_UP_MS: Final = 3000
MOST_LOOK_UPS: Final = 64

Ask = Callable[[Place], Awaitable[Answer | Silence]]
OwnList = Callable[[], tuple[Own, ...]]


class How(TypedDict, total=False):
    """What a search may be given, by the names that `Nearby` takes."""

    remembered: Iterable[Place]
    ask: Ask
    own: OwnList
    poll: float


class Found(Struct, frozen=True):
    """Where to knock, the best place first; `key` is what a link demands of the host.

    `entry` is the sign the table showed, if it was looked at on the way.
    """

    places: tuple[Place, ...]
    key: str | None = None
    entry: Entry | None = None


class Listing(Struct, frozen=True):
    """What `p10net list` prints, and why it may be empty."""

    rows: tuple[Row, ...]
    off: str | None


class NotFound(Exception):
    """There is no such table, as far as can be seen from here.

    `seen` are the tables that are there instead; `off` says why none was looked for.
    """

    def __init__(
        self, target: Target, seen: tuple[Entry, ...] = (), off: str | None = None
    ) -> None:
        super().__init__(target, seen, off)
        self.target = target
        self.seen = seen
        self.off = off


class Ambiguous(Exception):
    """Several tables go by this name: somebody has to choose."""

    def __init__(self, target: Named, entries: tuple[Entry, ...]) -> None:
        super().__init__(target, entries)
        self.target = target
        self.entries = entries


class Nearby:
    """The live list of tables; `run` keeps it until it is cancelled.

    `off` says why discovery does not work, or is None while it does.
    """

    def __init__(
        self,
        *,
        remembered: Iterable[Place] = (),
        ask: Ask = peek,
        own: OwnList = own_addresses,
        poll: float = POLL,
    ) -> None:
        self.off: str | None = None
        self._board = Board()
        self._remembered = tuple(remembered)
        self._ask = ask
        self._own = own
        self._near: tuple[Own, ...] = ()
        self._poll = poll
        self._stirred = trio.Event()
        self._changed = trio.Event()
        self._shown: object = None

    def entries(self) -> tuple[Entry, ...]:
        """List the tables that answer now, and grey those that have just stopped."""
        return self._board.entries(trio.current_time())

    async def changed(self) -> None:
        """Wait until the list looks different."""
        await self._changed.wait()

    async def run(self) -> None:
        """Listen and ask around."""
        self._board.remember(self._remembered, trio.current_time())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen)
            nursery.start_soon(beacon.listen, self._called, PORT)
            while True:
                for place in self._board.due(trio.current_time()):
                    nursery.start_soon(self._look, place)
                self._show()
                self._stirred = trio.Event()
                with trio.move_on_after(self._board.wait(trio.current_time())):
                    await self._stirred.wait()

    async def _look(self, place: Place) -> None:
        said = await self._ask(place)
        now = trio.current_time()
        if isinstance(said, Answer):
            self._board.answered(place, said, now)
        else:
            self._board.silent(place, said, now)
        self._stirred.set()

    def _show(self) -> None:
        """Wake who waits for a change that can be seen; a ping is none."""
        shown = (self.off, [(e.answer.sign, e.places, e.grey) for e in self.entries()])
        if shown != self._shown:
            self._shown = shown
            self._changed.set()
            self._changed = trio.Event()

    async def _listen(self) -> None:
        radio, ear = Radio(), _Ear(self._heard)
        try:
            while True:
                await self._follow(radio, ear)
                await trio.sleep(self._poll)
        finally:
            with trio.move_on_after(GOODBYE, shield=True):
                await trio.to_thread.run_sync(ear.take_off, abandon_on_cancel=True)
            await radio.close()

    async def _follow(self, radio: Radio, ear: _Ear) -> None:
        """Listen on the interfaces there are now, and anew after a change.

        The library asks its questions more and more seldom, and would not ask a
        network that it came to late.
        """
        before = self.off
        try:
            self._near = tuple(await trio.to_thread.run_sync(self._own))
            hosts = audible(self._near)
            if await radio.tune(hosts) != "same":
                await trio.to_thread.run_sync(ear.put_on, radio.zc)
                self._board.refresh(trio.current_time())
            self.off = None
        except DiscoveryOff as error:
            self.off = str(error)
        if before != self.off:
            self._stirred.set()

    def _called(self, host: str, said: bytes) -> None:
        """Somebody on a network of ours calls out a table, at the place they are."""
        port = called(said)
        if port is not None and beacon.near(host, self._near):
            self._heard(f"{host}:{port}", (Place(host, port),))

    def _heard(self, label: str, places: tuple[Place, ...]) -> None:
        now = trio.current_time()
        if places:
            self._board.claim(label, places, now)
        else:
            self._board.farewell(label, now)
        self._stirred.set()


class _Ear(ServiceListener):
    """Brings adverts from the library's threads into trio; nothing raised gets out."""

    def __init__(self, heard: Callable[[str, tuple[Place, ...]], None]) -> None:
        self._heard = heard
        self._token = trio.lowlevel.current_trio_token()
        self._look_ups: set[Future[None]] = set()
        self._browser: ServiceBrowser | None = None

    def put_on(self, zc: Zeroconf) -> None:
        """Listen, or ask once more for everything there is.

        Asked is for answers to all: where several programs of one computer share the
        port of discovery, an answer to one of them alone reaches any other instead.
        """
        self.take_off()
        with fence():
            self._browser = ServiceBrowser(
                zc, SERVICE, listener=self, question_type=DNSQuestionType.QM
            )

    def take_off(self) -> None:
        """Stop listening, and give up what is still being looked up."""
        browser, self._browser = self._browser, None
        if browser is not None:
            with contextlib.suppress(DiscoveryOff), fence():
                browser.cancel()
        for look_up in self._look_ups.copy():
            look_up.cancel()

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """An advert appeared: look up where it points to, without waiting for it."""
        assert zc.loop is not None
        if len(self._look_ups) < MOST_LOOK_UPS and zc.loop.is_running():
            look_up = asyncio.run_coroutine_threadsafe(self._look_up(zc, name), zc.loop)
            self._look_ups.add(look_up)
            look_up.add_done_callback(self._look_ups.discard)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """An advert changed."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """An advert was taken back."""
        self._tell(_label(name), ())

    async def _look_up(self, zc: Zeroconf, name: str) -> None:
        info = ServiceInfo(SERVICE, name)
        if await info.async_request(
            zc, LOOK_UP_MS, question_type=DNSQuestionType.QM
        ) and (places := _places(info)):
            self._tell(_label(name), places)

    def _tell(self, label: str, places: tuple[Place, ...]) -> None:
        with contextlib.suppress(trio.RunFinishedError):
            self._token.run_sync_soon(self._heard, label, places)


def _label(name: str) -> str:
    return clean(name.removesuffix(f".{SERVICE}"))


def _places(info: ServiceInfo) -> tuple[Place, ...]:
    """Read where an advert points to: IPv4 first, what cannot be reached left out."""
    if parse(info.properties) is None or not info.port:
        return ()
    hosts = sorted(info.parsed_scoped_addresses(), key=lambda host: ":" in host)
    return tuple(Place(host, info.port) for host in hosts if _is_reachable(host))


def _is_reachable(host: str) -> bool:
    address = ip_address(host)
    lost = ":" in host and address.is_link_local and "%" not in host
    return not (address.is_multicast or address.is_unspecified or lost)


# --- From a target to a place ----------------------------------------------------


@contextlib.asynccontextmanager
async def looking(**how: Unpack[How]) -> AsyncIterator[Nearby]:
    """Have a live list for as long as the block runs."""
    nearby = Nearby(**how)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(nearby.run)
        yield nearby
        nursery.cancel_scope.cancel()


async def listing(seconds: float = LISTING, **how: Unpack[How]) -> Listing:
    """List the tables that answer within so many seconds, by name."""
    async with looking(**how) as nearby:
        await trio.sleep(seconds)
        rows = [entry.row for entry in nearby.entries() if not entry.grey]
        off = nearby.off
    return Listing(tuple(sorted(rows, key=lambda r: (fold(r.table), r.address))), off)


async def find(
    target: Target, *, seconds: float = PATIENCE, **how: Unpack[How]
) -> Found:
    """Say where the table is that somebody means.

    A place is taken at its word: only who knocks there learns whether it is right.
    Raises `NotFound`, or `Ambiguous` if several tables go by the name.
    """
    ask = how.get("ask", peek)
    match target:
        case Named():
            return await _by_name(target, seconds, **how)
        case Number():
            return await _by_number(target, ask, how.get("own", own_addresses))
        case At():
            if target.name is None or isinstance(await ask(target.place), Answer):
                return Found((target.place,), target.key)
            with contextlib.suppress(NotFound):
                return await _by_name(Named(target.name), seconds, **how)
            return Found((target.place,), target.key)


async def moved(
    table: str, fingerprint: bytes, *, seconds: float = PATIENCE, **how: Unpack[How]
) -> tuple[Place, ...]:
    """Say where a table is by now; nowhere, if it does not answer in time.

    Only its own host counts, whatever an advert says: whoever claims to be this table
    cannot show that host's certificate.
    """
    async with looking(**how) as nearby:
        with trio.move_on_after(seconds):
            while True:
                for entry in nearby.entries():
                    answer = entry.answer
                    same = answer.sign.id == table, answer.fingerprint == fingerprint
                    if all(same) and not entry.grey:
                        return entry.places
                await nearby.changed()
    return ()


async def _by_number(target: Number, ask: Ask, own: OwnList) -> Found:
    """Ask that neighbour in every network this computer is in."""
    addresses = await trio.to_thread.run_sync(own)
    hosts = [neighbour(each, target.last) for each in addresses if each.aside is None]
    places = tuple(Place(host, target.port) for host in dict.fromkeys(hosts) if host)
    if not places:
        raise NotFound(target)
    answers: dict[Place, Answer | Silence] = {}

    async def knock(place: Place) -> None:
        answers[place] = await ask(place)

    async with trio.open_nursery() as nursery:
        for place in places:
            nursery.start_soon(knock, place)
    return Found(
        tuple(sorted(places, key=lambda p: not isinstance(answers[p], Answer)))
    )


async def _by_name(target: Named, seconds: float, **how: Unpack[How]) -> Found:
    async with looking(**how) as nearby:
        hits = await _wait_for(target.name, nearby, seconds)
        seen, off = nearby.entries(), nearby.off
    if not hits:
        raise NotFound(target, seen, off)
    if len(hits) > 1:
        raise Ambiguous(target, hits)
    return Found(hits[0].places, entry=hits[0])


async def _wait_for(name: str, nearby: Nearby, seconds: float) -> tuple[Entry, ...]:
    with trio.move_on_after(seconds):
        while not (hits := matching(name, nearby.entries())):
            await nearby.changed()
        if fold(hits[0].row.table) == fold(name):
            await trio.sleep(SETTLE)
    return matching(name, nearby.entries())
