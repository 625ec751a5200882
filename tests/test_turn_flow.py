"""Records of play within a turn: draw, lay down, hit, discard, in that order.

Seats 1 to 4 sit clockwise, seat 1 dealt, so seat 2 opens. Names such as C214 are the
worked cases these records come from.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.engine import game as g
from p10net.engine.cards import Card
from p10net.engine.moves import (
    Deal,
    Discard,
    Draw,
    Hit,
    Save,
    Swap,
    as_action,
    legal,
)
from p10net.engine.view import Stage, seat_at
from tests.positions import (
    FILL,
    act,
    hand,
    lay,
    play,
    position,
    rules,
    summary,
    view,
    why,
)

TEN = "R7 R7 B7 R9 B9 G9 Y1 Y3 R5 B8"
ELEVEN = TEN + " G11"


def after_draw(cards: str = ELEVEN, **more: Any) -> Any:
    """Seat 2 has drawn and holds eleven cards."""
    return position({2: cards}, **more)


class TestDrawing:
    """One draw, first of all, from either pile."""

    @pytest.mark.parametrize(
        "action",
        [lay("R7 R7 B7", "R9 B9 G9"), Hit(Card.R7, "a"), Discard(Card.R7)],
    )
    def test_nothing_comes_before_the_draw(self, action: Any) -> None:
        """C214: lay, hit and discard are refused until a card was drawn."""
        game = position({2: TEN}, stage=Stage.DRAW, table=((1, "set", "G7 Y7 W"),))

        assert why(game, 2, action) == "draw_first"

    @pytest.mark.parametrize("action", [Draw("stock"), Draw("pile")])
    def test_one_draw_a_turn(self, action: Any) -> None:
        """C215, B032: a second draw is refused."""
        assert why(after_draw(), 2, action) == "already_drew"

    @pytest.mark.parametrize(
        "action", [Draw("stock"), lay("R7 R7 B7", "R9 B9 G9"), Hit(Card.R7, "a")]
    )
    def test_only_the_seat_whose_turn_it_is(self, action: Any) -> None:
        """C216, B085: another seat's act is refused and the game stays the same."""
        game = after_draw()

        assert why(game, 3, action) == "not_your_turn"

    def test_a_skip_is_never_picked_up(self) -> None:
        """C217, B070, U04: with a Skip on top only the stock may be drawn."""
        game = position({2: TEN}, stage=Stage.DRAW, pile="G4 S")

        assert why(game, 2, Draw("pile")) == "skip_on_top"
        assert legal(view(game, 2)) == (Draw("stock"),)

    def test_a_wild_on_top_may_be_taken(self) -> None:
        """A12: allowed by default, closed by the switch."""
        game = position({2: TEN}, stage=Stage.DRAW, pile="G4 W")
        assert hand(play(game, (2, Draw("pile"))), 2).endswith("W")

        game = position(
            {2: TEN}, stage=Stage.DRAW, pile="W", on=rules(wild_pickup=False)
        )
        assert why(game, 2, Draw("pile")) == "wild_on_top"

    def test_the_pile_may_be_empty_for_a_moment(self) -> None:
        """B083: the only discard is taken; every view copes."""
        game = play(position({2: TEN}, stage=Stage.DRAW, pile="G4"), (2, Draw("pile")))

        assert game.open.pile == ()
        assert legal(view(game, 2))

    def test_an_upturned_wild_is_buried_when_left(self) -> None:
        """C220: the first player draws from the stock, the next one sees G4."""
        game = position({2: TEN + " G4"}, pile="W")
        game = play(game, (2, Discard(Card.G4)))

        assert game.open.pile == (Card.W, Card.G4)
        assert Draw("pile") in legal(view(game, 3))

    def test_what_was_taken_may_go_straight_back(self) -> None:
        """C219: legal by default, refused with rediscard off, a twin card excepted."""
        taken = (2, Draw("pile"))
        game = play(position({2: TEN}, stage=Stage.DRAW, pile="Y9"), taken)
        assert why(game, 2, Discard(Card.Y9)) == ""

        strict = rules(rediscard=False)
        game = position({2: TEN}, stage=Stage.DRAW, pile="Y9", on=strict)
        assert why(play(game, taken), 2, Discard(Card.Y9)) == "just_taken"
        game = position(
            {2: TEN.replace("B8", "Y9")}, stage=Stage.DRAW, pile="Y9", on=strict
        )
        assert why(play(game, taken), 2, Discard(Card.Y9)) == ""


