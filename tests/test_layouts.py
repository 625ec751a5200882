# ruff: noqa: RUF001, RUF002 - letters of other alphabets are what this is about
"""Keyboards with other letters: the keys under the same fingers mean the same."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p10net.client.commands import keys, layouts
from p10net.client.commands.layouts import AUTO, LAYOUTS, NONE, meant
from p10net.client.commands.scene import Panel
from p10net.client.commands.start import Going
from p10net.client.commands.start import press as start_press
from p10net.client.words import prompts
from p10net.engine.cards import Card
from p10net.engine.moves import Discard
from p10net.engine.moves.draw import STOCK
from tests.scenes import drawing, nearby, press, scenes

OURS = {
    key
    for desk in scenes().values()
    for row in keys.rows(desk.scene)
    for key in row.keys
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_key_of_ours_is_given_another_meaning(name: str) -> None:
    """A layout only gives a meaning to keys that have none."""
    assert not {*LAYOUTS[name]} & OURS


@pytest.mark.parametrize("name", sorted({*LAYOUTS} - {NONE, AUTO}))
def test_a_layout_is_whole(name: str) -> None:
    """It gives back all the letters or all the digits that its place has."""
    targets = {*LAYOUTS[name].values()}
    letters = {*layouts.ROWS} - ({*"qw"} if name == "hebrew" else set())
    assert targets >= letters or targets >= {*layouts.DIGITS}


# What is typed on each keyboard, and what it means by itself.
TYPED = [
    (AUTO, "в", "d"),
    (AUTO, "В", "D"),
    (AUTO, "Д", "L"),
    (AUTO, "р", "h"),
    (AUTO, "і", "s"),
    (AUTO, "ы", "s"),
    (AUTO, "δ", "d"),
    (AUTO, "ㅇ", "d"),
    (AUTO, "ג", "d"),
    (AUTO, "é", "2"),
    (AUTO, "à", "0"),
    (AUTO, "š", "3"),
    (AUTO, "Ю", ">"),
    (AUTO, "ｄ", "d"),
    (AUTO, "d", "d"),
    (AUTO, "漢", "漢"),
    (AUTO, "enter", "enter"),
    ("czech", "é", "0"),
    ("french", "é", "2"),
    ("belgian", "§", "6"),
    ("greek", "в", "в"),
    (NONE, "в", "в"),
]


@pytest.mark.parametrize(("name", "key", "means"), TYPED)
def test_what_a_key_means(name: str, key: str, means: str) -> None:
    """Each key means what lies in its place, capitals too; others mean themselves."""
    assert meant(key, name) == means


@pytest.mark.parametrize(
    "pressed",
    ["d y 1 enter", "в н 1 enter", "δ υ 1 enter", "ㅇ ㅛ & enter", "в ' enter"],
)
def test_a_turn_on_any_keyboard(pressed: str) -> None:
    """Draw, name or number a card, throw it: the same fingers do it."""
    desk = press(drawing("R2 R2 B3 Y1 Y7 R9 B11 G1 G4 S"), pressed)
    assert desk.plays[0] == STOCK
    assert isinstance(desk.plays[1], Discard)


def test_looking_and_naming() -> None:
    """Letters that only look, and those that begin a card's name."""
    desk = press(drawing(), "а")
    assert desk.scene.local.panel is Panel.PHASES
    desk = press(drawing(), "d ц")
    assert desk.notice == prompts.no_such_card("w")
    desk = press(drawing(), "d ы")
    assert desk.scene.chosen is Card.S


def test_words_are_read_by_their_place() -> None:
    """A typed word may stand in other letters; what is said to others stays."""
    desk = drawing().press(":", *"вкфц", "enter")
    assert desk.plays == [STOCK]
    desk = drawing().press("/", *"в", "enter")
    assert desk.plays == []
    assert desk.sent
    desk = drawing().press(":", *"ыфн вкфц", "enter")
    (told,) = desk.sent
    assert "вкфц" in str(told)
    desk = drawing().press(":", *"дщп срфе", "enter")
    assert desk.scene.local.panel is Panel.LOG


def test_without_a_layout_such_a_key_means_nothing() -> None:
    """Whoever settles none gets none."""
    desk = drawing()
    desk.scene = replace(desk.scene, keyboard=NONE)
    assert press(desk, "в").plays == []
    assert desk.notice == prompts.NOTHING_HERE


def test_the_start_screen_too() -> None:
    """`р` lies where `h` does, `&` where 1 does."""
    for key, going in (("р", Going.HOST), ("з", Going.PLAY), ("&", Going.JOIN)):
        _, way = start_press(nearby(), key)
        assert way is not None
        assert way.going is going
