"""The finder against every way to part a hand, and against what is known of chance."""

import random
from collections.abc import Iterator

import pytest

from p10net.engine import finder
from p10net.engine.cards import (
    NATURALS,
    Card,
    Hand,
    deck,
    in_order,
    parse_cards,
    points,
    without,
)
from p10net.engine.laying import arrange, lay
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.melds import (
    KINDS,
    Goal,
    Kind,
    Meld,
    Terms,
    has_natural,
    hit,
    takes,
)
from p10net.engine.nearness import Stand, plan
from p10net.engine.phases import parse
from p10net.engine.reasons import Reason
from tests.partitions import (
    fewest_after_hits,
    fewest_left,
    lay_downs,
    meaning,
    meanings,
    some_goals,
    some_hand,
    some_melds,
    some_terms,
)

Goals = tuple[Goal, ...]
OFFICIAL = Terms()
DECK = deck(wilds=8, skips=4)
FACES = (*NATURALS, Card.W, Card.S)
LISTED = [parse(text).goals for texts in PHASE_LISTS.values() for text in texts]
SOAK = [pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 40)]
seeds = pytest.mark.parametrize("seed", [0, 1, 2, 3, *SOAK])
"""A few seeds each time, and many more when soaking."""


def situations(seed: int, count: int, size: int) -> Iterator[tuple[Hand, Goals, Terms]]:
    """Draw hands with goals and terms."""
    rng = random.Random(seed)
    for _ in range(count):
        hand = in_order(some_hand(rng, rng.randint(3, size)))
        yield hand, some_goals(rng, len(hand) + 1), some_terms(rng)


def left_by(hand: Hand, groups: tuple[Hand, ...]) -> Hand:
    """Take the groups out of the hand; every card of them must be there."""
    return without(hand, tuple(card for group in groups for card in group))


def cost(cards: Hand) -> tuple[int, int]:
    """Say what is to be small: points, then cards."""
    return points(cards), len(cards)


# --- What can be laid -----------------------------------------------------------------


@seeds
@pytest.mark.limit(60)
def test_the_best_lay_down_is_found(seed: int) -> None:
    """A lay-down is found if and only if there is one, and none leaves less."""
    for hand, goals, on in situations(seed, 450, size=7):
        fewest = fewest_left(hand, goals, on)

        groups = finder.best(hand, goals, on)

        assert finder.can_lay(hand, goals, on) is (fewest is not None)
        assert (groups is not None) is (fewest is not None), (hand, goals, on)
        if groups is not None:
            assert not isinstance(lay(goals, groups, on, as_typed=True), Reason)
            assert cost(left_by(hand, groups)) == fewest, (hand, goals, on, groups)


@seeds
@pytest.mark.limit(60)
def test_counting_agrees_with_the_search_on_whole_hands(seed: int) -> None:
    """A hand of play can lay, by counting, just when the search finds a lay-down."""
    rng = random.Random(seed)
    for _ in range(120):
        hand = in_order(
            some_hand(rng, 11) if rng.random() < 0.6 else tuple(rng.sample(DECK, 11))
        )
        goals = rng.choice(LISTED) if rng.random() < 0.5 else some_goals(rng, 11)
        on = some_terms(rng)

        groups = finder.best(hand, goals, on)

        assert finder.can_lay(hand, goals, on) is (groups is not None), (hand, goals)
        assert (finder.missing(hand, goals, on) == 0) is (groups is not None)


@seeds
@pytest.mark.limit(60)
def test_one_card_brings_a_hand_one_nearer(seed: int) -> None:
    """What is missing is one more than after the most welcome card of all."""
    rng = random.Random(seed)
    for hand, goals, on in situations(seed, 60, size=9):
        if rng.random() < 0.3:
            goals = rng.choice(LISTED)
        missing = finder.missing(hand, goals, on)
        if 0 < missing < finder.NEVER:
            after = (finder.missing((*hand, card), goals, on) for card in FACES)
            assert missing == 1 + min(after), (hand, goals, on)


@seeds
@pytest.mark.limit(60)
def test_a_card_helps_when_a_hand_with_it_lacks_less(seed: int) -> None:
    """Asked card by card, a hand stands as counting anew has it."""
    rng = random.Random(seed)
    for hand, goals, on in situations(seed, 40, size=10):
        plans = [plan(goals, on), plan(rng.choice(LISTED), on)][: rng.randint(1, 2)]
        stand = Stand(hand, plans)

        assert stand.lacks == min(one.missing(hand) for one in plans)
        for card in FACES:
            after = min(one.missing((*hand, card)) for one in plans)
            assert stand.helped(card) is (after < stand.lacks), (hand, card, goals, on)


