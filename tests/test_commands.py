"""Keys and typed words: how few are needed, and that none does harm."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.bots.brain import Why
from p10net.client.commands import follow, keys, typed
from p10net.client.commands.guards import REPEAT, Pulse
from p10net.client.commands.keymap import State
from p10net.client.commands.scene import (
    Choices,
    Confirm,
    Hints,
    Intent,
    Naming,
    Panel,
    Play,
    Preview,
    Quit,
    Redraw,
    Tell,
)
from p10net.client.commands.slots import NEW, Sort
from p10net.client.words import hints as hint_words
from p10net.client.words import prompts, spoken
from p10net.client.words.refusals import REASONS, REFUSALS
from p10net.engine.cards import Card
from p10net.engine.moves import (
    MOVES,
    Deal,
    Declare,
    Discard,
    Give,
    GiveBack,
    Hit,
    Lay,
    NextRound,
    Refresh,
    Save,
    Swap,
    TakeSaved,
    ask,
)
from p10net.engine.moves.draw import PILE, STOCK
from p10net.engine.presets import preset
from p10net.engine.reasons import Reason
from p10net.engine.view import Stage
from p10net.protocol import owner
from p10net.protocol.errors import ErrCode
from p10net.protocol.people import Break
from p10net.protocol.requests import (
    Admin,
    Chat,
    DoubleTime,
    Leave,
    Offer,
    Pause,
    Ready,
    Rename,
    Sit,
    TakeBack,
    Vote,
)
from tests.desk import Desk, drawn, evening
from tests.positions import position, rules
from tests.scenes import (
    HAND,
    SETS,
    TABLE,
    drawing,
    laid,
    lobby,
    over,
    press,
    scenes,
)

# --- How few keys a turn takes -----------------------------------------------------

TURNS: dict[str, tuple[Desk, str, list[Any]]] = {
    "draw, throw the new card back": (
        drawing(),
        "d n enter",
        [STOCK, Discard(Card.G6)],
    ),
    "take the pile, throw the card at place 4": (
        drawing(),
        "p 4 enter",
        [PILE, Discard(Card.B3)],
    ),
    "throw a Skip at seat 3": (
        drawing(),
        "d s enter 3",
        [STOCK, Discard(Card.S, skip=3)],
    ),
    "throw a wild, asked once more": (
        drawing("R2 R2 B3 G5 Y7 R9 B11 G1 Y4 W"),
        "d 0 enter enter",
        [STOCK, Discard(Card.W)],
    ),
    "discard by name": (
        drawing("R2 R2 B3 G5 Y7 R9 B11 G1 Y12 S"),
        "d y 1 2 enter",
        [STOCK, Discard(Card.Y12)],
    ),
    "lay down, discard": (
        drawing(SETS),
        "d l enter 9 enter",
        [
            STOCK,
            Lay(((Card.R2, Card.R2, Card.B2), (Card.R5, Card.G5, Card.Y5)), 1),
            Discard(Card.R9),
        ],
    ),
    "lay down, every free hit, discard": (
        drawing(SETS, table=((1, "set", "R1 B1 Y1"),)),
        "d L enter 9 enter",
        [
            STOCK,
            Lay(((Card.R2, Card.R2, Card.B2), (Card.R5, Card.G5, Card.Y5)), 1),
            Hit(Card.G1, "a"),
            Discard(Card.R9),
        ],
    ),
    "second hit of the list, discard": (
        drawing("R8 B2 Y12 R10", laid=(2,), table=TABLE),
        "d h 2 4 enter",
        [STOCK, Hit(Card.B2, "b"), Discard(Card.Y12)],
    ),
    "new card to meld b, discard": (
        drawing("Y12 R10 Y11", stock="B8", laid=(2,), table=TABLE),
        "d n h b 3 enter",
        [STOCK, Hit(Card.B8, "b"), Discard(Card.Y12)],
    ),
}
COUNTS = dict(zip(TURNS, (3, 3, 4, 4, 5, 5, 5, 5, 6), strict=True))


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_takes_so_few_keys(name: str) -> None:
    """A whole turn is three to six keys, and they do what they say."""
    desk, pressed, actions = TURNS[name]
    press(desk, pressed)
    assert desk.plays == actions
    assert len(pressed.split()) == COUNTS[name]
    assert desk.scene.view is not None
    assert desk.scene.view.turn != 2


# --- What no key does --------------------------------------------------------------


STATES = {
    "waiting": State.GAME,
    "watching": State.WATCHING,
    "looking back": State.PAST,
    "before drawing": State.GAME,
    "in the turn": State.GAME,
    "card chosen": State.GAME,
    "naming a card": State.NAMING,
    "preview": State.PREVIEW,
    "what to arm": State.CHOICES,
    "armed": State.GAME,
    "list of hits": State.CHOICES,
    "which meld": State.CHOICES,
    "which end": State.CHOICES,
    "whom to skip": State.CHOICES,
    "asked once more": State.CONFIRM,
    "hint": State.HINTS,
    "leaving": State.LEAVING,
    "menu": State.CHOICES,
    "panel": State.GAME,
    "round over": State.OVER,
    "log of a round that is over": State.OVER,
    "lobby of the owner": State.LOBBY,
    "lobby of a guest": State.LOBBY,
    "dice": State.DICE,
    "dice marked": State.DICE,
    "dice of others": State.DICE,
    "dice that lay a phase": State.PREVIEW,
}


def test_each_state_is_reached() -> None:
    """The scenes that follow are those that they are called."""
    reached = {name: keys.state_of(desk.scene) for name, desk in scenes().items()}
    assert reached == STATES
    assert set(reached.values()) == set(State)


@pytest.mark.parametrize("name", STATES)
def test_no_key_means_two_things(name: str) -> None:
    """In one state each key stands in one row only."""
    scene = scenes()[name].scene
    pressed = Counter(key for row in keys.rows(scene) for key in row.keys)
    assert not [key for key, times in pressed.items() if times > 1]


@pytest.mark.parametrize(
    "name",
    sorted({*STATES} - {"card chosen", "naming a card", "asked once more", "hint"}),
)
def test_enter_alone_never_ends_a_turn(name: str) -> None:
    """U07: however often Enter is pressed, nothing is discarded that was not chosen."""
    desk = press(scenes()[name], "enter enter enter enter")
    assert not [one for one in desk.plays if isinstance(one, Discard) and one.skip]
    ended = [one for one in desk.sent if isinstance(one, Play) and one.ends_turn]
    assert len(ended) == (STATES[name] is State.OVER)


LOOKS = [
    "?",
    "f",
    "f2",
    "v",
    "f3",
    "e",
    "f4",
    "E",
    "a",
    "tab",
    "pagedown",
    "pageup",
    "/",
    ":",
]


@pytest.mark.parametrize("key", [*LOOKS, "a", "o", "<", ">", "m", "esc", "u", "c-l"])
@pytest.mark.parametrize("name", ["waiting", "before drawing", "card chosen"])
def test_looking_never_acts(name: str, key: str) -> None:
    """Keys that look send nothing, whatever the moment."""
    desk = scenes()[name]
    before = len(desk.plays)
    press(desk, key)
    assert len(desk.plays) == before
    assert not [one for one in desk.sent if isinstance(one, Tell | Quit)]


@pytest.mark.parametrize("key", ["l", "L", "h", "H"])
def test_a_capital_is_no_more_dangerous(key: str) -> None:
    """U11: small or capital, the key only opens something to look at."""
    for desk in (drawing(SETS).press("d"), laid("R8 B2", "Y12", TABLE)):
        before = len(desk.plays)
        press(desk, key)
        assert len(desk.plays) == before


def test_a_typed_ahead_key_does_not_act() -> None:
    """While the turn has only just arrived, keys that act are dead, others not."""
    desk = drawing()
    desk.scene = replace(desk.scene, deaf=True)
    press(desk, "d space p 4 enter x n r")
    assert desk.sent == []
    assert desk.scene.local.chosen is None
    press(desk, "f")
    assert desk.scene.local.panel is Panel.PHASES


def test_a_choice_ends_with_its_moment() -> None:
    """What was chosen or opened before the turn came is let go when it comes."""
    game = position({2: HAND, 1: "R3 R4 B5"}, turn=1, dealer=4)
    desk = press(Desk(drawn(game, 1, "B5")), "4")
    assert desk.scene.local.chosen is not None
    desk.others(1, Discard(Card.B5))
    assert desk.scene.my_turn
    assert desk.scene.local.chosen is None


def test_a_turn_that_comes_again_is_another_one() -> None:
    """Between two a Skip brings one's own turn back: its keys are deaf for a moment."""
    desk = Desk(position({2: "S R1 R2 R9"}, seats=2))
    before = desk.scene
    press(desk, "s enter")
    assert desk.plays == [Discard(Card.S, skip=1)]
    assert desk.scene.my_turn
    assert follow.arrived(before, desk.scene)


