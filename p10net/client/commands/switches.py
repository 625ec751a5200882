"""Reads `switch=value` as a person types it, on the command line or at the table.

Which switches there are, what they take, and which contradict each other the engine
knows; here is only how the words are put.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from p10net.engine.conflicts import build
from p10net.engine.rules import ABOUT, SWITCHES, Rules, RulesError
from p10net.protocol.clean import clean

LISTED = "`p10net rules --switches` lists them."
YES_NO = {"yes": "true", "on": "true", "no": "false", "off": "false"}
NEXT = re.compile(r"(?:\s*[,;]\s*|\s+)(?=[\w-]+\s*=)")
"""What stands before the next setting of a line; values may hold blanks."""


def change(start: Rules, texts: Iterable[str]) -> Rules:
    """Change switches of rules, several in a text; raises RulesError."""
    lines = (NEXT.split(text.strip()) for text in texts)
    data = dict(_setting(one) for line in lines for one in line)
    try:
        return build(data, start)
    except RulesError as error:
        raise RulesError(guessed(str(error), data)) from None


def _setting(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise RulesError(
            f"{clean(text)[:40]!r} sets nothing: write switch=value, such as skips=2."
        )
    name, value = name.strip().replace("-", "_"), value.strip()
    if name == "phases" and ";" in value:
        return name, [text for text in map(str.strip, value.split(";")) if text]
    about = ABOUT.get(name)
    if about is not None and isinstance(about.default, bool):
        value = YES_NO.get(value.lower(), value)
    return name, value


def guessed(sentence: str, names: Iterable[str]) -> str:
    """Say which switch was meant, where one was misspelt."""
    for name in names:
        if name not in SWITCHES:
            close = difflib.get_close_matches(name, SWITCHES, n=1)
            meant = f"did you mean {close[0]}?" if close else LISTED
            return f"There is no switch {clean(str(name))[:40]}: {meant}"
    return sentence