@pytest.mark.parametrize(
    ("cards", "phase", "missing"),
    [
        ("R7 R7 B7 B7 G7 G7 Y7 Y7 W W W", "1 set of 4 + 7 even or odd", 0),
        ("R7 R7 B7 B7 G7 G7 Y7 Y7 W W D", "1 set of 4 + 7 even or odd", 1),
        ("R1 B2 R3 W W W W W S D", "1 run of 9 alternating red and blue + 1 skip", 1),
        ("R7 W W W W W W W W S S", "6 sets of 2", 5),
    ],
)
def test_hands_out_of_the_ordinary(cards: str, phase: str, missing: int) -> None:
    """Eight equal numbers, eight wilds and the rule card are counted rightly."""
    hand, goals = parse_cards(cards), parse(phase).goals

    groups = finder.best(hand, goals, OFFICIAL)

    assert finder.missing(hand, goals, OFFICIAL) == missing
    assert (groups is None) is (missing > 0)


def test_the_rule_card_stays_in_the_hand() -> None:
    """It is never laid nor hit, and is among the cards that are left."""
    hand, goals = parse_cards("R7 B7 G7 R8 B8 G8 W D"), parse("2 sets of 3").goals

    found = finder.lay_then_hits(hand, goals, OFFICIAL, ())

    assert found is not None
    assert found[1] == (Card.D,)


@pytest.mark.parametrize(
    ("phase", "on", "missing"),
    [
        ("2 sets of 3", OFFICIAL, 6),
        ("3 even or odd of 3", OFFICIAL, 9),
        ("3 even or odd of 3", Terms(distinct_goals=True), finder.NEVER),
        ("3 even or odd of 3", Terms("none", distinct_goals=True), 9),
        ("1 run of 9 alternating red and blue + 1 skip", OFFICIAL, 10),
        ("1 color run of 9 + 1 wild", OFFICIAL, 10),
    ],
)
def test_what_an_empty_hand_misses(phase: str, on: Terms, missing: int) -> None:
    """All cards are missing, unless more goals must differ than there are ways to."""
    goals = parse(phase).goals

    assert finder.missing((), goals, on) == missing
    assert not finder.can_lay((), goals, on)
    assert finder.best((), goals, on) is None
    assert finder.lay_then_hits((), goals, on, ()) is None
    assert finder.distinct((), goals, on, 5) == ((), False)


@pytest.mark.parametrize(
    ("cards", "phase", "laid"),
    [
        # The longest row for the first set would leave none for the second.
        ("R7 B7 G7 W W W", "2 sets of 3", "R7 W W / B7 G7 W"),
        (
            "R7 B7 G7 Y7 R8 B8 G8",
            "1 set of 3 + 2 sets of 2",
            "R8 B8 G8 / R7 B7 / G7 Y7",
        ),
        ("R4 B4 G4 Y4 R5 B6 R7", "1 set of 3 + 1 run of 4", "B4 G4 Y4 / R4 R5 B6 R7"),
        (
            "R5 B5 G5 R6 B6 G6 Y7",
            "1 run of 3 + 2 sets of 2",
            "R5 R6 Y7 / B5 G5 / B6 G6",
        ),
        (
            "R1 R2 R3 R4 B1 Y1",
            "3 cards of one color + 1 set of 3",
            "R2 R3 R4 / R1 B1 Y1",
        ),
    ],
)
def test_the_obvious_choice_is_not_always_right(
    cards: str, phase: str, laid: str
) -> None:
    """Where the goals compete for a card, the one that needs it gets it."""
    goals = parse(phase).goals

    hand = in_order(parse_cards(cards))

    groups = finder.best(hand, goals, OFFICIAL)

    assert finder.can_lay(hand, goals, OFFICIAL)
    assert groups is not None
    assert [len(group) for group in groups] == [
        len(parse_cards(group)) for group in laid.split("/")
    ]
    assert not isinstance(lay(goals, groups, OFFICIAL, as_typed=True), Reason)


CHANCES = (18.3, 29.8, 5.3, 15.6, 6.5, 2.0, 0.33, 2.8, 3.1, 0.35)
"""In percent, from an independent count of many deals."""


@pytest.mark.parametrize(
    ("phase", "percent"),
    list(zip(PHASE_LISTS["original"], CHANCES, strict=True)),
)
def test_the_chance_of_a_phase_in_ten_dealt_cards(phase: str, percent: float) -> None:
    """Ten dealt cards already hold a phase as often as is known from elsewhere."""
    rng = random.Random(10)
    goals, deals = parse(phase).goals, 20_000

    hits = sum(
        finder.can_lay(tuple(rng.sample(DECK, 10)), goals, OFFICIAL)
        for _ in range(deals)
    )

    chance = percent / 100
    spread = (chance * (1 - chance) / deals) ** 0.5
    assert abs(hits / deals - chance) < 4 * spread + 0.0005


