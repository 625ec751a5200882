"""What is no file where one is read: nothing hangs, nothing fills the memory.

A pipe is waited on for ever by whoever opens it, a device such as /dev/zero has no end;
a folder and a socket cannot be read at all. Each is told in one sentence where a person
named the file or has to do something about it, and counts as absent elsewhere.
"""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from p10net.cli import batch, folders, running, settings
from p10net.cli.exits import Exit
from p10net.cli.program import crashed
from p10net.client import files, pins, played, seats, sheets
from p10net.client.journey import keeping
from p10net.client.pad import shelf
from p10net.client.plain import recall
from p10net.engine.presets import preset
from p10net.host import identity, resume
from p10net.lan import only_files
from tests.shell import inside

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes with names, devices")


def a_pipe(path: Path) -> None:
    """Put a pipe there, at whose other end is nobody."""
    os.mkfifo(path)


def a_socket(path: Path) -> None:
    """Put a socket there that nobody listens on; its name may be short only."""
    before = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(before)


def a_device(path: Path) -> None:
    """Put a device there that gives zeros for ever."""
    path.symlink_to("/dev/zero")


ODD = (a_pipe, a_socket, a_device, Path.mkdir)


@pytest.fixture(params=ODD, ids=lambda make: make.__name__)
def odd(request: pytest.FixtureRequest) -> Callable[[Path], Path]:
    """Give what puts one of them somewhere."""

    def put(path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        request.param(path)
        return path

    return put


# --- Named by a person ---------------------------------------------------------------

NAMED = [
    ("rules {}", "mine.toml", Exit.USAGE),
    ("play --rules {}", "mine.toml", Exit.USAGE),
    ("replay {}", "game.p10net", Exit.FAILED),
    ("verify {}", "game.p10net", Exit.FAILED),
    ("judge --batch {}", "cases.jsonl", Exit.USAGE),
    ("arena {}:Mine steady", "mine.py", Exit.USAGE),
    ("bot 127.0.0.1:1 --brain {}:Mine", "mine.py", Exit.USAGE),
]


@pytest.mark.parametrize(("line", "name", "code"), NAMED)
def test_a_name_that_is_no_files(
    line: str,
    name: str,
    code: Exit,
    odd: Callable[[Path], Path],
    tmp_path: Path,
    home: Path,
    capsys: Capture,
) -> None:
    """One sentence says which it is, with the exit code of a wrong name."""
    path = odd(tmp_path / name)

    done = inside(capsys, *line.format(path).split())

    assert (done.code, done.out) == (code, "")
    assert str(path) in done.sentence


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of this system")
def test_cases_without_an_end() -> None:
    """On standard input a line that never ends is no case, nor what comes after."""
    said: list[str] = []
    with Path("/dev/zero").open("rb") as zeros:
        code = batch.run(zeros, preset("official"), said.append)

    assert code == Exit.USAGE
    assert len(said) == 1
    assert "has no end" in said[0]


# --- In the program's own folders -----------------------------------------------------


def test_settings(odd: Callable[[Path], Path], home: Path, capsys: Capture) -> None:
    """No command works with settings that it cannot read, and says so."""
    path = odd(settings.path())

    for line in ("config show", "config set bell off", "play"):
        done = inside(capsys, *line.split())
        assert (done.code, done.out) == (Exit.USAGE, "")
        assert done.sentence.startswith(f"{path} cannot be read (")


def test_a_hosts_key(odd: Callable[[Path], Path], home: Path, capsys: Capture) -> None:
    """Without it there is no table; what is in the way is named."""
    path = odd(folders.state() / identity.FILE)

    done = inside(capsys, "host", "--headless", "--port", "0", "--no-advertise")

    assert (done.code, done.out) == (Exit.FAILED, "")
    assert done.sentence.startswith(f"{path} cannot be read (")


def test_what_is_remembered(odd: Callable[[Path], Path], home: Path) -> None:
    """Seats, hosts, typed lines, sheets and journals: absent, each in its way."""
    state = folders.state()
    with seats.Claim(state, "7", "Ann") as claim:
        claim.keep("0123456789abcdef0123456789abcdef")
    (seat,) = (state / "seats").glob("*.json")
    seat.unlink()
    for name in ("hosts.json", pins.FILE, recall.FILE, "sheets/a.json"):
        odd(state / name)
    odd(seat)
    odd(state / "running" / "7.json")
    odd(state / "tables" / "a.journal")

    with seats.Claim(state, "7", "Ann") as claim:
        assert claim.token is None
        assert claim.trouble is not None
    assert seats.hosts(state)[0] == ()
    assert recall.load(state).lines == ()
    assert sheets.kept(state) == ()
    assert running.tables(state) == ()
    assert all(one.damage for one in resume.stopped(state))


def test_what_was_played(odd: Callable[[Path], Path], home: Path) -> None:
    """Games, journey and pads count as absent, or are told to be unreadable."""
    data = folders.data()
    odd(data / played.FILE)
    odd(data / keeping.FILE)
    odd(data / shelf.FOLDER / f"a{shelf.SUFFIX}")

    assert played.games(data) == []
    played.keep(data, played.Game("", "", 2, (), 1, True, 10, 0, ()))
    assert [shelf.read(path).book for path in shelf.pads(data)] == [None]
    with pytest.raises(keeping.Unreadable):
        keeping.load(data)


def test_where_a_mistake_is_kept(odd: Callable[[Path], Path], home: Path) -> None:
    """Whoever meets a mistake of ours is told so, and need not wait."""
    path = odd(folders.crash_file())

    assert "because of a mistake of its own" in crashed(ValueError("no"), path)


def test_a_report(
    odd: Callable[[Path], Path],
    home: Path,
    tmp_path: Path,
    capsys: Capture,
) -> None:
    """It leaves out what it cannot read."""
    odd(folders.crash_file())
    odd(folders.state() / "logs" / "1.txt")

    done = inside(capsys, "report", "--out", str(tmp_path / "mine.zip"))

    assert done.code == Exit.FINE


def test_a_report_is_a_file(
    odd: Callable[[Path], Path], home: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Nobody may be at the other end of what it would be written to."""
    path = odd(tmp_path / "mine.zip")

    done = inside(capsys, "report", "--out", str(path))

    assert str(path) in done.sentence
    assert (done.code, done.out) == (Exit.FAILED, "") or path.is_dir()


def test_a_file_may_not_be_longer_than_it_can_be(tmp_path: Path) -> None:
    """Nothing of ours has so many bytes; what has is not read into memory."""
    path = tmp_path / "long.json"
    with path.open("wb") as file:
        file.truncate(files.MOST + 1)

    assert files.read(path, object) == (None, True)


@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_RDWR], ids=["to read", "to write"])
def test_only_a_file_is_opened(
    odd: Callable[[Path], Path], flags: int, tmp_path: Path
) -> None:
    """At once, and nothing stays open of what is refused."""
    path, before = odd(tmp_path / "odd"), len(os.listdir("/dev/fd"))
    with pytest.raises(OSError, match=r"it is no file|directory"):
        only_files.descriptor(path, flags)
    assert len(os.listdir("/dev/fd")) == before
