"""Small files of one user: read with distrust, written whole and for their eyes only.

A file that cannot be read is absent as far as anybody here is concerned; whoever asked
says so in a sentence of its own. What only looks like one is never waited for, nor read
without end: a pipe, a device.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from p10net.lan import only_files

MOST: Final = 1 << 24
"""Bytes of the longest file: far more than any of ours has."""


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read it; raises OSError for whatever else has that name."""
    with open(only_files.descriptor(path), "rb") as file:
        yield file


def load(path: Path, most: int = MOST) -> bytes:
    """Read a file of at most so many bytes whole; raises OSError."""
    with opened(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is longer than {most} bytes")
    return data


def read(path: Path, kind: Any) -> tuple[Any, bool]:
    """Read a file; gives None and True for one that is there and makes no sense."""
    try:
        return msgspec.json.decode(load(path), type=kind), False
    except FileNotFoundError:
        return None, False
    except (OSError, ValueError, RecursionError):
        return None, True


def write(path: Path, value: object) -> None:
    """Put a value in the place of the old file, whole and safe on the disk."""
    replace(path, msgspec.json.encode(value))


def replace(path: Path, data: bytes) -> None:
    """Put bytes in the place of the old file, whole and safe on the disk."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
