"""What the screen's roles look like, in as many colours as the terminal has.

The screen names roles (`card.red`, `chosen`); this table says what a role looks like
at each depth of colour. A role's colour only repeats what a letter or a word already
says, so the last depth, no colour at all, loses nothing. Everything but the faces of
cards keeps the terminal's own colours: only the person knows what is readable there.

Whether lines may be drawn with box characters is decided here too, by the locale.
It may not read the environment by itself and knows nothing of prompt_toolkit but the
form of its style strings, which are plain text.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal

Choice = Literal["auto", "never", "16", "256", "true"]


class Depth(Enum):
    """How many colours may be used."""

    NONE = "never"
    FEW = "16"
    MANY = "256"
    TRUE = "true"


# Text that stands on each tile keeps a contrast above 4.5 : 1, and no two tiles fall
# together for any kind of colour blindness; tests/test_palette.py computes both.
TILES: Mapping[Depth, Mapping[str, str]] = {
    Depth.TRUE: {
        "red": "bg:#d55e00 #000000",
        "green": "bg:#009e73 #000000",
        "blue": "bg:#0072b2 #ffffff",
        "yellow": "bg:#f0e442 #000000",
    },
    # The cube's colours 166, 36, 25 and 227, which are those of the row above.
    Depth.MANY: {
        "red": "bg:#d75f00 #000000",
        "green": "bg:#00af87 #000000",
        "blue": "bg:#005faf #ffffff",
        "yellow": "bg:#ffff5f #000000",
    },
    # Sixteen colours are whatever the person made of them: on the text alone.
    Depth.FEW: {
        "red": "ansired bold",
        "green": "ansigreen bold",
        "blue": "ansiblue bold",
        "yellow": "ansiyellow bold",
    },
    Depth.NONE: {},
}
# Without colour the chosen card is reversed, the suggested one underlined, no more.
MARKS: Mapping[str, str] = {"chosen": "reverse", "suggested": "underline"}
EMPHASIS: Mapping[str, str] = {
    "current": "bold",
    "title": "bold",
    "new": "bold",
    "wrong": "bold",
    "key": "bold",
    "card.wild": "bold",
}


def styles(depth: Depth) -> dict[str, str]:
    """Return the look of every role, as prompt_toolkit writes it.

    The marks come last: on a tile that is chosen they are what must be seen.
    """
    tiles = {f"card.{color}": look for color, look in TILES[depth].items()}
    return tiles | ({} if depth is Depth.NONE else dict(EMPHASIS)) | dict(MARKS)


def depth(choice: Choice, environment: Mapping[str, str]) -> Depth:
    """Decide how many colours to use: what was asked for, else what is there.

    >>> depth("auto", {"TERM": "xterm-256color"})
    <Depth.MANY: '256'>
    >>> depth("auto", {"TERM": "xterm-256color", "NO_COLOR": "1"})
    <Depth.NONE: 'never'>
    """
    if choice != "auto":
        return Depth(choice)
    terminal = environment.get("TERM", "")
    if environment.get("NO_COLOR") or terminal == "dumb":
        return Depth.NONE
    if environment.get("COLORTERM") in ("truecolor", "24bit"):
        return Depth.TRUE
    if terminal.endswith("-direct") or environment.get("WT_SESSION"):
        return Depth.TRUE  # the second is how Windows Terminal shows itself
    return Depth.MANY if "256color" in terminal else Depth.FEW


def ascii_only(asked: bool, encoding: str) -> bool:
    """Say whether lines are drawn with `-` and `|` because nothing else is safe.

    >>> ascii_only(False, "UTF-8"), ascii_only(False, "latin-1")
    (False, True)
    """
    return asked or encoding.lower().replace("-", "").replace("_", "") != "utf8"
