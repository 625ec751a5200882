"""What becomes of a seat whose player does not answer, at every stage.

Nobody waits for ever, nobody is taken for gone who is here, and whose cards are whose
never changes.
"""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from p10net.bots.brain import Brain
from p10net.engine import presets
from p10net.engine.cards import Card
from p10net.engine.conflicts import build
from p10net.engine.moves import Action, Ask, Discard, Draw
from p10net.engine.view import Stage, View
from p10net.host.house import HouseBot
from p10net.host.records import Acted, Record
from p10net.protocol.deals import DealCommit
from p10net.protocol.limits import GUARD
from p10net.protocol.messages import Err, Lobby, News, Ok, State
from p10net.protocol.owner import AdminOp, Away, End, Kick, Timer
from p10net.protocol.people import Absence, AwayRule, Person
from p10net.protocol.requests import Act, Admin, Leave, Ping, Ready, Sit, Vote
from tests.table_bench import MINUTE, Bench, refused

BOTS = (HouseBot("steady", "Cleo"), HouseBot("steady", "Max"))


def row(bench: Bench, seat: int, conn: int = 1) -> Person:
    """Give the row of a seat as somebody sees it."""
    rows = bench.state(conn).table.seats
    return next(person for person in rows if person.seat == seat)


def stood_in(bench: Bench) -> list[int]:
    """List the seats the stand-in acted for, in order."""
    acts = [change for change in bench.journal if isinstance(change, Acted)]
    return [act.seat for act in acts if act.cause == "stand_in"]


def to(bench: Bench, conn: int) -> None:
    """Play on until a connection is asked."""
    while bench.asked() != conn:
        bench.act(bench.asked())


def two(**setup: Any) -> Bench:
    """Start a game of two people who are known to be alive, Bob being asked."""
    bench = Bench("Ann", "Bob", start=True, **setup)
    for conn in (1, 2):
        bench.say(conn, Ping)
    to(bench, 2)
    return bench


# --- The lost link ----------------------------------------------------------------


def test_a_lost_link_is_shown_at_once_with_its_grace() -> None:
    """U21: the others read why nobody answers, and how long they wait."""
    bench = two()
    bench.cut(2)
    person = row(bench, 2)

    assert (person.on, person.absent, person.stand_in) == (
        False,
        Absence.LINK_LOST,
        False,
    )
    assert person.grace_ms == GUARD.grace_ms
    assert News.LINK_LOST in bench.news(1)


def test_the_stand_in_plays_after_the_grace() -> None:
    """N07: after a minute the game goes on, whoever's turn it is."""
    bench = two()
    bench.cut(2)
    bench.wait(59)
    assert not stood_in(bench)
    bench.wait(1)

    assert stood_in(bench)
    assert row(bench, 2).stand_in
    assert News.STAND_IN in bench.news(1)
    assert bench.asked() == 1


def test_others_play_on_meanwhile() -> None:
    """An absent seat costs nobody else anything while it is not asked."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    to(bench, 1)
    bench.cut(2)
    step = bench.house.step
    while bench.house.asked and bench.house.asked.seat != 2:
        bench.act(bench.asked())

    assert bench.house.step > step


def test_the_seat_is_taken_back_at_any_time() -> None:
    """Who comes back finds the own cards and plays from the next decision on."""
    bench = two()
    bench.cut(2)
    bench.wait(61)
    conn = bench.back(2)
    bench.say(conn, Ping)
    to(bench, conn)
    hand = bench.state(conn).view.you
    assert hand is not None
    assert hand.hand == bench.house.game.yours[1].hand  # type: ignore[union-attr]  # on
    assert row(bench, 2).absent is None
    assert not row(bench, 2).stand_in
    count = len(stood_in(bench))
    bench.wait(2 * MINUTE)
    assert len(stood_in(bench)) == count
    assert isinstance(bench.act(conn), Ok)


def test_the_question_waits_with_its_full_time_for_who_comes_back() -> None:
    """U20: the clock stops while the link is down, and starts anew."""
    bench = two(timer_ms=30_000)
    bench.wait(20)
    bench.cut(2)
    bench.wait(40)
    step = bench.house.step
    conn = bench.back(2)
    ask = bench.state(conn).ask

    assert ask is not None
    assert (ask.step, ask.ms) == (step, 30_000)


def test_one_grace_until_the_seat_acts_itself() -> None:
    """A link that comes and goes makes nobody wait a minute each time."""
    bench = two()
    bench.cut(2)
    bench.wait(61)
    conn = bench.back(2)
    bench.cut(conn)
    assert row(bench, 2).stand_in  # no second grace
    conn = bench.back(conn)
    to(bench, conn)
    bench.act(conn)
    bench.cut(conn)
    assert not row(bench, 2).stand_in  # it acted, and has a grace again
    assert row(bench, 2).grace_ms == GUARD.grace_ms


def test_one_grace_for_a_question_however_often_the_link_is_lost() -> None:
    """A client that comes back again and again and never answers holds nobody up."""
    bench, conn = two(), 2
    for _ in range(5):
        bench.cut(conn)
        bench.wait(1)
        conn = bench.back(conn)
        bench.wait(11)
    assert not stood_in(bench)
    bench.cut(conn)
    bench.wait(1)

    assert stood_in(bench)


def test_a_grace_of_its_own_for_who_was_not_asked_yet() -> None:
    """Whoever lost the link in others' turns is waited for when the turn comes."""
    bench = two()
    bench.act(2)
    while bench.asked() != 1:
        bench.act(2)
    bench.cut(2)
    bench.wait(50)
    conn = bench.back(2)
    bench.cut(conn)

    assert row(bench, 2).grace_ms == GUARD.grace_ms


