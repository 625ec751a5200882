"""Chooses the picture for a scene and makes it exactly as large as the terminal."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from p10net.client import picture
from p10net.client.commands import past
from p10net.client.commands.scene import Panel, Scene
from p10net.client.commands.start import Start
from p10net.client.picture import CURSOR, Picture
from p10net.client.screen import lobby, sheet, table, wide
from p10net.client.screen import start as start_screen
from p10net.client.screen.frame import framed
from p10net.client.screen.strokes import Strokes
from p10net.client.words import table as words
from p10net.client.words.notation import using
from p10net.engine.view import Stage


def draw(scene: Scene | Start, columns: int, rows: int, ascii_only: bool) -> Picture:
    """Draw a scene, each line exactly as wide as the terminal and as many as it has."""
    if isinstance(scene, Start):
        return framed(partial(start_screen.start, scene), columns, rows, ascii_only)
    scene = replace(past.shown(scene), ascii_only=ascii_only)
    with using(scene.notation):
        return framed(partial(_scene, scene), columns, rows, ascii_only)


def _scene(scene: Scene, pen: Strokes) -> Picture:
    view = scene.view
    if view is None:
        if scene.lobby is None:
            return _coming(scene, pen)
        return lobby.lobby(scene, scene.lobby, pen)
    over = view.stage in (Stage.ROUND_OVER, Stage.GAME_OVER)
    sheet_shown = scene.local.panel in (Panel.NONE, Panel.SCORES)
    if over and sheet_shown and view.summary is not None:
        return sheet.whole(scene, view, view.summary, pen)
    if pen.columns >= wide.LEAST[0] and pen.rows >= wide.LEAST[1]:
        return wide.table(scene, view, pen)
    return table.table(scene, view, pen)


def _coming(scene: Scene, pen: Strokes) -> Picture:
    """Draw the moment before the host has said anything."""
    said = scene.link or words.COMING
    return ((), picture.text(f"  {said}"), (), picture.row("  ", (CURSOR,)))
