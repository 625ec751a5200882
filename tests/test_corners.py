"""Corners of the rules that random play seldom reaches, each a short record."""

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.engine import cards, conflicts, melds, outcome, progress
from p10net.engine.cards import Card, Hand
from p10net.engine.game import Game
from p10net.engine.moves import (
    Deal,
    Discard,
    Draw,
    DropSeat,
    Give,
    GiveBack,
    Hit,
    Lay,
    LayOffer,
    NextRound,
    Refresh,
    Save,
    Swap,
    TakeSaved,
)
from p10net.engine.turns import after, end_round
from p10net.engine.view import Stage, seat_at, with_seat
from tests.positions import (
    FILL,
    act,
    goals,
    lay,
    offered,
    play,
    position,
    rules,
    summary,
    why,
)

FIVES = ((2, "set", "G5 Y5 B5"),)


def facts(game: Game, seat: int, **changed: Any) -> Game:
    """Change what is known of one seat."""
    return replace(
        game, open=with_seat(game.open, replace(seat_at(game.open, seat), **changed))
    )


def table(game: Game, **changed: Any) -> Game:
    """Change the open table."""
    return replace(game, open=replace(game.open, **changed))


def holds(game: Game, seat: int, hand: Hand) -> Game:
    """Put these cards into a hand."""
    mine = replace(game.yours[seat - 1], hand=cards.in_order(hand))
    yours = (*game.yours[: seat - 1], mine, *game.yours[seat:])
    return facts(replace(game, yours=yours), seat, n=len(hand))


def empty_stock(game: Game) -> Game:
    """Leave nothing face down."""
    return table(replace(game, stock=()), stock=0)


def test_cards_as_text() -> None:
    """Faces are read in any case, with blanks or commas between them."""
    assert cards.parse_cards("r5, W  y12") == (Card.R5, Card.W, Card.Y12)
    with pytest.raises(ValueError, match="'Q1' is not a card"):
        cards.parse_cards("R5 Q1")


def test_rules_that_fail_where_nobody_set_anything() -> None:
    """A value no switch was given for is told as one that was given."""
    broken = replace(rules(), wilds="many")

    with pytest.raises(ValueError, match=r"wilds = .*many.* is not possible"):
        conflicts.build({"skips": 2}, broken)


