"""A table whose disk is full: it waits and says why, loses nothing, and goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p10net.engine.moves import Draw
from p10net.host.house import Setup
from p10net.host.journal_file import FileJournal, Opening, begin, read
from p10net.host.records import Stuck
from p10net.host.resume import restore
from p10net.host.sectors import scan
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.messages import Bye, Err, Lobby, News, Notice, Ok, Pong, State
from p10net.protocol.requests import Act, Chat, Pause, Ping, Ready, Rename
from tests.disk import Disk, failing, no_fate
from tests.server_bench import Desk, Peer, Robot, desk

FULL = failing(range(1 << 30))
OPENING = Opening("a1" * 16, Setup("Desk"), seed=7)


@pytest.fixture
def clock(autojump_clock: MockClock) -> MockClock:
    """A clock that waits for the thread which writes before it jumps."""
    autojump_clock.autojump_threshold = 0.03
    return autojump_clock


class Evening:
    """A table, its disk, and two people of whom one is asked."""

    def __init__(self, host: Desk, disk: Disk) -> None:
        self.host, self.disk = host, disk
        self.ann, self.bob = host.pipe(), host.pipe()

    async def begin(self) -> None:
        for peer, name in ((self.ann, "Ann"), (self.bob, "Bob")):
            await peer.join(name)
        for peer in (self.ann, self.bob):
            await peer.say(Ready)
        for peer in (self.ann, self.bob):
            await peer.until(_asks_somebody)

    @property
    def asked(self) -> Peer:
        asked = self.host.house.asked
        assert asked is not None
        return self.ann if asked.name == "Ann" else self.bob

    async def draw(self) -> Any:
        """Let whoever is asked draw from the stock."""
        return await self.asked.ask(Act, step=self.host.house.step, action=STOCK)


STOCK = Draw("stock")


def _asks_somebody(message: object) -> bool:
    return isinstance(message, State) and message.view.turn > 0


@asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    """Open a table on a disk that a test can fill."""
    disk = Disk(begin(OPENING))
    journal = FileJournal(disk, scan(disk.held), lambda: 0)
    async with desk(journal=journal) as host:
        yield Evening(host, disk)


def news(what: News) -> Any:
    """Recognize a piece of news."""
    return lambda message: isinstance(message, Notice) and message.what is what


def stopped(message: object) -> bool:
    """Recognize a table that waits for its disk."""
    stop = message.table.paused if isinstance(message, State) else None
    return stop is not None and (stop.by, stop.why) == (0, "disk")


async def test_a_full_disk_stops_the_game_and_says_so(clock: MockClock) -> None:
    """The act is not done, whoever sent it is told, and so is everybody."""
    async with evening() as it:
        await it.begin()
        game = it.host.house.game
        it.disk.fate = FULL

        refused = await it.draw()

        assert isinstance(refused, Err)
        assert refused.code is ErrCode.PAUSED
        assert "disk" in refused.msg
        for peer in (it.ann, it.bob):
            await peer.until(news(News.STUCK))
            await peer.until(stopped)
        assert it.host.house.game is game
        assert restore(read(scan(it.disk.held)), 0.0).house.game == game


async def test_what_need_not_be_kept_goes_on(clock: MockClock) -> None:
    """People talk and are heard; whatever would have to be written is refused."""
    async with evening() as it:
        await it.begin()
        it.disk.fate = FULL
        await it.draw()
        eve = it.host.pipe()

        assert isinstance(await it.ann.ask(Chat, text="What now?"), Ok)
        assert isinstance(await it.bob.ask(Ping), Pong)
        renamed = await it.ann.ask(Rename, name="Anna")
        went_on = await it.bob.ask(Pause, on=False)
        turned_away = await eve.join("Eve")

    assert (renamed.code, went_on.code) == (ErrCode.PAUSED, ErrCode.PAUSED)
    assert isinstance(turned_away, Bye)
    assert (turned_away.code, turned_away.retry) == (ByeCode.FULL, 30)


async def test_it_goes_on_when_there_is_room_again(clock: MockClock) -> None:
    """Two seconds later at most; the act is sent anew and is done once."""
    async with evening() as it:
        await it.begin()
        it.disk.fate = FULL
        await it.draw()
        await trio.sleep(15)
        it.disk.fate = no_fate
        room = trio.current_time()
        await it.asked.until(news(News.GOES_ON))
        state = await it.asked.read(State)

        assert trio.current_time() - room <= 2.1
        assert state.table.paused is None
        assert state.ask is not None
        assert isinstance(await it.draw(), Ok)
        again = restore(read(scan(it.disk.held)), 0.0)
        assert again.house.game == it.host.house.game


async def test_a_game_begins_when_it_can_be_kept(clock: MockClock) -> None:
    """Everybody is ready, and nothing is dealt before it is written."""
    async with evening() as it:
        for peer, name in ((it.ann, "Ann"), (it.bob, "Bob")):
            await peer.join(name)
        it.disk.fate = FULL
        await it.ann.ask(Ready)
        await it.bob.ask(Ready)
        await it.bob.until(news(News.STUCK))
        assert it.host.house.game is None
        it.disk.fate = no_fate
        await it.bob.until(_asks_somebody)

    assert it.host.house.games == 1


async def test_a_pause_of_somebodys_is_one_afterwards(clock: MockClock) -> None:
    """Ann still has to let it go on, and her clock never ran."""
    async with evening() as it:
        await it.begin()
        await it.ann.ask(Pause, on=True)
        stands = it.host.house.clock(trio.current_time())
        it.disk.fate = FULL
        assert (await it.bob.ask(Rename, name="Rob")).code is ErrCode.PAUSED
        await trio.sleep(10)
        it.disk.fate = no_fate
        await it.bob.until(news(News.GOES_ON))

        assert it.host.house.pause is not None
        assert it.host.house.pause.by == 1
        assert it.host.house.clock(trio.current_time()) == stands
        assert isinstance(await it.ann.ask(Pause, on=False), Ok)


async def test_nobodys_time_runs_meanwhile(clock: MockClock) -> None:
    """Waiting for a disk costs nobody a turn."""
    async with evening() as it:
        await it.begin()
        it.disk.fate = FULL
        await it.draw()
        before = it.host.house.clock(trio.current_time())
        await trio.sleep(20)

        assert it.host.house.clock(trio.current_time()) == before
        it.disk.fate = no_fate
        await it.asked.until(news(News.GOES_ON))
        assert it.host.house.clock(trio.current_time()) == pytest.approx(before, abs=2)


async def test_a_table_that_waits_can_be_closed(clock: MockClock) -> None:
    """It says goodbye like any other."""
    async with evening() as it:
        await it.begin()
        it.disk.fate = FULL
        await it.draw()
        it.host.server.stop()
        bye = await it.ann.end()

    assert bye is not None
    assert bye.code is ByeCode.CLOSING


async def test_told_once(clock: MockClock) -> None:
    """Each refusal is answered, but the sentence comes to everybody only once."""
    heard: list[object] = []
    disk = Disk(begin(OPENING))
    journal = FileJournal(disk, scan(disk.held), lambda: 0)
    async with desk(journal=journal, told=heard.append) as host:
        ann = host.pipe()
        await ann.join("Ann")
        disk.fate = FULL
        for number in range(3):
            assert (await ann.ask(Rename, name=f"A{number}")).code is ErrCode.PAUSED
        disk.fate = no_fate
        await ann.until(news(News.GOES_ON))
        await ann.read(Lobby)

    stuck = [message for message in ann.seen if news(News.STUCK)(message)]
    assert len(stuck) == 1
    assert heard.count(Stuck(False)) == 1


# --- A real one -------------------------------------------------------------------

SMALL = "mount -t tmpfs -o size=128k tmpfs {folder} && exec {host}"
FLAGS = "--bots 1 --pace 0 --bind 127.0.0.1 --port 0 --no-advertise --cleartext"


@pytest.mark.soak
@pytest.mark.needs("root", "unshare", "nsenter")
@pytest.mark.limit(90)
async def test_a_disk_of_128_kilobytes(tmp_path: Path) -> None:
    """A host plays until its disk is full, and goes on when that has grown."""
    host = f"{sys.executable} -m p10net host --headless --json {FLAGS}"
    script = SMALL.format(folder=tmp_path, host=f"{host} --state-dir {tmp_path}")
    process = await trio.lowlevel.open_process(
        ["unshare", "-m", "sh", "-c", script], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    port = json.loads(await process.stdout.receive_some())["port"]
    grow = ("mount", "-o", "remount,size=4m", str(tmp_path))
    async with trio.open_nursery() as nursery:
        robot = Robot(await trio.open_tcp_stream("127.0.0.1", port), "random")
        nursery.start_soon(robot.play, "Ann")
        eve = Peer(await trio.open_tcp_stream("127.0.0.1", port))
        await eve.join("Eve", kind="watcher")
        await eve.until(news(News.STUCK))
        await eve.until(stopped)
        await trio.run_process(["nsenter", "-t", str(process.pid), "-m", *grow])
        await eve.until(news(News.GOES_ON))
        step = (await eve.read(State)).view.step
        later = await eve.until(
            lambda one: isinstance(one, State) and one.view.step > step
        )
        assert later.table.paused is None
        nursery.cancel_scope.cancel()
    process.terminate()
    await process.wait()
    for peer in (robot, eve):
        await trio.aclose_forcefully(peer.stream)
