"""Who is at the table, as the host tells it: seats, watchers, settings, clocks.

All of it is public and none of it comes from the cards. Every row is complete each
time it is sent; what a row leaves out has its default. Words of an open list that a
reader does not know become `other`, so that a newer host never breaks a client.
"""

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct


class PersonKind(Enum):
    """What sits there: a person, a program, or somebody who only looks on."""

    HUMAN = "human"
    BOT = "bot"
    WATCHER = "watcher"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "PersonKind":
        return cls.OTHER


class Absence(Enum):
    """Why nobody answers for a seat: three words, and `other` for later ones."""

    AWAY = "away"
    LINK_LOST = "link_lost"
    LEFT = "left"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "Absence":
        return cls.OTHER


class AwayRule(Enum):
    """What is done about an absent seat once its grace is over."""

    BOT = "bot"
    SKIP = "skip"
    WAIT = "wait"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "AwayRule":
        return cls.OTHER


def says(words: str) -> Meta:
    """Describe a field for the schema and for PROTOCOL.md."""
    return Meta(description=words)


LARGEST_INT = 2**31 - 1
HOUR = 3_600_000

Positive = Annotated[int, Meta(ge=1, le=LARGEST_INT)]
Amount = Annotated[int, Meta(ge=0, le=LARGEST_INT)]
Span = Annotated[int, Meta(ge=0, le=HOUR)]


class Person(Struct, frozen=True, omit_defaults=True):
    """One taken seat and who sits in it."""

    seat: Annotated[Positive, says("number of the seat, from 1")]
    name: Annotated[str, says("as everybody sees it, cleaned")]
    kind: Annotated[PersonKind, says("person or program")]
    client: Annotated[str, says("program and version; a host's own bot: its level")]
    on: Annotated[bool, says("whether a connection is open for the seat")]
    ready: Annotated[bool, says("ready for the game, round or rematch to start")]
    owner: Annotated[bool, says("whether this seat owns the table")]
    absent: Annotated[Absence | None, says("why nobody answers for the seat")] = None
    grace_ms: Annotated[Amount | None, says("until the stand-in takes over")] = None
    stand_in: Annotated[bool, says("the stand-in plays for this seat now")] = False
    offered: Annotated[bool, says("a watcher may take this seat with `sit`")] = False
    link_ms: Annotated[Amount | None, says("round trip as its client measured it")] = (
        None
    )
    passing: Annotated[
        bool, says("its turns are passed now: it draws and throws that card away")
    ] = False
    restless: Annotated[
        bool,
        says("took `ready` back so often that it is not waited for"),
    ] = False
    double: Annotated[bool, says("has twice `settings.timer_ms` for each decision")] = (
        False
    )


class Watcher(Struct, frozen=True, omit_defaults=True):
    """Somebody who looks on and sees public cards only."""

    watcher: Annotated[Positive, says("number, never given twice at a table")]
    name: Annotated[str, says("as everybody sees it, cleaned")]
    client: Annotated[str, says("program and version")]
    waits: Annotated[bool, says("has asked for a seat")] = False


class Settings(Struct, frozen=True, omit_defaults=True):
    """What the owner has settled about the table, the rules aside."""

    timer_ms: Annotated[Amount, says("time for one decision; 0: no limit")]
    away: Annotated[AwayRule, says("what happens to an absent seat after its grace")]
    grace_ms: Annotated[Amount, says("from a lost link to that")]
    watch: Annotated[bool, says("whether watchers are let in")]
    locked: Annotated[bool, says("whether new people are kept out")]
    password: Annotated[bool, says("whether new people need a password")]
    cleartext: Annotated[
        bool, says("whether the table may be played without TLS, for all to read")
    ] = False
    hints: Annotated[
        bool, says("whether clients may say what to do; they hold themselves to it")
    ] = True
    takes_back: Annotated[
        bool, says("the one player here, alone with bots, may take acts back")
    ] = False


class Break(Struct, frozen=True, omit_defaults=True):
    """A pause that is on."""

    by: Annotated[Amount, says("seat that paused; 0: the host itself")]
    ms: Annotated[Amount, says("for how long already")]
    why: Annotated[
        str | None, says("`disk`: the host cannot write; absent: somebody wanted it")
    ] = None


class Clock(Struct, frozen=True, omit_defaults=True):
    """The time that runs, as it stood when the frame was made."""

    ms: Annotated[Amount, says("left")]
    seat: Annotated[
        Positive | None, says("who must decide; absent: until the next round")
    ] = None


class Ballot(Struct, frozen=True):
    """One vote that was cast."""

    seat: Annotated[Positive, says("who voted")]
    choice: Annotated[str, says("bot, skip, wait or end")]


class Poll(Struct, frozen=True):
    """A question to all who are left: how to go on without a seat."""

    about: Annotated[Positive, says("the seat whose player is gone")]
    ballots: Annotated[tuple[Ballot, ...], says("cast so far")]


class Leaver(Struct, frozen=True):
    """Somebody whose seat is out of the game, and whose score stays on the sheet."""

    seat: Annotated[Positive, says("the seat they had")]
    name: Annotated[str, says("as everybody saw it, cleaned")]
    kind: Annotated[PersonKind, says("person or program")]


class Table(Struct, frozen=True, omit_defaults=True):
    """All a host knows of its table besides the game."""

    seats: Annotated[tuple[Person, ...], says("the taken seats, by number")]
    watchers: Annotated[tuple[Watcher, ...], says("in the order they came")]
    settings: Annotated[Settings, says("what the owner has settled")]
    voided: Annotated[Amount, says("deals of this game that were voided")] = 0
    paused: Annotated[Break | None, says("the pause, while there is one")] = None
    clock: Annotated[Clock | None, says("the time that runs, if one does")] = None
    poll: Annotated[Poll | None, says("the vote, while there is one")] = None
    left: Annotated[
        tuple[Leaver, ...], says("whose seats are out of this game, by number")
    ] = ()
    practice: Annotated[
        bool, says("an act of this game was taken back: it counts nowhere")
    ] = False
