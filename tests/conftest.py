"""What holds for every test: a limit on its time, a home of its own, repeatable chance.

Limits come in three rings, because no single one reaches everything:

* a coroutine test runs in a trio scope with a deadline, which unwinds it cleanly;
* any other test is interrupted by SIGALRM, where the system has it; a trio run inside
  it is cancelled, since an exception from a signal would wreck trio for good;
* whatever neither can end (a thread, a wait in C, a fixture) costs the process: all
  stacks are printed, xdist names the test and the run ends.

A test says `@pytest.mark.limit(90)` if a minute is too little, and
`@pytest.mark.needs("root", "tmux")` if it cannot run everywhere.
"""

import contextlib
import faulthandler
import functools
import inspect
import os
import shutil
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import HealthCheck, settings

from tests.lan import Lan, why_not

LIMIT = 60.0
"""Seconds for a test that names no limit: ten times its need, on a busy machine."""

VIRTUAL_LIMIT = 30 * 24 * 3600.0
"""Seconds on a clock that jumps: what waits for ever gets there at once."""

TRACED = 4
"""How much longer everything may take where coverage watches each line."""

AGAIN = 5.0
"""Seconds after which a test that did not hear of its end is told again."""

LAST_RESORT = 20.0
"""Seconds beyond the limit after which the process is given up."""

VIRTUAL_CLOCKS = {"autojump_clock", "mock_clock"}

_stderr: list[int] = []


class Overdue(BaseException):
    """A test took too long. Not an Exception, which code and Hypothesis would eat."""


# --- Chance ---------------------------------------------------------------------------

# A red run is to be about the change that made it, so the same examples come every
# time; `--hypothesis-profile=explore` goes looking for new ones. Deadlines measure the
# machine more than the code, and so does the check for slow examples.
settings.register_profile(
    "repeatable",
    max_examples=50,
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore",
    settings.get_profile("repeatable"),
    max_examples=1000,
    derandomize=False,
)
settings.load_profile("repeatable")


# --- Limits ---------------------------------------------------------------------------


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Take one worker more than there are cores: many tests wait for a wire."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Keep the real standard error, where stacks can be printed past the capture."""
    _compile_once()
    if not hasattr(config, "workerinput"):
        # As for Ctrl-C: whoever has to end a run still reads how far it came.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    capture = config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else contextlib.nullcontext():
        _stderr.append(os.dup(2))


def _compile_once() -> None:
    """Let each module be compiled once, also on machines that are told to keep nothing.

    Tests start some hundred programs, and each would compile the whole package anew.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_unconfigure() -> None:
    """Give the descriptor back."""
    os.close(_stderr.pop())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put every coroutine test under its limit; see that workers agree on names.

    What may take longest begins first, or one worker is still at it when the others
    have nothing left to do.
    """
    items.sort(key=_limit, reverse=True)
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"give its rows ids without addresses: {item.name}")
        if isinstance(item, pytest.Function) and _is_async(item):
            _bound(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Bound set-up, call and tear-down together, at the price of the process."""
    total = _limit(item) + LAST_RESORT
    faulthandler.dump_traceback_later(total, exit=True, file=_stderr[-1])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Bound the call of a test that is no coroutine."""
    if isinstance(item, pytest.Function) and _is_async(item):
        return (yield)
    with _alarm(_limit(item)):
        return (yield)


def _limit(item: pytest.Item) -> float:
    mark = item.get_closest_marker("limit")
    limit = float(mark.args[0]) if mark else LIMIT
    return limit if sys.gettrace() is None else limit * TRACED


def _is_async(item: pytest.Function) -> bool:
    given = getattr(item.obj, "hypothesis", None)
    return inspect.iscoroutinefunction(given.inner_test if given else item.obj)


def _bound(item: pytest.Function) -> None:
    limit = VIRTUAL_LIMIT if VIRTUAL_CLOCKS & {*item.fixturenames} else _limit(item)
    given = getattr(item.obj, "hypothesis", None)
    if given is None:
        item.obj = _within(item.obj, limit)
    elif not hasattr(given.inner_test, "bounded"):  # shared by the rows of a table
        given.inner_test = _within(given.inner_test, limit)


def _within(
    test: Callable[..., Awaitable[None]], limit: float
) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def bounded(*args: Any, **kwargs: Any) -> None:
        with trio.move_on_after(limit) as scope:
            await test(*args, **kwargs)
        if scope.cancelled_caught:
            raise Overdue(f"the test took longer than {limit:g} s")

    bounded.__dict__["bounded"] = True
    return bounded


@contextlib.contextmanager
def _alarm(limit: float) -> Iterator[None]:
    """End what the main thread is doing when the time is up, and again if it goes on.

    What an exception meets in a destructor, or in a hook of the collector, is lost.
    """
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    overdue = Overdue(f"the test took longer than {limit:g} s")
    rung = []

    def ring(signum: int, frame: object) -> None:
        rung.append(signum)
        try:
            token = trio.lowlevel.current_trio_token()
        except RuntimeError:
            raise overdue from None
        token.run_sync_soon(_cancel_run)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if rung:
            raise overdue


def _cancel_run() -> None:
    root = trio.lowlevel.current_root_task()
    assert root is not None
    for nursery in root.child_nurseries:
        nursery.cancel_scope.cancel()


# --- What a test may need -------------------------------------------------------------

# A need that is not a command's name, and what is missing without it.
NEEDS: dict[str, tuple[Callable[[], bool], str]] = {
    "root": (lambda: hasattr(os, "geteuid") and os.geteuid() == 0, "root's rights"),
    "pty": (lambda: os.name == "posix", "a pseudo-terminal"),
}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose needs this machine does not meet, and say which."""
    for mark in item.iter_markers("needs"):
        for need in mark.args:
            if (lack := _lack(need)) is not None:
                pytest.skip(f"needs {lack}")


def _lack(need: str) -> str | None:
    if need in NEEDS:
        met, words = NEEDS[need]
        return None if met() else words
    return None if shutil.which(need) else f"the command {need}"


@pytest.fixture
def lan() -> Iterator[Lan]:
    """Three laptops on a switch of their own, where this machine can make them."""
    if (reason := why_not()) is not None:
        pytest.skip(reason)
    with Lan(3) as laptops:
        yield laptops


# --- A home of its own ----------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give this test, and the processes it starts, an empty home folder."""
    _move_in(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture(autouse=True, scope="session")
def nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep every test away from the folders and settings of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("P10NET_")]:
            patch.delenv(name)
        for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TMUX"):
            patch.delenv(name, raising=False)
        _move_in(tmp_path_factory.mktemp("home"), patch)
        yield


def _move_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
        patch.setenv(name, str(folder))
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
