"""The odds of dice: against brute force, and what players make of them."""

import random
import sys
from collections.abc import Callable
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.bots import keeping, lanes, odds
from p10net.bots.advice import advice
from p10net.bots.levels import LEVELS
from p10net.bots.makings import place
from p10net.bots.mixes import Sort, lattice
from p10net.bots.odds import HIGH, LOW, Odds
from p10net.engine import finder, melds
from p10net.engine.cards import COLORS, Card, Hand, in_order, parse_cards
from p10net.engine.conflicts import build
from p10net.engine.dice import FACES
from p10net.engine.game import view_of
from p10net.engine.melds import KINDS, Goal
from p10net.engine.moves import Action, Lay, Roll, ask
from p10net.engine.phases import parse
from p10net.engine.presets import preset
from p10net.engine.view import View
from tests.scenes import shaking
from tests.test_laws import steady_play

RULES = preset("dice")
TERMS = melds.terms(RULES, 1)
FEW = (Sort(FACES[0], 2), Sort(FACES[-1], 2))


def goals_of(text: str) -> tuple[Goal, ...]:
    """Read a phase's goals."""
    return melds.asked(RULES, parse(text).goals)


def by_hand(dice: list[Hand], kept: Hand, goals: tuple[Goal, ...], rolls: int) -> float:
    """Find the chance by rolling every way the free dice may fall, and keeping all.

    `dice` are the dice still to be rolled; kept ones lie for good or are taken up
    again, whatever is better.
    """
    chances = []
    for fallen in product(*dice):
        hand = in_order((*kept, *fallen))
        if finder.can_lay(hand, goals, TERMS):
            chances.append(1.0)
        elif rolls == 1:
            chances.append(0.0)
        else:
            chances.append(max(_next(hand, goals)))
    return sum(chances) / len(chances)


def _next(hand: Hand, goals: tuple[Goal, ...]) -> list[float]:
    """List the chances of all that may be kept of four dice, with one roll to come."""
    least = FACES[0][0].number
    found = []
    for n in range(len(hand)):
        for kept in set(combinations(hand, n)):
            high = sum(face.number >= least for face in kept)
            free = [FACES[0]] * (2 - high) + [FACES[-1]] * (2 - len(kept) + high)
            found.append(by_hand(free, kept, goals, 1))
    return found


@pytest.mark.parametrize("text", ["1 set of 3", "1 run of 4"])
def test_odds_of_few_dice_are_those_of_brute_force(text: str) -> None:
    """With four dice every way to fall and to keep was gone through."""
    goals = goals_of(text)
    table = Odds(goals, *FEW)

    none = [FACES[0]] * 2 + [FACES[-1]] * 2
    assert table.chance((), 1) == pytest.approx(by_hand(none, (), goals, 1))
    for kept in ("R5", "R1", "W", "R5 W"):
        cards = parse_cards(kept)
        high = sum(card.number >= 5 for card in cards)
        free = [FACES[0]] * (2 - high) + [FACES[-1]] * (2 - len(cards) + high)
        assert table.chance(cards, 1) == pytest.approx(by_hand(free, cards, goals, 1))


@pytest.mark.untraced
def test_two_rolls_of_few_dice_are_those_of_brute_force() -> None:
    """Between two rolls the best part is kept."""
    goals = goals_of("1 set of 3")
    table = Odds(goals, *FEW)

    cards = parse_cards("R6 W")
    free = [FACES[0], FACES[-1]]
    assert table.chance(cards, 2) == pytest.approx(by_hand(free, cards, goals, 2))


# Whole tables

Shown = tuple[int, ...]
"""Numbers that dice of one sort show, sorted; 0 is a wild."""
FIVE = (Sort(FACES[0], 3), Sort(FACES[-1], 2))


