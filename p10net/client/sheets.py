"""Keeps the last score sheet of each game a guest plays, in case its host is lost.

It is what everybody at the table saw: the rules, the points, whose seats they were.
With it any guest can open the table anew after the last finished round. What a file
says is believed as far as it reads as a sheet; how a table is kept is not known here.
"""

from __future__ import annotations

import contextlib
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from p10net.client import files
from p10net.engine.view import Stage, View
from p10net.lan.ages import newest_first
from p10net.protocol.address import fold
from p10net.protocol.clean import clean
from p10net.protocol.messages import State
from p10net.protocol.people import PersonKind

MOST: Final = 8
"""Sheets that are kept; what was written longest ago goes first."""


class Seated(Struct, frozen=True):
    """Whose a seat was; `program` is the brain's or program's name of a bot."""

    seat: int
    name: str
    program: str = ""


class Sheet(Struct, frozen=True):
    """A game after a finished round: the table's name, oneself, and everybody.

    `left` are those whose seats were out of the game by then.
    """

    table: str
    me: str
    view: View
    seats: tuple[Seated, ...]
    left: tuple[Seated, ...] = ()


def keep(folder: Path, id: str, table: str, state: State) -> None:
    """Keep the sheet of a round that has ended; one of a game that is over goes.

    A watcher's is not kept: whoever goes on with a game has played it.
    """
    path = _file(folder, id)
    with contextlib.suppress(OSError):
        if state.view.stage is Stage.GAME_OVER:
            path.unlink(missing_ok=True)
        elif (sheet := _sheet(table, state)) is not None:
            files.write(path, sheet)
            for old in _newest(folder)[MOST:]:
                old.unlink(missing_ok=True)


def _sheet(table: str, state: State) -> Sheet | None:
    view = state.view
    if view.you is None or view.stage is not Stage.ROUND_OVER:
        return None
    seats = tuple(
        Seated(
            one.seat,
            clean(one.name),
            clean(one.client) if one.kind is PersonKind.BOT else "",
        )
        for one in state.table.seats
    )
    left = tuple(
        Seated(
            one.seat,
            clean(one.name),
            one.kind.value if one.kind is PersonKind.BOT else "",
        )
        for one in state.table.left
    )
    me = next((one.name for one in seats if one.seat == view.you.seat), "")
    return Sheet(clean(table), me, replace(view, you=None), seats, left)


def kept(folder: Path) -> tuple[Sheet, ...]:
    """List the sheets that can be read, the newest first."""
    read = [files.read(path, Sheet)[0] for path in _newest(folder)]
    return tuple(
        sheet
        for sheet in read
        if sheet is not None and sheet.view.stage is Stage.ROUND_OVER
    )


def meant(folder: Path, table: str) -> Sheet | None:
    """Pick the newest sheet, or that of the table somebody names."""
    found = kept(folder)
    return next((one for one in found if fold(table) in ("", fold(one.table))), None)


def of(folder: Path, id: str, since: float, until: float) -> Sheet | None:
    """Give the sheet of the table with this id, if it was written in that time."""
    path = _file(folder, id)
    try:
        fresh = since <= path.stat().st_mtime <= until
    except OSError:
        return None
    sheet, _ = files.read(path, Sheet) if fresh else (None, False)
    scored = sheet is not None and sheet.view.stage is Stage.ROUND_OVER
    return sheet if scored else None


def forget(folder: Path, table: str | None = None) -> int:
    """Keep no sheets of tables of this name any more, or none at all; gives how many.

    One that cannot be read belongs to no name.
    """
    count = 0
    for path in _newest(folder):
        sheet, _ = files.read(path, Sheet)
        if table is None or (sheet is not None and fold(sheet.table) == fold(table)):
            path.unlink(missing_ok=True)
            count += 1
    return count


def _newest(folder: Path) -> list[Path]:
    return newest_first((folder / "sheets").glob("*.json"))


def _file(folder: Path, id: str) -> Path:
    """Name the file; a host chooses its table's id, so it never names a path."""
    return folder / "sheets" / f"{sha256(id.encode()).hexdigest()[:32]}.json"
