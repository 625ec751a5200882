"""The odds of dice: against brute force, and what players make of them."""

import random
from itertools import combinations, product

import pytest

from p10net.bots import keeping, odds
from p10net.bots.levels import LEVELS
from p10net.bots.odds import Odds, Sort
from p10net.engine import finder, melds
from p10net.engine.cards import Card, Hand, in_order, parse_cards
from p10net.engine.conflicts import build
from p10net.engine.dice import FACES
from p10net.engine.game import view_of
from p10net.engine.melds import Goal
from p10net.engine.moves import Action, Lay, Roll, ask
from p10net.engine.phases import parse
from p10net.engine.presets import preset
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
    table = Odds(goals, TERMS, FEW)

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
    table = Odds(goals, TERMS, FEW)

    cards = parse_cards("R6 W")
    free = [FACES[0], FACES[-1]]
    assert table.chance(cards, 2) == pytest.approx(by_hand(free, cards, goals, 2))


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
    table = odds.by_number(goals, TERMS)
    assert table is not None
    for _ in range(20):
        dice = tuple(rng.choice(die) for die in FACES)
        keep = keeping.likeliest(dice, goals, TERMS, rolls)
        kept = tuple(dice[i - 1] for i in range(1, 11) if i not in keep.again)
        assert keep.chance == pytest.approx(table.chance(kept, rolls))
        for _ in range(30):
            other = tuple(rng.sample(dice, rng.randint(0, 9)))
            assert table.chance(other, rolls) <= keep.chance + 1e-12


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
