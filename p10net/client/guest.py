"""Runs trio as a guest on the asyncio loop that prompt_toolkit asks for.

The screen library speaks asyncio only, everything else here speaks trio. So an asyncio
loop is outermost, trio is its guest in the same thread, and the screen is awaited
*from* trio: to the rest of the program `await run_ui(app)` is an ordinary trio call and
nothing else knows that asyncio exists. Bots and headless hosts use plain `trio.run`.

The order of the layers is the point of this file. Signals are received outside the
scope that they cancel, so that a second Ctrl-C during the clean-up is counted instead
of raised. Whatever escapes from an asyncio callback cancels trio and waits for it, so
that no `finally` is skipped. Errors are told after the terminal is the shell's again.

It may not know what runs on it: no session, no table, no card.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, TypeVarTuple, cast

import trio

from p10net.client import files
from p10net.client.words import endings

if TYPE_CHECKING:
    from prompt_toolkit.application import Application

if sys.platform != "win32":
    import termios

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)
# After this many signals the program leaves without its clean-up.
PATIENCE = 3
# A terminal that went away is what SIGHUP tells, where there is a SIGHUP.
HANGUP = 128 + 1
STDIN, STDOUT = 0, 1
NO_CONSOLE = "NoConsoleScreenBufferError"
"""What the screen library raises on Windows in a window of another kind; its module
can only be loaded there."""
# Leave the alternate screen, show the cursor, end bracketed paste, focus reports and
# every kind of mouse report.
CALM = (
    b"\x1b[?1049l\x1b[?25h\x1b[?2004l\x1b[?1004l"
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[0m"
)


class TerminalGone(Exception):
    """The terminal was closed under the screen: there is nobody left to tell."""


def lone(error: BaseException) -> BaseException:
    """Unwrap groups of one, which trio's nurseries put around every error."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def run(
    async_fn: Callable[[*Ts], Awaitable[T]],
    *args: *Ts,
    clock: trio.abc.Clock | None = None,
) -> T:
    """Like `trio.run`, with an asyncio loop underneath that `aio` can reach."""
    loop = asyncio.new_event_loop()
    try:
        return _run_on(loop, partial(async_fn, *args), clock)
    finally:
        _close(loop)


def _run_on(
    loop: asyncio.AbstractEventLoop,
    main: Callable[[], Awaitable[T]],
    clock: trio.abc.Clock | None,
) -> T:
    done: asyncio.Future[Any] = loop.create_future()
    scope = trio.CancelScope()
    crashes: list[BaseException] = []

    def crash(error: BaseException) -> None:
        crashes.append(error)
        scope.cancel()

    async def root() -> T | None:
        with scope:
            return await main()
        return None

    # An error in a callback that nobody awaits would otherwise be logged and lost.
    loop.set_exception_handler(lambda _, context: crash(_error_in(context)))
    trio.lowlevel.start_guest_run(
        root,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=done.set_result,
        # asyncio takes that descriptor when the screen asks for SIGWINCH.
        host_uses_signal_set_wakeup_fd=True,
        clock=clock,
    )
    while not done.done():
        try:
            loop.run_until_complete(done)
        except BaseException as error:  # noqa: BLE001  trio must still unwind
            crash(error)
    if crashes:
        raise lone(crashes[0])
    try:
        return cast(T, done.result().unwrap())
    except BaseExceptionGroup as group:
        raise lone(group) from None


def _error_in(context: dict[str, Any]) -> BaseException:
    error = context.get("exception")
    if isinstance(error, BaseException):
        return error
    return RuntimeError(context.get("message", "asyncio met an error"))


def _close(loop: asyncio.AbstractEventLoop) -> None:
    try:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
    finally:
        loop.close()


async def aio(
    coroutine_fn: Callable[[*Ts], Coroutine[Any, Any, T]],
    *args: *Ts,
) -> T:
    """Await asyncio code from a trio task.

    Cancelling the trio task cancels the asyncio one and waits until it has ended: the
    screen gets to give the terminal back before anything else happens.
    """
    me = trio.lowlevel.current_task()
    task = asyncio.get_running_loop().create_task(coroutine_fn(*args))
    cancelled: list[Callable[[], NoReturn]] = []

    def abort(raise_cancel: Callable[[], NoReturn]) -> trio.lowlevel.Abort:
        cancelled.append(raise_cancel)
        task.cancel()
        return trio.lowlevel.Abort.FAILED

    task.add_done_callback(lambda _: trio.lowlevel.reschedule(me))
    await trio.lowlevel.wait_task_rescheduled(abort)
    if not task.cancelled():
        return task.result()
    for raise_cancel in cancelled:
        raise_cancel()
    raise RuntimeError("cancelled on the asyncio side")


