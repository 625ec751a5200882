"""Pieces of a picture: fragments of text with a role, lines of them, and how they fit.

A screen is a tuple of lines, each exactly as wide as the terminal. Widths are counted
in cells, so that a name in any alphabet keeps the columns straight, and nothing gets
into a fragment that could move a cursor: what a terminal would obey is replaced by a
question mark here, whatever was or was not cleaned before.

It may not know what is drawn, nor which colours a role has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from p10net.protocol.clean import cells


class Fragment(NamedTuple):
    """A piece of text and what it is, `card.red` or `wrong chosen`; "" is plain.

    `key` is what a click on it presses, if somebody uses a mouse.
    """

    role: str
    text: str
    key: str = ""


Line = tuple[Fragment, ...]
Picture = tuple[Line, ...]

CURSOR = Fragment("cursor", "")


def _harmless(char: str) -> str:
    return char if char.isprintable() and cells(char) >= 0 else "?"


def text(words: str, role: str = "") -> Line:
    """Make a line of one fragment."""
    if not (words.isascii() and words.isprintable()):
        words = "".join(map(_harmless, words))
    return (Fragment(role, words),)


def row(*parts: Line | str) -> Line:
    """Put pieces one after the other."""
    return tuple(
        fragment
        for part in parts
        for fragment in (text(part) if isinstance(part, str) else part)
    )


def pressing(line: Line, key: str) -> Line:
    """Let a click on a line press a key."""
    return tuple(fragment._replace(key=key) for fragment in line)


def width(line: Line) -> int:
    """Count the cells a line fills."""
    return sum(cells(fragment.text) for fragment in line)


def cut(line: Line, room: int) -> Line:
    """Cut a line so that it fills no more than so many cells."""
    kept: list[Fragment] = []
    for fragment in line:
        wide = cells(fragment.text)
        if wide > room:
            kept.append(fragment._replace(text=_head(fragment.text, room)))
            return tuple(kept)
        kept.append(fragment)
        room -= wide
    return tuple(kept)


def _head(words: str, room: int) -> str:
    for at, char in enumerate(words):
        room -= cells(char)
        if room < 0:
            return words[:at]
    return words


def pad(line: Line, room: int) -> Line:
    """Make a line fill exactly so many cells, cut or with blanks at its end."""
    line = cut(line, room)
    missing = room - width(line)
    return (*line, Fragment("", " " * missing)) if missing else line


def column(words: str, room: int, role: str = "") -> Line:
    """Make a piece of a table: so many cells, whatever stands in it."""
    return pad(text(words, role), room)


def right(words: str, room: int, role: str = "") -> Line:
    """Make a piece of a table whose text stands at its right end."""
    piece = cut(text(words, role), room)
    return (Fragment("", " " * (room - width(piece))), *piece)


def ends(left: Line | str, last: Line | str, room: int) -> Line:
    """Put one piece at the left end and one at the right, the left one giving way."""
    tail = row(last)
    return row(pad(row(left), max(0, room - width(tail))), tail)


def beside(left: Picture, bar: str, last: Picture, rooms: tuple[int, int]) -> Picture:
    """Put two pictures side by side with a bar between them; the longer one rules."""
    size = max(len(left), len(last))
    return tuple(
        row(pad(one, rooms[0]), bar, pad(two, rooms[1]))
        for one, two in zip(fill(left, size), fill(last, size), strict=True)
    )


def fill(lines: Iterable[Line], size: int) -> Picture:
    """Make a picture of exactly so many lines, cut or with empty ones at its end."""
    some = tuple(lines)[:size]
    return some + ((),) * (size - len(some))


def wrap(words: str, room: int, indent: str = "") -> Iterator[str]:
    """Break a text into lines at its blanks, later ones indented."""
    line = ""
    for word in _pieces(words, room - cells(indent)):
        longer = f"{line} {word}" if line else word
        if cells(longer) > room:
            yield line
            longer = indent + word
        line = longer
    yield line


def _pieces(words: str, room: int) -> Iterator[str]:
    """Take a text's words one by one, those that would not fit in pieces."""
    for word in words.split():
        rest = word
        while cells(rest) > room and (head := _head(rest, room)):
            yield head
            rest = rest[len(head) :]
        yield rest


def plain(picture: Picture) -> str:
    """Write a picture without its roles, for tests and for copying."""
    lines = ("".join(piece.text for piece in line).rstrip() for line in picture)
    return "\n".join(lines) + "\n"
