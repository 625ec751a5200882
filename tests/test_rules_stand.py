"""Where seats stand after a round, who is ahead, and what is never done by the way."""

import pytest
from msgspec.structs import replace

from p10net.engine.cards import Card
from p10net.engine.conflicts import build
from p10net.engine.game import new_game
from p10net.engine.moves import (
    Deal,
    Discard,
    Draw,
    DropSeat,
    NextRound,
    Stop,
    Swap,
    legal,
)
from p10net.engine.moves.house import RoundOver
from p10net.engine.progress import PATH
from p10net.engine.rules import RulesError
from p10net.engine.view import Stage, seat_at
from tests.positions import (
    FILL,
    act,
    holding,
    known,
    lay,
    play,
    position,
    rules,
    summary,
    view,
    why,
)

BOARD = rules("twist-board")
ANTI = rules("anti")


@pytest.mark.parametrize(
    ("laid", "out", "declared", "steps"),
    [
        (3, 3, 3, 3),
        (3, 4, 3, 2),
        (0, 4, 3, 1),
        (12, 3, 12, 6),
        (12, 4, 12, 4),
        (0, 4, 12, -1),
        (0, 4, 4, 1),
    ],
)
def test_steps_on_the_board(laid: int, out: int, declared: int, steps: int) -> None:
    """000 Twist: 3, 2, 1; with a Twist phase 6, 4 and one back, tried or laid."""
    space = 6 if declared > 10 else 4
    game = position(
        {out: "R2"}, laid=(out,), turn=out, on=BOARD, twists=(11, 12, 13, 14)
    )
    game = known(game, 3, space=space, laid=laid, declared=declared)
    game = play(game, (out, Discard(Card.R2)))

    assert seat_at(game.open, 3).space == space + steps


def test_who_is_ahead_on_the_board() -> None:
    """The pawn that is further, however many phases were laid on the way."""
    game = position({}, on=BOARD, seats=3)
    for seat, space, done in ((1, 9, (1,)), (2, 5, (1, 2, 3)), (3, 9, (1, 2))):
        game = known(game, seat, space=space, done=done, score=10 * seat)

    assert summary(play(game, (0, Stop()))).ranking == (1, 3, 2)
    assert PATH[8] == 0


def test_who_is_ahead_in_anti_phase() -> None:
    """The higher phase, however many were laid: nobody who never fell laid more."""
    game = position({2: "R2"}, laid=(2,), on=ANTI, round=10)
    for seat, phase, done in ((1, 6, (6, 7)), (2, 9, (9,)), (3, 8, (8, 9, 10))):
        game = known(game, seat, phase=phase, done=done)
    game = play(known(game, 4, phase=2), (2, Discard(Card.R2)))

    assert summary(game).ranking == (2, 3, 1, 4)


def test_winners_lead_the_ranking() -> None:
    """002: who lays first has won the tie-break, whatever the cards left cost."""
    on, done = rules(tie="lay_first"), tuple(range(1, 10))
    hands = {2: "R1 B3 G5 Y7 R2 B11 G1 Y3 R5 B8", 3: "R9 G9 Y9 B9 R9 R4 B4 G4 W W W"}
    game = position(hands, phase={2: 10, 3: 10}, turn=3, tie=(2, 3), on=on)
    game = known(known(game, 2, done=(*done, 10)), 3, done=done)
    game = play(game, (3, lay("R9 G9 Y9 B9 R9", "R4 B4 G4")))

    assert seat_at(game.open, 3).score > seat_at(game.open, 2).score
    assert summary(game).winners == (3,)
    assert summary(game).ranking[:2] == (3, 2)


def test_a_tie_of_three_goes_on_without_one() -> None:
    """Only when one of the tied is left there is nothing more to play for."""
    game = position({2: FILL + " G12"}, phase={2: 10, 3: 10, 4: 10}, tie=(2, 3, 4))
    game = play(game, (0, DropSeat(4)))
    assert (game.open.stage, game.open.tie) == (Stage.PLAY, (2, 3))

    game = play(game, (0, DropSeat(3)))
    assert summary(game).winners == (2,)


def test_a_rule_card_is_never_turned_up() -> None:
    """It goes under the stock, and a card follows by which the round can begin."""
    start = new_game(rules("anti-others", skips=0, wilds=0), (1, 2))
    for i in range(400):
        game, events = act(start, 0, Deal(f"{i:064x}"))
        if Card.D in events[0].under:
            assert game.open.pile[-1].number
            assert game.stock[0] is Card.D
            return
    raise AssertionError


