"""`p10net` alone, on a terminal: the start screen, and wherever it leads.

The very first time a person is asked, in one plain line, whether they want a screen at
all: whoever listens to a terminal instead of looking at it hears this before anything
is drawn, and is not asked again.
"""

import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import trio

from p10net.cli import folders, host, join, person, play, reach, resume, settings
from p10net.cli.exits import Exit
from p10net.cli.join import Coming
from p10net.cli.opening import Asked
from p10net.client import nearby, seats
from p10net.client.commands.start import Going, Way
from p10net.client.found import Answer, Entry
from p10net.client.peek import peek
from p10net.client.plain import console
from p10net.client.plain.console import Console
from p10net.client.seats import Met
from p10net.client.session import Ending
from p10net.engine.rules import OFFICIAL
from p10net.host.resume import Stopped, stopped
from p10net.lan.interfaces import usable
from p10net.protocol.clean import clean

FIRST = (
    "Enter: full-screen table. Type plain: line mode for screen readers.\n"
    "Remembered next time."
)
LINES = "Line mode. 1 play now, 2 join a table, 3 host a table, 4 quit."
GO_ON = "5 goes on with {}, which was never finished."
WHICH = "Type a number, a code, an address or a name."
AGAIN = "That is no answer here: type one of the numbers."
NOBODY = "No table answers by itself."
GLANCE = 0.5
"""Seconds to see whether the table that was left last still stands."""
LISTEN = 2.0
"""Seconds that the line mode listens for tables before it lists them."""
OVER = Ending("", Exit.FINE)


def begin() -> int:
    """Let a person choose what to do, and do it."""
    if not _settled() and not _ask():
        return Exit.FINE
    screen = person.has_screen()
    main = on_screen if screen else in_lines
    return person.run(partial(main, person.name(None)), screen, quiet=not screen)


# --- The very first time -------------------------------------------------------------


def _settled() -> bool:
    settled = person.chosen() is not None or settings.path().exists()
    return settled or not person.has_screen()


def _ask() -> bool:
    """Ask once how somebody wants to play; false if they went away instead."""
    sys.stdout.write(f"{FIRST}\n")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if line:
        person.choose("plain" if line.strip().lower() == "plain" else "screen")
    return bool(line)


# --- On a screen ---------------------------------------------------------------------


async def on_screen(me: str) -> Ending:
    """Show the start screen, then go where it leads."""
    # Only a person at a screen waits for the library that draws it.
    from p10net.client import entrance

    left = await _stopped() or await _left()
    met, _ = seats.hosts(folders.state())
    places = [place for one in met for place in one.places]
    here = next(iter(await trio.to_thread.run_sync(usable)), "")
    async with nearby.looking(remembered=places) as near:
        name = left.name if left else ""
        way = await entrance.enter(near, person.dress(), here=here, left=name)
    return await _go(way, me, left)


async def _stopped() -> Stopped | None:
    """Find the own table that stopped last and can go on."""
    found = await trio.to_thread.run_sync(stopped, folders.state())
    return next((one for one in found if not one.damage), None)


async def _left() -> Met | None:
    """Find the table where a seat is kept, if it still stands."""
    met, _ = seats.hosts(folders.state())
    for one in met[:1]:
        kept = seats.left_behind(folders.state(), one.table)
        for place in one.places if kept else ():
            said = await peek(place, GLANCE)
            if isinstance(said, Answer) and said.sign.id == one.table:
                return one
    return None


async def _go(way: Way, me: str, left: Met | Stopped | None) -> Ending:
    match way.going:
        case Going.PLAY:
            return await _play(me, screen=True)
        case Going.HOST:
            return await host.play(Asked(), screen=True)
        case Going.RETURN:
            assert left is not None
            if isinstance(left, Stopped):
                return await resume.go_on(left, Asked(), screen=True)
            return await join.visit(await reach.knock(left.places), me, True, Coming())
        case Going.JOIN | Going.WATCH:
            door = _door(way.entry) if way.entry else way.typed
            return await join.visit(door, me, True, Coming(KINDS[way.going]))
        case Going.QUIT:
            return OVER


KINDS: Mapping[Going, join.Kind] = {Going.JOIN: "human", Going.WATCH: "watcher"}


def _door(entry: Entry) -> reach.Door:
    return reach.listed(entry)


async def _play(me: str, screen: bool) -> Ending:
    return await play.alone(
        me, OFFICIAL, None, play.BOTS, Asked().level, Asked().pace, screen
    )


# --- In lines ------------------------------------------------------------------------


async def in_lines(me: str) -> Ending:
    """Ask with lines, then go where the answer leads."""
    with console.terminal(sys.stdin, sys.stdout) as lines:
        lead = await _question(lines)
    return await lead(me)


Lead = Callable[[str], Awaitable[Ending]]


async def _quit(me: str) -> Ending:
    return OVER


async def _question(lines: Console) -> Lead:
    lines.write(LINES)
    leads = LEADS
    if (one := await _stopped()) is not None:
        lines.write(GO_ON.format(clean(one.name)))
        leads = {**LEADS, "5": lambda me: resume.go_on(one, Asked(), screen=False)}
    while (said := await lines.read()) is not None:
        if said.strip() == "2":
            return await _which(lines)
        if (lead := leads.get(said.strip())) is not None:
            return lead
        lines.write(AGAIN)
    return _quit


async def _which(lines: Console) -> Lead:
    """List the tables nearby, and take a number or whatever `join` takes."""
    listing = await nearby.listing(LISTEN)
    for number, row in enumerate(listing.rows, 1):
        lines.write(
            f"{number} {row.table}, {row.seats.taken} of {row.seats.max} seats."
        )
    lines.write(WHICH if listing.rows else f"{NOBODY} {WHICH}")
    said = (await lines.read() or "").strip()
    if not said:
        return _quit
    if said.isdecimal() and 0 < int(said) <= len(listing.rows):
        said = listing.rows[int(said) - 1].address
    return lambda me: join.visit(said, me, False, Coming())


LEADS: Mapping[str, Lead] = {
    "1": partial(_play, screen=False),
    "3": lambda me: host.play(Asked(), screen=False),
    "4": _quit,
}
