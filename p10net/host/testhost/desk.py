"""A real table, held in one hand: its other seats answer at once.

It is the host's own `Table`, driven without a server, so that a script decides when
something happens and how it travels. Time stands still unless a script moves it. What
the guest gets comes back as messages, in the order in which a host would send them.
"""

from random import Random
from typing import Final

from p10net.bots.brain import Brain
from p10net.bots.levels import LEVELS
from p10net.engine.moves import Ask
from p10net.engine.rules import OFFICIAL, Rules
from p10net.engine.view import Stage
from p10net.host.chance import Chance
from p10net.host.house import BETWEEN, HouseBot, Setup
from p10net.host.letters import Mail
from p10net.host.records import Answer, Change, Record
from p10net.host.table import Table
from p10net.protocol.envelope import Message
from p10net.protocol.messages import Question, State
from p10net.protocol.requests import Act, Hello, ToHost
from p10net.protocol.version import PROTOS

SEED: Final = 7
LEVEL: Final = "steady"
PAST_ANY_CLOCK: Final = 61.0
"""Seconds after which every decision and every look at the score is overdue."""


class Desk:
    """A table with some bots, and letters for connections that are not theirs."""

    def __init__(self, rules: Rules = OFFICIAL, bots: int = 1) -> None:
        """Open the table and let the bots sit down."""
        called = tuple(HouseBot(LEVEL, f"Tester {n}") for n in range(1, bots + 1))
        setup = Setup("Test table", rules, start_when=bots + 1, once=True, bots=called)
        self.table = Table(setup, Chance(SEED))
        self.now = 0.0
        self._numbers = 0
        self._brains: dict[int, Brain] = {}
        self._asked: dict[int, State] = {}
        self._settle()

    # --- What a guest does ---------------------------------------------------------

    def opened(self, address: str = "") -> int:
        """Take in a connection and give its number; guests come from an address."""
        self._numbers += 1
        self.table.opened(self._numbers, address)
        return self._numbers

    def take(self, conn: int, request: ToHost) -> list[Message]:
        """Let a request have all its consequences; gives what its sender gets."""
        return self._for(conn, [*self._take(conn, request), *self._settle()])

    def lost(self, conn: int) -> None:
        """Lose a connection."""
        record = self.table.lost(conn)
        if record is not None:
            self._commit(record)
        self.table.closed(conn)
        self._settle()

    # --- What a script does --------------------------------------------------------

    def happens(self, conn: int, change: Change) -> list[Message]:
        """Let something happen that nobody asked for; gives what one guest gets."""
        return self._for(conn, [*self._commit(Record(change)), *self._settle()])

    def overdue(self, conn: int) -> list[Message]:
        """Let every clock run out that runs now."""
        self.now += PAST_ANY_CLOCK
        return self._for(conn, self._settle())

    # --- What there is to know -----------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.over

    @property
    def sharing(self) -> bool:
        """Whether the next cards wait for the guest's part in the deal."""
        return self.table.house.deal is not None

    @property
    def between(self) -> bool:
        """Whether a round is over and the next waits for somebody to be ready."""
        return self.table.house.stage is Stage.ROUND_OVER

    @property
    def step(self) -> int:
        """The number of the open decision."""
        return self.table.house.step

    def asks(self, seat: int) -> bool:
        """Whether the open decision is this seat's, and may be made now."""
        house = self.table.house
        waits = house.asked is not None and house.asked.seat == seat
        return waits and house.pause is None and house.stage not in BETWEEN

    # --- One request after the other -----------------------------------------------

    def _take(self, conn: int, request: ToHost) -> Mail:
        outcome = self.table.propose(conn, request, self.now)
        if isinstance(outcome, Answer):
            return self._noted(self.table.answer(outcome))
        return self._commit(outcome)

    def _commit(self, record: Record) -> Mail:
        return self._noted(self.table.commit(record, self.now))

    def _noted(self, mail: Mail) -> Mail:
        """Note what the bots are asked."""
        for conn, message in mail:
            if conn in self._brains and isinstance(message, State):
                self._asked[conn] = message
        return mail

    def _settle(self) -> Mail:
        """Let the table and its bots go on until it is somebody else's turn."""
        mail: Mail = []
        while (more := self._next()) is not None:
            mail += more
        return mail

    def _next(self) -> Mail | None:
        record = self.table.due(self.now)
        if record is not None:
            return self._commit(record)
        for player in self.table.bots():
            conn = self.opened()
            self._brains[conn] = LEVELS[player.level](self._generator(player.seat))
            hello = Hello(1, PROTOS, player.name, "bot", session=player.session)
            return self._take(conn, hello)
        return self._bot_acts()

    def _generator(self, seat: int) -> Random:
        return self.table.house.chance.generator(seat)

    def _bot_acts(self) -> Mail | None:
        for conn, state in self._asked.items():
            question = state.ask
            if question is not None and question.step == self.step:
                return self._take(conn, self._answer(conn, state, question))
        return None

    def _answer(self, conn: int, state: State, question: Question) -> Act:
        ask = Ask(question.default, question.can)
        action = self._brains[conn].choose(state.view, ask)
        return Act(2 + question.step, question.step, action)

    def _for(self, conn: int, mail: Mail) -> list[Message]:
        return [message for number, message in mail if number == conn]
