"""Matches between brains: the same deals for every seating, counted and timed.

A match consists of sets of deals. Each set is played as often as there are seats, and
everybody moves one seat on from game to game, so that nobody wins by the cards. Sets
depend on nothing but the match and their number, and can be played in any order, or
by several processes at once.
"""

import sys
from collections.abc import Generator
from contextlib import redirect_stdout
from random import Random
from typing import Final, NamedTuple

from p10net.engine.rules import Rules
from p10net.engine.shuffle import digest, u32
from p10net.engine.view import View
from p10net.host.referee import Load, Record, Watched
from p10net.host.rehearsal import play_out

PATIENCE: Final = 5.0
"""Seconds a decision may take, a thousand times what a good brain needs."""
MOST_STEPS: Final = 20_000
"""Acts after which a game is stopped; some brains would never come to an end."""


class Match(NamedTuple):
    """What is played: the last of the brains takes all seats that are left."""

    brains: tuple[str, ...]
    rules: Rules
    seats: int
    sets: int
    seed: int
    limit: float = PATIENCE
    most: int = MOST_STEPS

    @property
    def lineup(self) -> tuple[int, ...]:
        """Give which brain, by its place among them, sits at each seat at first."""
        last = len(self.brains) - 1
        return tuple(min(seat, last) for seat in range(self.seats))


class Share(NamedTuple):
    """How one brain did in one set.

    `wins` adds up games won, a shared one in part; `phases` and `points` are what its
    seats had on average at the end of a game.
    """

    wins: float
    phases: float
    points: float
    record: Record


class Played(NamedTuple):
    """One set of deals, played in every seating."""

    number: int
    games: int
    rounds: int
    shares: tuple[Share, ...]


def play_set(match: Match, load: Load, number: int) -> Played:
    """Play the games of one set."""
    records = [Record() for _ in match.brains]
    ends = []
    with redirect_stdout(sys.stderr):
        for turned in range(match.seats):
            sitting = _turned(match.lineup, turned)
            ends.append((sitting, _game(match, load, number, sitting, records)))
    shares = tuple(_share(at, ends, record) for at, record in enumerate(records))
    return Played(number, len(ends), sum(end.round for _, end in ends), shares)


def _turned(lineup: tuple[int, ...], by: int) -> tuple[int, ...]:
    return lineup[-by:] + lineup[:-by] if by else lineup


def _game(
    match: Match, load: Load, number: int, sitting: tuple[int, ...], to: list[Record]
) -> View:
    seed = int.from_bytes(digest("arena", f"{match.seed}\0".encode(), u32(number))[:8])
    brains = {
        seat: Watched(
            load(match.brains[at]), Random(f"{seed} {at} {seat}"), to[at], match.limit
        )
        for seat, at in enumerate(sitting, 1)
    }
    return play_out(match.rules, brains, seed, match.most)


def _share(at: int, ends: list[tuple[tuple[int, ...], View]], record: Record) -> Share:
    """Add up what a brain's seats had at the end of each game."""
    wins, phases, points = 0.0, [], []
    for sitting, end in ends:
        won = end.summary.winners if end.summary else ()
        for seat in end.seats:
            if sitting[seat.seat - 1] == at:
                wins += (seat.seat in won) / max(1, len(won))
                phases.append(len(seat.done))
                points.append(seat.score)
    every = len(phases)
    return Share(wins, sum(phases) / every, sum(points) / every, record)


def play(match: Match, load: Load) -> Generator[Played, None, None]:
    """Play a match in this process, and give each set as soon as it is played."""
    for number in range(match.sets):
        yield play_set(match, load, number)
