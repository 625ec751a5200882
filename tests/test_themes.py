"""Themes of one's own: data in a file, read with distrust, put on while one plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from prompt_toolkit.styles import Style
from prompt_toolkit.styles.base import ANSI_COLOR_NAMES

from p10net.cli import person, settings
from p10net.cli.exits import Exit
from p10net.client import themes
from p10net.client.palette import MARKS, ROLES, THEMES, Depth, Look, styles
from p10net.client.themes import ThemeError, load
from tests.at_table import DRESS, Screen, sitting, told, with_far_end
from tests.far_end import Door, Far
from tests.positions import position
from tests.scenes import HAND
from tests.shell import inside
from tests.test_readme import blocks

MINE = """
like = "light"
[roles]
"card.red" = "bg:#aa0000 #ffffff bold"
title = "ansicyan underline"
chosen = "bg:ansiwhite ansiblack"
[roles-16]
"card.red" = "ansired"
"""


def written(folder: Path, text: str = MINE, name: str = "mine") -> Path:
    """Put a theme where it is looked for."""
    path = folder / "themes" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_a_file_changes_what_it_names(tmp_path: Path) -> None:
    """The rest is as in the theme that it is like, at every depth."""
    written(tmp_path)
    theme = load("mine", tmp_path)
    true, few = (styles(Look(one, theme)) for one in (Depth.TRUE, Depth.FEW))
    light = styles(Look(Depth.TRUE, THEMES["light"]))
    assert true["card.red"] == "bg:#aa0000 #ffffff bold"
    assert few["card.red"] == "ansired"
    assert true["title"] == few["title"] == "ansicyan underline"
    assert true["chosen"] == "bg:ansiwhite ansiblack"
    assert (true["card.blue"], true["suggested"]) == (
        light["card.blue"],
        light["suggested"],
    )
    assert styles(Look(Depth.NONE, theme)) == MARKS
    for look in (true, few):
        Style.from_dict(look)


def test_the_names_of_colors_are_those_of_the_library() -> None:
    """Each name that may be written is one that can be drawn, and none is missing."""
    assert {*ANSI_COLOR_NAMES} == themes.NAMED


def test_every_role_can_be_changed(tmp_path: Path) -> None:
    """There is no role that a file may not name."""
    rows = "".join(f'"{role}" = "bold"\n' for role in ROLES)
    written(tmp_path, f"[roles]\n{rows}")
    look = styles(Look(Depth.TRUE, load("mine", tmp_path)))
    assert {*look.values()} == {"bold"}


def test_the_readme_shows_one(tmp_path: Path) -> None:
    """What is shown there can be put on."""
    (shown,) = blocks("toml")
    written(tmp_path, shown)
    look = styles(Look(Depth.TRUE, load("mine", tmp_path)))
    assert look["current"] == "bold underline"


# What stands in a file, and what is said of it.
WRONG = [
    ("like = 'sunset'", "it can be like default, "),
    ("like = 3", "not like 3"),
    ("[colors]\nred = '#ff0000'", "there is no colors, only like, roles and roles-16"),
    ("roles = 'red'", "roles has to be a table"),
    ("[roles]\nhat = 'bold'", "there is no role hat, only card.red, "),
    ("[roles]\ntitle = 'fat'", "title is 'fat': use #rrggbb"),
    ("[roles]\ntitle = 7", "title is '7'"),
    ("[roles]\ntitle = 'class:x'", "title is 'class:x'"),
    ("[roles]\ntitle = '__import__'", "title is '__import__'"),
    ("[roles\n", "is no theme: "),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_file_that_makes_no_sense(text: str, said: str, tmp_path: Path) -> None:
    """One sentence names the file and the place in it."""
    path = written(tmp_path, text)
    with pytest.raises(ThemeError) as error:
        load("mine", tmp_path)
    assert said in str(error.value)
    assert str(error.value).startswith(f"themes/{path.name} is no theme: ")


@pytest.mark.parametrize("name", ["none", "../mine", "a b", "", "x" * 50, "\x1b[2J"])
def test_a_name_that_is_no_theme(name: str, tmp_path: Path) -> None:
    """It is said which there are; nothing outside the folder is ever read."""
    written(tmp_path.parent, name="mine")
    with pytest.raises(ThemeError, match="No theme is called") as error:
        load(name, tmp_path)
    assert str(error.value).isprintable()


def test_the_setting(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The theme that is settled is put on; one that is missing is told."""
    written(settings.path().parent)
    settings.put("theme", "mine")
    assert person.dress().theme.name == "mine"
    settings.put("theme", "light")
    assert person.dress().theme is THEMES["light"]
    settings.put("theme", "gone")
    done = inside(capsys, "play", "--plain", "--bots", "9")
    assert done.code == Exit.USAGE
    with pytest.raises(Exception, match="No theme is called gone"):
        person.dress()
    done = inside(capsys, "config", "set", "theme", "a b")
    assert done.code == Exit.USAGE
    assert "high-contrast" in done.sentence


def test_a_theme_is_put_on_while_one_plays(tmp_path: Path) -> None:
    """`:theme` changes the colors at once, and reads a changed file anew."""
    path = written(tmp_path)

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        await far.say(told(position({2: HAND})))
        await terminal.shows("YOUR TURN")
        assert "48;5;166" in terminal.raw
        terminal.press(":theme high-contrast\r")
        await terminal.shows("Theme high-contrast")
        assert "48;5;52" in terminal.raw
        terminal.press(":theme mine\r")
        await terminal.shows("Theme mine")
        assert "48;5;124" in terminal.raw
        path.write_text("[roles]\ncat = 'bold'\n", "utf-8")
        terminal.press(":theme mine\r")
        await terminal.shows("is no theme|there is no role cat")
        terminal.press(":theme\r")
        await terminal.shows(":theme NAME")

    @sitting
    async def test() -> None:
        dress = replace(DRESS, depth=Depth.MANY, themes=tmp_path)
        await with_far_end(play, dress=dress)

    test()
