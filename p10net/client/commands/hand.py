"""Keys of the own hand: which card is chosen, by place or by name, and how they lie.

Choosing sends nothing; what is done with a chosen card stands in `deeds`.
"""

from __future__ import annotations

from p10net.client.commands import deeds
from p10net.client.commands.look import having
from p10net.client.commands.scene import Done, Naming, Scene
from p10net.client.commands.slots import NEW, Sort, moved, sorted_as
from p10net.client.words import prompts
from p10net.engine.cards import Card


def _choose(scene: Scene, slot: int | None, missing: str) -> Done:
    if scene.local.slots.at(slot) is None:
        return deeds.noticed(scene, missing)
    return Done(scene.with_local(chosen=slot, notice=""))


def at_place(scene: Scene, key: str) -> Done:
    """Choose the card at a number."""
    return _choose(scene, deeds.KEYS.index(key), prompts.EMPTY_SLOT)


def newest(scene: Scene, key: str) -> Done:
    """Choose the card just drawn."""
    return _choose(scene, NEW, prompts.NOTHING_NEW)


def step(scene: Scene, key: str) -> Done:
    """Choose the next card, or the one before."""
    filled, chosen = scene.local.slots.filled(), scene.local.chosen
    if not filled:
        return Done(scene.local)
    if chosen not in filled:
        return Done(scene.with_local(chosen=filled[0 if key == "right" else -1]))
    at = filled.index(chosen) + (1 if key == "right" else -1)
    return Done(scene.with_local(chosen=filled[at % len(filled)], notice=""))


def special(scene: Scene, key: str) -> Done:
    """Choose a wild or a Skip."""
    slot = scene.local.slots.find(Card[key.upper()])
    return _choose(scene, slot, prompts.no_such_card(key))


def letter(scene: Scene, key: str) -> Done:
    """Begin to name a card."""
    return Done(scene.with_local(open=Naming(key), chosen=None, notice=""))


def digit(scene: Scene, key: str) -> Done:
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


def sort_next(scene: Scene, key: str) -> Done:
    """Sort the hand in the next way."""
    sort = scene.local.sort.next()
    slots = sorted_as(scene.local.slots, sort, deeds.needed(scene))
    notice = prompts.sorted_by(sort.value)
    return Done(scene.with_local(sort=sort, slots=slots, chosen=None, notice=notice))


def move(scene: Scene, key: str) -> Done:
    """Move the chosen card; from then on the order is the player's own."""
    chosen = scene.local.chosen
    if chosen is None:
        return deeds.noticed(scene, prompts.PICK_TO_MOVE)
    slots, at = moved(scene.local.slots, chosen, -1 if key == "<" else 1)
    return Done(scene.with_local(slots=slots, chosen=at, sort=Sort.MINE, notice=""))
