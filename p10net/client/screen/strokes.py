"""What lines are drawn with, and the few pieces every screen is made of."""

from __future__ import annotations

from msgspec import Struct

from p10net.client import picture
from p10net.client.picture import Line
from p10net.client.words.notation import written
from p10net.engine.cards import COLOR_NAMES, Card


class Strokes(Struct, frozen=True):
    """The characters of one way of drawing, and the size drawn for."""

    columns: int
    rows: int
    across: str = "─"
    down: str = "│"
    corners: str = "┌┐└┘"
    tee: str = "┬┴"
    here: str = "▶"
    back: str = "░"


def strokes(columns: int, rows: int, ascii_only: bool) -> Strokes:
    """Choose what to draw with."""
    if not ascii_only:
        return Strokes(columns, rows)
    return Strokes(columns, rows, "-", "|", "++++", "++", ">", "#")


def rule(pen: Strokes, room: int | None = None) -> Line:
    """Draw a line across."""
    return picture.text(pen.across * (pen.columns if room is None else room), "line")


def role(card: Card) -> str:
    """Name the role of a card's face."""
    special = {Card.W: "wild", Card.S: "skip", Card.D: "rule"}
    return f"card.{special.get(card) or COLOR_NAMES[card.color]}"


def face(card: Card, words: str | None = None, mark: str = "") -> Line:
    """Write a card as a fragment of its colour."""
    return picture.text(
        written(card) if words is None else words, f"{role(card)} {mark}".strip()
    )
