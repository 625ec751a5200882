"""A game whose host is lost goes on after its last finished round, at a new table.

What is needed every guest has seen: the rules, the points, whose seats they were. What
nobody could know but the lost host, hands, stock and tokens, is not there, and nothing
is made up in its place.
"""

from __future__ import annotations

import json
import os
import random
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from p10net.cli import again, behind, folders, opening
from p10net.cli.again import NOT_PLAYABLE, NOTHING
from p10net.cli.behind import Lost
from p10net.cli.exits import Exit, Trouble
from p10net.cli.opening import Asked
from p10net.client import seats, sheets
from p10net.client.plain.talk import Talk
from p10net.client.seats import Met
from p10net.client.session import Down
from p10net.client.words import links, parting
from p10net.engine.conflicts import build
from p10net.engine.game import Game, Refused, apply, take_up
from p10net.engine.moves import NextRound
from p10net.engine.presets import preset
from p10net.engine.view import RoundRow, Stage, View
from p10net.host import rerun
from p10net.host.house import HouseBot, Line, Sheet
from p10net.host.journal_file import Entry, Kept, Opening, Serving
from p10net.host.records import Began
from p10net.host.resume import restore
from p10net.host.taking_up import playable
from p10net.protocol import saved
from p10net.protocol.address import Place
from p10net.protocol.codec import frame
from p10net.protocol.messages import Sign, State, Welcome
from p10net.protocol.owner import SetRules
from p10net.protocol.people import Leaver, PersonKind
from p10net.protocol.requests import Admin, Ready, Sit
from p10net.protocol.saved import SavedError
from tests.desk import NAMES, people
from tests.far_end import Door, welcome
from tests.ptys import PtyProgram
from tests.shell import COMMAND, inside, said, started
from tests.table_bench import Bench, refused
from tests.test_laws import conserves, next_act, random_play
from tests.test_peek import SIGN

HOME = "127.0.0.1"
SHORT = build({"phases": ("1 set of 3", "2 sets of 2", "1 set of 4")})


def scored(rules: Any = SHORT, seats: int = 3, seed: int = 1) -> Game:
    """Play a round by chance, to the scores."""
    for _, _, _, game, _ in random_play(rules, seats, seed, 20_000):
        if game.open.stage is Stage.ROUND_OVER:
            return game  # type: ignore[no-any-return]  # it is one
    raise AssertionError(seed)


# --- The engine -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["official", "masters", "twist-board", "anti-others"])
def test_the_next_round_is_as_it_would_have_been(name: str) -> None:
    """The same points, phases and dealer; a card put aside is in the deck again."""
    game = scored(preset(name))
    taken = take_up(game.open, (1, 2, 3))
    usual, _ = apply(game, 0, NextRound())

    seats = tuple(replace(s, saved=0, has_saved=False) for s in usual.open.seats)
    assert taken.open == replace(usual.open, step=0, seats=seats)
    rng = random.Random(1)
    for _ in range(400):
        if taken.open.stage is Stage.GAME_OVER:
            break
        taken, _ = apply(taken, *next_act(taken, rng))
        conserves(taken)


def test_whoever_is_missing_keeps_their_line() -> None:
    """Their seat is nobody's from here on, and its points stand where they stood."""
    view = scored().open
    taken = take_up(view, (1, 3)).open

    assert [seat.gone for seat in taken.seats] == [False, True, False]
    assert [seat.score for seat in taken.seats] == [seat.score for seat in view.seats]
    assert taken.round == view.round + 1
    later = take_up(replace(taken, stage=Stage.ROUND_OVER), (1, 3)).open
    assert later.seats == taken.seats


@pytest.mark.parametrize(("stage", "seats"), [(Stage.DRAW, (1, 2)), (None, (1,))])
def test_what_cannot_go_on(stage: Stage | None, seats: tuple[int, ...]) -> None:
    """A round that is not over, or a table of one."""
    view = scored().open
    with pytest.raises(Refused):
        take_up(replace(view, stage=stage or view.stage), seats)


