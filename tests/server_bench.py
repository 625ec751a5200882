"""A server on a bench: peers that speak frames to it, over pipes or real sockets.

A `Peer` is a plain client: it says what it is told to and keeps all it reads. A `Robot`
answers every question with a brain.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import trio

from p10net.bots.levels import LEVELS
from p10net.engine.moves import Ask
from p10net.host.chance import Chance
from p10net.host.crew import SpawnBot
from p10net.host.house import Setup
from p10net.host.journal import Journal
from p10net.host.pipe import pair
from p10net.host.records import Change
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.protocol.codec import Frames, for_client, frame
from p10net.protocol.envelope import Message
from p10net.protocol.limits import GUARD, Guard
from p10net.protocol.messages import Bye, Err, State, Welcome
from p10net.protocol.requests import Act, Hello, Ready, ToHost
from tests.machine import own_time

HOME = "127.0.0.1"
LOST = trio.BrokenResourceError, trio.ClosedResourceError


class Desk:
    """A running server and the ways to it."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port
        self.ended = trio.Event()
        self.peers: list[Peer] = []
        self.table = server.table
        self.house = server.table.house

    def pipe(self, address: str = "") -> Peer:
        """Connect inside the process, as if from an address."""
        ours, theirs = pair()
        self.server.attach(ours, address)
        return self._known(Peer(theirs))

    def robot(self, brain: str = "steady", seed: int = 1) -> Robot:
        """Connect a client that plays, inside the process."""
        robot = Robot(self.pipe().stream, brain, seed)
        self.peers[-1] = robot
        return robot

    def _known(self, peer: Peer) -> Peer:
        self.peers.append(peer)
        return peer

    async def socket(self, source: str = HOME) -> Peer:
        """Connect over TCP, from an address of this machine's own."""
        stream = await trio.open_tcp_stream(
            HOME, self.port, local_address=source if source != HOME else None
        )
        return self._known(Peer(stream))


@contextlib.asynccontextmanager
async def desk(
    *,
    seed: int = 7,
    sockets: bool = False,
    journal: Journal | None = None,
    spawn_bot: SpawnBot | None = None,
    told: Callable[[Change], None] = lambda change: None,
    awake: Callable[[], float] = trio.current_time,
    guard: Guard = GUARD,
    through: Callable[[Any], Any] = lambda listener: listener,
    **setup: Any,
) -> AsyncIterator[Desk]:
    """Run a server for as long as the block lasts."""
    table = Table(Setup("Desk", **setup), Chance(seed), guard=guard)
    server = Server(table, journal, spawn_bot=spawn_bot, told=told, awake=awake)
    listeners = await trio.open_tcp_listeners(0, host=HOME) if sockets else []
    port = listeners[0].socket.getsockname()[1] if listeners else 0
    host, doors = Desk(server, port), [through(one) for one in listeners]

    async def run(task_status: trio.TaskStatus[None]) -> None:
        await server.run(doors, task_status=task_status)
        host.ended.set()

    async with trio.open_nursery() as nursery:
        await nursery.start(run)
        try:
            yield host
        finally:
            server.stop()
            for peer in host.peers:
                await trio.aclose_forcefully(peer.stream)


class Peer:
    """A client without a will of its own."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.seen: list[Message] = []
        self.id = 0
        self._frames = Frames(1 << 18)
        self._read = 0

    async def send(self, request: ToHost) -> None:
        """Send a request."""
        await self.stream.send_all(frame(request))

    async def say(self, kind: type[Any], /, **fields: Any) -> int:
        """Send a request of a kind under the next id."""
        self.id += 1
        await self.send(kind(id=self.id, **fields))
        return self.id

    async def ask(self, kind: type[Any], /, **fields: Any) -> Any:
        """Send a request of a kind, and wait for the reply to it."""
        number = await self.say(kind, **fields)
        return await self.until(lambda message: getattr(message, "re", None) == number)

    async def join(self, name: str = "", **fields: Any) -> Any:
        """Greet, and wait for what that brings."""
        fields = {"kind": "human", "proto": (1,)} | fields
        return await self.ask(Hello, name=name, **fields)

    async def next(self) -> Message | None:
        """Read the next message; None at the end."""
        while self._read == len(self.seen):
            if not await self._more():
                return None
        self._read += 1
        return self.seen[self._read - 1]

    async def _more(self) -> bool:
        try:
            data = await self.stream.receive_some(65_536)
        except LOST:
            data = b""
        self._frames.feed(bytes(data))
        while (body := self._frames.take()) is not None:
            message = for_client(body)
            assert message is not None
            self.seen.append(message)
        return bool(data)

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        """Read on until a message is as wanted."""
        while (message := await self.next()) is not None:
            if wanted(message):
                return message
        raise EOFError(self.seen[-3:])

    async def read(self, kind: type[Any]) -> Any:
        """Read on until a message of a kind comes."""
        return await self.until(lambda message: isinstance(message, kind))

    async def end(self) -> Bye | None:
        """Read to the end; gives the host's last word, if it had one."""
        while await self.next() is not None:
            pass
        last = self.seen[-1] if self.seen else None
        return last if isinstance(last, Bye) else None

    async def rest(self) -> bytes:
        """Read the raw bytes up to the end."""
        got = b""
        with contextlib.suppress(*LOST):
            while data := await self.stream.receive_some(65_536):
                got += data
        return got


class Robot(Peer):
    """A client that plays: it is always ready and answers each question."""

    def __init__(
        self,
        stream: trio.abc.Stream,
        brain: str = "steady",
        seed: int = 1,
        pace: float = 0.0,
    ):
        super().__init__(stream)
        self.pace = pace
        self._brain = LEVELS[brain](Random(seed))
        self.answered = -1
        self.refusals: list[Err] = []
        self.slowest = 0.0

    async def play(self, name: str, **fields: Any) -> Bye | None:
        """Greet and play until the host says goodbye; gives its last word."""
        welcome = await self.join(name, **fields)
        assert isinstance(welcome, Welcome), welcome
        self.id = max(self.id, welcome.last_id)
        await self.say(Ready)
        return await self.go_on()

    async def go_on(self) -> Bye | None:
        """Answer questions until the host says goodbye."""
        asked = own_time()
        while (message := await self.next()) is not None:
            if isinstance(message, Err):
                self.refusals.append(message)
            if isinstance(message, State):
                self.slowest = max(self.slowest, own_time() - asked)
                await self._answer(message)
                asked = own_time()
        await self.stream.aclose()
        last = self.seen[-1] if self.seen else None
        return last if isinstance(last, Bye) else None

    async def _answer(self, state: State) -> None:
        ask, step = state.ask, state.view.step
        if state.view.summary is not None and step != self.answered:
            self.answered = step
            await self.say(Ready)
        if ask is not None and step != self.answered:
            self.answered = step
            await trio.sleep(self.pace)
            action = self._brain.choose(state.view, Ask(ask.default, ask.can))
            await self.say(Act, step=step, action=action)
        del self.seen[: self._read - 1]  # a whole game of views is much
        self._read = 1


async def robot(
    level: str, name: str, session: str, stream: trio.abc.Stream, generator: Random
) -> None:
    """Run a bot of the host's own."""
    bot = Robot(stream, level)
    bot._brain = LEVELS[level](generator)
    await bot.play(name, kind="bot", session=session)
