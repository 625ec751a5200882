"""Looking back at the game while it goes on: what is seen, and that nothing acts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.client.commands import keys, past
from p10net.client.commands.keymap import State
from p10net.client.commands.scene import Panel, Quit
from p10net.client.words import past as words
from p10net.engine.cards import Card
from p10net.engine.moves import Deal, Discard, NextRound, ask
from p10net.engine.moves.draw import STOCK
from p10net.engine.view import Stage
from tests.at_table import Screen, sitting, told, with_far_end
from tests.desk import Desk
from tests.far_end import Door, Far
from tests.positions import position
from tests.scenes import HAND, drawing, looking_back, over, press


def pile(desk: Desk) -> str:
    """Read the top of the pile off the screen."""
    return desk.picture().split("Discard ", 1)[1].split(" ", 1)[0]


WALKS = [
    ("left", "B1", "LOOKING BACK 1 turn: Ann to play."),
    ("left left", "R7", "LOOKING BACK 2 turns: Dev to play."),
    ("left left left", "G12", "LOOKING BACK 3 turns: Cleo to play."),
    ("left left left left left", "G12", "LOOKING BACK 3 turns: Cleo to play."),
    ("left left right", "B1", "LOOKING BACK 1 turn: Ann to play."),
    ("left home", "G12", "LOOKING BACK 3 turns: Cleo to play."),
    ("left right", "now", ""),
    ("left left end", "now", ""),
    ("left left esc", "now", ""),
    ("left t", "now", ""),
]


@pytest.mark.parametrize(("pressed", "top", "said"), WALKS)
def test_turn_by_turn(pressed: str, top: str, said: str) -> None:
    """Left goes back a turn, right on again until it is now; the table was so then."""
    desk = looking_back(0, pressed)
    assert said in desk.picture()
    assert pile(desk) == (desk.game.open.pile[-1].value if top == "now" else top)
    assert (desk.scene.local.back is None) == (top == "now")


def test_the_log_ends_where_one_looks() -> None:
    """What came later is not told yet; the open log tells all of it."""
    desk = looking_back(0, "left left")
    assert "discarded R7" in desk.picture()
    assert "discarded B1" not in desk.picture()
    assert "discarded B1" in press(desk, "e").picture()


def test_a_watcher_sees_public_cards_only() -> None:
    """No hand stands in what is remembered for somebody who looks on."""
    for moment in looking_back(0).scene.local.past:
        assert moment.view.you is None


def test_a_player_sees_the_own_hand_as_it_was() -> None:
    """The card thrown since is there again, and gone again now."""
    desk = Desk(position({2: HAND}, pile="G12", stage=Stage.DRAW, stock="G6"))
    press(desk, "d 4 enter")
    assert Card.B3 not in past.shown(desk.scene).local.slots.held()
    press(desk, "t")
    assert Card.B3 in past.shown(desk.scene).local.slots.held()
    assert Card.B3 not in desk.scene.local.slots.held()


NOW = {*past.STEPS, "esc", "u", "t", "q", "c-c"}


@given(
    st.lists(st.sampled_from([*"123dplLhHnxrwsa.<>m:", "enter", " ", "e", "?", "tab"]))
)
@settings(max_examples=40)
def test_nobody_acts_in_the_past(pressed: list[str]) -> None:
    """While one looks back no key sends anything or chooses a card, turn or not."""
    desk = looking_back(2, "t")
    assert desk.scene.my_turn
    sent = len(desk.sent)
    desk.press(*pressed)
    assert keys.state_of(desk.scene) is State.PAST
    assert len(desk.sent) == sent
    local = desk.scene.local
    assert (local.chosen, local.open, local.typing) == (None, None, None)


def test_a_key_that_acts_says_where_it_would() -> None:
    """The past answers with the way to now."""
    assert press(looking_back(2, "t"), "d").notice == words.ACTS


def test_the_turn_that_comes_meanwhile_waits() -> None:
    """One goes on looking back, is told whose turn it is, and can play it then."""
    desk = press(Desk(position({2: HAND}, turn=4, dealer=3, stock="G6 G7")), "t")
    assert desk.notice == words.NOTHING_YET
    throw = desk.game.yours[3].hand[0]
    desk.others(4, Discard(throw))
    press(desk, "t")
    desk.others(1, STOCK)
    assert "LOOKING BACK 1 turn: Dev to play." in desk.picture()
    desk.others(1, Discard(desk.game.yours[0].hand[0]))
    assert "LOOKING BACK 2 turns, and now it is YOUR TURN" in desk.picture()
    assert "YOUR TURN  d draw" in press(desk, "end").picture()
    assert press(desk, "d").plays == [STOCK]


def test_a_round_that_is_over_shows_its_sheet() -> None:
    """Its end is looked at like any turn, and waits for nobody any more."""
    desk = press(over().others(0, NextRound()).others(0, Deal("1f" * 32)), "t")
    assert "Round 1 is over" in desk.picture()
    assert "when all are ready" not in desk.picture()
    sent = len(desk.sent)
    assert len(press(desk, "enter r").sent) == sent


def test_a_panel_of_then_is_scrolled_and_left() -> None:
    """Panels work as ever; going back to now keeps the one that is open."""
    desk = press(looking_back(), "f")
    assert desk.scene.local.panel is Panel.PHASES
    assert press(desk, "down down").scene.local.scroll == 2
    assert press(desk, "esc").scene.local.panel is Panel.PHASES


@pytest.mark.parametrize("key", ["q", "c-c"])
def test_leaving_from_the_past(key: str) -> None:
    """The question is asked now, where it can be answered."""
    desk = press(looking_back(), key)
    assert keys.state_of(desk.scene) is State.LEAVING
    assert any(isinstance(one, Quit) for one in press(desk, "y").sent)


def test_only_so_many_turns_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest turns give way; whoever looked at them sees the oldest kept."""
    monkeypatch.setattr(past, "KEPT", 3)
    desk = press(Desk(position({2: HAND}, turn=3, dealer=2), seat=0), "t")
    for at in range(12):
        view = desk.game.open
        asked = ask(replace(view, you=desk.game.yours[view.turn - 1]))
        assert asked is not None
        desk.others(view.turn, asked.default)
        if at == 6:
            press(desk, "left home")
    assert len(desk.scene.local.past) == 3
    assert "LOOKING BACK 2 turns" in desk.picture()