@pytest.mark.parametrize("stage", [Stage.DRAW, Stage.PLAY, Stage.ROUND_OVER])
def test_absence_ends_in_every_stage(stage: Stage) -> None:
    """N08: wherever the game stands when the link goes, it goes on after a minute."""
    bench = two()
    while bench.stage() is not stage:
        bench.act(bench.asked())
    if stage is Stage.ROUND_OVER:
        bench.say(1, Ready)
    else:
        while bench.asked() != 2 or bench.stage() is not stage:
            bench.act(bench.asked())
    step = bench.house.step
    bench.cut(2)
    bench.wait(61)

    assert bench.house.step > step


def test_the_stand_in_plays_a_game_to_its_end() -> None:
    """Everybody but one gone, the one who stayed still sees the end."""
    bench = Bench("Ann", "Bob", "Cy", start=True, once=True)
    bench.cut(2)
    bench.cut(3)
    bench.wait(61)
    while not bench.over():
        bench.play(until=Stage.ROUND_OVER)
        if not bench.over():
            bench.say(1, Ready)

    assert {2, 3} <= {*stood_in(bench)}


class Wrong:
    """A stand-in that wants what is against the rules."""

    def choose(self, view: View, ask: Ask) -> Action:
        return Discard(Card.R1) if view.stage is Stage.DRAW else Draw("pile")


class Broken:
    """A stand-in with a mistake in it."""

    def choose(self, view: View, ask: Ask) -> Action:
        raise ZeroDivisionError


@pytest.mark.parametrize("brain", [Wrong(), Broken()])
def test_what_the_stand_in_may_not_do_is_not_done(brain: Brain) -> None:
    """A mistake of the stand-in's costs a weak move, not the game."""
    bench = two()
    bench.house.stand_in = brain
    bench.cut(2)
    bench.wait(61)

    assert stood_in(bench)
    assert bench.asked() == 1


# --- Away -------------------------------------------------------------------------


def robots(**setup: Any) -> Bench:
    """Start a game between a person and a program, the program being asked."""
    bench = Bench("Ann", **setup)
    bench.join("Robo", kind="bot")
    bench.all_ready()
    bench.say(1, Ping)
    to(bench, 2)
    return bench


def test_a_program_has_a_minute_for_a_decision() -> None:
    """What it lets pass is done for it in the plainest way, and all hear of it."""
    bench = robots()
    ask = bench.state(2).ask
    assert ask is not None
    assert ask.ms == GUARD.bot_think_ms
    bench.wait(59)
    step = bench.house.step
    bench.wait(1)

    assert bench.house.step == step + 1
    assert bench.journal[-1] == Acted(2, ask.default, step=step, cause="late")
    assert News.PLAYED_DEFAULT in bench.news(1)
    assert row(bench, 2).absent is None


def test_twice_in_a_row_is_away() -> None:
    """Then the stand-in plays at once, until a sign of life comes."""
    bench = robots()
    bench.wait(2 * MINUTE)
    assert row(bench, 2).absent is Absence.AWAY
    assert row(bench, 2).stand_in
    assert News.AWAY in bench.news(1)
    bench.wait(5)
    assert bench.asked() == 1
    bench.act(1)
    late = bench.say(2, Act, step=bench.house.step, action=Draw("stock"))
    assert refused(late) == "not_your_turn"
    assert row(bench, 2).absent is None  # that was a sign of life
    assert News.BACK in bench.news(1)
    to(bench, 2)
    assert isinstance(bench.act(2), Ok)


def test_an_answer_in_between_starts_the_count_again() -> None:
    """Late now and then is not away."""
    bench = robots()
    for _ in range(3):
        to(bench, 2)
        bench.wait(60)
        to(bench, 2)
        bench.act(2)

    assert row(bench, 2).absent is None


def test_a_ready_mark_is_a_sign_of_life_too() -> None:
    """Whatever somebody who was away asks for, they are back by it."""
    bench = two(timer_ms=5_000)
    bench.wait(10)
    assert row(bench, 2).absent is Absence.AWAY
    bench.say(2, Ping)
    assert row(bench, 2).absent is Absence.AWAY
    bench.say(2, Ready)
    assert row(bench, 2).absent is None


def test_without_a_timer_a_person_may_think() -> None:
    """Nobody who is here is hurried unless the owner wants it so."""
    bench = two()
    bench.wait(MINUTE * 60, 60)

    assert bench.asked() == 2
    assert bench.state(1).table.clock is None


def test_the_owners_timer_costs_a_turn_at_most() -> None:
    """U20: who is too slow loses the decision, not the game."""
    bench = two()
    bench.say(1, Admin, do=Timer(ms=20_000))
    clock = bench.state(1).table.clock
    assert clock is not None
    assert (clock.seat, clock.ms) == (2, 20_000)
    bench.wait(20)

    assert News.PLAYED_DEFAULT in bench.news(1)
    assert bench.playing()


