"""Phase 10 Dice: the dice, a turn of up to three rolls, circuits, and how it ends."""

import random
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.bots.brain import Why
from p10net.bots.sound import Sound
from p10net.client.ledger import false_card
from p10net.engine import dice
from p10net.engine.cards import COLORS, Card, Hand, in_order, parse_cards
from p10net.engine.conflicts import build
from p10net.engine.game import Game, Refused, apply, new_game, view_of
from p10net.engine.hidden import put
from p10net.engine.moves import (
    Action,
    Deal,
    DropSeat,
    Lay,
    LayOffer,
    NextRound,
    Pass,
    Roll,
    Stop,
    ask,
    check,
    legal,
)
from p10net.engine.moves.roll import Passed
from p10net.engine.presets import preset
from p10net.engine.reasons import Reason
from p10net.engine.rolling import Begun, Counted, Rolled
from p10net.engine.rules import RulesError
from p10net.engine.shuffle import Draws, branch
from p10net.engine.view import Stage, seat_at
from p10net.protocol.messages import State
from tests.messages_table import BARE_TABLE
from tests.test_laws import conserves, steady_play

RULES = preset("dice")
SEED = "5a" * 32
NOTHING = "R5 B6 G7 Y8 R9 B10 R1 G2 R3 G4"
"""Ten dice that lay no phase of the original list but runs."""


def begun(seats: int = 3) -> Game:
    """Give a table at its first decision, the first ten dice rolled."""
    game = new_game(RULES, tuple(range(1, seats + 1)))
    return apply(game, 0, Deal(SEED))[0]


def lying(game: Game, text: str) -> Game:
    """Let the dice of the seat to move lie as given."""
    shown = parse_cards(text)
    mine = replace(game.yours[game.open.turn - 1], hand=in_order(shown))
    return replace(
        game, open=replace(game.open, dice=shown), yours=put(game.yours, mine)
    )


def on_phase(game: Game, seat: int, phase: int, score: int = 0) -> Game:
    """Put a seat on a phase, with so many points."""
    done = tuple(range(1, phase))
    new = replace(seat_at(game.open, seat), phase=phase, done=done, score=score)
    seats = tuple(new if one.seat == seat else one for one in game.open.seats)
    return replace(game, open=replace(game.open, seats=seats))


def do(game: Game, *acts: Action) -> Game:
    """Let whoever's turn it is do things, one after the other."""
    for act in acts:
        game, _ = apply(game, game.open.turn, act)
    return game


def best(game: Game) -> Lay:
    """Give the lay-down that the seat to move is offered."""
    offer = legal(view_of(game, game.open.turn))[0]
    assert isinstance(offer, LayOffer)
    return Lay(offer.melds, offer.phase)


# The dice


def test_the_dice_are_those_of_the_seed() -> None:
    """Six dice bear 5 to 10, four bear 1 to 4 and two wilds (000)."""
    numbers = [[face.number for face in die] for die in dice.FACES]

    assert numbers == [[5, 6, 7, 8, 9, 10]] * 6 + [[1, 2, 3, 4, 0, 0]] * 4


def test_no_color_is_luckier_than_another() -> None:
    """Every die can show every color, and each color is there as often."""
    shown = Counter(face.color for die in dice.FACES for face in die if face.color)

    assert all({*COLORS} <= {face.color for face in die} for die in dice.FACES)
    assert set(shown.values()) == {13}


def test_the_document_has_the_same_dice() -> None:
    """PROTOCOL.md lists the sides of each die as they are."""
    document = (Path(__file__).parents[1] / "PROTOCOL.md").read_text("utf-8")

    for number, die in enumerate(dice.FACES, 1):
        sides = " ".join(f"`{face.value}`" for face in die)
        assert f"| {number} | {sides} |" in document


# A turn


def test_a_turn_begins_with_ten_dice() -> None:
    """The one left of the dealer rolls first, without being asked."""
    game, events = apply(new_game(RULES, (1, 2, 3)), 0, Deal(SEED))
    begin, roll = events

    assert isinstance(begin, Begun)
    assert isinstance(roll, Rolled)
    assert begin.opener == roll.seat == game.open.turn
    assert roll.again == dice.ALL
    assert (roll.rolls, roll.dice) == (1, game.open.dice)
    assert game.open.stage is Stage.ROLL
    assert view_of(game, 0).dice == game.open.dice


