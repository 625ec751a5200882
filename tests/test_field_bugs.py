"""Faults met in other programs of this kind, each with the right behaviour.

The names (B001 …) are those of the collection these rows come from; rows that read
better as a record of play stand in `test_turn_flow`, `test_skips`, `test_round_end`.
"""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from p10net.bots.levels import LEVELS
from p10net.engine import finder
from p10net.engine.cards import Card, Hand, parse_cards, points
from p10net.engine.game import new_game, view_of
from p10net.engine.laying import lay as read_phase
from p10net.engine.melds import Kind, Terms, hit, read, takes
from p10net.engine.moves import Ask, Discard, Hit, ask, check
from p10net.engine.opening import full_deck
from p10net.engine.phases import parse
from p10net.engine.view import Stage, View
from tests.positions import FILL, goals, lay, play, position, rules, summary, why


@pytest.mark.parametrize(
    ("fault", "phase", "groups", "legal"),
    [
        ("B001", "2 sets of 3", "S S S / R9 G9 B9", False),
        ("B001", "2 sets of 3", "S W W / R9 G9 B9", False),
        ("B002", "7 cards of one color", "S S S S W W W", False),
        ("B003", "2 sets of 3", "W W W / W W W", False),
        ("B003", "1 run of 7", "W W W W W W W", False),
        ("B004", "2 sets of 3", "S S S / S S S", False),
        ("B005", "2 sets of 3", "W W W / R9 G9 B9", False),
        ("B006", "1 run of 4", "W W W W", False),
        ("B007", "1 set of 3 + 1 run of 4", "W W W / R1 W W W", False),
        ("B008", "7 cards of one color", "W W W W W W W", False),
        ("B009", "2 sets of 3", "W W W / W W W", False),
        ("B014", "1 run of 9", "R9 R10 R11 R12 R1 R2 R3 R4 R5", False),
        ("B017", "2 sets of 3", "R7 B7 / R9 G9 B9", False),
        ("B022", "2 sets of 3", "R7 B7 G7 Y7 / R9 B9 G9", True),
        ("B054", "2 sets of 3", "R7 W W / R9 B9 G9", True),
        ("B062", "3 cards of one color + 1 set of 4", "R1 R5 R9 / R8 B8 G8 Y8", True),
        ("B065", "1 run of 4", "R6 B4 G5 Y7", True),
        ("B081", "2 sets of 3", "S R7 B7 / R9 B9 G9", False),
    ],
)
def test_groups(fault: str, phase: str, groups: str, legal: bool) -> None:
    """Wilds need a natural, Skips are never part of a phase, runs do not wrap."""
    cards = tuple(parse_cards(group) for group in groups.split("/"))
    read_ = read_phase(goals(phase), cards, Terms())

    assert isinstance(read_, tuple) is legal, fault


@pytest.mark.parametrize("card", [Card.W, Card.B1, Card.B12, Card.B6])
def test_a_full_run_takes_nothing(card: Card) -> None:
    """B012, B013: nothing goes beyond 1 or 12, no wild either."""
    run = read(goals("1 run of 12")[0], tuple(Card(f"R{n}") for n in range(1, 13)))

    assert run is not None
    assert takes(run, card) == ()


def test_the_deck() -> None:
    """B015: 108 cards, two of each number and color, 8 wilds, 4 Skips."""
    deck = Counter(full_deck(rules()))

    assert sum(deck.values()) == 108
    assert (deck[Card.W], deck[Card.S]) == (8, 4)
    assert {deck[card] for card in Card if card.number} == {2}


def test_the_ten_phases() -> None:
    """B107, B109: 7 is two sets of four, 8 one color, 10 a set of five and of three."""
    texts = rules().phases

    assert texts[6:8] == ("2 sets of 4", "7 cards of one color")
    assert texts[9] == "1 set of 5 + 1 set of 3"


@pytest.mark.parametrize(
    ("fault", "phase", "hand"),
    [
        ("B028", "1 set of 3 + 1 run of 4", "R7 B7 G7 R4 B5 G6 Y7 R1 R2 S"),
        ("B029", "2 sets of 3", "R7 B7 G7 R9 B9 G9 R1 R2 R3 S"),
        ("B030", "2 sets of 3", "S S S R7 B7 G7 R9 B9 W R1"),
        ("B031", "1 run of 7", "R1 B2 G3 Y4 R5 B6 G7 R12 B12 S"),
        ("B043", "2 sets of 3", "W W W W W W W W R7 B9 R1"),
    ],
)
def test_lay_downs_that_are_found(fault: str, phase: str, hand: str) -> None:
    """Different cards for each goal, cards of the hand only, never a Skip."""
    held = parse_cards(hand)
    found = finder.best(held, goals(phase), Terms())

    assert found is not None, fault
    used = Counter(card for group in found for card in group)
    assert used <= Counter(held)
    assert Card.S not in used
    assert isinstance(read_phase(goals(phase), found, Terms(), as_typed=True), tuple)


def test_seven_are_enough_for_a_run_of_seven() -> None:
    """B031: no eighth card is asked for."""
    assert finder.can_lay(
        parse_cards("R1 B2 G3 Y4 R5 B6 G7"), goals("1 run of 7"), Terms()
    )


