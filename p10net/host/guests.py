"""Who is at the table, as its host knows them: connections, players, onlookers.

They are data with small questions about themselves. What they add up to is asked of
the house, and only commits change them.
"""

from collections import deque

from msgspec import Struct, field

from p10net.engine.moves import Action
from p10net.host.records import Choice
from p10net.protocol.envelope import Message
from p10net.protocol.people import Absence, PersonKind

Reply = tuple[tuple[int, Action], Message]


class Link(Struct, eq=False):
    """A connection, and whose it is once it was welcomed; `mixes` shares in deals."""

    conn: int
    address: str = ""
    seat: int = 0
    watcher: int = 0
    mixes: bool = False

    @property
    def welcomed(self) -> bool:
        """Whether somebody is behind it."""
        return bool(self.seat or self.watcher)


class Player(Struct, eq=False):
    """Who sits in a seat, person or bot; `level` marks a bot of the host's own.

    `own` marks the player who came from inside the host's process.

    `came` orders them by arrival. `since` is when the link was lost, `spent` whether
    its grace is used up until the seat acts again, `acted` whether it acted since it
    was lost, `overdue` whether the seat is waited for no longer. `late` counts
    decisions in a row that it let pass, `swings` how often it said ready or took it
    back since all were asked, `double` whether it has twice the time for each.
    `verdict` is what the others decided, `patience` until when they wait. `replies`
    are the answers to its latest acts by id. A player without a session cannot come
    back, and did not go of their own will if `sent`.
    """

    seat: int
    name: str
    kind: PersonKind
    client: str
    session: str
    came: int
    level: str = ""
    own: bool = False
    conn: int | None = None
    pinged: bool = False
    link_ms: int | None = None
    ready: bool = False
    swings: int = 0
    double: bool = False
    offered: bool = False
    absent: Absence | None = None
    since: float = 0.0
    spent: bool = False
    acted: bool = True
    overdue: bool = False
    stirred: bool = False
    sent: bool = False
    late: int = 0
    verdict: Choice | None = None
    patience: float = 0.0
    last_id: int = 0
    replies: dict[int, Reply] = field(default_factory=dict)
    swaps: deque[float] = field(default_factory=deque)
    contested: float | None = None

    @property
    def person(self) -> bool:
        """Whether a human being sits there."""
        return self.kind is PersonKind.HUMAN

    @property
    def here(self) -> bool:
        """Whether somebody is connected and has not fallen silent."""
        return self.conn is not None and self.absent is None


class Onlooker(Struct, eq=False):
    """Somebody without a seat; `waits` for one, or only looks on."""

    watcher: int
    name: str
    kind: PersonKind
    client: str
    session: str
    conn: int | None = None
    waits: bool = False
    since: float = 0.0
