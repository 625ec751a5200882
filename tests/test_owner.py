"""What the owner of a table may do, when, and what everybody hears of it."""

from typing import Any

import pytest

from p10net.engine.presets import preset
from p10net.engine.rules import Rules
from p10net.engine.view import Stage
from p10net.host.house import HouseBot
from p10net.protocol.messages import Issued, News, Ok
from p10net.protocol.owner import (
    AddBot,
    AdminOp,
    Away,
    Ban,
    End,
    Hints,
    Kick,
    Lock,
    Move,
    Password,
    Reissue,
    RemoveBot,
    SetRules,
    Start,
    Timer,
    Watch,
)
from p10net.protocol.people import AwayRule
from p10net.protocol.requests import Admin, Ready
from tests.table_bench import Bench, refused

BOTS = (HouseBot("steady", "Cleo"), HouseBot("steady", "Max"))
EVERY: list[AdminOp] = [
    AddBot(),
    Away(policy="wait"),
    Ban(seat=1),
    End(),
    Hints(on=False),
    Kick(seat=1),
    Lock(on=True),
    Move(seat=1, to=2),
    Password(password="x"),
    Reissue(seat=1),
    RemoveBot(seat=1),
    SetRules(rules=Rules()),
    Start(),
    Timer(ms=1),
    Watch(on=False),
]


@pytest.mark.parametrize("op", EVERY, ids=lambda op: type(op).__name__)
@pytest.mark.parametrize("who", ["player", "watcher"])
def test_only_the_owner_may(op: AdminOp, who: str) -> None:
    """Whatever it is, another player or a watcher is refused, and nothing changes."""
    bench = Bench("Ann", "Bob")
    conn = 2 if who == "player" else bench.join("Eve", kind="watcher")
    seq = bench.table.seq

    assert refused(bench.say(conn, Admin, do=op)) == "not_owner"
    assert bench.table.seq == seq


LOBBY = [
    # The operation, its refusal in the lobby, its refusal in a game.
    (AddBot(), None, "wrong_stage"),
    (AddBot(seat=4), None, "wrong_stage"),
    (AddBot(seat=1), "wrong_stage", "wrong_stage"),
    (AddBot(seat=7), "wrong_stage", "wrong_stage"),
    (AddBot(level="genius"), "wrong_stage", "wrong_stage"),
    (Ban(seat=2), None, None),
    (Ban(seat=9), "wrong_stage", "wrong_stage"),
    (End(), "wrong_stage", None),
    (Kick(seat=1), "wrong_stage", "wrong_stage"),
    (Kick(seat=2), None, None),
    (Kick(watcher=1), None, None),
    (Kick(watcher=2), "wrong_stage", "wrong_stage"),
    (Kick(), "wrong_stage", "wrong_stage"),
    (Lock(on=True), None, None),
    (Move(seat=2, to=1), None, "wrong_stage"),
    (Move(seat=2, to=6), None, "wrong_stage"),
    (Move(seat=2, to=2), None, "wrong_stage"),
    (Move(seat=2, to=7), "wrong_stage", "wrong_stage"),
    (Move(seat=5, to=1), "wrong_stage", "wrong_stage"),
    (Reissue(seat=2), "wrong_stage", "wrong_stage"),
    (Reissue(seat=5), "wrong_stage", "wrong_stage"),
    (RemoveBot(seat=2), "wrong_stage", "wrong_stage"),
    (SetRules(rules=preset("quick")), None, "wrong_stage"),
    (Start(), None, "wrong_stage"),
]


@pytest.mark.parametrize("start", [False, True])
@pytest.mark.parametrize(("op", "lobby", "game"), LOBBY, ids=lambda value: repr(value))
def test_when_an_operation_makes_sense(
    op: AdminOp, lobby: str | None, game: str | None, start: bool
) -> None:
    """Where it does not, the refusal is a sentence and nothing has changed."""
    bench = Bench("Ann", "Bob", start=start)
    bench.join("Eve", kind="watcher")
    seq = bench.table.seq
    reply = bench.say(1, Admin, do=op)
    code = game if start else lobby

    assert (None if isinstance(reply, Ok) else refused(reply)) == code
    assert (bench.table.seq > seq) == (code is None)
    if code is not None:
        assert reply.msg.endswith((".", ":")) or ";" in reply.msg


