"""A screen at a real table, all in one process: host, bots, session, app, terminal.

`sitting(test)` runs a test as the program runs: trio as a guest of the screen's loop.
Its clock stands still while the machine lets the whole process stand.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, TypeVar

import trio

from p10net.bots.levels import LEVELS
from p10net.client import app, guest
from p10net.client.dress import Dress
from p10net.client.palette import Depth
from p10net.client.runner import run_bot
from p10net.client.session import Ending, Session, Visitor
from p10net.engine.game import Game, view_of
from p10net.engine.moves import ask
from p10net.host.house import HouseBot, Setup
from p10net.host.pipe import pair
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.protocol.envelope import Request
from p10net.protocol.messages import Question, State
from p10net.protocol.requests import Ping, Ready
from tests.desk import NAMES, people
from tests.far_end import Door, Far
from tests.machine import Awake
from tests.terminal import PATIENCE, Glass, glass

R = TypeVar("R", bound=Request)

DRESS = Dress(depth=Depth.MANY, ascii_only=True, deaf=0.0, pause=0.0)


def sitting(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Make a test of a coroutine: the guest's loop runs it."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        guest.run(functools.partial(test, *args, **kwargs), clock=Awake())

    # pytest-trio would take the wrapped coroutine for its own.
    del run.__dict__["__wrapped__"]
    return run


async def _bot(
    level: str, name: str, session: str, stream: trio.abc.Stream, generator: Random
) -> None:
    streams = [stream]

    async def dial() -> trio.abc.Stream:
        if not streams:
            raise ConnectionRefusedError
        return streams.pop()

    bot = Session(dial, Visitor(name, "bot"), token=session, patience=0.0)
    await run_bot(bot, LEVELS[level](generator), tell=lambda words: None, pace=0.0)


class House:
    """A running table, and people who come to it."""

    def __init__(self, nursery: trio.Nursery, setup: Setup) -> None:
        self.server = Server(Table(setup), spawn_bot=_bot)
        self._nursery = nursery

    async def dial(self) -> trio.abc.Stream:
        """Connect to the host inside the process."""
        near, far = pair()
        self.server.attach(far)
        return near

    def visit(self, name: str, kind: Any = "human") -> Session:
        """Come in without a screen."""
        session = Session(self.dial, Visitor(name, kind))
        self.start(session)
        return session

    def start(self, session: Session) -> None:
        """Let a session run beside the test."""
        self._nursery.start_soon(session.run)

    async def ready(self, *sessions: Session) -> None:
        """Let people say that they are."""
        for one in sessions:
            await one.request(Ready(id=0))


class Screen:
    """One person's screen: the terminal, what it is made from, and how it ended."""

    def __init__(self, terminal: Glass, sitting: app.Sitting) -> None:
        self.terminal = terminal
        self.sitting = sitting
        self.ending: Ending | None = None
        self.left = trio.Event()
        self._drawn = trio.Event()
        sitting.window.app.after_render += lambda _: self._drawn.set()

    async def run(self) -> None:
        self.ending = await self.sitting.sit()
        self.left.set()

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait, looking again after each picture."""
        with trio.move_on_after(PATIENCE):
            while not done():
                self._drawn = trio.Event()
                await self._drawn.wait()
            return
        raise AssertionError(f"not so within {PATIENCE:g} s:\n{self.terminal.text}")

    async def redrawn(self) -> None:
        """Have everything drawn once more."""
        self._drawn = trio.Event()
        self.sitting.window.app.invalidate()
        with trio.fail_after(PATIENCE):
            await self._drawn.wait()

    async def leaves(self) -> Ending:
        """Wait until the screen is gone."""
        with trio.fail_after(PATIENCE):
            await self.left.wait()
        assert self.ending is not None
        return self.ending


async def at_table(
    test: Callable[[House, Screen], Awaitable[None]],
    setup: Setup,
    *,
    columns: int = 80,
    rows: int = 24,
    dress: Dress = DRESS,
    name: str = "Ann",
    kind: Any = "human",
) -> None:
    """Open a table, sit down at it with a screen, and run a test beside."""
    with glass(columns=columns, rows=rows) as terminal:
        async with trio.open_nursery() as nursery:
            house = House(nursery, setup)
            await nursery.start(house.server.run)
            session = Session(house.dial, Visitor(name, kind))
            seat = app.Sitting(session, dress, code="H00-921", address="192.168.1.34")
            screen = Screen(terminal, seat)
            nursery.start_soon(screen.run)
            await test(house, screen)
            house.server.stop()
            nursery.cancel_scope.cancel()


def setup(bots: int = 1, **facts: Any) -> Setup:
    """Prepare a table with so many bots of the house."""
    names = ("Cleo", "Max", "Ida")[:bots]
    return Setup(
        "Ann's table", bots=tuple(HouseBot("steady", name) for name in names), **facts
    )


async def with_far_end(
    test: Callable[[Far, Screen, Door], Awaitable[None]], *, dress: Dress = DRESS
) -> None:
    """Sit down in seat 2 of a table whose host says what the test says."""
    door = Door()
    with glass() as terminal:
        async with trio.open_nursery() as nursery:
            screen = Screen(terminal, app.Sitting(door.session(), dress))
            nursery.start_soon(screen.run)
            far = await door.answer()
            await far.greet(seat=2)
            await test(far, screen, door)
            nursery.cancel_scope.cancel()


async def heard(far: Far, kind: type[R]) -> R:
    """Wait for the next thing a person asked for, between the pings."""
    while isinstance(request := await far.hear(Request), Ping):
        pass
    assert isinstance(request, kind), request
    return request


def told(game: Game, seat: int = 2, *, seq: int = 1, events: Any = ()) -> State:
    """Say to a seat how a game stands."""
    view = view_of(game, seat)
    asked = ask(view)
    question = None
    if asked is not None:
        question = Question(view.step, asked.default, asked.can)
    table = people(NAMES[: len(view.seats)])
    return State(seq, 0, tuple(events), view, table, question)
