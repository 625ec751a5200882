"""What each key does at the table: one row a key, for each state of the screen.

In one state a key has one meaning, and Enter alone never ends a turn. Keys that only
look are others than those that act, and a capital letter is never more dangerous than
its small one. Keys that act are dead for a moment after the turn arrives; what is
dead, repeated or delayed is measured in `app`, which has the clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from p10net.client.commands import (
    adjust,
    arming,
    copying,
    deeds,
    hints,
    layouts,
    lobby,
    look,
    shaking,
    typed,
)
from p10net.client.commands.look import Binding, Rows, having
from p10net.client.commands.menu import items as menu_items
from p10net.client.commands.scene import (
    Choices,
    Confirm,
    Done,
    Hints,
    Hurry,
    Item,
    Leaving,
    Naming,
    Panel,
    Preview,
    Quit,
    Scene,
    Tell,
)
from p10net.client.commands.slots import NEW, Sort, moved, sorted_as
from p10net.client.words import prompts
from p10net.client.words.notation import using
from p10net.engine.cards import Card
from p10net.engine.moves.draw import PILE, STOCK
from p10net.engine.view import Stage
from p10net.protocol.requests import Ready


class State(Enum):
    """What the screen waits for; each has its own keys."""

    LOBBY = "lobby"
    GAME = "game"
    DICE = "dice"
    NAMING = "naming"
    PREVIEW = "preview"
    CHOICES = "choices"
    CONFIRM = "confirm"
    HINTS = "hints"
    LEAVING = "leaving"
    OVER = "over"


OPENED: Mapping[type, State] = {
    Naming: State.NAMING,
    Preview: State.PREVIEW,
    Choices: State.CHOICES,
    Confirm: State.CONFIRM,
    Hints: State.HINTS,
    Leaving: State.LEAVING,
}
STAGES: Mapping[Stage, State] = {
    Stage.LOBBY: State.LOBBY,
    Stage.ROLL: State.DICE,
    Stage.ROUND_OVER: State.OVER,
    Stage.GAME_OVER: State.OVER,
}


def state_of(scene: Scene) -> State:
    """Tell what the screen waits for."""
    if scene.local.open is not None:
        return OPENED[type(scene.local.open)]
    return STAGES.get(scene.stage, State.GAME)


def rows(scene: Scene) -> Rows:
    """Give all keys that mean something now."""
    state = state_of(scene)
    if state is State.NAMING:
        return (*NAMING, *(row for row in GAME if not set(row.keys) & {*deeds.KEYS}))
    if state is State.CHOICES:
        keys = tuple(item.key for item in look.items_of(scene) if item.key)
        return (Binding(keys, _take, acts=True), *CHOICES)
    return ROWS[state]


def press(scene: Scene, key: str) -> Done:
    """Give a key its meaning: the new local state, and what is to be done."""
    with using(scene.notation):
        return _pressed(scene, key)


def _pressed(scene: Scene, key: str) -> Done:
    if scene.local.typing is not None:
        return typed.press(scene, key)
    known = rows(scene)
    row = _row(known, key)
    if row is None:
        key = layouts.meant(key, scene.keyboard)
        row = _row(known, key)
    if row is None:
        answers = scene.local.open is not None and state_of(scene) is not State.NAMING
        unknown = prompts.ESC_FIRST if answers else prompts.NOTHING_HERE
        return deeds.noticed(scene, unknown)
    if row.acts and scene.deaf:
        return Done(scene.local)
    if state_of(scene) is State.NAMING and row not in NAMING:
        scene = having(scene, open=None)
    return row.does(scene, key)


def _row(known: Rows, key: str) -> Binding | None:
    return next((row for row in known if key in row.keys), None)


# --- The own hand ------------------------------------------------------------------


def _choose(scene: Scene, slot: int | None, missing: str) -> Done:
    if scene.local.slots.at(slot) is None:
        return deeds.noticed(scene, missing)
    return Done(scene.with_local(chosen=slot, notice=""))


def _slot(scene: Scene, key: str) -> Done:
    return _choose(scene, deeds.KEYS.index(key), prompts.EMPTY_SLOT)


def _new(scene: Scene, key: str) -> Done:
    return _choose(scene, NEW, prompts.NOTHING_NEW)


def _step(scene: Scene, key: str) -> Done:
    """Choose the next card, or the one before."""
    filled, chosen = scene.local.slots.filled(), scene.local.chosen
    if not filled:
        return Done(scene.local)
    if chosen not in filled:
        return Done(scene.with_local(chosen=filled[0 if key == "right" else -1]))
    at = filled.index(chosen) + (1 if key == "right" else -1)
    return Done(scene.with_local(chosen=filled[at % len(filled)], notice=""))


def _special(scene: Scene, key: str) -> Done:
    """Choose a wild or a Skip."""
    slot = scene.local.slots.find(Card[key.upper()])
    return _choose(scene, slot, prompts.no_such_card(key))


def _letter(scene: Scene, key: str) -> Done:
    """Begin to name a card."""
    return Done(scene.with_local(open=Naming(key), chosen=None, notice=""))


def _digit(scene: Scene, key: str) -> Done:
    """Go on naming a card: choose it as soon as it is one, stay if it may go on."""
    opened = scene.local.open
    assert isinstance(opened, Naming)
    name = opened.letters + key
    faces = {card.value.lower() for card in scene.local.slots.held()}
    longer = any(face.startswith(name) and face != name for face in faces)
    slot = None
    if name in faces:
        slot = scene.local.slots.find(Card[name.upper()])
    elif not longer:
        closed = having(scene, open=None, chosen=None)
        return deeds.noticed(closed, prompts.no_such_card(name))
    opened_on = Naming(name) if longer else None
    return Done(scene.with_local(open=opened_on, chosen=slot, notice=""))


def _sort(scene: Scene, key: str) -> Done:
    """Sort the hand in the next way."""
    sort = scene.local.sort.next()
    slots = sorted_as(scene.local.slots, sort, deeds.needed(scene))
    notice = prompts.sorted_by(sort.value)
    return Done(scene.with_local(sort=sort, slots=slots, chosen=None, notice=notice))


def _move(scene: Scene, key: str) -> Done:
    """Move the chosen card; from then on the order is the player's own."""
    chosen = scene.local.chosen
    if chosen is None:
        return deeds.noticed(scene, prompts.PICK_TO_MOVE)
    slots, at = moved(scene.local.slots, chosen, -1 if key == "<" else 1)
    return Done(scene.with_local(slots=slots, chosen=at, sort=Sort.MINE, notice=""))


