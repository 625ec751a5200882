"""Keys that a player has chosen otherwise: they act, are told, and stay unambiguous."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.cli.exits import Exit
from p10net.cli.settings import path
from p10net.client.commands import keys, rebind
from p10net.client.commands.keymap import ACTS, Keymap, State
from p10net.client.commands.look import items_of
from p10net.client.commands.scene import Preview, Scene
from p10net.client.screen.draw import draw
from p10net.client.words import keymap as words
from p10net.client.words import prompts
from p10net.engine.moves.draw import STOCK
from p10net.engine.view import Stage
from p10net.protocol.clean import clean
from p10net.protocol.requests import Act
from tests.at_table import DRESS, Screen, heard, sitting, told, with_far_end
from tests.desk import Desk
from tests.far_end import Door, Far
from tests.positions import position
from tests.scenes import (
    HAND,
    SETS,
    clickable,
    drawing,
    press,
    scenes,
    waiting,
    with_mouse,
)
from tests.shell import inside

Capture = pytest.CaptureFixture[str]

OTHERS = tuple(filter(str.isalpha, map(chr, range(0xC0, 0x100))))
ALL = Keymap(tuple(zip(ACTS, OTHERS, strict=False)))
"""Every action has another key, and one that no keyboard of ours had."""


def given_keys(scene: Scene, keymap: Keymap) -> Scene:
    return replace(scene, keymap=keymap)


NAMES = sorted(scenes().keys() - {"what to arm"})
"""That list was made with the keys of then; it has a test of its own."""


@pytest.mark.parametrize("name", NAMES)
def test_another_key_does_the_same(name: str) -> None:
    """The new key does what the old one did, and the old one nothing any more."""
    scene = scenes()[name].scene
    other = given_keys(scene, ALL)
    moved = ALL.keys(keys.state_of(scene))
    known = {key for row in keys.rows(scene) for key in row.keys}
    for old, new in moved.items():
        if old in known - {"a"}:  # which asks with the keys of drawing
            assert keys.press(other, new) == keys.press(scene, old)
            notice = keys.press(other, old).local.notice
            assert notice == keys.press(scene, "~").local.notice


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", NAMES)
def test_the_screen_names_the_keys_of_now(name: str, columns: int) -> None:
    """What can be clicked says the new key, wherever the old one was named."""
    scene = with_mouse(scenes()[name].scene)
    moved = ALL.keys(keys.state_of(scene))
    before = clickable(draw(scene, columns, 40, ascii_only=True))
    after = clickable(draw(given_keys(scene, ALL), columns, 40, ascii_only=True))
    assert {*after} == {moved.get(key, key) for key in before}


LABELS = [
    ("d draw it   p take G12", State.GAME, "C draw it   p take G12"),
    ("YOUR TURN  d draw", State.GAME, "YOUR TURN  C draw"),
    ("Enter, d or Space: twice", State.DICE, "Enter, C or Space: twice"),
    ("not laid yet: f shows it", State.GAME, "not laid yet: F shows it"),
    ("not laid yet: f shows it", State.LOBBY, "not laid yet: F shows it"),
    ("a arm a draw   . hint", State.GAME, "A arm a draw   , hint"),
    ("one; a Skip, a run: a bot", State.GAME, "one; a Skip, a run: a bot"),
    ("t  Timer   a  Away: a bot", State.LOBBY, "t  Timer   a  Away: a bot"),
    ("Esc or u   lay (l) down.", State.GAME, "Esc or u   lay (l) down."),
    ("wait, or press s to start", State.LOBBY, "wait, or press G to start"),
    ("Dev d. and (d) d", State.GAME, "Dev d. and (C) d"),
]
SOME = Keymap(
    (("draw", "C"), ("phases", "F"), ("arm", "A"), ("hint", ","), ("start", "G"))
)


@pytest.mark.parametrize(("text", "state", "labelled"), LABELS)
def test_a_text_names_the_keys_of_now(text: str, state: State, labelled: str) -> None:
    """A key is found where a piece begins; an article or a full stop is no key."""
    assert SOME.label(text, state) == labelled
    assert Keymap().label(text, state) == text


def test_nothing_is_renamed_but_keys() -> None:
    """With one key changed the picture differs in that key's cells and nowhere else."""
    desk = press(drawing(SETS), "d")
    plain = desk.picture()
    desk.scene = given_keys(desk.scene, Keymap((("lay", "J"), ("hint", "K"))))
    differ = {(a, b) for a, b in zip(plain, desk.picture(), strict=True) if a != b}
    assert differ == {("l", "J"), (".", "K")}