def test_leaving_is_asked_through_a_turn() -> None:
    """The question whether to leave does not vanish because somebody plays."""
    game = position({2: HAND, 1: "R3 R4 B5"}, turn=1, dealer=4)
    desk = press(Desk(drawn(game, 1, "B5")), "q")
    desk.others(1, Discard(Card.B5))
    assert press(desk, "y").sent == [Quit()]


# --- The own hand ------------------------------------------------------------------


def slots(desk: Desk) -> str:
    held = desk.scene.local.slots
    shown = " ".join(card.value if card else "-" for card in held.cards)
    return f"{shown} | {held.new.value}" if held.new else shown


def test_cards_keep_their_places_in_a_turn() -> None:
    """A drawn card comes last, a laid one leaves a gap, the next turn closes it."""
    desk = drawing(SETS)
    assert slots(desk) == "G1 R2 R2 B2 Y4 R5 G5 Y5 R9 B11"
    press(desk, "d")
    assert slots(desk) == "G1 R2 R2 B2 Y4 R5 G5 Y5 R9 B11 | G6"
    press(desk, "l enter")
    assert slots(desk) == "G1 - - - Y4 - - - R9 B11 | G6"
    press(desk, "n enter")
    assert slots(desk) == "G1 Y4 R9 B11"


def test_a_screen_that_comes_back_in_the_turn_knows_the_new_card() -> None:
    """After a reconnect the card just drawn has its own place again."""
    desk = laid("R8 B2 Y12", "R10", TABLE)
    assert slots(desk) == "B2 R8 Y12 | R10"


def test_sorting() -> None:
    """U12: `o` goes through the four ways; the new card stays where it is."""
    desk = press(drawing("R9 B2 Y2 R2 W G5 B5 S Y1 G12"), "d")
    ways = [(desk.scene.local.sort, slots(desk))]
    for _ in range(3):
        press(desk, "o")
        ways.append((desk.scene.local.sort, slots(desk)))
    assert ways == [
        (Sort.NUMBER, "Y1 R2 B2 Y2 B5 G5 R9 G12 W S | G6"),
        (Sort.COLOR, "R2 R9 B2 B5 G5 G12 Y1 Y2 W S | G6"),
        (Sort.NEED, "R2 B2 Y2 B5 G5 W Y1 R9 G12 S | G6"),
        (Sort.MINE, "R2 B2 Y2 B5 G5 W Y1 R9 G12 S | G6"),
    ]


def test_moving_a_card_makes_the_order_ones_own() -> None:
    """`<` and `>` move the chosen card, and what is drawn later comes last."""
    desk = press(drawing("R1 R2 R3 R4"), "d 2 > > >")
    assert slots(desk) == "R1 R3 R4 R2 | G6"
    assert desk.scene.local.sort is Sort.MINE
    press(desk, "1 enter")
    assert slots(desk) == "R3 R4 R2 G6"
    assert press(desk, "<").notice == prompts.PICK_TO_MOVE


def test_arrows_choose_what_is_there() -> None:
    """Left and right go round, past gaps, the new card last."""
    desk = press(drawing(SETS), "d l enter right")
    seen = []
    for _ in range(6):
        seen.append(desk.scene.chosen)
        press(desk, "right")
    assert seen == [Card.G1, Card.Y4, Card.R9, Card.B11, Card.G6, Card.G1]
    assert press(desk, "esc left").scene.local.chosen == NEW


