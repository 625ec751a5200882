"""Records of play under the switches of the seeds' variants."""

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.engine.cards import Card
from p10net.engine.game import Game, new_game
from p10net.engine.moves import (
    Deal,
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    NextRound,
    Refresh,
    Save,
    Swap,
    TakeSaved,
    legal,
)
from p10net.engine.opening import full_deck
from p10net.engine.progress import PATH
from p10net.engine.view import Stage, seat_at, with_seat
from tests.positions import (
    FILL,
    act,
    hand,
    lay,
    offered,
    play,
    position,
    rules,
    summary,
    view,
    why,
)

FIVES = ((1, "set", "G5 Y5 B5"),)


def with_facts(game: Game, seat: int, **facts: Any) -> Any:
    """Change what is known of one seat."""
    changed = replace(seat_at(game.open, seat), **facts)
    return replace(game, open=with_seat(game.open, changed))


def upturned(face: str, seats: int = 4, **switches: Any) -> Any:
    """Find a deal that turns up this card, dealer 1."""
    on = rules(**switches)
    for i in range(5000):
        game, events = act(
            new_game(on, tuple(range(1, seats + 1))), 0, Deal(f"{i:064x}")
        )
        if events[0].dealer == 1 and (*events[0].under, events[0].up)[0].value == face:
            return game, events
    raise AssertionError(face)


class TestFirstCard:
    """What the first card of the pile does (A05 to A08)."""

    def test_a_skip_costs_the_first_turn(self) -> None:
        """C223, B072: 2 loses the turn, 3 plays and must draw from the stock."""
        game, events = upturned("S")

        assert [type(event).__name__ for event in events] == ["Dealt", "Skipped"]
        assert (game.open.opener, game.open.turn) == (2, 3)
        assert why(game, 3, Draw("pile")) == "skip_on_top"

    def test_two_players(self) -> None:
        """A07: the dealer plays first."""
        game, _ = upturned("S", seats=2)

        assert game.open.turn == 1

    def test_a_wild_may_be_taken(self) -> None:
        """A05: it lies there like any discard."""
        game, _ = upturned("W")

        assert Draw("pile") in legal(view(game, 2))

    def test_a_wild_goes_to_the_first_player(self) -> None:
        """000: it is the draw of the first turn."""
        game, _ = upturned("W", first_wild="goes")

        assert game.open.stage is Stage.PLAY
        assert game.yours[1].drew is Card.W
        assert len(game.yours[1].hand) == seat_at(game.open, 2).n == 11
        assert game.open.pile == ()

    def test_redrawn(self) -> None:
        """C225: the Skip goes under the stock, and so does a wild after it."""
        game, events = upturned("S", first_skip="redraw", first_wild="redraw")

        assert events[0].up not in (Card.S, Card.W)
        assert game.stock[: len(events[0].under)] == events[0].under[::-1]
        assert game.open.turn == 2

    def test_the_dealer_gives_a_wild(self) -> None:
        """C222: the seat named discards a card for it, and no Skip."""
        game, _ = upturned("W", first_wild="dealer_gives")
        assert (game.open.stage, game.open.turn) == (Stage.GIVE, 1)
        assert why(game, 1, Give(9)) == "no_such_target"
        assert why(game, 1, GiveBack(Card.W)) == "not_now"

        game = play(game, (1, Give(3)))
        assert (game.open.turn, seat_at(game.open, 3).n) == (3, 11)
        assert why(game, 3, Give(1)) == "not_now"
        mine = replace(game.yours[2], hand=(*game.yours[2].hand[:10], Card.S))
        skips = replace(game, yours=(*game.yours[:2], mine, game.yours[3]))
        assert why(skips, 3, GiveBack(Card.S)) == "no_skip_here"
        assert why(game, 3, GiveBack(Card.D)) == "card_not_held"

        card = game.yours[2].hand[0]
        game = play(game, (3, GiveBack(card)))
        assert (game.open.pile, game.open.turn) == ((card,), 2)

    def test_play_starts_one_further_if_the_opener_received_it(self) -> None:
        """000: the one after the seat left of the dealer begins."""
        game, _ = upturned("W", first_wild="dealer_gives")
        game = play(game, (1, Give(2)))
        game = play(game, (2, GiveBack(game.yours[1].hand[0])))

        assert game.open.turn == 3

    def test_the_dealer_says_whom_a_skip_hits(self) -> None:
        """000, judged: seat 4 loses its first turn, 2 begins."""
        game, _ = upturned("S", first_skip="dealer_gives")
        game = play(game, (1, Give(4)))

        assert game.open.turn == 2
        assert seat_at(game.open, 4).owes == 1


