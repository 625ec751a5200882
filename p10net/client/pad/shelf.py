"""Where score pads are kept: a file a pad, put whole in the old one's place each time.

A file is lines of JSON, the head first, then an entry a line. So whatever befalls it, a
pad is read as far as its lines go, and a crash costs at most the line being typed. Two
programs that write on one pad would lose each other's lines: the second is told.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from p10net.client import files
from p10net.client.pad import book as books
from p10net.client.pad.book import Book
from p10net.client.pad.entries import Entry, Pad
from p10net.client.pad.writing import Naming, State, Wrote, typed
from p10net.client.words import pad as words
from p10net.engine import conflicts
from p10net.engine.rules import RulesError
from p10net.lan.ages import newest_first
from p10net.protocol.clean import clean

FOLDER: Final = "pads"
SUFFIX: Final = ".pad"
TORN: Final = ".torn"
"""What a damaged pad is kept as, once it is written on."""
_HEAD: Final = msgspec.json.Decoder(Pad)
_ENTRY: Final = msgspec.json.Decoder(Entry)


class Unkept(Exception):
    """A line that could not be kept; the text is one sentence for a person."""


class Read(Struct, frozen=True):
    """A pad from its file; `lost` lines at its end could not be read."""

    path: Path
    data: bytes
    book: Book | None
    lost: int = 0


def pads(folder: Path) -> list[Path]:
    """List the files of all pads, the one written last first."""
    return newest_first((folder / FOLDER).glob(f"*{SUFFIX}"))


def read(path: Path) -> Read:
    """Read a pad as far as its lines make sense; without a head there is none."""
    try:
        data = files.load(path)
    except OSError:
        data = b""
    first, *lines = data.split(b"\n")
    try:
        book = books.begun(_checked(_HEAD.decode(first)))
    except (ValueError, IndexError, RecursionError):
        return Read(path, data, None)
    lines = [line for line in lines if line.strip()]
    for at, line in enumerate(lines):
        try:
            book = books.written(book, _ENTRY.decode(line))
        except (ValueError, IndexError, RecursionError):
            return Read(path, data, book, len(lines) - at)
    return Read(path, data, book)


def _checked(pad: Pad) -> Pad:
    """Refuse a head that no pad of ours can have; raises ValueError."""
    conflicts.refuse(pad.rules)
    if pad.pad != 1 or any(name != clean(name) or not name for name in pad.players):
        raise RulesError("not a pad of this version")
    return pad


def write(book: Book) -> bytes:
    """Write a pad as its file."""
    lines = [msgspec.json.encode(one) for one in (book.pad, *book.entries)]
    return b"\n".join(lines) + b"\n"


def delete(path: Path) -> None:
    """Take a pad away for good, with what was damaged of it; raises Unkept."""
    try:
        path.with_suffix(TORN).unlink(missing_ok=True)
        path.unlink()
    except OSError as error:
        raise Unkept(words.unkept(path, error)) from None


class Keeper:
    """Keeps the pad that is being written, after every line."""

    def __init__(self, folder: Path, read: Read | None = None) -> None:
        """Go on with a pad that was read, or begin one when it has players."""
        self._folder = folder / FOLDER
        self._path = read.path if read else None
        self._data = read.data if read else b""
        self._torn = bool(read and read.lost)
        self._before = (self._path, self._data)

    def keep(self, state: State) -> None:
        """Put the pad as it is now into its file; raises Unkept."""
        if isinstance(state, Naming):
            if self._path is not None:
                self._before = (self._path, self._data)
            self._path, self._data, self._torn = None, b"", False
            return
        data = write(state)
        if self._path is None and data == self._before[1]:
            self._path, self._data = self._before
        path = self._path or _free(self._folder, state.pad.started)
        if data == self._data:
            return
        try:
            if self._path is not None and files.load(path) != self._data:
                raise Unkept(words.elsewhere(path))
            if self._torn:
                files.replace(path.with_suffix(TORN), self._data)
            files.replace(path, data)
        except OSError as error:
            raise Unkept(words.unkept(path, error)) from None
        self._path, self._data, self._torn = path, data, False

    def line(self, state: State, text: str, now: str) -> Wrote:
        """Take a line and keep what came of it; what cannot be kept never happened."""
        came = typed(state, text)
        if isinstance(came.state, Naming) and not came.state.started:
            came = came._replace(state=replace(came.state, started=now))
        try:
            self.keep(came.state)
        except Unkept as error:
            return Wrote(state, (str(error),))
        return came


def _free(folder: Path, started: str) -> Path:
    """Name a file that is not there yet, by the day."""
    day = "".join(char for char in started[:10] if char.isdecimal() or char == "-")
    number = 1
    while (path := folder / f"{day}-{number}{SUFFIX}").exists():
        number += 1
    return path
