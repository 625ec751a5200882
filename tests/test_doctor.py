"""The check of the network: each cause has its sentence, the first one is told."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from p10net.cli.exits import Exit
from p10net.client import echo
from p10net.client.check import cause
from p10net.client.doctor import Facts, examine, reason
from p10net.client.found import Answer, Silence
from p10net.client.words import doctor as words
from p10net.client.words import parting
from p10net.lan.interfaces import Own
from p10net.lan.system import Told
from p10net.protocol.address import Place
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye
from tests.scenes import entry
from tests.shell import inside

Capture = pytest.CaptureFixture[str]
WIFI = Own("wlan0", "192.168.1.77", 24, default=True)
SIDE = replace(WIFI, default=False)
TUNNEL = Own("tun0", "10.8.0.2", 32, default=True, aside="point-to-point")
DOCKER = Own("docker0", "172.17.0.1", 16, default=True, aside="container")
HOME = Place("192.168.1.34", 4210)
AWAY = Place("192.168.2.34", 4210)
THERE = entry(34, "Ann's table").answer
OTHER = Answer(replace(THERE.sign, protos=(9,), version="9.0"), 3.0)
VERSION = Bye(ByeCode.VERSION, "", protos=(9,))
FINE = Facts((WIFI,), heard=True, seen=1)
ASKED = replace(FINE, peer=HOME, said=THERE, listed=True)
MAC = replace(FINE, told=Told("Darwin"), router=True)
NO_WAY = Silence("unreachable")

# What was found out, which check names the cause, and its sentence.
CAUSES: list[tuple[Facts, str | None, str]] = [
    (FINE, None, ""),
    (ASKED, None, ""),
    (Facts(), "network", words.NO_NETWORK),
    (replace(FINE, own=(TUNNEL, SIDE)), "route", words.tunnel("tun0")),
    (replace(FINE, own=(DOCKER, SIDE)), "route", words.inner("docker0")),
    (replace(FINE, off="it is late", heard=None), "discovery", words.off("it is late")),
    (replace(FINE, heard=False), "echo", words.FIREWALL),
    (
        replace(FINE, peer=AWAY, said=Silence("late")),
        "subnet",
        words.elsewhere("192.168.2.34"),
    ),
    (
        replace(FINE, peer=HOME, said=Silence("late")),
        "table",
        words.SILENCES["late"](str(HOME)),
    ),
    (
        replace(FINE, peer=HOME, said=Silence("refused")),
        "table",
        words.SILENCES["refused"](str(HOME)),
    ),
    (
        replace(FINE, peer=HOME, said=Silence("stranger")),
        "table",
        words.stranger(str(HOME)),
    ),
    (
        replace(FINE, peer=HOME, said=Silence("turned away", VERSION)),
        "table",
        parting.dismissed(VERSION),
    ),
    (
        replace(FINE, peer=HOME, said=Silence("unreachable"), router=True),
        "table",
        words.kept_apart(str(HOME)),
    ),
    (
        replace(FINE, peer=HOME, said=Silence("late"), router=False),
        "table",
        words.SILENCES["late"](str(HOME)),
    ),
    (replace(FINE, told=Told("Windows", public=True)), "system", words.PUBLIC),
    (replace(FINE, told=Told("Windows", blocked=True)), "system", words.BLOCKED),
    (replace(MAC, peer=HOME, said=NO_WAY), "system", words.NOT_ALLOWED),
    (
        replace(MAC, peer=HOME, said=NO_WAY, told=Told("Linux")),
        "table",
        words.kept_apart(str(HOME)),
    ),
    (
        replace(MAC, peer=AWAY, said=NO_WAY),
        "subnet",
        words.elsewhere("192.168.2.34"),
    ),
    (
        replace(FINE, seen=0, told=Told("Linux", "Office-Guest")),
        "subnet",
        words.guest("Office-Guest"),
    ),
    (replace(FINE, told=Told("Linux", "Office-Guest")), None, ""),
    (replace(ASKED, listed=False), "table", words.FILTERED),
    (replace(ASKED, said=OTHER), "version", words.versions("9.0", (9,))),
    (replace(ASKED, peer=Place("ann.local", 4210)), None, ""),
]


@pytest.mark.parametrize(("facts", "name", "says"), CAUSES)
def test_each_cause_is_told(facts: Facts, name: str | None, says: str) -> None:
    """U24 to U26: one cause and one step, however many checks fail after it."""
    found = cause(examine(facts))
    if name is None:
        assert found is None
    else:
        assert found is not None
        assert (found.check, found.says) == (name, says)


# What keeps a place from being reached, as far as can be known here.
REASONS = [
    (replace(FINE, peer=HOME, said=NO_WAY, router=True), words.kept_apart(str(HOME))),
    (replace(FINE, peer=HOME, said=NO_WAY, router=False), None),
    (replace(FINE, peer=HOME, said=NO_WAY), None),
    (replace(FINE, peer=AWAY, said=NO_WAY), words.elsewhere("192.168.2.34")),
    (replace(FINE, own=(TUNNEL, SIDE), peer=HOME, said=NO_WAY), words.tunnel("tun0")),
    (replace(FINE, heard=False, peer=HOME, said=NO_WAY), None),
    (replace(MAC, peer=HOME, said=NO_WAY), words.NOT_ALLOWED),
    (Facts(peer=HOME, said=NO_WAY), words.NO_NETWORK),
    (Facts(peer=Place("127.0.0.1", 1), said=NO_WAY), None),
    (FINE, None),
]


@pytest.mark.parametrize(("facts", "says"), REASONS)
def test_why_a_place_cannot_be_reached(facts: Facts, says: str | None) -> None:
    """Whoever joins in vain is told the cause, where this computer can know it."""
    assert reason(facts) == says


def test_an_earlier_cause_explains_a_later_one() -> None:
    """Behind a VPN that drops everything, the VPN is what is named."""
    facts = Facts((TUNNEL, SIDE), heard=False, peer=HOME, said=Silence("late"))
    checks = examine(facts)
    assert [one.check for one in checks if not one.ok] == ["route", "echo", "table"]
    assert cause(checks) == checks[1]


def test_a_name_of_a_table_is_cleaned() -> None:
    """What an interface or a host is called reaches no terminal as it is."""
    facts = replace(FINE, own=(replace(TUNNEL, interface="tun\x1b[2J"), SIDE))
    found = cause(examine(facts))
    assert found is not None
    assert found.says.isprintable()


async def test_a_call_of_ones_own_is_heard() -> None:
    """On loopback nothing is in the way of an answer."""
    assert await echo.heard(["127.0.0.1"])


@pytest.mark.parametrize("name", ["Flat 12", "H00-92I9"])
def test_a_name_is_no_place_to_ask(name: str, home: object, capsys: Capture) -> None:
    """Names need the discovery that is in doubt."""
    done = inside(capsys, "doctor", name)
    assert done.code == Exit.USAGE
    assert done.sentence


def test_it_can_be_read_by_programs(home: object, capsys: Capture) -> None:
    """One line of JSON: cause, step, and every check."""
    done = inside(capsys, "doctor", "--json", "127.0.0.1:1")
    told = json.loads(done.out)
    assert done.code == Exit.UNREACHABLE
    assert [check["check"] for check in told["checks"]] == [
        *("network", "route", "discovery", "echo", "system"),
        *("tables", "subnet", "table", "version"),
    ]
    assert told["step"] == next(c["says"] for c in told["checks"] if not c["ok"])
