"""A clock that goes on while the computer sleeps, and that nobody can set.

The clock of all waits stands still in a sleep on most systems, so it takes another one
to tell how long that was. It must not be the one on the wall: that is set by people,
and by programs as soon as there is a network, by years where the battery is empty. Such
a jump is no sleep, and nobody may lose a connection or be given time for it.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

Clock = Callable[[], float]

COUNTING: Final = ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC_RAW")
"""Names of clocks that count sleep: Linux has the first one, macOS only the second."""


def _here() -> list[Clock]:
    numbers = [number for name in COUNTING if (number := getattr(time, name, None))]
    return [partial(time.clock_gettime, number) for number in numbers]


def first(clocks: Sequence[Clock], otherwise: Clock) -> Clock:
    """Give the first of these clocks that can be read."""
    for clock in clocks:
        try:
            clock()
        except OSError:  # the name is known here, but not to this kernel
            continue
        return clock
    return otherwise


# Windows has neither, since there the clock of waits counts sleep itself. Elsewhere a
# sleep shows only by what has fallen silent meanwhile.
sleepless: Final[Clock] = first(_here(), time.monotonic)
