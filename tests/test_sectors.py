"""Damage of every kind to a file of records: it is read to the end, or refused."""

from bisect import bisect_right
from random import Random
from zlib import crc32

import pytest
from msgspec.structs import replace

from p10net.host.sectors import (
    BEGIN,
    SECTOR,
    Damaged,
    OtherVersion,
    Scan,
    first,
    mark,
    place,
    record,
    scan,
    scan_on,
)

CHANCE = Random(5)
SALT = CHANCE.randbytes(16)
SIZES = (1, 40, 100, 495, 496, 600, 1500)
"""Within one sector, just beyond it, and over several."""


def bodies(count: int) -> tuple[bytes, ...]:
    """Make bodies of many sizes, with zeros in every one."""
    sizes = (CHANCE.choice(SIZES) for _ in range(count))
    return tuple(
        bytes(size // 2) + CHANCE.randbytes(size - size // 2) for size in sizes
    )


class Kept:
    """A file of records, and what a reader knows before each of them."""

    def __init__(self, count: int, salt: bytes = SALT) -> None:
        self.bodies = bodies(count)
        self.data = first(salt)
        self.known = [Scan(salt, (), BEGIN)]
        for number, body in enumerate(self.bodies):
            self.data += record(salt, number, body)
            before = self.bodies[: number + 1]
            self.known.append(Scan(salt, before, len(self.data)))
        self.ends = [known.end for known in self.known]

    def before(self, at: int) -> Scan:
        """Say what lies before the record in which a byte lies."""
        return self.known[bisect_right(self.ends, at) - 1]


LAST = 100
LONG = Kept(LAST)
SHORT = Kept(4)


def test_what_was_written_is_read() -> None:
    """Every body comes back, and the next record goes behind the last."""
    assert scan(LONG.data) == LONG.known[-1]
    assert len(LONG.data) % SECTOR == 0


@pytest.mark.limit(60)
def test_a_file_cut_anywhere_gives_all_that_is_whole() -> None:
    """Each of its lengths gives the records before, and says whether one was torn."""
    for size in range(BEGIN, len(LONG.data)):
        known = LONG.before(size)

        found = scan_on(LONG.data[:size], known)

        assert found.bodies == known.bodies
        assert found.end == known.end
        assert found.torn == (size != known.end)


@pytest.mark.limit(60)
def test_a_bit_that_flips_anywhere_is_refused() -> None:
    """One bit of each byte: the place is told, and nothing behind it is believed."""
    data = bytearray(LONG.data)
    for at in range(BEGIN, len(data)):
        known = LONG.before(at)
        bit = 1 << CHANCE.randrange(8)
        data[at] ^= bit

        with pytest.raises(Damaged) as damaged:
            scan_on(bytes(data), known)

        assert damaged.value.position == known.end
        assert damaged.value.before is not None
        assert damaged.value.before.bodies == known.bodies
        data[at] ^= bit


def test_a_flipped_bit_is_found_in_the_first_sector() -> None:
    """The salt, the version and even the filling are part of what is checked."""
    for at in range(SECTOR):
        data = bytearray(SHORT.data)
        data[at] ^= 1 << CHANCE.randrange(8)

        with pytest.raises(Damaged) as damaged:
            scan(bytes(data))

        assert damaged.value.position == 0


def test_a_sector_of_zeros_is_damage() -> None:
    """A hole is told from a record that never came, unless it is the very last."""
    for at in range(BEGIN, len(LONG.data) - SECTOR, SECTOR):
        if LONG.before(at) is LONG.known[-2]:
            continue  # a part of the last record
        holed = LONG.data[:at] + bytes(SECTOR) + LONG.data[at + SECTOR :]

        with pytest.raises(Damaged):
            scan(holed)


def test_a_last_record_that_lacks_a_sector_was_never_acknowledged() -> None:
    """That is how an append looks that the power cut short."""
    kept = Kept(0)
    torn = kept.data + record(SALT, 0, CHANCE.randbytes(1500))
    for at in range(BEGIN, len(torn), SECTOR):
        found = scan(torn[:at] + bytes(SECTOR) + torn[at + SECTOR :])

        assert found == Scan(SALT, (), BEGIN, torn=True)


# --- Room behind the end ----------------------------------------------------------


@pytest.mark.parametrize("sectors", [1, 2, 64])
def test_room_for_more_is_no_record_and_no_damage(sectors: int) -> None:
    """The next record goes where the room begins, and nothing has to be cut off."""
    assert scan(LONG.data + bytes(sectors * SECTOR)) == LONG.known[-1]


@pytest.mark.parametrize("size", [1, 40, 600, 1500])
def test_a_record_torn_in_the_room_is_cut_off(size: int) -> None:
    """Whatever lacks: its head, what comes between, its last sector, or all but one."""
    wide = record(SALT, len(SHORT.bodies), CHANCE.randbytes(size))
    room = bytes(len(wide) + 8 * SECTOR)
    for lost in range(0, len(wide), SECTOR):
        torn = wide[:lost] + bytes(SECTOR) + wide[lost + SECTOR :]
        alone = wide[lost : lost + SECTOR].rjust(lost + SECTOR, b"\0")
        for found in (torn, alone):
            if found.strip(b"\0") and found != wide:
                known = scan(SHORT.data + found + room[len(found) :])
                assert known == replace(SHORT.known[-1], torn=True)


def test_room_with_a_record_behind_it_is_damage() -> None:
    """A hole among records is never taken for room."""
    more = record(SALT, len(SHORT.bodies) + 1, b"more")
    with pytest.raises(Damaged):
        scan(SHORT.data + bytes(SECTOR) + more + bytes(4 * SECTOR))


# --- What is known of the end -----------------------------------------------------


def marked(data: bytes, *counts: int) -> bytes:
    """Put the marks of these counts into a file."""
    for count in counts:
        at = place(count)
        data = data[:at] + mark(SALT, count) + data[at + SECTOR :]
    return data


def test_what_was_acknowledged_is_missed() -> None:
    """A file without its end, or with zeros in place of it, is refused if it is known.

    The marks are those that are there when the record after the last one was begun.
    """
    whole = marked(LONG.data, LAST - 1, LAST)
    assert scan(whole) == LONG.known[-1]
    for left in range(LAST):
        end = LONG.ends[left]
        for lost in (whole[:end], whole[:end] + bytes(len(whole) - end)):
            with pytest.raises(Damaged) as damaged:
                scan(lost)

            assert damaged.value.position == end
            assert damaged.value.before is not None
            assert damaged.value.before.bodies == LONG.bodies[:left]
            assert damaged.value.before.torn


def test_a_mark_that_cannot_be_read_says_nothing() -> None:
    """Whatever became of both: no record is lost by it, and none is refused."""
    whole = marked(LONG.data, LAST - 1, LAST)
    for at in range(SECTOR, BEGIN):
        data = bytearray(whole)
        data[at] ^= 1 << CHANCE.randrange(8)
        assert scan(bytes(data)) == LONG.known[-1]
    torn = whole[:SECTOR] + CHANCE.randbytes(2 * SECTOR) + whole[BEGIN:]

    assert scan(torn) == LONG.known[-1]


def test_one_mark_is_enough() -> None:
    """The other may have been torn, as it is written while this one stands."""
    for lost in (LAST - 1, LAST):
        at = place(lost)
        whole = marked(LONG.data, LAST - 1, LAST)
        torn = whole[: at + 2] + whole[at + 9 : at + SECTOR].ljust(SECTOR - 2)
        with pytest.raises(Damaged):
            scan(torn + whole[at + SECTOR : LONG.ends[LAST - 2]])


ONE, TWO = record(SALT, 0, b"one"), record(SALT, 1, b"two")
OTHER = Kept(3, bytes(16)).data
WIDE = record(SALT, 0, CHANCE.randbytes(600))
HOLED = WIDE[:SECTOR] + bytes(SECTOR)

DAMAGE = [
    ("garbage behind it", SHORT.data + CHANCE.randbytes(2000)),
    ("a sector of text behind it", SHORT.data + b"hello".ljust(SECTOR)),
    ("two records in the wrong order", first(SALT) + TWO + ONE),
    ("a record twice", first(SALT) + ONE + ONE + TWO),
    ("a hole with something behind it", first(SALT) + HOLED + b"x" * SECTOR),
    ("a record twice, once with a hole", first(SALT) + ONE + HOLED),
    ("a record missing", first(SALT) + TWO),
    ("another table's records behind it", SHORT.data + OTHER),
    ("another table's records alone", first(SALT) + OTHER[BEGIN:]),
    ("some other file", b"PNG" * 1000),
    ("an empty file", b""),
]


@pytest.mark.parametrize(
    "data", [data for _, data in DAMAGE], ids=[name for name, _ in DAMAGE]
)
def test_what_does_not_belong_is_refused(data: bytes) -> None:
    """Records in another order, of another file, or no records at all."""
    with pytest.raises(Damaged):
        scan(data)


def test_another_version_is_told_from_damage() -> None:
    """A file of a later p10net is whole, only not for this one."""
    head = bytearray(first(SALT))
    head[7] = 9
    head[24:28] = crc32(head[:24]).to_bytes(4, "big")

    with pytest.raises(OtherVersion):
        scan(bytes(head) + ONE)
