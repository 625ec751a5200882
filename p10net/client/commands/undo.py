"""Back to before the own last act, where one plays alone against bots.

What is only on this screen goes back first and costs nothing. What was sent can be
taken back where nobody else is concerned; such a game is practice from then on, and
that is asked once.
"""

from __future__ import annotations

from msgspec.structs import replace

from p10net.client.commands import deeds, look
from p10net.client.commands.scene import Done, Item, Scene, Tell
from p10net.client.words import prompts
from p10net.protocol.requests import TakeBack


def step_back(scene: Scene, key: str) -> Done:
    """Go one step back on this screen; with none left there, one of the game."""
    done = look.back(scene, key)
    if replace(done.local, notice=scene.local.notice) != scene.local:
        return done
    return done if scene.deaf or not possible(scene) else take_back(scene)


def possible(scene: Scene) -> bool:
    """Whether acts may be taken back at this table."""
    return scene.settings is not None and scene.settings.takes_back


def take_back(scene: Scene) -> Done:
    """Ask the host for it, after the one question that makes a game practice.

    Where nothing is taken back there is nothing to ask: the host says why not.
    """
    wish = TakeBack(id=0)
    practice = scene.table is not None and scene.table.practice
    if practice or not possible(scene):
        return Done(scene.with_local(notice=""), (Tell(wish),))
    yes = Item("y", prompts.TAKE_ACT_BACK, request=wish)
    return deeds.ask_for(scene, prompts.IS_PRACTICE, [yes])
