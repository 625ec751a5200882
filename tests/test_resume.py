"""A table that comes back is the table that stopped, whatever happened at it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, get_args
from zlib import crc32

import msgspec
import pytest

from p10net.engine.conflicts import build
from p10net.host.attempt import Attempt
from p10net.host.guests import Player
from p10net.host.house import House, HouseBot, Setup
from p10net.host.journal_file import Entry, Kept, Opening, Serving
from p10net.host.records import (
    Change,
    Lasting,
    Record,
    TakenBack,
)
from p10net.host.resume import (
    FOLDER,
    MOST,
    SEQ_JUMP,
    NoResume,
    forget,
    keep,
    over,
    restore,
    resume,
    stopped,
)
from p10net.host.sectors import SECTOR, first
from p10net.host.table import Table
from p10net.protocol.deals import Shown
from p10net.protocol.messages import Issued, News, Ok, Welcome
from p10net.protocol.owner import (
    AddBot,
    Ban,
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
)
from p10net.protocol.people import Absence
from p10net.protocol.requests import (
    Act,
    Admin,
    DoubleTime,
    Leave,
    Offer,
    Ready,
    Rename,
    Sit,
)
from tests.dealing import Dealing
from tests.table_bench import Bench

EVENINGS = 80
SHORT = build({"phases": ("1 set of 3", "2 sets of 2")})


# --- What a table is, besides who is connected to it ------------------------------


def lasting(house: House) -> dict[str, Any]:
    """Give all that a restart must not lose."""
    facts = {
        name: getattr(house, name)
        for name in (
            *("id", "rules", "password", "settings", "bots_due", "arrivals"),
            *("watchers_seen", "banned_names", "banned_addresses", "game", "game_id"),
            *("games", "events", "proved", "practice"),
        )
    }
    players = {seat: person(player) for seat, player in house.players.items()}
    people = {"players": players, "onlookers": onlookers(house)}
    return facts | people | {"deal": deal(house.deal), "dealt": deals(house)}


def deal(attempt: Attempt | None) -> tuple[Any, ...]:
    """Give what lasts of an attempt at a deal: what everybody has been told."""
    if attempt is None:
        return ()
    told = attempt.commits if attempt.sealed else {}, attempt.mixed
    return attempt.commit, attempt.asked, told, attempt.given() * attempt.mixed


def deals(house: House) -> list[Shown]:
    """Give the deals that are over."""
    return [attempt.shown() for attempt in house.dealt]


def person(player: Player) -> tuple[Any, ...]:
    """Give what lasts of a player: who it is, what was answered, whether it left."""
    done = {n: reply for n, reply in player.replies.items() if reply[1] == Ok(n)}
    facts = player.seat, player.name, player.kind, player.session, player.level
    left = player.absent is Absence.LEFT
    return (*facts, player.came, player.double, max(done, default=0), done, left)


def onlookers(house: House) -> dict[int, tuple[str, str]]:
    """Give who looks on, and under which number."""
    everybody = house.onlookers.values()
    return {one.watcher: (one.name, one.session) for one in everybody}


# --- An evening at which everything happens ---------------------------------------


class Evening:
    """People and programs who come and go, play, quarrel and change their minds."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        bots = (HouseBot("steady", "Cleo"),) * self.chance.randint(0, 1)
        self.bench = Dealing(seed=seed, rules=SHORT, bots=bots, seats=4)
        self.sessions: list[str] = []
        self.names = 0

    def live(self, deeds: int) -> None:
        """Let so many things happen."""
        for _ in range(deeds):
            self.chance.choices(DEEDS, WEIGHTS)[0](self)
            self.bench.wait(self.chance.choice((0, 0, 0, 0, 3, 70)), 10)

    # Each deed is something a person could do or suffer; most may be refused.

    def comes(self) -> None:
        self.names += 1
        conn = self.bench.open("10.0.0.9" if self.chance.random() < 0.2 else "")
        self.bench.share(conn)
        kind = self.chance.choice(("human", "human", "human", "watcher", "bot"))
        self._greets(conn, name=f"P{self.names}", kind=kind, password="tea")

    def _greets(self, conn: int, **fields: Any) -> None:
        reply = self.bench.hello(conn, **fields)
        if isinstance(reply, Welcome):
            self.sessions.append(reply.session)
            self.bench.ids[conn] = max(self.bench.ids[conn], reply.last_id)
        else:
            self.bench.table.closed(conn)

    def returns(self) -> None:
        if self.sessions:
            conn = self.bench.share(self.bench.open())
            self._greets(conn, session=self.chance.choice(self.sessions))

    def cut(self) -> None:
        if conns := self.conns():
            self.bench.cut(self.chance.choice(conns))

    def plays(self) -> None:
        self.bench.play(self.chance.randint(1, 60))

    def asks(self) -> None:
        if conns := self.conns():
            kind, fields = self.chance.choice(REQUESTS)
            self.bench.say(self.chance.choice(conns), kind, **fields(self.chance))

    def rules(self) -> None:
        owner = self.bench.house.owner
        if owner is not None and owner.conn is not None:
            kind, fields = self.chance.choice(OPERATIONS)
            self.bench.say(owner.conn, Admin, do=kind(**fields(self.chance)))

    def loses_the_laptop(self) -> None:
        """Let the owner give a code for a seat, and somebody come with it."""
        owner = self.bench.house.owner
        away = [p.seat for p in self.bench.house.guests if p.conn is None]
        if owner is not None and owner.conn is not None and away:
            given = self.bench.say(owner.conn, Admin, do=Reissue(away[0]))
            assert isinstance(given, Issued)
            self._greets(self.bench.open(), code=given.code)

    def hands_over(self) -> None:
        """Let a player offer the seat, and whoever waits longest take it."""
        links = [*self.bench.house.links.values()]
        players = [link for link in links if link.seat]
        waiting = [link for link in links if link.watcher]
        if players and waiting:
            giver = self.chance.choice(players)
            self.bench.say(giver.conn, Offer, seat=giver.seat)
            self.bench.say(waiting[0].conn, Sit, seat=giver.seat)

    def readies(self) -> None:
        self.bench.all_ready()

    def conns(self) -> list[int]:
        links = self.bench.house.links.values()
        return [link.conn for link in links if link.welcomed]