NAMING: list[tuple[str, Card | None, str]] = [
    ("r 7", Card.R7, ""),
    ("y 1", Card.Y1, "y1"),
    ("y 1 2", Card.Y12, ""),
    ("y 1 enter", None, ""),
    ("g 1", None, "g1"),
    ("g 1 1", Card.G11, ""),
    ("g 1 0", None, ""),
    ("b 4", None, ""),
    ("r y 1 2", Card.Y12, ""),
    ("y 1 backspace", Card.Y1, ""),
    ("w", Card.W, ""),
    ("s", None, ""),
    ("4", Card.Y12, ""),
]


@pytest.mark.parametrize(("pressed", "card", "open_"), NAMING)
def test_naming_a_card(pressed: str, card: Card | None, open_: str) -> None:
    """A name chooses as soon as it is one, and may go on while another fits."""
    desk = press(drawing("Y1 Y12 R7 G11 W", stock="R3"), "d")
    press(desk, pressed)
    opened = desk.scene.local.open
    assert desk.scene.chosen is card
    assert (opened.letters if isinstance(opened, Naming) else "") == open_


def test_a_name_that_is_no_card_says_so() -> None:
    """Naming a card that is not held chooses nothing."""
    desk = press(drawing(), "d b 7")
    assert desk.notice == "You hold no B7: choose one of your cards."
    assert press(desk, "w").notice == "You hold no W: choose one of your cards."
    assert press(desk, "esc n").scene.chosen is Card.G6
    assert press(press(drawing("R1 R2"), "d"), "9").notice == prompts.EMPTY_SLOT
    assert press(drawing(), "n").notice == prompts.NOTHING_NEW


# --- Acts that ask first -----------------------------------------------------------


def question(desk: Desk) -> str:
    opened = desk.scene.local.open
    assert isinstance(opened, Choices)
    return opened.question


def test_a_skip_needs_no_question_between_two() -> None:
    """With two players there is only one whom a Skip can hit."""
    game = position({2: HAND}, stage=Stage.DRAW, seats=2)
    desk = press(Desk(game), "d s enter")
    assert desk.plays == [STOCK, Discard(Card.S, skip=1)]


def test_a_skip_can_be_kept_after_all() -> None:
    """Esc at the question leaves everything as it was."""
    desk = press(drawing(), "d s enter")
    assert question(desk) == prompts.WHO_IS_SKIPPED
    opened = desk.scene.local.open
    assert isinstance(opened, Choices)
    assert [item.key for item in opened.items] == ["1", "3", "4"]
    assert "phase 1, 10 cards, 0 points" in opened.items[0].words
    press(desk, "esc")
    assert desk.plays == [STOCK]
    assert desk.scene.chosen is Card.S


def test_whom_a_skip_may_hit_is_said_for_a_single_card_too() -> None:
    """One card is one card, where it matters most."""
    game = position({2: HAND, 3: "R5"}, stage=Stage.DRAW, stock="G6")
    opened = press(Desk(game), "d s enter").scene.local.open
    assert isinstance(opened, Choices)
    assert opened.items[1].words == "Cleo, phase 1, 1 card, 0 points"


HURTS: list[tuple[Desk, str, str]] = [
    (drawing("R2 R2 B3 W"), "d w", "W helps any phase"),
    (laid("R8 B2 Y12", "R10", TABLE), "r 8", "R8 fits meld a"),
    (drawing(SETS), "d r 5", "R5 is part of the phase"),
]


@pytest.mark.parametrize(("desk", "chosen", "why"), HURTS)
def test_a_discard_that_hurts_is_asked_once_more(
    desk: Desk, chosen: str, why: str
) -> None:
    """Enter asks, Esc keeps the card, a second Enter throws it."""
    press(desk, f"{chosen} enter")
    opened = desk.scene.local.open
    assert isinstance(opened, Confirm)
    assert opened.why.startswith(why)
    before = len(desk.plays)
    assert len(press(desk, "esc").plays) == before
    assert len(press(desk, "enter enter").plays) == before + 1


@pytest.mark.parametrize("key", [":", "/"])
def test_a_word_can_be_typed_while_something_is_asked(key: str) -> None:
    """Its letters are no keys then: the card that is asked about stays."""
    desk = drawing("R2 R2 B3 W")
    press(desk, "d w enter")
    before = len(desk.plays)
    desk.press(key, *"resume", "enter")

    assert len(desk.plays) == before
    assert isinstance(desk.scene.local.open, Confirm)


def test_the_last_card_is_thrown_without_a_question() -> None:
    """A wild that ends the round is no loss."""
    desk = press(laid("", "W", TABLE[:1]), "w enter")
    assert desk.plays == [Discard(Card.W)]


def test_a_wild_on_a_run_asks_for_the_end() -> None:
    """Both ends open: `<` is low, `>` is high."""
    for key, end in (("<", "low"), (">", "high")):
        desk = press(laid("Y12 R10", "W", TABLE[2:]), "w h")
        assert question(desk) == prompts.WHICH_END
        assert press(desk, key).plays == [Hit(Card.W, "a", end)]  # type: ignore[arg-type]  # it is an end


def test_a_card_with_several_places_asks_for_the_meld() -> None:
    """The letter of the meld answers, and a run with two ends asks once more."""
    desk = press(laid("Y12 R10", "W", TABLE), "w h")
    assert question(desk) == prompts.WHICH_MELD
    assert press(desk, "c >").plays == [Hit(Card.W, "c", "high")]
    desk = press(laid("Y12 R10", "W", TABLE), "w h a")
    assert desk.plays == [Hit(Card.W, "a")]


def test_the_slow_way_needs_only_arrows_and_enter() -> None:
    """Down lists what can be done; a marked line is done by Enter."""
    desk = press(drawing(SETS), "down")
    assert press(desk, "enter").notice == prompts.WHICH
    press(desk, "down enter")
    assert desk.plays == [STOCK]
    press(desk, "down down enter enter")
    assert isinstance(desk.plays[-1], Lay)
    press(desk, "right down up up up up up up enter")
    assert desk.plays[2:] == [Discard(Card.G1)]