class TestNothingToDraw:
    """House sizes may use the deck up; nobody is ever stuck (A16)."""

    def test_a_circuit_without_a_draw_ends_the_round(self) -> None:
        """Each seat plays once more without drawing, then the hands score."""
        game = empty_stock(position({1: "S S", 2: FILL + " S"}, seats=2, pile=""))
        game, events = act(game, 2, Discard(Card.S, skip=1))
        assert [type(event).__name__ for event in events] == [
            "Discarded",
            "Skipped",
            "NoDraw",
        ]
        game = table(game, dry=2, pile=(Card.S,), turn=1)
        game = empty_stock(game)
        game, events = act(table(game, pile=()), 1, Discard(Card.S))

        assert game.open.stage is Stage.ROUND_OVER
        assert summary(game).how == "no_cards"
        assert summary(game).out == 0

    def test_floaters_have_nothing_to_play(self) -> None:
        """All that cannot draw float: the round ends without a winner."""
        game = empty_stock(
            position(
                {1: "S S", 2: "", 3: ""}, turn=1, seats=3, pile="", on=rules("floating")
            )
        )
        for seat in (2, 3):
            game = facts(game, seat, floating=True, laid=1)
        game = facts(game, 1, floating=False)
        game, events = act(game, 1, Discard(Card.S, skip=2))

        assert [type(event).__name__ for event in events][:3] == [
            "Discarded",
            "Skipped",
            "NoDraw",
        ]
        assert game.open.turn == 1

    def test_a_saved_card_is_a_draw_too(self) -> None:
        """With stock and pile empty the save pile still gives a card."""
        game = position({2: FILL + " S"}, on=rules("masters-open"), pile="")
        mine = replace(game.yours[2], saved=(Card.R12,))
        game = replace(game, yours=(*game.yours[:2], mine, game.yours[3]))
        game = empty_stock(facts(game, 3, saved=1))
        game = play(game, (2, Discard(Card.S, skip=4)))

        assert game.open.stage is Stage.DRAW
        assert offered(game, 3, TakeSaved) == [TakeSaved(Card.R12)]
        assert why(game, 3, Draw("stock")) == "stock_empty"
        assert why(game, 3, Draw("pile")) == "skip_on_top"

    def test_a_refill_may_empty_the_stock(self) -> None:
        """The next seat then plays without a draw instead of being stuck."""
        game = position({2: FILL}, on=rules("masters-refresh"), pile="", stock="R12")
        game = facts(game, 2, n=10, put_away=1)
        game = replace(game, stock=game.stock[-1:])
        game = table(game, stock=1, refreshing=True, laid_now=True)
        game, events = act(game, 2, Save(Card.R1))

        assert [type(event).__name__ for event in events] == ["Saved", "NoDraw"]
        assert (game.open.turn, game.open.stage) == (3, Stage.PLAY)
        assert seat_at(game.open, 2).n == 10

    def test_a_refill_takes_what_there_is(self) -> None:
        """Fewer cards than the hand size: the hand stays smaller."""
        game = position(
            {2: "R1 R2 R3"}, on=rules("masters-refresh"), pile="", stock="R12"
        )
        game = replace(game, stock=game.stock[-1:])
        game = table(game, stock=1, refreshing=True, laid_now=True)
        game = play(game, (2, Save(Card.R1)))

        assert seat_at(game.open, 2).n == 3

    def test_a_floater_under_an_emptied_stock(self) -> None:
        """It cannot draw and holds nothing: the turn passes on."""
        game = position(
            {2: FILL, 3: ""},
            on=rules("masters-refresh", go_out="float"),
            pile="",
            stock="R12",
        )
        game = facts(game, 3, floating=True, laid=1)
        game = replace(game, stock=game.stock[-1:])
        game = table(game, stock=1, refreshing=True, laid_now=True)
        game, events = act(game, 2, Save(Card.R1))

        assert [type(event).__name__ for event in events] == [
            "Saved",
            "NoDraw",
            "NoDraw",
        ]
        assert game.open.turn == 4


def test_a_stalemate_ends_the_round() -> None:
    """The stock ran out over and over and nobody laid or hit: nobody goes out."""
    game = empty_stock(position({2: FILL}, stage=Stage.DRAW, pile="G1 G2 G12"))
    again = play(table(game, stale=3), (2, Draw("stock")))
    assert (again.open.stale, again.open.stage) == (4, Stage.PLAY)

    game, events = act(table(game, stale=4), 2, Draw("stock"))
    assert (summary(game).how, summary(game).out) == ("stalemate", 0)
    assert [type(event).__name__ for event in events] == ["Drew", "RoundOver"]


def test_a_card_played_ends_the_wait() -> None:
    """Laying or hitting starts the count anew."""
    game = position({2: "R5 R1 R2"}, table=FIVES, stale=4)

    assert play(game, (2, Hit(Card.R5, "a"))).open.stale == 0


