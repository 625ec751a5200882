"""The first screen: play now, and the tables nearby as they are found."""

from __future__ import annotations

from p10net.client import picture
from p10net.client.commands.start import Start, speaks_ours
from p10net.client.found import Entry
from p10net.client.picture import CURSOR, Line, Picture
from p10net.client.screen.strokes import Strokes, rule
from p10net.client.words import start as words

FOUND_LATE = 3
"""Seconds after which an empty list needs a word of advice."""


def start(state: Start, pen: Strokes) -> Picture:
    """Draw the whole screen."""
    foot = (rule(pen), _bar(state), _prompt(state, pen))
    room = pen.rows - 2 - len(foot)
    middle = picture.fill(_help() if state.help else _middle(state, pen, room), room)
    title = picture.row(picture.text(" p10net  ", "title"), words.TITLE)
    return (title, rule(pen), *middle, *foot)


def _help() -> list[Line]:
    return [(), *(picture.text(f"   {line}") for line in words.HELP)]


def _middle(state: Start, pen: Strokes, room: int) -> list[Line]:
    lines: list[Line] = [(), *(_ways(state, at, pen) for at in range(2)), ()]
    lines.append(picture.text(f"   {words.near(state.here, state.seconds, state.off)}"))
    lines.append(())
    if state.off:
        lines.append(picture.text(f"   {words.discovery(state.off)}"))
    if state.tables:
        lines.append(_columns("", words.HEADS, ""))
    most = max(1, room - len(lines) - 6)
    shown = state.tables[:most]
    lines += [_table(state, at, entry, pen) for at, entry in enumerate(shown)]
    lines.append(())
    if state.left:
        lines += [picture.text(f"   {words.seat_kept(state.left)}", "title"), ()]
    if state.seconds >= FOUND_LATE or state.tables or state.off:
        lines += [picture.text(f"   {line}") for line in words.NOT_LISTED]
    return lines


def _ways(state: Start, at: int, pen: Strokes) -> Line:
    key, what, other, that = words.WAYS[at]
    marked = at == 0 and state.at < 0
    role = "current" if marked else ""
    return picture.row(
        picture.text(f" {pen.here if marked else ' '} ", role),
        picture.column(key, 7, role),
        picture.column(what, 35, role),
        picture.column(other, 3),
        that,
    )


WIDTHS = (22, 16, 17, 13, 8)


def _columns(number: str, cells: tuple[str, ...], role: str) -> Line:
    pieces = [
        picture.column(text, wide, role)
        for text, wide in zip(cells, WIDTHS, strict=True)
    ]
    return picture.row(picture.right(number, 2, role), "  ", *pieces)


def _table(state: Start, at: int, entry: Entry, pen: Strokes) -> Line:
    """Draw one table; one that fell silent or speaks otherwise is faint."""
    row = entry.row
    ours = speaks_ours(entry)
    marked = state.at == at
    role = "current" if marked else "" if ours and not entry.grey else "faint"
    said = words.STATES.get(row.state, row.state) if ours else words.OTHER
    cells = (
        row.table,
        words.players(row, entry.answer.sign.seats.bots),
        words.SILENT if entry.grey else said,
        row.rules,
        f"{row.ping_ms:.0f} ms",
    )
    mark = picture.text(pen.here if marked else " ", role)
    number = str(at + 1) if at < 9 else ""
    return picture.row(mark, _columns(number, cells, role))


def _bar(state: Start) -> Line:
    if state.notice:
        return picture.text(f" {state.notice}", "wrong")
    return picture.text(f" {words.TYPE_CODE if state.typing else words.KEYS}", "key")


def _prompt(state: Start, pen: Strokes) -> Line:
    line = state.typing
    if line is None:
        return picture.row(" > ", (CURSOR,))
    head = picture.text(f" {line.prompt} ", "key")
    return picture.row(head, line.text[: line.at], (CURSOR,), line.text[line.at :])
