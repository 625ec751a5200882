"""A host that is not where it was: looked for by its certificate, never by its name."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import trio

from p10net.cli import reach
from p10net.cli.reach import Door
from p10net.client import nearby
from p10net.client.found import Answer, Silence
from p10net.protocol.address import Place
from p10net.protocol.messages import Going, Places, Sign

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


class Search:
    """A search that ends with these places, and knows what was looked for."""

    def __init__(self, *places: Place) -> None:
        self.places = places
        self.asked: list[tuple[str, bytes]] = []

    async def __call__(self, table: str, fingerprint: bytes, **_: Any) -> Any:
        self.asked.append((table, fingerprint))
        return self.places


async def test_a_host_is_looked_for_where_it_is_not() -> None:
    """Where it is found it is knocked at from then on, and remembered."""
    with listening() as here:
        door = Door((nowhere(),), SIGN, OURS)
        search = Search(here)
        dial = reach.dial(door, search)
        for _ in range(2):
            await trio.aclose_forcefully(await dial())

    assert search.asked == [(SIGN.id, OURS)]
    assert door.places == (here,)


@pytest.mark.parametrize(("fingerprint", "asked"), [(OURS, 1), (None, 0)])
async def test_who_is_nowhere_stays_lost(fingerprint: bytes | None, asked: int) -> None:
    """It is tried again where it was; on this computer nothing is looked for at all."""
    door, search = Door((nowhere(),), SIGN, fingerprint), Search()
    before = door.places
    with pytest.raises(OSError, match="connect"):
        await reach.dial(door, search)()

    assert len(search.asked) == asked
    assert door.places == before


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
