"""Goals and melds: which cards fit, and what an end takes.

One row a goal kind in `KINDS` says everything that differs between kinds, so that
the notation, the checks, hits, swaps and the finder cannot disagree. The module
knows no turn, no seat and no hand beyond the cards it is handed.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import SKIP, WILD, Card, Hand

End = Literal["", "low", "high"]
LAST_NUMBER = 12


class Kind(Enum):
    """What the cards of one goal have in common."""

    SET = "set"
    RUN = "run"
    COLOR = "color"
    COLOR_RUN = "color_run"
    PARITY = "parity"
    COLOR_PARITY = "color_parity"
    COLOR_SET = "color_set"
    ALT_RUN = "alt_run"
    WILD = "wild"
    SKIP = "skip"

    # Kinds are compared by identity; the inherited hash would rehash the name.
    __hash__ = object.__hash__


class Row(Struct, frozen=True):
    """How one kind differs: its word in the notation, its least size, its marks.

    `traits` are the attributes every natural shares; `sequence` kinds are runs;
    `only` names the one face a literal goal is made of.
    """

    word: str
    least: int
    traits: tuple[str, ...] = ()
    sequence: bool = False
    only: Card | None = None


KINDS: dict[Kind, Row] = {
    Kind.SET: Row("set", 2, ("number",)),
    Kind.RUN: Row("run", 3, (), sequence=True),
    Kind.COLOR: Row("cards of one color", 2, ("color",)),
    Kind.COLOR_RUN: Row("color run", 3, ("color",), sequence=True),
    Kind.PARITY: Row("even or odd", 2, ("parity",)),
    Kind.COLOR_PARITY: Row("color even or odd", 2, ("color", "parity")),
    Kind.COLOR_SET: Row("color set", 2, ("number", "color")),
    Kind.ALT_RUN: Row("run alternating", 3, (), sequence=True),
    Kind.WILD: Row("wild", 1, only=WILD),
    Kind.SKIP: Row("skip", 1, only=SKIP),
}


MARKS: dict[Kind, Callable[[object], object]] = {
    kind: attrgetter(*row.traits) for kind, row in KINDS.items() if row.traits
}
"""What the cards of a kind must share, read off a card or a meld on the table."""


class Goal(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """One part of a phase: `n` cards of a kind.

    `colors` are the letters an alternating run goes through in a cycle; empty
    means two colors of the player's choice.
    """

    kind: Kind
    n: int
    colors: str = ""


class Meld(Struct, frozen=True, omit_defaults=True, gc=False):
    """Cards on the table for one goal, and what they have come to stand for.

    `m` is the meld's letter (a to z, then a2 …), fixed for the round. In a run the
    card at index i stands for low + i, wilds included. `number`, `color` and
    `parity` are what all cards share (0 or "" where the kind asks for none, or
    where only wilds lie). `colors` is the cycle of an alternating run counted from
    its first card, "?" where no natural has fixed it; `palette` the letters it may
    use ("" any). `charged` counts wilds in it that cost their layer points, `span`
    are the numbers that a run with such wilds began and ended with when it was laid.
    """

    m: str
    owner: int
    kind: Kind
    cards: Hand
    low: int = 0
    number: int = 0
    color: str = ""
    parity: str = ""
    colors: str = ""
    palette: str = ""
    charged: int = 0
    span: tuple[int, ...] = ()


class MeldRules(Protocol):
    """The switches of the rules that this module answers for."""

    @property
    def natural(self) -> Literal["per_goal", "per_phase", "none"]: ...
    @property
    def extra_cards(self) -> bool: ...
    @property
    def distinct_goals(self) -> bool: ...
    @property
    def runs_one_color(self) -> bool: ...
    @property
    def phase_number_wild(self) -> bool: ...


class Terms(Struct, frozen=True, cache_hash=True):
    """On which terms a seat lays and hits.

    `wild` is a number that is wild for this seat besides W (000 Postal), or 0.
    """

    natural: Literal["per_goal", "per_phase", "none"] = "per_goal"
    extra_cards: bool = True
    distinct_goals: bool = False
    wild: int = 0


PHASE_NUMBER_WILD_UP_TO = 7


def terms(rules: MeldRules, phase: int) -> Terms:
    """Read off the rules the terms for a seat that works on a phase number."""
    wild = wild_number(rules, phase)
    return Terms(rules.natural, rules.extra_cards, rules.distinct_goals, wild)


def wild_number(rules: MeldRules, phase: int) -> int:
    """Say which number is wild besides W for a seat that works on a phase, or 0."""
    wild = rules.phase_number_wild and phase <= PHASE_NUMBER_WILD_UP_TO
    return phase if wild else 0


@lru_cache(maxsize=512)
def _one_color(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    return tuple(
        replace(goal, kind=Kind.COLOR_RUN) if goal.kind is Kind.RUN else goal
        for goal in goals
    )


def asked(rules: MeldRules, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Give the goals as the rules mean them: every run in one color (000 note)."""
    return _one_color(goals) if rules.runs_one_color else goals


