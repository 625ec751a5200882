"""Keeps a table's journal while it is open, and says what will be left of the table.

A table that is closed in the middle of a game waits for `p10net resume`; of one that is
over nothing stays. The same for a table on the network and for a game alone.
"""

import shlex
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import trio

from p10net.cli import folders
from p10net.cli.exits import Trouble
from p10net.client.words import keeping
from p10net.host import resume, undumpable
from p10net.host.journal_file import FileJournal, Serving
from p10net.host.resume import Resumed
from p10net.host.table import Table


@asynccontextmanager
async def written(
    state: Path,
    table: Table,
    serving: Serving,
    seed: int | None = None,
    back: Resumed | None = None,
    *,
    movable: bool = False,
) -> AsyncIterator[FileJournal]:
    """Keep a table's journal for a block; one that is over leaves nothing behind.

    From here on nobody else may look into this process, which knows all hands. A table
    that is back has its journal already. `movable` says that the command takes another
    folder. Raises Trouble.
    """
    undumpable.hide()
    try:
        journal = back.journal if back else resume.keep(state, table, serving, seed)
    except OSError as error:
        why, step = keeping.why(error), keeping.remedy(error)
        or_else = ", or name another folder with --state-dir" if movable else ""
        raise Trouble(
            f"This table cannot be kept in {state} ({why}): {step}{or_else}."
        ) from None
    try:
        yield journal
    finally:
        await _closed(journal)
        if resume.over(table):
            resume.forget(state, table)


async def _closed(journal: FileJournal) -> None:
    """Close a journal in a thread: signals are heard even if its disk hangs."""
    with trio.CancelScope(shield=True):
        try:
            await trio.to_thread.run_sync(journal.close)
        except RuntimeError:  # so Python says that the system has no thread to give
            journal.close()


def command(state: Path) -> str:
    """Give the command that brings a table back which is kept in this folder."""
    if state == folders.state():
        return "p10net resume"
    return f"p10net resume --state-dir {shlex.quote(str(state))}"


def left(state: Path, table: Table, closed: str) -> str:
    """Say how a table was left: for good, or to go on another time."""
    if resume.over(table):
        return closed
    return f"{table.house.setup.name} has stopped: `{command(state)}` goes on with it."


@contextmanager
def outlived(state: Path, table: Table, say: Callable[[str], None]) -> Iterator[None]:
    """Say how a table goes on if its block is ended from outside, by a signal."""
    ended = False
    try:
        yield
        ended = True
    finally:
        if not ended and not resume.over(table):
            say(left(state, table, ""))


def waiting(state: Path) -> str | None:
    """Say that a table was never played to its end, if one was not."""
    found = [one for one in resume.stopped(state) if not one.damage]
    if not found:
        return None
    return f"{found[0].name} was never finished: `{command(state)}` brings it back."
