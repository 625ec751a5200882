"""Tells a text that a terminal sends at once from keys that somebody presses.

Most terminals mark what is pasted; in others, and through some multiplexers, it comes
as if it had been typed within a moment. Taken as keys, a page of text would play cards,
and a large one would hold up everything in this program for minutes, a table that it
hosts among it. What the text is then good for is not known here.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection

from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

MOST = 100
"""Keys that may come at once: those typed while a slow network kept quiet."""
TAIL = 0.1
"""Seconds after such a text in which what comes still belongs to it."""

ENTERS = (Keys.ControlM, Keys.ControlJ)


class Bursts:
    """Takes texts out of the keys that wait."""

    def __init__(
        self, keys: Collection[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Say which named keys a text is mixed with; letters are always part of it."""
        self._keys, self._clock = frozenset({*keys, *ENTERS}), clock
        self._until = float("-inf")

    def take(self, first: KeyPress, waiting: deque[KeyPress]) -> str | None:
        """Take what came at once with a key, and that key, as one text.

        None if so few came that somebody pressed them; then they go on waiting.
        """
        if len(waiting) < MOST and self._clock() >= self._until:
            return None
        taken = [first]
        while waiting and self._joins(waiting[0]):
            taken.append(waiting.popleft())
        self._until = self._clock() + TAIL
        return "".join("\n" if key.key in ENTERS else _letter(key) for key in taken)

    def _joins(self, key: KeyPress) -> bool:
        return bool(_letter(key)) or key.key in self._keys


def _letter(key: KeyPress) -> str:
    """Give the letter of a key that is one; the library has signals among its keys."""
    return key.data if len(key.data) == 1 and key.data.isprintable() else ""
