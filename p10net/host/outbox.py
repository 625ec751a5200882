"""What waits to be sent on one connection, and never more than so much.

Putting something in never waits: nobody at a table is held up by somebody who does not
read. What was taken out counts until it was sent, so the bound holds for all of it.
"""

from collections import deque

import trio


class Outbox:
    """A bounded queue of frames with one reader."""

    def __init__(self, most_frames: int, most_bytes: int) -> None:
        """Start empty."""
        self._most_frames, self._most_bytes = most_frames, most_bytes
        self._waiting: deque[bytes] = deque()
        self._frames = self._bytes = self._begun = 0
        self._news = trio.Event()
        self.ended = False

    @property
    def idle(self) -> bool:
        """Whether all that came was sent, and more may follow."""
        return not (self._frames or self.ended)

    def put_rest(self, rest: bytes) -> None:
        """Add what is left of a frame that has begun to be sent, as the first thing."""
        assert self.idle
        self._begun = 1
        self._add(rest)

    def put(self, frame: bytes) -> bool:
        """Add a frame; False if it does not fit. After the end it is dropped."""
        if self.ended:
            return True
        full = self._frames >= self._most_frames
        if full or (self._frames and self._bytes + len(frame) > self._most_bytes):
            return False
        self._add(frame)
        return True

    def _add(self, frame: bytes) -> None:
        self._waiting.append(frame)
        self._frames += 1
        self._bytes += len(frame)
        self._news.set()

    def end(self, last: bytes = b"") -> None:
        """Let nothing follow but these bytes."""
        if not self.ended:
            self.ended = True
            self._news.set()
            if last:
                self._add(last)

    def clear(self) -> None:
        """Forget what nobody has begun to send."""
        while len(self._waiting) > self._begun:
            self._waiting.pop()

    async def take(self) -> bytes | None:
        """Wait for what there is to send, as one piece; None at the end.

        To ask for the next piece says that the last one was sent.
        """
        self._frames = len(self._waiting)
        self._bytes = sum(map(len, self._waiting))
        while not self._waiting:
            if self.ended:
                return None
            self._news = trio.Event()
            await self._news.wait()
        await trio.lowlevel.checkpoint_if_cancelled()
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._begun = 0
        return data
