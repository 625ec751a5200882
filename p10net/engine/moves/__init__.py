"""The moves: one file a thing a seat can do, gathered in one table.

`MOVES` maps an action's type to what it may do and does, `STAGES` a stage to the
actions it knows. `check`, `legal`, `ask` and the protocol's schema iterate them: a
new thing to do is one file and one row. Everything works on the mover's own view.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from p10net.engine.cards import Card
from p10net.engine.ending import Floated, WentOut
from p10net.engine.moves import (
    declare,
    discard,
    draw,
    give,
    hit,
    lay,
    refresh,
    roll,
    save,
    swap,
)
from p10net.engine.moves.declare import Declare, Declared
from p10net.engine.moves.discard import Discard, Discarded
from p10net.engine.moves.draw import Draw, Drew
from p10net.engine.moves.give import Gave, GaveBack, Give, GiveBack
from p10net.engine.moves.hit import Hit, HitMade
from p10net.engine.moves.house import (
    Deal,
    DealVoided,
    DropSeat,
    GameOver,
    HouseAct,
    NextRound,
    Reshuffled,
    RoundOver,
    SeatDropped,
    Stop,
    TieBreak,
    Void,
)
from p10net.engine.moves.lay import Laid, Lay, LayOffer
from p10net.engine.moves.refresh import Refresh, Refreshed
from p10net.engine.moves.roll import Pass, Passed, Roll
from p10net.engine.moves.save import Save, Saved, TakeSaved
from p10net.engine.moves.step import Step
from p10net.engine.moves.swap import Swap, Swapped
from p10net.engine.opening import Dealt
from p10net.engine.reasons import Reason
from p10net.engine.rolling import Begun, Counted, Rolled
from p10net.engine.rules import Rules
from p10net.engine.turns import NoDraw, Skipped
from p10net.engine.view import Stage, View

# ruff keeps re-exports by name: these unions are what the wire and the clients speak.
__all__ = [
    "MOVES",
    "STAGES",
    "Action",
    "Ask",
    "Deal",
    "Declare",
    "Discard",
    "Draw",
    "DropSeat",
    "Event",
    "Give",
    "GiveBack",
    "Hit",
    "HouseAct",
    "Lay",
    "LayOffer",
    "NextRound",
    "Offer",
    "Pass",
    "Refresh",
    "Roll",
    "Save",
    "Step",
    "Stop",
    "Swap",
    "TakeSaved",
    "Void",
    "ask",
    "as_action",
    "check",
    "default",
    "legal",
]

Action = (
    Declare
    | Give
    | GiveBack
    | Draw
    | TakeSaved
    | Lay
    | Swap
    | Hit
    | Refresh
    | Discard
    | Save
    | Roll
    | Pass
)
# What `legal` lists: complete actions; a lay-down is offered with its goals.
Offer = (
    Declare
    | Give
    | GiveBack
    | Draw
    | TakeSaved
    | LayOffer
    | Swap
    | Hit
    | Refresh
    | Discard
    | Save
    | Roll
    | Pass
)
Event = (
    Dealt
    | Declared
    | Gave
    | GaveBack
    | Drew
    | NoDraw
    | Laid
    | Swapped
    | HitMade
    | Refreshed
    | Discarded
    | Saved
    | Skipped
    | Floated
    | WentOut
    | Reshuffled
    | RoundOver
    | TieBreak
    | GameOver
    | SeatDropped
    | DealVoided
    | Begun
    | Rolled
    | Passed
    | Counted
)


class Move(Struct, frozen=True):
    """One row: what may be done now, what stands against an action, what it does.

    `offered` says whether there is such a thing at all in a game of the rules.
    """

    options: Callable[[View], Sequence[Any]]
    refuse: Callable[[View, Any], Reason | None]
    play: Callable[[View, Any], Step]
    offered: Callable[[Rules], bool] = lambda rules: True


MOVES: dict[type[Struct], Move] = {
    Declare: Move(declare.options, declare.refuse, declare.play),
    Give: Move(give.options, give.refuse, give.play),
    GiveBack: Move(give.back_options, give.refuse_back, give.play_back),
    Draw: Move(draw.options, draw.refuse, draw.play),
    TakeSaved: Move(
        save.saved_options, save.refuse_saved, save.play_saved, save.offered
    ),
    Lay: Move(lay.options, lay.refuse, lay.play),
    Swap: Move(swap.options, swap.refuse, swap.play, swap.offered),
    Hit: Move(hit.options, hit.refuse, hit.play),
    Refresh: Move(refresh.options, refresh.refuse, refresh.play, refresh.offered),
    Discard: Move(discard.options, discard.refuse, discard.play),
    Save: Move(save.options, save.refuse, save.play, save.offered),
    Pass: Move(roll.pass_options, roll.refuse_pass, roll.play_pass),
    Roll: Move(roll.options, roll.refuse, roll.play),
}
STAGES: dict[Stage, tuple[type[Struct], ...]] = {
    Stage.DECLARE: (Declare,),
    Stage.GIVE: (Give, GiveBack),
    Stage.DRAW: (Draw, TakeSaved),
    Stage.PLAY: (Lay, Swap, Hit, Refresh, Discard, Save),
    Stage.ROLL: (Lay, Pass, Roll),
}
_REFUSE: dict[Stage, dict[type[Struct], Callable[[View, Any], Reason | None]]] = {
    stage: {kind: MOVES[kind].refuse for kind in STAGES.get(stage, ())}
    for stage in Stage
}
# What an action at the wrong moment is told, by the stage the table is in.
_TOO_EARLY_OR_LATE: dict[Stage, dict[type[Struct], Reason]] = {
    Stage.DRAW: dict.fromkeys(STAGES[Stage.PLAY], Reason.DRAW_FIRST),
    Stage.PLAY: dict.fromkeys(STAGES[Stage.DRAW], Reason.ALREADY_DREW),
}


def check(view: View, action: Action) -> Reason | None:
    """Say why the seat whose view this is may not do that; None: it may.

    The host, the brains and the screens all ask here, and it needs no secret.
    """
    refuse, mine = _REFUSE[view.stage].get(type(action)), view.you
    if refuse is None or mine is None or view.turn != mine.seat:
        return _untimely(view, type(action))
    return refuse(view, action)


def _untimely(view: View, kind: type[Struct]) -> Reason:
    if view.stage is Stage.GAME_OVER:
        return Reason.GAME_OVER
    if view.you is None or view.turn != view.you.seat:
        return Reason.NOT_YOUR_TURN
    return _TOO_EARLY_OR_LATE.get(view.stage, {}).get(kind, Reason.WRONG_STAGE)


def legal(view: View) -> tuple[Offer, ...]:
    """List all that the seat may do now; nothing if it is not asked."""
    mine = view.you
    if mine is None or view.turn != mine.seat:
        return ()
    found: tuple[Offer, ...] = ()
    for options in _asked_about(view.rules)[view.stage]:
        found += tuple(options(view))
    return found


@lru_cache(maxsize=64)
def _asked_about(
    rules: Rules,
) -> dict[Stage, list[Callable[[View], Sequence[Any]]]]:
    """Look up what may be to do in each stage, once for all turns of a game."""
    return {
        stage: [MOVES[kind].options for kind in kinds if MOVES[kind].offered(rules)]
        for stage, kinds in ((stage, STAGES.get(stage, ())) for stage in Stage)
    }


def as_action(offer: Offer) -> Action:
    """Turn an item of `legal` into the action it offers.

    Structs have a metaclass of their own, of which `isinstance` asks in its slow way.
    """
    return Lay(offer.melds, offer.phase) if type(offer) is LayOffer else offer


class Ask(Struct, frozen=True):
    """The open question to a seat: all it may do.

    `default` is what is done for it if it does not answer. Every item of `can` can be
    sent back as it is. What is not listed is not legal; but for `lay`, where any own
    cards that fulfil the goals are, and `roll`, which may name any of the dice.
    """

    default: Action
    can: tuple[Offer, ...]


def ask(view: View) -> Ask | None:
    """Put the question to the seat whose view this is, if it is its move."""
    can = legal(view)
    return Ask(default(can), can) if can else None


def default(can: tuple[Offer, ...]) -> Action:
    """Choose the plain act played for a seat that does not answer.

    Draw from the stock; else discard the costliest number, a Skip or wild only when
    there is nothing else; it never lays or hits unless it must. With dice: lay the
    phase if it lies there, else pass.
    """
    discards = [offer for offer in can if isinstance(offer, Discard)]
    if not discards:
        return as_action(can[0])
    ranks = [_LOST_FIRST[offer.card] for offer in discards]
    return discards[ranks.index(min(ranks))]


def _cost_of_losing(card: Card) -> tuple[bool, bool, int, int]:
    return (card is Card.W, card is Card.S, -card.points, card.order)


_LOST_FIRST = {card: at for at, card in enumerate(sorted(Card, key=_cost_of_losing))}
