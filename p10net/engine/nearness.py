"""How near a hand is to a phase: can it lay, and how many cards are missing.

This is counting, not search: what the number cards leave open the wilds must fill
(`counting`). That a goal must have a natural is a question of its own, see
`Plan._bare`: cards can always be moved to goals that have none, and the figure stays
the same.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from p10net.engine.cards import COLORS, NATURALS, Card, Hand
from p10net.engine.counting import Shape
from p10net.engine.melds import KINDS, Goal, Kind, Terms
from p10net.engine.packed import (
    COLORLESS,
    FACES,
    FIVE_BITS,
    NUMBERS,
    PLANES,
    SKIPS,
    WILDS,
    cards,
    pack,
    plane,
    without_number,
)

NEVER = 99
"""What is missing where no cards would do, as more goals must differ than can."""


class Plan:
    """A phase taken apart for counting, made once for goals and terms."""

    def __init__(self, goals: tuple[Goal, ...], on: Terms) -> None:
        """Part the goals that number cards can fulfil from the literal ones."""
        asked = [goal for goal in goals if KINDS[goal.kind].only is None]
        self.size = sum(goal.n for goal in asked)
        self.wilds = sum(goal.n for goal in goals if goal.kind is Kind.WILD)
        self.skips = sum(goal.n for goal in goals if goal.kind is Kind.SKIP)
        self._shape = Shape(asked, on.distinct_goals)
        self._wild, self._plain = on.wild, without_number(on.wild) if on.wild else -1
        self._naturals, self._hues, self._seekers = _asks(asked, on)
        colored = self._shape.colored or self._hues
        self._face = (FACES if colored else COLORLESS).__getitem__
        self._never = any(len(_marks(s.kind)) < s.many for s in self._seekers)
        self.ways: tuple[Plan, ...] = (self,)

    def can_lay(self, hand: Hand) -> bool:
        """Whether some cards of the hand fulfil all goals at once."""
        return self.within(0, hand, sum(map(self._face, hand)))

    def within(self, most: int, hand: Hand, packed: int) -> bool:
        """Whether the hand needs at most so many cards, without counting them all."""
        fillers = (packed >> WILDS & FIVE_BITS) - self.wilds
        if self.skips or fillers < 0:
            most -= max(0, self.skips - (packed >> SKIPS & FIVE_BITS)) + max(
                0, -fillers
            )
            fillers = max(0, fillers)
        if most < 0 or self._never:
            return False
        numbers = packed
        if self._wild:
            fillers += packed >> 4 * (self._wild - 1) & 15
            numbers &= self._plain
        enough = self.size - fillers - most
        if enough > 0 and self._shape.most(numbers, enough - 1, enough) < enough:
            return False
        return self._bare(hand, packed) <= most

    def missing(self, hand: Hand) -> int:
        """Count the cards that the hand needs at least before it can lay."""
        return self.lacks(hand, sum(map(self._face, hand)))

    def lacks(self, hand: Hand, packed: int) -> int:
        """Count what is missing of a hand that is packed already."""
        if self._never:
            return NEVER
        fillers = (packed >> WILDS & FIVE_BITS) - self.wilds
        literal = max(0, self.skips - (packed >> SKIPS & FIVE_BITS)) + max(0, -fillers)
        bare = self._bare(hand, packed)
        fillers = max(0, fillers)
        if self._wild:
            fillers += packed >> 4 * (self._wild - 1) & 15
            packed &= self._plain
        most = min(self.size, packed >> NUMBERS & FIVE_BITS)
        gaps = self.size - self._shape.most(packed, -1, most) - fillers
        return literal + max(0, gaps, bare)

    def _bare(self, hand: Hand, packed: int) -> int:
        """Count the goals that the hand has no natural for; below 1 is none."""
        numbers = packed >> NUMBERS & FIVE_BITS
        if self._hues:
            numbers = cards(packed >> PLANES & self._hues)
        bare = self._naturals - numbers
        if self._seekers:
            sought = sum(seeker.many for seeker in self._seekers)
            bare = max(bare, sought - _represented(hand, self._seekers))
        return bare


class Either:
    """Several ways to understand a phase, any of which will do."""

    def __init__(self, plans: Iterable[Plan]) -> None:
        """Take what the ways come to."""
        self.ways = tuple(plans)

    def can_lay(self, hand: Hand) -> bool:
        """Whether the hand can lay in one way or another."""
        return any(plan.can_lay(hand) for plan in self.ways)

    def missing(self, hand: Hand) -> int:
        """Count the cards missing for the nearest way."""
        return min(plan.missing(hand) for plan in self.ways)


class Stand:
    """How a hand stands beside phases: what it lacks, and what would bring it nearer.

    For who asks one hand about many cards; the nearest of the phases counts.
    """

    def __init__(self, hand: Hand, plans: Iterable[Plan | Either]) -> None:
        """Count the hand once for all that will be asked."""
        self._hand, self._packed = hand, pack(hand)
        self._ways = [way for plan in plans for way in plan.ways]
        self.lacks = min([way.lacks(hand, self._packed) for way in self._ways])

    def helped(self, card: Card) -> bool:
        """Whether one card more would bring the hand nearer."""
        hand, packed = (*self._hand, card), self._packed + FACES[card]
        for way in self._ways:  # noqa: SIM110  # a generator costs as much as a count
            if way.within(self.lacks - 1, hand, packed):
                return True
        return False


@lru_cache(maxsize=256)
def plan(goals: tuple[Goal, ...], on: Terms) -> Plan | Either:
    """Take a phase apart, once.

    Where goals must differ and wilds alone may lie, one goal of a kind may be wilds.
    """
    if not on.distinct_goals or on.natural == "per_goal" or not _doubled(goals):
        return Plan(goals, on)
    ways = [goals]
    for kind in _doubled(goals):
        ways += [
            (*way[:i], Goal(Kind.WILD, goal.n), *way[i + 1 :])
            for way in ways
            for i, goal in enumerate(way)
            if goal.kind is kind
        ]
    return Either(Plan(way, on) for way in dict.fromkeys(ways))


# Naturals for the goals


class Seeker(NamedTuple):
    """Goals that seek a natural each: so many of a kind, which must all differ.

    Without a kind they need not differ, and the natural has a color of `colors`.
    """

    many: int
    kind: Kind | None
    colors: str

    def mark(self, i: int, card: Card) -> object:
        """Tell what only one goal may have if card i is its natural, None if none."""
        if self.kind is None:
            return i if card.color in self.colors else None
        return tuple(getattr(card, trait) for trait in KINDS[self.kind].traits)


def _asks(asked: list[Goal], on: Terms) -> tuple[int, int, list[Seeker]]:
    """Say how many naturals are asked for, of which planes (0: any), and by whom.

    Where any natural will do for any goal it does not matter by whom.
    """
    naturals = {"per_goal": len(asked), "per_phase": min(1, len(asked)), "none": 0}
    palettes = {goal.colors for goal in asked}
    hues = 0 if "" in palettes else sum(map(plane, set("".join(palettes))))
    seekers = []
    if on.distinct_goals:
        seekers = [Seeker(n, kind, "") for kind, n in _doubled(asked).items()]
    if on.natural == "per_goal" and (seekers or len(palettes) > 1):
        known = {seeker.kind for seeker in seekers}
        others = Counter(goal.colors for goal in asked if goal.kind not in known)
        seekers += [Seeker(n, None, hue or COLORS) for hue, n in others.items()]
    return naturals[on.natural], hues, seekers


def _doubled(goals: Iterable[Goal]) -> dict[Kind, int]:
    """Count the goals of kinds that more than one goal has, and that could be alike."""
    kinds = Counter(goal.kind for goal in goals)
    return {
        kind: n
        for kind, n in kinds.items()
        if n > 1 and KINDS[kind].traits and not KINDS[kind].sequence
    }


def _marks(kind: Kind | None) -> set[object]:
    seeker = Seeker(0, kind, COLORS)
    return {seeker.mark(i, card) for i, card in enumerate(NATURALS)}


def _represented(hand: Hand, seekers: list[Seeker]) -> int:
    """Count the goals that can have a natural, each card in one of them."""
    numbers = [card for card in hand if card.number]
    seats: dict[tuple[int, object], int] = {}

    def seat(i: int, tried: set[object]) -> bool:
        for k, seeker in enumerate(seekers):
            mine = (k, seeker.mark(i, numbers[i]))
            if mine[1] is None or mine in tried:
                continue
            taken = [key for key in seats if key[0] == k]
            if mine not in seats and len(taken) < seeker.many:
                seats[mine] = i
                return True
            for key in [mine] if mine in seats else taken:
                if key not in tried:
                    tried |= {key, mine}
                    if seat(seats[key], tried):
                        del seats[key]
                        seats[mine] = i
                        return True
        return False

    return sum(seat(i, set()) for i in range(len(numbers)))
