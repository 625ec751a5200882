"""The soak's manners: it ends in time, says what it left out, and leaves nothing."""

import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.honest import Figures
from tests.shell import words_of
from tests.soak_parts import Budget, Outcome, judged

ROOT = Path(__file__).parents[1]


def test_what_was_not_finished_is_said() -> None:
    """A part that ran out of time is not taken for a whole one."""
    assert Outcome(400, 400, "kills", "").text == "400 kills"
    assert Outcome(214, 400, "kills", "").text == "214 of 400 kills, out of time"


def test_a_part_ends_when_its_time_is_over() -> None:
    """It does one thing in any case, since a part that did nothing says nothing."""
    assert [*Budget(1.0, 0.0).over(range(9))] == [0]
    assert [*Budget(1.0, 3600.0).over(range(9))] == [*range(9)]
    assert [Budget(0.5, 0.0).size(n) for n in (400, 1)] == [200, 1]


def test_figures_out_of_bounds_are_no_success() -> None:
    """One mix that holds the others up is enough."""
    good = Figures("floods", 400, 9.0, 60.0, 80.0, 1.0, 20, 0.1)

    assert not judged([good]).wrong
    assert judged([good, good._replace(p99_ms=178.0)]).wrong
    assert judged([good, good._replace(acts=0)]).wrong


@pytest.mark.untraced  # the hosts and guests of a soak are those of other tests
@pytest.mark.limit(60)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_it_ends_all_it_has_started(number: signal.Signals) -> None:
    """No host goes on playing to nobody, even if it was given no time to tidy up."""
    words = ("-m", "tests.soak", "--part", "kills", "--keep")
    with subprocess.Popen([sys.executable, *words], cwd=ROOT) as soak:
        started: list[psutil.Process] = []
        while not any("tests.host_program" in words_of(one) for one in started):
            started = psutil.Process(soak.pid).children(recursive=True)
            assert soak.poll() is None
        soak.send_signal(number)
        code = soak.wait()

    assert code == (-number if number == signal.SIGKILL else 128 + number)
    gone, alive = psutil.wait_procs(started, timeout=30)
    assert not alive, gone
