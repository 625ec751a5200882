"""The arena: fair to everybody, unmoved by brains that misbehave, sure of its figures.

The odd brains here stand in a file, as those of strangers would.
"""

import contextlib
import json
import os
import random
import signal
import sys
from functools import cache
from pathlib import Path
from time import thread_time
from typing import Any

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p10net.bots.brain import Maker
from p10net.cli.exits import Exit
from p10net.client.runner import load_brain
from p10net.engine.presets import preset
from p10net.host import apart
from p10net.host.arena import Match, Played, play, play_set
from p10net.host.referee import RINGS, OutOfTime, alarm
from p10net.host.standings import Standings, spread, standings, wilson
from tests.ptys import PtyProgram
from tests.shell import (
    COMMAND,
    PATIENCE,
    Done,
    inside,
    outside,
    said,
    started,
    words_of,
)

Capture = pytest.CaptureFixture[str]

ODD = '''
import sys
from p10net.engine.cards import Card
from p10net.engine.moves import Discard, Lay, LayOffer

class Plain:
    """Lays down what is offered, without any chance."""
    def __init__(self, chance):
        self.chance = chance
    def choose(self, view, ask):
        lays = [can for can in ask.can if isinstance(can, LayOffer)]
        return lays[0] if lays else ask.default

class Idle(Plain):
    def choose(self, view, ask):
        return ask.default

class Raises(Plain):
    def choose(self, view, ask):
        return 1 / 0

class Leaves(Plain):
    def choose(self, view, ask):
        sys.exit(3)

class Unborn(Plain):
    def __init__(self, chance):
        raise ValueError("not today")

class Lies(Plain):
    def choose(self, view, ask):
        return Discard(Card.D)

class Babbles(Plain):
    def choose(self, view, ask):
        return "everything"

class Sleeps(Plain):
    async def choose(self, view, ask):
        return ask.default

async def later(chance):
    return Plain(chance)

class Forges(Plain):
    def choose(self, view, ask):
        return Lay([["R1"]] * 3, None)

class Hangs(Plain):
    def choose(self, view, ask):
        while True:
            pass

class Deaf(Plain):
    def choose(self, view, ask):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

class Unfit(Plain):
    choose = None

class Dawdles(Plain):
    def choose(self, view, ask):
        print("thinking", flush=True)
        while True:
            pass

class Unsaid(Exception):
    def __str__(self):
        raise self

class Mute(Plain):
    def choose(self, view, ask):
        raise Unsaid

class Chats(Plain):
    def __init__(self, chance):
        super().__init__(chance)
        print("here I am", flush=True)

import os
import signal

class Leaps(Plain):
    made = 0
    def __init__(self, chance):
        Leaps.made += 1
    def choose(self, view, ask):
        if self.made > 4:  # two sets of two games, one seat in each
            os._exit(7)
        return ask.default

class Crashes(Leaps):
    def choose(self, view, ask):
        if self.made > 4:
            os.kill(os.getpid(), signal.SIGSEGV)
        return ask.default

from p10net.bots.brain import Brain
'''


@pytest.fixture
def odd(tmp_path: Path) -> str:
    """Write the odd brains, and give what stands before the colon."""
    (tmp_path / "odd.py").write_text(ODD)
    return str(tmp_path / "odd.py")


@cache
def load(spec: str) -> Maker:
    """Load a brain once."""
    return load_brain(spec)


def match(*brains: str, seats: int = 2, sets: int = 2, **how: Any) -> Match:
    """Describe a short match."""
    rules = preset(how.pop("rules", "quick"))
    return Match(brains, rules, seats, sets, how.pop("seed", 1), **how)


def stand(one: Match) -> Standings:
    """Play a match to its end."""
    return standings(one, [*play(one, load)])


def without_times(one: Standings) -> list[tuple[Any, ...]]:
    """Give all figures but those of the clock."""
    return [
        (row.brain, row.wins, row.ci, row.phases, row.points, row.errors)
        for row in one.brains
    ]


# --- Fair -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_wins_by_the_cards(odd: str, seats: int) -> None:
    """Brains that play alike and without chance come out even, on every set of deals.

    They all had each other's cards, at each other's seats.
    """
    plain = f"{odd}:Plain"
    for number in range(3):
        one = match(*[plain] * seats, seats=seats, most=2000)
        played = play_set(one, load, number)
        assert played.games == seats
        assert len({share.wins for share in played.shares}) == 1
        assert len({share.points for share in played.shares}) == 1


