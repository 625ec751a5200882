"""Judges cards outside a game: may they be laid, how else, what would be left.

Only asks the engine and puts its answers together. Nothing is read or printed here, so
that one dispute at the table and ten thousand cases from a file are judged alike.
"""

from collections.abc import Mapping
from typing import NamedTuple

from p10net.engine import finder, laying, melds
from p10net.engine.cards import Card, Hand, in_order, without
from p10net.engine.dice import played
from p10net.engine.ending import for_the_discard
from p10net.engine.melds import End, Goal, Kind, Meld, Terms
from p10net.engine.opening import full_deck
from p10net.engine.phases import Phase
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules, phases

# What a meld on the table is called. The words of the phase notation, where it has any.
MELD_NAMES: Mapping[str, Kind] = {
    kind.value.replace("_", " "): kind for kind in Kind
} | {
    "even or odd": Kind.PARITY,
    "color even or odd": Kind.COLOR_PARITY,
    "alternating run": Kind.ALT_RUN,
    "run alternating": Kind.ALT_RUN,
    "cards of one color": Kind.COLOR,
}


FREE = "?"
"""The colors of an alternating run that are the player's choice, as phases say it."""


class Task(NamedTuple):
    """A phase as the rules mean it, and on which terms it is laid.

    `keep` cards of a hand have to stay in it for the discard.
    """

    goals: tuple[Goal, ...]
    on: Terms
    keep: int = 0


def task(rules: Rules, phase: Phase) -> Task:
    """Say what a phase asks for under these rules.

    Its number matters where a phase's number is wild; a phase that is not on the list
    has none.
    """
    listed = phases(rules)
    number = listed.index(phase) + 1 if phase in listed else 0
    keep = 0 if played(rules) else for_the_discard(rules)
    return Task(melds.asked(rules, phase.goals), melds.terms(rules, number), keep)


def beyond(rules: Rules, cards: Hand) -> Card | None:
    """Name a card of which there are more here than in the deck, if there is one.

    Whoever names such cards has misread one: nobody can hold them.
    """
    if played(rules):
        return None
    deck = full_deck(rules)
    return next((card for card in cards if cards.count(card) > deck.count(card)), None)


class Ruling(NamedTuple):
    """What can be said about laid groups.

    `typed` are the melds if each group is in order as it stands, `arranged` if it is
    once put in order, as play accepts it; `why` is there when neither is.
    """

    typed: tuple[Meld, ...] | None
    arranged: tuple[Meld, ...] | None
    why: Reason | None


def laid(task: Task, groups: tuple[Hand, ...]) -> Ruling:
    """Judge groups of cards as a lay-down of the phase."""
    typed = laying.lay(task.goals, groups, task.on, as_typed=True)
    if not isinstance(typed, Reason):
        return Ruling(typed, typed, None)
    arranged = laying.lay(task.goals, groups, task.on)
    if not isinstance(arranged, Reason):
        return Ruling(None, arranged, None)
    return Ruling(None, None, arranged)


def misfits(task: Task, groups: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Pick the groups that make none of the phase's goals."""
    return tuple(
        group
        for group in groups
        if not any(
            isinstance(laying.lay((goal,), (group,), task.on), tuple)
            for goal in task.goals
        )
    )


class Best(NamedTuple):
    """The best lay-down of a hand, and what it leaves."""

    melds: tuple[Meld, ...]
    left: Hand


def best(task: Task, hand: Hand, keep: int = 0) -> Best | None:
    """Find the lay-down that leaves the fewest points, extra cards included.

    So many cards are kept; of cards that are not a whole hand none need be.
    """
    groups = finder.best(hand, task.goals, task.on, keep)
    if groups is None:
        return None
    read = laying.lay(task.goals, groups, task.on)
    assert not isinstance(read, Reason)
    used = tuple(card for group in groups for card in group)
    return Best(read, in_order(without(hand, used)))


def missing(task: Task, hand: Hand) -> int:
    """Count the cards that the hand lacks for the phase."""
    return finder.missing(hand, task.goals, task.on)


# --- Hits ----------------------------------------------------------------------------


def on_table(rules: Rules, name: str, lying: Hand, colors: str = "") -> Meld | None:
    """Read cards as the meld that lies on the table; None if they are no such meld.

    Raises ValueError for a name that no meld has.
    """
    kind = MELD_NAMES.get(" ".join(name.casefold().replace("colour", "color").split()))
    if kind is None:
        raise ValueError(f"{name!r} is no meld: say one of {', '.join(MELD_NAMES)}.")
    through = "" if colors == FREE else colors.upper()
    goals = melds.asked(rules, (Goal(kind, len(lying), through),))
    return melds.read(goals[0], lying)


def hit(meld: Meld, card: Card, end: str = "") -> Meld | None:
    """Add a card at the named end, or where it fits; None if it does not.

    An end that is not named is chosen as play does: the high one if it takes the card.
    """
    fits = melds.takes(meld, card)
    places: tuple[End, ...] = tuple(place for place in fits if end in ("", place))
    if fits == ("",):
        places = fits
    return melds.hit(meld, card, places[-1]) if places else None