# --- The table ------------------------------------------------------------------------


def sheet(*names: str) -> Sheet:
    """Give the sheet of three after a round, under these names."""
    lines = tuple(Line(at, name) for at, name in enumerate(names, 1))
    return Sheet(scored().open, lines)


def table(*come: str, **facts: Any) -> Bench:
    """Open the table of Ann, Ben and Cleo again, and let people come."""
    known = sheet("Ann", "Ben", "Cleo")
    return Bench(*come, rules=known.view.rules, seats=3, sheet=known, **facts)


def test_everybody_has_the_seat_of_their_name() -> None:
    """In whatever order they come; the lobby says what is going on."""
    bench = table("Cleo", "ANN", "Ben")

    assert [bench.player(conn).seat for conn in bench.conns] == [3, 1, 2]
    assert bench.lobby(1).after == 1


def test_a_stranger_takes_nobodys_seat_by_the_way() -> None:
    """Unasked they look on; the line of somebody missing is theirs if they take it."""
    bench = table("Ann", "Eve")
    bench.settle()
    eve = bench.conns[1]
    assert bench.last(eve, Welcome).seat is None
    assert refused(bench.hello(bench.open(), "Hal", kind="bot")) == "full"

    bench.say(eve, Sit, seat=3)
    assert bench.player(eve).seat == 3


def test_the_game_goes_on_with_who_is_there() -> None:
    """Points and phases stand; who did not come is out, and keeps the line."""
    bench = table("Ann", "Cleo")
    before = sheet().view
    bench.all_ready()
    view = bench.state(1).view

    assert view.round == before.round + 1
    assert [s.score for s in view.seats] == [s.score for s in before.seats]
    assert [s.done for s in view.seats] == [s.done for s in before.seats]
    assert [s.gone for s in view.seats] == [False, True, False]
    assert view.sheet == before.sheet


@pytest.mark.parametrize(
    ("come", "winners"),
    [
        (("Ann", "Ben"), (1,)),
        (("Ben", "Cleo"), (3,)),
        (("Ann", "Cleo"), ()),
        (("Ann", "Ben", "Cleo"), ()),
        (("Ben", "Dan"), (1, 3)),
    ],
)
def test_who_is_tied_and_comes_wins_over_who_does_not(
    come: tuple[str, ...], winners: tuple[int, ...]
) -> None:
    """With two of them here the game goes on, else it is over: nothing breaks."""
    view = replace(scored(seats=4).open, tie=(1, 3))
    lines = tuple(Line(n, name) for n, name in enumerate((*NAMES[:3], "Dan"), 1))
    known = Sheet(view, lines)
    bench = Bench(*come, rules=view.rules, seats=4, sheet=known, start=True)
    summary = bench.state(1).view.summary

    assert playable(known)
    assert (summary.winners if summary else ()) == winners
    assert bench.over() is bool(winners)
    assert bench.state(1).view.tie == (() if winners else (1, 3))


@pytest.mark.parametrize("come", [("Ann", "Ben", "Cleo"), ("Ann", "Ben")])
def test_such_a_game_is_saved_when_it_is_over(come: tuple[str, ...]) -> None:
    """It is played through once more from the sheet; who is missing has a name."""
    bench = table(*come, start=True)
    while not bench.over():
        bench.play()
        if not bench.over():
            bench.all_ready()
    head, lines = saved.read(saved.write(*rerun.saved(bench.house, "2026-11-30")))
    called = {one.seat: one.name for one in head.seats}
    called |= {one.seat: one.name for one in head.left}

    assert [*rerun.problems(head, lines)] == []
    assert called == {1: "Ann", 2: "Ben", 3: "Cleo"}
    assert [one.name for one in bench.table.result().seats] == ["Ann", "Ben", "Cleo"]
    assert [one.name for one in bench.state(1).table.left] == ["Cleo"][len(come) - 2 :]
    assert head.after is not None
    lies = replace(head.after, seats=()), replace(head.after, tie=(7, 8))
    for after in (*lies, replace(head.after, rules=preset("official"))):
        with pytest.raises(SavedError, match="make no game"):
            list(rerun.problems(replace(head, after=after), lines))


