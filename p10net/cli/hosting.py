"""Runs a table with all that a host gives it: bots, an advert, a report of its end.

The bots sit down as clients like any other, which only the command line can arrange:
the host knows no client. A table closes in good order however its block ends, so that
everybody at it reads a last word.
"""

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import trio

from p10net.bots.levels import LEVELS
from p10net.client.link import Dial, to_places
from p10net.client.runner import Pace, run_bot
from p10net.client.session import Session, Visitor
from p10net.host.crew import SpawnBot
from p10net.host.pipe import pair
from p10net.host.records import Change
from p10net.host.server import Server
from p10net.host.table import Result, Table
from p10net.protocol.address import Place
from p10net.protocol.messages import Going, Sign
from p10net.protocol.txt import Advert, State

if TYPE_CHECKING:  # playing alone loads no network library
    from p10net.host.advertise import Advertisement

LOG = logging.getLogger(__name__)
BACKLOG = 64
"""Ends of games that may wait to be printed: nobody plays so fast."""


@asynccontextmanager
async def open_table(
    server: Server, listeners: Sequence[trio.SocketListener] = ()
) -> AsyncIterator[trio.Event]:
    """Keep a table open for a block; the event is set when it closed by itself."""
    ended = trio.Event()

    async def serve(task_status: trio.TaskStatus[None]) -> None:
        with trio.CancelScope(shield=True):
            await server.run(listeners, task_status=task_status)
        ended.set()

    async with trio.open_nursery() as nursery:
        await nursery.start(serve)
        try:
            yield ended
        finally:
            server.stop()


# --- Bots ----------------------------------------------------------------------------


def bots(pace: float | Pace, place: Place | None = None) -> SpawnBot:
    """Seat the host's bots: over sockets at a place, else inside the process."""

    async def spawn(
        level: str,
        name: str,
        session: str,
        stream: trio.abc.Stream,
        generator: Random,
    ) -> None:
        if place is not None:
            await stream.aclose()
        dial = _only(stream) if place is None else to_places(place)
        visitor = Visitor(name, "bot")
        # Who loses the link is seated anew by the host: nothing is tried for long.
        seat = Session(dial, visitor, token=session, patience=0.0)
        brain = LEVELS[level](generator)
        ending = await run_bot(seat, brain, tell=LOG.warning, pace=pace)
        LOG.info("bot %s: %s", name, ending.said)

    return spawn


def in_process(server: Server) -> Dial:
    """Sit down at a table of this process, as often as the link is lost."""

    async def dial() -> trio.abc.Stream:
        ours, theirs = pair()
        server.attach(ours)
        return theirs

    return dial


def _only(stream: trio.abc.Stream) -> Dial:
    """Dial a stream that is open already, which can be done once."""
    streams = [stream]

    async def dial() -> trio.abc.Stream:
        if not streams:
            raise ConnectionError("this connection cannot be made again")
        return streams.pop()

    return dial


# --- What others learn ---------------------------------------------------------------


STATES: Mapping[Going, State] = {
    Going.LOBBY: "lobby",
    Going.PLAYING: "playing",
    Going.OVER: "over",
}


def facts(sign: Sign, tls: bool) -> Advert:
    """Say of a table what its advert says."""
    return Advert(
        protos=sign.protos,
        state=STATES[sign.state],
        taken=sign.seats.taken,
        seats=sign.seats.max,
        watch=sign.watch,
        password=sign.password,
        tls=tls,
        id=sign.id,
        rules=sign.rules,
    )


def each(*those: Callable[[Change], None]) -> Callable[[Change], None]:
    """Let several hear of the same changes."""

    def told(change: Change) -> None:
        for one in those:
            one(change)

    return told


class Herald:
    """Hears of every change of a table, and passes on what others may know.

    The network learns what the table's sign says; `results` brings each game's end to
    whoever prints it.
    """

    def __init__(
        self, table: Table, advert: "Advertisement | None" = None, *, tls: bool = True
    ) -> None:
        """Begin to listen; nothing is passed on yet."""
        self._table, self._advert, self._tls = table, advert, tls
        self._games = 0
        self._send, self.results = trio.open_memory_channel[Result](BACKLOG)

    def told(self, change: Change) -> None:
        """Look at the table after a change."""
        if self._advert is not None:
            self._advert.update(facts(self._table.sign(), self._tls))
        if self._table.over and self._games != self._table.house.games:
            self._games = self._table.house.games
            self._send.send_nowait(self._table.result())

    async def report(self, say: Callable[[Result], None]) -> None:
        """Say each result, until the table is closed."""
        async for result in self.results:
            say(result)

    def close(self) -> None:
        """Let `report` end once all is said."""
        self._send.close()
