"""A host is told when others look for tables and nobody gets through."""

from __future__ import annotations

import socket
import struct
from functools import partial

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from p10net.cli import announce, doorbell
from p10net.client.aside import Aside
from p10net.client.plain.talk import Talk
from p10net.lan import questions
from p10net.lan.mdns import DiscoveryOff
from p10net.protocol.txt import SERVICE
from tests.at_table import House, Screen, at_table, setup, sitting
from tests.server_bench import desk

HOME = "127.0.0.1"
POINTER, INTERNET = 12, 1
QUERY, ANSWER = 0x0000, 0x8400


def packet(name: str, flags: int = QUERY) -> bytes:
    """Make a packet of multicast DNS with one question."""
    labels = [label.encode() for label in name.rstrip(".").split(".")]
    asked = b"".join(bytes((len(label),)) + label for label in labels)
    head = struct.pack(">6H", 0, flags, 1, 0, 0, 0)
    return head + asked + b"\0" + struct.pack(">2H", POINTER, INTERNET)


PACKETS = [
    (packet(SERVICE), True),
    (packet(SERVICE.upper()), True),
    (packet("_http._tcp.local."), False),
    (packet(SERVICE, ANSWER), False),
    (packet(SERVICE)[:20], False),
    (b"", False),
]


@pytest.mark.parametrize(("data", "asked"), PACKETS)
def test_what_is_a_question_for_tables(data: bytes, asked: bool) -> None:
    """A question, for this kind of service, that can be read to its end."""
    assert questions.asks(data, SERVICE) is asked


@given(st.binary(max_size=80), st.integers(0, 40))
def test_no_packet_breaks_anything(data: bytes, cut: int) -> None:
    """Whatever arrives at the port is a question, or is none."""
    assert questions.asks(data, SERVICE) in (True, False)
    assert questions.asks(packet(SERVICE)[:cut] + data, SERVICE) in (True, False)


async def test_a_question_on_the_network_is_heard(nursery: trio.Nursery) -> None:
    """One of another address is, one of an own address never."""
    found: list[str] = []
    other = trio.Event()

    async def listen(own: set[str], task_status: trio.TaskStatus[None]) -> None:
        host = await questions.heard([HOME], own, SERVICE, task_status=task_status)
        if HOME in own:
            found.append(host)
        else:
            other.set()

    await nursery.start(listen, {HOME})
    await nursery.start(listen, {"10.0.0.1"})
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        here = socket.inet_aton(HOME)
        caller.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, here)
        for name in ("_http._tcp.local.", SERVICE):
            caller.sendto(packet(name), (questions.GROUP, questions.PORT))
    await other.wait()
    assert HOME not in found
    nursery.cancel_scope.cancel()


async def test_where_nobody_can_listen() -> None:
    """Without an address of its own network there is nothing to hear."""
    with pytest.raises(DiscoveryOff):
        await questions.heard(["::1"], (), SERVICE)


# --- Who is told, and when -----------------------------------------------------------


async def test_nobody_came_within_a_minute(autojump_clock: MockClock) -> None:
    """It is said once, a minute after the first question and not before."""
    said: list[float] = []

    async def rung() -> None:
        await trio.sleep(5)

    start = trio.current_time()
    await doorbell.listen(
        rung, trio.Event(), lambda: said.append(trio.current_time() - start)
    )
    assert said == [65.0]


async def test_somebody_came(autojump_clock: MockClock) -> None:
    """Whoever gets through in time, or came before, is proof enough."""
    reached = trio.Event()
    said: list[str] = []
    say = partial(said.append, "told")

    async def later() -> None:
        await trio.sleep(59)
        reached.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(later)
        await doorbell.listen(trio.lowlevel.checkpoint, reached, say)
    await doorbell.listen(trio.lowlevel.checkpoint, reached, say)
    assert said == []


async def test_where_discovery_is_off_nothing_is_said() -> None:
    """Whoever cannot hear questions knows nothing about them."""

    async def rung() -> None:
        raise DiscoveryOff("no network")

    await doorbell.listen(rung, trio.Event(), pytest.fail)


async def test_who_counts_as_somebody() -> None:
    """A connection of another computer's address, and none of one's own."""
    async with desk(sockets=True) as here:
        await (await here.socket()).join("Ann")
        assert not here.server.reached.is_set()
        await here.socket("127.0.0.2")
        await here.server.reached.wait()


SENTENCE = announce.unreached(4210, "H00-921")


def test_the_sentence_names_the_next_step() -> None:
    """The port to let in, and the code that works without discovery."""
    assert "TCP port 4210" in SENTENCE
    assert "or tell them H00-921." in SENTENCE
    assert "tell them" not in announce.unreached(4210, None)


@sitting
async def test_the_screen_shows_it() -> None:
    """It stands in the log, whatever is on the screen."""

    async def play(house: House, screen: Screen) -> None:
        await screen.terminal.shows("you own the table")
        session = screen.sitting._session
        session.tell.send_nowait(Aside(SENTENCE))
        await screen.terminal.shows(r"\* Somebody looks for tables")

    await at_table(play, setup(bots=0))


def test_the_line_mode_says_it() -> None:
    """One line, and `log` has it too."""
    talk = Talk()
    assert talk.hear(Aside(SENTENCE)) == [SENTENCE]
    assert talk.answer("log").lines[-1].endswith(SENTENCE)
