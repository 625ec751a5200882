"""Sessions at a real host: whole games by bots and by lines, over links that break.

Host and clients run in one process, on a clock that jumps where nobody reads a pipe;
the frames are those that travel between laptops.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from p10net.bots.levels import LEVELS
from p10net.client.asked import FRESH
from p10net.client.plain.sitting import sit
from p10net.client.runner import next_name, run_bot
from p10net.client.session import Ending, Session, Visitor
from p10net.engine.presets import preset
from p10net.host.house import Setup
from p10net.host.pipe import pair
from p10net.host.records import Acted, Change
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.protocol.messages import Ok, State, Welcome
from p10net.protocol.requests import Ready
from tests.far_end import Brittle
from tests.pipes import Pipe, answers_by_number

SETUP = Setup("Ann's table", preset("quick"), start_when=3, once=True)
ENOUGH_TO_BE_IN = 20_000
"""Bytes after which a first link may break: whoever was never in gives up at once."""


class Host:
    """A table of one game in this process; links to it may break."""

    def __init__(self, setup: Setup = SETUP) -> None:
        self.acts: list[Acted] = []
        self.server = Server(Table(setup), told=self._told, awake=trio.current_time)
        self.cuts: list[int] = []
        self.dials = 0

    def _told(self, change: Change) -> None:
        if isinstance(change, Acted) and change.seat:
            self.acts.append(change)

    async def dial(self) -> trio.abc.Stream:
        """Connect; the link breaks after so many bytes, if the test says so."""
        near, far = pair()
        self.server.attach(far)
        self.dials += 1
        if not self.cuts:
            return near
        first = ENOUGH_TO_BE_IN if self.dials <= 3 else 0
        return Brittle(near, self.cuts.pop() + first, most=4096)

    def session(self, name: str = "bot", kind: Any = "bot", **how: Any) -> Session:
        """Come to the table, under the next name that is free."""
        return Session(
            self.dial,
            Visitor(name, kind),
            another_name=next_name,
            awake=trio.current_time,
            **how,
        )


@asynccontextmanager
async def open_host(host: Host) -> AsyncIterator[trio.Nursery]:
    """Keep a host open for a block, and for what is started beside it."""
    async with trio.open_nursery() as nursery:
        await nursery.start(host.server.run)
        yield nursery


class Bots:
    """Bots at a table, and what became of them."""

    def __init__(self, host: Host, pace: float = 0.1) -> None:
        self.host = host
        self.pace = pace
        self.told: list[str] = []
        self.endings: list[Ending] = []

    async def play(self, seed: int) -> None:
        """Let one of them play to the end."""
        brain = LEVELS["steady"](random.Random(seed))
        session, tell = self.host.session(), self.told.append
        self.endings.append(await run_bot(session, brain, tell=tell, pace=self.pace))

    async def evening(self) -> None:
        """Let three of them play."""
        async with open_host(self.host) as nursery:
            for seed in range(3):
                nursery.start_soon(self.play, seed)


def played(cuts: list[int]) -> Bots:
    """Play a game whose links break after so many bytes, the last number first."""
    bots = Bots(Host())
    bots.host.cuts = cuts
    trio.run(bots.evening, clock=MockClock(autojump_threshold=0))
    return bots


def test_three_bots_play_a_whole_game() -> None:
    """They find seats and names, play to the end, and go home with the host."""
    bots = played([])
    result = bots.host.server.table.result()

    assert [ending.status for ending in bots.endings] == [0, 0, 0]
    assert bots.told == []
    assert [seat.name for seat in result.seats] == ["bot", "bot 2", "bot 3"]
    assert result.winners


@pytest.mark.parametrize("seed", range(3))
def test_links_that_break_cost_nothing(seed: int) -> None:
    """Wherever they break, no act is lost or done twice, and nobody acts for a bot."""
    chance = random.Random(seed)
    bots = played([chance.randrange(1, 40_000) for _ in range(60)])
    acts = bots.host.acts

    assert bots.host.dials > 20
    assert [ending.status for ending in bots.endings] == [0, 0, 0]
    assert bots.told == []
    assert {act.cause for act in acts} == {""}
    assert Counter((act.seat, act.id) for act in acts).most_common(1)[0][1] == 1


async def test_a_token_brings_a_restarted_client_back(
    autojump_clock: MockClock,
) -> None:
    """Who knows nothing but its token has its seat, and goes on above its acts."""
    host, tokens = Host(replace(SETUP, start_when=2)), list[str]()
    async with open_host(host) as nursery:
        ann, ben = host.session("Ann", keep=tokens.append), host.session("Ben")
        life = trio.CancelScope()
        nursery.start_soon(_lived, life, ann)
        nursery.start_soon(ben.run)
        await _acts_once(ann, ben)
        life.cancel()
        again = host.session("Nobody", token=tokens[-1])
        nursery.start_soon(again.run)
        welcome = await again.news.receive()

        assert isinstance(welcome, Welcome)
        assert (welcome.seat, welcome.resumed) == (ann.seat, True)
        assert again.post(Ready(id=FRESH)).request.id > welcome.last_id > 0
        nursery.cancel_scope.cancel()


async def _lived(life: trio.CancelScope, session: Session) -> None:
    with life:
        await session.run()


async def _acts_once(mine: Session, other: Session) -> None:
    """Let the default be done, until the first session has acted."""
    while True:
        for session in (mine, other):
            await trio.sleep(0.1)
            state = session.state
            if isinstance(state, State) and state.ask is not None:
                asked = state.ask
                done = await session.act(asked.step, asked.default).wait()
                assert isinstance(done, Ok)
                if session is mine:
                    return


@pytest.mark.limit(40)
async def test_a_whole_game_is_played_in_lines(nursery: trio.Nursery) -> None:
    """One person reads lines and types numbers, two bots play, the host keeps score."""
    host, pipe = Host(), Pipe()
    bots = Bots(host, pace=0.0)
    await nursery.start(host.server.run)
    nursery.start_soon(bots.play, 1)
    nursery.start_soon(bots.play, 2)
    heard = bytearray()
    async with trio.open_nursery() as reading:
        reading.start_soon(answers_by_number, pipe, heard)
        ending = await sit(host.session("Zoë", "human"), pipe.console)
        pipe.close()

    assert ending.status == 0
    assert "Zoë" in {seat.name for seat in host.server.table.result().seats}
    assert b"The game is over, won by" in heard
    assert heard.isascii()
    assert {act.cause for act in host.acts} == {""}
