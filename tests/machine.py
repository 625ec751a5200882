"""How long this process has stood in the queue for a processor.

What a clock says includes what other programs cost. A bound on this program's own doing
leaves that out, so that it says the same on a busy machine.
"""

from pathlib import Path

import trio

STAT = Path("/proc/self/schedstat")
NS = 1e-9


def queued() -> float:
    """Give the seconds waited for a processor so far; 0 where nobody counts them."""
    try:
        return int(STAT.read_text().split()[1]) * NS
    except OSError:
        return 0.0


def own_time() -> float:
    """Read the clock less the time in the queue; differences are what counts."""
    return trio.current_time() - queued()
