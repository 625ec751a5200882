"""Whole games from the command line, over real sockets, and the same ones again."""

import itertools
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys

import pytest
import trio
from msgspec.structs import replace

from p10net.cli import hosting, ports
from p10net.cli.exits import Exit
from p10net.client.found import Answer
from p10net.client.peek import peek
from p10net.engine.moves import Deal
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import OFFICIAL, Rules, numbers
from p10net.host.chance import Chance
from p10net.host.house import HouseBot, Setup
from p10net.host.records import Acted, Change
from p10net.host.server import Server
from p10net.host.table import Result, Table
from p10net.protocol.address import Place
from tests.shell import COMMAND, PATIENCE, inside, outside, said, started

Capture = pytest.CaptureFixture[str]

HOME = "127.0.0.1"
FOUR_BOTS = (
    *("host", "--headless", "--once", "--bots", "4", "--pace", "0", "--json"),
    *("--bind", HOME, "--no-advertise", "--port", "0"),
)
WORK = 10.0
"""Seconds of work for a whole game; how long that takes is up to the machine."""
PROMISED = ["event", "winner", "winners", "rounds", "rules", "seats", "game"]
PROMISED_OF_A_SEAT = ["seat", "name", "kind", "phases", "score"]


# --- The command ----------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.limit(200)
def test_four_bots_play_a_game_and_the_same_one_again(home: object) -> None:
    """Two objects of the promised shape, exit code 0, and a seed settles all of it."""
    before = os.times()
    first = outside(*FOUR_BOTS, "--seed", "7")
    worked = os.times().children_user - before.children_user
    opened, ended = map(json.loads, first.out.splitlines())

    assert (first.code, first.err) == (Exit.FINE, "")
    assert worked < WORK
    assert (opened["event"], ended["event"]) == ("listening", "game_over")
    assert opened["port"] > 0
    assert list(ended) == PROMISED
    assert [list(seat) for seat in ended["seats"]] == [PROMISED_OF_A_SEAT] * 4
    assert [seat["seat"] for seat in ended["seats"]] == [1, 2, 3, 4]
    assert ended["winners"] == [ended["winner"]]
    assert max(seat["phases"] for seat in ended["seats"]) == 10
    assert ended["rules"] == "official"

    again = outside(*FOUR_BOTS, "--seed", "7")
    other = outside(*FOUR_BOTS, "--seed", "8")

    assert again.out.splitlines()[1] == first.out.splitlines()[1]
    assert other.out.splitlines()[1] != first.out.splitlines()[1]


@pytest.mark.limit(240)
def test_people_are_told_in_sentences(capsys: Capture, home: object) -> None:
    """Without --json: how to come, and how the game ended."""
    arguments = [a for a in FOUR_BOTS if a != "--json"]
    done = inside(capsys, *arguments, "--seed", "7", "--name", "Flat 12")
    lines = done.out.splitlines()

    assert done.code == Exit.FINE
    assert re.match(rf"Flat 12 is open: p10net join {HOME}:\d+\.", lines[0])
    assert re.match(r"\w+ wins after \d+ rounds\.", lines[-5])
    assert re.match(r"  \w+: \d+ phases?, \d+ points?$", lines[-1])


# --- The same seed --------------------------------------------------------------------


async def game(
    rules: Rules, seats: int, seed: int, *, sockets: bool
) -> tuple[Result, list[Change]]:
    """Let bots play a whole game, over sockets or inside; gives all that happened."""
    bots = (HouseBot("steady", ""),) * seats
    setup = Setup("T", rules, seats, start_when=seats, once=True, bots=bots)
    table, happened = Table(setup, Chance(seed)), list[Change]()
    listeners = await ports.listen((HOME,), 0) if sockets else []
    spawn = hosting.bots(0, ports.loopback_place(listeners))
    server = Server(table, spawn_bot=spawn, told=happened.append)
    async with hosting.open_table(server, listeners) as ended:
        await ended.wait()
    return table.result(), happened


@pytest.mark.limit(240)
async def test_a_seed_settles_every_act_whatever_carries_it() -> None:
    """Sockets or pipes, busy or not: the deals and all decisions are the same.

    The numbers of the requests are not: a link that is slow is pinged, which takes one.
    """
    _, over_sockets = await game(OFFICIAL, 3, 5, sockets=True)
    _, inside_too = await game(OFFICIAL, 3, 5, sockets=False)
    acts, same = (
        [replace(c, id=0) for c in x if isinstance(c, Acted)]
        for x in (over_sockets, inside_too)
    )

    assert acts == same
    assert sum(isinstance(change.action, Deal) for change in acts) > 5


# --- Every preset ---------------------------------------------------------------------

SEATS = dict(zip(PRESETS, itertools.cycle((2, 3, 4, 2, 3, 5))))
LONG = (
    *("alternating-nines", "list-12", "sets-gone-wild", "dice", "score-1000"),
    *("baseball", "twist", "island-paradise", "vintage-gas-station"),
)
"""What takes a full table several times the others' work is played by two."""
SEATS.update(dict.fromkeys(LONG, 2))


@pytest.mark.untraced  # the laws play every preset too, without sockets
@pytest.mark.limit(240)
@pytest.mark.parametrize("name", PRESETS)
async def test_every_preset_is_played_to_its_end(name: str) -> None:
    """Bots finish it over sockets, and what they end with can be."""
    rules = preset(name)
    seats = min(SEATS[name], rules.max_seats)
    result, _ = await game(rules, seats, 3, sockets=True)

    assert result.rules == name
    assert {seat.seat for seat in result.seats} == set(range(1, seats + 1))
    assert set(result.winners) <= set(range(1, seats + 1))
    assert result.rounds >= 1
    assert all(0 <= seat.phases <= len(rules.phases) for seat in result.seats)
    if rules.game_end != "limit" and rules.progress in ("advance", "fixed_rounds"):
        best = max(seat.phases for seat in result.seats if seat.seat in result.winners)
        assert best == len(numbers(rules))


