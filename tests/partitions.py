"""The finder's judge: every way to part a hand among goals, slow and obvious.

Nothing here knows how the engine searches, counts or reads melds; a group of cards
fits a goal if its cards can be put, one by one, where they stand for themselves or
are wild. Meant for small hands.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product

from msgspec.structs import replace

from p10net.engine.cards import COLORS, Card, Hand, in_order, points, without
from p10net.engine.laying import arrange, lay
from p10net.engine.melds import (
    KINDS,
    Goal,
    Kind,
    Meld,
    Terms,
    hit,
    read,
    takes,
)
from p10net.engine.reasons import Reason

Reading = tuple[object, bool]
"""What a group would be (None where goals may be alike), and whether by a natural."""


def wild(card: Card, on: Terms) -> bool:
    """Whether a card may stand for another one."""
    return card is Card.W or (on.wild > 0 and card.number == on.wild)


SHARE: dict[Kind, Callable[[Card], object]] = {
    Kind.SET: lambda card: card.number,
    Kind.COLOR: lambda card: card.color,
    Kind.PARITY: lambda card: card.parity,
    Kind.COLOR_PARITY: lambda card: (card.color, card.parity),
    Kind.COLOR_SET: lambda card: (card.color, card.number),
}


def gathered(goal: Goal, cards: Hand, on: Terms) -> Iterator[Reading]:
    """Read cards that must share something: any of them may say what."""
    for lead in cards:
        share = SHARE[goal.kind](lead)
        if not lead.number or (wild(lead, on) and not all(wild(c, on) for c in cards)):
            continue
        if all(wild(c, on) or SHARE[goal.kind](c) == share for c in cards):
            yield (goal.kind, share), True
    if all(card is Card.W for card in cards):
        yield (goal.kind, None), False


def hues(goal: Goal) -> list[tuple[str, ...]]:
    """List the colors that numbers may go through; none stands for any color."""
    if goal.kind is Kind.RUN:
        return [("",)]
    if goal.kind is Kind.COLOR_RUN:
        return [(color,) for color in COLORS]
    return list(permutations(goal.colors or COLORS, len(goal.colors) or 2))


def in_a_row(goal: Goal, cards: Hand, on: Terms) -> Iterator[Reading]:
    """Read cards as a run: at every number, with every order of colors."""
    for low in range(1, 14 - len(cards)):
        for colors in hues(goal):
            yield from ((None, natural) for natural in placed(low, cards, colors, on))


def placed(n: int, cards: Hand, colors: tuple[str, ...], on: Terms) -> set[bool]:
    """Put cards at n and the numbers after it; tell if one stands for itself."""
    if not cards:
        return {False}
    found = set()
    for card in set(cards):
        color = colors[n % len(colors)]
        natural = card.number == n and color in ("", card.color)
        if natural or wild(card, on):
            rest = placed(n + 1, without(cards, (card,)), colors, on)
            found |= {natural or other for other in rest}
    return found


@lru_cache(maxsize=100_000)
def readings(goal: Goal, cards: Hand, on: Terms) -> frozenset[Reading]:
    """Say all that a group of cards could be for a goal."""
    row, size = KINDS[goal.kind], len(cards)
    if row.only is not None:
        only = size == goal.n and set(cards) == {row.only}
        return frozenset({("literal", True)} if only else ())
    if size < goal.n or (size > goal.n and not on.extra_cards) or size > 12:
        return frozenset()
    if any(card in (Card.S, Card.D) for card in cards):
        return frozenset()
    read = in_a_row if row.sequence else gathered
    return frozenset(read(goal, cards, on))


def fulfils(goals: tuple[Goal, ...], groups: tuple[Hand, ...], on: Terms) -> bool:
    """Whether groups, in the order of the goals, are a lay-down."""
    every = [readings(*pair, on) for pair in zip(goals, groups, strict=True)]
    return any(whole(chosen, on) for chosen in product(*every))


def whole(chosen: tuple[Reading, ...], on: Terms) -> bool:
    """Whether naturals lie where they are asked for, and goals differ if they must."""
    natural = [by for what, by in chosen if what != "literal"]
    if natural and on.natural == "per_goal" and not all(natural):
        return False
    if natural and on.natural == "per_phase" and not any(natural):
        return False
    marks = [what for what, _ in chosen if what not in ("literal", None)]
    return not on.distinct_goals or len(set(marks)) == len(marks)


def lay_downs(
    hand: Hand, goals: tuple[Goal, ...], on: Terms
) -> Iterator[tuple[tuple[Hand, ...], Hand]]:
    """Go through all lay-downs of a hand, each with the cards it leaves."""
    for groups, left in parted(in_order(hand), goals, on):
        if fulfils(goals, groups, on):
            yield groups, left


def parted(
    hand: Hand, goals: tuple[Goal, ...], on: Terms
) -> Iterator[tuple[tuple[Hand, ...], Hand]]:
    """Give each goal every group that fits it by itself."""
    if not goals:
        yield (), hand
        return
    groups = {some for k in range(1, len(hand) + 1) for some in combinations(hand, k)}
    for group in groups:
        if readings(goals[0], group, on):
            for others, left in parted(without(hand, group), goals[1:], on):
                yield (group, *others), left


@lru_cache(maxsize=100_000)
def melds_of(goal: Goal, cards: Hand, on: Terms) -> tuple[Hand, ...]:
    """Order a group in every way that reads as a meld, one order for each meaning."""
    found: dict[object, Hand] = {}
    for order in permutations(cards):
        meld = read(goal, order, on.wild)
        if meld is not None:
            found[meld.low, meld.number, meld.color, meld.colors] = order
    return tuple(found.values())


def meanings(
    hand: Hand, goals: tuple[Goal, ...], on: Terms
) -> dict[object, tuple[Meld, ...]]:
    """Read every lay-down in every way there is, as melds on the table."""
    found: dict[object, tuple[Meld, ...]] = {}
    for groups, _ in lay_downs(hand, goals, on):
        orders = [melds_of(*pair, on) for pair in zip(goals, groups, strict=True)]
        for ordered in product(*orders):
            melds = lay(goals, ordered, on, as_typed=True)
            if not isinstance(melds, Reason):
                found[meaning(goals, melds)] = melds
    return found


def meaning(goals: tuple[Goal, ...], melds: tuple[Meld, ...]) -> object:
    """Say what lies on the table; equal goals may change places."""
    return frozenset(
        Counter(
            (goal, in_order(meld.cards), meld.low, meld.number, meld.color)
            for goal, meld in zip(goals, melds, strict=True)
        ).items()
    )


def fewest_left(
    hand: Hand, goals: tuple[Goal, ...], on: Terms
) -> tuple[int, int] | None:
    """Give the points, then cards, that the best lay-down leaves."""
    costs = [(points(left), len(left)) for _, left in lay_downs(hand, goals, on)]
    return min(costs, default=None)


def fewest_after_hits(
    hand: Hand, melds: tuple[Meld, ...], on: Terms
) -> tuple[int, int]:
    """Give the points, then cards, that are left after the best hits: try them all."""
    known: dict[object, tuple[int, int]] = {}

    def least(hand: Hand, melds: tuple[Meld, ...]) -> tuple[int, int]:
        if (hand, melds) not in known:
            costs = [(points(hand), len(hand))]
            for card in set(hand):
                for i, meld in enumerate(melds):
                    for end in takes(meld, card, on.wild):
                        after = (*melds[:i], hit(meld, card, end), *melds[i + 1 :])
                        costs.append(least(without(hand, (card,)), after))
            known[hand, melds] = min(costs)
        return known[hand, melds]

    return least(in_order(hand), melds)


# Chance


PALETTES = ("", "RB", "GY", "GRB", "RBGY")


def some_goal(rng: random.Random) -> Goal:
    """Draw a goal, not large."""
    weights = {Kind.SET: 6, Kind.RUN: 6, Kind.COLOR: 4, Kind.COLOR_RUN: 4}
    kinds = list(Kind)
    kind = rng.choices(kinds, [weights.get(kind, 2) for kind in kinds])[0]
    least = KINDS[kind].least
    n = rng.randint(least, least + (2 if KINDS[kind].only is None else 1))
    return Goal(kind, n, rng.choice(PALETTES) if kind is Kind.ALT_RUN else "")


def some_goals(rng: random.Random, most: int) -> tuple[Goal, ...]:
    """Draw the goals of a phase that a hand of so many cards might lay."""
    while True:
        goals = tuple(some_goal(rng) for _ in range(rng.choice((1, 2, 2, 3, 3))))
        if sum(goal.n for goal in goals) <= most:
            return goals


def some_terms(rng: random.Random) -> Terms:
    """Draw terms, the official ones more often than others."""
    return Terms(
        natural=rng.choice(("per_goal", "per_goal", "per_phase", "none")),
        extra_cards=rng.random() < 0.7,
        distinct_goals=rng.random() < 0.3,
        wild=rng.choice((0, 0, 0, 3, 5)),
    )


def some_hand(rng: random.Random, size: int) -> Hand:
    """Draw a hand from few numbers, few colors and many wilds, so that much fits."""
    low = rng.randint(1, 7)
    near = list(range(low, low + 6))
    numbers = rng.choice((near, rng.sample(range(1, 13), rng.randint(2, 6))))
    colors = rng.sample(COLORS, rng.randint(1, 4))
    cards = [Card[f"{color}{n}"] for color in colors for n in numbers] * 2
    cards += [Card.W] * rng.randint(0, 6) + [Card.S] * rng.randint(0, 2)
    rng.shuffle(cards)
    return tuple(cards[:size])


def some_melds(rng: random.Random, names: str, on: Terms) -> tuple[Meld, ...]:
    """Draw melds that lie on the table, one for each name."""
    melds: list[Meld] = []
    while len(melds) < len(names):
        goal = some_goal(rng)
        cards = some_hand(rng, goal.n + rng.randint(0, 2))
        meld = arrange(goal, cards, on.wild)
        if meld is not None:
            melds.append(replace(meld, m=names[len(melds)]))
    return tuple(melds)
