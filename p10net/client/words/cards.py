"""Cards, melds and phases, in letters for the eye and in words for the ear.

A card keeps its letter in every language and at every depth of colour; only the
spoken forms are words. A wild on the table is a small `w` with what it stands for, so
that nobody has to work it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from p10net.client.words import notation
from p10net.client.words.notation import spoken, written
from p10net.engine.cards import Card
from p10net.engine.melds import KINDS, Goal, Kind, Meld, ends, stands_for


def plural(count: int, one: str, many: str) -> str:
    """Say how many of something there are.

    >>> plural(1, "card", "cards"), plural(0, "card", "cards")
    ('1 card', '0 cards')
    """
    return f"{count} {one if count == 1 else many}"


def listed(words: Iterable[str]) -> str:
    """Join words as a sentence lists them.

    >>> listed(["red 5"]), listed(["red 5", "blue 7", "wild"])
    ('red 5', 'red 5, blue 7 and wild')
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def faces(cards: Iterable[Card]) -> str:
    """Write cards in letters, as the screen and the typed words do."""
    return " ".join(map(written, cards))


# --- On the table ----------------------------------------------------------------


def face_in(meld: Meld, at: int) -> str:
    """Write one card of a meld; a wild shows what it stands for: `w5`, `wB`.

    >>> face_in(Meld("c", 1, Kind.RUN, (Card.G2, Card.W), low=2), 1)
    'w3'
    """
    card = meld.cards[at]
    if card is not Card.W or KINDS[meld.kind].only is Card.W:
        return faces((card,))
    value = stands_for(meld, at)
    small = notation.now().small
    return small if value == meld.parity else f"{small}{notation.stands(value)}"


def spoken_in(meld: Meld, at: int) -> str:
    """Say one card of a meld.

    >>> spoken_in(Meld("d", 1, Kind.COLOR, (Card.B1, Card.W), color="B"), 1)
    'wild as blue'
    """
    card = meld.cards[at]
    value = stands_for(meld, at)
    if card is not Card.W or not value or KINDS[meld.kind].only is Card.W:
        return spoken(card)
    return f"{spoken(card)} as {notation.stands_said(value)}"


def _span(meld: Meld, dash: str) -> str:
    name = notation.number if dash == DASH else notation.number_name
    return f"{name(meld.low)}{dash}{name(meld.low + len(meld.cards) - 1)}"


def _color(meld: Meld) -> str:
    return notation.color(meld.color)


def _number(meld: Meld) -> str:
    return notation.number(meld.number) if meld.number else ""


DASH = "-"
"""Between the ends of a run that is written; one that is said has a word there."""

Naming = Callable[[Meld], str]

# What a meld is called, short; a meld of nothing but wilds has no number or color yet.
TITLES: Mapping[Kind, Naming] = {
    Kind.SET: lambda meld: f"{_number(meld)}s" if meld.number else "set",
    Kind.RUN: lambda meld: "run",
    Kind.COLOR: lambda meld: _color(meld) or notation.worded("color"),
    Kind.COLOR_RUN: lambda meld: f"{_color(meld)} run".strip(),
    Kind.PARITY: lambda meld: meld.parity or "even/odd",
    Kind.COLOR_PARITY: lambda meld: f"{meld.parity} {_color(meld)}".strip(),
    Kind.COLOR_SET: lambda meld: f"{_color(meld)} {_number(meld)}s".strip(),
    Kind.ALT_RUN: lambda meld: f"{notation.marks(meld.colors)} run",
    Kind.WILD: lambda meld: "wild",
    Kind.SKIP: lambda meld: "skip",
}


def title(meld: Meld) -> str:
    """Name a meld in a word or two: `8s`, `run`, `blue`."""
    return TITLES[meld.kind](meld)


def title_said(meld: Meld) -> str:
    """Say what a meld is called: `8s`, `queens`."""
    if meld.kind is Kind.SET and meld.number:
        return f"{notation.number_name(meld.number)}s"
    return title(meld)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _many(meld: Meld) -> str:
    size = len(meld.cards)
    return NUMBERS[size] if size < len(NUMBERS) else str(size)


def described(meld: Meld, dash: str = DASH) -> str:
    """Say what was laid in a word or two: `four 8s`, `run 2-10`, `seven blue`.

    >>> described(Meld("c", 1, Kind.RUN, (Card.G2, Card.W), low=2), " to ")
    'run 2 to 3'
    """
    if KINDS[meld.kind].only is not None:
        return title(meld) if len(meld.cards) == 1 else f"{_many(meld)} {title(meld)}s"
    if KINDS[meld.kind].sequence:
        return f"{title(meld)} {_span(meld, dash)}"
    return f"{_many(meld)} {title(meld) if dash == DASH else title_said(meld)}"


