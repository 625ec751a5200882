"""A host that is not where it was: looked for by its certificate, never by its name."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p10net.cli import reach
from p10net.cli.reach import Door
from p10net.client import nearby
from p10net.client.asked import FRESH
from p10net.client.found import Answer, Silence
from p10net.client.session import (
    LONGEST_PAUSE,
    PATIENCE,
    Down,
    Ending,
    Session,
    Visitor,
)
from p10net.client.words import finding, parting
from p10net.lan.interfaces import Own
from p10net.protocol.address import Place
from p10net.protocol.messages import Going, Places, Sign
from p10net.protocol.requests import Leave
from tests import far_end

HOME = "127.0.0.1"
OURS, THEIRS = b"o" * 32, b"t" * 32
SIGN = Sign(
    re=1,
    id="ab" * 16,
    name="Kitchen",
    seats=Places(2, 6),
    state=Going.PLAYING,
    rules="official",
    protos=(1,),
    version="0.1.0",
    watch=True,
    locked=False,
    password=False,
)


@contextmanager
def listening() -> Iterator[Place]:
    """Have something that takes connections."""
    with socket.create_server((HOME, 0)) as server:
        yield Place(HOME, server.getsockname()[1])


def nowhere() -> Place:
    """Give a place where nobody listens."""
    with listening() as place:
        return place


async def on_wifi() -> tuple[Own, ...]:
    """Have a network."""
    return (Own("wlan0", "192.168.1.77", 24, default=True),)


async def bare() -> tuple[Own, ...]:
    """Have nothing but the way to oneself."""
    return (Own("lo", HOME, 8, default=False, aside="loopback"),)


class Search:
    """A search that ends with these places, and knows what was looked for."""

    def __init__(self, *places: Place, patient: bool = False) -> None:
        self.places, self.patient = places, patient
        self.asked: list[tuple[str, bytes]] = []

    async def __call__(self, table: str, fingerprint: bytes, **how: Any) -> Any:
        self.asked.append((table, fingerprint))
        if self.patient:
            await trio.sleep(how["seconds"])
        return self.places


async def test_a_host_is_looked_for_where_it_is_not() -> None:
    """Where it is found it is knocked at from then on, and remembered."""
    with listening() as here:
        door = Door((nowhere(),), SIGN, OURS)
        search = Search(here)
        dial = reach.dial(door, search, on_wifi)
        for _ in range(2):
            await trio.aclose_forcefully(await dial())

    assert search.asked == [(SIGN.id, OURS)]
    assert door.places == (here,)
    assert door.notes == [finding.moved(str(here))]


@pytest.mark.parametrize(("fingerprint", "asked"), [(OURS, 1), (None, 0)])
async def test_who_is_nowhere_stays_lost(fingerprint: bytes | None, asked: int) -> None:
    """It is tried again where it was; on this computer nothing is looked for at all."""
    door, search = Door((nowhere(),), SIGN, fingerprint), Search()
    before = door.places
    with pytest.raises(OSError, match="connect"):
        await reach.dial(door, search, on_wifi)()

    assert len(search.asked) == asked
    assert door.places == before


class Evening:
    """A guest whose host was there once; `downs` are the times it was given up."""

    def __init__(
        self,
        nursery: trio.Nursery,
        search: Search,
        own: reach.Owning = on_wifi,
    ) -> None:
        self.host, self.search = far_end.Door(), search
        self.downs: list[float] = []
        self.whys: list[str] = []
        self.ending: Ending | None = None
        self.over = trio.Event()
        # And nowhere since then.
        knock = reach.dial(Door((), SIGN, OURS), search, own)

        async def dial() -> trio.abc.Stream:
            return await (knock() if self.host.knocks else self.host.dial())

        visitor = Visitor("Ann", "human")
        self.session = Session(dial, visitor, awake=trio.current_time)
        nursery.start_soon(self._run)
        nursery.start_soon(self._follow)

    async def _run(self) -> None:
        self.ending = await self.session.run()
        self.over.set()

    async def _follow(self) -> None:
        async for news in self.session.news:
            if isinstance(news, Down):
                self.downs.append(trio.current_time())
                self.whys.append(news.why)

    async def lose(self) -> float:
        """Let the host be gone after a greeting; gives when that was."""
        far = await self.host.answer()
        await far.greet()
        await far.cut()
        return trio.current_time()


async def test_a_host_that_never_returns_is_given_up(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    """It is looked for as often as it is knocked at, and no longer than ten minutes."""
    at = Evening(nursery, Search(patient=True))
    lost = await at.lose()
    await at.over.wait()
    took = trio.current_time() - lost

    assert at.ending == Ending(parting.gave_up(False), 4)
    assert PATIENCE < took <= PATIENCE + reach.SEARCH + LONGEST_PAUSE
    assert {*at.search.asked} == {(SIGN.id, OURS)}
    assert len(at.search.asked) == len(at.downs)  # the last one is not told of
    pauses = [then - when for when, then in pairwise(at.downs[4:])]
    assert set(pauses) == {reach.SEARCH + LONGEST_PAUSE}


async def test_without_a_network_nobody_is_looked_for(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    """It is this computer that cannot be reached, and that is what is told."""
    at = Evening(nursery, Search(patient=True), bare)
    await at.lose()
    await at.over.wait()

    assert at.search.asked == []
    assert {*at.whys[1:]} == {"no network"}
    assert at.ending == Ending(parting.BARE, 4)


async def test_who_leaves_while_the_host_is_looked_for_is_gone(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    """Nobody has to wait for a host to be found to leave it."""
    at = Evening(nursery, Search(patient=True))
    await at.lose()
    await trio.sleep(100)
    left = trio.current_time()
    at.session.post(Leave(FRESH))
    await at.over.wait()

    assert at.ending is not None
    assert at.ending.status == 0
    assert trio.current_time() - left <= reach.SEARCH + LONGEST_PAUSE


async def test_only_the_same_certificate_is_the_same_host() -> None:
    """Whoever gives the same name and the same id elsewhere is passed over."""
    stranger, gone, there = (Place(f"192.0.2.{n}") for n in (1, 2, 3))
    signs = {stranger: THEIRS, there: OURS}

    async def ask(place: Place) -> Answer | Silence:
        if place not in signs:
            return Silence("unreachable")
        return Answer(SIGN, 1.0, signs[place])

    how: Any = {"ask": ask, "own": lambda: ()}
    known = (stranger, gone, there)
    found = await nearby.moved(SIGN.id, OURS, seconds=5, remembered=known, **how)
    other = await nearby.moved("cd" * 16, OURS, seconds=0.5, remembered=known, **how)

    assert found == (there,)
    assert other == ()