# --- Left -------------------------------------------------------------------------


def test_who_leaves_is_played_for_at_once() -> None:
    """No grace for somebody who said goodbye; the session still gives the seat back."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    to(bench, 3)
    bench.say(3, Leave)

    assert row(bench, 3).absent is Absence.LEFT
    assert row(bench, 3).stand_in
    assert stood_in(bench)[0] == 3
    assert refused(bench.mail[3][-1]) == "left"
    conn = bench.back(3)
    assert row(bench, 3).absent is None
    assert bench.player(conn).seat == 3


def test_who_leaves_the_lobby_is_gone() -> None:
    """Before a game a seat that was left is free, and the session is nobody's."""
    bench = Bench("Ann", "Bob")
    bench.say(2, Leave)

    assert [seat.name for seat in bench.lobby(1).seats] == ["Ann"]
    assert refused(bench.hello(bench.open(), session=bench.session(2))) == "auth"


def test_a_watcher_leaves() -> None:
    """Nobody misses a watcher, and the session is nobody's."""
    bench = Bench("Ann", "Bob", start=True)
    watcher = bench.join("Eve")
    bench.say(watcher, Leave)

    assert not bench.state(1).table.watchers
    assert refused(bench.mail[watcher][-1]) == "left"
    assert refused(bench.hello(bench.open(), session=bench.session(watcher))) == "auth"


def test_a_seat_in_the_lobby_is_kept_for_ten_minutes() -> None:
    """A laptop may sleep for a while; then somebody else may have the seat."""
    bench = Bench("Ann", "Bob")
    bench.cut(2)
    bench.wait(9 * MINUTE, 10)
    assert len(bench.lobby(1).seats) == 2
    bench.wait(MINUTE, 10)
    assert len(bench.lobby(1).seats) == 1


def test_who_is_sent_away_in_mid_game_is_out_with_the_round() -> None:
    """Until then the stand-in plays; the score of the others is not touched."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.say(1, Admin, do=Kick(seat=3))
    assert row(bench, 3).stand_in
    bench.play(until=Stage.ROUND_OVER)
    bench.all_ready()

    assert [seat.gone for seat in bench.state(1).view.seats] == [False, False, True]
    assert sorted(bench.house.players) == [1, 2]
    bench.play(until=Stage.ROUND_OVER)


def test_with_two_seats_nobody_is_dropped() -> None:
    """A game needs two: the stand-in plays on for who was sent away."""
    bench = two()
    bench.say(1, Admin, do=Kick(seat=2))
    bench.play(until=Stage.ROUND_OVER)
    bench.say(1, Ready)

    assert bench.stage() is Stage.DRAW
    assert row(bench, 2).stand_in


def test_whoever_waits_takes_the_seat_of_who_was_sent_away() -> None:
    """A seat nobody has a session for goes to the first in line."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.say(1, Admin, do=Kick(seat=3))
    late = bench.join("Eve")
    bench.play(until=Stage.ROUND_OVER)
    bench.all_ready()

    assert bench.player(late).seat == 3
    assert not row(bench, 3).stand_in


# --- For good ---------------------------------------------------------------------


def without(bench: Bench, seat: int) -> bool:
    """Whether a seat is out of the game, and its line stays for all to read."""
    state = bench.state(1)
    rows = {one.seat for one in state.table.seats}
    kept = [one.seat for one in state.table.left] == [seat]
    return state.view.seats[seat - 1].gone and seat not in rows and kept


def test_who_leaves_for_good_is_out_before_the_next_deal() -> None:
    """U18: the policy at once, no way back, and one `ready` is enough for the rest.

    The score that was made so far stays on the sheet.
    """
    bench = Bench("Ann", "Bob", "Cy", start=True, afar=True)
    bench.play(until=Stage.ROUND_OVER)
    bench.all_ready()
    to(bench, 3)
    bench.say(3, Leave, for_good=True)

    assert refused(bench.mail[3][-1]) == "left"
    assert News.LEFT_FOR_GOOD in bench.news(1)
    assert row(bench, 3).absent is Absence.LEFT
    assert stood_in(bench)[0] == 3
    assert refused(bench.hello(bench.open(), session=bench.session(3))) == "auth"
    assert bench.state(1).table.poll is None
    bench.play(until=Stage.ROUND_OVER)
    score = bench.state(1).view.seats[2].score
    for conn in (1, 2):
        bench.say(conn, Ready)

    assert bench.stage() is Stage.DRAW
    assert without(bench, 3)
    assert bench.state(1).view.seats[2].score == score
    assert [line.name for line in bench.state(1).table.left] == ["Cy"]


def test_who_leaves_for_good_between_rounds_is_dealt_nothing() -> None:
    """The seat goes as soon as the others want to go on, not before."""
    bench = Bench("Ann", "Bob", "Cy", start=True, afar=True)
    bench.play(until=Stage.ROUND_OVER)
    bench.say(2, Leave, for_good=True)
    assert not bench.state(1).view.seats[1].gone
    for conn in (1, 3):
        bench.say(conn, Ready)

    assert without(bench, 2)
    assert not stood_in(bench)


