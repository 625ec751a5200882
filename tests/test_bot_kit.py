"""What authors of bots are given: names to import, a start, readings, strict trials."""

import ast
import random
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any, get_args

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

import p10net
from p10net.bots.brain import Brain
from p10net.bots.dice import Dice
from p10net.bots.levels import LEVELS
from p10net.bots.reading import hits, lay_downs, missing, seen, unseen
from p10net.cli.authors import Rehearsal, rehearse, run_bot
from p10net.cli.new_bot import START, class_name
from p10net.client.strict import IllegalAnswer, Strict
from p10net.client.words import brains
from p10net.engine.game import view_of
from p10net.engine.moves import Action, Ask, Hit, Lay, LayOffer, ask, check, legal
from p10net.engine.presets import preset
from p10net.engine.view import Stage, View
from p10net.host.chance import Chance
from p10net.host.house import Setup
from p10net.host.rehearsal import play_out
from p10net.host.server import Server
from p10net.host.table import Table
from tests.positions import position
from tests.shell import PATIENCE, inside

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[1]
HAND = "R1 B1 Y1 R3 B3 G3 Y5 R9 W S"
PLAYING = position({2: HAND}, stage=Stage.PLAY)


def mine() -> View:
    """Look at a position from seat 2, which is asked."""
    return view_of(PLAYING, 2)


# --- What can be imported --------------------------------------------------------


def test_all_that_is_promised_can_be_imported() -> None:
    """Each name leads to the thing itself, and to nothing else."""
    assert p10net.Brain is Brain
    assert p10net.rehearse is rehearse
    assert p10net.run_bot is run_bot
    assert p10net.lay_downs is lay_downs
    assert p10net.Action == Action
    assert {kind.__name__ for kind in (*get_args(Action), LayOffer)} <= set(
        p10net.__all__
    )
    assert [name for name in p10net.__all__ if not hasattr(p10net, name)] == []
    assert set(p10net._HOMES) == set(p10net.__all__)
    assert (ROOT / "p10net" / "py.typed").is_file()


def test_a_name_that_is_not_there_is_said_to_be_missing() -> None:
    """As with any module."""
    with pytest.raises(AttributeError, match="'p10net' has no attribute 'Table'"):
        p10net.Table  # noqa: B018 - the point of it


def test_importing_the_package_loads_nothing() -> None:
    """A brain that is only read pays for no network library."""
    code = "import sys, p10net; print(sorted(m for m in sys.modules if 'p10net.' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("[]\n", "")


# --- Readings --------------------------------------------------------------------


def test_lay_downs_are_legal_different_and_the_best_comes_first() -> None:
    """Phase 1 asks for two sets of 3; the wild makes a third one."""
    found = lay_downs(mine())

    assert len(found) == len(set(found)) > 1
    assert [check(mine(), act) for act in found] == [None] * len(found)
    assert sorted(len(group) for group in found[0].melds) == [3, 4]
    assert lay_downs(mine(), 1) == found[:1]
    assert missing(mine()) == 0
    assert missing(mine(), mine().you.hand[3:]) == 1  # type: ignore[union-attr]  # ours


class Witness:
    """Plays by dice, and sees that the readings hold at each question."""

    def __init__(self, chance: random.Random) -> None:
        self._brain = Dice(chance)
        self.questions = 0

    def choose(self, view: View, ask: Ask) -> Action:
        self.questions += 1
        assert hits(view) == tuple(o for o in legal(view) if isinstance(o, Hit))
        found = lay_downs(view, 3)
        assert all(check(view, act) is None for act in found)
        assert bool(found) == any(isinstance(offer, LayOffer) for offer in ask.can)
        self._counts(view)
        return self._brain.choose(view, ask)

    def _counts(self, view: View) -> None:
        """All cards are seen or not, and what is not seen lies in stock or hands."""
        assert view.you is not None
        others = [seat for seat in view.seats if seat.seat != view.you.seat]
        hidden = sum(seat.n - len(seat.took) + seat.saved for seat in others)
        assert unseen(view).total() == view.stock + hidden
        assert seen(view).total() + unseen(view).total() == 108


