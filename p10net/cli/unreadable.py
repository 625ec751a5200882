"""Says why a piece of a batch is no case, and how it has to look instead.

The decoders' own wording is for programmers; whoever wrote the file by hand or with a
script of their own gets the place, the reason and what to write.
"""

import json
import re
from collections.abc import Mapping

import msgspec

NESTED = "it is nested too deeply: a case holds only texts and lists of texts."
CASE = 'write an object such as {"kind": "score", "hand": "R5 W"}.'

FIELDS: Mapping[str, str] = {
    "kind": 'one of "lay", "hand", "hit", "hits", "score", "flow"',
    "id": "a text or a whole number",
    "option": 'a text such as "skips=2 natural=none", or a list of them, or an object',
    "phase": 'a text of at most 200 characters, such as "2 sets of 3"',
    "groups": 'a list of at most 64 texts, such as ["R5 B5 W", "Y9 R9 B9"]',
    "hand": 'a text of cards, such as "R5 B5 W"',
    "meld": 'the name of a meld in a text, such as "set" or "run"',
    "table": 'a text of the cards that lie there, such as "R5 B5 G5"',
    "colors": 'a text of at most four letters, such as "RB"',
    "card": 'a text with one card, such as "R5"',
    "end": '"low", "high" or ""',
    "hits": 'a list of at most 64 objects, such as [{"card": "R5", "end": "low"}]',
}
"""What each field of a case has to be; a test holds the names to the cases'."""

_MISSING = re.compile(r"missing required field `(\w+)`")
_PLACE = re.compile(r"at `\$\.(\w+)(\[\.*\d+\]|\[\.\.\.\])?(?:\.(\w+))?")


def why(data: bytes, error: Exception) -> str:
    """Say what is wrong with a case that the decoder refused."""
    if isinstance(error, RecursionError):
        return NESTED
    if isinstance(error, msgspec.ValidationError):
        return _misfit(str(error))
    if isinstance(error, msgspec.MsgspecError):
        place = _stop(data)
        if place is None:
            return f"this is not JSON: {CASE}"
        _, column, reason = place
        return f"this is not JSON{_from(column)}{reason}: {CASE}"
    return str(error)


def _from(column: int) -> str:
    return f" from character {column} on" if column else ""


def _misfit(said: str) -> str:
    if missing := _MISSING.search(said):
        return f"{missing[1]} is missing: add {FIELDS[missing[1]]}."
    place = _PLACE.search(said)
    name = place and (place[3] or place[1])
    if not name or name not in FIELDS:
        return f"this is no case: {CASE}"
    return f"{name} is not as it must be: write {FIELDS[name]}."


def array(data: bytes) -> tuple[int, str]:
    """Say on which line an array is broken, and why."""
    place = _stop(data)
    if place is None:
        return 1, NESTED
    line, column, reason = place
    return line, (
        f"the array is not JSON{_from(column)}{reason}: put a comma between cases"
        " and ] behind the last."
    )


def _stop(data: bytes) -> tuple[int, int, str] | None:
    """Find line and character at which something ceases to be JSON."""
    try:
        json.loads(data)
    except json.JSONDecodeError as error:
        return error.lineno, error.colno, ""
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1, 0, ", it is not UTF-8 text"
    except (RecursionError, ValueError):
        return None
    return None
