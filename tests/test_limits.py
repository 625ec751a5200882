"""A test that hangs ends in time, says so, and leaves the next one alone."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]

pytestmark = pytest.mark.untraced  # of p10net it runs nothing

# Each way to hang stands before a test that does the same thing in time.
HANGING = """
import asyncio
import subprocess
import sys
import time
import pytest
import trio
from hypothesis import given, strategies as st

pytestmark = pytest.mark.limit(0.5)
SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]

def guest(seconds):
    loop = asyncio.new_event_loop()
    done = loop.create_future()
    trio.lowlevel.start_guest_run(
        trio.sleep,
        seconds,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        done_callback=done.set_result,
        host_uses_signal_set_wakeup_fd=True,
    )
    try:
        loop.run_until_complete(done).unwrap()
    finally:
        loop.close()

async def test_hangs_in_trio(): await trio.sleep(60)
async def test_is_quick_in_trio(): await trio.sleep(0)
async def test_hangs_on_a_jumping_clock(autojump_clock): await trio.Event().wait()
async def test_is_quick_on_a_jumping_clock(autojump_clock): await trio.sleep(9999)
def test_hangs_in_a_loop():
    while True: pass
def test_hangs_in_a_child(): subprocess.run(SLEEP)
def test_hangs_where_nobody_hears():
    class Deaf:
        def __del__(self): time.sleep(60)
    Deaf()
    time.sleep(60)
def test_hangs_in_a_run_of_its_own(): trio.run(trio.sleep, 60)
def test_is_quick_in_a_run_of_its_own(): trio.run(trio.sleep, 0)
def test_hangs_as_a_guest(): guest(60)
def test_is_quick_as_a_guest(): guest(0)
@given(st.integers())
def test_hangs_in_an_example(n): time.sleep(60)
@given(st.integers())
async def test_hangs_in_a_trio_example(n): await trio.sleep(60)
@given(st.integers())
async def test_is_quick_in_a_trio_example(n): await trio.sleep(0)
"""
STUCK = """
import time
import pytest

@pytest.fixture
def stuck(): time.sleep(60)

@pytest.mark.limit(0.5)
def test_hangs_in_its_fixture(stuck): pass
"""

ENDED = """
import os
import signal
import time

def test_is_quick(): pass
def test_is_told_to_end():
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(60)
"""


def run(folder: Path, source: str, *, patience: str = "20.0") -> str:
    """Run these tests in a pytest of their own, under this project's limits."""
    conftest = (HERE / "tests" / "conftest.py").read_text("utf-8")
    limits = re.sub(r"(?m)^LAST_RESORT = .*", f"LAST_RESORT = {patience}", conftest)
    limits = re.sub(r"(?m)^AGAIN = .*", "AGAIN = 0.5", limits)
    (folder / "conftest.py").write_text(limits, "utf-8")
    (folder / "test_them.py").write_text(source, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "-n0"]
    rules = ["-c", str(HERE / "pyproject.toml"), "--rootdir", str(folder)]
    done = subprocess.run(
        [*command, *rules, str(folder)],
        cwd=HERE,
        env={**os.environ, "COLUMNS": "300"},  # else the summary drops its reasons
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr


@pytest.mark.limit(90)
def test_what_hangs_is_ended_and_what_follows_passes(tmp_path: Path) -> None:
    """Coroutines, loops, children, trio runs, guests and examples all have an end."""
    said = run(tmp_path, HANGING)
    ended = set(re.findall(r"^FAILED .*::test_(hangs\w+) - .*Overdue", said, re.M))
    passed = set(re.findall(r"^PASSED .*::test_(\w+)", said, re.M))

    assert ended == set(re.findall(r"def test_(hangs\w+)", HANGING)), said
    assert passed == set(re.findall(r"def test_(is_quick\w+)", HANGING)), said


@pytest.mark.limit(90)
def test_what_cannot_be_ended_ends_the_process(tmp_path: Path) -> None:
    """A fixture is beyond the gentle limits: its stack is shown, and that is that."""
    said = run(tmp_path, STUCK, patience="0.3")

    assert "Timeout (0:00:0" in said
    assert re.search(r'test_them.py", line \d+ in stuck', said)
    assert "passed" not in said


@pytest.mark.limit(90)
def test_a_run_that_is_told_to_end_says_how_far_it_came(tmp_path: Path) -> None:
    """Its closing line stands there also when the time for all tests is up."""
    said = run(tmp_path, ENDED)

    assert "KeyboardInterrupt" in said
    assert re.search(r"^=+ 1 passed in ", said, re.M), said
