"""A tiny client for tests/test_guest.py: one screen, one key for each way to end it.

Run as `python -m tests.guest_program CRASH_FILE [shield | writing | both]`; the last
two show no screen, and write until the terminal is gone.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import trio
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from p10net.client import guest


class Program:
    def __init__(self, shielded: bool) -> None:
        self.asked = trio.Event()
        self.around = trio.CancelScope(shield=shielded)
        self.broken = False
        keys = KeyBindings()
        for key, reaction in {
            "c-c": lambda event: event.app.exit(result=0),
            "q": lambda event: event.app.exit(result=5),
            "t": lambda event: self.asked.set(),
            "b": lambda event: raising(ValueError("in a key binding")),
            "x": lambda event: raising(SystemExit(3)),
            "w": lambda event: raising(SystemExit("in words")),
            "k": lambda event: raising(KeyboardInterrupt()),
            "s": lambda event: self.around.cancel(),
            "r": self.break_picture,
        }.items():
            keys.add(key)(reaction)
        self.app: Application[int] = Application(
            layout=Layout(Window(FormattedTextControl(self.picture))),
            key_bindings=keys,
            full_screen=True,
            max_render_postpone_time=None,
        )

    def picture(self) -> str:
        if self.broken:
            raise ValueError("in the picture")
        size = get_app().output.get_size()
        return f"ready {size.columns}x{size.rows}"

    def break_picture(self, event: KeyPressEvent) -> None:
        self.broken = True

    async def task(self) -> None:
        await self.asked.wait()
        raise ValueError("in a task")

    async def main(self) -> int:
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.task)
                status = 4
                with self.around:
                    status = await guest.run_ui(self.app)
                nursery.cancel_scope.cancel()
            return status
        finally:
            with trio.CancelScope(shield=True), contextlib.suppress(OSError):
                sys.stdout.write("cleaning\n")
                await trio.to_thread.run_sync(sys.stdin.readline)
                sys.stdout.write("cleaned\n")


async def writing() -> int:
    """Write beside the screen, until nobody is there to read."""
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        os.write(sys.stdout.fileno(), b".")
        await trio.sleep(0.01)


async def both() -> int:
    """Let the screen end as well, at the same moment."""
    try:
        return await writing()
    except OSError as error:
        raise BaseExceptionGroup("", [guest.TerminalGone(), error]) from None


ALONE = {"writing": writing, "both": both}


def raising(error: BaseException) -> None:
    raise error


if __name__ == "__main__":
    program = Program(shielded="shield" in sys.argv)
    main = ALONE.get(sys.argv[-1], program.main)
    sys.exit(guest.launch(main, crash_file=Path(sys.argv[1])))
