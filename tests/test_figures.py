"""Every figure that `p10net host --limits` prints is held, and by one place only.

Each row asks a table or a server for as much as its figure allows, and for one more;
both are read from the module of limits, so that a figure changed there is tried as it
is now. A figure without a row, here or in the file that is named, fails.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p10net.client.link import Link
from p10net.engine.cards import Card
from p10net.engine.moves import Discard
from p10net.engine.view import Stage
from p10net.host.connection import Connection
from p10net.host.house import HouseBot
from p10net.host.outbox import Outbox
from p10net.host.pipe import pair
from p10net.host.places import admit
from p10net.host.rates import Allowance
from p10net.protocol.clean import chat_problem, name_problem
from p10net.protocol.codec import for_host, frame
from p10net.protocol.errors import ProtocolError
from p10net.protocol.limits import GUARD, LIMITS, lines
from p10net.protocol.messages import Bye, Err, Ok
from p10net.protocol.owner import End, Reissue
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Options,
    Pause,
    Ping,
    Ready,
)
from tests.server_bench import desk
from tests.shell import inside
from tests.table_bench import Bench, refused

Probe = Callable[[], Awaitable[None]]
HELD: dict[str, Probe] = {}
ELSEWHERE = {
    "beat_ms": "test_server.py",
    "parting": "test_server.py",
    "silence_ms": "test_server.py",
    "round_over_ms": "test_server.py",
    "bot_think_ms": "test_presence.py",
    "grace_ms": "test_presence.py",
    "share_ms": "test_deals.py",
    "replies_kept": "test_table.py",
    "tries": "test_seat_theft.py",
    "tries_per_address": "test_seat_theft.py",
    "frame_to_client": "test_codec.py",
}
SHORTLY = 0.01


def holds(*names: str) -> Callable[[Probe], Probe]:
    """Say which figures a probe tries."""

    def add(probe: Probe) -> Probe:
        for name in names:
            HELD[name] = probe
        return probe

    return add


def two(**setup: Any) -> Bench:
    """Start a game of two who are known to be alive."""
    bench = Bench("Ann", "Bob", start=True, **setup)
    for conn in (1, 2):
        bench.say(conn, Ping)
    return bench


def other(bench: Bench) -> int:
    """Give the connection of the seat that is not asked."""
    (conn,) = bench.others(bench.asked())
    return conn


# --- What comes in --------------------------------------------------------------------


@holds("frame_before_welcome")
async def _() -> None:
    """The longest greeting is read, a longer frame ends the connection."""
    await _longest(LIMITS.frame_before_welcome, welcomed=False)


@holds("frame_to_host")
async def _() -> None:
    """A welcomed client may say more at once."""
    await _longest(LIMITS.frame_to_host, welcomed=True)


async def _longest(most: int, *, welcomed: bool) -> None:
    for size, code in ((most, "bad_msgpack"), (most + 1, "frame_size")):
        async with desk() as host:
            peer = host.pipe()
            if welcomed:
                await peer.join("Ann")
            await peer.stream.send_all(size.to_bytes(4, "big") + b"\xc1" * most)
            bye = await peer.end()
            assert bye is not None
            assert bye.code.value == code


@holds("hello_ms")
async def _() -> None:
    """A connection that says nothing is told so, then and not before."""
    async with desk() as host:
        peer, began = host.pipe(), trio.current_time()
        assert await peer.end() is not None
        took = trio.current_time() - began
        assert LIMITS.hello_ms / 1000 <= took < LIMITS.hello_ms / 1000 + 2


@holds("frame_ms")
async def _() -> None:
    """A frame that has begun is waited for so long."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        await peer.stream.send_all(frame(Chat(2, "hello"))[:5])
        began = trio.current_time()
        assert await peer.end() is not None
        took = trio.current_time() - began
        assert LIMITS.frame_ms / 1000 <= took < LIMITS.frame_ms / 1000 + 2


