"""Writes a score sheet for others: filled or empty, as text, CSV or a page to print."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Iterator, Mapping, Sequence

from p10net.client.pad import writing
from p10net.client.pad.book import Book
from p10net.client.words import pad as words
from p10net.client.words import sheet
from p10net.client.words.rules import phases_said
from p10net.engine.cards import Card
from p10net.engine.dice import played
from p10net.engine.rules import Rules
from p10net.engine.view import View
from p10net.protocol.clean import cells, fit

ROUNDS = 14
"""Rounds of an empty sheet: ten phases take some more."""
WIDTH = 80
FIRST = 7


# --- A filled sheet ------------------------------------------------------------------


def _text(book: Book) -> str:
    lines = [writing.text(book).rstrip("\n"), *writing.standing(book)]
    return "\n".join([*lines, "", *_phases(book.pad.rules)]) + "\n"


def _csv(book: Book) -> str:
    rows = []
    totals = dict.fromkeys(book.names, 0)
    for row in _view(book).sheet:
        for seat, name in book.names.items():
            phase, points = row.phases[seat - 1], row.points[seat - 1]
            totals[seat] += points
            if phase:
                laid, out = int(row.laid[seat - 1]), int(row.out == seat)
                rows.append((row.round, name, phase, laid, points, out, totals[seat]))
    return _comma_separated((words.CSV, *rows))


def _html(book: Book) -> str:
    view = _view(book)
    seats = view.seats
    body = [
        [str(row.round), *(sheet.cell(row, seat.seat) for seat in seats)]
        for row in view.sheet
    ]
    body.append([sheet.TOTAL, *(str(seat.score) for seat in seats)])
    first, stands = sheet.stands(view)
    body.append([first, *stands])
    below = [*writing.standing(book), sheet.legend(book.pad.rules)]
    return _page(book.pad.rules, book.pad.players, body, below)


def _view(book: Book) -> View:
    return book.closed if book.closed is not None and book.over else book.view


FILLED: Mapping[str, Callable[[Book], str]] = {
    "text": _text,
    "csv": _csv,
    "html": _html,
}


# --- An empty one --------------------------------------------------------------------


def blank(rules: Rules, players: Sequence[str], form: str) -> str:
    """Write an empty sheet for these rules; without names the places are numbered."""
    size = min(4, rules.max_seats)
    names = players or [words.PLAYER.format(n) for n in range(1, size + 1)]
    return EMPTY[form](rules, names)


def _empty_text(rules: Rules, names: Sequence[str]) -> str:
    wide = (WIDTH - FIRST) // len(names) - 1
    line = "+".join([" " * FIRST, *("-" * wide for _ in names)])
    lines = [
        *_head(rules),
        "",
        *_phases(rules),
        "",
        _row(sheet.heading(rules), names, wide),
    ]
    lines.append(
        _row("", [f"{words.PHASE}  {words.POINTS}"[:wide] for _ in names], wide)
    )
    for number in range(1, ROUNDS + 1):
        lines += [line, _row(f"{number:>4}", [""] * len(names), wide)]
    lines += [line, _row(sheet.TOTAL, [""] * len(names), wide), line]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _row(first: str, texts: Sequence[str], wide: int) -> str:
    cut = [fit(text, wide - 1) for text in texts]
    padded = (f" {text}{' ' * (wide - 1 - cells(text))}" for text in cut)
    return "|".join([f"{first:<{FIRST}}", *padded])


def _empty_csv(rules: Rules, names: Sequence[str]) -> str:
    rounds = [(n, *("" for _ in names)) for n in range(1, ROUNDS + 1)]
    total = (sheet.TOTAL, *("" for _ in names))
    return _comma_separated(((sheet.heading(rules), *names), *rounds, total))


def _empty_html(rules: Rules, names: Sequence[str]) -> str:
    body = [[str(n), *("" for _ in names)] for n in range(1, ROUNDS + 1)]
    return _page(rules, names, [*body, [sheet.TOTAL, *("" for _ in names)]], [])


EMPTY: Mapping[str, Callable[[Rules, Sequence[str]], str]] = {
    "text": _empty_text,
    "csv": _empty_csv,
    "html": _empty_html,
}


# --- Pieces --------------------------------------------------------------------------


def _head(rules: Rules) -> Iterator[str]:
    yield words.sheet_of(rules.name)
    if played(rules):
        yield words.DICE_COUNT
        return
    yield words.costs(
        *(card.points for card in (Card.R1, Card.R10, Card.S, Card.W)),
    )


def _phases(rules: Rules) -> Iterator[str]:
    yield words.PHASES
    for number, said in phases_said(rules):
        yield f"{number:>4}  {said}"


def _comma_separated(rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [_no_formula(cell) for cell in row] for row in rows
    )
    return out.getvalue()


def _no_formula(cell: object) -> object:
    """Keep a spreadsheet from working out a player's name."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@") else cell


STYLE = (
    "body{font-family:sans-serif}table{border-collapse:collapse}"
    "th,td{border:1px solid;padding:.3em .8em;text-align:right;white-space:pre}"
    "td{min-width:5em;height:1.2em}td:first-child{min-width:2em}"
)


def _page(
    rules: Rules, names: Sequence[str], body: Sequence[Sequence[str]], below: list[str]
) -> str:
    """Write a page that needs nothing else to be shown or printed."""
    title, costs = map(html.escape, _head(rules))
    columns = (sheet.heading(rules), *names)
    heads = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{html.escape(cell.strip())}</td>' for cell in row)}</tr>"
        for row in body
    )
    tasks = "".join(f"<li>{html.escape(one)}</li>" for _, one in phases_said(rules))
    said = "\n".join(f"<p>{html.escape(line)}</p>" for line in below)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n"
        f"<table>\n<tr>{heads}</tr>\n{rows}\n</table>\n{said}\n"
        f"<h2>{words.PHASES}</h2>\n<ol>{tasks}</ol>\n<p>{costs}</p>\n</html>\n"
    )
