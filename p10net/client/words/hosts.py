"""What is said about the host of a table: who it is, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path


def first_contact(phrase: str) -> str:
    """Say how to make sure, the first time at a table."""
    return f'First time here: the host\'s screen should say "{phrase}" too.'


def changed(table: str, phrase: str) -> str:
    """Warn of a host that is another one than before, and say what to do."""
    return (
        f"Somebody else keeps {table} than before, or pretends to: ask its host whether"
        f' their screen shows "{phrase}", and only then add --trust-new.'
    )


WRONG_KEY = (
    "The host there is not the one of this link: copy the link from the host's screen."
)


def forgotten(path: Path) -> str:
    """Say that hosts cannot be told from strangers any more."""
    return f"{path} is damaged: compare the four words with the host's once more."
