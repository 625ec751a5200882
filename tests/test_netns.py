"""Three laptops on one network: they find each other by name and finish a game.

Each laptop is a network namespace of its own with nothing but a switch between them, so
what is said here goes over a real network, as it would at home.
"""

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from p10net.cli.exits import Exit
from tests.lan import Lan
from tests.shell import COMMAND, PATIENCE, said

LIST_WITHIN = 3.0
"""Seconds in which a table must be in the list."""


class Laptop:
    """One laptop, with a home of its own: different people sit before them."""

    def __init__(self, lan: Lan, number: int, folder: Path) -> None:
        self._lan, self._number = lan, number
        home = folder / f"laptop {number}"
        home.mkdir()
        self._command = ("env", f"HOME={home}", f"XDG_STATE_HOME={home}", *COMMAND)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start p10net here."""
        return self._lan.start(self._number, *self._command, *arguments)

    def tables(self, *flags: str) -> tuple[list[dict[str, Any]], float]:
        """List tables; gives how long that took besides."""
        began = time.monotonic()
        command = (*self._command, "list", "--json", *flags)
        done = self._lan.run(self._number, *command)
        assert done.returncode == Exit.FINE, done.stderr
        took = time.monotonic() - began
        return [json.loads(line) for line in done.stdout.splitlines()], took


@pytest.mark.limit(90)
def test_three_laptops_find_each_other_and_finish_a_game(
    lan: Lan, tmp_path: Path
) -> None:
    """By name, without an address; the third one's list says how full the table is."""
    ann, ben, cleo = (Laptop(lan, number, tmp_path) for number in (1, 2, 3))
    host = ann.start(
        *("host", "--headless", "--once", "--start-when", "2", "--json"),
        *("--name", "Flat 12", "--port", "0"),
    )
    opened = json.loads(said(host.stdout))
    first = ben.start("bot", "Flat 12", "--pace", "0", "--name", "Ben's")
    wait_for_seat(ben)
    _, starting = cleo.tables("--mine")
    (row,), took = cleo.tables()

    assert row["table"] == "Flat 12"
    assert row["id"] == opened["id"]
    assert row["address"] == f"{lan.address(1)}:{opened['port']}"
    assert row["seats"] == {"taken": 1, "max": 6}
    assert row["state"] == "lobby"
    assert took - starting < LIST_WITHIN

    second = cleo.start("bot", "flat-12", "--pace", "0", "--name", "Cleo's")
    ended = json.loads(said(host.stdout))

    assert ended["event"] == "game_over"
    assert [seat["name"] for seat in ended["seats"]] == ["Ben's", "Cleo's"]
    assert [p.wait(PATIENCE) for p in (host, first, second)] == [Exit.FINE] * 3


def wait_for_seat(laptop: Laptop) -> None:
    """Look at the list until somebody sits at the table."""
    while not any(row["seats"]["taken"] for row in laptop.tables()[0]):
        pass