def test_bots_come_and_go_in_the_lobby() -> None:
    """A bot of the host's own has a seat, a name of its own and its level on show."""
    bench = Bench("Ann", "Max")
    bench.say(1, Admin, do=AddBot())
    bench.say(1, Admin, do=AddBot(level="random", seat=5))
    seats = bench.lobby(1).seats

    assert [(p.seat, p.name, p.client) for p in seats[2:]] == [
        (3, "Cleo", "steady"),
        (5, "Ida", "random"),
    ]
    assert [player.seat for player in bench.table.bots()] == [3, 5]
    bench.say(1, Admin, do=RemoveBot(seat=3))
    assert [player.seat for player in bench.table.bots()] == [5]


def test_a_full_table_takes_no_more_bots() -> None:
    """There are as many seats as the table has, and names for all of them."""
    bench = Bench("Ann", seats=6)
    replies = [bench.say(1, Admin, do=AddBot()) for _ in range(6)]

    assert [isinstance(reply, Ok) for reply in replies] == [True] * 5 + [False]
    assert len({seat.name for seat in bench.lobby(1).seats}) == 6


def test_more_bots_than_seats_do_not_keep_a_table_from_starting() -> None:
    """Who asks for too many bots gets as many as fit."""
    bench = Bench(bots=BOTS * 2, seats=2, start_when=2)
    bench.call_bots()

    assert bench.playing()
    assert len(bench.house.players) == 2


def test_a_bot_whose_name_is_taken_has_another() -> None:
    """Nobody is mistaken for anybody else, whatever the bots were to be called."""
    bots = (HouseBot("steady", "Max"), HouseBot("random", "M a x"))
    bench = Bench("Ann", bots=bots)

    assert [seat.name for seat in bench.lobby(1).seats] == ["Max", "Cleo", "Ann"]


def test_people_change_places() -> None:
    """Each keeps session, name and connection; the screens follow."""
    bench = Bench("Ann", "Bob")
    bench.say(1, Admin, do=Move(seat=1, to=2))

    assert [(p.seat, p.name) for p in bench.lobby(1).seats] == [(1, "Bob"), (2, "Ann")]
    assert (bench.lobby(1).seat, bench.lobby(2).seat) == (2, 1)
    bench.say(1, Admin, do=Move(seat=2, to=6))
    bench.all_ready()
    you = bench.state(1).view.you
    assert you is not None
    assert you.seat == 6
    assert len(bench.state(1).view.seats) == 6  # gaps keep their numbers
    bench.play(20)


def test_other_rules_clear_every_ready_mark() -> None:
    """Nobody starts under rules they did not see; the phases come along."""
    bench = Bench("Ann", "Bob")
    bench.say(2, Ready)
    bench.say(1, Admin, do=SetRules(rules=preset("even")))
    lobby = bench.lobby(2)

    assert not any(seat.ready for seat in lobby.seats)
    assert lobby.rules.name == "even"
    assert bench.table.sign().rules == "even"
    assert News.RULES in bench.news(2)


RULES = [
    (Rules(game_end="limit"), "limit"),
    (Rules(phases=("1 skip",), skips=0), "kip"),
    (Rules(max_seats=2), "3"),
]


@pytest.mark.parametrize(("rules", "word"), RULES)
def test_rules_that_make_no_game(rules: Rules, word: str) -> None:
    """A contradiction, or too few seats, is said in a sentence."""
    bench = Bench("Ann", "Bob", "Cy")
    reply = bench.say(1, Admin, do=SetRules(rules=rules))

    assert refused(reply) == "wrong_stage"
    assert word in reply.msg
    assert bench.lobby(1).rules == Rules()


