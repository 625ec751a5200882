"""The full log by parts, chat that was not seen yet, and chat that is left out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p10net.client.commands import reading
from p10net.client.commands.scene import EVERYTHING, TALK, Panel
from p10net.client.log import said
from p10net.client.words import log as words
from p10net.engine.cards import Card
from p10net.engine.moves import Discard
from p10net.engine.moves.draw import STOCK
from tests.desk import Desk
from tests.scenes import lobby, over, press, talk, waiting


def evening() -> Desk:
    """Sit in seat 2 after Ann and Cleo have done and said something."""
    desk = waiting().others(1, Discard(Card.B5))
    log = said(desk.scene.log, "Cleo", "well played")
    desk.scene = replace(desk.scene, log=log)
    return talk(desk.others(2, STOCK))


# Keys, the part they lead to, what is shown of it and what is not.
PARTS = [
    ("e", EVERYTHING, ["well played", "discarded B5", "drew G6", "lost the link"], []),
    ("e E", TALK, ["well played", "hurry up"], ["discarded B5", "lost the link"]),
    ("e E E", 1, ["Ann", "discarded B5"], ["well played", "drew"]),
    ("e E E E", 2, ["drew G6"], ["discarded B5", "well played"]),
    ("e E E E E", 3, ["well played"], ["hurry up", "discarded B5"]),
    ("e" + " E" * 6, EVERYTHING, ["lost the link"], []),
    ("E", EVERYTHING, ["well played"], []),
    ("e E E e v E", 1, ["discarded B5"], ["well played"]),
]


@pytest.mark.parametrize(("pressed", "only", "there", "gone"), PARTS)
def test_parts(pressed: str, only: int, there: list[str], gone: list[str]) -> None:
    """`E` opens the log and goes on to its next part; the title names it."""
    desk = press(evening(), pressed)
    assert (desk.scene.local.panel, desk.scene.local.only) == (Panel.LOG, only)
    shown = desk.picture()
    assert all(line in shown for line in there)
    assert not [line for line in gone if line in shown]
    assert "LOG: " in shown


@pytest.mark.parametrize(
    ("typed", "only"), [("log", 0), ("log chat", TALK), ("log cleo", 3), ("log 1", 1)]
)
def test_a_part_can_be_named(typed: str, only: int) -> None:
    """By a player's name, a seat or a word."""
    desk = evening().press(":", *typed, "enter")
    assert (desk.scene.local.panel, desk.scene.local.only) == (Panel.LOG, only)


def test_nobody_of_that_name() -> None:
    """It is said who can be named, and the line stays to be mended."""
    desk = evening().press(":", *"log Zoe", "enter")
    assert desk.notice == words.no_such_part("Zoe")
    assert desk.scene.local.typing is not None


def test_a_part_may_be_empty() -> None:
    """Somebody who has done nothing yet has an empty part, with its title."""
    shown = evening().press(":", *"log dev", "enter").picture()
    assert "only Dev" in shown
    assert "Nothing has happened yet." in shown


# --- Chat ----------------------------------------------------------------------------


@pytest.mark.parametrize("desk", [press(waiting(), "v"), over()])
def test_what_was_said_out_of_sight_is_counted(desk: Desk) -> None:
    """While the log cannot be seen its new messages are counted beside the prompt."""
    desk.scene = reading.seen(desk.scene)
    for count in (1, 2):
        desk.scene = replace(desk.scene, log=said(desk.scene.log, "Cleo", "psst"))
        desk.scene = reading.seen(desk.scene)
        assert words.unread(count) in desk.picture()
    press(desk, "e")
    desk.scene = reading.seen(desk.scene)
    assert "new message" not in desk.picture()
    assert reading.unread(desk.scene) == 0


def test_in_the_lobby_chat_is_in_sight() -> None:
    """There nothing needs to be counted."""
    desk = talk(lobby(2))
    desk.scene = reading.seen(desk.scene)
    assert reading.unread(desk.scene) == 0


def test_chat_can_be_left_out() -> None:
    """Of one seat or altogether, until it is wanted again; others never learn of it."""
    desk = waiting().press(":", *"mute 3", "enter")
    assert desk.notice == words.muted("Cleo", True)
    assert reading.muted(desk.scene, 3)
    assert not reading.muted(desk.scene, 1)
    assert not reading.muted(desk.scene, None)
    desk.press(":", *"mute", "enter")
    assert reading.muted(desk.scene, 1)
    assert reading.muted(desk.scene, None)
    desk.press(":", *"mute", "enter").press(":", *"mute 3", "enter")
    assert desk.notice == words.muted("Cleo", False)
    assert not reading.muted(desk.scene, 3)
    assert desk.sent == []