class TestFloating:
    """000: a last card laid or hit floats; only a discard ends the round."""

    on = rules("floating")

    def floater(self, pile: str = "G12", stock: str = "", **more: Any) -> Any:
        """Seat 2 floats and is to draw."""
        game = position(
            {2: ""},
            table=((2, "set", "G5 Y5 B5"),),
            stage=Stage.DRAW,
            on=self.on,
            pile=pile,
            stock=stock,
            **more,
        )
        return with_facts(game, 2, floating=True)

    def test_the_last_card_hit_floats(self) -> None:
        """C242: the hand is empty, the round goes on, the next turn is seat 3's."""
        game = position({2: "R5 R5"}, table=FIVES, laid=(2,), on=self.on)
        game, _ = act(game, 2, Hit(Card.R5, "a"))
        game, events = act(game, 2, Hit(Card.R5, "a"))

        assert seat_at(game.open, 2).floating
        assert (game.open.stage, game.open.turn) == (Stage.DRAW, 3)
        assert [type(event).__name__ for event in events] == ["HitMade", "Floated"]

    def test_the_last_card_discarded_goes_out(self) -> None:
        """Without floating first, a last discard ends the round."""
        game = position({2: "R2"}, table=FIVES, laid=(2,), on=self.on)

        assert summary(play(game, (2, Discard(Card.R2)))).out == 2

    def test_a_card_that_fits_nothing_ends_the_round(self) -> None:
        """C244: drawn, it is discarded, and seat 2 scores 0."""
        game = play(self.floater(stock="R2"), (2, Draw("stock")))
        assert why(game, 2, Hit(Card.R2, "a")) == "does_not_fit"

        game = play(game, (2, Discard(Card.R2)))
        assert summary(game).out == 2

    def test_a_fitting_top_must_be_taken_and_hit(self) -> None:
        """Forced: the stock is refused, and so is discarding the card."""
        for top in ("R5", "W"):
            game = self.floater(pile=top)
            assert why(game, 2, Draw("stock")) == "must_take_top"
            game = play(game, (2, Draw("pile")))
            assert why(game, 2, Discard(Card(top))) == "must_hit"
            game = play(game, (2, Hit(Card(top), "a")))
            assert seat_at(game.open, 2).floating
            assert game.open.turn == 3

    def test_a_skip_keeps_it_afloat(self) -> None:
        """A floater's Skip is played on somebody and the floater floats on."""
        game = play(self.floater(stock="S"), (2, Draw("stock")))
        assert why(game, 2, Discard(Card.S)) == "name_a_target"
        game = play(game, (2, Discard(Card.S, skip=3)))

        assert (game.open.stage, game.open.turn) == (Stage.DRAW, 4)
        assert seat_at(game.open, 2).floating

    def test_it_can_be_skipped(self) -> None:
        """C246: the turn passes, it still floats."""
        game = with_facts(self.floater(turn=1, stock="G2"), 2, owes=1)
        game = play(game, (1, Draw("stock")), (1, Discard(Card.G2)))

        assert game.open.turn == 3
        assert seat_at(game.open, 2).floating

    def test_another_goes_out(self) -> None:
        """The floater scores 0 and does not win the round."""
        game = with_facts(
            position({2: "", 3: "R2"}, turn=3, laid=(2, 3), on=self.on),
            2,
            floating=True,
        )
        game = play(game, (3, Discard(Card.R2)))

        assert summary(game).out == 3
        assert game.open.sheet[-1].points[1] == 0


