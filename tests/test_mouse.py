"""The mouse: off unless somebody wants it, and only another way to press a key."""

from __future__ import annotations

import re

import pytest
import trio
from msgspec.structs import replace

from p10net.client import entrance
from p10net.client.commands import keys
from p10net.client.commands import start as starting
from p10net.client.commands.look import items_of
from p10net.client.commands.scene import Tell
from p10net.client.commands.start import Going, Start
from p10net.client.commands.start import Way as Chosen
from p10net.client.doctor import Facts
from p10net.client.nearby import Nearby
from p10net.client.picture import plain
from p10net.client.screen.draw import draw
from p10net.client.words import prompts
from p10net.client.words.refusals import REASONS
from p10net.engine.cards import Card
from p10net.engine.game import apply
from p10net.engine.moves import Discard, Hit
from p10net.engine.moves.draw import STOCK
from p10net.engine.presets import PRESETS, preset
from p10net.engine.reasons import Reason
from p10net.engine.view import Stage
from p10net.protocol.owner import SetRules
from p10net.protocol.requests import Act, Admin
from tests.at_table import DRESS, Screen, heard, sitting, told, with_far_end
from tests.desk import Desk
from tests.far_end import Door, Far
from tests.positions import position
from tests.scenes import (
    HAND,
    TABLE,
    clickable,
    drawing,
    entry,
    laid,
    lobby,
    nearby,
    press,
    scenes,
    with_mouse,
)
from tests.terminal import Glass, glass

MOUSE = replace(DRESS, mouse=True)
MY_DRAW = position({2: HAND}, stage=Stage.DRAW, stock="G6")
MY_PLAY, _ = apply(MY_DRAW, 2, STOCK)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", scenes())
def test_a_button_is_a_key_that_works_now(name: str, columns: int) -> None:
    """Nothing can be clicked that means nothing, and nothing at all without a mouse."""
    scene = scenes()[name].scene
    without = draw(scene, columns, 40, ascii_only=True)
    assert not clickable(without)
    lines = draw(with_mouse(scene), columns, 40, ascii_only=True)
    live = {key for row in keys.rows(scene) for key in row.keys}
    assert {*clickable(lines)} <= live
    if name != "menu":
        assert plain(lines) == plain(without)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", scenes())
def test_the_corner_names_no_key_but_those_of_now(name: str, columns: int) -> None:
    """What stands beside the prompt works, while a question is open too."""
    scene = with_mouse(scenes()[name].scene)
    *_, last = draw(scene, columns, 24, ascii_only=True)
    _, *named = re.split(" {2,}", plain((last,)).strip())
    assert len(named) == len(clickable((last,)))
    assert named or name == "leaving"


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", scenes())
def test_the_bar_names_no_letter_that_does_nothing(name: str, columns: int) -> None:
    """A single letter or sign that begins a piece of the bar is a key that works."""
    scene = scenes()[name].scene
    known = {key for row in keys.rows(scene) for key in row.keys}
    *_, keyed, last = plain(draw(scene, columns, 24, ascii_only=True)).splitlines()
    _, *named = re.split(" {2,}", last.strip())
    pieces = [one.split() for one in (*re.split(" {2,}", keyed.strip()), *named)]
    assert {first for first, *words in pieces if words and len(first) == 1} <= known


BUTTONS = [
    ("d", {"p": "p take G12 from the pile", "m": "m menu", "4": "B3"}),
    ("d 4", {"esc": "Esc keeps it", "enter": "Enter discards it"}),
    ("d s enter", {"3": "3  Cleo"}),
    ("d m", {"esc": "Esc goes back", "c-c": "Ctrl-C leave", "/": "/ chat"}),
    ("q", {"y": "y leave", "esc": "Esc stay"}),
]


@pytest.mark.parametrize(("pressed", "there"), BUTTONS)
def test_buttons(pressed: str, there: dict[str, str]) -> None:
    """What the bar and the lists name can be clicked there."""
    desk = press(drawing(), pressed) if pressed != "d" else drawing()
    found = clickable(draw(with_mouse(desk.scene), 80, 24, ascii_only=True))
    for key, text in there.items():
        assert key in found
        assert text.startswith(found[key]) or found[key].startswith(text)


