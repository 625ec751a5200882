"""The journey: its map is one that can be played, and nothing won there is lost.

Its games are played by a brain in the person's seat, through the same table, protocol
and session as any game alone.
"""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.bots.levels import LEVELS
from p10net.cli import folders, journey, play, travels
from p10net.cli.exits import Exit, Trouble
from p10net.cli.person import Over
from p10net.client import picture
from p10net.client.commands import journey as keys
from p10net.client.commands.journey import Map, Trip
from p10net.client.journey import keeping, progress, worlds
from p10net.client.journey.keeping import Unreadable
from p10net.client.journey.progress import Bet, Journey
from p10net.client.journey.worlds import STOPS, WORLDS, Place
from p10net.client.runner import Pace
from p10net.client.screen import journey as screen
from p10net.client.screen.frame import framed
from p10net.client.session import Ending, Session
from p10net.client.travel import Travel
from p10net.client.words import journey as words
from p10net.engine.moves import Ask
from p10net.engine.rules import numbers, phases
from p10net.engine.view import Stage, Summary, View
from p10net.host import resume as lying
from p10net.protocol.messages import State
from p10net.protocol.owner import End
from p10net.protocol.requests import Admin, Leave, Ready
from tests.at_table import DRESS, sitting
from tests.pipes import Pipe
from tests.positions import position
from tests.ptys import PtyProgram, python
from tests.shell import inside
from tests.terminal import glass

Capture = pytest.CaptureFixture[str]
START, NEXT, FAR = Place(0, 0), Place(0, 1), Place(1, 0)


# --- The map --------------------------------------------------------------------------


def test_every_table_can_be_played() -> None:
    """Each list is a world, and each of its tables has rules, opponents and a seat."""
    assert len(WORLDS) == 17
    for at in worlds.places():
        rules, levels = worlds.rules(at), worlds.levels(at)
        assert phases(rules)
        assert 2 <= len(levels) + 1 <= 4
        assert {*levels} <= LEVELS.keys()
        assert len(rules.name) <= 40
        assert (STOPS[at.stop].twisted) == bool(worlds.twist(at)), at
        assert max(map(len, (*worlds.tells(at), worlds.called(at)))) <= 80


def test_the_way_begins_easy_and_gets_harder() -> None:
    """From the easiest opponent alone to tables of the best."""
    rungs = [[worlds.LADDER.index(x) for x in worlds.levels(at)] for at in PLACES]
    assert rungs[0] == [0]
    assert min(rungs[-1]) == len(worlds.LADDER) - 1
    assert {*worlds.LADDER} == {level for at in PLACES for level in worlds.levels(at)}


PLACES = [*worlds.places()]


@pytest.mark.parametrize("rows", [20, 24])
def test_the_marked_table_can_be_read_in_every_world(rows: int) -> None:
    """However long its words are, it stands on the screen with its measure."""
    for at in PLACES:
        here = replace(keys.unfolded(Journey()), at=at)
        text = picture.plain(framed(partial(screen.journey, here), 80, rows, True))
        assert f"> {at.stop + 1}  " in text
        assert words.measure(worlds.par(at), STOPS[at.stop].coins) in text
        assert f"> {at.world + 1:>2}  {worlds.called(at)}" in text


def test_places_as_people_type_them() -> None:
    """What is written can be read; what is nowhere is no place."""
    assert all(worlds.place(str(at)) == at for at in PLACES)
    nowhere = ("", "1", "1.", ".1", "0.1", "1.6", "18.1", "a.b", "1.1.1", "-1.1")
    assert not [text for text in nowhere if worlds.place(text)]


# --- Stars and coins ------------------------------------------------------------------


def end(at: Place, done: int, rounds: int, winners: tuple[int, ...] = (1,)) -> View:
    """End a game of two, in which seat 1 has done so many of the phases."""
    on = worlds.rules(at)
    view = position({}, on=on, seats=2).open
    mine = replace(view.seats[0], done=numbers(on)[:done])
    over = Summary("out", 1, (), winners=winners, ranking=(1, 2))
    seats = (mine, view.seats[1])
    return replace(view, round=rounds, seats=seats, stage=Stage.GAME_OVER, summary=over)


@pytest.mark.parametrize(
    ("done", "rounds", "stars"),
    [(0, 3, 0), (1, 3, 0), (2, 3, 1), (3, 9, 2), (3, 5, 2), (3, 4, 3), (3, 3, 3)],
)
def test_stars_by_phases_and_rounds(done: int, rounds: int, stars: int) -> None:
    """Half of the phases, all of them, all of them in few rounds."""
    assert worlds.par(START) == 4
    assert progress.earned(START, end(START, done, rounds), 1) == stars


