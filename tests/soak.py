"""All that is too long for every run, in one go, with figures.

    python -m tests.soak --minutes 15

What measures times has the machine to itself, the rest shares it two at a time. It
prints a row for each part as it ends, with what it could not finish in the time there
was, and writes the figures to `benchmarks/soak.json` and to a section of
`benchmarks/RESULTS.md`; parts that were not run this time keep the figures of the last.
What a part finds wrong ends the run; figures out of bounds make it a failed one. Ended
from outside, by a signal or at once, it leaves no program running that it started. The
same tests run by `pytest -m soak`, without the figures.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import trio

from p10net.protocol.version import VERSION
from tests.honest import Figures
from tests.soak_parts import ALONE, PARTS, WAITS, Budget, Outcome

FULL = 15.0
"""Minutes for which the sizes of the parts are meant."""
MOST_ALONE = 0.4
"""Share of the time for parts that have the machine to themselves."""
LONGER = 60.0
"""Seconds for a part to come to an end once its time is over."""
ROOT = Path(__file__).parents[1]
HERE = ROOT / "benchmarks"
TITLE = "## The soak"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Line(NamedTuple):
    """One part: what was done, in how many seconds, and what came out.

    `load` is how many programs wanted a processor at its end: with more of them than
    there are processors, times are those of a busy machine.
    """

    part: str
    minutes: float
    done: str
    seconds: float
    load: float
    outcome: str
    figures: dict[str, Any]


class Wrong(Exception):
    """A part has found something; it has said what."""


# --- One part, as a program of its own --------------------------------------------


def alone(name: str, scale: float, seconds: float) -> None:
    """Run a part in this process and say what came out; it ends with its parent."""
    threading.Thread(target=_ends_with_its_parent, daemon=True).start()
    outcome = PARTS[name](Budget(scale, seconds))
    print(json.dumps(outcome._asdict()))  # noqa: T201 - read by who started this


def _ends_with_its_parent() -> None:
    """Wait for the end of input: whoever started this is gone then, however."""
    while os.read(0, 1):
        pass
    os.killpg(0, signal.SIGKILL)


# --- All of them ------------------------------------------------------------------


class Run:
    """One run: what was asked for, until when, and the lines there are by now."""

    def __init__(self, minutes: float, keeps: bool, folder: str) -> None:
        self.minutes, self.keeps, self.folder = minutes, keeps, folder
        self.end = time.monotonic() + 60 * minutes
        self.lines: list[Line] = []
        self.wrong = False

    async def go(self, names: Sequence[str]) -> None:
        """Run these parts: what measures times first, then two at a time."""
        await self._one_after_the_other(
            [name for name in names if name in ALONE],
            self.end - (1 - MOST_ALONE) * 60 * self.minutes,
        )
        rest = [name for name in names if name not in ALONE]
        waits = [name for name in rest if name in WAITS]
        async with trio.open_nursery() as nursery:
            for lane in (waits, [name for name in rest if name not in waits]):
                nursery.start_soon(self._one_after_the_other, lane, self.end)

    async def _one_after_the_other(self, names: Sequence[str], end: float) -> None:
        """Give each a fair share of what is left; others get what one leaves over."""
        for at, name in enumerate(names):
            left = max(0.0, end - time.monotonic())
            await self._part(name, left / (len(names) - at))

    async def _part(self, name: str, most: float) -> None:
        began = time.monotonic()
        outcome = await self._outcome(name, most)
        seconds = round(time.monotonic() - began, 1)
        load = round(os.getloadavg()[0], 1)
        line = Line(
            name, self.minutes, outcome.text, seconds, load, outcome.said,
            outcome.figures,
        )  # fmt: skip
        print(f"{line.part:16} {line.done:40} {line.seconds:8} s  {line.outcome}")  # noqa: T201 - a program for people
        sys.stdout.flush()
        self.lines.append(line)
        self.wrong |= outcome.wrong
        if self.keeps:
            keep(self.lines)

    async def _outcome(self, name: str, seconds: float) -> Outcome:
        scale = min(1.0, self.minutes / FULL)
        words = ("-m", "tests.soak", "--alone", name, str(scale), str(seconds))
        with trio.move_on_after(seconds + LONGER):
            return await self._program(name, words)
        return Outcome(0, 1, "parts", "it had to be ended", wrong=True)

    async def _program(self, name: str, words: Sequence[str]) -> Outcome:
        """Run a part; whatever happens, all that it started is gone afterwards."""
        process = await trio.lowlevel.open_process(
            [sys.executable, *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "TMPDIR": self.folder},
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            said = b"".join([piece async for piece in process.stdout])
            if await process.wait():
                raise Wrong(f"{name}: this has failed, as it says above")
            return Outcome(**json.loads(said.splitlines()[-1]))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            with trio.CancelScope(shield=True):
                await process.wait()
                await trio.aclose_forcefully(process.stdin)
                await trio.aclose_forcefully(process.stdout)


async def watched(run: Run, names: Sequence[str]) -> int:
    """Run parts until they are done, one is wrong, or a signal comes."""
    status = 0
    with trio.open_signal_receiver(*SIGNALS) as signals:
        async with trio.open_nursery() as nursery:

            async def listen() -> None:
                nonlocal status
                async for number in signals:
                    status = 128 + number
                    nursery.cancel_scope.cancel()

            nursery.start_soon(listen)
            try:
                await run.go(names)
                status = int(run.wrong)
            except* Wrong as wrong:
                status = 1
                for one in _each(wrong):
                    print(one, file=sys.stderr)  # noqa: T201 - a program for people
            nursery.cancel_scope.cancel()
    return status


def _each(group: BaseExceptionGroup[Wrong]) -> Iterator[Wrong]:
    for one in group.exceptions:
        if isinstance(one, BaseExceptionGroup):
            yield from _each(one)
        else:
            yield one


# --- What is written down ---------------------------------------------------------


def report(lines: list[Line]) -> str:
    """Write the section about them."""
    python, system = platform.python_version(), platform.system()
    head = (
        f"`python -m tests.soak`, p10net {VERSION}, Python {python}, {system},"
        f" {os.cpu_count()} processors, all on one machine. Asked is the time for the"
        " whole run; load is how many programs wanted a processor meanwhile.\n"
    )
    rows = [
        f"| {x.part} | {x.minutes:g} min | {x.done} | {x.seconds} s | {x.load}"
        f" | {x.outcome} |"
        for x in lines
    ]
    titles = "| part | asked | done | time | load | outcome |"
    table = [titles, "|---|---|---|---|---|---|", *rows]
    mixes = [x.figures for x in lines if x.part == "hostile mixes"]
    waits = [x.figures for x in lines if x.part == "fault matrix"]
    return "\n".join([TITLE, "", head, *table, "", *_mixes(*mixes), *_waits(*waits)])


def _mixes(figures: dict[str, Any] | None = None) -> Iterator[str]:
    if figures is None:
        return
    yield (
        "From an act to the others' screens, five honest programs at ten acts a second"
    )
    yield "while a crowd is rude; memory, descriptors and log are the host's. What the"
    yield "machine and whatever else runs on it cost shows in the first row.\n"
    names = [name for name in Figures._fields if name != "mix"]
    yield f"| mix | {' | '.join(name.replace('_', ' ') for name in names)} |"
    yield "|---" * (len(names) + 1) + "|"
    for mix, row in figures.items():
        yield f"| {mix} | {' | '.join(str(row[name]) for name in names)} |"
    yield ""


def _waits(figures: dict[str, Any] | None = None) -> Iterator[str]:
    if figures is None:
        return
    yield "The longest time for which a game stood still in the fault matrix, whatever"
    yield "the stage and the size of the table; each player thinks for a second.\n"
    yield "| fault | longest wait, s |"
    yield "|---|---|"
    for fault, wait in figures["longest wait, s"].items():
        yield f"| {fault} | {wait} |"
    yield ""


def put(section: str, path: Path) -> None:
    """Put a section into the page of results, in place of the one of before."""
    text = path.read_text("utf-8") if path.exists() else "# Results\n"
    before, _, rest = text.partition(f"{TITLE}\n")
    after = rest[rest.find("\n## ") + 1 :] if "\n## " in rest else ""
    path.write_text(f"{before.rstrip()}\n\n{section}\n{after}".rstrip() + "\n", "utf-8")


def keep(lines: list[Line]) -> None:
    """Write down what is known so far, and what was known of other parts."""
    path = HERE / "soak.json"
    before = json.loads(path.read_text("utf-8")) if path.exists() else []
    known = {row["part"]: Line(**row) for row in before}
    known |= {line.part: line for line in lines}
    kept = [known[part] for part in PARTS if part in known]
    put(report(kept), HERE / "RESULTS.md")
    rows = json.dumps([line._asdict() for line in kept], indent=1)
    path.write_text(f"{rows}\n", "utf-8")


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=FULL)
    parser.add_argument("--part", action="append", choices=[*PARTS])
    parser.add_argument("--keep", action="store_true", help="write no files")
    parser.add_argument("--alone", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        name, scale, seconds = given.alone
        alone(name, float(scale), float(seconds))
        return 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = Run(given.minutes, not given.keep, folder)
        return trio.run(watched, run, given.part or [*PARTS])


if __name__ == "__main__":
    sys.exit(main())
