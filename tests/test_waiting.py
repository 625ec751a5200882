"""A phase is laid at once, but where waiting pays by the rules of the table.

Situations read like a record of play: the hand of seat 2, the table, who waits and why.
"""

import random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from p10net.bots.brain import Choice, Why
from p10net.bots.expert import Expert
from p10net.bots.outlook import MANY_PASSED
from p10net.bots.sharp import Sharp
from p10net.bots.sound import Sound
from p10net.engine.cards import NATURALS, parse
from p10net.engine.game import view_of
from p10net.engine.moves import Discard, Draw, Lay, ask
from p10net.engine.view import Stage, View, with_seat
from tests.positions import position, rules

POINTS: dict[str, Any] = {"rank": "points", "game_end": "limit", "round_limit": 10}
DEAR = rules("bounty", **POINTS)
"""Each wild laid costs 25, and points alone decide."""
TWO_WILDS = "R3 B3 W R8 B8 W G1 G5 Y10 R11"
FOUR_AND_THREE = "R8 B8 G8 Y8 R9 B9 G9 R1 Y2 G5"
DRAWING: dict[str, Any] = {"stage": Stage.DRAW}


def seen(hand: str, seats: int = 2, n: int = 0, **facts: Any) -> View:
    """Give the view of seat 2; with `n` the seat before it holds so many cards."""
    hands = {2: hand, **({1: "R2 B2 G2"[: 3 * n - 1]} if n else {})}
    return view_of(position(hands, seats=seats, **facts), 2)


def best(brain: type[Sound], view: View) -> Choice:
    """Give what a brain ranks first."""
    question = ask(view)
    assert question is not None
    return brain(random.Random(1)).rank(view, question)[0]


def against_laying(brain: type[Sound], view: View) -> set[Why]:
    """Collect what a brain says of the lay-downs it could make."""
    question = ask(view)
    assert question is not None
    ranked = brain(random.Random(1)).rank(view, question)
    return {one.why for one in ranked if isinstance(one.action, Lay)}


class Held(NamedTuple):
    """A hand that could lay, and what each of three levels has against it."""

    says: str
    view: View
    sound: Why = Why.LAYS
    sharp: Why = Why.LAYS
    expert: Why = Why.LAYS


CHOOSE = rules("choose")
HELD = [
    Held(
        "two wilds that cost 25 each wait for number cards",
        seen(f"{TWO_WILDS} Y12", on=DEAR),
        sharp=Why.WILDS_DEAR,
        expert=Why.WILDS_DEAR,
    ),
    Held(
        "but only where points decide",
        seen(f"{TWO_WILDS} Y12", on=rules("bounty")),
    ),
    Held(
        "and where wilds cost at all",
        seen(f"{TWO_WILDS} Y12", on=rules(**POINTS)),
    ),
    Held(
        "one wild is soon paid for",
        seen("R3 B3 Y3 R8 B8 W W G1 G5 Y10 R11", on=DEAR),
    ),
    Held(
        "nobody waits once another has laid, as the round may end",
        seen(f"{TWO_WILDS} Y12", on=DEAR, laid=(1,)),
    ),
    Held(
        "all the hand but the last card goes at once: that ends the round",
        seen("R1 B2 W W G5 Y6 R7 Y8 G9 R12", on=DEAR, phase={2: 4}),
    ),
    Held(
        "between two a phase that is seldom had is waited for",
        seen(f"{FOUR_AND_THREE} B12", on=CHOOSE),
        expert=Why.HARDER_NEAR,
    ),
    Held(
        "but no longer than others have not laid",
        seen(f"{FOUR_AND_THREE} B12", on=CHOOSE, laid=(1,)),
    ),
    Held(
        "with more players there is no time for it",
        seen(f"{FOUR_AND_THREE} B12", seats=3, on=CHOOSE),
    ),
    Held(
        "nor need anybody wait who may lay another phase after this one",
        seen(f"{FOUR_AND_THREE} B12", on=rules("masters-refresh")),
    ),
    Held(
        "where phases come in order there is nothing to wait for",
        seen(f"{FOUR_AND_THREE} B12"),
    ),
]


