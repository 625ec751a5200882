"""The end of a file of records: each is added whole, or leaves nothing behind.

A record that `add` returned from is on the disk itself. If adding fails, whatever was
written is taken back, at once or before the next attempt. That a record was kept is
marked after its flush, never before, so a mark on the disk is always true; marking
costs no flush of its own. What a record says is not known here.

A disk keeps a record sooner if it need not note that the file grew. So the file grows
by many sectors at once, of zeros, and loses what is left of them when it is closed.
That is never what a record fails by.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from p10net.host.sectors import SECTOR, Scan, mark, place, record
from p10net.host.storage import Storage

ROOM: Final = 64 * SECTOR
"""Bytes by which the file grows, when it has to."""


class Draft(NamedTuple):
    """The bytes of a record that is to be added, and of the mark that it is kept."""

    record: bytes
    mark: bytes


class Tail:
    """Where the next record goes; nothing else may write to the file."""

    def __init__(self, file: Storage, known: Scan) -> None:
        """Go on behind what is known of the file."""
        self._file, self._salt = file, known.salt
        self._end, self._number = known.end, len(known.bodies)
        self._clean = not known.torn
        self._room = known.end
        # The next record may come while the last one is being marked.
        self._alone = Lock()

    def draft(self, body: bytes) -> Draft:
        """Write out the next record, for `add`; whoever waits can do so meanwhile."""
        number = self._number
        return Draft(record(self._salt, number, body), mark(self._salt, number + 1))

    def add(
        self, draft: Draft, waits: Callable[[], None], kept: Callable[[], None]
    ) -> None:
        """Keep the next record; raises OSError, and then it is not there.

        `waits` is called when only the disk itself has to be waited for, and `kept`
        when the record counts, for those who need not wait until it is marked.
        """
        with self._alone:
            self._add(draft.record, waits)
            kept()
            with contextlib.suppress(OSError):  # it is kept, marked or not
                self._put(draft.mark, place(self._number))

    def close(self) -> None:
        """Let the last mark reach the disk, and another process have the file."""
        with self._alone:
            with contextlib.suppress(OSError):
                self._file.cut(self._end)
                self._file.sync()
            self._file.close()

    def _add(self, data: bytes, waits: Callable[[], None]) -> None:
        if not self._clean:
            self._take_back()
        # A flush that failed says nothing about the next one: what it was to write is
        # taken back, and written anew when its turn comes again.
        self._clean = False
        try:
            end = self._append(data, waits)
        except OSError:
            with contextlib.suppress(OSError):
                self._take_back()
            raise
        self._end, self._number, self._clean = end, self._number + 1, True

    def _append(self, data: bytes, waits: Callable[[], None]) -> int:
        end = self._put(data, self._end)
        if end > self._room:
            self._make_room(end)
        waits()
        self._file.sync()
        return end

    def _put(self, data: bytes, at: int) -> int:
        view = memoryview(data)
        while view:
            written = self._file.write(view, at)
            at, view = at + written, view[written:]
        return at

    def _make_room(self, end: int) -> None:
        """Let the file grow for the records after this one, if the disk has room."""
        self._room = end
        with contextlib.suppress(OSError):
            self._room = self._put(bytes(ROOM), end)

    def _mark(self, count: int) -> None:
        self._put(mark(self._salt, count), place(count))

    def _take_back(self) -> None:
        """Cut off what does not count, and let no mark say that it does."""
        self._file.cut(self._end)
        self._room = self._end
        self._mark(self._number)
        self._mark(self._number - 1)
        self._file.sync()
        self._clean = True
