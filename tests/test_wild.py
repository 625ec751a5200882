"""What befalls a table on a real network: real processes, cables, signals, addresses.

Laptop 1 keeps the table, bots sit before the two others. What happened is read from the
host's journal, where each act says whether a seat did it itself. A row of `FAULTS` does
its harm and mends it; the law is the same for all: nobody waits longer than is allowed,
and whoever was lost acts in the same seat again, no act twice.
"""

from __future__ import annotations

import json
import select
import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from p10net.cli.exits import Exit
from p10net.host import journal_file
from p10net.host.records import Acted, Sat
from p10net.host.resume import FOLDER
from p10net.host.sectors import scan
from tests.lan import Lan
from tests.shell import COMMAND, PATIENCE, said

PORT = "4210"
BACK = 30.0
"""Seconds in which a seat must act again once all is mended: 12 of silence on either
side, what a search and the longest pause take, and a round of others' turns."""
GRACE = ("--grace", "1")


class Evening:
    """A game between a host and two bots, each on a laptop and in a home of its own."""

    def __init__(self, lan: Lan, folder: Path) -> None:
        self.lan, self._folder = lan, folder
        self.table = ""
        self.host: subprocess.Popen[str]
        self.bots: dict[int, subprocess.Popen[str]] = {}

    def start(self, laptop: int, *arguments: str, who: str = "") -> Any:
        """Start p10net on a laptop."""
        home = self._folder / (who or f"laptop {laptop}")
        home.mkdir(exist_ok=True)
        where = ("env", f"HOME={home}", f"XDG_STATE_HOME={home}")
        return self.lan.start(laptop, *where, *COMMAND, *arguments)

    def open(self, *flags: str) -> None:
        """Open the table."""
        table = ("--name", "Kitchen", "--port", PORT, "--start-when", "2", "--json")
        self.host = self.start(1, "host", "--headless", *table, *GRACE, *flags)
        self._opened()

    def resume(self, *flags: str) -> None:
        """Open the table again after it was killed."""
        self.host = self.start(1, "resume", "--headless", "--json", *flags)
        self._opened()

    def _opened(self) -> None:
        self.table = json.loads(said(self.host.stdout))["id"]

    def sit(self, laptop: int, target: str = "Kitchen") -> None:
        """Let a bot sit down at the table."""
        how = ("--pace", "0.05", "--name", f"Bot{laptop}")
        self.bots[laptop] = self.start(laptop, "bot", target, *how)

    # --- What happened -----------------------------------------------------------

    def changes(self) -> list[object]:
        """Read all that has happened so far."""
        path = next(self._folder.glob(f"*/**/{FOLDER}/{self.table}.journal"))
        kept = journal_file.read(scan(path.read_bytes()))
        return [entry.change for entry in kept.entries]

    def acts(self) -> list[Acted]:
        """Read all that was acted so far."""
        return [change for change in self.changes() if isinstance(change, Acted)]

    def own(self, laptop: int) -> int:
        """Count what a laptop's bot did itself."""
        seat = self.seat(laptop)
        acts = self.acts() if seat else []
        return sum(act.seat == seat and act.cause == "" for act in acts)

    def instead(self, laptop: int) -> int:
        """Count what the host did in its place."""
        seat = self.seat(laptop)
        return sum(act.seat == seat and act.cause != "" for act in self.acts())

    def seat(self, laptop: int) -> int:
        """Say where a laptop's bot sits; 0 while it does not."""
        sat = [change for change in self.changes() if isinstance(change, Sat)]
        return next((one.seat for one in sat if one.name == f"Bot{laptop}"), 0)

    def until(self, done: Callable[[], bool], seconds: float = BACK) -> float:
        """Wait until it is so; gives how long that took."""
        began = time.monotonic()
        while not done():
            took = time.monotonic() - began
            assert took < seconds, [(a.seat, a.cause) for a in self.acts()][-9:]
            select.select([], [], [], 0.05)
        return time.monotonic() - began

    def more(self, count: Callable[[], int], by: int = 3) -> Callable[[], bool]:
        """Say what has grown by so many from here on."""
        wanted = count() + by
        return lambda: count() >= wanted

    def tables(self, laptop: int) -> dict[str, int]:
        """List the tables that laptop finds, by their ids: how many sit at each."""
        listed = self.start(laptop, "list", "--json")
        out, _ = listed.communicate(timeout=PATIENCE)
        rows = map(json.loads, out.splitlines())
        return {row["id"]: row["seats"]["taken"] for row in rows}

    def plays(self, *laptops: int, by: int = 3) -> None:
        """Wait until each of these bots acts itself."""
        grown = [self.more(partial(self.own, laptop), by) for laptop in laptops]
        self.until(lambda: all(each() for each in grown))


