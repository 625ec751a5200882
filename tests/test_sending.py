"""What the host sends: the same however many get it, and whole however slowly."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from random import Random

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from p10net.host.connection import Connection
from p10net.host.pipe import pair
from p10net.host.post import Post
from p10net.protocol.codec import Frames, for_client, frame
from p10net.protocol.copies import Copies
from p10net.protocol.envelope import Message
from p10net.protocol.errors import ByeCode
from p10net.protocol.limits import GUARD, Guard
from p10net.protocol.messages import Bye, Said, State
from p10net.protocol.requests import Ping
from tests.messages_table import MESSAGES
from tests.server_bench import HOME
from tests.table_bench import Bench

# --- One piece of news for several ------------------------------------------------


def written(mail: list[Message], chance: Random) -> None:
    """Hold that each frame is what it is when nobody else gets one."""
    copies = Copies()
    for message in chance.sample(mail, len(mail)) * 2:
        assert copies.frame(message) == frame(message)


@pytest.mark.parametrize("seed", range(5))
def test_a_frame_is_the_same_whatever_was_written_before(seed: int) -> None:
    """Every kind of message, in any order."""
    written([*MESSAGES], Random(seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_view_is_the_same_whoever_else_gets_one(seed: int) -> None:
    """States of a whole game, players' and watchers', asked and not, in any order."""
    bench = Bench("Ann", "Ben", "Cleo", seed=seed, start=True, seats=3)
    bench.join("Eve", kind="watcher")
    bench.play(60)
    states = [m for mail in bench.mail.values() for m in mail if isinstance(m, State)]
    assert {len(m.ev) > 0 for m in states} == {True, False}
    assert {m.view.you is None for m in states} == {True, False}
    assert {m.ask is None for m in states} == {True, False}
    written([*states], Random(seed))


@pytest.mark.parametrize("name", ["seq", "n", "ev", "table", "ask", "view"])
def test_a_state_that_differs_in_one_thing_is_another(name: str) -> None:
    """Whichever that is, and though all the rest was written the moment before."""
    bench = Bench("Ann", "Ben", start=True, seats=2)
    bench.play(6)
    states = [m for mail in bench.mail.values() for m in mail if isinstance(m, State)]
    found = states[-1]
    others = [replace(found, **{name: getattr(one, name)}) for one in states]
    assert any(other != found for other in others)
    written([mixed for other in others for mixed in (found, other)], Random(1))


# --- Who reads slowly -------------------------------------------------------------

PARCEL = 20
"""Lines sent as one piece, of which the system takes a part."""
SMALL = 4_096
"""Bytes the system shall keep for us; it takes that for a hint."""


async def sent(
    say: Callable[[Connection], Awaitable[None]], guard: Guard = GUARD
) -> tuple[bytes, Connection]:
    """Let a host say something to somebody who reads only when it was said."""
    ours, theirs = trio.socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    connection = Connection(1, trio.SocketStream(ours), HOME, guard=guard)
    said, got = trio.Event(), b""

    async def serve(_: Connection, _body: bytes) -> None:
        await say(connection)
        said.set()

    async def ended(_: Connection) -> None:
        pass

    async with trio.open_nursery() as nursery:
        nursery.start_soon(connection.run, serve, ended)
        reader = trio.SocketStream(theirs)
        await reader.send_all(frame(Ping(1)))
        await said.wait()
        while data := await reader.receive_some(1_000):
            got += data
        await reader.aclose()
    return got, connection


def lines(count: int) -> list[Said]:
    """Make lines of chat too long for all of them to be kept by the system."""
    return [Said(number, "x" * 4_000) for number in range(count)]


def read(data: bytes) -> list[Message | None]:
    """Read frames up to the end, of which nothing may be left over."""
    frames, found = Frames(1 << 16), list[Message | None]()
    frames.feed(data)
    while (body := frames.take()) is not None:
        found.append(for_client(body))
    assert not frames.begun
    return found


async def test_what_the_system_does_not_take_at_once_follows() -> None:
    """All of it, in order, and the last word behind it."""
    wanted = lines(60)

    async def say(connection: Connection) -> None:
        for line in wanted:
            connection.send(frame(line))
        connection.finish(ByeCode.CLOSING)

    got, _ = await sent(say)
    *said, bye = read(got)
    assert said == wanted
    assert isinstance(bye, Bye)


async def test_who_does_not_read_loses_whole_frames_only() -> None:
    """What was half sent is sent, what nobody had begun to send is not, then `slow`."""

    async def say(connection: Connection) -> None:
        for at in range(0, 200, PARCEL):
            connection.send(b"".join(map(frame, lines(200)[at : at + PARCEL])))

    got, connection = await sent(say, replace(GUARD, outbox_frames=1))
    *said, bye = read(got)
    assert isinstance(bye, Bye)
    assert bye.code is ByeCode.SLOW
    assert said == lines(200)[: len(said)]
    assert len(said) < 200
    assert connection.why == "slow"


async def test_each_frame_counts_that_waits() -> None:
    """However many are sent in one go, there is room for so many of them."""
    near, _far = pair()
    for many, over in ((4, False), (5, True)):
        connection = Connection(1, near, guard=replace(GUARD, outbox_frames=4))
        Post({1: connection}).send([(1, line) for line in lines(many)])
        assert connection.over is over


async def test_a_line_between_two_waits_its_turn() -> None:
    """While the rest of one frame is being sent, the next is not sent before it."""
    wanted = lines(40)

    async def say(connection: Connection) -> None:
        for line in wanted[:-1]:
            connection.send(frame(line))
        await trio.testing.wait_all_tasks_blocked()  # the sending task is at work
        connection.send(frame(wanted[-1]))
        connection.finish(ByeCode.CLOSING)

    got, _ = await sent(say)
    assert read(got)[:-1] == wanted


async def test_a_connection_that_broke_is_lost() -> None:
    """Whoever is sent something and is not there any more ends only that connection."""
    ours, theirs = trio.socket.socketpair()
    connection = Connection(1, trio.SocketStream(ours), HOME)
    reader = trio.SocketStream(theirs)

    async def serve(_: Connection, _body: bytes) -> None:
        await reader.aclose()
        connection.send(frame(Said(1, "hello")))
        connection.send(frame(Said(2, "again")))

    async def ended(_: Connection) -> None:
        pass

    await reader.send_all(frame(Ping(1)))
    await connection.run(serve, ended)
    assert connection.why == "lost"
