"""Which dice go back into the cup, as a person is offered it; decides no rule.

The same suggestion stands in the line mode's menu and under the screen's keys.
"""

from __future__ import annotations

from p10net.bots.keeping import needed
from p10net.engine import finder, melds
from p10net.engine.moves import Action, Roll, check
from p10net.engine.moves.lay import goals_of
from p10net.engine.progress import open_phases
from p10net.engine.view import Stage, View


def rolls(view: View | None) -> bool:
    """Whether this view's seat is asked about dice."""
    return view is not None and view.stage is Stage.ROLL


def suggested(view: View) -> Roll | None:
    """Suggest the dice that the nearest phase can do without; None: no roll helps."""
    if view.you is None or check(view, Roll((1,))) is not None:
        return None
    hand = view.you.hand

    def lacks(phase: int) -> int:
        goals = goals_of(view, phase)
        return finder.missing(hand, goals, melds.terms(view.rules, phase))

    phase = min(open_phases(view, view.turn), key=lacks)
    if not lacks(phase):
        return None
    goals, on = goals_of(view, phase), melds.terms(view.rules, phase)
    return Roll(needed(view.dice, goals, on).again)


def with_suggestion(view: View, offers: list[Action]) -> list[Action]:
    """Put the suggested roll before the roll of all dice, if they differ."""
    first = suggested(view) if rolls(view) else None
    if first is None or first in offers:
        return offers
    return [first, *offers]
