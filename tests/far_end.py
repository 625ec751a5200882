"""The far end of a session, played by a test: a host that says what it is told to.

No socket and no clock: streams are in memory, and what a test does not say is not
said.
"""

from __future__ import annotations

import random
from typing import Any, TypeVar

import trio
import trio.testing
from msgspec.structs import replace

from p10net.bots.levels import LEVELS
from p10net.client.session import Session, Visitor
from p10net.engine.game import Refused, apply, new_game, view_of
from p10net.engine.moves import Deal, NextRound, ask
from p10net.engine.rules import OFFICIAL, Rules
from p10net.engine.view import Stage, View
from p10net.protocol.codec import Frames, for_host, frame
from p10net.protocol.envelope import Message, Request
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import (
    Bye,
    Err,
    Identity,
    Lobby,
    Ok,
    State,
    Welcome,
    question,
)
from p10net.protocol.people import AwayRule, Person, PersonKind, Settings, Table
from p10net.protocol.requests import Act, Hello, Ready

TOKEN = "00112233445566778899aabbccddeeff"
SETTINGS = Settings(0, AwayRule.BOT, 60_000, watch=True, locked=False, password=False)
NOBODY = Table((), (), SETTINGS)
OPEN: View = new_game(OFFICIAL, (1, 2)).open
NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eva", "Finn")

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
        return Session(self.dial, visitor, awake=trio.current_time, **how)


class Brittle(trio.abc.Stream):
    """A stream that breaks for good after so many bytes of either direction."""

    def __init__(self, stream: trio.abc.Stream, bytes_: int, most: int = 7) -> None:
        self._stream = stream
        self._left = bytes_
        self._most = most

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Let pass what there is room for."""
        await self._stream.send_all(data[: self._left])
        await self._use(len(data))

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Give what there is room for."""
        data = bytes(await self._stream.receive_some(self._most))
        await self._use(len(data))
        return data

    async def _use(self, bytes_: int) -> None:
        self._left -= bytes_
        if self._left <= 0:
            await trio.aclose_forcefully(self._stream)
            raise trio.BrokenResourceError

    async def wait_send_all_might_not_block(self) -> None:
        """Never wait."""

    async def aclose(self) -> None:
        """Close the stream within."""
        await trio.aclose_forcefully(self._stream)


class Dealer:
    """A small host for one session: a whole game, brains in all the other seats."""

    def __init__(self, on: Rules, seats: int, seat: int, seed: int) -> None:
        self.seat = seat
        self.refused: list[Err] = []
        self._chance = random.Random(seed)
        self._game = new_game(on, tuple(range(1, seats + 1)))
        self._brain = LEVELS["steady"](random.Random(seed))
        self._ready = True
        self._seq = self._events = 0

    @property
    def view(self) -> View:
        """The open half of the game."""
        return self._game.open

    async def serve(self, far: Far) -> None:
        """Play to the end, and close as a host that was told to play once."""
        await far.greet(seat=self.seat, rules=self._game.open.rules)
        await far.say(self._lobby())
        await self._until_ready(far)
        while self.view.stage is not Stage.GAME_OVER:
            await self._go_on(far)
        await far.say(Bye(ByeCode.CLOSING, ""))

    async def _go_on(self, far: Far) -> None:
        if self.view.turn == self.seat:
            await self._asked(far)
        elif self.view.stage is Stage.ROUND_OVER and not self._ready:
            await self._until_ready(far)
        else:
            await far.say(self._acted(*self._next()))

    def _next(self) -> tuple[int, Any]:
        """Choose what the house or a brain does."""
        if self.view.stage is Stage.DEAL:
            return 0, Deal(self._chance.randbytes(32).hex())
        if self.view.stage is Stage.ROUND_OVER:
            return 0, NextRound()
        view = view_of(self._game, self.view.turn)
        asked = ask(view)
        assert asked is not None
        return self.view.turn, self._brain.choose(view, asked)

    def _acted(self, seat: int, action: Any) -> State:
        self._game, events = apply(self._game, seat, action)
        self._ready &= self.view.stage is not Stage.ROUND_OVER
        self._seq += 1
        self._events += len(events)
        view = view_of(self._game, self.seat)
        asked = ask(view)
        return State(
            self._seq,
            self._events - len(events),
            events,
            view,
            self._table(),
            question(asked, view.step) if asked else None,
        )

    async def _asked(self, far: Far) -> None:
        request = await far.hear(Request)
        if isinstance(request, Act):
            try:
                news = self._acted(self.seat, request.action)
            except Refused as error:
                self.refused.append(Err(request.id, ErrCode.ILLEGAL, "", why=error.why))
                await far.say(self.refused[-1])
            else:
                await far.say(Ok(request.id), news)
        else:
            await far.say(Ok(request.id))

    async def _until_ready(self, far: Far) -> None:
        while not isinstance(request := await far.hear(Request), Ready):
            await far.say(Ok(request.id))
        self._ready = True
        await far.say(Ok(request.id))

    def _people(self) -> tuple[Person, ...]:
        kinds = PersonKind.HUMAN, PersonKind.BOT
        return tuple(
            Person(
                seat=at,
                name=NAMES[at - 1],
                kind=kinds[at != self.seat],
                client="",
                on=True,
                ready=self._ready or at != self.seat,
                owner=at == 1,
            )
            for at in range(1, len(self.view.seats) + 1)
        )

    def _table(self) -> Table:
        return Table(self._people(), (), SETTINGS)

    def _lobby(self) -> Lobby:
        self._ready = False
        rules, people = self.view.rules, self._people()
        return Lobby(1, "lobby", people, (), SETTINGS, rules, (), 2, 6, self.seat)