# --- A person with lines --------------------------------------------------------------


class Typist:
    """Answers numbered questions by lot, without ever reading them."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._least = 1

    def answer(self, line: str) -> str | None:
        """Give what to type after a line, if it is a question."""
        if asked := re.match(r"1 ([a-z]+)", line):
            # What is only heard leaves the question open and is not asked again.
            self._least = 2 if asked[1] == "hear" else 1
            return str(self._dice.randint(self._least, 5))
        if told := re.match(r"Answer (?:with a number from 1 to )?(\d+)\.", line):
            return str(self._dice.randint(min(self._least, int(told[1])), int(told[1])))
        return None


@pytest.mark.limit(240)
def test_a_game_can_be_played_with_lines_alone(home: object) -> None:
    """Whoever types numbers into `p10net play` comes to the end of a game."""
    arguments = ("--plain", "--bots", "1", "--pace", "0", "--seed", "3")
    two_phases = ("--set", "phases=2 sets of 3; 1 run of 4")
    typist, won = Typist(1), ""
    with subprocess.Popen(
        [*COMMAND, "play", *arguments, *two_phases],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout
        assert program.stdin
        for line in program.stdout:
            won = won or (line if line.startswith("The game is over, won by") else "")
            answer = typist.answer(line)
            if answer is not None:
                program.stdin.write("leave\n" if won else f"{answer}\n")
                program.stdin.flush()

    assert won
    assert program.returncode == Exit.FINE


def test_playing_alone_loads_no_network_library(home: object) -> None:
    """Not discovery, not TLS: a broken network stack cannot spoil a solo game."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "p10net", "play", "--plain"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}

    assert done.returncode == Exit.FINE
    assert "trio" in loaded
    assert not {"zeroconf", "cryptography", "psutil"} & loaded


# --- Closing --------------------------------------------------------------------------


@pytest.mark.limit(240)
@pytest.mark.needs("pty")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_closes_a_table_in_good_order(name: str, home: object) -> None:
    """Whoever plays there reads a last word; the code says which signal it was."""
    number = signal.Signals[name]
    with started(*WAITING) as host:
        place = Place(HOME, json.loads(said(host.stdout))["port"])
        with started("bot", str(place)) as guest:
            until_seated(place, 1)
            host.send_signal(number)

            assert guest.wait(PATIENCE) == Exit.FINE
            assert said(guest.stdout) == "The host has closed the table.\n"
        assert host.wait(PATIENCE) == 128 + number
        assert host.stderr is not None
        assert host.stderr.read() == ""


@pytest.mark.limit(240)
@pytest.mark.needs("pty")
def test_one_s_own_tables_are_listed_and_stopped(capsys: Capture, home: object) -> None:
    """By name, by port, and not at all when there are two and nobody says which."""
    with started(*WAITING, "--name", "Flat 12") as first:
        port = json.loads(said(first.stdout))["port"]
        with started(*WAITING, "--name", "Attic") as second:
            assert said(second.stdout)
            rows = inside(capsys, "list", "--mine", "--json").out.splitlines()
            tables = {row["table"]: row for row in map(json.loads, rows)}

            assert sorted(tables) == ["Attic", "Flat 12"]
            assert tables["Flat 12"]["address"] == f"{HOME}:{port}"
            assert tables["Flat 12"]["seats"] == {"taken": 0, "max": 6}

            unsaid, wrong = inside(capsys, "stop"), inside(capsys, "stop", "Cellar")

            assert unsaid.sentence.startswith("Say which table to close, by its port:")
            assert "No table of yours is called Cellar: there is" in wrong.sentence
            assert unsaid.code == wrong.code == Exit.NO_TABLE

            # Not inside: a process that stops its own children also buries them.
            assert outside("stop", "attic").out == "Attic is closed.\n"
            assert second.wait(PATIENCE) == 128 + signal.SIGTERM
        assert outside("stop", str(port)).code == Exit.FINE
        assert first.wait(PATIENCE) == 128 + signal.SIGTERM
    assert inside(capsys, "stop").code == Exit.NO_TABLE


WAITING = (
    *("host", "--headless", "--json", "--bind", HOME, "--port", "0"),
    *("--no-advertise", "--start-when", "6"),
)


def until_seated(place: Place, taken: int) -> None:
    """Look at a table's sign until so many sit there."""

    async def look() -> None:
        seen = -1
        while seen < taken:
            answer = await peek(place)
            seen = answer.sign.seats.taken if isinstance(answer, Answer) else seen

    trio.run(look)


# --- Over mDNS ------------------------------------------------------------------------


@pytest.mark.limit(240)
def test_three_programs_find_each_other_by_name(home: object) -> None:
    """A host and two bots on one computer, without an address."""
    name = f"Loft {secrets.token_hex(3)}"
    here = ("--bind", HOME, "--port", "0", "--name", name)
    with started(
        "host", "--headless", "--once", "--start-when", "2", "--json", *here
    ) as host:
        assert said(host.stdout)
        with (
            started("bot", name, "--pace", "0") as one,
            started("bot", name.lower().replace(" ", "-"), "--pace", "0") as other,
        ):
            ended = json.loads(said(host.stdout))

            assert (
                host.wait(PATIENCE)
                == one.wait(PATIENCE)
                == other.wait(PATIENCE)
                == Exit.FINE
            )
    assert sorted(seat["name"] for seat in ended["seats"]) == ["bot", "bot 2"]
    assert [seat["kind"] for seat in ended["seats"]] == ["bot", "bot"]