def test_stakes_and_winnings() -> None:
    """The winner takes everybody's stake, winners share, and new stars bring coins."""
    begun = progress.begun(Journey(), "t", START, staked=True)
    assert (begun.coins, begun.games) == (45, {"t": Bet(START, 5)})
    won, told = progress.ended(begun, "t", START, end(START, 3, 4), 1)
    assert (won.coins, told.coins, told.fresh) == (45 + 10 + 30, 40, 3)
    shared, _ = progress.ended(begun, "t", START, end(START, 0, 9, (1, 2)), 1)
    assert shared.coins == 45 + 5
    lost, told = progress.ended(begun, "t", START, end(START, 1, 9, (2,)), 1)
    assert (lost.coins, told.won, lost.games) == (45, False, {})
    assert (won.played, won.won, lost.played, lost.won) == (1, 1, 1, 0)


def test_a_worse_game_takes_nothing_away() -> None:
    """Stars stay at their best, and only new ones bring coins."""
    first, _ = progress.ended(Journey(), "t", START, end(START, 3, 3), 1)
    again, told = progress.ended(first, "t", START, end(START, 2, 3, (2,)), 1)
    assert (progress.stars(again, START), told.stars, told.fresh) == (3, 1, 0)
    assert again.coins == first.coins


def test_coins_open_and_close_nothing() -> None:
    """Without coins nothing is staked, and every open table can be played."""
    poor = Journey(coins=4)
    assert progress.begun(poor, "t", START, staked=True).games["t"].stake == 0
    assert progress.is_open(poor, START)


def test_the_way_opens_by_stars() -> None:
    """A star for the next table, six for the next world."""
    assert [at for at in PLACES if progress.is_open(Journey(), at)] == [START]
    some = Journey(stars={WORLDS[0]: (3, 1, 1, 0, 0)})
    assert progress.following(some) == Place(0, 3)
    assert not progress.is_open(some, FAR)
    more = Journey(stars={WORLDS[0]: (3, 2, 1, 0, 0)})
    assert progress.is_open(more, FAR)
    every = Journey(stars=dict.fromkeys(WORLDS, (3, 2, 3, 3, 3)))
    assert progress.following(every) == NEXT
    assert progress.following(replace(every, games={"t": Bet(FAR)})) == FAR


@given(st.lists(st.tuples(st.sampled_from(PLACES[:8]), st.booleans(), st.booleans())))
@settings(max_examples=40)
def test_coins_are_never_made_or_lost_by_accident(games: list[Any]) -> None:
    """Whatever is staked comes back with a game that is lost; nobody owes anything."""
    known = Journey()
    for number, (at, staked, gone) in enumerate(games):
        before = known
        known = progress.begun(known, str(number), at, staked)
        assert known.coins + known.games[str(number)].stake == before.coins
        if gone:
            known = progress.lost(known, str(number))
            assert known == before
        else:
            known, _ = progress.ended(known, str(number), at, end(at, 0, 1, (2,)), 1)
        assert known.coins >= 0


# --- Keys -----------------------------------------------------------------------------


def after(pressed: str, known: Journey | None = None) -> tuple[Map, Trip | None]:
    """Press keys on the map."""
    here, trip = keys.unfolded(known or Journey()), None
    for key in pressed.split():
        here, trip = keys.press(here, key)
    return here, trip


TRIPS: list[tuple[str, Trip | None, str]] = [
    ("enter", Trip(START), ""),
    ("s enter", Trip(START, staked=True), ""),
    ("s s enter", Trip(START), ""),
    ("s right left enter", Trip(START), ""),
    ("? enter", Trip(START), ""),
    ("? q", None, ""),
    ("q", Trip(), ""),
    ("esc", Trip(), ""),
    ("2 enter", None, words.closed(words.opens_stop(1))),
    ("left enter", None, words.closed(words.opens_stop(4))),
    ("down enter", None, words.closed(words.opens(6, "Original and Masters"))),
    ("down up enter", Trip(START), ""),
    ("x", None, words.NOTHING_HERE),
    ("9", None, words.NOTHING_HERE),
]


@pytest.mark.parametrize(("pressed", "trip", "notice"), TRIPS)
def test_keys_of_the_map(pressed: str, trip: Trip | None, notice: str) -> None:
    """Enter plays at once; what is closed says what opens it."""
    here, went = after(pressed)
    assert (went, here.notice) == (trip, notice)


