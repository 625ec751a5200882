"""What the owner of a table may do: the operations of `admin`.

The owner is the first person who sat down, later whoever is next. Each operation
names its own fields, so that a wrong one is refused with the path to it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from p10net.engine.rules import Rules
from p10net.protocol.people import Positive, Span, says

SeatNumber = Annotated[Positive, says("number of the seat")]

LONGEST_PASSWORD = 64
"""Characters of a password."""
PasswordText = Annotated[str, Meta(min_length=1, max_length=LONGEST_PASSWORD)]


class Op(Struct, frozen=True, tag_field="op", tag=str.lower, omit_defaults=True):
    """One operation; its name stands in `op`."""


class Start(Op, frozen=True):
    """Start the game now, also if somebody is not ready. Since 0.1."""


class Kick(Op, frozen=True):
    """Send somebody away: give `seat` or `watcher`. They may come back. Since 0.1."""

    seat: Annotated[Positive | None, says("the seat to empty")] = None
    watcher: Annotated[Positive | None, says("the watcher to send away")] = None


class Ban(Op, frozen=True):
    """Send somebody away, their name and address too, for this game. Since 0.1."""

    seat: Annotated[Positive | None, says("the seat to empty")] = None
    watcher: Annotated[Positive | None, says("the watcher to send away")] = None


class AddBot(Op, frozen=True, tag="add_bot"):
    """Let a bot of the host's own take a free seat. Since 0.1."""

    level: Annotated[str, says("its brain, as `p10net rules` and help list them")] = (
        "steady"
    )
    seat: Annotated[Positive | None, says("which seat; absent: the first free")] = None


class RemoveBot(Op, frozen=True, tag="remove_bot"):
    """Take a bot of the host's own off its seat, in the lobby. Since 0.1."""

    seat: SeatNumber


class Move(Op, frozen=True):
    """Put somebody on another seat in the lobby; two people change. Since 0.1."""

    seat: SeatNumber
    to: Annotated[Positive, says("where to")]


class Timer(Op, frozen=True):
    """Set the time for one decision. Since 0.1.

    Before a game every ready mark is cleared by it.
    """

    ms: Annotated[Span, says("0 turns the timer off")]


class Away(Op, frozen=True):
    """Settle what happens when a seat is absent. Since 0.1.

    Before a game every ready mark is cleared by it.
    """

    policy: Annotated[
        Literal["bot", "skip", "wait"],
        says("the stand-in plays, turns are passed, or everybody waits and votes"),
    ]
    grace_ms: Annotated[Span | None, says("how long the seat is waited for")] = None


class Watch(Op, frozen=True):
    """Let watchers in, or keep new ones out. Since 0.1.

    Before a game every ready mark is cleared by it.
    """

    on: Annotated[bool, says("true lets them in")]


class Hints(Op, frozen=True):
    """Let clients give hints, or ask them not to. Since 0.1.

    The host cannot hold a program to it. Before a game every ready mark is cleared.
    """

    on: Annotated[bool, says("true lets them")]


class Lock(Op, frozen=True):
    """Keep new people out, or let them in; whoever has a session stays. Since 0.1."""

    on: Annotated[bool, says("true keeps them out")]


class Password(Op, frozen=True):
    """Ask new people for a password; without one nobody is asked. Since 0.1."""

    password: Annotated[PasswordText | None, says("absent: none is needed")] = None


class End(Op, frozen=True):
    """Stop the game: the leader by phases, then points, wins. Since 0.1."""


class Reissue(Op, frozen=True):
    """Give an unconnected seat back to a player who lost its session. Since 0.1.

    All see it. The reply is `issued` with a code; a `hello` with that has the seat.
    """

    seat: SeatNumber


class SetRules(Op, frozen=True, tag="rules"):
    """Change the rules in the lobby; every ready mark is cleared. Since 0.1.

    Take the rules of the last `lobby`, change what you like, send them whole: a
    switch left out is set to its default.
    """

    rules: Annotated[Rules, says("all switches of the next game")]


AdminOp = (
    Start
    | Kick
    | Ban
    | AddBot
    | RemoveBot
    | Move
    | SetRules
    | Timer
    | Away
    | Watch
    | Hints
    | Lock
    | Password
    | End
    | Reissue
)
