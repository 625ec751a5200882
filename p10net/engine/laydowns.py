"""Every lay-down a hand allows, one after the other.

A hand can have many thousands, so they come lazily, and no group is tried that
leaves too little for the goals still to come. What fits is for `melds` to say.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

from msgspec.structs import replace

from p10net.engine.cards import Card, Hand, without, without_card
from p10net.engine.melds import KINDS, LAST_NUMBER, Goal, Meld, Terms, is_wild
from p10net.engine.packed import hues

Faces = list[tuple[Card, int]]
Choice = tuple[Card | None, ...]
CanLay = Callable[[Hand, tuple[Goal, ...], Terms], bool]


def every(
    hand: Hand,
    goals: tuple[Goal, ...],
    on: Terms,
    can_lay: CanLay,
    before: Hand = (),
) -> Iterator[tuple[Hand, ...]]:
    """Go through groups of cards for the goals, each in an order that can be read.

    Nearly all are lay-downs: whether the goals differ where they must, and have the
    naturals they need between them, is left to `laying.lay`. Of equal goals the first
    has the larger group; `before` is the group of an equal goal just before.
    """
    if not goals:
        yield ()
        return
    if not can_lay(hand, goals, on):
        return
    goal, rest = goals[0], goals[1:]
    after = replace(on, natural="none") if on.natural == "per_phase" else on
    most = len(hand) - sum(other.n for other in rest)
    last = _rank(before)
    if before:
        most = min(most, len(before))
    for group in groups(hand, goal, on, most):
        if before and _rank(group) > last:
            continue
        same = group if rest and rest[0] == goal else ()
        for others in every(without(hand, group), rest, after, can_lay, same):
            yield (group, *others)


def _rank(group: Hand) -> tuple[int, tuple[int, ...]]:
    return len(group), _key(group)


def meaning(goals: tuple[Goal, ...], melds: tuple[Meld, ...]) -> object:
    """Say what a lay-down is on the table; equal goals may change places."""
    facts = (
        (goals.index(goal), _key(meld.cards), meld.low, meld.number, meld.color)
        for goal, meld in zip(goals, melds, strict=True)
    )
    return tuple(sorted(facts))


def _key(group: Hand) -> tuple[int, ...]:
    return tuple(sorted(card.order for card in group))


def groups(hand: Hand, goal: Goal, on: Terms, most: int) -> Iterator[Hand]:
    """Go through the groups that can be a goal of a hand that can lay it.

    Of more than `most` cards they are of no use; a goal has its least in any case.
    """
    row = KINDS[goal.kind]
    if row.only is not None:
        yield (row.only,) * goal.n
        return
    counts = Counter(card for card in hand if card.number or card is Card.W)
    plain = [(card, n) for card, n in counts.items() if not is_wild(card, on.wild)]
    fillers = [(card, n) for card, n in counts.items() if is_wild(card, on.wild)]
    shape = _runs if row.sequence else _gatherings
    most = most if on.extra_cards else goal.n
    yield from shape(goal, plain, fillers, most)
    yield from _of_fillers(goal, fillers, on, most)


def _gatherings(goal: Goal, plain: Faces, fillers: Faces, most: int) -> Iterator[Hand]:
    traits = KINDS[goal.kind].traits
    classes: dict[object, Faces] = {}
    for card, n in plain:
        mark = tuple(getattr(card, trait) for trait in traits)
        classes.setdefault(mark, []).append((card, n))
    spare = _count(fillers)
    others = [[*_picks(fillers, wilds, spare)] for wilds in range(min(most, spare) + 1)]
    for faces in classes.values():
        there = _count(faces)
        for size in range(min(most, there + spare), goal.n - 1, -1):
            for wilds in range(max(0, size - there), min(size - 1, spare) + 1):
                for own in _picks(faces, size - wilds, there):
                    for more in others[wilds]:
                        yield own + more


def _count(faces: Faces) -> int:
    return sum(n for _, n in faces)


def _picks(faces: Faces, size: int, there: int) -> Iterator[Hand]:
    """Pick so many cards of all that are there; equal faces cannot be told apart."""
    if size == 0:
        yield ()
    if size <= 0 or size > there:
        return
    (card, n), rest = faces[0], faces[1:]
    left = there - n
    for k in range(min(n, size), max(0, size - left) - 1, -1):
        for others in _picks(rest, size - k, left):
            yield (card,) * k + others


def _runs(goal: Goal, plain: Faces, fillers: Faces, most: int) -> Iterator[Hand]:
    """Fill stretches with naturals and fillers, at least one of them natural."""
    spare = _count(fillers)
    tracks = [_track(plain, letters) for letters in hues(goal.kind, goal.colors)]
    for size in range(min(most, LAST_NUMBER), goal.n - 1, -1):
        gaps = min(spare, size - 1)
        for low in range(1, LAST_NUMBER + 2 - size):
            stretches = dict.fromkeys(
                tuple(track[low : low + size]) for track in tracks
            )
            ways = (own for naturals in stretches for own in _choices(naturals, gaps))
            for own in _different(ways):
                for others in _picks(fillers, own.count(None), spare):
                    wilds = iter(others)
                    yield tuple(card or next(wilds) for card in own)


def _different(ways: Iterator[Choice]) -> Iterator[Choice]:
    seen = set()
    for way in ways:
        if way not in seen:
            seen.add(way)
            yield way


def _track(plain: Faces, letters: str) -> list[Hand]:
    """Sort naturals by number, those whose color is right there."""
    by_number: list[Hand] = [()] * (LAST_NUMBER + 1)
    for card, _ in plain:
        if not letters or card.color == letters[(card.number - 1) % len(letters)]:
            by_number[card.number] += (card,)
    return by_number


def _choices(naturals: tuple[Hand, ...], gaps: int) -> Iterator[Choice]:
    """Choose a card for each number, or None for at most so many of them."""
    if not naturals:
        yield ()
        return
    for card in (*naturals[0], None):
        if card or gaps:
            for others in _choices(naturals[1:], gaps - (card is None)):
                yield (card, *others)


def _of_fillers(goal: Goal, fillers: Faces, on: Terms, most: int) -> Iterator[Hand]:
    """Go through groups of fillers alone, in every order that may read differently.

    The first card of the wild number decides what they stand for.
    """
    spare = _count(fillers)
    most = min(spare, LAST_NUMBER, most)
    for size in range(most, goal.n - 1, -1):
        for cards in _picks(fillers, size, spare):
            named = tuple(card for card in cards if card.number)
            wilds = (Card.W,) * (len(cards) - len(named))
            if not named and on.natural != "per_goal":
                yield wilds
            for lead, before in product(dict.fromkeys(named), range(len(wilds) + 1)):
                others = without_card(named, lead)
                yield (*wilds[:before], lead, *others, *wilds[before:])