def test_the_preview_goes_through_all_ways() -> None:
    """Tab shows the next way, the first again after the last; Esc sends nothing."""
    desk = press(Desk(evening(), 5), "l")
    opened = desk.scene.local.open
    assert isinstance(opened, Preview)
    assert len(opened.ways) == 2
    first = opened.way
    press(desk, "tab")
    assert isinstance(desk.scene.local.open, Preview)
    assert desk.scene.local.open.way != first
    press(desk, "tab")
    assert desk.scene.local.open == opened
    assert press(desk, "left u").scene.local.open is None
    assert desk.plays == []


def test_the_preview_sweeps_every_hit() -> None:
    """`L` lays and hits in one go, each act after the host has answered the last."""
    desk = press(Desk(evening(), 5), "L enter")
    assert [type(action) for action in desk.plays] == [Lay, Hit]
    assert slots(desk) == "- - - - - - - - G12 -"
    press(desk, "9 enter")
    assert desk.scene.stage is Stage.ROUND_OVER


def test_all_hits_at_once() -> None:
    """`H` shows every hit that costs nothing, number cards before wilds."""
    desk = press(laid("R8 B2 W", "R12", TABLE), "H enter")
    assert desk.plays[0] == Hit(Card.R8, "a")
    assert desk.plays[-1].card is Card.W  # type: ignore[union-attr]  # a hit
    assert len(desk.plays) == 3


def test_a_wild_takes_no_place_that_a_number_could_have() -> None:
    """Of a number and a wild that fit the same end the number goes first."""
    desk = press(laid("W B1", "Y6", TABLE[2:]), "H enter")
    assert {type(one) for one in desk.plays} == {Hit}
    assert [one.card for one in desk.plays[:2]] == [Card.B1, Card.Y6]  # type: ignore[union-attr]  # hits


def test_a_hint_is_only_a_hint() -> None:
    """`.` shows what an expert would do; nothing is sent before Enter."""
    desk = press(drawing(), ".")
    assert desk.plays == []
    opened = desk.scene.local.open
    assert isinstance(opened, Hints)
    assert opened.choice.action in (STOCK, PILE)
    press(desk, "enter")
    assert desk.plays == [opened.choice.action]


def test_a_hint_to_discard_chooses_only() -> None:
    """The card is chosen by one Enter and thrown by another."""
    desk = press(drawing("R2 R2 B3 G5 Y7 R9 B11 G1 Y4 Y12"), "d .")
    opened = desk.scene.local.open
    assert isinstance(opened, Hints)
    action = opened.choice.action
    assert isinstance(action, Discard)
    press(desk, "enter")
    assert desk.scene.chosen is action.card
    assert desk.plays == [STOCK]
    assert press(desk, "enter").plays == [STOCK, action]


def test_a_hint_to_lay_is_looked_at_first() -> None:
    """A lay-down that is hinted at opens as a preview."""
    desk = press(drawing(SETS), "d . enter")
    assert isinstance(desk.scene.local.open, Preview)
    assert isinstance(press(desk, "enter").plays[-1], Lay)


def test_hints_go_round() -> None:
    """`.` again shows the next best, and after the last the best again."""
    desk = press(drawing(), "d .")
    opened = desk.scene.local.open
    assert isinstance(opened, Hints)
    press(desk, ". " * len(opened.choices))
    assert desk.scene.local.open == opened
    assert press(desk, "esc").scene.local.open is None
    assert press(scenes()["waiting"], ".").notice == hint_words.NONE


def test_every_reason_for_a_hint_has_words() -> None:
    """Whatever speaks for a choice can be said."""
    assert set(hint_words.WHY) == set(Why)


REFUSED: list[tuple[str, str, str]] = [
    ("before drawing", "l", REASONS[Reason.DRAW_FIRST]),
    ("before drawing", "h", REASONS[Reason.DRAW_FIRST]),
    ("before drawing", "H", REASONS[Reason.DRAW_FIRST]),
    ("before drawing", "enter", REASONS[Reason.DRAW_FIRST]),
    ("before drawing", "4 enter", REASONS[Reason.DRAW_FIRST]),
    ("in the turn", "d", REASONS[Reason.ALREADY_DREW]),
    ("in the turn", "p", REASONS[Reason.ALREADY_DREW]),
    ("in the turn", "l", prompts.NO_LAY),
    ("in the turn", "L", prompts.NO_LAY),
    ("in the turn", "h", REASONS[Reason.LAY_FIRST]),
    ("in the turn", "H", REASONS[Reason.LAY_FIRST]),
    ("in the turn", "enter", prompts.PICK_FIRST),
    ("waiting", "d", REASONS[Reason.NOT_YOUR_TURN]),
    ("waiting", "l", REASONS[Reason.NOT_YOUR_TURN]),
    ("waiting", "enter", REASONS[Reason.NOT_YOUR_TURN]),
    ("watching", "d", prompts.WATCHING),
    ("in the turn", "k", prompts.NOTHING_HERE),
    ("whom to skip", "f", prompts.ESC_FIRST),
    ("what to arm", ".", prompts.ESC_FIRST),
    ("hint", "?", prompts.ESC_FIRST),
]


@pytest.mark.parametrize(("name", "pressed", "why"), REFUSED)
def test_what_cannot_be_done_says_why(name: str, pressed: str, why: str) -> None:
    """Nothing is sent, and one line says what was wrong and what to do."""
    desk = scenes()[name]
    before = len(desk.plays)
    press(desk, pressed)
    assert desk.notice == why
    assert len(desk.plays) == before


def test_nothing_fits() -> None:
    """A card without a place says so, and so does a hand without one."""
    desk = press(laid("Y12 R11", "R10", TABLE[:1]), "h")
    assert desk.notice == prompts.NO_HITS
    assert press(desk, "1 h").notice == prompts.unfit(Card.R11)
    assert press(desk, "esc L").notice == prompts.NO_HITS
    assert press(desk, "l").notice == REASONS[Reason.ALREADY_LAID]


