"""How far somebody has come: stars, coins, games under way. Pure.

Stars open the way and are never lost; coins are staked and won for fun, and open
nothing. A stake is taken when its game begins and stands with that game until it ends,
so that no crash can lose or double it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.journey.worlds import (
    STOPS,
    WORLDS,
    Place,
    called,
    levels,
    par,
    places,
    rules,
    twist,
)
from p10net.engine.rules import numbers
from p10net.engine.view import View

MOST_STARS = 3
OPENS = 6
"""Stars in a world that open the next one."""
PURSE = 50
"""Coins to begin with."""
STAR_COINS = 10
"""Coins for each star won for the first time."""


class Bet(Struct, frozen=True):
    """A game under way: where it is played and what was staked on it."""

    place: Place
    stake: int = 0


class Journey(Struct, frozen=True):
    """All that is kept; `stars` are the best so far by world and stop.

    `games` are those under way, by the table's id.
    """

    journey: int = 1
    coins: int = PURSE
    stars: Mapping[str, tuple[int, ...]] = {}
    games: Mapping[str, Bet] = {}
    played: int = 0
    won: int = 0


class Outcome(Struct, frozen=True):
    """How a game of the journey ended for its player; `fresh` stars are new ones."""

    place: Place
    stars: int
    fresh: int
    won: bool
    phases: int
    needed: int
    rounds: int
    coins: int


# --- Where the way is open -----------------------------------------------------------


def stars(journey: Journey, at: Place) -> int:
    """Give the stars of a stop."""
    row = journey.stars.get(WORLDS[at.world], ())
    return row[at.stop] if at.stop < len(row) else 0


def stars_of(journey: Journey, world: int) -> int:
    """Give the stars of a world."""
    return sum(stars(journey, Place(world, stop)) for stop in range(len(STOPS)))


def total(journey: Journey) -> int:
    """Give all stars."""
    return sum(stars(journey, at) for at in places())


def world_open(journey: Journey, world: int) -> bool:
    """Whether somebody has come so far."""
    return world == 0 or stars_of(journey, world - 1) >= OPENS


def is_open(journey: Journey, at: Place) -> bool:
    """Whether a stop may be played: each one but the first needs a star before it."""
    if not world_open(journey, at.world):
        return False
    return at.stop == 0 or stars(journey, Place(at.world, at.stop - 1)) > 0


def following(journey: Journey) -> Place:
    """Find where to go on: a game under way, else the first open stop without a star.

    Where every open stop has one, it is the one with fewest.
    """
    for bet in journey.games.values():
        return bet.place
    free = [at for at in places() if is_open(journey, at)]
    return min(free, key=lambda at: (stars(journey, at), at))


def can_stake(journey: Journey, at: Place) -> bool:
    """Whether there are coins enough for a stop's stake."""
    return journey.coins >= STOPS[at.stop].coins


# --- Games ---------------------------------------------------------------------------


def begun(journey: Journey, table: str, at: Place, staked: bool) -> Journey:
    """Begin a game; a stake that is not there is not staked."""
    stake = STOPS[at.stop].coins if staked and can_stake(journey, at) else 0
    games = {**journey.games, table: Bet(at, stake)}
    return replace(journey, coins=journey.coins - stake, games=games)


def lost(journey: Journey, table: str) -> Journey:
    """Forget a game that can never be ended, and give its stake back."""
    games = dict(journey.games)
    bet = games.pop(table)
    return replace(journey, coins=journey.coins + bet.stake, games=games)


def earned(at: Place, view: View, seat: int) -> int:
    """Count the stars of a game that is over: by phases, then by rounds.

    Half of the phases are one star, all of them two, and three in few rounds.
    """
    needed = numbers(rules(at))
    done = len({*view.seats[seat - 1].done} & {*needed})
    if done < len(needed):
        return int(2 * done >= len(needed))
    return MOST_STARS if view.round <= par(at) else MOST_STARS - 1


def ended(
    journey: Journey, table: str, at: Place, view: View, seat: int
) -> tuple[Journey, Outcome]:
    """Take in how a game ended; played again at the same table nothing is staked."""
    games = dict(journey.games)
    bet = games.pop(table, Bet(at))
    winners = view.summary.winners if view.summary else ()
    got = earned(at, view, seat)
    fresh = max(0, got - stars(journey, at))
    won = seat in winners
    share = bet.stake * len(view.seats) // len(winners) if won else 0
    coins = share + fresh * STAR_COINS
    after = replace(
        journey,
        coins=journey.coins + coins,
        stars=_with(journey, at, got),
        games=games,
        played=journey.played + 1,
        won=journey.won + won,
    )
    needed = numbers(rules(at))
    done = len({*view.seats[seat - 1].done} & {*needed})
    told = Outcome(at, got, fresh, won, done, len(needed), view.round, coins)
    return after, told


def _with(journey: Journey, at: Place, got: int) -> dict[str, tuple[int, ...]]:
    row = [stars(journey, Place(at.world, stop)) for stop in range(len(STOPS))]
    row[at.stop] = max(row[at.stop], got)
    return {**journey.stars, WORLDS[at.world]: tuple(row)}


# --- As programs read it -------------------------------------------------------------


def summary(journey: Journey) -> dict[str, object]:
    """Give the whole journey as plain data."""
    return {
        "coins": journey.coins,
        "stars": total(journey),
        "of": MOST_STARS * sum(1 for _ in places()),
        "played": journey.played,
        "won": journey.won,
        "next": str(following(journey)),
        "games": {table: str(bet.place) for table, bet in journey.games.items()},
        "worlds": [_world(journey, world) for world in range(len(WORLDS))],
    }


def _world(journey: Journey, world: int) -> dict[str, object]:
    first = Place(world, 0)
    return {
        "name": WORLDS[world],
        "title": called(first),
        "open": world_open(journey, world),
        "stars": stars_of(journey, world),
        "tables": [_stop(journey, Place(world, n)) for n in range(len(STOPS))],
    }


def _stop(journey: Journey, at: Place) -> dict[str, object]:
    return {
        "table": str(at),
        "open": is_open(journey, at),
        "stars": stars(journey, at),
        "phases": list(numbers(rules(at))),
        "bots": list(levels(at)),
        "twist": twist(at),
        "stake": STOPS[at.stop].coins,
        "par": par(at),
    }
