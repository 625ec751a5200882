"""Pipes and terminals for what reads and writes lines."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Self

from p10net.client.plain.console import Keyboard, Streams


class Pipe:
    """A console between two pipes: `type` goes in, `heard` is where lines come out."""

    def __init__(self) -> None:
        source, self._typed = os.pipe()
        self.heard, sink = os.pipe()
        self.source, self.sink = os.fdopen(source), os.fdopen(sink, "w")
        self.console = Streams(self.source, self.sink)

    def put(self, text: str) -> None:
        """Put letters in, whole lines or not."""
        os.write(self._typed, text.encode())

    def end(self) -> None:
        """End the input."""
        os.close(self._typed)

    def close(self) -> None:
        """Close the console's ends, so that a reader learns that no more will come."""
        self.source.close()
        self.sink.close()


class Terminal:
    """A pseudo-terminal and its keyboard; `outer` is the person's side."""

    def __init__(self) -> None:
        self.outer, self.inner = os.openpty()
        self.source = os.fdopen(self.inner, closefd=False)
        self.sink = os.fdopen(self.inner, "w", closefd=False)
        self.keyboard = Keyboard(self.source, self.sink)

    def press(self, text: str) -> None:
        """Press keys."""
        os.write(self.outer, text.encode())

    def seen(self, last: str) -> str:
        """Read what comes to the screen, up to something that comes last."""
        text = ""
        while last not in text:
            text += os.read(self.outer, 10_000).decode().replace("\r\n", "\n")
        return text

    def __enter__(self) -> Self:
        """Have the terminal for a block."""
        return self

    def __exit__(
        self,
        cause: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.source.close()
        self.sink.close()
        os.close(self.inner)
        os.close(self.outer)
