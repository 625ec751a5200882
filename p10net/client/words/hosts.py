"""What is said about the host of a table: who it is, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from p10net.protocol.messages import Issued


def first_contact(phrase: str) -> str:
    """Say how to make sure, the first time at a table."""
    return f'First time here: the host\'s screen should say "{phrase}" too.'


def changed(table: str, phrase: str) -> str:
    """Warn of a host that is another one than before, and say what to do."""
    return (
        f"Somebody else keeps {table} than before, or pretends to: ask its host whether"
        f' their screen shows "{phrase}", and only then add --trust-new.'
    )


def issued(given: Issued) -> str:
    """Say to the owner for whom a code is, and what becomes of it."""
    code = f"{given.code[:4]}-{given.code[4:]}"
    return (
        f"Tell the player of seat {given.seat} only: join again with --code {code},"
        f" within {given.ms // 60_000} minutes."
    )


WRONG_KEY = (
    "The host there is not the one of this link: copy the link from the host's screen."
)


def forgotten(path: Path) -> str:
    """Say that hosts cannot be told from strangers any more."""
    return f"{path} is damaged: compare the four words with the host's once more."
