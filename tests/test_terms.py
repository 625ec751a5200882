"""The terms of a table: what the owner settles, and what all are told and asked."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.cli.host import host
from p10net.cli.opening import Asked
from p10net.cli.opening import setup as settled
from p10net.client.commands import typed
from p10net.client.plain.menus import question
from p10net.client.plain.talk import Talk
from p10net.client.words import dice, hints
from p10net.client.words.bar import LIST_OF_TURN, PICKING, pick
from p10net.client.words.hints import OFF
from p10net.client.words.lobby import ASKED_ANEW
from p10net.engine.rules import Rules
from p10net.engine.view import Stage
from p10net.protocol.messages import News, Ok
from p10net.protocol.owner import (
    AddBot,
    AdminOp,
    Away,
    End,
    Hints,
    Lock,
    Password,
    SetRules,
    Start,
    Timer,
    Watch,
)
from p10net.protocol.requests import Admin, DoubleTime, Leave, Ping, Ready
from tests.at_table import House, Screen, at_table, setup, sitting
from tests.desk import NAMES, SETTINGS, person
from tests.scenes import drawing, lobby, press
from tests.table_bench import Bench, refused
from tests.test_resume import again

ENTER = "\r"


def marks(bench: Bench) -> dict[int, bool]:
    """Tell which seats have said that they are ready."""
    return {seat: player.ready for seat, player in bench.house.players.items()}


def heard(bench: Bench, conn: int, talk: Talk) -> list[str]:
    """Let the line mode hear all that a connection was sent since the last time."""
    mail, bench.mail[conn] = bench.mail[conn], []
    said: list[str] = []
    for message in mail:
        said += talk.hear(message)  # type: ignore[arg-type]  # replies are not heard
    return said


# --- Other terms are agreed to anew --------------------------------------------------

TERMS: list[tuple[AdminOp, str]] = [
    (Timer(60_000), "Time for a decision: 60 s; it was: no limit."),
    (
        Away("skip"),
        "When somebody is away: turns are passed after 60 s; it was: a bot plays after"
        " 60 s.",
    ),
    (
        Away("bot", 5_000),
        "When somebody is away: a bot plays after 5 s; it was: a bot plays after 60 s.",
    ),
    (Watch(False), "Watchers: not allowed; it was: allowed."),
    (Hints(False), "Hints: off; it was: on."),
]
DOOR: list[tuple[AdminOp, str]] = [
    (Lock(True), "New people: kept out; it was: let in."),
    (Password("sesame"), "A password for new people: asked; it was: not asked."),
]


@pytest.mark.parametrize(("op", "told"), TERMS)
def test_other_terms_ask_everybody_anew(op: AdminOp, told: str) -> None:
    """Whoever was ready was so for something else; all hear what it is and was."""
    bench, talk = Bench("Ann", "Bob", "Cy"), Talk()
    bench.say(2, Ready)
    heard(bench, 2, talk)
    assert isinstance(bench.say(1, Admin, do=op), Ok)

    assert marks(bench) == {1: False, 2: False, 3: False}
    assert heard(bench, 2, talk) == [
        "Ann changed how the table is set.",
        told,
        ASKED_ANEW,
    ]


@pytest.mark.parametrize(("op", "told"), DOOR)
def test_who_may_come_in_is_no_term_of_the_game(op: AdminOp, told: str) -> None:
    """It is told, and whoever is ready stays so."""
    bench, talk = Bench("Ann", "Bob", "Cy"), Talk()
    bench.say(2, Ready)
    heard(bench, 2, talk)
    assert isinstance(bench.say(1, Admin, do=op), Ok)

    assert marks(bench) == {1: False, 2: True, 3: False}
    assert heard(bench, 2, talk) == ["Ann changed how the table is set.", told]


def test_whoever_guesses_passwords_clears_no_mark() -> None:
    """A table that locks itself asks nobody anew: a stranger could go on for ever."""
    bench = Bench(password="sesame")
    bench.join("Ann", password="sesame")
    bench.join("Bob", password="sesame")
    bench.say(2, Ready)
    for number in range(bench.house.guard.tries):
        bench.hello(bench.open(f"10.0.0.{number}"), "Eve", password="open")

    assert bench.house.settings.locked
    assert marks(bench) == {1: False, 2: True}


def test_in_a_game_the_terms_change_at_once() -> None:
    """Nothing waits for marks then; all hear what was settled."""
    bench, talk = Bench("Ann", "Bob", start=True), Talk()
    heard(bench, 2, talk)
    bench.play(until=Stage.ROUND_OVER)
    bench.say(2, Ready)
    heard(bench, 2, talk)
    bench.say(1, Admin, do=Timer(60_000))

    assert marks(bench) == {1: False, 2: True}
    assert heard(bench, 2, talk) == [
        "Ann changed how the table is set.",
        "Time for a decision: 60 s; it was: no limit.",
    ]


def test_a_rematch_under_other_terms_is_agreed_to_anew() -> None:
    """After a game the marks are for the next one."""
    bench = Bench("Ann", "Bob", start=True)
    bench.say(1, Admin, do=End())
    bench.say(2, Ready)
    bench.say(1, Admin, do=Timer(60_000))

    assert marks(bench) == {1: False, 2: False}


@sitting
async def test_the_screen_tells_the_terms_too() -> None:
    """The guest's mark is gone and the log says why, on the screen of both."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("you own the table")
        ben = house.visit("Ben")
        await terminal.shows("2  Ben +no")
        await ben.request(Ready(id=0))
        await terminal.shows("2  Ben +yes")
        terminal.press("t")
        await terminal.shows("Time for a decision: 30 s; it was: no limit.")
        await terminal.shows("2  Ben +no")

    await at_table(play, setup(bots=0))


# --- Who cannot make up their mind ---------------------------------------------------


def dither(bench: Bench, conn: int, times: int = 6) -> None:
    """Say ready and take it back, so often in all."""
    for number in range(times):
        assert isinstance(bench.say(conn, Ready, on=number % 2 == 0), Ok)


def restless(bench: Bench) -> list[int]:
    """Tell by number who is not waited for."""
    return [one.seat for one in bench.lobby(1).seats if one.restless]


def test_one_joker_blocks_no_start() -> None:
    """After six changes the seat shows as not ready, and the others start without."""
    bench, talk = Bench("Ann", "Bob", "Cy"), Talk()
    dither(bench, 2, 5)
    assert restless(bench) == []
    bench.say(2, Ready, on=False)
    assert restless(bench) == [2]
    assert marks(bench)[2] is False
    assert News.RESTLESS in bench.news(1)
    said = heard(bench, 2, talk)
    assert "You took ready back too often: the start waits no more for you." in said
    menu = question(talk.facts)
    assert menu is not None
    assert [item.words for item in menu.items] == ["hear who is here"]
    assert "Bob" not in talk.answer("who").lines[0]
    assert talk.answer("who").lines[1] == "You, seat 2, not ready and not waited for."

    reply = bench.say(2, Ready)
    assert refused(reply) == "wrong_stage"
    assert reply.msg.startswith("You took it back too often")
    for conn in (1, 3):
        bench.say(conn, Ready)
    assert bench.playing()
    assert len(bench.state(2).view.seats) == 3


def test_what_is_asked_anew_is_answered_anew() -> None:
    """Marks that the owner's changes take back are nobody's change of mind."""
    bench = Bench("Ann", "Bob")
    for seconds in range(10):
        bench.say(2, Ready)
        bench.say(1, Admin, do=Timer(1000 * (1 + seconds)))
    assert restless(bench) == []
    dither(bench, 2)
    assert restless(bench) == [2]
    bench.say(1, Admin, do=Timer(0))
    assert restless(bench) == []
    assert isinstance(bench.say(2, Ready), Ok)


def test_jokers_alone_start_nothing() -> None:
    """Where nobody can make up their mind the owner decides."""
    bench = Bench("Ann", "Bob", "Cy")
    dither(bench, 1)
    dither(bench, 2)
    bench.say(3, Leave)
    assert restless(bench) == [1, 2]
    assert not bench.playing()
    bench.say(1, Admin, do=Start())
    assert bench.playing()


def test_nobody_is_held_up_by_oneself() -> None:
    """Alone with bots one may change one's mind for as long as one likes."""
    bench = Bench("Ann")
    bench.say(1, Admin, do=AddBot())  # it is not there yet, so nothing can start
    dither(bench, 1, 12)
    assert restless(bench) == []


@sitting
async def test_the_owner_sees_who_is_not_waited_for() -> None:
    """Enter starts as soon as all the others are ready."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("you own the table")
        ben = house.visit("Ben")
        await terminal.shows("2  Ben +no")
        for number in range(6):
            await ben.request(Ready(id=0, on=number % 2 == 0))
        await terminal.shows("2  Ben +no +here, not waited for")
        await terminal.shows("Ben took ready back too often")
        await terminal.shows("Enter start the game")
        terminal.press(ENTER)
        await terminal.shows("Round 1 ")

    await at_table(play, setup(bots=0))


# --- Double time ---------------------------------------------------------------------


def test_a_seat_has_double_time_for_the_asking() -> None:
    """All are told, its clock is twice as long, the other's is as it was."""
    bench, talk = Bench("Ann", "Bob", start=True, timer_ms=20_000), Talk()
    for conn in (1, 2):
        bench.say(conn, Ping)
    slow, other = bench.asked(), bench.others(bench.asked())[0]
    heard(bench, other, talk)
    bench.wait(15)
    assert isinstance(bench.say(slow, DoubleTime), Ok)
    name = bench.player(slow).name
    assert heard(bench, other, talk) == [f"{name} has double time for each decision."]
    ask = bench.state(slow).ask
    assert ask is not None
    assert ask.ms == 25_000
    bench.wait(24)
    assert bench.asked() == slow
    bench.wait(1)
    assert News.PLAYED_DEFAULT in bench.news(slow)

    bench.play(until=Stage.ROUND_OVER)
    bench.all_ready()
    while bench.asked() == slow:
        bench.act(slow)
    ask = bench.state(other).ask
    assert ask is not None
    assert ask.ms == 20_000


def test_double_time_is_given_back() -> None:
    """Asked twice it is not doubled twice, and nothing is told; off, it is over."""
    bench, talk = Bench("Ann", "Bob", timer_ms=20_000), Talk()
    bench.say(2, DoubleTime)
    seq = bench.table.seq
    assert isinstance(bench.say(2, DoubleTime), Ok)
    assert bench.table.seq == seq
    heard(bench, 2, talk)
    assert talk.answer("settings").lines[-1] == (
        "You have double time for each decision."
    )
    assert talk.answer("who").lines[1] == "You, seat 2, double time."
    bench.say(2, DoubleTime, on=False)
    assert heard(bench, 2, talk) == ["You have as much time as the others again."]
    assert not any(one.double for one in bench.lobby(1).seats)


def test_double_time_survives_the_host_and_the_game() -> None:
    """It stays with the seat: after a restart, and in the next game."""
    bench = Bench("Ann", "Bob", start=True, timer_ms=20_000)
    bench.say(2, DoubleTime)
    bench.say(1, Admin, do=End())
    bench.all_ready()
    assert bench.playing()
    assert [one.double for one in bench.state(1).table.seats] == [False, True]

    back = Bench(table=again(bench))
    conn = back.join("", session=bench.session(2))
    assert [one.double for one in back.state(conn).table.seats] == [False, True]


def test_a_watcher_has_no_clock() -> None:
    """Who only looks on is told so."""
    bench = Bench("Ann", "Bob")
    conn = bench.join("Eve", kind="watcher")
    assert refused(bench.say(conn, DoubleTime)) == "wrong_stage"


def test_line_mode_offers_double_time() -> None:
    """Where decisions are timed it is an answer of the lobby, until it is asked for."""
    bench, talk = Bench("Ann", "Bob"), Talk()
    heard(bench, 2, talk)
    assert "have double time" not in " ".join(talk.due())
    bench.say(1, Admin, do=Timer(20_000))
    heard(bench, 2, talk)
    said = " ".join(talk.due())
    assert "3 have double time for each decision" in said
    asked: Any = talk.answer("3").deed
    assert asked.request == DoubleTime(id=0)
    bench.say(2, DoubleTime)
    heard(bench, 2, talk)
    assert "have double time" not in " ".join(talk.due())


@sitting
async def test_the_screen_asks_for_double_time() -> None:
    """One key in the lobby, the menu at the table; everybody reads who has it."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("d  Your time: as the others'")
        terminal.press("d")
        await terminal.shows("d  Your time: double")
        await terminal.shows(r"1  Ann \(you\) \* +no +here, double time")
        await terminal.shows("You have double time for each decision")
        ben = house.visit("Ben")
        await terminal.shows("2  Ben +no")
        await house.ready(ben)
        await terminal.shows("2  Ben +yes")
        terminal.press("s")
        await terminal.shows("Ben to play|YOUR TURN")
        terminal.press("m")
        await terminal.shows("have as much time as the others again")

    await at_table(play, setup(bots=0, timer_ms=60_000))


# --- Rules for fewer -----------------------------------------------------------------


@sitting
async def test_rules_for_fewer_name_the_limit() -> None:
    """The owner reads how many there may be and what to do, and no rules change."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("you own the table")
        house.visit("Ben")
        await terminal.shows("2  Ben +no")
        house.visit("Cy")
        await terminal.shows("3  Cy +no")
        terminal.press(":set max_seats=2" + ENTER)
        await terminal.shows(
            "Rules for 2 at most, and 3 are seated: send 1 away, or choose other rules."
        )
        await terminal.shows("Rules +official, 10 phases$")

    await at_table(play, setup(bots=0))