def dealing(*names: str, mixes: int) -> Bench:
    """Start a game, and stop where this many seats have still to promise a share."""
    bench = Bench(*names, afar=True)
    features = ("shuffle1",)
    for conn in [*bench.conns][:mixes]:
        bench.cut(conn)
        bench.conns[conn - 1] = bench.back(conn, features=features)
    bench.all_ready()
    assert bench.stage() is Stage.DEAL
    return bench


def test_who_leaves_for_good_before_the_cards_gets_none() -> None:
    """Nobody waits for a promise that will not come."""
    bench = dealing("Ann", "Bob", "Cy", mixes=1)
    ann, _, cy = bench.conns
    assert bench.house.deal is not None
    bench.say(ann, Leave, for_good=True)

    assert bench.stage() is Stage.DRAW
    assert bench.state(cy).view.seats[0].gone
    assert bench.house.dealt[-1].asked == ()


@pytest.mark.parametrize("promised", [False, True])
def test_a_seat_given_up_before_the_cards_goes_to_who_waits(promised: bool) -> None:
    """Somebody new is dealt to in that place, and nobody waits for the old promise."""
    bench = dealing("Ann", "Bob", "Cy", mixes=2)
    ann, bob, cy = bench.conns
    eve = bench.join("Eve")
    deal = bench.house.deals
    if promised:
        bench.say(ann, DealCommit, deal=deal, commit="0f" * 32)
    bench.say(ann, Leave, for_good=True)
    bench.cut(bob)
    bench.wait(5)

    assert bench.player(eve).seat == 1
    assert bench.stage() is Stage.DRAW
    state = bench.state(cy)
    assert [seat.n for seat in state.view.seats] == [10, 10, 10]
    assert (state.view.voids, state.table.left) == (0, ())
    assert bench.house.dealt[-1].asked == (2,)


def test_who_leaves_for_good_with_a_share_promised_is_dealt_to() -> None:
    """What was promised holds: the deal goes on with the share, or is void.

    The share was not shown here: it is void, and the next one is without that seat.
    """
    bench = dealing("Ann", "Bob", "Cy", mixes=2)
    ann, ben, cy = bench.conns
    deal = bench.house.deals
    for conn in (ann, ben):
        bench.say(conn, DealCommit, deal=deal, commit="0f" * 32)
    assert bench.house.deal is not None
    assert bench.house.deal.sealed
    bench.say(ann, Leave, for_good=True)
    assert not bench.state(cy).view.seats[0].gone
    bench.wait(5)

    assert bench.stage() is Stage.DRAW
    assert bench.state(cy).view.seats[0].gone
    assert bench.state(cy).view.voids == 1


@pytest.mark.parametrize("stage", [Stage.DEAL, Stage.DRAW, Stage.ROUND_OVER])
@pytest.mark.parametrize("choice", ["bot", "skip", "wait", "end"])
def test_of_two_the_other_says_how_to_go_on(stage: Stage, choice: str) -> None:
    """Nobody wins because somebody left for good, and nothing happens unasked."""
    bench = dealing("Ann", "Bob", mixes=2)
    while bench.stage() is not stage:
        bench.wait(1)
        bench.play(until=stage)
    ann, bob = bench.conns
    step = bench.house.step
    bench.say(bob, Leave, for_good=True)
    bench.say(ann, Ready)
    poll = bench.state(ann).table.poll
    assert poll is not None
    assert (poll.about, bench.house.step) == (2, step)
    bench.say(ann, Vote, choice=choice)
    bench.wait(5)

    assert bench.over() is (choice == "end")
    state = bench.state(ann)
    summary = state.view.summary
    assert state.view.seats[1].gone is bench.over()
    assert [one.name for one in state.table.left] == (["Bob"] if bench.over() else [])
    if choice == "end":
        assert summary is not None
        assert (summary.how, summary.winners) == ("stopped", ())
        return
    assert summary is None or summary.how == "out"
    person = row(bench, 2, ann)
    assert (person.stand_in, person.passing) == (choice == "bot", choice == "skip")


def ahead(*scores: int) -> Bench:
    """Sit at the end of a round after which the seats have these points."""
    bench = Bench("Ann", "Bob", "Cy", start=True, afar=True)
    bench.play(until=Stage.ROUND_OVER)
    game = bench.house.game
    assert game is not None
    seats = tuple(
        replace(seat, score=score, done=())
        for seat, score in zip(game.open.seats, scores, strict=True)
    )
    bench.house.game = replace(game, open=replace(game.open, seats=seats))
    return bench


def test_who_left_for_good_wins_nothing_when_the_game_is_stopped() -> None:
    """The leader is found among those who stayed; the other's line stays."""
    bench = ahead(50, 30, 10)
    bench.say(3, Leave, for_good=True)
    bench.say(1, Admin, do=End())
    summary = bench.state(1).view.summary

    assert bench.over()
    assert without(bench, 3)
    assert summary is not None
    assert (summary.winners, summary.ranking) == ((2,), (2, 1))
    assert bench.table.result().winners == (2,)


def test_who_only_left_may_still_have_won() -> None:
    """A seat that can be taken back is in the game, and its points count."""
    bench = ahead(50, 30, 10)
    bench.say(3, Leave)
    bench.say(1, Admin, do=End())
    summary = bench.state(1).view.summary

    assert summary is not None
    assert summary.winners == (3,)


