"""`p10net` alone, on a terminal: the start screen, and wherever it leads.

The very first time a person is asked, in one plain line, whether they want a screen at
all: whoever listens to a terminal instead of looking at it hears this before anything
is drawn, and is not asked again.
"""

import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial

import trio
from msgspec.structs import replace

from p10net.cli import (
    behind,
    folders,
    host,
    join,
    person,
    play,
    reach,
    resume,
    settings,
)
from p10net.cli.behind import Left, Lost
from p10net.cli.exits import Exit, Trouble
from p10net.cli.join import Coming
from p10net.cli.opening import Asked
from p10net.client import guest, nearby, seats, survey
from p10net.client.commands.start import Going, Start, Way
from p10net.client.found import Entry, Row, alike
from p10net.client.plain import console
from p10net.client.plain.console import Console
from p10net.client.session import Ending
from p10net.client.words import finding
from p10net.client.words import start as words
from p10net.host.resume import Stopped
from p10net.lan.interfaces import usable

FIRST = (
    "Enter: full-screen table. Type plain: line mode for screen readers.\n"
    "Remembered next time."
)
LINES = "Line mode."
WHICH = "Type a number, a code, an address or a name, or nothing to quit."
AGAIN = "Type one of the numbers, or its words:"
NOBODY = "No table answers by itself."
LISTEN = 2.0
"""Seconds that the line mode listens for tables before it lists them."""
OVER = Ending("", Exit.FINE)


def begin(plain: bool = False) -> int:
    """Let a person choose what to do, and do it; `plain` in lines, this once."""
    if not plain and not _settled() and not _ask():
        return Exit.FINE
    screen = person.has_screen() and not plain
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

    left, lost = await behind.find(folders.state())
    met, _ = seats.hosts(folders.state())
    places = [place for one in met for place in one.places]
    here = next(iter(await trio.to_thread.run_sync(usable)), "")
    keyboard = str(settings.get("keyboard"))
    bots = int(settings.get("bots"))
    kept = behind.kept(folders.state())
    known = Start(here=here, bots=bots, keyboard=keyboard, kept=kept)
    if left is not None:
        known = replace(known, left=left.name, back=left.back)
    if lost is not None:
        known = replace(known, lost=lost.id, again=lost.name)
        known = replace(known, rounds=lost.rounds, dice=lost.dice)
    async with nearby.looking(remembered=places) as near:
        way = await entrance.enter(near, person.dress(), known, survey.around)
    return await _go(way, me, left, lost)


async def _go(way: Way, me: str, left: Left | None, lost: Lost | None) -> Ending:
    match way.going:
        case Going.PLAY:
            return await play.now(me, screen=True)
        case Going.HOST:
            return await host.play(Asked(), screen=True)
        case Going.RETURN:
            assert left is not None
            return await _return(left, me, screen=True)
        case Going.AGAIN:
            assert lost is not None
            return await _again(lost, screen=True)
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


async def _again(lost: Lost, screen: bool) -> Ending:
    return await host.play(Asked(again=lost.name), screen)


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
    left, lost = await behind.find(folders.state())
    if lost is not None:
        again = words.again(lost.name, lost.rounds, dice=lost.dice)
        leads = ((_begun(again), _anew(lost)), *leads)
    if left is not None:
        leads = ((_begun(words.seat_kept(left.name, left.back)), _back(left)), *leads)
    said_all = ", ".join(f"{at} {said}" for at, (said, _) in enumerate(leads, 1))
    lines.write(f"{LINES} {said_all}.")
    while (said := await lines.read()) is not None:
        if (then := _answered(leads, said.strip().casefold())) is not None:
            return await then(lines)
        lines.write(f"{AGAIN} {said_all}.")
    return _quit


def _answered(leads: Sequence[tuple[str, Then]], answer: str) -> Then | None:
    """Find what a number means, or the words of an answer or how they begin."""
    if answer.isdecimal():
        number = int(answer[:3])
        return leads[number - 1][1] if 1 <= number <= len(leads) else None
    begun = [then for said, then in leads if said.casefold().startswith(answer)]
    return begun[0] if answer and len(begun) == 1 else None


def _begun(row: tuple[str, str]) -> str:
    """Say a row of the start screen within a line."""
    _, said = row
    return said[0].lower() + said[1:]


def _anew(lost: Lost) -> Then:
    return _then(lambda me: _again(lost, screen=False))


def _back(left: Left) -> Then:
    return _then(lambda me: _return(left, me, screen=False))


async def _which(lines: Console) -> Lead:
    """List the tables nearby, and take a number or whatever `join` takes."""
    listing = await nearby.listing(LISTEN)
    for line in told(listing.rows):
        lines.write(line)
    lines.write(WHICH if listing.rows else f"{NOBODY} {WHICH}")
    while said := (await lines.read() or "").strip():
        if said.isdecimal() and 0 < int(said[:3]) <= len(listing.rows):
            said = listing.rows[int(said) - 1].address
        try:
            door = await reach.door(said)
        except (Trouble, BaseExceptionGroup) as error:
            trouble = guest.lone(error)
            if not isinstance(trouble, Trouble):
                raise
            lines.write(f"{trouble} {WHICH}")
        else:
            return partial(_join, door)
    return _quit


async def _join(door: reach.Door, me: str) -> Ending:
    return await join.visit(door, me, False, Coming())


def told(rows: Sequence[Row]) -> Iterator[str]:
    """Tell of the tables nearby, with their addresses where names do not do."""
    doubles = alike(rows)
    addresses = {row.address for group in doubles for row in group}
    for number, row in enumerate(rows, 1):
        where = f" at {row.address}" if row.address in addresses else ""
        seated = f"{row.seats.taken} of {row.seats.max} seats"
        yield f"{number} {row.table}{where}, {seated}."
    for group in doubles:
        yield finding.alike(group[0].table, len(group))


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
