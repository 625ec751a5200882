"""The keys of a turn with dice: mark the ones to roll again, roll, lay, or give up.

What is marked is only this screen's until it is rolled; Enter rolls and never ends the
turn.
"""

from __future__ import annotations

from p10net.client.commands import cup, deeds
from p10net.client.commands.scene import Confirm, Done, Scene
from p10net.client.words import dice as words
from p10net.engine.dice import ALL
from p10net.engine.moves import Pass, Roll


def _marking(scene: Scene, again: tuple[int, ...]) -> Done:
    """Mark dice, if they could be rolled."""
    if (why := deeds.refusal(scene, Roll(ALL))) is not None:
        return deeds.noticed(scene, why)
    return Done(scene.with_local(again=again, notice=""))


def mark(scene: Scene, key: str) -> Done:
    """Mark a die to be rolled again, or let it lie."""
    die = deeds.KEYS.index(key) + 1
    marked = scene.local.again
    left = tuple(one for one in marked if one != die)
    return _marking(scene, left if die in marked else tuple(sorted((*marked, die))))


def mark_all(scene: Scene, key: str) -> Done:
    """Mark all dice; again: none."""
    return _marking(scene, () if scene.local.again == ALL else ALL)


def mark_spare(scene: Scene, key: str) -> Done:
    """Mark the dice that the phase can do without."""
    view = scene.view
    found = cup.suggested(view) if view is not None and scene.my_turn else None
    if found is None and deeds.refusal(scene, Roll(ALL)) is None:
        return deeds.noticed(scene, words.LIES_THERE)
    return _marking(scene, found.again if found is not None else ())


def roll(scene: Scene, key: str) -> Done:
    """Roll the marked dice."""
    marked = scene.local.again
    if not marked and deeds.refusal(scene, Roll(ALL)) is None:
        return deeds.noticed(scene, words.MARK_FIRST)
    return deeds.attempt(scene, Roll(marked or ALL))


def give_up(scene: Scene, key: str) -> Done:
    """Ask once more before the turn ends without the phase."""
    if (why := deeds.refusal(scene, Pass())) is not None:
        return deeds.noticed(scene, why)
    lays = words.PASS_WITH_PHASE if scene.local.ways else words.PASS
    return Done(scene.with_local(open=Confirm(Pass(), lays), notice=""))
