"""No secret leaves its place: after a bad evening every corner is searched for it."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from p10net.cli.hosting import facts
from p10net.engine.cards import Card
from p10net.engine.moves import Discard
from p10net.host.journal_file import Kept, read
from p10net.host.records import Acted, Reseated, Sat
from p10net.host.resume import FOLDER
from p10net.host.sectors import scan
from p10net.protocol.messages import Issued, Sign, State
from p10net.protocol.owner import Reissue
from p10net.protocol.requests import Act, Admin, Peek
from p10net.protocol.txt import build
from tests.server_bench import Peer
from tests.shell import COMMAND, PATIENCE, said

HOME = "127.0.0.1"
PASSWORD = "canary-of-a-password"
MANY_BYTES = 4096


async def bad_evening(port: int) -> tuple[str, Sign]:
    """Guess, babble, act against the rules and ask for a code; gives code and sign."""
    for babble in (
        b"GET / HTTP/1.1\r\n\r\n",
        b"\0\0\0\3\xc1\xc1\xc1",
        b"\x16\3\1\0\5hello",
    ):
        async with await trio.open_tcp_stream(HOME, port) as stream:
            await stream.send_all(babble)
            await stream.receive_some(MANY_BYTES)
    eve, looker, ann, ben = [
        Peer(await trio.open_tcp_stream(HOME, port)) for _ in range(4)
    ]
    await eve.join("Eve", password="canary")
    sign: Sign = await looker.ask(Peek, proto=(1,))
    await ann.join("Ann", password=PASSWORD)
    await ben.join("Ben", password=PASSWORD)
    step = (await ben.read(State)).view.step
    await ben.stream.aclose()
    await ann.until(lambda m: isinstance(m, State) and not m.table.seats[-1].on)
    for number in range(4):
        await ann.ask(Act, step=step + number, action=Discard(Card.S, 1))
    issued: Issued = await ann.ask(Admin, do=Reissue(_seat(ann, "Ben")))
    for peer in (eve, looker, ann):
        await trio.aclose_forcefully(peer.stream)
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
        if isinstance(change, Acted) and (seed := getattr(change.action, "seed", None)):
            yield seed


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
