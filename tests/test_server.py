"""The server around a table: time, sockets, and peers that behave badly or not at all.

Most of it runs over pipes on a clock that jumps, so nothing here waits for real.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from p10net.engine.moves import Draw
from p10net.engine.rules import Rules
from p10net.host.house import HouseBot
from p10net.host.journal import nothing
from p10net.host.records import Acted, Change, Record, Sat
from p10net.protocol.codec import STRANGER, frame
from p10net.protocol.limits import GUARD, LIMITS
from p10net.protocol.messages import (
    Beat,
    Bye,
    Err,
    News,
    Notice,
    Ok,
    Pong,
    Said,
    Sign,
    State,
    Welcome,
)
from p10net.protocol.owner import Lock
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Hello,
    Leave,
    Peek,
    Ping,
    Ready,
    Rename,
)
from tests.server_bench import LOST, Peer, Robot, desk, robot

SHORT = Rules(phases=("2 sets of 3", "1 run of 4"))
BOTS = tuple(HouseBot("steady", name) for name in ("Cleo", "Max", "Ida", "Ned"))


# --- Whole games ------------------------------------------------------------------


@pytest.mark.limit(30)
async def test_a_game_of_bots_over_real_sockets() -> None:
    """People's programs on sockets and the host's own bots play one game to its end."""
    games: list[Change] = []
    async with desk(
        sockets=True,
        once=True,
        rules=SHORT,
        bots=BOTS[:2],
        spawn_bot=robot,
        told=games.append,
    ) as host:
        one, two = Robot((await host.socket()).stream), await host.socket("127.0.0.2")
        other = Robot(two.stream)
        ends: list[Bye | None] = []

        async def play(who: Robot, name: str) -> None:
            ends.append(await who.play(name))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, one, "Ann")
            nursery.start_soon(play, other, "Bob")

    assert host.table.over
    assert [end.code.value for end in ends if end] == ["closing"] * 2
    assert one.refusals == other.refusals == []
    assert len(host.table.result().seats) == 4
    assert len([change for change in games if isinstance(change, Acted)]) > 50


async def played(seed: int) -> list[Acted]:
    """Let four of the host's own bots play a game."""
    told: list[Change] = []
    async with desk(
        seed=seed,
        bots=BOTS,
        start_when=4,
        once=True,
        rules=SHORT,
        spawn_bot=robot,
        told=told.append,
    ) as host:
        with trio.fail_after(60):
            await host.ended.wait()
    return [change for change in told if isinstance(change, Acted)]


@pytest.mark.limit(30)
async def test_the_same_seed_gives_the_same_game() -> None:
    """However the tasks take turns, a seeded table of bots plays one game."""
    assert await played(3) == await played(3)


# --- The first byte ---------------------------------------------------------------


OPENINGS = [
    (b"GET / HTTP/1.1\r\n\r\n", STRANGER),
    (b"\x17hello", STRANGER),
    (b"\x00\x01\x00\x00", b"frame_size"),
    (b"\x00\x00\x00\x00", b"frame_size"),
    (b"\x00\x00\x00\x01\xc1", b"bad_msgpack"),
    (b"\x00\x00\x00\x02\x80\x80", b"bad_msgpack"),
]


@pytest.mark.parametrize(("data", "word"), OPENINGS)
async def test_strangers_are_told_what_is_spoken_here(data: bytes, word: bytes) -> None:
    """A browser, noise, or a broken client: one clear answer, then the end."""
    async with desk(sockets=True) as host:
        peer = await host.socket()
        await peer.stream.send_all(data)
        said = await peer.rest()

    assert word in said
    assert said.count(word) == 1


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x00\x00\x00\x40half a frame"])
async def test_a_caller_who_hangs_up_leaves_no_trace(data: bytes) -> None:
    """A port scan is nothing to speak of."""
    async with desk(sockets=True) as host:
        peer = await host.socket()
        await peer.stream.send_all(data)
        await peer.stream.aclose()
        ann = await host.socket()
        assert isinstance(await ann.join("Ann"), Welcome)