class TestMasters:
    """000: choose the phase, save a card, refresh."""

    def test_the_deck_and_the_table(self) -> None:
        """C300: two Skips only, two to four seats."""
        deck = full_deck(rules("masters"))

        assert (len(deck), deck.count(Card.S)) == (106, 2)
        with pytest.raises(ValueError, match="2 to 4"):
            new_game(rules("masters"), (1, 2, 3, 4, 5))

    def test_declaring_goes_round_before_the_first_draw(self) -> None:
        """From the dealer's left, any phase not yet done."""
        game = play(new_game(rules("masters"), (1, 2, 3)), (0, Deal("05" * 32)))
        asked = []
        while game.open.stage is Stage.DECLARE:
            seat = game.open.turn
            asked.append(seat)
            assert why(game, seat, Declare(11)) == "phase_not_open"
            game = play(game, (seat, Declare(seat + 4)))

        first = game.open.dealer % 3 + 1
        assert asked == [first, first % 3 + 1, (first + 1) % 3 + 1]
        assert [seat.declared for seat in game.open.seats] == [5, 6, 7]
        assert game.open.stage in (Stage.DRAW, Stage.PLAY)

    def test_saving_replaces_the_discard(self) -> None:
        """Once a round, face down; a saved card is a draw of a later turn."""
        game = position({2: FILL + " G11"}, on=rules("masters-open"))
        game, events = act(game, 2, Save(Card.G11))
        assert (game.open.turn, seat_at(game.open, 2).saved) == (3, 1)
        assert game.yours[2].saved == ()
        assert [type(event).__name__ for event in events] == ["Saved"]

        game = replace(game, open=replace(game.open, turn=2))
        assert why(game, 2, TakeSaved(Card.R1)) == "not_saved"
        game = play(game, (2, TakeSaved(Card.G11)))
        assert game.yours[1].drew is Card.G11
        assert why(game, 2, Draw("stock")) == "already_drew"
        assert why(game, 2, Save(Card.G11)) == "already_saved"

    def test_never_the_last_card(self) -> None:
        """C299: the going-out discard may not be saved."""
        game = position({2: "R2"}, laid=(2,), on=rules("masters-open"))

        assert why(game, 2, Save(Card.R2)) == "keep_a_card"

    def test_saved_cards_are_left_out_of_the_next_deck(self) -> None:
        """They stay with their owner and score nothing."""
        game = position(
            {2: FILL + " G11", 3: "R2"}, laid=(3,), on=rules("masters-open")
        )
        game = play(game, (2, Save(Card.G11)))
        game = replace(game, open=replace(game.open, stage=Stage.PLAY))
        game = play(game, (3, Discard(Card.R2)))
        game = play(game, (0, NextRound()), (0, Deal("05" * 32)))

        assert seat_at(game.open, 2).saved == 1
        assert not seat_at(game.open, 2).has_saved
        cards = sum((mine.hand for mine in game.yours), game.stock) + game.open.pile
        assert cards.count(Card.G11) == 1

    def test_a_phase_is_named_when_laid(self) -> None:
        """With several open phases the lay-down says which."""
        cards = "R7 R7 B7 R9 B9 G9 Y1 Y3 R5 B8 G11"
        game = position({2: cards}, on=rules("choose"))

        assert why(game, 2, lay("R7 R7 B7", "R9 B9 G9")) == "name_a_phase"
        game = play(game, (2, lay("R7 R7 B7", "R9 B9 G9", phase=1)))
        assert seat_at(game.open, 2).done == (1,)

    def test_refreshing(self) -> None:
        """The melds go under the pile; the hand is full again after the discard."""
        game = position(
            {2: "R7 R7 B7 R9 B9 G9 Y1 Y3 R5 B8 G11"}, on=rules("masters-refresh")
        )
        assert why(game, 2, Refresh()) == "not_now"
        game = play(game, (2, lay("R7 R7 B7", "R9 B9 G9", phase=1)), (2, Refresh()))
        assert game.open.melds == ()
        assert game.open.pile[0] is Card.R7
        assert why(game, 2, lay("Y1 Y3 R5", "B8", phase=1)) == "already_laid"
        assert why(game, 2, Hit(Card.Y1, "a")) == "lay_first"

        game = play(game, (2, Discard(Card.Y1)))
        assert seat_at(game.open, 2).n == len(game.yours[1].hand) == 10
        assert seat_at(game.open, 2).done == (1,)
        assert game.yours[1].drew is None


