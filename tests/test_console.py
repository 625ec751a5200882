"""Where lines come from and go to: pipes, and a terminal read key by key."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p10net.client.plain import recall
from p10net.client.plain.console import (
    Keyboard,
    Streams,
    broken,
    plain_letters,
    terminal,
)
from p10net.client.plain.recall import Recall
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
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keyboard.read)
            await wait_all_tasks_blocked()  # it has taken all keys that are there
            nursery.cancel_scope.cancel()
        begun = keyboard.typing

        at.press("\x15hand\r4\n\x04")
        assert [await keyboard.read() for _ in range(3)] == ["hand", "4", None]
        assert (begun, keyboard.typing) == (True, False)
        seen = at.seen("4\n")
    assert "\x1b" not in seen
    assert seen.endswith("hand\n4\n")


UP, DOWN = "\x1b[A", "\x1bOB"
WALKS = [
    (f"{UP}\r", "pile"),
    (f"{UP}{UP}\r", "hit g7 d"),
    (f"{UP}{UP}{UP}{UP}\r", "hand color"),
    (f"{UP}{UP}{DOWN}\r", "pile"),
    (f"who{UP}{DOWN}\r", "who"),
    (f"who{DOWN}\r", "who"),
    (f"{UP}{UP}\x7fa\r", "hit g7 a"),
    (f"\x1b[5~{UP}\x1b[C\r", "pile"),
]


@pytest.mark.needs("pty")
@pytest.mark.parametrize(("pressed", "line"), WALKS)
async def test_arrows_bring_back_what_was_typed(pressed: str, line: str) -> None:
    """Up goes back to the first line, Down forth to what was begun."""
    typed = Recall(["hand color"])
    with Terminal() as at, Keyboard(at.source, at.sink, typed) as keyboard:
        at.press("hit g7 d\r1\rpile\rpile\r")
        for _ in range(4):
            await keyboard.read()
        at.press(pressed)
        assert await keyboard.read() == line
        keyboard.write("no more")
        seen = at.seen("no more\n")
    assert "\x1b" not in seen


TYPED = [
    ("hit g7 d", True, True),
    ("Hand color", True, True),
    ("say the code is tea", True, False),
    ("name Ann", True, False),
    ("H00-921", True, False),
    ("pasword tea", True, False),
    (f"meld {'x' * 200}", True, False),
    ("hand \x1b[31m", True, False),
    ("password tea", False, False),
    ("  PASSWORD tea", False, False),
    ("1", False, False),
    ("12", False, False),
    ("d", False, False),
    (" ", False, False),
]


@pytest.mark.parametrize(("line", "remembered", "written"), TYPED)
def test_what_is_remembered_and_what_is_written_down(
    line: str, remembered: bool, written: bool, tmp_path: Path
) -> None:
    """No password, no code and nothing that was said to others ever reaches a file."""
    typed = Recall()
    typed.add(line)
    recall.keep(tmp_path, typed)
    (path,) = tmp_path.iterdir()

    assert (typed.lines == (line.strip(),)) is remembered
    assert (recall.load(tmp_path).lines == (line,)) is written
    assert path.stat().st_mode & 0o777 == 0o600
    assert ("tea" in path.read_text("utf-8")) is False


def test_only_so_much_is_remembered(tmp_path: Path) -> None:
    """The newest lines, each once; and none of a file that makes no sense."""
    typed = Recall()
    for number in [*range(recall.MOST + 20), 30]:
        typed.add(f"log {number}")
    recall.keep(tmp_path, typed)
    kept = recall.load(tmp_path).lines

    assert kept == typed.lines
    assert (len(kept), kept[0], kept[-1]) == (recall.MOST, "log 20", "log 30")
    assert recall.forget(tmp_path) == 1
    assert recall.forget(tmp_path) == 0
    (tmp_path / recall.FILE).write_text('{"no": "list"}')
    assert recall.load(tmp_path).lines == ()
    (tmp_path / "file").write_text("in the way")
    recall.keep(tmp_path / "file", typed)


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
