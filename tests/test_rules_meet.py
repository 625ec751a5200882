"""Records of play where two rules meet that are each held elsewhere.

What lies under a card that was taken, a floater with nothing to give back, a rule card
on somebody who has just done everything, a tie of players who have all gone on.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.engine.cards import Card
from p10net.engine.game import Game, new_game
from p10net.engine.moves import (
    Deal,
    Discard,
    Draw,
    DropSeat,
    Give,
    GiveBack,
    Hit,
    NextRound,
    Refresh,
    Save,
    Swap,
    legal,
)
from p10net.engine.view import Stage, seat_at
from tests.positions import (
    FILL,
    act,
    holding,
    known,
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
SKIPPED = Discard(Card.W, skip=3)


def upturned(face: str, seats: int, **switches: Any) -> Game:
    """Deal until this card is turned up, by dealer 1."""
    start = new_game(rules(**switches), tuple(range(1, seats + 1)))
    for i in range(5000):
        game, events = act(start, 0, Deal(f"{i:064x}"))
        if events[0].dealer == 1 and events[0].up.value == face:
            return game
    raise AssertionError(face)


class TestUnderTheTop:
    """A wild thrown as a Skip lies as one, also when it is on top again."""

    def thrown(self, **switches: Any) -> Game:
        """Seat 2 skips seat 3 with a wild, 4 covers it, 1 takes the cover away."""
        on = rules("truly-wild", **switches)
        game = position({2: "W B1 Y5", 4: FILL, 1: "B3 G6 Y6"}, on=on, stock="G2 G3 G4")
        return play(
            game,
            (2, SKIPPED),
            *((4, Draw("stock")), (4, Discard(Card.R1))),
            (1, Draw("pile")),
        )

    def test_after_a_card_was_saved(self) -> None:
        """Who saves puts nothing on the pile: the wild under it stays where it is."""
        game = play(self.thrown(save_pile=True), (1, Save(Card.B3)))

        assert (game.open.turn, game.open.pile[-1]) == (2, Card.W)
        assert why(game, 2, Draw("pile")) == "top_closed"
        assert offered(game, 2, Draw) == [Draw("stock")]

    def test_after_its_taker_has_left(self) -> None:
        """A turn broken off puts nothing on the pile either."""
        game = play(self.thrown(), (0, DropSeat(1)))

        assert (game.open.turn, game.open.pile[-1]) == (2, Card.W)
        assert why(game, 2, Draw("pile")) == "top_closed"

    def test_after_a_last_hit(self) -> None:
        """Nor does who floats."""
        game = holding(known(self.thrown(go_out="float"), 1, laid=1), 1, "R5")
        game = replace(
            game, open=replace(game.open, melds=position({}, table=FIVES).open.melds)
        )
        game = play(game, (1, Hit(Card.R5, "a")))

        assert seat_at(game.open, 1).floating
        assert why(game, 2, Draw("pile")) == "top_closed"

    def test_a_plain_wild_under_it(self) -> None:
        """One discarded as a wild may be taken, now as before."""
        on = rules("truly-wild", save_pile=True)
        game = position({2: "W B1 Y5", 3: FILL, 4: "B3 G6 Y6"}, on=on, stock="G2 G3 G4")
        game = play(
            game,
            (2, Discard(Card.W)),
            *((3, Draw("stock")), (3, Discard(Card.R1))),
            *((4, Draw("pile")), (4, Save(Card.B3))),
        )

        assert game.open.pile[-1] is Card.W
        assert why(game, 1, Draw("pile")) == ""

    def test_another_card_in_its_place(self) -> None:
        """Once a reshuffle took it, what lies at its height may be taken."""
        game = self.thrown()
        game = play(game, (1, Discard(Card.Y6)))
        game = replace(game, stock=(), open=replace(game.open, stock=0))
        game = play(game, (2, Draw("stock")))

        assert (game.open.pile, game.open.shut) == ((Card.Y6,), ())

    def test_as_the_top_through_a_reshuffle(self) -> None:
        """The top stays, and so does what it is."""
        game = position({2: "W B1 Y5", 4: FILL}, on=rules("truly-wild"))
        game = play(game, (2, SKIPPED))
        game = replace(game, stock=(), open=replace(game.open, stock=0))
        game = replace(
            game, open=replace(game.open, pile=(Card.R2, *game.open.pile), shut=(2,))
        )
        game = play(game, (4, Draw("stock")))

        assert (game.open.pile, game.open.shut) == ((Card.W,), (0,))
        assert game.open.closed

    def test_with_a_phase_put_under_the_pile(self) -> None:
        """Cards that go under it lift it."""
        on = rules("masters-refresh", wild_as_skip=True)
        cards = "R7 R7 B7 R9 B9 G9 Y1 Y3 R5 B8 G11"
        game = position({2: cards}, on=on, pile="R1 W", shut=(1,), closed=True)
        game = play(game, (2, lay("R7 R7 B7", "R9 B9 G9", phase=1)), (2, Refresh()))

        assert game.open.pile[7] is Card.W
        assert game.open.shut == (7,)
        assert play(game, (2, Save(Card.Y1))).open.closed


class TestTheRuleCard:
    """000: it may be taken by the next player only."""

    on = rules("anti-others")

    def test_under_a_card_whose_taker_has_left(self) -> None:
        """Seat 3 left it there: nobody after that takes it."""
        game = position(
            {2: "D B1 Y5", 3: FILL, 4: "B3 G6 Y6"}, on=self.on, stock="G2 G3"
        )
        game = play(
            game,
            (2, Discard(Card.D)),
            *((3, Draw("stock")), (3, Discard(Card.R1))),
            *((4, Draw("pile")), (0, DropSeat(4))),
        )

        assert game.open.pile[-1] is Card.D
        assert why(game, 1, Draw("pile")) == "top_closed"

    def test_left_by_who_floats(self) -> None:
        """Seat 3 drew from the stock and hit its last card: 4 comes too late."""
        on = rules("anti-others", go_out="float")
        game = position(
            {2: "D B1 Y5", 3: ""}, table=FIVES, laid=(3,), on=on, stock="R5 G2"
        )
        game = play(
            known(game, 3, floating=True),
            *((2, Discard(Card.D)), (3, Draw("stock")), (3, Hit(Card.R5, "a"))),
        )

        assert game.open.turn == 4
        assert why(game, 4, Draw("pile")) == "top_closed"

    def test_taken_and_thrown_again(self) -> None:
        """Each time it is the next player's."""
        game = position({2: "D B1 Y5", 3: FILL}, on=self.on, stock="G2 G3")
        game = play(game, (2, Discard(Card.D)), (3, Draw("pile")), (3, Discard(Card.D)))

        assert why(game, 4, Draw("pile")) == ""

    def test_given_back_for_an_upturned_wild(self) -> None:
        """It lies there for the first player, and for nobody later."""
        on = rules("anti-others", first_wild="dealer_gives", save_pile=True)
        game = position({1: "D B1", 2: FILL, 3: "B3 G6 Y6"}, on=on, turn=1, pile="W")
        game = replace(game, open=replace(game.open, stage=Stage.GIVE))
        game = play(game, (1, Give(1)), (1, GiveBack(Card.D)))
        assert why(game, 2, Draw("pile")) == ""

        game = play(game, (2, Draw("stock")), (2, Save(Card.R1)))
        assert why(game, 3, Draw("pile")) == "top_closed"

    def test_on_who_has_done_everything(self) -> None:
        """One phase down from the end: the last one is to do again, and only that."""
        game = position({2: "D", 3: "R1"}, laid=(2, 3), phase={3: 10}, on=self.on)
        seat = seat_at(play(game, (2, Discard(Card.D, down=3))).open, 3)
        assert (seat.phase, seat.done) == (10, tuple(range(1, 10)))

        game = position({2: "D", 3: "R1"}, laid=(2, 3), phase={3: 9}, on=self.on)
        seat = seat_at(play(game, (2, Discard(Card.D, down=3))).open, 3)
        assert (seat.phase, seat.done) == (9, tuple(range(1, 9)))


