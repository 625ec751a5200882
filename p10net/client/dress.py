"""How the screen looks and behaves for whoever sits before it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from p10net.client.attention import Bell
from p10net.client.commands import guards, layouts
from p10net.client.commands.keymap import Keymap
from p10net.client.commands.scene import Asking
from p10net.client.commands.slots import Sort
from p10net.client.palette import DEFAULT, THEMES, Depth, Look, Theme
from p10net.client.words.notation import TABLE


class Dress(Struct, frozen=True):
    """How the screen looks and behaves for whoever sits before it.

    `deaf` is how long the turn's keys are dead when it arrives, `pause` how long an
    Enter waits before it ends a turn; a test that plays a whole game sets them to 0.
    `take_back` are seconds in which a discard can still be taken back, `themes` is
    where a person's own themes lie.
    """

    depth: Depth = Depth.FEW
    ascii_only: bool = False
    deaf: float = guards.DEAF
    pause: float = guards.REPEAT
    take_back: float = 0.0
    asks: Asking = Asking.SMART
    bell: Bell = Bell.UNFOCUSED
    sort: Sort = Sort.NUMBER
    faces: str = TABLE
    theme: Theme = THEMES[DEFAULT]
    themes: Path = Path()
    mouse: bool = False
    keyboard: str = layouts.AUTO
    keymap: Keymap = Keymap()

    @property
    def look(self) -> Look:
        """What the screen is drawn with."""
        return Look(self.depth, self.theme)
