"""Records of play with Skips: whom they hit, how often, and when turns are lost."""

from typing import Any

import pytest

from p10net.engine.cards import Card
from p10net.engine.game import Game
from p10net.engine.moves import Discard, Draw
from p10net.engine.view import Stage, seat_at
from tests.positions import FILL, lay, offered, play, position, rules, why

SKIP_AND_TEN = FILL + " S"


def throw(
    *, seats: int = 4, turn: int = 2, cards: str = SKIP_AND_TEN, **switches: Any
) -> Any:
    """The seat to move holds a Skip and has drawn."""
    return position(
        {turn: cards}, turn=turn, seats=seats, on=rules(**switches), pile="G12"
    )


def owing(game: Game, seat: int, turns: int = 1) -> Any:
    """Let a seat already owe turns."""
    from msgspec.structs import replace

    from p10net.engine.view import with_seat

    changed = replace(seat_at(game.open, seat), owes=turns, skipped=turns)
    return replace(game, open=with_seat(game.open, changed))


def pass_turn(game: Game) -> Any:
    """Let the seat to move draw and discard its first card."""
    seat = game.open.turn
    game = play(game, (seat, Draw("stock")))
    return play(game, (seat, Discard(game.yours[seat - 1].hand[0])))


def test_the_chosen_seat_loses_its_next_turn() -> None:
    """U03, C250, B068, B069, B073: 2 skips 4: 3 plays, 4 loses its turn, 1 plays."""
    game = play(throw(), (2, Discard(Card.S, skip=4)))
    assert (game.open.turn, seat_at(game.open, 4).owes) == (3, 1)

    game = pass_turn(game)
    assert (game.open.turn, seat_at(game.open, 4).owes) == (1, 0)


def test_the_next_player_is_hit_by_its_switch() -> None:
    """C251: with skip_target=next no target is asked; 3 loses the turn, 4 plays."""
    game = play(throw(skip_target="next"), (2, Discard(Card.S)))

    assert game.open.turn == 4


def test_not_the_next_player() -> None:
    """C252: the next seat to play may not be named; with two seats it may."""
    game = throw(skip_target="not_next")
    assert why(game, 2, Discard(Card.S, skip=3)) == "no_such_target"
    assert why(game, 2, Discard(Card.S, skip=4)) == ""
    assert why(game, 2, Discard(Card.S)) == "name_a_target"

    two = throw(seats=2, skip_target="not_next")
    assert play(two, (2, Discard(Card.S))).open.turn == 2


def test_not_next_means_the_next_to_play() -> None:
    """A seat that owes a turn does not count as the next one."""
    game = owing(throw(skip_target="not_next", skip_limit="none"), 3)

    assert why(game, 2, Discard(Card.S, skip=4)) == "no_such_target"
    assert why(game, 2, Discard(Card.S, skip=3)) == ""


def test_two_players_skip_means_another_turn() -> None:
    """C254: the only other seat loses its turn, nobody is asked."""
    game = play(throw(seats=2), (2, Discard(Card.S)))

    assert game.open.turn == 2
    assert game.open.stage is Stage.DRAW


def test_a_seat_that_owes_a_turn_is_not_hit_again() -> None:
    """C256, C257, B082: refused; with one seat left to hit it is hit unasked."""
    game = owing(throw(seats=3, turn=3), 1)
    assert why(game, 3, Discard(Card.S, skip=1)) == "no_such_target"
    assert [o for o in offered(game, 3, Discard) if o.card is Card.S] == [
        Discard(Card.S, skip=2)
    ]

    game = play(game, (3, Discard(Card.S)))
    assert seat_at(game.open, 2).owes == 0  # served at once: 1 and 2 lost their turns
    assert game.open.turn == 3


def test_nobody_left_to_hit() -> None:
    """A52: a plain discard, the turn ends."""
    game = throw(seats=3, skip_limit="per_round")
    for seat in (1, 3):
        game = owing(game, seat, 1)
    assert why(game, 2, Discard(Card.S, skip=1)) == "no_such_target"

    game = play(game, (2, Discard(Card.S)))
    assert game.open.turn == 2


