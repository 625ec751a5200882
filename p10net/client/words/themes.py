"""What is said of themes that cannot be had, and of one that was put on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from p10net.client.words.cards import listed
from p10net.protocol.clean import clean


def _short(text: object) -> str:
    return clean(str(text))[:40]


def none(name: str, known: Iterable[str]) -> str:
    """Say that there is no such theme, and which there are."""
    return f"No theme is called {_short(name) or 'so'}: try {', '.join(known)}."


def broken(path: Path, error: Exception) -> str:
    """Say what is wrong with a file."""
    return f"{path.parent.name}/{path.name} is no theme: {clean(str(error))[:160]}"


def no_table(name: str, known: Iterable[str]) -> str:
    """Say that a table means nothing here."""
    return f"there is no {_short(name)}, only {listed(known)}."


def no_base(name: object, known: Iterable[str]) -> str:
    """Say that a theme cannot be like something unknown."""
    return f"it can be like {listed(known)}, not like {_short(name)}."


def no_rows(table: str) -> str:
    """Say that a table was expected."""
    return f"{table} has to be a table with a row a role."


def no_role(role: str, known: Iterable[str]) -> str:
    """Say that the screen has no such role."""
    return f"there is no role {_short(role)}, only {listed(known)}."


def no_look(role: str, look: str) -> str:
    """Say what a look may be made of."""
    return (
        f"{_short(role)} is {_short(look)!r}: use #rrggbb, bg:#rrggbb, a name such as"
        " ansired, bold, underline, italic, reverse or dim."
    )


def worn(name: str) -> str:
    """Say which theme is on, and how it stays."""
    return f"Theme {name}. `p10net config set theme {name}` keeps it."
