"""What stands beside a seat: its phase in short, and what is special about it now."""

from __future__ import annotations

from p10net.client.words.cards import goals_short, plural
from p10net.client.words.dice import in_circuits
from p10net.engine.phases import parse
from p10net.engine.progress import PATH, open_phases
from p10net.engine.rules import Rules, numbers
from p10net.engine.view import Seat, View

CAN_LAY = "CAN LAY"
NO_SEAT = "No seat is free, so you watch."
NO_SEAT_IN_GAME = "No seat is free in this game, so you watch."
IN_LINE = "You are in line for the next one."
_IN_LINE_IN_GAME = (
    "You are in line for the next: between two rounds, or with the next game."
)


def queued(*, playing: bool, dice: bool) -> tuple[str, str]:
    """Say why somebody who wanted a seat only watches, and when they get one."""
    if not playing:
        return NO_SEAT, IN_LINE
    return NO_SEAT_IN_GAME, in_circuits(_IN_LINE_IN_GAME, dice)


def you(name: str) -> str:
    """Name the own seat."""
    return f"You ({name})" if name else "You"


def goals(rules: Rules, phase: int) -> str:
    """Write the goals of a phase number in short."""
    if not 1 <= phase <= len(rules.phases):
        return ""
    return goals_short(parse(rules.phases[phase - 1]).goals)


def at_phase(view: View, seat: Seat) -> int:
    """Name the phase a seat has laid or works on; 0 while it has the choice."""
    if seat.laid:
        return seat.laid
    first, *others = open_phases(view, seat.seat)
    return 0 if others else first


def phase(view: View, seat: Seat) -> str:
    """Write which phase a seat is at, which may be still open."""
    return f"Phase {at_phase(view, seat) or '?'}"


def task(view: View, seat: Seat) -> str:
    """Write what a seat's phase asks, or how far it has come in choosing among them."""
    if at := at_phase(view, seat):
        return goals(view.rules, at)
    return "a Twist space" if seat.space else f"{done(view.rules, seat)} done"


def done(rules: Rules, seat: Seat) -> str:
    """Write how many phases are done where they need not come in order."""
    return f"{len(seat.done)} of {len(numbers(rules))}"


def space(seat: Seat) -> str:
    """Write how far a seat's pawn has come on a board."""
    return f"{seat.space} of {len(PATH)}"


def status(seat: Seat) -> str:
    """Say in a few letters what is special about a seat now."""
    if not seat.playing:
        return "sits out"
    said = []
    if seat.floating:
        said.append("floats")
    elif seat.laid:
        said.append("laid")
    if seat.owes:
        said.append("loses a turn" if seat.owes == 1 else f"loses {seat.owes} turns")
    if len(said) == 2:
        return f"{said[0]}, loses {seat.owes}"
    if not said and seat.space:
        return f"space {seat.space}"
    return said[0] if said else ""


def more(count: int) -> str:
    """Count the melds that there is no room for."""
    return f"+{plural(count, 'meld', 'melds')} more (Tab)"