def test_the_last_brain_named_takes_the_seats_left() -> None:
    """One against three: all four seats play, and somebody wins each game."""
    said = stand(match("steady", "random", seats=4, sets=1))

    assert said.games == 4
    assert sum(row.wins for row in said.brains) == pytest.approx(4)
    assert said.brains[0].wins == 4


def test_the_same_seed_is_the_same_match() -> None:
    """Nothing but the clock differs from run to run; another seed deals anew."""
    first, again, other = (
        without_times(stand(match("steady", "random", seed=seed))) for seed in (1, 1, 2)
    )

    assert first == again != other


@pytest.mark.limit(60)
def test_processes_play_the_same_games() -> None:
    """How many processes share the work changes nothing but the time."""
    one = match("steady", "random")
    shared = standings(one, [*apart.play(one, load_brain, 2)])

    assert without_times(shared) == without_times(stand(one))


# --- What goes wrong ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Raises", "ZeroDivisionError: division by zero (odd.py, line 20)"),
        ("Leaves", "SystemExit: 3 (odd.py, line 24)"),
        ("Mute", "Unsaid: <exception str() failed> (odd.py, line"),
        ("Unborn", "ValueError: not today (odd.py, line 28)"),
        ("Unfit", "TypeError: 'NoneType' object is not callable"),
        ("Lies", "choose() gave Discard(card=<Card.D: 'D'>, skip=None, down=None),"),
        ("Babbles", "choose() gave 'everything', which is no action"),
        ("Forges", "choose() gave Lay("),
        ("Sleeps", "choose() is an async def, which nobody awaits: make it a plain"),
        ("later", "it was made by an async def, which nobody awaits: make it a plain"),
    ],
)
def test_mistakes_cost_the_own_seat_only(odd: str, name: str, told: str) -> None:
    """A brain that is always wrong plays the defaults, just as one does that idles.

    Its author is told what went wrong first, and in which line.
    """
    wrong, idle = (stand(match("steady", f"{odd}:{one}")) for one in (name, "Idle"))

    assert wrong.brains[1].errors > 0
    assert (wrong.brains[0].errors, idle.brains[1].errors) == (0, 0)
    assert told in wrong.brains[1].first_error
    assert wrong.brains[0].first_error == idle.brains[1].first_error == ""
    assert [row[1:5] for row in without_times(wrong)] == [
        row[1:5] for row in without_times(idle)
    ]


@pytest.mark.parametrize("name", ["Sleeps", "later"])
def test_a_brain_that_is_never_awaited_is_told_once(odd: str, name: str) -> None:
    """Python's own warning about it is not seen beside our sentence."""
    done = outside("arena", f"{odd}:{name}", "steady", "--games", "2")

    assert done.code == Exit.FINE
    assert done.err == ""
    assert "an async def, which nobody awaits" in done.out


@pytest.mark.parametrize("name", ["Hangs", "Deaf"])
def test_who_hangs_is_waited_for_once(odd: str, name: str) -> None:
    """A set goes on when a decision's time is over, with the defaults from then on."""
    one = match("steady", f"{odd}:{name}", sets=1, limit=2.0)
    hung, idle = stand(one), stand(match("steady", f"{odd}:Idle", sets=1))

    assert hung.brains[1].errors > 0
    assert hung.brains[1].first_error == "no answer came in time"
    assert [row[1:5] for row in without_times(hung)] == [
        row[1:5] for row in without_times(idle)
    ]


RUNG = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="no program is interrupted here"
)


@RUNG
@pytest.mark.parametrize(("rings", "late"), [(RINGS - 1, False), (RINGS, True)])
def test_a_stopped_program_is_no_slow_brain(rings: int, late: bool) -> None:
    """All that rang while it was stopped is one ring, and it takes more to be late."""
    too_late = pytest.raises(OutOfTime) if late else contextlib.nullcontext()
    with too_late, alarm(1e6):
        for _ in range(rings):
            signal.raise_signal(signal.SIGALRM)


