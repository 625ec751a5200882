"""What a typed word is, and how numbers are read that follow one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from p10net.client.commands.scene import Done, Scene
from p10net.client.words.typed import not_a_number, too_large

MOST = 9999
"""The largest number that anything typed here can mean."""

Words = list[str]


class Misread(ValueError):
    """Words that make no sense here; the text is the sentence for the person."""


class Word(NamedTuple):
    """One typed word: what may follow it, and what it does."""

    usage: str
    does: Callable[[Scene, Words], Done]


def number(words: Words) -> int:
    """Take a number off the words."""
    word = words.pop(0)
    if not word.isdecimal():
        raise Misread(not_a_number(word))
    if len(word) > len(str(MOST)):
        raise Misread(too_large(word, MOST))
    return int(word)


def maybe_number(words: Words) -> int | None:
    """Take a number off the words, if there is anything."""
    return number(words) if words else None
