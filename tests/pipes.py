"""Pipes and terminals for what reads and writes lines."""

from __future__ import annotations

import os
import re
from types import TracebackType
from typing import Self

import trio

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


async def answers_by_number(pipe: Pipe, heard: bytearray) -> None:
    """Play as a script would: read what is written, type the number of an answer."""
    async with trio.lowlevel.FdStream(pipe.heard) as stream:
        async for data in stream:
            heard.extend(data)
            if (number := _answer(heard.decode())) is not None:
                pipe.put(f"{number}\n")


USEFUL = ("ready", "lay down", "hit", "take wild", "draw from")


def _answer(text: str) -> int | None:
    """Choose by the last question: something useful, else what ends the turn.

    In the lobby, once ready, there is nothing to choose.
    """
    asked = re.search(r"(?:\A|\n)(1 (?:[^\n]|,\n)*)\n\Z", text)
    if asked is None:
        return None
    answers = re.split(r",\s(?=\d+ )", asked[1])
    for wanted in USEFUL:
        for number, said in enumerate(answers, 1):
            if wanted in said:
                return number
    return None if "add a bot" in answers[-1] else len(answers)


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
