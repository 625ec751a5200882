"""`p10net` alone, on a terminal: the start screen, and wherever it leads.

The very first time a person is asked, in one plain line, whether they want a screen at
all: whoever listens to a terminal instead of looking at it hears this before anything
is drawn, and is not asked again.
"""

import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple

import trio
from msgspec.structs import replace

from p10net.cli import folders, host, join, person, play, reach, resume, settings
from p10net.cli.exits import Exit
from p10net.cli.join import Coming
from p10net.cli.opening import Asked
from p10net.client import nearby, seats, survey
from p10net.client.commands.start import Going, Start, Way
from p10net.client.found import Answer, Entry
from p10net.client.peek import peek
from p10net.client.plain import console
from p10net.client.plain.console import Console
from p10net.client.seats import Met
from p10net.client.session import Ending
from p10net.client.words import start as words
from p10net.host.resume import Stopped, stopped
from p10net.lan.interfaces import usable
from p10net.protocol.address import Place
from p10net.protocol.clean import clean

FIRST = (
    "Enter: full-screen table. Type plain: line mode for screen readers.\n"
    "Remembered next time."
)
LINES = "Line mode."
WHICH = "Type a number, a code, an address or a name."
AGAIN = "That is no answer here: type one of the numbers."
NOBODY = "No table answers by itself."
GLANCE = 0.5
"""Seconds to see whether a table that was left still stands."""
GLANCES = 8
"""Tables to look for, those left last."""
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

    left = await _left()
    met, _ = seats.hosts(folders.state())
    places = [place for one in met for place in one.places]
    here = next(iter(await trio.to_thread.run_sync(usable)), "")
    keyboard = str(settings.get("keyboard"))
    bots = int(settings.get("bots"))
    known = Start(here=here, bots=bots, keyboard=keyboard)
    if left is not None:
        known = replace(known, left=left.name, back=left.back)
    async with nearby.looking(remembered=places) as near:
        way = await entrance.enter(near, person.dress(), known, survey.around)
    return await _go(way, me, left)


class Left(NamedTuple):
    """A table where a seat is kept: its name, how it goes on, and the way there."""

    name: str
    back: str
    at: Met | Stopped


async def _left() -> Left | None:
    """Find where a seat is kept: at an own table that stopped, or at another's."""
    lying = await trio.to_thread.run_sync(stopped, folders.state())
    if whole := next((one for one in lying if not one.damage), None):
        return Left(clean(whole.name), words.stopped(whole.round), whole)
    met, _ = seats.hosts(folders.state())
    answers: dict[str, str] = {}

    def kept(one: Met) -> bool:
        return bool(seats.left_behind(folders.state(), one.table))

    async def ask(one: Met, place: Place) -> None:
        said = await peek(place, GLANCE)
        if isinstance(said, Answer) and said.sign.id == one.table:
            answers[one.table] = words.playing(said.sign.state.value)

    async with trio.open_nursery() as nursery:
        for one in met[:GLANCES]:
            for place in one.places if kept(one) else ():
                nursery.start_soon(ask, one, place)
    for one in met:
        if one.table in answers:
            return Left(clean(one.name), answers[one.table], one)
    return None


async def _go(way: Way, me: str, left: Left | None) -> Ending:
    match way.going:
        case Going.PLAY:
            return await play.now(me, screen=True)
        case Going.HOST:
            return await host.play(Asked(), screen=True)
        case Going.RETURN:
            assert left is not None
            return await _return(left, me, screen=True)
        case Going.JOURNEY:
            return await _travel(me, screen=True)
        case Going.SCORE:
            return await _score(me, screen=True)
        case Going.JOIN | Going.WATCH:
            door = _door(way.entry) if way.entry else way.typed
            return await join.visit(door, me, True, Coming(KINDS[way.going]))
        case Going.QUIT:
            return OVER


async def _return(left: Left, me: str, screen: bool) -> Ending:
    if isinstance(left.at, Stopped):
        return await resume.go_on(left.at, Asked(), screen)
    return await join.visit(await reach.knock(left.at.places), me, screen, Coming())


KINDS: Mapping[Going, join.Kind] = {Going.JOIN: "human", Going.WATCH: "watcher"}


def _door(entry: Entry) -> reach.Door:
    return reach.listed(entry)


async def _travel(me: str, screen: bool) -> Ending:
    from p10net.cli import journey  # which nobody else waits for

    return await journey.travel(me, Asked().pace, screen)


async def _score(me: str, screen: bool) -> Ending:
    from p10net.cli import score  # nor for this

    return await score.go_on(screen)


# --- In lines ------------------------------------------------------------------------


async def in_lines(me: str) -> Ending:
    """Ask with lines, then go where the answer leads."""
    with console.terminal(sys.stdin, sys.stdout) as lines:
        lead = await _question(lines)
    return await lead(me)


Lead = Callable[[str], Awaitable[Ending]]
Then = Callable[[Console], Awaitable[Lead]]


async def _quit(me: str) -> Ending:
    return OVER


async def _question(lines: Console) -> Lead:
    """Ask what to do; the seat that is kept comes first."""
    leads = LEADS
    if (left := await _left()) is not None:
        back = words.seat_kept(left.name, left.back)[1]
        leads = ((back[0].lower() + back[1:], _back(left)), *LEADS)
    said_all = ", ".join(f"{at} {said}" for at, (said, _) in enumerate(leads, 1))
    lines.write(f"{LINES} {said_all}.")
    while (said := await lines.read()) is not None:
        answer = said.strip()
        if answer.isdecimal() and 1 <= int(answer[:3]) <= len(leads):
            return await leads[int(answer) - 1][1](lines)
        lines.write(AGAIN)
    return _quit


def _back(left: Left) -> Then:
    return _then(lambda me: _return(left, me, screen=False))


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


def _then(lead: Lead) -> Then:
    """Ask nothing more."""

    async def asked(lines: Console) -> Lead:
        return lead

    return asked


LEADS: tuple[tuple[str, Then], ...] = (
    ("play now", _then(partial(play.now, screen=False))),
    ("join a table", _which),
    ("host a table", _then(lambda me: host.play(Asked(), screen=False))),
    ("journey", _then(partial(_travel, screen=False))),
    ("score pad for real cards", _then(partial(_score, screen=False))),
    ("quit", _then(_quit)),
)
"""What can be done, as it is said, and what is asked then; in their order."""