@holds("requests_burst", "requests_per_s")
async def _() -> None:
    """So many at once, then so many a second."""
    allowance = Allowance(0.0)
    assert not any(allowance.spend(0.0) for _ in range(LIMITS.requests_burst))
    assert allowance.spend(0.0)
    allowance = Allowance(0.0)
    for _ in range(LIMITS.requests_burst):
        allowance.spend(0.0)
    assert not any(allowance.spend(1.0) for _ in range(LIMITS.requests_per_s))
    assert allowance.spend(1.0)


@holds("chat_lines", "chat_ms")
async def _() -> None:
    """So many lines in the time that is given, and again after that."""
    allowance, span = Allowance(0.0), LIMITS.chat_ms / 1000
    assert all(allowance.speak(0.0) for _ in range(LIMITS.chat_lines))
    assert not allowance.speak(span - SHORTLY)
    assert allowance.speak(span)


@holds("ping_ms")
async def _() -> None:
    """The stock client says so often that it lives."""
    link = Link(pair()[0])
    pings: list[float] = []

    def ping() -> None:
        pings.append(trio.current_time())
        link.send(b"")

    with trio.move_on_after(2 * LIMITS.ping_ms / 1000 + SHORTLY):
        await link.beat(ping)
    assert len(pings) == 2


# --- What may be said -----------------------------------------------------------------


@holds("chat_points")
async def _() -> None:
    """The longest line of chat is said, a longer one refused."""
    bench = Bench("Ann")
    most = LIMITS.chat_points
    assert chat_problem("x" * most) is None
    assert isinstance(bench.say(1, Chat, text="x" * most), Ok)
    assert refused(bench.say(1, Chat, text="x" * (most + 1))) == "bad_text"


