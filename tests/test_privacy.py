"""TLS and plain on one port: who may speak what, and what happens to the rest."""

from __future__ import annotations

import contextlib
import gc
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from p10net.client.peek import look
from p10net.client.secure import (
    NotPrivate,
    WrongHost,
    anybody,
    keyed,
    only,
    shake_hands,
)
from p10net.host.connection import Connection
from p10net.host.house import Setup
from p10net.host.identity import Identity, identity
from p10net.host.privacy import Privacy
from p10net.host.server import MANY_PARTED, Server
from p10net.host.table import Table
from p10net.protocol.codec import Frames, for_client, frame
from p10net.protocol.envelope import Message
from p10net.protocol.errors import ByeCode
from p10net.protocol.hostkey import host_key
from p10net.protocol.limits import LIMITS, Limits
from p10net.protocol.messages import Bye, Lobby, Sign, Welcome
from p10net.protocol.requests import Hello, Peek, Ping

WIFI, HERE = "192.168.1.34", "127.0.0.1"
HELLO = Hello(id=1, proto=(1,), name="Ann", kind="human")
STRANGERS = [
    ("a browser", b"GET / HTTP/1.1\r\n\r\n", b"PROTOCOL.md"),
    ("half a TLS hello", b"\x16\x03\x01\x00\x05hello", b""),
]


@pytest.fixture
def host(tmp_path: Path) -> Identity:
    """An identity of this host's."""
    return identity(tmp_path)


@asynccontextmanager
async def opened(privacy: Privacy) -> AsyncIterator[Server]:
    """Open a table that connections are attached to."""
    server = Server(Table(Setup("Ann's table")), privacy=privacy)
    async with trio.open_nursery() as nursery:
        await nursery.start(server.run)
        yield server
        server.stop()
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def knocking(
    privacy: Privacy, address: str = WIFI
) -> AsyncIterator[trio.SocketStream]:
    """Connect to a table over real sockets, as somebody at this address."""
    async with opened(privacy) as server, knock(server, address) as ours:
        yield ours


@asynccontextmanager
async def knock(server: Server, address: str) -> AsyncIterator[trio.SocketStream]:
    """Connect to a table that is open."""
    (listener,) = await trio.open_tcp_listeners(0, host=HERE)
    port = listener.socket.getsockname()[1]
    ours = await trio.open_tcp_stream(HERE, port)
    server.attach(await listener.accept(), address)
    await listener.aclose()
    async with ours:
        yield ours


async def said(stream: trio.abc.Stream) -> list[Message]:
    """Read all that a host says, up to its end."""
    frames, heard = Frames(LIMITS.frame_to_client), list[Message]()
    while data := await stream.receive_some():
        frames.feed(bytes(data))
    while (body := frames.take()) is not None:
        if (message := for_client(body)) is not None:
            heard.append(message)
    return heard


async def test_a_game_is_played_in_private(host: Identity) -> None:
    """Over TLS 1.3 somebody from the Wi-Fi is welcomed like anybody."""
    async with knocking(Privacy(host.context)) as raw:
        call = await shake_hands(raw, only(host.fingerprint))
        assert isinstance(call.stream, trio.SSLStream)
        assert call.stream.version() == "TLSv1.3"
        assert call.fingerprint == host.fingerprint

        await call.stream.send_all(frame(HELLO))
        frames = Frames(LIMITS.frame_to_client)
        heard: list[object] = []
        while len(heard) < 2:
            frames.feed(bytes(await call.stream.receive_some()))
            while (body := frames.take()) is not None:
                heard.append(type(for_client(body)))

    assert heard[0] is Welcome
    assert heard[-1] is Lobby


async def test_a_look_from_outside_is_private_too(host: Identity) -> None:
    """The list of tables shows a sign only with the fingerprint it came with."""
    async with knocking(Privacy(host.context)) as raw:
        call = await shake_hands(raw, anybody)
        answer = await look(call.stream, call.fingerprint)

    assert getattr(answer, "fingerprint", None) == host.fingerprint


async def test_no_older_tls_is_spoken(host: Identity) -> None:
    """A client that cannot do 1.3 is refused in the handshake."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    async with knocking(Privacy(host.context)) as raw:
        with pytest.raises(trio.BrokenResourceError):
            await trio.SSLStream(raw, context).do_handshake()


async def test_no_session_tickets_are_sent(host: Identity) -> None:
    """A ticket to somebody who only writes could block the handshake for ever."""
    async with knocking(Privacy(host.context)) as raw:
        call = await shake_hands(raw, anybody)
        assert isinstance(call.stream, trio.SSLStream)
        await call.stream.send_all(frame(HELLO))
        await call.stream.receive_some()

        assert not call.stream.session.has_ticket


@pytest.fixture
def seldom() -> Iterator[None]:
    """Have nobody collect what refers to itself, as in a host with little to do."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("seldom")
async def test_strangers_leave_nothing_behind(host: Identity) -> None:
    """Who begins a handshake over and over does not fill the memory of a host."""
    _, half, _ = STRANGERS[1]
    async with opened(Privacy(host.context)) as server:
        for _ in range(MANY_PARTED + 8):
            async with knock(server, WIFI) as ours:
                await ours.send_all(half)
                await ours.send_eof()
                await said(ours)

        left = [one for one in gc.get_objects() if type(one) is trio.SSLStream]
        assert len(left) < MANY_PARTED


# --- Who may speak plain ----------------------------------------------------------