class TestAFloaterWhoMayGiveNothingBack:
    """000 Floating with `rediscard=false`: no act leads to where there is no other."""

    on = rules("floating", rediscard=False)

    def floater(self, **more: Any) -> Game:
        """Seat 2 floats and is to draw."""
        table = ((2, "set", "G5 Y5 B5"),)
        game = position({2: ""}, table=table, stage=Stage.DRAW, on=self.on, **more)
        return known(game, 2, floating=True)

    def test_a_top_that_fits_nothing(self) -> None:
        """It could be neither hit nor discarded, so it is not taken."""
        game = self.floater(pile="R2", stock="R3")
        assert why(game, 2, Draw("pile")) == "top_closed"
        assert legal(view(game, 2)) == (Draw("stock"),)

        game = play(game, (2, Draw("stock")), (2, Discard(Card.R3)))
        assert summary(game).out == 2

    def test_a_top_that_fits(self) -> None:
        """It has to be taken as ever."""
        game = self.floater(pile="R5", stock="R3")

        assert legal(view(game, 2)) == (Draw("pile"),)

    def test_no_other_card(self) -> None:
        """It must be taken, and may go back: there is nothing else to discard."""
        game = self.floater(pile="R2")
        game = replace(game, stock=(), open=replace(game.open, stock=0))
        game = play(game, (2, Draw("pile")), (2, Discard(Card.R2)))

        assert summary(game).out == 2

    def test_where_cards_may_go_back(self) -> None:
        """Without the switch a floater may take it, and end the round with it."""
        game = self.floater(pile="R2", stock="R3")
        open_ = replace(game.open, rules=rules("floating"))
        game = play(replace(game, open=open_), (2, Draw("pile")), (2, Discard(Card.R2)))

        assert summary(game).out == 2


