"""The engine and the brains: CPU time of a decision, games a second.

The peer is a step of RLCard's gin rummy if `rlcard` is installed in the environment
(it is no dependency), else a plain stand-in for the same work, which the report says.
"""

import importlib
import random
from collections.abc import Callable, Iterator
from operator import attrgetter
from time import process_time_ns
from typing import Any, NamedTuple

from benchmarks import finder, report
from benchmarks.report import Line
from benchmarks.timing import Times, no_collector, times
from p10net.bots.advice import advice
from p10net.bots.levels import LEVELS
from p10net.engine.game import Game, apply, new_game, view_of
from p10net.engine.moves import (
    Ask,
    Deal,
    Hit,
    LayOffer,
    NextRound,
    as_action,
    ask,
    legal,
)
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import Rules
from p10net.engine.view import Stage, View

STEPS = 6000
ROUNDS = 5
"""How often play by lot and its peer are timed turn about; the median ratio counts."""
CORE_TO_OURS = 2
"""How many of our steps should fit into one of RLCard's core at least."""
EAGER = (LayOffer, Hit)
"""What the player by lot does first, or no round would end by going out."""
CAP_US = 50_000.0
"""What a hint may take at most."""


class Peer(NamedTuple):
    """What a step is held against, and microseconds it takes."""

    name: str
    micros: float


def peer() -> Peer:
    """Time random play of gin rummy, a step being a decision with its legal list."""
    try:
        module = importlib.import_module("rlcard.games.gin_rummy.game")
    except ImportError:
        name, took = finder.peer(random.Random(20))
        return Peer(name, took.median)
    rng, game = random.Random(1), module.GinRummyGame()
    game.init_game()
    start = process_time_ns()
    for _ in range(STEPS):
        if game.is_over():
            game.init_game()
        game.step(rng.choice(game.judge.get_legal_actions()))
    return Peer("RLCard core step", (process_time_ns() - start) / STEPS / 1000)


_micros = attrgetter("micros")


def house(game: Game, rng: random.Random) -> Game | None:
    """Let the house do its part, if it is its turn; a game that ended begins anew."""
    if game.open.stage is Stage.GAME_OVER:
        fresh = new_game(game.open.rules, tuple(s.seat for s in game.open.seats))
        return house(fresh, rng)
    if game.open.stage is Stage.DEAL:
        return apply(game, 0, Deal(rng.randbytes(32).hex()))[0]
    if game.open.stage is Stage.ROUND_OVER:
        return apply(game, 0, NextRound())[0]
    return None


def steps(rules: Rules, seats: int) -> tuple[float, float]:
    """Play by lot; give microseconds a decision, and decisions a game.

    A decision is what it is for the peer: list what is legal, choose, and do it. The
    other half of a question, what is done for who does not answer, is not in it.
    """
    rng = random.Random(3)
    game = new_game(rules, tuple(range(1, seats + 1)))
    decisions = games = 0
    start = process_time_ns()
    while decisions < STEPS:
        while not game.open.turn:
            games += game.open.stage is Stage.GAME_OVER
            game = house(game, rng) or game
        can = legal(view_of(game, game.open.turn))
        eager = isinstance(can[0], EAGER) and [x for x in can if isinstance(x, EAGER)]
        offer = rng.choice(eager or can)
        game, _ = apply(game, game.open.turn, as_action(offer))
        decisions += 1
    return (process_time_ns() - start) / decisions / 1000, decisions / max(1, games)


def positions(rules: Rules, seats: int, many: int) -> Iterator[tuple[View, Ask]]:
    """Give questions as they come up in play between sharp players."""
    rng = random.Random(5)
    brain = LEVELS["sharp"](rng)
    game = new_game(rules, tuple(range(1, seats + 1)))
    found = 0
    while found < many:
        if (moved := house(game, rng)) is not None:
            game = moved
            continue
        view = view_of(game, game.open.turn)
        question = ask(view)
        assert question is not None
        yield view, question
        found += 1
        game, _ = apply(game, game.open.turn, brain.choose(view, question))


def engine() -> Iterator[Line]:
    """Time random legal play, turn about with the peer.

    Timed once, the peer alone moves by a fifth from one second to the next.
    """
    for seats in (2, 4):
        found = [(steps(preset("official"), seats), peer()) for _ in range(ROUNDS)]
        found.sort(key=lambda one: one[0][0] / one[1].micros)
        (took, length), base = found[ROUNDS // 2]
        most = 1 / CORE_TO_OURS if base.name.startswith("RLCard") else 0
        name = f"engine, a decision with its list, {seats} seats"
        yield Line(name, "µs", took, base.micros, base.name, most)
        each = 1e6 / (took * length)
        yield Line(f"engine, random games a second, {seats} seats", "", each, 0, "")


def decisions(base: Peer) -> Iterator[Line]:
    """Time each level over the same questions."""
    asked = [*positions(preset("official"), 4, 1500)]
    judged = base.name.startswith("RLCard")
    for level in LEVELS:
        took = _times(LEVELS[level](random.Random(1)).choose, asked)
        mean = took.mean
        yield Line(
            *(f"{level}, a decision, mean", "µs", mean, base.micros, base.name),
            20 * judged,
        )
        yield Line(
            *(f"{level}, a decision, p99", "µs", took.times.p99, base.micros),
            base.name,
            200 * judged,
        )


def hints() -> Iterator[Line]:
    """Time hints by all presets: none may keep a person waiting.

    What a program works out only once is not in it: see `dice.firsts`.
    """
    worst, where = 0.0, ""
    for name in PRESETS:
        took = _times(advice, [*positions(preset(name), 2, 60)]).times.worst
        if took > worst:
            worst, where = took, name
    yield Line(f"slowest hint ({where})", "µs", worst, CAP_US, "what is allowed", 1)


class Spent(NamedTuple):
    """What decisions took, and on average."""

    times: Times
    mean: float


def _times(call: Callable[..., Any], asked: list[tuple[View, Ask]]) -> Spent:
    start = process_time_ns()
    for view, question in asked:
        call(view, question)
    mean = (process_time_ns() - start) / len(asked) / 1000
    return Spent(times(call, asked), mean)


def run() -> dict[str, Any]:
    """Measure all of it."""
    with no_collector():
        base = sorted((peer() for _ in range(ROUNDS)), key=_micros)[ROUNDS // 2]
        return report.rows([*engine(), *decisions(base), *hints()])