class Plain:
    """Chances by the book: die after die is rolled, and every part kept in turn."""

    def __init__(self, goals: tuple[Goal, ...], high: int, low: int) -> None:
        """Take so many of the real dice of either sort, in their own colors."""
        self.goals = goals
        self.high, self.low = FACES[:high], FACES[-low:]
        self.chance = cache(self._chance)

    def _chance(self, high: Shown, low: Shown, rolls: int) -> float:
        """Give the chance of who keeps these, with so many rolls to come."""
        if len(high) < len(self.high):
            return mean([self.chance(one, low, rolls) for one in fallen(high, HIGH)])
        if len(low) < len(self.low):
            return mean([self.chance(high, one, rolls) for one in fallen(low, LOW)])
        if rolls == 1:
            hand = in_order(self.hand(high, low))
            return float(finder.can_lay(hand, self.goals, TERMS))
        kept = product(parts(high), parts(low))
        return max(self.chance(*part, rolls - 1) for part in kept)

    def hand(self, high: Shown, low: Shown) -> Hand:
        """Let dice show these numbers."""
        dice = chain(
            zip(self.high, high, strict=False), zip(self.low, low, strict=False)
        )
        return tuple(
            next(face for face in die if face.number == number) for die, number in dice
        )


def mean(chances: list[float]) -> float:
    """Average the chances of the six sides."""
    return sum(chances) / len(chances)


def fallen(shown: Shown, sort: Sort) -> list[Shown]:
    """Roll one die more."""
    return [tuple(sorted((*shown, face.number))) for face in sort.faces]


def parts(shown: Shown) -> set[Shown]:
    """List all that can be kept of what dice show."""
    return {*chain(*(combinations(shown, n) for n in range(len(shown) + 1)))}


def every(sort: Sort) -> list[Shown]:
    """List all that dice of a sort can show, fewer dice first."""
    numbers = sorted({face.number for face in sort.faces})
    sizes = range(sort.n + 1)
    return [*chain(*(combinations_with_replacement(numbers, n) for n in sizes))]


@pytest.mark.untraced
@pytest.mark.parametrize(
    "text", ["1 set of 2 + 1 run of 3", "4 cards of even or odd", "2 sets of 2"]
)
def test_tables_of_five_dice_are_those_of_plain_counting(text: str) -> None:
    """Every mix that can be kept was gone through, with one or two rolls to come."""
    goals, (high, low) = goals_of(text), FIVE
    table, plain = Odds(goals, high, low), Plain(goals, high.n, low.n)

    for kept in product(every(high), every(low)):
        for rolls in (1, 2):
            chance = plain.chance(*kept, rolls)
            assert abs(table.chance(plain.hand(*kept), rolls) - chance) < 1e-12


def evens_of(dice: Hand) -> tuple[int, int, int]:
    """Count the even dice, the odd ones and the wilds."""
    marks = [face.parity for face in dice]
    return (marks.count("even"), marks.count("odd"), marks.count(""))


class EvenOrOdd:
    """The chance of n even dice or n odd ones, told by how many there are of each.

    Of six high dice each is even or odd as often, of four low ones as often a wild.
    """

    def __init__(self, n: int) -> None:
        """Count for n dice."""
        self.n = n
        self.one, self.two = cache(self._one), cache(self._two)

    def falls(
        self, high: tuple[int, int], low: tuple[int, int, int]
    ) -> list[tuple[float, tuple[int, int], tuple[int, int, int]]]:
        """List how the other dice may fall, and how likely."""
        more, few = 6 - sum(high), 4 - sum(low)
        return [
            (
                comb(more, a) / 2**more * comb(few, b) * comb(few - b, c) / 3**few,
                (high[0] + a, high[1] + more - a),
                (low[0] + b, low[1] + c, low[2] + few - b - c),
            )
            for a in range(more + 1)
            for b in range(few + 1)
            for c in range(few - b + 1)
        ]

    def _one(self, high: tuple[int, int], low: tuple[int, int, int]) -> float:
        return sum(
            chance
            for chance, one, (even, odd, wild) in self.falls(high, low)
            if max(one[0] + even, one[1] + odd) + wild >= self.n
        )

    def _two(self, high: tuple[int, int], low: tuple[int, int, int]) -> float:
        return sum(
            chance * max(self.one(*kept) for kept in product(below(*one), below(*two)))
            for chance, one, two in self.falls(high, low)
        )


