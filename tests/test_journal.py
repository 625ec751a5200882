"""What a journal promises, on a real disk and on one that breaks all its own."""

import errno
import stat
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
import trio

from p10net.host import journal_file, storage
from p10net.host.house import HouseBot, Setup
from p10net.host.journal import NotKept, nothing
from p10net.host.journal_file import FileJournal, Opening, Serving, begin, read
from p10net.host.records import Change, Record, Renamed, Sat
from p10net.host.sectors import SECTOR, Damaged, first, record, scan
from p10net.host.storage import File, Held
from p10net.host.tail import Tail
from p10net.protocol.people import PersonKind
from tests.disk import Direct, Disk, PowerCut, failing, power_cut

OPENING = Opening(
    "a1" * 16,
    Setup("Ann's table", bots=(HouseBot("steady", "Cleo"),), password="tea"),
    Serving(4211, ("127.0.0.1",), 0.5),
    7,
)
CUTS = 2000
MOST_FAILURES = 200


def changes(count: int, chance: Random) -> list[Change]:
    """Make changes of one sector and of several."""
    return [
        Renamed(number, "x" * chance.choice((1, 20, 700)))
        if number % 3
        else Sat(number, "ab" * 16, "Ann", PersonKind.HUMAN)
        for number in range(count)
    ]


def on(disk: Disk, journal: type[FileJournal] = FileJournal) -> FileJournal:
    """Open the journal that a disk holds."""
    return journal(disk, scan(disk.read()), lambda: 5)


async def keep(journal: FileJournal, wanted: Sequence[Change]) -> list[Change]:
    """Append until something is wrong; gives what was acknowledged."""
    done: list[Change] = []
    try:
        for change in wanted:
            await journal.append(Record(change))
            done.append(change)
    except (NotKept, PowerCut):
        pass
    return done


def found(data: bytes) -> list[Change | None]:
    """Read the changes that a file holds."""
    return [entry.change for entry in read(scan(data)).entries]


async def test_a_journal_on_the_disk_gives_everything_back(tmp_path: Path) -> None:
    """What the table is, every change in its order, and `seq` before each."""
    path = tmp_path / "deep" / "a.journal"
    wanted = changes(20, Random(1))
    seqs = iter(range(100))
    journal = journal_file.create(path, OPENING, lambda: next(seqs))
    assert await keep(journal, wanted) == wanted
    journal.close()

    kept = read(scan(path.read_bytes()))

    assert kept.opening == OPENING
    assert [entry.seq for entry in kept.entries] == [*range(20)]
    assert [entry.change for entry in kept.entries] == wanted


async def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    """It holds sessions and a password, and its folder lists tables."""
    path = tmp_path / "tables" / "a.journal"
    journal_file.create(path, OPENING, lambda: 0).close()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [*path.parent.iterdir()] == [path]


def test_two_processes_never_write_one_file(tmp_path: Path) -> None:
    """Whoever comes second is told, until the first lets go."""
    path = tmp_path / "a.journal"
    mine = storage.create(path, begin(OPENING))

    with pytest.raises(Held):
        File(path)
    mine.close()
    File(path).close()


def test_a_table_is_never_begun_over_another(tmp_path: Path) -> None:
    """A file that cannot be made leaves nothing behind, and the old one as it was."""
    blocked = tmp_path / "file"
    blocked.write_bytes(b"mine")

    with pytest.raises(OSError, match=r"exist|directory"):
        storage.create(blocked / "a.journal", b"x")

    assert blocked.read_bytes() == b"mine"