def test_the_rules_of_the_sheet_stand() -> None:
    """They cannot be changed in its lobby; afterwards a new game is a new game."""
    bench = table("Ann", "Ben")
    assert refused(bench.say(1, Admin, do=SetRules(SHORT))) == "wrong_stage"
    bench.all_ready()
    bench.play(until=Stage.ROUND_OVER)
    while not bench.over():
        for conn in (1, 2):
            bench.say(conn, Ready)
        bench.play(until=Stage.ROUND_OVER)
    for conn in (1, 2):
        bench.say(conn, Ready)

    assert bench.state(1).view.round == 1
    assert bench.say(1, Admin, do=SetRules(SHORT)).code.value == "wrong_stage"


def test_a_bot_of_the_lost_host_has_its_seat_too() -> None:
    """It sits down by itself where it sat."""
    bench = table("Ann", bots=(HouseBot("steady", "Cleo"),))
    bench.settle()

    assert {p.seat: p.name for p in bench.house.players.values()}[3] == "Cleo"


def test_a_game_that_went_on_is_resumed_like_any() -> None:
    """The journal knows the sheet: the table is back after a kill."""
    bench = table("Ann", "Ben")
    bench.all_ready()
    bench.play(acts=9)
    setup = bench.house.setup
    opening_ = Opening(bench.house.id, setup, Serving(4210), 7)
    journal: list[Any] = [change for change in bench.journal if change.lasting]
    entries = tuple(Entry(at, change) for at, change in enumerate(journal))
    back = restore(Kept(opening_, entries), 0.0)

    assert any(isinstance(change, Began) and change.again for change in bench.journal)
    assert back.house.game == bench.house.game


# --- What a guest keeps ---------------------------------------------------------------


def told(view: View, seat: int = 2) -> State:
    """Say to a seat that a round is over."""
    mine = replace(scored().yours[seat - 1], hand=())
    return State(9, 0, (), replace(view, you=mine), people(NAMES[:3]))


def test_who_was_out_before_the_host_was_lost_keeps_a_name(home: Path) -> None:
    """Their seats are nobody's, and the sheet says whose they were."""
    rows = [replace(one, gone=one.seat > 2) for one in scored(seats=5).open.seats]
    view = replace(scored(seats=5).open, seats=tuple(rows))
    left = (
        Leaver(3, "Cleo", PersonKind.BOT),
        Leaver(4, "Dev", PersonKind.HUMAN),
        Leaver(5, "\x1b", PersonKind.HUMAN),
        Leaver(1, "Liar", PersonKind.HUMAN),
    )
    state = told(view)
    state = replace(
        state, table=replace(state.table, seats=state.table.seats[:2], left=left)
    )
    sheets.keep(folders.state(), "ab", "Kitchen", state)
    made = opening.setup(Asked(again="", headless=True), "Root")
    assert made.sheet is not None
    assert [line.name for line in made.sheet.lines] == ["Ann", "Ben"]
    bench = Bench(
        *("Ann", "Ben"), rules=view.rules, seats=5, sheet=made.sheet, start=True
    )

    table_ = bench.state(1).table
    assert table_.left == (*left[:2],)
    assert [one.seat for one in table_.seats] == [1, 2]


def test_a_guest_keeps_the_last_sheet(tmp_path: Path) -> None:
    """Until the game is over; what is kept holds nothing that was not open."""
    view = scored().open
    sheets.keep(tmp_path, "ab", "Kitchen", told(view))
    sheets.keep(tmp_path, "cd", "Attic", told(replace(view, round=4)))
    (path,) = [p for p in tmp_path.rglob("*.json") if b"Kitchen" in p.read_bytes()]
    found = sheets.meant(tmp_path, "kitchen")

    assert path.stat().st_mode & 0o777 == 0o600
    assert found is not None
    assert (found.me, found.view) == ("Ben", view)
    assert [one.program for one in found.seats] == ["", "", "p10net/0.1"]
    assert {one.table for one in sheets.kept(tmp_path)} == {"Kitchen", "Attic"}
    over = told(replace(view, stage=Stage.GAME_OVER))
    sheets.keep(tmp_path, "ab", "Kitchen", over)
    assert sheets.meant(tmp_path, "Kitchen") is None


