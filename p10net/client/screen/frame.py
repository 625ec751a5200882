"""Makes a picture exactly as large as the terminal, or says that there is no room."""

from __future__ import annotations

from collections.abc import Callable

from p10net.client import picture
from p10net.client.picture import CURSOR, Picture
from p10net.client.screen.strokes import Strokes, strokes
from p10net.client.words import table as words

LEAST = (80, 20)
"""Columns and rows below which there is nothing to be drawn."""


def framed(
    draw: Callable[[Strokes], Picture], columns: int, rows: int, ascii_only: bool
) -> Picture:
    """Draw, each line exactly as wide as the terminal and as many as it has."""
    if columns < LEAST[0] or rows < LEAST[1]:
        first, *more = picture.wrap(words.small(columns, rows), max(columns, 2))
        lines: Picture = (picture.row((CURSOR,), first), *map(picture.text, more))
    else:
        lines = draw(strokes(columns, rows, ascii_only))
    return tuple(picture.pad(line, columns) for line in picture.fill(lines, rows))
