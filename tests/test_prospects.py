"""Where phases may be chosen: an expert weighs how soon each would lie, and its worth.

Situations read like a record of play: a hand, the phases left, and what is announced.
"""

import random

import pytest
from msgspec.structs import replace

from p10net.bots.brain import Why
from p10net.bots.expert import Expert
from p10net.bots.outlook import aim
from p10net.bots.prospects import SELDOM, soonness, usual
from p10net.bots.sharp import Sharp
from p10net.bots.sound import Sound
from p10net.engine.cards import parse_cards
from p10net.engine.game import view_of
from p10net.engine.moves import Declare, Lay, ask
from p10net.engine.view import Stage, View, with_seat
from tests.positions import position, rules

EIGHTS = "R8 B8 G8 Y8 R3 B3 G5 Y1 R10"
SCATTERED = "R1 B3 R5 B8 Y10 G12 R3 G7 Y5 B12"


def choosing(hand: str, left: tuple[int, ...], seats: int = 2) -> View:
    """Let seat 2 choose between the phases it has left, after the deal of a round."""
    on = rules("masters")
    game = position({2: hand}, on=on, stage=Stage.DECLARE, seats=seats)
    view = view_of(game, 2)
    done = tuple(n for n in range(1, 11) if n not in left)
    return with_seat(view, replace(view.seats[1], done=done))


def on_a_twist(hand: str, twist: int) -> View:
    """Let seat 2 choose on the board's first Twist space."""
    game = position({2: hand}, on=rules("twist-board"), stage=Stage.DECLARE)
    view = replace(view_of(game, 2), twists=(twist, 11, 12, 13))
    return with_seat(view, replace(view.seats[1], space=3))


def announced(brain: type[Sound], view: View) -> set[int]:
    """Collect which phases a brain announces, whatever chance says."""
    question = ask(view)
    assert question is not None
    found = set()
    for seed in range(8):
        action = brain(random.Random(seed)).choose(view, question)
        assert isinstance(action, Declare)
        found.add(action.phase)
    return found


@pytest.mark.parametrize(
    ("says", "view", "sharp", "expert"),
    [
        (
            "a hard phase is worth more than an easy one that lies now",
            choosing(f"{EIGHTS} W", (1, 10)),
            1,
            10,
        ),
        (
            "a hand that is rare for its phase is not spent on one that any hand does",
            choosing(f"{EIGHTS} B12", (1, 10)),
            1,
            10,
        ),
        (
            "what is near goes first where rounds are short",
            choosing("R8 B8 G8 Y8 R9 B9 Y2 B4 G6 R12", (1, 7), seats=4),
            1,
            1,
        ),
        (
            "a hand that is good for nothing goes for what is easy",
            choosing(SCATTERED, (2, 7)),
            2,
            2,
        ),
        (
            "four steps are worth a phase that is nearly there",
            on_a_twist("R1 B1 R3 B3 R5 B5 R7 G9 Y10 W", 12),
            12,
            12,
        ),
        (
            "a step back is to be feared where it is not",
            on_a_twist("R2 B2 G2 Y4 R4 B5 Y6 B12 R11 Y12", 20),
            2,
            2,
        ),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_announced(says: str, view: View, sharp: int, expert: int) -> None:
    """Sharp goes for what lacks least, expert for what is worth most."""
    assert announced(Sharp, view) == {sharp}
    assert announced(Expert, view) == {expert}


def test_of_two_phases_the_harder_is_laid() -> None:
    """Both could lie: an expert lays the one that it would seldom have."""
    hand = "R8 R8 B8 G8 R9 R9 B9 G9 R10 R11 R12"
    view = view_of(position({2: hand}, on=rules("choose")), 2)
    question = ask(view)
    assert question is not None
    laid = Expert(random.Random(1)).choose(view, question)

    assert isinstance(laid, Lay)
    assert laid.phase == 7


def test_an_announcement_says_why() -> None:
    """A hint names what speaks for the phase."""
    view = choosing(f"{EIGHTS} W", (1, 10))
    question = ask(view)
    assert question is not None

    assert Sharp(random.Random(1)).rank(view, question)[0].why is Why.NEAREST
    assert Expert(random.Random(1)).rank(view, question)[0].why is Why.FAVORED


def test_the_phases_nearest_by_are_looked_at_only() -> None:
    """Of ten phases the five nearest are thought about; no other comes before them."""
    view = choosing(SCATTERED, tuple(range(1, 11)))
    question = ask(view)
    assert question is not None
    ranked = Expert(random.Random(1)).rank(view, question)

    assert [choice.value[0] < 0 for choice in ranked] == [False] * 5 + [True] * 5


def test_how_soon_a_phase_lies() -> None:
    """At once counts 1, with the last card a little, and too late nothing."""
    sets = aim(choosing(SCATTERED, (1,)), 1)
    hand, junk = parse_cards("R8 B8 G8 R9 B9"), parse_cards("R1 B3 G5")

    assert soonness(sets, hand, parse_cards("Y9 R1 B3 G5")) == 1
    assert soonness(sets, hand, (*junk, *parse_cards("Y9"))) == 0.25
    assert soonness(sets, hand, (*junk, *parse_cards("G7"))) == 0


def test_hard_phases_lie_late_for_anybody() -> None:
    """The walls of the official game are its sets of four and of five."""
    view = choosing(SCATTERED, (1,))
    soon = {n: usual(aim(view, n), view, 48) for n in range(1, 11)}

    assert max(soon[7], soon[9], soon[10]) < min(soon[n] for n in (1, 2, 4))
    assert all(SELDOM <= one < 1 for one in soon.values())
