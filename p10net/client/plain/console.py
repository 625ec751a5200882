"""Where the line mode's lines come from and go to: pipes, files, or a terminal's keys.

What is written is ASCII, at most eighty characters to a line, and never moves a cursor
beyond rubbing out what its reader has just typed. A terminal is read key by key where
the system allows it, because only so it can be known that somebody is typing.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import unicodedata
from collections.abc import Iterator
from types import TracebackType
from typing import IO, Any, Final, Protocol, Self

import trio

from p10net.client.picture import wrap
from p10net.client.plain.recall import Recall

if sys.platform != "win32":
    import termios

WIDTH: Final = 80
LONGEST: Final = 2000
"""Characters of a typed line; more is taken as another line."""
RUB_OUT: Final = "\b \b"


class Console(Protocol):
    """A way to read lines and to write some."""

    @property
    def typing(self) -> bool:
        """Whether a line has been begun; nothing is to be written then."""
        ...

    @property
    def gone(self) -> bool:
        """Whether nobody is there any more to read what is written."""
        ...

    @property
    def person(self) -> bool:
        """Whether somebody types; a script's answers may come before the question."""
        ...

    async def read(self) -> str | None:
        """Wait for a line; None when there will be no more."""
        ...

    def write(self, line: str) -> None:
        """Write a line, broken where it is too long."""
        ...

    def scrap(self) -> None:
        """Let go of a line that was begun."""
        ...


def broken(line: str) -> Iterator[str]:
    """Break a line into ones of ASCII that fit."""
    line = plain_letters(line)
    yield from wrap(line, WIDTH) if len(line) > WIDTH else (line,)


def plain_letters(text: str) -> str:
    """Write a text in ASCII: accents go, other letters become question marks."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text)
    kept = (char for char in letters if not unicodedata.combining(char))
    return "".join(kept).encode("ascii", "replace").decode()


class _Letters:
    """What comes in, as text, without ever holding up anything else.

    Read by its number where it has one: a thread left waiting inside the stream itself
    would keep Python from ending.
    """

    def __init__(self, source: IO[str]) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        try:
            self._fd: int | None = source.fileno()
        except OSError:  # a file that is only in memory
            self._fd = None

    async def more(self) -> str:
        """Wait for some text; "" when there will be no more."""
        if self._fd is None:
            await trio.lowlevel.checkpoint()
            return self._source.readline()
        while True:
            data = await self._bytes(self._fd)
            if not data or (text := self._decoder.decode(data)):
                return text if data else ""

    async def _bytes(self, fd: int) -> bytes:
        if sys.platform == "win32":
            return await trio.to_thread.run_sync(_read, fd, abandon_on_cancel=True)
        try:
            await trio.lowlevel.wait_readable(fd)
        except PermissionError:  # a file on the disk is always ready
            await trio.lowlevel.checkpoint()
        return _read(fd)


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, 1024)
    except OSError:  # the terminal was closed
        return b""


class Streams:
    """Lines from one stream to another; nobody is ever caught typing."""

    typing = False

    def __init__(self, source: IO[str], sink: IO[str]) -> None:
        """Take over the two streams."""
        self.gone = False
        self.person = source.isatty()
        self._letters = _Letters(source)
        self._begun = ""
        self._sink = sink

    async def read(self) -> str | None:
        """Wait for a line; what follows the last line's end is one too."""
        while "\n" not in self._begun and len(self._begun) < LONGEST:
            more = await self._letters.more()
            if not more:
                break
            self._begun += more
        if not self._begun:
            return None
        line, _, self._begun = self._begun.partition("\n")
        return line.rstrip("\r")

    def write(self, line: str) -> None:
        """Write a line; a sink that is gone takes nothing more, quietly."""
        self.put("".join(f"{part}\n" for part in broken(line)))

    def scrap(self) -> None:
        """Do nothing: half a line is not known of."""

    def put(self, text: str) -> None:
        """Write some letters as they are."""
        if self.gone:
            return
        try:
            self._sink.write(text)
            self._sink.flush()
        except (OSError, ValueError):
            self.gone = True
            _forget(self._sink)


