"""One line after the other on a score pad: what it changes, and what is said to it.

Full screen and plain lines both come here, so that they know the same words. It knows
no file: whoever keeps the pad looks at the state that comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.pad import book as books
from p10net.client.pad import reading
from p10net.client.pad.book import Book
from p10net.client.pad.entries import Answer, Halt, Pad, Unclear
from p10net.client.words import pad as words
from p10net.client.words import sheet
from p10net.client.words.events import Names
from p10net.client.words.notation import TABLE, chosen
from p10net.client.words.rules import phase_said
from p10net.engine import progress
from p10net.engine.rules import Rules, RulesError
from p10net.engine.view import RoundRow, Seat, View


class Naming(Struct, frozen=True):
    """A pad that has no players yet, or whose Twist spaces are still empty.

    `before` is the pad that was left for it, to which undo goes back.
    """

    rules: Rules
    started: str
    players: tuple[str, ...] = ()
    before: Book | None = None

    @property
    def twists(self) -> tuple[int, ...]:
        """The phases that may lie on Twist spaces; none but on a board."""
        return progress.twist_phases(self.rules)


State = Naming | Book


class Wrote(NamedTuple):
    """What came of a line: the pad as it is now, what to say, whether to leave."""

    state: State
    lines: tuple[str, ...] = ()
    leaves: bool = False


def typed(state: State, text: str) -> Wrote:
    """Take a line; one that is unclear changes nothing and is told why."""
    word = words.TYPED.get(text.strip().lower())
    try:
        if word is not None:
            return COMMANDS[word](state)
        if not text.strip():
            return Wrote(state)
        return _named(state, text) if isinstance(state, Naming) else _told(state, text)
    except Unclear as error:
        return Wrote(state, (words.by(str(error), rules_of(state)),))


def rules_of(state: State) -> Rules:
    """Give the rules a pad is kept by."""
    return state.rules if isinstance(state, Naming) else state.pad.rules


def asks(state: State) -> str:
    """Say what the next line should tell; nothing once the game is over."""
    if isinstance(state, Naming):
        if not state.players:
            return words.NAMES
        return words.which_twists(progress.TWIST_SPACES, state.twists)
    seat = state.asked
    if not seat:
        return ""
    free = books.choices(state, seat)
    tasks = [words.task(n, phase_said(state.pad.rules, n)) for n in free]
    tasks = tasks if len(tasks) < 4 else [words.some_phase(free)]
    name, rules = state.names[seat], state.pad.rules
    return words.question(name, state.view.round, tasks, rules)


def hints(state: Book) -> Iterator[str]:
    """Say what else these rules let an answer tell."""
    if books.wilds_cost(state):
        yield words.COUNTED_WILDS
    if progress.has_rule_card(state.pad.rules):
        yield words.DOWN
    if state.asked and books.announces(state, state.asked):
        yield words.ANNOUNCED
    if books.lays_often(state):
        yield words.SEVERAL


# --- Before the first round ----------------------------------------------------------


def _named(state: Naming, text: str) -> Wrote:
    twists: tuple[int, ...] = ()
    if not state.players:
        state = replace(state, players=reading.players(text))
        _begun(state, ())  # so that too many players are told at once
        if state.twists:
            return Wrote(state)
    else:
        twists = reading.twists(text, state.twists)
    return Wrote(_begun(state, twists), (words.BEGUN,))


def _begun(state: Naming, twists: tuple[int, ...]) -> Book:
    pad = Pad(
        started=state.started, players=state.players, rules=state.rules, twists=twists
    )
    try:
        return books.begun(pad)
    except RulesError as error:
        raise Unclear(str(error)) from None


# --- Answers -------------------------------------------------------------------------


def _told(book: Book, text: str) -> Wrote:
    if book.over:
        raise Unclear(words.OVER)
    answer = reading.answer(text, book)
    after = books.written(book, answer)
    said = f"{book.names[answer.seat]}: {_says(book, answer)}."
    if after.now:
        return Wrote(after, (said,))
    return Wrote(after, (said, *_round_over(after, book.view)))


def _says(book: Book, answer: Answer) -> str:
    points, names = books.cost(book, answer), chosen(TABLE, book.pad.rules, True)
    left = [
        names.numbers.get(word) or names.written[books.card(word)]
        for word in answer.left
    ]
    return words.written(answer.laid, answer.out, points, left, answer.nobody)


def _round_over(book: Book, before: View) -> Iterator[str]:
    """Tell the round that was just closed, and what came of it."""
    view = book.closed
    assert view is not None
    line = view.sheet[-1]
    out = book.names.get(line.out, "")
    yield words.round_over(line.round, out, book.pad.rules)
    for seat in view.seats:
        if line.phases[seat.seat - 1]:
            yield _row(book, before, seat, line)
    yield from standing(book)


def _row(book: Book, before: View, seat: Seat, line: RoundRow) -> str:
    done = before.seats[seat.seat - 1].done
    laid = tuple(n for n in seat.done if n not in done) if seat.laid else ()
    laid = laid or ((seat.laid,) if seat.laid else ())
    points = line.points[seat.seat - 1]
    return words.row(book.names[seat.seat], laid, points, seat.score)


def standing(book: Book) -> Iterator[str]:
    """Say who has won and why, or who is tied, if the last round decided that."""
    view = book.closed
    if view is None or view.summary is None:
        return
    if not book.over:
        if view.tie:
            points = view.seats[view.tie[0] - 1].score
            tied = [book.names[seat] for seat in view.tie]
            yield words.tied(tied, points, book.pad.rules)
        return
    yield from _winners(book, view)
    for rank, number in enumerate(view.summary.ranking, 1):
        seat = view.seats[number - 1]
        yield sheet.place(rank, book.names[number], len(seat.done), seat.score)


def _winners(book: Book, view: View) -> Iterator[str]:
    assert view.summary is not None
    if view.summary.how == "stopped":
        yield words.STOPPED
    winners = view.summary.winners
    if not winners:
        yield words.NO_WINNER
        return
    ahead = [book.names[seat] for seat in books.finishers(view)]
    best = view.seats[winners[0] - 1]
    if len(ahead) > 1 and len(winners) == 1 and not view.tie:
        name, rules = book.names[best.seat], book.pad.rules
        yield words.tie_broken(ahead, name, best.score, rules)
    yield words.won([book.names[n] for n in winners], len(best.done), best.score)


# --- Words that are no answer --------------------------------------------------------


def _undo(state: State) -> Wrote:
    if isinstance(state, Naming):
        if state.before is not None and not state.players:
            return Wrote(state.before, (words.AT_THE_PAD_BEFORE,))
        return Wrote(replace(state, players=()), (words.NOTHING_TO_UNDO,))
    if not state.entries:
        raise Unclear(words.NOTHING_TO_UNDO)
    last, before = state.entries[-1], books.undone(state)
    if not isinstance(last, Answer):
        return Wrote(before, (words.taken_back("", ""),))
    said = words.taken_back(state.names[last.seat], _says(before, last))
    return Wrote(before, (said,))


def _sheet(state: State) -> Wrote:
    if isinstance(state, Naming):
        raise Unclear(words.NOT_NOW)
    return Wrote(state, tuple(text(state).splitlines()))


def text(book: Book) -> str:
    """Write the whole sheet as lines of text."""
    view = book.view if book.closed is None or not book.over else book.closed
    return sheet.as_text(view, Names(book.names))


def _help(state: State) -> Wrote:
    helps = words.helps(rules_of(state))
    return Wrote(state, helps if isinstance(state, Naming) else (*helps, *hints(state)))


def _stop(state: State) -> Wrote:
    if isinstance(state, Naming):
        raise Unclear(words.NOT_NOW)
    after = books.written(state, Halt())
    return Wrote(after, tuple(standing(after)))


def _new(state: State) -> Wrote:
    if isinstance(state, Naming):
        return Wrote(replace(state, players=(), started=""))
    return Wrote(Naming(state.pad.rules, "", before=state), (words.PAD_BEFORE,))


def _quit(state: State) -> Wrote:
    return Wrote(state, leaves=True)


COMMANDS: Mapping[str, Callable[[State], Wrote]] = {
    "undo": _undo,
    "sheet": _sheet,
    "help": _help,
    "stop": _stop,
    "new": _new,
    "quit": _quit,
}
