"""What the window of a terminal is called; no word of it comes from anybody else."""

from __future__ import annotations

NAME = "p10net"
YOUR_TURN = "your turn - p10net"


def title(my_turn: bool) -> str:
    """Name the window."""
    return YOUR_TURN if my_turn else NAME