@holds("name_cells")
async def _() -> None:
    """Wide letters count as two."""
    most = LIMITS.name_cells
    assert name_problem("x" * most) is None
    assert name_problem("漢" * (most // 2)) is None
    assert name_problem("漢" * (most // 2) + "x")
    bench = Bench()
    conn = bench.open()
    assert refused(bench.hello(conn, "x" * (most + 1))) == "bad_name"


@holds("client_cells")
async def _() -> None:
    """What is too much of a program's name is cut off."""
    bench = Bench()
    bench.join("Ann", client="x" * (LIMITS.client_cells + 9))
    assert bench.player(1).client == "x" * LIMITS.client_cells


@holds("options_max")
async def _() -> None:
    """No more lay-downs can be asked for at a time."""
    bench = two()
    step, conn = bench.house.step, bench.asked()
    most = LIMITS.options_max
    assert not isinstance(bench.say(conn, Options, step=step, max=most), Err)
    with pytest.raises(ProtocolError):
        for_host(frame(Options(9, step=step, max=most + 1))[4:])


@holds("illegal_acts")
async def _() -> None:
    """After so many the host plays on."""
    bench = two()
    conn, step = bench.asked(), bench.house.step
    for _ in range(LIMITS.illegal_acts):
        assert bench.house.step == step
        wrong = Discard(Card.R1)
        assert refused(bench.say(conn, Act, step=step, action=wrong)) == "illegal"
    assert bench.house.step > step


# --- What goes out --------------------------------------------------------------------


@holds("outbox_frames")
async def _() -> None:
    """The box holds so many frames."""
    box = Outbox(GUARD.outbox_frames, GUARD.outbox_bytes)
    assert all(box.put(b"x") for _ in range(GUARD.outbox_frames))
    assert not box.put(b"x")


@holds("outbox_bytes")
async def _() -> None:
    """And so many bytes."""
    box = Outbox(GUARD.outbox_frames, GUARD.outbox_bytes)
    assert box.put(b"x" * (GUARD.outbox_bytes - 1))
    assert box.put(b"x")
    assert not box.put(b"x")


@holds("send_ms")
async def _() -> None:
    """A send that takes longer is the end of its connection."""
    near, _far = trio.testing.lockstep_stream_pair()
    connection = Connection(1, near, "")
    connection.admit()
    connection.send(b"never read")
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(connection.run, _nothing, _nothing)
    assert connection.why == "slow"
    took = trio.current_time() - began
    assert GUARD.send_ms / 1000 <= took < GUARD.send_ms / 1000 + 2


async def _nothing(*_: object) -> None:
    pass


@holds("drain_ms")
async def _() -> None:
    """After the last word the other end is waited for so long."""
    near, far = pair()
    connection = Connection(1, near, "")
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(connection.run, _nothing, _nothing)
        connection.end(b"bye")
        assert await far.receive_some() == b"bye"
    took = trio.current_time() - began
    assert GUARD.drain_ms / 1000 <= took < GUARD.drain_ms / 1000 + 1


# --- Who is let in --------------------------------------------------------------------


def crowd(count: int, *, welcomed: bool, one_address: bool) -> list[Connection]:
    """Have so many connections at the door."""
    made = []
    for number in range(count):
        there = Connection(number, pair()[0], "a" if one_address else f"b{number}")
        there.welcomed = welcomed
        made.append(there)
    return made


@holds("unseated_per_address")
async def _() -> None:
    """The oldest stranger of an address goes for one more."""
    most = GUARD.unseated_per_address
    for count in (most - 1, most):
        there = crowd(count, welcomed=False, one_address=True)
        assert bool(admit(there, "a").evicted) is (count == most)


@holds("connections_per_address")
async def _() -> None:
    """More of an address are let in only to come back to a seat."""
    most = GUARD.connections_per_address
    for count in (most - 1, most):
        there = crowd(count, welcomed=True, one_address=True)
        assert admit(there, "a").resume_only is (count == most)


@holds("connections", "reserved")
async def _() -> None:
    """So many in all, then those who come back, then nobody."""
    most = GUARD.connections
    for count in (most - 1, most, most + GUARD.reserved - 1, most + GUARD.reserved):
        there = crowd(count, welcomed=True, one_address=False)
        verdict = admit(there, "a")
        assert verdict.resume_only is (count >= most)
        assert verdict.admitted is (count < most + GUARD.reserved)


@holds("swaps", "swaps_ms")
async def _() -> None:
    """So often a seat may change hands, and again when that is long ago."""
    bench = two()
    holder = other(bench)
    for _ in range(GUARD.swaps):
        holder = bench.back(holder)
    conn, session = bench.open(), bench.session(holder)
    assert refused(bench.hello(conn, session=session)) == "replaced"
    bench.wait(GUARD.swaps_ms / 1000)
    assert bench.back(holder)


@holds("code_ms")
async def _() -> None:
    """A code is good so long and no longer."""
    for late in (-1.0, 0.0):
        bench = two()
        lost = next(
            conn for conn in (1, 2) if bench.player(conn) is not bench.house.owner
        )
        seat = bench.player(lost).seat
        bench.cut(lost)
        owner_conn = next(conn for conn in (1, 2) if conn != lost)
        issued = bench.say(owner_conn, Admin, do=Reissue(seat))
        bench.now += GUARD.code_ms / 1000 + late
        reply = bench.hello(bench.open(), code=issued.code)
        assert isinstance(reply, Bye) is (late == 0.0)


# --- How long ----------------------------------------------------------------------


@holds("resume_any_ms")
async def _() -> None:
    """After so long anybody may let the game go on."""
    bench = two()
    bench.say(1, Pause, on=True)
    bench.now += GUARD.resume_any_ms / 1000 - 1
    assert refused(bench.say(2, Pause, on=False)) == "paused"
    bench.now += 1
    assert isinstance(bench.say(2, Pause, on=False), Ok)


@holds("ready_changes")
async def _() -> None:
    """Whoever changes their mind once more is not waited for."""
    bench = Bench("Ann", "Bob", "Cy")
    for number in range(GUARD.ready_changes):
        bench.say(2, Ready, on=number % 2 == 0)
    bench.say(2, Ready, on=False)
    for conn in (1, 3):
        bench.say(conn, Ready)
    assert bench.playing()


@holds("lobby_seat_ms")
async def _() -> None:
    """A lost player's seat is free after that."""
    bench = Bench("Ann", "Bob")
    bench.cut(2)
    bench.wait(GUARD.lobby_seat_ms / 1000 - 1)
    assert 2 in bench.house.players
    bench.wait(1)
    assert 2 not in bench.house.players


@holds("token_after_game_ms")
async def _() -> None:
    """Who is lost for longer is not seated for another game."""
    for late in (-1.0, 0.0):
        bench = Bench("Ann", "Bob", "Cy", start=True)
        bench.say(1, Admin, do=End())
        assert bench.stage() is Stage.GAME_OVER
        bench.cut(3)
        bench.now += GUARD.token_after_game_ms / 1000 + late
        for conn in (1, 2):
            bench.say(conn, Ready)
        assert (3 in bench.house.players) is (late < 0)


@holds("deserted_ms")
async def _() -> None:
    """A game that everybody lost waits so long."""
    bench = two()
    step = bench.house.step
    for conn in (1, 2):
        bench.cut(conn)
    bench.wait(GUARD.deserted_ms / 1000 - 1)
    assert bench.house.step == step
    bench.wait(2)
    assert bench.house.step > step


@holds("bot_gone_ms")
async def _() -> None:
    """A bot of the host's own that crashed is played for soon."""
    bench = Bench("Ann", bots=(HouseBot("steady", "Cleo"),), start=True)
    seat = next(p.seat for p in bench.house.players.values() if p.level)
    player = bench.house.players[seat]
    assert player.conn is not None
    bench.cut(player.conn)
    bench.wait(GUARD.bot_gone_ms / 1000 - 0.5, step=0.5)
    assert not player.overdue
    bench.wait(0.5, step=0.5)
    assert player.overdue


@holds("rematch_ms")
async def _() -> None:
    """Where only programs play another game begins by then."""
    bench = Bench(start_when=2)
    for name in ("Hal", "Eve"):
        bench.join(name, kind="bot")
    bench.settle()
    bench.play(until=Stage.GAME_OVER, acts=0)
    while not bench.over():
        bench.play(until=Stage.ROUND_OVER)
        bench.wait(0 if bench.over() else 61)
    games = bench.house.games
    bench.now = bench.house.stage_at + GUARD.rematch_ms / 1000 - 1
    bench.settle()
    assert bench.house.games == games
    bench.now += 1
    bench.settle()
    assert bench.house.games == games + 1


# --- All of them ----------------------------------------------------------------------

FIGURES = [name for figures in (LIMITS, GUARD) for name, *_ in lines(figures)]


@pytest.mark.parametrize("name", FIGURES)
async def test_a_figure_is_held(name: str, autojump_clock: MockClock) -> None:
    """Here, or by a test that reads it from the same module."""
    if name in ELSEWHERE:
        text = Path(__file__).with_name(ELSEWHERE[name]).read_text("utf-8")
        assert f".{name}" in text
    else:
        await HELD[name]()


def test_no_row_is_of_a_figure_that_is_gone() -> None:
    """Every row is of a figure, and none has two."""
    assert {*HELD} | {*ELSEWHERE} == {*FIGURES}
    assert not {*HELD} & {*ELSEWHERE}


def test_the_figures_of_the_design() -> None:
    """What players and authors were promised, in its own numbers."""
    promised = {
        "ping_ms": 2_500,
        "hello_ms": 5_000,
        "outbox_frames": 64,
        "outbox_bytes": 256 * 1024,
        "send_ms": 5_000,
        "requests_per_s": 20,
        "requests_burst": 60,
        "chat_lines": 8,
        "chat_ms": 10_000,
        "chat_points": 300,
        "name_cells": 16,
        "connections": 32,
        "connections_per_address": 8,
        "unseated_per_address": 4,
        "grace_ms": 60_000,
        "frame_to_host": 16_384,
        "frame_to_client": 262_144,
    }
    known = {name: value for f in (LIMITS, GUARD) for name, value, *_ in lines(f)}
    assert {name: known[name] for name in promised} == promised
    assert 10_000 <= known["silence_ms"] <= 15_000


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    """`p10net host --limits`: every figure with its unit, a line each."""
    done = inside(capsys, "host", "--limits")
    rows = {line.split()[0]: line.split()[1] for line in done.out.splitlines()}
    known = {name: str(value) for f in (LIMITS, GUARD) for name, value, *_ in lines(f)}

    assert done.code == 0
    assert rows == known
