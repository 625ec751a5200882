"""What an act leads to is worked out beforehand, and not seen before it is kept."""

from __future__ import annotations

import contextlib
import errno
import gc
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable
from functools import partial

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p10net.engine.moves import Draw
from p10net.host import aside
from p10net.host.aside import Tell, in_a_thread
from p10net.host.foresight import Foresight
from p10net.host.house import Setup
from p10net.host.journal import InMemory, NotKept, nothing
from p10net.host.journal_file import FileJournal, Opening, begin
from p10net.host.letters import Mail
from p10net.host.records import Acted, Record, Renamed
from p10net.host.sectors import BEGIN, scan
from p10net.protocol.errors import ErrCode
from p10net.protocol.messages import Err, Ok, State
from p10net.protocol.requests import Act, Ready
from tests.disk import Disk
from tests.server_bench import Desk, Peer, desk
from tests.table_bench import Bench

PATIENCE = 20.0
"""Seconds after which a thread is taken to wait for nothing."""


class Wary(Bench):
    """A bench that asks what each record leads to before it lets it happen."""

    foreseen = 0

    def enter(self, record: Record) -> Mail:
        house = self.house
        before = house.game, house.seq, house.events, len(house.acts), house.asked_at
        view = self.table.foresee(record)
        same = house.game, house.seq, house.events, len(house.acts), house.asked_at
        assert same == before
        assert same[0] is before[0]
        mail = super().enter(record)
        if view is not None:
            assert house.game is not None
            assert view == house.game.open
            self.foreseen += 1
        return mail


@pytest.mark.parametrize("seed", range(3))
def test_what_is_foreseen_is_what_happens(seed: int) -> None:
    """Of each act of players and house, and nothing has changed by looking."""
    bench = Wary("Ann", "Ben", "Cleo", seed=seed, start=True, seats=3)
    bench.play(80)
    acts = sum(isinstance(change, Acted) for change in bench.journal)
    assert bench.foreseen == acts > 20


def test_only_acts_are_foreseen() -> None:
    """Whatever else happens waits until it does."""
    bench = Bench("Ann")
    assert bench.table.foresee(Record(Renamed(1, "Anna"))) is None
    act = Record(Acted(1, Draw("stock")))
    assert bench.table.foresee(act) is None  # there is no game


def test_what_was_foreseen_of_one_game_is_not_told_of_another() -> None:
    """The same act in games that look alike: the hidden cards are other ones."""
    tables = [Bench("Ann", "Ben", seed=seed, start=True, seats=2) for seed in range(8)]
    knows, hands = Foresight(), set()
    for bench in tables:
        game = bench.house.game
        assert game is not None
        after, _ = knows.after(game, game.open.turn, Draw("stock"))
        assert after.yours[game.open.turn - 1].drew in (
            after.yours[game.open.turn - 1].hand
        )
        assert after == Foresight().after(game, game.open.turn, Draw("stock"))[0]
        hands.add(after.yours[game.open.turn - 1].hand)
    assert len(hands) == len(tables)


# --- While the disk is at work ----------------------------------------------------


