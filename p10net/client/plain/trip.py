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
        offers = _offers(journey, at)
        console.write(words.choices(said for said, _ in offers))
        line = await console.read()
        said = (line or "").strip()
        does = _meant(said, offers) if line is not None else QUIT
        if does == QUIT:
            console.write(words.LEFT)
            return Trip()
        if (found := place(said)) is not None:
            at = found
        elif does in (PLAY, STAKE):
            refused = _refused(journey, at, does == STAKE)
            if not refused:
                return Trip(at, does == STAKE)
            console.write(refused)
        else:
            for text in LISTS.get(does, _again)(journey):
                console.write(text)


PLAY, STAKE, LIST, HELP, QUIT = "play", "stake", "list", "help", "quit"
Offers = tuple[tuple[str, str], ...]


def _offers(journey: Journey, at: Place) -> Offers:
    """List what can be done, in words and in short; a game under way has its stake."""
    goes_on = under_way(journey, at)
    play = words.offer(str(at), called(at), tells(at), goes_on=goes_on)
    staked = words.offer_staked(STOPS[at.stop].coins)
    return (
        (play, PLAY),
        *(() if goes_on else ((staked, STAKE),)),
        (words.LIST, LIST),
        (words.HELP_OFFER, HELP),
        (words.QUIT, QUIT),
    )


def _meant(said: str, offers: Offers) -> str:
    """Say which of them an answer means: by its number, or q."""
    if said.isascii() and said.isdecimal() and 1 <= int(said[:3]) <= len(offers):
        return offers[int(said[:3]) - 1][1]
    return QUIT if said in ("q", "quit") else ""


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


LISTS = {LIST: _tables, HELP: _help}
