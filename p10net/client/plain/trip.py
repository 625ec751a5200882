"""The journey as lines: what comes next, and a way to anything else."""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client.commands.journey import Trip, under_way, why_closed
from p10net.client.journey import progress
from p10net.client.journey.progress import MOST_STARS, Journey
from p10net.client.journey.worlds import STOPS, Place, called, place, places, tells
from p10net.client.plain.console import Console
from p10net.client.words import journey as words


async def ask(console: Console, journey: Journey) -> Trip:
    """Ask until a table was chosen, or somebody leaves."""
    at = progress.following(journey)
    most = MOST_STARS * sum(1 for _ in places())
    purse = words.purse(journey.coins, progress.total(journey), most)
    console.write(f"{words.TITLE}. {', '.join(purse.split('   '))}.")
    while True:
        coins, goes_on = STOPS[at.stop].coins, under_way(journey, at)
        choices = words.choices(str(at), called(at), tells(at), coins, goes_on)
        console.write(choices)
        line = await console.read()
        said = (line or "").strip()
        if line is None or said in ("5", "q", "quit"):
            console.write(words.LEFT)
            return Trip()
        if (found := place(said)) is not None:
            at = found
        elif said in ("1", "2"):
            refused = _refused(journey, at, said == "2")
            if not refused:
                return Trip(at, said == "2")
            console.write(refused)
        else:
            for text in LISTS.get(said, _again)(journey):
                console.write(text)


def _refused(journey: Journey, at: Place, staked: bool) -> str:
    if closed := why_closed(journey, at):
        return words.closed(closed)
    if staked and not progress.can_stake(journey, at):
        return words.NO_COINS
    return ""


def _tables(journey: Journey) -> Iterator[str]:
    """List every table that is open, and the first one that is not."""
    for at in places():
        closed = why_closed(journey, at)
        note = closed or (words.UNDER_WAY if under_way(journey, at) else "")
        got = words.stars(progress.stars(journey, at))
        yield words.listing(f"{at} {called(at)}", got, tells(at), note)
        if closed:
            return


def _help(journey: Journey) -> Iterator[str]:
    yield from words.PLAIN_HELP


def _again(journey: Journey) -> Iterator[str]:
    yield words.AGAIN


LISTS = {"3": _tables, "4": _help}
