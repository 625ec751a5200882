"""A turn with dice at the screen: keys that mark, roll, lay and give up."""

from __future__ import annotations

import pytest

from p10net.client import picture
from p10net.client.commands.scene import Confirm, Preview
from p10net.client.screen import bar
from p10net.client.screen.strokes import Strokes
from p10net.client.words import dice as words
from p10net.client.words import prompts
from p10net.client.words.refusals import REASONS
from p10net.engine.dice import ALL
from p10net.engine.moves import Lay, Pass, Roll
from p10net.engine.reasons import Reason
from tests.scenes import shaking

TWO_SETS = "R5 B5 G5 B9 R9 G9 R1 W R3 G4"


def test_marked_dice_are_rolled_again() -> None:
    """Numbers mark dice and let them lie again; Enter rolls what is marked."""
    desk = shaking().press("3", "1", "0", "3", "enter")

    assert desk.plays == [Roll((1, 10))]
    assert desk.scene.local.again == ()


@pytest.mark.parametrize("key", ["enter", "d", " "])
def test_each_key_that_rolls(key: str) -> None:
    """All dice are marked by one key, and none by it again."""
    assert shaking().press("a", key).plays == [Roll(ALL)]
    assert shaking().press("a", "a", key).notice == words.MARK_FIRST


def test_the_spare_dice_are_marked() -> None:
    """What the phase can do without goes back into the cup."""
    desk = shaking("R5 B5 R6 B9 R8 B9 R1 G2 R3 G4").press("k", "enter")

    assert desk.plays == [Roll((3, 5, 7, 8, 9, 10))]


def test_a_phase_that_lies_there_has_no_spare_dice() -> None:
    """It is said that it can be laid."""
    assert shaking(TWO_SETS).press("k").notice == words.LIES_THERE


def test_enter_alone_never_ends_the_turn() -> None:
    """However often it is pressed, with a phase that could be laid or without."""
    for dice in (TWO_SETS, "R5 B6 G7 Y8 R9 B10 R1 G2 R3 G4"):
        assert shaking(dice).press(*["enter"] * 5).plays == []


def test_a_phase_is_looked_at_before_it_is_laid() -> None:
    """The preview marks its dice by their numbers; Enter lays it."""
    desk = shaking(TWO_SETS).press("l")
    assert isinstance(desk.scene.local.open, Preview)
    assert desk.plays == []

    desk.press("enter")
    assert isinstance(desk.plays[0], Lay)
    assert desk.game.open.turn != 2


def test_no_phase_lies_there() -> None:
    """Laying what is not there is answered, and nothing is sent."""
    desk = shaking().press("l")

    assert desk.notice
    assert desk.plays == []


def test_giving_up_is_asked_about() -> None:
    """A turn ends without the phase only by a second key."""
    desk = shaking().press("x")
    assert desk.scene.local.open == Confirm(Pass(), words.PASS)
    _, keys = bar.bar(desk.scene, Strokes(80, 24))
    assert picture.plain((keys,)).strip() == "Enter ends it   Esc goes back"
    assert shaking().press("x", "esc").plays == []

    assert desk.press("enter").plays == [Pass()]


def test_a_question_stays_to_be_read_whatever_else_is_pressed() -> None:
    """What is said of a key that does nothing stands below it."""
    desk = shaking().press("x", "k")
    asked, below = bar.bar(desk.scene, Strokes(80, 24))

    assert picture.plain((asked,)).strip() == words.PASS
    assert picture.plain((below,)).strip() == prompts.ESC_FIRST


def test_giving_up_a_phase_that_lies_there_is_warned_of() -> None:
    """Who could lay is told so."""
    opened = shaking(TWO_SETS).press("x").scene.local.open

    assert opened == Confirm(Pass(), words.PASS_WITH_PHASE)


def test_after_three_rolls() -> None:
    """No die can be marked any more, and the bar says what is left to do."""
    desk = shaking().press("a", "enter", "a", "enter", "1")

    assert desk.notice == REASONS[Reason.NO_ROLLS_LEFT]
    assert "x" in desk.press("esc").picture()


def test_the_dice_of_others_are_seen_and_not_touched() -> None:
    """Everybody sees the roll; keys of a turn are answered with a sentence."""
    desk = shaking(turn=3)

    assert "|R5|" in desk.picture()
    for key in ("1", "a", "k", "enter", "l", "x"):
        assert desk.press(key).notice == REASONS[Reason.NOT_YOUR_TURN], key
    assert desk.plays == []


def test_words_roll_too() -> None:
    """`:roll 2 5` rolls, `:pass` asks and then ends the turn, as the keys do."""
    desk = shaking().press(":", *"roll 2 5", "enter", ":", *"pass", "enter")
    assert desk.plays == [Roll((2, 5))]
    assert desk.scene.local.open == Confirm(Pass(), words.PASS)

    assert desk.press("enter").plays == [Roll((2, 5)), Pass()]


def test_a_hint_for_dice() -> None:
    """The hint is a roll with a reason, and Enter makes it."""
    desk = shaking().press(".")
    assert "your phase needs the others" in desk.picture()

    assert isinstance(desk.press("enter").plays[0], Roll)


@pytest.mark.parametrize("columns", [80, 120])
def test_the_end_of_a_circuit_counts_points(columns: int) -> None:
    """The sheet says what everybody made, and that most points win."""
    desk = shaking(TWO_SETS, seats=2).press("l", "enter")
    desk.others(1, Pass())

    shown = desk.picture(columns, 32)
    assert "everybody has rolled" in shown
    assert words.LEGEND in shown


def test_help_is_about_dice() -> None:
    """The keys of the help are those of the dice."""
    shown = shaking().press("?").picture()

    for line in words.HELP:
        assert line.rstrip() in shown
