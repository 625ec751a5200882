"""The faults of a table, one row each: what happens, and what was promised for it.

A row is told at a stage: L lobby, D dealing, A the affected seat is asked, O another
one is, H between two rounds, E the game is over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
import trio
from msgspec import Struct
from trio.testing import MockClock

from p10net.client.words.people import STUCK
from p10net.engine.moves import Draw
from p10net.host.sectors import SECTOR, Damaged, Scan, scan
from p10net.protocol.codec import frame
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye
from p10net.protocol.people import AwayRule
from p10net.protocol.requests import Act, Leave
from tests.disk import Disk, failing, no_fate
from tests.fault_world import Guest, Killed, World
from tests.lines import Line
from tests.server_bench import Peer

HOUR, DAY = 3600.0, 86_400.0
LOST = "lost the link"
STAND_IN = "The stand-in plays for"
KEPT = "your seat is kept"
NOTICED = 13.0
"""Seconds and a tick until a silent line is given up of whoever has pinged."""
UNPINGED = 2.0
"""More of them until the system gives up the line of a client that has not pinged yet,
as nobody has in the first moments at a table: a stock client does after 2.5 s."""
GRACE = NOTICED + 60.0
HOST_BACK = 5.0
SHARE = 2.0
"""Seconds for which a deal waits for a share that does not come."""

Strike = Callable[[World], Awaitable[None]]


class Row(Struct, frozen=True):
    """A fault, and what holds when it comes.

    `waits` is how many seconds the game may stand still for it, `total` for how many
    in all if that is more; a line that breaks without the host `hearing` of it has to
    be noticed first. `says` are words that
    the others read at these stages, `reads` those that the affected guest reads.
    `never` are words that nobody reads. `back` is how soon after its end the affected
    guest is in the seat again. `everybody` says that it affects the whole table.
    """

    name: str
    strike: Strike
    waits: float
    total: float = 0.0
    says: tuple[tuple[str, str], ...] = ()
    reads: tuple[tuple[str, str], ...] = ()
    never: tuple[str, ...] = (STAND_IN,)
    stages: str = "LDAOHE"
    seats: tuple[int, ...] = (2, 4, 6)
    back: float | None = 5.0
    everybody: bool = False
    bots: int = 0
    away: AwayRule = AwayRule.BOT
    gone: bool = False
    raises: bool = False
    hearing: bool = True

    def allowed(self, stage: str) -> float:
        """Seconds for which the game may stand still if it comes at this stage."""
        return self.waits + (0 if self.hearing or stage not in "LD" else UNPINGED)


# --- The line of one guest --------------------------------------------------------


async def sleeps(world: World) -> None:
    """A laptop is closed for minutes."""
    await sleeps_for(world, 150)


async def sleeps_long(world: World) -> None:
    """A laptop is closed for ten minutes: for as long as a lobby keeps its seat."""
    await sleeps_for(world, 600)


async def sleeps_for(world: World, seconds: float) -> None:
    line = world.victim.line
    line.asleep = True
    line.hold()
    await trio.sleep(seconds)
    line.free()


async def loses_wifi(world: World) -> None:
    line = world.victim.line
    line.refused = True
    line.hold()
    await trio.sleep(20)
    line.free()


async def moves(world: World) -> None:
    """The host hears nothing of it; the guest's own sockets die."""
    world.victim.line.move("10.0.9.9")


async def flickers(world: World) -> None:
    world.victim.line.cut()


async def nearly_too_long(world: World) -> None:
    """The grace would end two seconds later, and must not end afterwards."""
    line = world.victim.line
    line.refused = True
    line.cut()
    await trio.sleep(56)
    line.free()
    await trio.sleep(20)


async def flaps(world: World) -> None:
    """The line is never there for long enough to answer anything."""
    guest, line = world.victim, world.victim.line
    for _ in range(10):
        line.cut()
        line.refused = True
        await trio.sleep(10)
        before = len(guest.welcomes)
        line.free()
        await guest.until(lambda: len(guest.welcomes) > before)  # noqa: B023 - waited for
        await trio.sleep(0.5)