def below(*counts: int) -> list[tuple[int, ...]]:
    """List what may be kept of so many alike."""
    return [*product(*(range(n + 1) for n in counts))]


@pytest.mark.untraced
@pytest.mark.parametrize("n", [6, 8, 10])
def test_ten_dice_are_even_or_odd_as_often_as_counting_says(n: int) -> None:
    """With two rolls to come, for all ten dice, from every kind of mix."""
    table, plain = Odds(goals_of(f"{n} cards of even or odd")), EvenOrOdd(n)
    rng = random.Random(n)

    for _ in range(30):
        kept = tuple(rng.choice(die) for die in FACES if rng.random() < 0.5)
        high = evens_of(tuple(face for face in kept if face.number >= 5))[:2]
        low = evens_of(tuple(face for face in kept if face.number < 5))
        assert abs(table.chance(kept, 1) - plain.one(high, low)) < 1e-12
        assert abs(table.chance(kept, 2) - plain.two(high, low)) < 1e-12


GOALS = [
    Goal(kind, n)
    for kind in KINDS
    if kind in odds.BY_NUMBER
    for n in range(KINDS[kind].least, 8)
]
NATURAL = ("per_goal", "per_phase", "none")


@pytest.mark.untraced
@settings(max_examples=30)
@given(
    st.lists(st.sampled_from(GOALS), min_size=1, max_size=5).filter(
        lambda goals: sum(goal.n for goal in goals) <= len(FACES)
    ),
    st.sampled_from(NATURAL),
    st.integers(0, 2**32),
)
def test_dice_make_a_phase_where_the_finder_lays_it(
    goals: list[Goal], natural: Literal["per_goal", "per_phase", "none"], seed: int
) -> None:
    """Whatever the phase, and wherever a natural is asked for."""
    table, on = Odds(goals), replace(TERMS, natural=natural)
    rng = random.Random(seed)

    for _ in range(40):
        dice = tuple(rng.choice(die) for die in FACES)
        lays = finder.can_lay(in_order(dice), tuple(goals), on)
        assert table.chance(dice, 1) == lays


def test_every_mix_of_low_dice_has_a_bit_of_its_own() -> None:
    """The sums of what sides are worth are all different."""
    low = lattice(LOW)

    assert len({place(mix) for mix in low.mixes}) == len(low.mixes)


ROWS = st.lists(
    st.tuples(*[st.one_of(st.integers(0, 2**63 - 1), st.integers(0, 3))] * 2),
    min_size=1,
    max_size=9,
)


@settings(max_examples=40)
@given(ROWS)
def test_lanes_are_compared_each_by_itself(pairs: list[tuple[int, int]]) -> None:
    """Rows are compared lane by lane, and turning twice changes nothing."""
    ones, others = zip(*pairs, strict=True)
    one, other, n = lanes.packed(ones), lanes.packed(others), len(pairs)

    larger = lanes.larger(one, other, lanes.guards(n))
    assert [*lanes.counts(larger, n)] == [max(pair) for pair in pairs]
    columns = lanes.transposed([one, other], n)
    assert [tuple(lanes.counts(column, 2)) for column in columns] == pairs
    assert lanes.transposed(columns, 2) == [one, other]


# The first question of a phase


def calls(work: Callable[[], object]) -> int:
    """Count the calls that some work makes, which no other program can slow down."""
    made = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made


FIRST = 120_000
"""Calls that who asks about a phase for the first time may wait for."""
HARD = (
    "1 set of 2 + 1 set of 3 + 1 run of 3 + 2 cards of even or odd",
    "2 sets of 2 + 1 run of 3 + 3 cards of even or odd",
    "5 sets of 2",
)


@pytest.mark.untraced
@pytest.mark.parametrize("text", [*RULES.phases, *HARD])
def test_the_first_question_about_a_phase_is_no_long_work(text: str) -> None:
    """Neither a person nor a table's host waits while the odds are worked out."""
    odds.by_number.cache_clear()
    lattice.cache_clear()
    dice, goals = parse_cards(SCATTERED), goals_of(text)

    assert calls(lambda: keeping.likeliest(dice, goals, TERMS, 2)) < FIRST


