"""What stands beside a seat: its phase in short, and what is special about it now."""

from __future__ import annotations

from p10net.client.words.cards import goals_short, plural
from p10net.engine.phases import parse
from p10net.engine.rules import Rules
from p10net.engine.view import Seat

CAN_LAY = "CAN LAY"


def you(name: str) -> str:
    """Name the own seat."""
    return f"You ({name})" if name else "You"


def goals(rules: Rules, phase: int) -> str:
    """Write the goals of a phase number in short."""
    if not 1 <= phase <= len(rules.phases):
        return ""
    return goals_short(parse(rules.phases[phase - 1]).goals)


def status(seat: Seat) -> str:
    """Say in a few letters what is special about a seat now."""
    if not seat.playing:
        return "sits out"
    said = []
    if seat.floating:
        said.append("floats")
    elif seat.laid:
        said.append("laid" if seat.laid == seat.phase else f"laid {seat.laid}")
    if seat.owes:
        said.append("loses a turn" if seat.owes == 1 else f"loses {seat.owes} turns")
    if len(said) == 2:
        return f"{said[0]}, loses {seat.owes}"
    return said[0] if said else ""


def more(count: int) -> str:
    """Count the melds that there is no room for."""
    return f"+{plural(count, 'meld', 'melds')} more (Tab)"
