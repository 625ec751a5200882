"""What a person has settled once and for all: flags over environment over the file.

Each setting is declared once with its words and values; the command line, the file, the
environment and `p10net config` all read that table. A value that makes no sense ends
with a sentence that names where it stands, since whoever wrote it wants to know.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from p10net.bots.levels import LEVELS, USUAL
from p10net.cli import folders
from p10net.cli.exits import Exit, Trouble
from p10net.client import files
from p10net.client.commands.layouts import AUTO, LAYOUTS
from p10net.client.palette import DEFAULT, THEMES
from p10net.client.runner import PACE
from p10net.client.words.notation import CHOICES, TABLE
from p10net.protocol.clean import clean, name_problem

Value = str | bool | int | float
FLAGS = "p10net.flags"
"""Where flags that no command takes by itself are kept, in click's own memory."""


class Setting(NamedTuple):
    """One setting: what it is, what it may be, and what it is unless somebody says.

    With `own` it may also be a word of one's own.
    """

    says: str
    default: Value
    values: tuple[str, ...] = ()
    least: float = 0.0
    most: float = 0.0
    own: bool = False


SETTINGS: Mapping[str, Setting] = {
    "name": Setting("What the others call you; empty: your login", ""),
    "ui": Setting("Full screen or lines", "screen", ("screen", "plain")),
    "bots": Setting("Bots of a game alone, 1 to 5", 3, least=1, most=5),
    "level": Setting("How well they play", USUAL, tuple(LEVELS)),
    "pace": Setting("Seconds before each of their acts, 0 to 60", PACE, most=60.0),
    "color": Setting(
        "How many colors may be used", "auto", ("auto", "never", "16", "256", "true")
    ),
    "theme": Setting(
        "Colors of the screen: one of these, or NAME for themes/NAME.toml beside the"
        " settings",
        DEFAULT,
        tuple(THEMES),
        own=True,
    ),
    "mouse": Setting("Clicks press keys; off, the terminal selects text", False),
    "keyboard": Setting(
        "Which keyboard gives other letters than our keys, or digits with Shift only",
        AUTO,
        tuple(LAYOUTS),
    ),
    "ascii": Setting("Draw lines with - and | only", False),
    "sort": Setting(
        "How the hand is sorted; as it was last, by o",
        "number",
        ("number", "color", "need"),
    ),
    "faces": Setting("How cards are shown: as the rules say, or so", TABLE, CHOICES),
    "confirm": Setting(
        "When a discard is asked about", "smart", ("smart", "always", "never")
    ),
    "take_back": Setting(
        "Seconds in which Esc takes a discard back, 0 to 3", 0.0, most=3.0
    ),
    "bell": Setting(
        "When the bell says that it is your turn",
        "unfocused",
        ("unfocused", "off", "always"),
    ),
    "events": Setting("Line mode: news while you type", "held", ("held", "at-once")),
    "verbosity": Setting(
        "Line mode: how much is said", "normal", ("brief", "normal", "full")
    ),
}


class Known(NamedTuple):
    """A setting's value and who said so: flag, environment, file or nobody."""

    value: Value
    source: str


# --- Reading -------------------------------------------------------------------------


def get(name: str) -> Value:
    """Give the value that counts."""
    return look(name).value


def look(name: str) -> Known:
    """Give the value that counts and where it comes from; raises Trouble."""
    for source, said in _sources(name):
        if said is not None:
            return Known(check(name, said, source), source)
    return Known(SETTINGS[name].default, "default")


def _sources(name: str) -> Iterator[tuple[str, object]]:
    context = click.get_current_context(silent=True)
    yield "flag", context.meta.get(FLAGS, {}).get(name) if context else None
    # An empty variable is how many a shell unsets one.
    yield variable(name), os.environ.get(variable(name)) or None
    yield str(path()), stored().get(name)


def variable(name: str) -> str:
    """Name the environment variable of a setting."""
    return f"P10NET_{name.upper()}"


def path() -> Path:
    """Say where the file is."""
    return folders.config() / "config.toml"


