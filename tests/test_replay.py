"""Games that are saved when they are over, by their host and by their players.

They are stepped through, play out the same once more, and show it when somebody has
written in them.
"""

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.cli import games
from p10net.cli.exits import Exit
from p10net.client import checked, picture, replaying
from p10net.client.deck import Deck, Wrong
from p10net.client.link import to_places
from p10net.client.screen.draw import draw
from p10net.client.session import Session, Visitor
from p10net.client.words import replays
from p10net.engine.presets import preset
from p10net.engine.rules import Rules
from p10net.engine.view import Stage
from p10net.host import rerun
from p10net.protocol import saved
from p10net.protocol.requests import Leave
from p10net.protocol.saved import (
    Did,
    End,
    Frame,
    Gap,
    Head,
    Line,
    Mine,
    SavedError,
    Saw,
)
from tests.dealing import SHORT, Dealing
from tests.ptys import PtyProgram, python
from tests.shell import inside, outside, started

Game = tuple[Head, tuple[Line, ...]]
WHEN = "2026-11-30T07:00:00+00:00"


class Evening:
    """A game played to its end, as all who were there have saved it."""

    def __init__(self, rules: Rules = SHORT, **setup: Any) -> None:
        self.saved: dict[int, list[Game]] = {1: [], 2: [], 3: []}
        self.night = Dealing("Ann", "Bob", rules=rules, **setup)
        self.night.come("Gus", kind="watcher")
        for conn, mine in self.saved.items():
            story = self.night.deals[conn].story
            story.save = lambda head, lines, mine=mine: mine.append((head, lines))
        self.night.to_the_end()

    @property
    def by_host(self) -> Game:
        """What the host saves."""
        return rerun.saved(self.night.house, WHEN)

    def by(self, conn: int) -> Game:
        """What somebody saved."""
        (game,) = self.saved[conn]
        return game


@pytest.fixture(scope="module")
def evening() -> Evening:
    """Play a game of two rounds."""
    return Evening()


# --- What is in a file ---------------------------------------------------------------


@pytest.mark.parametrize("rules", ["official", "masters", "dice"])
def test_a_hosts_game_comes_out_the_same(rules: str) -> None:
    """Hidden cards and all, and every deal is mixed of what is told."""
    evening = Evening(preset(rules))
    head, lines = saved.read(saved.write(*evening.by_host))
    told = [*rerun.frames(head, lines)]
    game = evening.night.house.game

    assert [*rerun.problems(head, lines)] == []
    assert game is not None
    assert (told[-1].view, told[-1].yours) == (game.open, game.yours)
    for conn in (1, 2, 3):
        deck = checked.check(*evening.by(conn))
        assert (deck.findings, deck.proved) == ((), evening.night.house.deals)


def test_a_player_saves_what_was_seen(evening: Evening) -> None:
    """Frame by frame the own view, events and all; a watcher no hand at all."""
    for conn in (1, 2, 3):
        head, lines = saved.read(saved.write(*evening.by(conn)))
        frames = [*saved.frames(lines)]
        seen = [m.view for m in evening.night.mail[conn] if hasattr(m, "view")]
        events = [e for m in evening.night.mail[conn] for e in getattr(m, "ev", ())]

        assert [frame.view for frame in frames] == [
            view for at, view in enumerate(seen) if not at or view != seen[at - 1]
        ]
        assert [event for frame in frames for event in frame.ev] == events
        assert head.seat == (conn if conn < 3 else 0)
        assert all((frame.view.you is None) is (conn == 3) for frame in frames)


def test_a_file_of_a_player_holds_no_hand_of_another(evening: Evening) -> None:
    """Neither in a view nor anywhere else; sessions are in no file."""
    sessions = [evening.night.session(conn) for conn in (1, 2, 3)]
    files = [saved.write(*game) for game in (evening.by_host, evening.by(1))]

    assert not any(session.encode() in data for session in sessions for data in files)
    assert b'"yours"' not in files[1]
    for line in evening.by(1)[1]:
        if isinstance(line, Saw) and "you" in line.view:
            assert line.view["you"]["seat"] == 1