Fields = Callable[[Random], dict[str, Any]]


def nothing(chance: Random) -> dict[str, Any]:
    return {}


def a_seat(chance: Random) -> dict[str, Any]:
    return {"seat": chance.randint(1, 4)}


REQUESTS: list[tuple[Any, Fields]] = [
    (Leave, nothing),
    (Rename, lambda chance: {"name": f"N{chance.randint(1, 50)}"}),
    (DoubleTime, lambda chance: {"on": chance.random() < 0.6}),
    (Offer, a_seat),
    (Sit, nothing),
    (Sit, a_seat),
    (Ready, nothing),
]
OPERATIONS: list[tuple[Any, Fields]] = [
    (Start, nothing),
    (Start, nothing),
    (Kick, a_seat),
    (Ban, a_seat),
    (Kick, lambda chance: {"watcher": chance.randint(1, 6)}),
    (AddBot, nothing),
    (RemoveBot, a_seat),
    (Move, lambda chance: a_seat(chance) | {"to": chance.randint(1, 4)}),
    (Timer, lambda chance: {"ms": chance.choice((0, 60_000))}),
    (Hints, lambda chance: {"on": chance.random() < 0.5}),
    (Lock, lambda chance: {"on": chance.random() < 0.2}),
    (Password, lambda chance: {"password": chance.choice((None, "tea"))}),
    (SetRules, lambda chance: {"rules": SHORT}),
    (SetRules, lambda chance: {"rules": SHORT}),
]
DEEDS = (
    *(Evening.comes, Evening.returns, Evening.cut, Evening.plays),
    *(Evening.asks, Evening.rules, Evening.readies, Evening.loses_the_laptop),
    Evening.hands_over,
)
WEIGHTS = (4, 3, 2, 6, 3, 2, 3, 1, 1)


def again(bench: Bench) -> Table:
    """Bring a table back from what its journal would hold on a disk."""
    opening = Opening(bench.house.id, bench.house.setup, seed=7)
    written = (msgspec.msgpack.encode((1, change)) for change in bench.journal)
    entries = (msgspec.msgpack.decode(entry, type=Entry) for entry in written)
    return restore(Kept(opening, tuple(entries)), bench.now)


