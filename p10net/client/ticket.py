"""A request on its way to a host, held until it is answered or given up.

Whoever asks waits on a ticket, across losses of the link, and need not know how often
the request was sent.
"""

from __future__ import annotations

from typing import Final

import trio
from msgspec import Struct

from p10net.protocol.deals import DealCommit, DealShare
from p10net.protocol.messages import Checked, Choices, Err, Issued, Ok, Pong
from p10net.protocol.requests import (
    Admin,
    Chat,
    Check,
    Options,
    Ping,
    TakeBack,
    ToHost,
)

# Asked again they would be done again, or their answer would be out of date: after a
# loss whoever asked is told that nobody knows.
NOT_TWICE: Final = (
    Admin,
    Chat,
    Check,
    DealCommit,
    DealShare,
    Options,
    Ping,
    TakeBack,
)


class Lost(Struct, frozen=True):
    """Nobody knows whether the request was done: the link broke before the answer."""


Answer = Ok | Err | Checked | Choices | Issued | Pong | Lost


class Ticket:
    """One request on its way, until it is answered or given up."""

    def __init__(self, request: ToHost) -> None:
        """Hold the request for as long as it may have to be sent again."""
        self.request = request
        self.answer: Answer | None = None
        self._answered = trio.Event()

    def settle(self, answer: Answer) -> None:
        """Note the answer and wake who waits for it."""
        self.answer = answer
        self._answered.set()

    async def wait(self) -> Answer:
        """Wait for the answer, across losses of the link."""
        await self._answered.wait()
        assert self.answer is not None
        return self.answer
