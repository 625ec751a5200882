"""A brain on a session: every question answered once, and no mistake stops a table."""

from __future__ import annotations

import random
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from p10net.bots.brain import Brain
from p10net.bots.levels import LEVELS
from p10net.client.runner import (
    BrainError,
    load_brain,
    make_brain,
    next_name,
    numbered,
    run_bot,
)
from p10net.client.session import Visitor
from p10net.engine.cards import parse
from p10net.engine.game import view_of
from p10net.engine.moves import Action, Ask, Discard, Draw, ask
from p10net.engine.reasons import Reason
from p10net.engine.view import Stage, View
from p10net.protocol.errors import ErrCode
from p10net.protocol.messages import Err, Ok, State, question
from p10net.protocol.requests import Act, Ping
from tests.far_end import Door, Far, state
from tests.positions import position

HAND = "R1 B1 R3 B3 G5 Y5 R9 B11 G12 Y7"
DRAWING = position({2: HAND}, stage=Stage.DRAW)
PLAYING = position({2: f"{HAND} S"})
WORST = Discard(parse("B11"))
"""What the host plays for a seat that answers nothing in `PLAYING`."""


def asking(step: int = 1, game: Any = DRAWING, ms: int | None = None) -> State:
    """Ask seat 2, at that step."""
    view = replace(view_of(game, 2), step=step)
    asked = ask(view)
    assert asked is not None
    return replace(state(step, view), ask=question(asked, step, ms))