def test_stakes_that_cannot_be() -> None:
    """Too few coins are told; a game under way has its stake already."""
    assert after("s", Journey(coins=1))[0].notice == words.NO_COINS
    waits = Journey(games={"t": Bet(START, 5)})
    assert after("s enter", waits) == (keys.unfolded(waits), Trip(START))


# --- The file -------------------------------------------------------------------------


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    """Stars, coins and games under way, for their owner's eyes only."""
    known = Journey(7, 3, {WORLDS[1]: (1, 0, 0, 0, 0)}, {"t": Bet(FAR, 5)}, 4, 2)
    known = replace(known, journey=1)
    assert keeping.load(tmp_path) == Journey()
    assert keeping.change(tmp_path, lambda _: known) == known
    assert keeping.load(tmp_path) == known
    assert [path.name for path in tmp_path.iterdir()] == [keeping.FILE]
    if os.name == "posix":
        assert (tmp_path / keeping.FILE).stat().st_mode & 0o777 == 0o600


DAMAGED = [
    b"",
    b"\xff",
    b"[]",
    b'{"coins":-1}',
    b'{"journey":2}',
    b'{"stars":{"original":[4]}}',
    b'{"stars":{"original":[1,1,1,1,1,1]}}',
    b'{"games":{"t":{"place":{"world":99,"stop":0}}}}',
    b'{"games":{"t":{"place":{"world":0,"stop":0},"stake":-5}}}',
]


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_journey_is_told_and_never_written_over(
    home: Path, capsys: Capture, data: bytes
) -> None:
    """One sentence, and a way on that keeps the file beside."""
    path = folders.data() / keeping.FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    done = inside(capsys, "journey", "--plain")
    assert (done.code, done.sentence) == (Exit.FAILED, words.unreadable(path))
    with pytest.raises(Unreadable):
        keeping.change(folders.data(), lambda known: replace(known, coins=9))
    assert path.read_bytes() == data
    old = folders.data() / keeping.OLD
    assert inside(capsys, "journey", "--reset").out == f"{words.begun_anew(old)}\n"
    assert old.read_bytes() == data
    assert keeping.load(folders.data()) == Journey()


def test_where_nothing_can_be_written(home: Path, capsys: Capture) -> None:
    """A folder in the way of a file is told in one sentence."""
    (folders.data() / keeping.FILE).mkdir(parents=True)
    assert "cannot be read" in inside(capsys, "journey", "--json").sentence
    (folders.data() / keeping.FILE).rmdir()
    (folders.data() / f"journey.{os.getpid()}.new").mkdir()
    with pytest.raises(Unreadable, match="see who may write there"):
        keeping.change(folders.data(), lambda known: replace(known, coins=9))
    (folders.data() / keeping.FILE).write_text("{}")
    (folders.data() / keeping.OLD / "in the way").mkdir(parents=True)
    assert "see who may write there" in inside(capsys, "journey", "--reset").sentence


# --- Games ----------------------------------------------------------------------------