def test_what_is_no_sheet_is_not_kept(tmp_path: Path) -> None:
    """A watcher's, one in mid-round, a damaged file, a folder that takes none."""
    view = scored().open
    watching = replace(told(view), view=view)
    sheets.keep(tmp_path, "ab", "Kitchen", watching)
    sheets.keep(tmp_path, "ab", "Kitchen", told(replace(view, stage=Stage.DRAW)))
    assert sheets.kept(tmp_path) == ()
    (tmp_path / "file").write_text("in the way")
    sheets.keep(tmp_path / "file", "ab", "Kitchen", told(view))
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "x.json").write_bytes(b"{")
    assert sheets.kept(tmp_path) == ()


def test_old_sheets_go(tmp_path: Path) -> None:
    """No more are kept than anybody plays games at a time."""
    for table_ in range(sheets.MOST + 3):
        sheets.keep(tmp_path, str(table_), f"T{table_}", told(scored().open))

    assert len(sheets.kept(tmp_path)) == sheets.MOST
    assert sheets.forget(tmp_path, "t9") == 1
    assert sheets.forget(tmp_path, "nowhere") == 0
    assert sheets.forget(tmp_path) == sheets.MOST - 1
    assert sheets.kept(tmp_path) == ()


def test_sheets_of_days_to_come_are_the_oldest(tmp_path: Path) -> None:
    """A clock was wrong: the sheet of this evening does not go for them."""
    for table_ in range(sheets.MOST):
        sheets.keep(tmp_path, str(table_), f"T{table_}", told(scored().open))
    for file in (tmp_path / "sheets").glob("*.json"):
        os.utime(file, (4e9, 4e9))
    sheets.keep(tmp_path, "ab", "Kitchen", told(scored().open))

    assert len(sheets.kept(tmp_path)) == sheets.MOST
    assert sheets.kept(tmp_path)[0].table == "Kitchen"


# --- From the start screen ------------------------------------------------------------


def guest_of(place: Place, *, id: str = "ab", hours: float = 0) -> None:
    """Be a guest who lost the link to a table after a round."""
    folder = folders.state()
    seats.meet(folder, Met(id, "Kitchen", (place,)))
    with seats.Claim(folder, id, "Ben") as claim:
        claim.keep("0" * 32)
    sheets.keep(folder, id, "Kitchen", told(scored().open))
    (file,) = (folder / "sheets").glob("*.json")
    then = file.stat().st_mtime - 3600 * hours
    os.utime(file, (then, then))


async def nowhere() -> Place:
    """Give a place where nobody listens any more."""
    (listener,) = await trio.open_tcp_listeners(0, host=HOME)
    port = listener.socket.getsockname()[1]
    await listener.aclose()
    return Place(HOME, port)


async def test_a_silent_host_is_taken_for_lost(home: Path) -> None:
    """Who left a seat there and has the sheet of today may go on as its host."""
    place = await nowhere()
    guest_of(place)
    lost = Lost("ab", "Kitchen", 1, dice=False)
    assert await behind.find(folders.state()) == (None, lost)
    for hours in (25, -25):
        guest_of(place, hours=hours)
        assert await behind.find(folders.state()) == (None, None)


