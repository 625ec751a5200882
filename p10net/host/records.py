"""What can happen to a table, as data: every change of it is one of these, first.

A record is proposed, written to the journal if it must outlast the process, and only
then committed; replaying the lasting ones in order gives the table back. What passes
(who is connected, who is ready, chat, pauses, votes) is not written. Nothing here
knows what a change does.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from p10net.engine.moves import Action, HouseAct
from p10net.engine.rules import Rules
from p10net.protocol.deals import Commit, Share
from p10net.protocol.envelope import Message
from p10net.protocol.people import PersonKind, Settings
from p10net.protocol.requests import Act

Cause = Literal["", "stand_in", "late", "illegal"]
Farewell = Literal["left", "for_good", "kicked", "banned", "expired", "removed"]
Choice = Literal["bot", "skip", "wait", "end"]


class Change(Struct, frozen=True, tag_field="r", tag=str.lower, omit_defaults=True):
    """Anything that may happen to a table.

    `lasting` ones go into the journal. `public` ones are news for everybody and make
    the table's `seq` rise; what is private must not, or others could count it.
    """

    lasting: ClassVar[bool] = True
    public: ClassVar[bool] = True


# --- Lasting ----------------------------------------------------------------------


class Sat(Change, frozen=True):
    """Somebody has a seat from here on, with this session.

    `level` makes it a bot of the host's own. `watcher` is the number of the onlooker
    who sat down; whoever had the seat before has it no more, and looks on under the
    number `ousted` if they were there. `own` marks who came from inside the process.
    """

    seat: int
    session: str
    name: str
    kind: PersonKind
    client: str = ""
    level: str = ""
    watcher: int = 0
    ousted: int = 0
    own: bool = False


class Watched(Change, frozen=True):
    """Somebody came to look on; `waits` if it is for want of a seat."""

    watcher: int
    session: str
    name: str
    kind: PersonKind
    client: str = ""
    waits: bool = False


class Gone(Change, frozen=True):
    """A player or an onlooker (seat 0) is gone, of their own will or not.

    In the lobby the seat is free again, in a game the stand-in plays on. Only whoever
    `left` keeps the session; the seats of all others are out of the game before the
    next round, if enough are left. `address` is shut out with `banned`.
    """

    seat: int
    how: Farewell
    watcher: int = 0
    by: int = 0
    address: str = ""


class Rejoined(Change, frozen=True):
    """A player who had left is back, by the session."""

    seat: int
    client: str = ""


class Renamed(Change, frozen=True):
    """A player, or an onlooker (seat 0), has another name."""

    seat: int
    name: str
    watcher: int = 0


class Doubled(Change, frozen=True):
    """A player has twice the time for each decision, or as much as the others again."""

    seat: int
    on: bool


class Moved(Change, frozen=True):
    """Somebody changed to another seat; who sat there has the old one."""

    seat: int
    to: int
    by: int


class Reseated(Change, frozen=True):
    """A seat's player came back by a code: the old session is worth nothing now."""

    seat: int
    session: str
    client: str = ""


class Ruled(Change, frozen=True):
    """The next game has these rules."""

    rules: Rules
    by: int = 0


class Settled(Change, frozen=True):
    """The owner settled something about the table; complete each time."""

    settings: Settings
    password: str = ""
    by: int = 0


class Began(Change, frozen=True):
    """A game began: its id in hex, its rules, the numbers of the seats that play.

    `again` says that it is the one of the table's sheet, which goes on.
    """

    game: str
    rules: Rules
    seats: tuple[int, ...]
    again: bool = False


class Acted(Change, frozen=True):
    """A seat acted in the game, or the house (0); its reply is always `ok`.

    `id` and `step` are those of the request, so that the stored replies can be made
    again. `cause` says why the host did it in the seat's place, if it did.
    """

    seat: int
    action: Action | HouseAct
    id: int = 0
    step: int = 0
    cause: Cause = ""
    by: int = 0


class TakenBack(Change, frozen=True):
    """A player alone with bots is asked again as after so many `acts` of the game."""

    seat: int
    acts: int