@pytest.mark.parametrize("laid", [(2,), (2, 3)])
def test_a_tie_of_rounds_that_move_everybody_on(laid: tuple[int, ...]) -> None:
    """000: it is played for the phase tried in the tying round, laid or not."""
    on = rules("fixed-ten", round_limit=5)
    hands = {1: "R3 R9", 2: "R2", 3: "R4 R5", 4: "R6 R7 R1"}
    fifth = dict.fromkeys(range(1, 5), 5)
    game = position(hands, laid=laid, phase=fifth, on=on, round=5)
    game = play(known(game, 2, score=100), (2, Discard(Card.R2)))
    assert game.open.tie == (1, 3)

    game = play(game, (0, NextRound()), (0, Deal("05" * 32)))
    assert [seat_at(game.open, seat).phase for seat in (1, 3)] == [5, 5]


class TestWildsThatCost:
    """000 Bounty: 25 for each wild laid with a phase, whoever has it in the end."""

    def laid(self, cards: str, **hands: str) -> Game:
        """Seat 1 laid a run of seven with these cards; the others have laid or not."""
        others = {int(name[1:]): held for name, held in hands.items()}
        game = position(
            {1: f"{cards} Y9 R1", **others},
            on=rules("bounty"),
            turn=1,
            phase={1: 4},
            laid=tuple(seat for seat, held in others.items() if len(held) < 20),
        )
        return play(game, (1, lay(cards)), (1, Discard(Card.Y9)))

    def turn(self, game: Game, seat: int) -> Game:
        """Let a seat go on that has drawn."""
        changed = replace(game.open, turn=seat, stage=Stage.PLAY, laid_now=False)
        return replace(game, open=changed)

    def costs(self, game: Game) -> list[int]:
        """Count the wilds that each seat is charged for."""
        return [seat.charged for seat in game.open.seats]

    def test_one_stolen_twice(self) -> None:
        """From the run into a phase, from there to a third: who had it last pays."""
        game = self.laid(
            "R3 B4 G5 W R7 B8 G9",
            s2="G6 R10 B10 G10 R1 B1 Y12",
            s3="Y1 R2 R12",
        )
        game = self.turn(game, 2)
        game = play(game, (2, Swap(Card.G6, "a")))
        assert self.costs(game) == [0, 1, 0, 0]
        game = play(game, (2, lay("R10 B10 G10", "R1 B1 W")))
        assert self.costs(game) == [0, 1, 0, 0]

        game = self.turn(game, 3)
        game = play(game, (3, Swap(Card.Y1, "c")), (3, Hit(Card.W, "a")))
        assert self.costs(game) == [0, 0, 1, 0]

    def test_one_that_was_hit(self) -> None:
        """It cost nobody anything, and so it costs a thief nothing who hits with it."""
        game = self.laid("R3 B4 G5 W R7 B8 G9", s2="W Y1 Y3", s3="R10 R2 R12")
        game = play(self.turn(game, 2), (2, Hit(Card.W, "a", "high")))
        assert self.costs(game) == [1, 0, 0, 0]

        game = play(self.turn(game, 3), (3, Swap(Card.R10, "a")))
        assert self.costs(game) == [1, 0, 0, 0]
        game = play(game, (3, Hit(Card.W, "a", "low")))

        game = self.turn(holding(game, 2, "G6 Y1 Y3"), 2)
        game = play(game, (2, Swap(Card.G6, "a")))
        assert self.costs(game) == [0, 1, 0, 0]

    def test_one_that_was_hit_laid_anew(self) -> None:
        """Laid with a phase it costs like any other."""
        game = self.laid(
            "R3 B4 G5 Y6 R7 B8 W", s2="W Y1 Y3", s3="R10 R2 B2 G2 R11 B11 Y12 Y3"
        )
        game = play(self.turn(game, 2), (2, Hit(Card.W, "a", "high")))
        game = play(self.turn(game, 3), (3, Swap(Card.R10, "a")))
        game = play(game, (3, lay("R2 B2 G2", "R11 B11 W")))

        assert self.costs(game) == [1, 0, 1, 0]