class TestStock:
    """Reshuffling happens when somebody needs a card and not before."""

    def nearly_empty(self, stock: str, pile: str, **more: Any) -> Any:
        """Leave only the named cards in the stock; seat 1 holds the rest."""
        game = position({2: TEN}, stage=Stage.DRAW, pile=pile, stock=stock, **more)
        keep = len(stock.split())
        cut = game.stock[-keep:] if keep else ()
        open_ = replace(game.open, stock=keep)
        return replace(game, open=open_, stock=cut)

    def test_the_last_card_is_drawn_without_a_reshuffle(self) -> None:
        """C230: the stock may stand empty until somebody draws from it."""
        game = play(self.nearly_empty("R12", "G1 G2 G3"), (2, Draw("stock")))

        assert game.open.stock == 0
        assert len(game.open.pile) == 3

    def test_an_empty_stock_is_made_anew(self) -> None:
        """B087, B088, B089: all discards but the top are shuffled, Skips too."""
        game, events = act(self.nearly_empty("", "S G1 G2 G3"), 2, Draw("stock"))

        assert [type(event).__name__ for event in events] == ["Drew", "Reshuffled"]
        assert game.open.pile == (Card.G3,)
        assert game.open.stock == 2
        assert game.shuffles == 1

    def test_nothing_to_reshuffle(self) -> None:
        """C228: the stock is refused, the one discard may be taken."""
        game = self.nearly_empty("", "R4")

        assert why(game, 2, Draw("stock")) == "stock_empty"
        assert legal(view(game, 2)) == (Draw("pile"),)

    def test_no_card_to_draw_at_all(self) -> None:
        """A16: the seat plays on without a draw; its discard can be taken again."""
        game = self.nearly_empty("", "S")
        game = replace(game, open=replace(game.open, turn=1))
        game, events = act(
            replace(game, open=replace(game.open, stage=Stage.PLAY)),
            1,
            Discard(game.yours[0].hand[0]),
        )
        assert game.open.stage is Stage.DRAW

        game = self.nearly_empty("", "")
        game = position({1: FILL + " S", 2: TEN}, turn=1, pile="")
        game = replace(game, stock=(), open=replace(game.open, stock=0))
        game, events = act(game, 1, Discard(Card.S, skip=3))

        assert [type(event).__name__ for event in events] == ["Discarded", "NoDraw"]
        assert game.open.stage is Stage.PLAY
        assert game.open.turn == 2