async def test_a_host_that_answers_is_not_lost(
    home: Path, nursery: trio.Nursery
) -> None:
    """Then the seat that is kept there is offered, and nothing else."""
    (listener,) = await trio.open_tcp_listeners(0, host=HOME)
    sign = replace(SIGN, id="ab")
    serve = partial(trio.serve_listeners, partial(_answers, sign), [listener])
    nursery.start_soon(serve)
    guest_of(Place(HOME, listener.socket.getsockname()[1]))
    left, lost = await behind.find(folders.state())
    assert lost is None
    assert left is not None
    assert (left.name, left.back) == ("Kitchen", "playing")
    nursery.cancel_scope.cancel()


async def _answers(sign: Sign, stream: trio.SocketStream) -> None:
    await stream.send_all(frame(sign))


async def test_who_left_for_good_is_offered_nothing(home: Path) -> None:
    """Without a seat of one's own there is no game to go on with."""
    guest_of(await nowhere())
    with seats.Claim(folders.state(), "ab", "Ben") as claim:
        claim.forget()
    assert await behind.find(folders.state()) == (None, None)


def test_a_game_that_went_on_to_its_end_is_not_offered_again(home: Path) -> None:
    """Its sheet stays through the rounds and goes with the game."""
    folder = folders.state()
    state = told(scored().open)
    sheets.keep(folder, "ab", "Kitchen", state)
    heard = again.over("", folder)
    heard(state)
    assert sheets.kept(folder) != ()
    heard(replace(state, view=replace(state.view, stage=Stage.GAME_OVER)))
    assert sheets.kept(folder) == ()
    again.over(None, folder)(state)


@pytest.mark.needs("pty")
@pytest.mark.limit(90)
def test_the_line_mode_goes_on_from_the_sheet(home: Path) -> None:
    """Its first answer opens the table again, with everybody's seat."""
    guest_of(trio.run(nowhere))
    with PtyProgram([*COMMAND], env={"P10NET_UI": "plain"}) as ben:
        ben.wait_for("1 host Kitchen again after 1 round: its own host is gone")
        ben.send("1\r")
        ben.wait_for("A game goes on here after round 1.")


# --- By command -----------------------------------------------------------------------


def test_a_table_is_set_up_from_the_sheet(home: Path) -> None:
    """Its rules, its seats, its bots; what stands there cannot be asked for besides."""
    with pytest.raises(Trouble) as lacks:
        opening.setup(Asked(again=""), "Ann")
    assert str(lacks.value) == NOTHING
    state = told(scored().open)
    bot = replace(state.table.seats[2], kind=PersonKind.BOT, client="steady")
    seats = (*state.table.seats[:2], bot)
    state = replace(state, table=replace(state.table, seats=seats))
    sheets.keep(folders.state(), "ab", "Kitchen", state)
    made = opening.setup(Asked(again="kitchen", headless=True, timer=30), "Root")

    assert made.name == "Ben's table"
    assert made.rules == SHORT
    assert (made.seats, made.start_when, made.timer_ms) == (3, 3, 30_000)
    assert made.bots == (HouseBot("steady", "Cleo"),)
    assert made.sheet is not None
    with pytest.raises(Trouble, match="leave --rules out"):
        opening.setup(Asked(again="", rules="masters"), "Ann")
    with pytest.raises(Trouble, match="No sheet of Attic"):
        opening.setup(Asked(again="Attic"), "Ann")


