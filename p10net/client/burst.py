"""Tells a text that a terminal sends at once from keys that somebody presses.

Most terminals mark what is pasted; in others, and through some multiplexers, it comes
as if it had been typed within a moment. Taken as keys, a page of text would play cards,
and a large one would hold up everything in this program for minutes, a table that it
hosts among it. A terminal that marks one paste may leave the next unmarked (what a
multiplexer keeps is its own), so that only the size of what comes tells. What the text
is then good for is not known here, but whether it may be one line that was typed: a
slow network, or a script, sends that in one piece too.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping

from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from p10net.client.commands.pasting import ENTER, Burst

MOST = 100
"""Keys that may come at once: those typed while a slow network kept quiet."""
TAIL = 0.1
"""Seconds after such a text in which what comes still belongs to it."""

FEED = "\n"
"""The end of a line in a text; as a key it is none of ours."""
ENTERS: Mapping[str, str] = {Keys.ControlM: ENTER, Keys.ControlJ: FEED}


class Bursts:
    """Takes texts out of the keys that wait."""

    def __init__(
        self, names: Mapping[str, str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Say which named keys a text is mixed with; letters are always part of it."""
        self._names, self._clock = {**names, **ENTERS}, clock
        self._until = float("-inf")
        self._ended = False

    def take(self, first: KeyPress, waiting: deque[KeyPress]) -> Burst | None:
        """Take what came at once with a key, and that key, as one text.

        None if so few came that somebody pressed them; then they go on waiting.
        """
        goes_on = self._clock() < self._until
        if len(waiting) < MOST and not goes_on:
            return None
        taken = [first]
        while waiting and self._joins(waiting[0]):
            taken.append(waiting.popleft())
        self._until = self._clock() + TAIL
        keys = tuple(self._names.get(key.key, _letter(key)) for key in taken)
        ended = goes_on and self._ended
        self._ended = ended or not {ENTER, FEED}.isdisjoint(keys)
        typed = not ended and {ENTER, FEED}.isdisjoint(keys[:-1])
        return Burst(keys, typed)

    def _joins(self, key: KeyPress) -> bool:
        return bool(_letter(key)) or key.key in self._names


def marked(text: str) -> Burst:
    """Give a text that the terminal says is pasted."""
    return Burst(tuple(ENTER if letter in "\r\n" else letter for letter in text))


def _letter(key: KeyPress) -> str:
    """Give the letter of a key that is one; the library has signals among its keys."""
    return key.data if len(key.data) == 1 and key.data.isprintable() else ""