def test_a_paused_table_takes_no_act() -> None:
    """While the game is paused keys that act say so; the menu lets it go on."""
    desk = drawing()
    assert desk.scene.table is not None
    paused = replace(desk.scene.table, paused=Break(1, 1000))
    desk.scene = replace(desk.scene, table=paused)
    assert press(desk, "d").notice == prompts.PAUSED
    press(desk, "m 3")
    assert desk.sent == [Tell(Pause(id=0, on=False))]


# --- One act at a time -------------------------------------------------------------


def test_a_key_pressed_while_an_act_is_on_its_way_waits() -> None:
    """The next act is sent when the host has asked again, if it is still legal."""
    desk = press(laid("R8 B2 Y12", "R10", TABLE), "h")
    desk.scene = replace(desk.scene, busy=True)
    press(desk, "1")
    assert desk.plays == []
    assert desk.notice == prompts.QUEUED
    desk.scene = replace(desk.scene, busy=False)
    desk.others(2, Hit(Card.R8, "a"))
    assert desk.scene.local.queue == ()
    assert desk.notice == prompts.TOO_LATE


def test_a_plan_goes_on_with_what_is_queued() -> None:
    """What is still legal is sent as soon as the host asks."""
    desk = press(laid("R8 B2 Y12", "R10", TABLE), "h")
    desk.scene = replace(desk.scene, busy=True)
    press(desk, "2")
    desk._show(desk.scene.log)  # of something else: the act is still on its way
    assert desk.plays == []
    desk.scene = replace(desk.scene, busy=False)
    desk.others(2, Hit(Card.R8, "a"))
    assert desk.plays == [Hit(Card.B2, "b")]


def test_escape_gives_a_plan_up() -> None:
    """What waits to be sent can be taken back."""
    desk = press(laid("R8 B2 Y12", "R10", TABLE), "h")
    desk.scene = replace(desk.scene, busy=True)
    press(desk, "2 esc")
    assert desk.scene.local.queue == ()


def test_a_held_key_is_one_key() -> None:
    """A terminal repeats a held key within the blink of an eye; a finger does not."""
    pulse = Pulse("enter", 10.0)
    assert pulse.repeats("enter", 10.0 + REPEAT / 2)
    assert not pulse.repeats("enter", 10.0 + 2 * REPEAT)
    assert not pulse.repeats("d", 10.0)
    assert not Pulse("1", 10.0).repeats("1", 10.0)
    assert not Pulse().repeats("enter", 0.0)


# --- Whatever is pressed -----------------------------------------------------------

ALL_KEYS = sorted({key for rows in keys.ROWS.values() for r in rows for key in r.keys})
# Those that act come more often, or hardly a turn would ever be played to its end.
PRESSED = [*ALL_KEYS, *["d", "p", "x", "enter", "1", "2", "y"] * 8]


@given(st.lists(st.sampled_from(PRESSED), max_size=60), st.integers(0, 999))
def test_no_keys_break_anything(pressed: list[str], seed: int) -> None:
    """Any keys at all: never an error, and never an act that the rules forbid."""
    chance = random.Random(seed)
    desk = Desk(position({2: SETS}, stage=Stage.DRAW, table=TABLE))
    for key in pressed:
        desk.press(key)
        _let_others_play(desk, chance)
        view = desk.scene.view
        assert view is not None
        assert view.you is not None
        held = desk.scene.local.slots.held()
        assert Counter(held) == Counter(view.you.hand)


def _let_others_play(desk: Desk, chance: random.Random) -> None:
    view = desk.game.open
    while view.turn not in (0, 2):
        asked = ask(replace(view, you=desk.game.yours[view.turn - 1]))
        assert asked is not None
        desk.others(view.turn, asked.default)
        view = desk.game.open
    if view.stage is Stage.ROUND_OVER and chance.random() < 0.3:
        desk.others(0, NextRound()).others(0, Deal(chance.randbytes(32).hex()))


# --- Typed words -------------------------------------------------------------------


def test_every_action_has_its_word() -> None:
    """No rule's action is without a word to type."""
    assert set(typed.ACTIONS) == set(MOVES)
    assert set(typed.ACTIONS.values()) <= set(typed.WORDS)


def masters(hand: str = "R2 R2 B3 G5 Y7 R9 B11 G1 Y4 S") -> Desk:
    return Desk(position({2: hand}, on=rules("masters-open"), stock="G6"))