async def never_reads(world: World) -> None:
    world.victim.line.hold("down")
    await trio.sleep(120)
    world.victim.line.free()


async def crawls(world: World) -> None:
    """Each byte takes a second."""
    world.victim.line.crawls = 1.0
    await trio.sleep(120)
    world.victim.line.free()
    world.victim.line.cut()


async def says_all_twice(world: World) -> None:
    world.victim.line.twice = True
    await trio.sleep(60)


async def meets_a_rogue(world: World) -> None:
    """Where the host was another one answers, for a while."""
    line = world.victim.line
    line.rogue = True
    line.cut()
    await trio.sleep(15)
    line.free()


# --- What one guest does ----------------------------------------------------------


async def repeats_itself(world: World) -> None:
    """What was said long ago is said again, and something that comes too late."""
    session = world.victim.session
    link = session._link
    assert link is not None
    for ticket in session.tickets[-3:]:
        link.send(frame(ticket.request))
    step = world.table.house.step
    for ago in (1, 2):
        session.post(Act(id=0, step=max(0, step - ago), action=Draw("stock")))
    await trio.sleep(1)


async def opens_twice(world: World) -> None:
    """A second window takes the seat; the first one lets go."""
    first = world.victim
    second = Guest(world, world.guests.index(first), first.session.token)
    world.guests[world.guests.index(first)] = world.victim = second
    second.old = [first.session]
    second.read = first.read
    world.nursery.start_soon(second.run)
    await trio.sleep(3)
    assert first.ending is not None
    assert first.ending.status == 6
    second.read += [(trio.current_time(), first.ending.said)]


async def is_fought_over(world: World) -> None:
    """More and more windows want the seat; from the fourth on none gets it."""
    for _ in range(3):
        await opens_twice(world)
    late = Peer(await world.victim.line.dial())
    word = await late.join("", session=world.victim.session.token)
    assert isinstance(word, Bye)
    assert word.code is ByeCode.REPLACED


async def comes_with_another_version(world: World) -> None:
    """The seat is kept for somebody who understands the host."""
    line = world.victim.line
    line.refused = True
    line.cut()
    other = Peer(await Line(world.attach, "10.0.0.77").dial())
    token = world.victim.session.token
    word = await other.join("", session=token, proto=(99,))
    assert (word.code, word.protos) == (ByeCode.VERSION, (1,))
    line.free()


async def leaves(world: World) -> None:
    world.victim.session.post(Leave(id=0))
    await trio.sleep(3)


async def leaves_for_good(world: World) -> None:
    """Nobody is there who could come back, and nobody is dealt to in vain."""
    token = world.victim.session.token
    world.victim.session.post(Leave(id=0, for_good=True))
    await trio.sleep(3)
    word = await Peer(await Line(world.attach, "10.0.0.77").dial()).join(
        "", session=token
    )
    assert isinstance(word, Bye)
    assert word.code is ByeCode.AUTH


# --- The host ---------------------------------------------------------------------


async def host_dies(world: World) -> None:
    await world.kill()
    await trio.sleep(HOST_BACK)
    await world.back(scan(world.disk.read()))


async def host_dies_writing(world: World) -> None:
    """The power goes while a record is on its way."""
    last = world.disk.steps + world.chance.randint(1, 3)

    def fate(number: int) -> None:
        if number >= last:
            raise Killed

    world.disk.fate = fate
    async with trio.open_nursery() as nursery:
        if not world.game_over.is_set():  # a last act may be the last that is written
            nursery.start_soon(dies_at_the_end, world)
        await world.dead.wait()
        nursery.cancel_scope.cancel()
    world.disk = Disk(world.disk.after_a_cut(world.chance), world.chance)
    await trio.sleep(HOST_BACK)
    await world.back(scan(world.disk.read()))


async def dies_at_the_end(world: World) -> None:
    await world.game_over.wait()
    await world.kill()