class TestLaying:
    """The whole phase at once, once a round."""

    def test_equal_cards_are_two_cards(self) -> None:
        """C091, B053: two R7 in one lay-down; one stays if only one is used."""
        game = play(after_draw(), (2, lay("R7 R7 B7", "R9 B9 G9")))

        assert hand(game, 2) == "R5 B8 G11 Y1 Y3"
        assert [meld.m for meld in game.open.melds] == ["a", "b"]
        assert seat_at(game.open, 2).laid == 1

    @pytest.mark.parametrize(
        ("action", "reason"),
        [
            (lay("R7 R7 B7", "R9 B9 Y9"), "card_not_held"),
            (lay("R7 R7 R7", "R9 B9 G9"), "card_not_held"),
            (lay("R7 R7 B7"), "wrong_number_of_groups"),
            (lay("R7 R7 B7", "R9 B9 B8"), "group_does_not_fit"),
            (lay("R7 R7 B7", "R9 B9 G9", phase=2), "phase_not_open"),
            (lay("R7 R7 B7", "R9 B9 G9", "Y1 Y3"), "wrong_number_of_groups"),
            (lay("R7 R7 B7", "R9 B9", ""), "wrong_number_of_groups"),
            (lay("R7 R7 B7", ""), "group_does_not_fit"),
        ],
    )
    def test_refused(self, action: Any, reason: str) -> None:
        """B052, C247: what does not fit is refused with its reason."""
        assert why(after_draw(), 2, action) == reason

    def test_a_second_phase_is_refused(self) -> None:
        """C231: one phase a round."""
        game = play(after_draw(), (2, lay("R7 R7 B7", "R9 B9 G9")))

        assert why(game, 2, lay("R5 B8 G11", "Y1 Y3")) == "already_laid"

    def test_groups_in_any_order_lie_in_the_order_of_the_goals(self) -> None:
        """B065: cards typed out of order are put in order."""
        game = position({2: "R4 B5 G6 Y7 R9 B9 G9 Y1 Y3 R5 B8"}, phase={2: 2})
        game = play(game, (2, lay("G6 R4 Y7 B5", "R9 B9 G9")))

        kinds = [meld.kind.value for meld in game.open.melds]
        assert kinds == ["set", "run"]
        assert [c.value for c in game.open.melds[1].cards] == ["R4", "B5", "G6", "Y7"]

    def test_out_in_the_turn_of_laying(self) -> None:
        """C237, A33: ten laid, the eleventh discarded: out with 0 points."""
        game = position(
            {2: "R7 B7 G7 Y7 R7 R2 B3 G4 Y5 R6 B8"},
            phase={2: 10},
            on=rules("cocoa-canyon"),
        )
        game = play(
            game, (2, lay("R7 B7 G7 Y7 R7", "R2 B3 G4 Y5 R6")), (2, Discard(Card.B8))
        )

        assert summary(game).out == 2
        assert game.open.sheet[-1].points[1] == 0

    def test_the_last_card_laid_goes_out(self) -> None:
        """A34: all eleven cards laid; with go_out=discard one must be kept."""
        cards = "R7 R7 B7 G7 Y7 W R9 B9 G9 Y9 W"
        everything = lay("R7 R7 B7 G7 Y7 W", "R9 B9 G9 Y9 W")
        assert summary(play(position({2: cards}), (2, everything))).out == 2

        strict = position({2: cards}, on=rules(go_out="discard"))
        assert why(strict, 2, everything) == "keep_a_card"
        fewer = next(as_action(offer) for offer in legal(view(strict, 2)))
        assert why(strict, 2, fewer) == ""


class TestHitting:
    """Hits come after the own phase, on anybody's melds."""

    def test_own_phase_first(self) -> None:
        """C233, B056: refused while the own phase is not down."""
        game = after_draw(table=((1, "set", "G7 Y7 W"),))

        assert why(game, 2, Hit(Card.R7, "a")) == "lay_first"

    def test_in_the_turn_of_laying(self) -> None:
        """C234: at once by default, a turn later with hits=later_turn."""
        table = ((1, "run", "G4 Y5 R6 B7"),)
        down = (2, lay("R7 R7 B7", "R9 B9 G9"))
        game = play(after_draw(table=table), down)
        assert why(game, 2, Hit(Card.B8, "a")) == ""

        later = play(after_draw(table=table, on=rules(hits="later_turn")), down)
        assert why(later, 2, Hit(Card.B8, "a")) == "hit_next_turn"
        later = play(later, (2, Discard(Card.G11)))
        for seat in (3, 4, 1):
            later = play(later, (seat, Draw("stock")))
            later = play(later, (seat, Discard(later.yours[seat - 1].hand[0])))
        later = play(later, (2, Draw("stock")))
        assert why(later, 2, Hit(Card.B8, "a")) == ""

    def test_any_number_on_any_melds(self) -> None:
        """C235: two on its own, three on another's, then a discard."""
        game = position(
            {2: "R7 B7 R8 B9 Y10 G1 G2"},
            table=((2, "set", "Y7 G7 W"), (1, "run", "G4 Y5 R6 B7")),
        )
        game = play(
            game,
            (2, Hit(Card.R7, "a")),
            (2, Hit(Card.B7, "a")),
            (2, Hit(Card.R8, "b")),
            (2, Hit(Card.B9, "b")),
            (2, Hit(Card.Y10, "b")),
            (2, Discard(Card.G1)),
        )

        assert hand(game, 2) == "G2"
        assert len(game.open.melds[1].cards) == 7

    @pytest.mark.parametrize(
        ("action", "reason"),
        [
            (Hit(Card.B9, "a"), "does_not_fit"),
            (Hit(Card.Y5, "a"), "card_not_held"),
            (Hit(Card.R8, "z"), "no_such_meld"),
            (Hit(Card.R8, "a", "low"), "end_closed"),
            (Hit(Card.S, "a"), "does_not_fit"),
            (Hit(Card.R8, "a"), ""),
            (Hit(Card.R3, "a", "low"), ""),
        ],
    )
    def test_where_a_card_fits(self, action: Any, reason: str) -> None:
        """B057, C248, C262: the two ends only, cards held only, never a Skip."""
        game = position(
            {2: "R8 B9 R3 S G1"}, laid=(2,), table=((1, "run", "G4 Y5 R6 B7"),)
        )

        assert why(game, 2, action) == reason

    def test_a_wild_goes_to_the_end_that_is_named(self) -> None:
        """B050: low is 3; not named it goes high; the cards lie in number order."""
        table = ((1, "run", "G4 Y5 R6 B7"),)
        game = position({2: "W W G1"}, laid=(2,), table=table)
        game = play(game, (2, Hit(Card.W, "a", "low")), (2, Hit(Card.W, "a")))

        meld = game.open.melds[0]
        assert meld.low == 3
        assert [c.value for c in meld.cards] == ["W", "G4", "Y5", "R6", "B7", "W"]

    def test_no_swapping_in_the_official_game(self) -> None:
        """B048: the wild is the 4 and stays."""
        table = ((1, "run", "R3 W R5 R6"),)
        game = position({2: "B4 G1"}, laid=(2,), table=table)

        assert why(game, 2, Hit(Card.B4, "a")) == "does_not_fit"
        assert why(game, 2, Swap(Card.B4, "a")) == "not_offered"
        assert why(game, 2, Save(Card.B4)) == "not_offered"