def test_nobody_wins_by_sending_the_other_away() -> None:
    """One is left: what was a game of two is unfinished, whoever ends it."""
    bench = Bench("Ann", "Bob", start=True, afar=True)
    bench.say(1, Admin, do=Kick(seat=2))
    bench.say(1, Admin, do=End())
    summary = bench.state(1).view.summary

    assert bench.over()
    assert summary is not None
    assert (summary.winners, summary.ranking) == ((), (1,))


@pytest.mark.parametrize("rule", [AwayRule.BOT, AwayRule.WAIT])
def test_the_last_person_among_bots_is_asked(rule: AwayRule) -> None:
    """U18: one person is left; without a word from them a bot plays on in time."""
    bench = Bench("Ann", "Bob", bots=BOTS, start=True, afar=True, away=rule)
    bob = bench.player(2).seat
    for conn in (1, 2):
        bench.say(conn, Ping)
    to(bench, 2)
    bench.say(2, Leave, for_good=True)
    assert bench.state(1).table.poll is not None
    bench.wait(61)

    assert bench.state(1).table.poll is None
    assert row(bench, bob).stand_in
    bench.play(until=Stage.ROUND_OVER)
    bench.say(1, Ready)
    assert without(bench, bob)


def test_two_of_three_leave_for_good() -> None:
    """The first is out, the second stays played for: a game needs two."""
    bench = Bench("Ann", "Bob", "Cy", start=True, afar=True)
    for conn in (2, 3):
        bench.say(conn, Leave, for_good=True)
    bench.say(1, Vote, choice="bot")
    bench.play(until=Stage.ROUND_OVER)
    bench.say(1, Ready)

    assert without(bench, 2)
    assert row(bench, 3).stand_in
    bench.play(until=Stage.ROUND_OVER)
    assert bench.stage() is Stage.ROUND_OVER


def test_a_seat_that_was_given_up_goes_to_who_waits() -> None:
    """Somebody new plays on with the cards' place and the score of who left."""
    bench = Bench("Ann", "Bob", "Cy", start=True, afar=True)
    bench.say(3, Leave, for_good=True)
    late = bench.join("Eve")
    bench.play(until=Stage.ROUND_OVER)
    bench.all_ready()

    assert bench.player(late).seat == 3
    assert not bench.state(1).table.left


def test_who_left_for_good_stands_in_the_result() -> None:
    """The game is told to its end with everybody who played in it."""
    rules = build({"phases": ("1 set of 2", "1 set of 2")})
    bench = Bench("Ann", "Bob", "Cy", start=True, afar=True, once=True, rules=rules)
    bench.play(until=Stage.ROUND_OVER)
    bench.say(3, Leave, for_good=True)
    while not bench.over():
        for conn in (1, 2):
            bench.say(conn, Ready)
        bench.play(until=Stage.ROUND_OVER)
    result = bench.table.result()

    assert [one.name for one in result.seats] == ["Ann", "Bob", "Cy"]
    assert 3 not in result.winners
    assert without(bench, 3)


def test_a_table_that_comes_back_knows_who_left_for_good() -> None:
    """What was given up stays given up when the host is started again."""
    bench = Bench("Ann", "Bob", "Cy", start=True, afar=True)
    bench.say(3, Leave, for_good=True)
    bench.play(until=Stage.ROUND_OVER)
    for conn in (1, 2):
        bench.say(conn, Ready)
    again = Bench(seed=7)
    for change in bench.journal:
        again.table.commit(Record(change), again.now)

    assert [one.name for one in again.house.left.values()] == ["Cy"]
    assert sorted(again.house.players) == [1, 2]
    assert again.house.game == bench.house.game


def test_the_hosts_own_player_leaves_as_ever() -> None:
    """A table without its host is no table: it goes on when the host comes back."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.say(3, Leave, for_good=True)

    assert bench.player(bench.back(3)).seat == 3


# --- All but one ------------------------------------------------------------------


def test_the_last_one_is_asked_how_to_go_on() -> None:
    """No automatic win: whoever stays decides, and meanwhile nothing is played."""
    bench = two()
    bench.say(2, Leave)
    poll = bench.state(1).table.poll

    assert poll is not None
    assert poll.about == 2
    assert not stood_in(bench)


@pytest.mark.parametrize("choice", ["bot", "skip", "wait", "end"])
def test_the_last_one_decides(choice: str) -> None:
    """A bot plays on, or the table waits, or the game ends unfinished."""
    bench = two()
    bench.say(2, Leave)
    assert isinstance(bench.say(1, Vote, choice=choice), Ok)

    assert bench.state(1).table.poll is None
    assert row(bench, 2).stand_in == (choice == "bot")
    assert bench.over() == (choice == "end")
    assert row(bench, 2).passing == (choice == "skip")
    assert bool(stood_in(bench)) == (choice in ("bot", "skip"))
    assert News.VOTE in bench.news(1)


def test_who_does_not_vote_is_not_waited_for() -> None:
    """After a minute the table's own rule decides."""
    bench = two()
    bench.say(2, Leave)
    bench.wait(61)

    assert row(bench, 2).stand_in


def test_to_wait_is_not_for_ever() -> None:
    """Who chose to wait is asked again after a minute."""
    bench = two()
    bench.say(2, Leave)
    bench.say(1, Vote, choice="wait")
    bench.wait(59)
    assert bench.state(1).table.poll is None
    bench.wait(1)
    assert bench.state(1).table.poll is not None