def clicks(desk: Desk, *places: str) -> Desk:
    """Click places one after the other; each must be there to be clicked."""
    for place in places:
        lines = draw(with_mouse(desk.scene), 80, 40, ascii_only=True)
        assert place in clickable(lines), (place, clickable(lines))
        desk.press(place)
    return desk


def pressed_by(desk: Desk, begins: str) -> set[str]:
    """Say what clicks on the words of the line press that begins so."""
    lines = draw(with_mouse(desk.scene), 80, 24, ascii_only=True)
    row = next(line for line in lines if plain((line,)).startswith(begins))
    return {one.key for one in row if one.text.strip()}


ON_MELDS = [
    ("n", ("meld b",), [Hit(Card.B6, "b")]),
    ("w", ("meld c", "<"), [Hit(Card.W, "c", "low")]),
    ("w", ("meld b",), [Hit(Card.W, "b")]),
    ("w h", ("c", ">"), [Hit(Card.W, "c", "high")]),
    ("w h", ("a",), [Hit(Card.W, "a")]),
]


@pytest.mark.parametrize(("pressed", "clicked", "acts"), ON_MELDS)
def test_a_click_on_a_meld_hits_the_chosen_card(
    pressed: str, clicked: tuple[str, ...], acts: list[Hit]
) -> None:
    """There and nowhere else; at which end of a run is asked if both are open."""
    desk = clicks(press(laid("Y12 W R10", "B6", TABLE), pressed), *clicked)
    assert desk.plays == acts


def test_a_click_on_a_meld_answers_which_one() -> None:
    """While a list asks for the meld, the meld itself is an answer."""
    desk = press(laid("Y12 W R10", "B6", TABLE), "w h")
    assert pressed_by(desk, "       a) 8s") == {"a"}
    assert pressed_by(press(desk, "c"), "       a) 8s") == {""}


MISSED = [
    ("", "meld a", prompts.PICK_TO_HIT),
    ("1", "meld a", REASONS[Reason.DOES_NOT_FIT]),
]


@pytest.mark.parametrize(("pressed", "place", "why"), MISSED)
def test_a_click_on_a_meld_that_takes_nothing(
    pressed: str, place: str, why: str
) -> None:
    """Why not is said, and nothing is sent."""
    desk = clicks(press(laid("R10 Y12 W", "B6", TABLE), pressed), place)
    assert (desk.notice, desk.plays) == (why, [])


def test_melds_of_a_turn_that_is_not_ones_own() -> None:
    """While others play a meld is nothing to click."""
    desk = Desk(position({2: HAND}, turn=3, table=TABLE))
    found = clickable(draw(with_mouse(desk.scene), 80, 24, ascii_only=True))
    assert not [key for key in found if key.startswith("meld")]


def test_a_click_on_a_player_answers_who_is_meant() -> None:
    """Whoever loses a turn, or is sent away, is clicked where they sit."""
    desk = press(drawing(), "d s enter")
    assert pressed_by(desk, "   3 Cleo") == {"3"}
    assert press(desk, "3").plays[-1] == Discard(Card.S, skip=3)
    assert pressed_by(press(lobby(1), "k"), "    4  Dev") == {"4"}
    assert pressed_by(lobby(1), "    4  Dev") == {""}


@pytest.mark.parametrize("name", ["waiting", "watching", "in the turn", "dice"])
def test_a_click_on_a_player_reads_what_they_did(name: str) -> None:
    """While nothing is asked it opens the log of that player alone."""
    desk = clicks(scenes()[name], "seat 3")
    assert "LOG: only Cleo" in desk.picture()


def test_rows_of_a_list_that_have_no_number() -> None:
    """The eleventh row is clicked like the first, in the lobby and at the entrance."""
    owner = press(lobby(1), "o" + " down" * 12)
    name = [*PRESETS][11]
    assert pressed_by(owner, f"  >     {name}:") == {"row 12"}
    (told,) = owner.press("row 12").sent
    assert isinstance(told, Tell)
    assert isinstance(told.request, Admin)
    assert told.request.do == SetRules(preset(name))
    many = tuple(entry(at, f"Table {at}") for at in range(1, 15))
    start = replace(nearby(), tables=many)
    assert "row 12" in clickable(draw(start, 80, 40, ascii_only=True))
    _, way = starting.press(start, "row 12")
    assert way is not None
    assert way.entry == many[11]


