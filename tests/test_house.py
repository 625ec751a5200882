"""Laws about the source itself, which neither linter, types nor contracts can hold.

Style, types and who may import whom are for `.ci/run`, which runs the linters; what
stands here needs to know this project's own words and habits.
"""

import ast
import functools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from p10net.engine.rules import SWITCHES

ROOT = Path(__file__).parents[1]

# Of p10net they run nothing; one process reads all of the source, once.
pytestmark = [pytest.mark.untraced, pytest.mark.xdist_group("house")]

LONGEST_FUNCTION = 50
LONGEST_MODULE = 400

# Names that say that a thing has not been understood yet.
EMPTY_WORDS = {
    *("base", "common", "handler", "handlers", "helper", "helpers", "manager"),
    *("misc", "mixin", "util", "utils"),
}

# These hold more than the package's nouns: the table of moves, and the lazy root.
FULL_INITS = {"p10net/__init__.py", "p10net/engine/moves/__init__.py"}

# How Python reads the clock on the wall. The last one is a log line's.
WALL = {
    *(("time", name) for name in ("time", "time_ns", "localtime", "gmtime")),
    *(("datetime", name) for name in ("now", "today", "utcnow")),
    ("record", "created"),
}

# What they write down bears a date, or they look for files of a certain age.
DATING = {
    *("p10net/cli/games.py", "p10net/cli/person.py", "p10net/cli/report.py"),
    *("p10net/cli/score.py", "p10net/client/story.py", "p10net/lan/ages.py"),
}

# These say which switches there are and which go together, so they read them all.
DECLARING = {f"p10net/engine/{name}.py" for name in ("conflicts", "presets", "rules")}

# Switches that no rule of play reads, and who does.
READ_ELSEWHERE = {
    "faces": "the screens",
    "name": "whoever shows it",
    "phase_subset": "rules.numbers",
    "phases": "rules.phases",
    "proof": "the table",
}


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Read a module, once."""
    return ast.parse(path.read_text("utf-8"))


def sources(*folders: str) -> dict[str, ast.Module]:
    """Give every module under the folders, by its path."""
    return {
        path.relative_to(ROOT).as_posix(): parsed(path)
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def tracked() -> Iterator[tuple[str, str]]:
    """Read every text file that belongs to the repository."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("not a git checkout: there is no list of the project's files")
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file():
            yield name, path.read_text("utf-8", errors="replace")


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Walk through the functions of a module, inner ones too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def words(name: str) -> set[str]:
    """Split `snake_case` and `CamelCase` into lower-case words."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


def test_every_module_says_why_it_exists() -> None:
    """A module opens with a docstring."""
    modules = sources("p10net", "tests")

    assert not [path for path, tree in modules.items() if not ast.get_docstring(tree)]


def test_every_test_says_what_it_holds() -> None:
    """A test has a docstring, and the sentence in it ends."""
    silent = [
        f"{path}:{test.lineno} {test.name}"
        for path, tree in sources("tests").items()
        for test in functions(tree)
        if test.name.startswith("test_")
        and not (ast.get_docstring(test) or "").partition("\n\n")[0].endswith(".")
    ]

    assert not silent


def test_inits_hold_only_the_nouns() -> None:
    """What a package is for stands in its docstring, code stands in its modules."""
    inits = {
        path: tree
        for path, tree in sources("p10net").items()
        if path.endswith("__init__.py") and path not in FULL_INITS
    }

    assert not [path for path, tree in inits.items() if len(tree.body) != 1]


def test_nobody_waits_by_the_clock_on_the_wall() -> None:
    """People set that one, by years: it dates what is written down, and no more."""
    readers = {
        path
        for path, tree in sources("p10net").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (getattr(node.value, "id", ""), node.attr) in WALL
    }

    assert readers == DATING


def test_names_say_something() -> None:
    """No module and no class is called by a word that would fit any other."""
    names = [
        *((path, Path(path).stem) for path in sources("p10net", "tests")),
        *(
            (f"{path}:{node.lineno}", node.name)
            for path, tree in sources("p10net").items()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
        ),
    ]

    assert not [(place, name) for place, name in names if words(name) & EMPTY_WORDS]


def test_functions_fit_on_a_page() -> None:
    """No function is longer than fifty lines."""
    lengths = {
        f"{path}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path, tree in sources("p10net", "tests").items()
        for node in functions(tree)
    }

    assert not {place: n for place, n in lengths.items() if n > LONGEST_FUNCTION}


def test_modules_can_be_read_at_one_sitting() -> None:
    """No module is longer than four hundred lines."""
    lengths = {
        path: len((ROOT / path).read_text("utf-8").splitlines())
        for path in sources("p10net")
    }

    assert not {path: n for path, n in lengths.items() if n > LONGEST_MODULE}


@functools.cache
def readers() -> dict[str, set[str]]:
    """Name, for each switch, the engine's modules that read `rules.<switch>`."""
    found: dict[str, set[str]] = {switch: set() for switch in SWITCHES}
    for path in sources("p10net/engine").keys() - DECLARING:
        for node in ast.walk(sources("p10net/engine")[path]):
            if isinstance(node, ast.Attribute) and is_rules(node.value):
                found.get(node.attr, set()).add(path)
    return found