async def test_peeking_over_a_socket() -> None:
    """The sign comes, then the close; a second request finds nobody."""
    async with desk(sockets=True) as host:
        peer = await host.socket()
        assert isinstance(await peer.ask(Peek, proto=(1,)), Sign)
        assert await peer.next() is None
        assert not host.house.links or all(
            not link.welcomed for link in host.house.links.values()
        )


async def test_requests_are_answered_in_order() -> None:
    """G1: whatever they are, and however many come in one piece."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        requests = [
            Ping(2),
            Chat(3, "one"),
            Ready(4),
            Chat(5, ""),
            Act(6, 0, Draw("stock")),
            Ping(7),
        ]
        raw = b"".join(map(frame, requests))
        for at in range(0, len(raw), 7):
            await peer.stream.send_all(raw[at : at + 7])
        await peer.until(lambda message: getattr(message, "re", 0) == 7)

    replies = [m.re for m in peer.seen if isinstance(m, Ok | Err | Pong)]
    assert replies == [2, 3, 4, 5, 6, 7]


async def test_only_the_ids_of_acts_are_compared() -> None:
    """Whatever else is asked is answered under the id it has, used before or not."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        for request in (Chat(9, "one"), Chat(3, "two"), Ping(3), Ping(1), Ping(10)):
            await peer.stream.send_all(frame(request))
        await peer.until(lambda message: getattr(message, "re", 0) == 10)

    replies = [(type(m), m.re) for m in peer.seen if isinstance(m, Ok | Err | Pong)]
    assert replies == [(Ok, 9), (Ok, 3), (Pong, 3), (Pong, 1), (Pong, 10)]


BAD_MESSAGES = [
    (b"\x82\xa1t\xa4ping\xa2id\xa1x", "bad_message", 0, "$.id"),
    (b"\x82\xa1t\xa5dance\xa2id\x05", "unknown_type", 5, None),
    (b"\x81\xa1t\xa4chat", "bad_message", 0, "$.id"),
    (b"\x83\xa1t\xa4chat\xa2id\x07\xa4text\x07", "bad_message", 7, "$.text"),
]


@pytest.mark.parametrize(("body", "code", "re", "at"), BAD_MESSAGES)
async def test_a_request_that_makes_no_sense(
    body: bytes, code: str, re: int, at: str | None
) -> None:
    """It is answered with the place of the mistake, and the connection stays."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        await peer.stream.send_all(len(body).to_bytes(4, "big") + body)
        err = await peer.read(Err)
        assert (err.code.value, err.re, err.at) == (code, re, at)
        assert isinstance(await peer.ask(Ping), Pong)


# --- Time -------------------------------------------------------------------------


async def test_a_greeting_has_five_seconds(autojump_clock: MockClock) -> None:
    """Who says nothing, or only half of it, is let go with a word."""
    async with desk() as host:
        silent, half = host.pipe(), host.pipe()
        await half.stream.send_all(frame(Ping(1))[:-1])
        began = trio.current_time()
        for peer in (silent, half):
            bye = await peer.end()
            assert bye is not None
            assert bye.code.value == "hello_timeout"
        assert trio.current_time() - began < 8


async def test_a_name_that_is_refused_may_be_tried_again(
    autojump_clock: MockClock,
) -> None:
    """Each greeting that is answered starts the time anew."""
    async with desk() as host:
        peer = host.pipe()
        for _ in range(5):
            assert isinstance(await peer.join(""), Err)
            await trio.sleep(4)
        assert isinstance(await peer.join("Ann"), Welcome)


async def test_a_frame_that_trickles_in(autojump_clock: MockClock) -> None:
    """A byte a second is too slow for a frame, and fine for silence between two."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        await trio.sleep(300)
        data = frame(Chat(2, "x" * 100))
        began = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trickle, peer, data)
            bye = await peer.end()
        assert bye is not None
        assert (bye.code.value, bye.retry) == ("slow", 1)
        assert trio.current_time() - began < 15


