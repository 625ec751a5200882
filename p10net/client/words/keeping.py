"""What is said when something could not be remembered: what is lost, and what not."""

from __future__ import annotations

from pathlib import Path


def damaged(path: Path) -> str:
    """Say that a remembered thing cannot be read any more."""
    return f"{path} is damaged and counts as empty: the owner can give a seat back."


def not_kept(folder: Path, error: OSError) -> str:
    """Say that nothing can be remembered, and that play goes on."""
    why = error.strerror or type(error).__name__
    return (
        f"Nothing can be kept in {folder} ({why}):"
        " do not close this window before the game is over."
    )
