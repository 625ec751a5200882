"""The line mode at work: a session, a console, and the talk between them.

News are written as they come, but never into a line that somebody is typing: they wait
until it is finished.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Iterable
from typing import Final, assert_never

import trio

from p10net.client.plain.console import Console
from p10net.client.plain.deeds import Deed, Do, Quit, Wish
from p10net.client.plain.talk import Talk
from p10net.client.played import ended
from p10net.client.session import Ending, News, Session
from p10net.client.ticket import Lost, Ticket
from p10net.client.words import spoken
from p10net.client.words.hosts import issued
from p10net.client.words.refusals import refused
from p10net.engine.view import View
from p10net.protocol.messages import Err, Issued, State
from p10net.protocol.requests import Leave

Over = Callable[[State], None]
FAREWELL: Final = 2.0
"""Seconds that leaving waits for the host's goodbye."""


async def sit(
    session: Session,
    console: Console,
    talk: Talk | None = None,
    over: Over = lambda state: None,
) -> Ending:
    """Play a session as lines until it ends, or its user ends it or their input.

    The ending's sentence is written as the last line. A user who quits keeps the seat.
    `over` is told of each round and game that ends.
    """
    talk = talk or Talk()
    if not console.person:
        talk.asks = None
    ending = None
    try:
        ending = await _Sitting(session, console, talk, over).run()
    finally:
        if ending is None and trio.current_effective_deadline() == -math.inf:
            console.write(talk.farewell())  # Ctrl-C, or the system ends
    return ending


class _Sitting:
    def __init__(
        self, session: Session, console: Console, talk: Talk, over: Over
    ) -> None:
        self._session = session
        self._console = console
        self._talk = talk
        self._over = over
        self._view: View | None = None
        self._held: list[News | str] = []
        self._waiting = 0
        self._stirred = trio.Event()
        self._quit = self._struck = False

    async def run(self) -> Ending:
        """Let the session, the news and the lines go on side by side."""
        ending = Ending("", 0)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read, nursery)
            nursery.start_soon(self._hear)
            if self._talk.keeps:
                nursery.start_soon(self._interrupted)
            with trio.CancelScope() as self._scope:
                ending = await self._session.run()
            nursery.cancel_scope.cancel()
        self._tell()
        if not self._quit:
            self._console.write(ending.said)
        return ending if ending.said else Ending(self._talk.farewell(), 0)

    # --- What the host says ------------------------------------------------------

    async def _hear(self) -> None:
        async for news in self._session.news:
            self._talk.unkept = self._session.unkept
            if isinstance(news, State):
                before, self._view = self._view, news.view
                if ended(before, news.view):
                    self._over(news)
            self._say(news)

    def _say(self, news: News | str) -> None:
        """Tell it now, or when the line that somebody types is finished."""
        self._held.append(news)
        if not self._console.typing or self._talk.options.at_once:
            self._tell()

    def _tell(self, *, held: bool = False) -> None:
        """Say what came meanwhile, and then what is asked now."""
        lines: list[str] = []
        for news in self._held:
            lines += [news] if isinstance(news, str) else self._talk.hear(news)
        self._held.clear()
        if held and len(lines) > 1:
            lines.insert(0, spoken.happened(len(lines)))
        self._write([*lines, *self._talk.due()])
        self._stir()

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._console.write(line)
        if self._console.gone:
            self._end()

    # --- What the user says ------------------------------------------------------

    async def _read(self, nursery: trio.Nursery) -> None:
        while (line := await self._console.read()) is not None:
            self._struck = False
            while self._talk.early(line) and not self._console.person:
                await self._stirred.wait()
            heard = self._talk.answer(line)
            self._write(heard.lines)
            if heard.deed is not None:
                self._do(heard.deed, nursery)
            if self._quit:
                return
            self._tell(held=True)
        with trio.move_on_after(FAREWELL):
            while self._waiting or not (self._talk.known or self._console.person):
                await self._stirred.wait()
        self._write([self._talk.farewell()])
        self._end()

    async def _interrupted(self) -> None:
        """Ask at Ctrl-C too, before a table closes on those who sit there.

        Twice in a row it is meant: then it does what it does everywhere.
        """
        with trio.open_signal_receiver(signal.SIGINT) as arriving:
            async for _ in arriving:
                self._console.scrap()
                self._tell(held=True)
                heard = self._talk.answer("quit")
                if heard.deed is not None or self._struck:
                    break
                self._struck = True
                self._write(heard.lines)
        signal.raise_signal(signal.SIGINT)

    def _do(self, deed: Deed, nursery: trio.Nursery) -> None:
        match deed:
            case Do(step, action):
                self._send(self._session.act(step, action), nursery)
            case Wish(request):
                self._send(self._session.post(request), nursery)
                if isinstance(request, Leave):
                    self._scope.deadline = trio.current_time() + FAREWELL
            case Quit():
                self._end()
            case _:
                assert_never(deed)

    def _send(self, ticket: Ticket, nursery: trio.Nursery) -> None:
        self._waiting += 1
        nursery.start_soon(self._await, ticket)

    async def _await(self, ticket: Ticket) -> None:
        """Say why the host refused something, and put the question again."""
        answer = await ticket.wait()
        self._waiting -= 1
        self._stir()
        if isinstance(answer, Err):
            why = answer.why
            other = spoken.bare(refused(answer.code, why, answer.msg))
            said = spoken.refused(why) if why else other
            self._talk.unanswered()
            self._say(said)
        elif isinstance(answer, Issued):
            self._say(issued(answer))
        elif isinstance(answer, Lost):
            self._say(spoken.NOT_KNOWN)

    def _end(self) -> None:
        self._quit = True
        self._scope.cancel()
