"""The table: seats, rules and one game, as a machine that never waits.

Everything goes one way. A request is proposed: that changes nothing and gives either
an answer for its sender alone or a record. A record is appended to the journal, by
whoever runs the table, and then committed: the change happens and the mail says whom
to tell. What the table does by itself is proposed by `due` and goes the same way. It
knows no socket, no task and no clock; times are numbers handed in, in seconds.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from p10net.bots.brain import Brain
from p10net.bots.levels import STAND_IN
from p10net.engine.view import Stage, View
from p10net.host import changes, door, flow, letters, mixing, owner, wishes
from p10net.host.chance import Chance
from p10net.host.guests import Link, Player
from p10net.host.house import House, Setup
from p10net.host.letters import Mail
from p10net.host.records import Acted, Answer, Pinged, Record, Stuck, Unlinked
from p10net.protocol.deals import DealCommit, DealShare
from p10net.protocol.envelope import Message
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.limits import GUARD, Guard
from p10net.protocol.messages import Err, Sign
from p10net.protocol.people import Absence, Leaver
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Check,
    DoubleTime,
    Hello,
    Leave,
    Offer,
    Options,
    Pause,
    Peek,
    Ping,
    Ready,
    Rename,
    Sit,
    TakeBack,
    ToHost,
    Vote,
)

Proposer = Callable[[House, Link, Any, float], Answer | Record]

AT_THE_DOOR: dict[type[Struct], Proposer] = {Hello: door.hello, Peek: door.peek}
AT_THE_TABLE: dict[type[Struct], Proposer] = {
    Act: wishes.act,
    Admin: owner.admin,
    Chat: wishes.chat,
    Check: wishes.check,
    DealCommit: mixing.commit,
    DealShare: mixing.share,
    DoubleTime: wishes.double_time,
    Hello: wishes.again,
    Leave: wishes.leave,
    Offer: wishes.offer,
    Options: wishes.options,
    Pause: wishes.pause,
    Peek: wishes.again,
    Ping: wishes.ping,
    Ready: wishes.ready,
    Rename: wishes.rename,
    Sit: wishes.sit,
    TakeBack: wishes.take_back,
    Vote: wishes.vote,
}


NOT_KEPT = "The host's disk is full or failing: wait until the table goes on."


class SeatResult(Struct, frozen=True):
    """How a seat came out of a game, or when it left; `phases` are those completed."""

    seat: int
    name: str
    kind: str
    phases: int
    score: int


class Result(Struct, frozen=True):
    """How a game ended; `game` says what was played, cards or dice."""

    winners: tuple[int, ...]
    rounds: int
    rules: str
    seats: tuple[SeatResult, ...]
    game: str


class Table:
    """One table. `house` is all it knows; nobody else changes that."""

    def __init__(
        self,
        setup: Setup,
        chance: Chance | None = None,
        *,
        stand_in: Brain | None = None,
        guard: Guard = GUARD,
    ) -> None:
        """Open an empty table."""
        chance = chance or Chance()
        stand_in = stand_in or STAND_IN(chance.generator(0))
        self.house = House(setup, chance, stand_in, guard)

    # --- The one path ------------------------------------------------------------

    def opened(self, conn: int, address: str = "") -> None:
        """Note that there is a connection, which nobody is behind yet."""
        self.house.links[conn] = Link(conn, address)

    def propose(self, conn: int, request: ToHost, now: float) -> Answer | Record:
        """Say what a request leads to; nothing is changed by asking."""
        link = self.house.links[conn]
        rows = AT_THE_TABLE if link.welcomed else AT_THE_DOOR
        proposer = rows.get(type(request))
        if proposer is None:
            return Answer(conn, letters.bye(ByeCode.HELLO_FIRST, re=request.id))
        return proposer(self.house, link, request, now)

    def due(self, now: float) -> Record | None:
        """Say what the table does next by itself, if anything."""
        change = flow.due(self.house, now)
        return None if change is None else Record(change)

    def lost(self, conn: int) -> Record | None:
        """Say what the end of a connection leads to, if somebody was behind it."""
        link = self.house.links.get(conn)
        if link is None or not link.welcomed:
            return None
        return Record(Unlinked(link.seat, link.watcher), conn)

    def answer(self, answer: Answer) -> Mail:
        """Send an answer; a refused act is remembered, and too many count."""
        link = self.house.links.get(answer.conn)
        player = self.house.player(link) if link else None
        if link is not None and answer.missed:
            self.house.misses[link.address] += 1
        if player is not None and answer.act is not None:
            self._remember(player, answer.act, answer.reply)
        return [(answer.conn, answer.reply)]

    def _remember(self, player: Player, act: Act, reply: Message) -> None:
        key = act.step, act.action
        changes.remember(self.house, player, act.id, key, reply)
        player.stirred = player.absent is Absence.AWAY
        if isinstance(reply, Err) and reply.code is ErrCode.ILLEGAL:
            self.house.illegal += 1

    def foresee(self, record: Record) -> View | None:
        """Say what everybody will see of an act, while it is written down.

        Nothing is changed by it, and nobody may be told before it is committed.
        """
        change, game = record.change, self.house.game
        if not isinstance(change, Acted) or game is None:
            return None
        return self.house.foresight.ahead(game, change.seat, change.action)

    def commit(self, record: Record, now: float) -> Mail:
        """Let a record happen; returns the letters it makes, in order."""
        mail = changes.commit(self.house, record, now)
        link = self.house.links.get(record.conn)
        player = self.house.player(link) if link else None
        if player is not None and not isinstance(record.change, Pinged):
            player.stirred = player.absent is Absence.AWAY
        return mail

    def unkept(self, record: Record, now: float) -> Mail:
        """Let a record not happen, since it could not be written down.

        Whoever asked for it is told, and from now on everybody waits.
        """
        mail: Mail = []
        link = self.house.links.get(record.conn)
        if link is not None and link.welcomed:
            mail = [(link.conn, Err(record.re, ErrCode.PAUSED, NOT_KEPT))]
        elif link is not None:
            mail = [(link.conn, letters.bye(ByeCode.FULL, NOT_KEPT, record.re))]
        return mail if self.stuck else mail + self.commit(Record(Stuck(True)), now)

    def closed(self, conn: int) -> None:
        """Forget a connection whose loss was committed."""
        self.house.links.pop(conn, None)

    def woke(self, now: float) -> Mail:
        """Restart every clock: the host slept, and nobody could play meanwhile.

        All are told, or the time left on their screens would be what it was before.
        """
        self.house.woke(now)
        return letters.whole(self.house, now)

    # --- What others show of it --------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the newest public change."""
        return self.house.seq

    @property
    def own(self) -> Player | None:
        """The host's own player, if there is one."""
        players = self.house.players.values()
        return next((player for player in players if player.own), None)

    @property
    def stuck(self) -> bool:
        """Whether everybody waits until records can be written down again."""
        return self.house.pause is not None and bool(self.house.pause.why)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.house.stage is Stage.GAME_OVER

    def sign(self) -> Sign:
        """Give what a passer-by may know."""
        return letters.sign(self.house)

    def bots(self) -> list[Player]:
        """List the bots of the host's own that have no connection."""
        players = self.house.players.values()
        return [player for player in players if player.level and player.conn is None]

    def result(self) -> Result:
        """Say how the game that is over ended."""
        game = self.house.game
        assert game is not None
        view = game.open
        assert view.summary is not None
        people: dict[int, Player | Leaver] = {**self.house.left, **self.house.players}
        seats = tuple(
            SeatResult(n, p.name, p.kind.value, len(row.done), row.score)
            for n, p in sorted(people.items())
            for row in (view.seats[n - 1],)
        )
        rules = view.rules
        return Result(view.summary.winners, view.round, rules.name, seats, rules.game)
