"""Keys that only look or leave, the same in every state, and what a row of keys is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from p10net.client.commands import reading
from p10net.client.commands.line import CHAT, COMMAND
from p10net.client.commands.scene import (
    Choices,
    Done,
    Item,
    Leaving,
    Panel,
    Redraw,
    Scene,
    Typing,
)
from p10net.client.words import arming, parting, prompts

Does = Callable[[Scene, str], Done]


class Binding(NamedTuple):
    """One row: keys, what they do, and whether they act on the game."""

    keys: tuple[str, ...]
    does: Does
    acts: bool = False


Rows = tuple[Binding, ...]


def having(scene: Scene, **changes: object) -> Scene:
    """Give the scene with some of its local state changed."""
    return replace(scene, local=scene.with_local(**changes))


def panel(wanted: Panel) -> Does:
    """Show a panel, or put it away if it is shown already."""

    def does(scene: Scene, key: str) -> Done:
        shown = Panel.NONE if scene.local.panel is wanted else wanted
        return Done(scene.with_local(panel=shown, scroll=0, notice=""))

    return does


def next_panel(scene: Scene, key: str) -> Done:
    """Go on to the next panel."""
    following = scene.local.panel.next()
    return Done(scene.with_local(panel=following, scroll=0, notice=""))


def write(prompt: str) -> Does:
    """Open the line for typing; nothing else hears the keys then."""
    return lambda scene, key: Done(scene.with_local(typing=Typing(prompt), notice=""))


def leave(scene: Scene, key: str) -> Done:
    """Ask whether to leave, or to close the table that others sit at."""
    told = prompts.LEAVE if scene.seat is not None else prompts.LEAVE_WATCHING
    if scene.unkept:
        told = prompts.LEAVE_UNKEPT
    if scene.closes:
        told = parting.closing_shown(scene.company)
    return Done(scene.with_local(open=Leaving(), notice=told))


def redraw(scene: Scene, key: str) -> Done:
    """Draw everything anew."""
    return Done(scene.local, (Redraw(),))


def scroll(scene: Scene, key: str) -> Done:
    """Move what a panel shows; the picture knows where it ends."""
    by = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}[key]
    return Done(scene.with_local(scroll=max(0, scene.local.scroll + by)))


def back(scene: Scene, key: str) -> Done:
    """Go one step back: what is open or armed, what is chosen, the panel."""
    local = scene.local
    if local.open is not None:
        return Done(scene.with_local(open=None, notice=""))
    if local.queue:
        return Done(scene.with_local(queue=(), notice=""))
    if local.armed is not None:
        return Done(scene.with_local(armed=None, notice=arming.OFF))
    if local.chosen is not None:
        return Done(scene.with_local(chosen=None, notice=""))
    return Done(scene.with_local(panel=Panel.NONE, scroll=0, notice=""))


def mark(scene: Scene, key: str) -> Done:
    """Mark the next item of a list, or the one before."""
    opened = scene.local.open
    assert isinstance(opened, Choices)
    size = len(opened.items)
    start = opened.at if opened.at >= 0 or key == "down" else 0
    at = (start + (1 if key == "down" else -1)) % size
    return Done(scene.with_local(open=replace(opened, at=at)))


def items_of(scene: Scene) -> tuple[Item, ...]:
    """Give the items of the list that is open."""
    opened = scene.local.open
    return opened.items if isinstance(opened, Choices) else ()


ALWAYS: Rows = (
    Binding(("c-c",), leave),
    Binding(("c-l",), redraw),
    Binding(("/",), write(CHAT)),
    Binding((":",), write(COMMAND)),
)
LOOK: Rows = (
    *ALWAYS,
    Binding(("?",), panel(Panel.HELP)),
    Binding(("f", "f2"), panel(Panel.PHASES)),
    Binding(("v", "f3"), panel(Panel.SCORES)),
    Binding(("e", "f4"), panel(Panel.LOG)),
    Binding(("E",), reading.next_filter),
    Binding(("tab",), next_panel),
    Binding(("pageup", "pagedown"), scroll),
    Binding(("q",), leave),
    Binding(("esc", "u"), back),
)
