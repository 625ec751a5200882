"""Phases and their text notation.

`parse` and `format_goals` are a pair: what one writes the other reads. The parser
also takes the seeds' own wordings, so that their lists can stand in their words and
a family's list can be typed as it is spoken. No rules, no cards in hand.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

from msgspec import Struct

from p10net.engine.cards import COLOR_NAMES
from p10net.engine.melds import KINDS, Goal, Kind


class Phase(Struct, frozen=True):
    """One of the tasks: its goals, and the same in canonical text."""

    text: str
    goals: tuple[Goal, ...]


MOST_GOALS = 6
LONGEST_TEXT = 200
SUCH_AS = 'write goals such as "2 sets of 3" or "1 run of 4", joined by +'

_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_COUNTS |= {"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_N = r"\d{1,3}"
_COUNT = rf"(?:(?P<count>{_N}|{'|'.join(_COUNTS)})\s+)?"
_SIZE = rf"(?P<n>{_N}|{'|'.join(_COUNTS)})"
_ONE_COLOR = r"(?:of\s+)?(?:the\s+|all\s+)?(?:one|same|a\s+single)\s+color"
_PARITY = r"evens?(?:\s*/\s*|\s+or\s+)odds?"
_HUE = "red|blue|green|yellow|[rbgy]"
_HUES = rf"(?:{_HUE})(?:\s*(?:,|&|/|\band\b)\s*(?:{_HUE})\b)*"

# What a goal looks like, tried from the top: pattern, kind, and whether the leading
# number counts goals (else it is the goal's own size).
_SHAPES: tuple[tuple[re.Pattern[str], Kind], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (
            rf"{_COUNT}runs?\s+of\s+{_SIZE}\s+alternating(?:\s+colors?)?\s*"
            rf"(?P<colors>\?|you\s+decide|{_HUES})",
            Kind.ALT_RUN,
        ),
        (rf"{_COUNT}runs?\s+of\s+{_SIZE}\s+{_ONE_COLOR}", Kind.COLOR_RUN),
        (rf"{_COUNT}color\s+runs?\s+of\s+{_SIZE}", Kind.COLOR_RUN),
        (rf"{_COUNT}runs?\s+of\s+{_SIZE}", Kind.RUN),
        (rf"{_COUNT}sets?\s+of\s+{_SIZE}\s+{_ONE_COLOR}", Kind.COLOR_SET),
        (rf"{_COUNT}color\s+sets?\s+of\s+{_SIZE}", Kind.COLOR_SET),
        (rf"{_COUNT}sets?\s+of\s+{_SIZE}", Kind.SET),
        (
            rf"{_COUNT}(?:(?:one\s+|same\s+)?color)\s+{_PARITY}\s+of\s+{_SIZE}",
            Kind.COLOR_PARITY,
        ),
        (
            rf"{_SIZE}\s+(?:cards?\s+)?(?:of\s+)?{_PARITY}\s+{_ONE_COLOR}",
            Kind.COLOR_PARITY,
        ),
        (rf"{_COUNT}{_PARITY}\s+of\s+{_SIZE}\s+{_ONE_COLOR}", Kind.COLOR_PARITY),
        (rf"{_COUNT}{_PARITY}\s+of\s+{_SIZE}", Kind.PARITY),
        (rf"{_SIZE}\s+(?:cards?\s+)?(?:of\s+)?{_PARITY}", Kind.PARITY),
        (rf"{_COUNT}flush(?:es)?\s+of\s+{_SIZE}", Kind.COLOR),
        (rf"{_SIZE}[\s-]+cards?\s+flush", Kind.COLOR),
        (rf"{_SIZE}\s+(?:cards?\s+)?{_ONE_COLOR}", Kind.COLOR),
        (rf"(?:(?P<n>{_N}|{'|'.join(_COUNTS)})\s+)?wilds?(?:\s+cards?)?", Kind.WILD),
        (rf"(?:(?P<n>{_N}|{'|'.join(_COUNTS)})\s+)?skips?(?:\s+cards?)?", Kind.SKIP),
    )
)
_JOIN = re.compile(r"\s*(?:\+|&|,|\band\b)\s*")


def parse(text: str) -> Phase:
    """Read a phase such as "1 set of 3 + 1 run of 4"; the text comes back canonical.

    A suit of ordinary cards is a color (002).

    Raises ValueError with a sentence that shows where reading stopped.
    """
    if len(text) > LONGEST_TEXT:
        raise ValueError(
            f"A phase text of {len(text)} characters is too long: write at most"
            f' {LONGEST_TEXT}, such as "2 sets of 3".'
        )
    if not text.strip():
        raise ValueError(f"A phase text is empty: {SUCH_AS}.")
    return _parse(text)


@lru_cache(maxsize=1024)
def _parse(text: str) -> Phase:
    rest = text.lower().replace("colour", "color").replace("suit", "color")
    rest = " ".join(rest.split()).rstrip(".")
    goals: list[Goal] = []
    while True:
        found, rest = _parse_goals(rest, text)
        goals.extend(found)
        if len(goals) > MOST_GOALS:
            raise ValueError(_too_many(len(goals), text))
        if not rest:
            return Phase(format_goals(tuple(goals)), tuple(goals))
        joint = _JOIN.match(rest)
        if joint is None:
            raise ValueError(_unread(text, rest))
        rest = rest[joint.end() :]


def _parse_goals(rest: str, text: str) -> tuple[list[Goal], str]:
    match, kind = _first_shape(rest)
    if match is None:
        raise ValueError(_unread(text, rest))
    parts = match.groupdict()
    goal = Goal(kind, _number(parts["n"]), _colors(parts.get("colors")))
    _refuse_size(goal, text)
    count = _number(parts.get("count"))
    if not 1 <= count <= MOST_GOALS:
        raise ValueError(_too_many(count, text))
    return [goal] * count, rest[match.end() :]


def _first_shape(rest: str) -> tuple[re.Match[str] | None, Kind]:
    for shape, kind in _SHAPES:
        match = shape.match(rest)
        if match and not rest[match.end() : match.end() + 1].isalnum():
            return match, kind
    return None, Kind.SET


def _unread(text: str, rest: str) -> str:
    where = rest.strip() or "the end"
    return f"Cannot read {where!r} in the phase {text!r}: {SUCH_AS}."


def _too_many(goals: int, text: str) -> str:
    return (
        f"The phase {text!r} has {goals or 'no'} goals: write 1 to {MOST_GOALS}, such"
        ' as "2 sets of 3".'
    )


def _number(word: str | None) -> int:
    if word is None:
        return 1
    return _COUNTS[word] if word in _COUNTS else int(word)


def _colors(words: str | None) -> str:
    letters = [word[0].upper() for word in re.findall(rf"\b(?:{_HUE})\b", words or "")]
    if len(set(letters)) < len(letters) or len(letters) == 1:
        raise ValueError(
            f"An alternating run needs two to four colors, not {words!r}: write such"
            " as red and blue."
        )
    return "".join(letters)


def _refuse_size(goal: Goal, text: str) -> None:
    row = KINDS[goal.kind]
    most = 12 if row.sequence or row.only is None else 8
    if not row.least <= goal.n <= most:
        raise ValueError(
            f"{goal.n} is no size for a {row.word} in {text!r}: use {row.least} to"
            f" {most}."
        )


# Writing goals back


def _plural(count: int, word: str) -> str:
    return word if count == 1 else word + "s"


def _counted(count: int, goal: Goal) -> str:
    return f"{count} {_plural(count, KINDS[goal.kind].word)} of {goal.n}"


def _sized(count: int, goal: Goal) -> str:
    return " + ".join([f"{goal.n} {KINDS[goal.kind].word}"] * count)


def _parities(count: int, goal: Goal) -> str:
    return f"{count} {KINDS[goal.kind].word} of {goal.n}"


def _literal(count: int, goal: Goal) -> str:
    text = f"{goal.n} {_plural(goal.n, KINDS[goal.kind].word)}"
    return " + ".join([text] * count)


def _alternating(count: int, goal: Goal) -> str:
    colors = " and ".join(COLOR_NAMES[letter] for letter in goal.colors) or "?"
    return f"{count} {_plural(count, 'run')} of {goal.n} alternating {colors}"


_FORMATS: dict[Kind, Callable[[int, Goal], str]] = {
    Kind.SET: _counted,
    Kind.RUN: _counted,
    Kind.COLOR: _sized,
    Kind.COLOR_RUN: _counted,
    Kind.PARITY: _parities,
    Kind.COLOR_PARITY: _parities,
    Kind.COLOR_SET: _counted,
    Kind.ALT_RUN: _alternating,
    Kind.WILD: _literal,
    Kind.SKIP: _literal,
}


def format_goals(goals: tuple[Goal, ...]) -> str:
    """Write goals in the canonical notation; equal neighbours are counted."""
    parts = []
    for goal, group in groupby(goals):
        parts.append(_FORMATS[goal.kind](len(tuple(group)), goal))
    return " + ".join(parts)


def canonical(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Bring the texts of a list to canonical notation; raises ValueError."""
    return tuple(parse(text).text for text in texts)