def _forget(sink: IO[str]) -> None:
    """Let what waits to be written go nowhere, or closing the sink would complain."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sink.fileno())
        os.close(nowhere)


class Keyboard:
    """A terminal read key by key, with as much editing as a line has by itself.

    Its modes are put back when the block ends, however it ends.
    """

    person = True

    def __init__(
        self, source: IO[str], sink: IO[str], recall: Recall | None = None
    ) -> None:
        """Take over a terminal; nothing is changed before the block begins.

        Up and Down bring back what `recall` remembers; without it they do nothing.
        """
        self._recall = recall
        self._fd = source.fileno()
        self._out = Streams(source, sink)
        self._letters = _Letters(source)
        self._ahead = ""
        self._line = ""
        self._escape: str | None = None
        self._modes: list[Any] = []

    def __enter__(self) -> Self:
        """Read keys at once and without their echo, which is ours from here on."""
        if sys.platform != "win32":
            self._modes = termios.tcgetattr(self._fd)
            modes = termios.tcgetattr(self._fd)
            modes[3] &= ~(termios.ICANON | termios.ECHO)
            termios.tcsetattr(self._fd, termios.TCSADRAIN, modes)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the terminal back as it was."""
        if sys.platform != "win32" and self._modes:
            with contextlib.suppress(OSError, termios.error):
                termios.tcsetattr(self._fd, termios.TCSADRAIN, self._modes)

    @property
    def typing(self) -> bool:
        """Whether a line has been begun."""
        return bool(self._line)

    @property
    def gone(self) -> bool:
        """Whether the terminal is closed."""
        return self._out.gone

    def write(self, line: str) -> None:
        """Write a line."""
        self._out.write(line)

    def scrap(self) -> None:
        """Rub out what was typed of a line."""
        self._rub_out(len(self._line))

    async def read(self) -> str | None:
        """Take keys until one of them ends the line."""
        while True:
            while self._ahead:
                key, self._ahead = self._ahead[0], self._ahead[1:]
                if key == "\x04" and not self._line:
                    return None
                if (line := self._typed(key)) is not None:
                    return line
            if not (more := await self._letters.more()):
                return None
            self._ahead += more

    def _typed(self, key: str) -> str | None:
        """Take one key; give the line if the key ends it."""
        if self._escape is not None:
            self._escaped(key)
        elif key == "\x1b":
            self._escape = ""
        elif key in "\r\n":
            line, self._line = self._line, ""
            self._out.put("\n")
            if self._recall is not None:
                self._recall.add(line)
            return line
        elif key in "\x7f\b":
            self._rub_out(1)
        elif key == "\x15":
            self._rub_out(len(self._line))
        elif key.isprintable() and len(self._line) < LONGEST:
            self._line += key
            self._out.put(key)
        return None

    def _escaped(self, key: str) -> None:
        """Take one more key of those that an arrow sends; others mean nothing here."""
        assert self._escape is not None
        self._escape += key
        if self._escape == "O" or not (key.isalpha() or key == "~"):
            return  # there is more of it to come
        arrow, self._escape = self._escape[1:], None
        if self._recall is None or arrow not in ("A", "B"):
            return
        older = arrow == "A"
        text = self._recall.older(self._line) if older else self._recall.newer()
        if text is not None:
            self._rub_out(len(self._line))
            self._line = text
            self._out.put(text)

    def _rub_out(self, count: int) -> None:
        gone = self._line[len(self._line) - count :] if self._line else ""
        self._line = self._line[: len(self._line) - len(gone)]
        self._out.put(RUB_OUT * len(gone))


@contextlib.contextmanager
def terminal(
    source: IO[str], sink: IO[str], recall: Recall | None = None
) -> Iterator[Console]:
    """Read keys if both ends are a terminal that can do that, else whole lines."""
    if sys.platform != "win32" and source.isatty() and sink.isatty():
        with Keyboard(source, sink, recall) as keyboard:
            yield keyboard
    else:
        yield Streams(source, sink)
