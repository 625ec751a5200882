"""trio as the screen library's guest: every way out leaves a sane terminal."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trio
import trio.testing
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p10net.client import guest
from p10net.client.link import Link, LinkLost
from p10net.client.words import endings
from p10net.protocol.codec import frame
from p10net.protocol.messages import Beat, ToClient
from tests.guest_program import Program, raising
from tests.machine import Awake
from tests.ptys import PtyProgram, python

PROGRAM = python("-m", "tests.guest_program")


@pytest.fixture
def crash_file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "crash.txt"


# --- On a real terminal ---------------------------------------------------------------

Act = Callable[[PtyProgram], None]


def keys(text: str) -> Act:
    return lambda program: program.send(text)


def signals(*numbers: int, then: str = "") -> Act:
    def act(program: PtyProgram) -> None:
        for number in numbers:
            program.process.send_signal(number)
        program.send(then)

    return act


ENDINGS: dict[str, tuple[Act, int, str]] = {
    "the Ctrl-C key": (keys("\x03"), 0, ""),
    "a key that exits with a status": (keys("q"), 5, ""),
    "two exits at once": (keys("q\x03"), 5, ""),
    "SIGINT": (signals(signal.SIGINT), 130, ""),
    "SIGTERM": (signals(signal.SIGTERM), 143, ""),
    "SIGHUP": (signals(signal.SIGHUP), 129, ""),
    "stopped and continued": (signals(signal.SIGSTOP, signal.SIGCONT, then="q"), 5, ""),
    "an error in a task": (keys("t"), 1, "ValueError: in a task"),
    "an error in a key binding": (keys("b"), 1, "ValueError: in a key binding"),
    "an error while drawing": (keys("r"), 1, "ValueError: in the picture"),
    "SystemExit in a key binding": (keys("x"), 3, ""),
    "SystemExit with words": (keys("w"), 1, "in words"),
    "KeyboardInterrupt in a key binding": (keys("k"), 130, ""),
    "the scope around the screen cancelled": (keys("s"), 4, ""),
}


@pytest.mark.needs("pty")
@pytest.mark.parametrize(
    ("act", "status", "told"), ENDINGS.values(), ids=ENDINGS.keys()
)
def test_ending(act: Act, status: int, told: str, crash_file: Path) -> None:
    """U43: each way to end it runs the clean-up, gives the terminal back, tells why."""
    with PtyProgram([*PROGRAM, str(crash_file)]) as program:
        program.wait_for("ready 80x24")
        act(program)
        program.wait_for("cleaning")
        program.send("\n")
        assert program.wait_exit() == status
        assert "cleaned" in program.text
        after = program.raw.rpartition(b"\x1b[?1049l")[2].decode()
        assert told in " ".join(after.split())
        assert "Traceback" not in after
        assert crash_file.exists() == ("Error" in told)
        program.assert_sane()


@pytest.mark.needs("pty")
def test_resize(crash_file: Path) -> None:
    """A terminal that changes its size is drawn again at the new one."""
    with PtyProgram([*PROGRAM, str(crash_file)]) as program:
        program.wait_for("ready 80x24")
        program.resize(30, 100)
        program.wait_for("ready 100x30")


@pytest.mark.needs("pty")
@pytest.mark.parametrize("controlling", [True, False])
def test_terminal_closed(controlling: bool, crash_file: Path) -> None:
    """A window that is closed ends the program, whether SIGHUP tells it or not."""
    argv = [*PROGRAM, str(crash_file)]
    with PtyProgram(argv, controlling=controlling) as program:
        program.wait_for("ready 80x24")
        program.close_terminal()
        assert program.wait_exit() == 129
        assert not crash_file.exists()


@pytest.mark.needs("pty")
@pytest.mark.parametrize("what", ["writing", "both"])
def test_whoever_still_writes_to_a_closed_terminal(what: str, crash_file: Path) -> None:
    """A picture that was due, a title: that nobody sees them is no mistake."""
    argv = [*PROGRAM, str(crash_file), what]
    with PtyProgram(argv, controlling=False) as program:
        program.wait_for("ready", ".")
        program.close_terminal()
        assert program.wait_exit() == 129
        assert not crash_file.exists()


@pytest.mark.needs("pty")
def test_signal_in_the_clean_up(crash_file: Path) -> None:
    """A second Ctrl-C while cleaning up is counted, not raised."""
    with PtyProgram([*PROGRAM, str(crash_file)]) as program:
        program.wait_for("ready 80x24")
        program.process.send_signal(signal.SIGINT)
        program.wait_for("cleaning")
        program.process.send_signal(signal.SIGINT)
        program.send("\n")
        assert program.wait_exit() == 130
        assert "cleaned" in program.text
        program.assert_sane()


@pytest.mark.needs("pty")
def test_third_signal_leaves_at_once(crash_file: Path) -> None:
    """A screen that will not end is left at the third signal, the terminal restored."""
    with PtyProgram([*PROGRAM, str(crash_file), "shield"]) as program:
        program.wait_for("ready 80x24")
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            program.process.send_signal(number)
        assert program.wait_exit() in (129, 130, 143)
        assert "cleaned" not in program.text
        program.assert_sane()


# --- In process -----------------------------------------------------------------------


@pytest.fixture
def pipe() -> Iterator[Callable[[str], None]]:
    """A keyboard for applications made inside the test."""
    with create_pipe_input() as keyboard, create_app_session(keyboard, DummyOutput()):
        yield keyboard.send_text


def test_run_returns_what_main_returns() -> None:
    """`run` is `trio.run` to its caller: value, arguments and trio's own clock."""

    async def main(a: int, b: int) -> int:
        await trio.lowlevel.checkpoint()
        return a * b

    assert guest.run(main, 6, 7) == 42