def test_nothing_is_saved_of_a_game_that_runs(tmp_path: Path) -> None:
    """Neither host nor player writes before the end, nor when somebody leaves."""
    night = Dealing("Ann", "Bob", rules=SHORT)
    told = games.by_host(night.table, tmp_path)
    saves: list[Head] = []
    night.deals[1].story.save = lambda head, lines: saves.append(head)
    night.all_ready()
    while not night.over():
        assert saves == []
        assert [*tmp_path.iterdir()] == []
        night.play(7)
        told(night.journal[-1])
        if night.stage() is Stage.ROUND_OVER:
            night.deals[2].story.finish()
            night.all_ready()
    told(night.journal[-1])

    assert len(saves) == 1
    assert len([*tmp_path.iterdir()]) == 1


# --- Whoever writes in a file --------------------------------------------------------


def another_card(game: Game) -> Game:
    """Let somebody have discarded something else."""
    head, lines = game
    at = max(i for i, one in enumerate(lines) if isinstance(one, Did))
    return head, (*lines[: at - 1], *lines[at:])


def another_sum(game: Game) -> Game:
    """Let the cards lie otherwise."""
    head, (first, *lines) = game
    assert isinstance(first, Did)
    return head, (msgspec.structs.replace(first, sum="0" * 16), *lines)


def another_winner(game: Game) -> Game:
    """Let somebody else have won."""
    head, (*lines, end) = game
    assert isinstance(end, End)
    return head, (*lines, msgspec.structs.replace(end, winners=(6,)))


def another_secret(game: Game) -> Game:
    """Let a deal have been mixed of something else."""
    head, (*lines, end) = game
    assert isinstance(end, End)
    deals = (msgspec.structs.replace(end.deals[0], secret="5a" * 32), *end.deals[1:])
    return head, (*lines, msgspec.structs.replace(end, deals=deals))


