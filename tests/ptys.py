"""A program on a terminal of its own, for what only a real terminal can show.

The pty stays open on our side, so the modes a program leaves behind can be read after
it has gone. The picture is kept by pyte; the raw bytes are kept too, since pyte knows
no alternate screen.
"""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

import pyte

# pyte misreads private sequences of these three forms.
MISREAD = re.compile(r"\x1b\[[<=>][0-9;]*[a-zA-Z]")
# A wait that takes longer than this has failed; nothing here ever waits it out. On a
# busy machine a program may take half a minute to begin.
LIMIT = 60.0


class PtyProgram:
    """Start a program on a new pty, type into it, look at it, end it."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        rows: int = 24,
        columns: int = 80,
        controlling: bool = True,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.raw = b""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self._master, self._terminal = os.openpty()
        self.resize(rows, columns)
        self.modes_before = termios.tcgetattr(self._terminal)
        # A session leader that opens a terminal takes it as its own; a shell does it
        # so that no Python code has to run between fork and exec.
        take = ["sh", "-c", 'exec "$@" <"$0"', os.ttyname(self._terminal)]
        self.process = subprocess.Popen(
            [*take, *argv] if controlling else argv,
            stdin=self._terminal,
            stdout=self._terminal,
            stderr=self._terminal,
            env={**os.environ, "TERM": "xterm-256color", **(env or {})},
            # so that `python -m` finds the package and the tests, installed or not
            cwd=Path(__file__).parents[1],
            start_new_session=True,
        )

    def __enter__(self) -> PtyProgram:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.close_terminal()

    def send(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)
        self.screen.resize(rows, columns)

    def close_terminal(self) -> None:
        for fd in (self._terminal, self._master):
            if fd >= 0:
                os.close(fd)
        self._terminal = self._master = -1

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, *parts: str) -> str:
        """Read until the screen shows every part; return the screen."""
        self._until(lambda: all(part in self.text for part in parts), repr(parts))
        return self.text

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Read on until something else is so."""
        self._until(done, "what was waited for")

    def wait_exit(self) -> int:
        """Read until the program has gone; return its exit status."""
        self._until(lambda: self.process.poll() is not None, "the end")
        while self._read(0):
            pass
        return self.process.returncode

    def _until(self, done: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + LIMIT
        while not done():
            gone = self.process.poll() is not None
            read = self._read(0.02)
            late = time.monotonic() > deadline
            if (gone and not read and not done()) or late:
                raise AssertionError(f"no {what} in:\n{self.text}")

    def _read(self, limit: float) -> bool:
        if self._master < 0:
            select.select([], [], [], limit)
            return False
        ready, _, _ = select.select([self._master], [], [], limit)
        if not ready:
            return False
        data = os.read(self._master, 65536)
        self.raw += data
        self._stream.feed(MISREAD.sub("", data.decode("utf-8", "replace")))
        return True

    def assert_sane(self) -> None:
        """Hold that the terminal is as it was: modes, main screen, cursor, paste."""
        assert termios.tcgetattr(self._terminal) == self.modes_before
        for switch, wanted in (("1049", "l"), ("25", "h"), ("2004", "l")):
            seen = re.findall(rb"\x1b\[\?" + switch.encode() + rb"([hl])", self.raw)
            assert seen, f"never switched {switch}"
            assert seen[-1] == wanted.encode(), f"{switch} left at {seen[-1]!r}"


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
