"""All that is too long for every run, with figures.

    python -m tests.soak --minutes 15

Each part runs until its share of the time is over, or until it has done what it was
asked for in a quarter of an hour. It prints a table, and writes the figures to
`benchmarks/soak.json` and to a section of `benchmarks/RESULTS.md`; parts that were not
run this time keep the figures of the last. What a part finds wrong ends the run. The
same tests run by `pytest -m soak`, without the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import trio

from p10net.protocol.version import VERSION
from tests.disk import Direct
from tests.honest import Figures, measured
from tests.rude import RUDE
from tests.test_cut_points import AGAIN, CUTS, KINDS, PLACES, Wire, comes_back
from tests.test_fault_matrix import cells, evening, gaps
from tests.test_journal import survives
from tests.test_kill import killed
from tests.test_seat_theft import forge

FULL = 15.0
"""Minutes for which the sizes below are meant."""
KILLS, CUT_SEEDS, FORGERIES = 400, 25_000, 200_000
TABLES = 2
MATRIX_SHARE = 0.25
MIX_S = 30.0
NOBODY = "nobody is rude"
"""For comparison: what the machine itself costs, and whatever else it does."""
HERE = Path(__file__).parents[1] / "benchmarks"
TITLE = "## The soak"


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


Part = Callable[[float], tuple[str, str, dict[str, Any]]]


def kills(scale: float) -> tuple[str, str, dict[str, Any]]:
    """Kill a real host at random moments while four programs play."""
    each = max(1, round(KILLS * scale / TABLES))
    for seed in range(TABLES):
        with tempfile.TemporaryDirectory() as folder:
            trio.run(killed, Path(folder), each, 100 + seed)
    return f"{each * TABLES} kills", "no act lost, none twice, all back", {}


def power_cuts(scale: float) -> tuple[str, str, dict[str, Any]]:
    """Let the power go while a bad disk is at work."""
    seeds = max(1, round(CUT_SEEDS * scale))

    async def all_of_them() -> None:
        for seed in range(seeds):
            await survives(10_000 + seed, Direct)

    trio.run(all_of_them)
    return f"{2 * seeds} power cuts", "all that was acknowledged is there", {}


def forgeries(scale: float) -> tuple[str, str, dict[str, Any]]:
    """Come with a session made of all that is on the wire."""
    count = max(1, round(FORGERIES * scale))
    forge(count, seed=7)
    return f"{count} forged sessions", "none let in, one answer", {}


def cut_points(scale: float) -> tuple[str, str, dict[str, Any]]:
    """Cut a client off at every kind of frame."""
    count = 0
    for word in CUTS:
        for place in PLACES:
            for at in KINDS:
                comes_back(word, Wire(at, place))
            for at in AGAIN:
                comes_back(word, Wire(("up", "draw"), "behind"), Wire(at, place))
            count += len(KINDS) + len(AGAIN)
    return f"{count} cuts", "the same bytes are seen", {}


def matrix(scale: float) -> tuple[str, str, dict[str, Any]]:
    """Try every fault at every stage, seed after seed, for a share of the time."""
    end = time.monotonic() + MATRIX_SHARE * FULL * 60 * scale
    count, seed, longest = 0, 1000, dict[str, float]()
    while time.monotonic() < end:
        for row, stage, seats in cells(every=True):
            world = evening(row, stage, seats, seed)
            wait = max(gaps(world), default=0.0)
            longest[row.name] = max(longest.get(row.name, 0.0), round(wait, 1))
            count += 1
            if time.monotonic() >= end:
                break
        seed += 1
    return (
        f"{count} evenings",
        "every law holds",
        {"longest wait, s": longest, "evenings": count},
    )


def hostile(scale: float) -> tuple[str, str, dict[str, Any]]:
    """Measure five honest programs while a crowd is rude."""
    rows: list[Figures] = []
    for mix in (NOBODY, *RUDE):
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measured(mix, max(5.0, MIX_S * scale), Path(folder)))
        print("   ", rows[-1], flush=True)  # noqa: T201 - a program for people
    worst = max(row.p99_ms for row in rows), max(row.max_ms for row in rows)
    verdict = "within bounds" if all(row.sound for row in rows) else "OUT OF BOUNDS"
    said = f"{verdict}: p99 {worst[0]} ms, max {worst[1]} ms at worst"
    return f"{len(RUDE)} mixes", said, {row.mix: row._asdict() for row in rows}


PARTS: dict[str, Part] = {
    "power cuts": power_cuts,
    "forged sessions": forgeries,
    "cut points": cut_points,
    "hostile mixes": hostile,
    "kills": kills,
    "fault matrix": matrix,
}


def run(names: list[str], minutes: float) -> Iterator[Line]:
    """Run these parts one after the other."""
    for name in names:
        began = time.monotonic()
        done, outcome, figures = PARTS[name](minutes / FULL)
        seconds = round(time.monotonic() - began, 1)
        load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0
        yield Line(name, minutes, done, seconds, load, outcome, figures)


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
    return "\n".join([TITLE, "", head, *table, "", *_mixes(*mixes)])


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


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=FULL)
    parser.add_argument("--part", action="append", choices=[*PARTS])
    parser.add_argument("--keep", action="store_true", help="write no files")
    given = parser.parse_args()
    lines = []
    for line in run(given.part or [*PARTS], given.minutes):
        print(f"{line.part:16} {line.done:24} {line.seconds:8} s  {line.outcome}")  # noqa: T201 - a program for people
        sys.stdout.flush()
        lines.append(line)
        if not given.keep:
            keep(lines)


if __name__ == "__main__":
    main()