def with_wilds(meld: Meld) -> str:
    """Say what was laid, and what its wilds stand for: `run 1-9 (W as 8)`."""
    if KINDS[meld.kind].only is Card.W:
        return described(meld)
    small = notation.now().small
    values = [
        face_in(meld, at).removeprefix(small)
        for at, card in enumerate(meld.cards)
        if card is Card.W
    ]
    known = [value for value in values if value] if KINDS[meld.kind].sequence else []
    if not known:
        return described(meld)
    return f"{described(meld)} ({written(Card.W)} as {listed(known)})"


def meld_spoken(meld: Meld) -> str:
    """Say a whole meld with its letter and what it still takes."""
    name = title_said(meld)
    if KINDS[meld.kind].sequence:
        name = f"{name} {_span(meld, ' to ')}"
    cards = listed(spoken_in(meld, at) for at in range(len(meld.cards)))
    more = takes(meld)
    return f"meld {meld.m}, {name}: {cards}" + (f"; {more}" if more else "")


def takes(meld: Meld) -> str:
    """Say what a meld still takes where its cards do not say it plainly.

    >>> takes(Meld("c", 1, Kind.RUN, (Card.G2, Card.R3), low=2))
    'takes 1 or 4'
    """
    if KINDS[meld.kind].sequence:
        open_ends = list(map(notation.number, ends(meld).values()))
        return f"takes {' or '.join(open_ends)}" if open_ends else "takes nothing"
    if meld.kind is Kind.COLOR and meld.color:
        return f"takes {_color(meld)}"
    return ""


def meld_line(meld: Meld) -> str:
    """Write a run in few cells, for tables where a whole one does not fit.

    Colors in a run do not matter to who hits it; wilds do to who knows them.
    """
    wilds = " ".join(
        face_in(meld, at) for at, card in enumerate(meld.cards) if card is Card.W
    )
    return _span(meld, DASH) + (f" ({wilds})" if wilds else "")


# --- Phases ----------------------------------------------------------------------

# How a goal reads when the phase is made of one kind only, and beside others; each
# once for one goal and once for several.
ALONE: Mapping[Kind, tuple[str, str]] = {
    Kind.SET: ("set of {n}", "{k} sets of {n}"),
    Kind.RUN: ("run of {n}", "{k} runs of {n}"),
    Kind.COLOR: ("{n} one color", "{k} x {n} one color"),
    Kind.COLOR_RUN: ("color run of {n}", "{k} color runs of {n}"),
    Kind.PARITY: ("{n} even or odd", "{k} x {n} even or odd"),
    Kind.COLOR_PARITY: ("{n} even/odd color", "{k} x {n} even/odd color"),
    Kind.COLOR_SET: ("color set of {n}", "{k} color sets of {n}"),
    Kind.ALT_RUN: ("run of {n} {colors}", "{k} runs of {n} {colors}"),
    Kind.WILD: ("{n} wild", "{k} x {n} wild"),
    Kind.SKIP: ("{n} skip", "{k} x {n} skip"),
}
BESIDE: Mapping[Kind, tuple[str, str]] = {
    **ALONE,
    Kind.SET: ("set {n}", "{k} sets {n}"),
    Kind.RUN: ("run {n}", "{k} runs {n}"),
    Kind.COLOR: ("{n} color", "{k} x {n} color"),
    Kind.COLOR_RUN: ("c-run {n}", "{k} c-runs {n}"),
    Kind.PARITY: ("{n} even/odd", "{k} x {n} even/odd"),
    Kind.COLOR_SET: ("c-set {n}", "{k} c-sets {n}"),
    Kind.ALT_RUN: ("run {n} {colors}", "{k} runs {n} {colors}"),
}


def goals_short(goals: tuple[Goal, ...]) -> str:
    """Write a phase's goals for a narrow column.

    >>> from p10net.engine.phases import parse
    >>> goals_short(parse("2 sets of 4").goals)
    '2 sets of 4'
    >>> goals_short(parse("1 set of 5 + 1 run of 3").goals)
    'set 5 + run 3'
    """
    groups = [(goal, len(tuple(same))) for goal, same in groupby(goals)]
    forms = ALONE if len(groups) == 1 else BESIDE
    return " + ".join(
        notation.worded(forms[goal.kind][count > 1]).format(
            k=count, n=goal.n, colors=notation.marks(goal.colors) or "?"
        )
        for goal, count in groups
    )
