"""Every fault at every stage of a table, for two, four and six: what was promised.

The rows stand in `fault_rows`, the evening in `fault_world`. Each cell plays a short
game from the first greeting to the end on a clock that jumps, and is then held to the
laws below. The suite tries each fault at each stage with one size of table; the soak
tries all of them, many times.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from p10net.engine.game import Game, view_of
from p10net.engine.view import Stage, View
from p10net.host.journal_file import read
from p10net.host.records import Acted, Began
from p10net.host.sectors import scan
from p10net.protocol.messages import Ok
from tests.fault_rows import ROWS, Row, sleeps
from tests.fault_world import Guest, World

SLACK = 1.5
"""Seconds for thinking and for a tick, on top of what a fault may cost."""
SOAK = 20
ATTEMPTS, AFAR = 5, 1000


def cells(every: bool) -> Iterator[tuple[Row, str, int]]:
    """List the cells; not every one takes the sizes of tables in turn."""
    for at, row in enumerate(ROWS):
        for stage in row.stages:
            sizes = row.seats
            turn = at + "LDAOHE".index(stage)
            some = sizes if every else sizes[turn % len(sizes) :][:1]
            for seats in some:
                yield row, stage, seats


def name(cell: tuple[Row, str, int]) -> str:
    row, stage, seats = cell
    return f"{row.name}, {stage}, {seats} seats"


def evening(row: Row, stage: str, seats: int, seed: int) -> World:
    """Let the fault come, and hold the evening to the laws."""
    world = struck(row, stage, seats, seed)
    assert row.raises or not world.errors, world.errors
    ended(world)
    once(world)
    own_views(world)
    in_time(world, row, stage)
    same_seats(world, row)
    said(world, row, stage)
    return world


def struck(row: Row, stage: str, seats: int, seed: int) -> World:
    """Live through an evening that comes as far as the stage; a few are over before.

    A seed decides how long a game lasts, and for some of them that is too short.
    """
    for attempt in range(ATTEMPTS):
        again = seed + attempt * AFAR
        world = World(seats, again, stage, bots=row.bots, away=row.away)
        world.live(row.strike)
        if world.reached:
            return world
    raise AssertionError(f"{ATTEMPTS} games were over before stage {stage} came")


def happened(world: World) -> list[tuple[float, str]]:
    """Write down what happened when; no session is like another."""
    whole = [(when, str(change)) for when, change in world.log]
    return [(when, re.sub(r"session='\w+'", "", text)) for when, text in whole]


# --- Laws -------------------------------------------------------------------------


def ended(world: World) -> None:
    """The game is over, and whoever is there knows how it ended."""
    for guest in world.guests:
        if guest.ending is None:
            assert guest.session.state is not None
            view = guest.session.state.view
            salvaged = guest.heard("file was damaged")
            assert view.stage is Stage.GAME_OVER or salvaged
            assert view.summary is not None or salvaged


def once(world: World) -> None:
    """What was acknowledged is in the journal, each act once, in its order."""
    kept = read(scan(world.disk.read()))
    acts = [entry.change for entry in kept.entries if isinstance(entry.change, Acted)]
    own = [(act.seat, act.id) for act in acts if act.seat and not act.cause]
    assert not [act for act, times in Counter(own).items() if times > 1]
    done = {(seat, number) for guest in world.guests for seat, number in acked(guest)}
    assert done <= {*own} or world.salvage
    for seat in range(1, world.seats + 1):
        numbers = [number for where, number in own if where == seat]
        assert numbers == sorted(numbers)


def acked(guest: Guest) -> Iterator[tuple[int, int]]:
    """Give seat and id of each act that a guest was told is done."""
    for session in (*guest.old, guest.session):
        for ticket in session.tickets:
            if isinstance(ticket.answer, Ok) and session.seat is not None:
                yield session.seat, ticket.request.id


def own_views(world: World) -> None:
    """Each saw what that seat could see at that moment, and time never went back."""
    seen: dict[tuple[int, int], View] = {}

    def view(game: Game, seat: int) -> View:
        key = id(game), seat
        seen[key] = seen.get(key) or view_of(game, seat)
        return seen[key]

    for guest in world.guests:
        seq = 0
        for state in guest.states:
            assert state.seq >= seq
            seq = state.seq
            seat = state.view.you.seat if state.view.you else 0
            games = world.games[state.n + len(state.ev)]
            assert any(state.view == view(game, seat) for game in games)


def in_time(world: World, row: Row, stage: str) -> None:
    """The game stood still for no longer than was allowed, once and in all."""
    waits, allowed = [*gaps(world)], row.allowed(stage)
    over = [wait - SLACK for wait in waits if wait > SLACK]
    assert max(over, default=0) <= allowed, waits
    assert sum(over) <= max(allowed, row.total) + 2 * SLACK, waits


def gaps(world: World) -> Iterator[float]:
    """Give the times between one act and the next, from the fault on."""
    last = world.struck_at
    for when, change in world.log:
        if isinstance(change, Acted | Began) and when >= world.struck_at:
            yield when - last
            last = when


def same_seats(world: World, row: Row) -> None:
    """Everybody has the seat they had; who was cut off is back in good time."""
    for guest, seat in zip(world.guests, world.seats_were, strict=True):
        if not (row.gone and guest is world.victim):
            assert guest.session.seat == seat
            assert guest.ending is None
    stood_in = {
        change.seat
        for _, change in world.log
        if isinstance(change, Acted) and change.cause == "stand_in"
    }
    assert not row.never or not stood_in
    assert not [c for _, c in world.log if getattr(c, "cause", "") == "late"]
    for guest in world.guests if row.everybody else [world.victim]:
        if row.back is not None:
            when, welcome = guest.welcomes[-1]
            assert welcome.resumed
            assert when <= world.mended_at + row.back


def said(world: World, row: Row, stage: str) -> None:
    """The words that everybody reads are those for what happened."""
    others = world.guests if row.everybody else world.others
    for stages, words in row.says:
        if stage in stages:
            assert all(guest.heard(words) for guest in others), (words, others[0].read)
    for stages, words in row.reads:
        if stage in stages:
            hit = world.guests if row.everybody else [world.victim]
            assert all(guest.heard(words) for guest in hit), (words, hit[0].read)
    for words in row.never:
        assert not any(guest.heard(words) for guest in world.guests), words


# --- Tests ------------------------------------------------------------------------


@pytest.mark.untraced  # what it runs is covered by the tests of each part
@pytest.mark.parametrize("cell", [*cells(every=False)], ids=name)
def test_a_fault_costs_what_was_promised(cell: tuple[Row, str, int]) -> None:
    """G12: the game ends, nobody waits for longer, and all read why."""
    row, stage, seats = cell
    evening(row, stage, seats, seed=ROWS.index(row) + len(stage))


@pytest.mark.untraced
@pytest.mark.parametrize("stage", "DA")
def test_the_same_seed_is_the_same_evening(stage: str) -> None:
    """Whatever a machine is slow at, what fails once fails again."""
    row = next(row for row in ROWS if row.strike is sleeps)
    one, other = (struck(row, stage, 4, 5) for _ in range(2))

    assert happened(one) == happened(other)
    assert [guest.read for guest in one.guests] == [
        guest.read for guest in other.guests
    ]


@pytest.mark.soak
@pytest.mark.limit(3600)
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_the_whole_matrix_holds(row: Row) -> None:
    """Every size of table, and many chances."""
    for one, stage, seats in cells(every=True):
        if one is row:
            for seed in range(SOAK):
                evening(row, stage, seats, seed)