OBEYED: list[tuple[Desk, str, Intent]] = [
    (drawing(), "draw", Play(STOCK)),
    (drawing(), "draw pile", Play(PILE)),
    (drawing(), "TAKE", Play(PILE)),
    (press(drawing(), "d"), "discard g6", Play(Discard(Card.G6), ends_turn=True)),
    (press(drawing(), "d"), "disc g6", Play(Discard(Card.G6), ends_turn=True)),
    (
        press(drawing(), "d"),
        "skip 3",
        Play(Discard(Card.S, skip=3), ends_turn=True),
    ),
    (
        press(drawing(SETS), "d"),
        "lay r2 r2 b2 / g5 y5 r5",
        Play(Lay(((Card.R2, Card.R2, Card.B2), (Card.G5, Card.Y5, Card.R5)))),
    ),
    (
        press(drawing(SETS), "d"),
        "lay 1 r2 r2 b2 / g5 y5 r5",
        Play(Lay(((Card.R2, Card.R2, Card.B2), (Card.G5, Card.Y5, Card.R5)), 1)),
    ),
    (laid("R8 B2", "Y12", TABLE), "hit b2 b", Play(Hit(Card.B2, "b"))),
    (laid("R8 B2", "Y12", TABLE), "hit b2", Play(Hit(Card.B2, "b"))),
    (laid("W B2", "Y12", TABLE), "hit w c low", Play(Hit(Card.W, "c", "low"))),
    (masters(), "save r9", Play(Save(Card.R9), ends_turn=True)),
    (drawing(), "ready", Tell(Ready(id=0))),
    (drawing(), "unready", Tell(Ready(id=0, on=False))),
    (drawing(), "say  hello   all ", Tell(Chat(id=0, text="hello all"))),
    (drawing(), "pause", Tell(Pause(id=0, on=True))),
    (drawing(), "resume", Tell(Pause(id=0, on=False))),
    (drawing(), "name Ann Lee", Tell(Rename(id=0, name="Ann Lee"))),
    (drawing(), "sit", Tell(Sit(id=0))),
    (drawing(), "sit 3", Tell(Sit(id=0, seat=3))),
    (drawing(), "offer 2", Tell(Offer(id=0, seat=2))),
    (drawing(), "vote wait", Tell(Vote(id=0, choice="wait"))),
    (drawing(), "vote Skip", Tell(Vote(id=0, choice="skip"))),
    (drawing(), "leave", Tell(Leave(id=0))),
    (drawing(), "leave for good", Tell(Leave(id=0, for_good=True))),
    (drawing(), "leave Good", Tell(Leave(id=0, for_good=True))),
    (drawing(), "quit", Quit()),
    (lobby(1), "start", Tell(Admin(id=0, do=owner.Start()))),
    (lobby(1), "bot", Tell(Admin(id=0, do=owner.AddBot()))),
    (lobby(1), "bot random", Tell(Admin(id=0, do=owner.AddBot("random")))),
    (lobby(1), "unbot 3", Tell(Admin(id=0, do=owner.RemoveBot(3)))),
    (lobby(1), "kick 3", Tell(Admin(id=0, do=owner.Kick(3)))),
    (lobby(1), "ban 3", Tell(Admin(id=0, do=owner.Ban(3)))),
    (lobby(1), "timer 60", Tell(Admin(id=0, do=owner.Timer(60_000)))),
    (lobby(1), "away skip", Tell(Admin(id=0, do=owner.Away("skip")))),
    (lobby(1), "away Wait 90", Tell(Admin(id=0, do=owner.Away("wait", 90_000)))),
    (lobby(1), "lock on", Tell(Admin(id=0, do=owner.Lock(True)))),
    (lobby(1), "watch off", Tell(Admin(id=0, do=owner.Watch(False)))),
    (drawing(), "undo", Tell(TakeBack(id=0))),
    (drawing(), "double", Tell(DoubleTime(id=0))),
    (drawing(), "double off", Tell(DoubleTime(id=0, on=False))),
    (lobby(1), "hints off", Tell(Admin(id=0, do=owner.Hints(False)))),
    (lobby(1), "stop", Tell(Admin(id=0, do=owner.End()))),
    (
        lobby(1),
        "rules Masters",
        Tell(Admin(id=0, do=owner.SetRules(preset("masters")))),
    ),
]


def obey(desk: Desk, words: str) -> Desk:
    """Type a line after the colon."""
    return desk.press(":", *words, "enter")


def test_a_line_of_chat_that_is_too_long_stays_to_be_made_shorter() -> None:
    """It is refused with its length, and nothing that was typed is lost."""
    desk = drawing().press("/", *"x" * 301, "enter")
    assert "has 301 characters and 300 fit" in desk.notice
    assert desk.sent == []
    assert desk.press("backspace", "enter").sent == [Tell(Chat(id=0, text="x" * 300))]
    assert desk.scene.local.typing is None


@pytest.mark.parametrize(
    ("desk", "words", "intent"),
    OBEYED,
    ids=lambda v: None if isinstance(v, Desk) else str(v)[:40],
)
def test_typed_words(desk: Desk, words: str, intent: Intent) -> None:
    """A typed line does what its key would do."""
    obey(desk, words)
    assert desk.sent[-1] == intent, desk.notice
    assert desk.scene.local.typing is None


THROWN = [
    (drawing("R2 R2 B3 W"), "discard w", "W helps any phase"),
    (drawing("R2 R2 B3 W"), "disc w", "W helps any phase"),
    (drawing(SETS), "discard r5", "R5 is part of the phase"),
]


@pytest.mark.parametrize(("desk", "words", "why"), THROWN)
def test_a_typed_discard_that_hurts_is_asked_once_more(
    desk: Desk, words: str, why: str
) -> None:
    """As by its key: the words ask, Esc keeps the card, Enter throws it."""
    obey(press(desk, "d"), words)
    opened = desk.scene.local.open
    assert isinstance(opened, Confirm)
    assert opened.why.startswith(why)
    assert press(desk, "esc").plays == [STOCK]
    obey(desk, words)
    assert press(desk, "enter").plays == [STOCK, opened.action]


def test_a_typed_skip_without_a_seat_asks_whom_it_hits() -> None:
    """As its key does; with the seat it is thrown."""
    desk = obey(press(drawing(), "d"), "skip")
    assert isinstance(desk.scene.local.open, Choices)
    assert press(desk, "3").plays == [STOCK, Discard(Card.S, skip=3)]


MISREAD: list[tuple[Desk, str, str]] = [
    (
        lobby(1),
        "away",
        "So away cannot be read: type :away bot | skip | wait [SECONDS]",
    ),
    (drawing(), "jump", "There is no word jump: ? lists the words there are."),
    (drawing(), "l", "l may be lay, leave, lock and log: type more of it."),
    (drawing(), "draw left", "So draw cannot be read: type :draw [stock | pile]"),
    (drawing(), "discard", "So discard cannot be read: type :discard CARD [SEAT]"),
    (drawing(), "discard r2 x", "x is no number: write digits such as 3."),
    (drawing(), "discard r2 3 4", "So discard cannot be read: type :discard CARD"),
    (drawing(), "discard r77", "'r77' is not a card: write a color letter"),
    (drawing(), "hit b7", "You hold no B7: choose one of your cards."),
    (drawing(), "hit b2 b top", "So hit cannot be read: type :hit"),
    (
        drawing(),
        "vote maybe",
        "So vote cannot be read: type :vote bot | skip | wait | end",
    ),
    (drawing(), "kick", "So kick cannot be read: type :kick SEAT"),
    (drawing(), "lock maybe", "So lock cannot be read: type :lock on | off"),
    (drawing(), "sort size", "So sort cannot be read: type :sort"),
    (drawing(), "timer 99999", "99999 is too large: use at most 9999."),
    (
        drawing(),
        f"password {'x' * 65}",
        "This password has 65 letters: use at most 64.",
    ),
    (drawing(), "rules of fate", "There are no rules named 'of fate'"),
    (drawing(), "discard r2", REASONS[Reason.DRAW_FIRST]),
    (drawing(), "lay r2 r2 / b3", REASONS[Reason.DRAW_FIRST]),
    (drawing(), "say \u200b" + "x" * 301, "This line has 301 characters and 300 fit"),
]