async def test_a_frame_begun_with_the_greeting_has_its_own_time(
    autojump_clock: MockClock,
) -> None:
    """What comes after the greeting need not be there in the greeting's time."""
    async with desk() as host:
        peer = host.pipe()
        chat = frame(Chat(2, "hello"))
        greeting = frame(Hello(1, (1,), "Ann", "human"))
        await peer.stream.send_all(greeting + chat[:5])
        await trio.sleep(8)
        await peer.stream.send_all(chat[5:])
        assert (await peer.read(Ok)).re == 2


async def trickle(peer: Peer, data: bytes) -> None:
    """Send a byte a second, for as long as anybody takes them."""
    for at in range(len(data)):
        try:
            await peer.stream.send_all(data[at : at + 1])
        except LOST:
            return
        await trio.sleep(1)


async def test_only_who_pinged_must_go_on(autojump_clock: MockClock) -> None:
    """A third-party client may think for an hour; a mute stock client is dead."""
    async with desk() as host:
        thinker, pinger = host.pipe(), host.pipe()
        await thinker.join("Ann")
        await pinger.join("Bob")
        assert isinstance(await pinger.ask(Ping), Pong)
        began = trio.current_time()
        assert await pinger.end() is None
        assert trio.current_time() - began <= LIMITS.silence_ms / 1000 + 3
        await thinker.until(
            lambda m: isinstance(m, Notice) and m.what is News.LINK_LOST
        )
        await trio.sleep(3600)
        assert isinstance(await thinker.ask(Chat, text="still here"), Ok)


async def test_a_silent_table_still_beats(autojump_clock: MockClock) -> None:
    """A client can tell a dead host from a quiet evening."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        last = trio.current_time()
        for _ in range(10):
            beat = await peer.read(Beat)
            assert trio.current_time() - last <= LIMITS.beat_ms / 1000 + 1
            last = trio.current_time()
        assert beat.seq == host.table.seq


async def test_the_clocks_of_a_game_run_by_themselves(
    autojump_clock: MockClock,
) -> None:
    """Grace, stand-in and next round come without anybody asking for them."""
    async with desk(once=True, rules=SHORT) as host:
        ann, bob = host.robot(), host.pipe()
        await bob.join("Bob")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.play, "Ann")
            await bob.say(Ready)
            await bob.read(State)
            await bob.stream.aclose()
            began = trio.current_time()
    assert host.table.over
    assert trio.current_time() - began < 62 + GUARD.round_over_ms / 1000


async def test_a_machine_that_slept(autojump_clock: MockClock) -> None:
    """G18: a sleep that no wait could notice restarts all clocks, and all are told."""
    asleep = [0.0]
    async with desk(awake=lambda: asleep[0] + trio.current_time()) as host:
        ann, bob = host.pipe(), host.pipe()
        for peer, name in ((ann, "Ann"), (bob, "Bob")):
            await peer.join(name)
            await peer.ask(Ready)
        await bob.stream.aclose()
        await trio.sleep(50)
        assert isinstance(await ann.ask(Chat, text="10 s to go"), Ok)
        asleep[0] += 3600
        told = await ann.read(State)
        assert told.table.seats[1].grace_ms == GUARD.grace_ms
        await trio.sleep(55)
        assert not host.house.players[2].overdue
        await trio.sleep(10)
        assert host.house.players[2].overdue


async def test_a_sleep_is_not_taken_for_silence(mock_clock: MockClock) -> None:
    """A client that pinged before the host slept is not dropped for it."""
    async with desk() as host:
        ann = host.pipe()
        await ann.join("Ann")
        await ann.ask(Ping)
        mock_clock.jump(3600)
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(20):
            mock_clock.jump(0.5)
            await trio.testing.wait_all_tasks_blocked()
        assert isinstance(await ann.ask(Ping), Pong)


# --- Too much ---------------------------------------------------------------------


async def test_requests_have_a_rate(mock_clock: MockClock) -> None:
    """A burst is fine, more is refused, and a second later some are fine again."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        burst = LIMITS.requests_burst
        answers = [await peer.ask(Ping) for _ in range(burst + 10)]
        refused = [m for m in answers if isinstance(m, Err)]
        assert {m.code.value for m in refused} == {"rate"}
        assert len(refused) == 11  # the greeting was one too
        mock_clock.jump(2)
        answers = [await peer.ask(Ping) for _ in range(5)]
        assert all(isinstance(m, Pong) for m in answers)


