"""What each key does at the table: one row a key, for each state of the screen.

In one state a key has one meaning, and Enter alone never ends a turn. Keys that only
look are others than those that act, and a capital letter is never more dangerous than
its small one. Keys that act are dead for a moment after the turn arrives; what is
dead, repeated or delayed is measured in `app`, which has the clock.
"""

from __future__ import annotations

from collections.abc import Mapping

from p10net.client.commands import (
    adjust,
    arming,
    copying,
    deeds,
    hand,
    hints,
    layouts,
    lobby,
    look,
    past,
    places,
    shaking,
    typed,
    undo,
)
from p10net.client.commands.keymap import STAGES, Keymap, State
from p10net.client.commands.look import Binding, Does, Rows, having
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
from p10net.client.words import past as past_words
from p10net.client.words import prompts
from p10net.client.words.notation import using
from p10net.engine.moves import Pass
from p10net.engine.moves.draw import PILE, STOCK
from p10net.protocol.requests import Ready

OPENED: Mapping[type, State] = {
    Naming: State.NAMING,
    Preview: State.PREVIEW,
    Choices: State.CHOICES,
    Confirm: State.CONFIRM,
    Hints: State.HINTS,
    Leaving: State.LEAVING,
}
AT_TABLE = (State.GAME, State.WATCHING, State.PAST, State.DICE, State.NAMING)
"""States in which the table is seen and asks no question."""


def state_of(scene: Scene) -> State:
    """Tell what the screen waits for."""
    if scene.local.back is not None:
        return State.PAST
    if scene.local.open is not None:
        return OPENED[type(scene.local.open)]
    playing = State.GAME if scene.seat is not None else State.WATCHING
    return STAGES.get(scene.stage, playing)


def rows(scene: Scene) -> Rows:
    """Give all keys that mean something now."""
    state = state_of(scene)
    known = renamed(rows_of(state), state, scene.keymap)
    if state is State.CHOICES:
        items = enumerate(look.items_of(scene), 1)
        keys = tuple(item.key or places.row(at) for at, item in items)
        return (Binding(keys, _take, acts=True), *known)
    return (*known, *(places.rows(scene) if state in AT_TABLE else ()))


def rows_of(state: State) -> Rows:
    """Give the rows of a state as they are from the beginning."""
    if state is State.NAMING:
        others = (row for row in GAME if not set(row.keys) & {*deeds.KEYS})
        return (*NAMING, *others)
    return ROWS[state]


def renamed(known: Rows, state: State, keymap: Keymap) -> Rows:
    """Give rows the keys that the player has chosen for them."""
    keys = keymap.keys(state)
    return tuple(_renamed(row, keys) if {*row.keys} & {*keys} else row for row in known)


def _renamed(row: Binding, keys: Mapping[str, str]) -> Binding:
    first = {keys.get(key, key): key for key in row.keys}
    return Binding((*first,), _with_first(row.does, first), row.acts)


def _with_first(does: Does, first: Mapping[str, str]) -> Does:
    """Let an action hear the key it had at first, whatever it has now."""
    return lambda scene, key: does(scene, first[key])


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
        return deeds.noticed(scene, _unknown(scene))
    if row.acts and scene.deaf:
        return Done(scene.local)
    if state_of(scene) is State.NAMING and row not in NAMING:
        scene = having(scene, open=None)
    return row.does(scene, key)


def _unknown(scene: Scene) -> str:
    """Say why a key means nothing now."""
    state = state_of(scene)
    if state is State.PAST:
        return past_words.ACTS
    answers = scene.local.open is not None and state is not State.NAMING
    return prompts.ESC_FIRST if answers else prompts.NOTHING_HERE


def _row(known: Rows, key: str) -> Binding | None:
    return next((row for row in known if key in row.keys), None)


# --- The turn ----------------------------------------------------------------------


def _menu(scene: Scene, key: str) -> Done:
    """List all that can be done now; while a panel is shown the arrows move it."""
    if scene.local.panel is not Panel.NONE and key != "m":
        return look.scroll(scene, key)
    return deeds.ask_for(scene, prompts.WHAT_NOW, deeds.numbered(menu_items(scene)))


def _take(scene: Scene, key: str) -> Done:
    items = look.items_of(scene)
    at = places.row_at(key)
    if at is not None:
        return _do(scene, items[at])
    return _do(scene, next(item for item in items if item.key == key))