def fewer_deals(game: Game) -> Game:
    """Leave a deal out."""
    head, (*lines, end) = game
    assert isinstance(end, End)
    return head, (*lines, msgspec.structs.replace(end, deals=end.deals[1:]))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (another_card, ""),
        (another_sum, "After act 1 the cards lie otherwise than they did."),
        (another_winner, "Others have won than the file says."),
        (another_secret, "Deal 1 was not mixed of what the file says."),
        (fewer_deals, "was not mixed|more deals"),
    ],
)
def test_a_changed_file_is_found_out(
    evening: Evening,
    change: Callable[[Game], Game],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`verify` says what is wrong in a sentence, and ends with 1."""
    path = tmp_path / "game.p10net"
    path.write_bytes(saved.write(*change(evening.by_host)))
    done = inside(capsys, "verify", str(path))

    assert done.code == 1
    assert re.search(says, done.err)
    assert "Traceback" not in done.err


def test_a_players_file_convicts_a_host(evening: Evening) -> None:
    """The check that the client made can be made again, from the file alone."""
    head, lines = evening.by(1)
    forged = []
    for line in lines:
        if isinstance(line, Mine):
            line = msgspec.structs.replace(line, share="5a" * 32)
        forged.append(line)
    deck = checked.check(head, tuple(forged))

    assert checked.check(head, lines) == Deck(2, 2, 2)
    assert {one.wrong for one in deck.findings} == {Wrong.FORGED}


HOSTILE = {
    "empty": (b"", "is no saved game of p10net"),
    "something else": (b"\x00\xff" * 99, "is no saved game of p10net"),
    "another JSON": (b'{"t":"did"}\n', "is no saved game of p10net"),
    "deep": (b"[" * 100_000, "is no saved game of p10net"),
    "many lines": (b"\n" * 200_000, "has more lines than any game"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_no_game_is_one_sentence(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever lies there, nobody sees a traceback."""
    data, says = HOSTILE[name]
    path = tmp_path / "x.p10net"
    path.write_bytes(data)
    done = inside(capsys, command, str(path))

    assert (done.code, done.out) == (1, "")
    assert done.err == f"{path} {says}.\n"


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """It is said, with what to do."""
    done = inside(capsys, "verify", "nowhere.p10net")

    assert done.code == 1
    assert done.err.startswith("nowhere.p10net cannot be read (no such file")
    assert done.err.endswith("): name a saved game.\n")


@given(st.data())
def test_any_damage_is_a_sentence(evening: Evening, data: st.DataObject) -> None:
    """Cut, flipped or stretched anywhere: it is read, or a SavedError says why not."""
    game = evening.by_host if data.draw(st.booleans()) else evening.by(1)
    whole = saved.write(*game)
    at = data.draw(st.integers(0, len(whole) - 1))
    damage = data.draw(st.sampled_from(["cut", "flip", "double"]))
    if damage == "cut":
        whole = whole[:at]
    elif damage == "flip":
        bit = 1 << data.draw(st.integers(0, 7))
        whole = whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :]
    else:
        whole = whole[:at] + whole[at // 2 :]
    with contextlib.suppress(SavedError):
        head, lines = saved.read(whole)
        assert games.frames(head, lines)
        if head.by == "host":
            assert all(map(str, rerun.problems(head, lines)))
        else:
            checked.check(head, lines)


def rewritten(game: Game, **changes: Any) -> bytes:
    """Write a file whose head says something else."""
    head, lines = game
    return saved.write(msgspec.structs.replace(head, **changes), lines)


def test_what_no_game_can_be_is_refused(evening: Evening) -> None:
    """Another form, no last line, a view that cannot be, seats that make no game."""
    whole = saved.write(*evening.by(1))
    first, line = whole.split(b"\n")[:2]
    wrong = line.replace(b'"round":1', b'"round":"one"')
    cases = {
        rewritten(evening.by(1), form=2): "another version",
        whole[:-1]: "is cut off",
        first + b"\n" + wrong + b"\n": "cannot be",
        first + b"\n": "holds no moment",
        rewritten(evening.by_host, numbers=(1,)): "make no game",
        rewritten(evening.by_host, numbers=(1, 3)): "an act, number",
    }
    for data, says in cases.items():
        with pytest.raises(SavedError, match=says):
            games.frames(*saved.read(data))


@pytest.mark.parametrize(
    ("lines", "says"), [(0, "has no end"), (1, "ends before the game does")]
)
def test_half_a_game_is_not_called_true(
    evening: Evening, lines: int, says: str
) -> None:
    """A file without its last line, and one without the acts before it."""
    head, all_lines = evening.by_host
    short = (*all_lines[:20], *all_lines[-1:] * lines)

    with pytest.raises(SavedError, match=says):
        list(rerun.problems(head, short))


def test_whoever_lost_the_link_saves_what_is_left() -> None:
    """The gap is marked, and nobody is called a cheat for what was not seen."""
    night, mine = Dealing("Ann", "Bob", rules=SHORT), list[Game]()
    night.deals[2].story.save = lambda head, lines: mine.append((head, lines))
    night.all_ready()
    night.play(9)
    night.cut(2)
    night.play(1)
    night.come_back(2)
    night.to_the_end()
    ((head, lines),) = mine
    head, lines = saved.read(saved.write(head, lines))

    assert Gap() in lines
    assert checked.check(head, lines) == Deck(2, 2, 2)
    assert games.frames(head, lines)[-1].view.stage is Stage.GAME_OVER


def test_a_sitting_saves_its_games(evening: Evening, tmp_path: Path) -> None:
    """While somebody sits at a table, each game that ends there is a file."""
    session = Session(to_places(), Visitor("Ann", "human"))
    with games.by_client(session, tmp_path):
        save = session.deals.story.save
        assert save is not None
        save(*evening.by(1))
    (path,) = tmp_path.iterdir()
    (where, _) = games.load(path)

    assert (where.by, where.seat) == ("client", 1)
    assert path.name.endswith("-seat1.p10net")


# --- Stepping through ----------------------------------------------------------------


def test_by_turns_by_rounds_and_to_the_ends(evening: Evening) -> None:
    """Each key goes where it says, and back again; others go nowhere."""
    head, lines = evening.by_host
    reel = replaying.reel(head, games.frames(head, lines))
    last = len(reel.frames) - 1
    on = replaying.pressed(replaying.pressed(reel, "right"), "right")
    second = replaying.pressed(reel, "]")

    assert replaying.pressed(reel, "end").at == last
    assert replaying.pressed(replaying.pressed(reel, "end"), "home") == reel
    assert second.view.round == 2
    assert reel.frames[second.at - 1].view.round == 1
    assert replaying.pressed(second, "[") == reel
    assert on.view.turn != replaying.pressed(reel, "right").view.turn
    assert replaying.pressed(replaying.pressed(on, "right"), "left") == on
    assert replaying.pressed(replaying.pressed(reel, "down"), "up") == reel
    assert replaying.pressed(reel, "x") == reel


def test_every_turn_is_met_on_the_way(evening: Evening) -> None:
    """Going on turn by turn one comes to the end, and back to the beginning."""
    head, lines = evening.by(1)
    reel = replaying.reel(head, games.frames(head, lines))
    for key, end in (("right", len(reel.frames) - 1), ("left", 0)):
        before = -1
        while reel.at != before:
            before, reel = reel.at, replaying.pressed(reel, key)
        assert reel.at == end


def test_a_host_shows_any_hand_and_a_player_the_own(evening: Evening) -> None:
    """1 to 6 look over a seat's shoulder, where the file knows its hand."""
    full = replaying.reel(evening.by_host[0], games.frames(*evening.by_host))
    mine = replaying.reel(evening.by(2)[0], games.frames(*evening.by(2)))
    other = replaying.pressed(full, "2")

    assert (full.view.you and full.view.you.seat, full.over) == (1, 1)
    assert other.view.you is not None
    assert other.view.you.seat == 2
    assert replaying.pressed(full, "9") == full
    assert replaying.pressed(mine, "1") == mine
    assert mine.view.you is not None


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 40), (80, 20)])
def test_every_moment_can_be_drawn(evening: Evening, columns: int, rows: int) -> None:
    """As the table looked, with the place in the game and the keys."""
    reel = replaying.reel(evening.by_host[0], games.frames(*evening.by_host))
    for at in range(0, len(reel.frames), 9):
        here = msgspec.structs.replace(reel, at=at)
        shown = picture.plain(draw(replaying.scene(here), columns, rows, True))
        mine = here.view.you
        over = here.view.summary is not None
        assert f"{at + 1}/{len(reel.frames)}" in shown
        assert over or mine is None or not mine.hand or mine.hand[0].value in shown