class DealOpened(Change, frozen=True):
    """The host fixed its secret for a deal, and asked these seats for a share."""

    deal: int
    secret: str
    asked: tuple[int, ...] = ()


class DealSealed(Change, frozen=True):
    """No more promises are taken: shares are expected from these seats."""

    commits: tuple[Commit, ...]


class DealMixed(Change, frozen=True):
    """All promised shares are there: the seed of the deal is fixed."""

    shares: tuple[Share, ...]


class Adjourned(Change, frozen=True):
    """Too few are left for another game: the table is a lobby again."""


# --- Passing ----------------------------------------------------------------------


class Passing(Change, frozen=True):
    """A change that is forgotten when the host stops."""

    lasting: ClassVar[bool] = False


class Linked(Passing, frozen=True):
    """A connection took a seat, or an onlooker's place, up again by its session."""

    seat: int
    watcher: int = 0
    client: str = ""


class Unlinked(Passing, frozen=True):
    """The connection of a seat, or of an onlooker, is lost."""

    seat: int
    watcher: int = 0


class Contested(Passing, frozen=True):
    """Two clients fight for one seat; whoever has it keeps it for now."""

    seat: int


class Pinged(Passing, frozen=True):
    """A client showed that it lives, and how long the way is."""

    public: ClassVar[bool] = False

    ms: int | None = None


class Readied(Passing, frozen=True):
    """A player is ready for what comes next, or is not any more."""

    seat: int
    on: bool


class Urged(Passing, frozen=True):
    """The owner lets the game, the round or the rematch start, ready or not."""


class Paused(Passing, frozen=True):
    """The game pauses, or goes on; `by` 0 is the host itself."""

    on: bool
    by: int


class Stuck(Passing, frozen=True):
    """Nothing can be written down, so nothing may happen; or it can be again."""

    on: bool


class Wished(Passing, frozen=True):
    """An onlooker asked for a seat."""

    watcher: int


class Offered(Passing, frozen=True):
    """A seat is there for an onlooker to take, or is not any more."""

    seat: int
    on: bool
    by: int


class Chatted(Passing, frozen=True):
    """Somebody said a line."""

    text: str
    seat: int = 0
    watcher: int = 0


class Coded(Passing, frozen=True):
    """The owner gave out a code for a seat whose player lost the session."""

    seat: int
    code: str
    by: int


class DealCommitted(Passing, frozen=True):
    """A seat promised its share of a deal."""

    public: ClassVar[bool] = False

    seat: int
    commit: str


class DealShared(Passing, frozen=True):
    """A seat showed the share it had promised."""

    public: ClassVar[bool] = False

    seat: int
    share: str


class Overdue(Passing, frozen=True):
    """A seat has been absent for as long as it is waited for."""

    seat: int


class Returned(Passing, frozen=True):
    """A seat that was away gave a sign of life."""

    seat: int


class Polled(Passing, frozen=True):
    """The players are asked how to go on without a seat."""

    about: int


class Voted(Passing, frozen=True):
    """A player answered that question."""

    seat: int
    choice: Choice


class Resolved(Passing, frozen=True):
    """The players have decided, or the time for it is over."""

    about: int
    choice: Choice


Lasting = (
    Sat
    | Watched
    | Gone
    | Rejoined
    | Renamed
    | Doubled
    | Moved
    | Reseated
    | Ruled
    | Settled
    | Began
    | Acted
    | TakenBack
    | DealOpened
    | DealSealed
    | DealMixed
    | Adjourned
)


class Record(Struct, frozen=True):
    """A change on its way: whose connection asked for it, and under which id.

    Only the change itself goes into a journal; a connection means nothing later.
    `mixes` says that the connection's program takes part in the shuffle.
    """

    change: Change
    conn: int = 0
    re: int = 0
    mixes: bool = False


class Answer(Struct, frozen=True):
    """What changes nothing: a refusal, or a reply to a question; for one alone.

    `act` is the act it refuses, for the reply to be the same when it comes again;
    `missed` says that a guess was wrong, and those are counted.
    """

    conn: int
    reply: Message
    act: Act | None = None
    missed: bool = False
