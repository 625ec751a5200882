"""Records of the end of a round and of a game: scores, phases, winners, ties."""

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.engine import outcome
from p10net.engine.cards import Card, parse_cards, points
from p10net.engine.game import Game, new_game
from p10net.engine.moves import (
    Deal,
    Discard,
    Draw,
    DropSeat,
    Hit,
    NextRound,
    Stop,
    Void,
)
from p10net.engine.turns import end_round
from p10net.engine.view import Stage, seat_at, with_seat
from tests.positions import act, lay, play, position, rules, summary, why

SEED = "07" * 32
TWO_SETS = "R7 B7 G7 R9 B9 G9"
FILL = "R1 B3 G5 G7 R9 B11 G1 Y3 R5 B8"
OTHER = "B1 B2 G3 G4 Y5 Y6 R11 B12 G10 Y8"


def goes_out(
    hands: dict[int, str],
    *,
    turn: int = 2,
    table: tuple[tuple[int, str, str], ...] = (),
    **more: Any,
) -> Game:
    """The seat to move has laid and discards its last card."""
    game = position(
        {**hands, turn: "R2"},
        turn=turn,
        table=table or ((turn, "set", "Y7 Y7 W"), (turn, "set", "Y9 Y9 W")),
        **more,
    )
    return play(game, (turn, Discard(Card.R2)))


def scored(game: Game, *scores: int) -> Any:
    """Let the seats have these totals already."""
    view = game.open
    for number, score in enumerate(scores, 1):
        view = with_seat(view, replace(seat_at(view, number), score=score))
    return replace(game, open=view)


@pytest.mark.parametrize(
    ("cards", "cost"),
    [
        ("R8 R11 B11 W S", 65),
        ("R9 R10 W", 40),
        ("R9 R10", 15),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 B1", 50),
        ("W W W W W W W W S S", 230),
        ("D", 0),
        ("", 0),
    ],
)
def test_what_cards_cost(cards: str, cost: int) -> None:
    """A60, B097: 5 up to 9, 10 from 10 up, a Skip 15, a wild 25."""
    assert points(parse_cards(cards)) == cost


class TestAdvancing:
    """Who moves on, and what it costs."""

    def test_everybody_who_laid_moves_on(self) -> None:
        """C275, B100, B101: 2 is out, 3 laid with 15 points, 4 did not with 65."""
        game = goes_out(
            {3: "R3 B11", 4: "W S R8 B8 R9 B2 G6"},
            laid=(3,),
            phase={3: 2},
        )
        sheet = game.open.sheet[-1]

        assert sheet.points[1:] == (0, 15, 65)
        assert sheet.laid == (False, True, True, False)
        assert [seat.phase for seat in game.open.seats] == [1, 2, 3, 1]
        assert [seat.score for seat in game.open.seats][1:] == [0, 15, 65]

    def test_a_long_run_is_still_one_phase(self) -> None:
        """C232, B022: nine cards for a run of seven, and on to phase 5 only."""
        game = position({2: "R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B11"}, phase={2: 4})
        game = play(game, (2, lay("R1 B2 G3 Y4 R5 B6 G7 Y8 R9")))
        game = play(game, (2, Discard(Card.B11)))

        assert summary(game).out == 2
        assert seat_at(game.open, 2).phase == 5

    def test_the_hands_lie_open(self) -> None:
        """U49: what was left in each hand is in the summary."""
        game = goes_out({3: "W", 4: "S R1"}, laid=(3,))

        left = summary(game).left
        assert [c.value for c in left[2]] == ["W"]
        assert left[1] == ()

    def test_the_deal_goes_left_and_its_left_starts(self) -> None:
        """B104, B105, B106: dealer 1 then 2; 3 opens; a fixed dealer stays."""
        game = play(goes_out({}), (0, NextRound()))
        assert (game.open.dealer, game.open.round, game.open.stage) == (
            2,
            2,
            Stage.DEAL,
        )
        game = play(game, (0, Deal(SEED)))
        assert game.open.opener == 3
        assert all(
            seat.n == 10 for seat in game.open.seats if seat.seat != game.open.turn
        )

        fixed = play(goes_out({}, on=rules(dealer="fixed")), (0, NextRound()))
        assert fixed.open.dealer == 1

    def test_fixed_rounds_move_everybody_on(self) -> None:
        """C290: not laid, and yet the next phase."""
        game = goes_out({}, on=rules("fixed-ten"), phase={3: 3})

        assert seat_at(game.open, 3).phase == 4

    def test_even_phases(self) -> None:
        """C287: after 8 comes 10, and 10 is the last."""
        game = goes_out({}, on=rules("even"), phase={2: 8})
        assert seat_at(game.open, 2).phase == 10
        assert game.open.stage is Stage.ROUND_OVER

        game = goes_out({}, on=rules("even"), phase={2: 10})
        assert game.open.stage is Stage.GAME_OVER

    def test_a_list_of_eleven(self) -> None:
        """C289, B114: phase 11 is the last one there."""
        long = rules("alternating-nines")
        assert goes_out({}, on=long, phase={2: 10}).open.stage is Stage.ROUND_OVER
        assert goes_out({}, on=long, phase={2: 11}).open.stage is Stage.GAME_OVER