def test_another_game_forgets_the_one_before() -> None:
    """Nobody looks back from one game into another."""
    desk = looking_back()
    desk.game = position({2: HAND}, turn=3, dealer=2, step=0)
    desk.others(3, Discard(desk.game.yours[2].hand[0]))
    assert len(desk.scene.local.past) == 1
    assert desk.scene.local.back is None


@sitting
async def test_on_a_terminal() -> None:
    """On a real screen too what comes meanwhile waits, and the arrow leads to now."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        desk = Desk(position({2: HAND}, turn=4, dealer=3, pile="G12", stock="G6"))
        await far.say(told(desk.game))
        await terminal.shows("Dev to play")
        desk.others(4, Discard(desk.game.yours[3].hand[0]))
        await far.say(told(desk.game, seq=2))
        await terminal.shows("Ann to play")
        terminal.press("t")
        await terminal.shows("LOOKING BACK 1 turn: Dev to play")
        desk.others(1, STOCK).others(1, Discard(Card.G6))
        await far.say(told(desk.game, seq=3))
        await terminal.shows("now it is YOUR TURN: Esc")
        terminal.press("\x1b[C\x1b[C")
        await terminal.shows("YOUR TURN  d draw")

    await with_far_end(play)


def test_it_is_offered_by_the_menu() -> None:
    """The slow way leads there too, and the watcher's bar names the key."""
    desk = drawing()
    desk = press(desk, "d 4 enter m")
    opened = desk.scene.local.open
    item = next(one for one in getattr(opened, "items", ()) if one.words == words.MENU)
    assert "LOOKING BACK" in press(desk, item.key).picture()
    assert "Left looks back" in looking_back(0, "").picture()