def test_the_wild_that_goes_to_the_first_player_was_taken() -> None:
    """Where a card taken may not go straight back, this one may not either."""
    start = new_game(rules(first_wild="goes", rediscard=False), (1, 2, 3))
    for i in range(5000):
        game, events = act(start, 0, Deal(f"{i:064x}"))
        if events[0].up is Card.W:
            break
    seat = game.open.turn
    only = holding(game, seat, "R1 B3 W")

    assert why(only, seat, Discard(Card.W)) == "just_taken"
    assert why(only, seat, Draw("stock")) == "already_drew"


def test_a_floater_need_not_take_what_nobody_may() -> None:
    """A wild would fit, but these rules let nobody take one from the pile."""
    on = rules("floating", wild_pickup=False)
    table = ((2, "set", "G5 Y5 B5"),)
    game = position({2: ""}, table=table, stage=Stage.DRAW, on=on, pile="W", stock="R3")
    game = known(game, 2, floating=True)

    assert legal(view(game, 2)) == (Draw("stock"),)


def test_a_wild_is_not_stolen_for_all_eleven_cards() -> None:
    """With the last card to be discarded it is offered only if one stays."""
    table = ((1, "run", "R3 W R5 R6"),)
    hand = "R4 R7 B7 G7 Y7 R7 R9 B9 G9 Y9 R9"
    game = position({2: hand}, table=table, on=rules("bounty", go_out="discard"))
    assert why(game, 2, Swap(Card.R4, "a")) == ""

    game = play(game, (2, Swap(Card.R4, "a")))
    whole = lay("R7 B7 G7 Y7 R7 W", "R9 B9 G9 Y9 R9")
    assert why(game, 2, whole) == "keep_a_card"
    assert why(game, 2, lay("R7 B7 G7 Y7 W", "R9 B9 G9 Y9 R9")) == ""


def test_a_wild_is_not_stolen_for_more_cards_than_may_go() -> None:
    """000 Postal: two cards must stay, so a phase of ten is not laid of eleven."""
    on = rules("bounty", first_circuit=True, phases=["1 set of 5 + 1 run of 5"])
    table = ((1, "run", "R3 W R5 R6"),)
    game = position({2: "R4 R7 B7 G7 Y7 R1 B2 G3 Y4 R5 B12"}, table=table, on=on)
    assert why(game, 2, Swap(Card.R4, "a")) == "cannot_use_wild"

    home = replace(game, open=replace(game.open, home=True))
    assert why(home, 2, Swap(Card.R4, "a")) == ""


def test_a_wild_among_wilds_stands_for_no_card() -> None:
    """Nothing can take its place where no number says what it is."""
    on = rules("slide", natural="none")
    game = position({2: "R2 B3"}, table=((1, "run", "W W W"),), laid=(2,), on=on)

    assert why(game, 2, Swap(Card.R2, "a")) == "no_wild_there"


def test_turns_without_a_draw_are_counted_in_a_row() -> None:
    """A16: one that can draw, and the circuit begins anew."""
    game = position({2: "R2 R4"}, seats=3, dry=2)

    assert play(game, (2, Discard(Card.R2))).open.dry == 0


@pytest.mark.parametrize(
    ("switches", "says"),
    [
        ({"progress": "anti_others", "phase_order": "open"}, "anti_others"),
        ({"progress": "anti_others", "phase_subset": "even"}, "anti_others"),
    ],
)
def test_rules_that_make_no_game(switches: dict[str, object], says: str) -> None:
    """The way down needs an order to go down in."""
    with pytest.raises(RulesError, match=says):
        build(switches)


def test_the_dealers_place_is_passed_on_over_empty_ones() -> None:
    """Seats 2 and 3 are nobody's any more: the deal goes from 1 to 4."""
    game = position({2: "R2", 4: "R4"}, laid=(4,), turn=4)
    game = play(game, (0, DropSeat(2)), (0, DropSeat(3)), (4, Discard(Card.R4)))
    game = play(game, (0, NextRound()), (0, Deal("05" * 32)))

    assert (game.open.dealer, game.open.opener) == (4, 1)


@pytest.mark.parametrize(
    ("switches", "tie", "how"),
    [
        ({"game_end": "at_once_if_sole"}, (), "at_once"),
        ({"tie": "lay_first"}, (2, 3), "lay_first"),
    ],
)
def test_who_wins_by_laying_has_not_gone_out(
    switches: dict[str, str], tie: tuple[int, ...], how: str
) -> None:
    """000, 002: the game ends with cards in that hand, and they are counted."""
    hand = "R9 B9 G9 Y9 R9 R4 B4 G4 R1 R2 R3"
    game = position({2: hand}, phase={2: 10}, tie=tie, on=rules(**switches))
    game, events = act(game, 2, lay("R9 B9 G9 Y9 R9", "R4 B4 G4"))

    assert (summary(game).how, summary(game).winners) == (how, (2,))
    assert [event.out for event in events if isinstance(event, RoundOver)] == [0]
    assert (game.open.sheet[-1].out, game.open.sheet[-1].points[1]) == (0, 15)