def test_run_takes_the_clock_of_a_test() -> None:
    """By one that stands still with the process, no link is given up for that.

    What has come meanwhile is heard; who really says nothing is silent all the same.
    """
    stood = 0.0

    async def main() -> ToClient:
        near, far = trio.testing.memory_stream_pair()
        link = Link(near, awake=trio.current_time)

        async def be_held_up() -> None:
            nonlocal stood
            await trio.testing.wait_all_tasks_blocked()
            stood = 600.0
            await far.send_all(frame(Beat(1)))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.wake)
            nursery.start_soon(be_held_up)
            heard = await link.receive()
            with pytest.raises(LinkLost, match="silent"):
                await link.receive(limit=0.1)
            nursery.cancel_scope.cancel()
        return heard

    clock = Awake(lambda: time.monotonic() + stood)
    assert guest.run(main, clock=clock) == Beat(1)


def test_run_unwraps_groups_of_one() -> None:
    """An error out of nested nurseries arrives as itself."""

    async def main() -> None:
        async with trio.open_nursery() as outer, trio.open_nursery() as inner:
            inner.start_soon(fail, "deep")
            outer.start_soon(trio.sleep_forever)

    with pytest.raises(ValueError, match="deep"):
        guest.run(main)


def test_run_keeps_groups_of_more() -> None:
    """Two errors stay two errors."""

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(fail, "one")
            nursery.start_soon(fail, "two")

    with pytest.RaisesGroup(ValueError, ValueError):
        guest.run(main)


async def fail(why: str) -> None:
    raise ValueError(why)


def test_an_error_in_a_forgotten_callback_is_not_lost() -> None:
    """What escapes from a bare asyncio callback ends the run, clean-up included."""
    cleaned = []

    async def main() -> None:
        asyncio.get_running_loop().call_soon(int, "no number")
        try:
            await trio.sleep_forever()
        finally:
            cleaned.append(True)

    with pytest.raises(ValueError, match="no number"):
        guest.run(main)
    assert cleaned


def test_a_message_without_an_error_is_not_lost() -> None:
    """The loop may report a trouble in words only; that ends the run too."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.call_exception_handler({"message": "words only"})
        await trio.sleep_forever()

    with pytest.raises(RuntimeError, match="words only"):
        guest.run(main)


def test_left_over_tasks_are_ended() -> None:
    """An asyncio task that nobody awaits does not outlive the run."""
    ended = []

    async def linger() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def main() -> None:
        kept = asyncio.get_running_loop().create_task(linger())
        await guest.aio(asyncio.sleep, 0)
        assert not kept.done()

    guest.run(main)
    assert ended


def test_aio_passes_values_and_errors() -> None:
    """`aio` is a plain await to trio: it returns what was returned, raises the rest."""

    async def double(number: int) -> int:
        await asyncio.sleep(0)
        if number < 0:
            raise ValueError(number)
        return 2 * number

    async def main() -> int:
        with pytest.raises(ValueError, match="-1"):
            await guest.aio(double, -1)
        return await guest.aio(double, 4)

    assert guest.run(main) == 8


def test_aio_cancelled_from_trio_waits_for_the_asyncio_side() -> None:
    """A cancelled wait goes on only when the asyncio task has had its say."""
    ended = []

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(True)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest.aio, stubborn)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        assert ended

    guest.run(main)
    assert ended


def test_aio_cancelled_from_asyncio_is_an_error() -> None:
    """A task that cancels itself must not look like trio's own cancellation."""

    async def itself() -> None:
        raise asyncio.CancelledError

    with pytest.raises(RuntimeError, match="asyncio side"):
        guest.run(guest.aio, itself)


