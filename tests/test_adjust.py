"""Single cards into a plan and out of it, by key, before anything is sent."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p10net.client.commands import plans
from p10net.client.commands.scene import Preview
from p10net.client.words import adjust as words
from p10net.engine.cards import Card
from p10net.engine.moves import Discard, Hit, Lay
from tests.desk import Desk, evening
from tests.positions import rules
from tests.scenes import SETS, TABLE, drawing, laid, press

# Two sets of three can be laid, with one card of each number to spare.
SPARE = "R2 R2 B2 G2 R5 G5 B5 Y5 R9 W"


def plan(desk: Desk) -> Preview:
    """Give the plan that is looked at."""
    opened = desk.scene.local.open
    assert isinstance(opened, Preview)
    return opened


def laid_cards(desk: Desk) -> str:
    """Write what the plan shown lays down."""
    lay = plan(desk).way.actions[0]
    assert isinstance(lay, Lay)
    return " / ".join(" ".join(c.value for c in group) for group in lay.melds)


def spent(desk: Desk) -> list[str]:
    """List the cards that the plan takes out of the hand."""
    assert desk.scene.view is not None
    return [card.value for card in plans.spent(plan(desk).way, desk.scene.view)]


def chosen(desk: Desk) -> str:
    """Say on which card the arrows stand."""
    card = desk.scene.chosen
    return card.value if card is not None else ""


def key(desk: Desk, face: str) -> str:
    """Give the key of the place where a card lies."""
    slot = desk.scene.local.slots.find(Card(face))
    assert slot is not None
    return "n" if slot < 0 else "1234567890"[slot]


def test_cards_are_kept_back() -> None:
    """What is taken out is not laid, one after the other; the rest stays as it was."""
    desk = press(drawing(SPARE), "d l")
    assert laid_cards(desk) == "R2 R2 B2 G2 W / R5 B5 G5 Y5"
    press(desk, key(desk, "W"))
    assert laid_cards(desk) == "R2 R2 B2 G2 / R5 B5 G5 Y5"
    press(desk, key(desk, "Y5"))
    assert laid_cards(desk) == "R2 R2 B2 G2 / R5 B5 G5"
    press(desk, key(desk, "B5"))
    assert desk.notice == words.needed(Card.B5)
    assert desk.plays[1:] == []


def test_what_was_taken_out_comes_back() -> None:
    """Its key puts a card in again and keeps the other changes; `u` undoes one."""
    desk = press(drawing(SPARE), "d l")
    first = laid_cards(desk)
    press(desk, f"{key(desk, 'W')} {key(desk, 'Y5')}")
    both = laid_cards(desk)
    press(desk, key(desk, "W"))
    assert "W" in spent(desk)
    assert "Y5" not in spent(desk)
    press(desk, "u")
    assert laid_cards(desk) == both
    press(desk, "u u")
    assert laid_cards(desk) == first
    assert press(desk, "u").scene.local.open is None
    assert desk.plays[1:] == []


def test_a_wild_stands_in_for_a_card_that_is_kept() -> None:
    """A number that is taken out leaves its place to the wild that was spare."""
    desk = press(drawing("R2 B2 G2 W R5 G5 B5 R9 G12 Y1"), "d l")
    press(desk, key(desk, "B5"))
    assert laid_cards(desk) == "R2 B2 G2 / R5 G5 W"
    press(desk, key(desk, "B5"))
    assert {"W", "B5"} <= {*spent(desk)}


def test_a_plan_that_was_changed_is_what_is_sent() -> None:
    """Enter sends what is shown, and what was kept back is still in the hand."""
    desk = press(drawing(SPARE), "d l")
    press(desk, key(desk, "W"))
    shown = plan(desk).way.actions
    press(desk, "enter")
    assert tuple(desk.plays[1:]) == shown
    assert Card.W in desk.scene.local.slots.held()


def test_a_card_that_nothing_can_replace() -> None:
    """It is said that the plan needs it, and nothing changes."""
    desk = press(drawing(SETS), "d l")
    before = plan(desk)
    press(desk, key(desk, "B2"))
    assert desk.notice == words.needed(Card.B2)
    assert plan(desk) == before


def test_hits_go_in_and_out() -> None:
    """In the plan of all hits each card can be left, and put back where it fits."""
    desk = press(laid("R8 B2 Y12", "R10", TABLE), "H")
    hits = plan(desk).way.actions
    assert {one.card for one in hits if isinstance(one, Hit)} == {Card.R8, Card.B2}
    eight = key(desk, "R8")
    press(desk, eight)
    assert [one.card for one in plan(desk).way.actions if isinstance(one, Hit)] == [
        Card.B2
    ]
    press(desk, eight)
    assert len(plan(desk).way.actions) == 2
    press(desk, "n")
    assert desk.notice == words.no_place(Card.R10)
    press(desk, f"{eight} 2")
    assert plan(desk).way.actions


def test_the_last_hit_cannot_be_left_out() -> None:
    """A plan of nothing is given up with Esc, not made."""
    desk = press(laid("R8 Y12", "R10", TABLE), "H")
    press(desk, key(desk, "R8"))
    assert desk.notice == words.needed(Card.R8)
    assert press(desk, "esc").scene.local.open is None


def test_a_hit_after_the_lay_down() -> None:
    """The card that also fits another meld is told, put in with its key, sent last."""
    desk = press(Desk(evening(), 5), "l")
    assert "B7 also fits d" in desk.picture(120, 40)
    press(desk, "n")
    assert [type(one) for one in plan(desk).way.actions] == [Lay, Hit]
    press(desk, "n")
    assert [type(one) for one in plan(desk).way.actions] == [Lay]


def test_arrows_do_the_same() -> None:
    """Left and right go to a card, down takes it out, up puts it in."""
    desk = press(Desk(evening(), 5), "L")
    assert press(desk, "up").notice == words.WHICH
    press(desk, "left")
    assert chosen(desk) == "B7"
    assert press(desk, "up").notice == words.already(Card.B7, True)
    press(desk, "down")
    assert [type(one) for one in plan(desk).way.actions] == [Lay]
    assert press(desk, "down").notice == words.already(Card.B7, False)
    press(desk, "right")
    assert chosen(desk) == "R1"
    press(desk, "left up")
    assert [type(one) for one in plan(desk).way.actions] == [Lay, Hit]
    press(desk, "u")
    assert chosen(desk) == "B7"
    press(desk, "enter 9 enter")
    assert isinstance(desk.plays[-1], Discard)


def test_a_place_without_a_card() -> None:
    """After a hand has grown short its empty places say so."""
    desk = press(laid("R8 Y12", "R10", TABLE), "H 7")
    assert desk.notice == words.NO_CARD


@pytest.mark.parametrize("name", ["official", "choose", "no-extra-cards"])
def test_every_change_is_allowed_by_the_rules(name: str) -> None:
    """Whatever is put in or taken out, what Enter sends is accepted whole."""
    on = rules("official") if name != "choose" else rules(name)
    if name == "no-extra-cards":
        on = replace(on, extra_cards=False)
    for order in ("1234567890", "0918273645", "5555123"):
        desk = press(drawing(SPARE, on=on), "d l")
        assert isinstance(desk.scene.local.open, Preview)
        press(desk, " ".join(order))
        shown = plan(desk).way.actions
        press(desk, "enter")
        assert tuple(desk.plays[1:]) == shown
