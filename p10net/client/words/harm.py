"""What is asked once more before a card is thrown, for the eye and for the ear."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from p10net.client.words import dice
from p10net.client.words.notation import spoken, written
from p10net.engine.cards import Card


class Harm(Enum):
    """Why a discard deserves a second look."""

    ASKED = "it was wished"
    WILD = "a wild helps any phase"
    HIT = "a meld would take it"
    PHASE = "the phase could be laid with it"


class Doubt(NamedTuple):
    """A card that hurts to throw, why, and which meld would take it."""

    card: Card
    why: Harm
    meld: str = ""


SHOWN: Mapping[Harm, str] = {
    Harm.ASKED: "Throw {card}? Enter throws it, Esc keeps it.",
    Harm.WILD: "{card} helps any phase: Enter throws it all the same, Esc keeps it.",
    Harm.HIT: "{card} fits meld {meld}: Enter throws it all the same, Esc keeps it.",
    Harm.PHASE: "{card} is part of the phase you can lay (l):"
    " Enter throws it, Esc keeps it.",
}
SAID: Mapping[Harm, str] = {
    Harm.ASKED: "Discard {card}?",
    Harm.WILD: "A {card} helps any phase. Discard it all the same?",
    Harm.HIT: "{card} fits meld {meld}. Discard it all the same?",
    Harm.PHASE: "{card} is part of the phase you can lay. Discard it all the same?",
}


def shown(doubt: Doubt) -> str:
    """Ask on the screen, with the keys that answer."""
    return SHOWN[doubt.why].format(card=written(doubt.card), meld=doubt.meld)


def said(doubt: Doubt) -> str:
    """Ask in a line, whose answers are numbered."""
    text = SAID[doubt.why].format(card=spoken(doubt.card), meld=doubt.meld)
    return text[0].upper() + text[1:]


def passing(*, lays: bool) -> str:
    """Ask in a line whether a turn with dice shall end without the phase."""
    return dice.GIVE_UP_PHASE if lays else dice.GIVE_UP
