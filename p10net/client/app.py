"""The full-screen client: a session, the pure screens, and a terminal brought together.

It holds the one scene there is, lets `commands` change it by keys and by news, and
shows what `screen` makes of it. It keeps the guards that need a clock: deafness when
the turn arrives, keys held down, the moment an Enter waits before it ends a turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import trio
from msgspec.structs import replace

from p10net.client import attention, burst, themes
from p10net.client.commands import arming, follow, hearing, keys, layouts, reading
from p10net.client.commands.guards import Pulse
from p10net.client.commands.pasting import Burst, pasted, sends
from p10net.client.commands.scene import (
    Copy,
    Done,
    Hurry,
    Intent,
    Local,
    Play,
    Quit,
    Redraw,
    Scene,
    Tell,
    Typing,
    Wear,
)
from p10net.client.commands.slots import Sort
from p10net.client.dress import Dress
from p10net.client.fullscreen import FullScreen
from p10net.client.palette import Look
from p10net.client.picture import Picture
from p10net.client.played import ended
from p10net.client.runner import Pace
from p10net.client.screen.draw import draw
from p10net.client.session import Down, Ending, News, Session
from p10net.client.ticket import Ticket
from p10net.client.words import links, parting, prompts, titles
from p10net.client.words import themes as theme_words
from p10net.client.words.hosts import issued
from p10net.client.words.notation import using
from p10net.client.words.refusals import FAREWELLS, refused
from p10net.protocol.errors import EXITS, ByeCode
from p10net.protocol.messages import Err, Issued, Lobby, State
from p10net.protocol.requests import Leave

FAREWELL = 1.0
"""Seconds that leaving waits for the host's goodbye."""


Over = Callable[[State], None]


