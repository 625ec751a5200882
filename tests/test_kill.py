"""A host that is killed again and again: nothing acknowledged is lost or done twice."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from p10net.bots.levels import LEVELS
from p10net.client.deals import Deal
from p10net.client.link import Dial, to_places
from p10net.client.runner import run_bot
from p10net.client.session import Session, Visitor
from p10net.client.ticket import Ticket
from p10net.engine.moves import Action
from p10net.host.journal_file import read
from p10net.host.records import Acted
from p10net.host.resume import FOLDER, restore
from p10net.host.sectors import scan
from p10net.protocol.address import Place
from p10net.protocol.deals import DealCommit, DealNews, DealShare, DealShares
from p10net.protocol.messages import Ok
from p10net.protocol.requests import ToHost
from tests.host_program import HOME

SEATS = 4
KILLS = 30
"""For each of two tables of cards."""
SOAK = 200
ROOT = Path(__file__).parents[1]


class Recorder(Session):
    """A stock session that remembers what it asked to be done, and each welcome."""

    def __init__(self, dial: Dial, name: str) -> None:
        super().__init__(dial, Visitor(name, "bot"), keep=self._greeted)
        self.tickets: list[Ticket] = []
        self.welcomes = 0
        self._stirred = trio.Event()

    def act(self, step: int, action: Action) -> Ticket:
        ticket = super().act(step, action)
        self.tickets.append(ticket)
        self._stir()
        return ticket

    def _greeted(self, token: str) -> bool:
        self.welcomes += 1
        self._stir()
        return True

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()

    async def until(self, *, welcomes: int = 0, acts: int = 0) -> None:
        """Wait until it was welcomed, and has acted, so many times."""
        while self.welcomes < welcomes or len(self.tickets) < acts:
            await self._stirred.wait()

    @property
    def acknowledged(self) -> set[int]:
        """The ids of the acts that were said to be done."""
        return {
            ticket.request.id
            for ticket in self.tickets
            if isinstance(ticket.answer, Ok)
        }


class Host:
    """A host's process, started anew after each kill."""

    def __init__(self, folder: Path, rules: str, seats: int = SEATS) -> None:
        self.rules, self.seats = rules, seats
        with socket.create_server((HOME, 0)) as free:
            self.port = free.getsockname()[1]
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self.died = trio.Event()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        words = (str(self.folder), str(self.port), str(self.seats), self.rules)
        command = [sys.executable, "-m", "tests.host_program", *words]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n"

    def kill(self) -> None:
        """End it in the middle of whatever it does, if it has not ended."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()


async def killed(
    folder: Path, kills: Iterable[int], seed: int, rules: str = "official"
) -> int:
    """Kill a host so often while four bots play as fast as they can; gives how often.

    However it ends, no process is left.
    """
    host = Host(folder, rules)
    try:
        return await _killed(host, kills, seed)
    finally:
        host.kill()


async def _killed(host: Host, kills: Iterable[int], seed: int) -> int:
    chance, count, told = Random(seed), 0, list[str]()
    await trio.to_thread.run_sync(host.start)
    dial = to_places(Place(HOME, host.port))
    sessions = [Recorder(dial, f"Bot {number}") for number in range(SEATS)]
    async with trio.open_nursery() as nursery:
        for session in sessions:
            brain = LEVELS["random"](Random(seed))
            nursery.start_soon(
                lambda s, b: run_bot(s, b, tell=told.append, pace=0), session, brain
            )
        await _playing(sessions)
        seats = [session.seat for session in sessions]
        for _ in kills:
            await trio.sleep(chance.uniform(0.05, 0.4))
            host.kill()
            before = [session.welcomes for session in sessions]
            await trio.to_thread.run_sync(host.start)
            for session, times in zip(sessions, before, strict=True):
                await session.until(welcomes=times + 1)
                assert session.welcome is not None
                assert session.welcome.resumed
            count += 1
        await _playing(sessions)
        host.kill()
        nursery.cancel_scope.cancel()

    assert sorted(seat or 0 for seat in seats) == [1, 2, 3, 4]
    assert [session.seat for session in sessions] == seats
    check(host.folder, sessions)
    assert told == []  # by which a client complains of a deal, too
    return count


async def _playing(sessions: list[Recorder]) -> None:
    """Wait until everybody has done something more, and was told so."""
    for session in sessions:
        await session.until(acts=len(session.tickets) + 2)


def check(folder: Path, sessions: list[Recorder]) -> None:
    """Hold what was acknowledged against what lies on the disk."""
    (path,) = (folder / FOLDER).glob("*.journal")
    kept = read(scan(path.read_bytes()))
    acts = [entry.change for entry in kept.entries if isinstance(entry.change, Acted)]
    own = [(act.seat, act.id) for act in acts if act.seat and not act.cause]
    acknowledged = {
        (session.seat, number)
        for session in sessions
        for number in session.acknowledged
    }

    assert acknowledged <= {*own}
    assert not [act for act, times in Counter(own).items() if times > 1]
    last = {(session.seat, session.tickets[-1].request.id) for session in sessions}
    assert {*own} - acknowledged <= last  # on their way at the end
    for seat in range(1, SEATS + 1):
        numbers = [number for where, number in own if where == seat]
        assert numbers == sorted(numbers)
    assert restore(kept, 0.0).house.deals >= 1


# --- In the middle of a deal -------------------------------------------------------


class Sharer(Recorder):
    """Somebody who shares in deals, and whose host dies at one moment of the first.

    `shown` are the first round's deals as their secrets are shown, and how many deals
    the table called void by then; the next round may be dealt at once.
    """

    def __init__(self, host: Host, name: str, last: type[Any]) -> None:
        super().__init__(to_places(Place(HOME, host.port)), name)
        self._host, self._last = host, last
        self.shown: tuple[list[Deal], int] | None = None

    def post(self, request: ToHost) -> Ticket:
        self._perhaps_the_end(request)
        return super().post(request)

    async def _deal(self, said: DealNews) -> None:
        self._perhaps_the_end(said)
        await super()._deal(said)
        first = [one for one in self.deals.deals.values() if one.open.round == 1]
        if self.shown is None and any(deal.proved for deal in first):
            assert self.state is not None
            self.shown = first, self.state.view.voids
        self._stir()

    def _perhaps_the_end(self, said: object) -> None:
        if isinstance(said, self._last) and not self._host.died.is_set():
            self._host.kill()
            self._host.died.set()

    async def until_shown(self) -> tuple[list[Deal], int]:
        """Wait until the secrets of the first round's deals are shown."""
        while self.shown is None:
            await self._stirred.wait()
        return self.shown