WIDE = "R9 Y7 G5 Y9 Y8 Y10 W B1 W B3"
"""Dice that make five pairs of even or odd ones in as many ways as any."""


def test_a_hint_does_not_look_again_for_the_lay_down_it_was_asked_about() -> None:
    """To go through all ways to lay takes longest; whoever asked has done it once."""
    game = shaking(WIDE).game
    rules = build({"phases": ["5 even or odd of 2"]}, RULES)
    view = view_of(replace(game, open=replace(game.open, rules=rules)), 2)
    asked = ask(view)
    assert asked is not None
    assert isinstance(advice(view, asked)[0].action, Lay | Roll)
    assert calls(lambda: advice(view, asked)) < calls(lambda: every_lay(view)) / 10


def every_lay(view: View) -> object:
    """Go through the ways to lay the first phase, the costly part of a question."""
    assert view.you is not None
    goals = goals_of(view.rules.phases[0])
    return finder.distinct(view.you.hand, goals, melds.terms(view.rules, 1), 64)


# Colors


def test_odds_of_a_color_are_those_of_rolling() -> None:
    """Dice that are of the color stay; the others are rolled as they would be."""
    rng = random.Random(3)
    dice = parse_cards("R5 B5 G5 Y5 R5 R7 R1 B1 W R4")
    chance = odds.of_color(dice, "R", 7, 1)

    hits = 0
    for _ in range(4_000):
        fallen = [
            face if face is Card.W or face.color == "R" else rng.choice(die)
            for face, die in zip(dice, FACES, strict=True)
        ]
        hits += sum(face is Card.W or face.color == "R" for face in fallen) >= 7
    assert chance == pytest.approx(hits / 4_000, abs=0.03)


def test_the_odds_of_color_stay_with_what_lies_there() -> None:
    """Seven of a color that lie there are certain, and the color is the best."""
    dice = parse_cards("R5 R5 R5 R7 R5 R7 R1 B1 W G4")

    chance, color = odds.best_color(dice, 7, 1)
    assert chance == pytest.approx(1)
    assert color == "R"


def test_colors_that_stand_alike_are_exactly_as_likely() -> None:
    """No rounding chooses between colors, whichever of the dice may show them."""
    rng, compared = random.Random(5), 0
    for _ in range(60):
        dice = tuple(rng.choice(die) for die in FACES)
        for n, rolls in product((5, 6, 7), (1, 2)):
            alike: dict[tuple[int, ...], set[float]] = {}
            for color in COLORS:
                open_dice = sorted(
                    odds.sides(die, color)
                    for face, die in zip(dice, FACES, strict=True)
                    if face.color not in (color, "")
                )
                chance = odds.of_color(dice, color, n, rolls)
                alike.setdefault(tuple(open_dice), set()).add(chance)
            compared += len(COLORS) - len(alike)
            assert all(len(chances) == 1 for chances in alike.values())
    assert compared > 60


# Whole hands of dice: what is kept. The dice rolled again are named.
KEEPS = [
    ("2 sets of 3", "R5 B5 R6 B9 R8 B9 R1 G2 R3 G4", (3, 5, 7, 8, 9, 10)),
    ("1 set of 5 + 1 set of 3", "R5 B5 G5 Y5 R7 R7 W G2 R3 G4", (8, 9, 10)),
    ("7 cards of one color", "R5 B5 G5 R6 R9 R9 R1 B1 W R4", (2, 3, 8)),
]


@pytest.mark.parametrize(("text", "lie", "again"), KEEPS)
def test_what_is_kept(text: str, lie: str, again: tuple[int, ...]) -> None:
    """Who knows the odds keeps what a person would, in plain cases."""
    keep = keeping.likeliest(parse_cards(lie), goals_of(text), TERMS, 1)

    assert keep.again == again


