"""Guards against keys that nobody meant: a key held down, an Enter held down.

A terminal does not tell a key that is held from one that is pressed again; only the
time between two tells. The time comes in as an argument.
"""

from __future__ import annotations

import math

from msgspec import Struct

REPEAT = 0.06
"""Seconds between two equal keys below which they are one that is held down."""
DEAF = 0.3
"""Seconds after the turn arrives in which its keys do not act."""

HELD = ("d", " ", "p", "x", "enter")
"""Keys for which being held down would do harm."""


class Pulse(Struct, frozen=True):
    """The last key and when it came."""

    key: str = ""
    at: float = -math.inf

    def repeats(self, key: str, now: float) -> bool:
        """Whether this key is still the one before, held down."""
        return key in HELD and key == self.key and now - self.at < REPEAT