@pytest.mark.limit(60)
def test_whatever_happened_a_table_comes_back_as_it_was() -> None:
    """Many evenings, stopped at any moment: all that lasts is there again."""
    seen: set[type[Change]] = set()
    for seed in range(EVENINGS):
        evening = Evening(seed)
        evening.live(evening.chance.randint(5, 60))
        seen |= {*map(type, evening.bench.journal)}

        assert lasting(again(evening.bench).house) == lasting(evening.bench.house), seed

    assert seen == {*get_args(Lasting)} - {TakenBack}  # which nobody may in company


def test_onlookers_of_a_whole_evening_are_all_known_again() -> None:
    """However many came and went, those who sat down or stayed are who they were."""
    bench = Bench("Ann", rules=SHORT)
    first = bench.join("Eve", kind="watcher")
    for number in range(70):
        bench.cut(bench.join(f"W{number}", kind="watcher"))
    bench.say(first, Sit, seat=2)

    assert again(bench).house.players[2].session == bench.session(first)


@pytest.mark.parametrize("way", ["session", "code"])
def test_who_left_and_came_back_has_not_left(way: str) -> None:
    """They have their grace, like anybody else whom the restart cut off."""
    bench = Bench("Ann", "Bob", "Cem", rules=SHORT, start=True)
    bench.say(2, Leave)
    if way == "code":
        issued = bench.say(1, Admin, do=Reissue(2))
        assert isinstance(bench.hello(bench.open(), code=issued.code), Welcome)
    else:
        bench.back(2)

    assert again(bench).house.players[2].absent is Absence.LINK_LOST


def test_who_gave_the_seat_away_looks_on_again() -> None:
    """With the session they had, under the number they got."""
    bench = Bench("Ann", "Bob", rules=SHORT, start=True)
    waiting = bench.join("Eve", kind="watcher")
    bench.say(2, Offer, seat=2)
    bench.say(waiting, Sit, seat=2)

    onlooker = again(bench).house.onlookers[2]

    assert onlooker.session == bench.session(2)


def test_a_seed_goes_on_giving_the_same_deals() -> None:
    """What a table with a seed deals next does not depend on a restart."""
    bench = Bench("Ann", "Bob", rules=SHORT, seed=7, start=True)
    bench.play(30)
    chance = again(bench).house.chance

    assert chance.secret(1, 2) == bench.house.chance.secret(1, 2)
    assert chance.game_id(2) == bench.house.chance.game_id(2)


# --- On the disk ------------------------------------------------------------------


async def evening_on(folder: Path, acts: int = 30) -> Bench:
    """Play at a table whose journal lies in a folder, and stop without a word."""
    bench = Bench("Ann", "Bob", bots=BOTS, rules=SHORT, start=True)
    bench.play(acts)
    journal = keep(folder, bench.table, SERVING, seed=7)
    for change in bench.journal:
        await journal.append(Record(change))
    journal.close()
    return bench


BOTS = (HouseBot("steady", "Cleo"),)
SERVING = Serving(4211, ("127.0.0.1",), 0.5)


async def test_a_table_is_found_and_brought_back(tmp_path: Path) -> None:
    """It says what it was, and goes on with every card where it lay."""
    bench = await evening_on(tmp_path)
    (one,) = stopped(tmp_path)

    back = resume(one.path, 50.0)

    assert (one.name, {*one.players}) == ("Bench", {"Ann", "Bob", "Cleo"})
    assert (one.round, one.stage, one.damage) == (1, bench.house.stage, "")
    assert lasting(back.table.house) == lasting(bench.house)
    assert (back.serving, back.salvaged) == (SERVING, False)
    back.journal.close()


async def test_play_goes_on_in_the_same_file(tmp_path: Path) -> None:
    """Sessions give the seats back, and the next stop finds both evenings."""
    bench = await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    back = resume(one.path, 50.0)
    second = Bench(table=back.table)
    for conn in bench.conns:
        second.join("", session=bench.session(conn))
    second.play(20)
    for change in second.journal:
        await back.journal.append(Record(change))
    back.journal.close()

    third = resume(one.path, 90.0)

    assert lasting(third.table.house) == lasting(second.house)
    assert third.table.house.game != bench.house.game
    third.journal.close()


