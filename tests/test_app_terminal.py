"""The whole program on a terminal of its own: it plays, and leaves nothing behind."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ptys import PtyProgram, python

PLAY = python("-m", "p10net", "play", "--bots", "1", "--seed", "7", "--pace", "0")

Act = Callable[[PtyProgram], None]


def signals(number: int) -> Act:
    return lambda program: program.process.send_signal(number)


LEAVINGS: dict[str, tuple[Act, int]] = {
    "q and y": (lambda program: program.send("qy"), 0),
    "Ctrl-C twice": (lambda program: program.send("\x03\x03"), 0),
    "SIGINT": (signals(signal.SIGINT), 130),
    "SIGTERM": (signals(signal.SIGTERM), 143),
    "SIGHUP": (signals(signal.SIGHUP), 129),
}


@pytest.mark.needs("pty")
@pytest.mark.limit(30)
@pytest.mark.parametrize("name", LEAVINGS)
def test_the_terminal_is_sane_afterwards(name: str, home: Path) -> None:
    """However a game is left, the terminal is as it was, and a line says what waits."""
    leave, status = LEAVINGS[name]
    with PtyProgram(PLAY) as program:
        program.wait_for("Round 1", "You (")
        leave(program)
        assert program.wait_exit() == status
        program.assert_sane()
        after = program.raw.rpartition(b"\x1b[?1049l")[2]
        assert b"Traceback" not in after
        assert after.count(b"has stopped: `p10net resume` goes on with it.") == 1


@pytest.mark.needs("pty")
@pytest.mark.limit(30)
def test_a_turn_in_a_real_terminal(home: Path) -> None:
    """A window that changes its size, and keys until a card is drawn."""
    with PtyProgram(PLAY, rows=24, columns=80) as program:
        program.wait_for("YOUR TURN", "d draw")
        program.resize(40, 120)
        program.wait_for("SCORES", "PHASES")
        program.resize(24, 80)
        program.wait_for("YOUR TURN", "d draw")
        while " new" not in program.text:
            program.send("do")  # deaf for a moment after the turn has come
            program.wait_for("Sorted by color")
            program.send("ooo")
            program.wait_for("Sorted by number")
        program.send("qy")
        assert program.wait_exit() == 0
