"""A journal on the disk: what was acknowledged is there after any crash.

A record is appended and flushed to the device, in a thread, and only then counts as
kept. What a table is, besides what happened to it, stands in the first record. Which
changes there are is not known here, nor what they do.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from p10net.host import storage
from p10net.host.aside import in_a_thread
from p10net.host.house import Setup
from p10net.host.journal import NotKept, nothing
from p10net.host.records import Change, Lasting, Record
from p10net.host.sectors import BEGIN, SALT_BYTES, Damaged, Scan, first, record, scan
from p10net.host.storage import Storage
from p10net.host.tail import Draft, Tail


class Serving(Struct, frozen=True):
    """How a table is offered, besides what it is: for it to come back the same way.

    Without a port it is played at in one process only. `own` says that its host plays
    at it, `pace` how many seconds its bots take, `cleartext` where no TLS is needed.
    """

    port: int | None = None
    bind: tuple[str, ...] = ()
    pace: float = 0.0
    advertise: bool = True
    own: bool = False
    cleartext: Literal["", "here", "lan"] = ""


class Opening(Struct, frozen=True):
    """What a table is from the beginning: its id, what was decided, its chance."""

    id: str
    setup: Setup
    serving: Serving = Serving()
    seed: int | None = None


class Entry(Struct, frozen=True, array_like=True):
    """A change, and the table's `seq` before it; without a change only that."""

    seq: int
    change: Lasting | None = None


class Kept(Struct, frozen=True):
    """All that a journal gave back."""

    opening: Opening
    entries: tuple[Entry, ...]


_OPENING: Final = msgspec.msgpack.Decoder(Opening)
_ENTRY: Final = msgspec.msgpack.Decoder(Entry)


class FileJournal:
    """The journal of one table, open for more.

    `seq` gives the table's at any time. One record is on its way at a time.
    """

    def __init__(self, file: Storage, known: Scan, seq: Callable[[], int]) -> None:
        """Go on behind what is known of the file."""
        self._tail, self._seq = Tail(file, known), seq

    async def append(
        self, record: Record, meanwhile: Callable[[], None] = nothing
    ) -> None:
        """Keep the change of a record; once this returns, it is on the disk."""
        await self._keep(Entry(self._seq(), _lasting(record.change)), meanwhile)

    async def mend(self) -> None:
        """Keep a record that says nothing, to see whether that works."""
        await self._keep(Entry(self._seq()))

    def close(self) -> None:
        """Let another process have the file."""
        self._tail.close()

    async def _keep(
        self, entry: Entry, meanwhile: Callable[[], None] = nothing
    ) -> None:
        def draft() -> Draft:
            return self._tail.draft(msgspec.msgpack.encode(entry))

        try:
            await in_a_thread(draft, self._tail.add, meanwhile)
        except OSError as error:
            raise NotKept(error.strerror or type(error).__name__) from error


def _lasting(change: Change) -> Lasting:
    assert change.lasting
    return change  # type: ignore[return-value] # `lasting` says that it is one of these


def begin(opening: Opening) -> bytes:
    """Write the beginning of a table's journal."""
    salt = secrets.token_bytes(SALT_BYTES)
    return first(salt) + record(salt, 0, msgspec.msgpack.encode(opening))


def create(path: Path, opening: Opening, seq: Callable[[], int]) -> FileJournal:
    """Begin the journal of a new table; raises OSError."""
    data = begin(opening)
    return FileJournal(storage.create(path, data), scan(data), seq)


def read(known: Scan) -> Kept:
    """Read what the records of a file say; raises Damaged."""
    if not known.bodies:
        raise Damaged(BEGIN)
    try:
        opening = _OPENING.decode(known.bodies[0])
        return Kept(opening, tuple(map(_ENTRY.decode, known.bodies[1:])))
    except msgspec.MsgspecError:
        raise Damaged(BEGIN) from None
