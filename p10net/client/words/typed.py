"""What is said of typed words that could not be read."""

from __future__ import annotations

from collections.abc import Sequence

from p10net.client.words.cards import listed


def no_such_word(word: str, found: Sequence[str]) -> str:
    """Say that a word is unknown, or begins several."""
    if found:
        return f"{word} may be {listed(found)}: type more of it."
    return f"There is no word {word}: ? lists the words there are."


def not_a_number(word: str) -> str:
    """Say that a number was expected."""
    return f"{word} is no number: write digits such as 3."


def too_large(word: str, most: int) -> str:
    """Say that a number is larger than any that is meant here."""
    return f"{word[:12]} is too large: use at most {most}."


def too_long(word: str, has: int, most: int) -> str:
    """Say that what follows a word is longer than it may be."""
    return f"This {word} has {has} letters: use at most {most}."


def usage(word: str, form: str) -> str:
    """Say how a word is used."""
    return f"So {word} cannot be read: type :{form}"
