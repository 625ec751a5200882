"""What may be done, as an item of a list: short, in letters, for whoever is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from p10net.client.words.cards import faces, listed
from p10net.client.words.events import Names
from p10net.client.words.notation import written
from p10net.engine.cards import Card
from p10net.engine.dice import ALL
from p10net.engine.moves import (
    Action,
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    Lay,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
)


def _draw(action: Draw, names: Names) -> str:
    if action.source == "stock":
        return "draw from the stock"
    return "take the top of the discard pile"


def _lay(action: Lay, names: Names) -> str:
    groups = " / ".join(map(faces, action.melds))
    return f"lay phase {action.phase}: {groups}" if action.phase else f"lay {groups}"


def _hit(action: Hit, names: Names) -> str:
    end = f" at the {action.end} end" if action.end else ""
    return f"hit {written(action.card)} on {action.meld}{end}"


def _discard(action: Discard, names: Names) -> str:
    if action.down is not None:
        down = names.whom(action.down)
        return f"discard {written(action.card)}: {down} goes a phase down"
    if action.skip is None:
        return f"discard {written(action.card)}"
    what = "a Skip" if action.card is Card.S else "a wild as Skip"
    return f"throw {what} at {names.whom(action.skip)}"


def _give(action: Give, names: Names) -> str:
    to = names.whom(action.seat)
    return "keep it" if action.seat == names.you else f"give it to {to}"


def _swap(action: Swap, names: Names) -> str:
    end = f", the wild to the {action.end} end" if action.end else ""
    return f"put {written(action.card)} for the wild on {action.meld}{end}"


def _roll(action: Roll, names: Names) -> str:
    if len(action.again) == len(ALL):
        return "roll all dice again"
    return f"roll dice {listed(map(str, action.again))} again"


OFFERS: Mapping[type, Callable[[Any, Names], str]] = {
    Declare: lambda action, names: f"go for phase {action.phase}",
    Discard: _discard,
    Draw: _draw,
    Give: _give,
    GiveBack: lambda action, names: f"put {written(action.card)} on the pile for it",
    Hit: _hit,
    Lay: _lay,
    Pass: lambda action, names: "end the turn without the phase",
    Refresh: lambda action, names: "put your phase away and fill up the hand",
    Roll: _roll,
    Save: lambda action, names: f"save {written(action.card)}, which ends the turn",
    Swap: _swap,
    TakeSaved: lambda action, names: f"draw {written(action.card)} from your save pile",
}


def offer(action: Action, names: Names) -> str:
    """Say what an action would do."""
    return OFFERS[type(action)](action, names)