def test_two_more_rolls_of_the_dice_named() -> None:
    """Dice that are not named keep their faces; a fourth roll is refused."""
    game = begun()
    first = game.open.dice
    game, (roll,) = apply(game, game.open.turn, Roll((10, 2)))

    assert isinstance(roll, Rolled)
    assert roll.again == (2, 10)
    assert [first[i] for i in (0, 2, 3, 4, 5, 6, 7, 8)] == [
        game.open.dice[i] for i in (0, 2, 3, 4, 5, 6, 7, 8)
    ]
    game = do(game, Roll(dice.ALL))
    assert game.open.rolls == 3
    view = view_of(game, game.open.turn)
    assert check(view, Roll((1,))) is Reason.NO_ROLLS_LEFT
    assert not [offer for offer in legal(view) if isinstance(offer, Roll)]


@pytest.mark.parametrize("again", [(), (0,), (11,), (3, 3)])
def test_only_dice_that_are_there(again: tuple[int, ...]) -> None:
    """Dice are named 1 to 10, each once, and at least one of them."""
    game = begun()

    assert check(view_of(game, game.open.turn), Roll(again)) is Reason.NO_SUCH_DIE


def test_what_is_kept_changes_no_other_die() -> None:
    """A die shows what the seed says for its seat and roll, whatever else is rolled."""
    game = begun()
    turn, faces = game.open.turn, []
    for again in ((4,), (1, 4, 9), dice.ALL):
        rolled, _ = apply(game, turn, Roll(again))
        faces.append(rolled.open.dice[3])
    draws = Draws(branch(bytes.fromhex(SEED), "roll", 2, bytes([turn - 1])))

    sides = [draws.below(6) for _ in dice.ALL]
    assert set(faces) == {dice.FACES[3][sides[3]]}


def test_a_phase_counts_the_dice_used_and_ends_the_turn() -> None:
    """The dice laid are added up, wilds as nothing; the next seat rolls at once."""
    game = lying(begun(), "R5 B5 G7 Y7 R7 B10 R1 W R3 G4")
    turn = game.open.turn
    game, events = apply(game, turn, Lay(groups("R5 B5 W", "R7 G7 Y7")))
    _, counted, rolled = events

    assert counted == Counted(turn, 31)
    assert isinstance(rolled, Rolled)
    assert rolled.seat == game.open.turn != turn
    seat = seat_at(game.open, turn)
    assert (seat.laid, seat.made, seat.done, seat.score) == (1, 31, (1,), 0)
    assert game.yours[turn - 1].hand == ()
    assert {meld.owner for meld in game.open.melds} == {turn}


def groups(*texts: str) -> tuple[Hand, ...]:
    """Read groups of cards."""
    return tuple(parse_cards(text) for text in texts)


def test_the_offer_counts_most() -> None:
    """Of all ways to lay the phase the one with the highest total is offered."""
    game = lying(begun(), "R5 B5 R5 B9 R9 B9 R1 G1 R1 W")
    melds = best(game).melds

    assert sum(map(dice.total, melds)) == 3 * 9 + 3 * 5
    assert sum(map(len, melds)) == 7


def test_a_failed_phase_is_tried_again() -> None:
    """Passing ends the turn; nothing is counted and the phase stays."""
    game = lying(begun(2), NOTHING)
    first = game.open.turn
    game, events = apply(game, first, Pass())

    assert events[0] == Passed(first)
    game = do(lying(game, NOTHING), Pass())
    assert game.open.stage is Stage.ROUND_OVER
    row = game.open.sheet[0]
    assert (row.phases, row.laid, row.points) == ((1, 1), (False, False), (0, 0))
    assert game.open.summary is not None
    assert game.open.summary.how == "circuit"
    game, _ = apply(game, 0, NextRound())
    assert [seat.phase for seat in game.open.seats] == [1, 1]


def test_who_lays_is_a_phase_further_in_the_next_circuit() -> None:
    """The points of the phase stand on the sheet, and the same seat rolls first."""
    game = lying(begun(2), "R5 B5 G5 Y7 R7 B7 R1 G2 R3 G4")
    first = game.open.turn
    game = do(game, best(game))
    game = do(lying(game, NOTHING), Pass())
    points = seat_at(game.open, first).score
    assert points == game.open.sheet[0].points[first - 1] == 36
    game, _ = apply(game, 0, NextRound())
    game, _ = apply(game, 0, Deal("a5" * 32))

    assert game.open.turn == first
    assert seat_at(game.open, first).phase == 2
    assert seat_at(game.open, first).made == 0


def test_a_silent_seat_lays_what_lies_there_else_passes() -> None:
    """What is done for a seat that does not answer is never another roll."""
    game = begun()
    laid, passed = (
        ask(view_of(lying(game, text), game.open.turn))
        for text in ("R5 B5 G5 Y7 R7 B7 R1 G2 R3 G4", NOTHING)
    )

    assert laid is not None
    assert passed is not None
    assert isinstance(laid.default, Lay)
    assert passed.default == Pass()