def _do(scene: Scene, item: Item) -> Done:
    """Do what an item of a list stands for."""
    closed = having(scene, open=None)
    if isinstance(item.action, Pass):
        return shaking.give_up(closed, "x")
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
    state = state_of(closed)
    return _pressed(closed, scene.keymap.keys(state).get(item.press, item.press))


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
    return Done(scene.with_local(open=None), (Quit(for_good=key == "g"),))


def _ready(scene: Scene, key: str) -> Done:
    """Say that the next round may start; r takes it back."""
    on = key == "enter" or not scene.ready
    return Done(scene.with_local(notice=""), (Tell(Ready(id=0, on=on)),))


def _hurry(scene: Scene, key: str) -> Done:
    """Let bots play on at once, where nobody else wants to follow them."""
    if not scene.alone:
        return deeds.noticed(scene, prompts.NO_HURRY)
    if scene.my_turn:
        return deeds.noticed(scene, prompts.HURRY_YOURSELF)
    return Done(scene.with_local(notice=""), (Hurry(),))


def _leave_from_then(scene: Scene, key: str) -> Done:
    """Ask whether to leave; the answer is given now."""
    return look.leave(having(scene, back=None), key)


TURNS = Binding(("t",), past.begin)
IN_GAME: Rows = (
    *(row for row in look.LOOK if "u" not in row.keys),
    Binding(("esc",), look.back),
    Binding(("u",), undo.step_back),
)
"""Keys that look or leave, but that `u` may go back further than this screen."""

GAME: Rows = (
    *IN_GAME,
    TURNS,
    Binding(("d", " "), lambda scene, key: deeds.attempt(scene, STOCK), acts=True),
    Binding(("p",), lambda scene, key: deeds.attempt(scene, PILE), acts=True),
    Binding(("l",), lambda scene, key: deeds.preview_lay(scene, False), acts=True),
    Binding(("L",), lambda scene, key: deeds.preview_lay(scene, True), acts=True),
    Binding(("h",), lambda scene, key: deeds.hit(scene), acts=True),
    Binding(("H",), lambda scene, key: deeds.sweep_hits(scene), acts=True),
    Binding(("enter", "x"), lambda scene, key: deeds.discard(scene), acts=True),
    Binding(tuple(deeds.KEYS), hand.at_place, acts=True),
    Binding(("n",), hand.newest, acts=True),
    Binding(("r", "b", "g", "y"), hand.letter, acts=True),
    Binding(("w", "s"), hand.special, acts=True),
    Binding(("left", "right"), hand.step, acts=True),
    Binding((".",), hints.show),
    Binding(("a",), arming.ask),
    Binding(("z",), _hurry),
    Binding(("o",), hand.sort_next),
    Binding(("<", ">"), hand.move),
    Binding(("up", "down", "m"), _menu),
)
WATCHING: Rows = (
    *(row for row in GAME if "left" not in row.keys),
    Binding(("left",), past.begin),
)
PAST: Rows = (
    *(row for row in look.LOOK if not {"c-c", ":", "q", "esc"} & {*row.keys}),
    Binding((*past.STEPS,), past.step),
    Binding(("esc", "u", "t"), past.now),
    Binding(("up", "down"), look.scroll),
    Binding(("q", "c-c"), _leave_from_then),
)
DICE: Rows = (
    *IN_GAME,
    Binding(("t", "left"), past.begin),
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
    Binding(tuple(deeds.KEYS), hand.digit, acts=True),
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
    Binding((".",), hints.show),
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
    Binding(("esc", "u"), hints.close),
)
LEAVING: Rows = (
    Binding(("y", "c-c", "g"), _quit),
    Binding(("n", "esc", "u"), look.back),
    Binding(("c-l",), look.redraw),
)
OVER: Rows = (
    *look.LOOK,
    Binding(("t", "left"), past.begin),
    Binding(("enter", "r"), _ready),
    Binding(("c",), copying.score_sheet),
    Binding(("up", "down"), look.scroll),
)
ROWS: Mapping[State, Rows] = {
    State.LOBBY: lobby.ROWS,
    State.GAME: GAME,
    State.WATCHING: WATCHING,
    State.PAST: PAST,
    State.DICE: DICE,
    State.PREVIEW: PREVIEW,
    State.CHOICES: CHOICES,
    State.CONFIRM: CONFIRM,
    State.HINTS: HINTS,
    State.LEAVING: LEAVING,
    State.OVER: OVER,
}
