"""Themes: those that come with the program, and a person's own as a file of data.

A theme says what a role of the screen looks like. A file of one's own names another
theme that it is like and changes what it wants to; nothing in it is ever run, and what
cannot be understood is told with the place where it stands.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from p10net.client import files
from p10net.client.palette import DEFAULT, ROLES, THEMES, Depth, Theme
from p10net.client.words import themes as words

FOLDER = "themes"
SUFFIX = ".toml"
ANSI = "black red green yellow blue magenta cyan"
NAMED = (
    {f"ansi{color}" for color in (*ANSI.split(), "gray", "white", "default")}
    | {f"ansibright{color}" for color in ANSI.split()[1:]}
    | {"ansibrightblack"}
)
"""The sixteen colours a terminal has by name, and its own."""
WEIGHTS = {"bold", "underline", "italic", "reverse", "dim"}
HEX = re.compile(r"#[0-9a-fA-F]{6}")
TABLES: Mapping[str, tuple[Depth, ...]] = {
    "roles": (Depth.FEW, Depth.MANY, Depth.TRUE),
    "roles-16": (Depth.FEW,),
}
"""Tables of a file, and at which depths each counts; later ones count more."""


class ThemeError(Exception):
    """A theme that cannot be had; the text is the sentence for its owner."""


def load(name: str, folder: Path) -> Theme:
    """Give the theme of this name: one of ours, or a file; raises ThemeError."""
    if name in THEMES:
        return THEMES[name]
    path = folder / FOLDER / f"{name}{SUFFIX}"
    if not re.fullmatch(r"[\w-]{1,40}", name) or not path.exists():
        raise ThemeError(words.none(name, THEMES))
    try:
        return read(tomllib.loads(files.load(path).decode()), name)
    except (OSError, ValueError, RecursionError) as error:
        raise ThemeError(words.broken(path, error)) from None


def read(said: Mapping[str, Any], name: str) -> Theme:
    """Make a theme of what a file says; raises ValueError with a sentence."""
    for table in said:
        if table not in (*TABLES, "like"):
            raise ValueError(words.no_table(table, ("like", *TABLES)))
    like = said.get("like", DEFAULT)
    if like not in THEMES:
        raise ValueError(words.no_base(like, THEMES))
    looks = {depth: dict(look) for depth, look in THEMES[like].looks.items()}
    for table, depths in TABLES.items():
        for role, look in _roles(said.get(table, {}), table):
            for depth in depths:
                looks[depth][role] = look
    return replace(THEMES[like], name=name, looks=looks)


def _roles(said: object, table: str) -> list[tuple[str, str]]:
    if not isinstance(said, dict):
        raise ValueError(words.no_rows(table))
    return [(_role(role), _look(role, look)) for role, look in said.items()]


def _role(role: str) -> str:
    if role not in ROLES:
        raise ValueError(words.no_role(role, ROLES))
    return role


def _look(role: str, look: object) -> str:
    pieces = look.split() if isinstance(look, str) else [""]
    for piece in pieces:
        color = piece.removeprefix("bg:")
        if not (color in NAMED or HEX.fullmatch(color) or piece in WEIGHTS):
            raise ValueError(words.no_look(role, str(look)))
    return " ".join(pieces)
