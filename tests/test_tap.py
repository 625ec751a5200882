"""The tap passes everything on and tells every frame, without what opens a seat."""

import json
import signal
from functools import partial
from typing import Any

import msgpack
import pytest
import trio

from p10net.client.tap import MASK, Ear, Row, Tap, masked
from p10net.engine.conflicts import build
from p10net.engine.rules import OFFICIAL
from p10net.host.chance import Chance
from p10net.host.house import Setup
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.protocol.address import Place
from p10net.protocol.codec import HEADER, frame, unpack
from p10net.protocol.requests import Hello, Ping
from tests.clients import Client
from tests.messages_table import SENT, TO_CLIENT, TO_HOST, TOKEN
from tests.shell import inside, said, started

Capture = pytest.CaptureFixture[str]
HOME = "127.0.0.1"


def framed(message: object) -> bytes:
    """Pack anything as a frame."""
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(HEADER, "big") + body


# --- One direction ---------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 5, 1 << 20])
def test_every_message_is_told_in_any_cut(size: int) -> None:
    """One row a frame, with its size and what it holds."""
    for way, rows in (("client", TO_HOST), ("host", TO_CLIENT)):
        stream = b"".join(frame(message) for message, _ in rows)
        ear = Ear("client" if way == "client" else "host")
        pieces = [stream[i : i + size] for i in range(0, len(stream), size)]
        told = [row for piece in pieces for row in ear.hear(piece)]

        assert [row["verdict"] for row in told] == ["decoded"] * len(rows)
        assert sum(row["bytes"] for row in told) == len(stream)
        assert [row["message"] for row in told] == [
            masked(unpack(frame(message)[HEADER:])) for message, _ in rows
        ]


def test_no_secret_of_any_message_is_told() -> None:
    """Sessions, passwords and one-time codes are masked, and nothing else is."""
    told = json.dumps([masked(unpack(data[HEADER:])) for data in SENT])
    plain = json.dumps([unpack(data[HEADER:]) for data in SENT])
    session = f'"session": "{TOKEN}"'

    for secret in (session, '"password": "open"', '"code": "H7K2"'):
        assert secret in plain
        assert secret not in told
    assert '"code": "rate"' in told
    assert '"password": false' in told