# --- The turn ----------------------------------------------------------------------


def _menu(scene: Scene, key: str) -> Done:
    """List all that can be done now; while a panel is shown the arrows move it."""
    if scene.local.panel is not Panel.NONE and key != "m":
        return look.scroll(scene, key)
    return deeds.ask_for(scene, prompts.WHAT_NOW, deeds.numbered(menu_items(scene)))


def _take(scene: Scene, key: str) -> Done:
    return _do(scene, next(item for item in look.items_of(scene) if item.key == key))


def _do(scene: Scene, item: Item) -> Done:
    """Do what an item of a list stands for."""
    closed = having(scene, open=None)
    if item.action is not None:
        ends = isinstance(item.action, typed.ENDING)
        return deeds.attempt(closed, item.action, ends_turn=ends)
    if item.request is not None:
        return Done(closed.local, (Tell(item.request),))
    if item.arms is not None:
        return arming.arm(scene, item.arms)
    if item.typed:
        return typed.run(closed, item.typed)
    if item.then is not None:
        return Done(scene.with_local(open=item.then))
    return _pressed(closed, item.press)


def _marked(scene: Scene, key: str) -> Done:
    opened = scene.local.open
    assert isinstance(opened, Choices)
    if opened.at < 0:
        return deeds.noticed(scene, prompts.WHICH)
    return _do(scene, opened.items[opened.at])


def _next_way(scene: Scene, key: str) -> Done:
    opened = scene.local.open
    assert isinstance(opened, Preview)
    at = (opened.at + 1) % len(opened.ways)
    return Done(scene.with_local(open=Preview(opened.ways, at), notice=""))


def _give_up(scene: Scene, key: str) -> Done:
    return Done(scene.with_local(open=None, chosen=None, notice=""))


def _send_way(scene: Scene, key: str) -> Done:
    opened = scene.local.open
    assert isinstance(opened, Preview)
    return deeds.attempt(scene, *opened.way.actions)


def _confirmed(scene: Scene, key: str) -> Done:
    opened = scene.local.open
    assert isinstance(opened, Confirm)
    return deeds.attempt(scene, opened.action, ends_turn=True)


