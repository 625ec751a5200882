"""What a screen shows of a score pad: how it stands, the line that is typed, a word."""

from __future__ import annotations

from msgspec import Struct

from p10net.client.commands.scene import Typing
from p10net.client.pad.writing import Naming, State
from p10net.client.words import pad as words


class Leaf(Struct, frozen=True):
    """A pad on a screen; `said` came of the last line, `scroll` shows older rounds."""

    state: State
    typing: Typing
    said: tuple[str, ...] = ()
    scroll: int = 0


def line(state: State) -> Typing:
    """Begin an empty line behind a word that says what it is for."""
    if isinstance(state, Naming):
        return Typing(words.TWISTS_PROMPT if state.players else words.NAMES_PROMPT)
    return Typing(f"{state.names[state.asked]}>" if state.asked else ">")