def test_who_comes_back_ends_the_question() -> None:
    """A vote about somebody who is here makes no sense."""
    bench = two()
    bench.say(2, Leave)
    conn = bench.back(2)

    assert bench.state(1).table.poll is None
    assert bench.asked() == conn


def test_what_was_decided_holds_for_all_who_left() -> None:
    """With three, the second to leave makes the last one decide, once for both."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.say(2, Leave)
    assert bench.state(1).table.poll is None
    bench.say(3, Leave)
    assert bench.state(1).table.poll is not None
    bench.say(1, Vote, choice="bot")

    assert bench.state(1).table.poll is None
    assert row(bench, 2).stand_in
    assert row(bench, 3).stand_in


def test_nobody_votes_without_a_question() -> None:
    """A vote out of the blue is refused, and so is a watcher's."""
    bench = two()
    assert refused(bench.say(1, Vote, choice="bot")) == "wrong_stage"
    watcher = bench.join("Eve")
    bench.say(2, Leave)
    assert refused(bench.say(watcher, Vote, choice="end")) == "wrong_stage"


# --- Turns that are passed --------------------------------------------------------


def passing(*names: str, **setup: Any) -> Bench:
    """Start a game where the turns of absent seats are passed, the last one asked."""
    bench = Bench(*names, start=True, away=AwayRule.SKIP, **setup)
    for conn in bench.conns:
        bench.say(conn, Ping)
    to(bench, bench.conns[-1])
    return bench


def test_turns_that_are_passed_cost_no_card() -> None:
    """What was drawn is thrown away again; who comes back has the hand that was left.

    A wild or a Skip that is drawn stays, and no Skip is thrown at anybody.
    """
    bench = passing("Ann", "Bob", "Cy")
    hand = bench.state(3).view.you
    assert hand is not None
    bench.cut(3)
    bench.wait(61)
    assert row(bench, 3).passing
    assert not row(bench, 3).stand_in
    assert News.PASSING in bench.news(1)
    bench.play(until=Stage.ROUND_OVER, acts=12)

    assert bench.playing()
    conn = bench.back(3)
    after = bench.state(conn).view.you
    assert after is not None
    acts = [one.action for one in passed(bench)]
    kept = Counter(after.hand) - Counter(hand.hand)
    assert all(card in (Card.W, Card.S) or card not in kept for card in after.hand)
    assert len(after.hand) in (len(hand.hand), len(hand.hand) + 1)
    assert all(action != Draw("pile") for action in acts)
    assert not [a for a in acts if isinstance(a, Discard) and a.card is Card.S]
    assert not row(bench, 3).passing


def passed(bench: Bench) -> list[Acted]:
    """List what the host did in the place of seats."""
    acts = [change for change in bench.journal if isinstance(change, Acted)]
    return [act for act in acts if act.cause == "stand_in"]


def test_a_game_of_one_and_passed_turns_ends() -> None:
    """Whoever stays wins by playing; the others' turns go by at once."""
    rules = build({"phases": ("1 set of 3", "2 sets of 2")})
    bench = passing("Ann", "Bob", "Cy", once=True, rules=rules)
    bench.cut(2)
    bench.cut(3)
    bench.wait(61)
    while not bench.over():
        bench.play(until=Stage.ROUND_OVER)
        if not bench.over():
            bench.say(1, Ready)

    assert bench.table.result().winners == (1,)


# --- Every stage, every rule ------------------------------------------------------

DECLARES = build(presets.PRESETS["masters"][1])
GIVES = build({"first_wild": "dealer_gives"})


def at(stage: Stage, *names: str, **setup: Any) -> Bench:
    """Play until a stage is reached; the last one is asked where anybody is."""
    for seed in range(60):
        start = stage is not Stage.LOBBY
        bench = Bench(*names, seed=seed, start=start, afar=True, **setup)
        for conn in bench.conns:
            bench.say(conn, Ping)
        last = bench.conns[-1]
        for _ in range(2_000):
            asked = bench.house.asked
            if bench.stage() is stage and (asked is None or asked.conn == last):
                return bench
            if asked is None or stage is Stage.GIVE:
                break
            bench.act(bench.asked())
    raise AssertionError(stage)


STAGES = [
    (Stage.LOBBY, {}),
    (Stage.DECLARE, {"rules": DECLARES}),
    (Stage.GIVE, {"rules": GIVES}),
    (Stage.DRAW, {}),
    (Stage.PLAY, {}),
    (Stage.ROUND_OVER, {}),
    (Stage.GAME_OVER, {"rules": build({"phases": ("1 set of 2",)})}),
]


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Ann", "Bob", "Cy")], ids=len)
@pytest.mark.parametrize("rule", [AwayRule.BOT, AwayRule.SKIP, AwayRule.WAIT])
@pytest.mark.parametrize("for_good", [False, True], ids=["for now", "for good"])
@pytest.mark.parametrize(
    ("stage", "setup"), STAGES, ids=lambda v: getattr(v, "name", "")
)
def test_who_leaves_holds_up_nobody(
    stage: Stage,
    setup: dict[str, Any],
    for_good: bool,
    rule: AwayRule,
    names: tuple[str, ...],
) -> None:
    """U18 and U20: in any stage, with two and more seats, under each rule.

    Before and after a game the seat is free. In a game the turns are taken over at
    once, or whoever is left is asked; nobody wins because somebody went.
    """
    bench = at(stage, *names, away=rule, **setup)
    last, step, left = bench.conns[-1], bench.house.step, bench.conns[:-1]
    bench.say(last, Leave, for_good=for_good)
    if stage in (Stage.LOBBY, Stage.GAME_OVER):
        for conn in left:
            bench.say(conn, Ready)
        here = [player.seat for player in bench.house.players.values()]
        assert here == [*range(1, len(names))]
        assert bench.playing() is (len(left) > 1)
        return
    for conn in left:
        bench.say(conn, Ready)
    alone = len(left) == 1
    asks = alone or (rule is AwayRule.WAIT and stage is not Stage.ROUND_OVER)
    assert (bench.state(1).table.poll is not None) is asks
    for conn in left if asks else ():
        bench.say(conn, Vote, choice="skip")
    bench.settle()

    assert bench.house.step > step
    assert bench.playing()
    bench.play(acts=20)
    assert {act.seat for act in passed(bench)} <= {len(names)}


