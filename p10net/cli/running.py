"""Remembers which tables of this user run on this computer, to list and to stop them.

Each running host leaves a note with its process; a note whose process is gone, or whose
number some other program has by now, counts for nothing and is taken away.
"""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil
from msgspec import Struct

from p10net.client import files
from p10net.client.words import keeping
from p10net.protocol.address import Place, fold

CLOSING = 5.0
"""Seconds for a table to close: its players are told and the adverts taken back."""
LOOKS = 50
UNNOTED = (
    "Nothing can be noted in {} ({}): `p10net stop` and `p10net list --mine` will not"
    " find this table."
)


class Note(Struct, frozen=True):
    """One running table: its id and name, where it listens, and which process it is."""

    id: str
    name: str
    place: Place
    pid: int
    since: float


def _folder(state: Path) -> Path:
    return state / "running"


def _since(pid: int) -> float | None:
    """Say when a process began; two with the same number began at different times."""
    with contextlib.suppress(psutil.Error):
        return float(psutil.Process(pid).create_time())
    return None


@contextmanager
def noted(state: Path, id: str, name: str, place: Place) -> Iterator[str | None]:
    """Leave a note while a table runs, wherever that is kept itself.

    A folder that takes none does not stop it, but is told of in a sentence.
    """
    pid = os.getpid()
    note = Note(id, name, place, pid, _since(pid) or 0.0)
    path = _folder(state) / f"{pid}.json"
    try:
        files.write(path, note)
        unnoted = None
    except OSError as error:
        unnoted = UNNOTED.format(state, keeping.why(error))
    try:
        yield unnoted
    finally:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def tables(state: Path) -> tuple[Note, ...]:
    """List the tables that run now."""
    found = []
    for path in sorted(_folder(state).glob("*.json")):
        note = _read(path)
        if note is not None and _since(note.pid) == note.since:
            found.append(note)
        else:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
    return tuple(found)


def _read(path: Path) -> Note | None:
    with contextlib.suppress(OSError, msgspec.MsgspecError, RecursionError):
        return msgspec.json.decode(files.load(path), type=Note)
    return None


def called(name: str, notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """Pick the tables somebody means by a name or a port."""
    return tuple(
        note
        for note in notes
        if fold(note.name) == fold(name) or str(note.place.port) == name.strip()
    )


def stop(note: Note) -> bool:
    """Ask a table to close, and say whether it did in good time."""
    try:
        process = psutil.Process(note.pid)
        process.terminate()
        return any(_ended(process) for _ in range(LOOKS))
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False


def _ended(process: psutil.Process) -> bool:
    """Wait a little for a process; one that nobody buries has ended all the same."""
    try:
        process.wait(CLOSING / LOOKS)
    except psutil.TimeoutExpired:
        return process.status() == psutil.STATUS_ZOMBIE
    return True
