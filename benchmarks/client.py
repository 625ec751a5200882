"""How quick the screen is: `python -m benchmarks.client [--json]`.

Three things a person feels: how long a key takes to show, how long the program takes
to come up, and what it costs while nobody does anything. Each on a terminal of its
own, and each beside a peer measured in the same minute: a program of the same screen
library that shows three words and nothing else.
"""

import contextlib
import json
import os
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pyte

KEYS = 60
STARTS = 7
IDLE_S = 20.0
PATIENCE = 30.0
MISREAD = re.compile(r"\x1b\[[<=>][0-9;]*[a-zA-Z]")  # by pyte; none of them draws

P10NET = [sys.executable, "-m", "p10net"]
PLAY = [*P10NET, "play", "--bots", "1", "--seed", "7", "--pace", "0"]
HOST = [
    *(*P10NET, "host", "--headless", "--json", "--bots", "1", "--start-when", "2"),
    *("--pace", "0", "--bind", "127.0.0.1", "--port", "0", "--no-advertise"),
]
EMPTY = [
    sys.executable,
    "-c",
    """
from prompt_toolkit import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
words, keys = ["ready", "number", "color"], KeyBindings()
keys.add("o")(lambda event: words.append(words.pop(1)))
shown = FormattedTextControl(lambda: words[0] + " Sorted by " + words[1])
Application(
    layout=Layout(Window(shown)), key_bindings=keys, full_screen=True,
    max_render_postpone_time=None,
).run()
""",
]


class Line(NamedTuple):
    """One figure, what it was for the peer, and the most that it should be."""

    name: str
    unit: str
    value: float
    peer: float
    most: float


