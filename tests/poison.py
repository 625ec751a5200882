"""Hostile words in every field that may hold words, found by the types of messages.

A field that is added to a message is poisoned by itself, as every message stands in
the table of messages at its fullest.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

Field = tuple[str, str]
"""The name of a type, and of one of its fields."""

HOSTILE = (
    "\x1b[2J\x1b[31m\x1b]0;owned\x07\x1b[?25lred",
    "\x9b31m\x90q\x9c\x9d0;owned\x9c",
    "a\nb\rc\x08d\te\x0b\x7f\x1ff",
    "\u202eabc\u2066\u200f\u061cdef\u2028g",
    "漢字" * 20,
    "e\u0301\u0302\u0303\u0304" * 30,
    "\u200d" * 9 + "👩\u200d🚀\ufe0f",
    "{0} %s %n </b> \\x1b[31m",
    " " * 9,
    "2\x1csets\nof\x853",  # which is a phase that can be read
    "x" * 300,
)


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _leaves(hint: Any) -> Iterator[Any]:
    """Take unions, tuples and annotations apart; a text of a fixed form is none."""
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *notes = get_args(hint)
        if not any(getattr(note, "pattern", None) for note in notes):
            yield from _leaves(inner)
    elif origin in (tuple, list, dict, Union, UnionType):
        for inner in get_args(hint):
            yield from _leaves(inner)
    elif origin is not Literal:
        yield hint


def fields(union: Any) -> set[Field]:
    """Name every field of these types, and of those within, that may hold a text."""
    found: set[Field] = set()
    seen: set[type[Struct]] = set()
    waiting = list(_leaves(union))
    while waiting:
        kind = waiting.pop()
        if kind in seen or not (isinstance(kind, type) and issubclass(kind, Struct)):
            continue
        seen.add(kind)
        for name, hint in _hints(kind).items():
            for leaf in _leaves(hint):
                if leaf is str:
                    found.add((kind.__name__, name))
                else:
                    waiting.append(leaf)
    return found


def poisoned(value: Any, text: str) -> Iterator[tuple[Field, Any]]:
    """Give copies of a message, each with the text in another field of its own."""
    kind: type[Struct] = type(value)
    for name, hint in _hints(kind).items():
        inner = getattr(value, name)
        if str in set(_leaves(hint)):
            yield (kind.__name__, name), replace(value, **{name: _put(inner, text)})
        for field, other in _within(inner, text):
            yield field, replace(value, **{name: other})


def drenched(value: Any, text: str, dry: set[Field]) -> Any:
    """Give a copy of a message with the text in all its fields at once, but for some.

    Tuples of texts and of messages are drenched to their last item.
    """
    if isinstance(value, tuple):
        return tuple(drenched(one, text, dry) for one in value)
    if not isinstance(value, Struct):
        return text if isinstance(value, str) and not isinstance(value, Enum) else value
    kind: type[Struct] = type(value)
    changes = {}
    for name, hint in _hints(kind).items():
        inner = getattr(value, name)
        if str in set(_leaves(hint)) and (kind.__name__, name) not in dry:
            changes[name] = (text,) if isinstance(inner, tuple) else text
        elif isinstance(inner, Struct | tuple) and str not in set(_leaves(hint)):
            changes[name] = drenched(inner, text, dry)
    return replace(value, **changes)


def _put(inner: Any, text: str) -> Any:
    return (text, *inner[1:]) if isinstance(inner, tuple) else text


def _within(inner: Any, text: str) -> Iterator[tuple[Field, Any]]:
    if isinstance(inner, Struct):
        yield from poisoned(inner, text)
    elif isinstance(inner, tuple):
        for at, one in enumerate(inner):
            for field, other in _within(one, text):
                yield field, (*inner[:at], other, *inner[at + 1 :])