# --- Cards to keep --------------------------------------------------------------------


@seeds
@pytest.mark.limit(60)
def test_cards_can_be_kept(seed: int) -> None:
    """The best lay-down that keeps some cards is the best of those that do."""
    rng = random.Random(seed)
    for hand, goals, on in situations(seed, 120, size=6):
        keep = rng.randint(1, 2)
        costs = [
            cost(left) for _, left in lay_downs(hand, goals, on) if len(left) >= keep
        ]

        groups = finder.best(hand, goals, on, keep)

        assert (groups is None) is (not costs), (hand, goals, on)
        if groups is not None:
            assert cost(left_by(hand, groups)) == min(costs), (hand, goals, on)


# --- Different lay-downs --------------------------------------------------------------


@seeds
@pytest.mark.limit(60)
def test_different_lay_downs_are_all_there(seed: int) -> None:
    """Every lay-down comes once, up to the limit, and the best comes first."""
    rng = random.Random(seed)
    for hand, goals, on in situations(seed, 150, size=6):
        if max(goal.n for goal in goals) > 5:
            continue
        every = meanings(hand, goals, on)
        limit = rng.choice((1, 3, 64, 5000))

        found, more = finder.distinct(hand, goals, on, limit)

        assert more is (len(every) > limit), (hand, goals, on)
        assert len(found) == min(limit, len(every)), (hand, goals, on)
        laid = [lay(goals, groups, on, as_typed=True) for groups in found]
        keys = {
            meaning(goals, melds) for melds in laid if not isinstance(melds, Reason)
        }
        assert len(keys) == len(found)
        assert keys <= every.keys()
        costs = [cost(left_by(hand, groups)) for groups in found]
        assert costs == sorted(costs)
        if found:
            assert costs[0] == fewest_left(hand, goals, on)


@pytest.mark.parametrize(
    ("cards", "phase"),
    [
        ("R1 B2 R3 G4 W W", "1 run of 4 alternating ?"),
        ("R1 B2 R3 G4 W W", "1 run of 3 alternating red and green and blue"),
        ("R5 B5 R6 W W", "1 color run of 3"),
    ],
)
def test_runs_that_several_orders_of_colors_allow_come_once(
    cards: str, phase: str
) -> None:
    """A run is one lay-down, however many orders of colors it would go with."""
    hand, goals = parse_cards(cards), parse(phase).goals

    found, more = finder.distinct(hand, goals, OFFICIAL, 5000)

    assert len(found) == len(meanings(hand, goals, OFFICIAL))
    assert not more


def test_a_hand_with_thousands_of_lay_downs_names_a_few() -> None:
    """The list is cut at the limit, and says that there is more."""
    hand = parse_cards("R1 R1 R2 R2 R3 R4 R5 R6 R7 W W W W")
    goals = parse("3 cards of one color + 3 cards of one color").goals

    found, more = finder.distinct(hand, goals, OFFICIAL, 64)

    assert len(found) == 64
    assert more


# --- Hits -----------------------------------------------------------------------------


def tables(
    seed: int, count: int, size: int
) -> Iterator[tuple[Hand, tuple[Meld, ...], Terms]]:
    """Draw hands and melds that lie on the table."""
    rng = random.Random(seed)
    while count:
        on = Terms(wild=rng.choice((0, 0, 0, 3, 5)))
        melds = some_melds(rng, "abc"[: rng.randint(1, 3)], on)
        if plain(melds, on):
            count -= 1
            yield in_order(some_hand(rng, rng.randint(1, size))), melds, on


def plain(melds: tuple[Meld, ...], on: Terms) -> bool:
    """Leave out what no preset can bring about.

    Melds of wilds alone need other rules than a wild number does; together, a card
    of the wild number might stand for itself in such a meld.
    """
    return not on.wild or all(has_natural(m) or KINDS[m.kind].only for m in melds)


def after_hits(
    hand: Hand, melds: tuple[Meld, ...], on: Terms, hits: tuple[finder.HitAt, ...]
) -> Hand:
    """Make hits in their order, each of which must be legal, and give what is left."""
    table = {meld.m: meld for meld in melds}
    for card, m, end in hits:
        assert end in takes(table[m], card, on.wild), (card, m, end)
        table[m] = hit(table[m], card, end)
    return without(hand, tuple(card for card, _, _ in hits))


@seeds
@pytest.mark.limit(60)
def test_the_most_hits_are_found(seed: int) -> None:
    """The hits are legal one after the other, and no others leave less."""
    for hand, melds, on in tables(seed, 220, size=5):
        hits = finder.most_hits(hand, melds, on.wild)

        left = after_hits(hand, melds, on, hits)
        assert cost(left) == fewest_after_hits(hand, melds, on), (hand, melds, on)


