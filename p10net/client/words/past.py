"""What is said to somebody who looks back at the game."""

from __future__ import annotations

from p10net.client.words.cards import plural
from p10net.client.words.dice import in_circuits

NOTHING_YET = "There is no turn before this one to look back at."
ACTS = "You are looking back: Esc returns to now, where this key means something."
KEYS = "Left a turn back   Right a turn on   Home first   Esc to now   e log   / chat"
PROMPT = "? help   q leave"
MENU = "look back turn by turn (t)"


def where(turns: int, who: str, *, mine: bool, dice: bool = False) -> str:
    """Say how far back this is, and whether the own turn waits meanwhile."""
    told = f"LOOKING BACK {plural(turns, 'turn', 'turns')}"
    if mine:
        return f"{told}, and now it is YOUR TURN: Esc returns to it."
    if who == "You":
        return f"{told}: your turn."
    end = in_circuits("the end of a round", dice)
    return f"{told}: {who} to play." if who else f"{told}: {end}."
