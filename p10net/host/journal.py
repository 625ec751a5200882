"""Where records go before they are committed, so that nothing acknowledged is lost.

A table appends one record at a time and waits until it is kept; only then does the
change happen and anybody hears of it. Replaying the changes of a journal, in order,
gives the table back. This one keeps them in memory: a table that may be forgotten
needs no file.
"""

from collections import deque
from collections.abc import Callable
from typing import Protocol

import trio

from p10net.host.records import Change, Record

MOST_KEPT = 8192


class NotKept(Exception):
    """A record could not be kept, so what it says must not happen.

    The text is what the system says about it.
    """


def nothing() -> None:
    """Make no use of the time."""


class Journal(Protocol):
    """What a table's records are appended to."""

    async def append(
        self, record: Record, meanwhile: Callable[[], None] = nothing
    ) -> None:
        """Keep a lasting record; once this returns, it is kept. Raises NotKept.

        If that takes long, `meanwhile` is called in the time. If it takes no time, it
        returns at once, without a look round for other tasks.
        """
        ...

    async def mend(self) -> None:
        """Find out whether records are kept again; raises NotKept if they are not."""
        ...

    def close(self) -> None:
        """Keep nothing more."""
        ...


class InMemory:
    """Keeps the latest changes for as long as the process lives."""

    def __init__(self) -> None:
        """Start empty."""
        self.changes: deque[Change] = deque(maxlen=MOST_KEPT)

    async def append(
        self, record: Record, meanwhile: Callable[[], None] = nothing
    ) -> None:
        """Keep the change of a record."""
        self.changes.append(record.change)

    async def mend(self) -> None:
        """Find that memory never fails."""
        await trio.lowlevel.checkpoint()

    def close(self) -> None:
        """Leave everything where it is."""
