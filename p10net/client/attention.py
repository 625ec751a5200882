"""Calls for a person who looks elsewhere: the bell, the title, and who looks where.

A terminal that reports its focus tells whether anybody looks at it. Without such a
report nobody knows, and then the bell stays silent unless it was asked for: a bell in
the ear of somebody who is looking is worse than none. This module only makes the bytes
and the decision; it may not write to a terminal.
"""

from __future__ import annotations

import base64
from enum import Enum

# Focus is reported from here on; the title is put aside and brought back at the end.
BEGIN = "\x1b[?1004h\x1b[22;2t"
END = "\x1b[?1004l\x1b[23;2t"

IN, OUT = "\x1b[I", "\x1b[O"
"""What a terminal says when its window gets the focus, and when it loses it."""


class Bell(Enum):
    """When the bell calls somebody whose turn it is."""

    UNFOCUSED = "unfocused"
    OFF = "off"
    ALWAYS = "always"


def rings(bell: Bell, focused: bool | None) -> bool:
    """Say whether to ring; `focused` is None where the terminal reports nothing.

    >>> rings(Bell.UNFOCUSED, None), rings(Bell.UNFOCUSED, False)
    (False, True)
    """
    return bell is Bell.ALWAYS or (bell is Bell.UNFOCUSED and focused is False)


def copied(text: str) -> str:
    """Write what asks a terminal to put a text on the clipboard (OSC 52)."""
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"