def test_the_menu_still_leads_there() -> None:
    """An item of a list presses the action, whatever its key is."""
    desk = press(drawing(SETS), "d")
    desk.scene = given_keys(desk.scene, ALL)
    desk.press(dict(ALL.given)["menu"])
    item = next(one for one in items_of(desk.scene) if one.words == prompts.MENU_LAY)
    assert isinstance(desk.press(item.key).scene.local.open, Preview)


def test_what_to_arm_is_asked_with_the_keys_of_drawing() -> None:
    """The list of draws has the keys that draw, whatever they are."""
    desk = waiting()
    desk.scene = given_keys(desk.scene, Keymap((("draw", "c"), ("arm", "A"))))
    desk.press("A")
    assert [one.key for one in items_of(desk.scene)] == ["c", "p"]
    armed = desk.press("c").scene.local.armed
    assert armed is not None
    assert armed.draw == STOCK


# --- What cannot be ------------------------------------------------------------------

WRONG: list[tuple[object, str]] = [
    ("c", words.no_table("c")),
    ({"fly": "c"}, words.no_act("fly")),
    ({"draw": "ctrl"}, words.no_key("draw", "ctrl")),
    ({"draw": ""}, words.no_key("draw", "")),
    ({"draw": " "}, words.no_key("draw", "")),
    ({"draw": 7}, words.no_key("draw", "7")),
    ({"draw": "\x1b"}, words.no_key("draw", clean("\x1b"))),
    ({"draw": "漢"}, words.no_key("draw", "漢")),
    ({"draw": "r"}, words.reserved("draw", "r")),
    ({"start": "/"}, words.reserved("start", "/")),
    ({"ready": "n"}, ""),
    ({"draw": "h"}, words.taken("draw", "h", "hit", "h")),
    ({"arm": "k"}, ""),
    ({"phases": "k"}, words.taken("phases", "k", "kick", "k")),
    ({"draw": "c", "hint": "c"}, words.taken("draw", "c", "hint", ".")),
    ({"lay": "h", "hit": "l"}, ""),
    ({"lay": "h", "hit": "j"}, ""),
    ({"timer": "~", "draw": "t"}, words.taken("draw", "t", "turns", "t")),
    ({}, ""),
]


@pytest.mark.parametrize(("said", "why"), WRONG)
def test_what_cannot_be_says_why(said: object, why: str) -> None:
    """An unknown action, no key, one that keeps its meaning, one that is taken."""
    found = ""
    try:
        rebind.read(said)
    except rebind.KeymapError as error:
        found = str(error)
    assert found == why


SIGNS = st.sampled_from("cCjJdplLhHxazokmtfveEuqrbgyws0123nN.,;-/:?<>éЯ~")


@given(st.dictionaries(st.sampled_from([*ACTS]), SIGNS, max_size=6))
@example({"undo": "."})
@example({"leave": "x", "discard": "q"})
@settings(max_examples=150)
def test_no_key_has_two_meanings_in_one_state(said: dict[str, str]) -> None:
    """Whatever is chosen is refused, or every key of every state means one thing."""
    try:
        keymap = rebind.read(said)
    except rebind.KeymapError:
        return
    for state in State:
        known = keys.renamed(keys.rows_of(state), state, keymap)
        pressed = Counter(key for row in known for key in row.keys)
        assert not [key for key, times in pressed.items() if times > 1]
        assert len(pressed) == sum(len(row.keys) for row in keys.rows_of(state))


