"""What stands around the cards of the own hand."""

from __future__ import annotations

from p10net.client.words.notation import boxed
from p10net.engine.cards import Card

NEW = "new"


def empty(seated: bool) -> str:
    """Say why no cards are shown."""
    return "No cards in hand." if seated else "You are watching."


def in_box(card: Card) -> str:
    """Write a face for a card with borders, four cells wide."""
    return boxed(card)


def below(chosen: bool, marked: bool, new: bool) -> str:
    """Say under a card what there is to say."""
    if chosen:
        return "chosen"
    return "fits" if marked else "new" if new else ""
