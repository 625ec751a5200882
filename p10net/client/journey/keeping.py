"""Where the journey is kept: one small file, put whole in the place of the old one.

It is read anew before each change, so that two games at a time lose nothing. A file
that makes no sense is never written over: a person is told, and may begin anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from p10net.client import files
from p10net.client.journey.progress import MOST_STARS, Journey
from p10net.client.journey.worlds import STOPS, places
from p10net.client.words import journey as words

FILE: Final = "journey.json"
OLD: Final = "journey.json.old"


class Unreadable(Exception):
    """The file cannot be used; the text is one sentence for a person."""


def load(folder: Path) -> Journey:
    """Read the journey; a new one where there is none. Raises Unreadable."""
    path = folder / FILE
    journey, damaged = files.read(path, Journey)
    if damaged or (journey is not None and not _sound(journey)):
        raise Unreadable(words.unreadable(path))
    return journey or Journey()


def _sound(journey: Journey) -> bool:
    """Whether a journey can be one of ours."""
    bets = journey.games.values()
    return (
        journey.journey == 1
        and min(journey.coins, journey.played, journey.won) >= 0
        and all(len(row) <= len(STOPS) for row in journey.stars.values())
        and all(0 <= n <= MOST_STARS for row in journey.stars.values() for n in row)
        and {bet.place for bet in bets} <= {*places()}
        and all(bet.stake >= 0 for bet in bets)
    )


def change(folder: Path, make: Callable[[Journey], Journey]) -> Journey:
    """Change what is kept; raises Unreadable, also where nothing can be written."""
    before = load(folder)
    after = make(before)
    if after != before:
        try:
            files.write(folder / FILE, after)
        except OSError as error:
            raise Unreadable(words.unkept(folder / FILE, error)) from None
    return after


def reset(folder: Path) -> Path | None:
    """Put the journey aside, and say where it lies now; None if there was none."""
    path, old = folder / FILE, folder / OLD
    try:
        path.replace(old)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unreadable(words.unkept(path, error)) from None
    return old
