"""What is said when something could not be remembered: what is lost, and what not."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

from p10net.client.words.cards import listed

AS_BEFORE = "You are {} here, as before: another --name would be somebody new."


def damaged(path: Path) -> str:
    """Say that a remembered thing cannot be read any more."""
    return f"{path} is damaged and counts as empty: the owner can give a seat back."


FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def remedy(error: OSError) -> str:
    """Say what can be done about a place where nothing can be written."""
    return "make room there" if error.errno in FULL else "see who may write there"


def why(error: OSError) -> str:
    """Say what the system says; of a file in a folder's place always the same."""
    if isinstance(error, FileExistsError):
        return os.strerror(errno.ENOTDIR)
    return error.strerror or type(error).__name__


def not_kept(folder: Path, error: OSError) -> str:
    """Say that nothing can be remembered, and that play goes on."""
    return (
        f"Nothing can be kept in {folder} ({why(error)}):"
        " do not close this window before the game is over."
    )


def several(names: Iterable[str]) -> str:
    """Say whose seats are kept here, for somebody to say which is theirs."""
    return f"Seats are kept here for {listed(names)}: --name takes one of them."
