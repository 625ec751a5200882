"""The host on loopback: from an action to the last seat's view, and what tables cost.

The peer is a bare echo in the same library: the same bytes come in, the same bytes go
out to as many connections, and nothing else is done. Clients and host share a process
here; what clients make of a view is not in the times, its bytes are.
"""

import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgpack
import psutil
import trio
import trio.lowlevel

from benchmarks import report
from benchmarks.report import Line
from p10net.bots.levels import LEVELS
from p10net.engine.moves import Ask
from p10net.host import journal_file
from p10net.host.house import Setup
from p10net.host.journal import Journal
from p10net.host.journal_file import Opening
from p10net.protocol.codec import for_client, frame
from p10net.protocol.copies import Copies
from p10net.protocol.messages import State
from p10net.protocol.requests import Act, Ready
from tests.server_bench import HOME, Desk, Peer, desk

ACTIONS = 300
SEATS = 4
ECHO = 8
"""How many times as long as the echo a turn may take."""
TABLES = 12
STARTS = 9


class Seatings:
    """Clients at one table, each answering when it is asked."""

    def __init__(self, host: Desk) -> None:
        self.host = host
        self.peers: list[Peer] = []
        self.brain = LEVELS["steady"](random.Random(1))
        self.act = self.state = b""
        self.took: list[float] = []
        self.spent: list[float] = []

    async def sit(self, seats: int) -> None:
        """Let so many sit down, and begin."""
        for number in range(seats):
            self.peers.append(await self.host.socket())
            await self.peers[-1].join(f"P{number}")
        for peer in self.peers:
            await peer.ask(Ready)

    async def measure(self, actions: int) -> list[float]:
        """Give microseconds from each action to the last view of it."""
        step, took = -1, []
        while len(took) < actions:
            states = [await _after(peer, step) for peer in self.peers]
            asked = next((i for i, s in enumerate(states) if s.ask), None)
            step = states[0].view.step
            if asked is None:
                if states[0].view.summary is not None:
                    for peer in self.peers:
                        await peer.say(Ready)
                continue
            took.append(await self._act(asked, states[asked]))
        return took

    async def first_act(self) -> None:
        """Make the first move of a game, and leave all that it brings unread."""
        step, asked = -1, None
        while asked is None:
            states = [await _after(peer, step) for peer in self.peers]
            asked = next((i for i, s in enumerate(states) if s.ask), None)
            step = states[0].view.step
        await self.peers[asked].stream.send_all(self._answer(asked, states[asked]))

    def _answer(self, at: int, state: State) -> bytes:
        assert state.ask is not None
        question = Ask(state.ask.default, state.ask.can)
        action = self.brain.choose(state.view, question)
        peer, step = self.peers[at], state.view.step
        peer.id += 1
        return bytes(frame(Act(id=peer.id, step=step, action=action)))

    async def _act(self, at: int, state: State) -> float:
        peer = self.peers[at]
        self.act, self.state = self._answer(at, state), bytes(frame(state))
        start, spent = time.perf_counter_ns(), time.process_time_ns()
        await peer.stream.send_all(self.act)
        came = [await _raw(one) for one in self.peers]
        took = (time.perf_counter_ns() - start) / 1000
        self.spent.append((time.process_time_ns() - spent) / 1000)
        for one, bodies in zip(self.peers, came, strict=True):
            one.seen += filter(None, map(for_client, bodies))
        return took


async def _raw(peer: Peer) -> list[bytes]:
    """Read up to the next view without looking into it, as the echo's clients do."""
    bodies: list[bytes] = []
    while not bodies or b"state" not in bodies[-1][:16]:
        bodies.append(await next_body(peer))
    return bodies


async def next_body(peer: Peer) -> bytes:
    """Read the next frame as it is."""
    while (body := peer._frames.take()) is None:
        peer._frames.feed(bytes(await peer.stream.receive_some(65_536)))
    return body


async def _after(peer: Peer, step: int) -> State:
    """Read on to a state behind a step."""
    found: State = await peer.until(
        lambda message: isinstance(message, State) and message.view.step > step
    )
    del peer.seen[: peer._read]
    peer._read = 0
    return found


async def echo(act: bytes, state: bytes, seats: int) -> list[float]:
    """Time the same bytes through a server that does nothing with them."""
    streams: list[trio.SocketStream] = []

    async def serve(stream: trio.SocketStream) -> None:
        streams.append(stream)
        while await _whole(stream, len(act)):
            for other in streams:
                await other.send_all(state)

    took = []
    async with trio.open_nursery() as nursery:
        serving = partial(trio.serve_tcp, serve, 0, host=HOME)
        listeners = await nursery.start(serving)
        port = listeners[0].socket.getsockname()[1]
        peers = [await trio.open_tcp_stream(HOME, port) for _ in range(seats)]
        while len(streams) < seats:
            await trio.lowlevel.checkpoint()
        for number in range(ACTIONS):
            start = time.perf_counter_ns()
            await peers[number % seats].send_all(act)
            for peer in peers:
                await _whole(peer, len(state))
            took.append((time.perf_counter_ns() - start) / 1000)
        nursery.cancel_scope.cancel()
    return took


