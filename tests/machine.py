"""What a busy machine costs a test, and how its clock may leave that out.

What a clock says includes what other programs cost. A bound on this program's own doing
leaves out how long it stood in the queue for a processor. A test that waits for
something runs on a clock that stands still while the whole process does: else a link
would be given up as silent although its bytes are there, and nobody has looked yet.
"""

import math
import time
from collections.abc import Callable
from pathlib import Path

import trio

STAT = Path("/proc/self/schedstat")
NS = 1e-9
LOOK = 0.25
"""The most that an `Awake` clock goes on from one look at it to the next."""


def queued() -> float:
    """Give the seconds waited for a processor so far; 0 where nobody counts them."""
    try:
        return int(STAT.read_text().split()[1]) * NS
    except OSError:
        return 0.0


def own_time() -> float:
    """Read the clock less the time in the queue; differences are what counts."""
    return trio.current_time() - queued()


class Awake(trio.abc.Clock):
    """A clock for which a process that was held up has not waited.

    However long the machine let it stand, the clock goes on by a moment only, in which
    what has come meanwhile is heard. Trio looks often enough for all other time to
    count in full.
    """

    def __init__(self, real: Callable[[], float] = time.monotonic) -> None:
        """Begin at 0; `real` is the clock that does not stand still."""
        self._real = real
        self._seen = real()
        self._now = 0.0

    def start_clock(self) -> None:
        """Leave out what passed before the run."""
        self._seen = self._real()

    def current_time(self) -> float:
        """Go on by what has passed since the last look, or by a moment."""
        seen = self._real()
        self._now += min(seen - self._seen, LOOK)
        self._seen = seen
        return self._now

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """Sleep no longer than what one look can make good."""
        left = deadline - self.current_time()
        return left if left == math.inf else min(left, LOOK)