class TestSwaps:
    """000: the card a wild stands for takes its place."""

    table = ((1, "run", "R3 W R5 R6"),)

    def test_slide(self) -> None:
        """C294a: the wild goes to an open end; refused before the own phase."""
        on = rules("slide")
        early = position({2: "G4 R1"}, table=self.table, on=on)
        assert why(early, 2, Swap(Card.G4, "a", "low")) == "lay_first"

        game = position({2: "G4 R1"}, table=self.table, laid=(2,), on=on)
        low = play(game, (2, Swap(Card.G4, "a", "low"))).open.melds[0]
        assert (low.low, [c.value for c in low.cards]) == (
            2,
            ["W", "R3", "G4", "R5", "R6"],
        )
        high = play(game, (2, Swap(Card.G4, "a"))).open.melds[0]
        assert [c.value for c in high.cards] == ["R3", "G4", "R5", "R6", "W"]

    @pytest.mark.parametrize(
        ("card", "meld", "reason"),
        [
            (Card.R1, "a", "no_wild_there"),
            (Card.G4, "z", "no_such_meld"),
            (Card.Y4, "a", "card_not_held"),
            (Card.G5, "b", "no_wild_there"),
        ],
    )
    def test_slide_refused(self, card: Card, meld: str, reason: str) -> None:
        """Only the card the wild stands for, only in runs."""
        table = (*self.table, (1, "set", "Y5 B5 W"))
        game = position({2: "G4 R1 G5"}, table=table, laid=(2,), on=rules("slide"))

        assert why(game, 2, Swap(card, meld)) == reason

    def test_a_full_run_is_closed(self) -> None:
        """Both ends closed: the wild has nowhere to go."""
        table = ((1, "run", "R1 R2 R3 W R5 R6 R7 R8 R9 R10 R11 R12"),)
        game = position({2: "G4 R1"}, table=table, laid=(2,), on=rules("slide"))

        assert why(game, 2, Swap(Card.G4, "a")) == "end_closed"

    def test_steal_and_hit(self) -> None:
        """C294b: the wild must be used this turn and can be neither kept nor thrown."""
        game = position(
            {2: "G4 R1 B1"}, table=self.table, laid=(2,), on=rules("bounty")
        )
        game = play(game, (2, Swap(Card.G4, "a")))
        assert hand(game, 2) == "R1 B1 W"
        assert why(game, 2, Discard(Card.R1)) == "must_use_wild"
        assert why(game, 2, Swap(Card.R1, "a")) == "no_wild_there"

        game = play(game, (2, Hit(Card.W, "a")))
        assert why(game, 2, Discard(Card.R1)) == ""

    def test_steal_to_complete_the_lay_down(self) -> None:
        """Before laying only if the wild then goes into the own phase."""
        cards = "R7 B7 R9 B9 G9 G4 R1 B2 B5 Y12 Y10"
        game = position({2: cards}, table=self.table, on=rules("bounty"))
        game = play(game, (2, Swap(Card.G4, "a")))
        assert why(game, 2, Discard(Card.R1)) == "must_use_wild"
        assert why(game, 2, lay("R7 B7 W", "R9 B9 G9")) == ""

        useless = position(
            {2: cards.replace("B7", "B6")}, table=self.table, on=rules("bounty")
        )
        assert why(useless, 2, Swap(Card.G4, "a")) == "cannot_use_wild"

    def test_laid_wilds_cost_points(self) -> None:
        """C293: 7 7 W and 9 9 W laid and out: 50 points."""
        on = rules(laid_wild_points=25)
        game = position({2: "R7 B7 W R9 B9 W G1"}, on=on)
        game = play(game, (2, lay("R7 B7 W", "R9 B9 W")), (2, Discard(Card.G1)))

        assert game.open.sheet[-1].points[1] == 50

    def test_the_thief_takes_the_points_over(self) -> None:
        """Seat 1 laid the wild; seat 2 takes it and its 25 points."""
        on = rules("bounty")
        game = position(
            {1: "R3 W R5 R6 R9 B9 G9 Y1 Y12 B11 B10"}, turn=1, phase={1: 2}, on=on
        )
        game = play(game, (1, lay("R9 B9 G9", "R3 W R5 R6")))
        assert seat_at(game.open, 1).charged == 1
        game = play(game, (1, Discard(Card.Y1)))

        game = with_facts(game, 2, laid=1, n=2)
        mine = replace(game.yours[1], hand=(Card.B1, Card.G4))
        game = replace(
            game,
            yours=(game.yours[0], mine, *game.yours[2:]),
            open=replace(game.open, stage=Stage.PLAY, turn=2),
        )
        game = play(game, (2, Swap(Card.G4, "b")))
        assert [seat.charged for seat in game.open.seats] == [0, 1, 0, 0]


