"""What a client may say to a host.

The host's decoder checks every request against these types, and PROTOCOL.md's tables
are made from them. A docstring ends with the version that brought the message, and
so does the description of a field that came later.
"""

from typing import Annotated, Literal

from msgspec import Meta

from p10net.engine.moves import Action
from p10net.protocol.deals import DealCommit, DealShare
from p10net.protocol.envelope import Features, ProtoNumbers, Request, Step, TokenText
from p10net.protocol.limits import LIMITS
from p10net.protocol.owner import AdminOp
from p10net.protocol.people import Amount, Positive, says


class Hello(Request, frozen=True):
    """Come in: the first message of a connection that wants to stay.

    The reply is `welcome`, `err` (a name to change: say hello again) or `bye`. With
    `session` or `code` you take your seat back, whatever the name. Since 0.1.
    """

    proto: ProtoNumbers
    name: Annotated[str, says("what to call you: 1 to 16 cells once cleaned")]
    kind: Annotated[
        Literal["human", "bot", "watcher"], says("`watcher` never asks for a seat")
    ]
    client: Annotated[str, says("your program and its version, `mybot/0.3`")] = ""
    features: Features = ()
    session: Annotated[TokenText | None, says("from your `welcome`, to be back")] = None
    password: Annotated[str | None, says("if the table asks for one")] = None
    code: Annotated[
        str | None, says("one-time code of a seat given anew; counts before `session`")
    ] = None


class Peek(Request, frozen=True):
    """Look at the table from outside, in place of `hello`.

    The reply is `table`, then the host closes. Nobody is told. Since 0.1.
    """

    proto: ProtoNumbers


class Act(Request, frozen=True):
    """Do something in the game: the answer to the question in `state.ask`.

    The reply is `ok` or `err`, and the `state` it causes comes after it. Sent again
    with the same id it is not done again: the stored reply comes back, marked `dup`,
    also after a reconnect or a restart of the host. Since 0.1.
    """

    step: Step
    action: Annotated[Action, says("an item of `ask.can`, or one like it")]


class Check(Request, frozen=True):
    """Ask whether an action would be accepted, without doing it.

    The reply is `checked`, or `err` if nothing is asked of you. Since 0.1, feature
    `check`.
    """

    step: Step
    action: Annotated[Action, says("what you think of doing")]


class Options(Request, frozen=True):
    """Ask for more ways to do something than `ask` lists.

    The reply is `choices`, or `err` if nothing is asked of you. Since 0.1, feature
    `options`.
    """

    step: Step
    a: Annotated[Literal["lay"], says("which kind of action")] = "lay"
    max: Annotated[
        int, Meta(ge=1, le=LIMITS.options_max, description="how many at most")
    ] = 16


class Ping(Request, frozen=True):
    """Show that you live. The reply is `pong`.

    A connection that has pinged once must go on: after `limits.silence_ms` without a
    frame from it the host closes it. One that never pinged owes nothing. Since 0.1.
    """

    ms: Annotated[
        Amount | None,
        says("the last round trip you measured, for the others to see"),
    ] = None


class Ready(Request, frozen=True):
    """Say that the game, the next round or the rematch may start. Since 0.1."""

    on: Annotated[bool, says("false takes it back")] = True


class Rename(Request, frozen=True):
    """Take another name. Refused with `bad_name` or `name_taken`. Since 0.1."""

    name: Annotated[str, says("1 to 16 cells once cleaned")]


class Pause(Request, frozen=True):
    """Stop the game and its clocks, or go on.

    Who paused may go on at any time, anybody after two minutes. Since 0.1.
    """

    on: Annotated[bool, says("true pauses, false goes on")]


class DoubleTime(Request, frozen=True, tag="double_time"):
    """Ask for twice the table's time for each decision; everybody is told.

    For whoever needs longer to read the table. It stays with the seat until it is
    taken back, from one game to the next too. Since 0.1.
    """

    on: Annotated[bool, says("false takes it back")] = True


class Sit(Request, frozen=True):
    """As a watcher, ask for a seat: an offered one, or the next that is free.

    `ok` means noted; the seat itself comes with a later `seated`. Since 0.1.
    """

    seat: Annotated[Positive | None, says("an offered seat; absent: any")] = None


class Offer(Request, frozen=True):
    """In a game, offer a seat to the watchers; the first to sit has it, score and all.

    A player offers the own seat, the owner also one whose player left or a bot's.
    Since 0.1.
    """

    seat: Annotated[Positive, says("which seat")]
    on: Annotated[bool, says("false takes it back")] = True


class TakeBack(Request, frozen=True, tag="take_back"):
    """Alone against bots, go back to where your own last act of the round was asked.

    Only where `settings.takes_back` says so. `step` rises all the same, and `n` leaves
    a number out: whoever counts cards begins anew. The game is practice from then on.
    Since 0.1.
    """


class Vote(Request, frozen=True):
    """Answer the poll of `table.poll`: how to go on without a player. Since 0.1."""

    choice: Annotated[
        Literal["bot", "skip", "wait", "end"],
        says("a bot plays, turns are passed, all wait, or the game ends unfinished"),
    ]


class Chat(Request, frozen=True):
    """Say a line to the whole table; there is no private chat. Since 0.1."""

    text: Annotated[str, says("1 to 300 code points once cleaned")]


class Leave(Request, frozen=True):
    """Go. The reply is `ok`, then `bye left`; the session keeps the seat. Since 0.1.

    For good, nobody takes the seat back: it is out of the game before the next round.
    """

    for_good: Annotated[
        bool, says("give the seat up: the session is worth nothing then")
    ] = False


class Admin(Request, frozen=True):
    """Do what only the owner may. The reply is `ok`, `issued` or `err`. Since 0.1."""

    do: Annotated[AdminOp, says("the operation, named by its `op`")]


ToHost = (
    Hello
    | Peek
    | Act
    | Check
    | Options
    | Ping
    | Ready
    | Rename
    | Pause
    | DoubleTime
    | Sit
    | Offer
    | TakeBack
    | Vote
    | Chat
    | Leave
    | DealCommit
    | DealShare
    | Admin
)
