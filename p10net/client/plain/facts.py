"""What the line mode knows of the table, as the host last said it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.session import News
from p10net.client.words.events import Names
from p10net.client.words.people import called
from p10net.engine.dice import played
from p10net.engine.moves import Ask
from p10net.engine.rules import Rules
from p10net.engine.view import Stage, View
from p10net.protocol.clean import clean
from p10net.protocol.messages import Lobby, Seated, State, Welcome
from p10net.protocol.people import Person, Settings, Table


class Facts(Struct, frozen=True):
    """All that questions are made of and answered from.

    `seat` is the own one, None for a watcher; `lobby` is there before a game, `view`
    and `table` in it.
    """

    name: str = ""
    seat: int | None = None
    lobby: Lobby | None = None
    view: View | None = None
    table: Table | None = None
    ask: Ask | None = None

    @property
    def people(self) -> tuple[Person, ...]:
        """The taken seats."""
        if self.table is not None:
            return self.table.seats
        return () if self.lobby is None else self.lobby.seats

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
    def hurried(self) -> bool:
        """Whether decisions are timed and the own seat has no double time."""
        timed = self.settings is not None and self.settings.timer_ms > 0
        return timed and self.me is not None and not self.me.double

    @property
    def hinted(self) -> bool:
        """Whether the owner lets everybody have hints."""
        return self.settings is None or self.settings.hints

    @property
    def me(self) -> Person | None:
        """Whoever has the own seat."""
        return next((one for one in self.people if one.seat == self.seat), None)

    @property
    def ready(self) -> bool:
        """Whether the own seat has said that it is ready."""
        return self.me is not None and self.me.ready

    @property
    def waits(self) -> bool:
        """Whether nothing is expected of the own seat before the next start."""
        return self.me is not None and (self.me.ready or self.me.restless)

    @property
    def owner(self) -> bool:
        """Whether the own seat owns the table."""
        return self.me is not None and self.me.owner

    @property
    def paused(self) -> bool:
        """Whether the game stands still."""
        return self.table is not None and self.table.paused is not None

    @property
    def polled(self) -> int | None:
        """The seat about which the own one has yet to say how the game goes on."""
        poll = self.table.poll if self.table is not None else None
        if poll is None or any(one.seat == self.seat for one in poll.ballots):
            return None
        return poll.about

    @property
    def stage(self) -> Stage:
        """Where the table is."""
        return Stage.LOBBY if self.view is None else self.view.stage

    @property
    def names(self) -> Names:
        """What everybody is called, cleaned once more."""
        drew = self.view.you.drew if self.view is not None and self.view.you else None
        left = self.table.left if self.table is not None else ()
        dice = self.rules is not None and played(self.rules)
        return Names(called((*left, *self.people)), self.seat, drew, dice)


def learn(facts: Facts, news: News) -> Facts:
    """Take in what the host said; everything there is comes again each time."""
    match news:
        case Welcome():
            return replace(facts, name=clean(news.table.name), seat=news.seat)
        case Seated():
            return replace(facts, seat=news.seat)
        case Lobby():
            return Facts(facts.name, news.seat, lobby=news)
        case State(view=view, ask=asked):
            seat = view.you.seat if view.you is not None else None
            ask = Ask(asked.default, asked.can) if asked is not None else None
            return Facts(facts.name, seat, None, view, news.table, ask)
        case _:
            return facts