def test_every_key_is_an_action_or_has_its_reason() -> None:
    """Keys of one sign belong to one action, or it is known why they never move."""
    for state in State:
        owners = Counter(act.key for act in ACTS.values() if state in act.where)
        for key in {key for row in keys.rows_of(state) for key in row.keys}:
            assert owners[key] <= 1, (state, key)
            if len(key) == 1 and key != " ":
                assert owners[key] or key in words.FIXED, (state, key)


def test_every_action_is_bound_somewhere() -> None:
    """No action is offered another key that has none."""
    for act in ACTS.values():
        assert any(
            act.key in row.keys for state in act.where for row in keys.rows_of(state)
        )


# --- From the file to the screen -----------------------------------------------------


def test_keys_are_set_shown_and_reset(home: Path, capsys: Capture) -> None:
    """They stand in a table of the settings' file, and comments stay."""
    assert inside(capsys, "config", "set", "keys.draw", "c").code == Exit.FINE
    assert inside(capsys, "config", "set", "keys.hint", ",").code == Exit.FINE
    assert '[keys]\ndraw = "c"\nhint = ","\n' in path().read_text("utf-8")
    shown = inside(capsys, "config", "show").out
    assert f"keys.draw = c           {path()}\n    draw from the stock" in shown
    assert "keys.take" not in shown
    every = inside(capsys, "config", "show", "keys").out
    assert all(f"keys.{name} = " in every for name in ACTS)
    assert words.WHERE in " ".join(every.split())
    one = inside(capsys, "config", "show", "keys.take").out
    assert one.startswith("keys.take = p           default")
    assert "start screen" not in one + shown
    assert inside(capsys, "config", "reset", "keys.draw").code == Exit.FINE
    assert "keys.draw = d  " in inside(capsys, "config", "show", "keys.draw").out
    assert inside(capsys, "config", "reset", "keys").code == Exit.FINE
    assert "[keys]" not in path().read_text("utf-8")
    assert "lists all" in inside(capsys, "config", "show").out


REFUSED = [
    (("set", "keys.draw", "h"), words.taken("draw", "h", "hit", "h")),
    (("set", "keys", "h"), "Name the action too"),
    (("set", "keys.fly", "h"), words.no_act("fly")),
    (("show", "keys.fly"), words.no_act("fly")),
    (("reset", "keys.fly"), words.no_act("fly")),
]


@pytest.mark.parametrize(("asked", "why"), REFUSED)
def test_keys_that_cannot_be_are_not_kept(
    asked: tuple[str, ...], why: str, home: Path, capsys: Capture
) -> None:
    """The sentence comes at once, and the file stays as it is."""
    ran = inside(capsys, "config", *asked)
    assert ran.code == Exit.USAGE
    assert why in ran.err
    assert not path().exists()


def test_a_file_that_makes_no_sense_is_named(home: Path, capsys: Capture) -> None:
    """Whoever wrote it learns where it stands; forgetting all of it helps."""
    path().parent.mkdir(parents=True)
    path().write_text('keys = "x"\n', "utf-8")
    ran = inside(capsys, "config", "show", "keys")
    assert ran.code == Exit.USAGE
    assert f"In {path()}: {words.no_table('x')}" in ran.err
    assert inside(capsys, "config", "reset", "keys").code == Exit.FINE
    assert inside(capsys, "config", "show", "keys").code == Exit.FINE


@sitting
async def test_on_a_terminal() -> None:
    """The screen names the new key, which draws; the old one does not."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        await far.say(told(position({2: HAND}, stage=Stage.DRAW, stock="G6")))
        await terminal.shows("YOUR TURN  c draw from the stock")
        terminal.press("d")
        await terminal.shows("That key does nothing now")
        terminal.press("c")
        assert (await heard(far, Act)).action == STOCK

    await with_far_end(play, dress=replace(DRESS, keymap=Keymap((("draw", "c"),))))


def test_help_names_the_keys_of_now() -> None:
    """All keys of the table are told as they are, in the help too."""
    desk = Desk(position({2: HAND}, stage=Stage.DRAW))
    desk.scene = given_keys(desk.scene, Keymap((("draw", "c"), ("undo", "i"))))
    text = desk.press("?").picture()
    assert "Before drawing   c or Space draw" in text
    assert "Esc or i " in text