# --- A table that waits -----------------------------------------------------------


def patient(*names: str) -> Bench:
    """Start a game at a table that waits for absent seats, the last one asked."""
    bench = Bench(*names, start=True, away=AwayRule.WAIT)
    for conn in bench.conns:
        bench.say(conn, Ping)
    to(bench, bench.conns[-1])
    bench.cut(bench.conns[-1])
    return bench


def test_a_table_that_waits_asks_after_the_grace() -> None:
    """The people who are left vote; without a majority it waits on."""
    bench = patient("Ann", "Bob", "Cy")
    bench.wait(60)
    poll = bench.state(1).table.poll
    assert poll is not None
    assert poll.about == 3
    bench.say(1, Vote, choice="bot")
    assert bench.state(1).table.poll is not None
    bench.say(2, Vote, choice="end")
    assert bench.state(1).table.poll is None
    assert not stood_in(bench)
    bench.wait(61)
    bench.say(1, Vote, choice="bot")
    bench.say(2, Vote, choice="bot")
    assert row(bench, 3).stand_in


def test_a_table_that_waits_goes_on_when_the_owner_says_so() -> None:
    """U19: the owner need not wait for a vote to run out."""
    bench = patient("Ann", "Bob")
    bench.wait(61)
    assert not stood_in(bench)
    bench.say(1, Vote, choice="wait")
    bench.say(1, Admin, do=Away(policy="bot", grace_ms=0))
    bench.wait(61)
    assert row(bench, 2).stand_in


def test_each_absence_is_asked_about_anew() -> None:
    """What was decided holds until the player is back, not for the next time."""
    bench = patient("Ann", "Bob")
    bench.wait(60)
    bench.say(1, Vote, choice="bot")
    conn = bench.back(2)
    to(bench, conn)
    bench.act(conn)
    to(bench, conn)
    bench.cut(conn)
    count = len(stood_in(bench))
    bench.wait(61)

    assert len(stood_in(bench)) == count
    assert bench.state(1).table.poll is not None


@pytest.mark.parametrize("rule", [AwayRule.BOT, AwayRule.SKIP, AwayRule.WAIT])
def test_no_grace_at_all(rule: AwayRule) -> None:
    """A grace of nothing is allowed, and does not make the table spin."""
    bench = two(away=rule, grace_ms=0)
    bench.cut(2)
    bench.wait(5)

    assert row(bench, 2).stand_in == (rule is AwayRule.BOT)
    assert row(bench, 2).passing == (rule is AwayRule.SKIP)
    assert (bench.state(1).table.poll is None) == (rule is not AwayRule.WAIT)


# --- Nobody there -----------------------------------------------------------------


def test_a_game_that_everybody_lost_waits_for_them() -> None:
    """When the Wi-Fi of the whole room goes, nothing is played meanwhile."""
    bench = two()
    step = bench.house.step
    bench.cut(1)
    bench.cut(2)
    bench.wait(9 * MINUTE, 10)
    assert bench.house.step == step
    conn = bench.back(1)
    assert bench.house.step > step  # Ann is back, Bob was waited for long enough
    assert bench.asked() == conn


def test_a_deserted_game_ends() -> None:
    """B126: after ten minutes the stand-in plays it out, and there is no rematch."""
    bench = two()
    bench.cut(1)
    bench.cut(2)
    bench.wait(30 * MINUTE, 60)

    assert bench.over()


def idle(bench: Bench, most: int = 2_000) -> int:
    """Let time pass until the round is over; gives how much may still happen."""
    while most and bench.stage() is not Stage.ROUND_OVER:
        record = bench.table.due(bench.now)
        if record is None:
            bench.now += 6
        else:
            bench.enter(record)
        most -= 1
    return most


@pytest.mark.parametrize("there", [False, True], ids=["lost", "away"])
def test_a_game_gets_on_in_which_every_turn_would_be_passed(there: bool) -> None:
    """Else no phase is ever laid, and a host nobody looks after deals for ever."""
    bench = two()
    bench.say(1, Admin, do=Away(policy="skip"))
    bench.say(1, Admin, do=Timer(ms=5_000))
    for conn in () if there else (1, 2):
        bench.cut(conn)

    assert idle(bench)
    assert bench.house.game is not None
    summary = bench.house.game.open.summary
    assert summary is not None
    assert summary.how == "out"
    conn = 1 if there else bench.back(1)
    bench.say(conn, Ready)
    assert row(bench, 2, conn).passing