@pytest.fixture
def evening(lan: Lan, tmp_path: Path) -> Evening:
    """Have three laptops with a network between them."""
    return Evening(lan, tmp_path)


# --- What befalls it ------------------------------------------------------------------


def cable_out_for_a_moment(evening: Evening) -> None:
    """A guest's link is away for two seconds: nobody need notice."""
    evening.lan.unplug(3)
    select.select([], [], [], 2)
    evening.lan.plug(3)


def cable_out(evening: Evening) -> None:
    """A guest's link is away until the host plays for the seat."""
    evening.lan.unplug(3)
    evening.until(evening.more(partial(evening.instead, 3)))
    evening.lan.plug(3)


def host_cable_out(evening: Evening) -> None:
    """The host's link is away for so long that all have given it up; it plays for none.

    A game that everybody has lost is not played out behind their backs.
    """
    before = evening.instead(2) + evening.instead(3)
    evening.lan.unplug(1)
    select.select([], [], [], 20)
    assert evening.instead(2) + evening.instead(3) == before
    evening.lan.plug(1)


def guest_moves(evening: Evening) -> None:
    """A guest has another address all at once."""
    evening.lan.readdress(3, "10.77.0.77")


def host_moves(evening: Evening) -> None:
    """The host has another address all at once; nobody is told but by mDNS."""
    evening.lan.readdress(1, "10.77.0.99")


def host_moves_and_a_rogue_takes_its_place(evening: Evening) -> None:
    """Somebody else has its name and its old address too, and gets nobody."""
    evening.lan.readdress(1, "10.77.0.99")
    evening.lan.readdress(2, evening.lan.address(1))
    rogue = ("--name", "Kitchen", "--port", PORT, "--json", "--headless")
    stranger = evening.start(2, "host", *rogue, who="stranger")
    assert said(stranger.stdout)
    evening.plays(3)
    evening.until(lambda: len(evening.tables(3)) == 2)
    seats = evening.tables(3)
    assert seats.pop(evening.table) == 2
    assert [*seats.values()] == [0]


def guests_are_isolated(evening: Evening) -> None:
    """The access point begins to keep host and guest apart, then stops again."""
    evening.lan.isolate(1, 3)
    evening.until(evening.more(partial(evening.instead, 3)))
    evening.plays(2)
    evening.lan.isolate(1, 3, on=False)


def guest_sleeps(evening: Evening) -> None:
    """A guest's lid is closed until the host plays for the seat.

    By then it has pinged: before its first ping a client is not expected to.
    """
    select.select([], [], [], 3)
    evening.bots[3].send_signal(signal.SIGSTOP)
    evening.until(evening.more(partial(evening.instead, 3)))
    evening.plays(2)
    evening.bots[3].send_signal(signal.SIGCONT)


def host_sleeps(evening: Evening) -> None:
    """The host's lid is closed for a while: that costs nobody a turn."""
    before = evening.instead(2) + evening.instead(3)
    evening.host.send_signal(signal.SIGSTOP)
    select.select([], [], [], 8)
    evening.host.send_signal(signal.SIGCONT)
    evening.plays(2, 3)
    assert evening.instead(2) + evening.instead(3) == before


def guest_killed(evening: Evening) -> None:
    """A guest's program is killed and started again."""
    evening.bots[3].kill()
    evening.bots[3].wait(PATIENCE)
    evening.until(evening.more(partial(evening.instead, 3)))
    evening.sit(3)


def host_killed(evening: Evening) -> None:
    """The host is killed in the middle of things and resumed."""
    evening.host.kill()
    evening.host.wait(PATIENCE)
    evening.resume()


def host_killed_and_moved(evening: Evening) -> None:
    """The host is killed and comes back with another address."""
    evening.host.kill()
    evening.host.wait(PATIENCE)
    evening.lan.readdress(1, "10.77.0.99")
    evening.resume()