class TestSwapCorners:
    """Slide and steal at their limits."""

    run = ((1, "run", "R3 W R5 R6"),)

    def test_a_slide_may_go_out(self) -> None:
        """The last card swapped is played: out, unless one must be kept."""
        on = rules("slide")
        game = position({2: "G4"}, table=self.run, laid=(2,), on=on)
        assert summary(play(game, (2, Swap(Card.G4, "a", "low")))).out == 2

        strict = rules("slide", go_out="discard")
        game = position({2: "G4"}, table=self.run, laid=(2,), on=strict)
        assert why(game, 2, Swap(Card.G4, "a")) == "keep_a_card"
        unsure = rules("slide", rediscard=False)
        game = position({2: "G4 R1"}, table=self.run, laid=(2,), on=unsure)
        assert why(game, 2, Swap(Card.G4, "a")) == ""

    def test_a_slide_to_the_low_end_when_high_is_closed(self) -> None:
        """Not named, the open end is taken."""
        lying = ((1, "run", "R9 W R11 R12"),)
        game = position({2: "G10 R1"}, table=lying, laid=(2,), on=rules("slide"))
        game = play(game, (2, Swap(Card.G10, "a")))

        assert game.open.melds[0].low == 8

    def test_stealing_names_no_end(self) -> None:
        """An end is refused; so is a second theft, and a lay-down without the wild."""
        lying = (*self.run, (1, "run", "Y3 W Y5 Y6"))
        game = position({2: "G4 Y4 R1 B1"}, table=lying, laid=(2,), on=rules("bounty"))
        assert why(game, 2, Swap(Card.G4, "a", "low")) == "end_closed"
        game = play(game, (2, Swap(Card.G4, "a")))
        assert why(game, 2, Swap(Card.Y4, "b")) == "must_use_wild"
        assert why(game, 2, Save(Card.R1)) == "not_offered"

        cards_ = "R7 B7 G7 R9 B9 G9 G4 R1 B2 B5 Y12"
        game = position({2: cards_}, table=self.run, on=rules("bounty"))
        game = play(game, (2, Swap(Card.G4, "a")))
        assert why(game, 2, lay("R7 B7 G7", "R9 B9 G9")) == "must_use_wild"
        assert why(game, 2, Refresh()) == "not_offered"

    def test_a_theft_must_leave_a_way_to_end_the_turn(self) -> None:
        """With the last card to be discarded, the wild could not be placed."""
        strict = rules("bounty", go_out="discard")
        game = position({2: "G4"}, table=self.run, laid=(2,), on=strict)
        assert why(game, 2, Swap(Card.G4, "a")) == "keep_a_card"

        exact = rules("bounty", extra_cards=False)
        cards_ = "R7 B7 G7 R9 B9 G9 G4 R1 B2 B5 Y12"
        game = position({2: cards_}, table=self.run, on=exact)
        assert why(game, 2, Swap(Card.G4, "a")) == "cannot_use_wild"

    def test_a_theft_after_laying_needs_hits_allowed(self) -> None:
        """With hits in later turns only, a stolen wild would have no place."""
        later = rules("bounty", hits="later_turn")
        game = position(
            {2: "G4 R1"}, table=self.run, laid=(2,), on=later, laid_now=True
        )
        assert why(game, 2, Swap(Card.G4, "a")) == "hit_next_turn"
        fresh = position(
            {2: FILL.replace("B8", "G4") + " W"},
            table=self.run,
            on=later,
            laid_now=True,
        )
        assert why(fresh, 2, Swap(Card.G4, "a")) == "cannot_use_wild"


class TestNoDeadEnds:
    """An act that would leave no way to end the turn is refused."""

    def test_a_hit_that_leaves_only_the_card_just_taken(self) -> None:
        """It may not go straight back, and fits nowhere: the hit is refused."""
        on = rules(rediscard=False)
        game = position({2: "R5"}, table=FIVES, on=on, stage=Stage.DRAW, pile="Y9")
        game = play(game, (2, Draw("pile")))
        assert why(game, 2, Hit(Card.R5, "a")) == "keep_a_card"
        assert offered(game, 2, Hit) == []
        assert why(game, 2, Discard(Card.R5)) == ""

    def test_but_a_card_that_fits_is_a_way_out(self) -> None:
        """The card taken can be hit as well: out."""
        on = rules(rediscard=False)
        game = position({2: "R5"}, table=FIVES, on=on, stage=Stage.DRAW, pile="Y5")
        game = play(game, (2, Draw("pile")), (2, Hit(Card.R5, "a")))
        assert summary(play(game, (2, Hit(Card.Y5, "a")))).out == 2

    def test_a_lay_down_that_leaves_only_the_card_just_taken(self) -> None:
        """The offer is another lay-down, one that keeps a card to discard."""
        on = rules(rediscard=False)
        game = position(
            {2: "R7 B7 G7 Y7 R9 B9 G9"}, on=on, stage=Stage.DRAW, pile="Y12"
        )
        game = play(game, (2, Draw("pile")))
        every = lay("R7 B7 G7 Y7", "R9 B9 G9")
        assert why(game, 2, every) == "keep_a_card"
        (offer,) = offered(game, 2, LayOffer)
        assert why(game, 2, Lay(offer.melds, offer.phase)) == ""

    def test_no_lay_down_that_may_be_made(self) -> None:
        """Exact goals and go_out=discard: nothing is offered."""
        on = rules(go_out="discard", extra_cards=False)
        game = position({2: "R7 B7 G7 R9 B9 G9"}, on=on)

        assert offered(game, 2, LayOffer) == []


