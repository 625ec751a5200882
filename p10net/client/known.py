"""What the host has told a client about its table, and what follows from that at once.

The screen and the line mode both begin here; neither how anything is shown nor what
only one of them knows has a place in it.
"""

from __future__ import annotations

from msgspec import Struct

from p10net.client.words.events import Names
from p10net.client.words.people import called
from p10net.engine.dice import played
from p10net.engine.moves import Ask
from p10net.engine.rules import Rules
from p10net.engine.view import Stage, View
from p10net.protocol.messages import Lobby
from p10net.protocol.people import (
    Absence,
    Person,
    PersonKind,
    Settings,
    Table,
    Watcher,
)

BETWEEN = (Stage.LOBBY, Stage.ROUND_OVER, Stage.GAME_OVER)
"""Stages in which people say that they are ready."""


class Known(Struct, frozen=True):
    """All that was said of the table last.

    `seat` is the own one, None for a watcher; `lobby` is there before a game, `view`
    and `table` in it; `watcher` is the own number as one.
    """

    seat: int | None = None
    name: str = ""
    lobby: Lobby | None = None
    view: View | None = None
    table: Table | None = None
    ask: Ask | None = None
    watcher: int | None = None

    # --- The table -----------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """Where the table is."""
        return Stage.LOBBY if self.view is None else self.view.stage

    @property
    def rules(self) -> Rules | None:
        """The rules of the game, or of the next one."""
        if self.view is not None:
            return self.view.rules
        return None if self.lobby is None else self.lobby.rules

    @property
    def settings(self) -> Settings | None:
        """What the owner has settled."""
        if self.table is not None:
            return self.table.settings
        return None if self.lobby is None else self.lobby.settings

    @property
    def hinted(self) -> bool:
        """Whether the owner lets everybody have hints."""
        return self.settings is None or self.settings.hints

    @property
    def paused(self) -> bool:
        """Whether the game stands still."""
        return self.table is not None and self.table.paused is not None

    # --- Those who are there ---------------------------------------------------------

    @property
    def people(self) -> tuple[Person, ...]:
        """The taken seats."""
        if self.table is not None:
            return self.table.seats
        return () if self.lobby is None else self.lobby.seats

    @property
    def watchers(self) -> tuple[Watcher, ...]:
        """Those who look on."""
        if self.table is not None:
            return self.table.watchers
        return () if self.lobby is None else self.lobby.watchers

    @property
    def queued(self) -> bool:
        """Whether this watcher is in line for a seat."""
        mine = (one for one in self.watchers if one.watcher == self.watcher)
        return self.seat is None and any(one.waits for one in mine)

    @property
    def names(self) -> Names:
        """What everybody is called, cleaned once more."""
        drew = self.view.you.drew if self.view is not None and self.view.you else None
        left = self.table.left if self.table is not None else ()
        dice = self.rules is not None and played(self.rules)
        return Names(called((*left, *self.people)), self.seat, drew, dice)

    @property
    def company(self) -> tuple[str, ...]:
        """What the other people are called who sit here now."""
        return tuple(
            self.names.who(one.seat)
            for one in self.people
            if one.seat != self.seat and one.on and one.kind is PersonKind.HUMAN
        )

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose people are still to say that they are ready."""
        return tuple(
            one.seat
            for one in self.people
            if one.kind is PersonKind.HUMAN
            and one.absent is not Absence.LEFT
            and not (one.ready or one.restless or one.stand_in or one.passing)
        )

    @property
    def playing(self) -> bool:
        """Whether a game is on that is not over."""
        return self.stage not in (Stage.LOBBY, Stage.GAME_OVER)

    @property
    def starting(self) -> bool:
        """Whether what comes next begins when everybody is ready."""
        return self.stage in BETWEEN

    # --- The own seat ----------------------------------------------------------------

    @property
    def me(self) -> Person | None:
        """Whoever has the own seat."""
        return next((one for one in self.people if one.seat == self.seat), None)

    @property
    def owner(self) -> bool:
        """Whether the own seat owns the table."""
        return self.me is not None and self.me.owner

    @property
    def resumes(self) -> bool:
        """Whether this seat may end the pause at once: it paused, or is the owner."""
        stop = self.table.paused if self.table is not None else None
        return stop is not None and (stop.by == self.seat or self.owner)

    @property
    def ready(self) -> bool:
        """Whether the own seat has said that it is ready."""
        return self.me is not None and self.me.ready

    @property
    def waits(self) -> bool:
        """Whether nothing is expected of the own seat before the next start."""
        return self.me is not None and (self.me.ready or self.me.restless)

    @property
    def doubled(self) -> bool:
        """Whether the own seat has double time."""
        return self.me is not None and self.me.double

    @property
    def hurried(self) -> bool:
        """Whether decisions are timed and the own seat has no double time."""
        timed = self.settings is not None and self.settings.timer_ms > 0
        return timed and self.me is not None and not self.doubled

    @property
    def polled(self) -> int | None:
        """The seat about which the own one has yet to say how the game goes on."""
        poll = self.table.poll if self.table is not None else None
        if poll is None or any(one.seat == self.seat for one in poll.ballots):
            return None
        return poll.about
