"""What a host says to its clients: one reply to each request, and news.

The client's decoder reads with these types and lets pass what it does not know;
PROTOCOL.md's tables are made from them. A docstring ends with the version that
brought the message, and so does the description of a field that came later.
"""

from enum import Enum
from typing import Annotated, Literal

from msgspec import Struct

from p10net.engine.moves import Action, Ask, Event, Offer
from p10net.engine.phases import Phase
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules
from p10net.engine.view import View
from p10net.protocol.deals import DealCommits, DealOpen, DealProof, DealShares
from p10net.protocol.envelope import Features, Message, Reply, Seq, Step, TokenText
from p10net.protocol.errors import ByeCode, ErrCode, ProtocolError
from p10net.protocol.limits import Limits
from p10net.protocol.people import (
    Amount,
    Person,
    Positive,
    Settings,
    Table,
    Watcher,
    says,
)

# --- to the client: replies ------------------------------------------------------


class Identity(Struct, frozen=True):
    """Which table this is."""

    name: Annotated[str, says("for people")]
    id: Annotated[str, says("for programs: 32 hex digits, the same after a restart")]


class Welcome(Reply, frozen=True):
    """The reply to `hello`: you are in. A `lobby` or a `state` follows at once.

    Without `seat` you watch, as `watcher` number so-and-so. Since 0.1.
    """

    proto: Annotated[int, says("the protocol both sides speak from here on")]
    features: Features
    host: Annotated[str, says("the host's program and version")]
    session: Annotated[TokenText, says("32 hex digits; keep them, tell nobody")]
    resumed: Annotated[bool, says("whether a seat was taken back")]
    last_id: Annotated[
        Amount, says("highest id of an `act` seen for this seat; go on above it")
    ]
    limits: Annotated[Limits, says("what the host asks of you")]
    table: Annotated[Identity, says("which table this is")]
    rules: Annotated[Rules, says("every switch of the game")]
    phases: Annotated[tuple[Phase, ...], says("`rules.phases`, read for you")]
    seat: Annotated[Positive | None, says("your seat; absent: you watch")] = None
    watcher: Annotated[Positive | None, says("your number as a watcher")] = None


class Places(Struct, frozen=True):
    """How full a table is."""

    taken: Annotated[Amount, says("seats taken, bots included")]
    max: Annotated[Amount, says("seats in all")]
    bots: Annotated[Amount, says("bots among the taken")] = 0


class Going(Enum):
    """How far a table is, for a list of tables."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "Going":
        return cls.OTHER


class Sign(Reply, frozen=True, tag="table"):
    """The reply to `peek`: what a passer-by may know. Since 0.1."""

    id: Annotated[str, says("the table's id, as in `welcome.table`")]
    name: Annotated[str, says("the table's name")]
    seats: Annotated[Places, says("how full it is")]
    state: Annotated[Going, says("lobby, playing or over")]
    rules: Annotated[str, says("name of the preset")]
    protos: Annotated[tuple[int, ...], says("protocol numbers the host speaks")]
    version: Annotated[str, says("the host's version, for people")]
    watch: Annotated[bool, says("whether watchers are let in")]
    locked: Annotated[bool, says("whether new people are kept out")]
    password: Annotated[bool, says("whether a password is asked for")]


class Ok(Reply, frozen=True):
    """Done. For an `act`: applied and journaled; the `state` follows. Since 0.1."""

    dup: Annotated[
        bool, says("this is the stored reply: the id was answered before")
    ] = False


class Err(Reply, frozen=True):
    """Not done, and nothing has changed; the connection stays open. Since 0.1."""

    code: Annotated[ErrCode, says("why, from the list of refusals")]
    msg: Annotated[str, says("the same in English for people; never parse it")]
    step: Annotated[Amount | None, says("with `stale_step`: what is asked now")] = None
    why: Annotated[Reason | None, says("with `illegal`: the rule, by its word")] = None
    at: Annotated[str | None, says("path to the wrong spot, `$.action.card`")] = None
    dup: Annotated[bool, says("this is the stored reply to a repeated id")] = False


class Checked(Reply, frozen=True):
    """The reply to `check`. Nothing was done. Since 0.1, feature `check`."""

    legal: Annotated[bool, says("whether an `act` with it would be accepted now")]
    why: Annotated[Reason | None, says("if not: the rule, by its word")] = None


class Choices(Reply, frozen=True):
    """The reply to `options`: complete actions, each different. Since 0.1."""

    can: Annotated[tuple[Action, ...], says("send one back in `act` as it is")]
    cut: Annotated[bool, says("whether there are more than were asked for")] = False


class Pong(Reply, frozen=True):
    """The reply to `ping`. Since 0.1."""

    seq: Seq


class Issued(Reply, frozen=True):
    """The reply to `admin reissue`, to the owner alone. Since 0.1."""

    seat: Annotated[Positive, says("the seat it is for")]
    code: Annotated[str, says("good for one `hello`; tell it to the player only")]
    ms: Annotated[Amount, says("how long it is good")]


# --- to the client: news ---------------------------------------------------------


class Lobby(Message, frozen=True):
    """The table before a game, complete each time. Since 0.1."""

    seq: Seq
    stage: Annotated[Literal["lobby"], says("always `lobby`; later `state` says it")]
    seats: Annotated[tuple[Person, ...], says("the taken seats, by number")]
    watchers: Annotated[tuple[Watcher, ...], says("in the order they came")]
    settings: Annotated[Settings, says("what the owner has settled")]
    rules: Annotated[Rules, says("as they are now; the owner may change them")]
    phases: Annotated[tuple[Phase, ...], says("`rules.phases`, read for you")]
    min: Annotated[Amount, says("seats a game needs")]
    max: Annotated[Amount, says("seats there are")]
    seat: Annotated[Positive | None, says("your seat now; absent: you watch")] = None
    after: Annotated[
        Amount, says("a game goes on that a lost host began, after so many rounds")
    ] = 0


class Question(Struct, frozen=True, omit_defaults=True):
    """What is asked of you: all you may do, and what is done if you do not answer.

    Each item of `can` is a complete action that can be sent back as it is. What is
    not listed is illegal, with one exception: a `lay` is listed once for each phase
    you may lay, with its goals and one example; any cards of yours that fulfil the
    goals will do.
    """

    step: Step
    default: Annotated[Action, says("played for you when time or patience runs out")]
    can: Annotated[tuple[Offer, ...], says("all that is legal")]
    ms: Annotated[Amount | None, says("time left; absent: no limit")] = None


class State(Message, frozen=True):
    """All you may know: what happened, how things stand, what is asked of you.

    Complete each time: you may forget everything you knew. `ask` is there exactly
    when it is your move. Since 0.1.
    """

    seq: Seq
    n: Annotated[Amount, says("events so far, those of `ev` not counted")]
    ev: Annotated[tuple[Event, ...], says("what happened since the last `state`")]
    view: Annotated[View, says("the game as your seat sees it")]
    table: Annotated[Table, says("who is here, what is settled, what runs")]
    ask: Annotated[Question | None, says("the question, if it is your move")] = None


class Seated(Message, frozen=True):
    """A watcher's wish came true: this seat is yours from here on. Since 0.1."""

    seq: Seq
    seat: Annotated[Positive, says("your seat")]
    last_id: Annotated[Amount, says("highest id of an `act` seen for this seat")]