class Scripted:
    """A brain that answers what it is given, and remembers what it was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = [*answers]
        self.asked: list[int] = []

    def choose(self, view: View, ask: Ask) -> Action:
        """Give the next answer; raise it if it is an error."""
        self.asked.append(view.step)
        answer: Any = self.answers.pop(0) if self.answers else ask.default
        if isinstance(answer, Exception):
            raise answer
        answered: Any = answer() if answer is sleeping else answer
        return answered  # type: ignore[no-any-return]  # wrong ones are the point


class Sat:
    """A bot at a table that the test plays."""

    def __init__(self, far: Far, told: list[str]) -> None:
        self.far = far
        self.told = told

    async def ask(self, asked: State) -> Act:
        """Ask, and hear what the bot does."""
        await self.far.say(asked)
        return await self.act()

    async def act(self) -> Act:
        """Hear what the bot does, pings aside."""
        while isinstance(heard := await self.far.hear(Act | Ping), Ping):  # type: ignore[arg-type]  # two kinds
            pass
        return heard


@asynccontextmanager
async def sat(brain: Brain, **how: Any) -> AsyncIterator[Sat]:
    """Let a brain play as seat 2 beside the block."""
    door, told = Door(), list[str]()
    session = door.session(visitor=Visitor("bot", "bot"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: run_bot(session, brain, tell=told.append, **how))
        far = await door.answer()
        await far.greet(seat=2)
        yield Sat(far, told)
        nursery.cancel_scope.cancel()


# --- Playing ---------------------------------------------------------------------


async def test_a_host_that_lost_its_end_may_ask_again(
    autojump_clock: MockClock,
) -> None:
    """After a salvage the game is where it was before; what was answered is open.

    The brain does not think about it again: a broken link changes no decision.
    """
    door, brain = Door(), Scripted()
    session = door.session(visitor=Visitor("bot", "bot"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: run_bot(session, brain, tell=print))
        for left in (20_000, 9_000):
            far = await door.answer()
            await far.greet(seat=2)
            act = await Sat(far, []).ask(asking(1, ms=left))
            await far.say(Ok(act.id))
            await far.cut()
        nursery.cancel_scope.cancel()
    assert brain.asked == [1]


async def test_a_bot_says_where_it_sits_and_how_its_link_is(
    autojump_clock: MockClock,
) -> None:
    """Whoever started it in a window of its own can see what it is doing there."""
    door = Door()
    session = door.session(visitor=Visitor("Hal", "bot"))
    tell, told = trio.open_memory_channel[str](10)
    mistakes: list[str] = []
    play = partial(
        run_bot, session, Scripted(), tell=mistakes.append, stands=tell.send_nowait
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        far = await door.answer()
        await far.greet(seat=2)
        assert await told.receive() == "Hal has seat 2 at Ann's table."
        await Sat(far, []).ask(asking())  # what it does is not answered, and waits
        door.shut = True
        await far.cut()
        assert (await told.receive()).startswith("The link is lost, your seat is")
        assert (await told.receive()).startswith("The host cannot be reached, your")
        assert (await told.receive()).startswith("The link is still lost: trying goes")
        door.shut = False
        far = await door.answer()
        await far.greet(seat=2, resumed=True)
        assert await told.receive() == "Hal is back in seat 2."
        nursery.cancel_scope.cancel()
    assert mistakes == []


async def test_each_question_is_answered_once(autojump_clock: MockClock) -> None:
    """News that do not move the game do not make the brain act again."""
    brain = Scripted()
    async with sat(brain) as at:
        act = await at.ask(asking(1))
        await at.far.say(Ok(act.id), asking(1), asking(1), replace(asking(2), ask=None))
        second = await at.ask(asking(3))

        assert (act.step, act.action) == (1, Draw("stock"))
        assert second.step == 3
    assert brain.asked == [1, 3]
    assert at.told == []


async def test_a_bot_takes_its_time(autojump_clock: MockClock) -> None:
    """U50: people see what happens: each act comes a little after its question."""
    async with sat(Scripted(), pace=0.6) as at:
        await at.ask(asking(1))
        assert trio.current_time() == pytest.approx(0.6)


async def test_a_question_that_went_away_is_not_answered(
    autojump_clock: MockClock,
) -> None:
    """If the table moved on while the bot took its time, it looks again."""
    brain = Scripted()
    async with sat(brain, pace=5) as at:
        await at.far.say(asking(1))
        await trio.sleep(1)
        assert (await at.ask(asking(2))).step == 2
    assert brain.asked == [2]


async def test_an_offer_can_be_sent_back_as_it_is(autojump_clock: MockClock) -> None:
    """A brain may return any item of `ask.can`, a lay-down with its goals too."""
    game = position({2: "R1 B1 G1 R2 B2 G2 Y7 R9 B11 G12 Y5"})
    asked = asking(1, game)
    assert asked.ask is not None
    for offer in asked.ask.can:
        async with sat(Scripted(offer), pace=0) as at:
            await at.ask(asked)
            assert at.told == []


async def sleeping() -> Any:
    """Answer as a brain does whose `choose` is an `async def`."""
    return WORST


WRONG: list[tuple[Any, str]] = [
    (ValueError("no idea"), "test_runner.py"),
    (None, "no action"),
    ("discard R5", "no action"),
    (sleeping, "choose() is an async def, which nobody awaits"),
    (Discard("X9"), "no action"),  # type: ignore[arg-type]  # that is the point
    (Discard(parse("R5")), "You do not hold that card"),
    (Draw("stock"), "drawn already"),
]


@pytest.mark.parametrize("threaded", [False, True])
@pytest.mark.parametrize(("answer", "told"), WRONG)
async def test_a_mistake_is_told_and_the_default_is_played(
    answer: Any, told: str, threaded: bool
) -> None:
    """U48: whatever a brain does wrong, the table goes on and its author is told."""
    async with sat(Scripted(answer), pace=0, threaded=threaded) as at:
        act = await at.ask(asking(4, PLAYING))

    assert act.action == WORST
    (said,) = at.told
    assert told in said
    assert "played instead: discard B11" in said
    assert "Traceback" not in said


async def test_what_the_host_refuses_is_not_insisted_on(
    autojump_clock: MockClock,
) -> None:
    """A host that sees it another way gets the default, and the author is told."""
    async with sat(Scripted(Discard(parse("R1"))), pace=0) as at:
        act = await at.ask(asking(1, PLAYING))
        await at.far.say(Err(act.id, ErrCode.ILLEGAL, "", why=Reason.JUST_TAKEN))
        again = await at.act()

        assert (again.step, again.action) == (1, WORST)
        assert "just_taken" in at.told[0]


@pytest.mark.parametrize("code", [ErrCode.RATE, ErrCode.PAUSED])
async def test_what_could_not_be_done_yet_is_tried_again(
    autojump_clock: MockClock, code: ErrCode
) -> None:
    """Told to wait, a bot answers the same question when it comes again."""
    async with sat(Scripted(), pace=0) as at:
        act = await at.ask(asking(1))
        await at.far.say(Err(act.id, code, ""))
        again = await at.ask(asking(1))

        assert (again.step, again.id) == (1, act.id + 1)


async def test_a_brain_that_thinks_for_ever_is_not_waited_for() -> None:
    """When its time is over the default is played; the link lives on meanwhile."""
    never = threading.Event()

    class Slow:
        def choose(self, view: View, ask: Ask) -> Action:
            """Think until the test is over."""
            never.wait(5)
            return ask.default

    async with sat(Slow(), pace=0, threaded=True) as at:
        act = await at.ask(asking(1, ms=50))
        never.set()

    assert act.action == Draw("stock")
    assert "longer than 0.05 s" in at.told[-1]


async def test_stopping_a_bot_in_mid_thought(autojump_clock: MockClock) -> None:
    """A signal ends the session at once, wherever the bot is."""
    async with sat(Scripted(), pace=3600) as at:
        await at.far.say(asking(1))
        await trio.sleep(1)
    assert trio.current_time() < 2


# --- Names -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("bot", "bot 2"),
        ("bot 2", "bot 3"),
        ("R2 D2", "R2 D2 2"),
        ("a name of 16 cel", "a name of 16 c 2"),
        ("a name of 16 c 9", "a name of 16 10"),
        ("7", "7 2"),
    ],
)
def test_a_taken_name_is_numbered(name: str, following: str) -> None:
    """A second bot of a name gets a number, within the cells there are."""
    taken = Err(1, ErrCode.NAME_TAKEN, "")

    assert next_name(name, taken) == following
    assert len(following) <= 16
    assert next_name(name, Err(1, ErrCode.BAD_NAME, "")) is None


def test_names_for_places_are_those_the_table_hears() -> None:
    """The names places are kept under run on as those a table is asked for do."""
    first, second, third, *_ = numbered("bot")

    assert (first, second, third) == ("bot", "bot 2", "bot 3")
    assert next_name("bot 99", Err(1, ErrCode.NAME_TAKEN, "")) is None


# --- Loading ---------------------------------------------------------------------

GOOD = """
from friend import first
class Mine:
    def __init__(self, chance):
        self.chance = chance
    def choose(self, view, ask):
        return first(ask)
