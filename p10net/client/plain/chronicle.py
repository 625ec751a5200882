"""What happens at the table, told in order and remembered for whoever asks later.

It knows what the host says and what was told of it by now, but nothing of questions
and answers: those are the talk's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p10net.client.aside import Aside
from p10net.client.deck import Deck
from p10net.client.known import Known
from p10net.client.log import Told
from p10net.client.outage import Outage
from p10net.client.plain.options import Options
from p10net.client.plain.telling import QUERIES
from p10net.client.session import Down, News
from p10net.client.words import (
    answers,
    deals,
    links,
    lobby,
    people,
    seats,
    spoken,
    tips,
)
from p10net.client.words.events import sentence
from p10net.engine.moves import Event
from p10net.engine.moves.draw import Drew
from p10net.engine.moves.house import GameOver, Reshuffled, RoundOver
from p10net.engine.opening import Dealt
from p10net.engine.turns import NoDraw
from p10net.engine.view import View
from p10net.protocol.clean import clean
from p10net.protocol.messages import Lobby, Notice, Said, Seated, State, Welcome
from p10net.protocol.messages import News as What

QUIET: Mapping[str, Callable[[Event, int | None], bool]] = {
    "brief": lambda event, me: isinstance(event, Drew | NoDraw | Reshuffled),
    "normal": lambda event, me: (
        isinstance(event, Drew) and event.seat != me and event.card is None
    ),
    "full": lambda event, me: False,
}
"""Which events are left untold, by how much somebody wants to hear."""
LOGGED = 500


class Chronicle:
    """What was told of one table. `invite` is said to a host's player at the door."""

    def __init__(self, options: Options, invite: Sequence[str] = ()) -> None:
        """Begin with nothing told; `options` may change while it goes on."""
        self.invite = tuple(invite)
        self._options = options
        self._log: list[Told | str] = []
        self._since: list[Told] = []
        self._events = self._missed = 0
        self._came_amid = False
        self._outage = Outage()

    def last(self, count: int) -> tuple[str, ...]:
        """Say once more what was told last."""
        return tuple(map(str, self._log[-count:]))

    def missed(self) -> tuple[str, ...]:
        """Say what happened since the own last turn, and what nobody told us."""
        lost = (answers.missed(self._missed),) if self._missed else ()
        if self._came_amid:
            lost = (answers.BEFORE, *lost)
        told = (answers.SINCE, *map(str, self._since)) if self._since else ()
        return (*lost, *told)

    def tell(self, before: Known, facts: Known, news: News) -> list[str]:
        """Say what a piece of news means: what was known before it, and after."""
        match news:
            case Welcome() if not self.down:
                said = spoken.welcome(facts.name, news.seat)
                return [said, *self.invite[:1]]
            case State():
                return [
                    *self._back(facts, news),
                    *_queued(before, facts),
                    *self._amid(before, facts, news),
                    *self._settled(before, news),
                    *self._happened(facts, news),
                ]
            case Lobby():
                told = [self._noted(one) for one in lobby.news(before.lobby, news)]
                return [*self._at_door(facts), *_queued(before, facts), *told]
            case Said():
                speaker = _speaker(facts, news)
                return [self._noted(answers.chat(speaker, clean(news.text)))]
            case Notice():
                if news.what is What.TAKEN_BACK:
                    self._since.clear()  # all of it came of an act that is undone
                known = before.names if news.by else facts.names
                playing = before.view is not None
                said = people.news(news, known, playing=playing)
                return [self._noted(said)] if said else []
            case Aside():
                return [self._aside(news)]
            case Deck():
                dice = facts.names.dice
                about = [self._noted(said) for said in deals.told(news, dice)]
                usual = deals.usual(news) and self._options.verbosity != "full"
                return [] if usual else about
            case Seated():
                return [spoken.welcome(facts.name, news.seat)]
            case _:
                return []

    def _aside(self, news: Aside) -> str:
        """Say it, and how friends come to the table from now on."""
        if news.code or news.address:
            proof = lobby.linked(self.invite[1:], news.link)
            self.invite = lobby.invited(news.code, news.address, proof)
        return self._noted(news.words)

    # --- The link ------------------------------------------------------------------

    def lost(self, facts: Known, down: Down) -> list[str]:
        """Say that the link is gone, and what can be done if it stays so."""
        scored = facts.view is not None and bool(facts.view.sheet)
        again = links.again(dice=facts.names.dice) if scored else ""
        return self._outage.lost(down, seated=facts.seat is not None, again=again)

    @property
    def down(self) -> bool:
        """Whether the link is lost."""
        return self._outage.on

    def _back(self, facts: Known, state: State) -> list[str]:
        """Greet after a loss, with what was missed."""
        missed = max(0, state.n - self._events)
        self._events = state.n + len(state.ev)
        if not self.down:
            return []
        self._outage.over()
        self._missed = missed
        lines = [answers.back(facts.seat, facts.view, facts.names)]
        return [*lines, answers.missed(missed)] if missed else lines

    # --- The game ------------------------------------------------------------------

    def _at_door(self, facts: Known) -> list[str]:
        """Greet after a loss before a game, where nothing can have been missed."""
        if not self.down:
            return []
        self._outage.over()
        return [answers.back(facts.seat, None, facts.names)]

    def _amid(self, before: Known, facts: Known, state: State) -> list[str]:
        """Say where the game stands to somebody who comes while it is on."""
        known = before.view is not None or before.lobby is not None
        if known or any(isinstance(event, Dealt) for event in state.ev):
            return []
        self._came_amid = state.n > 0
        return answers.amid(state.view, facts.names)

    def _settled(self, before: Known, state: State) -> list[str]:
        """Say what the owner settled anew while the game is on."""
        changed = lobby.changed(before.settings, state.table.settings)
        return [self._noted(one) for one in changed]

    def _happened(self, facts: Known, state: State) -> list[str]:
        lines: list[str] = []
        for event in state.ev:
            about = Told(sentence, (event, facts.names))
            said = self._noted(about)
            self._since.append(about)
            if getattr(event, "seat", None) == facts.seat:
                self._since.clear()
                self._came_amid = False
            if not QUIET[self._options.verbosity](event, facts.seat):
                lines.append(said)
            lines += self._besides(facts, event, state.view)
        return lines

    def _besides(self, facts: Known, event: Event, view: View) -> list[str]:
        """Say what belongs to an event: the cards dealt, the score of a round."""
        tip = [] if self._options.verbosity == "brief" else tips.heard(event, view)
        if isinstance(event, Dealt):
            return [spoken.dealt(view), *tip] if view.you is not None else []
        if isinstance(event, RoundOver) and view.sheet:
            return [answers.round_row(facts.names, view.sheet[-1])]
        if isinstance(event, GameOver):
            return QUERIES["score"](facts, ())
        return tip

    def _noted(self, said: Told | str) -> str:
        self._log = [*self._log, said][-LOGGED:]
        return str(said)


def _queued(before: Known, facts: Known) -> list[str]:
    """Say once why somebody who asked for a seat only watches, and what comes of it."""
    if before.queued or not facts.queued:
        return []
    return [" ".join(seats.queued(playing=facts.playing, dice=facts.names.dice))]


def _speaker(facts: Known, news: Said) -> str:
    if news.seat is not None:
        return facts.names.who(news.seat)
    table = facts.table or facts.lobby
    watchers = table.watchers if table is not None else ()
    names = [one.name for one in watchers if one.watcher == news.watcher]
    return clean(names[0]) if names else "A watcher"
