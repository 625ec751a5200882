"""A whole phase: groups of cards read as a lay-down of all its goals.

What one group is, `melds` reads; here stands what only the whole phase shows: which
group is for which goal, how many cards each may have, and where a natural is needed.
And as people type cards in any order, how those of a run must have been meant.
"""

from collections.abc import Callable, Iterator
from itertools import permutations

from p10net.engine.cards import WILD, Hand
from p10net.engine.melds import (
    KINDS,
    LAST_NUMBER,
    Goal,
    Meld,
    Terms,
    has_natural,
    is_wild,
    read,
)
from p10net.engine.reasons import Reason


def lay(
    goals: tuple[Goal, ...],
    groups: tuple[Hand, ...],
    on: Terms,
    as_typed: bool = False,
) -> tuple[Meld, ...] | Reason:
    """Read groups of cards as a lay-down of the goals, or say what is wrong.

    Groups may come in any order; the melds come back in the order of the goals.
    With `as_typed` the cards of a run must already lie in order.
    """
    if len(groups) != len(goals):
        return Reason.WRONG_NUMBER_OF_GROUPS
    reason = Reason.GROUP_DOES_NOT_FIT
    for melds in _assignments(goals, groups, on, as_typed):
        found = _whole(melds, on)
        if found is None:
            return melds
        reason = found
    return reason


def _assignments(
    goals: tuple[Goal, ...], groups: tuple[Hand, ...], on: Terms, as_typed: bool
) -> Iterator[tuple[Meld, ...]]:
    reader = read if as_typed else arrange
    seen: dict[tuple[int, int], Meld | None] = {}
    for order in permutations(range(len(groups))):
        melds: list[Meld] = []
        for at, goal in zip(order, goals, strict=True):
            key = (at, id(goal))
            if key not in seen:
                fits = _size_fits(goal, len(groups[at]), on)
                seen[key] = reader(goal, groups[at], on.wild) if fits else None
            meld = seen[key]
            if meld is None:
                break
            melds.append(meld)
        else:
            yield tuple(melds)


def _size_fits(goal: Goal, size: int, on: Terms) -> bool:
    grows = on.extra_cards and KINDS[goal.kind].only is None
    return size >= goal.n if grows else size == goal.n


def _whole(melds: tuple[Meld, ...], on: Terms) -> Reason | None:
    """Judge what only the whole phase shows: naturals and goals alike."""
    need = [has_natural(meld) for meld in melds if KINDS[meld.kind].only is None]
    if need and not NATURAL[on.natural](need):
        return Reason.NEEDS_NATURAL
    if on.distinct_goals and _alike(melds):
        return Reason.SAME_GOAL_TWICE
    return None


# At least one natural in each goal (002), in the phase (003), or none needed.
NATURAL: dict[str, Callable[[list[bool]], bool]] = {
    "per_goal": all,
    "per_phase": any,
    "none": lambda need: True,
}


def _alike(melds: tuple[Meld, ...]) -> bool:
    marks = [
        (meld.kind, meld.number, meld.color, meld.parity)
        for meld in melds
        if not KINDS[meld.kind].sequence and KINDS[meld.kind].only is None
    ]
    return len(set(marks)) < len(marks)


# Putting typed cards in order


def arrange(goal: Goal, cards: Hand, wild: int = 0) -> Meld | None:
    """Read cards as typed, else in the order they must have been meant (A29).

    Naturals sorted, wilds in the gaps first, spare wilds high, then low.
    """
    meld = read(goal, cards, wild)
    if meld is not None or not KINDS[goal.kind].sequence:
        return meld
    for naturals, wilds in _roles(cards, wild):
        ordered = _sequence(naturals, wilds)
        meld = read(goal, ordered, wild) if ordered else None
        if meld is not None:
            return meld
    return None


def _roles(cards: Hand, wild: int) -> Iterator[tuple[Hand, Hand]]:
    """Split cards into naturals and wilds; one wild number may serve as itself."""
    naturals = tuple(card for card in cards if not is_wild(card, wild))
    wilds = tuple(card for card in cards if is_wild(card, wild))
    for card in dict.fromkeys(wilds):
        if card is not WILD:
            left = list(wilds)
            left.remove(card)
            yield (*naturals, card), tuple(left)
    yield naturals, wilds


def _sequence(naturals: Hand, wilds: Hand) -> Hand | None:
    by_number = {card.number: card for card in naturals}
    size = len(naturals) + len(wilds)
    if len(by_number) < len(naturals) or not naturals or 0 in by_number:
        return None
    low = min(min(by_number), LAST_NUMBER + 1 - size)
    if low < 1 or max(by_number) > low + size - 1:
        return None
    spare = iter(wilds)
    return tuple(by_number.get(n) or next(spare) for n in range(low, low + size))
