"""`p10net` on a real terminal: the first question, the start screen, the way out."""

import json
import signal
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from p10net.cli import settings
from p10net.cli.start import LINES
from tests.ptys import PtyProgram, python
from tests.shell import PATIENCE, said, started

pytestmark = [pytest.mark.needs("pty"), pytest.mark.limit(90)]

P10NET = python("-m", "p10net")
QUESTION = "Type plain: line mode for screen readers."


def on_terminal(home: Path, env: Mapping[str, str] | None = None) -> PtyProgram:
    """Start `p10net` alone as somebody with that home."""
    return PtyProgram(
        P10NET, env={"XDG_STATE_HOME": str(home / "state"), **(env or {})}
    )


def test_the_first_start_asks_once_and_two_keys_deal(home: Path) -> None:
    """Enter for the screen, Enter to play: the first hand is there; then a way out."""
    with on_terminal(home) as program:
        program.wait_for(QUESTION)
        program.send("\r")
        program.wait_for("Play now against 3 bots", "Tables near you")
        program.send("\r")
        program.wait_for("Round 1", "3 Max")
        program.send("o")
        program.send("\x03")
        program.wait_for("Leave the table?")
        program.send("y")

        assert program.wait_exit() == 0
        assert "has stopped: `p10net resume` goes on with it." in program.text
        program.assert_sane()
    assert settings.get("sort") == "color"

    with on_terminal(home) as program:
        program.wait_for("Enter  Return to your seat at", "Play now against 3 bots")
        assert QUESTION not in program.raw.decode()
        program.send("\r")
        program.wait_for("Round 1", "3 Max")
        program.send("o")  # which goes on from what was remembered
        program.send("qy")

        assert program.wait_exit() == 0
        program.assert_sane()
    assert settings.get("sort") == "need"


def test_whoever_asks_for_lines_never_sees_a_screen(home: Path) -> None:
    """Said once, it is remembered; a game can be played and left from there."""
    with on_terminal(home) as program:
        program.wait_for(QUESTION)
        program.send("plain\r")
        program.wait_for(LINES)
        program.send("7\r")
        program.wait_for("Type one of the numbers")
        program.send("6\r")

        assert program.wait_exit() == 0

    with on_terminal(home) as program:
        program.wait_for(LINES)
        program.send("1\r")
        program.wait_for("Round 1", "draw from the stock")
        program.send("leave\r")

        assert program.wait_exit() == 0
        assert b"\x1b" not in program.raw

    with on_terminal(home) as program:
        program.wait_for(f"{LINES} 1 return to your seat at")
        program.send("1\r")
        program.wait_for("Round 1")


def test_lines_that_are_cut_off_say_how_the_game_goes_on(home: Path) -> None:
    """The start asks what to do, a game begins there, a signal ends the program."""
    with on_terminal(home, {"P10NET_UI": "plain"}) as program:
        program.wait_for(LINES)
        program.send("1\r")
        program.wait_for("Round 1", "draw from the stock")
        program.process.terminate()

        assert program.wait_exit() == 128 + signal.SIGTERM
        assert program.text.count("`p10net resume` goes on with it.") == 1


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"P10NET_UI": "plain"}])
def test_the_environment_can_ask_for_lines(env: dict[str, str], home: Path) -> None:
    """Then nothing is asked first."""
    with on_terminal(home, env) as program:
        program.wait_for(LINES)
        assert QUESTION not in program.text
        program.send("\x04")

        assert program.wait_exit() == 0


def test_lines_lead_to_tables_nearby_or_anywhere(home: Path) -> None:
    """A target may be typed whether or not any table was found, and once more."""
    with on_terminal(home, {"P10NET_UI": "plain"}) as program:
        program.wait_for(LINES)
        program.send("help\r")
        program.wait_for("Type one of the numbers, or its words: 1 play now, 2 join")
        program.send("join\r")
        program.wait_for("Type a number, a code, an address or a name,")
        program.send("127.0.0.1:1\r")
        program.wait_for("No table answers at 127.0.0.1")
        program.send("\r")

        assert program.wait_exit() == 0


def asked_to_leave(host: PtyProgram) -> int:
    """Leave as a person does."""
    host.send("\x03")
    host.wait_for("Leave the table?")
    host.send("y")
    return 0


def ended(number: int) -> Callable[[PtyProgram], int]:
    """End the program from outside, as who closes its window does."""

    def end(host: PtyProgram) -> int:
        host.process.send_signal(number)
        return 128 + number

    return end


@pytest.mark.parametrize(
    "leave",
    [asked_to_leave, ended(signal.SIGTERM), ended(signal.SIGHUP)],
    ids=["asked", "SIGTERM", "SIGHUP"],
)
def test_a_host_plays_at_the_own_table(
    leave: Callable[[PtyProgram], int], home: Path
) -> None:
    """Bots asked for sit down, a guest comes by address, and the game starts.

    However the host goes, one line says how the table goes on.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    where = ("--bind", "127.0.0.1", "--port", port, "--no-advertise")
    env = {"XDG_STATE_HOME": str(home / "state")}
    with PtyProgram([*P10NET, "host", *where, "--bots", "1"], env=env) as host:
        host.wait_for(f"127.0.0.1:{port}", "Cleo")
        with started("bot", f"127.0.0.1:{port}", "--name", "Zoltan") as guest:
            host.wait_for("Zoltan")
            host.send("s")
            host.wait_for("Round 1")
            status = leave(host)

            assert host.wait_exit() == status
            assert guest.wait(PATIENCE) == 0
        assert "has stopped: `p10net resume` goes on with it." in host.text
        host.assert_sane()


@pytest.mark.parametrize("ui", ["screen", "plain"])
def test_a_password_is_asked_for(ui: str, home: Path) -> None:
    """Whoever picks a table that wants one types it then, and sits down."""
    guarded = ("host", "--headless", "--port", "0", "--bind", "127.0.0.1", "--json")
    with started(*guarded, "--password", "tea", "--start-when", "6") as host:
        place = f"127.0.0.1:{json.loads(said(host.stdout))['port']}"
        argv = python("-m", "p10net", "join", place)
        env = {"XDG_STATE_HOME": str(home / "state"), "P10NET_UI": ui}
        with PtyProgram(argv, env=env) as program:
            program.wait_for("asks new people for a password")
            program.send("tea\r")
            program.wait_for("Seat 1 at" if ui == "plain" else "seat 1)")


def test_sentences_are_broken_between_words(home: Path) -> None:
    """A terminal would break them wherever its last column is."""
    argv = python("-m", "p10net", "join")
    env = {"XDG_STATE_HOME": str(home / "state")}
    with PtyProgram(argv, env=env, columns=30) as program:
        assert program.wait_exit() == 2
        shown = [line.rstrip() for line in program.screen.display]
    assert shown[:4] == [
        "Say which table, by its code,",
        "address or name: `p10net list`",
        "shows those nearby.",
        "",
    ]


def test_lines_for_this_once(home: Path) -> None:
    """`--plain` asks nothing and is not remembered; a command has one of its own."""
    argv = python("-m", "p10net", "--plain")
    env = {"XDG_STATE_HOME": str(home / "state")}
    with PtyProgram(argv, env=env) as program:
        program.wait_for(LINES)
        assert QUESTION not in program.text
        program.send("\x04")
        assert program.wait_exit() == 0
    assert settings.look("ui").source == "default"
