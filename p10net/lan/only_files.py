"""Opens files and nothing else: what only has the name of one is refused at once.

A pipe would be waited for until somebody writes into it, a device read without end.
Whoever opens a file of the user's, or one of its own that somebody may have replaced,
opens it here. What is in it is not known.
"""

import errno
import os
import stat
from pathlib import Path
from typing import Final

NO_FILE: Final = "it is no file"
_FLAGS: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe is opened at once, whether or not anybody is at its other end."""


def descriptor(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a file that is there; whoever gets its number closes it. Raises OSError."""
    try:
        number = os.open(path, flags | _FLAGS)
    except OSError as error:
        if error.errno == errno.ENXIO:  # what a socket answers
            raise OSError(errno.ENXIO, NO_FILE) from None
        raise
    try:
        _refuse_others(os.fstat(number).st_mode)
    except OSError:
        os.close(number)
        raise
    return number


def _refuse_others(kind: int) -> None:
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(kind):
        raise OSError(errno.EINVAL, NO_FILE)