class TestPostal:
    """000: nobody out before play is back at the dealer; the phase's number is wild."""

    on = rules("postal")

    def test_the_phases_number_is_wild(self) -> None:
        """Ones serve as wilds for a seat on phase 1, not for one on phase 2."""
        cards = "R7 B7 R1 R9 B9 G1 Y3 R5 B8 G11 Y12"
        game = position({2: cards}, on=self.on, home=True)
        assert why(game, 2, lay("R7 B7 R1", "R9 B9 G1")) == ""

        game = position(
            {2: "R7 B7 R1 R9 B10 G11 Y12"}, on=self.on, phase={2: 2}, home=True
        )
        assert why(game, 2, lay("R7 B7 R1", "R9 B10 G11 Y12")) == "group_does_not_fit"

    def test_one_natural_is_still_needed(self) -> None:
        """A set of ones is natural; wild ones alone beside a W are ones."""
        cards = "R1 B1 W R9 B9 G9 Y3 R5 B8 G11 Y12"
        game = position({2: cards}, on=self.on, home=True)
        game = play(game, (2, lay("R1 B1 W", "R9 B9 G9")))

        assert game.open.melds[0].number == 1

    def test_two_cards_must_stay(self) -> None:
        """A hit that leaves one card is refused until play was at the dealer."""
        game = position({2: "R5 R5 R2 R3"}, table=FIVES, laid=(2,), on=self.on)
        game = play(game, (2, Hit(Card.R5, "a")), (2, Hit(Card.R5, "a")))
        assert why(game, 2, Hit(Card.R5, "a")) == "card_not_held"

        game = position({2: "R5 R2"}, table=FIVES, laid=(2,), on=self.on)
        assert why(game, 2, Hit(Card.R5, "a")) == "not_yet_out"
        game = position({2: "R5 R2"}, table=FIVES, laid=(2,), on=self.on, home=True)
        assert why(game, 2, Hit(Card.R5, "a")) == ""

    def test_the_dealer_is_the_first_who_may(self) -> None:
        """Play comes home when the turn reaches, or passes over, the dealer."""
        game = play(
            position({4: FILL + " G2"}, turn=4, on=self.on), (4, Discard(Card.G2))
        )
        assert (game.open.turn, game.open.home) == (1, True)


