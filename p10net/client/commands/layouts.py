"""Other keyboards: what a key means that lies where one of ours does.

Whoever writes Russian or Greek has our letters under other ones, and on some keyboards
the row of digits gives letters unless Shift is held. A key that means nothing here by
itself is taken for the one in its place; one that does is never touched, and neither is
what somebody writes in a chat.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

ROWS = "qwertyuiopasdfghjklzxcvbnm"
DIGITS = "1234567890"
AUTO, NONE = "auto", "none"

# What each keyboard gives in the place of our keys, and which those are.
PLACES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "russian": (("йцукенгшщзфывапролдячсмить", ROWS), ("БЮ", "<>")),
    "ukrainian": (("йцукенгшщзфівапролдячсмить", ROWS), ("БЮ", "<>")),
    "greek": ((";ςερτυθιοπασδφγηξκλζχψωβνμ", ROWS),),
    "hebrew": (("קראטוןםפשדגכעיחלךזסבהנמצ", ROWS[2:]),),
    "korean": (("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", ROWS),),
    "french": (("&é\"'(-è_çà", DIGITS),),
    "belgian": (("&é\"'(§è!çà", DIGITS),),
    "czech": (("+ěščřžýáíé", DIGITS),),
    "slovak": (("+ľščťžýáíé", DIGITS),),
}


def _table(name: str) -> dict[str, str]:
    """Say what each key of a keyboard means, capitals included."""
    table: dict[str, str] = {}
    for theirs, ours in PLACES[name]:
        for key, meant in zip(theirs, ours, strict=True):
            table[key] = meant
            if len(key.upper()) == 1 and key.upper() != key and meant.isalpha():
                table[key.upper()] = meant.upper()
    return table


def _merged() -> dict[str, str]:
    """Join all keyboards; where two differ, the one named first counts."""
    table: dict[str, str] = {}
    for name in PLACES:
        table = _table(name) | table
    return table


LAYOUTS: Mapping[str, Mapping[str, str]] = {
    AUTO: _merged(),
    **{name: _table(name) for name in PLACES},
    NONE: {},
}
"""What each key means on a keyboard that is named, or on any."""


def meant(key: str, layout: str) -> str:
    """Give the key of ours that a key stands for; the key itself if it is none.

    >>> meant("в", "auto"), meant("Д", "auto"), meant("é", "czech"), meant("d", "auto")
    ('d', 'L', '0', 'd')
    """
    if len(key) != 1:
        return key
    wide = unicodedata.normalize("NFKC", key)
    return LAYOUTS[layout].get(key, wide if wide.isascii() else key)


def word(text: str, layout: str) -> str:
    """Give a word as it would be with our letters under the same fingers.

    >>> word("вкфц", "russian")
    'draw'
    """
    return "".join(meant(letter, layout) for letter in text)
