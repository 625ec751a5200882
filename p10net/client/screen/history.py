"""The log as lines: as many of the newest as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p10net.client import picture
from p10net.client.log import Entry, Kind, Log
from p10net.client.picture import Line, Picture
from p10net.client.words import help as words
from p10net.protocol.clean import cells, fit

NAMES = 8
"""Cells for who, so that what they did begins at the same place."""


def newest(
    log: Log,
    columns: int,
    rows: int,
    since: int = 0,
    label: Callable[[str], str] = str,
) -> Picture:
    """Draw the newest lines of the log, the last one lowest.

    Of the newest `since` entries those without room are counted in the first line, so
    that somebody whose turn has come knows that more has happened; `label` names the
    key that shows them.
    """
    lines, whole = _last(log, columns, rows)
    if whole < since and rows > 1:
        lines, whole = _last(log, columns, rows - 1)
        lines.insert(0, picture.text(f" {label(words.missed(since - whole))}", "news"))
    return picture.fill(lines, rows)


def _last(log: Log, columns: int, rows: int) -> tuple[list[Line], int]:
    """Take the last lines, and count the entries of which nothing is cut off."""
    lines: list[Line] = []
    whole = 0
    for entry in reversed(log.entries):
        if len(lines) >= rows:
            break
        lines[:0] = entry_lines(entry, columns)
        whole += len(lines) <= rows
    return (lines[-rows:] if rows else []), whole


def since_turn(log: Log, seat: int | None) -> int:
    """Count the entries since this seat's last turn; a new round begins anew."""
    for count, entry in enumerate(reversed(log.entries)):
        if entry.kind is Kind.TURN and entry.seat == seat:
            return count
    return 0


def every(entries: Iterable[Entry], columns: int) -> Picture:
    """Draw all these lines."""
    return tuple(line for entry in entries for line in entry_lines(entry, columns))


def entry_lines(entry: Entry, columns: int) -> Iterator[Line]:
    """Draw one entry, broken into lines where it must be."""
    head, role = _head(entry)
    indent = " " * (NAMES + 2)
    first, *others = picture.wrap(entry.words, max(columns - cells(head) - 1, 8))
    yield picture.row(picture.text(f" {head}", role), picture.text(first, role))
    if others:
        for words in picture.wrap(" ".join(others), columns - len(indent)):
            yield picture.text(indent + words, role)


def _head(entry: Entry) -> tuple[str, str]:
    if entry.kind is Kind.CHAT:
        return f"{entry.who}: ", "chat"
    if entry.kind is Kind.TURN:
        name = fit(entry.who, NAMES)
        return f"{name}{' ' * (NAMES - cells(name))} ", ""
    return "* ", "news"
