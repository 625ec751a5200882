"""Runs one table: carries frames between it and its connections, and turns its clock.

All requests pass one lock, so one record at a time is on its way into the journal and
the others wait behind it; what the table does by itself goes the same way. A mistake in
serving one connection ends that connection only. Nothing here knows the rules.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import trio

from p10net.host.alive import keep_alive
from p10net.host.connection import PRIVATE, Connection
from p10net.host.crew import Crew, SpawnBot
from p10net.host.journal import InMemory, Journal, NotKept
from p10net.host.one_by_one import OneByOne
from p10net.host.places import admit, overstaying
from p10net.host.post import Post
from p10net.host.privacy import Privacy
from p10net.host.quiet import sparing
from p10net.host.records import Acted, Answer, Change, Chatted, Record, Stuck
from p10net.host.table import Table
from p10net.lan.sleepless import Clock, sleepless
from p10net.protocol.codec import for_host, frame
from p10net.protocol.errors import REFUSALS, ByeCode, ErrCode, ProtocolError
from p10net.protocol.messages import Beat, Bye, Err, answer
from p10net.protocol.requests import Hello, ToHost

TICK: Final = 1.0
LATE: Final = 5.0
"""Seconds a tick may come late before it is taken for a sleep of the whole machine."""
GOODBYE: Final = 2.0
"""Seconds for everybody to read the last word."""
AGAIN: Final = 1.0
MEND: Final = 2.0
"""Seconds between two attempts to write when the disk is full or failing."""

LOG = sparing(__name__)

MANY_PARTED: Final = 128
"""Ended connections after which what they leave behind is looked for.