@RUNG
def test_whoever_misses_every_ring_is_late_all_the_same() -> None:
    """A long call into C lets nobody interrupt it, but it has worked for so long."""
    with pytest.raises(OutOfTime), alarm(0.01):
        work_undisturbed(0.02)


def work_undisturbed(seconds: float) -> None:
    """Hear no ring before so long has been worked, as in one long call."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        until = thread_time() + seconds
        while thread_time() < until:
            pass
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})


def test_games_that_do_not_end_are_stopped(odd: str) -> None:
    """Where nobody ever lays anything down, a match comes to its end all the same."""
    said = stand(match(f"{odd}:Idle", sets=1, most=300))

    assert said.games == 2
    assert said.rounds < 10
    assert said.brains[0].phases == 0


# --- Figures --------------------------------------------------------------------------


@given(st.integers(1, 400), st.integers(0, 400))
@settings(max_examples=40)
def test_wilson_holds_the_share_itself(games: int, won: int) -> None:
    """The interval lies around the share seen, and within what a share can be."""
    share = min(won, games) / games
    low, high = wilson(share, games)

    assert -1e-9 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1 + 1e-9


@pytest.mark.parametrize("figures", [2, 5, 60])
def test_intervals_hold_the_truth_nineteen_times_of_twenty(figures: int) -> None:
    """Throws of a fair die have their mean in the interval about that often."""
    chance = random.Random(5)
    held = 0
    for _ in range(400):
        found = spread([chance.gauss(3.5, 1.7) for _ in range(figures)])
        assert found is not None
        held += found[0] <= 3.5 <= found[1]

    assert 0.92 <= held / 400 <= 0.99


def test_figures_that_do_not_differ_say_nothing_of_their_spread() -> None:
    """One set, or sets that all ended alike, leave the question open."""
    assert spread([0.5]) is None
    assert spread([1.0, 1.0, 1.0]) is None


# --- The command ----------------------------------------------------------------------


def told(done: Done) -> Any:
    """Read the line of JSON, which is all that standard output has."""
    assert done.out.count("\n") == 1
    return json.loads(done.out)


def test_json_is_one_line(capsys: Capture) -> None:
    """Games are whole seatings, the brains come in the order named."""
    line = "arena random steady --rules quick --games 3 --seed 4 --json"
    said = told(inside(capsys, *line.split()))
    rows = said.pop("brains")

    assert said == {
        "games": 4,
        "seats": 2,
        "rules": "quick",
        "seed": 4,
        "rounds": said["rounds"],
    }
    assert [row["brain"] for row in rows] == ["random", "steady"]
    assert rows[1]["share"] == 1
    assert rows[1]["ci"][1] == 1
    assert {"games", "wins", "phases", "points", "us_median", "us_p99", "errors"} <= (
        set(rows[0])
    )
    assert not any("first_error" in row for row in rows)


def test_the_table_fits_a_terminal(capsys: Capture, odd: str) -> None:
    """A row a brain, its errors in words, and what is what below."""
    line = f"arena steady {odd}:Raises --rules quick --games 2"
    done = inside(capsys, *line.split())
    lines = done.out.splitlines()

    assert done.code == Exit.FINE
    assert max(map(len, lines[:4])) <= 79
    assert lines[2].startswith("steady ")
    assert "decisions; the first time:\n  ZeroDivisionError: division" in done.out


def test_a_source_is_said_to_have_its_own_brains(capsys: Capture, odd: str) -> None:
    """What it takes from p10net to say what a brain is, is none."""
    done = inside(capsys, "arena", "steady", f"{odd}:Mine")

    assert done.code == Exit.USAGE
    assert "has no brain called Mine: it has Plain, Idle, " in done.err
    assert "Brain" not in done.err


def test_what_a_brain_prints_is_no_result(odd: str) -> None:
    """Standard output stays the arena's own."""
    line = f"arena {odd}:Chats steady --rules quick --games 2 --json"
    done = outside(*line.split())

    assert told(done)["games"] == 2
    assert "here I am" in done.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("arena nobody", "There is no brain nobody"),
        ("arena steady nothing.py:Mine", "There is no nothing.py here"),
        ("arena steady random steady --seats 2", "say --seats 3"),
        ("arena steady --seats 40", "seats at most, not 40"),
        ("arena", "Missing argument"),
    ],
)
def test_refusals_say_what_to_do(line: str, says: str, capsys: Capture) -> None:
    """One sentence on standard error, and the code for a wrong use."""
    done = inside(capsys, *line.split())

    assert done.code == Exit.USAGE
    assert says in done.sentence