@pytest.mark.parametrize("step", ["sync", "name", "sync the name", "lock"])
def test_a_draft_never_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A file that could not be begun is not there, whichever step of it failed."""

    def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    module, name = STEPS[step]
    monkeypatch.setattr(module, name, fails)
    with pytest.raises(OSError, match="No space"):
        storage.create(tmp_path / "a.journal", b"x")
    monkeypatch.undo()

    assert [*tmp_path.iterdir()] == []
    storage.create(tmp_path / "a.journal", b"x").close()


STEPS = {
    "sync": (storage, "_flush"),
    "name": (Path, "rename"),
    "sync the name": (storage, "_sync_folder"),
    "lock": (storage, "_lock"),
}


async def test_a_torn_end_is_cut_off_before_the_next_record(tmp_path: Path) -> None:
    """A journal that goes on after a crash has no scar."""
    path = tmp_path / "a.journal"
    journal = journal_file.create(path, OPENING, lambda: 0)
    one, two, three = changes(3, Random(2))
    await keep(journal, [one, two])
    journal.close()
    data = path.read_bytes()
    path.write_bytes(data + record(scan(data).salt, 3, b"never acknowledged")[:-100])

    file = File(path)
    journal = FileJournal(file, scan(file.read()), lambda: 0)
    await keep(journal, [three])
    journal.close()

    assert found(path.read_bytes()) == [one, two, three]


async def test_a_file_does_not_grow_with_every_record(tmp_path: Path) -> None:
    """The disk is spared that; a closed file has no more than its records."""
    path = tmp_path / "a.journal"
    journal = journal_file.create(path, OPENING, lambda: 0)
    sizes = []
    for number in range(100):
        await journal.append(Record(Renamed(1, f"Ann {number}")))
        sizes.append(path.stat().st_size)
    journal.close()

    assert len({*sizes}) == 2
    assert path.stat().st_size == scan(path.read_bytes()).end < sizes[0] + 50 * SECTOR


async def test_a_killed_host_goes_on_in_the_room_it_left(tmp_path: Path) -> None:
    """Its file was never cut; the next record is there, and nothing is made of it."""
    path = tmp_path / "a.journal"
    journal = journal_file.create(path, OPENING, lambda: 0)
    one, two = changes(2, Random(5))
    await keep(journal, [one])
    left = path.read_bytes()
    journal.close()
    path.write_bytes(left)
    assert scan(left).end < len(left)

    file = File(path)
    journal = FileJournal(file, scan(file.read()), lambda: 0)
    assert await keep(journal, [two]) == [two]

    assert found(path.read_bytes()) == [one, two]
    journal.close()


async def test_a_disk_with_room_for_a_record_only_keeps_it() -> None:
    """That there is none for more is nothing that a record fails by."""
    wanted = changes(9, Random(6))
    roomy = Disk(begin(OPENING))
    await keep(on(roomy), wanted)
    tight = Disk(begin(OPENING), limit=scan(roomy.held).end)

    assert await keep(on(tight), wanted) == wanted
    assert found(tight.held) == wanted


# --- The power goes ---------------------------------------------------------------


async def survives(seed: int, kind: type[FileJournal] = FileJournal) -> None:
    """Let the power go twice while records are kept, and look at what is there."""
    chance = Random(seed)
    disk = Disk(begin(OPENING), chance)
    journal = on(disk, kind)
    all_done: list[Change] = []
    for evening in range(2):
        disk.fate = power_cut(disk.steps + chance.randint(1, 16))
        wanted = changes(12, chance)
        done = await keep(journal, wanted)
        all_done += done
        after = disk.after_a_cut(chance)
        rest = found(after)[len(all_done) :]
        assert found(after)[: len(all_done)] == all_done, (seed, evening)
        assert rest == wanted[len(done) :][: len(rest)], (seed, evening)
        assert len(rest) <= 1, (seed, evening)
        all_done += wanted[len(done) :][: len(rest)]
        disk = Disk(after, chance)
        journal = on(disk, kind)
    last = changes(3, chance)
    assert await keep(journal, last) == last
    assert found(disk.held) == all_done + last, seed


@pytest.mark.limit(60)
async def test_no_power_cut_loses_what_was_acknowledged() -> None:
    """Two cuts in a row, a thousand times: all that was kept is there, in order.

    Of what was not acknowledged at most the one record on its way may be there too.
    """
    for seed in range(CUTS // 2):
        await survives(seed)


@pytest.mark.soak
@pytest.mark.limit(900)
async def test_no_power_cut_loses_anything_in_fifty_thousand() -> None:
    """The same with other chances, for a long time."""
    for seed in range(CUTS, CUTS + 25_000):
        await survives(seed, Direct)


# --- The disk is full, or fails ---------------------------------------------------


@pytest.mark.limit(60)
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO], ids=["full", "failing"])
@pytest.mark.parametrize("lasting", [1, 7], ids=["once", "for a while"])
async def test_a_record_is_kept_or_refused(code: int, lasting: int) -> None:
    """Whichever step fails, the record is not there, and later ones are."""
    for step in range(1, MOST_FAILURES):
        disk = Disk(begin(OPENING), Random(step))
        disk.fate = failing(range(step, step + lasting), code)
        journal = on(disk)
        wanted = changes(40, Random(step))
        done: list[Change] = []
        for change in wanted:
            done += await keep(journal, [change])

        assert len(done) >= len(wanted) - lasting
        assert found(disk.held) == done
        assert found(disk.after_a_cut(Random(step)))[: len(done)] == done


def test_what_was_refused_leaves_nothing_behind_a_shorter_record() -> None:
    """It is cut off before the next is written, if it could not be at once."""
    disk = Disk(begin(OPENING))
    tail = Tail(disk, scan(disk.held))
    disk.fate = failing(range(3, 5))  # the flush, and the first of taking it back
    with pytest.raises(OSError, match="No space left"):
        tail.add(tail.draft(bytes(3 * SECTOR)), nothing, nothing)
    assert disk.steps == 4
    tail.add(tail.draft(b"short"), nothing, nothing)

    kept = scan(disk.held)
    assert (kept.bodies[1:], kept.torn) == ((b"short",), False)


async def test_a_file_that_lost_a_record_is_refused() -> None:
    """Even the last one: the mark behind its flush says that it was kept."""
    disk = Disk(begin(OPENING))
    ends = [len(disk.held)]
    for change in changes(4, Random(7)):
        journal = on(disk)
        await journal.append(Record(change))
        journal.close()
        with pytest.raises(Damaged):
            scan(disk.held[: ends[-1]])
        ends.append(len(disk.held))
    assert ends == sorted(set(ends))


async def test_mending_tells_whether_records_are_kept_again() -> None:
    """It fails as long as the disk does, and leaves no change behind."""
    disk = Disk(begin(OPENING))
    journal = on(disk)
    one, two = changes(2, Random(3))
    disk.fate = failing(range(1, 100))
    assert await keep(journal, [one]) == []
    with pytest.raises(NotKept, match="No space left"):
        await journal.mend()

    disk.fate = failing(range(0))
    await journal.mend()
    await journal.append(Record(two))

    assert found(disk.held) == [None, two]


async def test_a_write_that_began_is_finished() -> None:
    """Whoever is cancelled meanwhile leaves a whole record behind."""
    disk = Disk(begin(OPENING))
    journal = on(disk)
    (change,) = changes(1, Random(4))
    with trio.CancelScope() as scope:
        scope.cancel()
        await journal.append(Record(change))

    assert found(disk.held) == [change]


# --- What is no journal -----------------------------------------------------------


BEGUN = begin(OPENING)
NO_TABLE = [
    ("no record", first(bytes(16))),
    ("half a record", begin(OPENING)[:-1]),
    ("a record never written", first(bytes(16)) + bytes(512)),
    ("a record of something else", first(bytes(16)) + record(bytes(16), 0, b"hello")),
    ("a change that is none", BEGUN + record(scan(BEGUN).salt, 1, b"\x92\x05\x01")),
]


@pytest.mark.parametrize(
    "data", [row[1] for row in NO_TABLE], ids=[row[0] for row in NO_TABLE]
)
def test_a_file_that_tells_of_no_table_is_refused(data: bytes) -> None:
    """Whole records are not enough: they must say what a table is and did."""
    with pytest.raises(Damaged):
        read(scan(data))
