"""The bot of PROTOCOL.md's first section plays at a real host, over real sockets."""

import sys
from pathlib import Path

import pytest
import trio

from p10net.host.chance import Chance
from p10net.host.house import Setup
from p10net.host.server import Server
from p10net.host.table import Table

BOT = Path(__file__).parents[1] / "examples" / "plain_bot.py"
HOME = "127.0.0.1"


@pytest.mark.limit(60)
async def test_two_plain_bots_play_a_game_to_its_end() -> None:
    """A stranger's program of thirty lines finishes a game without one refusal."""
    table = Table(Setup("Table", start_when=2, once=True), Chance(7))
    listeners = await trio.open_tcp_listeners(0, host=HOME)
    port = listeners[0].socket.getsockname()[1]
    said: dict[str, bytes] = {}

    async def play(name: str) -> None:
        done = await trio.run_process(
            [sys.executable, str(BOT), HOME, str(port), name],
            capture_stdout=True,
        )
        said[name] = done.stdout

    async with trio.open_nursery() as nursery:
        nursery.start_soon(Server(table).run, listeners)
        nursery.start_soon(play, "One")
        nursery.start_soon(play, "Two")

    assert table.over
    assert sorted(said) == ["One", "Two"]
    assert all(words.startswith(b"closing ") for words in said.values())
    assert all(words.count(b"\n") == 1 for words in said.values())