class Mute:
    def __init__(self, chance): pass
class Greedy:
    def __init__(self): pass
    def choose(self, view, ask): pass
class Unborn(Mine):
    def __init__(self, chance): raise ValueError("not today")
def apart(view, ask): pass
biggest = max
async def later(chance): return Mine(chance)
NUMBER = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write some brains, and work beside them."""
    (tmp_path / "mybots.py").write_text(GOOD)
    (tmp_path / "friend.py").write_text("def first(ask):\n    return ask.can[0]\n")
    alone = "class Alone:\n    def choose(self, view, ask): pass\n"
    (tmp_path / "alone.py").write_text(alone)
    (tmp_path / "torn.py").write_text("class Torn(:\n")
    (tmp_path / "sad.py").write_text("\nraise KeyError('x')\n")
    (tmp_path / "quits.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["", *__import__("sys").path])
    return tmp_path


@pytest.mark.parametrize("spec", ["mybots.py:Mine", "mybots:Mine", "{}/mybots.py:Mine"])
def test_a_brain_comes_from_a_file_or_a_module(folder: Path, spec: str) -> None:
    """It is given the generator, and may import what lies beside it."""
    chance = random.Random(1)
    brain: Any = make_brain(spec.format(folder), chance)

    asked = ask(view_of(DRAWING, 2))
    assert asked is not None
    assert brain.chance is chance
    assert brain.choose(view_of(DRAWING, 2), asked) == asked.can[0]


def test_levels_are_brains_by_name() -> None:
    """The names of the levels need no file."""
    assert [load_brain(level) for level in LEVELS] == [*LEVELS.values()]


BROKEN = [
    ("nobody", "name a level (random, easy, steady, sharp and expert)"),
    ("mybots.py:", "name a level"),
    ("none.py:Mine", "There is no none.py here"),
    ("no_such_module:Mine", "There is no no_such_module here"),
    ("mybots.py:Yours", "it has Mine, Greedy and Unborn"),
    ("mybots.py:NUMBER", "no brain called NUMBER"),
    ("mybots.py:Mute", "no choose"),
    ("mybots.py:Greedy", "Greedy has to take one argument, the random.Random"),
    ("mybots.py:apart", "apart has to take one argument, the random.Random"),
    ("mybots.py:biggest", "TypeError"),
    ("mybots.py:later", "mybots.py:later is an async def, which nobody awaits"),
    ("mybots.py:Unborn", "mybots.py:14 in __init__: ValueError: not today"),
    ("mybots.py", "mybots.py has Mine, Greedy and Unborn: say which of them"),
    ("mybots.py", "such as mybots.py:Mine."),
    ("alone.py", "alone.py has the brain Alone: say alone.py:Alone."),
    ("friend.py", "friend.py has no class with a choose(): give it one."),
    ("none.py", "There is no none.py here"),
    ("torn.py:Torn", "torn.py:1: SyntaxError"),
    ("sad.py:Sad", "sad.py:2 in <module>: KeyError"),
    ("quits.py:Quits", "quits.py:1 in <module>: SystemExit"),
]


@pytest.mark.parametrize(("spec", "told"), BROKEN)
def test_a_brain_that_cannot_be_had_is_one_sentence(
    folder: Path, spec: str, told: str
) -> None:
    """Its author reads what is wrong and where, never a traceback."""
    with pytest.raises(BrainError) as caught:
        make_brain(spec, random.Random(1))

    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


class Asleep:
    """A brain that thinks until its host has given up on it."""

    def __init__(self) -> None:
        self.wakes = threading.Event()

    def choose(self, view: View, ask: Ask) -> Action:
        """Wait to be woken."""
        self.wakes.wait(20)
        return ask.default


async def test_the_author_of_a_slow_brain_is_told() -> None:
    """Once, long before the host plays in its place, and what it will play."""
    brain = Asleep()
    try:
        async with sat(brain, threaded=True, pace=0) as at:
            for step, ms in ((1, 1000), (2, 100)):
                acted = await at.ask(asking(step, PLAYING, ms=ms))
                await at.far.say(Ok(acted.id))
                assert acted.action == WORST
            first, *rest = at.told
            assert first.startswith("choose() has not returned for 0.5 s; after 1 s")
            assert ["longer than 1 s" in rest[0], "longer than 0.1 s" in rest[1]] == [
                True,
                True,
            ]
    finally:
        brain.wakes.set()