async def run_ui(app: Application[T]) -> T:
    """Show a full-screen application until it exits; await it like any trio call.

    prompt_toolkit's own handlers are switched off: the one for errors would print a
    traceback and carry on with a broken screen, the one for SIGINT would take the
    signal from `supervise`.
    """
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if app.future is not None and not app.future.done():
            app.future.set_exception(_error_in(context))
        elif before is not None:
            before(loop, context)

    loop.set_exception_handler(fail)
    try:
        return await aio(
            partial(app.run_async, set_exception_handler=False, handle_sigint=False)
        )
    except EOFError:
        raise TerminalGone from None
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise TerminalGone from None
    finally:
        loop.set_exception_handler(before)


async def supervise(
    main: Callable[[*Ts], Awaitable[int]],
    *args: *Ts,
    give_up: Callable[[], None] = lambda: None,
) -> int:
    """Run `main` under the program's signals and return the exit status.

    The first signal cancels it, the third leaves on the spot after `give_up()`.
    """
    struck: list[int] = []
    status = 0
    scope = trio.CancelScope()

    with trio.open_signal_receiver(*SIGNALS) as arriving:

        async def watch() -> None:
            async for number in arriving:
                struck.append(number)
                scope.cancel()
                if len(struck) == PATIENCE:
                    give_up()
                    os._exit(128 + number)

        try:
            async with trio.open_nursery() as outer:
                outer.start_soon(watch)
                with scope:
                    status = await main(*args)
                outer.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            error = lone(group)
            if not isinstance(error, TerminalGone):
                raise error from None
            status = HANGUP
    return 128 + struck[0] if struck else status


class Terminal:
    """How the terminal stood before anybody drew on it: the belt to the braces."""

    def __init__(self) -> None:
        self._modes = _modes()

    @property
    def gone(self) -> bool:
        """Whether there was a terminal, and there is none any more."""
        return self._modes is not None and _modes() is None

    def restore(self) -> None:
        """Put it back if whoever changed it did not.

        The screen library leaves the alternate screen before it leaves raw mode, so
        modes as they were mean that nothing is left to do.
        """
        if sys.platform == "win32" or self._modes is None or self._modes == _modes():
            return
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(STDIN, termios.TCSANOW, self._modes)
            os.write(STDOUT, CALM)


def _modes() -> list[Any] | None:
    if sys.platform != "win32":
        with contextlib.suppress(OSError, termios.error):
            return termios.tcgetattr(STDIN)
    return None


def launch(
    main: Callable[[*Ts], Awaitable[int]],
    *args: *Ts,
    crash_file: Path,
) -> int:
    """Run a client that draws, and return the exit status of the whole program.

    An error nobody expected becomes one sentence on a sane terminal; the traceback
    goes to `crash_file`, for whoever mends it.
    """
    terminal = Terminal()
    try:
        return run(partial(supervise, main, *args, give_up=terminal.restore))
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except SystemExit as leaving:
        return _status(leaving)
    except BaseException as error:  # noqa: BLE001  the last fence before the shell
        if terminal.gone and _unheard(error):
            return HANGUP
        terminal.restore()
        _tell(error, crash_file)
        return 1
    finally:
        terminal.restore()


def _unheard(error: BaseException) -> bool:
    """Whether all of it is what whoever writes to a closed terminal is answered.

    A picture may be due when the screen is already ending, a title is set beside it.
    """
    if isinstance(error, BaseExceptionGroup):
        return all(map(_unheard, error.exceptions))
    if isinstance(error, OSError):
        return error.errno == errno.EIO
    return isinstance(error, TerminalGone)


def _status(leaving: SystemExit) -> int:
    if leaving.code is None or isinstance(leaving.code, int):
        return leaving.code or 0
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{leaving.code}\n")
    return 1


def _tell(error: BaseException, crash_file: Path) -> None:
    """Say how it ended; where a window is no console, that is nobody's mistake."""
    if type(error).__name__ == NO_CONSOLE:
        with contextlib.suppress(OSError):
            sys.stderr.write(endings.NO_CONSOLE + "\n")
        return
    kept: Path | None = crash_file
    try:
        trace = "".join(traceback.format_exception(error))
        files.replace(crash_file, trace.encode("utf-8", "backslashreplace"))
    except OSError:
        kept = None
    with contextlib.suppress(OSError):
        sys.stderr.write(endings.crashed(error, kept) + "\n")