Fault = Callable[[Evening], None]
FAULTS: list[tuple[Fault, tuple[int, ...]]] = [
    (cable_out, (2, 3)),
    (host_cable_out, (2, 3)),
    (guest_moves, (2, 3)),
    (host_moves, (2, 3)),
    (host_moves_and_a_rogue_takes_its_place, (3,)),
    (guests_are_isolated, (2, 3)),
    (guest_sleeps, (2, 3)),
    (guest_killed, (2, 3)),
    (host_killed, (2, 3)),
    (host_killed_and_moved, (2, 3)),
]
QUICK: list[tuple[Fault, tuple[int, ...]]] = [
    (cable_out_for_a_moment, (2, 3)),
    (host_sleeps, (2, 3)),
]


def name_of(part: object) -> str:
    return getattr(part, "__name__", "")


def law(evening: Evening, fault: Fault, left: tuple[int, ...]) -> None:
    """Let something befall a game; those who are left play on in their seats."""
    evening.open()
    for laptop in (2, 3):
        evening.sit(laptop)
    evening.plays(2, 3)
    fault(evening)
    evening.plays(*left)

    for seat in (1, 2):
        ids = [act.id for act in evening.acts() if act.seat == seat and not act.cause]
        assert ids == sorted({*ids})
    assert all(evening.bots[laptop].poll() is None for laptop in left)
    assert evening.host.poll() is None


@pytest.mark.limit(120)
@pytest.mark.parametrize(("fault", "left"), QUICK, ids=name_of)
def test_a_game_goes_on(evening: Evening, fault: Fault, left: tuple[int, ...]) -> None:
    """Same seats, own acts, none twice: what takes less than half a minute."""
    law(evening, fault, left)


@pytest.mark.soak
@pytest.mark.limit(180)
@pytest.mark.parametrize(("fault", "left"), FAULTS, ids=name_of)
def test_a_game_goes_on_after_long(
    evening: Evening, fault: Fault, left: tuple[int, ...]
) -> None:
    """The same where somebody has to be missed first."""
    law(evening, fault, left)


# --- Who cannot be reached at all -----------------------------------------------------


@pytest.mark.limit(120)
def test_without_multicast_a_beacon_does(evening: Evening) -> None:
    """By the table's name one sits down, by its address the other, and they play."""
    evening.lan.hush(1, 2, 3)
    evening.open()
    evening.sit(2, "Kitchen")
    evening.sit(3, f"{evening.lan.address(1)}:{PORT}")
    evening.plays(2, 3)


@pytest.mark.limit(120)
def test_behind_an_isolating_access_point(evening: Evening) -> None:
    """Whoever is kept apart is told; whoever is not sits down."""
    evening.lan.isolate(1, 2)
    evening.open()
    unseen = evening.start(2, "bot", "Kitchen")
    lost = evening.start(2, "bot", f"{evening.lan.address(1)}:{PORT}")
    evening.sit(3)

    assert unseen.wait(PATIENCE) == Exit.NO_TABLE
    assert lost.wait(PATIENCE) == Exit.UNREACHABLE
    assert "ask the host" in lost.communicate()[1]
    assert "the host's screen should say" in said(evening.bots[3].stderr)


@pytest.mark.soak
@pytest.mark.limit(120)
@pytest.mark.skipif(not Path("/dev/net/tun").exists(), reason="there are no taps here")
def test_over_a_bad_cable(evening: Evening) -> None:
    """Frames late, out of order and lost: found by name, and nobody is taken for lost.

    Each of the two has lost nothing after so many acts, and the host did none for them.
    """
    for laptop in (2, 3):
        evening.lan.spoil(laptop, delay=20, jitter=30, loss=8)
    evening.open("--grace", "60")
    for laptop in (2, 3):
        evening.sit(laptop, f"{evening.lan.address(1)}:{PORT}")
    evening.plays(2, 3, by=10)

    assert evening.instead(2) + evening.instead(3) == 0


@pytest.mark.limit(120)
def test_a_host_in_two_networks(evening: Evening) -> None:
    """Guests of either find the table by its name and play with each other."""
    evening.lan.second_port(1, "10.78.0.1")
    evening.lan.readdress(3, "10.78.0.3")
    evening.open()
    for laptop in (2, 3):
        evening.sit(laptop)
    evening.plays(2, 3)
