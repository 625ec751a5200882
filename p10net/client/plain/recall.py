"""What somebody has typed before, for the arrows to bring back on other evenings too.

The file is small and for its owner's eyes only. What is said to the others is not
written down, nor anything that could be a password or a code: only lines that begin
with a word of the line mode.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from p10net.client import files
from p10net.client.words import manual

MOST: Final = 100
"""Lines that are remembered; what was typed longest ago goes first."""
LONGEST: Final = 200
"""Letters of a line that is written down."""
FILE: Final = "typed.json"
SECRET: Final = {"password"}
OURS: Final = manual.WORDS - SECRET - {"say", "name"}
"""Words that a line on the disk may begin with."""


class Recall:
    """Lines in their order, and how far the arrows have gone back in them."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        """Begin behind the newest line."""
        self._lines = [*lines][-MOST:]
        self._at, self._begun = len(self._lines), ""

    @property
    def lines(self) -> tuple[str, ...]:
        """All of them, the newest last."""
        return tuple(self._lines)

    def add(self, line: str) -> None:
        """Remember a line that was finished, once; the arrows begin anew."""
        line = line.strip()
        if len(line) > 1 and not line.isdecimal() and _word(line) not in SECRET:
            self._lines = [one for one in self._lines if one != line][1 - MOST :]
            self._lines.append(line)
        self._at, self._begun = len(self._lines), ""

    def older(self, begun: str) -> str | None:
        """Give the line before, if there is one; `begun` is what stands there now."""
        if not self._at:
            return None
        if self._at == len(self._lines):
            self._begun = begun
        self._at -= 1
        return self._lines[self._at]

    def newer(self) -> str | None:
        """Give the line after, at last what was begun before the arrows."""
        if self._at == len(self._lines):
            return None
        self._at += 1
        return [*self._lines, self._begun][self._at]


def _word(line: str) -> str:
    return line.split(maxsplit=1)[0].lower()


# --- From one evening to the next ----------------------------------------------------


def _may_be_kept(line: str) -> bool:
    known = bool(line.strip()) and _word(line) in OURS
    return known and line.isprintable() and len(line) <= LONGEST


def load(folder: Path) -> Recall:
    """Read what was typed on other evenings; a file that makes no sense is none."""
    read, _ = files.read(folder / FILE, list[str])
    return Recall(filter(_may_be_kept, read or ()))


def keep(folder: Path, recall: Recall) -> None:
    """Write down what may be, where anything can be kept."""
    with contextlib.suppress(OSError):
        files.write(folder / FILE, [*filter(_may_be_kept, recall.lines)])


def forget(folder: Path) -> int:
    """Let go of it; gives whether there was anything."""
    path = folder / FILE
    there = path.exists()
    path.unlink(missing_ok=True)
    return int(there)
