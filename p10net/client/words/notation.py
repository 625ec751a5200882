"""How cards are written, said and read: by colors, or as two ordinary decks (002).

The one place that names a card for people. Which notation is in use belongs to the
moment, as a language would: `using` sets it around whatever makes or reads words, and
nobody in between has to pass it on. The wire and the engine keep their own letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct

from p10net.engine.cards import COLOR_NAMES, NATURALS, NUMBERS, Card, Hand, parse
from p10net.engine.rules import Rules

TABLE = "table"
"""What a player chooses who wants the cards as the table's rules show them."""
CHOICES = (TABLE, "colors", "ordinary")


class Notation(Struct, frozen=True):
    """Names for every card, color and number, short for the eye and long for the ear.

    `marks` stand beside a number, `small` is a wild on the table, `words` are what
    the game's own words become, `read` what may be typed besides the wire's letters.
    """

    written: Mapping[Card, str]
    said: Mapping[Card, str]
    colors: Mapping[str, str]
    marks: Mapping[str, str]
    numbers: Mapping[str, str]
    number_names: Mapping[str, str]
    small: str = "w"
    boxed: Mapping[Card, str] = {}
    words: Mapping[str, str] = {}
    read: Mapping[str, Card] = {}
    ask: str = ""


# --- By colors -------------------------------------------------------------------

SPECIAL = {Card.W: "wild", Card.S: "skip", Card.D: "rule card"}
_PLAIN = {str(number): str(number) for number in NUMBERS}

COLORS = Notation(
    written={card: card.value for card in Card},
    said={c: f"{COLOR_NAMES[c.color]} {c.number}" for c in NATURALS} | SPECIAL,
    colors=COLOR_NAMES,
    marks={color: color for color in COLOR_NAMES},
    numbers=_PLAIN,
    number_names=_PLAIN,
    boxed={Card.W: "WILD", Card.S: "SKIP"},
)

# --- As ordinary decks -----------------------------------------------------------

SUITS = {"R": "hearts", "B": "spades", "G": "clubs", "Y": "diamonds"}
PIPS = {"R": "♥", "B": "♠", "G": "♣", "Y": "♦"}
INITIALS = {color: suit[0].upper() for color, suit in SUITS.items()}
RANKS = _PLAIN | {"1": "A", "11": "J", "12": "Q"}
RANK_NAMES = _PLAIN | {"1": "ace", "11": "jack", "12": "queen"}
COURT = {Card.W: "king", Card.S: "joker", Card.D: "rule card"}
_WORDS = {"color": "suit", "colors": "suits", "c-run": "s-run", "c-set": "s-set"}


def _ordinary(marks: Mapping[str, str]) -> Notation:
    special = {Card.W: "K", Card.S: "Jo", Card.D: "D"}
    return Notation(
        written={c: f"{RANKS[str(c.number)]}{marks[c.color]}" for c in NATURALS}
        | special,
        said={c: f"{RANK_NAMES[str(c.number)]} of {SUITS[c.color]}" for c in NATURALS}
        | COURT,
        colors=SUITS,
        marks=marks,
        numbers=RANKS,
        number_names=RANK_NAMES,
        small="k",
        words=_WORDS | {COLOR_NAMES[color]: suit for color, suit in SUITS.items()},
        read=dict(_readings()),
        ask=(
            "write a number, A, J or Q and a suit h, s, c or d, such as 7h or qs,"
            " or K for a king, Jo for a joker."
        ),
    )


def _readings() -> Iterator[tuple[str, Card]]:
    """Give every way to type a card: `7h`, `h7`, `7♥`, `q♠`, `12s`, `king`, `k♠`."""
    for mark in (*PIPS.values(), *(letter.lower() for letter in INITIALS.values())):
        yield from ((f"k{mark}", Card.W), (f"{mark}k", Card.W))
    for card in NATURALS:
        for mark in (PIPS[card.color], INITIALS[card.color].lower()):
            for rank in {str(card.number), RANKS[str(card.number)].lower()}:
                yield f"{rank}{mark}", card
                yield f"{mark}{rank}", card
    yield from {"k": Card.W, "jo": Card.S, "d": Card.D}.items()
    yield from ((word, card) for card, word in COURT.items())


NOTATIONS: Mapping[tuple[str, bool], Notation] = {
    ("colors", False): COLORS,
    ("colors", True): COLORS,
    ("ordinary", False): _ordinary(PIPS),
    ("ordinary", True): _ordinary(INITIALS),
}
"""The notation by the rules' switch, and whether only ASCII may be written."""