A private stream refers to itself, so that only the collector frees its 45 KB, and that
comes by what Python has made new, which is little: strangers could fill the memory.
A look takes some 20 ms, so it is not for each of them.
"""


def nobody(change: Change) -> None:
    """Hear of a change and do nothing."""


class Server:
    """One table on the network and in this process.

    `told` hears of every change, once it has happened. `run` ends after `stop`, or by
    itself when the table plays only one game.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal | None = None,
        *,
        spawn_bot: SpawnBot | None = None,
        told: Callable[[Change], None] = nobody,
        privacy: Privacy = PRIVATE,
        awake: Clock = sleepless,
    ) -> None:
        """Prepare to run; nothing is open yet.

        `reached` is set as soon as another computer has got through to here.
        """
        self.table = table
        self.journal = journal or InMemory()
        self._told, self._awake = told, awake
        self._privacy = privacy
        self._turn = OneByOne()
        self._connections: dict[int, Connection] = {}
        self._mail = Post(self._connections)
        self._numbers = self._parted = 0
        self._stir, self._stop = trio.Event(), trio.Event()
        self.reached = trio.Event()
        self._crew = Crew(table, spawn_bot, self.attach)
        self._looked: tuple[float, float]
        self._house: trio.Nursery
        self._guests: trio.Nursery

    # --- From outside ------------------------------------------------------------

    async def run(
        self,
        listeners: Sequence[trio.SocketListener] = (),
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve until the end; connections come from the listeners and `attach`."""
        self._looked = _now(), self._awake()
        async with (
            trio.open_nursery() as self._guests,
            trio.open_nursery() as self._house,
        ):
            self._house.start_soon(self._keep_house)
            self._house.start_soon(self._tick)
            self._house.start_soon(self._mend)
            for listener in listeners:
                self._house.start_soon(self._accept, listener)
            task_status.started()
            await self._stop.wait()
            self._house.cancel_scope.cancel()
            # Not after the house has ended: a disk may hang that it writes to.
            self._say_goodbye()
            self._guests.cancel_scope.deadline = _now() + GOODBYE

    def attach(self, stream: trio.abc.Stream, address: str = "") -> None:
        """Take a connection in; without an address it is one inside the process."""
        self._guests.start_soon(self._host, stream, address)

    def stop(self) -> None:
        """Say goodbye to everybody, and end."""
        self._stop.set()

    # --- Connections -------------------------------------------------------------

    async def _accept(self, listener: trio.SocketListener) -> None:
        """Accept for as long as the table is open, whatever one attempt says."""
        async with listener:
            while True:
                try:
                    stream = await listener.accept()
                except OSError:
                    LOG.warning("accepting failed; it is tried again")
                    await trio.sleep(AGAIN)
                else:
                    self._guests.start_soon(self._greet, stream)

    async def _greet(self, stream: trio.SocketStream) -> None:
        with contextlib.suppress(OSError):
            keep_alive(stream)
            address = stream.socket.getpeername()[0]
            if address != stream.socket.getsockname()[0]:
                self.reached.set()
            await self._host(stream, address)
            return
        await trio.aclose_forcefully(stream)

    async def _host(self, stream: trio.abc.Stream, address: str) -> None:
        """Serve one connection; whatever goes wrong stays here."""
        connection = self._take_in(stream, address)
        if connection is None:
            LOG.info("refused a connection from %s: too many", address)
            await trio.aclose_forcefully(stream)
            return
        try:
            await connection.run(self._serve, self._ended)
        except* Exception:
            LOG.exception("a connection failed")
        finally:
            del self._connections[connection.number]
            self._clear_up()
        LOG.info("connection %d ended: %s", connection.number, connection.why)

    def _clear_up(self) -> None:
        """Now and then, look for what ended connections have left behind."""
        self._parted += 1
        if self._parted % MANY_PARTED == 0:
            gc.collect()

    def _take_in(self, stream: trio.abc.Stream, address: str) -> Connection | None:
        guard = self.table.house.guard
        self._numbers += 1
        if self._stop.is_set():
            return None
        made = Connection(
            self._numbers,
            stream,
            address,
            limits=self.table.house.limits,
            guard=guard,
            privacy=self._privacy,
        )
        if address:
            verdict = admit(self._connections.values(), address, guard)
            if not verdict.admitted:
                return None
            if verdict.evicted is not None:
                verdict.evicted.finish(ByeCode.FULL)
            if (last := overstaying(self._connections.values(), guard)) is not None:
                last.drop(last.why)
            made.resume_only = verdict.resume_only
        self._connections[made.number] = made
        self.table.opened(made.number, address)
        return made

    async def _ended(self, connection: Connection) -> None:
        """Let the table know that a connection brings nothing any more."""
        async with self._turn:
            record = self.table.lost(connection.number)
            if record is not None:
                await self._enter(record)
            self.table.closed(connection.number)
        self._stir.set()

    # --- Requests ----------------------------------------------------------------

    async def _serve(self, connection: Connection, body: bytes) -> None:
        """Answer one frame, before the next is read."""
        try:
            request = for_host(body)
        except ProtocolError as error:
            self._complain(connection, error)
            return
        async with self._turn:
            try:
                await self._take_up(connection, request)
            except Exception:
                LOG.exception("a request failed")
                connection.finish(ByeCode.INTERNAL, re=request.id)
            settled = not await self._does_next()
        if self._crew.wanted or self.table.over or not settled:
            self._stir.set()

    def _complain(self, connection: Connection, error: ProtocolError) -> None:
        """Answer a frame that is no request; it costs like one."""
        if isinstance(error.code, ByeCode):
            raise error
        self._answer(connection, answer(error), connection.allowance.spend(_now()))

    async def _take_up(self, connection: Connection, request: ToHost) -> None:
        now = _now()
        if connection.over:
            return
        if connection.resume_only and _new(request):
            connection.finish(ByeCode.FULL, re=request.id)
            return
        outcome = self.table.propose(connection.number, request, now)
        if (too_much := self._too_much(connection, outcome, now)) is not None:
            refusal = Err(request.id, ErrCode.RATE, REFUSALS[ErrCode.RATE])
            self._answer(connection, refusal, too_much)
        elif isinstance(outcome, Answer):
            self._mail.send(self.table.answer(outcome))
        else:
            await self._enter(outcome)

    def _too_much(
        self, connection: Connection, outcome: Answer | Record, now: float
    ) -> ErrCode | ByeCode | None:
        """Charge for a request; the answer to the open question costs nothing."""
        change = outcome.change if isinstance(outcome, Record) else None
        if isinstance(change, Acted) and change.seat:
            return None
        over = connection.allowance.spend(now)
        if over is None and isinstance(change, Chatted):
            return None if connection.allowance.speak(now) else ErrCode.RATE
        return over

    def _answer(
        self, connection: Connection, reply: Err | Bye, over: ErrCode | ByeCode | None
    ) -> None:
        """Give a reply that never reached the table, unless it is one too many."""
        if isinstance(over, ByeCode):
            connection.finish(over)
        elif over is not None and isinstance(reply, Err):
            connection.send(frame(Err(reply.re, over, REFUSALS[over])))
        else:
            connection.send(frame(reply))

    # --- The table's own way -----------------------------------------------------

    async def _enter(self, record: Record) -> None:
        """Write a record down, let it happen, and tell everybody.

        What cannot be written down does not happen.
        """
        if record.change.lasting:
            try:
                # What was begun is finished, or journal and table would differ.
                with trio.CancelScope(shield=True):
                    await self.journal.append(record, partial(self._foresee, record))
            except NotKept as error:
                LOG.error("nothing can be written down: %s", error)
                self._mail.send(self.table.unkept(record, _now()))
                return
        self._mail.send(self.table.commit(record, _now()))
        self._told(record.change)

    def _foresee(self, record: Record) -> None:
        """Use the time in which a record is written down; nobody hears of it yet."""
        try:
            view = self.table.foresee(record)
            if view is not None:
                self._mail.expect(view)
        except Exception:
            LOG.exception("nothing was foreseen")  # it will be said when it happens

    async def _mend(self) -> None:
        """Go on as soon as records can be written down again."""
        while True:
            await trio.sleep(MEND)
            async with self._turn:
                if not self.table.stuck:
                    continue
                with contextlib.suppress(NotKept):
                    await self.journal.mend()
                    await self._enter(Record(Stuck(False)))
            self._stir.set()

    async def _keep_house(self) -> None:
        """Do what is due whenever something has happened, and once a tick."""
        while True:
            self._stir = trio.Event()
            await self._settle()
            self._crew.call(self._house)
            if self.table.house.setup.once and self.table.over:
                self.stop()
            await self._stir.wait()

    async def _settle(self) -> None:
        """Let all that is due happen; between two things others have their turn."""
        settled = False
        while not settled:
            await trio.lowlevel.checkpoint()
            async with self._turn:
                settled = not await self._does_next()

    async def _does_next(self) -> bool:
        """Let happen what is due next, if anything is."""
        try:
            # Whatever runs first after a sleep takes nobody to be late.
            self._notice_sleep(_now())
            record = self.table.due(_now())
            if record is not None:
                await self._enter(record)
        except Exception:
            LOG.exception("the table could not go on by itself")
            return False
        return record is not None

    async def _tick(self) -> None:
        """Look after clocks and silent connections, and notice a sleep."""
        while True:
            await trio.sleep(TICK)
            now = _now()
            self._notice_sleep(now)
            for connection in [*self._connections.values()]:
                self._feel_pulse(connection, now)
            self._stir.set()

    def _notice_sleep(self, now: float) -> None:
        """Let every clock start again if it has been too long since the last look."""
        (before, since), awake = self._looked, self._awake()
        self._looked = now, awake
        if max(now - before, awake - since) > TICK + LATE:
            LOG.warning("the host slept; clocks start again")
            self._mail.send(self.table.woke(now))
            for connection in self._connections.values():
                connection.heard = now

    def _feel_pulse(self, connection: Connection, now: float) -> None:
        limits = self.table.house.limits
        quiet = now - connection.heard > limits.silence_ms / 1000
        if connection.pinged and quiet and not connection.busy:
            connection.drop("silent")
        elif connection.welcomed and now - connection.spoke >= limits.beat_ms / 1000:
            connection.send(frame(Beat(self.table.seq)))

    def _say_goodbye(self) -> None:
        """Let everybody read that the host closes."""
        for connection in self._connections.values():
            connection.finish(ByeCode.CLOSING)


def _now() -> float:
    return trio.current_time()


def _new(request: ToHost) -> bool:
    """Whether this is the greeting of somebody who has no seat to come back to."""
    return isinstance(request, Hello) and not (request.session or request.code)