class Sitting:
    """A person's seat, or a watcher's place, on the screen."""

    def __init__(
        self,
        session: Session,
        dress: Dress,
        *,
        code: str = "",
        address: str = "",
        proof: tuple[str, ...] = (),
        keeps: bool = False,
        pace: Pace | None = None,
        over: Over = lambda state: None,
    ) -> None:
        """Prepare the screen; `code` and `address` are what a friend has to type.

        `keeps` says that the table is this program's and closes with it.

        `over` is told of each round and game that ends.
        """
        self._over = over
        local = Local(sort=dress.sort, faces=dress.faces, mouse=dress.mouse)
        self.scene = Scene(
            None,
            local=local,
            asks=dress.asks,
            ascii_only=dress.ascii_only,
            keyboard=dress.keyboard,
            keymap=dress.keymap,
            code=code,
            address=address,
            proof=proof,
            keeps=keeps,
            alone=pace is not None,
        )
        self.window = FullScreen(dress.look, self._draw, self.press, self.paste)
        self.window.mouse = dress.mouse
        self._session = session
        self._dress, self._pace = dress, pace
        self._pulse = Pulse()
        self._deaf_until = -1.0
        self._acted = self._nudged = -1
        self._heard_at = 0.0
        self._waiting: trio.CancelScope | None = None
        self._undone: Scene | None = None
        self._tasks: trio.Nursery | None = None

    async def sit(self) -> Ending:
        """Stay until the session ends or the person leaves."""
        async with trio.open_nursery() as nursery:
            self._tasks = nursery
            nursery.start_soon(self._stay)
            nursery.start_soon(self._listen)
            nursery.start_soon(self._tick)
            ending = await self.window.run()
            nursery.cancel_scope.cancel()
        assert isinstance(ending, Ending)
        return ending

    async def _stay(self) -> None:
        self.window.exit(await self._session.run())

    async def _listen(self) -> None:
        async for news in self._session.news:
            self.hear(news)
            self.window.app.invalidate()

    async def _tick(self) -> None:
        """Draw once a second while a clock is shown."""
        while True:
            await trio.sleep(1)
            if self.scene.table is not None and self.scene.table.clock is not None:
                self._nudge()
                self.window.app.invalidate()

    def _nudge(self) -> None:
        """Say once a decision that half of its time is gone."""
        left, view = self._left_s(), self.scene.view
        if left is None or view is None or not self.scene.my_turn:
            return
        if view.step == self._nudged or 2000 * left > self.scene.timer_ms:
            return
        self._nudged = view.step
        if attention.rings(self._dress.bell, self.window.focused):
            self.window.ring()
        if not self.scene.local.notice:
            local = self.scene.with_local(notice=prompts.hurry_up(left))
            self.scene = replace(self.scene, local=local)

    def _draw(self, columns: int, rows: int) -> Picture:
        scene = replace(self.scene, left_s=self._left_s())
        return draw(scene, columns, rows, self._dress.ascii_only)

    def _left_s(self) -> int | None:
        table = self.scene.table
        if table is None or table.clock is None or table.paused is not None:
            return None  # in a pause the clocks stand still
        if self.scene.link:
            return None  # how it is now, only the host knows
        if table.clock.seat is not None and not table.settings.timer_ms:
            return None  # how long a bot is waited for is nothing to hurry anybody
        gone = trio.current_time() - self._heard_at
        return max(0, round(table.clock.ms / 1000 - gone))

    # --- Keys --------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take a key, unless it is one that is held down."""
        now = trio.current_time()
        keymap = self._dress.keymap
        meant = keymap.first(layouts.meant(key, self._dress.keyboard))
        held = self._pulse.repeats(meant, now) and self.scene.local.typing is None
        self._pulse = Pulse(meant, now)
        if held:
            self._take_back(prompts.HELD_DOWN)
        else:
            self._press(key, now)
        self.scene = reading.seen(self.scene)
        self.window.mouse = self.scene.local.mouse
        self.window.app.invalidate()

    def _press(self, key: str, now: float) -> None:
        before, waiting = self.scene, self._waiting is not None
        if waiting and self._dress.take_back and key in ("esc", "u"):
            self._take_back(prompts.TAKEN_BACK)
            return
        scene = replace(before, deaf=now < self._deaf_until or waiting)
        waits = key == "enter" or bool(self._dress.take_back)
        self._do(keys.press(scene, key), before, waits=waits)

    def paste(self, came: Burst) -> None:
        """Take what came all at once for text; a line of chat is sent by its Enter."""
        self.scene = replace(self.scene, local=pasted(self.scene, came))
        line = self.scene.local.typing
        if line is not None and sends(line, came):
            self._start(partial(self._send_alone, line))
        self.window.app.invalidate()

    async def _send_alone(self, line: Typing) -> None:
        """Send a line that came at once, if nothing more of it comes: a page goes on.

        Whatever else was typed meanwhile has made another line of it.
        """
        await trio.sleep(burst.TAIL)
        if self.scene.local.typing is line:
            self.press("enter")

    def _take_back(self, why: str) -> None:
        """Send nothing of what waits: an Enter that is held down ends no turn."""
        if self._waiting is not None and self._undone is not None:
            self._waiting.cancel()
            self._waiting = None
            local = replace(self._undone.local, notice=why)
            self.scene = replace(self.scene, local=local)

    def _do(self, done: Done, before: Scene, waits: bool = False) -> None:
        self.scene = replace(self.scene, local=done.local)
        for intent in done.intents:
            if waits and isinstance(intent, Play) and intent.ends_turn:
                self._undone, self._waiting = before, trio.CancelScope()
                if self._dress.take_back:
                    local = self.scene.with_local(notice=prompts.TAKE_BACK)
                    self.scene = replace(self.scene, local=local)
                self._start(partial(self._after_a_moment, intent, self._waiting))
            else:
                self._carry_out(intent)

    async def _after_a_moment(self, intent: Play, moment: trio.CancelScope) -> None:
        with moment:
            await trio.sleep(max(self._dress.pause, self._dress.take_back))
            self._waiting = None
            self._carry_out(intent)
            self.window.app.invalidate()

    def _start(self, task: Callable[[], Awaitable[None]]) -> None:
        assert self._tasks is not None
        self._tasks.start_soon(task)

    # --- What keys ask for -------------------------------------------------------

    def _carry_out(self, intent: Intent) -> None:
        match intent:
            case Play(action=action):
                view = self.scene.view
                assert view is not None
                self._acted = view.step
                self.scene = replace(self.scene, busy=True)
                ticket = self._session.act(view.step, action)
                self._start(partial(self._answered, ticket, act=True))
            case Tell(request=request):
                ticket = self._session.post(request)
                self._start(partial(self._answered, ticket, act=False))
            case Quit(for_good=for_good):
                self._start(partial(self._leave, for_good))
            case Copy(text=text):
                self.window.copy(text)
            case Wear(theme=theme):
                self._wear(theme)
            case Hurry():
                assert self._pace is not None
                self._pace.hurry()
            case Redraw():
                self.window.app.renderer.clear()

    def _wear(self, name: str) -> None:
        """Put on another theme, or the same one anew as its file is now."""
        try:
            theme = themes.load(name, self._dress.themes)
            self.window.wear(Look(self._dress.depth, theme))
            notice = theme_words.worn(name)
        except themes.ThemeError as error:
            notice = str(error)
        local = self.scene.with_local(notice=notice)
        self.scene = replace(self.scene, local=local)

    async def _answered(self, ticket: Ticket, *, act: bool) -> None:
        """Say why the host refused, or what it gave; a plan after a refusal is off."""
        answer = await ticket.wait()
        if isinstance(answer, Err):
            notice = refused(answer.code, answer.why, answer.msg)
            local = self.scene.with_local(notice=notice, queue=())
            busy = self.scene.busy and not act
            self.scene = replace(self.scene, local=local, busy=busy)
        elif isinstance(answer, Issued):
            local = self.scene.with_local(notice=issued(answer))
            self.scene = replace(self.scene, local=local)
        self.window.app.invalidate()

    async def _leave(self, for_good: bool) -> None:
        """Say goodbye; a host that does not answer is left all the same."""
        self._session.post(Leave(id=0, for_good=for_good))
        await trio.sleep(FAREWELL)
        said = parting.UNKEPT if self._session.unkept else FAREWELLS[ByeCode.LEFT]
        self.window.exit(Ending(said, EXITS[ByeCode.LEFT]))

    # --- What the host says ------------------------------------------------------

    def hear(self, news: News) -> None:
        """Bring the scene up to date; what is logged names cards as they are shown."""
        with using(follow.notation(self.scene, news)):
            self._heard(news)
        self.scene = reading.seen(self.scene)

    def _heard(self, news: News) -> None:
        if isinstance(news, Down):
            self._down(news)
            return
        if isinstance(news, State):
            if ended(self.scene.view, news.view):
                self._over(news)
            self._heard_at = trio.current_time()
        scene = hearing.heard(self.scene, news, self._acted)
        if isinstance(news, Lobby | State):
            self._follow(scene)
        else:
            self.scene = scene

    def _down(self, down: Down) -> None:
        again = self.scene.view is not None and bool(self.scene.view.sheet)
        seated = self.scene.seat is not None
        link = links.down(
            down.why, down.retry_s, down.gone_s, again=again, seated=seated
        )
        local = arming.cut(self.scene.local)
        self.scene = replace(self.scene, link=link, local=local)

    def _follow(self, scene: Scene) -> None:
        before = self.scene
        seat, unkept = self._session.seat, self._session.unkept
        self.scene = replace(scene, seat=seat, unkept=unkept, link="")
        if follow.moved_on(before, self.scene) and self._waiting is not None:
            self._waiting.cancel()  # what was chosen belongs to a moment that is over
            self._waiting = None
        if follow.arrived(before, self.scene):
            if self._pace is not None:
                self._pace.relax()
            self._deaf_until = trio.current_time() + self._dress.deaf
            if attention.rings(self._dress.bell, self.window.focused):
                self.window.ring()
        self.window.entitle(titles.title(self.scene.my_turn))
        self._do(follow.follow(before, self.scene), before)


async def sit(
    session: Session,
    dress: Dress,
    *,
    code: str = "",
    address: str = "",
    proof: tuple[str, ...] = (),
    keeps: bool = False,
    pace: Pace | None = None,
    over: Over = lambda state: None,
    sorts: Callable[[Sort], None] = lambda sort: None,
) -> Ending:
    """Show a session on the whole screen until it ends.

    `sorts` is told at the end how the hand was sorted last.
    """
    sitting = Sitting(
        session,
        dress,
        code=code,
        address=address,
        proof=proof,
        keeps=keeps,
        pace=pace,
        over=over,
    )
    try:
        return await sitting.sit()
    finally:
        sorts(sitting.scene.local.sort)