def is_rules(node: ast.expr) -> bool:
    """Tell whether this is `rules` or `something.rules`."""
    return "rules" in (getattr(node, "id", ""), getattr(node, "attr", ""))


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_has_one_home(switch: str) -> None:
    """One module of the engine reads a switch; everybody else asks that module."""
    homes = readers()[switch]

    assert len(homes) == (switch not in READ_ELSEWHERE), homes


def test_switches_are_read_by_name() -> None:
    """Nothing but the declaration itself gets at a switch by its text."""
    by_text = [
        f"{path}:{node.lineno}"
        for path, tree in sources("p10net/engine").items()
        if path not in DECLARING
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "getattr"
        and "rules" in ast.unparse(node.args[0])
    ]

    assert not by_text


def imported(*folders: str) -> set[str]:
    """Name the packages from elsewhere that these folders import."""
    names: set[str] = set()
    for tree in sources(*folders).values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.partition(".")[0])
    return names - {"benchmarks", "p10net", "tests", *sys.stdlib_module_names}


def declared(requirements: list[str]) -> set[str]:
    """Name the packages that requirements ask for, as they are imported."""
    return {
        re.split(r"[^\w-]", requirement)[0].replace("-", "_")
        for requirement in requirements
    }


def test_dependencies_are_what_is_imported() -> None:
    """Nothing is taken from a package that came by chance, nothing is asked in vain."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = declared(project["dependencies"])
    for_tests = declared(project["optional-dependencies"]["test"])

    assert imported("p10net") == needed
    assert imported("tests") <= needed | for_tests


# Written so that this file does not find itself.
MACHINE = re.compile(
    r"/(?:ro)ot/|/(?:ho)me/\w|/(?:Us)ers/\w|[A-Z]:\\+(?:Us)ers|/(?:wo)rk/\w|/(?:tm)p/\w"
    r"|(?:pypi)\.|(?:python)hosted|(?:index)-url|(?:npm)js|(?:arti)factory",
    re.IGNORECASE,
)


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    """No folder of one computer and no registry's address stands anywhere."""
    found = [
        f"{name}: {match[0]}"
        for name, text in tracked()
        for match in MACHINE.finditer(text)
    ]

    assert not found


UNFINISHED = re.compile(r"\b(?:TO)DO\b|\b(?:FIX)ME\b|\b(?:X)XX\b|(?:NotImpl)emented")
UNEXPLAINED = re.compile(
    r"#\s*(?:(?:type: ig)nore(?:\[[\w, -]+\])?"
    r"|(?:no)qa(?:: ?[A-Z]+\d+(?:, ?[A-Z]+\d+)*)?)$"
)


@pytest.mark.parametrize("mark", [UNFINISHED, UNEXPLAINED])
def test_nothing_is_left_open(mark: re.Pattern[str]) -> None:
    """No mark of things to do, and no silenced check without its reason beside it."""
    found = [
        f"{name}:{number} {line.strip()}"
        for name, text in tracked()
        if name.endswith((".py", ".toml", "run"))
        for number, line in enumerate(text.splitlines(), 1)
        if mark.search(line)
    ]

    assert not found
