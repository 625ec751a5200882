"""The three streams a shell gives a program, made fit to use, and let go at the end.

A shell may keep one of them back (`>&-`), a terminal may not know a letter, a disk may
be full when the last words are written. None of that is a mistake of the program; the
commands know nothing of it, and write as if there were always somebody to read.
"""

import contextlib
import errno
import os
import shutil
import sys
import textwrap
from typing import IO, Any

import click

from p10net.protocol.clean import cells

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))

_FAILED = {
    errno.ENOSPC: "There is no space left to write to.",
    errno.EDQUOT: "There is no space left to write to.",
    errno.EFBIG: "The file that is written to may not grow any more.",
    errno.EBADF: "Nothing can be written to the output: it is open for reading only.",
    errno.EIO: "Nothing can be written any more: the terminal or the disk is gone.",
}


def prepare() -> None:
    """Open what the shell kept back, and let unknown letters be question marks."""
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            setattr(sys, name, _nowhere(number, mode))
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _nowhere(number: int, mode: str) -> IO[str]:
    """Give a stream that leads nowhere, under its usual number wherever that is free.

    Otherwise the next file or socket to be opened would get it, and whatever a library
    or a child process writes to its output would end up in there.
    """
    opened = os.open(os.devnull, os.O_RDWR)
    if opened == number:
        os.set_inheritable(opened, True)
    # As Python keeps its own: the descriptor is the program's, to its very end.
    return open(opened, mode, encoding="utf-8", closefd=False)


def tell(sentence: str, *, err: bool = True) -> None:
    """Write sentences for a person; on a terminal no line ends within a word."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        room = shutil.get_terminal_size().columns
        sentence = "\n".join(_folded(line, room) for line in sentence.split("\n"))
    click.echo(sentence, err=err)


def _folded(line: str, room: int) -> str:
    if cells(line) <= room:
        return line
    return textwrap.fill(
        line, max(room, 20), break_long_words=False, break_on_hyphens=False
    )


def why(error: OSError) -> str | None:
    """Say why writing failed; None if it was something else that did."""
    return _FAILED.get(error.errno or 0) if error.filename is None else None


def finish() -> OSError | None:
    """Write what still waits to be written; give what went wrong, if anything did.

    What cannot be written is dropped: it would fail once more while Python ends, which
    says so in words of its own and ends with an exit code of its own.
    """
    failed = None
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            failed = failed or error
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return failed