def _quit(scene: Scene, key: str) -> Done:
    return Done(scene.with_local(open=None), (Quit(),))


def _ready(scene: Scene, key: str) -> Done:
    """Say that the next round may start; r takes it back."""
    on = key == "enter" or scene.person is None or not scene.person.ready
    return Done(scene.with_local(notice=""), (Tell(Ready(id=0, on=on)),))


def _hurry(scene: Scene, key: str) -> Done:
    """Let bots play on at once, where nobody else wants to follow them."""
    if not scene.alone:
        return deeds.noticed(scene, prompts.NO_HURRY)
    if scene.my_turn:
        return deeds.noticed(scene, prompts.HURRY_YOURSELF)
    return Done(scene.with_local(notice=""), (Hurry(),))


GAME: Rows = (
    *look.LOOK,
    Binding(("d", " "), lambda scene, key: deeds.attempt(scene, STOCK), acts=True),
    Binding(("p",), lambda scene, key: deeds.attempt(scene, PILE), acts=True),
    Binding(("l",), lambda scene, key: deeds.preview_lay(scene, False), acts=True),
    Binding(("L",), lambda scene, key: deeds.preview_lay(scene, True), acts=True),
    Binding(("h",), lambda scene, key: deeds.hit(scene), acts=True),
    Binding(("H",), lambda scene, key: deeds.sweep_hits(scene), acts=True),
    Binding(("enter", "x"), lambda scene, key: deeds.discard(scene), acts=True),
    Binding(tuple(deeds.KEYS), _slot, acts=True),
    Binding(("n",), _new, acts=True),
    Binding(("r", "b", "g", "y"), _letter, acts=True),
    Binding(("w", "s"), _special, acts=True),
    Binding(("left", "right"), _step, acts=True),
    Binding((".",), hints.show),
    Binding(("a",), arming.ask),
    Binding(("z",), _hurry),
    Binding(("o",), _sort),
    Binding(("<", ">"), _move),
    Binding(("up", "down", "m"), _menu),
)
DICE: Rows = (
    *look.LOOK,
    Binding(tuple(deeds.KEYS), shaking.mark, acts=True),
    Binding(("a",), shaking.mark_all, acts=True),
    Binding(("k",), shaking.mark_spare, acts=True),
    Binding(("enter", "d", " "), shaking.roll, acts=True),
    Binding(("l",), lambda scene, key: deeds.preview_lay(scene, False), acts=True),
    Binding(("x",), shaking.give_up, acts=True),
    Binding((".",), hints.show),
    Binding(("up", "down", "m"), _menu),
)
NAMING: Rows = (
    Binding(tuple(deeds.KEYS), _digit, acts=True),
    Binding(("backspace",), look.back),
)
PREVIEW: Rows = (
    *look.ALWAYS,
    Binding(("enter",), _send_way, acts=True),
    Binding(("tab",), _next_way),
    Binding((*deeds.KEYS, "n"), adjust.at_place),
    Binding(("left", "right"), adjust.step),
    Binding(("up", "down"), adjust.move),
    Binding(("u",), adjust.undo),
    Binding(("esc",), _give_up),
)
CHOICES: Rows = (
    *look.ALWAYS,
    Binding(("enter",), _marked, acts=True),
    Binding(("up", "down"), look.mark),
    Binding(("esc",), look.back),
)
CONFIRM: Rows = (
    *look.ALWAYS,
    Binding(("enter", "x"), _confirmed, acts=True),
    Binding(("esc", "u"), look.back),
)
HINTS: Rows = (
    *look.ALWAYS,
    Binding(("enter",), hints.follow, acts=True),
    Binding((".", "down", "tab"), hints.another),
    Binding(("esc", "u"), look.back),
)
LEAVING: Rows = (
    Binding(("y", "c-c"), _quit),
    Binding(("n", "esc", "u"), look.back),
    Binding(("c-l",), look.redraw),
)
OVER: Rows = (
    *look.LOOK,
    Binding(("enter", "r"), _ready),
    Binding(("c",), copying.score_sheet),
    Binding(("up", "down"), look.scroll),
)
ROWS: Mapping[State, Rows] = {
    State.LOBBY: lobby.ROWS,
    State.GAME: GAME,
    State.DICE: DICE,
    State.PREVIEW: PREVIEW,
    State.CONFIRM: CONFIRM,
    State.HINTS: HINTS,
    State.LEAVING: LEAVING,
    State.OVER: OVER,
}