@pytest.mark.parametrize("target", [2, 0, 5, -1])
def test_only_other_seats_can_be_hit(target: int) -> None:
    """C261, B033, B074: neither oneself nor a seat that is not there."""
    assert why(throw(), 2, Discard(Card.S, skip=target)) == "no_such_target"


def test_a_target_must_be_named() -> None:
    """B078: with several seats to hit the Skip is not thrown silently."""
    assert why(throw(), 2, Discard(Card.S)) == "name_a_target"
    assert why(throw(), 2, Discard(Card.R1, skip=3)) == "not_a_skip"


def test_a_skip_is_no_part_of_a_phase() -> None:
    """C262, B001, B030: neither laid nor hit."""
    game = position({2: "S S S R9 B9 G9 Y1 Y3 R5 B8 G11"})

    assert why(game, 2, lay("S S S", "R9 B9 G9")) == "group_does_not_fit"


def test_a_drawn_skip_may_be_thrown_at_once() -> None:
    """C263, B081: one card, one effect."""
    game = position({2: FILL}, stage=Stage.DRAW, stock="S")
    game = play(game, (2, Draw("stock")), (2, Discard(Card.S, skip=1)))

    assert seat_at(game.open, 1).owes == 1
    assert Card.S not in game.yours[1].hand


def test_several_in_a_row() -> None:
    """A55: everybody else owes a turn: the skipper plays again."""
    game = throw()
    for seat in (1, 3):
        game = owing(game, seat)
    game = play(game, (2, Discard(Card.S, skip=4)))

    assert game.open.turn == 2
    assert [seat.owes for seat in game.open.seats] == [0, 0, 0, 0]


def test_debts_add_up_without_a_limit() -> None:
    """A51: with skip_limit=none a seat may owe two turns and loses both."""
    game = owing(throw(seats=2, skip_limit="none"), 1)
    game = play(game, (2, Discard(Card.S)))
    assert (game.open.turn, seat_at(game.open, 1).owes) == (2, 1)

    game = pass_turn(game)
    assert (game.open.turn, seat_at(game.open, 1).owes) == (2, 0)


def test_once_a_round() -> None:
    """A51 (002): served or not, a seat is hit once a round."""
    two = throw(seats=2, cards=SKIP_AND_TEN.replace("B8", "S"), skip_limit="per_round")
    game = play(two, (2, Discard(Card.S)))
    assert seat_at(game.open, 1).skipped == 1

    game = pass_turn(game)
    game = play(pass_turn(game), (2, Draw("stock")))
    assert [o.skip for o in offered(game, 2, Discard) if o.card is Card.S] == [None]
    assert why(game, 2, Discard(Card.S, skip=1)) == "no_such_target"
    assert seat_at(play(game, (2, Discard(Card.S))).open, 1).owes == 0


def test_once_a_circuit() -> None:
    """A51: the count starts again when the opener's turn comes round."""
    game = play(throw(skip_limit="per_circuit"), (2, Discard(Card.S, skip=4)))
    assert seat_at(game.open, 4).skipped == 1
    game = pass_turn(game)
    assert (game.open.turn, seat_at(game.open, 4).skipped) == (1, 1)

    game = pass_turn(game)
    assert (game.open.turn, seat_at(game.open, 4).skipped) == (2, 0)


def test_a_wild_thrown_as_a_skip() -> None:
    """A58 (000 Truly Wild): it hits the seat named and lies like a Skip."""
    cards = FILL + " W"
    plain = throw(cards=cards)
    assert why(plain, 2, Discard(Card.W, skip=3)) == "not_a_skip"

    game = play(throw(cards=cards, wild_as_skip=True), (2, Discard(Card.W, skip=3)))
    assert game.open.turn == 4
    assert why(game, 4, Draw("pile")) == "top_closed"

    game = play(throw(cards=cards, wild_as_skip=True), (2, Discard(Card.W)))
    assert why(game, 3, Draw("pile")) == ""