class TestWinning:
    """The game ends with the round in which the last phase is laid."""

    def test_completing_beats_going_out(self) -> None:
        """C277, B102: 3 has laid phase 10, 2 goes out on phase 7: 3 wins."""
        game = goes_out({3: "W W"}, laid=(3,), phase={2: 7, 3: 10})

        assert game.open.stage is Stage.GAME_OVER
        assert summary(game).winners == (3,)

    def test_the_points_of_this_round_count(self) -> None:
        """C281: before 90 and 100; this round 25 and 0: 2 wins with 100."""
        game = position(
            {2: "R2", 3: "W"},
            table=((2, "set", "Y7 Y7 W"),),
            laid=(3,),
            phase={2: 10, 3: 10},
        )
        game = play(scored(game, 0, 100, 90), (2, Discard(Card.R2)))

        assert summary(game).winners == (2,)

    def test_phases_before_points(self) -> None:
        """C285, C286, B099, B103: 600 points with phase 10 beat 20 with phase 6."""
        game = position(
            {2: "R2", 1: FILL, 3: OTHER, 4: "R12"},
            table=((2, "set", "Y7 Y7 W"),),
            phase={1: 9, 2: 10, 3: 6, 4: 8},
        )
        game = play(scored(game, 300, 600, 20, 100), (2, Discard(Card.R2)))

        assert summary(game).ranking == (2, 1, 4, 3)

    def test_at_once_if_sole(self) -> None:
        """C279 (000): laying the last phase ends it, hands score as they stand."""
        alone = rules(game_end="at_once_if_sole")
        cards = "R4 B4 G4 Y4 R4 R9 B9 G9 R1 B1 G1"
        last = (2, lay("R4 B4 G4 Y4 R4", "R9 B9 G9"))
        game = position({2: cards}, phase={2: 10, 3: 9}, on=alone)
        game, events = act(game, *last)

        assert summary(game).winners == (2,)
        assert game.open.sheet[-1].points[1] == 15
        assert [type(event).__name__ for event in events] == [
            "Laid",
            "RoundOver",
            "GameOver",
        ]

        other = position({2: cards}, phase={2: 10, 3: 10}, on=alone)
        assert play(other, last).open.stage is Stage.PLAY
        assert play(position({2: cards}, phase={2: 10}), last).open.stage is Stage.PLAY

    def test_finish_and_go_out(self) -> None:
        """001: the last phase counts only in the round its player goes out of."""
        quick = rules(game_end="go_out")
        other_out = goes_out({3: "W"}, laid=(3,), phase={2: 3, 3: 10}, on=quick)
        assert other_out.open.stage is Stage.ROUND_OVER
        assert seat_at(other_out.open, 3).phase == 10

        itself = goes_out({3: "W"}, laid=(3,), phase={2: 10, 3: 10}, on=quick)
        assert summary(itself).winners == (2,)

    def test_a_score_limit(self) -> None:
        """C292: 1010 points on phase 9 win over 700 on phase 7; by points not."""
        for rank, winner in (("phases_then_points", 2), ("points", 1)):
            on = rules("score-1000", rank=rank)
            game = position(
                {2: "R2", 3: FILL, 4: OTHER},
                table=((2, "set", "Y7 Y7 W"),),
                phase={1: 7, 2: 9},
                on=on,
            )
            game = play(scored(game, 600, 1010, 900, 900), (2, Discard(Card.R2)))
            assert summary(game).winners == (winner,)

    def test_a_round_limit(self) -> None:
        """A67: ten rounds, then the fewest points win."""
        on = rules("fixed-ten", round_limit=1)
        game = goes_out({}, on=on)

        assert summary(game).winners == (2,)

    def test_stopped_by_the_owner(self) -> None:
        """000: a stopped game has a winner only from so many phases on."""
        for phases, winners in ((7, (2,)), (6, ())):
            game = position({2: FILL}, phase={2: phases}, on=rules("baseball"))
            game = play(game, (0, Stop()))
            assert game.open.stage is Stage.GAME_OVER
            assert summary(game).winners == winners
        assert why(game, 0, Stop()) == "game_over"
        assert why(game, 2, Draw("stock")) == "game_over"

    def test_stopped_without_those_who_went(self) -> None:
        """The leader of those who stayed wins, and nobody who is left alone."""
        game = position({2: FILL, 3: FILL}, phase={2: 7, 3: 5}, seats=4)
        stock = game.open.stock
        for without, winners in (((), (2,)), ((2,), (3,)), ((1, 2, 4), ())):
            over = play(game, (0, Stop(without)))
            assert summary(over).winners == winners
            assert [seat.seat for seat in over.open.seats if seat.gone] == [*without]
            back = sum(len(game.yours[seat - 1].hand) for seat in without)
            assert over.open.stock == stock + back
        assert why(game, 0, Stop((5,))) == "no_such_seat"
        assert why(game, 0, Stop((2, 2))) == "no_such_seat"