def test_a_card_is_no_answer_to_a_question() -> None:
    """While a list is open its numbers belong to it, and no card can be clicked."""
    desk = press(drawing(), "d m")
    lines = draw(with_mouse(desk.scene), 80, 24, ascii_only=True)
    hand = next(line for line in lines if any(one.text == "B3" for one in line))
    assert not [one for one in hand if one.key]


def test_nothing_is_clicked_into_a_line() -> None:
    """While somebody types, clicks write nothing."""
    desk = press(drawing(), "/")
    assert not clickable(draw(with_mouse(desk.scene), 80, 24, ascii_only=True))
    typing = replace(nearby(), typing=press(drawing(), "/").scene.local.typing)
    assert not clickable(draw(typing, 80, 24, ascii_only=True))


def test_it_is_switched_in_the_menu_and_by_a_word() -> None:
    """The menu offers what is not so now; the word says which."""
    desk = press(drawing(), "m")
    item = next(i for i in items_of(desk.scene) if i.typed)
    assert item.words == prompts.MENU_MOUSE_ON
    press(desk, item.key)
    assert desk.scene.local.mouse
    assert desk.notice == prompts.MOUSE_ON
    press(desk, "m")
    item = next(i for i in items_of(desk.scene) if i.typed)
    press(desk, item.key)
    assert (desk.scene.local.mouse, desk.notice) == (False, prompts.MOUSE_OFF)
    assert "mouse on | off" in Desk(MY_DRAW).press(":", *"mouse up", "enter").notice


# --- On a terminal -------------------------------------------------------------------


def click(terminal: Glass, text: str) -> None:
    """Press and let go the left button on the first place where a text stands."""
    for row, line in enumerate(terminal.screen.display, 1):
        if found := re.search(text, line):
            at = f"0;{found.start() + 1};{row}"
            terminal.press(f"\x1b[<{at}M\x1b[<{at}m")
            return
    raise AssertionError(f"no {text!r} in:\n{terminal.text}")


@sitting
async def test_a_turn_with_the_mouse() -> None:
    """Draw, choose a card, discard it: three clicks."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        await far.say(told(MY_DRAW))
        await terminal.shows("YOUR TURN  d draw")
        click(terminal, "d draw")
        act = await heard(far, Act)
        assert act.action == STOCK
        after, events = apply(MY_DRAW, 2, STOCK)
        await far.say(told(after, seq=2, events=events))
        await terminal.shows("new")
        click(terminal, "B3")
        await terminal.shows(r"\[B3\]")
        click(terminal, "3 Cleo")
        await terminal.shows("LOG: only Cleo")
        click(terminal, "Enter discards it")
        assert (await heard(far, Act)).action == Discard(Card.B3)

    await with_far_end(play, dress=MOUSE)


@sitting
async def test_the_mouse_is_off_at_first() -> None:
    """The terminal is not asked for clicks before somebody switches them on."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        await far.say(told(MY_PLAY))
        await terminal.shows("YOUR TURN")
        assert "\x1b[?1000h" not in terminal.raw
        terminal.press(":mouse on\r")
        await terminal.shows("The mouse is on")
        assert "\x1b[?1000h" in terminal.raw
        terminal.press(":mouse off\r")
        await terminal.shows("the terminal's again")
        assert terminal.raw.rindex("\x1b[?1000l") > terminal.raw.rindex("\x1b[?1000h")

    await with_far_end(play)


@sitting
async def test_the_start_screen_with_the_mouse() -> None:
    """A row of the start screen is clicked like any other button."""

    async def around() -> Facts:
        return Facts()

    tables = Nearby(own=lambda: ())
    with glass() as terminal:
        front = entrance.Entrance(tables, MOUSE, Start(left="Flat 12"), around)

        async def clicking() -> None:
            await terminal.shows("Play now against")
            click(terminal, "Play now")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(clicking)
            assert await front.go() == Chosen(Going.PLAY)
