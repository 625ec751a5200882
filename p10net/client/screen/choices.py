"""A list of answers, drawn where the log was; the marked one stays in sight."""

from __future__ import annotations

from p10net.client import picture
from p10net.client.commands import places
from p10net.client.commands.scene import Choices, Item, Scene
from p10net.client.picture import Line, Picture
from p10net.client.screen import buttons
from p10net.client.screen.strokes import Strokes


def size(scene: Scene) -> int:
    """Say how many rows the open list wants; 0 if none is open."""
    opened = scene.local.open
    return len(opened.items) if isinstance(opened, Choices) else 0


def rows(scene: Scene, pen: Strokes, room: int) -> Picture:
    """Draw the open list in exactly so many rows."""
    opened = scene.local.open
    assert isinstance(opened, Choices)
    start = min(max(0, opened.at - room + 1), max(0, len(opened.items) - room))
    shown = opened.items[start : start + room]
    known = buttons.live(scene)
    lines = [
        buttons.button(
            _item(item, scene.label(item.words), at == opened.at, pen),
            item.key or places.row(at + 1),
            known,
        )
        for at, item in enumerate(shown, start)
    ]
    return picture.fill(lines, room)


def _item(item: Item, words: str, marked: bool, pen: Strokes) -> Line:
    role = "current" if marked else ""
    return picture.row(
        picture.text(f"  {pen.here if marked else ' '} ", role),
        picture.right(item.key, 2, role),
        picture.text(f"  {words}", role),
    )