def is_wild(card: Card, wild: int) -> bool:
    """Whether the card can stand for another one when `wild` is the wild number."""
    return card is WILD or (card.number == wild and wild > 0)


# Reading cards as a meld


def read(goal: Goal, cards: Hand, wild: int = 0) -> Meld | None:
    """Read cards, in this very order, as a meld for the goal; None if they are none.

    Sizes and the need for a natural card are not asked here: see `lay`.
    """
    row = KINDS[goal.kind]
    if row.only is not None:
        fits = bool(cards) and all(card is row.only for card in cards)
        return Meld("", 0, goal.kind, cards) if fits else None
    if not cards or not all(card.number or card is WILD for card in cards):
        return None
    return (_read_run if row.sequence else _read_loose)(goal, cards, wild)


def _lead(cards: Hand, wild: int) -> int:
    """Find the card that decides what the meld is; -1 when every card is a wild.

    A card of the wild number decides only where no other natural does.
    """
    second = -1
    for i, card in enumerate(cards):
        if card.number and card.number != wild:
            return i
        if card.number and second < 0:
            second = i
    return second


def _read_loose(goal: Goal, cards: Hand, wild: int) -> Meld | None:
    lead = _lead(cards, wild)
    if lead < 0:
        return Meld("", 0, goal.kind, cards)
    marks, first = MARKS[goal.kind], cards[lead]
    shared = marks(first)
    for card in cards:
        if marks(card) != shared and not is_wild(card, wild):
            return None
    facts = {trait: getattr(first, trait) for trait in KINDS[goal.kind].traits}
    return Meld("", 0, goal.kind, cards, **facts)


def _read_run(goal: Goal, cards: Hand, wild: int) -> Meld | None:
    lead = _lead(cards, wild)
    low = cards[lead].number - lead if lead >= 0 else 1
    if lead >= 0 and is_wild(cards[lead], wild) and not _inside(low, len(cards)):
        low, lead = 1, -1
    if not _inside(low, len(cards)):
        return None
    color = ""
    if goal.kind is Kind.COLOR_RUN and lead >= 0:
        color = cards[lead].color
    palette = goal.colors
    colors = "?" * (len(palette) or 2) if goal.kind is Kind.ALT_RUN else ""
    meld = Meld("", 0, goal.kind, (), low, 0, color, "", colors, palette)
    return _fill_run(meld, cards, wild)


def _inside(low: int, size: int) -> bool:
    return low >= 1 and low + size - 1 <= LAST_NUMBER


def _fill_run(meld: Meld, cards: Hand, wild: int) -> Meld | None:
    """Check each card against its place; plain naturals before wild numbers."""
    colors = meld.colors
    for sure in (True, False):
        for i, card in enumerate(cards):
            if card is WILD or (card.number != wild) is not sure:
                continue
            place = natural_place(meld, card, i, colors)
            if place is not None:
                colors = place
            elif sure:
                return None
    return replace(meld, cards=cards, colors=colors)


def natural_place(meld: Meld, card: Card, i: int, colors: str) -> str | None:
    """Place a natural at index i: the color cycle it leaves, None if it clashes."""
    if card.number != meld.low + i:
        return None
    if meld.color and card.color != meld.color:
        return None
    return _cycle(colors, meld.palette, i, card.color) if colors else ""


def _cycle(colors: str, palette: str, i: int, color: str) -> str | None:
    """Fix one place of an alternating cycle; None if another color holds it."""
    i %= len(colors)
    if palette and color not in palette:
        return None
    if colors[i] != color and (colors[i] != "?" or color in colors):
        return None
    colors = colors[:i] + color + colors[i + 1 :]
    left = [letter for letter in palette if letter not in colors]
    return colors.replace("?", left[0]) if len(left) == 1 else colors


