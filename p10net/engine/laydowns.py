"""Every lay-down a hand allows, one after the other.

A hand can have many thousands, so they come lazily, and no group is tried that
leaves too little for the goals still to come. What fits is for `melds` to say.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

from msgspec.structs import replace

from p10net.engine.cards import Card, Hand, without
from p10net.engine.melds import KINDS, LAST_NUMBER, Goal, Meld, Terms, is_wild
from p10net.engine.places import hues

Faces = list[tuple[Card, int]]
CanLay = Callable[[Hand, tuple[Goal, ...], Terms], bool]


def every(
    hand: Hand, goals: tuple[Goal, ...], on: Terms, can_lay: CanLay
) -> Iterator[tuple[Hand, ...]]:
    """Go through groups of cards for the goals, each in an order that can be read.

    Nearly all are lay-downs: whether the goals differ where they must, and have the
    naturals they need between them, is left to `melds.lay`.
    """
    if not can_lay(hand, goals, on):
        return
    if not goals:
        yield ()
        return
    goal, rest = goals[0], goals[1:]
    after = replace(on, natural="none") if on.natural == "per_phase" else on
    for group in groups(hand, goal, on):
        for others in every(without(hand, group), rest, after, can_lay):
            if not (rest and rest[0] == goal and _key(others[0]) > _key(group)):
                yield (group, *others)


def meaning(goals: tuple[Goal, ...], melds: tuple[Meld, ...]) -> object:
    """Say what a lay-down is on the table; equal goals may change places."""
    facts = (
        (goals.index(goal), _key(meld.cards), meld.low, meld.number, meld.color)
        for goal, meld in zip(goals, melds, strict=True)
    )
    return tuple(sorted(facts))


def _key(group: Hand) -> tuple[int, ...]:
    return tuple(sorted(card.order for card in group))


def groups(hand: Hand, goal: Goal, on: Terms) -> Iterator[Hand]:
    """Go through the groups of cards that can be one goal, each meaning once."""
    row = KINDS[goal.kind]
    if row.only is not None:
        if hand.count(row.only) >= goal.n:
            yield (row.only,) * goal.n
        return
    counts = Counter(card for card in hand if card.number or card is Card.W)
    plain = [(card, n) for card, n in counts.items() if not is_wild(card, on.wild)]
    fillers = [(card, n) for card, n in counts.items() if is_wild(card, on.wild)]
    shape = _runs if row.sequence else _gatherings
    yield from shape(goal, plain, fillers, on.extra_cards)
    yield from _of_fillers(goal, fillers, on)


def _gatherings(
    goal: Goal, plain: Faces, fillers: Faces, grows: bool
) -> Iterator[Hand]:
    traits = KINDS[goal.kind].traits
    classes: dict[object, Faces] = {}
    for card, n in plain:
        mark = tuple(getattr(card, trait) for trait in traits)
        classes.setdefault(mark, []).append((card, n))
    for faces in classes.values():
        most = _count(faces) + _count(fillers) if grows else goal.n
        for size in range(most, goal.n - 1, -1):
            for wilds in range(min(size - 1, _count(fillers)) + 1):
                yield from _joined(_picks(faces, size - wilds), fillers, wilds)


def _joined(naturals: Iterator[Hand], fillers: Faces, wilds: int) -> Iterator[Hand]:
    for own in naturals:
        for others in _picks(fillers, wilds):
            yield own + others


def _count(faces: Faces) -> int:
    return sum(n for _, n in faces)


def _picks(faces: Faces, size: int) -> Iterator[Hand]:
    """Pick so many cards; equal faces cannot be told apart."""
    if size == 0:
        yield ()
    if size <= 0 or size > _count(faces):
        return
    (card, n), rest = faces[0], faces[1:]
    for k in range(min(n, size), -1, -1):
        for others in _picks(rest, size - k):
            yield (card,) * k + others


def _runs(goal: Goal, plain: Faces, fillers: Faces, grows: bool) -> Iterator[Hand]:
    most = LAST_NUMBER if grows else goal.n
    for letters in hues(goal.kind, goal.colors):
        by_number: list[Hand] = [()] * (LAST_NUMBER + 1)
        for card, _ in plain:
            if not letters or card.color == letters[(card.number - 1) % len(letters)]:
                by_number[card.number] += (card,)
        for size in range(most, goal.n - 1, -1):
            for low in range(1, LAST_NUMBER + 2 - size):
                yield from _stretch(by_number[low : low + size], fillers)


def _stretch(naturals: list[Hand], fillers: Faces) -> Iterator[Hand]:
    """Fill a stretch with naturals and fillers, at least one of them natural."""
    for own in _choices(naturals, min(_count(fillers), len(naturals) - 1)):
        for others in _picks(fillers, own.count(None)):
            spare = iter(others)
            yield tuple(card or next(spare) for card in own)


def _choices(naturals: list[Hand], gaps: int) -> Iterator[tuple[Card | None, ...]]:
    """Choose a card for each number, or None for at most so many of them."""
    if not naturals:
        yield ()
        return
    for card in (*naturals[0], None):
        if card or gaps:
            for others in _choices(naturals[1:], gaps - (card is None)):
                yield (card, *others)


def _of_fillers(goal: Goal, fillers: Faces, on: Terms) -> Iterator[Hand]:
    """Go through groups of fillers alone, in every order that may read differently.

    The first card of the wild number decides what they stand for.
    """
    most = min(_count(fillers), LAST_NUMBER) if on.extra_cards else goal.n
    for size in range(most, goal.n - 1, -1):
        for cards in _picks(fillers, size):
            named = tuple(card for card in cards if card.number)
            wilds = (Card.W,) * (len(cards) - len(named))
            if not named and on.natural != "per_goal":
                yield wilds
            for lead, before in product(dict.fromkeys(named), range(len(wilds) + 1)):
                others = without(named, (lead,))
                yield (*wilds[:before], lead, *others, *wilds[before:])
