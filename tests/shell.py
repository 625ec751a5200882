"""Runs `p10net` as a shell would, inside this process or as one of its own.

Inside is fast and enough for what a command says; a process of its own is needed for
signals, sockets and what happens before anything is imported.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple

import psutil
import pytest

from p10net.cli.program import run

COMMAND = (sys.executable, "-m", "p10net")
PATIENCE = 60.0
"""Seconds for a program that is expected to end by itself."""


class Done(NamedTuple):
    """How a command ended, and what it said where."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """What it said to standard error, which must be a single line."""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.rstrip("\n")


def inside(capsys: pytest.CaptureFixture[str], *arguments: str) -> Done:
    """Run a command in this process."""
    capsys.readouterr()
    code = run(arguments)
    return Done(code, *capsys.readouterr())


def outside(*arguments: str, feed: bytes = b"", limit: float = PATIENCE) -> Done:
    """Run a command as a process of its own, to its end."""
    done = subprocess.run(
        [*COMMAND, *arguments], input=feed, capture_output=True, timeout=limit
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Have a command running for a block; it ends with the block at the latest."""
    program = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield program
    finally:
        if program.poll() is None:
            os.kill(program.pid, signal.SIGKILL)
        program.communicate(timeout=PATIENCE)


def said(stream: IO[str] | None) -> str:
    """Read one line that a running program prints."""
    assert stream is not None
    return stream.readline()


def words_of(process: psutil.Process) -> list[str]:
    """Give a program's words; one that has just ended has none."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []
