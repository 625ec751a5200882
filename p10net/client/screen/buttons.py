"""What can be clicked, for those who have asked for the mouse: it presses a key.

Every button is a key that is told on the screen, so nothing can be done with the mouse
alone. Which keys there are is known to the table of keys; a piece of text that begins
with one of them is its button.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from p10net.client import picture
from p10net.client.commands import keys
from p10net.client.commands import places as clicked
from p10net.client.commands.keymap import State
from p10net.client.commands.scene import Scene
from p10net.client.picture import Fragment, Line

NAMED: Mapping[str, str] = {
    **{name: name.lower() for name in ("Enter", "Esc", "Tab", "Left", "Right", "Home")},
    "Space": " ",
    "Ctrl-C": "c-c",
}
"""Keys that are called by a word on the screen."""
GAP = re.compile(r"( {2,}|: )")
"""What stands between the pieces of a line of keys."""
WITH_CARDS = (State.GAME, State.NAMING, State.PREVIEW, State.DICE)
"""States in which a card's number means that card and answers no question."""


def live(scene: Scene) -> frozenset[str]:
    """List the keys that can be clicked now; none without a mouse, or while typing."""
    if not scene.local.mouse or scene.local.typing is not None:
        return frozenset()
    return frozenset(key for row in keys.rows(scene) for key in row.keys)


def at_cards(scene: Scene) -> frozenset[str]:
    """List the keys that can be clicked on cards and piles; a question has its own."""
    return live(scene) if keys.state_of(scene) in WITH_CARDS else frozenset()


def places(scene: Scene) -> Mapping[str, str]:
    """Say for each place on the table which key a click on it presses."""
    return clicked.keys(scene, known) if (known := live(scene)) else {}


def placed(line: Line, pressed: Mapping[str, str]) -> Line:
    """Let places press what they press now, or nothing."""
    return tuple(one._replace(key=pressed.get(one.key, "")) for one in line)


def buttons(line: Line, known: Collection[str]) -> Line:
    """Make buttons of the pieces of a line that begin with a key."""
    if not known:
        return line
    return tuple(piece for one in line for piece in _pieces(one, known))


def _pieces(one: Fragment, known: Collection[str]) -> Line:
    return tuple(
        Fragment(one.role, text, one.key or _key(text, known))
        for text in GAP.split(one.text)
        if text or not one.text
    )


def _key(text: str, known: Collection[str]) -> str:
    first = text.split(" ", 1)[0] or text.strip().split(" ", 1)[0]
    key = NAMED.get(first, first)
    return key if key in known else ""


def button(line: Line, key: str, known: Collection[str]) -> Line:
    """Make one button of a whole piece, if its key means something now."""
    return picture.pressing(line, key) if key in known else line