def test_in_lines(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole game as sentences, for a pipe or a screen reader."""
    path = tmp_path / "g.p10net"
    path.write_bytes(saved.write(*evening.by(2)))
    done = inside(capsys, "replay", str(path))

    assert done.code == 0
    assert "saved by a player, who saw one hand" in done.out
    assert "Bob: " in done.out
    assert "Ann: " in done.out


def test_who_left_for_good_keeps_the_name() -> None:
    """In the host's file and in a player's, also for what was done before."""
    night, files = Dealing("Ann", "Bob", "Cy", rules=SHORT), list[Game]()
    night.deals[1].story.save = lambda head, lines: files.append((head, lines))
    night.all_ready()
    night.say(3, Leave, for_good=True)
    night.to_the_end()
    files.append(rerun.saved(night.house, WHEN))

    for head, lines in files:
        reel = replaying.reel(head, games.frames(head, lines))
        told = replaying.lines(replaying.pressed(reel, "end"))
        assert any(line.startswith("Cy: discarded") for line in told)
        assert not any("Seat 3" in line for line in told)
        assert replaying.scene(reel).names.who(3) == "Cy"
    assert len(files) == 2


def test_as_json(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every moment is a line that can be read back."""
    path = tmp_path / "g.p10net"
    path.write_bytes(saved.write(*evening.by_host))
    done = inside(capsys, "replay", "--json", str(path))
    told = [msgspec.json.decode(line, type=Frame) for line in done.out.splitlines()]

    assert tuple(told) == games.frames(*evening.by_host)
    assert json.loads(done.out.splitlines()[0])["view"]["round"] == 1


def test_saved_games_are_listed(
    evening: Evening, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The newest first, with rules and file; what is no game is passed over."""
    assert "No game is saved" in inside(capsys, "replay").out

    games.keep(games.folder(), *evening.by(1))
    (games.folder() / "9.p10net").write_text("nonsense")
    shown = inside(capsys, "replay").out.splitlines()
    (told,) = inside(capsys, "replay", "--json").out.splitlines()
    assert len(shown) == 2
    assert json.loads(told)["file"] == shown[1].strip()


def test_games_are_listed_where_a_table_keeps_its_files(
    evening: Evening, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only those that lie there; a file that is named needs no folder."""
    state = tmp_path / "table"
    games.keep(games.folder(), *evening.by(1))
    games.keep(games.folder(state), *evening.by_host)
    (told,) = inside(
        capsys, "replay", "--json", "--state-dir", str(state)
    ).out.splitlines()
    file = json.loads(told)["file"]
    both = inside(capsys, "replay", file, "--state-dir", str(state))
    nowhere = inside(capsys, "replay", "--state-dir", str(tmp_path / "none"))

    assert Path(file).parent == state / "games"
    assert (both.code, nowhere.code) == (Exit.USAGE, Exit.USAGE)
    assert "leave it away to open a FILE" in both.sentence
    assert "There is no folder" in nowhere.sentence


@pytest.mark.limit(60)
def test_a_bot_saves_its_games(home: Path) -> None:
    """`p10net bot` keeps what its seat saw, like anybody who plays."""
    table = ("--headless", "--once", "--bots", "1", "--start-when", "2", "--pace", "0")
    here = ("--bind", "127.0.0.1", "--port", "0", "--no-advertise", "--json")
    with started("host", *table, *here, "--set", "round_limit=1") as host:
        assert host.stdout is not None
        place = json.loads(host.stdout.readline())["addresses"][0]
        done = outside("bot", place, "--pace", "0")
    kept = [path.name for path in games.folder().iterdir()]

    assert done.code == 0
    assert any("seat" in name for name in kept)


def test_a_true_game_is_called_true(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence, with 0."""
    said = []
    for name, game in (("host", evening.by_host), ("ann", evening.by(1))):
        path = tmp_path / f"{name}.p10net"
        path.write_bytes(saved.write(*game))
        done = inside(capsys, "verify", str(path))
        assert (done.code, done.err) == (0, "")
        said.append(done.out)

    assert re.fullmatch(r"The game comes out the same .*: \d+ acts\.\n", said[0])
    assert said[1] == "Decks ok: all 2 deals were checked (2 of 2 shares at least).\n"


def test_a_game_that_was_never_proved_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is saved as soon as it is over, and nothing in it is held against anybody."""
    path = tmp_path / "ann.p10net"
    path.write_bytes(saved.write(*Evening(replace(SHORT, proof="off")).by(1)))
    done = inside(capsys, "verify", str(path))

    assert (done.code, done.out, done.err) == (
        0,
        f"{replays.no_proof(dice=False)}\n",
        "",
    )


# --- The folder ----------------------------------------------------------------------


def test_the_oldest_games_make_room(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many games, and so many bytes; files are for their owner only."""
    monkeypatch.setattr(games, "MOST", 3)
    head, lines = evening.by(1)
    for day in range(1, 6):
        when = f"2026-11-0{day}T10:00:00+00:00"
        games.keep(tmp_path, msgspec.structs.replace(head, when=when), lines)
    names = sorted(path.name for path in tmp_path.iterdir())

    assert [name[:8] for name in names] == ["20261103", "20261104", "20261105"]
    if sys.platform != "win32":
        assert {os.stat(tmp_path / name).st_mode & 0o777 for name in names} == {0o600}

    monkeypatch.setattr(games, "MOST_IN_ALL", 2 * len(saved.write(head, lines)))
    games.keep(tmp_path, msgspec.structs.replace(head, when="2026-11-09"), lines)
    assert len([*tmp_path.iterdir()]) == 2


def test_games_of_days_to_come_are_the_oldest(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock was wrong: neither are they the newest, nor does a new one go for them.

    One that somebody named is older than those of a day, but not as good as lost.
    """
    monkeypatch.setattr(games, "MOST", 3)
    head, lines = evening.by(1)
    (tmp_path / f"best{games.SUFFIX}").write_bytes(saved.write(head, lines))
    days = ["2970-01-01", "2970-01-02", "2026-11-01", "1970-01-01"]
    for day in days:
        games.keep(tmp_path, msgspec.structs.replace(head, when=day), lines)
        assert [path for path in tmp_path.iterdir() if path.name[:4] == day[:4]]
    found = [path.name[:4] for path, _ in games.newest(tmp_path)]

    assert found == ["best", "2026", "1970"]


def test_a_folder_that_cannot_be_had_disturbs_nobody(
    evening: Evening, tmp_path: Path
) -> None:
    """The game is over, and that is that."""
    (tmp_path / "games").write_text("a file")
    games.keep(tmp_path / "games", *evening.by(1))

    assert (tmp_path / "games").read_text() == "a file"


# --- Real programs -------------------------------------------------------------------


def test_a_table_saves_its_game_where_it_keeps_its_files(tmp_path: Path) -> None:
    """A real host plays one game between bots; its file is true."""
    state = tmp_path / "state"
    bots = ("--headless", "--once", "--bots", "2", "--start-when", "2", "--pace", "0")
    here = ("--port", "0", "--no-advertise", "--cleartext", "--state-dir", str(state))
    played = outside("host", *bots, *here, "--set", "round_limit=1")
    (path,) = (state / "games").iterdir()
    done = outside("verify", str(path))

    assert played.code == 0
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("The game comes out the same")


@pytest.mark.needs("pty")
@pytest.mark.limit(60)
def test_on_a_real_terminal(evening: Evening, tmp_path: Path) -> None:
    """The screen steps by keys, and leaves the terminal as it was."""
    path = tmp_path / "g.p10net"
    path.write_bytes(saved.write(*evening.by_host))
    with PtyProgram(python("-m", "p10net", "replay", str(path))) as program:
        program.wait_for("1/", "Round 1", "Home End")
        program.send("]")
        program.wait_for("Round 2")
        program.send("[")
        program.wait_for("1/", "Round 1")
        program.send("q")

        assert program.wait_exit() == 0
        program.assert_sane()


@pytest.mark.needs("pty")
@pytest.mark.limit(60)
def test_line_by_line_on_a_real_terminal(evening: Evening, tmp_path: Path) -> None:
    """Enter goes a turn on, r a round, h to the beginning; q is the way out."""
    path = tmp_path / "g.p10net"
    path.write_bytes(saved.write(*evening.by_host))
    count = len(games.frames(*evening.by_host))
    command = python("-m", "p10net", "replay", "--plain", str(path))
    with PtyProgram(command, rows=60) as program:
        program.wait_for("Enter or n one turn on")
        program.send("\r")
        program.wait_for("Ann: ")
        program.send("r\r")
        program.wait_for("Round 1")
        program.send("e\r")
        program.wait_for(f"{count}/{count}")
        program.send("q\r")

        assert program.wait_exit() == 0