@pytest.mark.limit(60)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_is_known(odd: str, jobs: str) -> None:
    """The sets that came to their end are told, and the exit code says why."""
    line = f"arena {odd}:Chats steady --rules quick --games 999998 --json --jobs {jobs}"
    with started(*line.split()) as program:
        for _ in range(12):  # a game each: at least one set is over
            assert said(program.stderr)
        os.kill(program.pid, signal.SIGINT)
        out, err = program.communicate(timeout=PATIENCE)

    assert program.returncode == 128 + signal.SIGINT
    assert 2 <= json.loads(out)["games"] < 999998
    assert "Traceback" not in err


def test_ctrl_c_before_a_set_is_over_says_so(odd: str) -> None:
    """Whoever interrupts the first games reads why there are no figures."""
    line = f"arena {odd}:Dawdles steady --json"
    with started(*line.split()) as program:
        assert said(program.stderr) == "thinking\n"
        os.kill(program.pid, signal.SIGINT)
        out, err = program.communicate(timeout=PATIENCE)

    assert program.returncode == 128 + signal.SIGINT
    assert out == ""
    assert err.splitlines()[-1].startswith("Nothing to tell yet: ")


@pytest.mark.needs("pty")
def test_a_terminal_sees_how_far_it_is() -> None:
    """Progress is drawn on one line, which is gone when the result comes."""
    line = "arena steady random --rules quick --games 8"
    with PtyProgram([sys.executable, *COMMAND[1:], *line.split()]) as program:
        program.wait_for("Won: the share")
        shown = program.raw.decode()

    assert "0 of 8 games" in shown
    assert "2 of 8 games" in shown
    assert "8 of 8 games" in shown
    assert "of 8 games" not in program.text


ENDS = [
    ("Leaps", "1", "status 7"),
    ("Leaps", "2", "status 7"),
    ("Crashes", "1", f"signal {signal.SIGSEGV:d}, Segmentation fault"),
]


@pytest.mark.parametrize(("name", "jobs", "how"), ENDS)
def test_a_brain_that_ends_its_process_is_told(
    odd: str, name: str, jobs: str, how: str, capsys: Capture
) -> None:
    """However it does so, its name, and the sets that were over before."""
    line = f"arena {odd}:{name} steady --rules quick --games 99 --json --jobs {jobs}"
    done = inside(capsys, *line.split())

    assert done.code == Exit.FAILED
    assert done.sentence.startswith(f"{odd}:{name} ended the process it ran in")
    assert f"({how})" in done.sentence
    assert "what is told here was played before" in done.sentence
    assert 2 <= told(done)["games"] < 99


def test_a_brain_that_ends_its_process_at_once_is_told(
    odd: str, capsys: Capture
) -> None:
    """While it is loaded, too: then there is nothing to be told but that."""
    Path(odd).write_text("import os\nos._exit(0)\n")
    done = inside(capsys, "arena", f"{odd}:Plain", "steady")

    assert (done.code, done.out) == (Exit.FAILED, "")
    assert "(status 0)" in done.sentence
    assert "no games were over before" in done.sentence


def test_a_process_that_somebody_ends_is_told() -> None:
    """No level does that: none is blamed."""
    line = "arena steady random --rules quick --games 999998 --json --jobs 2"
    with started(*line.split()) as program:
        playing: list[psutil.Process] = []
        while not playing:
            each = psutil.Process(program.pid).children()
            playing = [one for one in each if "spawn_main" in " ".join(words_of(one))]
        playing[0].kill()
        _, err = program.communicate(timeout=PATIENCE)

    assert program.returncode == Exit.FAILED
    assert err.startswith(
        "A process that played was ended (signal 9, Killed): play again"
    )
    assert err.count("\n") == 1


def test_one_set_is_one_throw() -> None:
    """The order in which sets come in does not matter."""
    one = match("steady", "random", sets=3)
    played: list[Played] = [*play(one, load)]

    assert standings(one, played) == standings(one, played[::-1])
