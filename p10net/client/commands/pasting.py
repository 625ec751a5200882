"""What a text means that came all at once: a paste, or a line typed before it arrived.

Whether it came at once is told elsewhere. Nothing of it is ever a key that plays: text
goes into a line, and only an Enter that ends one line of chat may count, as nothing
but talk can come of it. A page has its Enters in the middle, and a word behind the
colon may act, so both wait for an Enter of their own.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from p10net.client.commands import keys
from p10net.client.commands.line import CHAT, edit, insert
from p10net.client.commands.scene import Local, Scene, Typing
from p10net.client.words import prompts

ENTER = "enter"


class Burst(NamedTuple):
    """Keys that came all at once; `typed` if they may be one line that was typed."""

    keys: tuple[str, ...]
    typed: bool = False

    @property
    def text(self) -> str:
        """What it says; other keys than letters and Enter say nothing."""
        letters = ("\n" if key == ENTER else key for key in self.keys)
        return "".join(letter for letter in letters if len(letter) == 1)

    @property
    def entered(self) -> bool:
        """Whether its last key is the Enter of the line."""
        return self.typed and self.keys[-1:] == (ENTER,)


def pasted(scene: Scene, came: Burst) -> Local:
    """Put it into the line that is open, or into the chat that its first key opens."""
    line = scene.local.typing
    if line is None and came.typed:
        line, came = _chat(scene, came.keys[0]), came._replace(keys=came.keys[1:])
    if line is None:
        return scene.with_local(notice=prompts.PASTED_NOWHERE)
    line = reduce(edit, came.keys, line) if came.typed else insert(line, came.text)
    ends = "\n" in came.text and not sends(line, came)
    told = prompts.PASTED if ends or not came.typed else ""
    return scene.with_local(typing=line, notice=told)


def _chat(scene: Scene, key: str) -> Typing | None:
    """Give the line of chat that a key opens, if it does."""
    line = keys.press(scene, key).local.typing
    return line if line is not None and line.prompt == CHAT else None


def sends(line: Typing, came: Burst) -> bool:
    """Whether its Enter counts, unless more comes after it."""
    return came.entered and line.prompt == CHAT
