"""The terminals show what a program draws and bring it what is typed."""

import re
import signal
import sys
from pathlib import Path

import pytest
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from p10net.client import guest
from tests.terminal import Glass, Tmux, glass

# Says its size and what it reads; leaves with the status it is told.
ECHO = """
import os, signal, sys
def say(*_):
    print("size {0.columns}x{0.lines}".format(os.get_terminal_size()), flush=True)
signal.signal(signal.SIGWINCH, say)
say()
for line in sys.stdin:
    if line.startswith("leave"):
        sys.exit(int(line.split()[1]))
    print("read", line.strip().upper(), "♥", flush=True)
"""


class Counting:
    """A program that counts the keys it is given and leaves at `q`."""

    def __init__(self) -> None:
        self.count = 0
        keys = KeyBindings()
        keys.add("<any>")(self.more)
        keys.add("q")(lambda event: event.app.exit(result=self.count))
        self.app: Application[int] = Application(
            layout=Layout(Window(FormattedTextControl(self.picture))),
            key_bindings=keys,
            full_screen=True,
            max_render_postpone_time=None,
        )

    def more(self, event: KeyPressEvent) -> None:
        self.count += 1

    def picture(self) -> str:
        size = get_app().output.get_size()
        return f"♥ {self.count} keys on {size.columns}x{size.rows}"


def counted(terminal: Glass, columns: int, rows: int) -> int:
    """Run the counting program: two keys, a new size, the end."""

    async def main() -> int:
        import trio

        async with trio.open_nursery() as nursery:
            nursery.start_soon(person)
            return await guest.run_ui(Counting().app)

    async def person() -> None:
        await terminal.shows(r"^♥ 0 keys on 60x20$")
        terminal.press("ab")
        await terminal.shows(r"^♥ 2 keys")
        terminal.resize(columns, rows)
        await terminal.shows(rf"2 keys on {columns}x{rows}")
        terminal.press("q")

    return guest.run(main)


def test_glass_shows_what_is_drawn_and_takes_keys() -> None:
    """Picture, keys and size go both ways, and the end leaves the other screen."""
    with glass(columns=60, rows=20) as terminal:
        assert counted(terminal, 100, 30) == 2

    assert "\x1b[?1049h" in terminal.raw
    assert "\x1b[?1049l" in terminal.raw


async def test_glass_tells_what_it_saw_instead() -> None:
    """A picture that never comes fails with the one that is there."""
    with glass() as terminal:
        terminal.write("something else")
        with pytest.raises(AssertionError, match=r"no 'this' (.|\n)*something else"):
            await terminal.shows("this", within=0.01)


@pytest.mark.needs("tmux")
def test_tmux_shows_types_and_resizes(tmp_path: Path) -> None:
    """A program in tmux is seen, typed to and made larger; its status comes back."""
    with Tmux(sys.executable, "-c", ECHO, folder=tmp_path, columns=60) as terminal:
        terminal.shows(r"^size 60x24$")
        terminal.type("lay; down")
        terminal.press("Enter")
        terminal.shows(r"^read LAY; DOWN ♥$")
        terminal.resize(90, 30)
        terminal.shows(r"^size 90x30$")
        terminal.type("leave 3")
        terminal.press("Enter")

        assert terminal.wait_exit() == 3


@pytest.mark.needs("tmux")
def test_tmux_tells_which_signal_ended_a_program(tmp_path: Path) -> None:
    """A program that a key's signal ended has 128 and its number for a status."""
    quiet = "import sys; sys.excepthook = lambda *_: None\n"
    with Tmux(sys.executable, "-c", quiet + ECHO, folder=tmp_path) as terminal:
        terminal.shows("size")
        terminal.press("C-c")

        assert terminal.wait_exit() == 128 + signal.SIGINT


@pytest.mark.needs("tmux")
def test_tmux_tells_what_it_saw_instead(tmp_path: Path) -> None:
    """A picture that never comes fails with the one that is there."""
    with Tmux(sys.executable, "-c", ECHO, folder=tmp_path) as terminal:
        terminal.shows("size")
        with pytest.raises(AssertionError, match=re.escape("size 80x24")):
            terminal.shows("never", within=0.1)