class TestMastersCorners:
    """Saving and refreshing at their limits."""

    def test_what_may_not_be_saved(self) -> None:
        """A card not held, the rule card, and anything while a wild is owed."""
        on = rules("masters-open")
        game = position({2: "R1 R2"}, on=on)
        assert why(game, 2, Save(Card.Y9)) == "card_not_held"
        owing = table(game, owed_wild=True)
        assert why(owing, 2, Save(Card.R1)) == "must_use_wild"
        odd = rules("anti-others", save_pile=True)
        assert why(position({2: "R1 D"}, on=odd), 2, Save(Card.D)) == "not_now"
        last = position({2: "D"}, laid=(2,), on=odd)
        assert [o.down for o in offered(last, 2, Discard)] == [1, 3, 4]

    def test_taking_saved_cards(self) -> None:
        """Not offered without the switch; a floater's forced top comes first."""
        game = position({2: FILL}, stage=Stage.DRAW)
        assert why(game, 2, TakeSaved(Card.R1)) == "not_offered"

        on = rules("masters-open", go_out="float")
        game = position({2: ""}, table=FIVES, stage=Stage.DRAW, pile="R5", on=on)
        mine = replace(game.yours[1], saved=(Card.R12,))
        game = replace(game, yours=(game.yours[0], mine, *game.yours[2:]))
        game = facts(game, 2, floating=True, saved=1)
        assert why(game, 2, TakeSaved(Card.R12)) == "must_take_top"
        assert offered(game, 2, TakeSaved) == []

    def test_a_rule_card_passed_by_lies_like_a_skip(self) -> None:
        """A save leaves it on top: the seat after the next may not take it."""
        on = rules("anti-others", save_pile=True)
        game = position({2: FILL + " G2"}, on=on, pile="D", shut=(0,))
        game = play(game, (2, Save(Card.G2)))

        assert why(game, 3, Draw("pile")) == "top_closed"

    def test_a_rule_card_may_be_taken_where_wilds_may_not(self) -> None:
        """The switch is about wilds: a rule card just thrown is a card like others."""
        on = rules("anti-others", wild_pickup=False)
        hands = {2: FILL}
        thrown = position(hands, on=on, stage=Stage.DRAW, pile="W D")
        wild = position(hands, on=on, stage=Stage.DRAW, pile="D W")

        assert why(thrown, 2, Draw("pile")) == ""
        assert why(wild, 2, Draw("pile")) == "wild_on_top"

    def test_refreshing_at_its_limits(self) -> None:
        """Not with one card left, not with a wild owed, not with nothing open."""
        on = rules("masters-refresh")
        base = position({2: "R1"}, laid=(2,), on=on, laid_now=True)
        assert why(base, 2, Refresh()) == "keep_a_card"
        two = position({2: "R1 R2"}, laid=(2,), on=on, laid_now=True)
        assert why(table(two, owed_wild=True), 2, Refresh()) == "must_use_wild"
        done = facts(two, 2, done=tuple(range(1, 11)))
        assert why(done, 2, Refresh()) == "phase_not_open"
        assert why(two, 2, Refresh()) == ""


def test_a_wild_number_that_fits_nowhere_as_itself() -> None:
    """000 Postal: the one at the end of a run of wilds is a wild; it starts at 1."""
    run = melds.read(goals("1 run of 4")[0], cards.parse_cards("W W W R1"), wild=1)

    assert run is not None
    assert (run.low, melds.has_natural(run)) == (1, False)


class TestGivingCorners:
    """The dealer's gift when seats are missing."""

    def test_offers(self) -> None:
        """All playing seats, then the cards but Skips."""
        game = position({2: FILL + " S"}, stage=Stage.GIVE, turn=1, pile="W")
        assert [give.seat for give in offered(game, 1, Give)] == [1, 2, 3, 4]

        receiving = table(game, turn=2, pile=())
        assert GiveBack(Card.S) not in offered(receiving, 2, GiveBack)
        assert len(offered(receiving, 2, GiveBack)) == 10

    def test_a_dealer_who_sits_out_gives_nothing(self) -> None:
        """In a tie-break without the dealer the wild just lies there."""
        game = position({}, tie=(2, 3), on=rules("dealer-gives"))
        game = table(game, stage=Stage.ROUND_OVER, dealer=4)
        for i in range(400):
            dealt = play(game, (0, NextRound()), (0, Deal(f"{i:064x}")))
            if dealt.open.pile == (Card.W,):
                assert dealt.open.stage is Stage.DRAW
                return
        raise AssertionError("no wild was turned up")

    def test_a_dealer_who_leaves(self) -> None:
        """The first turn begins without the gift."""
        game = position({2: FILL}, stage=Stage.GIVE, turn=1, pile="W")
        game = play(game, (0, DropSeat(1)))

        assert (game.open.turn, game.open.stage) == (2, Stage.DRAW)


