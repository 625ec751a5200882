"""What is said of a move that is held ready for the own turn."""

from __future__ import annotations

from p10net.client.words.notation import written
from p10net.engine.cards import Card

WHAT = "What shall be done as soon as it is your turn?  Esc: nothing"
STOCK = "draw from the stock"
YOUR_TURN = "It is your turn already: just do it."
LOSES = "You lose your next turn: nothing can be armed for it."
OFF = "Nothing is armed any more."
LINK = "The link was lost: nothing is armed any more."
PAUSED = "The game was paused: nothing is armed any more."
SKIPPED = "You lose a turn: nothing is armed any more."
DONE = "Drawn as it was armed: the new card stands last."


def take(top: Card) -> str:
    """Offer the top of the pile, as long as it is the top."""
    return f"take {written(top)}, if it is still on top then"


def covered(top: Card | None) -> str:
    """Say that the card is not on top any more."""
    name = written(top) if top is not None else "The card"
    return f"{name} is not on top any more: nothing is armed."


def armed(top: Card | None) -> str:
    """Say what is held ready: the stock, or the top of the pile."""
    what = STOCK if top is None else f"take {written(top)}"
    return f"ARMED: {what} as soon as it is your turn   Esc cancels"
