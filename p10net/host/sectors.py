"""How records lie in a file so that damage is never mistaken for an end.

Every record has sectors of its own, so that writing one touches none that was kept
before. Its head says which record it is and how long, and has a checksum of its own:
a length that lies would otherwise pass for a record that was cut short. A sector ends
with a byte that is never zero, and that is how one that never reached the disk shows.

Only the last record can be torn, since one is written at a time. Torn is what was cut
short or lacks a sector, with nothing behind it; everything else that does not add up is
damage, and whoever reads is told where. This knows bytes only, no file and no table.

Behind the last record may lie sectors of zeros: room for more records. One that goes
there leaves the file as long as it was, and so the disk has no new length to keep.

A file that lost its end at the border of two records looks whole by itself. So two
sectors behind the first say how many records were acknowledged. They are written in
turn after each flush, and reach the disk with the next one or whenever the system sees
fit: of the very last record before a power cut alone it may not be known that it was.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import Final
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

SECTOR: Final = 512
ROOM: Final = SECTOR - 1
"""Bytes of a sector that carry something, its last one aside."""
FILL: Final = b"\xff"
MAGIC: Final = b"P10NETJ"
VERSION: Final = 2
SALT_BYTES: Final = 16
LONGEST: Final = 1 << 20
MARKS: Final = 2
BEGIN: Final = (1 + MARKS) * SECTOR
"""Where the first record lies: behind the first sector and the two marks."""

_FIRST: Final = Layout(f">{len(MAGIC)}sB{SALT_BYTES}sI")
# Number of the record, bytes of its body, checksum of those, checksum of the head.
_HEAD: Final = Layout(">IIII")
# Acknowledged records, checksum of that.
_MARK: Final = Layout(">II")


class Scan(Struct, frozen=True):
    """The bodies of all records that are whole, and where the next one goes.

    `torn` says that something lay behind them that was never acknowledged.
    """

    salt: bytes
    bodies: tuple[bytes, ...]
    end: int
    torn: bool = False


class Damaged(Exception):
    """A file of records is damaged where it had been whole; `before` still can be read.

    `position` is the first byte that cannot be trusted.
    """

    def __init__(self, position: int, before: Scan | None = None) -> None:
        super().__init__(position)
        self.position = position
        self.before = before


class OtherVersion(Exception):
    """The file was written by a p10net that keeps records in another way."""


def first(salt: bytes) -> bytes:
    """Write what every file begins with; the salt makes its records its own."""
    return _first(salt) + mark(salt, 0) * MARKS


def mark(salt: bytes, count: int) -> bytes:
    """Write that so many records were acknowledged."""
    return _padded(_MARK.pack(count, crc32(salt + count.to_bytes(4, "big"))))


def place(count: int) -> int:
    """Say where the mark of a count goes: never over the one written before it."""
    return SECTOR * (1 + count % MARKS)


def record(salt: bytes, number: int, body: bytes) -> bytes:
    """Write one record, in whole sectors."""
    assert 0 < len(body) <= LONGEST
    return _padded(_head(salt, number, body) + body)


def scan(data: bytes) -> Scan:
    """Read a file: every record up to its end; raises Damaged or OtherVersion."""
    salt = _salt(data[:SECTOR])
    found = scan_on(data, Scan(salt, (), BEGIN))
    if _acknowledged(data, salt) > len(found.bodies):
        raise Damaged(found.end, replace(found, torn=True))
    return found


def scan_on(data: bytes, known: Scan) -> Scan:
    """Read on in a file behind what is known of it already; raises Damaged."""
    salt, bodies, at = known.salt, [*known.bodies], known.end
    while at < len(data):
        body = _body(data, at, salt, len(bodies))
        if body is None and _is_room(data[at:]):
            break
        if body is None:
            found = Scan(salt, tuple(bodies), at, torn=True)
            if not _is_torn(data, at, salt, len(bodies)):
                raise Damaged(at, found)
            return found
        bodies.append(body)
        at += _sectors(len(body)) * SECTOR
    return Scan(salt, tuple(bodies), at)


# --- Writing ----------------------------------------------------------------------


def _first(salt: bytes) -> bytes:
    head = _FIRST.pack(MAGIC, VERSION, salt, 0)[:-4]
    return _padded(head + crc32(head).to_bytes(4, "big"))


def _head(salt: bytes, number: int, body: bytes) -> bytes:
    fields = _HEAD.pack(number, len(body), crc32(body, number), 0)[:-4]
    return fields + crc32(salt + fields).to_bytes(4, "big")


def _padded(data: bytes) -> bytes:
    """Cut what is written into sectors, each with its last byte."""
    size = -(-len(data) // ROOM) * ROOM
    data = data.ljust(size, FILL)
    return b"".join(data[at : at + ROOM] + FILL for at in range(0, size, ROOM))


def _sectors(body: int) -> int:
    return -(-(_HEAD.size + body) // ROOM)


# --- Reading ----------------------------------------------------------------------


def _salt(sector: bytes) -> bytes:
    """Read the first sector."""
    if len(sector) == SECTOR:
        magic, version, salt, _ = _FIRST.unpack_from(sector)
        if sector == _first(salt):
            return bytes(salt)
        if magic == MAGIC and version != VERSION and _sealed(sector):
            raise OtherVersion(version)
    raise Damaged(0)


def _acknowledged(data: bytes, salt: bytes) -> int:
    """Read the marks; one that was torn, or never reached the disk, says nothing."""
    counts = [0]
    for at in range(SECTOR, BEGIN, SECTOR):
        sector = data[at : at + SECTOR]
        count = int.from_bytes(sector[:4], "big")
        if sector == mark(salt, count):
            counts.append(count)
    return max(counts)


def _sealed(sector: bytes) -> bool:
    """Whether the first sector was written so, whatever its version means."""
    head = sector[: _FIRST.size - 4]
    return sector[len(head) : _FIRST.size] == crc32(head).to_bytes(4, "big")


def _unwritten(sector: bytes) -> bool:
    """Whether a sector, or the end of it, never reached the disk."""
    return len(sector) < SECTOR or sector[-1] == 0


def _length(data: bytes, at: int, salt: bytes) -> tuple[int, int] | None:
    """Read the head at a place: number and length; None if there is none."""
    head = data[at : at + _HEAD.size]
    if len(head) < _HEAD.size:
        return None
    number, length, _, check = _HEAD.unpack(head)
    return (number, length) if crc32(salt + head[:-4]) == check else None


def _body(data: bytes, at: int, salt: bytes, number: int) -> bytes | None:
    """Read the record that begins at a place; None if it is not whole."""
    head = _length(data, at, salt)
    if head is None or head[0] != number:
        return None
    written = data[at : at + _sectors(head[1]) * SECTOR]
    room = b"".join(written[i : i + ROOM] for i in range(0, len(written), SECTOR))
    body = room[_HEAD.size : _HEAD.size + head[1]]
    # Written anew it must be the same to the last byte, the filling too.
    return body if body and record(salt, number, body) == written else None


def _is_room(data: bytes) -> bool:
    """Tell whether this is nothing but whole sectors that wait for a record."""
    return len(data) % SECTOR == 0 and not any(data)


def _is_torn(data: bytes, at: int, salt: bytes, number: int) -> bool:
    """Tell whether what lies at a place is the beginning of the record begun last."""
    later = range(at + SECTOR, len(data), SECTOR)
    if any((head := _length(data, i, salt)) and head[0] > number for i in later):
        return False
    head = _length(data, at, salt)
    if head is None:
        return _unwritten(data[at : at + SECTOR])
    end = at + _sectors(head[1]) * SECTOR
    if head[0] != number or any(data[end:]):
        return False
    parts = (data[i : i + SECTOR] for i in range(at, end, SECTOR))
    return any(_unwritten(part) for part in parts)