def test_leaving_while_declaring() -> None:
    """The next seat is asked; the last one's leaving starts the play."""
    game = play(
        position({}, stage=Stage.ROUND_OVER, on=rules("masters")),
        (0, NextRound()),
        (0, Deal("05" * 32)),
    )
    asked = game.open.turn
    game = play(game, (0, DropSeat(asked)))
    assert game.open.stage is Stage.DECLARE
    assert game.open.turn == asked % 4 + 1
    over = table(game, stage=Stage.GAME_OVER)
    assert why(over, 0, DropSeat(1)) == "game_over"


def test_declaring_in_a_tie_break_without_the_dealer() -> None:
    """Both tied seats have their phase already: play begins at once."""
    game = position({}, tie=(2, 3), on=rules("masters"))
    game = facts(facts(game, 2, laid=7), 3, laid=9)
    game = table(game, stage=Stage.ROUND_OVER, dealer=3)
    game = play(game, (0, NextRound()), (0, Deal("05" * 32)))

    assert game.open.dealer == 4
    assert game.open.stage in (Stage.DRAW, Stage.PLAY)
    assert [seat.declared for seat in game.open.seats] == [0, 7, 9, 0]
    assert progress.open_phases(game.open, 3) == (9,)


def test_a_tie_break_with_one_seat_left_is_won() -> None:
    """The other tied seat has gone meanwhile."""
    game = position({}, tie=(3,))

    ended = outcome.after_round(end_round(game.open, "no_cards"))
    assert ended.summary is not None
    assert ended.summary.winners == (3,)


def test_seats_that_sit_out_stand_still() -> None:
    """A tie-break round without a winner moves nobody who was not in it."""
    game = empty_stock(position({2: "S", 3: "S S"}, tie=(2, 3), pile=""))
    for seat in (1, 4):
        game = holds(facts(game, seat, playing=False), seat, ())
    game = table(game, dry=2, stage=Stage.PLAY, turn=3)
    game = play(game, (3, Discard(Card.S, skip=2)))

    assert summary(game).how == "no_cards"
    assert [seat.phase for seat in game.open.seats] == [1, 1, 1, 1]
    assert game.open.stage is Stage.ROUND_OVER


def test_a_limit_before_enough_phases_has_no_winner() -> None:
    """000: stopped too early, nobody has won."""
    on = rules(round_limit=1, stop_counts_from=6)
    game = position({2: "R2"}, laid=(2,), on=on)

    assert summary(play(game, (2, Discard(Card.R2)))).winners == ()


def test_alone_on_the_last_phase_while_others_have_laid() -> None:
    """000: a seat that has laid an earlier phase is no rival for the last one."""
    on = rules(game_end="at_once_if_sole")
    cards_ = "R4 B4 G4 Y4 R4 R9 B9 G9 R1 B1 G1"
    game = position({2: cards_}, laid=(3,), phase={2: 10, 3: 4}, on=on)

    game = play(game, (2, lay("R4 B4 G4 Y4 R4", "R9 B9 G9")))
    assert summary(game).winners == (2,)


def test_a_round_without_players_has_no_next_one() -> None:
    """What only a lying score sheet can say ends at once, not in an endless search."""
    game = position({2: "R2"}, seats=2)
    for seat in (1, 2):
        game = facts(game, seat, playing=False)

    with pytest.raises(LookupError):
        after(game.open, 1)


def test_nothing_is_taken_from_an_empty_pile() -> None:
    """The first card may have been drawn, and nobody has discarded yet."""
    game = position({2: FILL}, stage=Stage.DRAW, pile="", stock="R1 R2")

    assert why(game, 2, Draw("pile")) == "pile_empty"
