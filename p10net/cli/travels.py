"""Keeps what games of the journey bring, however they are played and gone on with.

A game is one of the journey's by its table's id, so it counts whether it is ended at
once, from the start screen another day, or by `p10net resume` after a crash.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from p10net.cli import folders, person
from p10net.client.journey import keeping, progress
from p10net.client.journey.keeping import Unreadable
from p10net.client.journey.progress import Journey, Outcome
from p10net.client.journey.worlds import Place
from p10net.client.words import journey as words
from p10net.host import resume
from p10net.protocol.messages import State

Tell = Callable[[str], None]


def over(table: str, tell: Tell = lambda said: None) -> person.Over:
    """Give what hears of the ends of a table's games; what came of them is told."""
    at = _place(table)

    def ended(state: State) -> None:
        person.keep(state)
        if at is not None and state.view.you is not None:
            tell(_kept(table, at, state, state.view.you.seat))

    return ended


def _place(table: str) -> Place | None:
    try:
        bet = keeping.load(folders.data()).games.get(table)
    except Unreadable:
        return None
    return bet.place if bet else None


def _kept(table: str, at: Place, state: State, seat: int) -> str:
    """Keep how a game ended, and say it; one that was stopped is as never begun."""
    told: list[Outcome] = []

    def change(journey: Journey) -> Journey:
        end = state.view.summary
        if end is None or end.how == "stopped":
            return progress.lost(journey, table) if table in journey.games else journey
        after, outcome = progress.ended(journey, table, at, state.view, seat)
        told.append(outcome)
        return after

    try:
        keeping.change(folders.data(), change)
    except Unreadable as error:
        return str(error)
    return _said(told[0]) if told else words.STOPPED


def _said(one: Outcome) -> str:
    done = (one.phases, one.needed, one.rounds)
    return words.over(one.stars, one.won, *done, one.coins)


# --- Games under way -----------------------------------------------------------------


def journal(table: str) -> Path:
    """Say where a table's journal lies, if there is one."""
    return folders.state() / resume.FOLDER / f"{table}{resume.SUFFIX}"


def settled(tell: Tell) -> Journey:
    """Read the journey; games that nobody can go on with give their stakes back."""
    known = keeping.load(folders.data())
    for table, bet in known.games.items():
        if not journal(table).exists():
            known = keeping.change(folders.data(), partial(progress.lost, table=table))
            tell(words.returned(bet.stake))
    return known
