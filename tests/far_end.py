"""The far end of a session, played by a test: a host that says what it is told to.

No socket and no clock: streams are in memory, and what a test does not say is not
said.
"""

from __future__ import annotations

from typing import Any, TypeVar

import trio
import trio.testing
from msgspec.structs import replace

from p10net.client.session import Session, Visitor
from p10net.engine.game import new_game
from p10net.engine.rules import OFFICIAL
from p10net.engine.view import View
from p10net.protocol.codec import Frames, for_host, frame
from p10net.protocol.envelope import Message, Request
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import Identity, State, Welcome
from p10net.protocol.people import AwayRule, Settings, Table
from p10net.protocol.requests import Hello

TOKEN = "00112233445566778899aabbccddeeff"
SETTINGS = Settings(0, AwayRule.BOT, 60_000, watch=True, locked=False, password=False)
NOBODY = Table((), (), SETTINGS)
OPEN: View = new_game(OFFICIAL, (1, 2)).open

R = TypeVar("R", bound=Request)


def welcome(**facts: Any) -> Welcome:
    """Greet a client that has seat 1, or as the facts say."""
    plain = Welcome(
        re=1,
        proto=1,
        features=(),
        host="p10net/0.1.0",
        session=TOKEN,
        resumed=False,
        last_id=0,
        limits=LIMITS,
        table=Identity("Ann's table", "ab" * 16),
        rules=OFFICIAL,
        phases=(),
        seat=1,
    )
    return replace(plain, **facts)


def state(seq: int = 1, view: View = OPEN, **facts: Any) -> State:
    """Say how things stand."""
    return State(seq, 0, (), view, NOBODY, **facts)


class Far:
    """The host's end of one connection."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self._frames = Frames(LIMITS.frame_to_host)

    async def hear(self, kind: type[R]) -> R:
        """Wait for the next request, which must be of this kind."""
        while (body := self._frames.take()) is None:
            data = await self.stream.receive_some()
            assert data, "the client has closed"
            self._frames.feed(bytes(data))
        request = for_host(body)
        assert isinstance(request, kind), request
        return request

    async def say(self, *messages: Message) -> None:
        """Say something, in order."""
        for message in messages:
            await self.stream.send_all(frame(message))

    async def greet(self, **facts: Any) -> Hello:
        """Hear the greeting and let the client in."""
        hello = await self.hear(Hello)
        await self.say(welcome(**facts))
        return hello

    async def cut(self) -> None:
        """Close without a word."""
        await trio.aclose_forcefully(self.stream)


class Door:
    """Where sessions knock; `answer` opens to the next one."""

    def __init__(self) -> None:
        self.shut = False
        self.knocks: list[float] = []
        self._in, self._arrived = trio.open_memory_channel[Far](100)

    async def dial(self) -> trio.abc.Stream:
        """Knock, as a session does."""
        self.knocks.append(trio.current_time())
        if self.shut:
            raise ConnectionRefusedError
        near, far = trio.testing.memory_stream_pair()
        self._in.send_nowait(Far(far))
        return near

    async def answer(self) -> Far:
        """Open to the next session that knocks."""
        return await self._arrived.receive()

    def session(self, **how: Any) -> Session:
        """Make a session that knocks here, on the test's own clock."""
        visitor = how.pop("visitor", Visitor("Ann", "human"))
        return Session(self.dial, visitor, wall=trio.current_time, **how)
