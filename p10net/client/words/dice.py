"""What the screen says of dice: whose roll it is, what may be marked, what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from p10net.client.words.cards import listed, plural, with_wilds
from p10net.engine.dice import MOST_ROLLS
from p10net.engine.melds import Meld
from p10net.protocol.clean import cells

MARK_FIRST = "Mark the dice to roll again first: 1-0, or k for those you can spare."
LIES_THERE = "Your phase lies there: l lays it, or mark dice to roll them again."
PASS = "End your turn without the phase? Enter ends it, Esc goes back."
PASS_WITH_PHASE = (
    "Your phase lies there! Enter ends the turn without it, Esc goes back."
)
GIVE_UP = "End your turn without the phase?"
GIVE_UP_PHASE = "Your phase lies there! End your turn without it?"
LOOK = "x give up   . hint   f phases   v scores   e log   / chat"
WAIT = "f phases   v scores   e log   / chat"
NO_DICE = "   The dice are in the cup."
AGAIN = "roll"
LEGEND = "4*  36  phase 4 made, 36 points      most points win among those furthest"


HELP = (
    "Dice             1-0 marks a die to be rolled again, or lets it lie",
    "                 k marks those the phase can spare   a marks all or none",
    "Roll             Enter, d or Space: twice more in a turn",
    "Your phase       l shows how it can be laid, Enter lays it and ends the turn",
    "Give up          x, then Enter: the phase is tried again in the next circuit",
    "Look             f phases   v scores   e log   Tab next   . hint   m menu",
    "Talk             / a line of chat   : a typed word (:roll 2 5 9, :pass)",
    "",
    "Ten dice: six show 5 to 10, four show 1 to 4 and two wilds (W). A turn has",
    "three rolls. The numbers of the dice laid are your points, a wild counts 0.",
    "Somebody's last phase ends the game with the circuit: most points win.",
)


GAME = (
    "In your turn roll all ten dice, then twice more those you choose. Lay your phase"
    " with them, or pass.",
    "Six dice show 5 to 10, four show 1 to 4 and two wilds, which are any number.",
    "The numbers of the dice laid are your points, a wild counts 0.",
)
"""How a turn goes, for the ear."""


MIXED = "The dice are being shaken ..."

TERMS: Mapping[str, str] = {
    "round": "circuit",
    "rounds": "circuits",
    "card": "die",
    "cards": "dice",
    "fewest": "most",
}
"""What is called otherwise than with the cards; of points most are best."""
_ROUND = re.compile(r"\brounds?\b", re.IGNORECASE)
_TERM = re.compile(rf"\b({'|'.join(TERMS)})\b", re.IGNORECASE)
RULES: Mapping[str, str] = {
    "Who deals the next round": "Who rolls first in the next circuit",
    "the deal passes to the left": "the next player to the left",
    "one player deals all rounds": "the same player in all circuits",
    "Where a number card is needed beside wilds": (
        "Where a number is needed beside wilds"
    ),
    "most phases, then fewest points": "most phases, then most points",
    "When the secrets of the shuffles are shown": (
        "When the secrets of the rolls are shown"
    ),
}
"""What a switch and its values say of cards, and what that is with dice."""


def _term(found: re.Match[str]) -> str:
    old = found[0]
    new = TERMS[old.lower()]
    return new.capitalize() if old[0].isupper() else new


def in_circuits(text: str, dice: bool) -> str:
    """Write a text with what a round is called in this game.

    >>> in_circuits("Next round", dice=True)
    'Next circuit'
    """
    return _ROUND.sub(_term, text) if dice else text


def of_rules(text: str, dice: bool) -> str:
    """Write what a switch says, or its value, in the words of this game."""
    if not dice:
        return text
    return RULES.get(text) or _TERM.sub(_term, text)


def all_made(each: Iterable[tuple[str, int]]) -> str:
    """Say what everybody made in the circuit."""
    told = (f"{name}: {points or 'nothing'}" for name, points in each)
    return f"In this circuit   {';  '.join(told)}"


def roll(rolls: int) -> str:
    """Say which roll of the turn lies there."""
    return f"Roll {rolls} of {MOST_ROLLS}" if rolls else "Dice"


def made(points: int) -> str:
    """Show what a seat has made in this circuit."""
    return f"+{points}" if points else ""


def circuit_over(number: int) -> str:
    """Say within a line that everybody has rolled."""
    return f"Circuit {number} is over: everybody has rolled"


def over(number: int) -> str:
    """Say the same as a sentence."""
    return f"{circuit_over(number)}."


def turn(
    laid: Sequence[Meld], marked: Sequence[int], rolls: int, room: int
) -> tuple[str, str]:
    """Say what can be done with the dice, and what else."""
    keys = f"a all   {LOOK}" if rolls < MOST_ROLLS else LOOK
    return _first(laid, marked, rolls, room), keys


def _first(laid: Sequence[Meld], marked: Sequence[int], rolls: int, room: int) -> str:
    lay = f"l lay {listed(map(with_wilds, laid))}" if laid else ""
    if rolls >= MOST_ROLLS:
        return f"YOUR TURN  {lay or 'No roll is left: x ends the turn.'}"
    if marked:
        dice = plural(len(marked), "die", "dice")
        return (
            f"YOUR TURN  Enter rolls {dice} again   {'l lay' if lay else ''}".rstrip()
        )
    more = "1-0 mark dice to roll again   k mark the spare ones"
    whole = f"YOUR TURN  {lay}   1-0 mark dice to roll"
    if lay:
        return whole if cells(whole) <= room else f"YOUR TURN  {lay}"
    return f"YOUR TURN  {more}"
