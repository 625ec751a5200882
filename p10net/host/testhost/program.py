"""A client's program, started for one script and gone after it.

Its last words are kept, since a client that falls over says why on its terminal.
"""

import os
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import trio

from p10net.protocol.clean import clean

ENDS: Final = 5.0
"""Seconds for a program to end after its last bye."""
LAST_WORDS: Final = 20
"""Lines of its output that are shown: an error may stand above its ten calls."""
CHUNK: Final = 4096


class Program:
    """One run of the client under test."""

    def __init__(self, command: Sequence[str], ended: Callable[[], None]) -> None:
        """Prepare to start it; `ended` is told when it is over."""
        self.command, self._ended = command, ended
        self.remarks: list[str] = []
        self._output: deque[bytes] = deque(maxlen=LAST_WORDS)
        self._stopped = False
        self._process: trio.Process

    async def run(
        self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Start it and listen to it until it is silent for good."""
        self._process = await trio.lowlevel.open_process(
            list(self.command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            task_status.started()
            await self._listen()
            await self._process.wait()
            self._ended()
        finally:
            if self._process.returncode is None:
                self._stopped = True
                os.kill(self._process.pid, signal.SIGKILL)
                with trio.CancelScope(shield=True):
                    await self._process.wait()

    async def _listen(self) -> None:
        output, rest = self._process.stdout, b""
        assert output is not None
        while data := await output.receive_some(CHUNK):
            *lines, rest = (rest + bytes(data)).split(b"\n")
            self._output.extend(lines)
        self._output.extend([rest] if rest else [])

    async def ends(self) -> None:
        """Wait for it to end by itself, a little."""
        with trio.move_on_after(ENDS) as late:
            await self._process.wait()
        if late.cancelled_caught:
            self.remarks.append("Its program did not end after its last bye.")

    def said(self) -> list[str]:
        """Give its last words, and how it ended if it did."""
        status = self._process.returncode
        ended = "still runs" if status is None else f"ended with status {status}"
        if self._stopped:
            ended = "did not end by itself and was stopped"
        words = [clean(line.decode("utf-8", "replace")) for line in self._output]
        return [f"Its program {ended}; its last lines:", *(f"  {w}" for w in words)]
