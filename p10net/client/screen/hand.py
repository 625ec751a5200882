"""The own hand: numbers above, faces in the middle, marks below.

Slots keep their places within a turn, so a gap stays where a card was. A chosen card
stands in brackets besides its colour, a suggested one has a caret below.
"""

from __future__ import annotations

from p10net.client import picture
from p10net.client.commands import deeds, plans
from p10net.client.commands.scene import Preview, Scene
from p10net.client.commands.slots import NEW, held_by
from p10net.client.picture import Line, Picture
from p10net.client.screen import buttons
from p10net.client.screen.buttons import button
from p10net.client.screen.strokes import Strokes, face
from p10net.client.words import hand as words
from p10net.client.words import seats as seat_words
from p10net.client.words.notation import written
from p10net.engine.cards import Hand
from p10net.protocol.clean import cells

LEFT = 3
"""Cells before the first slot."""


def suggested(scene: Scene) -> Hand:
    """List the cards to mark: those of the plan shown, else of the best lay-down."""
    opened = scene.local.open
    if isinstance(opened, Preview) and scene.view is not None:
        return plans.spent(opened.way, scene.view)
    can = scene.ask.can if scene.ask is not None else ()
    return deeds.needed(scene) or tuple({hit.card for hit in plans.hits(can)})


def marked_slots(scene: Scene) -> set[int]:
    """Find the slots that get a mark: of a card that can be hit, every copy."""
    slots, wanted = scene.local.slots, suggested(scene)
    if deeds.needed(scene) or isinstance(scene.local.open, Preview):
        return held_by(slots, wanted)
    return {slot for slot in slots.filled() if slots.at(slot) in wanted}


def rows(scene: Scene, pen: Strokes) -> Picture:
    """Draw the hand in three rows."""
    slots = scene.local.slots
    if not slots.filled():
        empty = picture.text(" " * LEFT + words.empty(scene.seat is not None))
        return picture.fill(queued(scene) or [empty], 3)
    wide = min(6, (pen.columns - LEFT - 12) // max(len(slots.cards), 1))
    marks, known = marked_slots(scene), buttons.at_cards(scene)
    numbers: list[Line | str] = [" " * LEFT]
    faces: list[Line | str] = [" " * LEFT]
    below: list[Line | str] = [" " * LEFT]
    for at in range(len(slots.cards)):
        numbers.append(_middle(_key(at), wide))
        faces.append(button(_face(scene, at, wide, marks), _key(at), known))
        below.append(_middle("^" if at in marks else "", wide))
    if slots.new is not None:
        numbers.append(f" {' ' * len(pen.down)} {_middle('n', wide)}")
        new = button(_face(scene, NEW, wide, marks), _key(NEW), known)
        faces += [f" {pen.down} ", new, words.NEW]
        below.append(f"   {_middle('^' if NEW in marks else '', wide)}")
    return (picture.row(*numbers), picture.row(*faces), picture.row(*below))


def queued(scene: Scene) -> Picture:
    """Say in two lines to somebody who wanted a seat why there is none."""
    if not scene.queued:
        return ()
    told = seat_words.queued(playing=scene.playing, dice=scene.names.dice)
    return tuple(picture.text(" " * LEFT + line) for line in told)


def _key(at: int) -> str:
    if at == NEW:
        return "n"
    return deeds.KEYS[at] if at < len(deeds.KEYS) else ""


def _middle(words_: str, room: int) -> str:
    return words_.center(room)


def _face(scene: Scene, slot: int, wide: int, marks: set[int]) -> Line:
    """Write a card in the middle of its slot, in brackets when it is chosen."""
    card = scene.local.slots.at(slot)
    if card is None:
        return picture.text(" " * wide)
    chosen = slot == scene.local.chosen
    mark = "chosen" if chosen else "suggested" if slot in marks else ""
    name = written(card)
    piece = face(card, f"[{name}]" if chosen else name, mark)
    before = (wide - cells(name)) // 2 - chosen
    return picture.pad(picture.row(" " * max(0, before), piece), wide)


# --- In boxes ----------------------------------------------------------------------


def boxes(scene: Scene, pen: Strokes, room: int) -> Picture:
    """Draw the hand as cards with borders, in five rows."""
    slots = scene.local.slots
    wide = 7
    needed = (len(slots.cards) + (slots.new is not None)) * wide + 4
    if not slots.filled() or needed > room:
        return (*rows(scene, pen), (), ())
    marks, known = marked_slots(scene), buttons.at_cards(scene)
    lines: list[list[Line | str]] = [[" "] for _ in range(5)]
    for at in (*range(len(slots.cards)), *((NEW,) if slots.new is not None else ())):
        gap = "   " if at == NEW else ""
        for line, piece in zip(lines, _box(scene, at, pen, marks), strict=True):
            shown = button(picture.pad(piece, wide), _key(at), known)
            line.append(picture.row(gap, shown))
    return tuple(picture.row(*line) for line in lines)


def _box(scene: Scene, slot: int, pen: Strokes, marks: set[int]) -> Picture:
    """Draw one slot: key, upper border, face, lower border, mark."""
    card = scene.local.slots.at(slot)
    key = _key(slot)
    if card is None:
        return (picture.text(_middle(key, 6)), (), (), (), ())
    chosen = slot == scene.local.chosen
    mark = "chosen" if chosen else "suggested" if slot in marks else ""
    top_left, top_right, low_left, low_right = tuple(pen.corners)
    middle = face(card, words.in_box(card), mark)
    below = words.below(chosen, slot in marks, slot == NEW)
    return (
        picture.text(_middle(key, 6)),
        picture.text(f"{top_left}{pen.across * 4}{top_right}"),
        picture.row(pen.down, middle, pen.down),
        picture.text(f"{low_left}{pen.across * 4}{low_right}"),
        picture.text(_middle(below, 6)),
    )
