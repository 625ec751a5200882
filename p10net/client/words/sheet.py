"""The score sheet's words: headings, and what one cell of it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from p10net.client.words import dice
from p10net.client.words.cards import faces, listed, plural
from p10net.client.words.events import Names
from p10net.client.words.seats import done, space
from p10net.engine.cards import Hand
from p10net.engine.dice import played
from p10net.engine.rules import OFFICIAL, Rules
from p10net.engine.view import RoundRow, Seat, Stage, Summary, View
from p10net.protocol.clean import cells, fit

TOTAL = "Total"
NEXT = "Next"
DONE = "Done"
SPACE = "Space"
OUT = "left"
YOU = "you"
NOBODY_WON = "It ended without a winner."
LEGEND = "4*  60  phase 4 laid, 60 points      <  went out      fewest points wins ties"
LOOK = "Up Down older   c copy   e log   f phases   / chat   q leave"
KEYS = f"Enter ready   {LOOK}"
PROMPT = "? help"


def heading(rules: Rules) -> str:
    """Head the column that counts the rounds."""
    return dice.in_circuits("Round", played(rules))


def nothing_yet(rules: Rules) -> str:
    """Say that there is no row yet."""
    return dice.in_circuits("No round is over yet.", played(rules))


def keys(seated: bool) -> str:
    """Say which keys there are: only who sits here is waited for."""
    return KEYS if seated else LOOK


def legend(rules: Rules) -> str:
    """Say what a cell of the sheet means."""
    return dice.LEGEND if played(rules) else LEGEND


def columns(view: View) -> list[Seat]:
    """Give the seats that have a column: whoever left keeps the rounds they played."""
    played = {
        number
        for row in view.sheet
        for number, phase in enumerate(row.phases, 1)
        if phase
    }
    return [seat for seat in view.seats if not seat.gone or seat.seat in played]


def stands(view: View) -> tuple[str, list[str]]:
    """Write where the seats stand now, or that nobody sits there any more.

    That is the next phase; how many are done where they come in any order, or once the
    game is over; on a board the space.
    """
    first = NEXT
    stand: Callable[[Seat], str] = _next
    ordered = view.rules.phase_order == OFFICIAL.phase_order
    if any(seat.space for seat in view.seats):
        first, stand = SPACE, space
    elif view.stage is Stage.GAME_OVER or not ordered:
        first, stand = DONE, partial(done, view.rules)
    return first, [OUT if one.gone else stand(one) for one in columns(view)]


def _next(seat: Seat) -> str:
    return phase(seat.phase)


def cell(row: RoundRow, seat: int) -> str:
    """Write a seat's round in nine cells: phase tried, star if laid, points, out."""
    phase = row.phases[seat - 1]
    if not phase:
        return "    -    "
    star = "*" if row.laid[seat - 1] else " "
    out = "<" if row.out == seat else " "
    return f"{phase:>3}{star}{row.points[seat - 1]:>4}{out}"


def over(summary: Summary, number: int, names: Names) -> str:
    """Say how the round or the game ended."""
    at = f"{dice.in_circuits('round', names.dice)} {number}"
    if summary.winners:
        return f"The game is over after {at}."
    if summary.how == "stopped":
        return f"The game was stopped in {at}."
    if summary.how == "circuit":
        return dice.over(number)
    if not summary.out:
        return f"Round {number} is over: nobody could draw any more."
    return f"Round {number} is over: {names.whom(summary.out)} went out."


def won(summary: Summary, names: Names) -> str:
    """Say who won the game, or nothing while it goes on."""
    if not summary.winners:
        return NOBODY_WON if summary.how == "stopped" else ""
    return f"Won by {listed(names.whom(seat) for seat in summary.winners)}!"


def waiting(ready: int, seats: int, rules: Rules, again: bool) -> str:
    """Say what goes on when everybody is ready."""
    following = dice.in_circuits("Next round", played(rules))
    what = "Another game" if again else following
    return f"{what} when all are ready ({ready}/{seats})"


def awaited(names: Sequence[str], room: int, following: str = "") -> str:
    """Say who is still to be ready, and what comes without them; many are counted."""
    if not names:
        return f"Everybody is ready. {following}".rstrip()
    others = len(names) - names.count(YOU)
    counted = [YOU] * names.count(YOU)
    if others:
        one = "other" if counted else "player"
        counted.append(plural(others, one, f"{one}s"))
    named, short = (
        f"Not ready yet: {listed(who)}. {following}".rstrip()
        for who in (names, counted)
    )
    return named if cells(named) <= room else short


def by_itself(seconds: int | None, rules: Rules) -> str:
    """Say when the next round begins whether or not everybody is ready."""
    if seconds is None:
        return ""
    what = dice.in_circuits("The next round", played(rules))
    return f"{what} begins by itself in {seconds} s."


def ranked(each: Iterable[str]) -> str:
    """Write the final ranking."""
    return ";  ".join(each)


def all_left(each: Iterable[str]) -> str:
    """Say what everybody was left with."""
    return f"Left in hand   {';  '.join(each)}"


def left(name: str, cards: Hand) -> str:
    """Say what a player was left with."""
    return f"{name}: {faces(cards)}" if cards else f"{name}: nothing"


def phase(number: int) -> str:
    """Write where a seat stands now."""
    return f"Phase {number}"


def place(rank: int, name: str, done: int, points: int) -> str:
    """Write one line of the final ranking."""
    return f"{rank}. {name}: {plural(done, 'phase', 'phases')}, {points} points"


WIDE = 11
"""Cells of a column of the copied sheet."""


def as_text(view: View, names: Names) -> str:
    """Write the whole sheet as lines of text, to be sent to those who were not here."""
    seats = columns(view)
    called = [names.seats.get(seat.seat, names.who(seat.seat)) for seat in seats]
    rows = [(str(row.round), [cell(row, s.seat) for s in seats]) for row in view.sheet]
    total = (TOTAL, [str(seat.score) for seat in seats])
    table = [(heading(view.rules), called), *rows, total, stands(view)]
    lines = [first.ljust(7) + "".join(map(_right, columns)) for first, columns in table]
    return "\n".join(line.rstrip() for line in (*lines, legend(view.rules))) + "\n"


def _right(text: str) -> str:
    text = fit(text, WIDE - 1)
    return " " * (WIDE - cells(text)) + text
