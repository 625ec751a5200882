"""No secret leaves its place: after a bad evening every corner is searched for it."""

from __future__ import annotations

import json
import logging
import os
import re
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
import trio
from trio.testing import MockClock

from p10net.cli.hosting import facts
from p10net.engine.cards import Card
from p10net.engine.moves import Discard
from p10net.engine.view import You
from p10net.host.house import HouseBot
from p10net.host.journal_file import Kept, read
from p10net.host.records import Acted, Change, DealOpened, Record, Reseated, Sat
from p10net.host.resume import FOLDER, restore
from p10net.host.sectors import scan
from p10net.protocol.messages import Issued, Sign, State
from p10net.protocol.owner import Reissue
from p10net.protocol.requests import Act, Admin, Peek
from p10net.protocol.txt import build
from tests.server_bench import Peer, desk
from tests.shell import COMMAND, PATIENCE, said

HOME = "127.0.0.1"
PASSWORD = "canary-of-a-password"


@asynccontextmanager
async def somebody(port: int) -> AsyncIterator[Peer]:
    """Knock at the door, and be gone at the end, whatever happens."""
    async with await trio.open_tcp_stream(HOME, port) as stream:
        yield Peer(stream)


async def babble(port: int) -> None:
    """Say what no client says, and hear the host out, so that no place stays taken."""
    for words in (
        b"GET / HTTP/1.1\r\n\r\n",
        b"\0\0\0\3\xc1\xc1\xc1",
        b"\x16\3\1\0\5hello",
    ):
        async with await trio.open_tcp_stream(HOME, port) as stream:
            await stream.send_all(words)
            with suppress(trio.BrokenResourceError):
                async for _ in stream:
                    pass


async def bad_evening(port: int) -> tuple[str, Sign]:
    """Guess, babble, act against the rules and ask for a code; gives code and sign."""
    await babble(port)
    async with somebody(port) as eve, somebody(port) as looker:
        await eve.join("Eve", password="canary")
        sign: Sign = await looker.ask(Peek, proto=(1,))
        async with somebody(port) as ann:
            await ann.join("Ann", password=PASSWORD)
            async with somebody(port) as ben:
                await ben.join("Ben", password=PASSWORD)
                step = (await ben.read(State)).view.step
            await ann.until(lambda m: isinstance(m, State) and not m.table.seats[-1].on)
            for number in range(4):
                await ann.ask(Act, step=step + number, action=Discard(Card.S, 1))
            issued: Issued = await ann.ask(Admin, do=Reissue(_seat(ann, "Ben")))
    return issued.code, sign


def _seat(peer: Peer, name: str) -> int:
    states = [message for message in peer.seen if isinstance(message, State)]
    return next(one.seat for one in states[-1].table.seats if one.name == name)


def secrets(kept: Kept) -> Iterator[str]:
    """Give every session and every deal's seed that a table has had."""
    for entry in kept.entries:
        change = entry.change
        if isinstance(change, Sat | Reseated):
            yield change.session
        if isinstance(change, DealOpened):
            yield change.secret
        if isinstance(change, Acted) and (seed := getattr(change.action, "seed", None)):
            yield seed


def hands(kept: Kept) -> set[frozenset[str]]:
    """Give every hand that anybody has held, as the faces in it."""
    table, held = restore(Kept(kept.opening, ()), 0.0), set[frozenset[str]]()
    for entry in kept.entries:
        if entry.change is not None:
            table.commit(Record(entry.change), 0.0)
        game = table.house.game
        for yours in game.yours if game else ():
            held.add(frozenset(card.value for card in yours.hand if card.number))
    return {hand for hand in held if len(hand) >= TELLING}


FACE = re.compile(r"(?<![A-Za-z0-9])[RBGY](?:1[0-2]|[1-9])(?![A-Za-z0-9])")
NEAR = 60
"""Characters between two cards of one hand, wilds and skips between them or not."""
TELLING = 3
"""So many faces of one hand beside each other are no chance."""


def shown(text: str, held: set[frozenset[str]]) -> list[frozenset[str]]:
    """List the hands of which some cards stand beside each other in a text."""
    found, run, end = [], set[str](), 0
    for match in FACE.finditer(text):
        run = run | {match[0]} if match.start() - end <= NEAR else {match[0]}
        end = match.end()
        if len(run) >= TELLING:
            found += [hand for hand in held if len(run & hand) >= TELLING]
    return found


HAND = (Card.R5, Card.W, Card.B12, Card.B12, Card.G1, Card.S)
FORMS: list[tuple[str, str]] = [
    ("as Python writes it", repr(HAND)),
    ("as JSON", msgspec.json.encode(HAND).decode()),
    ("on the wire", msgspec.msgpack.encode(HAND).decode(errors="replace")),
    ("as people type it", " ".join(card.value for card in HAND)),
    ("in a view", repr(You(1, HAND))),
]


