"""The first screen: play now, and the tables nearby as they are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p10net.client import picture
from p10net.client.check import cause
from p10net.client.commands import places
from p10net.client.commands.start import ALONE, SEAT, Panel, Start, speaks_ours
from p10net.client.found import Entry, Row, alike
from p10net.client.picture import CURSOR, Line, Picture
from p10net.client.screen.strokes import Strokes, rule
from p10net.client.words import finding
from p10net.client.words import start as words
from p10net.protocol.clean import cells, clean, fit

FOUND_LATE = 3
"""Seconds after which an empty list needs a word of advice."""


MOST_ALIKE = 2
"""Of how many names that are not clear one is told: a flood of them says no more."""


def start(state: Start, pen: Strokes) -> Picture:
    """Draw the whole screen."""
    foot = (rule(pen), _bar(state), _prompt(state, pen))
    room = pen.rows - 2 - len(foot)
    middle = picture.fill(PANELS[state.panel](state, pen, room), room)
    title = picture.row(picture.text(" p10net  ", "title"), words.TITLE)
    if state.typing is not None:  # where a click would type its key
        middle = tuple(picture.pressing(line, "") for line in middle)
    return (title, rule(pen), *middle, *foot)


def _help(state: Start, pen: Strokes, room: int) -> list[Line]:
    return [(), *(picture.text(f"   {line}") for line in words.HELP)]


def _check(state: Start, pen: Strokes, room: int) -> list[Line]:
    """List all that was found out, what is wrong in bold, and the one cause last."""
    if state.checking or not state.checks:
        return [(), picture.text(f"   {words.CHECKING}", "title")]
    lines: list[Line] = [(), picture.text(f"   {words.CHECKED}", "title"), ()]
    for one in state.checks:
        role = "" if one.ok else "wrong"
        head = f"   {'ok' if one.ok else '!!'}  {one.check:<10} "
        said = picture.wrap(one.says, pen.columns - cells(head) - 2)
        for at, line in enumerate(said):
            before = " " * cells(head) if at else head
            lines.append(picture.text(f"{before}{line}", role))
    return [*lines, (), *_cause(state, pen)]


def _middle(state: Start, pen: Strokes, room: int) -> list[Line]:
    lines: list[Line] = [(), *_ways(state, pen), ()]
    said = words.near(state.here, state.wifi, state.seconds, state.off)
    lines += [picture.text(f"   {said}"), ()]
    if state.off:
        lines.append(picture.text(f"   {words.discovery(state.off)}"))
    if state.tables:
        lines.append(_columns("", words.HEADS, ""))
    below = _advice(state, pen)
    most = max(1, room - len(lines) - len(below) - 1)
    if len(state.tables) > most > 1:
        most -= 1  # for the line that counts the others
    hidden = max(0, len(state.tables) - most)
    first = max(0, min(state.at - most + 1, hidden))
    shown = state.tables[first : first + most]
    doubles = {row.address for group in _alike(state) for row in group}
    lines += [
        _table(state, at, entry, pen, double=entry.row.address in doubles)
        for at, entry in enumerate(shown, first)
    ]
    if hidden:
        lines.append(picture.text(f"      {words.more_tables(hidden)}", "news"))
    return [*lines, (), *below]


def _alike(state: Start) -> tuple[tuple[Row, ...], ...]:
    """Find the tables that cannot be told apart; one that fell silent is none."""
    return alike([entry.row for entry in state.tables if not entry.grey])


def _advice(state: Start, pen: Strokes) -> list[Line]:
    """Say what else there is to try, and the cause if one was found."""
    lines = [
        picture.text(f"   {line}", "wrong")
        for group in _alike(state)[:MOST_ALIKE]
        for line in picture.wrap(_told(group), pen.columns - 4, indent="  ")
    ]
    if state.seconds >= FOUND_LATE or state.tables or state.off:
        lines += [picture.text(f"   {line}") for line in words.NOT_LISTED]
    if state.checks and not state.tables:
        lines += [(), *_cause(state, pen)]
    return lines


def _told(group: tuple[Row, ...]) -> str:
    name = fit(clean(group[0].table), 24)
    return f"{words.ALIKE} {finding.alike(name, len(group))}"


def _cause(state: Start, pen: Strokes) -> list[Line]:
    found = cause(state.checks)
    said = words.WELL if found is None else found.says
    role = "" if found is None else "wrong"
    return [
        picture.text(f"   {line}", role) for line in picture.wrap(said, pen.columns - 6)
    ]


PANELS: Mapping[Panel, Callable[[Start, Strokes, int], list[Line]]] = {
    Panel.NONE: _middle,
    Panel.HELP: _help,
    Panel.CHECK: _check,
}


# --- Rows ----------------------------------------------------------------------------


def _ways(state: Start, pen: Strokes) -> list[Line]:
    """Draw the ways that need no table; the marked one is what Enter does."""
    again = words.again(fit(clean(state.again), 24), state.rounds, dice=state.dice)
    return [
        *_seat(state, pen),
        *([_way(again, False, pen)] if state.hosts_again else []),
        picture.row(
            picture.pad(_way(words.alone(state.bots), state.at == ALONE, pen), 45),
            _key(*words.HOST),
        ),
        picture.row(picture.pad(_way(words.CODE, False, pen), 45), _key(*words.CHECK)),
        picture.row(
            picture.pad(_way(words.JOURNEY, False, pen), 45), _key(*words.SCORE)
        ),
        picture.row(" " * 45, _key(*words.HELP_ROW)),
    ]


def _seat(state: Start, pen: Strokes) -> list[Line]:
    if state.seat is None:
        return []
    return [_way(words.seat_kept(*state.seat), state.at == SEAT, pen)]


def _way(row: tuple[str, str], marked: bool, pen: Strokes) -> Line:
    key, what = row
    role = "current" if marked else ""
    told = picture.row(
        picture.text(f" {pen.here if marked else ' '} ", role),
        picture.column(words.ENTER if marked else key, 7, role),
        picture.text(what, role),
    )
    return picture.pressing(told, key)


def _key(key: str, what: str) -> Line:
    return picture.pressing(picture.row(picture.column(key, 3), what), key)


WIDTHS = (22, 16, 17, 13, 8)


def _columns(number: str, cells: tuple[str, ...], role: str) -> Line:
    pieces = [
        picture.column(text, wide, role)
        for text, wide in zip(cells, WIDTHS, strict=True)
    ]
    return picture.row(picture.right(number, 2, role), "  ", *pieces)


def _table(
    state: Start, at: int, entry: Entry, pen: Strokes, *, double: bool = False
) -> Line:
    """Draw one table; one that fell silent or speaks otherwise is faint."""
    row = entry.row
    ours = speaks_ours(entry)
    marked = state.at == at
    role = "current" if marked else "" if ours and not entry.grey else "faint"
    said = words.STATES.get(row.state, row.state)
    if entry.answer.sign.password and row.state == "lobby":
        said = words.PASSWORD
    said = said if ours else words.other(entry.answer.sign.version)
    cells = (
        row.table,
        words.players(row, entry.answer.sign.seats.bots),
        words.SILENT if entry.grey else said,
        row.rules,
        f"{row.ping_ms:.0f} ms",
    )
    if double:
        called = f"{words.ALIKE} {fit(clean(row.table), WIDTHS[0] - 3)}"
        address = fit(row.address, WIDTHS[2] + WIDTHS[3] - 1)
        cells = (called, cells[1], address[: WIDTHS[2]], address[WIDTHS[2] :], cells[4])
    mark = picture.text(pen.here if marked else " ", role)
    number = str(at + 1) if at < 9 else ""
    told = picture.row(mark, _columns(number, cells, role))
    return picture.pressing(told, number or places.row(at + 1))


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
