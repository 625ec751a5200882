"""Laws of a table under whatever people, programs and time do to it.

Random evenings at a bench: joining, leaving, cutting, coming back, acting, owning and
waiting, sensible or not. After each step the house is sound and every promise about
replies, numbers and refusals was kept.
"""

from random import Random
from typing import Any

import pytest

from p10net.engine.cards import Card
from p10net.engine.moves import Action, Discard, Draw, Lay
from p10net.engine.presets import preset
from p10net.engine.view import Stage
from p10net.host.chance import Chance
from p10net.host.house import House, HouseBot
from p10net.host.records import Record
from p10net.host.table import Table
from p10net.protocol.messages import Bye, Err, Issued, Sign, Welcome
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
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Check,
    DoubleTime,
    Leave,
    Offer,
    Options,
    Pause,
    Ping,
    Ready,
    Rename,
    Sit,
    TakeBack,
    ToHost,
    Vote,
)
from tests.table_bench import Bench

EVENINGS = 120
STEPS = 120
NAMES = ("Ann", "Bob", "Cy", "Dee", "ann", "", "Eve", "Flo")


def sound(house: House) -> None:
    """Hold that seats, onlookers and connections agree about each other."""
    for seat, player in house.players.items():
        assert player.seat == seat
        if player.conn is not None:
            assert house.links[player.conn].seat == seat
            assert player.session
    for number, onlooker in house.onlookers.items():
        assert onlooker.watcher == number
        if onlooker.conn is not None:
            assert house.links[onlooker.conn].watcher == number
    for link in house.links.values():
        assert not (link.seat and link.watcher)
        assert not link.seat or house.players[link.seat].conn == link.conn
        assert not link.watcher or house.onlookers[link.watcher].conn == link.conn
    assert len({one.session for one in house.everybody if one.session}) == len(
        [one for one in house.everybody if one.session]
    )
    if house.game is not None:
        playing = [seat.seat for seat in house.game.open.seats if not seat.gone]
        assert {*playing} <= {*house.players}
    assert house.pause is None or house.playing