class Thorough(Disk):
    """A disk that is not done with a flush before the time was used for something."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.used = threading.Event()

    def sync(self) -> None:
        assert self.used.wait(PATIENCE)
        super().sync()


async def test_the_wait_for_the_disk_is_used() -> None:
    """The loop goes on, and does what may be done before the flush ends."""
    disk = Thorough(begin(Opening("a1" * 16, Setup("Desk"))))
    journal = FileJournal(disk, scan(disk.read()), lambda: 0)
    called: list[threading.Thread] = []

    def meanwhile() -> None:
        called.append(threading.current_thread())
        disk.used.set()

    await journal.append(Record(Renamed(1, "Anna")), meanwhile)

    assert called == [threading.current_thread()]
    assert len(scan(disk.held).bodies) == 2


async def test_what_goes_wrong_in_a_thread_is_raised_here() -> None:
    """As it was raised there."""

    def work(_ready: int, _waits: Tell, _done: Tell) -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        await in_a_thread(int, work, nothing)


async def test_what_cannot_be_got_ready_is_not_begun() -> None:
    """It is raised here, and the thread is free for something else."""
    begun: list[int] = []

    def work(ready: int, waits: Tell, _done: Tell) -> None:
        begun.append(ready)
        waits()

    with pytest.raises(ValueError, match="base 10"):
        await in_a_thread(partial(int, "ten"), work, nothing)
    await in_a_thread(partial(int, "10"), work, nothing)
    assert begun == [10]


class Vain:
    """Work that nothing can be got ready for."""

    def __call__(self, _ready: int, _waits: Tell, _done: Tell) -> None:
        raise AssertionError


async def test_a_thread_waits_for_nothing_that_cannot_be_got_ready() -> None:
    """It lets go of the work, or there would be one such thread more each time."""
    gone = threading.Event()
    work = Vain()
    weakref.finalize(work, gone.set)
    with pytest.raises(ValueError, match="base 10"):
        await in_a_thread(partial(int, "ten"), work, nothing)
    del work
    with trio.fail_after(PATIENCE):
        while not gone.is_set():
            gc.collect()  # the error knows where it was raised
            await trio.lowlevel.checkpoint()


async def test_a_thread_waits_for_what_is_got_ready() -> None:
    """However long that takes: nothing counts as kept that was never written."""
    done: list[int] = []

    def slowly() -> int:
        busy(4 * sys.getswitchinterval())
        return 7

    await in_a_thread(slowly, lambda ready, _waits, _done: done.append(ready), nothing)
    assert done == [7]


@pytest.mark.parametrize("when", ["got ready", "at work", "meanwhile"])
def test_ctrl_c_waits_for_the_thread(when: str) -> None:
    """Whatever the loop or the thread does just then: what was begun is finished."""
    done: list[str] = []

    def at(moment: str) -> int:
        if moment == when:
            signal.raise_signal(signal.SIGINT)
        return len(done)

    def work(_ready: int, waits: Tell, _done: Tell) -> None:
        waits()
        at("at work")
        done.append("work")

    def meanwhile() -> None:
        at("meanwhile")

    async def main() -> None:
        await in_a_thread(partial(at, "got ready"), work, meanwhile)
        done.append("after")
        await trio.lowlevel.checkpoint()
        done.append("much later")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            trio.run(main)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == ["work", "after"]


async def test_without_a_thread_a_record_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with a full disk: it did not happen, and the next one may."""
    disk = Disk(begin(Opening("a1" * 16, Setup("Desk"))))
    journal = FileJournal(disk, scan(disk.read()), lambda: 0)

    def none_left(*_args: object) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as scarce:
        scarce.setattr(trio.lowlevel, "start_thread_soon", none_left)
        with pytest.raises(NotKept, match="no thread"):
            await journal.append(Record(Renamed(1, "Anna")))
    await journal.append(Record(Renamed(1, "Anne")))

    assert len(scan(disk.held).bodies) == 2


async def test_who_is_cancelled_waits_for_the_thread() -> None:
    """It cannot be called back, and whatever it does counts."""
    done: list[str] = []
    others = threading.Event()

    def work(_ready: int, _waits: Tell, _done: Tell) -> None:
        assert others.wait(PATIENCE)
        done.append("work")

    with trio.CancelScope() as scope:
        scope.cancel()
        trio.lowlevel.current_trio_token().run_sync_soon(others.set)
        await in_a_thread(int, work, nothing)
        done.append("after")
        await trio.lowlevel.checkpoint()
    assert done == ["work", "after"]
    assert scope.cancelled_caught


async def test_each_piece_of_work_has_its_own_end() -> None:
    """Whether the loop still stands there for it, has just gone on, or long since."""
    told: list[int] = []

    def work(number: int, waits: Tell, done: Tell) -> None:
        waits()
        busy(number / 100 * 2 * aside.PATIENCE)
        told.append(number)
        if number % 3 == 0:
            raise KeyError(number)
        if number % 3 == 1:
            done()
            busy(number / 100 * aside.PATIENCE)

    for number in range(100):
        fails = pytest.raises(KeyError, match=f"^{number}$")
        with fails if number % 3 == 0 else contextlib.nullcontext():
            await in_a_thread(partial(int, number), work, nothing)
        assert told == [*range(number + 1)]


def busy(seconds: float) -> None:
    """Let time pass as a device does: by the clock."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


async def test_a_mistake_behind_the_end_is_written_down(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nobody waits for it, so it can be raised nowhere."""
    after = threading.Event()

    def work(_ready: int, _waits: Tell, done: Tell) -> None:
        done()
        after.set()
        raise KeyError("lost")

    await in_a_thread(int, work, nothing)
    assert after.wait(PATIENCE)
    with trio.fail_after(PATIENCE):
        while "lost" not in caplog.text:
            await trio.lowlevel.checkpoint()


