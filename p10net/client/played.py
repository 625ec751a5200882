"""What a person has played: a line for each game that ended, and what they add up to.

The file belongs to its player and never leaves this computer. A line that cannot be
read is left out, and not being able to keep one never disturbs anybody.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from p10net.client import files
from p10net.engine.view import View
from p10net.protocol.clean import clean
from p10net.protocol.messages import State
from p10net.protocol.people import Person, PersonKind

FILE: Final = "games.jsonl"


class Round(Struct, frozen=True):
    """One round of one's own: the phase tried, whether it was laid, what it cost."""

    phase: int
    laid: bool
    points: int
    out: bool


class Game(Struct, frozen=True):
    """One game that ended; `bots` are the levels or programs of the others' bots."""

    when: str
    rules: str
    seats: int
    bots: tuple[str, ...]
    place: int
    won: bool
    phases: int
    score: int
    rounds: tuple[Round, ...]


def ended(before: View | None, after: View) -> bool:
    """Whether a round or a game is over that was not before."""
    if after.summary is None:
        return False
    return before is None or (before.stage, before.round) != (after.stage, after.round)


def game(state: State, when: str) -> Game | None:
    """Make a line of a game that is over; None if it was only watched, or practice.

    A game that was stopped counts as little.
    """
    view, end = state.view, state.view.summary
    if state.table.practice:
        return None
    if view.you is None or end is None or not end.winners or end.how == "stopped":
        return None
    seat = view.you.seat
    mine, ranking = view.seats[seat - 1], end.ranking
    return Game(
        when=when,
        rules=clean(view.rules.name),
        seats=sum(not one.gone for one in view.seats),
        bots=tuple(_bots(state.table.seats, seat)),
        place=ranking.index(seat) + 1 if seat in ranking else len(view.seats),
        won=seat in end.winners,
        phases=len(mine.done),
        score=mine.score,
        rounds=tuple(_rounds(view, seat)),
    )


def _bots(people: Iterable[Person], own: int) -> Iterator[str]:
    for one in people:
        if one.kind is PersonKind.BOT and one.seat != own:
            yield clean(one.client)


def _rounds(view: View, seat: int) -> Iterator[Round]:
    for row in view.sheet:
        if seat <= len(row.phases) and row.phases[seat - 1]:
            at = seat - 1
            yield Round(row.phases[at], row.laid[at], row.points[at], row.out == seat)


# --- The file ------------------------------------------------------------------------


def keep(folder: Path, played: Game) -> None:
    """Add a line; the same end of a game, seen twice, is one game."""
    last = next(reversed(games(folder)), None)
    if last is not None and replace(last, when=played.when) == played:
        return
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        flags |= getattr(os, "O_NONBLOCK", 0)  # for what is no file, but a pipe
        with open(os.open(folder / FILE, flags, 0o600), "ab") as file:
            file.write(msgspec.json.encode(played) + b"\n")


def games(folder: Path) -> list[Game]:
    """Read all games, oldest first."""
    read: list[Game] = []
    with contextlib.suppress(OSError):
        for line in files.load(folder / FILE).splitlines():
            with contextlib.suppress(ValueError, RecursionError):
                read.append(msgspec.json.decode(line, type=Game))
    return read


# --- What they add up to -------------------------------------------------------------


class Tally(Struct, frozen=True):
    """Games and wins of one kind."""

    games: int
    won: int


class Statistics(Struct, frozen=True):
    """All games together; averages are None while there is nothing to average.

    `phase_rounds` are the rounds each phase took until it was laid, `streak` the games
    won in a row at the end, `best` the longest such row.
    """

    games: int
    won: int
    streak: int
    best: int
    rounds: int
    went_out: int
    points_a_round: float | None
    phase_rounds: dict[str, float]
    against: dict[str, Tally]


def statistics(played: Sequence[Game]) -> Statistics:
    """Add up."""
    rounds = [one for each in played for one in each.rounds]
    rows = [*_streaks(played)]
    return Statistics(
        games=len(played),
        won=sum(each.won for each in played),
        streak=rows[-1] if rows else 0,
        best=max(rows, default=0),
        rounds=len(rounds),
        went_out=sum(one.out for one in rounds),
        points_a_round=_mean([one.points for one in rounds]),
        phase_rounds=dict(_phase_rounds(rounds)),
        against=dict(_against(played)),
    )


def _mean(numbers: Sequence[int]) -> float | None:
    return round(sum(numbers) / len(numbers), 1) if numbers else None


def _streaks(played: Iterable[Game]) -> Iterator[int]:
    """Count the games won in a row, up to each game."""
    row = 0
    for each in played:
        row = row + 1 if each.won else 0
        yield row


def _phase_rounds(rounds: Iterable[Round]) -> Iterator[tuple[str, float]]:
    tried: dict[int, list[bool]] = {}
    for one in rounds:
        tried.setdefault(one.phase, []).append(one.laid)
    for phase, laid in sorted(tried.items()):
        if any(laid):
            yield str(phase), round(len(laid) / sum(laid), 1)


def _against(played: Sequence[Game]) -> Iterator[tuple[str, Tally]]:
    """Count by the bots at the table; people alone are a kind of their own."""
    kinds = sorted({name for each in played for name in each.bots})
    for name in kinds:
        some = [each.won for each in played if name in each.bots]
        yield name, Tally(len(some), sum(some))
    people = [each.won for each in played if len(each.bots) + 1 < each.seats]
    if people:
        yield "people", Tally(len(people), sum(people))