class TestSkipsWithFewToSkip:
    """Whom a Skip hits where seats owe turns, are gone or have been skipped."""

    def test_the_next_player_is_never_oneself(self) -> None:
        """001: all others owe a turn, so nobody is hit and they lose what they owe."""
        game = position({2: "S R1 B3"}, seats=3, on=rules(skip_target="next"))
        game = known(known(game, 1, owes=1), 3, owes=1)
        game = play(game, (2, Discard(Card.S)))

        assert game.open.turn == 2
        assert [seat.owes for seat in game.open.seats] == [0, 0, 0]

    def test_not_the_next_player_once_two_are_left(self) -> None:
        """000's sentence would leave nobody: it does not count for two."""
        game = position({2: "S R1 B3"}, seats=3, on=rules(skip_target="not_next"))
        game = play(game, (0, DropSeat(3)), (2, Discard(Card.S)))

        assert game.open.turn == 2

    def test_a_circuit_ends_at_an_opener_who_loses_the_turn(self) -> None:
        """The count starts again as that turn comes round, played or not."""
        on = rules(skip_limit="per_circuit")
        game = position({1: "S R1 B3"}, turn=1, on=on)
        game = known(known(game, 2, owes=1, skipped=1), 4, skipped=1)
        assert why(game, 1, Discard(Card.S, skip=4)) == "no_such_target"

        game = play(game, (1, Discard(Card.R1)))
        assert game.open.turn == 3
        assert [seat.skipped for seat in game.open.seats] == [0, 0, 0, 0]

    def test_a_circuit_ends_where_the_opener_was(self) -> None:
        """Somebody who has left still marks the place."""
        game = position({1: "R1 B3"}, turn=1, on=rules(skip_limit="per_circuit"))
        game = play(known(game, 4, skipped=1), (0, DropSeat(2)), (1, Discard(Card.R1)))

        assert game.open.turn == 3
        assert seat_at(game.open, 4).skipped == 0

    @pytest.mark.parametrize("limit", ["per_circuit", "per_round"])
    def test_an_upturned_skip_counts(self, limit: str) -> None:
        """A57: whoever lost the first turn by it is not hit again in that span."""
        game = upturned("S", seats=3, skip_limit=limit)
        assert game.open.turn == 3
        game = holding(play(game, (3, Draw("stock"))), 3, "S R1 B3")

        assert why(game, 3, Discard(Card.S, skip=2)) == "no_such_target"
        assert play(game, (3, Discard(Card.S, skip=1))).open.turn == 2