async def test_answers_to_the_question_cost_nothing(mock_clock: MockClock) -> None:
    """A fast bot is never too fast: a whole game in no time is no flood."""
    async with desk(once=True) as host:
        robots = [host.robot(seed=n) for n in range(2)]
        async with trio.open_nursery() as nursery:
            for number, one in enumerate(robots):
                nursery.start_soon(one.play, f"R{number}")
        assert host.table.over
        assert [one.refusals for one in robots] == [[], []]


async def test_a_flood_ends_its_connection(mock_clock: MockClock) -> None:
    """Who does not stop asking when told to is sent away; nobody else notices."""
    async with desk() as host:
        ann, bob = host.pipe(), host.pipe()
        await ann.join("Ann")
        await bob.join("Bob")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood, bob)
            bye = await bob.end()
        assert bye is not None
        assert bye.code.value == "flood"
        assert isinstance(await ann.ask(Ping), Pong)
        assert not [m for m in ann.seen if isinstance(m, Said)]


async def flood(peer: Peer) -> None:
    """Send acts that are none of its business until nobody listens."""
    for number in range(2, 1000):
        try:
            await peer.send(Act(number, 0, Draw("stock")))
        except LOST:
            return


async def test_chat_has_a_rate_of_its_own(mock_clock: MockClock) -> None:
    """Eight lines in ten seconds; the rest is refused, and not counted."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        answers = [await peer.ask(Chat, text=f"line {n}") for n in range(10)]
        assert [isinstance(m, Ok) for m in answers] == [True] * 8 + [False] * 2
        mock_clock.jump(10)
        assert isinstance(await peer.ask(Chat, text="again"), Ok)


async def test_who_never_reads_holds_nobody_up(autojump_clock: MockClock) -> None:
    """N09, N10: the outbox fills, the reader is cut off, the game does not wait."""
    async with desk(once=True, rules=SHORT) as host:
        deaf = host.pipe()
        robots = [host.robot(seed=n) for n in range(2)]
        await deaf.say(Hello, name="Eve", kind="watcher", proto=(1,))
        async with trio.open_nursery() as nursery:
            for number, one in enumerate(robots):
                nursery.start_soon(one.play, f"R{number}")
        assert host.table.over
        assert max(one.slowest for one in robots) < 1
        assert not host.house.onlookers[1].conn


async def test_a_slow_reader_is_told_so() -> None:
    """Who wakes up in time to read on finds the reason at the end."""
    guard = replace(GUARD, outbox_frames=4)
    async with desk(guard=guard) as host:
        ann, bob, eve = host.pipe(), host.pipe(), host.pipe()
        for peer, name in ((ann, "Ann"), (bob, "Bob")):
            await peer.join(name)
            await peer.ask(Ready)
        await eve.join("Eve", kind="watcher")
        for _ in range(50):
            for peer, ask in ((ann, Admin), (bob, Ready)):
                fields = {"do": Lock(on=True)} if ask is Admin else {}
                assert isinstance(await peer.ask(ask, **fields), Ok)
        bye = await eve.end()
        assert bye is not None
        assert (bye.code.value, bye.retry) == ("slow", 1)


# --- Places -----------------------------------------------------------------------


async def test_strangers_push_out_strangers(autojump_clock: MockClock) -> None:
    """Four from one address may stand at the door; the oldest makes room."""
    async with desk() as host:
        peers = []
        for _ in range(5):
            peers.append(host.pipe("10.0.0.9"))
            await trio.sleep(0.1)
        bye = await peers[0].end()
        assert bye is not None
        assert bye.code.value == "full"
        assert isinstance(await peers[4].join("Ann"), Welcome)
        assert isinstance(await peers[1].join("Bob"), Welcome)


async def test_one_address_has_eight_places_and_seats_come_first(
    autojump_clock: MockClock,
) -> None:
    """Who has a seat comes back even to a full house; a new face does not."""
    async with desk() as host:
        player = host.pipe("10.0.0.9")
        welcome = await player.join("Ann")
        for number in range(7):
            await host.pipe("10.0.0.9").join(f"W{number}", kind="watcher")
        newcomer = host.pipe("10.0.0.9")
        assert (await newcomer.join("Bob")).code.value == "full"
        back = host.pipe("10.0.0.9")
        assert (await back.join(session=welcome.session)).resumed
        assert isinstance(await host.pipe("10.0.0.8").join("Bob"), Welcome)


async def test_the_house_has_a_limit(autojump_clock: MockClock) -> None:
    """Past the reserve it is closed without a word; one inside always fits."""
    guard = replace(GUARD, connections=3, reserved=1)
    async with desk(guard=guard) as host:
        welcomes = [await host.pipe(f"10.0.0.{n}").join(f"P{n}") for n in range(3)]
        assert (await host.pipe("10.0.0.4").join("P4")).code.value == "full"
        await trio.sleep(3)
        back = host.pipe("10.0.0.5")
        assert (await back.join(session=welcomes[0].session)).resumed
        assert isinstance(await host.pipe("").join("Own"), Welcome)


async def test_past_the_reserve_nobody_is_let_in(autojump_clock: MockClock) -> None:
    """One more would be one too many for the system's own limits."""
    guard = replace(GUARD, connections=1, reserved=0)
    async with desk(guard=guard) as host:
        assert isinstance(await host.pipe("10.0.0.1").join("Ann"), Welcome)
        assert await host.pipe("10.0.0.2").rest() == b""


