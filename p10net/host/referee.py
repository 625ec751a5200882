"""Lets brains that may be anybody's play without harm to the others of a match.

What a brain raises, what takes it too long and what it may not do costs a decision of
its own seat, for which the question's default is played. All of it is counted, and the
time that each decision took.
"""

import signal
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import PurePath
from random import Random
from time import perf_counter_ns, thread_time
from traceback import extract_tb, format_exception_only
from typing import Final, TypeVar

from p10net.bots.brain import Brain, Maker, as_sent, awaits
from p10net.engine.moves import Action, Ask, check
from p10net.engine.view import View

T = TypeVar("T")

RINGS: Final = 10
"""How often the alarm rings before time is up.

What a program misses while it is stopped, or its computer asleep, it hears as one ring:
that costs a tenth of the time, and is no fault of a brain.
"""

ASYNC = "an async def, which nobody awaits: make it a plain def"


class OutOfTime(BaseException):
    """A brain thinks for too long; no `except Exception` of its own catches this."""


class Foul(Exception):
    """A brain answered with what may not be played, or cannot be asked any more.

    The text says which of them.
    """


class Record:
    """What a brain has done so far: its errors, and microseconds a decision.

    `first` tells its author of the first error. One that ran out of time is not asked
    again: a match would last for days.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.errors = 0
        self.first = ""
        self.micros = array("f")
        self.hangs = False

    def count(self, error: BaseException) -> None:
        """Count an error, and remember what the first was."""
        self.errors += 1
        self.first = self.first or _told(error)


class Watched:
    """A brain at one seat for one game, with whatever it does wrong mended."""

    def __init__(
        self, maker: Maker, chance: Random, record: Record, limit: float
    ) -> None:
        """Make the brain; `limit` are seconds that a decision may take."""
        self._record, self._limit = record, limit
        self._brain: Brain | None = self._tried(lambda: _made(maker, chance))

    def choose(self, view: View, ask: Ask) -> Action:
        """Give what the brain chooses if it may be played, else the default."""
        return self._tried(lambda: self._asked(view, ask)) or ask.default

    def _asked(self, view: View, ask: Ask) -> Action:
        if self._brain is None or self._record.hangs:
            raise Foul("it cannot be asked any more")
        start = perf_counter_ns()
        chosen: object = self._brain.choose(view, ask)
        self._record.micros.append((perf_counter_ns() - start) / 1000)
        if awaits(chosen):
            raise Foul(f"choose() is {ASYNC}")
        action = as_sent(chosen)
        if action is None:
            raise Foul(f"choose() gave {chosen!r:.60}, which is no action")
        if (why := check(view, action)) is not None:
            raise Foul(f"choose() gave {action!r:.60}, against the rules ({why.value})")
        return action

    def _tried(self, deed: Callable[[], T]) -> T | None:
        """Let anybody's code do something; None if it goes wrong."""
        try:
            with alarm(self._limit):
                return deed()
        except OutOfTime:
            self._record.hangs = True
            self._record.count(Foul("no answer came in time"))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a brain may be anybody's
            self._record.count(error)
        return None


def _made(maker: Maker, chance: Random) -> Brain:
    brain = maker(chance)
    if awaits(brain):
        raise Foul(f"it was made by {ASYNC}")
    return brain


def _told(error: BaseException) -> str:
    """Say what was wrong, and in which line of the brain's own."""
    if isinstance(error, Foul):
        return str(error)
    frame = extract_tb(error.__traceback__)[-1]
    said = format_exception_only(error)[-1].strip()[:200]
    if frame.filename == __file__:
        return said  # the call itself failed, and no line of the brain's was run
    return f"{said} ({PurePath(frame.filename).name}, line {frame.lineno})"


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in a block that takes longer, or has when it ends.

    Rings are missed in a long call into C, too: what was worked on is looked at again.

    It needs the main thread, and a system that can interrupt it; elsewhere the block
    has all the time it takes.
    """
    can = hasattr(signal, "setitimer")
    if not can or threading.current_thread() is not threading.main_thread():
        yield
        return
    rings = count(1)

    def ring(*_: object) -> None:
        if next(rings) % RINGS == 0:  # again and again, for who will not hear it
            raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    # What was set before is set again.
    timer = signal.setitimer(signal.ITIMER_REAL, seconds / RINGS, seconds / RINGS)
    worked = thread_time()
    try:
        yield
        if thread_time() - worked > seconds:
            raise OutOfTime
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *timer)


Load = Callable[[str], Maker]
"""Finds the brain that a person names; it must be a function that has a name itself."""
