"""How much one connection may ask for: requests by a bucket, chat by a window.

Pure arithmetic; the time is handed in. A connection that goes on asking after it was
told to slow down runs into debt, and at some depth it is taken for a flood.
"""

from collections import deque

from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.limits import LIMITS, Limits

DEEPEST_DEBT = 2
"""Debt, in bursts, at which patience ends."""


class Allowance:
    """What one connection may still ask for."""

    def __init__(self, now: float, limits: Limits = LIMITS) -> None:
        """Start with a whole burst."""
        self._limits = limits
        self._left = float(limits.requests_burst)
        self._at = now
        self._lines: deque[float] = deque(maxlen=limits.chat_lines)

    def spend(self, now: float) -> ErrCode | ByeCode | None:
        """Pay for a request; gives what its sender is told if it was one too many."""
        earned = (now - self._at) * self._limits.requests_per_s
        self._left = min(self._left + earned, float(self._limits.requests_burst)) - 1
        self._at = now
        if self._left >= 0:
            return None
        deep = self._left < -DEEPEST_DEBT * self._limits.requests_burst
        return ByeCode.FLOOD if deep else ErrCode.RATE

    def speak(self, now: float) -> bool:
        """Whether a line of chat may be said now; if so, it counts."""
        lines, span = self._lines, self._limits.chat_ms / 1000
        if len(lines) == lines.maxlen and now - lines[0] < span:
            return False
        lines.append(now)
        return True
