"""An evening at a table on a clock that jumps, for faults of every kind to befall it.

Guests are stock sessions with a brain and the manners of people: they say ready, think
for a second, vote when they are asked. The host keeps its journal on a disk of the
test's own and can be killed and brought back. All that is said and done is noted with
its time, and `laws` holds it to what was promised.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random

import trio
from msgspec.structs import replace
from trio._core import _run as scheduler
from trio.testing import MockClock

from p10net.bots.levels import LEVELS
from p10net.client.deals import Deals
from p10net.client.session import Down, Ending, News, Session, Visitor
from p10net.client.ticket import Ticket
from p10net.client.words import links, people
from p10net.client.words.events import Names
from p10net.engine.game import Game
from p10net.engine.moves import Action, Ask
from p10net.engine.rules import Rules
from p10net.engine.shuffle import SEED_BYTES
from p10net.engine.view import Stage
from p10net.host.chance import Chance
from p10net.host.guests import Player
from p10net.host.house import HouseBot, Setup
from p10net.host.journal_file import Kept, Opening, begin, read
from p10net.host.records import Began, Change
from p10net.host.resume import restore
from p10net.host.sectors import Scan, scan
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.protocol.messages import Err, Lobby, Notice, State, Welcome
from p10net.protocol.people import AwayRule
from p10net.protocol.requests import Act, Hello, Ready, Vote
from tests.disk import Direct, Disk
from tests.lines import Line
from tests.server_bench import robot

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva", "Finn")
THINK = 1.0
RULES = Rules(phases=("1 set of 2", "1 set of 3"), hand_size=4)
OPENING = "a1" * 16
EVENING = 3600.0
"""Seconds within which any game here has to end."""


class Killed(BaseException):
    """The host's process is gone in the middle of something."""


class Seat(Session):
    """A stock session that remembers what it asked to be done."""

    def __init__(self, guest: Guest, token: str | None = None) -> None:
        super().__init__(
            guest.line.dial,
            Visitor(guest.name, "human"),
            token=token,
            awake=trio.current_time,
        )
        self.tickets: list[Ticket] = []
        self.deals = Deals(partial(guest.chance.randbytes, SEED_BYTES))
        self._mixes = guest.world.mixes

    def _hello(self) -> Hello:
        hello = super()._hello()
        return hello if self._mixes else replace(hello, features=())

    def act(self, step: int, action: Action) -> Ticket:
        ticket = super().act(step, action)
        self.tickets.append(ticket)
        return ticket


class Guest:
    """One player: a session, a brain, a line; all that was read, with its time."""

    def __init__(self, world: World, number: int, token: str | None = None) -> None:
        self.world, self.name = world, NAMES[number]
        self.chance = Random(f"{world.seed} {self.name}")
        self.line = Line(world.attach, f"10.0.0.{number + 1}")
        self.session = Seat(self, token)
        self.brain = LEVELS["steady"](Random(world.seed + number))
        self.read: list[tuple[float, str]] = []
        self.states: list[State] = []
        self.welcomes: list[tuple[float, Welcome]] = []
        self.welcomed_on = 0
        self.ending: Ending | None = None
        self.old: list[Seat] = []
        self._done = -1
        self._voted: set[int] = set()
        self._news = trio.Event()
        self._names = Names({})
        self._playing = False

    async def run(self) -> None:
        """Stay at the table for as long as that can be done."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._follow)
            self.ending = await self.session.run()
            self.read.append((trio.current_time(), self.ending.said))
            nursery.cancel_scope.cancel()

    def again(self) -> None:
        """Start the client anew, with nothing but the token of its seat."""
        self.old.append(self.session)
        self.session = Seat(self, self.session.token)
        self.ending = None
        self.world.nursery.start_soon(self.run)

    async def _follow(self) -> None:
        async for news in self.session.news:
            self._note(news)
            await self._answer(news)

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait for news after which something is so."""
        while not there():
            await self._news.wait()

    def _note(self, news: News) -> None:
        """Read what a person would read."""
        now = trio.current_time()
        self._news.set()
        self._news = trio.Event()
        if isinstance(news, Welcome):
            self.welcomes.append((now, news))
            self.welcomed_on = self.line.dials
            self._done = -1
        if isinstance(news, State):
            self.states.append(news)
        if isinstance(news, State | Lobby):
            rows = news.table.seats if isinstance(news, State) else news.seats
            named = {**self._names.seats, **people.called(rows)}
            self._names = Names(named, self.session.seat)
            self._playing = isinstance(news, State)
        if isinstance(news, Down):
            self.read.append((now, links.down(news.why, news.retry_s)))
        if isinstance(news, Notice):
            said = people.news(news, self._names, playing=self._playing)
            self.read.append((now, said))

    async def _answer(self, news: News) -> None:
        match news:
            case Lobby():
                await self.world.opened.wait()
                if not any(r.seat == self.session.seat and r.ready for r in news.seats):
                    self.session.post(Ready(id=0))
            case State() if self._wants(news):
                await trio.sleep(THINK)
                newest = self.session.state
                if newest is not None and self._wants(newest):
                    self._play(newest)

    def _wants(self, state: State) -> bool:
        """Whether something is to be done, and was not done or was refused."""
        if state.table.poll and state.table.poll.about not in self._voted:
            return True
        if state.view.stage is Stage.ROUND_OVER:
            mine = self.session.seat
            return any(r.seat == mine and not r.ready for r in state.table.seats)
        if state.ask is None:
            return False
        last = self.session.tickets[-1:]
        if any(waits(ticket, state.ask.step) for ticket in last):
            return False  # it is on its way, and sent again after a loss
        refused = any(isinstance(ticket.answer, Err) for ticket in last)
        return state.ask.step != self._done or refused

    def _play(self, state: State) -> None:
        ask, poll = state.ask, state.table.poll
        if poll and poll.about not in self._voted:
            self._voted.add(poll.about)
            self.session.post(Vote(id=0, choice="bot"))
        elif ask is None:
            self.session.post(Ready(id=0))
        else:
            self._done = ask.step
            action = self.brain.choose(state.view, Ask(ask.default, ask.can))
            self.session.act(ask.step, action)

    def heard(self, words: str, since: float = 0.0) -> bool:
        """Whether a sentence with these words was read."""
        return any(words in said and when >= since for when, said in self.read)