async def host_is_damaged(world: World) -> None:
    """A record that had been whole is not: the last acts are lost, and all hear it."""
    await world.kill()
    data = bytearray(world.disk.read())
    at = scan(bytes(data)).end - SECTOR * world.chance.randint(2, 4)
    data[at + 20] ^= 4
    await trio.sleep(HOST_BACK)
    known = refused(bytes(data), at)
    world.disk = Disk(bytes(data))
    world.salvage = True
    await world.back(known)


def refused(data: bytes, at: int) -> Scan:
    """See that a file is refused at a place; gives what is whole before it."""
    with pytest.raises(Damaged) as damaged:
        scan(data)
    assert damaged.value.position == at
    assert damaged.value.before is not None
    return damaged.value.before


async def host_quits(world: World) -> None:
    """Everybody is told at once, and comes back when the table does."""
    asked = trio.current_time()
    world.server.stop()
    await world.dead.wait()
    assert trio.current_time() - asked <= 2.1
    await trio.sleep(HOST_BACK)
    assert all(guest.ending is not None for guest in world.guests)
    await world.back(scan(world.disk.read()))
    for guest in world.guests:
        guest.again()


async def host_sleeps(world: World) -> None:
    """Nobody could play meanwhile, so nobody is late."""
    for guest in world.guests:
        guest.line.asleep = True
        guest.line.hold()
    clock = trio.lowlevel.current_clock()
    assert isinstance(clock, MockClock)
    clock.jump(600)
    world.asleep += 5
    await trio.sleep(0.1)
    for guest in world.guests:
        guest.line.free()


async def host_moves(world: World) -> None:
    """The host's address changes, and it takes a while to find the new one."""
    for guest in world.guests:
        guest.line.refused = True
        guest.line.hold()
    await trio.sleep(15)
    for guest in world.guests:
        guest.line.free()


async def clocks_stop(world: World) -> None:
    """The host sleeps, and the clock of its waits stands still meanwhile."""
    for sleep in (HOUR, DAY):
        world.asleep += sleep
        await trio.sleep(2)


async def disk_is_full(world: World) -> None:
    world.disk.fate = failing(range(1 << 60))
    await trio.sleep(20)
    world.disk.fate = no_fate


async def strangers_come(world: World) -> None:
    """Two hundred connections that say nothing, and one that has to come back."""
    for number in range(200):
        line = Line(world.attach, f"10.1.{number // 10}.{number % 10}")
        with suppress(ConnectionRefusedError):
            await line.dial()
    world.victim.line.cut()
    await trio.sleep(10)


async def bot_crashes(world: World) -> None:
    """However often it is started again."""
    world.bot_crashes = True
    world.bot_scope.cancel()
    await trio.sleep(5)