@pytest.mark.untraced
@pytest.mark.limit(90)
@pytest.mark.parametrize("last", [DealCommit, DealShare, DealShares])
async def test_a_kill_in_the_middle_of_a_deal(last: type[Any], tmp_path: Path) -> None:
    """What a host had promised holds when it is back, and its clients find it so.

    It dies as the first promise, or the first share, is about to be sent, or when all
    are known. Everybody comes back, and each deal is shown with its secrets and checked
    down to the last card, unless it was given up because the others were long away.
    """
    host, told = Host(tmp_path, "shown", seats=2), list[str]()
    try:
        await trio.to_thread.run_sync(host.start)
        sessions = [Sharer(host, name, last) for name in ("Ann", "Ben")]
        async with trio.open_nursery() as nursery:
            for session in sessions:
                brain = LEVELS["steady"](Random(1))
                nursery.start_soon(
                    lambda s, b: run_bot(s, b, tell=told.append, pace=0), session, brain
                )
            await host.died.wait()
            await trio.to_thread.run_sync(host.start)
            shown = [await session.until_shown() for session in sessions]
            nursery.cancel_scope.cancel()
    finally:
        host.kill()

    assert told == []
    assert [session.seat for session in sessions] in ([1, 2], [2, 1])
    for deals, voids in shown:
        assert all(deal.void or deal.proved for deal in deals)
        assert [deal.void for deal in deals].count(True) == voids


@pytest.mark.untraced  # a killed program tells no coverage
@pytest.mark.limit(240)
async def test_no_kill_loses_an_act(tmp_path: Path) -> None:
    """Sixty kills at any moment: each act once, everybody back in the same seat.

    Two tables of cards and one of dice at a time: most of it is waiting.
    """
    tables = (("one", KILLS, 1, "official"), ("two", KILLS, 2, "official"))
    async with trio.open_nursery() as nursery:
        for name, kills, seed, rules in (*tables, ("dice", 6, 5, "dice")):
            (tmp_path / name).mkdir()
            nursery.start_soon(killed, tmp_path / name, range(kills), seed, rules)


@pytest.mark.soak
@pytest.mark.limit(1800)
@pytest.mark.parametrize("seed", [3, 4])
async def test_no_kill_of_four_hundred_loses_an_act(tmp_path: Path, seed: int) -> None:
    """The same for a long time."""
    await killed(tmp_path, range(SOAK), seed)
