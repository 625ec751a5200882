"""The table while a round is played, for windows from 80x20 up.

From the top: the piles, the seats with their melds, the log, the own hand, what can be
done, the prompt. When space is short the log goes first, then the cards of others'
melds; the hand, the bar and every seat are always there.
"""

from __future__ import annotations

from p10net.client import picture
from p10net.client.commands.scene import Panel, Scene
from p10net.client.picture import Line, Picture
from p10net.client.screen import bar, choices, dice, hand, history, panels, seats
from p10net.client.screen.strokes import Strokes, face, rule
from p10net.client.words import dice as dice_words
from p10net.client.words import table as words
from p10net.client.words.notation import written
from p10net.engine.dice import played
from p10net.engine.view import View
from p10net.protocol.clean import clean

LEAST_LOG = 2


def table(scene: Scene, view: View, pen: Strokes) -> Picture:
    """Draw the whole screen."""
    foot = (*own(scene, view, pen), *bar.bar(scene, pen), bar.prompt(scene, pen))
    room = pen.rows - 2 - len(foot)
    if scene.local.panel is Panel.NONE:
        middle = _middle(scene, view, pen, room)
    else:
        middle = (*panels.panel(scene, pen, room - 1), rule(pen))
    return (header(scene, view, pen), rule(pen), *middle, *foot)


def own(scene: Scene, view: View, pen: Strokes, boxed: bool = False) -> Picture:
    """Draw what lies before the player: the hand, or the dice; with borders in five."""
    if not played(view.rules):
        return hand.boxes(scene, pen, pen.columns) if boxed else hand.rows(scene, pen)
    return ((), *dice.rows(scene, view), ()) if boxed else dice.rows(scene, view)


def _middle(scene: Scene, view: View, pen: Strokes, room: int) -> Picture:
    """Draw the seats and, in what is left, the log or the open list.

    In the smallest window a full table needs every row, the rules' own included.
    """
    size, least = choices.size(scene), seats.least(view)
    wanted = max(LEAST_LOG, min(size, room - 2 - least))
    rows = min(seats.wanted(view, pen), max(least, room - 2 - wanted))
    above = seats.seat_rows(scene, view, pen, min(rows, room))
    left = room - 2 - len(above)
    if left < 0:
        return picture.fill(above, room)
    if size:
        below = choices.rows(scene, pen, left)
    else:
        since = history.since_turn(scene.log, scene.seat) if scene.my_turn else 0
        below = history.newest(scene.log, pen.columns, left, since, scene.label)
    return (*above, rule(pen), *below, rule(pen))


def header(scene: Scene, view: View, pen: Strokes) -> Line:
    """Draw the top line: round and piles on the left, the table on the right."""
    top = view.pile[-1] if view.pile else None
    shown = picture.text(words.pile(top, len(view.pile)))
    if top is not None:
        before, _, after = words.pile(top, len(view.pile)).partition(written(top))
        shown = picture.row(before, face(top), after)
    piles = (picture.column(words.stock(view.stock), 11), shown)
    if rolled := played(view.rules):
        piles = (picture.text(dice_words.roll(view.rolls)), ())
    left = picture.row(
        picture.text(" p10net  ", "title"),
        picture.column(words.round_(view.round, dice=rolled), 12),
        *piles,
    )
    where = f"{clean(scene.name)}  {scene.code}".strip()
    if scene.table is not None and scene.table.practice:
        where = f"{words.PRACTICE}  {where}"
    bare = scene.table is not None and scene.table.settings.cleartext
    where = words.LOST if scene.link else f"{words.BARE}  {where}" if bare else where
    role = "wrong" if scene.link or bare else ""
    room = max(0, pen.columns - picture.width(left) - 3)
    right = picture.row(picture.cut(picture.text(where, role), room), " ")
    return picture.ends(left, right, pen.columns)
