"""What was played: a line for each game that ended, and what the lines add up to."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest
import trio
from msgspec.structs import replace

from p10net.cli import folders, person
from p10net.cli.exits import Exit
from p10net.cli.stats import NOTHING
from p10net.client import app, played
from p10net.client.plain.sitting import sit
from p10net.client.played import Game, Round, Tally
from p10net.engine.game import apply
from p10net.engine.moves import Stop
from p10net.protocol.messages import State
from tests.at_table import DRESS, Screen, sitting, told
from tests.far_end import Door
from tests.pipes import Pipe
from tests.scenes import game_over, over
from tests.shell import inside
from tests.terminal import glass

Capture = pytest.CaptureFixture[str]
WHEN = "2026-05-01T20:00:00+00:00"
OVER = told(game_over().game)


def line(won: bool = True, *rounds: Round, bots: tuple[str, ...] = ()) -> Game:
    """Play a game of two in so many rounds."""
    place = 1 if won else 2
    return Game(WHEN, "official", 2, bots, place, won, 1, 30, rounds)


def test_the_end_of_a_game_is_a_line() -> None:
    """It holds one's own rounds and nobody else's name."""
    game = played.game(OVER, WHEN)
    assert game is not None
    assert (game.won, game.place, game.seats, game.phases) == (True, 1, 4, 10)
    assert game.bots == ("p10net/0.1",)
    assert game.rounds == (Round(phase=10, laid=True, points=0, out=True),)
    assert b"Ann" not in msgspec.json.encode(game)


def test_what_is_no_end_is_no_line() -> None:
    """A watcher has not played, and a game that was stopped has not ended."""
    assert played.game(told(game_over().game, 0), WHEN) is None
    stopped, _ = apply(over().game, 0, Stop())
    assert played.game(told(stopped), WHEN) is None


def test_the_file_takes_each_game_once(tmp_path: Path) -> None:
    """A state that comes twice, after a reconnect, is one game; damage is left out."""
    folder = tmp_path / "data"
    assert played.games(folder) == []
    for when in (WHEN, "2026-05-01T20:00:09+00:00"):
        played.keep(folder, replace(line(), when=when))
    with open(folder / played.FILE, "ab") as file:
        file.write(b'{"when":\n\xff\n')
    played.keep(folder, line(won=False))
    assert [game.won for game in played.games(folder)] == [True, False]
    if os.name == "posix":
        assert (folder / played.FILE).stat().st_mode & 0o777 == 0o600


def test_nothing_can_be_kept(tmp_path: Path) -> None:
    """A folder that cannot be made disturbs nobody."""
    (tmp_path / "data").write_text("in the way")
    played.keep(tmp_path / "data", line())
    assert played.games(tmp_path / "data") == []


def test_the_sums() -> None:
    """Wins in a row, rounds a phase, and how it went against whom."""
    laid, failed = Round(1, True, 10, True), Round(1, False, 60, False)
    second = Round(2, False, 20, False)
    games = [
        line(True, failed, laid, second, bots=("steady",)),
        line(True, laid, bots=("steady",)),
        line(False, bots=()),
        line(True, bots=("random",)),
    ]
    added = played.statistics(games)
    assert (added.games, added.won, added.streak, added.best) == (4, 3, 1, 2)
    assert (added.rounds, added.went_out, added.points_a_round) == (4, 2, 25.0)
    assert added.phase_rounds == {"1": 1.5}
    assert added.against == {
        "random": Tally(1, 1),
        "steady": Tally(2, 2),
        "people": Tally(1, 0),
    }


def test_stats_for_people_and_for_programs(home: Path, capsys: Capture) -> None:
    """Nothing yet is said as well; JSON stands alone on its line."""
    assert inside(capsys, "stats").out == f"{NOTHING}\n"
    empty = json.loads(inside(capsys, "stats", "--json").out)
    assert (empty["games"], empty["points_a_round"]) == (0, None)
    for _ in range(2):
        person.keep(OVER)
    done = inside(capsys, "stats")
    assert done.code == Exit.FINE
    assert done.out.splitlines() == [
        "1 game, 1 won (100 %)",
        "Won in a row: 1 now, 1 at best",
        "1 round, you went out 1 time",
        "0 points a round",
        "Phase 10: 1 rounds until it was laid",
        "Against p10net/0.1: 1 game, 1 won",
        "Against people: 1 game, 1 won",
    ]
    assert json.loads(inside(capsys, "stats", "--json").out)["won"] == 1
    assert len(played.games(folders.data())) == 1


@sitting
async def test_the_screen_tells_of_each_end() -> None:
    """Once when the game ends, not again with each state after it."""
    door, ended = Door(), list[State]()
    with glass() as terminal:
        async with trio.open_nursery() as nursery:
            seat = app.Sitting(door.session(), DRESS, over=ended.append)
            screen = Screen(terminal, seat)
            nursery.start_soon(screen.run)
            far = await door.answer()
            await far.greet(seat=2)
            for seq in (1, 2):
                await far.say(replace(OVER, seq=seq))
            await screen.until(lambda: bool(ended) and "Won by" in terminal.text)
            nursery.cancel_scope.cancel()
    assert [state.seq for state in ended] == [1]


async def test_the_line_mode_tells_of_each_end() -> None:
    """The same without a screen."""
    door, pipe, ended = Door(), Pipe(), list[State]()
    over_ = trio.Event()

    def end(state: State) -> None:
        ended.append(state)
        over_.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(sit, door.session(), pipe.console, None, end)
        far = await door.answer()
        await far.greet(seat=2)
        for seq in (1, 2):
            await far.say(replace(OVER, seq=seq))
        await over_.wait()
        nursery.cancel_scope.cancel()
    pipe.end()
    pipe.close()
    assert ended[0].view.summary == OVER.view.summary
