"""What each operating system says of its network, read from answers as they come."""

from __future__ import annotations

import sys

import pytest
import trio

from p10net.client import survey
from p10net.lan.system import ASKED, Told, ask, output

# What the commands of each system write, cut to the lines that matter.
LINUX = {
    "iwgetid": "",
    "nmcli": "no:Neighbour\nyes:Flat 12: upstairs\n",
    "ip": "default via 192.168.1.1 dev wlan0 proto dhcp src 192.168.1.77 metric 600\n",
}
MACOS = {
    "ipconfig": """<dictionary> {
  BSSID : 0:0:0:0:0:0
  InterfaceType : WiFi
  SSID : Home
  Security : WPA2_PSK
}
""",
    "route": """   route to: default
destination: default
       mask: default
    gateway: 192.168.1.1
  interface: en0
""",
}
WINDOWS = {
    "netsh": """
    Name                   : WLAN
    Status                 : Verbunden
    SSID                   : Home
    BSSID                  : 00:00:00:00:00:00
""",
    "route": """
===========================================================================
          0.0.0.0          0.0.0.0      192.168.1.1     192.168.1.77     35
===========================================================================
""",
    "NetworkCategory": "Public\r\nDomainAuthenticated\r\n",
    "Firewall": "\r\n\r\n",
}
TOLD = [
    ("Linux", LINUX, Told("Linux", "Flat 12: upstairs", "192.168.1.1")),
    (
        "Linux",
        {**LINUX, "iwgetid": "Home\n", "ip": "default dev tun0\n"},
        Told("Linux", "Home", ""),
    ),
    ("Darwin", MACOS, Told("Darwin", "Home", "192.168.1.1")),
    ("Windows", WINDOWS, Told("Windows", "Home", "192.168.1.1", public=True)),
    (
        "Windows",
        {**WINDOWS, "NetworkCategory": "Private\r\n", "Firewall": "python.exe\r\n"},
        Told("Windows", "Home", "192.168.1.1", blocked=True),
    ),
    ("Windows", {}, Told("Windows")),
    ("Plan 9", {}, Told("Plan 9")),
]


@pytest.mark.parametrize(("system", "answers", "told"), TOLD)
async def test_answers_are_read(
    system: str, answers: dict[str, str], told: Told
) -> None:
    """Each system's own words become the same few facts, or none."""

    async def run(command: tuple[str, ...]) -> str:
        line = " ".join(command)
        return next((said for word, said in answers.items() if word in line), "")

    assert await ask(system, run) == told


def test_every_fact_has_a_field() -> None:
    """No system is asked for anything that has no place."""
    fields = {*Told.__struct_fields__}
    assert {fact for facts in ASKED.values() for fact in facts} < fields


async def test_a_command_is_run() -> None:
    """What it writes is the answer; one that is missing or fails gives none."""
    program = "import sys; print('on'); print('no', file=sys.stderr); sys.exit(3)"
    assert (await output((sys.executable, "-c", program))).split() == ["on"]
    assert await output(("there-is-no-such-command",)) == ""


async def test_a_command_that_hangs_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After its limit it is ended and has said nothing."""
    monkeypatch.setattr("p10net.lan.system.LIMIT", 0.05)
    with trio.fail_after(10):
        program = "import sys; sys.stdin.read(); import signal; signal.pause()"
        assert await output((sys.executable, "-c", program)) == ""


async def test_a_router_is_there_if_it_closes_the_door() -> None:
    """A refusal is an answer, an open port too; nobody at all is none."""
    assert await survey.is_there("127.0.0.1", [1])
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        port = listener.socket.getsockname()[1]
        assert await survey.is_there("127.0.0.1", [port])
    assert not await survey.is_there("255.255.255.255", [9])