@pytest.mark.parametrize(("desk", "words", "why"), MISREAD)
def test_words_that_cannot_be_obeyed(desk: Desk, words: str, why: str) -> None:
    """One line says why, and nothing is sent."""
    obey(desk, words)
    assert desk.notice.startswith(why)
    assert desk.sent == []


def test_a_misread_line_can_be_mended() -> None:
    """What was typed stays to be corrected, with the usual keys."""
    desk = obey(drawing(), "dra left")
    assert desk.scene.local.typing is not None
    desk.press("c-w", "home", "delete", "D", "end", "enter")
    assert desk.plays == [STOCK]


LOOKING = {
    "table": Panel.NONE,
    "phases": Panel.PHASES,
    "scores": Panel.SCORES,
    "log": Panel.LOG,
    "help": Panel.HELP,
}


def test_words_that_look() -> None:
    """Words show the same panels as keys, and sort the hand by name."""
    for word, panel in LOOKING.items():
        assert obey(drawing(), word).scene.local.panel is panel
    assert obey(drawing(), "sort color").scene.local.sort is Sort.COLOR
    assert obey(drawing(), "sort").scene.local.sort is Sort.COLOR
    assert obey(drawing(), "").sent == []


def test_words_that_open() -> None:
    """`lay` and `hit` alone open what the keys open; `hit` with a card asks where."""
    desk = press(drawing(SETS), "d")
    assert isinstance(obey(desk, "lay").scene.local.open, Preview)
    desk = obey(laid("R8 B2", "Y12", TABLE), "hit")
    assert question(desk) == prompts.WHICH_HIT
    desk = obey(laid("W B2", "Y12", TABLE), "hit w")
    assert question(desk) == prompts.WHICH_MELD


def test_actions_of_other_rules_can_be_typed() -> None:
    """A word and its fields make exactly the engine's action."""
    made = {
        "declare 4": Declare(4),
        "give 3": Give(3),
        "back r5": GiveBack(Card.R5),
        "saved w": TakeSaved(Card.W),
        "swap r4 c low": Swap(Card.R4, "c", "low"),
        "refresh": Refresh(),
    }
    words = {word: kind for kind, word in typed.ACTIONS.items()}
    for line, action in made.items():
        word, *rest = line.split()
        assert typed.read_action(words[word], rest, word) == action


def test_the_rule_card_names_who_goes_down() -> None:
    """The number behind a rule card is no Skip's victim."""
    game = position({2: "D"}, on=rules("anti-others"), laid=(2,))
    desk = obey(Desk(drawn(game, 2, "D")), "discard d 3")
    assert desk.plays == [Discard(Card.D, down=3)]


def test_chat() -> None:
    """`/` opens a line that hears every key, and sends it cleaned."""
    desk = drawing().press("/", *"dp  x", "enter")
    assert desk.sent == [Tell(Chat(id=0, text="dp x"))]
    assert desk.scene.local.typing is None
    assert drawing().press("/", "enter").sent == []
    assert drawing().press("/", "d", "esc").sent == []
    desk = drawing().press("/", *"ab", "left", "x", "right", "backspace", "c-a", "c-k")
    assert desk.scene.local.typing is not None
    assert desk.scene.local.typing.text == ""


# --- Stages that only some rules have ----------------------------------------------


DECLARING = f"{spoken.WHICH[Declare]} {prompts.BY_NUMBER}"


def test_a_question_without_keys_opens_by_itself() -> None:
    """Where a phase is declared, the list is there at once, and a digit answers."""
    game = position({2: HAND}, on=rules("masters"), stage=Stage.DECLARE, turn=2)
    desk = Desk(game)
    assert question(desk) == DECLARING
    press(desk, "4")
    assert desk.plays == [Declare(4)]


def test_a_closed_question_comes_back_with_the_menu() -> None:
    """Esc closes the list, `m` shows it again."""
    game = position({2: HAND}, on=rules("masters"), stage=Stage.DECLARE, turn=2)
    desk = press(Desk(game), "esc m 2")
    assert desk.plays == [Declare(2)]


def test_a_hint_answers_an_open_question() -> None:
    """`.` says which one an expert would take; Esc shows the question again."""
    game = position({2: HAND}, on=rules("masters"), stage=Stage.DECLARE, turn=2)
    desk = Desk(game)
    assert "   . hint   " in desk.picture()
    press(desk, ".")
    opened = desk.scene.local.open
    assert isinstance(opened, Hints)
    best = opened.choice.action
    assert isinstance(best, Declare)
    assert question(press(desk, "esc")) == DECLARING
    assert press(desk, ". enter").plays == [best]


def test_a_hint_stays_behind_where_hints_are_off() -> None:
    """The list says nothing of it, and the key says why; the question stays open."""
    game = position({2: HAND}, on=rules("masters"), stage=Stage.DECLARE, turn=2)
    desk = Desk(game)
    table = desk.scene.table
    assert table is not None
    quiet = replace(table, settings=replace(table.settings, hints=False))
    desk.scene = replace(desk.scene, table=quiet)
    assert ". hint" not in desk.picture()
    assert press(desk, ".").notice == hint_words.OFF
    assert question(desk) == DECLARING


def test_what_a_variant_adds_stands_in_the_menu() -> None:
    """Saving a card has no key; the menu has it."""
    desk = press(masters(), "m")
    opened = desk.scene.local.open
    assert isinstance(opened, Choices)
    assert any(item.action == Save(Card.R9) for item in opened.items)