class SlowToMark(Disk):
    """A disk that takes every record at once, and no mark before it is allowed."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.allowed = threading.Event()

    def write(self, data: memoryview, at: int) -> int:
        if at < BEGIN:
            assert self.allowed.wait(PATIENCE)
        return super().write(data, at)


async def test_nobody_waits_for_a_mark_but_the_next_record() -> None:
    """Nothing is written beside the marking, and nothing after the end."""
    disk = SlowToMark(begin(Opening("a1" * 16, Setup("Desk"))))
    journal = FileJournal(disk, scan(disk.read()), lambda: 0)

    with trio.fail_after(PATIENCE):
        await journal.append(Record(Renamed(1, "Anna")))
    known = disk.read()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(journal.append, Record(Renamed(1, "Anne")))
        await wait_all_tasks_blocked()
        assert disk.read() == known
        disk.allowed.set()
    disk.allowed.clear()
    async with trio.open_nursery() as nursery:
        await journal.append(Record(Renamed(1, "Anja")))
        known = disk.read()
        nursery.start_soon(trio.to_thread.run_sync, journal.close)
        await wait_all_tasks_blocked()
        assert disk.read() == known  # not cut yet, nor closed
        disk.allowed.set()

    assert disk.closed
    assert len(scan(disk.held).bodies) == 4


class Unmarked(Disk):
    """A disk that takes records, and never a mark."""

    def write(self, data: memoryview, at: int) -> int:
        if at < BEGIN:
            raise OSError(errno.EIO, "Input/output error")
        return super().write(data, at)


async def test_a_mark_that_cannot_be_written_is_done_without(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The record is kept all the same, and nobody is alarmed."""
    disk = Unmarked(begin(Opening("a1" * 16, Setup("Desk"))))
    journal = FileJournal(disk, scan(disk.read()), lambda: 0)
    for name in ("Anna", "Anne", "Anja"):
        await journal.append(Record(Renamed(1, name)))
    journal.close()

    assert len(scan(disk.held).bodies) == 4
    assert caplog.messages == []


# --- Nobody sees it ---------------------------------------------------------------


class Gate(InMemory):
    """A journal that has foreseen an act, and waits to be told how its disk is."""

    def __init__(self) -> None:
        super().__init__()
        self.shut = False
        self.reached, self.opened = trio.Event(), trio.Event()
        self.works = True

    async def append(
        self, record: Record, meanwhile: Callable[[], None] = nothing
    ) -> None:
        meanwhile()
        if self.shut:
            self.reached.set()
            await self.opened.wait()
        if not self.works:
            raise NotKept("No space left on device")
        await super().append(record)

    async def mend(self) -> None:
        if not self.works:
            raise NotKept("No space left on device")


async def asks(host: Desk, peers: list[Peer]) -> Peer:
    """Begin a game, and give who is asked."""
    for peer, name in zip(peers, ("Ann", "Bob"), strict=True):
        await peer.join(name)
    for peer in peers:
        await peer.ask(Ready)
    for peer in peers:
        await peer.until(lambda m: isinstance(m, State) and m.view.turn > 0)
    asked = host.house.asked
    assert asked is not None
    return peers[asked.name == "Bob"]


async def read_on(peer: Peer) -> None:
    """Hear all that is said to a peer."""
    while await peer.next() is not None:
        pass


@pytest.mark.parametrize("works", [True, False], ids=["kept", "not kept"])
async def test_nobody_hears_of_an_act_before_it_is_kept(
    works: bool, autojump_clock: MockClock
) -> None:
    """Not a byte while it is written; and if it cannot be, it never was."""
    gate = Gate()
    async with desk(journal=gate) as host:
        peers = [host.pipe(), host.pipe()]
        asked = await asks(host, peers)
        gate.shut, step, game = True, host.house.step, host.house.game
        heard = [len(peer.seen) for peer in peers]
        async with trio.open_nursery() as nursery:
            for peer in peers:
                nursery.start_soon(read_on, peer)
            number = await asked.say(Act, step=step, action=Draw("stock"))
            await gate.reached.wait()
            await wait_all_tasks_blocked()
            assert [len(peer.seen) for peer in peers] == heard
            assert host.house.game is game
            gate.shut, gate.works = False, works
            gate.opened.set()
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        replies = [m for m in asked.seen if getattr(m, "re", None) == number]
        steps = {
            m.view.step
            for peer, h in zip(peers, heard, strict=True)
            for m in _states(peer, h)
        }
        if works:
            assert isinstance(replies[-1], Ok)
            assert steps == {step + 1}
        else:
            assert isinstance(replies[-1], Err)
            assert replies[-1].code is ErrCode.PAUSED
            assert steps == {step}


def _states(peer: Peer, heard: int) -> list[State]:
    return [m for m in peer.seen[heard:] if isinstance(m, State) and m.view.turn]