async def test_whoever_is_told_goodbye_takes_up_little(
    autojump_clock: MockClock,
) -> None:
    """Strangers who are pushed out and stay on the line cost only so many places."""
    guard = replace(GUARD, connections=2, parting=3)
    async with desk(guard=guard) as host:
        peers = [host.pipe(f"10.0.0.{number}") for number in range(30)]
        await trio.sleep(0.1)

        assert len(host.server._connections) == guard.connections + guard.parting
        said = [await peer.rest() for peer in peers]
        assert sum(b"full" in data for data in said) >= 3


class Flaky(trio.abc.Listener[trio.SocketStream]):
    """A listener whose first attempt to accept fails in a way nobody expects."""

    def __init__(self, listener: trio.SocketListener) -> None:
        self.socket = listener.socket
        self._listener, self._failed = listener, False

    async def accept(self) -> trio.SocketStream:
        if not self._failed:
            self._failed = True
            raise OSError(22, "no such luck")
        return await self._listener.accept()

    async def aclose(self) -> None:
        await self._listener.aclose()


async def test_the_door_opens_again_after_a_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """N43: whatever accepting fails with, the next guest is let in."""
    async with desk(sockets=True, through=Flaky) as host:
        assert isinstance(await (await host.socket()).join("Ann"), Welcome)
    assert "accepting failed" in caplog.text


# --- Mistakes of ours -------------------------------------------------------------


async def test_a_mistake_in_serving_one_ends_only_that_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """N36: what is raised is logged, its cause is let go with `internal`."""

    def told(change: Change) -> None:
        if isinstance(change, Sat) and change.name == "Bob":
            raise ZeroDivisionError

    async with desk(told=told) as host:
        ann, bob = host.pipe(), host.pipe()
        await ann.join("Ann")
        await bob.say(Hello, name="Bob", kind="human", proto=(1,))
        bye = await bob.end()
        assert bye is not None
        assert (bye.code.value, bye.retry) == ("internal", 2)
        assert isinstance(await ann.ask(Ping), Pong)
    assert "ZeroDivisionError" in caplog.text


