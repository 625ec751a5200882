"""What is said while single cards are moved into a plan and out of it."""

from __future__ import annotations

from p10net.client.words.notation import written
from p10net.engine.cards import Card

WHICH = "Which card? Left and right go to it, up puts it in, down takes it out."
NO_CARD = "There is no card at that number."


def already(card: Card, used: bool) -> str:
    """Say that there is nothing to change."""
    return f"{written(card)} is {'in' if used else 'not in'} the plan already."


def needed(card: Card) -> str:
    """Say that a card cannot be left out."""
    return f"Without {written(card)} nothing can be laid down: Esc gives the plan up."


def no_place(card: Card) -> str:
    """Say that a card cannot be put in."""
    return f"{written(card)} fits nowhere in this plan: Tab shows other ways."
