"""Five honest programs at a real host while a crowd is rude to it, with figures.

The host is a process of its own, and so is the crowd, so that what is measured is the
host's: how long an act takes to the others' screens, its memory, its descriptors, and
what it writes into its log.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import trio

from p10net.protocol.messages import State
from p10net.protocol.requests import Act
from tests.server_bench import HOME, Robot
from tests.shell import COMMAND, said

HONEST = 5
PACE = 0.1
"""Seconds before an act: together they act ten times a second."""
TABLE = (
    *("host", "--headless", "--json", "--bind", HOME, "--port", "0"),
    *("--no-advertise", "--start-when", str(HONEST)),
)
MOST_P99_MS, MOST_MS = 100, 500
MOST_GROWTH_MIB, MOST_FILES, MOST_LOG_MIB_H = 32, 80, 1


class Figures(NamedTuple):
    """What one mix cost: times in milliseconds, memory in MiB."""

    mix: str
    acts: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    growth_mib: float
    files: int
    log_mib_h: float

    @property
    def sound(self) -> bool:
        """Whether all of it is within what was promised."""
        return (
            self.acts > 0
            and self.p99_ms < MOST_P99_MS
            and self.max_ms < MOST_MS
            and self.growth_mib < MOST_GROWTH_MIB
            and self.files < MOST_FILES
            and self.log_mib_h < MOST_LOG_MIB_H
        )


class Honest(Robot):
    """A robot that notes when it acts, and when it first sees what others did."""

    def __init__(
        self, stream: trio.abc.Stream, seed: int, sent: dict[int, float]
    ) -> None:
        super().__init__(stream, seed=seed, pace=PACE)
        self.delays: list[float] = []
        self._sent, self._step = sent, 0

    async def say(self, kind: type[Any], /, **fields: Any) -> int:
        if kind is Act:
            self._sent[fields["step"]] = trio.current_time()
        return await super().say(kind, **fields)

    async def _answer(self, state: State) -> None:
        step = state.view.step
        if step != self._step and step - 1 in self._sent:
            self.delays.append(trio.current_time() - self._sent[step - 1])
        self._step = step
        await super()._answer(state)


@contextlib.contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program for a block."""
    running = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait()
        if running.stdout is not None:
            running.stdout.close()


def measured(mix: str, seconds: float, folder: Path) -> Figures:
    """Let honest programs play for so long while a crowd is rude."""
    flags = (*COMMAND, *TABLE, "--state-dir", str(folder))
    with process(*flags) as host:
        port = json.loads(said(host.stdout))["port"]
        return trio.run(partial(_evening, host.pid, port, mix, seconds, folder))


async def _evening(
    pid: int, port: int, mix: str, seconds: float, folder: Path
) -> Figures:
    sent: dict[int, float] = {}
    honest: list[Honest] = []
    async with trio.open_nursery() as nursery:
        for number in range(HONEST):
            stream = await trio.open_tcp_stream(
                HOME, port, local_address=f"127.0.1.{number + 1}"
            )
            honest.append(Honest(stream, number, sent))
            nursery.start_soon(partial(honest[-1].play, f"H{number}", kind="bot"))
        await trio.sleep(2)
        seen = _Seen(pid, _log_bytes(folder))
        for one in honest:
            one.delays.clear()
        with process(sys.executable, "-m", "tests.rude", str(port), mix):
            with trio.move_on_after(seconds):
                while True:
                    seen.look()
                    await trio.sleep(0.5)
        log = (_log_bytes(folder) - seen.log) * 3600 / seconds / (1 << 20)
        nursery.cancel_scope.cancel()
    for one in honest:
        await trio.aclose_forcefully(one.stream)
    return _figures(mix, [d for one in honest for d in one.delays], seen, log)


def _figures(mix: str, delays: list[float], seen: _Seen, log: float) -> Figures:
    times = sorted(1000 * delay for delay in delays)
    return Figures(
        mix,
        len(times),
        round(statistics.median(times), 1) if times else 0,
        round(times[len(times) * 99 // 100], 1) if times else 0,
        round(times[-1], 1) if times else 0,
        round((seen.memory - seen.before) / (1 << 20), 1),
        seen.files,
        round(log, 3),
    )


class _Seen:
    """The most that a process has had of memory and descriptors."""

    def __init__(self, pid: int, log: int) -> None:
        self._process = psutil.Process(pid)
        self.log, self.files = log, 0
        self.before = self.memory = self._process.memory_info().rss

    def look(self) -> None:
        """Look once more."""
        self.memory = max(self.memory, self._process.memory_info().rss)
        with contextlib.suppress(psutil.AccessDenied):  # of others than root
            self.files = max(self.files, self._process.num_fds())


def _log_bytes(folder: Path) -> int:
    return sum(os.path.getsize(path) for path in folder.rglob("logs/*"))
