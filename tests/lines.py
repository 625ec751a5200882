"""Lines between guests and a host, in memory, with everything that may befall a line.

A `Cable` is one connection: it can be held, so that nothing passes and nobody is told,
or cut with or without a word, also after so many bytes. A `Line` is one guest's way to
the host: each dial on it makes a cable, and what is wrong with the line is wrong with
all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import trio

from p10net.client.secure import WrongHost
from p10net.host.pipe import End, pair

KEEPALIVE = 14.0
"""Seconds until the system gives up a connection on which nothing is heard."""

Cut = Literal["fin", "rst", "silence"]
Way = Literal["up", "down"]
"""To the host, or from it."""
Watch = Callable[[Way, bytes], int | None]
"""Sees whole frames before they pass; says how many bytes still do before the cut."""


class Cable:
    """One connection, from a guest to the host."""

    def __init__(self, line: Line) -> None:
        here, there = pair()
        self.line = line
        self.near = Plug(here, self, "up", "down")
        self.far = Plug(there, self, "down", "up")
        self.word: Cut | None = None
        self.watch: Watch | None = None

    def cut(self, word: Cut) -> None:
        """End it: both sides read an end, an error, or nothing ever again."""
        self.word = self.word or word
        for plug in (self.near, self.far):
            plug.cut()


class Plug(trio.abc.HalfCloseableStream):
    """One end of a cable."""

    def __init__(self, end: End, cable: Cable, out: Way, back: Way) -> None:
        self._end, self._cable = end, cable
        self._out, self._back = out, back
        self.dead = False
        self._taking = trio.CancelScope()
        self._putting = trio.CancelScope()

    def stir(self) -> None:
        """Let whoever waits here look again."""
        self._taking.cancel()
        self._putting.cancel()

    def cut(self) -> None:
        """Let nothing follow what lies in the line already."""
        if self._cable.word == "fin":
            self._end._there.end()
        if self._cable.word == "rst":
            self.stir()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        line, up = self._cable.line, self._out == "up"
        pieces = [bytes(data)] * (2 if up and line.twice else 1)
        if up and line.crawls:
            pieces = [bytes([byte]) for byte in data]
        for piece in pieces:
            await self._put(piece)
            if up and line.crawls:
                await trio.sleep(line.crawls)

    async def _put(self, data: bytes) -> None:
        cable = self._cable
        self._check(self._out)
        watch = cable.watch if cable.word is None else None
        last = watch(self._out, data) if watch is not None else None
        if cable.word != "silence":
            with trio.CancelScope() as self._putting:
                await self._end.send_all(data[:last])
        if last is not None:
            cable.cut(cable.line.word)

    def _check(self, way: Way) -> None:
        cut = self.dead or self._cable.word in ("fin", "rst")
        if cut and way not in self._cable.line.held:
            raise trio.BrokenResourceError

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while True:
            with trio.move_on_after(KEEPALIVE) as probing:
                await self._cable.line.passing(self._back)
            # The system finds a dead line dead; one that only holds back, it does not.
            self.dead |= probing.cancelled_caught and len(self._cable.line.held) == 2
            if self.dead or self._cable.word == "rst":
                raise trio.BrokenResourceError
            with trio.CancelScope() as self._taking:
                return await self._end.receive_some(max_bytes)

    async def send_eof(self) -> None:
        if self._cable.word is None:
            await self._end.send_eof()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        """Close it; across a line that is held the other side does not hear of it."""
        if self._out in self._cable.line.held:
            self._cable.word = self._cable.word or "rst"
        elif self._cable.word != "silence" and not self.dead:
            await self._end.aclose()
        await trio.lowlevel.checkpoint()


class Line:
    """One guest's way to the host, and what is wrong with it."""

    def __init__(
        self, attach: Callable[[trio.abc.Stream, str], None], address: str
    ) -> None:
        self.attach, self.address = attach, address
        self.held: set[Way] = set()
        self.asleep = self.refused = self.rogue = self.twice = False
        self.crawls = 0.0
        self.cables: list[Cable] = []
        self.watches: list[Watch] = []
        self.word: Cut = "rst"
        self.dials = 0
        self._free = trio.Event()

    async def dial(self) -> trio.abc.Stream:
        """Knock at the host's door, as a session does."""
        await trio.lowlevel.checkpoint()
        while self.asleep:
            await self._free.wait()
        if self.rogue:
            raise WrongHost
        if self.refused:
            raise ConnectionRefusedError
        self.dials += 1
        cable = Cable(self)
        if self.watches:
            cable.watch = self.watches.pop(0)
        self.cables.append(cable)
        self.attach(cable.far, self.address)
        return cable.near

    async def passing(self, way: Way) -> None:
        """Wait while nothing passes this way."""
        while way in self.held:
            await self._free.wait()

    def hold(self, *ways: Way) -> None:
        """Let nothing pass any more, and tell nobody."""
        self.held |= {*ways} or {"up", "down"}
        for cable in self.cables:
            cable.near.stir()
            cable.far.stir()

    def free(self) -> None:
        """Let everything pass again."""
        self.held = set()
        self.asleep = self.refused = self.rogue = self.twice = False
        self.crawls = 0.0
        self._free.set()
        self._free = trio.Event()

    def move(self, address: str) -> None:
        """Come from another address: the host hears nothing more from the old one."""
        self.address = address
        for cable in self.cables:
            cable.near.dead = True
            cable.near.stir()
        self.cables.clear()

    def cut(self, word: Cut = "rst") -> None:
        """End what is open; the next dial finds the line as it is then."""
        for cable in self.cables:
            cable.cut(word)
        self.cables.clear()
