"""A hint in words: what an expert would do, and why."""

from __future__ import annotations

from collections.abc import Mapping

from p10net.bots.brain import Why
from p10net.engine.moves import Action, Discard, Lay
from p10net.protocol.clean import cells

WHY: Mapping[Why, str] = {
    Why.CHANCE: "one is as good as another",
    Why.OUT: "it ends the round",
    Why.LAYS: "a phase counts once it is laid",
    Why.SHEDS: "it is a card less in your hand",
    Why.GETS_WILD: "you get the wild for it",
    Why.WILD_COSTS: "but a wild so taken costs points",
    Why.WILDS_DEAR: "but its wilds would cost points, and nobody else has laid yet",
    Why.HARDER_NEAR: "but a harder phase is near, and nobody else has laid yet",
    Why.NEW_PHASE: "there is time for another phase",
    Why.NEARLY_OUT: "but you are nearly out",
    Why.CLOSER: "it brings you closer to your phase",
    Why.GOES_ALONG: "it is not left over once your phase lies",
    Why.FOR_A_WILD: "your phase then needs a wild less, which would cost points",
    Why.GOES_ON_A_MELD: "it fits a meld on the table",
    Why.FITS_NOW: "though it fits a meld on the table",
    Why.FITS_NOWHERE: "no meld on the table takes it",
    Why.SOON_FITS: "though a run on the table may soon take it",
    Why.NO_USE: "though it is of no use to you now",
    Why.UNKNOWN_CARD: "nothing better lies open",
    Why.BETTER_HAD: "though a better card is to be had",
    Why.NOT_NEEDED: "your phase does not need it",
    Why.NEEDED: "though your phase needs it",
    Why.FREES_WILD: "though it could have a wild from the table",
    Why.WANTED: "though the next player may want it",
    Why.KEPT: "it may be of use in a later turn",
    Why.WILD_SPARED: "but a wild is worth more to your next phase",
    Why.GIVES_IN: "this round must come to an end",
    Why.NEAREST: "your hand is nearest to it",
    Why.FAVORED: "few hands are as good for it as yours",
    Why.PROMISES_LESS: "though another phase promises more",
    Why.NO_ROLLS: "no roll is left",
    Why.CAN_ROLL: "though you may roll again",
    Why.CAN_LAY: "though your phase can be laid",
    Why.DICE_LACK: "your phase needs the others",
    Why.SPARE_DICE: "your phase is safe, and these may count more",
    Why.OWN_HAND: "nobody can use it better",
    Why.GIVEN_AWAY: "though you could use it yourself",
    Why.OWN_TURN: "but you would lose the turn",
    Why.STRONGEST: "none of the others is further ahead",
    Why.STOPS: "that player may go out next",
    Why.TOO_LATE: "that player may be out before you lay, and it costs 25 by then",
    Why.LOSES_TURN: "that player loses a turn",
    Why.SENDS_DOWN: "as your last card it sends somebody a phase down",
    Why.PLAYS_AGAIN: "you play again at once",
}
AGAINST = ("though ", "but ")
GAP = "   "
KEYS = "{enter}   . another hint   Esc back"
ENTER: Mapping[type, str] = {
    Discard: "Enter chooses it, Enter again throws it",
    Lay: "Enter shows it",
}
DOES = "Enter does it"
SKIPS = "Enter chooses it, Enter again asks for a seat"
KEY = ". hint"
OFF = "There are no hints at this table: its owner has turned them off."
NONE = "There is nothing to hint at: it is not your turn."


def keys(action: Action, *, seats: int = 0) -> str:
    """Say what the next key does with a hint: no discard is made by one Enter.

    Of several `seats` that a Skip may hit the player is asked for one.
    """
    enter = ENTER.get(type(action), DOES)
    if seats > 1:
        enter = SKIPS
    return KEYS.format(enter=enter)


def without(keys: str) -> str:
    """Leave the key out of a line of keys."""
    return GAP.join(one for one in keys.split(GAP) if one != KEY)


def said(what: str, why: Why) -> str:
    """Say a hint in line mode."""
    return f"Hint: {what}, {WHY[why]}."


def hint(what: str, why: Why, points: int, room: int) -> str:
    """Say a hint; `points` is what the card that leaves would cost in the hand.

    Where the cells do not do for everything, the reason is kept and the cards go.
    """
    costs = f" ({points} points)" if points else ""
    whole = f"HINT  {what}{costs}{_because(why)}."
    if cells(whole) <= room:
        return whole
    return f"HINT  {what.partition(':')[0]}{_because(why)}."


def _because(why: Why) -> str:
    """Join a reason on: what speaks against the act is no reason after a colon."""
    text = WHY[why]
    return f"{',' if text.startswith(AGAINST) else ':'} {text}"
