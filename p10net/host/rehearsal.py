"""Games between brains alone, one decision after the other, without a table or clock.

The same rules, brains and seed give the same game.
"""

from collections.abc import Mapping

from p10net.bots.brain import Brain
from p10net.engine.game import Game, apply, new_game, view_of
from p10net.engine.moves import Action, Deal, HouseAct, NextRound, Stop, ask
from p10net.engine.rules import Rules
from p10net.engine.shuffle import digest, u32
from p10net.engine.view import Stage, View


def play_out(
    rules: Rules, brains: Mapping[int, Brain], seed: int, most: int | None = None
) -> View:
    """Play a game to its end between the brains of the seats; gives the open table.

    A game is stopped after `most` steps, as brains need not ever come to an end.
    """
    game = new_game(rules, tuple(sorted(brains)))
    while game.open.stage is not Stage.GAME_OVER:
        if game.open.step == most:
            return apply(game, 0, Stop())[0].open
        seat = game.open.turn if game.open.stage not in _HOUSE else 0
        action = _by_brain(game, brains[seat]) if seat else _by_house(game, seed)
        game, _ = apply(game, seat, action)
    return game.open


_HOUSE = (Stage.DEAL, Stage.ROUND_OVER)


def _by_house(game: Game, seed: int) -> HouseAct:
    if game.open.stage is Stage.ROUND_OVER:
        return NextRound()
    return Deal(digest("rehearsal", f"{seed}\0".encode(), u32(game.open.round)).hex())


def _by_brain(game: Game, brain: Brain) -> Action:
    view = view_of(game, game.open.turn)
    question = ask(view)
    assert question is not None
    return brain.choose(view, question)
