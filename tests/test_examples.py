"""The example clients pass the test host and finish games at real tables together.

Each needs its own tools: where they are not installed, its tests skip and say so.
"""

import contextlib
import getpass
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import trio

from p10net.bots.levels import LEVELS
from p10net.client.link import to_places
from p10net.client.runner import run_bot
from p10net.client.session import Session, Visitor
from p10net.engine.presets import preset
from p10net.host.chance import Chance
from p10net.host.house import Setup
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.host.testhost.scripts import SCRIPTS
from p10net.protocol.address import Place
from tests.shell import outside

EXAMPLES = Path(__file__).parents[1] / "examples"
HOME = "127.0.0.1"
BUILD = 120.0
"""Seconds for a compiler."""

Command = list[str]


@pytest.fixture(scope="session")
def python() -> Command:
    """Run with the Python of the tests."""
    return [sys.executable, str(EXAMPLES / "python" / "bot.py")]


@pytest.fixture(scope="session")
def javascript() -> Command:
    """Run with Node, if its one package is there."""
    if shutil.which("node") is None:
        pytest.skip("needs the command node")
    folder = EXAMPLES / "javascript"
    if not (folder / "node_modules" / "@msgpack" / "msgpack").is_dir():
        pytest.skip("needs `npm install` in examples/javascript")
    return ["node", str(folder / "bot.mjs")]


@pytest.fixture(scope="session")
def rust(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """Build with cargo, which fetches nothing, beside a copy of the source."""
    if shutil.which("cargo") is None or cargo("--version").returncode:
        pytest.skip("needs the command cargo, with a toolchain")
    folder = tmp_path_factory.mktemp("rust")
    shutil.copytree(EXAMPLES / "rust", folder, dirs_exist_ok=True)
    built = cargo("build", "--offline", "--quiet", cwd=folder)
    assert built.returncode == 0, built.stderr
    return [str(folder / "target" / "debug" / "p10net-example-bot")]


def cargo(*arguments: str, cwd: Path = EXAMPLES) -> subprocess.CompletedProcess[bytes]:
    """Run cargo in its owner's own home, where its toolchain is."""
    home = str(Path(f"~{getpass.getuser()}").expanduser())
    return subprocess.run(
        ["cargo", *arguments],
        cwd=cwd,
        env={**os.environ, "HOME": home},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=BUILD,
    )


LANGUAGES = ["python", "javascript", "rust"]

pytestmark = pytest.mark.xdist_group("examples")


@pytest.mark.limit(180)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_passes_the_test_host(
    language: str, request: pytest.FixtureRequest
) -> None:
    """All scripts, started anew for each; lost connections among them."""
    command = request.getfixturevalue(language)
    done = outside("testhost", "--port", "0", "--client", " ".join(command), limit=170)
    count = sum(not script.private for script in SCRIPTS.values())

    assert done.out.endswith(f"{count} of {count} passed.\n"), done.out
    assert done.code == 0


@pytest.mark.limit(60)
def test_an_example_speaks_tls_with_the_host_it_means(python: Command) -> None:
    """It knows the host by its key, also after a loss, and talks to no other one."""
    command = " ".join([*python, "{host}", "{port}", "Py", "{key}"])
    scripts = [f"--script={name}" for name in ("handshake", "cut_short", "wrong_host")]
    done = outside("testhost", "--tls", "--port=0", "--client", command, *scripts)

    assert done.out.endswith("3 of 3 passed.\n"), done.out


# --- At a real table -------------------------------------------------------------


class BadLine:
    """A way to a host on which the first connections break, each after some bytes."""

    def __init__(self, *, breaks: int, after: int) -> None:
        self._breaks, self._after = breaks, after
        self.broken = self.port = 0

    async def carry(self, near: trio.SocketStream) -> None:
        """Carry one connection until it breaks or ends."""
        far = await trio.open_tcp_stream(HOME, self.port)
        async with near, far, trio.open_nursery() as nursery:
            nursery.start_soon(self._pass, near, far, nursery)
            nursery.start_soon(self._pass, far, near, nursery)

    async def _pass(
        self, here: trio.SocketStream, there: trio.SocketStream, both: trio.Nursery
    ) -> None:
        passed = 0
        with contextlib.suppress(trio.BrokenResourceError):
            while data := await here.receive_some():
                await there.send_all(data)
                passed += len(data)
                if passed > self._after and self.broken < self._breaks:
                    self.broken += 1
                    break
        both.cancel_scope.cancel()


async def play(command: Command, port: int, ended: list[int]) -> None:
    """Run a client to its end and note its exit code."""
    done = await trio.run_process(
        [*command, HOME, str(port)], check=False, capture_stdout=True
    )
    ended.append(done.returncode)


async def play_ours(port: int) -> None:
    """Let this program's own bot play, with its session and runner."""
    session = Session(to_places(Place(HOME, port)), Visitor("steady", "bot"))
    tell: Callable[[str], None] = pytest.fail
    await run_bot(session, LEVELS["steady"](Chance(1).generator(1)), tell=tell, pace=0)


def port_of(listener: trio.SocketListener) -> int:
    """Say where a listener listens."""
    port: int = listener.socket.getsockname()[1]
    return port


async def evening(table: Table, commands: list[Command], line: BadLine) -> list[int]:
    """Let clients play a game to its end over a bad line; gives their exit codes."""
    ended: list[int] = []
    listeners = await trio.open_tcp_listeners(0, host=HOME)
    line.port = port_of(listeners[0])
    async with trio.open_nursery() as nursery:
        serving = partial(trio.serve_tcp, line.carry, 0, host=HOME)
        ways: list[trio.SocketListener] = await nursery.start(serving)
        async with trio.open_nursery() as playing:
            playing.start_soon(Server(table).run, listeners)
            for command in commands:
                playing.start_soon(play, command, port_of(ways[0]), ended)
            playing.start_soon(play_ours, line.port)
        nursery.cancel_scope.cancel()
    return ended


@pytest.mark.limit(120)
@pytest.mark.parametrize("rules", ["official", "masters", "floating"])
async def test_all_sit_at_one_table(
    python: Command, javascript: Command, rust: Command, rules: str
) -> None:
    """Three languages and the stock bot finish a game, with connections that break."""
    table = Table(Setup("Table", preset(rules), start_when=4, once=True), Chance(7))
    line = BadLine(breaks=9, after=30_000)
    ended = await evening(table, [python, javascript, rust], line)

    assert table.over
    assert table.result().winners
    assert line.broken == 9
    assert ended == [0, 0, 0]
