"""`p10net journey`: worlds of tables against bots, played like any game alone."""

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import click
import trio

from p10net.cli import flags, folders, person, play, travels
from p10net.cli.exits import Exit, Trouble
from p10net.cli.person import Over
from p10net.cli.play import Sit
from p10net.cli.verbs import flag, verb
from p10net.client.commands.journey import Trip, why_closed
from p10net.client.journey import keeping, progress, worlds
from p10net.client.journey.keeping import Unreadable
from p10net.client.journey.progress import Journey
from p10net.client.journey.worlds import Place
from p10net.client.plain import console
from p10net.client.plain import trip as asking
from p10net.client.session import Ending, Session
from p10net.client.words import journey as words
from p10net.host import resume
from p10net.host.chance import Chance
from p10net.host.house import Setup
from p10net.host.table import Table
from p10net.protocol.messages import State

HOW = "The journey"


@verb(
    "journey",
    ("p10net journey", "see the worlds and play on"),
    ("p10net journey --table 1.2", "play the second table of the first world"),
    ("p10net journey --json", "all of it for a program"),
    ("p10net journey --reset", "begin anew"),
)
@flag(
    "--table",
    metavar="WORLD.TABLE",
    says="Play this table at once.",
    example="p10net journey --table 1.2",
    heading=HOW,
)
@flag(
    *("--json", "as_json"),
    is_flag=True,
    says="Print the journey as one line of JSON.",
    example="p10net journey --json",
    heading=HOW,
)
@flag(
    "--reset",
    is_flag=True,
    says="Begin anew; the file is kept beside.",
    example="p10net journey --reset",
    heading=HOW,
)
@flags.pace("journey", flags.BOTS)
@flags.name("journey")
@flags.plain("journey")
def journey(
    table: str | None,
    as_json: bool,
    reset: bool,
    pace: float,
    name: str | None,
    plain: bool,
) -> int | None:
    """Travel through worlds of phases, table by table, against bots.

    Stars open the way; coins are for fun alone. There is nothing to wait for.
    """
    if reset:
        click.echo(_reset())
        return None
    known = _known()
    if as_json:
        click.echo(json.dumps(progress.summary(known)))
        return None
    me, first = person.name(name), _first(known, table)
    screen = person.has_screen() and not plain
    way = partial(travel, me, pace, screen, first)
    return person.run(way, screen, quiet=not screen)


VERBS = {"journey": journey}


def _known() -> Journey:
    try:
        return keeping.load(folders.data())
    except Unreadable as error:
        raise Trouble(str(error)) from None


def _reset() -> str:
    try:
        old = keeping.reset(folders.data())
    except Unreadable as error:
        raise Trouble(str(error)) from None
    return words.begun_anew(old) if old else words.NOTHING_TO_RESET


def _first(known: Journey, table: str | None) -> Trip | None:
    """Settle which table was asked for; raises Trouble."""
    if table is None:
        return None
    at = worlds.place(table)
    if at is None:
        raise Trouble(words.NO_SUCH_PLACE, Exit.USAGE)
    if closed := why_closed(known, at):
        raise Trouble(words.closed(closed), Exit.USAGE)
    return Trip(at)


# --- On the way ----------------------------------------------------------------------


async def travel(
    me: str, pace: float, screen: bool, trip: Trip | None = None
) -> Ending:
    """Go from table to table until somebody has enough for today."""
    said: list[str] = []
    while True:
        try:
            known = travels.settled(said.append)
        except Unreadable as error:
            raise Trouble(str(error)) from None
        trip = trip or await _choose(known, said, screen)
        if trip.at is None:
            return Ending(words.LEFT, Exit.FINE)
        said = []
        sit = partial(_sit, said, screen=screen)
        ending = await visit(me, known, trip, pace, sit, said.append)
        if ending.status != Exit.FINE:
            return ending
        said = said[-1:] or [words.WAITS]
        trip = None


async def _sit(said: list[str], seat: Session, over: Over, **how: Any) -> Ending:
    """Sit at a table; what a game there brings is told at the table too."""

    def ended(state: State) -> None:
        before = len(said)
        over(state)
        for sentence in said[before:]:
            person.whisper(seat, sentence)

    return await person.sit(seat, over=ended, **how)


async def _choose(known: Journey, said: list[str], screen: bool) -> Trip:
    if screen:
        # Only a person at a screen waits for the library that draws it.
        from p10net.client.travel import Travel

        notice = said[-1] if said else ""
        return await Travel(known, person.dress(), notice).choose()
    with console.terminal(sys.stdin, sys.stdout) as out:
        for line in said:
            out.write(line)
        return await asking.ask(out, known)


async def visit(
    me: str,
    known: Journey,
    trip: Trip,
    pace: float,
    sit: Sit,
    tell: Callable[[str], None],
) -> Ending:
    """Play at a table of the journey: the game left there, or a new one."""
    at = trip.at
    assert at is not None
    for table, bet in known.games.items():
        if bet.place == at:
            return await _go_on(table, sit, tell)
    opened = Table(_setup(at), Chance(None))
    begin = partial(_begun, table=opened.house.id, at=at, staked=trip.staked)
    try:
        keeping.change(folders.data(), begin)
    except Unreadable as error:
        raise Trouble(str(error)) from None
    over = travels.over(opened.house.id, tell)
    return await play.against(opened, me, worlds.levels(at), pace, sit, over)


def _begun(known: Journey, table: str, at: Place, staked: bool) -> Journey:
    return progress.begun(known, table, at, staked)


def _setup(at: Place) -> Setup:
    rules, levels = worlds.rules(at), worlds.levels(at)
    name = words.table(worlds.called(at), at.stop + 1)
    return Setup(name, rules, seats=len(levels) + 1)


async def _go_on(table: str, sit: Sit, tell: Callable[[str], None]) -> Ending:
    try:
        back = resume.resume(travels.journal(table), trio.current_time())
    except resume.NoResume as error:
        raise Trouble(str(error)) from None
    return await play.go_on(
        back, folders.state(), sit, travels.over(back.table.house.id, tell)
    )