@pytest.mark.parametrize("form", FORMS, ids=[name for name, _ in FORMS])
def test_a_hand_is_recognized(form: tuple[str, str]) -> None:
    """The search below would find one, whoever wrote it down and how."""
    held = {frozenset({"R5", "B12", "G1"}), frozenset({"Y1", "Y2", "Y3", "R5"})}

    assert {*shown(f"12:00 something failed: {form[1]}", held)} == {min(held, key=len)}
    assert not shown("Room B12, table R5; Y1 is none of them. And G2.", held)


def readable(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Give every file that others could read."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield path, path.read_bytes()


def processes() -> str:
    """Give what anybody may see of every process: its words, not its environment."""
    done = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True)
    return done.stdout


@pytest.mark.needs("ps")
@pytest.mark.limit(60)
def test_no_secret_is_where_others_can_see_it(home: Path) -> None:
    """Neither in logs, nor in what is printed, advertised, or open to other users."""
    state = home / "host"
    table = ("--bind", HOME, "--port", "0", "--no-advertise", "--name", "Kitchen")
    flags = (*table, "--headless", "--json", "--bots", "1", "--start-when", "3")
    host = subprocess.Popen(
        [*COMMAND, "host", *flags, "--state-dir", str(state), "--pace", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "P10NET_PASSWORD": PASSWORD},
    )
    try:
        told = json.loads(said(host.stdout))
        code, sign = trio.run(bad_evening, told["port"])
        seen = processes()
        journal = state / FOLDER / f"{told['id']}.journal"
        kept = read(scan(journal.read_bytes()))
    finally:
        host.terminate()
        out, err = host.communicate(timeout=PATIENCE)
    planted = {*secrets(kept), code, PASSWORD}
    logs = b"".join(path.read_bytes() for path in state.rglob("logs/*"))
    public = [
        ("the log", logs.decode()),
        ("standard output", json.dumps(told) + out),
        ("standard error", err),
        ("the advert", json.dumps(build(facts(sign, True)))),
        ("the list of processes", seen),
        *((str(path), data.decode(errors="replace")) for path, data in readable(home)),
    ]

    assert len(planted) >= 6
    assert "Traceback" not in logs.decode() + err
    assert kept.opening.setup.password == PASSWORD
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    leaks = [(secret, where) for where, text in public for secret in planted
             if secret in text]  # fmt: skip
    assert not leaks
    held = hands(kept)
    assert len(held) >= 3
    assert not [where for where, text in public if shown(text, held)]


async def test_no_mistake_of_ours_shows_a_hand(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    """What is raised in the midst of a game is logged with its place and no card."""
    caplog.set_level(logging.DEBUG)
    acts, held, sessions = list[Change](), set[frozenset[str]](), set[str]()

    def told(change: Change) -> None:
        game = host.house.game
        for yours in game.yours if game else ():
            held.add(frozenset(card.value for card in yours.hand if card.number))
        sessions.update(player.session for player in host.house.players.values())
        acts.append(change)
        if isinstance(change, Acted) and len(acts) % 40 == 0:
            raise ZeroDivisionError

    bots = (HouseBot("steady", "Cleo"),)
    async with desk(bots=bots, spawn_bot=_fails, told=told) as host:
        with trio.move_on_after(600):
            await host.robot().play("Ann")

    assert len(acts) > 40
    assert "ZeroDivisionError" in caplog.text
    assert "no idea" in caplog.text
    assert not [session for session in sessions if session in caplog.text]
    assert not shown(caplog.text, held)


async def _fails(
    level: str, name: str, session: str, stream: trio.abc.Stream, generator: Random
) -> None:
    """Fail with the hand in hand, as a bot's author might."""
    peer = Peer(stream)
    await peer.join(name, kind="bot", session=session)
    state = await peer.until(lambda one: isinstance(one, State) and bool(one.ask))
    raise ValueError(f"no idea with so many cards: {len(state.view.you.hand)}")


@pytest.mark.needs("root")
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can hide memory")
def test_another_program_of_the_user_cannot_look_into_the_host(home: Path) -> None:
    """Not even one of the same user; root can do anything."""
    code = (
        "import os\n"
        "from p10net.host.undumpable import hide\n"
        "os.setuid(65534)\n"
        "import ctypes; ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)\n"
        "before = os.stat('/proc/self/mem').st_uid\n"
        "assert hide()\n"
        "print(before, os.stat('/proc/self/mem').st_uid)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout == "65534 0\n", done.stderr