class Beat(Message, frozen=True):
    """The host lives, though nothing happened for a while. Since 0.1."""

    seq: Seq


class Said(Message, frozen=True):
    """A line of chat, from a seat or a watcher: the number says who. Since 0.1."""

    seq: Seq
    text: Annotated[str, says("cleaned; clean it again before you show it")]
    seat: Annotated[Positive | None, says("who spoke, if a seat")] = None
    watcher: Annotated[Positive | None, says("who spoke, if a watcher")] = None


class News(Enum):
    """What a `notice` tells; an open list."""

    JOINED = "joined"
    WATCHING = "watching"
    LEFT = "left"
    LEFT_FOR_GOOD = "left_for_good"
    LINK_LOST = "link_lost"
    AWAY = "away"
    BACK = "back"
    STAND_IN = "stand_in"
    PASSING = "passing"
    PLAYED_DEFAULT = "played_default"
    RENAMED = "renamed"
    SEATED = "seated"
    MOVED = "moved"
    OWNER = "owner"
    KICKED = "kicked"
    BANNED = "banned"
    RESTLESS = "restless"
    REISSUED = "reissued"
    CONTESTED = "contested"
    PAUSED = "paused"
    GOES_ON = "goes_on"
    DOUBLE_TIME = "double_time"
    USUAL_TIME = "usual_time"
    STUCK = "stuck"
    RULES = "rules"
    SETTINGS = "settings"
    OFFERED = "offered"
    TAKEN_BACK = "taken_back"
    VOTE = "vote"
    STOPPED = "stopped"
    VOIDED = "voided"
    SALVAGED = "salvaged"
    CLOSING = "closing"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "News":
        return cls.OTHER


class Notice(Message, frozen=True):
    """Something happened around the table, outside the game; all may know.

    A hint for a log line: the `lobby` or `state` that follows holds the facts. Who is
    meant stands there as a number, never as text in a sentence. Since 0.1.
    """

    seq: Seq
    what: Annotated[News, says("what happened")]
    seat: Annotated[Positive | None, says("whom it concerns, if a seat")] = None
    watcher: Annotated[Positive | None, says("whom it concerns, if a watcher")] = None
    name: Annotated[str | None, says("their name, new or last, cleaned")] = None
    by: Annotated[Positive | None, says("seat that did it")] = None


class Bye(Message, frozen=True):
    """The last frame before the host closes. Since 0.1.

    A connection that ends without one was lost: reconnect with your session.
    """

    code: Annotated[ByeCode, says("why, from the list of byes")]
    msg: Annotated[str, says("the same in English for people; never parse it")]
    re: Annotated[Amount | None, says("the request it answers, if it does")] = None
    retry: Annotated[
        Amount | None, says("seconds after which to try again; absent: do not")
    ] = None
    at: Annotated[str | None, says("path to the wrong spot of your frame")] = None
    protos: Annotated[
        tuple[int, ...] | None, says("with `version`: what the host speaks")
    ] = None


ToClient = (
    Welcome
    | Sign
    | Ok
    | Err
    | Checked
    | Choices
    | Pong
    | Issued
    | Lobby
    | State
    | Seated
    | Beat
    | Said
    | Notice
    | DealOpen
    | DealCommits
    | DealShares
    | DealProof
    | Bye
)


def question(ask: Ask, step: int, ms: int | None = None) -> Question:
    """Put the engine's question on the wire, with the step it is for."""
    return Question(step, ask.default, ask.can, ms)


def answer(error: ProtocolError) -> Err | Bye:
    """Turn the decoder's complaint into the frame its sender gets."""
    if isinstance(error.code, ErrCode):
        return Err(re=error.re, code=error.code, msg=error.msg, at=error.at)
    return Bye(code=error.code, msg=error.msg, at=error.at)
