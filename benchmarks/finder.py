"""How fast the finder is, in ratios to a peer: `python -m benchmarks.finder`.

The peer is gin rummy's `get_meld_clusters` of RLCard on eleven cards, if `rlcard` is
installed; a throw-away environment will do, as it is no dependency. Without it a
plain stand-in for the same task takes its place, and the report says so.
"""

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from string import ascii_lowercase
from typing import Any, NamedTuple

from msgspec.structs import replace

from benchmarks import report
from benchmarks.timing import Times, no_collector, times
from p10net.engine import finder
from p10net.engine.cards import NATURALS, Card, Hand, deck, without
from p10net.engine.laying import lay
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.melds import Goal, Meld, Terms, hit
from p10net.engine.phases import parse
from p10net.engine.reasons import Reason

Goals = tuple[Goal, ...]
Case = tuple[object, ...]
Play = tuple[Hand, Goals, Terms, tuple[Meld, ...]]

ON = Terms()
DECK = deck(wilds=8, skips=4)
HAND = 11
OFFICIAL = [parse(text).goals for text in PHASE_LISTS["original"]]
EVERY = [parse(text).goals for texts in PHASE_LISTS.values() for text in texts]


class Line(NamedTuple):
    """One line of the report, and the most its ratios should be (0: no target)."""

    name: str
    times: Times
    median: float = 0
    p99: float = 0


# The peer


def peer(rng: random.Random) -> tuple[str, Times]:
    """Time the peer on random hands of eleven cards."""
    name, call, cards = "a plain stand-in", clusters, STAND_IN
    try:
        gin = importlib.import_module("rlcard.games.gin_rummy.utils.melding")
        utils = importlib.import_module("rlcard.games.gin_rummy.utils.utils")
    except ImportError:
        pass
    else:
        name, call, cards = "RLCard", gin.get_meld_clusters, utils.get_deck()
    return name, times(call, [(rng.sample(cards, HAND),) for _ in range(5000)])


STAND_IN = [(suit, rank) for suit in range(4) for rank in range(13)]


def clusters(cards: list[tuple[int, int]]) -> list[tuple[frozenset[object], ...]]:
    """List the melds of an ordinary hand, and all pairs and triples without overlap."""
    melds = [*_gin_runs(sorted(cards)), *_gin_sets(cards)]
    return [
        some
        for size in (1, 2, 3)
        for some in combinations(melds, size)
        if all(a.isdisjoint(b) for a, b in combinations(some, 2))
    ]


def _gin_runs(cards: list[tuple[int, int]]) -> Iterator[frozenset[object]]:
    for start, stop in combinations(range(len(cards) + 1), 2):
        run = cards[start:stop]
        (suit, low), (last, high) = run[0], run[-1]
        if len(run) > 2 and suit == last and high - low == len(run) - 1:
            yield frozenset(run)


def _gin_sets(cards: list[tuple[int, int]]) -> Iterator[frozenset[object]]:
    for rank in range(13):
        same = [card for card in cards if card[1] == rank]
        for size in (3, 4):
            yield from map(frozenset, combinations(same, size))


# Hands and tables


def dealt(rng: random.Random) -> Hand:
    """Deal eleven cards from the whole deck."""
    return tuple(rng.sample(DECK, HAND))


def rich(rng: random.Random) -> Hand:
    """Deal eleven cards of which four to eight are wilds."""
    wilds = rng.randint(4, 8)
    return (*rng.sample(NATURALS * 2, HAND - wilds), *(Card.W,) * wilds)


def ready(rng: random.Random, goals: Goals) -> Hand:
    """Draw and discard as in play, towards the phase, until the hand can lay."""
    while True:
        cards = rng.sample(DECK, len(DECK))
        hand = tuple(cards[: HAND - 1])
        for drawn in cards[HAND - 1 : HAND + TURNS]:
            hand = (*hand, drawn)
            if finder.can_lay(hand, goals, ON):
                return hand
            hand = min(
                (without(hand, (card,)) for card in dict.fromkeys(hand)),
                key=lambda left: finder.missing(left, goals, ON),
            )


TURNS = 20


def table(rng: random.Random) -> tuple[Meld, ...]:
    """Lay out what up to three other seats have laid and hit."""
    melds: tuple[Meld, ...] = ()
    for _ in range(rng.randint(0, 3)):
        goals = rng.choice(OFFICIAL)
        hand = ready(rng, goals)
        melds = after(melds, hand, goals)
    return melds


