"""The pure part of the line mode: news become lines, lines become deeds.

It answers the question that was put last, by number or by word, and tells what
happened in the order it happened. When a line is typed is none of its business: the
console keeps news back while somebody types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p10net.bots.advice import advice
from p10net.client.commands.scene import Asking
from p10net.client.commands.vocabulary import Misread
from p10net.client.known import Known
from p10net.client.plain import wording
from p10net.client.plain.chronicle import Chronicle
from p10net.client.plain.deeds import Do, Heard, Quit, Wish
from p10net.client.plain.learning import learn
from p10net.client.plain.menus import (
    BACK,
    Item,
    Menu,
    closing,
    offered,
    question,
    second_look,
)
from p10net.client.plain.options import Options, Verbosity
from p10net.client.plain.telling import QUERIES
from p10net.client.session import Down, News
from p10net.client.words import (
    answers,
    hints,
    manual,
    parting,
    puzzled,
    spoken,
)
from p10net.client.words.notation import TABLE, Notation, chosen, using
from p10net.engine.moves import Discard, check
from p10net.engine.view import Stage
from p10net.protocol.clean import clean
from p10net.protocol.messages import State
from p10net.protocol.people import LARGEST_INT
from p10net.protocol.requests import Leave, TakeBack, ToHost


class Talk:
    """A conversation about one table. `facts` is all that it is based on.

    `asks` is when a discard by its number is asked about once more; None where a script
    answers, which has written its lines before it hears a question.

    `keeps` says that the table is this program's and closes with it, `unkept` that the
    seat could not be taken back after a new start.
    """

    def __init__(
        self,
        verbosity: Verbosity = "normal",
        at_once: bool = False,
        faces: str = TABLE,
        begins: bool = False,
        invite: Sequence[str] = (),
        keeps: bool = False,
        resumes: str = parting.RESUME,
        alone: bool = False,
    ) -> None:
        """Begin with nothing known; `begins` says that a game is on its way.

        `invite` is what a host tells friends, the way to the table first; `resumes` the
        command that goes on with the host's game. Of a game `alone` nothing stays but
        what can go on.
        """
        self.asks: Asking | None = Asking.SMART
        self.options = Options(verbosity, at_once, faces)
        self._chronicle = Chronicle(self.options, invite)
        self._begins, self.keeps, self._resumes = begins, keeps, resumes
        self.unkept, self._alone = False, alone
        self.facts = Known()
        self._menu: Menu | None = None
        self._put: object = None

    @property
    def known(self) -> bool:
        """Whether the host has said anything about the table yet."""
        return self.facts.lobby is not None or self.facts.view is not None

    def farewell(self) -> str:
        """Say what becomes of the seat, or of one's table, when the program ends."""
        if self.keeps and self.known:
            stopped = parting.stopped(self._resumes)
            return stopped if self.facts.playing else parting.CLOSED
        if self._alone:
            stopped = parting.stopped(self._resumes)
            return stopped if self.facts.playing else spoken.LEFT_ALONE
        met = self.known or self.facts.seat is not None
        if not met:
            return spoken.NOT_YET
        return spoken.quit(self.facts.seat, self.unkept)

    # --- News --------------------------------------------------------------------

    def hear(self, news: News) -> list[str]:
        """Say what a piece of news means; what is asked then is for `due` to say."""
        if isinstance(news, Down):
            return self._chronicle.lost(self.facts, news)
        if self._chronicle.down and isinstance(news, State):
            self._put = None  # whoever comes back is asked once more
        before, self.facts = self.facts, learn(self.facts, news)
        with using(self._notation):
            return self._chronicle.tell(before, self.facts, news)

    @property
    def _notation(self) -> Notation:
        """How cards are said: as this player, else as the table wants it."""
        return chosen(self.options.faces, self.facts.rules, ascii_only=True)

    def due(self) -> list[str]:
        """Put the question if it is another one than that put last."""
        facts, view = self.facts, self.facts.view
        asked = facts.ask is not None and view is not None and view.step
        put = (
            *(facts.stage, asked, facts.paused, facts.ready, facts.owner, facts.seat),
            *(facts.lobby is None, facts.polled),
            facts.lobby is not None and facts.hurried,
        )
        self._begins = self._begins and facts.stage is Stage.LOBBY
        if put == self._put or self._begins:
            return []
        self._put = put
        with using(self._notation):
            return self.ask(question(facts))

    def early(self, line: str) -> bool:
        """Whether a line answers a question that was not put yet."""
        if not self.known:
            return True
        word = wording.normal(clean(line)).partition(" ")[0]
        word = SHORT.get(word, word)
        if self.facts.stage is Stage.GAME_OVER:
            return False  # nothing more may ever be asked
        if word in wording.ACTIONS:
            return self._menu is None or self.facts.ask is None
        return (word.isdecimal() or word == UNDO) and self._menu is None

    def unanswered(self) -> None:
        """Let the question be put once more: its answer was refused."""
        self._put, self._begins = None, False

    def ask(self, menu: Menu | None) -> list[str]:
        """Put a question; its numbers are good until the next one."""
        self._menu = menu
        if menu is None:
            return []
        items = spoken.numbered([item.words for item in menu.items])
        return [menu.said, *items] if menu.said else items

    # --- Lines -------------------------------------------------------------------

    def answer(self, line: str) -> Heard:
        """Do what a typed line says."""
        text = wording.normal(clean(line))
        if not text:
            return Heard()
        word, *rest = text.split()
        word = SHORT.get(word, word)
        try:
            with using(self._notation):
                item = wording.named(self._menu, text)
                if item is not None:
                    return self._chosen(item)
                return self._answered(word, rest)
        except Misread as error:
            return Heard((str(error),))

    def _answered(self, word: str, rest: Sequence[str]) -> Heard:
        if word.isdecimal() and not rest:
            return self._numbered(int(word[:6]))
        if word in OWN:
            return OWN[word](self, rest)
        if word == "discard" and not rest and not self._may_discard:
            return Heard(tuple(QUERIES["pile"](self.facts, rest)))
        if word in wording.ACTIONS:
            return self._chosen(wording.acting(self.facts, word, rest))
        if word in QUERIES and not (word == "rules" and rest):
            return Heard(tuple(QUERIES[word](self.facts, rest)))
        if word not in wording.WISHES:
            item = wording.alone(self._menu, " ".join((word, *rest)))
            if item is not None:
                return self._meant(item)
        return self._chosen(wording.wish(self.facts, word, rest))

    def _wished(self, request: ToHost) -> Heard:
        """Ask the host for something; to leave the own table is asked about first."""
        if isinstance(request, Leave):
            closing = self._closing(Item(parting.CLOSE, request=request))
            if closing:
                return Heard(closing)
        if isinstance(request, TakeBack):
            self._menu = None  # until the host asks once more what was answered
        return Heard((), Wish(request))

    def _closing(self, item: Item) -> tuple[str, ...]:
        """Ask once whether to close the table that others sit at."""
        if not self.keeps or not self.facts.company:
            return ()
        menu = closing(self.facts, item)
        return () if menu == self._menu else tuple(self.ask(menu))

    @property
    def _may_discard(self) -> bool:
        return any(isinstance(one, Discard) for one in offered(self.facts))

    def _numbered(self, number: int) -> Heard:
        if self._menu is None:
            return Heard((wording.nothing_asked(self.facts),))
        if not 1 <= number <= len(self._menu.items):
            return Heard((puzzled.no_answer(len(self._menu.items)),))
        return self._meant(self._menu.items[number - 1])

    def _meant(self, item: Item) -> Heard:
        """Do it, unless a number or a card's name is not enough to be sure of it."""
        if item.action is not None and self.asks is not None:
            menu = second_look(self.facts, self.asks, item.action)
            if menu is not None and menu != self._menu:
                return Heard(tuple(self.ask(menu)))
        return self._chosen(item)

    def _chosen(self, item: Item) -> Heard:
        """Do what an answer stands for."""
        if item.menu is not None:
            return Heard(tuple(self.ask(item.menu)))
        if item.request is not None:
            return self._wished(item.request)
        if item.word == BACK:
            return Heard(tuple(self.ask(question(self.facts))))
        if item.action is None:
            return self.answer(item.word)
        view = self.facts.view
        if view is None or self.facts.ask is None:
            return Heard((wording.nothing_asked(self.facts),))
        why = check(view, item.action)
        if why is not None:
            return Heard((spoken.refused(why),))
        self._menu = None  # until the host says what came of it
        return Heard((), Do(view.step, item.action))

    # --- Words about the conversation itself -------------------------------------

    def _again(self, rest: Sequence[str]) -> Heard:
        """Put the question again that was put last, be it one within another."""
        lines = self.ask(self._menu or question(self.facts))
        return Heard(tuple(lines) or (wording.nothing_asked(self.facts),))

    def _log(self, rest: Sequence[str]) -> Heard:
        asked = rest[0] if rest else "5"
        count = min(int(asked[:6]), LARGEST_INT) if asked.isdecimal() else 0
        if not count:
            raise Misread(manual.of("log"))
        return Heard(self._chronicle.last(count) or (answers.NOTHING_YET,))

    def _missed(self, rest: Sequence[str]) -> Heard:
        """Say what happened since the own last turn, and what nobody told us."""
        return Heard(self._chronicle.missed() or (answers.NOTHING_MISSED,))

    def set(self, words: Sequence[str]) -> Heard:
        """Change an option; without one, say how all are set."""
        dice = self.facts.names.dice
        if not words:
            return Heard(self.options.told(dice=dice))
        return Heard((self.options.change(words, dice=dice),))

    def _quit(self, rest: Sequence[str]) -> Heard:
        """End the program; a table that is its own closes, which is asked about."""
        asked = self._closing(Item(parting.CLOSE, word="quit"))
        return Heard(asked) if asked else Heard((self.farewell(),), Quit())

    def _hint(self, rest: Sequence[str]) -> Heard:
        """Say what an expert would do, and why."""
        view, ask = self.facts.view, self.facts.ask
        if not self.facts.hinted:
            return Heard((hints.OFF,))
        if view is None or ask is None:
            return Heard((hints.NONE,))
        best, *_ = advice(view, ask)
        what = spoken.offer(best.action, view, self.facts.names)
        return Heard((hints.said(what, best.why),))


UNDO = "undo"

SHORT: Mapping[str, str] = {
    "?": "help",
    ".": "hint",
    "d": "draw",
    "t": "take",
    "l": "lay",
    "h": "hand",
    "q": "quit",
    "exit": "quit",
}
"""Words that are typed so often that a letter does; the screen's keys where it can."""

OWN: Mapping[str, Callable[[Talk, Sequence[str]], Heard]] = {
    "again": Talk._again,
    "log": Talk._log,
    "hint": Talk._hint,
    "missed": Talk._missed,
    "options": lambda talk, rest: talk.set(rest),
    "events": lambda talk, rest: talk.set(("events", *rest)),
    "faces": lambda talk, rest: talk.set(("faces", *rest)),
    "verbosity": lambda talk, rest: talk.set(("verbosity", *rest)),
    "invite": lambda talk, rest: Heard(talk._chronicle.invite or (puzzled.NO_INVITE,)),
    "quit": Talk._quit,
}
