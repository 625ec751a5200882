"""The text cleaner: what of a stranger's text may reach a person's terminal.

The host cleans every text at its door and the client cleans it again before it shows
it, with no list of exceptions. What is left are printable characters of known width
on one line: nothing that moves the cursor, hides, joins, turns the direction of
writing round or piles up. Names have to be told apart besides, so a name that looks
like another, or mixes alphabets to look like one, is refused with a sentence.
"""

from collections.abc import Iterable
from functools import lru_cache
from unicodedata import category, combining, name, normalize

from wcwidth import wcwidth

from p10net.protocol.limits import LIMITS

MARKS_PER_BASE = 2
ABOVE_AND_BELOW = 200  # combining classes from here up are accents

# Controls, formats, surrogates, private and unassigned code points.
_BARRED = {"Cc", "Cf", "Cs", "Co", "Cn"}
_SPACES = {"Zs", "Zl", "Zp"}
_SPACE_CONTROLS = set("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")

# Letters and marks that show nothing, or only change how another one shows.
_BLANKS = {
    0x034F,  # grapheme joiner
    *range(0x115F, 0x1161),  # Hangul fillers
    *range(0x17B4, 0x17B6),  # Khmer inherent vowels
    *range(0x180B, 0x1810),  # Mongolian variation selectors
    0x2800,  # braille without dots
    0x3164,  # Hangul filler
    *range(0xFE00, 0xFE10),  # variation selectors
    0xFFA0,  # half-width Hangul filler
    0xFFFC,  # object replacement
    *range(0x13441, 0x13443),  # Egyptian blanks
    0x16FE4,  # Khitan filler
    0x1D159,  # null note head
    *range(0xE0100, 0xE01F0),  # more variation selectors
}

# Letters drawn like Latin ones, each beside its twin; capitals have their own.
_TWINS = str.maketrans(
    "АВЕЗІЇЈКМНОРСТУХЅҺԚԜӀ"
    "авеёзіїјкмнорстухѕһԁԛԝпгь"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ"  # noqa: RUF001 - look-alikes are the subject
    "αγεηικνορτυχωςϲ"
    "øłđħŧɑɡıɩǀØŁĐĦŦ",
    "ABE3IIJKMHOPCTYXSHQWI"
    "abee3iijkmhopctyxshdqwnrb"
    "ABEZHIKMNOPTYXC"
    "ayenlkvoptuxwsc"
    "oldhtagiiiOLDHT",
)
_STROKES = str.maketrans("1i|!0", "llllo")  # drawn alike in one font or another

# Alphabets that one word may mix; any other mixture is refused.
_COMPANIES = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "HANGUL"},
    {"LATIN", "CJK", "BOPOMOFO"},
)


@lru_cache(maxsize=4096)
def _kept(char: str) -> str:
    """One character as it may be shown: itself, a space, or nothing."""
    kind = category(char)
    if kind in _SPACES or char in _SPACE_CONTROLS:
        return " "
    if kind in _BARRED or ord(char) in _BLANKS:
        return ""
    return char


@lru_cache(maxsize=4096)
def _stands_alone(char: str) -> bool:
    """Whether the character fills a cell, rather than sit on the one before it."""
    return not category(char).startswith("M") and wcwidth(char) > 0


def clean(text: str) -> str:
    """Take out of a text what could harm a terminal or its reader.

    The result is on one line, in NFC, without blanks at the ends or two in a row,
    and with at most two marks on any character. Cleaning it again changes nothing.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept: list[str] = []
    marks = MARKS_PER_BASE  # a mark that has nothing to sit on is dropped
    for char in normalize("NFC", "".join(map(_kept, text))):
        if _stands_alone(char):
            marks = MARKS_PER_BASE if char == " " else 0
        elif marks == MARKS_PER_BASE:
            continue
        else:
            marks += 1
        kept.append(char)
    return " ".join("".join(kept).split())


def cells(text: str) -> int:
    """Count the cells a cleaned text fills on a terminal."""
    return sum(wcwidth(char) for char in text)


def fit(text: str, width: int) -> str:
    """Cut a cleaned text so that it fills no more than so many cells."""
    used = 0
    for at, char in enumerate(text):
        used += wcwidth(char)
        if used > width:
            return text[:at].rstrip()
    return text


def _no_accent(char: str) -> bool:
    """Whether the character is no accent above or below; vowel signs stay."""
    return combining(char) < ABOVE_AND_BELOW


def skeleton(text: str) -> str:
    """Reduce a name to what the eye sees: equal skeletons look alike.

    Case, accents, blanks and punctuation go, and letters drawn like Latin ones
    become those, so `Ann`, `A n n` and `ANN.` are one, with a Cyrillic A as well.
    """
    letters = filter(_no_accent, normalize("NFKD", clean(text)))
    alike = "".join(letters).translate(_TWINS).casefold().translate(_STROKES)
    words = "".join(char for char in alike if category(char)[0] in "LMN")
    return words or alike.replace(" ", "")


def _alphabets(text: str) -> set[str]:
    """Name the alphabets of a text's letters, as their Unicode names begin."""
    letters = filter(str.isalpha, normalize("NFKD", text))
    return {
        name(char, "?").split()[0].split("-")[0]
        for char in letters
        if category(char) != "Lm"
    }


def name_problem(text: str) -> str | None:
    """Say in a sentence why a cleaned text cannot be a name, or None if it can."""
    if not any(category(char)[0] in "LNS" for char in text):
        return "A name needs at least one letter, digit or sign that can be seen."
    if (wide := cells(text)) > LIMITS.name_cells:
        return (
            f"This name is {wide} cells wide and {LIMITS.name_cells} fit;"
            " choose a shorter one."
        )
    alphabets = _alphabets(text)
    if len(alphabets) > 1 and not any(alphabets <= mix for mix in _COMPANIES):
        both = " and ".join(sorted(word.capitalize() for word in alphabets))
        return f"This name mixes {both} letters; write it in one alphabet."
    return None


def taken_problem(text: str, others: Iterable[str]) -> str | None:
    """Say in a sentence which of the others a name would be mistaken for, if any."""
    mine = skeleton(text)
    for other in others:
        if skeleton(other) == mine:
            return f"{other} is at the table and {text} looks like it; choose another."
    return None


def chat_problem(text: str) -> str | None:
    """Say in a sentence why a cleaned text cannot be a line of chat, if so."""
    if not text:
        return "Nothing that can be shown is left of this line; write some words."
    if len(text) > LIMITS.chat_points:
        return (
            f"This line has {len(text)} characters and {LIMITS.chat_points} fit;"
            " make it shorter."
        )
    return None