def has_natural(meld: Meld) -> bool:
    """Whether a card of the meld stands for itself and so fixes what it is."""
    if KINDS[meld.kind].sequence:
        return any(
            natural_place(meld, card, i, meld.colors) is not None
            for i, card in enumerate(meld.cards)
        )
    return bool(meld.number or meld.color or meld.parity)


def costs(meld: Meld, at: int) -> bool:
    """Whether the wild at index `at` costs points: it was laid with the phase, not hit.

    In melds without ends those that were laid come first, and are the first to go.
    """
    laid = not meld.span or meld.span[0] <= meld.low + at <= meld.span[1]
    return meld.charged > 0 and laid


# Hits


def takes(meld: Meld, card: Card, wild: int = 0) -> tuple[End, ...]:
    """Name the places where the meld takes the card: "" for kinds without ends.

    An all-wild meld takes only wilds; a literal one, and a 1 to 12 run, nothing.
    """
    number = card.number
    if card is WILD or (number and number == wild):
        return _for_any(meld)
    return _FOR_ONE[meld.kind](meld, card) if number else ()


_ANY_NUMBER = range(LAST_NUMBER + 1)


def numbers(meld: Meld, wild: int = 0) -> Sequence[int]:
    """Give the numbers of all cards that could fit the meld, 0 being what has none.

    For who asks about a whole hand: whether one of them does fit, `takes` says.
    """
    if KINDS[meld.kind].sequence:
        return (0, wild, meld.low - 1, meld.low + len(meld.cards))
    return (0, wild, meld.number) if meld.number else _ANY_NUMBER


def _for_any(meld: Meld) -> tuple[End, ...]:
    """Name the places where a card may lie that stands for any other."""
    row = KINDS[meld.kind]
    if row.sequence:
        return tuple(ends(meld))
    return ("",) if row.only is None else ()


def ends(meld: Meld) -> dict[End, int]:
    """Tell which number each open end of a run asks for next."""
    asks: dict[End, int] = {}
    if KINDS[meld.kind].sequence:
        if meld.low > 1:
            asks["low"] = meld.low - 1
        if meld.low + len(meld.cards) <= LAST_NUMBER:
            asks["high"] = meld.low + len(meld.cards)
    return asks


# Where a card may lie that stands for itself, by what kind of meld it is.


def _at_an_end(meld: Meld, card: Card) -> tuple[End, ...]:
    at = card.number - meld.low
    if at not in (-1, len(meld.cards)) or not has_natural(meld):
        return ()
    if natural_place(meld, card, at, meld.colors) is None:
        return ()
    return ("low",) if at < 0 else ("high",)


def _beside_its_like(meld: Meld, card: Card) -> tuple[End, ...]:
    marks = MARKS[meld.kind]  # of a meld of wilds they are blank, of no card
    return ("",) if marks(card) == marks(meld) else ()


def _nowhere(meld: Meld, card: Card) -> tuple[End, ...]:
    return ()


_FOR_ONE: dict[Kind, Callable[[Meld, Card], tuple[End, ...]]] = {
    kind: _at_an_end if row.sequence else _beside_its_like if row.traits else _nowhere
    for kind, row in KINDS.items()
}


def hit(meld: Meld, card: Card, end: End) -> Meld:
    """Add a card where `takes` allows it; end "" appends to a meld without ends."""
    if end == "low":
        meld = replace(
            meld,
            low=meld.low - 1,
            cards=(card, *meld.cards),
            colors=meld.colors[-1:] + meld.colors[:-1],
        )
        return fixed(meld, card, 0)
    meld = replace(meld, cards=(*meld.cards, card))
    return fixed(meld, card, len(meld.cards) - 1)


def fixed(meld: Meld, card: Card, at: int) -> Meld:
    """Let a natural at index `at` of a run fix the colors still open."""
    traits = KINDS[meld.kind].traits if KINDS[meld.kind].sequence else ()
    facts: dict[str, object] = {trait: getattr(card, trait) for trait in traits}
    colors = natural_place(meld, card, at, meld.colors)
    return meld if colors is None else replace(meld, colors=colors, **facts)


def stands_for(meld: Meld, i: int) -> str:
    """Say what the card at index i stands for: "8", "B", "B8", "even", or ""."""
    color = meld.color
    if meld.colors:
        color = meld.colors[i % len(meld.colors)].strip("?")
    number = meld.low + i if KINDS[meld.kind].sequence else meld.number
    return (color + (str(number) if number else "")) or meld.parity