def test_the_name_of_rules_is_cleaned() -> None:
    """What an owner calls the rules reaches every screen, so it is cleaned."""
    bench = Bench("Ann", "Bob")
    bench.say(1, Admin, do=SetRules(rules=Rules(name="\x1b[2Jmine\u202e")))

    assert bench.lobby(2).rules.name == "[2Jmine"


SETTINGS: list[tuple[AdminOp, dict[str, Any]]] = [
    (Timer(ms=45_000), {"timer_ms": 45_000}),
    (Away(policy="wait"), {"away": AwayRule.WAIT, "grace_ms": 60_000}),
    (Away(policy="skip"), {"away": AwayRule.SKIP}),
    (Away(policy="bot", grace_ms=5_000), {"away": AwayRule.BOT, "grace_ms": 5_000}),
    (Watch(on=False), {"watch": False}),
    (Hints(on=False), {"hints": False}),
    (Lock(on=True), {"locked": True}),
    (Password(password="sesame"), {"password": True}),
    (Password(), {"password": False}),
]


@pytest.mark.parametrize(("op", "fields"), SETTINGS)
def test_what_is_settled_is_shown_to_all(op: AdminOp, fields: dict[str, Any]) -> None:
    """Everybody reads the settings, nobody the password."""
    bench = Bench("Ann", "Bob")
    bench.say(1, Admin, do=op)
    settings = bench.lobby(2).settings

    assert {name: getattr(settings, name) for name in fields} == fields
    assert News.SETTINGS in bench.news(2)
    assert "sesame" not in repr(bench.mail)


def test_a_ban_ends_with_the_game() -> None:
    """Address and name are shut out until the game is over, then forgiven."""
    bench = Bench("Ann", "Bob")
    late = bench.join("Eve", "10.0.0.9")
    bench.say(1, Admin, do=Ban(seat=3))
    assert refused(bench.mail[late][-1]) == "banned"
    bench.all_ready()
    assert refused(bench.hello(bench.open("10.0.0.9"), "Flo")) == "banned"
    bench.say(1, Admin, do=End())
    bench.hello(bench.open("10.0.0.9"), "Flo")

    assert bench.state(1).table.watchers[0].name == "Flo"


def test_a_watcher_is_shut_out_like_a_player() -> None:
    """A ban names a watcher by number."""
    bench = Bench("Ann", "Bob")
    watcher = bench.join("Eve", "10.0.0.9", kind="watcher")
    bench.say(1, Admin, do=Ban(watcher=1))

    assert refused(bench.mail[watcher][-1]) == "banned"
    assert refused(bench.hello(bench.open("10.0.0.9"), "Flo")) == "banned"


def test_an_absent_player_is_shut_out_by_name() -> None:
    """Who is not connected has no address; the name is enough."""
    bench = Bench("Ann", "Bob")
    bench.cut(2)
    bench.say(1, Admin, do=Ban(seat=2))

    assert refused(bench.hello(bench.open(), "Bob")) == "banned"


def test_the_owner_stops_a_game() -> None:
    """The leader wins, and all read who stopped it."""
    bench = Bench("Ann", "Bob", start=True)
    bench.play(30)
    bench.say(1, Admin, do=End())
    summary = bench.state(2).view.summary

    assert summary is not None
    assert summary.how == "stopped"
    assert summary.winners
    assert News.STOPPED in bench.news(2)
    assert bench.stage() is Stage.GAME_OVER


def test_a_code_is_for_the_owner_alone() -> None:
    """The others see that a seat was given anew, not how."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.cut(3)
    issued = bench.say(1, Admin, do=Reissue(seat=3))

    assert isinstance(issued, Issued)
    assert issued.seat == 3
    assert issued.code not in repr(bench.mail[2])
    assert News.REISSUED in bench.news(2)


def test_rules_may_change_between_two_games() -> None:
    """After a game the owner may change the rules for the rematch."""
    bench = Bench("Ann", "Bob", start=True)
    bench.say(1, Admin, do=End())
    assert isinstance(bench.say(1, Admin, do=SetRules(rules=preset("odd"))), Ok)
    bench.all_ready()

    assert bench.state(1).view.rules.name == "odd"
