"""The throw-away network behaves like the one it stands for, and goes away."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lan import Lan, NoLan, namespaces

ROOT = Path(__file__).parents[1]
PORT = 4210
GROUP = "239.77.77.77"

# Answers on TCP and, once it belongs to the group, to whoever asks by multicast.
ANSWERING = f"""
import selectors, socket
tcp = socket.create_server(("", {PORT}))
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.bind(("", {PORT}))
member = socket.inet_aton("{GROUP}") + socket.inet_aton("0.0.0.0")
udp.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
print("ready", flush=True)
with selectors.DefaultSelector() as both:
    both.register(tcp, selectors.EVENT_READ, lambda: tcp.accept()[0].close())
    echo = lambda: udp.sendto(b"", udp.recvfrom(9)[1])
    both.register(udp, selectors.EVENT_READ, echo)
    while True:
        for key, _ in both.select():
            key.data()
"""
CALLING = "import socket, sys; socket.create_connection((sys.argv[1], 4210), 1).close()"
ASKING = f"""
import socket
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.settimeout(1)
udp.sendto(b"", ("{GROUP}", {PORT}))
print(udp.recvfrom(9)[1][0])
"""


def answer(lan: Lan, *laptops: int) -> None:
    """Start the answering program there and wait until it answers."""
    for laptop in laptops:
        program = lan.start(laptop, sys.executable, "-c", ANSWERING)
        assert program.stdout
        assert program.stdout.readline() == "ready\n"


def reaches(lan: Lan, laptop: int, address: str) -> bool:
    """Tell whether a TCP connection comes about."""
    return lan.run(laptop, sys.executable, "-c", CALLING, address).returncode == 0


def finds(lan: Lan, laptop: int) -> str:
    """Say who answers a question to the group, or nothing."""
    return lan.run(laptop, sys.executable, "-c", ASKING).stdout.strip()


def test_laptops_reach_and_find_each_other(lan: Lan) -> None:
    """TCP arrives by address, multicast without one."""
    answer(lan, 2)

    assert reaches(lan, 1, lan.address(2))
    assert finds(lan, 3) == lan.address(2)


def test_a_pulled_cable_cuts_one_laptop_off(lan: Lan) -> None:
    """Nothing arrives while it is out, all of it after it is back."""
    answer(lan, 2)
    lan.unplug(2)

    assert not reaches(lan, 1, lan.address(2))
    assert finds(lan, 3) == ""

    lan.plug(2)

    # The kernel tells of links at most once a second.
    assert any(reaches(lan, 1, lan.address(2)) for _ in range(10))


def test_isolated_laptops_see_only_the_others(lan: Lan) -> None:
    """Client isolation hides the isolated from each other and from nobody else."""
    answer(lan, 2)
    lan.isolate(1, 2)

    assert not reaches(lan, 1, lan.address(2))
    assert reaches(lan, 3, lan.address(2))

    lan.isolate(1, 2, on=False)

    assert reaches(lan, 1, lan.address(2))


def test_a_laptop_can_change_its_address(lan: Lan) -> None:
    """The new address answers, the old one is nobody's."""
    answer(lan, 2)
    lan.readdress(2, "10.77.0.99")

    assert reaches(lan, 1, "10.77.0.99")
    assert not reaches(lan, 1, lan.address(2))


def test_nothing_is_left_behind(lan: Lan) -> None:
    """A running program and the namespaces go with the network."""
    program = lan.start(1, sys.executable, "-c", ANSWERING)
    mine = [name for name in namespaces() if lan.tag in name]
    lan.down()

    assert len(mine) == 4
    assert not [name for name in namespaces() if lan.tag in name]
    assert program.returncode == -signal.SIGKILL


def test_a_refusal_is_told_in_the_commands_words(lan: Lan) -> None:
    """What `ip` said is the message."""
    with pytest.raises(NoLan, match="laptop"):
        lan.readdress(1, "no address")


def test_what_a_killed_run_left_is_swept_away(lan: Lan) -> None:
    """The next network takes those away whose owner is gone, and no others."""
    dying = "from tests.lan import *; print(Lan(1).tag, flush=True); os._exit(1)"
    killed = subprocess.run(
        [sys.executable, "-c", dying], cwd=ROOT, capture_output=True, text=True
    )
    tag = killed.stdout.splitlines()[-1]
    before = [name for name in namespaces() if tag in name]
    Lan(1).down()
    after = namespaces()

    assert len(before) == 2
    assert not [name for name in after if tag in name]
    assert [name for name in after if lan.tag in name]
