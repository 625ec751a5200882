"""Plays the sets of a match in processes of their own.

Several share the work. And what a brain does to its process, a crash or an end on the
spot, it does not do to the match: that knows what was played before, and how the
process went. Which brains are strangers that need this is for others to say.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final

from p10net.host.arena import Match, Played, play_set
from p10net.host.referee import Load

LAST: Final = 1.0
"""Seconds that a process has to end when it is told to."""
# Processes begin anew, whatever this one holds.
CONTEXT: Final = get_context("spawn")


class Gone(Exception):
    """A process that played has ended by itself.

    `status` is what it left behind, or less than 0 for the signal that ended it.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def play(match: Match, load: Load, jobs: int) -> Generator[Played, None, None]:
    """Play a match, and give each set as soon as it is played.

    What a set raises is raised here, and Gone if its process ends in the middle of it.
    """
    workers = [Worker(match, load) for _ in range(min(jobs, match.sets))]
    numbers = iter(range(match.sets))
    try:
        for worker in workers:
            worker.ask(next(numbers))
        while asked := [worker for worker in workers if worker.asked]:
            ready = wait([worker.line for worker in asked])
            for worker in asked:
                if worker.line not in ready:
                    continue
                played = worker.answer()
                if (number := next(numbers, None)) is not None:
                    worker.ask(number)
                yield played
    finally:
        for worker in workers:
            worker.end()


class Worker:
    """A process that plays one set after the other, as it is asked to."""

    def __init__(self, match: Match, load: Load) -> None:
        """Start it; it loads its brains with the first set."""
        self.line, theirs = CONTEXT.Pipe()
        self.asked = False
        self._process = CONTEXT.Process(target=_work, args=(theirs, match, load))
        self._process.start()
        theirs.close()

    def ask(self, number: int) -> None:
        """Have a set played; if nobody is there any more, the answer tells."""
        self.asked = True
        with suppress(ConnectionError):
            self.line.send(number)

    def answer(self) -> Played:
        """Give the set that was asked for."""
        try:
            said: Played | Exception = self.line.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise Gone(self._process.exitcode or 0) from None
        self.asked = False
        if isinstance(said, Exception):
            raise said
        return said

    def end(self) -> None:
        """End it, whatever it is doing."""
        self.line.close()
        self._process.terminate()
        self._process.join(LAST)
        self._process.kill()
        self._process.join()


def _work(line: Connection[Played | Exception, int], match: Match, load: Load) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()
    with suppress(EOFError, ConnectionError):
        while True:
            number = line.recv()
            try:
                said: Played | Exception = play_set(match, load, number)
            except Exception as error:  # noqa: BLE001 - it is raised where it was asked
                said = error
            line.send(said)


def _end_with(parent: BaseProcess | None) -> None:
    """End when whoever wants the results is gone."""
    if parent is not None:
        parent.join()
        os._exit(1)
