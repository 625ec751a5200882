"""A bench whose people share in the deals, and check what they hear.

`Dealing` is a `Bench` with a `Deals` behind each connection, as the stock client has.
`twist` may change what one victim is told, and `when` lets a host that cheats do
something as soon as a kind of change has happened.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from p10net.client.deals import Deals
from p10net.client.deck import Deck, Finding
from p10net.engine.conflicts import build
from p10net.engine.rules import OFFICIAL, Rules
from p10net.engine.view import Stage
from p10net.host.house import House
from p10net.host.letters import Mail
from p10net.host.records import Record
from p10net.protocol.deals import (
    DealCommit,
    DealCommits,
    DealOpen,
    DealProof,
    DealShares,
)
from p10net.protocol.envelope import Message
from p10net.protocol.messages import Lobby, Ok, State, Welcome
from p10net.protocol.version import SHUFFLE
from tests.table_bench import Bench

SHORT = build({"name": "two-rounds", "round_limit": 2, "tie": "shared"}, OFFICIAL)

Twist = Callable[[Message], list[Message]]


class Dealing(Bench):
    """People who share, by the number of their connection."""

    def __init__(self, *names: str, rules: Rules = SHORT, **setup: Any) -> None:
        self.deals: dict[int, Deals] = {}
        self.decks: dict[int, list[Deck]] = defaultdict(list)
        self.silent: set[int] = set()
        self.withholding: set[int] = set()
        self.twists: dict[int, Twist] = {}
        self.when: dict[type[Any], Callable[[House], None]] = {}
        self._promised: dict[tuple[int, int], int] = {}
        self._wishes: list[tuple[int, Any]] = []
        super().__init__(rules=rules, **setup)
        for number, name in enumerate(names, 1):
            self.come(name, f"10.0.0.{number}")

    def share(self, conn: int) -> int:
        """Let somebody share and check who has just knocked."""
        drawn = iter(range(1 << 16))
        self.deals[conn] = Deals(
            lambda: sha256(f"{conn} {next(drawn)}".encode()).digest()
        )
        return conn

    def hello(self, conn: int, name: str = "", **fields: Any) -> Any:
        """Greet, as what one is."""
        if conn in self.deals:
            fields = {"features": (SHUFFLE,)} | fields
        return super().hello(conn, name, **fields)

    def come(self, name: str = "", address: str = "10.0.0.9", **fields: Any) -> int:
        """Come in as somebody who shares; with a session, with what was known."""
        self.share(max(self.mail, default=0) + 1)
        return self.join(name, address, **fields)

    def come_back(self, conn: int) -> int:
        """Come back on another connection, with all that was known."""
        deals, session = self.deals[conn], self.session(conn)
        again = max(self.mail) + 1
        self.deals[again] = deals
        return self.join("", "10.0.0.9", session=session)

    def join_again(self, conn: int, session: str) -> int:
        """Take a seat up at a host that came back, with all that was known."""
        self.table.opened(conn, "10.0.0.9")
        self.mail[conn] = []
        self.hello(conn, session=session)
        return conn

    def post(self, mail: Mail) -> Mail:
        """Deliver letters, let their readers check them, and take their answers."""
        super().post(mail)
        for conn, message in mail:
            if conn in self.deals:
                for one in self.twists.get(conn, _as_it_is)(message):
                    self._heard(conn, one)
        return mail

    def enter(self, record: Record) -> Mail:
        """Let a record happen, and what a cheating host does then."""
        act = getattr(record.change, "action", record.change)
        mail = super().enter(record)
        self.when.get(type(act), _nothing)(self.house)
        return mail

    def _heard(self, conn: int, message: Message) -> None:
        deals, seat = self.deals[conn], self.house.links[conn].seat
        deck: Deck | None = None
        match message:
            case Welcome():
                deals.missed()
            case Lobby():
                deck = deals.idle()
            case State():
                deck = deals.stood(message)
            case Ok(re=re) if (conn, re) in self._promised:
                deals.accepted(self._promised.pop((conn, re)))
            case DealOpen() | DealCommits() | DealShares() | DealProof():
                request, deck = deals.heard(message, seat)
                late = conn in self.silent or (
                    conn in self.withholding and not isinstance(request, DealCommit)
                )
                if request is not None and not late:
                    self._wishes.append((conn, request))
            case _:
                pass
        if deck is not None:
            self.decks[conn].append(deck)

    def settle(self) -> None:
        """Let the table do what is due, and people answer, until nobody has more."""
        super().settle()
        while self._wishes:
            conn, request = self._wishes.pop(0)
            fields = {name: getattr(request, name) for name in _fields(request)}
            self.ids[conn] += 1
            if isinstance(request, DealCommit):
                self._promised[conn, self.ids[conn]] = request.deal
            self.send(conn, type(request)(self.ids[conn], **fields))

    def to_the_end(self) -> None:
        """Play until the game is over."""
        self.all_ready()
        while not self.over():
            self.play(until=Stage.ROUND_OVER)
            if self.stage() is Stage.DEAL:
                self.wait(1)
            elif not self.over():
                self.all_ready()

    def findings(self, conn: int) -> list[Finding]:
        """Give all that somebody found wrong."""
        return [one for deck in self.decks[conn] for one in deck.findings]

    def all_findings(self) -> list[Finding]:
        """Give all that anybody found wrong."""
        return [one for conn in self.deals for one in self.findings(conn)]


def _fields(request: Any) -> tuple[str, ...]:
    return tuple(name for name in request.__struct_fields__ if name != "id")


def _as_it_is(message: Message) -> list[Message]:
    return [message]


def _nothing(house: House) -> None:
    pass