@pytest.mark.parametrize("held", HELD, ids=lambda held: held.says)
def test_who_waits(held: Held) -> None:
    """Where waiting pays something else is done; elsewhere the phase is laid."""
    for brain, why in ((Sound, held.sound), (Sharp, held.sharp), (Expert, held.expert)):
        assert against_laying(brain, held.view) == {why}
        assert isinstance(best(brain, held.view).action, Lay) == (why is Why.LAYS)


def test_what_the_phase_needs_stays_while_it_waits() -> None:
    """Nothing goes that the phase at hand or the harder one would miss."""
    view = seen(f"{FOUR_AND_THREE} B12", on=CHOOSE)
    question = ask(view)
    assert question is not None
    for seed in range(6):
        thrown = Expert(random.Random(seed)).choose(view, question)
        assert thrown in [Discard(parse(face)) for face in ("R1", "Y2", "G5", "B12")]


@pytest.mark.parametrize(
    ("brain", "hand", "on", "top", "does", "why"),
    [
        (Expert, FOUR_AND_THREE, "choose", "Y9", "pile", Why.CLOSER),
        (Sound, FOUR_AND_THREE, "choose", "Y9", "pile", Why.GOES_ALONG),
        (Sharp, TWO_WILDS, DEAR, "G3", "pile", Why.FOR_A_WILD),
        (Sharp, TWO_WILDS, DEAR, "W", "pile", Why.GOES_ALONG),
        (Sharp, TWO_WILDS, DEAR, "G2", "stock", Why.UNKNOWN_CARD),
    ],
)
def test_what_is_drawn_meanwhile(
    brain: type[Sound], hand: str, on: Any, top: str, does: str, why: Why
) -> None:
    """What is waited for, and of a card that only goes along no more than that."""
    on = rules(on) if isinstance(on, str) else on
    drawn = best(brain, seen(hand, on=on, pile=top, **DRAWING))

    assert drawn.action == Draw("pile" if does == "pile" else "stock")
    assert drawn.why is why


def test_nobody_waits_for_ever() -> None:
    """In a round that goes on and on a phase is laid, however dear."""
    view = seen(f"{TWO_WILDS} Y12", on=DEAR)
    tired = with_seat(view, replace(view.seats[1], passed=NATURALS[:MANY_PASSED]))

    assert not isinstance(best(Sharp, view).action, Lay)
    assert against_laying(Sharp, tired) == {Why.LAYS}


# --- A wild as a Skip -------------------------------------------------------------

FAR = "R1 B2 G4 Y5 R6 B9 G10 Y11 R12 B12 W"
"""Two sets of four lack four cards of it, the wild counted."""
NEARER = "R8 B8 G8 R9 B9 W R1 B2 G4 Y5 R12"
WILD_RULES = rules("truly-wild", **POINTS)


@pytest.mark.parametrize(
    ("says", "view", "skips", "why"),
    [
        (
            "a wild of no use any more stops who is nearly out",
            seen(FAR, n=2, on=WILD_RULES, phase={2: 7}, laid=(1,)),
            True,
            Why.TOO_LATE,
        ),
        (
            "it is kept while there is time",
            seen(FAR, on=WILD_RULES, phase={2: 7}, laid=(1,)),
            False,
            Why.NOT_NEEDED,
        ),
        (
            "and while no more is lacking than that seat still holds",
            seen(NEARER, n=2, on=WILD_RULES, phase={2: 7}, laid=(1,)),
            False,
            Why.NOT_NEEDED,
        ),
        (
            "and where phases count more than its points",
            seen(FAR, n=2, on=rules("truly-wild"), phase={2: 7}, laid=(1,)),
            False,
            Why.NOT_NEEDED,
        ),
        (
            "one more than can be laid goes as a Skip anyhow",
            seen("W W W W W R1", on=rules("truly-wild")),
            True,
            Why.PLAYS_AGAIN,
        ),
    ],
)
def test_when_a_wild_is_thrown_as_a_skip(
    says: str, view: View, skips: bool, why: Why
) -> None:
    """A turn of somebody's is worth less than a wild that can still be used."""
    thrown = best(Sound, view)

    assert (thrown.action == Discard(parse("W"), skip=1)) == skips
    assert thrown.why is why
