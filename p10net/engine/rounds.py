"""From one round to the next on the open table: setting up, closing, clearing.

No chance and no hidden card comes in here: what was left in the hands, or the points
that somebody counted, is handed in. So a round that the house dealt and one that was
played with real cards are closed by the same steps.
"""

from msgspec.structs import replace

from p10net.engine import opening, outcome, progress, sheet
from p10net.engine.cards import Hand
from p10net.engine.rules import Rules, RulesError
from p10net.engine.view import Seat, Stage, Summary, View


def begin(rules: Rules, seats: tuple[int, ...]) -> View:
    """Set up the open table for the seat numbers taken; gaps keep their numbers.

    It waits in stage `deal`. Raises RulesError if the number of seats does not fit.
    """
    players = len(set(seats))
    if not 2 <= players <= rules.max_seats or min(seats) < 1:
        raise RulesError(
            f"These rules are for 2 to {rules.max_seats} players, not {players}."
        )
    every = range(1, max(seats) + 1)
    public = tuple(
        progress.start(rules, n) if n in seats else _nobody(n) for n in every
    )
    return View(rules, 1, Stage.DEAL, 0, 0, 0, 0, 0, (), public)


def _nobody(number: int) -> Seat:
    return Seat(number, 0, playing=False, gone=True)


def went_out(summary: Summary) -> int:
    """Name the seat that has no cards left; who ended the round by laying has some."""
    return summary.out if summary.how == "out" else 0


def close(
    view: View, left: tuple[Hand, ...], out: int, points: tuple[int, ...] | None = None
) -> View:
    """Score a round that has ended, move the seats on, and see who has won.

    The cards left are counted, unless the points are handed in.
    """
    if points is None:
        points = sheet.points(view, left)
    view = sheet.written(view, points, out)
    view = progress.after_round(view, left, out)
    return outcome.after_round(view)


def next_round(view: View) -> View:
    """Clear the table for the next deal."""
    return replace(
        view,
        round=view.round + 1,
        stage=Stage.DEAL,
        dealer=opening.next_dealer(view),
        seats=tuple(opening.cleared(view, seat) for seat in view.seats),
        melds=(),
        pile=(),
        stock=0,
        summary=None,
    )
