"""Roll and pass: the moves of a dice turn besides laying the phase (000 Dice).

A turn starts with all ten dice rolled; up to two more rolls follow, each of the dice
its player names. Laying the phase ends the turn, and so does giving it up.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.dice import ALL, MOST_ROLLS
from p10net.engine.melds import Meld
from p10net.engine.moves.step import Step, mover, you
from p10net.engine.reasons import Reason
from p10net.engine.rolling import counted, pass_on
from p10net.engine.view import Stage, View


class Roll(Struct, frozen=True, tag_field="a", tag="roll"):
    """Roll these dice again, 1 to 10 as they lie in `dice`; the others are kept."""

    again: tuple[int, ...]


class Pass(Struct, frozen=True, tag_field="a", tag="pass"):
    """End the turn without the phase; it is tried again in the next one."""


class Passed(Struct, frozen=True, tag_field="e", tag="passed"):
    """A seat ended its turn without the phase."""

    seat: int


def options(view: View) -> Sequence[Roll]:
    """Offer one roll of all dice; any of them may be rolled instead."""
    every = Roll(ALL)
    return (every,) if refuse(view, every) is None else ()


def refuse(view: View, action: Roll) -> Reason | None:
    """Say what stands against rolling these dice again."""
    if view.rolls >= MOST_ROLLS:
        return Reason.NO_ROLLS_LEFT
    named = set(action.again)
    if not named or len(named) < len(action.again) or not named <= set(ALL):
        return Reason.NO_SUCH_DIE
    return None


def play(view: View, action: Roll) -> Step:
    """Put the dice into the cup; the house throws them."""
    return Step(view, (), throw=tuple(sorted(action.again)))


def pass_options(view: View) -> Sequence[Pass]:
    """Offer to give the phase up for this turn."""
    return (Pass(),)


def refuse_pass(view: View, action: Pass) -> Reason | None:
    """Say that nothing ever stands against passing."""
    return None


def play_pass(view: View, action: Pass) -> Step:
    """Leave the phase and hand the cup on."""
    return _handed_on(view, Passed(mover(view).seat))


def play_laid(view: View, melds: tuple[Meld, ...], laid: Struct) -> Step:
    """Count the dice of a phase just laid, and hand the cup on."""
    view, event = counted(view, melds)
    return _handed_on(view, laid, event)


def _handed_on(view: View, *events: Struct) -> Step:
    view = pass_on(replace(view, you=replace(you(view), hand=())))
    more = ALL if view.stage is Stage.ROLL else ()
    return Step(view, events, throw=more)
