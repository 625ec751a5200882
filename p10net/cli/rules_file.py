"""Reads the rules somebody asks for: a preset, a file of their own, single switches.

A rules file is TOML: `preset` to start from, `phases`, and any switch. Whatever is
wrong with one is told in one sentence with the file and, where it can be found, the
line. What the switches mean, and which contradict each other, the engine knows.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from p10net.cli.exits import Exit, Trouble
from p10net.client import files
from p10net.client.commands import switches
from p10net.engine.conflicts import build
from p10net.engine.phases import parse
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import SWITCHES, Rules, RulesError
from p10net.protocol.clean import clean

LARGEST = 65_536
"""Bytes of the longest rules file; one that uses every switch has two thousand."""
LONGEST_NAME = 40

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def settle(source: str | None, changes: Iterable[str] = ()) -> Rules:
    """Give the rules of a preset or a file, with these `switch=value` changed.

    Raises Trouble with a sentence.
    """
    start = from_source(source) if source else preset("official")
    return change(start, changes)


def change(start: Rules, changes: Iterable[str]) -> Rules:
    """Change switches, each given as `switch=value`; raises Trouble."""
    try:
        return switches.change(start, changes)
    except RulesError as error:
        raise Trouble(str(error), Exit.USAGE) from None


def from_source(source: str) -> Rules:
    """Give the rules of a preset's name or of a file's; raises Trouble."""
    if source.casefold().endswith(".toml"):
        return from_file(Path(source))
    try:
        return preset(source)
    except RulesError as error:
        close = difflib.get_close_matches(source.casefold(), PRESETS, n=1)
        if not close:
            raise Trouble(str(error), Exit.USAGE) from None
        shown = clean(source)[:40]
        raise Trouble(
            f"There are no rules named {shown!r}: did you mean {close[0]}?", Exit.USAGE
        ) from None


# --- Files ---------------------------------------------------------------------------


def from_file(path: Path) -> Rules:
    """Give the rules that a file describes; raises Trouble naming file and line."""
    text = _text(path)
    data = _parsed(path, text)
    try:
        return _built(data, path.stem)
    except _Faulty as fault:
        raise Trouble(f"{_at(path, fault.line(text))}: {fault}", Exit.USAGE) from None


class _Faulty(Exception):
    """What is wrong with the rules, and the words to find the line by."""

    def __init__(self, sentence: str, *clues: str) -> None:
        super().__init__(sentence)
        self._clues = clues

    def line(self, text: str) -> int | None:
        """Find the line that is meant: the first that holds a clue."""
        for clue in self._clues:
            for number, line in enumerate(text.splitlines(), 1):
                if re.search(clue, line):
                    return number
        return None


def _at(path: Path, line: int | None) -> str:
    return f"{path}, line {line}" if line else str(path)


def _text(path: Path) -> str:
    try:
        data = files.load(path, LARGEST)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise Trouble(
            f"The rules file {path} cannot be opened ({reason}): check its name.",
            Exit.USAGE,
        ) from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Trouble(
            f"{path}, line {line}: this is not UTF-8 text; save it as such.", Exit.USAGE
        ) from None


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Trouble(
            f"{_at(path, _deep(text))}: values are nested too deeply: a list of"
            " phases holds only texts.",
            Exit.USAGE,
        ) from None
    except ValueError as error:  # TOMLDecodeError, and numbers with too many digits
        said = str(error)
        place = _PLACE.search(said)
        line = int(place[1]) if place and place[1] else len(text.splitlines())
        reason, step = _why_not(_PLACE.sub("", said))
        raise Trouble(
            f"{_at(path, line)}: this is not TOML, {reason}: {step}.",
            Exit.USAGE,
        ) from None


NOT_TOML: tuple[tuple[str, str, str], ...] = (
    ("Invalid value", "a value cannot be read", "put texts in quotes"),
    ("Cannot overwrite", "a name stands there twice", "keep one of them"),
    ("Cannot declare", "a name stands there twice", "keep one of them"),
    ("Unclosed array", "a list has no end", "put ] behind it and , between its texts"),
    ("Unclosed inline", "a { has no }", "use switch = value"),
    ("Unterminated", "a text has no end", "put quotes around it"),
    ("Exceeds the limit", "a number is far too long", "write a shorter one"),
)
"""How the library's complaints begin, and what is said for them."""


def _why_not(said: str) -> tuple[str, str]:
    """Say why something is not TOML, and what to do."""
    for start, reason, step in NOT_TOML:
        if said.startswith(start):
            return reason, step
    return "a line is of no known form", "write switch = value or # with a remark"


DEEP = 20


def _deep(text: str) -> int | None:
    """Find the line on which more brackets are open than any rules need."""
    open_ = 0
    for number, line in enumerate(text.splitlines(), 1):
        for bracket in re.findall(r"[\[\]{}]", line):
            open_ += 1 if bracket in "[{" else -1
            if open_ > DEEP:
                return number
    return None


def _built(data: Mapping[str, Any], stem: str) -> Rules:
    start = _start(data)
    given = {name: value for name, value in data.items() if name != "preset"}
    for name in given:
        if name not in SWITCHES:
            sentence = switches.guessed("", [name])
            raise _Faulty(sentence, _key(name))
    _check_phases(given.get("phases"))
    named = {"name": clean(stem)[:LONGEST_NAME] or start.name} | given
    try:
        return build(named, start)
    except RulesError as error:
        sentence = str(error)
        guilty = [name for name in given if re.search(rf"\b{name}\b", sentence)]
        texts = _quoted(given.get("phases"), sentence)
        odd = [rf"^\s*{re.escape(one)}\s*,?\s*(?:\]|#|$)" for one in _odd(given)]
        clues = [*odd, *map(_key, guilty), *map(re.escape, texts), *map(_key, given)]
        raise _Faulty(sentence, *clues) from None


def _odd(given: Mapping[str, Any]) -> list[str]:
    """Write what stands in the list of phases and is no text."""
    phases = given.get("phases")
    return (
        [str(one) for one in phases if not isinstance(one, str)]
        if isinstance(phases, list)
        else []
    )


def _quoted(phases: object, sentence: str) -> list[str]:
    """Find the texts of phases that a sentence speaks of."""
    texts = phases if isinstance(phases, list) else [phases]
    return [
        text
        for text in texts
        if isinstance(text, str) and _reads(text) and _reads(text) in sentence
    ]


def _reads(text: str) -> str:
    try:
        return repr(parse(text).text)
    except ValueError:
        return ""


def _start(data: Mapping[str, Any]) -> Rules:
    name = data.get("preset", "official")
    if not isinstance(name, str):
        raise _Faulty('preset is a name in quotes, such as "masters".', _key("preset"))
    try:
        return preset(name)
    except RulesError as error:
        raise _Faulty(str(error), _key("preset")) from None


def _check_phases(phases: object) -> None:
    """Find the one phase of a list that cannot be read, to name its line."""
    for text in phases if isinstance(phases, list) else ():
        if isinstance(text, str):
            try:
                parse(text)
            except ValueError as error:
                clue = re.escape(text) or "\"\"|''"
                raise _Faulty(str(error), clue, _key("phases")) from None


def _key(name: str) -> str:
    """Match the line on which a key of the file stands."""
    word = rf"[\"']?{re.escape(name)}[\"']?"
    return rf"^\s*(?:\[+\s*)?{word}\s*[.=\]]"