async def test_what_was_answered_is_answered_the_same(tmp_path: Path) -> None:
    """An act that comes again after a restart is not done again."""
    bench = await evening_on(tmp_path)
    asked = bench.asked()
    act = Act(
        id=bench.ids[asked] + 1,
        step=bench.house.step,
        action=bench.choice(bench.state(asked)),
    )
    (one,) = stopped(tmp_path)
    back = resume(one.path, 50.0)
    assert bench.send(asked, act) == Ok(act.id)
    await back.journal.append(Record(bench.journal[-1]))
    back.journal.close()

    back = resume(one.path, 50.0)
    again = Bench(table=back.table)
    conn = again.join("", session=bench.session(asked))
    welcome = again.last(conn, Welcome)
    game = again.house.game

    assert (welcome.resumed, welcome.last_id) == (True, act.id)
    assert again.send(conn, act, settle=False) == Ok(act.id, dup=True)
    assert again.house.game is game
    back.journal.close()


async def test_seq_never_goes_back(tmp_path: Path) -> None:
    """Chat and comings raised it too, and nobody wrote those down."""
    bench = await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    back = resume(one.path, 50.0)

    assert back.table.seq >= SEQ_JUMP > bench.house.seq
    back.journal.close()


async def test_nobody_is_late_for_a_table_that_was_gone(tmp_path: Path) -> None:
    """Grace and turn begin when the table is back, however long that took."""
    await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    back = resume(one.path, 5000.0)
    again = Bench(table=back.table, now=5000.0)
    again.wait(59)
    waiting = [player.overdue for player in again.house.guests]
    again.wait(2)

    assert waiting == [False, False]
    assert all(player.overdue for player in again.house.guests)
    back.journal.close()


async def test_a_table_that_runs_is_neither_listed_nor_taken(tmp_path: Path) -> None:
    """Its journal is held by the process that has it."""
    await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    back = resume(one.path, 50.0)

    assert stopped(tmp_path) == ()
    with pytest.raises(NoResume, match="running already"):
        resume(one.path, 50.0)
    back.journal.close()


async def test_the_newest_table_comes_first(tmp_path: Path) -> None:
    """Of several, the one that stopped last."""
    first, second = await evening_on(tmp_path), await evening_on(tmp_path, acts=9)
    for bench, when in ((first, 2000), (second, 1000)):
        os.utime(tmp_path / FOLDER / f"{bench.house.id}.journal", (when, when))

    assert [one.path.stem for one in stopped(tmp_path)] == [
        first.house.id,
        second.house.id,
    ]


async def test_old_tables_make_room(tmp_path: Path) -> None:
    """Of many that nobody came back to, the last ones are kept."""
    made = []
    for number in range(MOST + 3):
        table = Table(Setup(f"Table {number}"))
        keep(tmp_path, table, SERVING).close()
        path = tmp_path / FOLDER / f"{table.house.id}.journal"
        os.utime(path, (1000 + number, 1000 + number))
        made.append(table.house.setup.name)

    assert [one.name for one in stopped(tmp_path)] == made[: -MOST - 1 : -1]


async def test_tables_of_days_to_come_are_the_oldest(tmp_path: Path) -> None:
    """A clock was wrong: what was played today comes first, and is not lost for it."""
    today = await evening_on(tmp_path)
    path = tmp_path / FOLDER / f"{today.house.id}.journal"
    for number in range(MOST):
        table = Table(Setup(f"Table {number}"))
        keep(tmp_path, table, SERVING).close()
        astray = tmp_path / FOLDER / f"{table.house.id}.journal"
        os.utime(astray, (4e9 + number, 4e9 + number))

    assert stopped(tmp_path)[0].path == path
    assert len(stopped(tmp_path)) == MOST


async def test_a_table_that_runs_never_makes_room(tmp_path: Path) -> None:
    """However old its file is."""
    first = Table(Setup("First"))
    running = keep(tmp_path, first, SERVING)
    path = tmp_path / FOLDER / f"{first.house.id}.journal"
    os.utime(path, (1, 1))
    for number in range(MOST + 1):
        keep(tmp_path, Table(Setup(f"Table {number}")), SERVING).close()

    assert path.exists()
    running.close()