class TestGoingOut:
    """The round ends the moment a hand is empty."""

    def last_two(self, cards: str = "W R5", **more: Any) -> Any:
        """Seat 2 has laid and holds two cards; a set of 5s lies."""
        return position({2: cards}, table=((2, "set", "G5 Y5 B5"),), **more)

    def test_by_discarding_a_wild(self) -> None:
        """C239, B143: a wild may be the last discard."""
        game = play(self.last_two(), (2, Hit(Card.R5, "a")), (2, Discard(Card.W)))

        assert game.open.stage is Stage.ROUND_OVER
        assert summary(game).out == 2

    def test_by_hitting_the_last_card(self) -> None:
        """B110: out by hitting; with go_out=discard the last hit is refused."""
        game = play(self.last_two(), (2, Hit(Card.R5, "a")), (2, Hit(Card.W, "a")))
        assert summary(game).out == 2

        game = play(self.last_two(on=rules(go_out="discard")), (2, Hit(Card.R5, "a")))
        assert why(game, 2, Hit(Card.W, "a")) == "keep_a_card"

    def test_by_a_skip_that_hits_nobody(self) -> None:
        """B075, B142, A18: the Skip ends the round and asks for no target."""
        game = play(self.last_two("S"), (2, Discard(Card.S)))

        assert summary(game).out == 2
        assert all(seat.owes == 0 for seat in game.open.seats)
        assert why(self.last_two("S"), 2, Discard(Card.S, skip=3)) == "no_such_target"

    def test_only_an_empty_hand_ends_the_round(self) -> None:
        """C241: with a second Skip in hand play goes on; seat 3 lost its turn."""
        game = play(self.last_two("S S"), (2, Discard(Card.S, skip=3)))

        assert hand(game, 2) == "S"
        assert game.open.turn == 4


def test_a_deal_needs_its_seed() -> None:
    """The chance of a round is 32 bytes in hex, or it is refused."""
    game = g.new_game(rules(), (1, 2))

    for seed in ("", "zz", "00" * 31, "00" * 33):
        assert why(game, 0, Deal(seed)) == "bad_seed"
    assert why(game, 1, Deal("00" * 32)) == "not_offered"
    assert why(game, 1, Draw("stock")) == "not_your_turn"
