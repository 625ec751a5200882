"""Tables find each other for real: on loopback, and between laptops on one switch."""

import itertools
import json
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest
import trio
from zeroconf import ServiceInfo, ServiceListener, Zeroconf

from p10net.client.found import Answer, Entry, Silence
from p10net.client.nearby import (
    Ambiguous,
    Found,
    How,
    Nearby,
    NotFound,
    find,
    listing,
    looking,
)
from p10net.client.peek import peek
from p10net.host.advertise import Advertisement, instance_label
from p10net.lan.interfaces import Own
from p10net.lan.mdns import DiscoveryOff, Radio, fence
from p10net.protocol.address import At, Named, Number, Place
from p10net.protocol.txt import SERVICE, Advert, build
from tests.lan import Lan
from tests.machine import own_time
from tests.nearby_program import LOOPBACK, POLL, Door, on_loopback, only_loopback

ROOT = Path(__file__).parents[1]
ADVERT = Advert(protos=(1,), state="lobby", taken=0, seats=6, id="r0", rules="official")

pytestmark = pytest.mark.limit(40)


class Changing(Protocol):
    """Something that says when it is not what it was."""

    async def changed(self) -> None: ...


async def until(what: Changing, true: Callable[[], bool]) -> None:
    """Wait until it is so."""
    while not true():
        await what.changed()


def unique(name: str) -> str:
    """Make a name of this test's own: all tests on loopback hear each other."""
    return instance_label(name)


def rows(nearby: Nearby, name: str) -> list[Entry]:
    return [entry for entry in nearby.entries() if entry.row.table == name]


class Program:
    """One of the two programs, and what it says."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self._unread = b""

    async def says(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read on until it says something of the kind."""
        while True:
            said: dict[str, Any] = json.loads(await self._line())
            if true(said):
                return said

    async def _line(self) -> bytes:
        assert self.process.stdout
        while b"\n" not in self._unread:
            data = await self.process.stdout.receive_some()
            assert data, "it ended"
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    async def leave(self) -> None:
        """Close its standard input: it says goodbye and ends."""
        assert self.process.stdin
        await self.process.stdin.aclose()
        assert await self.process.wait() == 0


Start = Callable[..., Awaitable[Program]]


@asynccontextmanager
async def programs(lan: Lan | None = None) -> AsyncIterator[Start]:
    """Start programs, here or on a laptop, that end with the block at the latest."""
    async with trio.open_nursery() as nursery:

        async def start(what: str, laptop: int = 0, **settings: object) -> Program:
            words = json.dumps(settings)
            command = [sys.executable, "-m", "tests.nearby_program", what, words]
            run = partial(
                trio.run_process,
                lan.command(laptop, *command) if lan else command,
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                check=False,
            )
            return Program(await nursery.start(run))

        yield start
        nursery.cancel_scope.cancel()


# --- On loopback ----------------------------------------------------------------------


async def test_a_table_comes_changes_and_goes() -> None:
    """It is listed within three seconds, kept current, and gone with its goodbye."""
    door = Door(unique("Comes"), unique("id"), on_loopback)
    name = door.sign.name
    async with looking(own=only_loopback, poll=POLL) as nearby:
        async with trio.open_nursery() as house:
            await door.open(house, "127.0.0.1")
            began = own_time()
            await until(nearby, lambda: bool(rows(nearby, name)))
            assert own_time() - began < 3
            (entry,) = rows(nearby, name)
            assert entry.row.address == f"127.0.0.1:{door.port}"
            assert (entry.row.seats.taken, entry.row.seats.max) == (0, 6)
            assert not entry.grey

            for taken in range(1, 6):
                door.sit(taken)
            await until(nearby, lambda: rows(nearby, name)[0].row.seats.taken == 5)
            house.cancel_scope.cancel()
        left = own_time()
        await until(nearby, lambda: not rows(nearby, name))
        assert own_time() - left < 3


async def test_changes_are_told_once_or_twice_a_second(nursery: trio.Nursery) -> None:
    """However often a table changes, and the last change is never left out."""
    said: list[tuple[float, bytes]] = []
    told = trio.Event()

    def heard(text: bytes) -> None:
        nonlocal told
        said.append((trio.current_time(), text))
        told.set()
        told = trio.Event()

    door = Door(unique("Busy"), unique("id"), on_loopback)
    await door.open(nursery, "127.0.0.1")
    await until(door.advertisement, lambda: bool(door.advertisement.hosts))
    async with hearing(door.advertisement.instance, heard):
        await told.wait()
        for taken in itertools.count():
            door.sit(taken % 90)
            with trio.move_on_after(0.01):
                await told.wait()
            if len(said) == 7:
                break
        door.sit(99)
        while b"pl=99/6" not in said[-1][1]:
            await told.wait()
    assert said[6][0] - said[3][0] > 3 * 0.6


