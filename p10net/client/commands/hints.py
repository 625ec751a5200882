"""What an expert would do: `.` shows the best, `.` again the next best.

The strongest brain weighs everything the host offers. A hint is only shown; Enter goes
as far as it is safe: a discard is chosen, not thrown, and a lay-down is shown once more
before it is sent. A question that stands open stays so behind the hint.
"""

from __future__ import annotations

from msgspec.structs import replace

from p10net.bots.advice import advice
from p10net.client.commands import deeds, plans
from p10net.client.commands.look import having
from p10net.client.commands.scene import Choices, Done, Hints, Scene, Way
from p10net.client.words import hints as words
from p10net.client.words import prompts
from p10net.engine.moves import Ask, Discard, Lay


def show(scene: Scene, key: str) -> Done:
    """Show the best thing to do."""
    view, asked, opened = scene.view, scene.ask, scene.local.open
    if opened is not None and asked is None:
        return deeds.noticed(scene, prompts.ESC_FIRST)
    if not scene.hinted:
        return deeds.noticed(scene, words.OFF)
    if view is None or asked is None or view.you is None:
        return deeds.noticed(scene, words.NONE)
    ranked = advice(view, Ask(asked.default, asked.can))
    back = opened if isinstance(opened, Choices) else None
    return Done(scene.with_local(open=Hints(tuple(ranked), back=back), notice=""))


def another(scene: Scene, key: str) -> Done:
    """Show the next best thing, after the last one the best again."""
    opened = scene.local.open
    assert isinstance(opened, Hints)
    at = (opened.at + 1) % len(opened.choices)
    return Done(scene.with_local(open=replace(opened, at=at)))


def close(scene: Scene, key: str) -> Done:
    """Put the hint away; a question behind it is still open."""
    opened = scene.local.open
    assert isinstance(opened, Hints)
    return Done(scene.with_local(open=opened.back, notice=""))


def follow(scene: Scene, key: str) -> Done:
    """Do what the hint says, as far as one key may go."""
    opened = scene.local.open
    assert isinstance(opened, Hints)
    assert scene.view is not None
    action = opened.choice.action
    closed = having(scene, open=None, notice="")
    if isinstance(action, Discard):
        slot = scene.local.slots.find(action.card)
        return Done(closed.with_local(chosen=slot))
    if isinstance(action, Lay):
        return deeds.show(closed, (Way((action,), plans.after(scene.view, action)),))
    return deeds.attempt(closed, action)
