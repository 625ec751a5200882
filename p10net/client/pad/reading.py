"""Reads what is typed on a score pad: an answer for a player, or what else to do.

One line says how the round ended for one player: `out`, `laid 15`, `laid R5 W S`, `60`.
The cards of ordinary decks are read too. What a line means for the game is not known
here; whatever cannot be read is told in one sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from p10net.client.pad import book as books
from p10net.client.pad.book import Book
from p10net.client.pad.entries import Answer, Unclear
from p10net.client.words import pad as words
from p10net.client.words.notation import NOTATIONS
from p10net.engine import cards, progress
from p10net.engine.opening import full_deck
from p10net.protocol.clean import clean, name_problem, skeleton, taken_problem


class Mark(Enum):
    """What a word of an answer says beside cards and points."""

    LAID = "laid"
    NOT_LAID = "no"
    OUT = "out"
    NOBODY = "nobody"


MARKS: Mapping[str, Mark] = {
    **dict.fromkeys(("laid", "l", "*"), Mark.LAID),
    **dict.fromkeys(("no", "not", "n", "-"), Mark.NOT_LAID),
    **dict.fromkeys(("out", "o"), Mark.OUT),
    "nobody": Mark.NOBODY,
}
DOWN = "down="
LARGEST = 999
"""Points of a round that are believed; the worst ten cards cost 230."""

ORDINARY = NOTATIONS["ordinary", True]
NUMBERS: Mapping[str, str] = {
    **{rank.upper(): number for number, rank in ORDINARY.numbers.items()},
    **{number: number for number in ORDINARY.numbers},
}
"""Cards without a color, which costs nothing: 7, A, Q."""

_PHASE = re.compile(r"p(?:hase)?(\d{1,2})")
_WILDS = re.compile(r"wilds?=(\d)")
_FACE = re.compile(r"[RBGY](?:1[0-2]|[1-9])|[WSD]")
SPECIAL: Mapping[str, str] = {"SKIP": "S", "WILD": "W", "JK": "S", "RULE": "D"}


# --- Names ---------------------------------------------------------------------------


def players(text: str) -> tuple[str, ...]:
    """Read who plays: names with commas, or blanks, between them; raises Unclear."""
    names = heads(text)
    for name in names:
        if _means_something(name):
            raise Unclear(words.reserved(name))
    return names


def heads(text: str) -> tuple[str, ...]:
    """Read the names over a sheet of paper: nobody types there, so any may stand."""
    pieces = text.split(",") if "," in text else text.split()
    names = tuple(filter(None, map(clean, pieces)))
    for at, name in enumerate(names):
        problem = name_problem(name) or taken_problem(name, names[:at])
        if problem:
            raise Unclear(problem)
    if len(names) < 2:
        raise Unclear(words.TOO_FEW)
    return names


def _means_something(name: str) -> bool:
    """Whether a name could be taken for a card or for a word of the pad."""
    first = name.split()[0].lower()
    known = MARKS.keys() | words.TYPED.keys()
    return first in known or face(first) is not None or first.isdecimal()


def twists(text: str, every: Sequence[int]) -> tuple[int, ...]:
    """Read which phases lie on the Twist spaces; raises Unclear."""
    told = re.findall(r"\d+", text)
    numbers = tuple(int(number) for number in told if len(number) < 4)
    spaces = progress.TWIST_SPACES
    if len(told) != spaces or len({*numbers}) != spaces or {*numbers} - {*every}:
        raise Unclear(words.which_twists(spaces, every))
    return numbers


# --- Answers -------------------------------------------------------------------------


def face(word: str) -> str | None:
    """Read one card as it is kept: a face, or a number if no color was named.

    >>> face("r5"), face("5"), face("K♠"), face("10h"), face("joker"), face("x")
    ('R5', '5', 'W', 'R10', 'S', None)
    """
    upper = SPECIAL.get(word.upper(), word.upper())
    if _FACE.fullmatch(upper):
        return upper
    if upper in NUMBERS:
        return NUMBERS[upper]
    card = ORDINARY.read.get(word.lower())
    return None if card is None else card.value


class Told(NamedTuple):
    """The words of an answer, sorted by what they are."""

    marks: set[Mark]
    phases: tuple[int, ...]
    wilds: int
    down: str
    left: list[str]


def answer(text: str, book: Book) -> Answer:
    """Read an answer, for the player asked or the one it names; raises Unclear."""
    seat, rest = _named(text, book)
    told = _sorted(rest.replace(",", " ").split())
    out = Mark.OUT in told.marks
    not_laid = Mark.NOT_LAID in told.marks
    if not_laid and told.marks & {Mark.LAID, Mark.OUT}:
        raise Unclear(words.BOTH)
    rolled = books.with_dice(book)
    points, left = _left(told.left, book, nothing=out or (rolled and not_laid))
    if rolled and not told.marks and (points or left):
        told.marks.add(Mark.LAID)
    laid = _phases(book, seat, told)
    if not laid and not told.phases and books.announces(book, seat):
        raise Unclear(words.name_the_announced(books.choices(book, seat)))
    if not laid and not not_laid and not rolled:
        _refuse_cheap(book, seat, points, left)
    return Answer(
        seat,
        laid=laid,
        tried=told.phases[0] if told.phases and not laid else 0,
        points=points,
        left=left,
        wilds=told.wilds,
        out=out,
        down=_down(told.down, book),
        nobody=Mark.NOBODY in told.marks,
    )


def _sorted(told: Iterable[str]) -> Told:
    marks, phases, left = set[Mark](), list[int](), list[str]()
    wilds, down = 0, ""
    for word in told:
        if word in MARKS:
            marks.add(MARKS[word])
        elif match := _PHASE.fullmatch(word):
            phases.append(int(match[1]))
        elif match := _WILDS.fullmatch(word):
            wilds = int(match[1])
        elif word.startswith(DOWN):
            down = word.removeprefix(DOWN)
        else:
            left.append(word)
    return Told(marks, tuple(phases), wilds, down, left)


def _named(text: str, book: Book) -> tuple[int, str]:
    """Part a line that begins with a player's name; the rest is lower case."""
    line = " ".join(text.split())
    by_length = sorted(book.names.items(), key=lambda one: -len(one[1]))
    for seat, name in by_length:
        head, rest = line[: len(name)], line[len(name) :]
        if skeleton(head) == skeleton(name) and (not rest or rest[0] in " :"):
            return seat, rest.lstrip(" :").lower()
    return book.asked, line.lower()


