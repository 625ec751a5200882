"""What the line mode says to a line of which it can make nothing: what to type."""

from __future__ import annotations

from p10net.client.words import notation
from p10net.client.words.notation import a_card, spoken
from p10net.engine.cards import Card
from p10net.engine.view import View

SHOWN = 20
"""Letters of a word nobody knows that are said again."""

NO_LAY = "Your phase cannot be laid yet: type phase to hear what it takes."
NOTHING_ASKED = "Nothing is asked of you now: type who to hear whose turn it is."
PAUSED_STILL = "The game is paused: type resume to let it go on."
NO_INVITE = "Whoever hosts this table can say how friends join it."
NO_HITS = "No card of yours fits a meld now."


def no_answer(count: int) -> str:
    """Say which numbers answer."""
    return "Answer 1." if count == 1 else f"Answer with a number from 1 to {count}."


def no_word(word: str) -> str:
    """Say that a word is unknown."""
    short = word if len(word) <= SHOWN else f"{word[:SHOWN]}..."
    return f"There is no word {short}: type help to hear them."


def no_card(word: str) -> str:
    """Say how a card is named, to somebody who named none."""
    known, wild, skip = Card.G7, spoken(Card.W), spoken(Card.S)
    return (
        f"{word[:SHOWN]} is no card: say {spoken(known)} or"
        f" {notation.written(known).lower()}, {wild}, {skip}."
    )


def no_seat(word: str) -> str:
    """Say that nobody of that name sits here."""
    return f"Nobody called {word[:SHOWN]} sits here: type who to hear names and seats."


def card_alone(card: Card) -> str:
    """Say that a card by itself does not say what to do with it."""
    return (
        f"Say what to do with {a_card(card)}, as in discard {spoken(card)},"
        " or type again to hear what can be done."
    )


def pile_shows(view: View) -> str:
    """Say that another card lies open than the one that was asked for."""
    return f"The discard pile shows {a_card(view.pile[-1])}: only that can be taken."


def too_much(words: str) -> str:
    """Say that a line says more than can be meant."""
    return f"{words[:SHOWN]} is too much there: leave it out."