def chosen(said: str, rules: Rules | None, ascii_only: bool) -> Notation:
    """Give the notation for whoever may have chosen one, at a table of these rules."""
    if said == TABLE:
        said = "colors" if rules is None else rules.faces
    return NOTATIONS[said, ascii_only]


# --- The one in use --------------------------------------------------------------

_now: ContextVar[Notation] = ContextVar("notation", default=COLORS)


@contextmanager
def using(notation: Notation) -> Iterator[None]:
    """Write, say and read cards so until the block ends."""
    token = _now.set(notation)
    try:
        yield
    finally:
        _now.reset(token)


def now() -> Notation:
    """Give the notation in use."""
    return _now.get()


def written(card: Card) -> str:
    """Write a card.

    >>> with using(chosen("ordinary", None, False)):
    ...     written(Card.B12), written(Card.W)
    ('Q♠', 'K')
    """
    return _now.get().written[card]


def spoken(card: Card) -> str:
    """Say a card.

    >>> spoken(Card.G7), spoken(Card.W)
    ('green 7', 'wild')
    """
    return _now.get().said[card]


def a_card(card: Card) -> str:
    """Say a card within a sentence: there are many wilds, but few of each number.

    >>> a_card(Card.G7), a_card(Card.W)
    ('green 7', 'a wild')
    """
    return f"a {spoken(card)}" if card in SPECIAL else spoken(card)


def boxed(card: Card) -> str:
    """Write a card for a border of four cells."""
    return _now.get().boxed.get(card) or written(card).center(4)


def color(letter: str) -> str:
    """Say a color; "" is none."""
    return _now.get().colors.get(letter, "")


def marks(letters: str) -> str:
    """Write colors in short."""
    return "".join(_now.get().marks[letter] for letter in letters)


def number(value: int) -> str:
    """Write a number of the cards."""
    return _now.get().numbers[str(value)]


def number_name(value: int) -> str:
    """Say a number of the cards."""
    return _now.get().number_names[str(value)]


def stands(value: str) -> str:
    """Write what a wild stands for: a number, a color, both, or a word.

    >>> stands("8"), stands("B"), stands("even")
    ('8', 'B', 'even')
    """
    known = _now.get()
    if value in Card.__members__:
        return known.written[Card[value]]
    return known.marks.get(value) or known.numbers.get(value, value)


def stands_said(value: str) -> str:
    """Say what a wild stands for."""
    known = _now.get()
    if value in Card.__members__:
        return known.said[Card[value]]
    return known.colors.get(value) or known.number_names.get(value, value)


def worded(text: str) -> str:
    """Say a text of the rules in the words of these cards: a color may be a suit."""
    words = _now.get().words
    return _GAME_WORDS.sub(lambda m: words.get(m[0], m[0]), text) if words else text


_GAME_WORDS = re.compile(
    rf"\b(?:{'|'.join((*COLOR_NAMES.values(), 'colors?', 'c-run', 'c-set'))})\b"
)

# --- Reading ---------------------------------------------------------------------


def read(text: str) -> Card:
    """Read one card as it is written; raises ValueError with a sentence."""
    known, word = _now.get(), text.strip().casefold()
    if word in known.read:
        return known.read[word]
    try:
        return parse(text)
    except ValueError:
        if not known.ask:
            raise
        raise ValueError(f"{text.strip()!r} is not a card: {known.ask}") from None


def read_all(text: str) -> Hand:
    """Read cards separated by blanks or commas, in the order given."""
    return tuple(read(word) for word in text.replace(",", " ").split())


def unspoken(text: str) -> str:
    """Write cards that are said in words in the wire's letters: `green 7` as `g7`.

    >>> unspoken("hit green 7 on wild"), unspoken("the queen of hearts")
    ('hit g7 on w', 'the queen of hearts')
    """
    known = _now.get()
    colors = {name: letter.lower() for letter, name in known.colors.items()}
    numbers = {name: number for number, name in known.number_names.items()}
    suits = "|".join(colors)
    ranks = "|".join((*filter(str.isalpha, numbers), r"\d{1,2}"))
    form = rf"\b(?:({suits}) ?({ranks})|({ranks}) (?:of )?({suits}))\b"
    text = re.sub(
        form,
        lambda m: colors[m[1] or m[4]] + numbers.get(rank := m[2] or m[3], rank),
        text.lower(),
    )
    for card in SPECIAL:
        text = re.sub(rf"\b{known.said[card]}\b", card.value.lower(), text)
    return text