@pytest.mark.parametrize(
    ("text", "rolls", "why"),
    [
        (NOTHING, 1, Why.CAN_ROLL),
        (NOTHING, 3, Why.NO_ROLLS),
        ("R5 B5 G5 Y7 R7 B7 R1 G2 R3 G4", 3, Why.CAN_LAY),
    ],
)
def test_what_is_said_of_passing_is_true(text: str, rolls: int, why: Why) -> None:
    """Nobody is told that a phase does not need what ends the turn."""
    game = lying(begun(), text)
    game = replace(game, open=replace(game.open, rolls=rolls))
    view = view_of(game, game.open.turn)
    question = ask(view)
    assert question is not None

    ranked = Sound(random.Random(1)).rank(view, question)
    assert [one.why for one in ranked if one.action == Pass()] == [why]


@pytest.mark.parametrize("act", [Pass(), Roll((1,))])
def test_cards_know_no_dice(act: Action) -> None:
    """At a table of cards nothing is rolled."""
    game, _ = apply(new_game(preset("official"), (1, 2)), 0, Deal(SEED))

    assert check(view_of(game, game.open.turn), act) is Reason.WRONG_STAGE


# The end


LAST = "R5 B5 G5 Y5 R5 B8 Y8 B8 R3 G4"
"""Ten dice that lay phase 10: 25 and 24 points."""


def at_the_last(*scores: int) -> Game:
    """Put all seats on phase 10 with these points."""
    game = begun(len(scores))
    for seat, score in enumerate(scores, 1):
        game = on_phase(game, seat, 10, score)
    return game


def play_out(game: Game, *makes: bool) -> Game:
    """Let each seat in its turn make the last phase or pass."""
    for make in makes:
        game = lying(game, LAST if make else NOTHING)
        game = do(game, best(game) if make else Pass())
    return game


def test_the_circuit_of_the_last_phase_is_played_to_its_end() -> None:
    """Phase 10 ends the game, but not before all have rolled (000)."""
    game = play_out(at_the_last(300, 300, 900), True, False)
    assert game.open.stage is Stage.ROLL

    assert play_out(game, False).open.stage is Stage.GAME_OVER


def test_most_points_win_and_equal_ones_share() -> None:
    """A seat that is not through with phase 10 cannot win with points alone."""
    game = at_the_last(10, 20)
    won = play_out(game, True, True).open.summary
    shared = play_out(at_the_last(20, 20), True, True).open.summary
    assert won is not None
    assert shared is not None

    assert won.winners == (2,)
    assert won.ranking == (2, 1)
    assert shared.winners == (1, 2)

    first = at_the_last(10, 20).open.turn
    alone = play_out(
        at_the_last(*([10, 500] if first == 1 else [500, 10])), True, False
    )
    assert alone.open.summary is not None
    assert alone.open.summary.winners == (first,)


def test_a_stopped_game_ranks_phases_then_most_points() -> None:
    """The leader of a game that is stopped has more phases, then more points."""
    game = on_phase(on_phase(begun(), 1, 4, 80), 2, 4, 90)
    summary = apply(game, 0, Stop())[0].open.summary
    assert summary is not None

    assert summary.ranking == (2, 1, 3)


# Seats that leave


def test_a_seat_leaves_in_its_turn() -> None:
    """The cup goes on to the next seat, and the circuit still ends in its place."""
    game = begun(3)
    gone = game.open.turn
    game, events = apply(game, 0, DropSeat(gone))

    assert game.open.turn != gone
    assert isinstance(events[-1], Rolled)
    game = do(game, Pass(), Pass())
    assert game.open.stage is Stage.ROUND_OVER
    conserves(game)


def test_the_last_of_a_circuit_leaves_in_its_turn() -> None:
    """Then the circuit is over."""
    game = do(begun(3), Pass(), Pass())
    game, _ = apply(game, 0, DropSeat(game.open.turn))

    assert game.open.stage is Stage.ROUND_OVER
    conserves(game)


def test_another_seat_leaves() -> None:
    """The dice of the seat to move stay as they lie."""
    game = begun(3)
    other = game.open.turn % 3 + 1
    after, _ = apply(game, 0, DropSeat(other))

    assert after.open.dice == game.open.dice
    assert after.open.turn == game.open.turn


# The rules


