"""The journey's keys: a world, a table in it, a stake, and off.

Like the start screen it stands before any table; what a key leads to is told to the
command line.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.journey import progress
from p10net.client.journey.progress import Journey
from p10net.client.journey.worlds import STOPS, WORLDS, Place, called
from p10net.client.words import journey as words


class Trip(Struct, frozen=True):
    """Where to play; without a place, away from here."""

    at: Place | None = None
    staked: bool = False


class Map(Struct, frozen=True):
    """All that the journey's screen shows; `at` is the table that is marked."""

    journey: Journey
    at: Place
    staked: bool = False
    help: bool = False
    notice: str = ""


Came = tuple[Map, Trip | None]


def unfolded(journey: Journey, notice: str = "") -> Map:
    """Begin where the way goes on."""
    return Map(journey, progress.following(journey), notice=notice)


def under_way(journey: Journey, at: Place) -> bool:
    """Whether a game is going on at a table."""
    return any(bet.place == at for bet in journey.games.values())


def press(state: Map, key: str) -> Came:
    """Give a key its meaning."""
    state = replace(state, notice="")
    if key in ("q", "esc", "c-c") and not state.help:
        return state, Trip()
    if key == "enter":
        return _play(state)
    if key in STEPS:
        return _moved(state, STEPS[key]), None
    if key.isdecimal() and key.isascii() and 1 <= int(key) <= len(STOPS):
        return _at(state, Place(state.at.world, int(key) - 1)), None
    return _look(state, key), None


STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def _moved(state: Map, by: tuple[int, int]) -> Map:
    worlds, stops = by
    world = (state.at.world + worlds) % len(WORLDS)
    return _at(state, Place(world, (state.at.stop + stops) % len(STOPS)))


def _at(state: Map, at: Place) -> Map:
    return replace(state, at=at, staked=False, help=False)


def _look(state: Map, key: str) -> Map:
    if key in ("?", "esc", "q", "c-c"):
        return replace(state, help=not state.help)
    if key != "s":
        return replace(state, notice=words.NOTHING_HERE)
    if state.staked or under_way(state.journey, state.at):
        return replace(state, staked=False)
    if not progress.can_stake(state.journey, state.at):
        return replace(state, notice=words.NO_COINS)
    return replace(state, staked=True, help=False)


def _play(state: Map) -> Came:
    if closed := why_closed(state.journey, state.at):
        return replace(state, notice=words.closed(closed)), None
    return state, Trip(state.at, state.staked)


def why_closed(journey: Journey, at: Place) -> str:
    """Say what opens a table that is not open yet."""
    if progress.is_open(journey, at):
        return ""
    if progress.world_open(journey, at.world):
        return words.opens_stop(at.stop)
    return words.opens(progress.OPENS, called(Place(at.world - 1, 0)))