@pytest.mark.parametrize(
    ("way", "sent", "row"),
    [
        ("client", framed({"t": "dance", "id": 1}),
         {"verdict": "refused", "code": "unknown_type",
          "message": {"t": "dance", "id": 1}}),
        ("client", framed({"t": "sit", "id": 1, "seat": 0}),
         {"verdict": "refused", "code": "bad_message", "at": "$.seat"}),
        ("client", framed({"t": "chat", "id": 1, "text": 1.5}),
         {"verdict": "refused", "code": "bad_msgpack", "at": "$.text",
          "from_byte": 21, "hex": "cb 3f f8 00 00 00 00 00 00"}),
        ("client", framed({"t": "hello", "id": 1, "session": b"\x01\x02"}),
         {"verdict": "refused", "code": "bad_msgpack"}),
        ("client", framed([3, 4]), {"verdict": "refused", "code": "bad_msgpack",
                                    "hex": "92 03 04"}),
        ("client", b"\x00\x00\xff\xff", {"verdict": "refused", "code": "frame_size"}),
        ("client", b"\x16\x03\x01", {"verdict": "unreadable"}),
        ("client", b"GET /", {"verdict": "unreadable", "why": "it is not p10net"}),
        ("host", framed({"t": "x_confetti", "much": True}),
         {"verdict": "unknown", "message": {"t": "x_confetti", "much": True}}),
        ("host", framed({"t": "pong", "re": 1}),
         {"verdict": "refused", "code": "bad_message", "at": "$.seq"}),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_with_the_reason(
    way: Any, sent: bytes, row: Row
) -> None:
    """The verdict is the other side's; bytes are shown where there is no message."""
    (told,) = Ear(way).hear(sent)

    assert told | row == told
    assert "\\x01\\x02" not in json.dumps(told)
    assert "01 02" not in str(told.get("hex"))


def test_after_a_bad_length_nothing_is_guessed() -> None:
    """There is no way to find the next frame."""
    ear = Ear("client")

    assert len([*ear.hear(frame(Ping(id=1)) + b"\0\0\0\0" + frame(Ping(id=2)))]) == 2
    assert [*ear.hear(frame(Ping(id=3)))] == []


# --- Both, over sockets ----------------------------------------------------------


def port_of(listener: trio.SocketListener) -> int:
    """Say where a listener listens."""
    port: int = listener.socket.getsockname()[1]
    return port


async def test_a_game_is_played_through_it() -> None:
    """Neither side notices; every frame of both is decoded and told."""
    rules = build({"round_limit": 1}, OFFICIAL)
    table = Table(Setup("Table", rules, start_when=2, once=True), Chance(7))
    rows: list[Row] = []
    async with trio.open_nursery() as nursery:
        (host,) = await trio.open_tcp_listeners(0, host=HOME)
        tap = Tap(Place(HOME, port_of(host)), rows.append)
        (way,) = await nursery.start(partial(trio.serve_tcp, tap.carry, 0, host=HOME))
        async with trio.open_nursery() as evening:
            evening.start_soon(Server(table).run, [host])
            client, other = Client(port_of(way)), Client(port_of(host))
            other.name = "Other"
            evening.start_soon(client.run)
            evening.start_soon(other.run)
        nursery.cancel_scope.cancel()

    frames = [row for row in rows if "bytes" in row]
    told = [row["message"] for row in frames if row["from"] == "host"]
    assert table.over
    assert {row["verdict"] for row in frames} == {"decoded"}
    assert {row["connection"] for row in rows} == {1}
    assert told == [masked(message) for message in client.heard]
    assert (rows[0]["event"], rows[-1]["event"]) == ("opened", "closed")
    assert json.dumps(rows).count(client.session or "") == 0
    assert json.dumps(rows).count(f'"session": "{MASK}"') == 1


async def test_a_host_that_is_not_there_is_told() -> None:
    """The client is turned away at once, and the reason stands in a row."""
    rows: list[Row] = []
    (gone,) = await trio.open_tcp_listeners(0, host=HOME)
    port = port_of(gone)
    await gone.aclose()
    async with trio.open_nursery() as nursery:
        tap = Tap(Place(HOME, port), rows.append)
        (way,) = await nursery.start(partial(trio.serve_tcp, tap.carry, 0, host=HOME))
        async with await trio.open_tcp_stream(HOME, port_of(way)) as stream:
            assert await stream.receive_some() == b""
        nursery.cancel_scope.cancel()

    assert [row["event"] for row in rows] == ["unreachable"]
    assert rows[0]["host"] == f"{HOME}:{port}"


# --- The command -----------------------------------------------------------------


@pytest.mark.limit(30)
async def test_the_command_prints_json_lines() -> None:
    """The first line says where to connect; what follows is a line a frame."""
    (host,) = await trio.open_tcp_listeners(0, host=HOME)
    hello = frame(Hello(1, (1,), "Ann", "bot", session=TOKEN))
    with started("tap", "0", f"{HOME}:{port_of(host)}") as program:
        listening = json.loads(await trio.to_thread.run_sync(said, program.stdout))
        place = listening["places"][0].rpartition(":")
        near = await trio.open_tcp_stream(place[0], int(place[2]))
        async with near, await host.accept() as far:
            await near.send_all(hello)
            assert await far.receive_some() == hello
            await trio.to_thread.run_sync(said, program.stdout)  # opened
            row = json.loads(await trio.to_thread.run_sync(said, program.stdout))
        program.send_signal(signal.SIGINT)
        assert await trio.to_thread.run_sync(program.wait) == 130
        assert program.stderr is not None
        assert program.stderr.read() == ""
    await host.aclose()

    assert row["from"] == "client"
    assert row["bytes"] == len(hello)
    assert row["message"]["session"] == MASK
    assert row["at_ms"] >= 0


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("4300", "my table"), 2, "my table is no address: write it as 127.0.0.1"),
        (("99999", f"{HOME}:1"), 2, "There is no port 99999"),
        (("203.0.113.1:4300", f"{HOME}:1"), 1, "203.0.113.1:4300 cannot be listened"),
    ],
)
def test_a_slip_is_one_sentence(
    arguments: tuple[str, str], code: int, sentence: str, capsys: Capture
) -> None:
    """Where to listen and where to go have to be places."""
    done = inside(capsys, "tap", *arguments)

    assert done.code == code
    assert sentence in done.sentence
