"""The ten dice in three rows: keys above, faces in the middle, marks below.

They lie open, so that everybody sees whose they are; a die to be rolled again says so
in a word below it, besides its brackets.
"""

from __future__ import annotations

from p10net.client import picture
from p10net.client.commands import deeds
from p10net.client.commands.scene import Scene
from p10net.client.picture import Line, Picture
from p10net.client.screen import buttons, hand
from p10net.client.screen.buttons import button
from p10net.client.screen.strokes import face
from p10net.client.words import dice as words
from p10net.client.words.notation import written
from p10net.engine.view import View

LEFT = 3
WIDE = 7


def _center(piece: Line | str, room: int) -> Line:
    line = picture.text(piece) if isinstance(piece, str) else piece
    before = max(0, (room - picture.width(line)) // 2)
    return picture.pad(picture.row(" " * before, line), room)


def rows(scene: Scene, view: View) -> Picture:
    """Draw the dice of whoever rolls."""
    if not view.dice:
        return picture.fill(hand.queued(scene) or [picture.text(words.NO_DICE)], 3)
    numbers: list[Line | str] = [" " * LEFT]
    shown: list[Line | str] = [" " * LEFT]
    below: list[Line | str] = [" " * LEFT]
    known = buttons.at_cards(scene)
    needed = [*hand.suggested(scene)] if scene.my_turn else []
    for at, die in enumerate(view.dice):
        marked = at + 1 in scene.local.again
        use = die in needed
        if use:
            needed.remove(die)
        role = "chosen" if marked else "suggested" if use else ""
        name = f"[{written(die)}]" if marked else f"|{written(die)}|"
        numbers.append(_center(deeds.KEYS[at] if scene.my_turn else "", WIDE))
        piece = _center(face(die, name, role), WIDE)
        shown.append(button(piece, deeds.KEYS[at], known))
        told = words.AGAIN if marked else "^" if use else ""
        below.append(_center(told, WIDE))
    above, under = hand.queued(scene) or (picture.row(*numbers), picture.row(*below))
    return (above, picture.row(*shown), under)
