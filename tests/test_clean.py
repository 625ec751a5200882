"""The text cleaner: whatever comes in, only harmless text comes out."""

import random
import sys
from collections.abc import Iterator
from unicodedata import category, is_normalized

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcwidth

from p10net.protocol import clean as cleaner
from p10net.protocol.clean import (
    cells,
    chat_problem,
    clean,
    fit,
    name_problem,
    skeleton,
    taken_problem,
)

BARRED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

# What people and programs have used to hide, move, turn round or pile up text.
HOSTILE = (
    "\x1b[2J", "\x1b]0;t\x07", "\x9b31m", "\r", "\n", "\t", "\b", "\0", "\x7f",
    "\u200b", "\u200d", "\u200e", "\u202e", "\u2066", "\u2069", "\u2028", "\ufeff",
    "\u00ad", "\u034f", "\u115f", "\u3164", "\uffa0", "\u2800", "\ufe0f", "\U000e0041",
    "\u0301" * 9, "\u0e33\u0e49", "\ud800", "\ue000", "\u1160", "\U0001f468\u200d",
)  # fmt: skip
MIXES = st.lists(
    st.one_of(st.sampled_from(HOSTILE), st.text(max_size=4)), max_size=12
).map("".join)


def test_every_code_point_alone_comes_out_harmless() -> None:
    """Of all 1,114,112 code points each gives one visible character or nothing."""
    bad = []
    for number in range(sys.maxunicode + 1):
        out = clean(chr(number))
        if out and (category(out[0]) in BARRED or out == " " or wcwidth(out[0]) < 1):
            bad.append(hex(number))

    assert bad == []


@settings(max_examples=500, deadline=None)
@given(MIXES)
def test_mixes_come_out_on_one_line_with_few_marks(text: str) -> None:
    """No mixture hides, moves, piles up, or leaves NFC."""
    out = clean(text)

    assert not {category(char) for char in out} & BARRED
    assert out == " ".join(out.split(" ")).strip()
    assert is_normalized("NFC", out)
    pile = 0
    for char in out:
        pile = pile + 1 if wcwidth(char) == 0 else 0
        assert pile <= cleaner.MARKS_PER_BASE


class Field:
    """A field of a terminal between two marks, with a line above and one below."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(40, 3)
        self._stream = pyte.Stream(self.screen)
        self._stream.feed("above\r\n\nbelow")
        self._fresh = self._around()

    def holds(self, text: str) -> bool:
        """Write a text into the field, and say whether nothing else has changed."""
        self._stream.feed("\x1b[2;1H\x1b[K<" + text + "\x1b[2;20H>")
        return self._around() == self._fresh

    def _around(self) -> object:
        buffer, cursor = self.screen.buffer, self.screen.cursor
        marks = [buffer[1][x] for x in (0, 17, 18, *range(20, 40))]
        lines = [[buffer[y][x] for x in range(6)] for y in (0, 2)]
        return (
            *(marks[1:], lines, cursor.attrs, {*self.screen.mode}, self.screen.title),
            self.screen.margins,
        )


class Points:
    """Draws what is left of code points in a field, sixteen cells at a time."""

    def __init__(self) -> None:
        self._field, self._waiting = Field(), ""
        self.drawn = 0

    def draw(self, number: int) -> None:
        """Take one more; the field is full now and then."""
        self._waiting += clean(chr(number))
        if cells(self._waiting) >= 16:
            text = fit(self._waiting, 16)
            assert self._field.holds(text), hex(number)
            self._waiting = self._waiting[len(text) :]
            self.drawn += 1


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.soak)])
def test_every_code_point_stays_in_its_field_of_a_terminal(step: int) -> None:
    """Nothing that is left of 1,114,112 code points moves anything outside."""
    points = Points()
    for number in range(0, sys.maxunicode + 1, step):
        points.draw(number)

    assert points.drawn > 10_000 // step


def mixtures(count: int, seed: int = 5) -> Iterator[str]:
    """Draw escapes, joiners, marks and wide letters in any mixture."""
    chance, field = random.Random(seed), Field()
    for _ in range(count):
        parts = chance.choices(HOSTILE, k=chance.randint(1, 6))
        parts += [chr(chance.randrange(0xD800)) for _ in range(chance.randint(0, 6))]
        chance.shuffle(parts)
        text = "".join(parts)
        assert field.holds(fit(clean(text), 16)), repr(text)
        yield text


def test_six_thousand_mixes_stay_in_their_field_of_a_terminal() -> None:
    """None of them moves anything outside."""
    assert len({*mixtures(6000)}) > 5000


@settings(max_examples=200, deadline=None)
@given(MIXES)
def test_a_terminal_shows_it_in_its_field_and_nowhere_else(text: str) -> None:
    """Drawn on a real terminal's model, a name changes no cell but its own."""
    screen = pyte.Screen(40, 3)
    stream = pyte.Stream(screen)
    stream.feed("above\r\n<" + fit(clean(text), 16))
    stream.feed("\x1b[2;20H>\r\nbelow")

    around = [screen.buffer[1][x].data for x in (0, *range(17, 40))]
    assert "".join(around).split() == ["<", ">"]
    assert screen.display[0].split() == ["above"]
    assert screen.display[2].split() == ["below"]
    assert screen.title == ""
    assert screen.cursor.attrs == pyte.Screen(1, 1).cursor.attrs


@settings(max_examples=500, deadline=None)
@given(MIXES)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """The client may clean again what the host cleaned."""
    assert clean(clean(text)) == clean(text)


