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

from msgspec import Struct

Choice = Literal["auto", "never", "16", "256", "true"]


class Depth(Enum):
    """How many colours may be used."""

    NONE = "never"
    FEW = "16"
    MANY = "256"
    TRUE = "true"


Looks = Mapping[Depth, Mapping[str, str]]


class Theme(Struct, frozen=True):
    """What each role looks like at each depth of colour; what is left out is plain."""

    name: str
    says: str
    looks: Looks


class Look(Struct, frozen=True):
    """How the screen is drawn: how many colours, and which theme."""

    depth: Depth
    theme: Theme


ROLES = (
    *("card.red", "card.green", "card.blue", "card.yellow"),
    *("card.wild", "card.skip", "card.rule"),
    *("current", "title", "key", "new", "wrong", "news", "chat", "faint", "line"),
    *("chosen", "suggested"),
)
"""All that a theme can give a look to."""


def _tiles(red: str, green: str, blue: str, yellow: str) -> dict[str, str]:
    return {
        "card.red": red,
        "card.green": green,
        "card.blue": blue,
        "card.yellow": yellow,
    }


# Without colour the chosen card is reversed, the suggested one underlined, no more.
MARKS: Mapping[str, str] = {"chosen": "reverse", "suggested": "underline"}
BOLD = dict.fromkeys(("current", "title", "new", "wrong", "key", "card.wild"), "bold")
LOUD = {**BOLD, "current": "bold reverse", "wrong": "bold reverse"}

# Text that stands on each tile keeps a contrast above 4.5 : 1, and no two tiles fall
# together for any kind of colour blindness; tests/test_palette.py computes both.
DEFAULT = "default"
OKABE = _tiles(
    "bg:#d55e00 #000000",
    "bg:#009e73 #000000",
    "bg:#0072b2 #ffffff",
    "bg:#f0e442 #000000",
)
# The cube's colours 166, 36, 25 and 227, which are those of the row above.
OKABE_256 = _tiles(
    "bg:#d75f00 #000000",
    "bg:#00af87 #000000",
    "bg:#005faf #ffffff",
    "bg:#ffff5f #000000",
)
# Sixteen colours are whatever the person made of them: on the text alone.
LETTERS = _tiles("ansired bold", "ansigreen bold", "ansiblue bold", "ansiyellow bold")
# Colours of the cube all of them, found by trying every four that differ most for the
# kind of eyes to which they look most alike.
FAR_APART = _tiles(
    "bg:#5f0000 #ffffff",
    "bg:#00d7af #000000",
    "bg:#0000af #ffffff",
    "bg:#ffd700 #000000",
)
FAR_APART_16 = _tiles(
    "bg:ansired ansiwhite bold",
    "bg:ansicyan ansiblack",
    "bg:ansiblue ansiwhite bold",
    "bg:ansiyellow ansiblack",
)
# As far apart, and none of them pale on a white background.
DARK = _tiles(
    "bg:#5f0000 #ffffff",
    "bg:#00af87 #000000",
    "bg:#00005f #ffffff",
    "bg:#d7af00 #000000",
)
DARK_16 = {**LETTERS, "card.yellow": "bg:ansiyellow ansiblack bold"}


def _theme(
    name: str,
    says: str,
    few: Mapping[str, str],
    many: Mapping[str, str],
    true: Mapping[str, str],
    besides: Mapping[str, str] = BOLD,
) -> Theme:
    looks = {Depth.FEW: few, Depth.MANY: many, Depth.TRUE: true}
    return Theme(
        name, says, {depth: {**besides, **look} for depth, look in looks.items()}
    )


THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        _theme(DEFAULT, "tiles that most eyes tell apart", LETTERS, OKABE_256, OKABE),
        _theme("light", "for a light background", DARK_16, DARK, DARK),
        _theme(
            "color-blind",
            "the four colors that all kinds of eyes tell apart best",
            *(FAR_APART_16, FAR_APART, FAR_APART),
        ),
        _theme(
            "high-contrast",
            "the same, and everything else bold or reversed",
            *(FAR_APART_16, FAR_APART, FAR_APART),
            LOUD,
        ),
        _theme("mono", "no colors, bold only", {}, {}, {}),
    )
}


def styles(look: Look) -> dict[str, str]:
    """Return the look of every role, as prompt_toolkit writes it.

    The marks come last: on a tile that is chosen they are what must be seen. Without
    colour nothing else is there, whatever the theme.
    """
    roles = look.theme.looks.get(look.depth, {})
    return {role: said for role, said in roles.items() if said} | {
        mark: roles.get(mark) or said for mark, said in MARKS.items()
    }


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