async def _whole(stream: trio.SocketStream, size: int) -> bool:
    """Read so many bytes; False at the end."""
    while size:
        got = len(await stream.receive_some(size))
        if not got:
            return False
        size -= got
    return True


async def played(seats: int, journal: Journal | None = None) -> Seatings:
    """Play some of a game over sockets; gives who played and what it took."""
    async with desk(sockets=True, journal=journal, seats=seats) as host:
        seatings = Seatings(host)
        await seatings.sit(seats)
        await seatings.measure(20)
        seatings.took = await seatings.measure(ACTIONS)
        return seatings


# --- Memory ------------------------------------------------------------------------


def _kept() -> float:
    gc.collect()
    return psutil.Process().memory_info().rss / 1024


@asynccontextmanager
async def _tables(connections: int) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for _ in range(TABLES):
            host = await stack.enter_async_context(desk(sockets=True, seats=SEATS))
            if connections:
                await Seatings(host).sit(connections)
        yield


async def memory() -> tuple[float, float]:
    """Give KB a table without anybody, and with four connections and their clients."""
    async with _tables(1):  # what is loaded and cached once
        pass
    before = _kept()
    async with _tables(0):
        empty = (_kept() - before) / TABLES
    before = _kept()
    async with _tables(SEATS):
        full = (_kept() - before) / TABLES
    return max(0.0, empty), max(0.0, full)


# --- All of it ---------------------------------------------------------------------


async def _lines() -> list[Line]:
    lines: list[Line] = []
    four = await played(SEATS)
    bare = await echo(four.act, four.state, SEATS)
    size = f"echo of {len(four.state)} bytes"
    lines += _pair("action to the last of four views", four.took, bare, size, ECHO)
    six = await played(6)
    with tempfile.TemporaryDirectory() as folder:
        opening = Opening("bench", Setup("Desk", seats=6))
        path = Path(folder, "bench.journal")
        journal = journal_file.create(path, opening, lambda: 0)
        flush = _flushes(folder)
        kept = await played(6, journal)
        journal.close()
    lines += _pair("six seats, journal on", kept.took, six.took, "journal off", 0)
    more = statistics.median(kept.took) - statistics.median(six.took)
    lines.append(Line("what the journal adds, median", "µs", more, flush, "one flush"))
    lines += _coding(four.state)
    empty, full = await memory()
    lines.append(Line("a table without anybody", "KB", empty, 64, "target", 1))
    lines.append(Line("a table and four connections", "KB", full, 200, "target", 1))
    return lines


def _pair(
    name: str, took: list[float], other: list[float], beside: str, most: float
) -> Iterator[Line]:
    for figure, at in (("median", 50), ("p99", 99)):
        ours, theirs = (sorted(x)[len(x) * at // 100] for x in (took, other))
        yield Line(f"{name}, {figure}", "µs", ours, theirs, beside, most)


def _flushes(folder: str) -> float:
    """Time what it takes the device to keep a few bytes."""
    took = []
    with Path(folder, "flush").open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"x" * 60)
            start = time.perf_counter_ns()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(took)


def _coding(data: bytes) -> Iterator[Line]:
    """Time a view on its way, beside the plain packer of the same map."""
    body = data[4:]
    state = for_client(body)
    assert isinstance(state, State)
    plain, copies = msgpack.unpackb(body), Copies()
    packs = partial(msgpack.packb, plain)
    pairs = (
        ("encode a view", partial(frame, state), packs),
        ("encode it for one more seat", partial(copies.frame, state), packs),
        ("decode a view", partial(for_client, body), partial(msgpack.unpackb, body)),
    )
    for name, ours, theirs in pairs:
        yield Line(name, "µs", _each(ours), _each(theirs), "msgpack of the same map")


def _each(call: Any) -> float:
    took = []
    for _ in range(2000):
        start = time.perf_counter_ns()
        call()
        took.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(took)


def starting() -> Iterator[Line]:
    """Time what a shell waits for, beside an interpreter that does nothing."""
    nothing = _start(["-c", "pass"])
    for name, argv in (
        ("p10net --version", ["-m", "p10net", "--version"]),
        ("p10net rules", ["-m", "p10net", "rules"]),
    ):
        yield Line(f"start of {name}", "ms", _start(argv), nothing, "python -c pass")


def _start(argv: list[str]) -> float:
    took = []
    for _ in range(STARTS):
        start = time.perf_counter_ns()
        subprocess.run([sys.executable, *argv], check=True, capture_output=True)
        took.append((time.perf_counter_ns() - start) / 1e6)
    return statistics.median(took)


def run() -> dict[str, Any]:
    """Measure all of it."""
    return report.rows([*trio.run(_lines), *starting()])
