"""What authors of bots find under the project's own name."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import p10net

ROOT = ast.parse(Path(p10net.__file__).read_text("utf-8"))
# What the type checkers are told, as (home, name).
TOLD = {
    (node.module, alias.name)
    for branch in ROOT.body
    if isinstance(branch, ast.If)
    for node in branch.body
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
}


@pytest.mark.parametrize(("home", "name"), sorted(TOLD, key=str))
def test_a_name_is_what_its_home_calls_so(home: str, name: str) -> None:
    """A name that checkers are told of is there, listed, and the same object."""
    assert getattr(p10net, name) is getattr(import_module(home), name)
    assert name in dir(p10net)


def test_checkers_are_told_of_every_name() -> None:
    """No name can be had that a type checker does not know."""
    added = {*dir(p10net)} - {*vars(p10net)}

    assert added == {name for _, name in TOLD}


def test_other_names_are_refused_as_python_does() -> None:
    """A name that is nowhere is an AttributeError that says it."""
    with pytest.raises(AttributeError, match="'p10net' has no attribute 'Game'"):
        p10net.Game  # noqa: B018  the look-up is what is tried


def test_nothing_is_fetched_before_it_is_asked_for() -> None:
    """`import p10net` loads none of its packages and no library."""
    look = "import sys, p10net; print(*(n for n in sys.modules if n[:7] == 'p10net.'))"
    done = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == []
