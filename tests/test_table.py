"""The one path of an act, and how a table goes from the lobby to a rematch.

Records of play at a bench: what is asked, what comes back, and who else hears of it.
"""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import asdict

from p10net.engine.cards import Card
from p10net.engine.moves import Action, Discard, Draw, Lay
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules
from p10net.engine.view import Stage
from p10net.host.chance import Chance
from p10net.host.house import HouseBot
from p10net.host.records import Acted, Change, Record
from p10net.host.table import Table
from p10net.protocol.limits import GUARD
from p10net.protocol.messages import (
    Choices,
    Err,
    Lobby,
    News,
    Ok,
    Said,
    State,
    Welcome,
)
from p10net.protocol.owner import End, Start
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Check,
    Leave,
    Options,
    Pause,
    Ping,
    Ready,
    Rename,
)
from tests.table_bench import MINUTE, Bench, refused

BOTS = (HouseBot("steady", "Cleo"), HouseBot("steady", "Max"))


# --- A game -----------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3, 6])
def test_a_game_is_played_to_its_end(people: int) -> None:
    """From the lobby to the last score, nobody meets a refusal."""
    bench = Bench(*(f"P{n}" for n in range(people)), start=True, once=True)
    while not bench.over():
        bench.play(until=Stage.ROUND_OVER)
        bench.all_ready()

    state = bench.state(1)
    assert state.view.summary is not None
    assert state.view.summary.winners == bench.table.result().winners
    assert state.ask is None
    summaries = [bench.state(conn).view.summary for conn in bench.conns]
    assert summaries == [state.view.summary] * people


def test_the_same_seed_gives_the_same_game() -> None:
    """Everything but the sessions follows from the seed."""

    def played(seed: int) -> list[Change]:
        bench = Bench("Ann", "Bob", seed=seed, start=True)
        bench.play(40)
        return [change for change in bench.journal if isinstance(change, Acted)]

    assert played(7) == played(7)
    assert played(7) != played(8)


def test_without_a_seed_no_two_games_are_alike() -> None:
    """Ids and secrets come from the system then, and no stranger can guess them."""
    one, other = Chance(), Chance()

    assert one.game_id(1) != other.game_id(1)
    assert one.secret(1, 1) != one.secret(1, 1)
    assert len(one.game_id(1)) == 16
    assert len(one.secret(1, 1)) == 32


def test_sessions_do_not_follow_from_the_seed() -> None:
    """Whoever knows the seed of a table still has no seat at it."""
    sessions = {Bench("Ann").session(1) for _ in range(3)}

    assert len(sessions) == 3


def test_the_journal_gives_the_table_back() -> None:
    """Seats, sessions, hands, deck and stored replies outlast the process."""
    bench = Bench("Ann", "Bob", bots=BOTS, start=True)
    bench.say(1, Rename, name="Anna")
    bench.play(60)
    bench.say(2, Leave)
    bench.play(10)
    again = Table(bench.house.setup, Chance(7))
    for change in bench.journal:
        assert again.commit(Record(change), 0.0) is not None

    assert again.house.game == bench.house.game
    assert again.house.game_id == bench.house.game_id
    assert (again.house.games, again.house.deals, again.house.events) == (
        bench.house.games,
        bench.house.deals,
        bench.house.events,
    )
    for seat, player in bench.house.players.items():
        twin = again.house.players[seat]
        assert (twin.session, twin.name, twin.level) == (
            player.session,
            player.name,
            player.level,
        )
        assert (twin.last_id, twin.replies) == (player.last_id, player.replies)


# --- Acts -------------------------------------------------------------------------


def test_the_reply_comes_first_then_one_state_for_everybody() -> None:
    """G2: `ok` means done, and what it did follows at once."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    conn = bench.asked()
    counts = {one: len(bench.mail[one]) for one in bench.conns}
    bench.act(conn, Draw("stock"))
    sent = {one: bench.mail[one][counts[one] :] for one in bench.conns}

    assert [type(message) for message in sent[conn]] == [Ok, State]
    for other in bench.others(conn):
        assert [type(message) for message in sent[other]] == [State]
    assert len({message.seq for mail in sent.values() for message in mail[-1:]}) == 1  # type: ignore[attr-defined]  # states


def test_only_the_seat_that_is_asked_gets_the_question() -> None:
    """Exactly one state at a time holds `ask`, and its default is legal."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    for _ in range(30):
        asks = {conn: bench.state(conn).ask for conn in bench.conns}
        mine = asks.pop(bench.asked())
        assert mine is not None
        assert set(asks.values()) == {None}
        assert isinstance(bench.act(bench.asked(), mine.default), Ok)


def test_events_are_numbered_without_a_gap() -> None:
    """Whoever missed a state can tell by `n` how much happened meanwhile."""
    bench = Bench("Ann", "Bob", start=True)
    bench.play(50)
    states = [message for message in bench.mail[1] if isinstance(message, State)]

    assert states[0].n == 0
    for before, after in pairwise(states):
        assert after.n == before.n + len(before.ev)


def stale(bench: Bench, conn: int) -> dict[str, Any]:
    return {"step": bench.house.step - 1}


def early(bench: Bench, conn: int) -> dict[str, Any]:
    return {"step": bench.house.step + 1}


def illegal(bench: Bench, conn: int) -> dict[str, Any]:
    return {"action": Discard(Card.R1)}


REFUSALS = [
    ("asked", stale, "stale_step"),
    ("asked", early, "stale_step"),
    ("asked", illegal, "illegal"),
    ("other", None, "not_your_turn"),
    ("other", stale, "not_your_turn"),
    ("watcher", None, "not_your_turn"),
]


@pytest.mark.parametrize(("who", "how", "code"), REFUSALS)
def test_a_refused_act_changes_nothing_and_only_its_sender_hears(
    who: str, how: Any, code: str
) -> None:
    """The very same game stands after it, and nobody else gets a frame."""
    bench = Bench("Ann", "Bob", start=True)
    watcher = bench.join("Eve", kind="watcher")
    conn = {
        "asked": bench.asked(),
        "other": bench.others(bench.asked())[0],
        "watcher": watcher,
    }[who]
    game, seq = bench.house.game, bench.table.seq
    before = {one: len(mail) for one, mail in bench.mail.items()}
    fields = {"step": bench.house.step, "action": Draw("stock")}
    fields |= how(bench, conn) if how else {}
    reply = bench.say(conn, Act, **fields)

    assert refused(reply) == code
    assert reply.step == (bench.house.step if code == "stale_step" else None)
    assert reply.why is (Reason.DRAW_FIRST if code == "illegal" else None)
    assert bench.house.game is game
    assert bench.table.seq == seq
    grown = {one for one, mail in bench.mail.items() if len(mail) != before.get(one, 0)}
    assert grown == {conn}


def test_asking_what_would_happen_changes_nothing() -> None:
    """`propose` leaves the house as it is, whatever comes of it."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.asked()
    before = repr(asdict(bench.player(conn))), bench.house.game, bench.table.seq
    step = bench.house.step
    actions: list[Action] = [Draw("stock"), Discard(Card.R1), Lay(())]
    for number, action in enumerate(actions, 90):
        bench.table.propose(conn, Act(number, step, action), bench.now)

    after = repr(asdict(bench.player(conn))), bench.house.game, bench.table.seq
    assert after == before


def test_an_act_that_comes_again_gets_its_reply_again() -> None:
    """It is not done twice, also after a reconnect, and the reply says `dup`."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.asked()
    bench.act(conn, Draw("stock"))
    number, step = bench.ids[conn], bench.house.step - 1
    same = Act(number, step, Draw("stock"))
    game = bench.house.game
    first = bench.send(conn, same)
    again = bench.back(conn)
    second = bench.send(again, same)

    assert first == second == Ok(number, dup=True)
    assert bench.house.game is game
    assert bench.last(again, Welcome).last_id == number


def test_a_refusal_that_comes_again_is_the_same_refusal() -> None:
    """The answer to an id stays what it was, even if the act would be legal now."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.others(bench.asked())[0]
    act = Act(50, bench.house.step, Draw("stock"))
    first = bench.send(conn, act)
    second = bench.send(conn, act)

    assert isinstance(first, Err)
    assert isinstance(second, Err)
    assert (first.code, first.dup) == (second.code, False)
    assert second.dup


@pytest.mark.parametrize(
    "other",
    [
        Act(50, 1, Draw("pile")),  # another act under the same id
        Act(50, 2, Draw("stock")),  # the same for another step
        Act(49, 1, Draw("stock")),  # an id that was passed by
    ],
    ids=["action", "step", "id"],
)
def test_an_id_means_one_act_for_ever(other: Act) -> None:
    """An id that was used is not good for anything else."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.asked()
    assert bench.house.step == 1
    assert isinstance(bench.send(conn, Act(50, 1, Draw("stock"))), Ok)

    assert refused(bench.send(conn, other)) == "id_reused"


def test_so_many_replies_are_kept() -> None:
    """The oldest replies are forgotten; their ids stay used."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.asked()
    kept = bench.house.limits.replies_kept
    for number in range(100, 100 + kept + 1):
        bench.send(conn, Act(number, 0, Draw("stock")))

    assert refused(bench.send(conn, Act(100, 0, Draw("stock")))) == "id_reused"
    last = bench.send(conn, Act(101, 0, Draw("stock")))
    assert isinstance(last, Err)
    assert last.dup


def test_three_illegal_acts_at_one_step_and_the_host_plays() -> None:
    """The default is played, everybody hears of it, and the connection stays."""
    bench = Bench("Ann", "Bob", start=True)
    conn, step = bench.asked(), bench.house.step
    ask = bench.state(conn).ask
    for _ in range(2):
        assert refused(bench.act(conn, Discard(Card.R1))) == "illegal"
    assert bench.house.step == step
    assert refused(bench.act(conn, Discard(Card.R1))) == "illegal"

    assert bench.house.step == step + 1
    assert ask is not None
    assert bench.journal[-1] == Acted(
        bench.player(conn).seat, ask.default, step=step, cause="illegal"
    )
    assert News.PLAYED_DEFAULT in bench.news(bench.others(conn)[0])
    assert isinstance(bench.act(conn), Ok)


def test_illegal_acts_are_counted_for_one_step_only() -> None:
    """Two mistakes at each of many steps are nobody's business."""
    bench = Bench("Ann", "Bob", start=True)
    for _ in range(6):
        conn = bench.asked()
        bench.act(conn, Lay(()))
        bench.act(conn, Lay(()))
        assert isinstance(bench.act(conn), Ok)

    assert News.PLAYED_DEFAULT not in bench.news(1)


def test_only_illegal_acts_are_counted() -> None:
    """Being late, or out of turn, costs nobody the decision."""
    bench = Bench("Ann", "Bob", start=True)
    conn, step = bench.asked(), bench.house.step
    for _ in range(5):
        assert refused(bench.act(conn, Draw("stock"), step=0)) == "stale_step"
        other = bench.others(conn)[0]
        assert refused(bench.act(other, Draw("stock"))) == "not_your_turn"

    assert bench.house.step == step


def test_a_check_does_nothing() -> None:
    """It says what an act would be told, and does not count as one."""
    bench = Bench("Ann", "Bob", start=True)
    conn, step = bench.asked(), bench.house.step
    other = bench.others(conn)[0]
    yes = bench.say(conn, Check, step=step, action=Draw("stock"))
    no = [bench.say(conn, Check, step=step, action=Lay(())) for _ in range(5)]

    assert (yes.legal, yes.why) == (True, None)
    assert {(reply.legal, reply.why) for reply in no} == {(False, Reason.DRAW_FIRST)}
    assert refused(bench.say(conn, Check, step=0, action=Draw("stock"))) == "stale_step"
    theirs = bench.say(other, Check, step=step, action=Draw("stock"))
    assert refused(theirs) == "not_your_turn"
    watcher = bench.join("Eve", kind="watcher")
    theirs = bench.say(watcher, Check, step=step, action=Draw("stock"))
    assert refused(theirs) == "not_your_turn"
    assert bench.house.step == step


def test_options_are_complete_acts() -> None:
    """Each way to lay that is listed is accepted, and no more come than were asked."""
    rules = Rules(phases=("2 sets of 2",), wilds=16)
    bench = Bench("Ann", "Bob", rules=rules, start=True)
    conn = bench.asked()
    assert refused(bench.say(bench.others(conn)[0], Options, step=1)) == "not_your_turn"
    bench.act(conn, Draw("stock"))
    step = bench.house.step
    assert refused(bench.say(conn, Options, step=step - 1)) == "stale_step"
    all_ = bench.say(conn, Options, step=step, max=64)
    few = bench.say(conn, Options, step=step, max=2)

    assert isinstance(all_, Choices)
    assert len(all_.can) > 2
    assert (len(few.can), few.cut) == (2, True)
    for action in (*few.can, *all_.can):
        assert bench.say(conn, Check, step=step, action=action).legal


# --- From stage to stage ----------------------------------------------------------


def test_a_game_starts_when_everybody_is_ready() -> None:
    """Ready can be taken back; who lacks it can be seen."""
    bench = Bench("Ann", "Bob")
    bench.say(1, Ready)
    bench.say(1, Ready, on=False)
    bench.say(2, Ready)
    assert [seat.ready for seat in bench.lobby(1).seats] == [False, True]
    assert not bench.playing()
    bench.say(1, Ready)

    assert bench.state(1).view.stage is Stage.DRAW


def test_nobody_plays_alone() -> None:
    """One player, however ready, waits for another."""
    bench = Bench("Ann", start=True)

    assert bench.stage() is Stage.LOBBY
    assert "two" in bench.say(1, Admin, do=Start()).msg


def test_a_headless_table_starts_with_enough_seats() -> None:
    """Without a host at the keys nobody has to say ready."""
    bench = Bench("Ann", start_when=3)
    bench.join("Bob")
    assert not bench.playing()
    bench.join("Robo", kind="bot")

    assert bench.playing()
    assert Bench("Ann", start_when=3).lobby(1).min == 3


def test_a_game_waits_for_the_hosts_own_bots() -> None:
    """The first card is dealt when their sessions are there, or were given up."""
    bench = Bench("Ann", bots=BOTS)
    bench.all_ready()
    assert not bench.playing()
    bench.call_bots()
    assert bench.playing()
    late = Bench("Ann", bots=BOTS)
    late.all_ready()
    late.wait(2)
    assert late.playing()


def test_a_round_waits_until_all_are_ready() -> None:
    """The score can be read in peace, by programs too, but not for ever."""
    bench = Bench("Ann", "Bob", bots=BOTS[:1], start=True)
    bench.play(until=Stage.ROUND_OVER)
    bench.say(1, Ready)
    assert bench.state(1).view.summary is not None
    assert bench.stage() is Stage.ROUND_OVER
    bench.say(2, Ready)
    assert bench.stage() is Stage.DRAW
    assert not any(seat.ready for seat in bench.state(1).table.seats[1:])


def test_the_next_round_comes_after_a_minute() -> None:
    """B131: nobody has to be there to start it; the clock is shown meanwhile."""
    bench = Bench("Ann", "Bob", start=True)
    bench.play(until=Stage.ROUND_OVER)
    clock = bench.state(1).table.clock
    assert clock is not None
    assert (clock.seat, clock.ms) == (None, GUARD.round_over_ms)
    bench.wait(59)
    assert bench.stage() is Stage.ROUND_OVER
    bench.wait(1)
    assert bench.stage() is Stage.DRAW


def test_the_owner_lets_a_round_or_a_game_start_anyway() -> None:
    """U23: nobody keeps the others waiting by not pressing a key."""
    bench = Bench("Ann", "Bob", "Cy")
    assert isinstance(bench.say(1, Admin, do=Start()), Ok)
    assert bench.playing()
    assert refused(bench.say(1, Admin, do=Start())) == "wrong_stage"
    bench.play(until=Stage.ROUND_OVER)
    assert isinstance(bench.say(1, Admin, do=Start()), Ok)
    assert bench.stage() is Stage.DRAW


def ended(*names: str, **setup: Any) -> Bench:
    """Play so far that the game is over."""
    bench = Bench(*names, start=True, **setup)
    bench.play(20)
    assert isinstance(bench.say(1, Admin, do=End()), Ok)
    assert bench.over()
    return bench


def test_a_rematch_has_the_same_seats_and_another_game() -> None:
    """When all people say ready a new game begins; sessions stay good."""
    bench = ended("Ann", "Bob", bots=BOTS)
    game, sessions = bench.house.game_id, [bench.session(1), bench.session(2)]
    bench.say(1, Ready)
    bench.wait(10 * MINUTE, 10)
    assert bench.over()
    bench.say(2, Ready)

    assert bench.playing()
    assert bench.house.game_id != game
    assert bench.state(1).view.round == 1
    assert bench.state(1).n == 0 + bench.house.events - len(bench.state(1).ev)
    assert [bench.house.players[seat].session for seat in (3, 4)] == sessions


def test_one_game_is_enough_for_some_tables() -> None:
    """With `once` nothing follows, however ready everybody is."""
    bench = ended("Ann", "Bob", once=True)
    bench.all_ready()
    bench.wait(10 * MINUTE, 60)

    assert bench.over()
    assert len(bench.table.result().seats) == 2


def test_who_left_is_not_in_the_rematch() -> None:
    """The others go on without them; with too few the table is a lobby again."""
    bench = ended("Ann", "Bob", "Cy")
    bench.say(3, Leave)
    bench.all_ready()
    assert sorted(bench.house.players) == [1, 2]
    assert len(bench.state(1).view.seats) == 2
    bench = ended("Ann", "Bob")
    bench.say(2, Leave)
    bench.say(1, Ready)
    assert isinstance(bench.mail[1][-1], Lobby)
    assert [seat.name for seat in bench.lobby(1).seats] == ["Ann"]


def test_who_waited_through_a_game_is_in_the_next() -> None:
    """A late guest gets a free seat before the rematch, and says ready like all."""
    bench = ended("Ann", "Bob")
    late = bench.join("Eve")
    bench.all_ready()
    assert bench.stage() is Stage.LOBBY
    assert bench.player(late).seat == 3
    bench.all_ready()
    assert bench.playing()


def test_programs_play_again_after_a_breath() -> None:
    """Where no person sits, the next game begins by itself while a guest is there."""
    bench = Bench(start_when=2)
    for name in ("R1", "R2"):
        bench.join(name, kind="bot")
    while not bench.over():
        bench.play()
    bench.wait(4)
    assert bench.over()
    bench.wait(1)
    assert bench.playing()


def test_the_hosts_own_bots_do_not_play_on_for_nobody() -> None:
    """A table without any guest does not spend the night on games."""
    bench = Bench(bots=BOTS, start_when=2)
    bench.call_bots()
    while not bench.over():
        bench.play()
    bench.wait(MINUTE)

    assert bench.over()


# --- Pauses -----------------------------------------------------------------------


def test_a_pause_stops_acts_and_clocks() -> None:
    """N44: the time that was left is left afterwards."""
    bench = Bench("Ann", "Bob", timer_ms=30_000, start=True)
    bench.wait(10)
    bench.say(2, Pause, on=True)
    state = bench.state(bench.asked())
    assert state.table.paused is not None
    assert state.table.paused.by == 2
    assert state.ask is None
    act = bench.say(bench.asked(), Act, step=bench.house.step, action=Draw("stock"))
    assert refused(act) == "paused"
    bench.wait(5 * MINUTE)
    bench.say(2, Pause, on=False)
    ask = bench.state(bench.asked()).ask
    assert ask is not None
    assert ask.ms == 20_000
    assert News.PLAYED_DEFAULT not in bench.news(1)
    again = Act(bench.ids[bench.asked()], bench.house.step, Draw("stock"))
    assert isinstance(bench.send(bench.asked(), again), Ok)  # the id was not used up


@pytest.mark.parametrize(
    ("who", "waited", "code"),
    [(2, 0, None), (1, 0, None), (3, 0, "paused"), (3, 119, "paused"), (3, 120, None)],
    ids=["whose it is", "owner", "other", "too early", "after two minutes"],
)
def test_who_may_end_a_pause(who: int, waited: float, code: str | None) -> None:
    """The one who paused and the owner at once, anybody after two minutes."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.say(2, Pause, on=True)
    bench.wait(waited)
    reply = bench.say(who, Pause, on=False)

    assert (None if isinstance(reply, Ok) else refused(reply)) == code
    assert (bench.house.pause is None) == (code is None)


def test_a_pause_needs_a_game_and_a_seat() -> None:
    """In the lobby there is nothing to stop, and a watcher stops nothing."""
    bench = Bench("Ann", "Bob")
    assert refused(bench.say(1, Pause, on=True)) == "wrong_stage"
    bench.all_ready()
    watcher = bench.join("Eve", kind="watcher")
    assert refused(bench.say(watcher, Pause, on=True)) == "wrong_stage"
    assert isinstance(bench.say(1, Pause, on=False), Ok)


def test_a_game_that_is_ended_in_a_pause_is_over() -> None:
    """Nobody could end that pause any more, and no game would ever begin."""
    bench = Bench("Ann", "Bob", start=True)
    bench.say(2, Pause, on=True)
    bench.wait(MINUTE)
    bench.say(1, Admin, do=End())
    assert bench.state(2).table.paused is None
    bench.all_ready()

    assert bench.house.games == 2
    assert bench.playing()


def test_a_pause_everybody_left_behind_ends() -> None:
    """B126: a paused table does not stand for ever in an empty room."""
    bench = Bench("Ann", "Bob", start=True)
    bench.say(1, Pause, on=True)
    bench.cut(1)
    bench.cut(2)
    bench.wait(10 * MINUTE, 10)

    assert bench.house.pause is None


# --- Words ------------------------------------------------------------------------


def test_a_line_of_chat_names_its_speaker_by_number() -> None:
    """N32: nobody can speak as anybody else; watchers have a voice of their own."""
    bench = Bench("Ann", "Bob")
    watcher = bench.join("Eve", kind="watcher")
    bench.say(2, Chat, text="Ann: I\x1b[2J am\nAnn")
    bench.say(watcher, Chat, text="hello")
    said = [message for message in bench.mail[1] if isinstance(message, Said)]

    assert [(m.seat, m.watcher, m.text) for m in said] == [
        (2, None, "Ann: I[2J am Ann"),
        (None, 1, "hello"),
    ]


@pytest.mark.parametrize("text", ["", "  \u200b ", "x" * 301])
def test_a_line_that_cannot_be_shown(text: str) -> None:
    """Empty and endless lines are refused in a sentence."""
    bench = Bench("Ann", "Bob")

    assert refused(bench.say(1, Chat, text=text)) == "bad_text"
    assert Said not in {type(message) for message in bench.mail[2]}


def test_renaming() -> None:
    """A new name is as good as one at the door; one's own is not in the way."""
    bench = Bench("Ann", "Bob", start=True)
    watcher = bench.join("Eve", kind="watcher")
    assert refused(bench.say(1, Rename, name="B o b")) == "name_taken"
    assert refused(bench.say(1, Rename, name="")) == "bad_name"
    assert isinstance(bench.say(1, Rename, name="ann"), Ok)
    assert isinstance(bench.say(watcher, Rename, name="Evi"), Ok)
    table = bench.state(2).table
    assert [seat.name for seat in table.seats] == ["ann", "Bob"]
    assert table.watchers[0].name == "Evi"
    assert bench.news(2).count(News.RENAMED) == 2


def test_a_ping_is_answered_and_told_nobody() -> None:
    """What the way takes shows with the next state; `seq` does not move."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.others(bench.asked())[0]
    before, seq = len(bench.mail[bench.asked()]), bench.table.seq
    assert bench.say(conn, Ping, ms=12).seq == seq
    assert bench.say(bench.join("Eve", kind="watcher"), Ping).seq > seq
    assert len(bench.mail[bench.asked()]) == before + 2  # Eve came
    bench.act(bench.asked())
    assert bench.state(1).table.seats[bench.player(conn).seat - 1].link_ms == 12


def test_another_program_on_the_seat_must_show_that_it_lives_too() -> None:
    """Whether a client pings is known of each connection anew."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.asked()
    bench.say(conn, Ping)
    ask = bench.state(bench.back(conn)).ask

    assert ask is not None
    assert ask.ms == GUARD.bot_think_ms


def test_the_first_ping_takes_the_limit_off_a_persons_question() -> None:
    """A person whose client shows that it lives may think as long as they like."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.asked()
    first = bench.state(conn).ask
    assert first is not None
    assert first.ms == GUARD.bot_think_ms
    bench.say(conn, Ping)
    second = bench.state(conn).ask
    assert second is not None
    assert second.ms is None
    bench.wait(10 * MINUTE, 60)
    assert bench.asked() == conn