def _phases(book: Book, seat: int, told: Told) -> tuple[int, ...]:
    """Say which phases were laid: those named, or the only one there is."""
    if Mark.NOT_LAID in told.marks:
        return ()
    if told.phases or not told.marks & {Mark.LAID, Mark.OUT}:
        return told.phases
    free = books.choices(book, seat)
    if len(free) > 1:
        raise Unclear(words.name_a_phase(free))
    return free


def _left(
    told: list[str], book: Book, nothing: bool
) -> tuple[int | None, tuple[str, ...]]:
    """Read points, or the cards that were left."""
    numbers = [word for word in told if word.isdecimal()]
    ruled = [word for word in told if face(word) == "D"]
    if len(numbers) == 1 and len(told) == 1 + len(ruled):
        return _points(numbers[0], book), tuple("D" for _ in ruled)
    kept = [face(word) for word in told]
    for word, one in zip(told, kept, strict=True):
        if one is None:
            said = words.no_points if word.isdecimal() else words.unknown
            raise Unclear(said(clean(word), book.view.rules))
    if not kept and not nothing:
        raise Unclear(words.WHAT_IS_LEFT)
    return None, tuple(one for one in kept if one is not None)


def _points(word: str, book: Book) -> int:
    points = int(word) if len(word) < 6 else LARGEST + 1
    rules = book.view.rules
    step = math.gcd(*(one.points for one in full_deck(rules)), rules.laid_wild_points)
    if points > LARGEST:
        raise Unclear(words.TOO_MANY_POINTS)
    if books.with_dice(book):
        return points
    if points % step:
        raise Unclear(words.no_such_points(points, step))
    return points


def _refuse_cheap(
    book: Book, seat: int, points: int | None, kept: tuple[str, ...]
) -> None:
    """Ask back where a whole hand seems to cost too little: `laid` was forgotten."""
    rules = book.view.rules
    least = rules.hand_size * min(one.points for one in full_deck(rules) if one.number)
    told = cards.points(tuple(map(books.card, kept))) if points is None else points
    if told < least:
        raise Unclear(words.laid_or_not(book.names[seat], told, least))


def _down(name: str, book: Book) -> int:
    """Read whom the rule card sent down."""
    if not name:
        return 0
    if not progress.has_rule_card(book.view.rules):
        raise Unclear(words.NO_RULE_CARD)
    found = [s for s, known in book.names.items() if skeleton(known) == skeleton(name)]
    if not found:
        raise Unclear(words.NO_SUCH_PLAYER)
    return found[0]
