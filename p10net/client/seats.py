"""What a client remembers between two starts: its seats' tokens, and hosts it met.

A token is a seat, so each lies in a file of its own that only its user can read, and
a live process holds a lock on it: whoever starts a second client of the same name is
told, or sits down under another. A file that cannot be read counts as absent, with a
sentence about it; not being able to remember never keeps anybody from playing.

It may not know what a table does with a token.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from p10net.client import files
from p10net.client.words import keeping
from p10net.protocol.address import Place, fold
from p10net.protocol.envelope import TokenText

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

MOST_HOSTS: Final = 32

Kind = Literal["human", "bot"]


class Kept(Struct, frozen=True):
    """The token of one player at one table, as it lies on the disk.

    Files of older versions do not say whether it is a person's or a bot's.
    """

    table: str
    name: str
    token: TokenText
    kind: Kind | None = None


class Met(Struct, frozen=True):
    """A table that was sat down at: its id and name, and where it was."""

    table: str
    name: str
    places: tuple[Place, ...]


# --- Seats -----------------------------------------------------------------------


class Claim:
    """A player's place at one table, held against other processes until closed.

    `token` is what is remembered of it, `trouble` a sentence if memory fails. A bot
    and a person of one name have a place each.
    """

    def __init__(
        self, folder: Path, table: str, name: str, kind: Kind = "human"
    ) -> None:
        """Read what is remembered; raises BlockingIOError if another process has it."""
        self.name = name
        self.token: str | None = None
        self.trouble: str | None = None
        self._table, self._kind = table, kind
        self._path = _file(folder, table, name, kind)
        self._lock: int | None = None
        try:
            self._lock = _locked(self._path.with_suffix(".lock"))
            _inherit(_file(folder, table, name), self._path, kind)
            kept, self.trouble = _read(self._path, Kept)
            self.token = kept.token if kept else None
        except BlockingIOError:
            raise
        except OSError as error:
            self.trouble = keeping.not_kept(folder, error)

    def keep(self, token: str) -> bool:
        """Remember the token from now on, and say whether that was possible."""
        if self._lock is None:
            return False
        if self.token != token:
            try:
                kept = Kept(self._table, self.name, token, self._kind)
                files.write(self._path, kept)
            except OSError as error:
                self.trouble = keeping.not_kept(self._path.parent.parent, error)
                return False
            self.token = token
        return True

    def forget(self) -> None:
        """Remember nothing of this place any more."""
        self.token = None
        if self._lock is not None:
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Let another process have the place."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        """Hold the place for a block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let it go."""
        self.close()


def claim(
    folder: Path, table: str, names: Iterable[str], kind: Kind = "human"
) -> Claim | None:
    """Take the place of the first of these names that no live process holds.

    A bot goes on to its next name; a person, who has one, is asked what to do.
    """
    for name in names:
        with contextlib.suppress(BlockingIOError):
            return Claim(folder, table, name, kind)
    return None


def left_behind(folder: Path, table: str, kind: Kind = "human") -> tuple[str, ...]:
    """Name the places at a table that are remembered and that no process holds."""
    names = []
    for path in _unheld(folder, {table}):
        kept, _ = _read(path, Kept)
        if kept.kind == kind:
            names.append(kept.name)
    return tuple(names)


def _seats(folder: Path) -> Path:
    return folder / "seats"


def _file(folder: Path, table: str, name: str, kind: Kind = "human") -> Path:
    """Name the file; a host chooses its table's id, so it never names a path."""
    own = "" if kind == "human" else f"\0{kind}"
    key = sha256(f"{table}\0{fold(name)}{own}".encode()).hexdigest()[:32]
    return _seats(folder) / f"{key}.json"


def _inherit(old: Path, own: Path, kind: Kind) -> None:
    """Say for whom a file is that an older version left, to whoever asks first."""
    kept, _ = _read(old, Kept)
    if kept is None or kept.kind is not None:
        return
    with contextlib.suppress(BlockingIOError):
        lock = None if own == old else _locked(old.with_suffix(".lock"))
        files.write(own, replace(kept, kind=kind))
        if lock is not None:
            old.unlink()
            os.close(lock)


def _locked(path: Path) -> int:
    """Hold a lock until the descriptor is closed, or the process ends in any way."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _try_lock(lock)
            if _same(lock, path):  # and not taken away before the lock was there
                return lock
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)


def _try_lock(lock: int) -> None:
    if sys.platform == "win32":
        try:
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None
    else:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _same(lock: int, path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(lock), path.stat())
    return False


# --- Hosts -----------------------------------------------------------------------


def hosts(folder: Path) -> tuple[tuple[Met, ...], str | None]:
    """List the tables met, the last one first, and what is wrong with the list."""
    met, trouble = _read(_hosts(folder), tuple[Met, ...])
    return met or (), trouble


def meet(folder: Path, met: Met) -> str | None:
    """Remember where a table was; gives a sentence if that was not possible."""
    known, trouble = hosts(folder)
    others = [one for one in known if one.table != met.table]
    try:
        files.write(_hosts(folder), (met, *others)[:MOST_HOSTS])
    except OSError as error:
        return keeping.not_kept(folder, error)
    return trouble


def forget(folder: Path, name: str | None = None) -> int:
    """Forget hosts of that name, or all, and their seats that nobody holds.

    Gives the number of things forgotten.
    """
    known, _ = hosts(folder)
    gone = [met for met in known if name is None or fold(met.name) == fold(name)]
    tables = {met.table for met in gone}
    if gone and len(gone) < len(known):
        files.write(_hosts(folder), tuple(met for met in known if met not in gone))
    elif name is None:
        _hosts(folder).unlink(missing_ok=True)
    seats = [*_unheld(folder, None if name is None else tables)]
    for path in seats:
        path.unlink(missing_ok=True)
    return len(gone) + len(seats)


def _hosts(folder: Path) -> Path:
    return folder / "hosts.json"


def _unheld(folder: Path, tables: set[str] | None) -> Iterator[Path]:
    for path in sorted(_seats(folder).glob("*.json")):
        kept, _ = _read(path, Kept)
        if tables is None or (kept is not None and kept.table in tables):
            with contextlib.suppress(BlockingIOError):
                lock = _locked(path.with_suffix(".lock"))
                yield path
                path.with_suffix(".lock").unlink(missing_ok=True)
                os.close(lock)


def _read(path: Path, kind: Any) -> tuple[Any, str | None]:
    """Read a file; a damaged one counts as absent, with a sentence."""
    value, damaged = files.read(path, kind)
    return value, keeping.damaged(path) if damaged else None