@asynccontextmanager
async def hearing(name: str, heard: Callable[[bytes], None]) -> AsyncIterator[Zeroconf]:
    """Listen to one name with the bare library, and pass on each new record."""
    zc = await trio.to_thread.run_sync(
        partial(Zeroconf, interfaces=["127.0.0.1"], use_asyncio=False)
    )

    token, wanted = trio.lowlevel.current_trio_token(), name

    class Listener(ServiceListener):
        def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
            if name == wanted and (info := zc.get_service_info(type_, name)):
                token.run_sync_soon(heard, info.text or b"")

        add_service = update_service

        def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None: ...

    try:
        await trio.to_thread.run_sync(zc.add_service_listener, SERVICE, Listener())
        yield zc
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(zc.close)


async def test_a_killed_host_turns_grey_and_goes() -> None:
    """U30: nobody says goodbye for it, and still it is gone after ten seconds."""
    name = unique("Killed")
    async with looking(own=only_loopback, poll=POLL) as nearby, programs() as start:
        table = await start("table", name=name, id=unique("id"), loopback=True)
        await until(nearby, lambda: bool(rows(nearby, name)))
        died, own = trio.current_time(), own_time()
        table.process.kill()

        await until(nearby, lambda: rows(nearby, name)[0].grey)
        assert own_time() - own < 6
        await until(nearby, lambda: not rows(nearby, name))
        assert own_time() - own < 11
        assert trio.current_time() - died > 5


async def test_a_rogue_advert_stays_a_claim(nursery: trio.Nursery) -> None:
    """The same name elsewhere does not move the table; a port of nobody never opens."""
    asked: Counter[Place] = Counter()
    news = trio.Event()

    async def ask(place: Place) -> Answer | Silence:
        nonlocal news
        asked[place] += 1
        news.set()
        news = trio.Event()
        return await peek(place)

    door = Door(unique("Real"), unique("id"), on_loopback)
    await door.open(nursery, "127.0.0.1")
    await until(door.advertisement, lambda: bool(door.advertisement.hosts))
    real, instance = Place("127.0.0.1", door.port), door.advertisement.instance
    async with (
        looking(own=only_loopback, poll=POLL, ask=ask) as nearby,
        rogue(instance) as elsewhere,
        rogue(f"{unique('Alone')}.{SERVICE}") as alone,
    ):
        await until(nearby, lambda: bool(rows(nearby, door.sign.name)))
        while not (asked[elsewhere] and asked[alone] >= 2):
            await news.wait()
        before = asked[real]
        while asked[real] < before + 2:
            await news.wait()
        (entry,) = rows(nearby, door.sign.name)
        assert entry.places == (real,)
        assert not entry.grey
        places = {place for entry in nearby.entries() for place in entry.places}
        assert not {elsewhere, alone} & places


