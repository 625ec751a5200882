"""On a real network: a host is known again, a stranger under its name is not let by."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from p10net.protocol.codec import frame
from p10net.protocol.requests import Peek
from tests.lan import Lan
from tests.shell import COMMAND, PATIENCE, said

ANN, EVE = "ann", "eve"
PLAIN = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as host:
    host.sendall(bytes.fromhex(sys.argv[3]))
    print(host.recv(9999))
"""
SNIFF = """
import socket
wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
wire.bind(("eth0", 0))
print("listening", flush=True)
while True:
    print(wire.recv(65535).hex(), flush=True)
"""


class Network:
    """Hosts on laptop 1, a guest on laptop 2, each person with a home of their own."""

    def __init__(self, lan: Lan, folder: Path) -> None:
        self.lan, self.folder = lan, folder

    def command(self, person: str, *arguments: str) -> list[str]:
        home = self.folder / person
        home.mkdir(exist_ok=True)
        return ["env", f"HOME={home}", f"XDG_STATE_HOME={home}", *COMMAND, *arguments]

    def host(self, person: str, *flags: str) -> tuple[Any, dict[str, Any]]:
        """Open the table Kitchen; gives the process and what it said."""
        table = ("--name", "Kitchen", "--port", "4210", "--bots", "1", "--pace", "0")
        short = ("--set", "phases=1 set of 3; 1 run of 4")
        rest = ("--headless", "--once", "--json", "--no-advertise", *flags)
        command = self.command(person, "host", *table, *short, *rest)
        process = self.lan.start(1, *command)
        return process, json.loads(said(process.stdout))

    def guest(self, target: str, *flags: str) -> subprocess.CompletedProcess[str]:
        """Let a bot sit down, and play to the end if it may."""
        command = self.command("guest", "bot", target, "--pace", "0", *flags)
        return self.lan.run(2, *command)


@pytest.fixture
def network(lan: Lan, tmp_path: Path) -> Network:
    """Have two laptops and three people."""
    return Network(lan, tmp_path)


SEATED = "bot has seat 2 at Kitchen.\n"
"""All that a bot says to whom nothing is new."""


@pytest.mark.limit(120)
def test_a_host_is_known_again_and_a_stranger_is_not(network: Network) -> None:
    """The words at first, nothing the second time, a stop for somebody else's key."""
    host, told = network.host(ANN)
    first = network.guest(network.lan.address(1))
    host.wait(PATIENCE)
    host, _ = network.host(ANN)
    again = network.guest(network.lan.address(1))
    host.wait(PATIENCE)
    host, eves = network.host(EVE)
    refused = network.guest(network.lan.address(1))
    by_link = network.guest(told["links"][0])
    trusting = network.guest(network.lan.address(1), "--trust-new")
    host.wait(PATIENCE)

    assert first.returncode == again.returncode == trusting.returncode == 0
    assert f'"{told["phrase"]}"' in first.stderr
    assert again.stderr == SEATED
    assert refused.returncode == by_link.returncode == 6
    assert "Somebody else keeps Kitchen" in refused.stderr
    assert f'"{eves["phrase"]}"' in refused.stderr
    assert "--trust-new" in refused.stderr
    assert "not the one of this link" in by_link.stderr


@pytest.mark.limit(60)
def test_a_link_needs_no_words(network: Network) -> None:
    """It proves the host by itself, and is remembered."""
    host, told = network.host(ANN)
    done = network.guest(told["links"][0])
    host.wait(PATIENCE)

    assert (done.returncode, done.stderr) == (0, SEATED)
    known = next((network.folder / "guest").rglob("known-hosts.json")).read_text()
    assert "Kitchen" in known


@pytest.mark.limit(60)
@pytest.mark.parametrize(
    ("flags", "answer"), [((), "tls_required"), (("--cleartext-lan",), "Kitchen")]
)
def test_plain_is_for_loopback_unless_somebody_says_so(
    network: Network, flags: tuple[str, ...], answer: str
) -> None:
    """From another laptop a plain frame is turned away, with the reason."""
    host, _ = network.host(ANN, *flags)
    asked = frame(Peek(id=1, proto=(1,))).hex()
    knock = (sys.executable, "-c", PLAIN, network.lan.address(1), "4210", asked)
    heard = network.lan.run(2, *knock)
    host.kill()

    assert answer in heard.stdout


@pytest.mark.limit(60)
def test_cleartext_stays_on_this_computer(network: Network) -> None:
    """A table without TLS is not even there for others."""
    host, told = network.host(ANN, "--cleartext")
    done = network.guest(network.lan.address(1))
    host.kill()

    assert told["addresses"] == ["127.0.0.1:4210"]
    assert (told["links"], told["phrase"]) == ([], None)
    assert done.returncode == 4


@pytest.mark.limit(60)
def test_nothing_of_a_game_can_be_read_on_the_wire(network: Network) -> None:
    """No session, no name, not even the words of the protocol."""
    ear = network.lan.start(2, sys.executable, "-c", SNIFF)
    assert said(ear.stdout) == "listening\n"
    host, _ = network.host(ANN)
    done = network.guest(network.lan.address(1), "--name", "Zoltan")
    host.wait(PATIENCE)
    ear.kill()
    heard = bytes.fromhex(ear.communicate()[0].rpartition("\n")[0].replace("\n", ""))
    tokens = [
        json.loads(path.read_text())["token"]
        for path in (network.folder / "guest").rglob("seats/*.json")
    ]

    assert done.returncode == 0
    assert len(heard) > 20_000
    assert tokens
    for word in (*tokens, "Zoltan", "session", "welcome", "Kitchen"):
        assert word.encode() not in heard
