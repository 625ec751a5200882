"""The score pad: the sheet, what came of the last line, and the line being typed."""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client import picture
from p10net.client.pad import book as books
from p10net.client.pad.book import Book
from p10net.client.pad.leaf import Leaf
from p10net.client.pad.writing import asks, hints, rules_of, standing
from p10net.client.picture import CURSOR, Line, Picture
from p10net.client.screen import sheet
from p10net.client.screen.strokes import Strokes, rule
from p10net.client.words import pad as words
from p10net.client.words import sheet as sheet_words
from p10net.client.words.rules import phases_said
from p10net.engine.rules import Rules
from p10net.engine.view import RoundRow
from p10net.protocol.clean import cells

LEAST = 7
"""Rows of a sheet; where what is to be said leaves fewer, it stands alone."""


def pad(leaf: Leaf, pen: Strokes) -> Picture:
    """Draw the whole screen."""
    state = leaf.state
    rules = rules_of(state)
    said = _said(leaf, pen)
    foot = (rule(pen), *_asked(leaf, pen), _prompt(leaf))
    room = pen.rows - 2 - len(foot)
    lines: Picture = ()
    if isinstance(state, Book) and len(said) + LEAST < room:
        lines = _sheet(leaf, state, pen, room - len(said) - 1)
    elif not said:
        lines = tuple(_phases(rules))
    middle = picture.fill((*lines, (), *said), room)
    return (_title(rules, pen), rule(pen), *middle, *foot)


def _title(rules: Rules, pen: Strokes) -> Line:
    title = picture.row(
        picture.text(" p10net  ", "title"), words.by(words.TITLE, rules)
    )
    return picture.ends(title, f"{rules.name} rules ", pen.columns)


def _phases(rules: Rules) -> Iterator[Line]:
    """List the phases, for those who are about to begin."""
    yield ()
    for number, said in phases_said(rules):
        yield picture.text(f"  {number:>2}  {said}")


def _sheet(leaf: Leaf, book: Book, pen: Strokes, room: int) -> Picture:
    heads = list(book.pad.players)
    running = None if book.over else [_cell(book, seat) for seat in book.names]
    view = book.closed if book.over and book.closed is not None else book.view
    return sheet.rounds(view, heads, pen, room, leaf.scroll, running)


def _cell(book: Book, seat: int) -> str:
    """Write what is known already of the round that is being written."""
    answer = book.answer(seat)
    if answer is None:
        return "    ...  " if seat == book.asked else " " * 9
    phase = answer.laid[-1] if answer.laid else book.view.seats[seat - 1].phase
    points, out = books.cost(book, answer), seat if answer.out else 0
    zeros = (0,) * (seat - 1)
    falses = (False,) * (seat - 1)
    row = RoundRow(
        0, out, (*zeros, phase), (*falses, bool(answer.laid)), (*zeros, points)
    )
    return sheet_words.cell(row, seat)


def _said(leaf: Leaf, pen: Strokes) -> Picture:
    """Write what came of the last line, or how the game ended."""
    said = leaf.said
    if not said and isinstance(leaf.state, Book):
        said = tuple(standing(leaf.state))
    room = pen.columns - 4
    lines = [
        line
        for text in said
        for line in (picture.wrap(text, room) if cells(text) > room else (text,))
    ]
    return tuple(picture.text(f"  {line}") for line in lines)


def _asked(leaf: Leaf, pen: Strokes) -> Picture:
    asked = asks(leaf.state) or words.OVER
    question = picture.wrap(asked, pen.columns - 2)
    told: list[str] = []
    if isinstance(leaf.state, Book) and leaf.state.asked:
        told = [words.how(leaf.state.pad.rules), *hints(leaf.state)]
    return (
        *(picture.text(f" {line}", "title") for line in question),
        *(picture.text(f" {line}") for line in told),
        picture.text(f" {words.KEYS}", "key"),
    )


def _prompt(leaf: Leaf) -> Line:
    line = leaf.typing
    head = picture.text(f" {line.prompt} ", "key")
    return picture.row(head, line.text[: line.at], (CURSOR,), line.text[line.at :])
