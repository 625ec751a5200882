"""What `c` puts on the clipboard: the line that a friend types, or the score sheet.

The terminal is asked to do it, and not every terminal obeys; what was copied is shown
as well, so that it can be read aloud.
"""

from __future__ import annotations

from p10net.client.commands import deeds
from p10net.client.commands.scene import Copy, Done, Scene
from p10net.client.words import lobby, prompts, sheet


def join_line(scene: Scene, key: str) -> Done:
    """Copy what a friend has to type."""
    target = scene.code or scene.address
    if not target:
        return deeds.noticed(scene, prompts.NOTHING_TO_COPY)
    line = lobby.join_line(target)
    return Done(scene.with_local(notice=prompts.copied(line)), (Copy(line),))


def score_sheet(scene: Scene, key: str) -> Done:
    """Copy the whole sheet as text."""
    if scene.view is None:
        return deeds.noticed(scene, prompts.NOTHING_TO_COPY)
    text = sheet.as_text(scene.view, scene.names)
    return Done(scene.with_local(notice=prompts.COPIED_SHEET), (Copy(text),))
