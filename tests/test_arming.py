"""Arming: a draw held ready for the own turn, dropped as soon as anything changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.client.commands import arming, follow
from p10net.client.commands.scene import Panel
from p10net.client.words import arming as words
from p10net.client.words import prompts
from p10net.engine.cards import Card
from p10net.engine.moves import Discard
from p10net.engine.moves.draw import PILE, STOCK
from p10net.engine.view import Stage
from p10net.protocol.people import Break
from tests.desk import Desk, drawn
from tests.positions import position
from tests.scenes import HAND, drawing, over, press, waiting


def test_an_armed_draw_is_made_when_the_turn_comes() -> None:
    """It is shown until then, and nothing is sent before."""
    desk = press(waiting(), "a d")
    assert desk.sent == []
    assert "ARMED: draw from the stock" in desk.picture()
    assert "ARMED: draw from the stock" in desk.picture(120, 40)
    desk.others(1, Discard(Card.B5))
    assert desk.plays == [STOCK]
    assert desk.notice == words.DONE
    assert desk.scene.local.armed is None


def test_a_typed_word_arms_as_well() -> None:
    """`:arm take` and `:arm draw`; alone it asks, and anything else is told."""
    desk = waiting().press(":", *"arm draw", "enter")
    assert "ARMED: draw" in desk.picture()
    desk = waiting().press(":", *"arm take", "enter")
    assert "ARMED: take G12" in desk.picture()
    desk = waiting().press(":", *"arm", "enter")
    assert words.WHAT in desk.picture()
    desk = waiting().press(":", *"arm me", "enter")
    assert "arm [draw | take]" in desk.notice


def test_a_card_that_is_covered_is_not_taken() -> None:
    """Nobody gets another card than the one they asked for."""
    desk = press(waiting(), "a p")
    assert "ARMED: take G12" in desk.picture()
    desk.others(1, Discard(Card.B5))
    assert desk.plays == []
    assert desk.notice == words.covered(Card.G12)


def test_a_card_that_stays_on_top_is_taken() -> None:
    """The top may be the card that is wanted, put there anew or not."""
    desk = press(waiting("G12"), "a p").others(1, Discard(Card.G12))
    assert desk.plays == [PILE]


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "the seat was another": ({"seat": 3}, words.OFF),
    "nothing was known": ({"view": None}, words.OFF),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_changes_disarms(name: str) -> None:
    """In another seat, or after a look at something else, nothing old may act."""
    was, why = CHANGES[name]
    scene = press(waiting(), "a d").scene
    done = follow.follow(replace(scene, **was), scene)
    assert (done.local.armed, done.intents, done.local.notice) == (None, (), why)


def test_a_lost_link_disarms() -> None:
    """Who knows what happens meanwhile; without anything armed nothing is said."""
    local = arming.cut(press(waiting(), "a d").scene.local)
    assert (local.armed, local.notice) == (None, words.LINK)
    assert arming.cut(waiting().scene.local).notice == ""


def test_a_pause_disarms() -> None:
    """A game that was paused goes on with a look at it."""
    desk = press(waiting(), "a d")
    table = desk.scene.table
    assert table is not None
    desk.scene = replace(desk.scene, table=replace(table, paused=Break(1, 0)))
    desk.others(1, Discard(Card.B5))
    assert (desk.plays, desk.notice) == ([], words.PAUSED)


@pytest.mark.parametrize("turn", [1, 3, 4])
def test_a_skip_disarms(turn: int) -> None:
    """Who loses the turn, now or later, decides anew for the next one."""
    desk = press(waiting("S", turn), "a d").others(turn, Discard(Card.S, skip=2))
    assert (desk.plays, desk.scene.local.armed) == ([], None)
    assert desk.notice == words.SKIPPED


@pytest.mark.parametrize("key", ["esc", "u"])
def test_it_can_be_cancelled(key: str) -> None:
    """Esc or u takes it back; the list is closed by Esc, too."""
    desk = press(waiting(), f"a d {key}")
    assert (desk.scene.local.armed, desk.notice) == (None, words.OFF)
    assert press(waiting(), "a esc").scene.local.armed is None
    desk = press(waiting(), "f a d esc")
    assert desk.scene.local.panel is Panel.PHASES


NOT_NOW = [
    (drawing(), words.YOUR_TURN),
    (Desk(position({2: HAND}, turn=3), seat=0), prompts.WATCHING),
    (over(), prompts.NOTHING_HERE),
]


@pytest.mark.parametrize(("desk", "why"), NOT_NOW)
def test_there_is_a_time_for_it(desk: Desk, why: str) -> None:
    """In one's own turn, for a watcher and between rounds there is nothing to arm."""
    before = len(desk.sent)
    assert press(desk, "a").notice == why
    assert len(desk.sent) == before
    assert desk.scene.local.armed is None


def test_what_is_armed_but_not_allowed_then_is_dropped() -> None:
    """A Skip that comes to lie on top cannot be taken."""
    desk = waiting()
    press(desk, "a p")
    armed = desk.scene.local.armed
    assert armed is not None
    hands = {2: HAND, 1: "R3 R4 B5"}
    game = position(hands, turn=2, dealer=1, pile="S", stage=Stage.DRAW)
    there = replace(armed, top=Card.S)
    held = replace(desk.scene.local, armed=there)
    late = Desk(game)
    late.scene = replace(late.scene, local=held)
    late._show(late.scene.log)
    assert late.sent == []
    assert late.notice == prompts.TOO_LATE


def test_what_cannot_be_taken_is_not_offered() -> None:
    """A Skip on top stays there, so only the stock can be armed."""
    hands = {2: HAND, 1: "R3 R4 B5"}
    game = position(hands, turn=1, dealer=4, pile="S", stock="G6 G7")
    desk = press(Desk(drawn(game, 1, "B5")), "a")
    assert "take S" not in desk.picture()
    desk = press(desk, "esc").press(":", *"arm take", "enter")
    assert desk.scene.local.armed is None


def test_a_turn_that_is_lost_cannot_be_armed() -> None:
    """Who has to lose a turn is told so."""
    desk = waiting("S", 4).others(4, Discard(Card.S, skip=2))
    assert press(desk, "a").notice == words.LOSES
