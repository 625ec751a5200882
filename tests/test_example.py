"""The phase a seat works on, shown with the cards of its own hand."""

import pytest

from p10net.client.commands.example import from_hand
from p10net.client.words.help import example
from p10net.engine.game import view_of
from tests.positions import position, rules


@pytest.mark.parametrize(
    ("preset", "phase", "hand", "says"),
    [
        (
            "official",
            1,
            "R7 G7 R9 B1 Y3 G5 Y11 B12 R2 Y4",
            "From what you have, phase 1: R7 G7 [7] / ",
        ),
        (
            "official",
            4,
            "R1 B2 G3 Y5 R6 B7 R12 B12 S Y10",
            "From what you have, phase 4: R1 B2 G3 [4] Y5 R6 B7; 1 short.",
        ),
        (
            "official",
            1,
            "R7 G7 W R9 B9 Y9 G5 Y11 B12 R2",
            "You have all of phase 1: R9 B9 Y9 / R7 G7 W.",
        ),
        (
            "official",
            8,
            "R1 R2 R3 R4 R5 W B1 B2 G3 Y4",
            "From what you have, phase 8: R1 R2 R3 R4 R5 W [R]; 1 short.",
        ),
        (
            "the-empire-strikes-back",
            10,
            "R7 G7 B7 R9 B9 Y9 G5 Y5 B5 R2",
            "For phase 10 you are 1 short.",
        ),
    ],
)
def test_a_phase_with_the_own_cards(
    preset: str, phase: int, hand: str, says: str
) -> None:
    """What is missing stands in brackets, as what it would have to be."""
    game = position({2: hand}, phase={2: phase}, on=rules(preset))
    shown = from_hand(view_of(game, 2))

    assert shown is not None
    assert example(*shown).startswith(says)


def test_the_nearest_of_several_phases() -> None:
    """Where the seat may choose, the phase its hand is nearest to is shown."""
    hand = "R1 B2 G3 Y4 R5 B6 R7 B12 S Y10"
    shown = from_hand(view_of(position({2: hand}, on=rules("choose")), 2))

    assert shown is not None
    assert (shown.phase, shown.lacks) == (4, 0)


def test_nothing_to_show() -> None:
    """Not to watchers, not with the phase down, not without cards."""
    game = position({2: "R1 R2", 3: ""}, laid=(2,))

    assert from_hand(view_of(game, 0)) is None
    assert from_hand(view_of(game, 2)) is None
    assert from_hand(view_of(game, 3)) is None


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("R2 B2 G7 Y9 R9 G11 B1 Y4 R5 B12", ("red 2, blue 2, a missing 2",)),
        ("R2 B2 W Y9 R9 G9 B1 Y4 R5 B12", ("red 2, blue 2, wild",)),
    ],
)
def test_an_example_can_be_said(hand: str, groups: tuple[str, ...]) -> None:
    """In words the missing cards are called so, and are no number of cards."""
    example = from_hand(view_of(position({2: hand}), 2), said=True)

    assert example is not None
    assert set(groups) <= {*example.groups}