def test_the_hosts_own_player_is_known_again() -> None:
    """Who came from inside the process has its seat and session."""
    bench = Bench("Ann", rules=SHORT)
    bench.join("Bob", "10.0.0.9")
    back = again(bench).own

    assert back is not None
    assert (back.name, back.session) == ("Ann", bench.session(1))


def test_an_empty_folder_has_no_tables(tmp_path: Path) -> None:
    """Nor has one that is not there."""
    assert stopped(tmp_path / "nowhere") == ()


async def test_a_table_that_is_over_can_be_forgotten(tmp_path: Path) -> None:
    """Nothing is left of it."""
    bench = await evening_on(tmp_path)

    assert not over(bench.table)
    forget(tmp_path, bench.table)
    assert stopped(tmp_path) == ()


# --- Damage -----------------------------------------------------------------------


async def test_damage_is_told_and_salvaged_only_when_asked(tmp_path: Path) -> None:
    """The place is named; what is whole comes back, and the file is kept as it was."""
    bench = await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    data = bytearray(one.path.read_bytes())
    at = len(data) // SECTOR // 2 * SECTOR
    data[at + 100] ^= 1
    one.path.write_bytes(data)

    (damaged,) = stopped(tmp_path)
    with pytest.raises(NoResume, match=f"byte {at}.*--salvage"):
        resume(one.path, 50.0)
    back = resume(one.path, 50.0, salvage=True)
    back.journal.close()

    assert f"byte {at}" in damaged.damage
    assert back.salvaged
    assert lasting(back.table.house)["arrivals"] == bench.house.arrivals
    assert one.path.with_suffix(".damaged1").read_bytes() == bytes(data)


async def test_all_who_come_back_hear_of_a_loss(tmp_path: Path) -> None:
    """Whoever remembers what is gone knows why, and nobody else is told anything."""
    bench = await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    data = bytearray(one.path.read_bytes())
    data[-SECTOR * 3 + 8] ^= 1
    one.path.write_bytes(data)
    for salvage in (True, False):
        back = resume(one.path, 50.0, salvage=salvage)
        again = Bench(table=back.table)
        await back.journal.mend()
        back.journal.close()
        told = [
            again.news(again.join("", session=bench.session(conn)))
            for conn in bench.conns
        ]

        assert [News.SALVAGED in news for news in told] == [salvage, salvage]


async def test_a_salvaged_table_goes_on(tmp_path: Path) -> None:
    """What is written next lies where the damage was, and is read."""
    await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    data = bytearray(one.path.read_bytes())
    data[-SECTOR * 3 + 8] ^= 1
    one.path.write_bytes(data)
    back = resume(one.path, 50.0, salvage=True)
    await back.journal.mend()
    back.journal.close()

    resume(one.path, 50.0).journal.close()


async def test_an_end_that_is_gone_is_told(tmp_path: Path) -> None:
    """A file that is shorter than it was is damaged, though each record is whole."""
    await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    data = one.path.read_bytes()
    one.path.write_bytes(data[: -SECTOR * 3])
    with pytest.raises(NoResume, match=f"byte {len(data) - SECTOR * 3}.*--salvage"):
        resume(one.path, 50.0)
    back = resume(one.path, 50.0, salvage=True)
    await back.journal.mend()
    back.journal.close()

    resume(one.path, 50.0).journal.close()


HOPELESS = [
    ("nothing in it", b"", "nothing can be saved"),
    ("some other file", b"PNG" * 999, "nothing can be saved"),
    ("another version", None, "another version"),
]


@pytest.mark.parametrize(
    ("data", "words"), [row[1:] for row in HOPELESS], ids=[row[0] for row in HOPELESS]
)
async def test_what_cannot_be_saved_is_told(
    tmp_path: Path, data: bytes | None, words: str
) -> None:
    """With --salvage too: there is nothing to go on from."""
    await evening_on(tmp_path)
    (one,) = stopped(tmp_path)
    one.path.write_bytes(LATER if data is None else data)

    for salvage in (False, True):
        with pytest.raises(NoResume, match=words):
            resume(one.path, 50.0, salvage=salvage)
    assert words in stopped(tmp_path)[0].damage


def _later() -> bytes:
    head = bytearray(first(bytes(16)))
    head[7] += 1
    head[24:28] = crc32(head[:24]).to_bytes(4, "big")
    return bytes(head)


LATER = _later()
