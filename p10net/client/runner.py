"""Plays a seat with a brain: shows it each question and sends what it chooses.

A brain may be anybody's: what it raises, what makes no sense and what is against the
rules is told to its author, and the question's default is played in its place, so that
no table ever waits for a mistake. Loading a brain from a file or a module is done here
too, since the brains themselves may touch neither.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Final

import trio
from msgspec.structs import replace

from p10net.bots.brain import Brain, Maker, as_sent, awaits
from p10net.bots.levels import LEVELS
from p10net.client.deck import Deck
from p10net.client.outage import Outage
from p10net.client.session import BACKLOG, Down, Ending, News, Session
from p10net.client.ticket import Lost
from p10net.client.words import brains, deals
from p10net.engine.moves import Action, Ask, check
from p10net.engine.view import View
from p10net.protocol.clean import cells, fit
from p10net.protocol.errors import ErrCode
from p10net.protocol.limits import GUARD, LIMITS
from p10net.protocol.messages import Err, Question, State, Welcome

PACE: Final = 0.6
"""Seconds before each act, so that people can follow."""
THINKING: Final = GUARD.bot_think_ms / 1000
SLOW: Final = 5.0
"""Seconds after which the author of a brain that still thinks is told so."""
BREATH: Final = 1.0
"""Seconds to wait when the host says that it was too much at once."""

Tell = Callable[[str], None]


class Pace:
    """How long bots wait before each act, unless they are hurried for a while."""

    def __init__(self, seconds: float) -> None:
        """Begin without a hurry."""
        self.seconds = seconds
        self._hurried = trio.Event()

    def hurry(self) -> None:
        """Wait no more, not even now, until somebody wants to follow again."""
        self._hurried.set()

    def relax(self) -> None:
        """Wait as before."""
        if self._hurried.is_set():
            self._hurried = trio.Event()

    async def wait(self) -> None:
        """Wait before an act."""
        with trio.move_on_after(self.seconds):
            await self._hurried.wait()


async def run_bot(
    session: Session,
    brain: Brain,
    *,
    tell: Tell,
    stands: Tell = lambda said: None,
    pace: float | Pace = PACE,
    threaded: bool = False,
) -> Ending:
    """Play until the session ends; `tell` is given sentences for the brain's author.

    `stands` hears which seat it is, and of a link that is lost and comes back.

    With `threaded` the brain thinks in a thread of its own, and the link stays alive
    however long it takes: right for a brain that one does not know.
    """
    seat = _Seat(session, brain, tell, Standing(stands), pace, threaded)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.play, nursery)
        ending = await session.run()
        nursery.cancel_scope.cancel()
    return ending


class Standing:
    """How it stands with the seat of a bot, for whoever started it: in few lines."""

    def __init__(self, tell: Tell) -> None:
        """Begin before the first greeting."""
        self._tell = tell
        self._outage = Outage()

    def hear(self, news: News, name: str) -> None:
        """Tell what is new about it; `name` is what the table calls the bot."""
        if isinstance(news, Down):
            for said in self._outage.lost(news, seated=True):
                self._tell(said)
        elif isinstance(news, Welcome) and news.seat is not None:
            back = self._outage.on
            self._outage.over()
            seated = brains.seated(name, news.seat, news.table.name)
            self._tell(brains.back(name, news.seat) if back else seated)


class _Seat:
    """What happens between a question and its answer."""

    def __init__(
        self,
        session: Session,
        brain: Brain,
        tell: Tell,
        standing: Standing,
        pace: float | Pace,
        threaded: bool,
    ) -> None:
        self._session = session
        self._brain = brain
        self._tell = tell
        self._standing = standing
        self._pace = pace if isinstance(pace, Pace) else Pace(pace)
        self._threaded = threaded
        self._answered = -1
        self._thought: tuple[View, Question, Action] | None = None
        self._tasks: trio.Nursery | None = None
        self._warned = False

    async def play(self, nursery: trio.Nursery) -> None:
        """Answer every question that is still open when its news comes up."""
        self._tasks = nursery
        tell, heard = trio.open_memory_channel[News](BACKLOG)
        nursery.start_soon(self._follow, tell)
        async for news in heard:
            if isinstance(news, Welcome):  # a host that lost its end asks once more
                self._answered = -1
            if isinstance(news, Deck):
                for finding in news.findings:
                    self._tell(deals.wrong(finding))
            if isinstance(news, State) and self._open(news):
                await self._pace.wait()
                newest = self._session.state
                if newest is not None and newest.ask and self._open(newest):
                    await self._answer(newest.view, newest.ask)

    async def _follow(self, tell: trio.MemorySendChannel[News]) -> None:
        """Hear of the link at once, even while an answer waits for it to come back."""
        async with tell:
            async for news in self._session.news:
                self._standing.hear(news, self._session.visitor.name)
                await tell.send(news)

    def _open(self, state: State) -> bool:
        return state.ask is not None and state.ask.step != self._answered

    async def _answer(self, view: View, question: Question) -> None:
        self._answered = question.step
        action = await self._decide(view, question)
        answer = await self._session.act(question.step, action).wait()
        if isinstance(answer, Err) and answer.code is ErrCode.ILLEGAL:
            self._tell(brains.refused(answer, question.default))
            answer = await self._session.act(question.step, question.default).wait()
        if isinstance(answer, Err) and answer.code is ErrCode.RATE:
            await trio.sleep(BREATH)
        if isinstance(answer, Lost) or (
            isinstance(answer, Err) and answer.code in (ErrCode.RATE, ErrCode.PAUSED)
        ):
            self._answered = -1

    async def _decide(self, view: View, question: Question) -> Action:
        """Give what the brain chose; a question that comes again is not thought about.

        Otherwise a link that broke would cost the brain a draw of its generator, and
        the same seed would not give the same game.
        """
        asked = replace(question, ms=None)
        if self._thought is None or self._thought[:2] != (view, asked):
            self._thought = view, asked, await self._think(view, question)
        return self._thought[2]

    async def _think(self, view: View, question: Question) -> Action:
        """Let the brain choose; whatever is wrong with its choice is told."""
        limit = THINKING if question.ms is None else question.ms / 1000
        default = question.default
        slow = trio.CancelScope()
        if self._tasks is not None and self._threaded and not self._warned:
            self._tasks.start_soon(self._warn, slow, limit, default)
        try:
            with trio.move_on_after(limit):
                chosen = await self._choice(view, Ask(default, question.can))
                return self._allowed(view, chosen, question)
        except Exception as error:  # noqa: BLE001 - a brain may be anybody's
            place = where(error, _file_of(self._brain))
            self._tell(brains.raised(place, error, default))
            return default
        finally:
            slow.cancel()
        self._tell(brains.too_slow(limit, default))
        return default

    async def _warn(
        self, scope: trio.CancelScope, limit: float, default: Action
    ) -> None:
        """Tell the author once, long before the time is over."""
        with scope:
            soon = min(SLOW, limit / 2)
            await trio.sleep(soon)
            self._warned = True
            self._tell(brains.thinking(soon, limit, default))

    async def _choice(self, view: View, ask: Ask) -> object:
        if not self._threaded:
            return self._brain.choose(view, ask)

        def choose() -> tuple[object]:
            return (self._brain.choose(view, ask),)  # trio looks into a bare answer

        (chosen,) = await trio.to_thread.run_sync(choose, abandon_on_cancel=True)
        return chosen

    def _allowed(self, view: View, chosen: object, question: Question) -> Action:
        if awaits(chosen):
            self._tell(brains.never_awaited(question.default))
            return question.default
        action = as_sent(chosen)
        if action is None:
            self._tell(brains.no_action(chosen, question.default))
            return question.default
        why = check(view, action)
        if why is not None:
            self._tell(brains.illegal(action, why, question.can, question.default))
            return question.default
        return action


def where(error: BaseException, file: str | None) -> str:
    """Name the line of a file that an error came from, or went through."""
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or '?').name}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    last = [frame for frame in frames if frame.filename == file] or frames
    return f"{Path(last[-1].filename).name}:{last[-1].lineno} in {last[-1].name}"


def _file_of(thing: object) -> str | None:
    kind = thing if isinstance(thing, type) else type(thing)
    return getattr(sys.modules.get(kind.__module__), "__file__", None)


# --- Names -----------------------------------------------------------------------


def numbered(name: str) -> Iterator[str]:
    """Give a name and what a second and third of that name are called: `bot 2`."""
    yield name
    for number in range(2, 100):
        tail = f" {number}"
        yield fit(name, LIMITS.name_cells - cells(tail)) + tail


def next_name(name: str, err: Err) -> str | None:
    """Give a bot the name after one that is taken, for the session to try."""
    if err.code is not ErrCode.NAME_TAKEN:
        return None
    stem, _, number = name.rpartition(" ")
    if not stem or not number.isdecimal():
        stem, number = name, "1"
    names = [*numbered(stem)]
    return names[int(number)] if int(number) < len(names) else None


# --- Loading ---------------------------------------------------------------------


class BrainError(Exception):
    """A brain that cannot be had; the text is the sentence for its author."""


def load_brain(spec: str) -> Maker:
    """Find the brain that a level, `module:Name` or `file.py:Name` names."""
    if spec in LEVELS:
        return LEVELS[spec]
    if spec.endswith(".py"):
        raise BrainError(brains.unnamed(spec, _brains_in(_from_file(spec))))
    source, _, name = spec.rpartition(":")
    if not source or not name.isidentifier():
        raise BrainError(brains.no_brain(spec, LEVELS))
    module = _from_file(source) if source.endswith(".py") else _from_module(source)
    maker = getattr(module, name, None)
    if not callable(maker):
        raise BrainError(brains.no_name(source, name, _brains_in(module)))
    if not _takes_chance(maker):
        raise BrainError(brains.takes_no_chance(spec))
    found: Maker = maker
    return found


def _takes_chance(maker: Callable[..., object]) -> bool:
    """Whether it can be called with one argument, as far as it can be known."""
    try:
        inspect.signature(maker).bind(None)
    except TypeError:
        return False
    except ValueError:  # what is not written in Python need not say what it takes
        pass
    return True


def make_brain(spec: str, chance: random.Random) -> Brain:
    """Load a brain and give it its generator."""
    maker = load_brain(spec)
    try:
        brain = maker(chance)
    except Exception as error:  # noqa: BLE001 - a brain may be anybody's
        place = where(error, _file_of(maker))
        raise BrainError(brains.broken(spec, place, error)) from None
    if awaits(brain):
        raise BrainError(brains.made_later(spec))
    if not callable(getattr(brain, "choose", None)):
        raise BrainError(brains.no_choose(spec))
    return brain


def _from_file(source: str) -> ModuleType:
    path = Path(source).resolve()
    spec = importlib.util.spec_from_file_location(f"brain_{path.stem}", path)
    if path.exists() and not path.is_file():
        raise BrainError(brains.no_file(source))
    if not path.exists() or spec is None or spec.loader is None:
        raise BrainError(brains.no_source(source))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    _reach(path.parent)
    _run(source, str(path), partial(spec.loader.exec_module, module))
    return module


def _from_module(source: str) -> ModuleType:
    _reach(Path.cwd())
    _run(source, None, partial(importlib.import_module, source))
    return sys.modules[source]


def _reach(folder: Path) -> None:
    """Let a brain import what lies beside it."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def _run(source: str, file: str | None, load: Callable[[], object]) -> None:
    try:
        load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - anybody's code again
        if isinstance(error, ModuleNotFoundError) and error.name == source:
            raise BrainError(brains.no_source(source)) from None
        raise BrainError(brains.broken(source, where(error, file), error)) from None


def _brains_in(module: ModuleType) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and callable(getattr(value, "choose", None))
        if value is not Brain
    ]
