"""Declare: say before the first draw which of several open phases is attempted.

Masters after the deal, and the Twist board on a Twist space (000); which phases
are open is `progress.open_phases`. Seats declare in turn from the dealer's left.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.moves.step import Step, mover, you
from p10net.engine.opening import Start, turn_up
from p10net.engine.progress import declares, open_phases
from p10net.engine.reasons import Reason
from p10net.engine.turns import after, playing
from p10net.engine.view import Stage, View, with_seat


class Declare(Struct, frozen=True, tag_field="a", tag="declare"):
    """Attempt this phase in the round."""

    phase: int


class Declared(Struct, frozen=True, tag_field="e", tag="declared"):
    """A seat said which phase it attempts."""

    seat: int
    phase: int


def options(view: View) -> Sequence[Declare]:
    """List the phases the seat may choose from."""
    return [Declare(phase) for phase in open_phases(view, view.turn)]


def refuse(view: View, action: Declare) -> Reason | None:
    """Say what stands against declaring this phase."""
    fits = action.phase in open_phases(view, view.turn)
    return None if fits else Reason.PHASE_NOT_OPEN


def play(view: View, action: Declare) -> Step:
    """Note the phase and ask the next seat, or turn to the first card."""
    event, mine = Declared(view.turn, action.phase), you(view)
    view = with_seat(
        view, replace(mover(view), declared=action.phase, phase=action.phase)
    )
    view, passed, given = ask_next(view)
    return Step(replace(view, you=None), (event, *passed), given=given, mine=mine)


def ask_next(view: View) -> Start:
    """Ask the next seat that has a choice; when all have spoken, play begins.

    `turn` stands on the seat that spoke last, on the dealer before the first one.
    """
    for _ in playing(view):
        view = replace(view, turn=after(view, view.turn))
        if declares(view, view.turn):
            return Start(replace(view, stage=Stage.DECLARE))
        if view.turn == view.dealer:
            break
    return turn_up(view)
