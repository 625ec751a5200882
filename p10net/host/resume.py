"""Brings a table back from its journal, after a good night or a bad crash.

All that outlasts a process stands in the journal, so a table is opened empty and lives
through its changes again. Nobody is connected then: the seats wait for their players'
sessions, and every clock begins anew, since nobody could play meanwhile. A file that is
damaged is never taken for one that is whole.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from p10net.engine.dice import played
from p10net.engine.view import Stage
from p10net.host import journal_file
from p10net.host.chance import Chance
from p10net.host.journal_file import FileJournal, Kept, Opening, Serving
from p10net.host.records import Record
from p10net.host.sectors import Damaged, OtherVersion, Scan, scan
from p10net.host.storage import File, Held
from p10net.host.table import Table
from p10net.lan.ages import newest_first

FOLDER: Final = "tables"
SUFFIX: Final = ".journal"
SALVAGED: Final = ".damaged"
MOST: Final = 16
"""Tables that may lie there; what was left longest ago goes first."""
SEQ_JUMP: Final = 1 << 20
"""What passed after the last record raised `seq` too, and it must never go back."""


class NoResume(Exception):
    """A table cannot be brought back; the text is one sentence for a person."""


class Stopped(Struct, frozen=True):
    """A table that stopped before it was over.

    `damage` says why it cannot be brought back as it is; then little else is known.
    """

    path: Path
    name: str = ""
    players: tuple[str, ...] = ()
    round: int = 0
    dice: bool = False
    stage: Stage = Stage.LOBBY
    damage: str = ""


class Resumed(Struct, frozen=True):
    """A table as it was, its journal open for more, and how it was offered.

    `salvaged` says that its end was lost.
    """

    table: Table
    journal: FileJournal
    serving: Serving
    salvaged: bool = False


def keep(
    folder: Path, table: Table, serving: Serving, seed: int | None = None
) -> FileJournal:
    """Begin the journal of a new table in the state folder; raises OSError."""
    _make_room(folder)
    opening = Opening(table.house.id, table.house.setup, serving, seed)
    path = folder / FOLDER / f"{table.house.id}{SUFFIX}"
    return journal_file.create(path, opening, lambda: table.seq)


def _make_room(folder: Path) -> None:
    """Give up the tables that nobody came back to for longest, if there are many."""
    for path in newest_first((folder / FOLDER).glob(f"*{SUFFIX}"))[MOST - 1 :]:
        with contextlib.suppress(OSError, Held):
            File(path).close()
            path.unlink()


def over(table: Table) -> bool:
    """Whether nothing is left that anybody would come back for."""
    return not table.house.playing


def forget(folder: Path, table: Table) -> None:
    """Take the journal of a table away that was closed when no game was on."""
    path = folder / FOLDER / f"{table.house.id}{SUFFIX}"
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


# --- What lies there --------------------------------------------------------------


def stopped(folder: Path) -> tuple[Stopped, ...]:
    """List the tables that can be brought back, the newest first."""
    paths = newest_first((folder / FOLDER).glob(f"*{SUFFIX}"))
    return tuple(one for path in paths if (one := _look(path)) is not None)


def _look(path: Path) -> Stopped | None:
    """Read what lies there; None if it is running, or cannot even be opened."""
    try:
        file = File(path)
    except (OSError, Held):
        return None
    try:
        table = restore(journal_file.read(scan(file.read())), 0.0)
    except (OSError, Damaged, OtherVersion) as error:
        return Stopped(path, damage=_sentence(path, error))
    finally:
        file.close()
    house = table.house
    players = tuple(p.name for _, p in sorted(house.players.items()))
    at = house.game.open.round if house.game else 0
    dice = played(house.rules)
    return Stopped(path, house.setup.name, players, at, dice, house.stage)


def _sentence(path: Path, error: Exception) -> str:
    match error:
        case Damaged(before=None):
            return f"{path} is damaged at its beginning: nothing can be saved of it."
        case Damaged():
            return (
                f"{path} is damaged at byte {error.position}: --salvage goes on from"
                " the last record before that."
            )
        case OtherVersion():
            return f"{path} was written by another version: resume it with that one."
        case _:
            why = getattr(error, "strerror", None) or type(error).__name__
            return f"{path} cannot be read ({why})."


# --- Coming back ------------------------------------------------------------------


def resume(path: Path, now: float, *, salvage: bool = False) -> Resumed:
    """Bring the table of a journal back; raises NoResume.

    With `salvage` a damaged one comes back as far as it is whole, and the file as it
    was is kept beside it.
    """
    try:
        file = File(path)
    except Held:
        raise NoResume("This table is running already: join it, or stop it.") from None
    except OSError as error:
        raise NoResume(_sentence(path, error)) from None
    try:
        known, lost = _scanned(path, file.read(), salvage)
        kept = journal_file.read(known)
        table = restore(kept, now)
    except (OSError, Damaged, OtherVersion) as error:
        file.close()
        raise NoResume(_sentence(path, error)) from None
    table.house.salvaged = lost
    journal = FileJournal(file, known, _counting(table))
    return Resumed(table, journal, kept.opening.serving, lost)


def _scanned(path: Path, data: bytes, salvage: bool) -> tuple[Scan, bool]:
    try:
        return scan(data), False
    except Damaged as error:
        if not salvage or error.before is None:
            raise
        shutil.copy2(path, _free(path))
        return error.before, True


def _free(path: Path) -> Path:
    """Name a file beside this one that is not there yet."""
    number = 1
    while (beside := path.with_suffix(f"{SALVAGED}{number}")).exists():
        number += 1
    return beside


def _counting(table: Table) -> Callable[[], int]:
    return lambda: table.seq


def restore(kept: Kept, now: float) -> Table:
    """Live through all that a journal has kept."""
    opening = kept.opening
    table = Table(opening.setup, Chance(opening.seed))
    house = table.house
    house.id = opening.id
    for entry in kept.entries:
        if entry.change is not None:
            table.commit(Record(entry.change), now)
        house.seq = max(house.seq, entry.seq)
    house.seq += SEQ_JUMP
    return table