@pytest.mark.parametrize("how", ["left", "left for good", "lost"])
def test_whoever_comes_when_all_are_gone_has_a_game(how: str) -> None:
    """Nobody is left who could want a rematch: the table is theirs who wait."""
    bench = Bench("Ann", bots=BOTS, seats=3, start=True, afar=True)
    bench.say(1, Admin, do=End())
    if how != "lost":
        bench.say(1, Leave, for_good=how == "left for good")
    bench.cut(1)
    bench.wait(30 * MINUTE, 60)
    late = [bench.join(name) for name in ("Eve", "Flo")]
    assert all(isinstance(bench.say(conn, Sit), Ok | Err) for conn in late)
    bench.call_bots()
    bench.all_ready()

    assert bench.playing()
    assert {"Eve", "Flo"} <= {one.name for one in bench.house.players.values()}


def test_bots_do_not_finish_the_game_of_who_lost_the_link() -> None:
    """Alone with bots, one finds the game where one left it."""
    bench = Bench("Ann", bots=BOTS, start=True)
    bench.say(1, Ping)
    bench.cut(1)
    while bench.house.asked and bench.house.asked.level:
        bench.act(bench.asked())
    step = bench.house.step
    bench.wait(9 * MINUTE, 10)

    assert bench.house.step == step


def test_a_bot_of_the_hosts_own_that_crashed_is_played_for_soon() -> None:
    """Two seconds, for its session to start again; nobody waits a minute for it."""
    bench = Bench("Ann", "Bob", bots=BOTS[:1], start=True)
    bot = bench.house.players[1]
    assert bot.conn is not None
    to(bench, bot.conn)
    bench.cut(bot.conn)
    bench.wait(1)
    assert not stood_in(bench)
    bench.wait(1)
    assert {*stood_in(bench)} == {1}
    assert [player.seat for player in bench.table.bots()] == [1]


# --- The owner --------------------------------------------------------------------


def test_the_table_always_has_an_owner_who_can_answer() -> None:
    """B125: when the owner is gone the next person has the rights, till they return."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.cut(1)
    assert row(bench, 1, 2).owner
    bench.wait(61)
    assert row(bench, 2, 2).owner
    assert bench.news(3).count(News.OWNER) == 1
    bench.back(1)
    assert row(bench, 1, 2).owner


def test_a_program_owns_no_table() -> None:
    """Only a person can be asked to run a table."""
    bench = Bench(start_when=3)
    bench.join("Robo", kind="bot")
    assert not bench.lobby(1).seats[0].owner
    bench.join("Ann")
    assert [seat.owner for seat in bench.lobby(1).seats] == [False, True]


# --- Sleep ------------------------------------------------------------------------


def test_a_sleeping_host_costs_nobody_a_turn() -> None:
    """G18: after the sleep every grace and every clock runs in full again."""
    bench = two(timer_ms=30_000)
    bench.cut(2)
    bench.now += 8 * 3600
    told = dict(bench.table.woke(bench.now))
    bench.settle()
    assert not stood_in(bench)
    news = told[1]
    assert isinstance(news, State)
    assert news.table.seats[1].grace_ms == 60_000
    bench.wait(59)
    assert not stood_in(bench)
    bench.wait(2)
    assert stood_in(bench)


def test_votes_and_empty_rooms_sleep_too() -> None:
    """What was counted before the sleep is counted anew."""
    bench = two()
    bench.say(2, Leave)
    bench.now += 8 * 3600
    bench.table.woke(bench.now)
    bench.settle()
    assert bench.state(1).table.poll is not None
    bench.cut(1)
    bench.now += 8 * 3600
    bench.table.woke(bench.now)
    bench.settle()
    assert bench.playing()
    assert bench.house.step == bench.state(1).view.step


def test_the_right_of_an_absent_seat_is_not_anothers() -> None:
    """B119: cards stay whose they are; a newcomer gets a seat only by the line."""
    bench = two()
    hand = bench.state(2).view.you
    bench.cut(2)
    late = bench.join("Eve")
    bench.say(late, Sit)
    bench.wait(30)
    conn = bench.back(2)

    assert bench.state(late).view.you is None
    assert bench.state(conn).view.you == hand


@pytest.mark.parametrize("op", [End(), Kick(seat=2)])
def test_the_owner_can_end_a_wait(op: AdminOp) -> None:
    """U19: nobody has to sit and wait for somebody who is gone."""
    bench = two()
    bench.cut(2)
    bench.say(1, Admin, do=op)

    assert bench.over() or bool(stood_in(bench))
    assert Lobby not in {type(message) for message in bench.mail[1][-3:]}


def test_a_bot_of_the_house_that_sits_down_is_not_back_from_anywhere() -> None:
    """Its seat is there before it is; only what was missed can come back."""
    bench = Bench("Ann", bots=BOTS[:1])
    (bot,) = bench.table.bots()
    came = bench.join("", session=bot.session, client="p10net")
    assert News.BACK not in bench.news(1)
    bench.cut(came)
    bench.join("", session=bot.session, client="p10net")
    assert bench.news(1).count(News.BACK) == 1
