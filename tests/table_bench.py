"""A table on a bench: people and programs at it without sockets, tasks or clocks.

A `Bench` plays the server: it carries requests to the table, keeps what comes back for
each connection and lets the table do what is due. Time passes only when a test says so.
"""

from collections import defaultdict
from random import Random
from typing import Any

from p10net.bots.levels import LEVELS
from p10net.engine.moves import Action, Ask
from p10net.engine.view import Stage
from p10net.host.chance import Chance
from p10net.host.guests import Player
from p10net.host.house import Setup
from p10net.host.letters import Mail
from p10net.host.records import Answer, Change, Record
from p10net.host.table import Table
from p10net.protocol.codec import frame
from p10net.protocol.copies import Copies
from p10net.protocol.envelope import Message, Reply
from p10net.protocol.messages import Bye, Err, Lobby, News, Notice, Ok, State, Welcome
from p10net.protocol.requests import Act, Hello, Ready, ToHost

MINUTE = 60.0


class Bench:
    """A table and whoever is connected to it; `mail` is all that each was sent."""

    def __init__(
        self,
        *names: str,
        seed: int = 7,
        start: bool = False,
        table: Table | None = None,
        now: float = 1000.0,
        afar: bool = False,
        **setup: Any,
    ):
        """Seat people by these names; with `start` they say ready.

        They come from inside the host's process unless they are from `afar`. A table
        that is given has lived before.
        """
        self.table = table or Table(Setup("Bench", **setup), Chance(seed))
        self.house = self.table.house
        self.now = now
        self.mail: dict[int, list[Message]] = defaultdict(list)
        self.journal: list[Change] = []
        self.ids: dict[int, int] = defaultdict(int)
        self.brain = LEVELS["steady"](Random(seed))
        self.copies = Copies()
        self.settle()
        self.conns = [
            self.join(name, f"10.0.0.{at}" if afar else "")
            for at, name in enumerate(names, 1)
        ]
        if start:
            self.call_bots()
        if start:
            self.all_ready()

    # --- What a server does ------------------------------------------------------

    def open(self, address: str = "") -> int:
        """Open one more connection."""
        conn = max(self.mail, default=0) + 1
        self.table.opened(conn, address)
        self.mail[conn] = []
        return conn

    def post(self, mail: Mail) -> Mail:
        """Deliver letters; each fits into a frame, the same whoever else gets one."""
        for conn, message in mail:
            assert self.copies.frame(message) == frame(message)
            self.mail[conn].append(message)
        return mail

    def enter(self, record: Record) -> Mail:
        """Write a record down and let it happen."""
        if record.change.lasting:
            self.journal.append(record.change)
        return self.post(self.table.commit(record, self.now))

    def settle(self) -> None:
        """Let the table do what is due."""
        while (record := self.table.due(self.now)) is not None:
            self.enter(record)

    def wait(self, seconds: float, step: float = 1.0) -> None:
        """Let time pass, a tick at a time."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + step)
            self.settle()

    def cut(self, conn: int) -> None:
        """Lose a connection."""
        record = self.table.lost(conn)
        if record is not None:
            self.enter(record)
        self.table.closed(conn)
        self.settle()

    # --- What a client does ------------------------------------------------------

    def send(self, conn: int, request: ToHost, *, settle: bool = True) -> Message:
        """Send a request; gives the one reply to it."""
        before = len(self.mail[conn])
        outcome = self.table.propose(conn, request, self.now)
        if isinstance(outcome, Answer):
            self.post(self.table.answer(outcome))
        else:
            self.enter(outcome)
        replies = [m for m in self.mail[conn][before:] if answers(m, request.id)]
        if settle:
            self.settle()
        assert len(replies) == 1, replies
        return replies[0]

    def say(self, conn: int, kind: type[Any], /, **fields: Any) -> Any:
        """Send a request of a kind under the next id."""
        self.ids[conn] += 1
        return self.send(conn, kind(id=self.ids[conn], **fields))

    def hello(self, conn: int, name: str = "", **fields: Any) -> Any:
        """Greet."""
        fields = {"kind": "human", "proto": (1,)} | fields
        return self.say(conn, Hello, name=name, **fields)

    def join(self, name: str, address: str = "", **fields: Any) -> int:
        """Come in as somebody new, or back with a session."""
        conn = self.open(address)
        welcome = self.hello(conn, name, **fields)
        assert isinstance(welcome, Welcome), welcome
        self.ids[conn] = max(self.ids[conn], welcome.last_id)
        return conn

    def back(self, conn: int, **fields: Any) -> int:
        """Come back with the session of a connection."""
        return self.join("", session=self.session(conn), **fields)

    def call_bots(self) -> list[int]:
        """Connect the bots of the host's own."""
        return [self.join("", session=bot.session) for bot in self.table.bots()]

    def all_ready(self) -> None:
        """Let everybody who is connected say ready."""
        for player in [*self.house.players.values()]:
            if player.conn is not None and player.person:
                assert isinstance(self.say(player.conn, Ready), Ok)

    def act(self, conn: int, action: Action | None = None, **fields: Any) -> Any:
        """Answer the open question, as a sensible player would if nothing is said."""
        state = self.state(conn)
        if action is None:
            assert state.ask is not None
            action = self.choice(state)
        return self.say(
            conn, Act, **{"step": state.view.step, "action": action} | fields
        )

    def choice(self, state: State) -> Action:
        """Let a brain answer a state's question."""
        assert state.ask is not None
        return self.brain.choose(state.view, Ask(state.ask.default, state.ask.can))

    def play(self, acts: int = 10_000, until: Stage | None = None) -> int:
        """Let whoever is asked act, so often or until a stage; gives the acts left."""
        while acts and self.house.stage is not until and (one := self.house.asked):
            if one.conn is None:
                break
            assert isinstance(self.act(one.conn), Ok)
            acts -= 1
        return acts

    # --- What was said -----------------------------------------------------------

    def stage(self) -> Stage:
        """Say where the table is."""
        return self.house.stage

    def playing(self) -> bool:
        """Say whether a game is on."""
        return self.house.playing

    def over(self) -> bool:
        """Say whether the game is over."""
        return self.table.over

    def session(self, conn: int) -> str:
        """Give the session of the last welcome on a connection."""
        return str(self.last(conn, Welcome).session)

    def last(self, conn: int, kind: type[Any]) -> Any:
        """Give the newest message of a kind."""
        return next(m for m in reversed(self.mail[conn]) if isinstance(m, kind))

    def state(self, conn: int) -> State:
        """Give the newest state."""
        state = self.last(conn, State)
        assert isinstance(state, State)
        return state

    def lobby(self, conn: int) -> Lobby:
        """Give the newest lobby."""
        lobby = self.last(conn, Lobby)
        assert isinstance(lobby, Lobby)
        return lobby

    def news(self, conn: int) -> list[News]:
        """Give all news that was told, oldest first."""
        return [m.what for m in self.mail[conn] if isinstance(m, Notice)]

    def player(self, conn: int) -> Player:
        """Give who sits behind a connection."""
        player = self.house.player(self.house.links[conn])
        assert player is not None
        return player

    def asked(self) -> int:
        """Give the connection of the seat that is asked."""
        assert self.house.asked is not None
        assert self.house.asked.conn is not None
        return self.house.asked.conn

    def others(self, conn: int) -> list[int]:
        """Give the connections of the other players."""
        conns = [player.conn for player in self.house.players.values()]
        return [one for one in conns if one is not None and one != conn]


def answers(message: Message, number: int) -> bool:
    """Whether a message is the reply to a request."""
    if isinstance(message, Bye):
        return message.re == number
    return isinstance(message, Reply) and message.re == number


def refused(reply: Message) -> str:
    """Give the code of a refusal."""
    assert isinstance(reply, Err | Bye), reply
    return str(reply.code.value)