class Terminal:
    """A program on a terminal, looked at the moment something comes."""

    def __init__(self, argv: list[str]) -> None:
        """Start it."""
        self._ours, theirs = os.openpty()
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self._screen)
        self.began = time.perf_counter()
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        self.program = subprocess.Popen(
            argv, stdin=theirs, stdout=theirs, stderr=theirs, env=env
        )
        os.close(theirs)

    def press(self, key: str) -> float:
        """Press a key, and say when."""
        at = time.perf_counter()
        os.write(self._ours, key.encode())
        return at

    def shows(self, *parts: str) -> float:
        """Wait for a picture with these words, and say when its last bytes came.

        To read the picture takes us a while, which is not counted.
        """
        deadline = time.perf_counter() + PATIENCE
        while time.perf_counter() < deadline:
            if select.select([self._ours], [], [], 1)[0]:
                came = time.perf_counter()
                data = os.read(self._ours, 1 << 16).decode("utf-8", "replace")
                self._stream.feed(MISREAD.sub("", data))
                text = "\n".join(self._screen.display)
                if all(part in text for part in parts):
                    return came
        raise TimeoutError(f"no {parts} in:\n" + "\n".join(self._screen.display))

    def processor_s(self) -> float:
        """Say how long the processor has worked for it."""
        with open(f"/proc/{self.program.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End it."""
        self.program.kill()
        self.program.wait()
        os.close(self._ours)


@contextmanager
def running(argv: list[str], *shown: str) -> Iterator[Terminal]:
    """Have a program on a terminal for a block, from its first picture on."""
    terminal = Terminal(argv)
    try:
        if shown:
            terminal.shows(*shown)
        yield terminal
    finally:
        terminal.close()


# --- What is measured --------------------------------------------------------------


def keys() -> Iterator[Line]:
    """Time keys that sort the hand, beside a library's program that swaps a word."""
    p95, median = {}, {}
    for name, argv, shown in (
        ("p10net", PLAY, "YOUR TURN"),
        ("peer", EMPTY, "ready"),
    ):
        with running(argv, shown) as terminal:
            took = sorted(_presses(terminal))
        p95[name], median[name] = took[len(took) * 95 // 100], statistics.median(took)
    yield Line("key to picture, p95", "ms", p95["p10net"], p95["peer"], 50)
    yield Line("key to picture, median", "ms", median["p10net"], median["peer"], 50)


# Sorting goes round: by color, by need, own order, by number again.
ROUND = ("color", "need", "own order", "number")


def _presses(terminal: Terminal) -> Iterator[float]:
    swaps = "python -c" if terminal.program.args[1] == "-c" else ""  # type: ignore[index]  # a list
    order = ("color", "number") if swaps else ROUND
    for at in range(KEYS):
        pressed = terminal.press("o")
        yield (terminal.shows(order[at % len(order)]) - pressed) * 1000


def starts() -> Iterator[Line]:
    """Time the way to the first picture, and what of it the processor worked for us.

    Beside a waiting line of programs the first says little and the second much.
    """
    peer = _start(EMPTY, "ready")
    for name, argv, shown in (
        ("p10net", P10NET, "Play now"),
        ("p10net play", PLAY, "Round 1"),
    ):
        came, worked = _start(argv, shown)
        yield Line(f"first picture, {name}", "ms", came, peer[0], 600)
        yield Line(f"first picture, {name}, processor", "ms", worked, peer[1], 600)


def _start(argv: list[str], shown: str) -> tuple[float, float]:
    """Give medians: until the first picture, and the processor's part of it."""
    came, worked = [], []
    for _ in range(STARTS):
        with running(argv) as terminal:
            came.append((terminal.shows(shown) - terminal.began) * 1000)
            worked.append(terminal.processor_s() * 1000)
    return statistics.median(came), statistics.median(worked)


def idle() -> Iterator[Line]:
    """Weigh a seat that thinks, at its own table and at another process's."""
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(_host())
        join = [*P10NET, "join", host, "--name", "Ann"]
        seated = stack.enter_context(running(join, "Round 1"))
        alone = stack.enter_context(running(PLAY, "YOUR TURN"))
        peer = stack.enter_context(running(EMPTY, "ready"))
        watched = (seated, alone, peer)
        before = [one.processor_s() for one in watched]
        time.sleep(IDLE_S)
        spent = [
            100 * (one.processor_s() - was) / IDLE_S
            for one, was in zip(watched, before, strict=True)
        ]
    yield Line("idle, a joined seat", "%", spent[0], spent[2], 2)
    yield Line("idle, a game against bots", "%", spent[1], spent[2], 2)


@contextmanager
def _host() -> Iterator[str]:
    program = subprocess.Popen(
        HOST, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert program.stdout is not None
        yield f"127.0.0.1:{json.loads(program.stdout.readline())['port']}"
    finally:
        program.kill()
        program.communicate()


PARTS: tuple[Callable[[], Iterator[Line]], ...] = (keys, starts, idle)


# --- Reports -----------------------------------------------------------------------


@contextmanager
def _nobodys_home() -> Iterator[None]:
    """Keep the programs away from the folders of whoever measures."""
    with tempfile.TemporaryDirectory() as folder:
        kept = dict(os.environ)
        os.environ |= {"HOME": folder, "P10NET_UI": "screen"}
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = f"{folder}/{name.lower()}"
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(kept)


def run() -> dict[str, Any]:
    """Measure everything; `ok` says whether every target is met."""
    with _nobodys_home():
        lines = [line for part in PARTS for line in part()]
    rows = [
        {
            **line._asdict(),
            "ratio": round(line.value / line.peer, 2) if line.peer else None,
            "ok": line.value < line.most,
        }
        for line in lines
    ]
    return {"rows": rows, "ok": all(row["ok"] for row in rows)}


def main() -> None:
    """Measure and print, as a table or as JSON."""
    found = run()
    if "--json" in sys.argv[1:]:
        print(json.dumps(found))
        return
    print(f"{'':42}{'value':>10}{'target':>10}{'peer':>10}{'ratio':>8}")
    for row in found["rows"]:
        unit, ratio = row["unit"], row["ratio"]
        print(
            f"{row['name']:42}{row['value']:7.1f} {unit:2}{row['most']:7g} {unit:2}"
            f"{row['peer']:7.1f} {unit:2}{'' if ratio is None else ratio:>8}"
            f"  {'ok' if row['ok'] else 'OVER'}"
        )


if __name__ == "__main__":
    main()
