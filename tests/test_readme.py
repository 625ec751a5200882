"""The README is true: its commands can be typed, its pictures are the screen's."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest

from p10net.cli.exits import Exit
from p10net.cli.program import COMMANDS, program
from tests.albums import illustrated
from tests.shell import PATIENCE, said, started

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
FIRST_SCREEN = README.splitlines()[:24]

SET_UP = [
    "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/p10net play",
    "python3 -m venv .venv && .venv/bin/pip install -e '.[test]'"
    " && .venv/bin/python -m pytest",
]


def blocks(language: str) -> list[str]:
    """Give the README's code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def typed() -> list[str]:
    """Give every command line that the README shows, without its remarks."""
    lines = "".join(blocks("sh")).splitlines()
    return [line.partition("  #")[0] for line in lines if line.startswith("p10net")]


def test_the_first_screen_says_how_to_begin_and_whose_name_it_is() -> None:
    """Exactly two commands, and that this is no product of the publisher."""
    assert blocks("sh")[0].splitlines() == SET_UP
    assert not [line for line in SET_UP if line not in FIRST_SCREEN]
    assert "Unofficial" in "\n".join(FIRST_SCREEN)
    assert "trademark" in "\n".join(FIRST_SCREEN)


def test_the_pictures_are_what_the_screen_draws() -> None:
    """They are the kept pictures of four screens, to the letter, and no others."""
    shown = re.findall(r"<!-- screen: ([\w-]+) -->", README)

    assert shown == ["table", "start", "lobby-owner", "sheet"]
    assert len(blocks("text")) == len(shown)
    assert illustrated(README) == README


@pytest.mark.parametrize("line", typed())
def test_every_command_can_be_typed(line: str, home: Path) -> None:
    """The parser takes each one."""
    context = click.Context(program, info_name="p10net")
    _, *words = shlex.split(line)
    if words:
        command = program.get_command(context, words[0])
        assert command is not None
        with command.make_context(words[0], words[1:], parent=context):
            pass
    assert not words or words[0] in COMMANDS


def test_every_link_leads_somewhere() -> None:
    """No file is named that is not there."""
    links = re.findall(r"\]\(([^)]+)\)", README)

    assert links
    assert not [link for link in links if not (ROOT / link).is_file()]


@pytest.mark.limit(90)
def test_the_brain_of_the_tour_plays_a_game(
    home: Path,
) -> None:
    """As it stands there, at a real table, with nothing to complain about."""
    (code,) = blocks("python")
    (home / "mine.py").write_text(code)
    (host_line,) = [line for line in typed() if "--name Lab" in line]
    table = ("--bind", "127.0.0.1", "--port", "0", "--no-advertise", "--pace", "0")
    with started(*shlex.split(host_line)[1:], "--json", *table) as host:
        target = f"127.0.0.1:{json.loads(said(host.stdout))['port']}"
        brain = f"{home / 'mine.py'}:Mine"
        with started("bot", target, "--brain", brain, "--pace", "0") as bot:
            ended = json.loads(said(host.stdout))

            host.terminate()
            assert bot.wait(PATIENCE) == Exit.FINE
            assert bot.stderr
            assert bot.stderr.read() == "bot has seat 4 at Lab.\n"
    assert [seat["name"] for seat in ended["seats"]] == ["Cleo", "Max", "Ida", "bot"]