def test_the_limit_is_said_in_lines() -> None:
    """The same sentence answers the line mode; it fits one line."""
    bench = Bench("Ann", "Bob", "Cy")
    reply = bench.say(1, Admin, do=SetRules(Rules(max_seats=2)))

    assert reply.msg == (
        "Rules for 2 at most, and 3 are seated: send 1 away, or choose other rules."
    )


# --- No hints ------------------------------------------------------------------------


def test_without_hints_the_screen_gives_none() -> None:
    """Its key says why, the bar does not name it, and nothing is weighed."""
    desk = drawing()
    assert desk.scene.table is not None
    assert ". hint" in desk.picture()
    settings = replace(SETTINGS, hints=False)
    desk.scene = replace(desk.scene, table=replace(desk.scene.table, settings=settings))
    assert ". hint" not in desk.picture()
    assert press(desk, ".").scene.local.open is None
    assert desk.notice == OFF
    typed_ = typed.run(desk.scene, "hint")
    assert typed_.local.notice == OFF


@pytest.mark.parametrize("bar", [PICKING, LIST_OF_TURN, dice.LOOK, pick(first=False)])
def test_the_key_is_left_out_of_every_bar(bar: str) -> None:
    """The other keys stand there as before."""
    assert hints.KEY in bar
    assert hints.KEY not in hints.without(bar)
    assert hints.without("a arm   f phases") == "a arm   f phases"


def test_without_hints_the_line_mode_gives_none() -> None:
    """It says so to whoever comes, when asked for one, and among the settings."""
    bench, talk = Bench("Ann", "Bob", hints=False), Talk()
    assert OFF in heard(bench, 2, talk)
    assert talk.answer("settings").lines[-1] == "A password for new people: not asked."
    assert "Hints: off." in talk.answer("settings").lines
    bench.all_ready()
    said = heard(bench, bench.asked(), talk)
    assert OFF not in said
    assert talk.facts.ask is not None
    assert talk.answer("hint").lines == (OFF,)
    bench.say(1, Admin, do=Hints(True))
    assert "Hints: on; it was: off." in heard(bench, bench.asked(), talk)
    assert talk.answer("hint").lines[0].startswith("Hint: ")


def test_who_comes_into_a_game_hears_it_too() -> None:
    """A watcher of a game that is on is told once."""
    bench, talk = Bench("Ann", "Bob", start=True, hints=False), Talk()
    assert heard(bench, bench.join("Eve", kind="watcher"), talk).count(OFF) == 1


@sitting
async def test_the_owner_turns_hints_off() -> None:
    """One key in the lobby; all read it there and in the log."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("h  Hints      on")
        terminal.press("h")
        await terminal.shows("h  Hints      off")
        await terminal.shows("Hints: off; it was: on.")

    await at_table(play, setup(bots=0))


def test_all_that_is_settled_has_room() -> None:
    """At a full table in the usual window too, with all there is to prove the host."""
    desk = lobby(1)
    known = desk.scene.lobby
    assert known is not None
    seats = tuple(person(at, name) for at, name in enumerate(NAMES, 1))
    known = replace(known, seats=seats, watchers=())
    proof = ("in one line", "p10net://", "the words", "another table waits")
    desk.scene = replace(desk.scene, lobby=known, proof=proof)
    shown = desk.picture()
    for line in (*proof, "Finn", "o  Rules", "t  Timer", "w  Watchers", "h  Hints"):
        assert line in shown


def test_a_flag_opens_a_table_without_hints() -> None:
    """`p10net host --no-hints` settles it before anybody comes."""
    assert settled(Asked(), "Ann").hints
    assert not settled(Asked(hints=False), "Ann").hints
    flag = next(one for one in host.params if one.name == "hints")
    assert flag.opts + flag.secondary_opts == ["--hints", "--no-hints"]