class TestRuleCard:
    """000 Anti-phase for others: a rule card sends somebody down."""

    on = rules("anti-others")

    def test_discarded_last_it_names_a_seat(self) -> None:
        """The seat named goes down one phase after the advances."""
        game = position({2: "D"}, laid=(2, 3), on=self.on, phase={3: 4})
        assert why(game, 2, Discard(Card.D)) == "name_a_target"
        assert why(game, 2, Discard(Card.D, down=2)) == "no_such_target"
        game = play(game, (2, Discard(Card.D, down=3)))

        assert [seat.phase for seat in game.open.seats] == [1, 2, 4, 1]

    def test_held_at_the_end_it_costs_its_holder_a_phase(self) -> None:
        """Seat 3 has it in hand when 2 goes out."""
        game = position({2: "R2", 3: "D R3"}, laid=(2,), on=self.on, phase={3: 4})
        game = play(game, (2, Discard(Card.R2)))

        assert seat_at(game.open, 3).phase == 3
        assert game.open.sheet[-1].points[2] == 5

    def test_the_next_player_may_take_it(self) -> None:
        """Discarded earlier it is never laid or hit, and names nobody."""
        game = position({2: FILL + " D"}, on=self.on)
        assert why(game, 2, Discard(Card.D, down=3)) == "no_such_target"
        game = play(game, (2, Discard(Card.D)))

        assert why(game, 3, Draw("pile")) == ""


class TestOtherWays:
    """Anti-phase and the Twist board."""

    def test_anti(self) -> None:
        """All start on the last phase; who does not lay goes down, never below 1."""
        on = rules("anti")
        assert new_game(on, (1, 2)).open.seats[0].phase == 10
        game = position(
            {2: "R2"}, table=((2, "set", "Y7 Y7 W"),), phase={3: 1, 4: 5}, on=on
        )
        game = play(game, (2, Discard(Card.R2)))

        assert [seat.phase for seat in game.open.seats] == [9, 10, 1, 4]

    def test_the_board_moves(self) -> None:
        """Out 3 spaces, laid 2, not laid 1."""
        game = position({2: "R2", 3: "W"}, laid=(2, 3), on=rules("twist-board"))
        game = play(game, (2, Discard(Card.R2)))

        assert [seat.space for seat in game.open.seats] == [2, 4, 3, 2]

    def test_a_twist_space_asks(self) -> None:
        """The phase before, the phase after, or the Twist phase lying there."""
        on = rules("twist-board")
        game = play(new_game(on, (1, 2)), (0, Deal("05" * 32)))
        assert len(game.open.twists) == 4
        assert all(11 <= phase <= 20 for phase in game.open.twists)

        on_twist = with_facts(game, 2, space=PATH.index(0) + 1)
        phases = (2, 3, game.open.twists[0])
        ended = replace(on_twist, open=replace(on_twist.open, stage=Stage.ROUND_OVER))
        again = play(ended, (0, NextRound()), (0, Deal("06" * 32)))
        assert (again.open.stage, again.open.turn) == (Stage.DECLARE, 2)
        assert [offer.phase for offer in offered(again, 2, Declare)] == list(phases)
        assert len(on.phases) == 20

    def test_a_twist_phase_moves_further(self) -> None:
        """Out 6, laid 4, not laid one back; nobody leaves the path."""
        for laid, space, expected in ((11, 3, 9), (11, 12, 14), (0, 3, 2), (0, 1, 1)):
            game = position({2: "R2"}, laid=(2,), on=rules("twist-board"))
            game = with_facts(game, 2, space=space, declared=11, laid=laid)
            game = replace(game, open=replace(game.open, turn=2))
            if laid:
                game = play(game, (2, Discard(Card.R2)))
            else:
                game = with_facts(game, 3, laid=1, n=1)
                mine = replace(game.yours[2], hand=(Card.R3,))
                game = replace(
                    game,
                    yours=(*game.yours[:2], mine, game.yours[3]),
                    open=replace(game.open, turn=3),
                )
                game = play(game, (3, Discard(Card.R3)))
            assert seat_at(game.open, 2).space == expected, (laid, space)
