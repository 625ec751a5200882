"""What the games of a match say about its brains, and how sure that is.

Games of one set share their deals, so a set counts as one throw of the dice: what
differs between sets tells how far a figure may be off.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import fmean, stdev

from msgspec import Struct

from p10net.host.arena import Match, Played

Interval = tuple[float, float]
SURE = 1.96
"""Standard errors to each side that hold the truth in 95 of 100 matches."""


class Standing(Struct, omit_defaults=True):
    """How one brain did.

    `share` is the part of all games that its seats won, `phases` and `points` are what
    one of its seats has at the end of a game; `ci` and `phases_ci` hold the true figure
    in 95 of 100 matches, where that can be told. `us` are microseconds a decision,
    `first_error` is what went wrong first, if anything did.
    """

    brain: str
    games: int
    wins: float
    share: float
    ci: Interval
    phases: float
    phases_ci: Interval | None
    points: float
    us_median: float
    us_p99: float
    errors: int
    first_error: str = ""


class Standings(Struct):
    """How a match stands; `games` were played so far, `rounds` is rounds a game."""

    games: int
    seats: int
    rules: str
    seed: int
    rounds: float
    brains: tuple[Standing, ...]


def standings(match: Match, played: Sequence[Played]) -> Standings:
    """Sum up the sets played, in whatever order they came."""
    inorder = sorted(played)
    games = sum(one.games for one in inorder)
    rows = tuple(
        _standing(name, at, inorder, games) for at, name in enumerate(match.brains)
    )
    rounds = sum(one.rounds for one in inorder) / games
    return Standings(
        games, match.seats, match.rules.name, match.seed, round(rounds, 2), rows
    )


def _standing(name: str, at: int, played: Sequence[Played], games: int) -> Standing:
    shares = [one.shares[at] for one in played]
    won = [share.wins / one.games for share, one in zip(shares, played, strict=True)]
    phases = [share.phases for share in shares]
    micros = sorted(took for share in shares for took in share.record.micros)
    low, high = spread(won) or wilson(fmean(won), games)
    of_phases = spread(phases)
    return Standing(
        name,
        games,
        round(fsum(share.wins for share in shares), 2),
        round(fmean(won), 4),
        (round(max(0.0, low), 4), round(min(1.0, high), 4)),
        round(fmean(phases), 2),
        of_phases and (round(of_phases[0], 2), round(of_phases[1], 2)),
        round(fmean(share.points for share in shares), 1),
        round(_at(micros, 0.5), 1),
        round(_at(micros, 0.99), 1),
        sum(share.record.errors for share in shares),
        next((share.record.first for share in shares if share.record.first), ""),
    )


def _at(ordered: Sequence[float], part: float) -> float:
    return ordered[int(len(ordered) * part)] if ordered else 0.0


def spread(figures: Sequence[float]) -> Interval | None:
    """Give where the mean of such figures lies; None if they do not differ at all."""
    if len(figures) < 2 or not (by := stdev(figures)):
        return None
    free = len(figures) - 1
    # Student's factor for few figures, a little on the safe side.
    factor = SURE + 2.37 / free + 2.82 / free**2 + 5.6 / free**3
    off = factor * by / sqrt(len(figures))
    return fmean(figures) - off, fmean(figures) + off


def wilson(share: float, games: int) -> Interval:
    """Give where a share lies whose games all went one way, by Wilson's score."""
    square = SURE**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    inner = share * (1 - share) / games + square / (4 * games**2)
    off = SURE / (1 + square / games) * sqrt(inner)
    return middle - off, middle + off
