"""Pieces of pictures: they fit to the cell, and nothing in them moves a cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p10net.client import picture
from p10net.client.picture import Fragment
from p10net.protocol.clean import cells

TEXTS = st.text(max_size=40)


@given(TEXTS, st.integers(0, 30))
def test_a_column_is_as_wide_as_it_says(words: str, room: int) -> None:
    """Whatever stands in a column, the next one begins at its place."""
    assert picture.width(picture.column(words, room)) == room
    assert picture.width(picture.right(words, room)) == room


@given(TEXTS)
def test_nothing_in_a_fragment_is_obeyed(words: str) -> None:
    """Control characters, formats and surrogates never get into a fragment."""
    (fragment,) = picture.text(words)
    assert len(fragment.text) == len(words)
    assert fragment.text.isprintable()


HOSTILE = ["\x1b[2J", "\x9b31m", "a\nb", "\u202eab", "x\u200dy", "\ud800", "\x7f"]


@pytest.mark.parametrize("words", HOSTILE)
def test_what_a_terminal_would_obey_shows_as_a_question_mark(words: str) -> None:
    """The place of a character that was taken out can be seen."""
    (fragment,) = picture.text(words)
    assert "?" in fragment.text
    assert fragment.text.isprintable()


@given(TEXTS, TEXTS, st.integers(8, 30))
def test_ends_keeps_the_right_end_whole(left: str, last: str, room: int) -> None:
    """What does not fit is taken from the left piece first."""
    line = picture.ends(left, last, room)
    tail = picture.plain((picture.text(last),)).rstrip("\n")
    assert picture.width(line) == max(room, picture.width(picture.text(last)))
    assert picture.plain((line,)).rstrip("\n").endswith(tail)


@given(st.text("ab é漢", max_size=80), st.integers(6, 20))
def test_wrap_keeps_every_letter_and_fits(words: str, room: int) -> None:
    """No line is too wide and no letter is lost."""
    lines = list(picture.wrap(words, room, indent="  "))
    assert all(cells(line) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(words.split())


def test_beside_fills_the_shorter_side() -> None:
    """Two pictures of different height make one with a straight bar."""
    both = picture.beside(
        (picture.text("a"), picture.text("b")), "|", (picture.text("c"),), (2, 3)
    )
    assert picture.plain(both) == "a |c\nb |\n"


def test_cut_keeps_roles_and_whole_characters() -> None:
    """A wide character that does not fit whole is left out, its role stays."""
    line = picture.row(picture.text("漢字", "current"), " x")
    assert picture.cut(line, 3) == (Fragment("current", "漢"),)
    assert picture.cut(line, 5) == (Fragment("current", "漢字"), Fragment("", " "))