@settings(max_examples=300, deadline=None)
@given(MIXES, st.integers(0, 20))
def test_a_fitted_text_fills_no_more_cells(text: str, width: int) -> None:
    """Cutting by cells never cuts a wide character in two and never runs over."""
    out = fit(clean(text), width)

    assert cells(out) <= width
    assert clean(text).startswith(out)


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("Ann", "Ann"),
        ("  Ann \t and\nBen ", "Ann and Ben"),
        ("\x1b[31mRed\x1b[0m", "[31mRed[0m"),
        ("\u202etxet", "txet"),
        ("A\u030a", "\u00c5"),
        ("a\u0301\u0302\u0303\u0304b", "\u00e1\u0302\u0303b"),
        ("\u0301a", "a"),
        ("a \u0301b", "a b"),
        ("\u3164\u2800\u115f", ""),
        (
            "\u041f\u0440\u0438\u0432\u0435\u0442",
            "\u041f\u0440\u0438\u0432\u0435\u0442",
        ),
        ("\uac00\uac01", "\uac00\uac01"),
        ("1\ufe0f\u20e3", "1\u20e3"),
        ("x\u00a0\u2003y", "x y"),
    ],
)
def test_clean_keeps_what_people_write(text: str, out: str) -> None:
    """Words, accents and other alphabets stay, controls and fillers go."""
    assert clean(text) == out


# From the first to the last code point of what is assigned and shows nothing.
SHOWS_NOTHING = (
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0),
    (0xFFFC, 0xFFFC), (0x13441, 0x13442), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159),
    (0xE0100, 0xE01EF),
)  # fmt: skip


@pytest.mark.parametrize(("first", "last"), SHOWS_NOTHING)
def test_what_shows_nothing_goes_and_its_neighbours_stay(first: int, last: int) -> None:
    """Two names that look the same would be two; and no letter is taken for a blank."""
    for number in range(first, last + 1):
        assert clean(f"a{chr(number)}b") == "ab", hex(number)
    for number in (first - 1, last + 1):
        shown = category(chr(number)) not in BARRED
        assert (clean(f"a{chr(number)}b") != "ab") is shown, hex(number)


@pytest.mark.parametrize(
    ("text", "width", "out"),
    [
        ("Annabel", 3, "Ann"),
        ("Ann B", 4, "Ann"),
        ("\u5c71\u7530", 3, "\u5c71"),
        ("", 2, ""),
    ],
)
def test_fit_cuts_by_cells(text: str, width: int, out: str) -> None:
    """A cut name ends with a whole character and without a blank."""
    assert fit(text, width) == out


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "a n n"),
        ("Ann", "Ann."),
        ("Ann", "\u0410nn"),  # Cyrillic A
        ("Ann", "\u0391nn"),  # Greek Alpha
        ("Ann", "\uff21nn"),  # full width
        ("Alice", "AIice"),
        ("Bob", "B0b"),
        ("Zoe", "Zo\u00eb"),
        ("\u0421\u0410\u0428\u0410", "ca\u0448a"),  # SASHA in Cyrillic and half of it
        ("!!", "! !"),
    ],
)
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    """Case, blanks, accents and borrowed letters do not make another name."""
    assert skeleton(one) == skeleton(other)
    assert taken_problem(other, ["Zed", one]) == (
        f"{one} is at the table and {other} looks like it; choose another."
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Max", "Mia"),
        ("\uae40", "\uac00"),  # Hangul syllables that differ in the vowel
        ("\u0930\u093e\u092e", "\u0930\u092e\u093e"),  # Devanagari vowel signs
        ("\u306f\u306f", "\u3070\u3070"),  # kana with and without voicing
        ("...", "!!"),
        ("\U0001f431", "\U0001f436"),
    ],
)
def test_other_names_are_other_names(one: str, other: str) -> None:
    """What people tell apart at a glance is not refused."""
    assert taken_problem(one, [other]) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "needs at least one letter"),
        ("...", "needs at least one letter"),
        ("a" * 17, "17 cells wide and 16 fit"),
        ("\u5c71" * 9, "18 cells wide and 16 fit"),
        ("\u0410nn", "mixes Cyrillic and Latin letters"),
        ("\u0391nn\u0430", "mixes Cyrillic and Greek and Latin"),
        ("\u05d0b", "mixes Hebrew and Latin"),
    ],
)
def test_what_cannot_be_a_name_is_said_in_a_sentence(text: str, words: str) -> None:
    """A refused name comes with what is wrong and what to do."""
    problem = name_problem(text)

    assert problem is not None
    assert words in problem
    assert problem.endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "a", "Ann", "a" * 16, "7", "\u5c71" * 8, "Zo\u00eb", "bot 2", "O'Neil-Smith",
        "\u0418\u0432\u0430\u043d", "\u5c71\u7530Taro", "\u30bf\u30ed\u3046",
        "\uae40ann", "\U0001f431", "\u05d3\u05df", "\uff21nn",
    ],
)  # fmt: skip
def test_names_people_have_are_fine(text: str) -> None:
    """Other alphabets, digits, pictures and mixtures in common use are names."""
    assert name_problem(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Nothing that can be shown is left of this line; write some words."),
        ("x" * 301, "This line has 301 characters and 300 fit; make it shorter."),
        ("x" * 300, None),
    ],
)
def test_chat_lines_have_a_length(text: str, words: str | None) -> None:
    """An empty or endless line is refused with a sentence, not cut."""
    assert chat_problem(text) == words
