"""What a newcomer has to know to play on, said at the moment when it matters.

A player who knows the game reads past one line; one who does not finds here what the
words of their own phase mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from p10net.client.words.notation import worded, written
from p10net.engine.cards import Card
from p10net.engine.melds import Kind
from p10net.engine.moves import Event
from p10net.engine.moves.lay import Laid
from p10net.engine.opening import Dealt
from p10net.engine.phases import Phase, parse
from p10net.engine.rules import OFFICIAL
from p10net.engine.view import View

KINDS: Mapping[Kind, str] = {
    Kind.SET: "A set is cards of one number.",
    Kind.RUN: "A run is numbers in a row.",
    Kind.COLOR: "Any cards of one color will do.",
    Kind.COLOR_RUN: "A color run is numbers of one color in a row.",
    Kind.PARITY: "Even are 2 4 6 8 10 12, odd the others.",
    Kind.COLOR_PARITY: "Even are 2 4 6 8 10 12, odd the others, in one color.",
    Kind.COLOR_SET: "A color set is cards of one number and one color.",
    Kind.ALT_RUN: "An alternating run changes between two colors.",
    Kind.WILD: "A wild is a {wild}.",
    Kind.SKIP: "A skip is written {skip}.",
}
"""What each kind of goal asks, where the phase's own words do not say it."""
WILD = "{wild} is any card."


AIM = "Lay that down as soon as you hold it. Who has no cards left ends the round."
AIM_CHOSEN = (
    "Lay your phase down as soon as you hold it. Who has no cards left ends the round."
)
"""The same where a player chooses among phases, and has none yet."""
HEARD = "Your phase is down: hit cards that fit on any meld, until none is left."
"""The same as `HITS` for those who press no keys."""
HITS = "Your phase is down: h adds cards that fit to any meld, until none is left."


def first(events: Iterable[Event], view: View) -> str:
    """Say in the first round what it is all for, when the moment for it comes.

    After the deal that is the aim; once the own phase is down, what is left to do.
    """
    if view.round != 1 or view.you is None or view.rules.game != OFFICIAL.game:
        return ""
    for event in events:
        if isinstance(event, Dealt):
            return AIM if _in_order(view) else AIM_CHOSEN
        if isinstance(event, Laid) and event.seat == view.you.seat and view.you.hand:
            return HITS
    return ""


def heard(event: Event, view: View) -> list[str]:
    """Say in lines what the first round is for, and what the own phase asks."""
    tip = first([event], view)
    if tip == AIM:
        kinds = _kinds(_own(view)).format(wild="wild card", skip="Skip")
        return [f"{kinds} {WILD.format(wild='A wild')}", AIM]
    return [] if not tip else [HEARD if tip == HITS else tip]


def _in_order(view: View) -> bool:
    return view.rules.phase_order == OFFICIAL.phase_order


def _own(view: View) -> Phase:
    assert view.you is not None
    return parse(view.rules.phases[view.seats[view.you.seat - 1].phase - 1])


def _kinds(phase: Phase) -> str:
    return " ".join(KINDS[kind] for kind in dict.fromkeys(g.kind for g in phase.goals))


def task(events: Iterable[Event], view: View) -> str:
    """Say after a deal what the own phase asks; "" at any other time.

    Where a player chooses among phases there is no own one yet.
    """
    if not any(isinstance(event, Dealt) for event in events):
        return ""
    if view.you is None or not _in_order(view):
        return ""
    number = view.seats[view.you.seat - 1].phase
    phase = _own(view)
    told = _kinds(phase)
    wild, skip = written(Card.W), written(Card.S)
    told = worded(f"{phase.text}. {told} {WILD}").format(wild=wild, skip=skip)
    return f"Your phase {number}: {told}"