class TestFloaters:
    """000: what keeps a floater afloat, and what does not."""

    def floater(self, draws: str, *owing: int, **switches: Any) -> Game:
        """Seat 2 floats and has drawn."""
        on = rules("floating", **switches)
        game = position({2: draws}, table=((2, "set", "G5 Y5 B5"),), on=on, seats=3)
        for seat in owing:
            game = known(game, seat, owes=1)
        return known(game, 2, floating=True)

    def test_a_skip_that_hits_nobody(self) -> None:
        """It is a plain discard, and so the last one."""
        assert summary(play(self.floater("S", 1, 3), (2, Discard(Card.S)))).out == 2

    def test_a_wild_thrown_as_a_skip(self) -> None:
        """Where no meld takes it, it hits somebody, who keeps the floater up."""
        game = self.floater("W", wild_as_skip=True)
        full = position({}, table=((2, "run", RUN),)).open.melds
        game = replace(game, open=replace(game.open, melds=full))
        game = play(game, (2, Discard(Card.W, skip=3)))

        assert (game.open.turn, seat_at(game.open, 2).floating) == (1, True)

    def test_floating_is_told_once(self) -> None:
        """A card drawn and hit by who floats is no news of floating."""
        game = known(self.floater("R5 R5"), 2, floating=False)
        game = play(game, (2, Hit(Card.R5, "a")))
        told = []
        for floating in (False, True):
            _, events = act(known(game, 2, floating=floating), 2, Hit(Card.R5, "a"))
            told.append([type(event).__name__ for event in events])

        assert told == [["HitMade", "Floated"], ["HitMade"]]

    def test_the_wild_number_of_the_phase_that_was_laid(self) -> None:
        """000 Postal: the number of the phase laid is wild, not that of another one."""
        postal = {"phase_number_wild": True, "phase_order": "open"}
        game = known(self.floater("R3", **postal), 2, laid=3, phase=1, done=(3,))

        assert why(game, 2, Discard(Card.R3)) == "must_hit"


RUN = "R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10 G11 Y12"


