"""A file that keeps its word: what was synced is on the disk, and one process has it.

The journal needs five things of a file and gets them from `Storage`; tests put another
disk in its place, one that loses what was not synced. Each system has its own idea of
how to lock and to flush, and they meet here. What is written is not known.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Final, Protocol

from p10net.lan import only_files

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PRIVATE: Final = 0o600
FAR: Final = 1 << 30
"""Where a lock lies that must not keep anybody from reading: beyond every end."""


class Held(Exception):
    """Another process has the file, and lives."""


class Storage(Protocol):
    """A file as the journal sees it; all of it may raise OSError."""

    def read(self) -> bytes:
        """Give all that is in it."""
        ...

    def write(self, data: memoryview, at: int) -> int:
        """Write some of these bytes at a place, and say how many."""
        ...

    def cut(self, size: int) -> None:
        """Take away what lies behind so many bytes."""
        ...

    def sync(self) -> None:
        """Wait until everything has reached the disk itself."""
        ...

    def close(self) -> None:
        """Let others have it."""
        ...


class File:
    """A file of the system's, held by this process alone."""

    def __init__(self, path: Path) -> None:
        """Open a file that is there; raises Held."""
        self._number = only_files.descriptor(path, os.O_RDWR)
        try:
            _lock(self._number)
        except BaseException:
            os.close(self._number)
            raise

    def read(self) -> bytes:
        """Give all that is in it."""
        with open(self._number, "rb", closefd=False) as file:
            file.seek(0)
            return file.read()

    def write(self, data: memoryview, at: int) -> int:
        """Write some of these bytes at a place, and say how many."""
        return _write(self._number, data, at)

    def cut(self, size: int) -> None:
        """Take away what lies behind so many bytes."""
        os.ftruncate(self._number, size)

    def sync(self) -> None:
        """Wait until everything has reached the disk itself."""
        _flush(self._number)

    def close(self) -> None:
        """Let others have it."""
        os.close(self._number)


def small(path: Path, most: int) -> bytes:
    """Read so much of a file that nobody else writes; raises OSError."""
    with open(only_files.descriptor(path), "rb") as file:
        return file.read(most)


def create(path: Path, data: bytes) -> File:
    """Make a file that begins with these bytes; it is there whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = draft = path.with_suffix(".new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        with open(os.open(draft, flags, PRIVATE), "wb") as file:
            file.write(data)
            file.flush()
            _flush(file.fileno())
        made = draft.rename(path)
        _sync_folder(path.parent)
        return File(path)
    except OSError:
        with contextlib.suppress(OSError):
            made.unlink(missing_ok=True)
        raise


def _lock(number: int) -> None:
    try:
        if sys.platform == "win32":
            os.lseek(number, FAR, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise Held from None


def _write(number: int, data: memoryview, at: int) -> int:
    if sys.platform == "win32":
        os.lseek(number, at, os.SEEK_SET)
        return os.write(number, data)
    return os.pwrite(number, data, at)


def _flush(number: int) -> None:
    if sys.platform == "darwin":
        fcntl.fcntl(number, fcntl.F_FULLFSYNC)  # fsync stops at the drive's own memory
    elif sys.platform == "win32":
        os.fsync(number)
    else:
        os.fdatasync(number)


def _sync_folder(folder: Path) -> None:
    """Let the name of a new file reach the disk as well."""
    if sys.platform == "win32":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
