"""What a look from outside makes of everything a port can answer."""

import socket
from typing import get_args

import pytest
import trio
import trio.testing

from p10net.client.found import Answer, Silence, Why
from p10net.client.peek import look, peek
from p10net.client.words import finding
from p10net.protocol.address import Place
from p10net.protocol.codec import Frames, for_host, frame
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye, Going, Places, Pong, Sign
from p10net.protocol.requests import Peek

SIGN = Sign(
    re=1,
    id="a1",
    name="Ann's table",
    seats=Places(2, 6),
    state=Going.PLAYING,
    rules="official",
    protos=(1,),
    version="0.1.0",
    watch=True,
    locked=False,
    password=False,
)
BYE = Bye(ByeCode.BANNED, "You were sent away from this table.")

SAYINGS = [
    # what it is, what comes back, what that means
    ("a table", frame(SIGN), "table"),
    ("a table that says more", frame(Pong(re=0, seq=1)) + frame(SIGN), "table"),
    ("a later host", b"\0\0\0\x08\x81\xa1t\xa4wave" + frame(SIGN), "table"),
    ("a host that says no", frame(BYE), "turned away"),
    ("a web server", b"HTTP/1.1 400 Bad Request\r\n\r\n", "stranger"),
    ("no map", b"\0\0\0\x01\xc0", "stranger"),
    ("an endless frame", b"\0\0\xff\xff" + bytes(9), "stranger"),
    ("half a sign", frame(SIGN)[:-1], "stranger"),
    ("nothing", b"", "stranger"),
]


@pytest.mark.parametrize(
    ("said", "meaning"), [row[1:] for row in SAYINGS], ids=[row[0] for row in SAYINGS]
)
async def test_what_is_said_has_a_meaning(said: bytes, meaning: str) -> None:
    """A sign opens a row, a farewell is kept to be shown, all else is a stranger."""
    ours, theirs = trio.testing.memory_stream_pair()
    await theirs.send_all(said)
    await theirs.send_eof()

    told = await look(ours)

    assert (told.why if isinstance(told, Silence) else "table") == meaning
    if isinstance(told, Answer):
        assert told.sign == SIGN
        assert told.ping_ms >= 0
    elif meaning == "turned away":
        assert told.bye == BYE


async def test_the_question_is_a_peek() -> None:
    """One frame goes out, and it is the one of the protocol."""
    ours, theirs = trio.testing.memory_stream_pair()
    await theirs.send_eof()
    await look(ours)
    frames = Frames(4096)
    frames.feed(bytes(await theirs.receive_some()))

    assert for_host(frames.take() or b"") == Peek(id=1, proto=(1,))
    assert not frames.begun


async def test_a_table_answers_over_the_network(nursery: trio.Nursery) -> None:
    """A real connection is opened, used and closed."""

    async def show(stream: trio.SocketStream) -> None:
        async with stream:
            await stream.receive_some()
            await stream.send_all(frame(SIGN))

    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    nursery.start_soon(trio.serve_listeners, show, [listener])

    told = await peek(Place("127.0.0.1", listener.socket.getsockname()[1]))
    nursery.cancel_scope.cancel()

    assert isinstance(told, Answer)
    assert told.sign == SIGN


async def test_a_closed_port_refuses() -> None:
    """That nobody listens is known at once and for certain."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        told = await peek(Place("127.0.0.1", held.getsockname()[1]))

    assert told == Silence("refused")


async def test_a_port_that_says_nothing_is_late() -> None:
    """Nobody waits longer than was asked for."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        told = await peek(Place("127.0.0.1", mute.getsockname()[1]), limit=0.1)

    assert told == Silence("late")


async def test_a_connection_cut_before_the_question_is_a_stranger() -> None:
    """Whoever closes without a word is no table."""
    ours, theirs = trio.testing.memory_stream_pair()
    await theirs.aclose()

    assert await look(ours) == Silence("stranger")


async def test_what_waits_for_another_language_is_a_stranger() -> None:
    """A web server waits for the end of a line; once our end is closed it tells."""
    ours, theirs = trio.testing.memory_stream_pair()

    async def serve() -> None:
        while await theirs.receive_some():
            pass
        await theirs.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        assert await look(ours, patience=0.01) == Silence("stranger")


PLACES = [
    ("255.255.255.255", "unreachable"),
    ("fe80::1", "unreachable"),
    ("x" * 70 + ".local", "unknown"),
]


@pytest.mark.parametrize(("host", "why"), PLACES)
async def test_a_place_without_a_way(host: str, why: Why) -> None:
    """No such address, a link-local one without its interface, no such name."""
    assert await peek(Place(host)) == Silence(why)


@pytest.mark.parametrize("why", get_args(Why))
def test_each_silence_has_its_sentence(why: Why) -> None:
    """What a place did instead of answering, its name, and one thing to do."""
    said = finding.silent(why, "Ann:4210")
    assert "Ann:4210" in said
    assert ": " in said.partition("Ann:4210")[2]
