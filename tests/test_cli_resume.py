"""`p10net resume`: tables that were killed or left, brought back by a command."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p10net.cli import folders, games
from p10net.host.resume import FOLDER
from p10net.host.sectors import SECTOR, scan
from tests.ptys import PtyProgram
from tests.shell import COMMAND, PATIENCE, Done, inside, said, started

Capture = pytest.CaptureFixture[str]

HOME = "127.0.0.1"
HAND = "10 cards: red 2, red 3, blue 4, blue 11, green 6, green 12, yellow 12,"
"""What seed 5 deals to whoever plays alone."""
GAME = ("--bots", "2", "--pace", "0.02", "--seed", "3")


@pytest.fixture
def state(home: Path) -> Path:
    """Say where the host keeps its files; its guests have a home besides."""
    return home / "host"


@pytest.fixture
def port() -> str:
    """Find a port that is free now."""
    with socket.create_server((HOME, 0)) as free:
        return str(free.getsockname()[1])


@contextmanager
def killed_in_a_game(
    state: Path, port: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Play a while, kill the host, and keep its guest knocking for the block.

    Gives the table's id, and the guest.
    """
    where = ("--bind", HOME, "--port", port, "--no-advertise", "--name", "Kitchen")
    flags = (*where, *GAME, "--headless", "--json", "--state-dir", str(state))
    with started("host", *flags) as host:
        table = json.loads(said(host.stdout))["id"]
        with started("bot", f"{HOME}:{port}", "--pace", "0.02") as guest:
            journal = state / FOLDER / f"{table}.journal"
            _grown(journal, 30)
            host.send_signal(signal.SIGKILL)
            host.wait(PATIENCE)
            yield table, guest


def _grown(journal: Path, records: int) -> None:
    """Wait until so much has happened at a table."""
    while not journal.exists() or _records(journal) < records:
        os.sched_yield()


def _records(journal: Path) -> int:
    return len(scan(journal.read_bytes()).bodies)


def resumed(state: Path, *flags: str) -> tuple[str, ...]:
    """Give the arguments that bring a table back."""
    return ("resume", *flags, "--headless", "--json", "--state-dir", str(state))


@pytest.mark.limit(90)
def test_a_killed_table_goes_on(state: Path, port: str) -> None:
    """Same id, same port; guest and bots take their seats by themselves and play on."""
    with killed_in_a_game(state, port) as (table, guest):
        journal = state / FOLDER / f"{table}.journal"
        with started(*resumed(state)) as again:
            listening = json.loads(said(again.stdout))
            _grown(journal, _records(journal) + 30)
            again.terminate()
            assert again.wait(PATIENCE) == 128 + signal.SIGTERM
            assert again.stderr is not None
            assert (
                f"has stopped: `p10net resume --state-dir {state}` goes on"
                in again.stderr.read()
            )
        assert guest.wait(PATIENCE) == 0

    assert (listening["id"], listening["port"]) == (table, int(port))


@pytest.mark.limit(90)
def test_damage_has_to_be_asked_for(state: Path, port: str, capsys: Capture) -> None:
    """Without --salvage it is a sentence with the place; with it the table is back."""
    with killed_in_a_game(state, port) as (table, _):
        journal = state / FOLDER / f"{table}.journal"
        data = bytearray(journal.read_bytes())
        data[20 * SECTOR + 9] ^= 1
        journal.write_bytes(data)
        refused = inside(capsys, *resumed(state))
        with started(*resumed(state, "--salvage")) as again:
            assert json.loads(said(again.stdout))["id"] == table
            again.terminate()
            again.wait(PATIENCE)

    assert refused.code == 1
    assert f"damaged at byte {20 * SECTOR}" in refused.sentence
    assert "--salvage" in refused.sentence


