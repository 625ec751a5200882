"""The score pad as lines: a question, what is typed, what came of it."""

from __future__ import annotations

from collections.abc import Callable

from p10net.client.pad.book import Book
from p10net.client.pad.shelf import Keeper
from p10net.client.pad.writing import State, asks
from p10net.client.plain.console import Console
from p10net.client.words import pad as words


async def keep_score(
    console: Console, state: State, keeper: Keeper, now: Callable[[], str]
) -> str:
    """Take lines until somebody leaves; the last word is written and given."""
    if isinstance(state, Book) and not state.entries:
        how = words.how(state.pad.rules)
        console.write(f"{how[0].upper()}{how[1:]}.")
    else:
        console.write(words.AGAIN)
    while True:
        console.write(asks(state) or words.OVER)
        line = await console.read()
        if line is None:
            return _left(console, state)
        came = keeper.line(state, line, now())
        state = came.state
        for said in came.lines:
            console.write(said)
        if came.leaves or console.gone:
            return _left(console, state)


def _left(console: Console, state: State) -> str:
    said = farewell(state)
    console.write(said)
    return said


def farewell(state: State) -> str:
    """Say where the pad stays; of one without players there is none."""
    if not isinstance(state, Book):
        return words.NO_PAD
    return words.ENDED if state.over else words.LEFT
