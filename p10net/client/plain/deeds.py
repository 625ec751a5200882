"""What comes of a typed line: what is said to it, and what is done."""

from __future__ import annotations

from msgspec import Struct

from p10net.engine.moves import Action
from p10net.protocol.requests import ToHost


class Do(Struct, frozen=True):
    """Answer the game's question."""

    step: int
    action: Action


class Wish(Struct, frozen=True):
    """Ask the host for something; the session gives it its number in place of 0."""

    request: ToHost


class Quit(Struct, frozen=True):
    """End the program; the seat is kept."""


Deed = Do | Wish | Quit


class Heard(Struct, frozen=True):
    """What came of a line: what to say, and what to do."""

    lines: tuple[str, ...] = ()
    deed: Deed | None = None