def after(melds: tuple[Meld, ...], hand: Hand, goals: Goals) -> tuple[Meld, ...]:
    """Lay the best lay-down of the hand onto the table, and make all its hits."""
    best = finder.lay_then_hits(hand, goals, ON, melds)
    assert best is not None
    laid = lay(goals, best[0], ON)
    assert not isinstance(laid, Reason)
    new = (
        replace(meld, m=ascii_lowercase[len(melds) + i]) for i, meld in enumerate(laid)
    )
    there = {meld.m: meld for meld in (*melds, *new)}
    left = without(hand, tuple(card for group in best[0] for card in group))
    for card, m, end in finder.most_hits(left, tuple(there.values())):
        there[m] = hit(there[m], card, end)
    return tuple(there.values())


# What is measured


def counting(rng: random.Random) -> Iterator[Line]:
    """Time what every turn asks: can it be laid, how much is missing."""
    for name, call in (("can lay", finder.can_lay), ("missing", finder.missing)):
        asks = name == "can lay"
        hands = [dealt(rng) for _ in range(1000)]
        official = [(hand, goals, ON) for goals in OFFICIAL for hand in hands]
        yield Line(f"{name}, official phases", times(call, official), 0.6, 2 * asks)
        each = [times(call, [(hand, goals, ON) for hand in hands]) for goals in EVERY]
        slow = max(each, key=lambda one: one.median)
        yield Line(f"{name}, slowest list phase by median", slow, 8 * asks)
        slow = max(each, key=lambda one: one.p99)
        yield Line(f"{name}, slowest list phase by p99", slow, 0, 40 * asks)
        wild = [(rich(rng), goals, ON) for goals in EVERY for _ in range(50)]
        yield Line(f"{name}, 4 to 8 wilds, all lists", times(call, wild), 0, 80)


def searching(rng: random.Random) -> Iterator[Line]:
    """Time what is asked once a hand can be laid, in play of four seats."""
    tables = [table(rng) for _ in range(60)]
    for name, lists in (("official phases", OFFICIAL), ("all lists", EVERY)):
        plays: list[Play] = []
        for goals in lists:
            for _ in range(2000 // len(lists)):
                plays.append((ready(rng, goals), goals, ON, rng.choice(tables)))
        yield Line(
            f"lay with all hits, {name}",
            times(finder.lay_then_hits, plays),
            *((5, 60) if lists is OFFICIAL else ()),
        )
        phases = [(hand, goals, ON) for hand, goals, _, _ in plays]
        yield Line(f"best lay-down, {name}", times(finder.best, phases))
        some = [(*phase, 64) for phase in phases[::5]]
        yield Line(f"up to 64 lay-downs, {name}", times(finder.distinct, some))
        after_laying = times(finder.most_hits, rests(plays))
        yield Line(f"most hits after laying, {name}", after_laying)


def rests(plays: Sequence[Play]) -> Iterator[Case]:
    """Give the cards left after laying, and the table with the new melds."""
    for hand, goals, on, melds in plays:
        best = finder.lay_then_hits(hand, goals, on, melds)
        assert best is not None
        laid = lay(goals, best[0], on)
        assert not isinstance(laid, Reason)
        new = (replace(meld, m=f"{i}") for i, meld in enumerate(laid))
        left = without(hand, tuple(card for group in best[0] for card in group))
        yield left, (*melds, *new)


PARTS: tuple[Callable[[random.Random], Iterator[Line]], ...] = (counting, searching)


def run() -> dict[str, Any]:
    """Measure all of it, for the report of all parts."""
    rng = random.Random(20)
    with no_collector():
        name, base = peer(rng)
        lines = [line for part in PARTS for line in part(rng)]
    judged = name == "RLCard"
    return report.rows(
        report.Line(
            f"{line.name}, {figure}",
            "µs",
            getattr(line.times, figure),
            base.median,
            f"{name}, median",
            most * judged,
        )
        for line in lines
        for figure, most in (("median", line.median), ("p99", line.p99))
    )


def main() -> None:
    """Measure and print; a ratio above its target is marked."""
    rng = random.Random(20)
    name, base = peer(rng)
    print(
        f"Peer: {name}, {HAND} cards: median {base.median:.1f}, p99 {base.p99:.1f} µs"
    )
    print(f"{'µs a call':43}{'median':>9}{'p99':>10}{'worst':>10}", end="")
    print("   ratios to the peer's median")
    for part in PARTS:
        for line in part(rng):
            print(row(line, base.median, judged=name == "RLCard"))


def row(line: Line, base: float, judged: bool) -> str:
    """Write one line of the report; targets are for RLCard as the peer."""
    took = line.times
    ratios = []
    for figure, value, most in (
        ("median", took.median / base, line.median),
        ("p99", took.p99 / base, line.p99),
    ):
        verdict = f" ({'ok' if value <= most else 'OVER'}, <= {most:g})"
        ratios.append(f"{figure} {value:.2f}{verdict if most and judged else ''}")
    times = f"{took.median:9.1f}{took.p99:10.1f}{took.worst:10.1f}"
    return f"{line.name:43}{times}   {' '.join(ratios)}"


if __name__ == "__main__":
    with no_collector():
        main()
