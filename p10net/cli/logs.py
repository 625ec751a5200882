"""Keeps what the program has to say to whoever mends it, away from anybody's screen.

Each run writes a file of its own, so that two never write into one; those of the last
few runs are kept.
"""

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from p10net.lan.ages import newest_first

RUNS = 5
"""How many runs are kept, this one included."""
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@contextlib.contextmanager
def kept(state: Path) -> Iterator[None]:
    """Write this process's log messages to a file for a block; else they are lost."""
    root, writer = logging.getLogger(), _writer(state / "logs")
    before = root.level
    logging.raiseExceptions = False  # a full disk is not told to a player's screen
    root.addHandler(writer)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.setLevel(before)
        root.removeHandler(writer)
        writer.close()


def _writer(folder: Path) -> logging.Handler:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{os.getpid()}.txt"
        path.unlink(missing_ok=True)  # of a process of before, or no file at all
        writer = logging.FileHandler(path, "w", "utf-8")
    except OSError:
        return logging.NullHandler()
    writer.setFormatter(logging.Formatter(FORM))
    _tidy(folder.parent)
    return writer


def runs(state: Path) -> list[Path]:
    """List the files of the last runs, oldest first."""
    return newest_first((state / "logs").glob("*.txt"))[::-1]


def forget(state: Path, *others: Path) -> int:
    """Take the files of all runs away, and these; gives how many there were."""
    gone = [path for path in (*runs(state), *others) if path.exists()]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def _tidy(state: Path) -> None:
    """Take away all but the newest; another run may be doing the same."""
    for path in runs(state)[:-RUNS]:
        with contextlib.suppress(OSError):
            path.unlink()