class Player:
    """Plays a seat of the journey by a brain, as a person would by keys.

    `leaves` is the round in which the game is left, `stops` that in which it is ended.
    """

    def __init__(self, seed: int, leaves: int = 99, stops: int = 99) -> None:
        self.ended: list[State] = []
        self._brain = LEVELS["steady"](Random(seed))
        self._leaves, self._stops = leaves, stops
        self._ready = 0

    async def __call__(
        self, seat: Session, /, *, over: Over, begins: bool, pace: Pace
    ) -> Ending:
        """Stay until the game is over, or left."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play, seat, over)
            ending = await seat.run()
            nursery.cancel_scope.cancel()
        return ending

    async def _play(self, seat: Session, over: Over) -> None:
        async for news in seat.news:
            if isinstance(news, State):
                self._hear(seat, news, over)

    def _hear(self, seat: Session, news: State, over: Over) -> None:
        view = news.view
        if view.stage is Stage.GAME_OVER:
            self.ended.append(news)
            over(news)
            seat.post(Leave(id=0))
        elif view.round >= self._leaves:
            seat.post(Leave(id=0))
        elif view.round >= self._stops:
            seat.post(Admin(id=0, do=End()))
        elif view.stage is Stage.ROUND_OVER and self._ready != view.round:
            self._ready = view.round
            seat.post(Ready(id=0))
        elif news.ask is not None and seat.state is news:
            choice = self._brain.choose(view, Ask(news.ask.default, news.ask.can))
            seat.act(view.step, choice)


async def visit(at: Place, player: Player, staked: bool = False) -> str:
    """Go to a table and play; give what is said afterwards."""
    said: list[str] = []
    known = travels.settled(said.append)
    trip = Trip(at, staked)
    await journey.visit("Max", known, trip, 0.0, player, said.append)
    return said[-1] if said else ""


def kept() -> Journey:
    """Read the journey."""
    return keeping.load(folders.data())


@pytest.mark.limit(120)
@pytest.mark.untraced
async def test_a_brain_plays_a_whole_world(home: Path) -> None:
    """From the first table of a world to a star at its last, and the next one opens."""
    tries = 0
    while (at := progress.following(kept())).world == 0:
        if progress.stars(kept(), Place(0, len(STOPS) - 1)):
            break
        before, player = kept(), Player(tries)
        said = await visit(at, player, staked=True)
        (state,) = player.ended
        assert state.view.rules == worlds.rules(at)
        bots = [one.client for one in state.table.seats if one.seat != 1]
        assert bots == [*worlds.levels(at)]
        now = kept()
        assert (now.played, now.games) == (before.played + 1, {})
        assert said.startswith("You won" if now.won > before.won else "You did not win")
        tries += 1
        assert tries < 25
    assert all(progress.stars(kept(), Place(0, n)) for n in range(len(STOPS)))
    assert progress.world_open(kept(), 1) == (progress.stars_of(kept(), 0) >= 6)
    assert not [*(folders.state() / lying.FOLDER).glob("*")]


@pytest.mark.limit(90)
async def test_a_game_that_was_left_counts_when_it_is_ended(home: Path) -> None:
    """Its stake stands with it; gone on with from anywhere, it counts once."""
    await visit(START, Player(1, leaves=2), staked=True)
    (table,) = kept().games
    assert (kept().coins, kept().played) == (45, 0)
    await visit(START, Player(2, leaves=3))
    assert [*kept().games] == [table]

    (waiting,) = lying.stopped(folders.state())
    back = lying.resume(waiting.path, trio.current_time())
    player, said = Player(3), list[str]()
    over = travels.over(back.table.house.id, said.append)
    await play.go_on(back, folders.state(), player, over)
    assert len(player.ended) == len(said) == 1
    assert (kept().games, kept().played) == ({}, 1)
    for state in player.ended:
        over(state)  # a rematch at that table
    assert kept().played == 2


async def test_a_game_that_was_stopped_counts_for_nothing(home: Path) -> None:
    """The stake comes back and no star is won by ending a game early."""
    said = await visit(START, Player(1, stops=1), staked=True)
    assert said == words.STOPPED
    assert kept() == Journey()


async def test_a_game_whose_file_is_gone_gives_its_stake_back(home: Path) -> None:
    """Whatever became of its journal, no coin is lost with it."""
    await visit(START, Player(1, leaves=1), staked=True)
    (table,) = kept().games
    journal = travels.journal(table)
    journal.write_bytes(journal.read_bytes()[:40])
    with pytest.raises(Trouble):
        await visit(START, Player(1))
    journal.unlink()
    said: list[str] = []
    assert travels.settled(said.append) == Journey()
    assert said == [words.returned(5)]


async def test_other_games_alone_are_no_part_of_it(home: Path) -> None:
    """A table that the journey does not know changes nothing there."""
    player = Player(1)
    await visit(START, player)
    before = kept()
    travels.over("another")(player.ended[0])
    assert kept() == before
    said: list[str] = []
    keeping.change(folders.data(), lambda now: replace(now, games={"t": Bet(START)}))
    over, path = travels.over("t", said.append), folders.data() / keeping.FILE
    path.write_text("?")
    for ended in (over, travels.over("another", said.append)):
        ended(player.ended[0])
    assert said == [words.unreadable(path)]


# --- In lines, for programs, on a screen ----------------------------------------------


async def asked(typed: str, known: Journey | None = None) -> tuple[Trip, list[str]]:
    """Ask in lines where to go."""
    from p10net.client.plain import trip

    pipe = Pipe()
    pipe.put(typed)
    pipe.end()
    went = await trip.ask(pipe.console, known or Journey())
    pipe.close()
    with os.fdopen(pipe.heard) as heard:
        return went, heard.read().splitlines()


LINES: list[tuple[str, Trip, str]] = [
    ("1\n", Trip(START), "1 play table 1.1 in Original and Masters: phases 1, 2, 3"),
    ("2\n", Trip(START, staked=True), "Journey. 50 coins, 0 of 255 stars."),
    ("5\n", Trip(), "play it for 5 coins, 3 list tables, 4 help, 5 quit."),
    ("", Trip(), "Journey. 50 coins, 0 of 255 stars."),
    ("x\n1\n", Trip(START), words.AGAIN),
    ("2.1\n1\n", Trip(), words.closed(words.opens(6, "Original and Masters"))),
    ("3\nq\n", Trip(), "1.1 Original and Masters, 0 stars: phases 1, 2, 3 against"),
    ("4\n1\n", Trip(START), words.PLAIN_HELP[-1]),
]


@pytest.mark.parametrize(("typed", "trip", "line"), LINES, ids=range(len(LINES)))
async def test_the_journey_in_lines(typed: str, trip: Trip, line: str) -> None:
    """A number plays; whatever else is asked is answered in whole lines."""
    went, heard = await asked(typed)
    assert went == trip
    assert line in " ".join(heard)


async def test_lines_of_a_game_under_way() -> None:
    """It is gone on with, and its stake is not asked for again."""
    went, heard = await asked("1\n", Journey(games={"t": Bet(START)}))
    assert went == Trip(START)
    assert heard[1].startswith("1 go on with table 1.1")
    assert "2 list tables, 3 help, 4 quit." in " ".join(heard)
    for typed, trip in (("4\n", Trip()), ("5\n1\n", Trip(START)), ("²\nq\n", Trip())):
        assert (await asked(typed, Journey(games={"t": Bet(START)})))[0] == trip
    _, heard = await asked("2\n", Journey(coins=0))
    assert words.NO_COINS in heard


def test_the_journey_for_programs(home: Path, capsys: Capture) -> None:
    """One line of JSON tells all, and slips get one sentence."""
    told = json.loads(inside(capsys, "journey", "--json").out)
    assert (told["coins"], told["stars"], told["of"]) == (50, 0, 255)
    assert [one["name"] for one in told["worlds"]] == [*WORLDS]
    assert told["worlds"][0]["tables"][0]["open"]
    closed = inside(capsys, "journey", "--table", "1.2")
    assert closed.sentence == words.closed(words.opens_stop(1))
    assert closed.code == Exit.USAGE
    assert inside(capsys, "journey", "--table", "99").sentence == words.NO_SUCH_PLACE
    assert inside(capsys, "journey", "--reset").out == f"{words.NOTHING_TO_RESET}\n"


@sitting
async def test_the_map_on_a_screen() -> None:
    """What was said last stands below, and a key or two lead to a table."""
    went: list[Trip] = []
    with glass() as terminal:
        travel = Travel(Journey(), DRESS, "You won.")

        async def choose() -> None:
            went.append(await travel.choose())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(choose)
            await terminal.shows("You won.")
            terminal.press("\x1b[200~pasted\x1b[201~s")
            await terminal.shows("5 coins are staked")
            terminal.press("\r")
    assert went == [Trip(START, staked=True)]


@pytest.mark.needs("pty")
@pytest.mark.limit(90)
def test_from_the_start_screen_to_the_first_hand(home: Path) -> None:
    """Two keys deal; left in the middle, the map offers to go on; then a way out."""
    env = {"XDG_STATE_HOME": str(home / "state"), "P10NET_UI": "screen"}
    with PtyProgram(python("-m", "p10net"), env=env) as program:
        program.wait_for("j      Journey")
        program.send("j")
        program.wait_for("Journey", "0 of 255 stars", "Original and Masters")
        program.send("\r")
        program.wait_for("Round 1", "Phase 1")
        program.send("\x03")
        program.wait_for("Leave the table?")
        program.send("y")
        program.wait_for(words.WAITS, "under way")
        program.send("q")

        assert program.wait_exit() == 0
        assert words.LEFT in program.text
        program.assert_sane()


@pytest.mark.needs("pty")
@pytest.mark.limit(90)
def test_a_table_in_lines(home: Path) -> None:
    """Played, left and gone on with, all by typing numbers."""
    journey_ = python("-m", "p10net", "journey", "--plain", "--name", "Max")
    with PtyProgram([*journey_, "--pace", "0", "--table", "1.1"]) as program:
        program.wait_for("Round 1")
        program.send("leave\r")
        program.wait_for(words.WAITS, "1 go on with table 1.1", "4 quit")
        program.send("4\r")

        assert program.wait_exit() == 0
        assert words.LEFT in program.text
        assert b"\x1b" not in program.raw

    with PtyProgram(journey_) as program:
        program.wait_for("1 go on with table 1.1")
        program.send("1\r")
        program.wait_for("You are back.", "Round 1")
        program.send("stop\r")
        program.wait_for("You stopped the game.", words.STOPPED)
