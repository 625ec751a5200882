"""Where lines come from and go to: pipes, and a terminal read key by key."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import pytest
import trio

from p10net.client.plain.console import Streams, broken, plain_letters, terminal
from tests.pipes import Pipe, Terminal

if sys.platform != "win32":
    import termios

LETTERS = [
    ("Zoë", "Zoe"),
    ("Zo\u0308e", "Zoe"),
    ("Ян plays", "?? plays"),
    ("一", "?"),
    ("plain", "plain"),
]


@pytest.mark.parametrize(("text", "plain"), LETTERS)
def test_only_ascii_is_written(text: str, plain: str) -> None:
    """Accents go, and what has no letter here is a question mark."""
    assert plain_letters(text) == plain


def test_long_lines_are_broken_at_words() -> None:
    """Nothing is cut off, and columns that fit stay as they are."""
    line = " ".join(f"word{number}" for number in range(40))

    assert " ".join(broken(line)) == line
    assert max(map(len, broken(line))) <= 80
    assert [*broken("a    b")] == ["a    b"]


async def test_lines_go_through_pipes() -> None:
    """Whole lines come in until the end of input, long ones go out in several."""
    pipe = Pipe()
    pipe.put("hand\n\nlast")
    pipe.end()
    read = [await pipe.console.read() for _ in range(4)]
    pipe.console.write("x " * 50)
    pipe.close()

    assert read == ["hand", "", "last", None]
    assert os.read(pipe.heard, 1000).split() == [b"x"] * 50
    os.close(pipe.heard)


def test_a_reader_that_is_gone_is_noticed_quietly() -> None:
    """Nothing is raised, not even when the sink is closed with something in it."""
    pipe = Pipe()
    os.close(pipe.heard)
    pipe.console.write("nobody hears this")
    pipe.console.write("nor this")

    assert pipe.console.gone
    pipe.end()
    pipe.close()


@pytest.mark.needs("pty")
async def test_a_terminal_is_read_key_by_key() -> None:
    """A half typed line is known, and mended by the usual keys; arrows do nothing."""
    with Terminal() as at, at.keyboard as keyboard:
        at.press("hunf\x7fd \x1b[A\x7f")
        with trio.move_on_after(0.2):
            await keyboard.read()
        begun = keyboard.typing

        at.press("\x15hand\r4\n\x04")
        assert [await keyboard.read() for _ in range(3)] == ["hand", "4", None]
        assert (begun, keyboard.typing) == (True, False)
        seen = at.seen("4\n")
    assert "\x1b" not in seen
    assert seen.endswith("hand\n4\n")


@pytest.mark.needs("pty")
def test_a_terminal_is_given_back() -> None:
    """Its modes are what they were, whatever ended the line mode."""
    with Terminal() as at:
        before = termios.tcgetattr(at.inner)
        with suppress(RuntimeError), terminal(at.source, at.sink):
            assert termios.tcgetattr(at.inner) != before
            raise RuntimeError
        assert termios.tcgetattr(at.inner) == before


@pytest.mark.needs("pty")
async def test_a_terminal_that_is_closed_ends_the_input() -> None:
    """Whoever closes the window is gone, and nothing is raised."""
    at = Terminal()
    with at.keyboard as keyboard:
        os.close(at.outer)
        assert await keyboard.read() is None
        keyboard.write("nobody sees this")
        assert keyboard.gone
    at.source.close()
    at.sink.close()
    os.close(at.inner)


def test_what_is_no_terminal_is_read_in_lines() -> None:
    """Pipes and files are read line by line."""
    pipe = Pipe()
    with terminal(pipe.source, pipe.sink) as console:
        assert isinstance(console, Streams)
    pipe.end()
    pipe.close()
    os.close(pipe.heard)
