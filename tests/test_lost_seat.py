"""What is seen and typed when a host is in trouble, bare, or gives a seat anew."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from p10net.client.commands import typed
from p10net.client.commands.scene import Tell
from p10net.client.words.hosts import issued
from p10net.engine.view import Stage
from p10net.protocol.messages import Issued, Welcome
from p10net.protocol.owner import Password, Reissue
from p10net.protocol.people import Break
from p10net.protocol.requests import Admin, Chat
from tests.desk import Desk
from tests.positions import position
from tests.server_bench import Peer
from tests.shell import COMMAND, PATIENCE, said, started

HOME = "127.0.0.1"


def playing(**settled: bool) -> Desk:
    """Sit at a table whose settings are these."""
    desk = Desk(position({2: "R1 R2"}, turn=3, stage=Stage.DRAW))
    table = desk.scene.table
    assert table is not None
    table = replace(table, settings=replace(table.settings, **settled))
    desk.scene = replace(desk.scene, table=table)
    return desk


TYPED = [
    ("reissue 2", Admin(id=0, do=Reissue(2))),
    ("password two words", Admin(id=0, do=Password("two words"))),
    ("password", Admin(id=0, do=Password())),
]


@pytest.mark.parametrize(("line", "request_"), TYPED, ids=[row[0] for row in TYPED])
def test_the_owner_types_it(line: str, request_: Admin) -> None:
    """A word and a seat, or a word and the password; without one there is none."""
    assert typed.run(playing().scene, line).intents == (Tell(request_),)


def test_a_code_is_told_so_that_it_can_be_passed_on() -> None:
    """In two groups, with the seat, the flag and the time."""
    assert issued(Issued(1, 2, "3F7K9QRT", 600_000)) == (
        "Tell the player of seat 2 only: join again with --code 3F7K-9QRT,"
        " within 10 minutes."
    )


def test_a_table_without_tls_says_so_all_the_time() -> None:
    """In the corner of the screen, whatever happens."""
    assert "no TLS  " in playing(cleartext=True).picture()
    assert "no TLS" not in playing().picture()


def test_a_host_whose_disk_is_full_says_so() -> None:
    """And nobody is told to resume what they cannot."""
    desk = playing()
    table = desk.scene.table
    assert table is not None
    stop = Break(0, 5000, "disk")
    desk.scene = replace(desk.scene, table=replace(table, paused=stop))

    assert "The host's disk is full or failing" in desk.picture()
    assert ":resume" not in desk.picture()


@pytest.mark.limit(60)
def test_a_seat_is_taken_back_with_a_code(home: Path) -> None:
    """By command, on a computer that remembers nothing of it."""
    flags = ("--bind", HOME, "--port", "0", "--no-advertise", "--headless", "--json")
    with started("host", *flags, "--state-dir", str(home / "host")) as host:
        port = json.loads(said(host.stdout))["port"]
        back = trio.run(_given_anew, port)

    assert back


async def _given_anew(port: int) -> bool:
    ann = Peer(await trio.open_tcp_stream(HOME, port))
    ben = Peer(await trio.open_tcp_stream(HOME, port))
    await ann.join("Ann")
    welcome: Welcome = await ben.join("Ben")
    await ben.stream.aclose()
    assert welcome.seat is not None
    given: Issued = Issued(0, 0, "", 0)
    while not given.code:  # until the host has noticed that Ben is gone
        answer = await ann.ask(Admin, do=Reissue(welcome.seat))
        given = answer if isinstance(answer, Issued) else given
    command = [*COMMAND, "join", f"{HOME}:{port}", "--code", given.code, "--plain"]
    async with trio.open_nursery() as nursery:
        run = trio.run_process
        nursery.start_soon(lambda: run(command, stdin=subprocess.DEVNULL, check=False))
        with trio.fail_after(PATIENCE):
            while not await _there(ann, welcome.seat):
                pass
        nursery.cancel_scope.cancel()
    await ann.stream.aclose()
    return True


async def _there(ann: Peer, seat: int) -> bool:
    """Look at the table once more, and say whether somebody sits there."""
    await ann.ask(Chat, text="Are you there?")
    news = [message for message in ann.seen if hasattr(message, "seats")]
    return any(one.on for one in news[-1].seats if one.seat == seat)
