"""A disk that behaves as badly as disks may: it loses, reorders and tears.

Until it is synced, what was written is only promised. When the power goes, each sector
that was promised is there, is not, or is there up to some byte, and none waits for
another. It can also be full or broken, now and then or for good.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from random import Random

import msgspec
import trio

from p10net.host.journal import NotKept, nothing
from p10net.host.journal_file import Entry, FileJournal

SECTOR = 512

Fate = Callable[[int], None]
"""Is told the number of each write, cut and sync, and may raise instead."""


class PowerCut(Exception):
    """The power went while the disk was at work."""


def no_fate(number: int) -> None:
    """Let everything go well."""


class Disk:
    """One file on such a disk; `held` is what is on it for certain.

    It takes no byte beyond its `limit`.
    """

    def __init__(
        self,
        data: bytes = b"",
        chance: Random | None = None,
        fate: Fate = no_fate,
        limit: int = 1 << 30,
    ) -> None:
        self.limit = limit
        self.held = bytes(data)
        self.fate = fate
        self.steps = 0
        self.closed = False
        self._seen = bytearray(data)
        self._promised: set[int] = set()
        self._chance = chance

    def read(self) -> bytes:
        return bytes(self._seen)

    def write(self, data: memoryview, at: int) -> int:
        self._step()
        size = len(data)
        if self._chance is not None and self._chance.random() < 0.2:
            size = self._chance.randint(1, size)
        size = min(size, self.limit - at)
        if size <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._seen[len(self._seen) :] = bytes(max(0, at - len(self._seen)))
        self._seen[at : at + size] = data[:size]
        self._promised |= {*range(at // SECTOR, (at + size - 1) // SECTOR + 1)}
        return size

    def cut(self, size: int) -> None:
        self._step()
        del self._seen[size:]

    def sync(self) -> None:
        self._step()
        self.held = bytes(self._seen)
        self._promised = set()

    def close(self) -> None:
        self.closed = True

    def _step(self) -> None:
        self.steps += 1
        self.fate(self.steps)

    def after_a_cut(self, chance: Random) -> bytes:
        """Give what is found on it when the power is back."""
        found = bytearray(self.held)
        for at in sorted(self._promised):
            sector = self._seen[at * SECTOR : (at + 1) * SECTOR]
            reached = chance.choice((0, len(sector), chance.randint(0, len(sector))))
            size = at * SECTOR + chance.choice((reached, len(sector)))
            found[len(found) :] = bytes(max(0, size - len(found)))
            found[at * SECTOR : at * SECTOR + reached] = sector[:reached]
        return bytes(found)


class Direct(FileJournal):
    """A journal that writes without a thread: for thousands, or a clock that jumps."""

    async def _keep(
        self, entry: Entry, meanwhile: Callable[[], None] = nothing
    ) -> None:
        await trio.lowlevel.checkpoint_if_cancelled()
        try:
            draft = self._tail.draft(msgspec.msgpack.encode(entry))
            self._tail.add(draft, meanwhile, nothing)
        except OSError as error:
            raise NotKept(error.strerror or "") from error


def failing(numbers: range, code: int = errno.ENOSPC) -> Fate:
    """Let the steps of these numbers fail."""

    def fate(number: int) -> None:
        if number in numbers:
            raise OSError(code, "No space left on device")

    return fate


def power_cut(step: int) -> Fate:
    """Let the power go at a step."""

    def fate(number: int) -> None:
        if number >= step:
            raise PowerCut

    return fate