@pytest.mark.parametrize(
    "changed",
    [
        {"stage": Stage.DRAW},
        {"seats": ()},
        {"seats": scored().open.seats[::-1]},
        {"seats": tuple(replace(s, phase=99) for s in scored().open.seats)},
        {"sheet": (RoundRow(1, 1, (1,), (True,), (5,)),)},
        {"tie": (7, 8)},
        {"rules": replace(SHORT, phases=("1 set of 99",))},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_sheet_that_makes_no_sense(changed: dict[str, Any]) -> None:
    """It came from a host that is gone: no table is opened with it that would break."""
    lines = tuple(Line(at, name) for at, name in enumerate(NAMES[:3], 1))
    good = scored().open

    assert not playable(Sheet(replace(good, **changed), lines))
    assert playable(Sheet(good, lines))
    assert not playable(Sheet(good, lines[:1]))
    assert not playable(Sheet(good, (*lines, lines[0])))


def test_no_table_is_opened_with_such_a_sheet(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence; the file stays for whoever wants to look."""
    broken = told(replace(scored().open, tie=(7, 8)))
    sheets.keep(folders.state(), "ab", "Kitchen", broken)
    done = inside(capsys, "host", "--again", "--headless")

    assert (done.code, done.sentence) == (Exit.FAILED, NOT_PLAYABLE)


def test_the_way_on_is_told() -> None:
    """After half a minute, where there is a sheet, and when nobody tries any more."""
    assert "--again" not in links.down("closed", 2, 29.0, again=True)
    assert "--again" not in links.down("closed", 2, 99.0)
    assert "`p10net host --again`" in links.down("closed", 2, 30.0, again=True)
    assert "--again" in parting.gave_up(True)
    assert "--again" not in parting.gave_up(False)


def test_the_line_mode_tells_it_once() -> None:
    """And anew when the host was back in between."""
    talk = Talk()
    talk.hear(welcome(seat=2))
    talk.hear(told(scored().open))
    for _ in range(2):
        assert len(talk.hear(Down("closed", 0.25))) == 1
        assert talk.hear(Down("closed", 2.0, 29.0)) == []
        assert talk.hear(Down("closed", 2.0, 31.0))[1:] == [links.again(dice=False)]
        assert talk.hear(Down("closed", 2.0, 33.0)) == []
        talk.hear(told(scored().open))


async def test_how_long_the_host_is_gone(autojump_clock: MockClock) -> None:
    """Each try says it, for the screen to know when to tell of another way."""
    door = Door()
    session = door.session()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        far = await door.answer()
        await far.greet(seat=2)
        assert isinstance(await session.news.receive(), Welcome)
        door.shut = True
        await far.cut()
        gone = [await session.news.receive() for _ in range(20)]
        nursery.cancel_scope.cancel()

    spans = [news.gone_s for news in gone if isinstance(news, Down)]
    assert spans[0] == 0.0
    assert spans == sorted(spans)
    assert spans[-1] > links.LONG


@pytest.mark.needs("pty")
@pytest.mark.limit(120)
def test_a_guest_goes_on_when_the_host_is_lost(home: Path) -> None:
    """With real processes: a round is played, the host killed, Ben deals the next."""
    env = {"P10NET_UI": "plain"}
    where = ("--bind", HOME, "--no-advertise", "--port", "0")
    bots = ("--bots", "1", "--start-when", "3", "--pace", "0", "--seed", "3")
    fast = ("--timer", "1", "--grace", "0", "--headless", "--json", "--name", "Kitchen")
    theirs = ("--state-dir", str(home / "host"))
    with started("host", *where, *bots, *fast, *theirs) as host:
        target = f"{HOME}:{json.loads(said(host.stdout))['port']}"
        join = [*COMMAND, "join", target, "--name", "Ben"]
        hal = started("bot", target, "--name", "Hal", "--pace", "0")
        with PtyProgram(join, env=env) as ben, hal:
            ben.wait_until(lambda: [*home.rglob("sheets/*.json")] != [])
            host.send_signal(signal.SIGKILL)
            ben.wait_for("your seat is kept")
    (sheet,) = sheets.kept(folders.state())
    played = sheet.view.round
    again = [*COMMAND, "host", "--again", *where]
    with PtyProgram(again, env=env) as ben:
        ben.wait_for(f"goes on here after round {played}.", "3 start the game")
        ben.send("who\r")
        ben.wait_for("Cleo, seat")
        ben.send("start\r")
        ben.wait_for(f"dealt round {played + 1}")
        ben.send("score\r")
        ben.wait_for("points")


def test_again_without_a_sheet(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, and the exit code of a table that is not there."""
    done = inside(capsys, "host", "--again", "--headless")

    assert (done.code, done.sentence) == (Exit.NO_TABLE, NOTHING)
