"""What the author of a bot calls from a program of their own.

`from p10net import run_bot, rehearse` leads here. Both take the brain as the class or
function that makes it; it is given the generator that its chance is to come from.
"""

import random
from typing import NamedTuple

import click

from p10net.bots.brain import Brain, Maker
from p10net.bots.levels import LEVELS, USUAL
from p10net.cli import person
from p10net.cli.exits import Trouble
from p10net.cli.join import play_bot
from p10net.client.runner import PACE, numbered
from p10net.client.session import Ending
from p10net.client.strict import Strict
from p10net.engine.presets import preset
from p10net.host.rehearsal import play_out


class Rehearsal(NamedTuple):
    """How some games in rehearsal went; `wins` are the brain's own."""

    games: int
    wins: int
    rounds: int

    def __str__(self) -> str:
        """Say it to a person."""
        return f"{self.wins} of {self.games} games won, in {self.rounds} rounds."


def run_bot(
    maker: Maker,
    table: str,
    *,
    name: str = "bot",
    password: str | None = None,
    pace: float = PACE,
    seed: int | None = None,
) -> int:
    """Let a brain sit down at a table and play until that ends.

    `table` is what stands after `p10net bot`: an address, a code, a name. Its slips are
    told on standard error, and the question's default is played. Gives the exit code.
    """
    brain = maker(random.Random(seed))

    async def play() -> Ending:
        names = numbered(person.name(name))
        return await play_bot(table, brain, names, password, pace, threaded=True)

    try:
        return person.run(play, screen=False)
    except Trouble as trouble:
        click.echo(str(trouble), err=True)
        return trouble.code


def rehearse(
    maker: Maker,
    games: int = 1,
    *,
    rules: str = "official",
    seats: int = 2,
    seed: int = 0,
    against: str = USUAL,
) -> Rehearsal:
    """Play a brain against others here and at once, as strictly as can be.

    Whatever its author did wrong raises: an error of the brain's own, or IllegalAnswer
    on the line that returned what may not be played. Its seat changes from game to
    game.
    """
    wins = rounds = 0
    for number in range(seed, seed + games):
        mine = number % seats + 1
        brains: dict[int, Brain] = {
            seat: LEVELS[against](random.Random(number * seats + seat))
            for seat in range(1, seats + 1)
        }
        brains[mine] = Strict(maker(random.Random(number)))
        end = play_out(preset(rules), brains, number)
        assert end.summary is not None
        wins += mine in end.summary.winners
        rounds += end.round
    return Rehearsal(games, wins, rounds)