@pytest.mark.parametrize(
    ("switches", "says"),
    [
        ({"wilds": 4}, "A game of dice has no wilds"),
        ({"phase_order": "declare"}, "phase_order=declare does not go with dice"),
        ({"progress": "anti"}, "progress=anti does not go with dice"),
        ({"game_end": "go_out"}, "game_end=go_out does not go with dice"),
        ({"tie": "go_out"}, "tie=go_out does not go with dice"),
        ({"phases": ["1 run of 11"]}, "is not for ten dice"),
        ({"phases": ["3 skips"]}, "is not for ten dice"),
        ({"phases": ["color run of 5"]}, "is not for ten dice"),
    ],
)
def test_rules_that_do_not_go_with_dice(switches: dict[str, Any], says: str) -> None:
    """A switch that only cards have is refused with a sentence."""
    with pytest.raises(RulesError, match=says):
        build({"game": "dice", **switches})


def test_dice_by_one_switch() -> None:
    """`game = dice` alone is a game, without the switches that go with it."""
    assert replace(build({"game": "dice"}), name="dice") == RULES


GOALS = ["2 sets of 3", "1 run of 9", "7 cards of one color", "8 cards of even or odd"]


@pytest.mark.untraced  # the games above reach all of it
@pytest.mark.limit(60)
@settings(max_examples=12)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "phases": st.lists(st.sampled_from(GOALS), min_size=1, max_size=3),
            "phase_order": st.sampled_from(["in_order", "open"]),
            "extra_cards": st.booleans(),
            "natural": st.sampled_from(["per_goal", "per_phase", "none"]),
            "rank": st.sampled_from(["points", "phases_then_points"]),
            "dealer": st.sampled_from(["rotate", "fixed"]),
            "round_limit": st.integers(0, 5),
        },
    ),
    st.integers(2, 6),
    st.integers(0, 2**32),
)
def test_any_game_of_dice_ends_and_replays(
    switches: dict[str, Any], seats: int, seed: int
) -> None:
    """Whatever switches dice have: sensible players finish, and it replays."""
    rules = build({"game": "dice", **switches})
    acts, ended = steady_play(rules, seats, seed, 6_000)
    assert ended.open.stage is Stage.GAME_OVER

    game = new_game(rules, tuple(range(1, seats + 1)))
    for seat, act in acts:
        game, _ = apply(game, seat, act)
    assert game == ended


def test_refused_rolls_change_nothing() -> None:
    """A roll out of turn is refused as any other action."""
    game = begun()
    other = game.open.turn % 3 + 1

    with pytest.raises(Refused, match="not_your_turn"):
        apply(game, other, Roll((1,)))


def test_chance_is_even() -> None:
    """Over many seeds each die shows each of its sides about as often."""
    rng = random.Random(4)
    shown: Counter[tuple[int, Card]] = Counter()
    for _ in range(1_200):
        game = new_game(RULES, (1, 2))
        game, _ = apply(game, 0, Deal(rng.randbytes(32).hex()))
        shown.update(enumerate(game.open.dice))

    for i, side in product(range(6), range(6)):
        assert 140 < shown[i, dice.FACES[i][side]] < 260


# What a client can check


def told(game: Game, events: Any = ()) -> State:
    """Make the state that a watcher would be sent."""
    return State(1, 0, events, game.open, BARE_TABLE)


def circuit() -> list[State]:
    """Play a circuit in which each of two seats rolls once more and passes."""
    game, events = apply(new_game(RULES, (1, 2)), 0, Deal(SEED))
    states = [told(game, events)]
    for act in (Roll((2, 3)), Pass(), Roll(dice.ALL), Pass()):
        game, events = apply(game, game.open.turn, act)
        states.append(told(game, events))
    return states


def test_honest_rolls_are_believed() -> None:
    """Whoever knows the seed finds every roll as it must be."""
    assert false_card(bytes.fromhex(SEED), (), circuit()) is None


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_a_false_roll_is_found(at: int) -> None:
    """A single die that shows another face gives its seat away."""
    states = circuit()
    *others, roll = states[at].ev
    assert isinstance(roll, Rolled)
    face = Card.R5 if roll.dice[1] is not Card.R5 else Card.B6
    false = replace(roll, dice=(roll.dice[0], face, *roll.dice[2:]))
    states[at] = replace(states[at], ev=(*others, false))

    assert false_card(bytes.fromhex(SEED), (), states) == roll.seat


def test_a_first_roll_is_of_all_dice() -> None:
    """A host that keeps dice from the turn before is found."""
    first, *others = circuit()
    *begin, roll = first.ev
    assert isinstance(roll, Rolled)
    first = replace(first, ev=(*begin, replace(roll, again=(1, 2))))

    assert false_card(bytes.fromhex(SEED), (), [first, *others]) == roll.seat
