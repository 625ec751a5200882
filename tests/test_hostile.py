"""Rude, broken and malicious peers on real sockets, while honest people play.

Honest players' frames stay the documented ones, their games go on and end, and nothing
that anybody else does holds them up for as long as a second.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import msgpack
import pytest
import trio
from trio.testing import MockClock

from p10net.engine.cards import Card
from p10net.engine.moves import Discard, Draw, Hit, Lay
from p10net.engine.rules import Rules
from p10net.host.house import HouseBot
from p10net.host.records import Began, Change
from p10net.protocol.codec import HEADER, frame
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye, State
from p10net.protocol.owner import Lock, SetRules
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Check,
    Hello,
    Options,
    Peek,
    Ping,
    Ready,
    Sit,
)
from tests.honest import measured
from tests.rude import RUDE, attempt, listen
from tests.server_bench import HOME, LOST, Desk, Robot, desk, robot

SHORT = Rules(phases=("2 sets of 3", "1 run of 4"))
FRAMES = 3_000
HONEST = 5
PATIENCE = 1.0
"""Seconds that nobody honest may ever be held up."""


# --- Honest people ----------------------------------------------------------------


class Evening:
    """Five honest programs that play one game after the other."""

    def __init__(self) -> None:
        self.host: Desk
        self.began = trio.Event()
        self.robots: list[Robot] = []
        self.ends: list[Bye | None] = []

    def told(self, change: Change) -> None:
        """Hear that a game began."""
        if isinstance(change, Began):
            self.began.set()
            self.began = trio.Event()

    @property
    def games(self) -> int:
        """How many games have begun."""
        return self.host.house.games


@contextlib.asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    """Let honest people play over sockets for as long as the block lasts."""
    honest = Evening()
    async with desk(sockets=True, rules=SHORT, told=honest.told) as host:
        honest.host = host

        async def play(number: int) -> None:
            peer = await host.socket(f"127.0.1.{number + 1}")
            one = Robot(peer.stream, seed=number, pace=0.002)
            honest.robots.append(one)
            honest.ends.append(await one.play(f"Honest {number}"))

        async with trio.open_nursery() as nursery:
            for number in range(HONEST):
                nursery.start_soon(play, number)
            yield honest
            host.server.stop()
    assert [end.code.value for end in honest.ends if end] == ["closing"] * HONEST
    assert [one.refusals for one in honest.robots] == [[]] * HONEST
    assert max(one.slowest for one in honest.robots) < PATIENCE


async def until_games(honest: Evening, games: int) -> None:
    """Wait until so many more games have ended."""
    goal = honest.games + games
    while honest.games < goal:
        await honest.began.wait()


# --- Broken frames ----------------------------------------------------------------

REAL = [
    Hello(1, (1,), "Eve", "human"),
    Hello(1, (1,), "Eve", "bot", session="0" * 32),
    Hello(1, (1,), "Eve", "watcher", features=("check",), password="x"),
    Peek(1, (1,)),
    Act(2, 5, Draw("stock")),
    Act(2, 5, Discard(Card.S, 2)),
    Act(2, 5, Lay(((Card.R5,) * 3, (Card.W,) * 3))),
    Act(2, 5, Hit(Card.R5, "a", "low")),
    Check(2, 5, Draw("pile")),
    Options(2, 5, max=64),
    Ping(2, 7),
    Ready(2, False),
    Sit(2, 3),
    Chat(2, "hello"),
    Admin(2, Lock(True)),
    Admin(2, SetRules(Rules())),
]
BODIES = [frame(request)[HEADER:] for request in REAL]
WRONG: list[object] = [
    None,
    True,
    -1,
    1.5,
    float("nan"),
    2**40,
    "",
    "x" * 5000,
    b"x",
    [],
    {},
    [{}],
]

Mutation = Callable[[bytes, Random], bytes]


def flipped(body: bytes, chance: Random) -> bytes:
    """Turn some bits."""
    data = bytearray(body)
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def cut(body: bytes, chance: Random) -> bytes:
    """End too early."""
    return body[: chance.randrange(1, len(body))]


def trailing(body: bytes, chance: Random) -> bytes:
    """Go on after the end."""
    return body + chance.randbytes(chance.randint(1, 20))


def nested(body: bytes, chance: Random) -> bytes:
    """Nest arrays or maps without end."""
    return chance.choice([b"\x91", b"\x81\xa1a"]) * chance.randint(9, 1500) + b"\xc0"


def huge(body: bytes, chance: Random) -> bytes:
    """Announce four thousand million things."""
    return chance.choice([b"\xdd", b"\xdf", b"\xdb", b"\xc6"]) + b"\xff" * 4


def noise(body: bytes, chance: Random) -> bytes:
    """Mean nothing at all."""
    return chance.randbytes(chance.randint(1, 300))


def retyped(body: bytes, chance: Random) -> bytes:
    """Put something else in a field."""
    fields = msgpack.unpackb(body)
    fields[chance.choice([*fields])] = chance.choice(WRONG)
    packed: bytes = msgpack.packb(fields)
    return packed


def twice(body: bytes, chance: Random) -> bytes:
    """Say one key two times."""
    fields = msgpack.unpackb(body)
    key = chance.choice([*fields])
    more: bytes = msgpack.packb(key) + msgpack.packb(fields[key])
    return bytes([body[0] + 1]) + body[1:] + more


def sound(body: bytes, chance: Random) -> bytes:
    """Be right, for a change."""
    return body


MUTATIONS: list[Mutation] = [
    *(flipped, cut, trailing, nested, huge, noise),
    *(retyped, retyped, twice, sound),
]


async def one_attacker(host: Desk, number: int, frames: int, said: set[str]) -> None:
    """Send broken frames, reconnecting whenever that was the end of it."""
    chance = Random(number)
    while frames > 0:
        peer = await host.socket(f"127.0.0.{2 + number}")
        batch = min(frames, chance.randint(1, 12))
        frames -= batch
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen, peer, said)
            if chance.random() < 0.5:
                greeting = Hello(1, (1,), f"Eve {number}", "watcher")
                await attempt(peer, frame(greeting))
            for _ in range(batch):
                body = chance.choice(MUTATIONS)(chance.choice(BODIES), chance)
                await attempt(peer, len(body).to_bytes(HEADER, "big") + body)
            with contextlib.suppress(*LOST):
                await peer.stream.send_eof()  # type: ignore[attr-defined]  # a socket


# All that a broken frame may lead to. `internal` is not among them.
EXPECTED = {
    *("bad_message", "unknown_type", "bad_name", "name_taken", "bad_text", "rate"),
    *("not_your_turn", "not_owner", "wrong_stage", "frame_size", "bad_msgpack"),
    *("hello_first", "auth", "full", "closing", "left", "reply", "news"),
    *("version", "flood", "slow", "hello_timeout", "replaced"),
}


@pytest.mark.limit(60)
async def test_thousands_of_broken_frames() -> None:
    """Each costs its sender at most the connection; the game beside it goes on."""
    said: set[str] = set()
    attackers = 6
    async with evening() as honest:
        await until_games(honest, 1)
        async with trio.open_nursery() as nursery:
            for number in range(attackers):
                nursery.start_soon(
                    one_attacker, honest.host, number, FRAMES // attackers, said
                )
        await until_games(honest, 2)

    assert said <= EXPECTED
    assert {"bad_message", "bad_msgpack", "unknown_type", "reply", "news"} <= said


# --- Bad manners ------------------------------------------------------------------


@pytest.mark.limit(60)
@pytest.mark.parametrize("manners", RUDE)
async def test_bad_manners_hold_nobody_up(manners: str) -> None:
    """G4: an honest move is with the others in well under a second, whatever comes."""
    async with evening() as honest:
        await until_games(honest, 1)
        async with trio.open_nursery() as nursery:
            for number, rude in enumerate(RUDE[manners]):
                nursery.start_soon(rude, honest.host, number)
            await until_games(honest, 1)
            await trio.sleep(1)
            await until_games(honest, 1)
            nursery.cancel_scope.cancel()

    assert honest.host.house.links == {}


@pytest.mark.soak
@pytest.mark.limit(120)
@pytest.mark.parametrize("manners", RUDE)
def test_bad_manners_cost_a_host_little(manners: str, tmp_path: Path) -> None:
    """G4, G8: delays, memory, descriptors and the log of a host of its own process."""
    figures = measured(manners, 20, tmp_path)

    assert figures.sound, figures


async def test_a_bot_that_lies_hurts_only_its_own_seat(
    autojump_clock: MockClock,
) -> None:
    """G16: illegal, stale and foolish acts are answered, and the game ends."""
    async with desk(once=True, rules=SHORT) as host:
        liar, honest = host.pipe(), host.robot()

        async def lie() -> None:
            await liar.join("Liar", kind="bot")
            await liar.say(Ready)
            while (message := await liar.next()) is not None:
                if isinstance(message, State) and message.ask:
                    for action in (Discard(Card.W), Lay(()), Hit(Card.S, "z")):
                        await liar.say(Act, step=message.view.step, action=action)
                        await liar.say(Act, step=0, action=action)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(lie)
            await honest.play("Honest")
            nursery.cancel_scope.cancel()

    assert host.table.over
    assert honest.refusals == []


@pytest.mark.limit(30)
async def test_a_bot_of_the_hosts_own_is_no_more_trusted() -> None:
    """What it is sent is what any seat is sent: its own view, and no more."""
    async with desk(
        once=True, rules=SHORT, bots=(HouseBot("steady", "Cleo"),), spawn_bot=robot
    ) as host:
        honest = host.robot()
        seen = []

        async def look() -> None:
            watcher = host.pipe()
            await watcher.join("Eve", kind="watcher")
            while (message := await watcher.next()) is not None:
                seen.append(message)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(look)
            await honest.play("Honest")

    states = [message for message in seen if isinstance(message, State)]
    assert states
    assert all(state.view.you is None and state.ask is None for state in states)


def test_every_documented_end_is_expected_here() -> None:
    """The closed list above names real codes."""
    codes = {code.value for code in ByeCode}

    assert {"frame_size", "bad_msgpack", "flood", "slow"} <= codes & EXPECTED
    assert "internal" not in EXPECTED
    assert HOME == "127.0.0.1"
