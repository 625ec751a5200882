"""Many tables in one process, what the journal adds to a move, what a table weighs.

Ten tables are timed by the CPU that host, clients and sockets take together, since
one process has one core; the peer is ten bare echoes of the same bytes. The peer of a
move with a journal is the same move without one and a flush of the device, which is
timed each time; a thread has to be woken for it, which takes long on a machine with
other work. Beside it stands a journal that the loop itself writes: it holds everybody
up for as long as the device likes, but hands nothing over.
"""

import gc
import random
import statistics
import tempfile
import time
import tracemalloc
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgpack
import trio

from benchmarks import report
from benchmarks.report import Line
from benchmarks.wire import ACTIONS, SEATS, Seatings, echo, next_body
from p10net.bots.levels import LEVELS
from p10net.host import storage
from p10net.host.house import Setup
from p10net.host.journal_file import FileJournal, Opening, begin
from p10net.host.sectors import scan
from tests.disk import Direct
from tests.server_bench import Peer, desk
from tests.table_bench import Bench

TABLES = 10
MOVES = 1000
"""By all tables together: too few for a round to end where nobody lays."""
REPEATS = 3
ALTERNATIONS = 8
IN_A_ROW = 30
MORE_THAN_BOTH = 1.2
"""How much longer a move with a journal may take than one without and a flush."""
WEIGHED = 12
"""Tables of which one is weighed: their mean."""
ALLOWED_KB = 64


# --- Ten tables ----------------------------------------------------------------------


class Crowd:
    """Clients of many tables: they answer at once, by what is played for the absent.

    They look into a view only if it asks them.
    """

    def __init__(self) -> None:
        """Begin to count moves, and keep the last bytes of each kind."""
        self.moves = 0
        self.made = trio.Event()
        self.act = self.state = b""

    async def play(self, peer: Peer) -> None:
        """Answer at one seat, for as long as somebody counts."""
        while True:
            body = await next_body(peer)
            if b"\xa3ask" in body:
                await self._answer(peer, body)

    async def _answer(self, peer: Peer, body: bytes) -> None:
        state = msgpack.unpackb(body)
        peer.id += 1
        step, action = state["view"]["step"], state["ask"]["default"]
        said = {"t": "act", "id": peer.id, "step": step, "action": action}
        self.act, self.state = framed(msgpack.packb(said)), framed(body)
        self.moves += 1
        if self.moves == MOVES:
            self.made.set()
        await peer.stream.send_all(self.act)


def framed(body: bytes) -> bytes:
    """Put the length before a body."""
    return len(body).to_bytes(4, "big") + body


async def ten_tables() -> tuple[float, Crowd]:
    """Give microseconds of CPU a move with ten tables at once."""
    crowd = Crowd()
    async with AsyncExitStack() as stack:
        tables = []
        for seed in range(TABLES):
            opened = desk(sockets=True, seats=SEATS, seed=seed)
            tables.append(Seatings(await stack.enter_async_context(opened)))
            await tables[-1].sit(SEATS)
        start = time.process_time()
        async with trio.open_nursery() as nursery:
            for table in tables:
                await table.first_act()
                for peer in table.peers:
                    nursery.start_soon(crowd.play, peer)
            await crowd.made.wait()
            took = time.process_time() - start
            nursery.cancel_scope.cancel()
    return took * 1e6 / MOVES, crowd


async def ten_echoes(crowd: Crowd) -> float:
    """Give microseconds of CPU a move where nothing is done with the same bytes."""
    start = time.process_time()
    async with trio.open_nursery() as nursery:
        for _ in range(TABLES):
            nursery.start_soon(echo, crowd.act, crowd.state, SEATS)
    return (time.process_time() - start) * 1e6 / (TABLES * ACTIONS)


# --- The journal ---------------------------------------------------------------------


class Watched:
    """A file of the system's that notes how long each flush takes."""

    def __init__(self, file: storage.File) -> None:
        """Watch a file."""
        self._file = file
        self.took: list[float] = []

    def sync(self) -> None:
        """Wait for the disk."""
        start = time.perf_counter_ns()
        self._file.sync()
        self.took.append((time.perf_counter_ns() - start) / 1000)

    def __getattr__(self, name: str) -> Any:
        """Leave all else to the file."""
        return getattr(self._file, name)


