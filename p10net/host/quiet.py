"""Keeps the log small whatever strangers do: few lines of each kind a minute.

What a line says stands in its template, so lines of one template are of one kind. How
many were left out is said with the next line that is let through. The minute is not one
of the clock on the wall, which dates the lines: set back, that would end the log.
"""

import logging
import time

from p10net.lan.sleepless import Clock

LINES = 5
SPAN = 60.0


class Sparing(logging.Filter):
    """Lets so many records of one template pass in a minute."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        """Start with everything allowed."""
        super().__init__()
        self._clock = clock
        self._kinds: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a record pass, or count it."""
        kind = str(record.msg)
        now = self._clock()
        since, seen = self._kinds.get(kind, (now, 0))
        over = now - since >= SPAN
        if over and seen > LINES:
            record.msg = f"{kind} (and {seen - LINES} more like it)"
        if over:
            since, seen = now, 0
        self._kinds[kind] = since, seen + 1
        return seen < LINES


def sparing(name: str) -> logging.Logger:
    """Give the logger of that name, made sparing; asking twice changes nothing."""
    logger = logging.getLogger(name)
    if not any(isinstance(one, Sparing) for one in logger.filters):
        logger.addFilter(Sparing())
    return logger