def stored() -> dict[str, Any]:
    """Read the file; raises Trouble if it is none."""
    try:
        return tomllib.loads(files.load(path()).decode())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        why = clean(getattr(error, "strerror", None) or str(error))[:120]
        raise Trouble(
            f"{path()} cannot be read ({why}): mend it, or `p10net config reset`.",
            Exit.USAGE,
        ) from None


# --- Values --------------------------------------------------------------------------


def check(name: str, said: object, source: str) -> Value:
    """Turn what was said into a value; raises Trouble with where it stands."""
    setting = known(name)
    try:
        return CHECKS[type(setting.default)](setting, said)
    except ValueError as error:
        where = "" if source in ("", "flag") else f" in {source}"
        shown = clean(str(said))[:40]
        raise Trouble(f"{name}{where} is {shown!r}: {error}.", Exit.USAGE) from None


def known(name: str) -> Setting:
    """Give a setting by its name; raises Trouble."""
    if name not in SETTINGS:
        shown = clean(name)[:40]
        raise Trouble(
            f"There is no setting {shown}: `p10net config show` lists them all.",
            Exit.USAGE,
        )
    return SETTINGS[name]


OWN = re.compile(r"[\w-]{1,40}")


def _word(setting: Setting, said: object) -> Value:
    text = str(said)
    if setting.own and OWN.fullmatch(text):
        return text
    if setting.values and text not in setting.values:
        raise ValueError(
            f"use {', '.join(setting.values[:-1])} or {setting.values[-1]}"
        )
    if not setting.values and text and (problem := name_problem(clean(text))):
        raise ValueError(problem.rstrip("."))
    return text if setting.values else clean(text)


SWITCH = {"true": True, "1": True, "yes": True, "on": True}
SWITCH |= {"false": False, "0": False, "no": False, "off": False}


def _switch(setting: Setting, said: object) -> Value:
    if (value := SWITCH.get(str(said).lower())) is None:
        raise ValueError("use true or false")
    return value


def _seconds(setting: Setting, said: object) -> Value:
    try:
        value = float(str(said))
    except ValueError:
        value = -1.0
    if isinstance(said, bool) or not 0 <= value <= setting.most:
        raise ValueError(f"use a number from 0 to {setting.most:g}")
    return value


def _count(setting: Setting, said: object) -> Value:
    text = str(said)
    value = int(text) if text.isdecimal() and len(text) < 4 else -1
    if not setting.least <= value <= setting.most:
        raise ValueError(
            f"use a whole number from {setting.least:g} to {setting.most:g}"
        )
    return value


CHECKS: Mapping[type, Callable[[Setting, object], Value]] = {
    str: _word,
    bool: _switch,
    int: _count,
    float: _seconds,
}


# --- Writing -------------------------------------------------------------------------

HEAD = "# p10net's settings; `p10net config show` explains each of them.\n"


def put(name: str, said: str) -> Value:
    """Write a setting into the file, whose comments stay; raises Trouble."""
    value = check(name, said, "")
    change(lambda file: file.__setitem__(name, value))
    return value


def reset(name: str | None = None) -> None:
    """Take a setting out of the file, or the whole file away; raises Trouble."""
    if name is not None:
        known(name)
        change(lambda file: file.pop(name, None))
        return
    try:
        path().unlink(missing_ok=True)
    except OSError as error:
        raise _unkept(error) from None


def change(edit: Callable[[Any], object]) -> None:
    """Edit the file, whose comments stay; raises Trouble."""
    # Only whoever changes a setting waits for the library that keeps comments.
    import tomlkit

    stored()  # which says what is wrong with the file, if anything is
    try:
        text = files.load(path()).decode() if path().exists() else HEAD
        file = tomlkit.parse(text)
        edit(file)
        files.replace(path(), tomlkit.dumps(file).encode())
    except OSError as error:
        raise _unkept(error) from None


def _unkept(error: OSError) -> Trouble:
    why = error.strerror or type(error).__name__
    return Trouble(f"{path()} cannot be written ({why}): see who may write there.")
