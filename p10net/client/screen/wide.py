"""The table in a large window: the same pieces, cards with borders, and a side column.

The side column shows at all times what a small window shows in panels: the scores, the
phases, the log and the chat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from p10net.client import picture
from p10net.client.commands.scene import Panel, Scene
from p10net.client.log import Kind, Log
from p10net.client.picture import Line, Picture
from p10net.client.screen import bar, buttons, choices, history, panels, seats
from p10net.client.screen.buttons import button
from p10net.client.screen.strokes import Strokes, face, rule
from p10net.client.screen.table import header, own
from p10net.client.words import help as words
from p10net.client.words import table as table_words
from p10net.client.words.notation import written
from p10net.client.words.seats import at_phase, goals, phase, you
from p10net.engine import outcome
from p10net.engine.dice import played
from p10net.engine.moves import Draw, check
from p10net.engine.moves.draw import PILE, STOCK
from p10net.engine.rules import numbers
from p10net.engine.view import Seat, View
from p10net.protocol.clean import fit

LEAST = (112, 32)
"""Columns and rows from which there is room for it."""
SIDE = 36
CHAT_ROWS = 6


def table(scene: Scene, view: View, pen: Strokes) -> Picture:
    """Draw the whole screen."""
    rooms = (pen.columns - SIDE - 1, SIDE)
    inner = replace(pen, columns=rooms[0])
    rows = pen.rows - 4
    left = _left(scene, view, inner, rows)
    right = _right(scene, view, rows)
    return (
        header(scene, view, pen),
        _joint(pen, rooms, pen.tee[0]),
        *picture.beside(left, pen.down, right, rooms),
        _joint(pen, rooms, pen.tee[1]),
        bar.prompt(scene, pen),
    )


def _joint(pen: Strokes, rooms: tuple[int, int], tee: str) -> Line:
    return picture.row(
        rule(pen, rooms[0]), picture.text(tee, "line"), rule(pen, rooms[1])
    )


# --- The table itself --------------------------------------------------------------


def _left(scene: Scene, view: View, pen: Strokes, rows: int) -> Picture:
    foot = (
        rule(pen),
        *own(scene, view, pen, boxed=True),
        *bar.bar(scene, pen),
    )
    room = rows - len(foot)
    if scene.local.panel is not Panel.NONE:
        return (*panels.panel(scene, pen, room), *foot)
    below = _below(scene, view, pen)
    above = room - len(below)
    return (*seats.seat_rows(scene, view, pen, above), *below, *foot)


def _below(scene: Scene, view: View, pen: Strokes) -> Picture:
    """Draw what lies under the seats: the open list, or the two piles."""
    if size := choices.size(scene):
        return (rule(pen), *choices.rows(scene, pen, min(size, 10)))
    if played(view.rules):
        return ()
    keys = (_drawn_by(scene, view, "d", STOCK), _drawn_by(scene, view, "p", PILE))
    return _piles(view, pen, keys, buttons.at_cards(scene))


def _drawn_by(scene: Scene, view: View, key: str, draw: Draw) -> str:
    """Name the key beside a pile as long as it draws from there."""
    draws = scene.my_turn and scene.ask is not None and check(view, draw) is None
    return scene.label(key) if draws else ""


def _piles(
    view: View, pen: Strokes, keys: tuple[str, str], known: Collection[str]
) -> Picture:
    """Draw the stock and the discard pile with the keys that draw from them."""
    draw, take = keys
    top_left, top_right, low_left, low_right = tuple(pen.corners)
    upper = f"{top_left}{pen.across * 5}{top_right}"
    lower = f"{low_left}{pen.across * 5}{low_right}"
    blank = f"{pen.down}{' ' * 5}{pen.down}"
    shown = picture.text(blank)
    if view.pile:
        card = view.pile[-1]
        inside = picture.row(" ", face(card, written(card).center(3)), " ")
        shown = picture.row(pen.down, inside, pen.down)
    covered = f"{pen.down}{pen.back * 5}{pen.down}"
    stock = f"{pen.down}{str(view.stock).center(5)}{pen.down}"
    left, gap = " " * 16, " " * 4
    below = picture.text(f"{stock}  {table_words.STOCK:<11}")
    return (
        picture.text(f"{left}{upper}{'':<13}{gap}{upper}"),
        picture.row(
            *(left, button(picture.text(f"{covered}  {draw:<11}"), draw, known)),
            *(gap, button(picture.row(shown, f"  {take}"), take, known)),
        ),
        picture.row(
            *(
                left,
                button(below, draw, known),
            ),
            f"{gap}{blank}  {table_words.discards(len(view.pile))}",
        ),
        picture.text(f"{left}{lower}{'':<13}{gap}{lower}"),
        (),
    )


# --- The side column ---------------------------------------------------------------


def _right(scene: Scene, view: View, rows: int) -> Picture:
    """Draw scores, phases, log and chat; the log takes what the others leave."""
    chat = tuple(_chat(scene.log))[-CHAT_ROWS:]
    above = (*_scores(scene, view), (), *_phases(scene, view), (), _head(words.LOG))
    below = ((), _head(words.CHAT), *chat)
    room = rows - len(above) - len(below)
    if room < 3:
        above = (*_scores(scene, view), (), _head(words.LOG))
        room = rows - len(above) - len(below)
    log = history.newest(_without_chat(scene.log), SIDE - 1, max(room, 0))
    return picture.fill((*above, *log, *below), rows)


def _head(text: str) -> Line:
    return picture.text(f" {text}", "title")


def _without_chat(log: Log) -> Log:
    entries = tuple(entry for entry in log.entries if entry.kind is not Kind.CHAT)
    return Log(entries, log.count)


def _chat(log: Log) -> Iterator[Line]:
    for entry in log.entries:
        if entry.kind is Kind.CHAT:
            yield from history.entry_lines(entry, SIDE - 1)


def _scores(scene: Scene, view: View) -> Iterator[Line]:
    yield _head(words.SCORES)
    for place, number in enumerate(outcome.ranking(view), 1):
        seat = view.seats[number - 1]
        name = you("") if number == scene.seat else scene.names.who(number)
        yield picture.row(
            picture.right(str(place), 3),
            "  ",
            picture.column(fit(name, 12), 13),
            picture.column(_stands(view, seat), 8),
            picture.right(f"{seat.score} pts", 9),
        )


def _stands(view: View, seat: Seat) -> str:
    """Say the phase; one that is laid counts for the place already."""
    return f"laid {seat.laid}" if seat.laid else phase(view, seat).lower()


def _phases(scene: Scene, view: View) -> Iterator[Line]:
    yield _head(words.PHASES_SHORT)
    mine = 0
    if scene.seat is not None and scene.seat <= len(view.seats):
        mine = at_phase(view, view.seats[scene.seat - 1])
    for number in numbers(view.rules):
        role = "current" if number == mine else ""
        mark = words.MARK if number == mine else ""
        yield picture.row(
            picture.right(str(number), 3, role),
            "  ",
            picture.column(goals(view.rules, number), 24, role),
            picture.text(mark, role),
        )
