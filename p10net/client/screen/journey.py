"""The journey: worlds at the left, the tables of the marked one at the right."""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client import picture
from p10net.client.commands.journey import Map, under_way
from p10net.client.journey import progress, worlds
from p10net.client.journey.progress import MOST_STARS
from p10net.client.journey.worlds import STOPS, WORLDS, Place
from p10net.client.picture import CURSOR, Line, Picture
from p10net.client.screen.strokes import Strokes, rule
from p10net.client.words import journey as words

LEFT = 38


def journey(state: Map, pen: Strokes) -> Picture:
    """Draw the whole screen."""
    known, most = state.journey, MOST_STARS * len(WORLDS) * len(STOPS)
    purse = words.purse(known.coins, progress.total(known), most)
    title = picture.row(picture.text(" p10net  ", "title"), words.TITLE)
    foot = (rule(pen), _bar(state), picture.row(" > ", (CURSOR,)))
    room = pen.rows - 2 - len(foot)
    if state.help:
        lines: Picture = ((), *(picture.text(f"  {line}") for line in words.HELP))
    else:
        right = pen.columns - LEFT - 1
        left = picture.fill(_worlds(state, pen, room), room)
        stops = _stops(state, pen, right, room)
        lines = picture.beside(left, pen.down, stops, (LEFT, right))
    head = picture.ends(title, f"{purse} ", pen.columns)
    return (head, rule(pen), *picture.fill(lines, room), *foot)


def _worlds(state: Map, pen: Strokes, room: int) -> Iterator[Line]:
    """List the worlds, the marked one always among those that fit."""
    first = min(max(0, state.at.world - room + 2), max(0, len(WORLDS) - room))
    for world in range(first, len(WORLDS)):
        marked = world == state.at.world
        is_open = progress.world_open(state.journey, world)
        role = "current" if marked else "" if is_open else "faint"
        got = f"{progress.stars_of(state.journey, world)}/{MOST_STARS * len(STOPS)}"
        name = f"{world + 1:>2}  {worlds.called(Place(world, 0))}"
        yield picture.row(
            picture.text(f" {pen.here if marked else ' '} ", role),
            picture.column(name, LEFT - 11, role),
            picture.right(got if is_open else words.CLOSED, 7, role),
        )


def _stops(state: Map, pen: Strokes, wide: int, room: int) -> Picture:
    """List the tables of the marked world; the marked one can always be read whole."""
    lines: list[Line] = []
    last = 0
    for stop in range(len(STOPS)):
        at = Place(state.at.world, stop)
        lines += _stop(state, at, pen, wide)
        last = len(lines) if at == state.at else last
    first = max(0, last - room)
    return tuple(lines[first : first + room])


def _stop(state: Map, at: Place, pen: Strokes, wide: int) -> Iterator[Line]:
    yield _head(state, at, pen)
    marked = at == state.at
    more = words.measure(worlds.par(at), STOPS[at.stop].coins)
    for text in (*worlds.tells(at), *((more,) if marked else ())):
        for line in picture.wrap(text, wide - 7):
            yield picture.text(f"      {line}", "current" if marked else "faint")


def _head(state: Map, at: Place, pen: Strokes) -> Line:
    marked = at == state.at
    role = "current" if marked else ""
    got = words.drawn(progress.stars(state.journey, at), MOST_STARS)
    note = ""
    if not progress.is_open(state.journey, at):
        got, note = words.CLOSED, ""
    elif under_way(state.journey, at):
        note = words.UNDER_WAY
    elif marked and state.staked:
        note = words.STAKED
    return picture.row(
        picture.text(f" {pen.here if marked else ' '} ", role),
        picture.text(f"{at.stop + 1}  {got:<8}", role),
        picture.text(note, "title"),
    )


def _bar(state: Map) -> Line:
    if state.notice:
        return picture.text(f" {state.notice}", "wrong")
    if state.staked:
        return picture.text(f" {words.stakes(STOPS[state.at.stop].coins)}", "key")
    return picture.text(f" {words.KEYS}", "key")