class Night:
    """A bench and a generator that decides what people do."""

    def __init__(self, seed: int) -> None:
        chance = self.chance = Random(seed)
        bots = (HouseBot("steady", "Cleo"), HouseBot("random", "Max"))
        self.bench = Bench(
            seed=seed,
            start_when=chance.choice([None, None, 2, 3]),
            once=chance.random() < 0.1,
            seats=chance.randint(2, 6),
            bots=bots[: chance.randint(0, 2)],
        )
        self.bench.call_bots()
        self.house = self.bench.house
        self.live = [*self.house.links]
        self.sessions: list[str] = []
        self.codes: list[str] = []
        self.last: dict[int, Act] = {}
        self.stages = set[Stage | None]()

    def step(self) -> None:
        """Let one thing happen, then look whether the house is sound."""
        few = max(1, 10 - 3 * len(self.live))  # an empty house has little to hold
        kinds = [self.goes, self.waits, *[self.asks] * 8, *[self.plays] * 4]
        self.chance.choice([*kinds, *[self.comes] * few])()
        self.stages.add(self.house.stage if self.house.game else None)
        for conn in [*self.live]:
            if any(isinstance(m, Bye | Sign) for m in self.bench.mail[conn][-6:]):
                self.bench.cut(conn)
                self.live.remove(conn)
        sound(self.house)

    def comes(self) -> None:
        """Somebody greets, for the first time or not."""
        chance, bench = self.chance, self.bench
        conn = bench.open(f"10.0.0.{chance.randint(1, 4)}")
        fields: dict[str, Any] = {"kind": chance.choice(["human", "bot", "watcher"])}
        if self.sessions and chance.random() < 0.4:
            fields["session"] = chance.choice([*self.sessions, "0" * 32])
        elif self.codes and chance.random() < 0.5:
            fields["code"] = chance.choice(self.codes)
        if chance.random() < 0.2:
            fields["password"] = "x"
        reply = bench.hello(conn, chance.choice(NAMES), **fields)
        self.live.append(conn)
        if isinstance(reply, Welcome):
            self.sessions.append(reply.session)
            bench.ids[conn] = max(bench.ids[conn], reply.last_id)

    def goes(self) -> None:
        """A connection is lost."""
        if self.live:
            conn = self.live.pop(self.chance.randrange(len(self.live)))
            self.bench.cut(conn)

    def waits(self) -> None:
        """Time passes, or the machine sleeps."""
        chance = self.chance
        if chance.random() < 0.1:
            self.bench.now += 3600
            self.bench.table.woke(self.bench.now)
        self.bench.wait(chance.choice([1, 5, 61, 130, 700]), chance.choice([1, 10, 90]))

    def plays(self) -> None:
        """Whoever is asked answers, a few times."""
        if not self.house.pause:
            self.bench.play(self.chance.randint(1, 8))

    def asks(self) -> None:
        """Somebody asks for something."""
        if not self.live:
            return
        conn, owner = self.chance.choice(self.live), self.house.owner
        request = self.request(conn)
        if isinstance(request, Admin) and owner and owner.conn in self.live:
            conn = owner.conn
        if isinstance(request, Act):
            if self.chance.random() < 0.3:
                request = self.last.get(conn, request)
            self.last[conn] = request
        self.check(conn, request)

    def check(self, conn: int, request: ToHost) -> None:
        """Send a request; a refusal must have changed nothing for anybody else."""
        bench = self.bench
        game, seq = self.house.game, bench.table.seq
        before = {one: len(mail) for one, mail in bench.mail.items()}
        reply = bench.send(conn, request, settle=False)
        assert bench.table.seq >= seq
        if isinstance(reply, Err):
            assert self.house.game is game
            assert bench.table.seq == seq
            grown = {c for c, mail in bench.mail.items() if len(mail) > before[c]}
            assert grown == {conn}
        if isinstance(reply, Issued):
            self.codes.append(reply.code)
        bench.settle()

    def request(self, conn: int) -> ToHost:
        """Think of something to ask for."""
        chance, step = self.chance, self.house.step - self.chance.randint(0, 1)
        self.bench.ids[conn] += 1
        number, seat = self.bench.ids[conn], chance.randint(1, 6)
        return chance.choice(
            [
                Act(number, step, chance.choice(ACTIONS)),
                Act(number, step, chance.choice(ACTIONS)),
                Admin(number, self.operation(seat)),
                Admin(number, self.operation(seat)),
                Chat(number, chance.choice(["words", ""])),
                Check(number, step, chance.choice(ACTIONS)),
                Leave(number) if chance.random() < 0.3 else Ping(number, 5),
                Leave(number, for_good=True)
                if chance.random() < 0.3
                else Ready(number),
                Offer(number, seat, chance.random() < 0.8),
                TakeBack(number),
                DoubleTime(number, chance.random() < 0.6),
                Options(number, step),
                Pause(number, chance.random() < 0.4),
                Ready(number, chance.random() < 0.8),
                Ready(number),
                Rename(number, chance.choice(NAMES)),
                Sit(number, chance.choice([None, seat])),
                Vote(number, chance.choice(["bot", "skip", "wait", "end"])),
            ]
        )

    def operation(self, seat: int) -> AdminOp:
        """Think of something for an owner to do."""
        chance = self.chance
        other, players = chance.randint(1, 6), self.house.players.values()
        gone = [one.seat for one in players if one.conn is None and not one.level]
        return chance.choice(
            [
                AddBot(level=chance.choice(["steady", "genius"])),
                AddBot(seat=seat),
                Away(policy=chance.choice(["bot", "wait"]), grace_ms=other * 500),
                Ban(seat=seat) if chance.random() < 0.3 else Lock(on=False),
                End(),
                Kick(seat=seat),
                Kick(watcher=other),
                Hints(on=chance.random() < 0.7),
                Lock(on=chance.random() < 0.3),
                Move(seat=seat, to=other),
                Password(password=chance.choice([None, "x"])),
                *[Reissue(seat=chance.choice(gone or [seat]))] * 3,
                RemoveBot(seat=seat),
                SetRules(rules=preset(chance.choice(["official", "quick", "masters"]))),
                Start(),
                Timer(ms=chance.choice([0, 5_000])),
                Watch(on=chance.random() < 0.7),
            ]
        )


ACTIONS: list[Action] = [Draw("stock"), Draw("pile"), Lay(()), Discard(Card.W)]


@pytest.mark.limit(60)
@pytest.mark.parametrize("part", range(4))
def test_whatever_people_do_the_house_stays_sound(part: int) -> None:
    """Every request gets one reply, a refusal changes nothing, nothing ever breaks.

    Replayed from its journal, each evening ends with the same seats and cards.
    """
    stages, codes = set[Stage | None](), 0
    for seed in range(part, EVENINGS, 4):
        night = Night(seed)
        for _ in range(STEPS):
            night.step()
        again = Table(night.house.setup, Chance(seed))
        for change in night.bench.journal:
            again.commit(Record(change), 0.0)
        assert kept(again.house) == kept(night.house)
        stages |= night.stages
        codes += len(night.codes)

    assert stages >= {None, Stage.DRAW, Stage.PLAY, Stage.ROUND_OVER, Stage.GAME_OVER}
    assert codes


def kept(house: House) -> object:
    """Give what of a house must outlast the process."""
    players = {
        seat: (one.session, one.name, one.kind, one.level, one.double)
        for seat, one in house.players.items()
    }
    settled = house.settings, house.password, house.rules
    game = house.game, house.game_id, house.deals, house.events, house.acts
    return players, settled, game, house.left, house.practice