def waits(ticket: Ticket, step: int) -> bool:
    """Whether an act for this step, or a later one, has still to be answered."""
    act = ticket.request
    return ticket.answer is None and isinstance(act, Act) and act.step >= step


class World:
    """A host and its guests, to whom a fault comes at a stage.

    Who `mixes` adds to the chance of each deal. All chance there is comes of the seed,
    that of the scheduler included: the same seed is the same evening.
    """

    def __init__(
        self,
        seats: int,
        seed: int,
        stage: str = "A",
        *,
        bots: int = 0,
        mixes: bool = True,
        away: AwayRule = AwayRule.BOT,
    ) -> None:
        self.seats, self.seed, self.stage = seats, seed, stage
        self.mixes = mixes
        self.chance = Random(seed)
        levels = tuple(HouseBot("steady", f"Bot {n + 1}") for n in range(bots))
        self.setup = Setup("Table", rules=RULES, seats=seats, bots=levels, away=away)
        self.table = Table(self.setup, Chance(seed))
        self.table.house.id = OPENING
        self.disk = Disk(begin(Opening(OPENING, self.setup, seed=seed)))
        self.asleep = 0.0
        self.struck, self.opened = trio.Event(), trio.Event()
        self.reached = False
        self.game_over = trio.Event()
        self.log: list[tuple[float, Change]] = []
        self.games: dict[int, list[Game]] = defaultdict(list)
        self.guests = [Guest(self, number) for number in range(seats - bots)]
        self.victim = self.guests[seed % len(self.guests)]
        self.after = 4 + seed % 6
        self.struck_at = self.mended_at = 0.0
        self.salvage = False
        self.down = False
        self.dead = trio.Event()
        self.errors: list[str] = []
        self.seats_were: list[int | None] = []
        self.bot_scope = trio.CancelScope()
        self.bot_crashes = False
        self.server: Server
        self.nursery: trio.Nursery
        self._host = trio.CancelScope()

    # --- The host ----------------------------------------------------------------

    def attach(self, stream: trio.abc.Stream, address: str) -> None:
        """Bring a cable to the host's door, if there is a host."""
        if self.down:
            raise ConnectionRefusedError
        self.server.attach(stream, address)

    def awake(self) -> float:
        """Read the host's clock that goes on while it sleeps."""
        return trio.current_time() + self.asleep

    async def open(self, known: Scan) -> None:
        """Start the host's process, on what is known of its disk."""
        journal = Direct(self.disk, known, lambda: self.table.seq)
        self.server = Server(
            self.table,
            journal,
            spawn_bot=self._bot,
            told=self._told,
            awake=self.awake,
        )
        self.down, self.dead = False, trio.Event()
        await self.nursery.start(self._serve, self.server)

    async def _serve(self, server: Server, task_status: trio.TaskStatus[None]) -> None:
        try:
            with trio.CancelScope() as self._host:
                await server.run(task_status=task_status)
        except* Killed:
            pass
        self.died()

    def died(self) -> None:
        """Let every cable know that there is no process at its other end."""
        self.down = True
        self.dead.set()
        for guest in self.guests:
            guest.line.cut()

    async def kill(self) -> None:
        """End the process at once."""
        self.down = True
        self._host.cancel()
        await self.dead.wait()

    async def back(self, known: Scan) -> None:
        """Start a new process on what lies on the disk."""
        kept: Kept = read(known)
        self.table = restore(kept, trio.current_time())
        self.table.house.salvaged = self.salvage
        await self.open(known)

    async def _bot(
        self,
        level: str,
        name: str,
        session: str,
        stream: trio.abc.Stream,
        generator: Random,
    ) -> None:
        with trio.CancelScope() as self.bot_scope:
            if not self.bot_crashes:
                await robot(level, name, session, stream, generator)
        if self.bot_crashes:
            raise ZeroDivisionError

    # --- What happens ------------------------------------------------------------

    def _told(self, change: Change) -> None:
        now, house = trio.current_time(), self.table.house
        if self.down:
            return
        self.log.append((now, change))
        if house.game is not None:
            self.games[house.events].append(house.game)
        if house.stage is Stage.GAME_OVER:
            self.game_over.set()
        here = STAGES[self.stage](self, change)
        if (here or self.game_over.is_set()) and not self.struck.is_set():
            self.reached, self.struck_at = here, now
            self.struck.set()

    @property
    def player(self) -> Player | None:
        """The victim, as the host knows it."""
        return self.player_of(self.victim)

    def player_of(self, guest: Guest) -> Player | None:
        """Give a guest, as the host knows them."""
        players = self.table.house.players.values()
        return next((one for one in players if one.name == guest.name), None)

    @property
    def others(self) -> list[Guest]:
        """All guests but the victim."""
        return [guest for guest in self.guests if guest is not self.victim]

    def live(self, strike: Callable[[World], Awaitable[None]]) -> None:
        """Live through an evening at which the fault comes in its stage."""
        # Tasks that could go on at the same moment do so in an order that trio leaves
        # to chance; this is how pytest-trio makes that repeatable for hypothesis.
        scheduler._ALLOW_DETERMINISTIC_SCHEDULING = True  # type: ignore[misc]  # as it does
        scheduler._r.seed(self.seed)
        trio.run(self._live, strike, clock=MockClock(autojump_threshold=0))

    async def _live(self, strike: Callable[[World], Awaitable[None]]) -> None:
        with trio.fail_after(EVENING), _listening(self.errors):
            async with trio.open_nursery() as self.nursery:
                await self.open(scan(self.disk.read()))
                for guest in self.guests:  # in their order, or seats would be chance
                    self.nursery.start_soon(guest.run)
                    await guest.until(partial(bool, guest.welcomes))
                if self.stage != "L":
                    self.opened.set()
                await self.struck.wait()
                if not self.reached:  # over before its stage: another one is tried
                    self.nursery.cancel_scope.cancel()
                    return
                self.seats_were = [guest.session.seat for guest in self.guests]
                async with trio.open_nursery() as fault:
                    fault.start_soon(strike, self)
                    await trio.sleep(THINK)
                    self.opened.set()
                self.mended_at = trio.current_time()
                await self.game_over.wait()
                await trio.sleep(3)
                self.nursery.cancel_scope.cancel()


@contextmanager
def _listening(errors: list[str]) -> Iterator[None]:
    """Note what goes wrong in the host, which its fences would hide."""

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info:
                errors.append(self.format(record))

    log, listener = logging.getLogger("p10net"), Listener()
    log.addHandler(listener)
    try:
        yield
    finally:
        log.removeHandler(listener)


def _gathered(world: World, change: Change) -> bool:
    house = world.table.house
    return house.stage is Stage.LOBBY and len(house.players) == world.seats


def _deep(world: World) -> bool:
    house = world.table.house
    return house.asked is not None and house.step >= world.after


STAGES: dict[str, Callable[[World, Change], bool]] = {
    "L": _gathered,
    "D": lambda world, change: isinstance(change, Began),
    "A": lambda world, change: _deep(world) and world.table.house.asked is world.player,
    "O": lambda world, change: (
        _deep(world) and world.table.house.asked is not world.player
    ),
    "H": lambda world, change: world.table.house.stage is Stage.ROUND_OVER,
    "E": lambda world, change: world.table.house.stage is Stage.GAME_OVER,
}