def test_a_wild_thrown_as_a_skip_can_hit_nobody() -> None:
    """Where a wild may be a Skip, 0 throws it as a plain card."""
    game = position({2: "W R2 R9 B4"}, on=rules("truly-wild"))
    assert press(Desk(game), "w enter 0").plays == [Discard(Card.W)]
    assert press(Desk(game), "w enter 3").plays == [Discard(Card.W, skip=3)]


# --- Before and after --------------------------------------------------------------

LOBBY_KEYS: list[tuple[Desk, str, list[Intent]]] = [
    (lobby(1), "b", [Tell(Admin(id=0, do=owner.AddBot()))]),
    (lobby(1), "s", [Tell(Admin(id=0, do=owner.Start()))]),
    (lobby(1), "t", [Tell(Admin(id=0, do=owner.Timer(30_000)))]),
    (lobby(1), "a", [Tell(Admin(id=0, do=owner.Away("skip")))]),
    (lobby(1), "w", [Tell(Admin(id=0, do=owner.Watch(False)))]),
    (lobby(2), "d", [Tell(DoubleTime(id=0))]),
    (lobby(0), "d", []),
    (lobby(1), "h", [Tell(Admin(id=0, do=owner.Hints(False)))]),
    (lobby(1), "l", [Tell(Admin(id=0, do=owner.Lock(True)))]),
    (lobby(1), "k 3", [Tell(Admin(id=0, do=owner.Kick(3)))]),
    (lobby(1), "o 2", [Tell(Admin(id=0, do=owner.SetRules(preset("encyclopedia"))))]),
    (lobby(1), "r", [Tell(Ready(id=0, on=True))]),
    (lobby(1), "enter", [Tell(Ready(id=0))]),
    (lobby(1, ready=(1,)), "r", [Tell(Ready(id=0, on=False))]),
    (lobby(1, ready=(2, 4)), "enter", [Tell(Admin(id=0, do=owner.Start()))]),
    (lobby(1, ready=(1, 2)), "enter", []),
    (lobby(2), "r", [Tell(Ready(id=0, on=True))]),
    (lobby(2), "enter", [Tell(Ready(id=0))]),
    (lobby(2), "b", []),
    (lobby(2), "s t w l k o", []),
    (lobby(2), "esc y", [Quit()]),
    (lobby(2), "q c-c", [Quit()]),
    (lobby(2), "f esc esc n", []),
]


@pytest.mark.parametrize(("desk", "pressed", "sent"), LOBBY_KEYS)
def test_lobby(desk: Desk, pressed: str, sent: list[Intent]) -> None:
    """Keys before the game ask the host; what only the owner may asks nobody."""
    press(desk, pressed)
    assert desk.sent == sent


def test_a_guest_is_told_who_may() -> None:
    """A key of the owner's says in one line whom to ask."""
    assert press(lobby(2), "b").notice == REFUSALS[ErrCode.NOT_OWNER]
    assert press(lobby(1, ready=(1, 2)), "enter").notice == prompts.NOT_ALL_READY
    assert press(lobby(2), "x").notice == prompts.NOTHING_HERE
    assert press(lobby(0), "d").notice == prompts.WATCHING


def test_the_end_of_a_round_waits_for_everybody() -> None:
    """Enter says ready, r takes it back or says it, nothing else acts."""
    assert over().scene.stage is Stage.ROUND_OVER
    assert press(over(), "enter").sent[-1] == Tell(Ready(id=0, on=True))
    assert press(over(), "r").sent[-1] == Tell(Ready(id=0, on=True))
    assert press(over(), "d").notice == prompts.NOTHING_HERE
    assert press(over(), "down down").scene.local.scroll == 2


def test_a_round_that_begins_sorts_a_new_hand() -> None:
    """The next deal fills the slots anew."""
    desk = over().others(0, NextRound()).others(0, Deal("1f" * 32))
    assert len(desk.scene.local.slots.held()) >= 10


# --- Leaving -----------------------------------------------------------------------


@pytest.mark.parametrize("keys_", ["q y", "c-c c-c", "c-c y"])
def test_leaving_is_asked_once(keys_: str) -> None:
    """One key asks, the next leaves; Esc stays."""
    assert press(drawing(), keys_).sent == [Quit()]
    assert press(drawing(), "q esc n q u").sent == []


def test_leaving_for_good_is_a_key_of_its_own() -> None:
    """Nobody gives a seat up by the key that keeps it."""
    assert press(drawing(), "q g").sent == [Quit(for_good=True)]
    assert press(drawing(), "g").sent == []


def test_redraw() -> None:
    """Ctrl-L draws everything anew in any state."""
    for desk in scenes().values():
        before = len(desk.sent)
        press(desk, "c-l")
        assert desk.sent[before:] == [Redraw()]


def test_back_goes_one_step() -> None:
    """Esc closes what is open, then lets the card go, then the panel."""
    desk = press(drawing(), "f d s enter")
    steps = []
    for _ in range(4):
        local = desk.scene.local
        steps.append((local.open is not None, local.chosen is not None, local.panel))
        press(desk, "esc")
    assert steps == [
        (True, True, Panel.PHASES),
        (False, True, Panel.PHASES),
        (False, False, Panel.PHASES),
        (False, False, Panel.NONE),
    ]


def test_panels_go_round() -> None:
    """Tab shows one panel after the other and the table again."""
    desk, seen = drawing(), []
    for _ in range(5):
        press(desk, "tab")
        seen.append(desk.scene.local.panel)
    assert seen == [Panel.PHASES, Panel.SCORES, Panel.LOG, Panel.HELP, Panel.NONE]
    assert press(desk, "f f").scene.local.panel is Panel.NONE
    assert press(desk, "e pagedown down up").scene.local.scroll == 10


def test_drawing_twice_is_drawing_once() -> None:
    """While a draw is on its way another one means nothing, and says nothing later."""
    desk = drawing()
    desk.scene = replace(desk.scene, busy=True)
    press(desk, "d p")
    assert (desk.sent, desk.scene.local.queue, desk.notice) == ([], (), "")