@pytest.mark.parametrize("rules", ["official", "choose", "floating", "slide", "bounty"])
def test_readings_hold_in_whole_games(rules: str) -> None:
    """Whatever is on the table, helpers and host agree on what may be done."""
    witness = Witness(random.Random(1))
    brains: dict[int, Brain] = {1: witness, 2: LEVELS["steady"](random.Random(2))}
    play_out(preset(rules), brains, 3)

    assert witness.questions > 20


def test_a_watcher_has_nothing_to_do_and_sees_what_all_see() -> None:
    """Readings of a view without a seat."""
    view = view_of(PLAYING, 0)

    assert lay_downs(view) == ()
    assert hits(view) == ()
    assert seen(view).total() == len(view.pile)


# --- Strictness ------------------------------------------------------------------


class Wrong:
    """Answers with whatever it was given, at its second question."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked = 0

    def choose(self, view: View, ask: Ask) -> Any:
        self.asked += 1
        if self.asked == 1:
            return ask.default
        return self.deeper()  # here

    def deeper(self) -> Any:
        return self.answer


def here() -> int:
    """Say on which line of this file `Wrong` gives its answer."""
    lines = Path(__file__).read_text("utf-8").splitlines()
    return 1 + next(i for i, text in enumerate(lines) if text.endswith("# here"))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "choose() gave None, which is no action; return an item of ask.can"),
        ("draw", "choose() gave 'draw', which is no action"),
        (Lay(((),)), "choose() gave lay"),
        (Hit(p10net.Card.W, "q"), "Legal were: "),
    ],
)
def test_an_illegal_answer_raises_on_the_line_that_gave_it(
    answer: Any, words: str
) -> None:
    """The traceback ends in the author's file, and the text lists what was legal."""
    strict = Strict(Wrong(answer))
    question = ask(mine())
    assert question is not None
    assert strict.choose(mine(), question) == question.default

    with pytest.raises(IllegalAnswer) as caught:
        strict.choose(mine(), question)

    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert words in str(caught.value)
    assert (last.filename, last.lineno, last.name) == (__file__, here(), "choose")
    assert sys.getprofile() is None


def test_a_brain_that_would_have_to_be_awaited_is_refused() -> None:
    """An `async def` gives no action; Python says nothing of it beside us."""

    class Sleeps:
        async def choose(self, view: View, ask: Ask) -> Action:
            return ask.default

    question = ask(mine())
    assert question is not None
    with pytest.raises(IllegalAnswer, match="an async def, which nobody awaits"):
        Strict(Sleeps()).choose(mine(), question)  # type: ignore[arg-type]  # on purpose


def test_an_error_of_the_brain_is_its_own() -> None:
    """It comes through as it is, from where it is."""

    class Broken:
        def choose(self, view: View, ask: Ask) -> Action:
            raise ZeroDivisionError

    question = ask(mine())
    assert question is not None
    with pytest.raises(ZeroDivisionError):
        Strict(Broken()).choose(mine(), question)
    assert sys.getprofile() is None


def test_an_answer_without_a_line_is_still_refused() -> None:
    """A choose() that is no Python function has no line to point at."""

    class Built:
        choose: Any = staticmethod(max)

    question = ask(mine())
    assert question is not None
    with pytest.raises((IllegalAnswer, TypeError)):
        Strict(Built()).choose(mine(), question)


# --- Rehearsals ------------------------------------------------------------------


def test_a_rehearsal_is_the_same_each_time() -> None:
    """Rules, seats and seed decide everything."""
    first, second = (rehearse(LEVELS["steady"], 2, seed=5) for _ in range(2))

    assert first == second
    assert first.games == 2
    assert first != rehearse(LEVELS["steady"], 2, seed=9)
    assert str(Rehearsal(4, 1, 50)) == "1 of 4 games won, in 50 rounds."


def test_a_rehearsal_stops_at_a_slip() -> None:
    """The first illegal answer ends it."""

    class Slips:
        def __init__(self, chance: random.Random) -> None:
            pass

        def choose(self, view: View, ask: Ask) -> Action:
            return Hit(p10net.Card.W, "a")

    with pytest.raises(IllegalAnswer):
        rehearse(Slips, seats=4)


