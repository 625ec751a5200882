"""Colours: what is readable, what stays apart for everybody, and who decides."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from p10net.client.palette import (
    DEFAULT,
    MARKS,
    ROLES,
    THEMES,
    Choice,
    Depth,
    Look,
    ascii_only,
    depth,
    styles,
)

RGB = tuple[float, float, float]

# What dichromats see, on linear light (Machado, Oliveira and Fernandes, 2009).
EYES: Mapping[str, tuple[RGB, RGB, RGB]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(color: str) -> RGB:
    def channel(at: int) -> float:
        value = int(color[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(1), channel(3), channel(5)


def times(matrix: tuple[RGB, RGB, RGB], color: RGB) -> RGB:
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, color, strict=True))))
        for row in matrix
    )
    return r, g, b


def lab(color: RGB) -> RGB:
    x, y, z = (
        (0.4124 * color[0] + 0.3576 * color[1] + 0.1805 * color[2]) / 0.95047,
        0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2],
        (0.0193 * color[0] + 0.1192 * color[1] + 0.9505 * color[2]) / 1.08883,
    )
    fx, fy, fz = (
        math.cbrt(t) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def luminance(color: str) -> float:
    r, g, b = linear(color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


COLORS = ("card.red", "card.green", "card.blue", "card.yellow")
TILED = sorted({*THEMES} - {"mono"})


def tiles(theme: str, colors: Depth) -> list[tuple[str, str]]:
    """Give background and text of the four tiles of a theme."""
    looks = THEMES[theme].looks[colors]
    found = [re.fullmatch(r"bg:(#\w{6}) (#\w{6})", looks[role]) for role in COLORS]
    return [(one[1], one[2]) for one in found if one is not None]


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


READABLE = {"default": 4.5, "light": 4.5, "color-blind": 7.0, "high-contrast": 7.0}


@pytest.mark.parametrize("colors", [Depth.TRUE, Depth.MANY])
@pytest.mark.parametrize("theme", TILED)
def test_text_on_a_tile_is_readable(theme: str, colors: Depth) -> None:
    """Every face keeps the contrast that small text needs, or more of it."""
    found = tiles(theme, colors)
    assert len(found) == len(COLORS)
    assert min(itertools.starmap(contrast, found)) > READABLE[theme]


EYE_NAMES = ("normal", "protan", "deutan", "tritan")
APART = {
    "default": (60, 30, 30, 15),
    "light": (75, 45, 45, 45),
    "color-blind": (90, 55, 55, 55),
    "high-contrast": (90, 55, 55, 55),
}


@pytest.mark.parametrize("colors", [Depth.TRUE, Depth.MANY])
@pytest.mark.parametrize("theme", TILED)
def test_tiles_stay_apart(theme: str, colors: Depth) -> None:
    """No two tiles fall together for any kind of colour blindness."""
    for eye, apart in zip(EYE_NAMES, APART[theme], strict=True):
        seen = [lab(times(EYES[eye], linear(one))) for one, _ in tiles(theme, colors)]
        pairs = itertools.combinations(seen, 2)
        assert min(itertools.starmap(math.dist, pairs)) > apart, eye


def test_the_light_theme_has_no_pale_tile() -> None:
    """On a white background every tile can be seen."""
    for background, _ in tiles("light", Depth.TRUE):
        assert contrast(background, "#ffffff") > 1.9


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_dresses_roles_only(theme: str) -> None:
    """Whatever a theme gives a look to is something that the screen draws."""
    for look in THEMES[theme].looks.values():
        assert {*look} <= {*ROLES}
    assert styles(Look(Depth.NONE, THEMES[theme])) == MARKS


DEPTHS: list[tuple[Choice, dict[str, str], Depth]] = [
    ("auto", {"TERM": "xterm"}, Depth.FEW),
    ("auto", {}, Depth.FEW),
    ("auto", {"TERM": "screen-256color"}, Depth.MANY),
    ("auto", {"TERM": "xterm-direct"}, Depth.TRUE),
    ("auto", {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
    ("auto", {"TERM": "xterm", "COLORTERM": "24bit"}, Depth.TRUE),
    ("auto", {"WT_SESSION": "f00"}, Depth.TRUE),
    ("auto", {"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.NONE),
    ("auto", {"TERM": "xterm", "NO_COLOR": "1"}, Depth.NONE),
    ("auto", {"TERM": "xterm", "NO_COLOR": ""}, Depth.FEW),
    ("never", {"COLORTERM": "truecolor"}, Depth.NONE),
    ("16", {"COLORTERM": "truecolor"}, Depth.FEW),
    ("256", {"NO_COLOR": "1"}, Depth.MANY),
    ("true", {"TERM": "dumb"}, Depth.TRUE),
]


@pytest.mark.parametrize(("choice", "environment", "chosen"), DEPTHS)
def test_depth(choice: Choice, environment: dict[str, str], chosen: Depth) -> None:
    """The flag beats the environment, NO_COLOR beats what the terminal can."""
    assert depth(choice, environment) is chosen


DRAWN: list[tuple[Depth, ColorDepth, str, str]] = [
    (Depth.TRUE, ColorDepth.TRUE_COLOR, "card.red", "38;2;0;0;0;48;2;213;94;0"),
    (Depth.MANY, ColorDepth.DEPTH_8_BIT, "card.red", "48;5;166"),
    (Depth.MANY, ColorDepth.DEPTH_8_BIT, "card.green", "48;5;36"),
    (Depth.MANY, ColorDepth.DEPTH_8_BIT, "card.blue", "38;5;231;48;5;25"),
    (Depth.MANY, ColorDepth.DEPTH_8_BIT, "card.yellow", "38;5;16;48;5;227"),
    (Depth.FEW, ColorDepth.DEPTH_4_BIT, "card.blue", "\x1b[0;34;1m"),
    (Depth.NONE, ColorDepth.DEPTH_1_BIT, "card.blue", "\x1b[0mR5"),
    (Depth.NONE, ColorDepth.DEPTH_1_BIT, "current", "\x1b[0mR5"),
    (Depth.NONE, ColorDepth.DEPTH_1_BIT, "chosen", "\x1b[0;7mR5"),
    (Depth.NONE, ColorDepth.DEPTH_1_BIT, "suggested", "\x1b[0;4mR5"),
]


@pytest.mark.parametrize(("colors", "sent", "role", "codes"), DRAWN)
def test_what_reaches_the_terminal(
    colors: Depth, sent: ColorDepth, role: str, codes: str
) -> None:
    """The style strings come out as the very codes that were meant."""
    written: list[str] = []

    class Sink:
        encoding = "utf-8"

        def write(self, text: str) -> None:
            written.append(text)

        def flush(self) -> None: ...

        def fileno(self) -> int:
            raise OSError

    output = Vt100_Output(Sink(), lambda: Size(24, 80), enable_cpr=False)  # type: ignore[arg-type]  # all that it uses
    with create_app_session(DummyInput(), output):
        print_formatted_text(
            FormattedText([(f"class:{role}", "R5")]),
            style=Style.from_dict(styles(Look(colors, THEMES[DEFAULT]))),
            color_depth=sent,
            include_default_pygments_style=False,
        )
    assert codes in "".join(written)


def test_no_colour_leaves_the_two_marks_only() -> None:
    """Without colour nothing is drawn but the chosen and the suggested card."""
    assert MARKS == {"chosen": "reverse", "suggested": "underline"}
    assert styles(Look(Depth.FEW, THEMES["mono"])) == {
        **dict.fromkeys(("current", "title", "new", "wrong", "key"), "bold"),
        "card.wild": "bold",
        **MARKS,
    }


@pytest.mark.parametrize(
    ("asked", "encoding", "plain"),
    [
        (False, "UTF-8", False),
        (False, "utf8", False),
        (False, "utf_8", False),
        (True, "UTF-8", True),
        (False, "ANSI_X3.4-1968", True),
        (False, "cp437", True),
    ],
)
def test_ascii_only(asked: bool, encoding: str, plain: bool) -> None:
    """Box characters need UTF-8 and nobody who asked for none."""
    assert ascii_only(asked, encoding) is plain