async def test_a_mistake_in_what_is_due_does_not_stop_the_house(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    """The table tries again with the next tick."""
    faults = [ZeroDivisionError]

    def told(change: Change) -> None:
        if isinstance(change, Acted) and faults:
            raise faults.pop()

    async with desk(told=told) as host:
        peers = [host.pipe(), host.pipe()]
        for peer, name in zip(peers, ("Ann", "Bob"), strict=True):
            await peer.join(name)
            await peer.say(Ready)
        await trio.sleep(3)
        assert host.house.asked is not None
    assert "ZeroDivisionError" in caplog.text


class Crashing:
    """Starts bots that crash at once, so often."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.started = 0

    async def __call__(
        self, level: str, name: str, session: str, stream: Any, generator: Random
    ) -> None:
        self.started += 1
        if self.left:
            self.left -= 1
            raise ZeroDivisionError
        await robot(level, name, session, stream, generator)


@pytest.mark.parametrize(("crashes", "started"), [(2, 3), (99, 4)])
async def test_a_bot_that_crashes_is_started_again(
    crashes: int, started: int, autojump_clock: MockClock
) -> None:
    """Three times; after that the stand-in has to do, and the game ends either way."""
    spawn = Crashing(crashes)
    async with desk(bots=BOTS[:1], spawn_bot=spawn, once=True, rules=SHORT) as host:
        await host.robot().play("Ann")
    assert host.table.over
    assert spawn.started == started


class Slow:
    """A journal on a disk that takes its time."""

    def __init__(self, seconds: float) -> None:
        self.kept: list[Change] = []
        self.most = self.now = 0
        self._seconds = seconds

    async def append(
        self, record: Record, meanwhile: Callable[[], None] = nothing
    ) -> None:
        meanwhile()
        self.now += 1
        self.most = max(self.most, self.now)
        await trio.sleep(self._seconds)
        self.kept.append(record.change)
        self.now -= 1

    async def mend(self) -> None:
        await trio.lowlevel.checkpoint()

    def close(self) -> None:
        pass


async def test_one_record_at_a_time_is_on_its_way(autojump_clock: MockClock) -> None:
    """Others wait behind it in the order they came; nothing is shown before."""
    journal = Slow(1.0)
    async with desk(journal=journal) as host:
        peers = [host.pipe() for _ in range(4)]
        async with trio.open_nursery() as nursery:
            for number, peer in enumerate(peers):
                nursery.start_soon(peer.join, f"P{number}")
        assert trio.current_time() == pytest.approx(4.0, abs=0.1)
    assert journal.most == 1
    assert all(isinstance(change, Sat) for change in journal.kept[:4])


async def test_a_record_that_was_begun_happens(autojump_clock: MockClock) -> None:
    """Who hangs up while it is written has done it all the same."""
    journal = Slow(1.0)
    async with desk(journal=journal) as host:
        peer = host.pipe()
        await peer.say(Hello, name="Ann", kind="human", proto=(1,))
        await trio.sleep(0.5)
        await peer.stream.aclose()
        await trio.sleep(2)
        assert [player.name for player in host.house.players.values()] == ["Ann"]
        assert host.house.players[1].conn is None


async def test_a_record_outlives_its_connection(autojump_clock: MockClock) -> None:
    """Also if the connection is found dead while it is being written."""
    async with desk(journal=Slow(10.0)) as host:
        peer = host.pipe()
        await peer.join("Ann")
        await peer.say(Rename, name="Anna")
        await peer.stream.aclose()
        await trio.sleep(30)
        assert [player.name for player in host.house.players.values()] == ["Anna"]


async def test_a_slow_disk_is_nobodys_silence(autojump_clock: MockClock) -> None:
    """A client that pinged is not dropped while it waits for the host."""
    async with desk(journal=Slow(30.0)) as host:
        ann = host.pipe()
        await ann.join("Ann")
        await ann.ask(Ping)
        eve = host.pipe()
        await eve.say(Hello, name="Eve", kind="human", proto=(1,))
        await ann.say(Ping)
        assert isinstance(await ann.read(Pong), Pong)


# --- The end ----------------------------------------------------------------------


async def test_stopping_says_goodbye_to_everybody(autojump_clock: MockClock) -> None:
    """Each reads `closing` and the end, and who does not read is not waited for."""
    async with desk() as host:
        readers = [host.pipe(), host.pipe()]
        for peer, name in zip(readers, ("Ann", "Bob"), strict=True):
            await peer.join(name)
        deaf = host.pipe()
        await deaf.say(Hello, name="Eve", kind="watcher", proto=(1,))
        began = trio.current_time()
        host.server.stop()
        for peer in readers:
            bye = await peer.end()
            assert bye is not None
            assert (bye.code.value, bye.retry) == ("closing", None)
        await host.ended.wait()
        assert trio.current_time() - began <= 2.1


class Hung(Slow):
    """A journal whose disk hangs, from some moment until another."""

    def __init__(self) -> None:
        super().__init__(0.0)
        self.hangs = False
        self.hung, self.wakes = trio.Event(), trio.Event()

    async def append(
        self, record: Record, meanwhile: Callable[[], None] = nothing
    ) -> None:
        if self.hangs:
            self.hung.set()
            await self.wakes.wait()
        await super().append(record, meanwhile)


@pytest.mark.parametrize("by", ["a player", "the house"])
async def test_a_disk_that_hangs_keeps_no_goodbye_back(
    by: str, autojump_clock: MockClock
) -> None:
    """Whoever's doing is written down just then: all read the last word in time."""
    journal = Hung()
    async with desk(journal=journal, timer_ms=30_000) as host:
        peers = {name: host.pipe() for name in ("Ann", "Bob")}
        for name, peer in peers.items():
            await peer.join(name)
        for peer in peers.values():
            await peer.say(Ready)
        for peer in peers.values():
            await peer.until(
                lambda said: isinstance(said, State) and said.view.turn > 0
            )
        journal.hangs = True
        if by == "a player":
            asked = host.house.asked
            assert asked is not None
            await peers[asked.name].say(Act, step=host.house.step, action=Draw("stock"))
        await journal.hung.wait()
        try:
            host.server.stop()
            with trio.fail_after(2.1):
                for peer in peers.values():
                    assert (await peer.read(Bye)).code.value == "closing"
            assert not host.ended.is_set()
        finally:
            journal.wakes.set()
        await host.ended.wait()
    assert isinstance(journal.kept[-1], Acted)


async def test_the_door_is_shut_at_the_end() -> None:
    """Nobody is let in while the others are shown out, and the port is free again."""
    async with desk(sockets=True) as host:
        ann = await host.socket()
        await ann.join("Ann")
        host.server.stop()
        late = host.pipe()
        assert await late.end() is None
        await ann.end()
        await ann.stream.aclose()
        await host.ended.wait()
        with pytest.raises(OSError, match="all attempts"):
            await host.socket()


async def test_leaving_in_the_middle_of_everything() -> None:
    """A reply, a bye, the end: who leaves reads all three."""
    async with desk() as host:
        peer = host.pipe()
        await peer.join("Ann")
        assert isinstance(await peer.ask(Leave), Ok)
        bye = await peer.end()
        assert bye is not None
        assert bye.code.value == "left"
        assert not host.house.players


async def test_the_log_says_little_and_no_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """G17: a session, a password, a card and the seed stay out of it."""
    caplog.set_level(logging.DEBUG)
    async with desk(password="sesame", sockets=True) as host:
        ann = await host.socket()
        welcome = await ann.join("Ann", password="sesame")
        for _ in range(50):
            peer = await host.socket()
            await peer.stream.send_all(b"\x00\x00\x00\x04" + b"sesame"[:4])
            await peer.end()
        await ann.ask(Leave)
    assert welcome.session not in caplog.text
    assert "sesa" not in caplog.text
    assert len(caplog.records) < 20