@pytest.mark.parametrize("rolls", [1, 2])
def test_the_odds_say_which_keep_is_best(rolls: int) -> None:
    """No part of the dice is likelier than the one that is kept."""
    rng = random.Random(rolls)
    goals = goals_of("1 set of 3 + 1 run of 4")
    table = odds.by_number(goals)
    assert table is not None
    for _ in range(20):
        dice = tuple(rng.choice(die) for die in FACES)
        keep = keeping.likeliest(dice, goals, TERMS, rolls)
        kept = tuple(dice[i - 1] for i in range(1, 11) if i not in keep.again)
        assert keep.chance == pytest.approx(table.chance(kept, rolls))
        for _ in range(30):
            other = tuple(rng.sample(dice, rng.randint(0, 9)))
            assert table.chance(other, rolls) <= keep.chance + 1e-12


@pytest.mark.parametrize("rolls", [1, 2])
def test_some_die_is_rolled_even_where_the_phase_lies(rolls: int) -> None:
    """Who asks what to keep wants to roll."""
    dice = parse_cards("R5 B5 G5 B9 R9 G9 R1 G2 R3 G4")

    assert keeping.likeliest(dice, goals_of("2 sets of 3"), TERMS, rolls).again


def test_goals_without_known_odds_keep_what_they_need() -> None:
    """A phase that asks for numbers and a color is played by what it lacks."""
    goals = (*goals_of("1 set of 3"), *goals_of("3 cards of one color"))
    dice = parse_cards("R5 B5 G5 Y10 Y9 B7 R1 G2 G3 G4")

    assert keeping.likeliest(dice, goals, TERMS, 1) == keeping.needed(
        dice, goals, TERMS
    )


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_every_brain_plays_dice(level: str) -> None:
    """Each level lays what it has and rolls no die of a phase it holds."""
    few = build({"phases": ["2 sets of 3", "7 cards of one color"]}, RULES)

    assert steady_play(few, 2, 5, 4_000, level)[1].open.summary


def asked(dice: str, level: str, seed: int = 1) -> Action:
    """Ask a brain what to do with these dice in the first roll of a turn."""
    game = shaking(dice).game
    view = view_of(game, 2)
    question = ask(view)
    assert question is not None
    return LEVELS[level](random.Random(seed)).choose(view, question)


LAYS_WITH_SPARE = "R5 B5 G5 B9 R9 G9 R1 W R3 G4"


@pytest.mark.parametrize("level", ["easy", "steady", "sharp"])
def test_a_phase_that_lies_there_is_laid(level: str) -> None:
    """Most players take what they have."""
    assert isinstance(asked(LAYS_WITH_SPARE, level), Lay)


def test_an_expert_rolls_spare_dice_for_points() -> None:
    """What the phase does not use may fall better, and the phase lies safe."""
    assert asked(LAYS_WITH_SPARE, "expert") == Roll((7, 9, 10))


SCATTERED = "R5 B5 R6 B9 R8 B9 R1 G2 R3 G4"


@pytest.mark.parametrize("level", ["steady", "sharp", "expert"])
def test_who_knows_the_odds_rolls_by_them(level: str) -> None:
    """The roll is the likeliest for as far as the level looks, but for a slip."""
    rolls = 1 if level == "steady" else 2
    best = likeliest(SCATTERED, rolls)
    rolled = [asked(SCATTERED, level, seed) for seed in range(40)]

    assert max(set(rolled), key=rolled.count) == best
    assert (set(rolled) == {best}) is (level != "steady")


@pytest.mark.parametrize("level", ["easy", "steady"])
def test_gentle_levels_roll_a_die_too_many(level: str) -> None:
    """Their slips are one die that they had better kept, never one too few."""
    rolled = [asked(SCATTERED, level, seed) for seed in range(40)]
    best = max(set(rolled), key=rolled.count)

    assert isinstance(best, Roll)
    assert len({*rolled}) > 2
    for other in {*rolled} - {best}:
        assert isinstance(other, Roll)
        assert {*best.again} < {*other.again}
        assert len(other.again) == len(best.again) + 1


def likeliest(dice: str, rolls: int) -> Roll:
    """Give the roll that is likeliest to make two sets of three."""
    goals = goals_of("2 sets of 3")
    return Roll(keeping.likeliest(parse_cards(dice), goals, TERMS, rolls).again)