def test_all_pairs_of_goals_are_compared() -> None:
    """B044: with distinct goals, the first and the last of three sets may not agree."""
    three = goals("3 sets of 2")
    groups = tuple(parse_cards(text) for text in ("R5 B5", "R8 B8", "G5 Y5"))

    assert isinstance(read_phase(three, groups, Terms()), tuple)
    assert not isinstance(read_phase(three, groups, Terms(distinct_goals=True)), tuple)


def test_melds_keep_their_kind() -> None:
    """B060: a set of fives and a run from four lie apart; an 8 goes on the run only."""
    table = ((1, "set", "R5 B5 G5 Y5"), (1, "run", "R4 B5 G6 Y7"))
    game = position({2: "R8 R1 R2"}, table=table, laid=(2,))

    assert why(game, 2, Hit(Card.R8, "a")) == "does_not_fit"
    assert why(game, 2, Hit(Card.R8, "b")) == ""


def legal_question(view: View) -> Ask:
    """Put the question that is open to the seat of the view."""
    question = ask(view)
    assert question is not None
    return question


@pytest.mark.parametrize("level", sorted(LEVELS))
@pytest.mark.parametrize(
    "cards", ["S S S S R1 R2 R3 R4 R5 R6 R7", "R7", "W S", FILL + " W"]
)
def test_a_brain_always_has_a_legal_answer(level: str, cards: str) -> None:
    """B034, B035, B038: whatever it holds, with its phase down or not."""
    for laid in ((), (2,)):
        game = position({2: cards}, laid=laid)
        view = view_of(game, 2)
        brain = LEVELS[level](random.Random(1))
        assert check(view, brain.choose(view, legal_question(view))) is None


def test_a_brain_never_skips_itself() -> None:
    """B033: no offer names the own seat."""
    game = position({2: FILL + " S"})
    named = [
        o.skip for o in legal_question(view_of(game, 2)).can if isinstance(o, Discard)
    ]

    assert 2 not in named


def test_one_card_is_discarded() -> None:
    """B084, B093: one card a turn; the last one ends the round."""
    game = play(position({2: FILL + " G2"}), (2, Discard(Card.G2)))
    assert len(game.yours[1].hand) == 10
    out = play(position({2: "G2"}, laid=(2,)), (2, Discard(Card.G2)))
    assert summary(out).out == 2


def test_the_order_of_a_turn_is_the_hosts() -> None:
    """B095: nothing is taken or thrown before the draw, whoever asks."""
    game = position({2: FILL}, stage=Stage.DRAW)

    assert why(game, 2, Discard(Card.R1)) == "draw_first"
    assert why(game, 3, Discard(Card.R1)) == "not_your_turn"


def test_an_empty_hand_ends_the_round_at_once() -> None:
    """B098: the lay-down of the last cards is enough."""
    cards = "R7 B7 G7 R9 B9 G9"
    game = play(position({2: cards}), (2, lay("R7 B7 G7", "R9 B9 G9")))

    assert game.open.stage is Stage.ROUND_OVER


def test_the_skip_is_served_at_the_targets_next_turn() -> None:
    """B077: every seat alike, at once and once."""
    for target, turn in ((3, 4), (4, 3), (1, 3)):
        game = play(position({2: FILL + " S"}), (2, Discard(Card.S, skip=target)))
        assert game.open.turn == turn
        owed = [seat.owes for seat in game.open.seats]
        assert sum(owed) == (0 if target == 3 else 1)


def test_ten_rounds_are_won_by_points() -> None:
    """B112: everybody has had all ten phases, so the lowest total wins."""
    on = rules("fixed-ten", round_limit=1)
    game = position({2: "R2", 3: "R3"}, laid=(2, 3), on=on)
    richer = replace(game.open.seats[1], score=40)
    seats = (game.open.seats[0], richer, *game.open.seats[2:])
    game = replace(game, open=replace(game.open, seats=seats))
    game = play(game, (2, Discard(Card.R2)))

    assert summary(game).winners == (3,)


def test_scores_stay_whole_numbers() -> None:
    """B114: whatever is left, the points add up in integers."""
    assert isinstance(points(parse_cards("R1 W S D")), int)


def test_what_a_program_is_shown() -> None:
    """B136: the melds, the own hand and the rules are in every view."""
    game = position({2: FILL}, table=((1, "set", "G5 Y5 B5"),))
    view = view_of(game, 2)

    assert view.melds[0].kind is Kind.SET
    assert view.you is not None
    assert len(view.you.hand) == 10
    assert view.rules.phases == tuple(parse(text).text for text in view.rules.phases)


def test_subsets_of_a_list() -> None:
    """B128: any phases of a list, by number."""
    game = new_game(rules(phase_subset="2, 5, 9"), (1, 2))

    assert game.open.seats[0].phase == 2


def test_a_wild_hit_is_one_card() -> None:
    """B053, B081: of two wilds one leaves the hand."""
    game = position({2: "W W R1"}, table=((2, "set", "G5 Y5 B5"),))
    game = play(game, (2, Hit(Card.W, "a")))
    left: Hand = game.yours[1].hand

    assert left == (Card.R1, Card.W)
    assert hit(game.open.melds[0], Card.W, "").cards.count(Card.W) == 2
