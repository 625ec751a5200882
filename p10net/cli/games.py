"""Keeps the games that ended here as files, and reads them again.

Both the host of a table and whoever plays at it save what they know, in one folder of
the user's; what was saved longest ago makes room. A file may come from anybody, so it
is read with distrust: what is wrong with it is one sentence.
"""

import contextlib
import logging
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from p10net.cli import folders
from p10net.cli.exits import Trouble
from p10net.client import files
from p10net.client.session import Session
from p10net.client.story import Save
from p10net.client.words import keeping
from p10net.host import rerun
from p10net.host.records import Change
from p10net.host.table import Table
from p10net.protocol import saved
from p10net.protocol.clean import clean
from p10net.protocol.saved import MOST_BYTES, Frame, Head, Line, SavedError

FOLDER = "games"
SUFFIX = ".p10net"
MOST = 200
"""Games that are kept, and their bytes in all; the oldest go first."""
MOST_IN_ALL = 1 << 26

LOG = logging.getLogger(__name__)


def folder(state: Path | None = None) -> Path:
    """Say where games are kept: with a table's files, if it has a place of its own."""
    own = state is not None and state != folders.state()
    return (state if own and state else folders.data()) / FOLDER


Tell = Callable[[str], None]
"""Hears in a sentence that a game could not be saved."""


def keep(
    where: Path, head: Head, lines: tuple[Line, ...], unsaved: Tell | None = None
) -> None:
    """Save a game; not being able to disturbs no game, and `unsaved` is told."""
    digits = re.sub(r"[^0-9]", "", head.when)[:14]
    who = "host" if head.by == "host" else f"seat{head.seat}"
    path = where / f"{digits}-{head.game[:8] or 'game'}-{who}{SUFFIX}"
    try:
        files.replace(path, saved.write(head, lines))
        _make_room(where, path)
    except OSError as error:
        LOG.warning("a game could not be saved: %s", error.strerror)
        if unsaved is not None:
            why, step = keeping.why(error), keeping.remedy(error)
            unsaved(f"A game could not be saved in {where} ({why}): {step}.")


def _make_room(where: Path, new: Path) -> None:
    """Let the oldest games go when there are too many, or too much.

    The one just saved stays, whatever date the computer takes this for.
    """
    size = 0
    others = [path for path in _by_date(where) if path != new]
    for number, path in enumerate([new, *others]):
        with contextlib.suppress(OSError):
            size += path.stat().st_size
            if number >= MOST or size > MOST_IN_ALL:
                path.unlink()


def by_host(
    table: Table, where: Path, unsaved: Tell | None = None
) -> Callable[[Change], None]:
    """Give what has to hear of a table's changes to save each game that ends."""
    games = 0

    def told(change: Change) -> None:
        nonlocal games
        played = table.over and table.house.acts
        if played and games != table.house.games:
            games = table.house.games
            when = datetime.now(UTC).isoformat(timespec="seconds")
            keep(where, *rerun.saved(table.house, when), unsaved)

    return told


@contextlib.contextmanager
def by_client(
    session: Session, where: Path, unsaved: Tell | None = None
) -> Iterator[None]:
    """Save each game that ends at a session's table while the block lasts."""
    session.deals.story.save = _saving(session, where, unsaved)
    try:
        yield
    finally:
        session.deals.story.finish()


def _saving(session: Session, where: Path, unsaved: Tell | None) -> Save:
    def save(head: Head, lines: tuple[Line, ...]) -> None:
        table = session.welcome.table.name if session.welcome else ""
        keep(where, saved.named(head, clean(table)), lines, unsaved)

    return save


def _by_date(where: Path) -> list[Path]:
    """List the games, the newest first; a day to come is some clock's mistake."""
    until = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y%m%d")

    def age(path: Path) -> tuple[bool, Path]:
        day = path.name[:8]
        return not (day.isdecimal() and day > until), path

    return sorted(where.glob(f"*{SUFFIX}"), key=age, reverse=True)


# --- Reading ------------------------------------------------------------------------


def newest(where: Path) -> Iterator[tuple[Path, Head]]:
    """Give the games kept in a folder that can be read, the newest first."""
    for path in _by_date(where):
        with contextlib.suppress(Trouble):
            yield path, load(path)[0]


def load(path: Path) -> tuple[Head, tuple[Line, ...]]:
    """Read a saved game; raises Trouble."""
    shown = clean(str(path))
    try:
        return saved.read(files.load(path, MOST_BYTES))
    except OSError as error:
        why = (error.strerror or "no file").lower()
        raise Trouble(f"{shown} cannot be read ({why}): name a saved game.") from None
    except SavedError as error:
        raise broken(path, error) from None


def broken(path: Path, error: SavedError) -> Trouble:
    """Say what is wrong with a file."""
    return Trouble(f"{clean(str(path))} {error}.")


def frames(head: Head, lines: tuple[Line, ...]) -> tuple[Frame, ...]:
    """Tell a game moment by moment; raises SavedError."""
    told = rerun.frames(head, lines) if head.by == "host" else saved.frames(lines)
    found = tuple(told)
    if not found:
        raise SavedError("holds no moment of a game")
    return found