class Kept(NamedTuple):
    """Microseconds to the last of six views, by the clock, and of CPU meanwhile.

    `flush` is what one takes, by the clock.
    """

    took: float
    cpu: float
    flush: float = 0.0


async def journaled(folder: Path) -> tuple[Kept, ...]:
    """Time moves by turns: without a journal, with one, with one the loop writes."""
    made = [_journal(folder / kind.__name__, kind) for kind in (FileJournal, Direct)]
    async with AsyncExitStack() as stack:
        tables = []
        for journal in (None, *(journal for journal, _ in made)):
            host = desk(sockets=True, seats=6, journal=journal)
            tables.append(Seatings(await stack.enter_async_context(host)))
        took: list[list[float]] = [[] for _ in tables]
        for table in tables:
            await table.sit(6)
            await table.measure(20)
            table.spent.clear()
        for _, file in made:
            file.took.clear()
        for _ in range(ALTERNATIONS):
            for table, times in zip(tables, took, strict=True):
                times += await table.measure(IN_A_ROW)
    for journal, _ in made:
        journal.close()
    spent = [table.spent for table in tables]
    flushes = [[0.0], *(file.took for _, file in made)]
    median = partial(map, statistics.median)
    return tuple(map(Kept, *map(median, (took, spent, flushes))))


def _journal(path: Path, kind: type[FileJournal]) -> tuple[FileJournal, Watched]:
    data = begin(Opening("bench", Setup("Desk", seats=6)))
    file = Watched(storage.create(path, data))
    return kind(file, scan(data), lambda: 0), file


# --- Memory --------------------------------------------------------------------------


def weight() -> float:
    """Give KB that a table in play takes with four brains and no connections."""
    kept: list[object] = [_in_play(0)]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept += map(_in_play, range(1, WEIGHED + 1))
    gc.collect()
    weighed = (tracemalloc.get_traced_memory()[0] - before) / 1024 / WEIGHED
    tracemalloc.stop()
    return weighed


def _in_play(seed: int) -> object:
    bench = Bench("Ann", "Ben", "Cleo", "Dan", seed=seed, start=True, seats=SEATS)
    bench.play(40)
    return bench.table, [LEVELS["expert"](random.Random(seat)) for seat in range(SEATS)]


# --- All of it -----------------------------------------------------------------------


async def _lines() -> list[Line]:
    took = []
    for _ in range(REPEATS):
        spent, crowd = await ten_tables()
        took.append((spent, await ten_echoes(crowd)))
    ours, theirs = map(min, zip(*took, strict=True))
    name = f"ten tables, {1e6 / ours:,.0f} moves a second of CPU, a move"
    lines = [Line(name, "µs", ours, theirs, "ten echoes")]
    with tempfile.TemporaryDirectory() as folder:
        off, on, loop = await journaled(Path(folder))
    name, flush = "six seats, journal on", min(on.flush, loop.flush)
    both = off.took + flush
    lines.append(Line(name, "µs", on.took, both, "off and a flush", MORE_THAN_BOTH))
    lines.append(Line(name, "µs", on.took, loop.took, "written by the loop"))
    name = "the same less its flush"
    lines.append(Line(name, "µs", on.took - flush, off.took, "off"))
    name = "written by the loop, less its flush"
    lines.append(Line(name, "µs", loop.took - loop.flush, off.took, "off"))
    for name, one in (("one flush", on), ("one flush by the loop", loop)):
        lines.append(Line(name, "µs", one.flush, off.took, "journal off"))
    name = "six seats, journal on, CPU"
    lines.append(Line(name, "µs", on.cpu, off.cpu, "off"))
    return lines


def run() -> dict[str, Any]:
    """Measure all of it."""
    weighed = Line("a table and four brains", "KB", weight(), ALLOWED_KB, "allowed", 1)
    return report.rows([*trio.run(_lines), weighed])