def test_run_ui_returns_the_result(pipe: Callable[[str], None]) -> None:
    """`run_ui` gives back what the application was exited with."""

    async def main() -> int:
        pipe("q")
        return await guest.run_ui(Program(shielded=False).app)

    assert guest.run(main) == 5


@pytest.mark.parametrize("key", ["b", "r"])
def test_run_ui_raises_what_broke(key: str, pipe: Callable[[str], None]) -> None:
    """An error in a key binding or in the picture ends the screen and is raised."""

    async def main() -> int:
        pipe(key)
        return await guest.run_ui(Program(shielded=False).app)

    with pytest.raises(ValueError, match=r"in (a key binding|the picture)"):
        guest.run(main)


@pytest.mark.parametrize(
    ("number", "raised"), [(errno.EIO, guest.TerminalGone), (errno.EPERM, OSError)]
)
def test_run_ui_tells_a_closed_terminal(
    number: int, raised: type[Exception], pipe: Callable[[str], None]
) -> None:
    """A picture nobody can be shown is a terminal that went away; the rest is ours."""

    async def main() -> int:
        app = Program(shielded=False).app
        app.before_render += lambda _: raising(OSError(number, "no"))
        return await guest.run_ui(app)

    with pytest.raises(raised):
        guest.run(main)


def test_run_ui_tells_a_closed_keyboard() -> None:
    """A keyboard that ends is a terminal that went away."""

    async def main() -> int:
        with create_pipe_input() as keyboard:
            keyboard.close()
            with create_app_session(keyboard, DummyOutput()):
                return await guest.run_ui(Program(shielded=False).app)

    with pytest.raises(guest.TerminalGone):
        guest.run(main)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_supervise_cancels_at_the_first_signal(number: int) -> None:
    """A signal cancels main, which cleans up, and makes the exit status."""
    cleaned = []

    async def main() -> int:
        try:
            os.kill(os.getpid(), number)
            await trio.sleep_forever()
        finally:
            cleaned.append(True)

    assert guest.run(guest.supervise, main) == 128 + number
    assert cleaned


def test_supervise_passes_errors_and_statuses() -> None:
    """Without a signal the status is main's own, and an error stays itself."""

    async def main(status: int) -> int:
        if status == 0:
            raise KeyError("zero")
        return status

    assert guest.run(guest.supervise, main, 6) == 6
    with pytest.raises(KeyError, match="zero"):
        guest.run(guest.supervise, main, 0)


LEAVINGS: list[tuple[BaseException, int, str]] = [
    (KeyboardInterrupt(), 130, ""),
    (SystemExit(None), 0, ""),
    (SystemExit(6), 6, ""),
    (SystemExit("words"), 1, "words"),
    (guest.TerminalGone(), 129, ""),
    (RuntimeError("no cards"), 1, "RuntimeError: no cards"),
    (OSError(errno.EIO, "a disk"), 1, "a disk"),
]


@pytest.mark.parametrize(("error", "status", "told"), LEAVINGS)
def test_launch_turns_every_leaving_into_a_status(
    error: BaseException,
    status: int,
    told: str,
    crash_file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing gets past `launch`: a status for the shell, a sentence for the person."""

    async def main() -> int:
        raise error

    assert guest.launch(main, crash_file=crash_file) == status
    heard = capsys.readouterr().err
    assert told in heard
    assert "Traceback" not in heard
    assert crash_file.exists() == isinstance(error, RuntimeError | OSError)


def test_launch_tells_even_where_nothing_can_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A crash file that cannot be written does not hide the crash."""
    (tmp_path / "file").touch()

    async def main() -> int:
        raise ValueError("x")

    assert guest.launch(main, crash_file=tmp_path / "file" / "crash") == 1
    heard = capsys.readouterr().err
    assert "ValueError: x" in heard
    assert "Details" not in heard


def test_a_window_that_is_no_console_is_nobodys_mistake(
    crash_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the library raises in such a window on Windows becomes a way out of it."""

    class NoConsoleScreenBufferError(Exception):
        """Stands for the library's, which can only be imported on Windows."""

    async def main() -> int:
        raise NoConsoleScreenBufferError

    assert guest.launch(main, crash_file=crash_file) == 1
    assert capsys.readouterr().err == f"{endings.NO_CONSOLE}\n"
    assert not crash_file.exists()
