"""Beacons: what is called out where multicast is lost, and who may be believed."""

from __future__ import annotations

import socket

import pytest
import trio
import trio.lowlevel
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from p10net.client.found import Answer, Silence
from p10net.client.nearby import looking
from p10net.lan import beacon
from p10net.lan.interfaces import Aside, Own
from p10net.protocol.address import Place
from p10net.protocol.beacon import build, parse
from tests.test_moved import SIGN

HOME = "127.0.0.1"


def own(host: str = HOME, prefix: int = 8, aside: Aside | None = None) -> Own:
    """Have an address; loopback stands for a network that others are on."""
    return Own("eth0", host, prefix, default=False, aside=aside)


@given(st.integers(1, 65535))
def test_a_beacon_is_read_as_it_was_written(port: int) -> None:
    """One short line says the port."""
    assert parse(build(port)) == port
    assert len(build(port)) <= beacon.MOST


ODD = [
    *(b"", b"p10net/1 \n", b"p10net/1 0\n", b"p10net/1 65536\n", b"p10net/1 04210\n"),
    *(b"p10net/1 4210", b"p10net/1 4210\n\n", b"p10net/2 4210\n", b"P10NET/1 1\n"),
    b"p10net/1 \xd9\xa1\n",
]


@pytest.mark.parametrize("data", ODD)
def test_anything_else_is_none(data: bytes) -> None:
    """What is nearly a beacon comes from somebody who guesses."""
    assert parse(data) is None


@given(st.binary(max_size=beacon.MOST))
def test_no_packet_breaks_the_reading(data: bytes) -> None:
    """Any bytes are a beacon or none."""
    port = parse(data)
    assert port is None or build(port) == data


def test_where_is_called() -> None:
    """On networks with others on them, never inside this computer or into a tunnel."""
    found = (
        own("192.168.1.34", 24),
        own("10.1.2.3", 20),
        own(HOME, 8, "loopback"),
        own("172.17.0.1", 16, "container"),
        own("10.8.0.2", 32),
        own("2001:db8::1", 64),
    )
    assert beacon.networks(found) == (
        ("192.168.1.34", "192.168.1.255"),
        ("10.1.2.3", "10.1.15.255"),
    )
    near = [
        h for h in ("192.168.1.9", "10.1.9.9", "172.17.0.2") if beacon.near(h, found)
    ]
    assert near == ["192.168.1.9", "10.1.9.9"]
    assert not beacon.near("8.8.8.8", found)
    assert not beacon.near(HOME, found)


def free() -> int:
    """Find a UDP port that nobody uses."""
    with socket.socket(type=socket.SOCK_DGRAM) as some:
        some.bind((HOME, 0))
        return int(some.getsockname()[1])


async def test_what_is_called_is_heard_by_all(nursery: trio.Nursery) -> None:
    """Two programs of one computer hear it, and again a second later."""
    at, there = free(), own()
    heard, news = trio.open_memory_channel[tuple[str, bytes]](100)
    for _ in range(2):
        nursery.start_soon(
            beacon.listen, lambda host, said: heard.send_nowait((host, said)), at
        )
    nursery.start_soon(beacon.call_out, b"here", at, lambda: (there,))
    assert {await news.receive() for _ in range(4)} == {(HOME, b"here")}
    nursery.cancel_scope.cancel()


async def test_a_port_that_cannot_be_had_is_done_without() -> None:
    """A program that keeps the port to itself costs nothing but the beacon."""
    with socket.socket(type=socket.SOCK_DGRAM) as selfish:
        selfish.bind(("", 0))
        await beacon.listen(lambda *_: None, selfish.getsockname()[1])


async def test_a_call_is_a_hint_and_no_more() -> None:
    """The place it came from is asked, and only one on a network of ours.

    Whoever calls and shows no sign is not in the list.
    """
    asked: list[Place] = []
    table = Place("127.0.0.7", 4210)

    async def ask(place: Place) -> Answer | Silence:
        asked.append(place)
        return Answer(SIGN, 1.0, b"o" * 32) if place == table else Silence("refused")

    async with looking(ask=ask, own=lambda: (own(),)) as nearby:
        while not nearby._near:
            await trio.testing.wait_all_tasks_blocked()
        for host in ("203.0.113.5", "127.0.0.9", "127.0.0.7"):
            nearby._called(host, build(4210))
        nearby._called("127.0.0.8", b"hello")
        while not nearby.entries():
            await nearby.changed()
        (entry,) = nearby.entries()

    assert entry.places == (table,)
    assert Place("127.0.0.9", 4210) in asked
    strangers = ("203.0.113.5", "127.0.0.8")
    assert not [place for place in asked if place.host in strangers]
