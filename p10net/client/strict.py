"""A brain that must not slip: what is illegal raises, on the line that returned it.

In a match a slip is told and something else is played, so that nobody has to wait. An
author who tries a brain out wants the opposite: to stop there, and to see the place.
"""

from __future__ import annotations

import sys
from types import CodeType, FrameType, TracebackType
from typing import Any

from p10net.bots.brain import Brain, as_sent, awaits
from p10net.client.words import brains
from p10net.engine.moves import Action, Ask, check
from p10net.engine.view import View


class IllegalAnswer(ValueError):
    """A brain answered with what is no action, or is not legal; the text says both."""


class Strict:
    """Asks another brain, and gives its answers only if they may be played."""

    def __init__(self, brain: Brain) -> None:
        """Watch over a brain."""
        self._brain = brain
        self._code = _code_of(brain)
        self._left: FrameType | None = None
        self._line = 0

    def choose(self, view: View, ask: Ask) -> Action:
        """Ask; raises IllegalAnswer, as if the brain's own line had raised it."""
        chosen = self._asked(view, ask)
        if awaits(chosen):
            raise self._from_its_line(brains.never_awaited(ask.default))
        action = as_sent(chosen)
        if action is None:
            raise self._from_its_line(brains.no_action(chosen, ask.default))
        why = check(view, action)
        if why is not None:
            raise self._from_its_line(brains.illegal(action, why, ask.can, ask.default))
        return action

    def _asked(self, view: View, ask: Ask) -> object:
        """Ask, and note on which line the brain's own function was left."""
        before = sys.getprofile()
        sys.setprofile(self._watch)
        try:
            return self._brain.choose(view, ask)
        finally:
            sys.setprofile(before)

    def _watch(self, frame: FrameType, event: str, result: Any) -> None:
        if event == "return" and frame.f_code is self._code:
            self._left, self._line = frame, frame.f_lineno

    def _from_its_line(self, says: str) -> IllegalAnswer:
        error = IllegalAnswer(says)
        frame, self._left = self._left, None
        if frame is None:
            return error
        place = TracebackType(None, frame, frame.f_lasti, self._line)
        return error.with_traceback(place)


def _code_of(brain: Brain) -> CodeType | None:
    found: CodeType | None = getattr(brain.choose, "__code__", None)
    return found