def test_a_card_of_the_wild_number_may_fix_a_color() -> None:
    """On its own number it is no wild: after the green 5 the blue 7 does not fit."""
    on = Terms(wild=5)
    run = arrange(Goal(Kind.ALT_RUN, 3), parse_cards("R2 W R4"))
    assert run is not None
    hand = parse_cards("R6 B7 G5")

    hits = finder.most_hits(hand, (run,), on.wild)

    assert after_hits(hand, (run,), on, hits) == (Card.B7,)


def test_more_wilds_than_there_are_numbers_are_no_run() -> None:
    """Whatever is typed is read or refused, also without a card to begin at."""
    assert arrange(Goal(Kind.RUN, 4), (Card.W,) * 12) is not None
    assert arrange(Goal(Kind.RUN, 4), (Card.W,) * 13) is None


def test_single_hits_are_those_that_melds_take() -> None:
    """Every card that a meld takes is listed once for each end that takes it."""
    for hand, melds, on in tables(7, 100, size=8):
        hits = finder.hits(hand, melds, on.wild)

        assert len(set(hits)) == len(hits)
        assert set(hits) == {
            (card, meld.m, end)
            for card in hand
            for meld in melds
            for end in takes(meld, card, on.wild)
        }


@seeds
@pytest.mark.limit(60)
def test_the_best_lay_down_with_hits_is_found(seed: int) -> None:
    """No lay-down leaves less once all hits are made, and the hits can be found."""
    rng = random.Random(seed)
    for hand, goals, on in situations(seed, 100, size=6):
        melds = some_melds(rng, "ab"[: rng.randint(0, 2)], on)
        every = meanings(hand, goals, on).values()
        if len(every) > 150 or max(goal.n for goal in goals) > 5:
            continue
        if on.wild and (on.natural != "per_goal" or not plain(melds, on)):
            continue

        found = finder.lay_then_hits(hand, goals, on, melds)

        costs = [
            fewest_after_hits(
                left_by(hand, tuple(meld.cards for meld in laid)),
                (*melds, *with_letters(laid)),
                on,
            )
            for laid in every
        ]
        assert (found is None) is (not costs)
        if found is not None:
            groups, left = found
            laid = lay(goals, groups, on, as_typed=True)
            assert not isinstance(laid, Reason)
            assert cost(left) == min(costs), (hand, goals, on, melds, groups)
            rest, table = left_by(hand, groups), (*melds, *with_letters(laid))
            hits = finder.most_hits(rest, table, on.wild)
            assert cost(after_hits(rest, table, on, hits)) == cost(left)


def test_a_run_laid_short_lies_where_the_hits_go_on() -> None:
    """Of two threes that are wild and a five, the five says where the run lies."""
    goals = parse("2 runs of 3").goals
    on = Terms(extra_cards=False, wild=3)
    hand = parse_cards("Y3 Y5 B2 B3 W W W")

    found = finder.lay_then_hits(hand, goals, on, ())

    assert found is not None
    laid = lay(goals, found[0], on, as_typed=True)
    assert not isinstance(laid, Reason)
    rest, table = left_by(hand, found[0]), with_letters(laid)
    hits = finder.most_hits(rest, table, on.wild)
    assert after_hits(rest, table, on, hits) == found[1] == ()


@seeds
@pytest.mark.limit(60)
def test_thinking_of_hits_when_laying_does_no_harm(seed: int) -> None:
    """With hits in mind no more is left than by the best lay-down and then hits."""
    rng = random.Random(seed)
    for _ in range(150):
        goals = rng.choice(LISTED)
        hand = in_order(some_hand(rng, 11))
        melds = some_melds(rng, "abcdef"[: rng.randint(0, 6)], OFFICIAL)

        best = finder.best(hand, goals, OFFICIAL)
        found = finder.lay_then_hits(hand, goals, OFFICIAL, melds)

        assert (found is None) is (best is None)
        if best is not None and found is not None:
            costs = []
            for groups in (best, found[0]):
                laid = lay(goals, groups, OFFICIAL, as_typed=True)
                assert not isinstance(laid, Reason)
                rest, table = left_by(hand, groups), (*melds, *with_letters(laid))
                hits = finder.most_hits(rest, table)
                costs.append(cost(after_hits(rest, table, OFFICIAL, hits)))
            assert costs[1] == cost(found[1])
            assert costs[1] <= costs[0]


def with_letters(melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Give new melds letters of their own."""
    return tuple(
        Meld("uvwxyz"[i], 1, *(getattr(meld, name) for name in REST))
        for i, meld in enumerate(melds)
    )


REST = Meld.__struct_fields__[2:]
