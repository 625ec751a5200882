"""A table's file is let go of when its block ends, and that holds up nobody else."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p10net.cli import kept
from p10net.host.house import Setup
from p10net.host.journal_file import FileJournal, Opening, Serving, begin
from p10net.host.records import Record, Renamed
from p10net.host.resume import Resumed
from p10net.host.sectors import BEGIN, scan
from p10net.host.table import Table
from tests.disk import Disk

PATIENCE = 20.0
"""Seconds after which a disk is taken to hang for ever."""
OPENING = Opening("a1" * 16, Setup("Desk"))


class Hanging(Disk):
    """A disk that hangs in one kind of step until it is allowed to go on."""

    def __init__(self, step: str) -> None:
        super().__init__(begin(OPENING))
        self.allowed = threading.Event()
        self._hangs = step

    def write(self, data: memoryview, at: int) -> int:
        self._may("mark" if at < BEGIN else "write")
        return super().write(data, at)

    def cut(self, size: int) -> None:
        self._may("cut")
        super().cut(size)

    def _may(self, step: str) -> None:
        if step == self._hangs:
            assert self.allowed.wait(PATIENCE)


@pytest.mark.parametrize("step", ["mark", "cut"])
async def test_signals_are_heard_while_the_disk_hangs_at_the_end(
    step: str, tmp_path: Path
) -> None:
    """The loop goes on, in the last mark or in closing, and whoever cancels waits."""
    disk, table = Hanging(step), Table(Setup("Desk"))
    journal = FileJournal(disk, scan(disk.held), lambda: 0)
    back = Resumed(table, journal, Serving())
    written, closing = trio.Event(), trio.CancelScope()

    async def keep() -> None:
        with closing:
            async with kept.written(tmp_path, table, Serving(), back=back) as file:
                await file.append(Record(Renamed(1, "Anna")))
                written.set()
                await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep)
        await written.wait()
        closing.cancel()
        await wait_all_tasks_blocked()
        early = disk.closed
        disk.allowed.set()

    assert (early, disk.closed) == (False, True)
    assert len(scan(disk.held).bodies) == 2


async def test_a_file_is_closed_without_a_thread_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system may have none to give just then."""
    disk, table = Disk(begin(OPENING)), Table(Setup("Desk"))
    back = Resumed(table, FileJournal(disk, scan(disk.held), lambda: 0), Serving())

    async def none_left(*_args: object) -> None:
        raise RuntimeError("can't start new thread")

    async with kept.written(tmp_path, table, Serving(), back=back):
        monkeypatch.setattr(trio.to_thread, "run_sync", none_left)

    assert disk.closed