@pytest.mark.limit(60)
def test_a_host_says_what_was_never_finished(
    state: Path, port: str, capsys: Capture
) -> None:
    """It opens another table all the same."""
    with killed_in_a_game(state, port) as (table, _):
        flags = ("--bind", HOME, "--port", port, "--no-advertise", "--name", "Garden")
        command = ("host", *flags, "--headless", "--once", "--state-dir", str(state))
        with started(*command, "--bots", "2", "--pace", "0", "--json") as host:
            assert json.loads(said(host.stdout))["id"] != table
            told = said(host.stderr)
            again_there = (*flags, "--headless", "--state-dir", str(state))
            refused = inside(capsys, "host", *again_there)
            host.terminate()
            host.wait(PATIENCE)
        with started(*resumed(state, "kitchen")) as again:
            assert json.loads(said(again.stdout))["id"] == table
            again.terminate()
            again.wait(PATIENCE)

    assert refused.code == 1
    assert "never finished" not in refused.sentence
    assert told == (
        f"Kitchen was never finished: `p10net resume --state-dir {state}` brings it"
        " back.\n"
    )


def test_nothing_waits(state: Path, capsys: Capture) -> None:
    """One sentence, and the exit code of a table that is not there."""
    done = inside(capsys, *resumed(state))

    assert done.code == 3
    assert done.sentence == (
        f"No table of yours waits in {state}: `p10net host` opens one."
    )


def test_a_folder_that_takes_no_table(home: Path, capsys: Capture) -> None:
    """A table that cannot be kept is not opened at all."""
    (home / "host").mkdir()
    (home / "host" / FOLDER).write_bytes(b"")
    done: Done = inside(
        capsys, "host", "--headless", "--bind", HOME, "--port", "0", "--cleartext",
        *("--state-dir", str(home / "host")),
    )  # fmt: skip

    assert done.code == 1
    assert "cannot be kept" in done.sentence
    assert "--state-dir" in done.sentence


def test_a_game_alone_names_no_flag_that_it_does_not_have(
    home: Path, capsys: Capture
) -> None:
    """What cannot be kept is not played; where to is nothing that `play` asks."""
    folders.state().parent.mkdir(parents=True, exist_ok=True)
    folders.state().write_bytes(b"")
    done = inside(capsys, "play", "--plain")

    assert done.code == 1
    assert done.sentence.endswith("see who may write there.")


def test_a_game_that_cannot_be_saved_is_told_of(home: Path, capsys: Capture) -> None:
    """It is played to its end all the same; who looks for it later would be lost."""
    folders.data().parent.mkdir(parents=True, exist_ok=True)
    folders.data().write_bytes(b"")
    done = inside(
        capsys, "host", "--headless", "--once", "--bots", "2", "--pace", "0",
        *("--bind", HOME, "--port", "0", "--cleartext", "--no-advertise"),
        *("--set", "phases=1 set of 2"),
    )  # fmt: skip

    assert done.code == 0
    assert done.err.count(f"A game could not be saved in {games.folder()} (") == 1


@pytest.mark.needs("pty")
@pytest.mark.limit(60)
def test_a_game_alone_goes_on_where_it_was_left(home: Path) -> None:
    """The same hand lies there, by command and from the start screen's list."""
    env = {"P10NET_UI": "plain"}
    with PtyProgram([*COMMAND, "play", "--seed", "5", "--pace", "0"], env=env) as game:
        game.wait_for(HAND, "draw from the stock")
        game.send("leave\r")
        assert game.wait_exit() == 0
    with PtyProgram([*COMMAND, "resume"], env=env) as game:
        game.wait_for("draw from the stock")
        game.send("hand\r")
        game.wait_for(HAND)
        game.send("leave\r")
        assert game.wait_exit() == 0
    with PtyProgram([*COMMAND], env=env) as game:
        game.wait_for("1 return to your seat")
        game.send("1\r")
        game.wait_for("draw from the stock")
        game.send("hand\r")
        game.wait_for(HAND)
        game.send("leave\r")
        assert game.wait_exit() == 0
