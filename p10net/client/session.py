"""Keeps one seat, or a watcher's place, at one table for as long as that can be done.

Greets, stays alive, comes back after a loss with the seat's token, and sends again what
got no answer, under the id it was given when its user acted. A person's screen, a line
mode and a bot's runner are the same to it: they read `news`, ask with `post` or
`request`, and learn from `run` how it ended. Nothing that was known before a loss is
needed after it: a `state` is complete.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Final, Literal, assert_never

import trio
from msgspec import Struct
from msgspec.structs import replace

from p10net.client.aside import Aside
from p10net.client.asked import FRESH, GREETING, Asked
from p10net.client.deals import Deals
from p10net.client.deck import Deck
from p10net.client.link import Dial, Link, LinkLost, NoNetwork
from p10net.client.secure import WrongHost
from p10net.client.ticket import Answer, Ticket
from p10net.client.words import parting
from p10net.client.words.refusals import refused
from p10net.engine.moves import Action
from p10net.lan.sleepless import Clock, sleepless
from p10net.protocol.codec import frame
from p10net.protocol.deals import DealCommit, DealNews
from p10net.protocol.errors import EXITS, ByeCode, ProtocolError
from p10net.protocol.messages import (
    Beat,
    Bye,
    Checked,
    Choices,
    Err,
    Issued,
    Lobby,
    Notice,
    Ok,
    Pong,
    Said,
    Seated,
    Sign,
    State,
    ToClient,
    Welcome,
)
from p10net.protocol.requests import Act, Hello, Leave, Ping, ToHost
from p10net.protocol.version import FEATURES, PROTOS, VERSION

FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 2.0
PATIENCE: Final = 600.0
"""Seconds for which a host that is gone is tried again."""
WELCOME: Final = 10.0
WELCOME_BACK: Final = 5.0
"""Seconds to wait for a welcome: a host that knows us is knocked at again sooner, since
it takes the seat for answered meanwhile."""
BACKLOG: Final = 256
"""Pieces of news that wait for a slow user before the host is made to wait."""

USAGE, UNREACHABLE, OTHER_VERSION, MISTRUSTED = 2, 4, 5, 6
"""Statuses for the shell where no `bye` says one."""


class Visitor(Struct, frozen=True):
    """Who comes, as `hello` says it."""

    name: str
    kind: Literal["human", "bot", "watcher"]
    client: str = f"p10net/{VERSION}"
    password: str | None = None
    code: str | None = None


class Down(Struct, frozen=True):
    """The link is lost, for `gone_s` by now; the next try comes in `retry_s` seconds.

    `why` is closed, silent, late, slept, unreachable, no network, wrong host, or the
    code of a `bye`.
    """

    why: str
    retry_s: float
    gone_s: float = 0.0


class Again(Struct, frozen=True):
    """Knock once more at once, with another greeting."""


class Ending(Struct, frozen=True):
    """How a session ended: a sentence for a person, a status for the shell.

    `bye` is the host's last word, if it had one.
    """

    said: str
    status: int
    bye: Bye | None = None


News = Welcome | Lobby | State | Seated | Said | Notice | Down | Deck | Aside


class Session:
    """A place at a table. `welcome`, `lobby` and `state` are the newest of each.

    `gave_up` says that the host was told to give the seat away, and did.

    `another_name` is asked for a name in place of one that was refused; without one,
    the session ends. `keep` is told the token before anything else happens with it, and
    says whether it is remembered now; `kept` is what it said last.
    `news` ends when `run` does; `tell` puts what others know there as well.
    """

    def __init__(
        self,
        dial: Dial,
        visitor: Visitor,
        *,
        token: str | None = None,
        another_name: Callable[[str, Err], str | None] = lambda name, err: None,
        keep: Callable[[str], bool] = lambda token: True,
        patience: float = PATIENCE,
        awake: Clock = sleepless,
    ) -> None:
        """Prepare everything and touch no network yet."""
        self.visitor = visitor
        self.token = token
        self.welcome: Welcome | None = None
        self.lobby: Lobby | None = None
        self.state: State | None = None
        self.seat: int | None = None
        self.link_ms: int | None = None
        self.deals = Deals()
        self._dial = dial
        self._another_name = another_name
        self._keep = keep
        self._patience = patience
        self._awake = awake
        self._link: Link | None = None
        self._asked = Asked()
        self._pinged = (FRESH, 0.0)
        self.gave_up = self._leaving = False
        self.kept = True
        self.tell, self.news = trio.open_memory_channel[News](BACKLOG)

    # --- What its user asks ------------------------------------------------------

    def post(self, request: ToHost) -> Ticket:
        """Hand over a request; its id is taken now, whenever it can be sent."""
        self._leaving |= isinstance(request, Leave)
        return self._asked.post(request)

    def act(self, step: int, action: Action) -> Ticket:
        """Answer the question of that step."""
        return self.post(Act(id=FRESH, step=step, action=action))

    async def request(self, request: ToHost) -> Answer:
        """Hand over a request and wait for the answer."""
        return await self.post(request).wait()

    # --- The life of a session ---------------------------------------------------

    async def run(self) -> Ending:
        """Stay at the table until the host ends that, or the user by `Leave`."""
        try:
            return await self._stay()
        finally:
            self.tell.close()
            self._asked.close()

    async def _stay(self) -> Ending:
        pauses, alive = _pauses(), trio.current_time()
        while True:
            came = trio.current_time()
            end = await self._visit()
            if isinstance(end, Ending):
                return end
            if isinstance(end, Again):
                continue
            now = trio.current_time()
            if self._link is not None:
                self._link = None
                self._asked.unlinked()
                alive, pauses = now, _pauses() if now - came > LONGEST_PAUSE else pauses
            if self._leaving:
                return self._dismissed(Bye(ByeCode.LEFT, ""))
            if now - alive > self._patience:
                again = self.state is not None and bool(self.state.view.sheet)
                said = parting.gave_up(again, self.seat is not None, self.kept)
                bare = end.why == "no network"
                return Ending(parting.BARE if bare else said, UNREACHABLE)
            pause = max(end.retry_s, next(pauses))
            down = replace(end, retry_s=pause, gone_s=now - alive)
            await self._report(down)
            await trio.sleep(pause)
            alive += trio.current_time() - now - pause  # nobody waits while asleep

    async def _visit(self) -> Ending | Again | Down:
        """Live through one connection, from the first knock to the loss."""
        try:
            stream = await self._dial()
        except NoNetwork:
            return self._broken("no network")
        except OSError:
            return self._broken("unreachable")
        except WrongHost:
            return self._broken("wrong host")
        link = Link(stream, awake=self._awake)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(link.write)
                end = await self._live(link, nursery)
                nursery.cancel_scope.cancel()
            return end
        finally:
            await link.close()

    async def _live(self, link: Link, nursery: trio.Nursery) -> Ending | Again | Down:
        try:
            said = await self._greet(link)
            if not isinstance(said, Welcome):
                return self._turned_away(said)
            nursery.start_soon(link.beat, self._ping)
            nursery.start_soon(link.wake)
            await self._report(said)
            return await self._listen(link)
        except LinkLost as lost:
            return self._broken(lost.why)
        except ProtocolError:
            return self._unreadable()

    async def _greet(self, link: Link) -> Welcome | Err | Bye:
        link.send(frame(self._hello()))
        while True:
            said = await link.receive(WELCOME_BACK if self.welcome else WELCOME)
            if isinstance(said, Welcome):
                self._welcomed(said, link)
            if isinstance(said, Welcome | Err | Bye):
                return said

    def _hello(self) -> Hello:
        return Hello(
            id=GREETING,
            proto=PROTOS,
            name=self.visitor.name,
            kind=self.visitor.kind,
            client=self.visitor.client,
            features=tuple(FEATURES),
            session=self.token,
            password=self.visitor.password,
            code=None if self.token else self.visitor.code,
        )

    def _welcomed(self, welcome: Welcome, link: Link) -> None:
        """Take the place, and send again what got no answer, oldest first."""
        self.welcome, self.token, self.seat = welcome, welcome.session, welcome.seat
        self.kept = self._keep(welcome.session)
        self.deals.missed()
        self._asked.after(welcome.last_id)
        link.allow(welcome.limits.frame_to_client)
        self._asked.linked(link)
        self._link = link

    # --- What the host says ------------------------------------------------------

    async def _listen(self, link: Link) -> Ending | Again | Down:
        while True:
            message = await link.receive()
            if isinstance(message, Bye):
                return self._turned_away(message)
            await self._take(message)

    async def _take(self, message: ToClient) -> None:
        if isinstance(message, DealNews):
            await self._deal(message)
            return
        match message:
            case Ok() | Err() | Checked() | Choices() | Issued() | Pong():
                self._settle(message)
            case Lobby():
                self.lobby, self.state, self.seat = message, None, message.seat
                await self._report(message)
                await self._report_deck(self.deals.idle())
            case State(view=view):
                self.lobby, self.state = None, message
                self.seat = view.you.seat if view.you else None
                await self._report(message)
                await self._report_deck(self.deals.stood(message))
            case Seated():
                self.seat = message.seat
                self._asked.after(message.last_id)
                await self._report(message)
            case Said() | Notice():
                await self._report(message)
            case Beat() | Sign() | Welcome() | Bye():
                pass  # signs of life, or out of place
            case _:
                assert_never(message)

    async def _deal(self, said: DealNews) -> None:
        """Share in a deal, and check what is said of it."""
        request, deck = self.deals.heard(said, self.seat or 0)
        if request is not None:
            self.post(request)
        await self._report_deck(deck)

    async def _report_deck(self, deck: Deck | None) -> None:
        if deck is not None:
            await self._report(deck)

    def _settle(self, answer: Ok | Err | Checked | Choices | Issued | Pong) -> None:
        number, sent = self._pinged
        if answer.re == number:
            self.link_ms = round((trio.current_time() - sent) * 1000)
        request = self._asked.settle(answer.re, answer)
        if isinstance(request, DealCommit) and isinstance(answer, Ok):
            self.deals.accepted(request.deal)
        if isinstance(request, Leave):
            self._leaving = isinstance(answer, Ok)
            self.gave_up = self._leaving and request.for_good

    def _ping(self) -> None:
        ticket = self.post(Ping(id=FRESH, ms=self.link_ms))
        self._pinged = (ticket.request.id, trio.current_time())

    async def _report(self, news: News) -> None:
        with contextlib.suppress(trio.BrokenResourceError):
            await self.tell.send(news)

    # --- How a visit ends --------------------------------------------------------

    def _turned_away(self, said: Err | Bye) -> Ending | Again | Down:
        if isinstance(said, Err):
            return self._renamed(said)
        if said.code is ByeCode.AUTH and self.token and self.welcome is None:
            self.token = None  # from an evening this table knows nothing of
            return Again()
        if said.retry is not None and self.welcome is not None:
            return Down(said.code.value, float(said.retry))
        return self._dismissed(said)

    def _dismissed(self, bye: Bye) -> Ending:
        said = parting.FOR_GOOD if self.gave_up else parting.dismissed(bye)
        if bye.code is ByeCode.LEFT and self.unkept and not self.gave_up:
            said = parting.UNKEPT
        return Ending(said, EXITS[bye.code], bye)

    @property
    def unkept(self) -> bool:
        """Whether there is a seat that could not be taken back after a new start."""
        return self.seat is not None and not self.kept

    def _renamed(self, err: Err) -> Ending | Again:
        name = self._another_name(self.visitor.name, err)
        if name is None:
            return Ending(refused(err.code, err.why, err.msg), USAGE)
        self.visitor = replace(self.visitor, name=name)
        return Again()

    def _broken(self, why: str) -> Ending | Down:
        if self.welcome is not None:
            return Down(why, 0.0)
        status = MISTRUSTED if why == "wrong host" else UNREACHABLE
        return Ending(parting.NO_TABLE.get(why, parting.STRANGER), status)

    def _unreadable(self) -> Ending:
        """Give up on a host whose words make no sense: they would not the next time."""
        if self.welcome is None:
            return Ending(parting.STRANGER, UNREACHABLE)
        return Ending(parting.UNREADABLE, OTHER_VERSION)


def _pauses() -> Iterator[float]:
    """Wait twice as long each time, up to a limit."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