# --- A start ---------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def test_the_start_is_the_example() -> None:
    """`examples/my_bot.py` is checked by linter and types like everything else."""
    example = (ROOT / "examples" / "my_bot.py").read_text("utf-8")
    code = [line for line in example.splitlines() if line.strip()]

    assert example == START.format(name="MyBot")
    assert len(code) <= 16


@pytest.mark.limit(30)
def test_the_start_plays(folder: Path, capsys: Capture) -> None:
    """It is written, says what to do next, and rehearses without a slip."""
    done = inside(capsys, "new-bot", "my_bot.py")
    tried = subprocess.run(
        [sys.executable, "my_bot.py"], capture_output=True, text=True, timeout=PATIENCE
    )

    assert done.code == 0
    assert "p10net bot TABLE --brain my_bot.py:MyBot" in done.out
    assert (folder / "my_bot.py").read_text("utf-8") == START.format(name="MyBot")
    assert tried.stderr == ""
    assert "of 1 games won" in tried.stdout


@pytest.mark.parametrize(
    ("file", "code", "sentence"),
    [
        ("bot.txt", 2, "Give the file a name like mybot.py."),
        ("7.py", 2, "Give the file a name like mybot.py."),
        ("there.py", 1, "there.py is there already: name another file."),
        ("no/such/bot.py", 1, "cannot be written (no such file or directory)."),
    ],
)
def test_a_file_that_cannot_be_written_gets_a_sentence(
    file: str, code: int, sentence: str, folder: Path, capsys: Capture
) -> None:
    """Nothing is ever written over."""
    (folder / "there.py").write_text("mine", "utf-8")
    done = inside(capsys, "new-bot", file)

    assert done.code == code
    assert sentence in done.sentence
    assert (folder / "there.py").read_text("utf-8") == "mine"


@given(st.from_regex(r"[A-Za-z_.0-9 -]{1,12}", fullmatch=True))
@settings(max_examples=30)
def test_a_class_has_a_name_that_works(stem: str) -> None:
    """Whatever the file is called, its class can be written down, or there is none."""
    name = class_name(stem)

    assert not name or ast.parse(f"class {name}: pass")


async def table_for(bots: int, games: list[Table]) -> tuple[Server, Any, str]:
    """Open a table that starts with so many bots; gives where it is."""
    setup = Setup("Table", preset("choose"), start_when=bots, once=True)
    table = Table(setup, Chance(3))
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    games.append(table)
    port = listeners[0].socket.getsockname()[1]
    return Server(table), listeners, f"127.0.0.1:{port}"


@pytest.mark.limit(60)
async def test_two_starts_play_a_game_at_a_real_table(folder: Path) -> None:
    """One by `p10net bot --brain`, one by its own file, which calls run_bot."""
    (folder / "my_bot.py").write_text(START.format(name="MyBot"), "utf-8")
    games: list[Table] = []
    server, listeners, place = await table_for(2, games)
    command = [sys.executable, "-m", "p10net", "bot", place]
    command += ["--brain", "my_bot.py:MyBot", "--pace", "0", "--name", "One"]
    ended: list[int] = []
    told: list[str] = []

    async def run(words: list[str]) -> None:
        done = await trio.run_process(words, check=False, capture_stdout=True)
        ended.append(done.returncode)
        told.append(done.stdout.decode())

    paced = "import sys, p10net, my_bot as m; sys.exit("
    paced += f"p10net.run_bot(m.MyBot, {place!r}, name='Two', pace=0))"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.run, listeners)
        nursery.start_soon(run, command)
        nursery.start_soon(run, [sys.executable, "-c", paced])

    assert games[0].over
    assert ended == [0, 0]
    result = games[0].result()
    assert sorted(seat.name for seat in result.seats) == ["One", "Two"]
    for seat in result.seats:
        rank = 1 if seat.seat in result.winners else 2
        said = brains.came(rank, 2, seat.phases, seat.score)
        assert sum(said in one for one in told) == 1


@pytest.mark.limit(30)
def test_a_slip_in_a_match_is_told_to_the_author(folder: Path) -> None:
    """No table is there: one sentence on standard error, and its exit code."""
    (folder / "my_bot.py").write_text(START.format(name="MyBot"), "utf-8")
    done = subprocess.run(
        [sys.executable, "my_bot.py", "127.0.0.1:9"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 4
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