class TestPostal:
    """000: wild numbers in seven phases, nobody out before the dealer's turn."""

    @pytest.mark.parametrize(
        ("phase", "groups", "legal_"),
        [
            (7, ("R5 B5 G5 R7", "R9 B9 G9 B7"), True),
            (7, ("R5 B5 G5 R8", "R9 B9 G9 B8"), False),
            (8, ("R1 R2 R3 R4 R5 R6 B8",), False),
            (9, ("R1 B1 G1 Y1 B9", "R2 B2"), False),
            (10, ("R1 B1 G1 Y1 B10", "R2 B2 G2"), False),
        ],
    )
    def test_the_phases_with_a_wild_number(
        self, phase: int, groups: tuple[str, ...], legal_: bool
    ) -> None:
        """In the eighth and later ones every number is itself."""
        game = position(
            {2: " ".join((*groups, "W Y12"))}, phase={2: phase}, on=rules("postal")
        )

        assert (why(game, 2, lay(*groups)) == "") is legal_

    def test_a_dealer_who_loses_the_turn(self) -> None:
        """Play has been back there all the same: the next player may go out."""
        game = position({4: "R1 B3", 2: "R2"}, turn=4, laid=(2,), on=rules("postal"))
        game = play(known(game, 1, owes=1), (4, Discard(Card.R1)))
        assert (game.open.turn, game.open.home) == (2, True)

        game = replace(game, open=replace(game.open, stage=Stage.PLAY))
        assert summary(play(game, (2, Discard(Card.R2)))).out == 2

    def test_a_dealer_who_has_left(self) -> None:
        """Play comes by the empty place."""
        game = position({4: "R1 B3"}, turn=4, on=rules("postal"))
        game = play(game, (0, DropSeat(1)), (4, Discard(Card.R1)))

        assert (game.open.turn, game.open.home) == (2, True)


LAST = lay("R9 B9 G9 Y9 R9", "R4 B4 G4")
TENTH = "R9 B9 G9 Y9 R9 R4 B4 G4 R1 R2 R3"


class TestEnds:
    """When a game is over, and for whom."""

    def test_not_at_once_if_another_has_laid_it_too(self) -> None:
        """000: of two who have done the last phase the points decide."""
        on = rules(game_end="at_once_if_sole")
        game = position({2: TENTH}, phase={2: 10, 3: 10}, laid=(3,), on=on)

        assert play(game, (2, LAST)).open.stage is Stage.PLAY

    def test_not_at_once_in_a_tie_break(self) -> None:
        """It is won by going out, whatever phases the tied seats play."""
        on = rules(game_end="at_once_if_sole")
        game = position({2: TENTH}, phase={2: 10, 3: 9}, tie=(2, 3), on=on)

        assert play(game, (2, LAST)).open.stage is Stage.PLAY

    @pytest.mark.parametrize(("before", "over"), [(994, False), (995, True)])
    def test_a_total_that_reaches_the_limit(self, before: int, over: bool) -> None:
        """001: a thousand points are enough, one short of it is not."""
        hands = {1: "R3", 2: "R2", 3: "R4", 4: "R6"}
        game = position(hands, laid=(2,), on=rules("score-1000"))
        game = play(known(game, 1, score=before), (2, Discard(Card.R2)))

        assert (game.open.stage is Stage.GAME_OVER) is over

    def test_points_decide_among_those_who_did_the_last_phase(self) -> None:
        """A63: also where everybody moves on and one has laid fewer phases."""
        on = rules(progress="fixed_rounds")
        game = position({2: "R2", 3: "R3"}, laid=(2, 3), phase={2: 10, 3: 10}, on=on)
        game = known(known(game, 2, score=50), 3, done=(10,))
        game = play(game, (2, Discard(Card.R2)))

        assert summary(game).winners == (3,)

    def test_all_done_and_no_end_in_sight(self) -> None:
        """Where only a limit ends the game, who has done all lays the last again."""
        on = rules("choose", game_end="limit", score_limit=1000)
        game = position({2: TENTH}, on=on)
        game = known(game, 2, done=tuple(range(1, 11)), phase=10)

        assert seat_at(play(game, (2, LAST)).open, 2).laid == 10


def test_a_wild_slides_to_an_open_end_only() -> None:
    """000: the run ends at twelve, so it goes down, whichever end is named."""
    table = ((1, "run", "R9 W R11 R12"),)
    game = position({2: "B10 R1"}, table=table, laid=(2,), on=rules("slide"))
    assert why(game, 2, Swap(Card.B10, "a", "high")) == "end_closed"

    game = play(game, (2, Swap(Card.B10, "a")))
    assert game.open.melds[0].low == 8