class TestTies:
    """Equal first places."""

    def tie(self, **switches: Any) -> Any:
        """Seats 2 and 3 finish in one round with equal totals."""
        game = position(
            {2: "R2", 3: "B2 B3"},
            table=((2, "set", "Y7 Y7 W"),),
            laid=(3,),
            phase={2: 10, 3: 10},
            on=rules(**switches),
        )
        return play(scored(game, 0, 20, 10), (2, Discard(Card.R2)))

    def test_the_tied_play_on(self) -> None:
        """A64 (000, 003): only they are dealt in, the others watch; going out wins."""
        game = self.tie()
        assert game.open.tie == (2, 3)

        game = play(game, (0, NextRound()), (0, Deal(SEED)))
        assert [seat.n for seat in game.open.seats][::3] == [0, 0]
        assert [seat.playing for seat in game.open.seats] == [False, True, True, False]
        assert {game.open.turn, game.open.opener} <= {2, 3}

        game = position({2: "R2"}, laid=(2,), phase={2: 10, 3: 10}, tie=(2, 3))
        assert summary(play(game, (2, Discard(Card.R2)))).winners == (2,)

    def test_shared(self) -> None:
        """The switch that lets equal players share the win."""
        assert summary(self.tie(tie="shared")).winners == (2, 3)

    def test_the_first_to_lay(self) -> None:
        """C284 (002): in the tie-break the first to lay wins at once."""
        game = position(
            {2: "R4 B4 G4 Y4 R4 R9 B9 G9 R1 B1 G1"},
            phase={2: 10, 3: 10},
            tie=(2, 3),
            on=rules(tie="lay_first"),
        )
        game = play(game, (2, lay("R4 B4 G4 Y4 R4", "R9 B9 G9")))
        assert summary(game).winners == (2,)

    def test_a_round_without_a_winner_is_dealt_again(self) -> None:
        """A65: nobody went out, so the tied seats play once more."""
        game = position({}, tie=(2, 3))
        ended = end_round(game.open, "no_cards")

        assert outcome.after_round(ended) is ended

    def test_the_last_one_left_wins(self) -> None:
        """A tied seat that leaves for good leaves the win to the other."""
        game = play(self.tie(), (0, NextRound()), (0, DropSeat(3)))

        assert summary(game).winners == (2,)


class TestLeaving:
    """A seat leaves the game for good; its cards go under the stock."""

    def test_in_its_turn(self) -> None:
        """C264, C266: the turn passes on, its debts are void, others play on."""
        game = position({2: FILL})
        before = game.open.stock
        game = play(game, (0, DropSeat(2)))

        assert game.open.turn == 3
        assert game.open.stock == before + 10
        assert seat_at(game.open, 2).gone
        assert why(game, 2, Draw("stock")) == "not_your_turn"
        game = play(game, (0, DropSeat(1)))
        assert why(game, 0, DropSeat(3)) == "too_few_seats"
        assert why(game, 0, DropSeat(1)) == "no_such_seat"
        assert why(game, 0, DropSeat(9)) == "no_such_seat"

    def test_a_dealer_who_is_gone_hands_on(self) -> None:
        """The next deal passes over the empty seat, with a fixed dealer too."""
        for dealer, following in (("rotate", 3), ("fixed", 3)):
            game = goes_out(
                {},
                turn=3,
                dealer=1 if dealer == "rotate" else 2,
                on=rules(dealer=dealer),
            )
            game = play(game, (0, DropSeat(2)), (0, NextRound()))
            assert game.open.dealer == following

    def test_between_rounds(self) -> None:
        """Nothing is dealt to a seat that has gone."""
        game = play(goes_out({}), (0, DropSeat(4)), (0, NextRound()), (0, Deal(SEED)))

        assert [seat.n for seat in game.open.seats][3] == 0


def test_seats_with_gaps_keep_their_numbers() -> None:
    """DETAILS 5: seats 1, 3 and 4 play; 2 is nobody's."""
    game = play(new_game(rules(), (1, 3, 4)), (0, Deal(SEED)))

    assert [seat.gone for seat in game.open.seats] == [False, True, False, False]
    assert game.open.seats[1].n == 0


def test_a_deal_can_be_voided() -> None:
    """A missing share uses up the attempt; only before the cards are out."""
    game = new_game(rules(), (1, 2))
    game = play(game, (0, Void()), (0, Void()))
    assert game.open.voids == 2

    game = play(game, (0, Deal(SEED)))
    assert why(game, 0, Void()) == "wrong_stage"
    assert why(game, 0, Deal(SEED)) == "wrong_stage"
    assert why(game, 0, NextRound()) == "wrong_stage"


def test_hit_after_laying_keeps_the_credit() -> None:
    """B058: the state after each act is the host's, cards leave the hand."""
    game = position({2: TWO_SETS + " Y7 R1 R2 R3 R4"})
    game = play(game, (2, lay("R7 B7 G7", "R9 B9 G9")), (2, Hit(Card.Y7, "a")))

    assert Card.Y7 not in game.yours[1].hand
    assert seat_at(game.open, 2).done == (1,)