@asynccontextmanager
async def rogue(instance: str) -> AsyncIterator[Place]:
    """Advertise a port at which nobody listens, under a name that may be taken."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        info = ServiceInfo(
            SERVICE,
            instance,
            port=port,
            properties=build(ADVERT),
            server=f"{unique('rogue')}.local.",
            parsed_addresses=["127.0.0.1"],
        )
        async with hearing(instance, lambda text: None) as zc:
            await trio.to_thread.run_sync(
                partial(zc.register_service, info, cooperating_responders=True)
            )
            yield Place("127.0.0.1", port)


async def test_two_tables_of_one_name(nursery: trio.Nursery) -> None:
    """Both are listed; the name alone is not enough, the full name is."""
    name = unique("Twice")
    doors = [Door(name, unique("id"), on_loopback) for _ in range(2)]
    for door in doors:
        await door.open(nursery, "127.0.0.1")
    here: How = {"own": only_loopback, "poll": POLL}

    with pytest.raises(Ambiguous) as caught:
        await find(Named(name.upper()), **here)
    assert {entry.row.id for entry in caught.value.entries} == {
        door.sign.id for door in doors
    }
    label = doors[1].advertisement.instance.removesuffix(f".{SERVICE}")
    found = await find(Named(label), **here)
    assert found.places == (Place("127.0.0.1", doors[1].port),)

    listed = await listing(**here)
    assert listed.off is None
    assert [row.table for row in listed.rows if row.table == name] == [name, name]
    with pytest.raises(NotFound) as missed:
        await find(Named(unique("Nobody")), seconds=2, **here)
    assert name in {entry.row.table for entry in missed.value.seen}


async def test_an_advert_that_makes_no_sense_is_passed_over() -> None:
    """A record of a stranger is not even asked."""
    asked: list[Place] = []

    async def ask(place: Place) -> Silence:
        asked.append(place)
        return Silence("stranger")

    info = ServiceInfo(
        SERVICE,
        f"{unique('Odd')}.{SERVICE}",
        port=9,
        properties={"txtvers": "1", "pl": "many"},
        server=f"{unique('odd')}.local.",
        parsed_addresses=["127.0.0.1"],
    )
    heard = trio.Event()
    async with (
        looking(own=only_loopback, poll=POLL, ask=ask),
        hearing(info.name, lambda text: heard.set()) as zc,
        rogue(f"{unique('After')}.{SERVICE}") as after,
    ):
        await trio.to_thread.run_sync(
            partial(zc.register_service, info, cooperating_responders=True)
        )
        await heard.wait()
        assert Place("127.0.0.1", 9) not in asked
        assert after in asked


# --- When discovery does not work -----------------------------------------------------


async def test_without_a_network_the_rest_goes_on(nursery: trio.Nursery) -> None:
    """A remembered table is found all the same, and the reason can be shown."""
    door = Door(unique("Known"), unique("id"), on_loopback)
    await door.open(nursery, "127.0.0.1")
    known = Place("127.0.0.1", door.port)

    async with looking(own=lambda: (), remembered=[known]) as nearby:
        await until(nearby, lambda: bool(nearby.off and nearby.entries()))
        assert nearby.off == "no network"
        (entry,) = nearby.entries()
        assert entry.places == (known,)
    listed = await listing(0.2, own=lambda: (), remembered=[known])
    assert listed.off == "no network"
    assert [row.address for row in listed.rows] == [str(known)]


async def test_an_advert_follows_the_network(nursery: trio.Nursery) -> None:
    """It waits for a network, takes it when it comes and stops when it goes."""
    hosts: list[str] = []
    advert = Advertisement(
        unique("Follows"), 4210, ADVERT, hosts=lambda: (*hosts,), poll=POLL
    )
    nursery.start_soon(advert.run)
    await until(advert, lambda: advert.off == "no network")

    hosts.append("127.0.0.1")
    await until(advert, lambda: advert.off is None)
    assert advert.hosts == ("127.0.0.1",)

    hosts.clear()
    await until(advert, lambda: advert.off is not None)

    hosts.append("127.0.0.1")
    await until(advert, lambda: advert.off is None)
    nursery.cancel_scope.cancel()


async def test_leaving_never_takes_long() -> None:
    """Also in the middle of the first announcement, which takes two seconds."""
    advert = Advertisement(unique("Short"), 4210, ADVERT, hosts=on_loopback, poll=POLL)
    began = own_time()
    with trio.move_on_after(0.5):
        await advert.run()
    async with looking(own=only_loopback):
        pass
    assert own_time() - began < 0.5 + 1
    assert advert.off is None
    assert advert.hosts == ()


async def test_the_engine_moves_with_the_addresses() -> None:
    """A second address is taken in without a new engine; without any there is none."""
    radio = Radio()
    assert await radio.tune(["127.0.0.1"]) == "new"
    assert await radio.tune(["127.0.0.1", "127.0.0.2"]) == "moved"
    assert await radio.tune(["127.0.0.2"]) == "moved"
    assert await radio.tune(["127.0.0.2"]) == "same"
    with pytest.raises(DiscoveryOff, match="no network"):
        await radio.tune([])
    with pytest.raises(DiscoveryOff):
        _ = radio.zc


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(98, "Address already in use"), "UDP port 5353"),
        (OSError(19, "No such device"), "no network"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (RecursionError("too deep"), "RecursionError too deep"),
        (trio.TooSlowError(), "does not answer"),
        (DiscoveryOff("no network"), "^no network$"),
    ],
)
def test_whatever_the_library_throws_is_a_reason(error: Exception, words: str) -> None:
    """Nothing that goes wrong in discovery is more than a few words on a screen."""
    with pytest.raises(DiscoveryOff, match=words), fence():
        raise error


# --- Targets --------------------------------------------------------------------------

NEXT_DOOR = Place("192.168.1.34")
OWN = (
    Own("wlan0", "192.168.1.77", 24, default=True),
    Own("eth0", "10.0.0.5", 8, default=False),
    Own("docker0", "172.17.0.1", 16, default=False, aside="container"),
)


async def nobody(place: Place) -> Silence:
    return Silence("refused")


async def test_a_place_given_by_hand_is_taken_at_its_word() -> None:
    """Neither discovery nor a question comes before the connection itself."""
    found = await find(At(NEXT_DOOR, "KEY"), ask=None, own=None)  # type: ignore[arg-type]  # neither may be used

    assert found == Found((NEXT_DOOR,), "KEY")


async def test_six_letters_may_be_a_name(nursery: trio.Nursery) -> None:
    """If nobody answers at the place, the table of that name is meant."""
    door = Door("Hoo 92i", unique("id"), on_loopback)
    await door.open(nursery, "127.0.0.1")
    target = At(NEXT_DOOR, name="hoo92i")
    there = Place("127.0.0.1", door.port)

    async def ask(place: Place) -> Answer | Silence:
        return await peek(place) if place == there else Silence("late")

    found = await find(target, ask=ask, own=only_loopback, poll=POLL)
    assert found.places == (there,)
    alone = await find(target, seconds=0.1, ask=nobody, own=lambda: ())
    assert alone.places == (NEXT_DOOR,)


async def test_a_number_means_a_neighbour() -> None:
    """In every network of this computer, the one that answers first of all."""
    door = Door("Ann's table", "a1", on_loopback)
    answers = {Place("10.0.0.34"): Answer(door.sign, 1.0)}

    async def ask(place: Place) -> Answer | Silence:
        return answers.get(place, Silence("late"))

    found = await find(Number(34), ask=ask, own=lambda: OWN)
    assert found.places == (Place("10.0.0.34"), NEXT_DOOR)
    found = await find(Number(34, 7777), ask=nobody, own=lambda: OWN)
    assert found.places == (Place("192.168.1.34", 7777), Place("10.0.0.34", 7777))
    with pytest.raises(NotFound):
        await find(Number(34), ask=nobody, own=lambda: LOOPBACK)


@pytest.mark.parametrize(
    "name", ["Ann's table", "Änns tisch " * 20, "a\x00\x1b[2J.b", "", "🂡" * 40]
)
def test_any_name_makes_a_label(name: str) -> None:
    """It fits into a DNS name, holds nothing harmful, and is never the same twice."""
    one, other = instance_label(name), instance_label(name)

    assert one != other
    assert len(one.encode()) <= 63
    assert one.isprintable()
    assert ServiceInfo(SERVICE, f"{one}.{SERVICE}", port=1).get_name() == one


# --- Between laptops ------------------------------------------------------------------

# Keeps the port of discovery to itself, as some programs do.
SQUATTER = """
import socket
squatter = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
squatter.bind(("", 5353))
print("taken", flush=True)
squatter.recv(1 << 16) and input()
"""


def shows(*table: object) -> Callable[[dict[str, Any]], bool]:
    return lambda said: [*table, False] in said["tables"]


async def test_a_table_moves_to_another_address(lan: Lan) -> None:
    """A new lease is told within ten seconds, and a goodbye from there is heard."""
    async with programs(lan) as start:
        table = await start("table", 1, name="Moves", id="m1")
        list_ = await start("look", 2)
        port = (await table.says(lambda said: "port" in said))["port"]
        await list_.says(shows("Moves", f"{lan.address(1)}:{port}"))
        await table.says(lambda said: bool(said["hosts"]))

        lan.readdress(1, "10.77.0.99")
        with trio.fail_after(10):
            await list_.says(shows("Moves", f"10.77.0.99:{port}"))
        await table.leave()
        with trio.fail_after(3):
            await list_.says(lambda said: not said["tables"])


async def test_a_list_heals_when_the_network_comes(lan: Lan) -> None:
    """U28: alone a laptop finds what it runs itself; with the cable in, all the rest.

    The other table's first announcements are long over by then, and the library's next
    question is many seconds away: the table must be asked at once.
    """
    lan.unplug(3)
    async with programs(lan) as start:
        outer = await start("table", 1, name="Outer", id="o1")
        inner = await start("table", 3, name="Inner", id="i1")
        list_ = await start("look", 3)
        near = (await inner.says(lambda said: "port" in said))["port"]
        far = (await outer.says(lambda said: "port" in said))["port"]
        await list_.says(shows("Inner", f"127.0.0.1:{near}"))
        await outer.says(lambda said: bool(said["hosts"]))

        lan.plug(3)
        with trio.fail_after(3):
            await list_.says(shows("Outer", f"{lan.address(1)}:{far}"))
            await inner.says(lambda said: said["hosts"] == [lan.address(3)])


async def test_a_taken_port_turns_discovery_off(lan: Lan) -> None:
    """Both sides say so and go on, and work as soon as the port is free."""
    squatter = lan.start(1, sys.executable, "-c", SQUATTER)
    assert squatter.stdout
    assert await trio.to_thread.run_sync(squatter.stdout.readline) == "taken\n"
    why = "another program keeps UDP port 5353 to itself"
    async with programs(lan) as start:
        table = await start("table", 1, name="Taken", id="t1")
        list_ = await start("look", 1)
        port = (await table.says(lambda said: "port" in said))["port"]
        await table.says(lambda said: said["off"] == why)
        await list_.says(lambda said: said["off"] == why)

        squatter.kill()
        await list_.says(shows("Taken", f"{lan.address(1)}:{port}"))
        await table.says(lambda said: said["off"] is None)