ROWS = (
    Row(
        "a laptop sleeps for minutes",
        sleeps,
        GRACE,
        says=(("LDAOHE", LOST), ("DA", STAND_IN), ("LDAOHE", "is back")),
        reads=(("LDAOHE", KEPT),),
        never=(),
        hearing=False,
    ),
    Row(
        "a laptop sleeps for ten minutes",
        sleeps_long,
        GRACE,
        says=(("LDAOHE", LOST), ("DA", STAND_IN), ("LDAOHE", "is back")),
        reads=(("LDAOHE", KEPT),),
        never=(),
        hearing=False,
    ),
    Row(
        "a sleeper's turns are passed",
        sleeps,
        GRACE,
        says=(("AO", LOST), ("AO", "is back")),
        never=(),
        stages="AO",
        away=AwayRule.SKIP,
        hearing=False,
    ),
    Row(
        "the others vote about a sleeper",
        sleeps,
        GRACE + 3,
        says=(("AO", LOST), ("A", "voted"), ("A", STAND_IN), ("AO", "is back")),
        never=(),
        stages="AO",
        away=AwayRule.WAIT,
        hearing=False,
    ),
    Row(
        "the wifi is gone for twenty seconds",
        loses_wifi,
        20 + 3,
        says=(("LDAOHE", LOST), ("LDAOHE", "is back")),
        reads=(("LDAOHE", KEPT),),
    ),
    Row("the address changes", moves, 1, reads=(("LDAOHE", KEPT),)),
    Row(
        "the link flickers",
        flickers,
        1,
        says=(("LDAOHE", LOST), ("LDAOHE", "is back")),
        reads=(("LDAOHE", KEPT),),
    ),
    Row(
        "back just in time",
        nearly_too_long,
        60,
        says=(("LDAOHE", LOST), ("LDAOHE", "is back")),
    ),
    Row(
        "the link comes and goes",
        flaps,
        GRACE,
        total=200,
        says=(("LDAOHE", LOST),),
        never=(),
    ),
    Row("a client never reads", never_reads, GRACE, 120, never=(), hearing=False),
    Row("a byte takes a second", crawls, GRACE, never=(), hearing=False),
    Row("all is said twice", says_all_twice, 0.5, back=None),
    Row(
        "another host answers",
        meets_a_rogue,
        15 + 3,
        says=(("LDAOHE", LOST),),
        reads=(("LDAOHE", KEPT),),
    ),
    Row("old acts come again", repeats_itself, 0.5, stages="DAOHE", back=None),
    Row(
        "two windows for one seat",
        opens_twice,
        3,
        reads=(("LDAOHE", "in another window"),),
        back=None,
    ),
    Row(
        "windows fight for a seat",
        is_fought_over,
        10,
        says=(("LDAOHE", "is open in two windows"),),
        back=None,
    ),
    Row(
        "another version knocks",
        comes_with_another_version,
        3,
        says=(("LDAOHE", "is back"),),
    ),
    Row(
        "one of many leaves",
        leaves,
        2,
        says=(("L", " left."), ("DAOHE", "left, the seat is kept"), ("DA", STAND_IN)),
        never=(),
        seats=(4, 6),
        back=None,
        gone=True,
    ),
    Row(
        "one of two leaves",
        leaves,
        3,
        says=(("DAOH", " left"), ("DA", STAND_IN)),
        never=(),
        stages="DAOH",
        seats=(2,),
        back=None,
        gone=True,
    ),
    Row(
        "one of many leaves for good",
        leaves_for_good,
        SHARE,
        says=(("L", " left."), ("DAOHE", "left for good"), ("A", STAND_IN)),
        never=(),
        seats=(4, 6),
        back=None,
        gone=True,
    ),
    Row(
        "one of two leaves for good",
        leaves_for_good,
        3,
        says=(("DAOH", " left for good"), ("DA", STAND_IN)),
        never=(),
        stages="DAOH",
        seats=(2,),
        back=None,
        gone=True,
    ),
    Row(
        "the host is killed",
        host_dies,
        HOST_BACK + 3,
        reads=(("LDAOHE", KEPT),),
        everybody=True,
    ),
    Row(
        "the power goes while it writes",
        host_dies_writing,
        HOST_BACK + 3,
        reads=(("LDAOH", KEPT),),
        stages="LDAOH",
        everybody=True,
    ),
    Row(
        "the journal is damaged",
        host_is_damaged,
        HOST_BACK + 3,
        says=(("AOH", "The host's file was damaged"),),
        stages="AOH",
        everybody=True,
    ),
    Row(
        "the host quits",
        host_quits,
        2 + HOST_BACK + 1,
        reads=(("DAOH", "has closed the table"),),
        stages="DAOH",
        everybody=True,
    ),
    Row("the host sleeps", host_sleeps, 600 + 3, everybody=True),
    Row("the host moves", host_moves, 15 + 3, everybody=True),
    Row("the clock of waits stops in a sleep", clocks_stop, 0.5, back=None),
    Row(
        "the disk is full",
        disk_is_full,
        20 + 4,
        says=(("LDAOH", STUCK),),
        back=None,
    ),
    Row(
        "two hundred strangers",
        strangers_come,
        1,
        says=(("LDAOHE", "is back"),),
    ),
    Row(
        "a bot crashes",
        bot_crashes,
        4,
        says=(("DA", STAND_IN),),
        never=(),
        back=None,
        bots=1,
        raises=True,
    ),
)
