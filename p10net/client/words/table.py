"""What stands at the top of the table: round, piles, name, code, link."""

from __future__ import annotations

from p10net.client.words.dice import in_circuits
from p10net.client.words.notation import written
from p10net.engine.cards import Card

STOCK = "stock"
BARE = "no TLS"
PRACTICE = "practice"
LOST = "LINK LOST"
COMING = "Sitting down at the table ..."


def discards(count: int) -> str:
    """Name the discard pile with its size."""
    return f"discard ({count})"


def round_(number: int, *, dice: bool = False) -> str:
    """Name the round, which is a circuit with dice."""
    told = f"Round {number}" if number else "Before round 1"
    return in_circuits(told, dice)


def stock(count: int) -> str:
    """Count the face-down cards."""
    return f"Stock {count}"


def pile(top: Card | None, count: int) -> str:
    """Show the top of the discard pile and how many lie there."""
    return f"Discard {written(top)} ({count})" if top is not None else "Discard empty"


def small(columns: int, rows: int) -> str:
    """Ask for a larger window."""
    return (
        f"p10net needs 80x20 cells and has {columns}x{rows}: make the window larger."
        " Ctrl-C twice leaves; p10net --plain plays in lines instead."
    )