PLAIN = [
    ("on this computer", Privacy(), HERE, True),
    ("on this computer, by IPv6", Privacy(), "::1", True),
    ("on this computer, beside TLS", None, "127.0.0.9", True),
    ("from the Wi-Fi", None, WIFI, False),
    ("from the Wi-Fi by IPv6", None, "fe80::1%eth0", False),
    ("from the Wi-Fi to a table without TLS", Privacy(), WIFI, False),
    ("from the Wi-Fi where that is allowed", Privacy(everywhere=True), WIFI, True),
]


@pytest.mark.parametrize(
    ("privacy", "address", "allowed"),
    [row[1:] for row in PLAIN],
    ids=[row[0] for row in PLAIN],
)
async def test_plain_is_for_those_whom_nobody_hears(
    privacy: Privacy | None, address: str, allowed: bool, host: Identity
) -> None:
    """Whoever speaks plain from elsewhere reads a bye that says what to do."""
    async with knocking(privacy or Privacy(host.context), address) as raw:
        await raw.send_all(frame(Peek(id=1, proto=(1,))))
        (only_word,) = await said(raw)

    if allowed:
        assert isinstance(only_word, Sign)
    else:
        assert isinstance(only_word, Bye)
        assert only_word.code is ByeCode.TLS_REQUIRED


@pytest.mark.parametrize(
    ("opening", "answer"),
    [row[1:] for row in STRANGERS],
    ids=[row[0] for row in STRANGERS],
)
async def test_a_stranger_is_told_and_left(
    opening: bytes, answer: bytes, host: Identity
) -> None:
    """Neither HTTP nor a broken TLS hello holds a place for long."""
    async with knocking(Privacy(host.context)) as raw:
        await raw.send_all(opening)
        with contextlib.suppress(trio.BrokenResourceError):
            assert answer in bytes(await raw.receive_some())
            while await raw.receive_some():
                pass


async def test_who_leaves_without_a_word_is_let_go(
    host: Identity, caplog: pytest.LogCaptureFixture
) -> None:
    """Programs that look for open ports say nothing, and nothing fails for it."""
    async with opened(Privacy(host.context)) as server:
        async with knock(server, WIFI) as gone:
            await gone.send_eof()
            assert await said(gone) == []
        async with knock(server, HERE) as next_one:
            await next_one.send_all(frame(Peek(id=1, proto=(1,))))
            assert isinstance((await said(next_one))[0], Sign)

    assert "failed" not in caplog.text


async def test_tls_to_a_table_without_it_is_refused_in_its_words() -> None:
    """The client learns at once that no handshake will come."""
    async with knocking(Privacy(everywhere=True)) as raw:
        with pytest.raises(NotPrivate):
            await shake_hands(raw, anybody)


# --- Who is trusted ---------------------------------------------------------------


async def test_a_host_that_is_not_meant_hears_nothing(host: Identity) -> None:
    """The fingerprint is looked at before a byte of ours is sent."""
    heard = bytearray()

    async def listen(stream: trio.SocketStream, there: Identity) -> None:
        secure = trio.SSLStream(stream, there.context, server_side=True)
        with contextlib.suppress(trio.BrokenResourceError):
            while data := await secure.receive_some():
                heard.extend(data)
        await trio.aclose_forcefully(stream)

    for trusts in (only(bytes(32)), only(None), keyed(16 * "0")):
        async with trio.open_nursery() as nursery:
            (listener,) = await trio.open_tcp_listeners(0, host=HERE)
            raw = await trio.open_tcp_stream(HERE, listener.socket.getsockname()[1])
            nursery.start_soon(listen, await listener.accept(), host)
            with pytest.raises(WrongHost):
                await shake_hands(raw, trusts)
            await raw.aclose()
            await listener.aclose()

    assert not heard


async def test_the_host_of_a_link_is_trusted(host: Identity) -> None:
    """The sixteen letters prove who answers."""
    async with knocking(Privacy(host.context)) as raw:
        call = await shake_hands(raw, keyed(host_key(host.fingerprint)))

    assert call.fingerprint == host.fingerprint


# --- How it ends ------------------------------------------------------------------


async def test_a_bye_inside_tls_arrives(host: Identity) -> None:
    """However much of what the client sent was never read."""
    async with knocking(Privacy(host.context)) as raw:
        call = await shake_hands(raw, anybody)
        await call.stream.send_all(frame(Ping(id=1)) * 2000)
        (bye,) = await said(call.stream)

    assert isinstance(bye, Bye)
    assert bye.code is ByeCode.HELLO_FIRST


@pytest.mark.parametrize("why", [ByeCode.HELLO_TIMEOUT, ByeCode.FULL])
async def test_a_handshake_that_never_ends_is_ended(
    why: ByeCode, host: Identity, nursery: trio.Nursery
) -> None:
    """By its time or for somebody else's sake, and without a plain word in between."""
    late = why is ByeCode.HELLO_TIMEOUT
    (listener,) = await trio.open_tcp_listeners(0, host=HERE)
    ours = await trio.open_tcp_stream(HERE, listener.socket.getsockname()[1])
    connection = Connection(
        1,
        await listener.accept(),
        WIFI,
        limits=Limits(hello_ms=50 if late else 60_000),
        privacy=Privacy(host.context),
    )
    over = trio.Event()

    async def live() -> None:
        await connection.run(no_request, no_matter)
        over.set()

    nursery.start_soon(live)
    await ours.send_all(b"\x16\x03\x01")
    if not late:
        await trio.testing.wait_all_tasks_blocked(0.01)
        connection.finish(why)
    with contextlib.suppress(trio.BrokenResourceError):
        assert await ours.receive_some() == b""
    await over.wait()

    assert connection.why == why.value
    await ours.aclose()
    await listener.aclose()


async def no_request(connection: Connection, body: bytes) -> None:
    raise AssertionError("nothing was asked")


async def no_matter(connection: Connection) -> None: ...
