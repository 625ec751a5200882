"""Puts a client through its scripts, one after the other, and says how each ended.

The client is started for each script, or somebody else starts it. Every script has the
door to itself: who knocks between two of them is turned away.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Final

import trio
from msgspec import Struct

from p10net.host.testhost.faults import Fault
from p10net.host.testhost.guest import Guest
from p10net.host.testhost.private import key, made
from p10net.host.testhost.program import Program
from p10net.host.testhost.scripts import SCRIPTS
from p10net.protocol.version import SHUFFLE

LONG: Final = 86_400.0
"""Seconds to wait for somebody who starts the client by hand."""
KEY: Final = "{key}"
"""Where a client's command wants the key of the host."""
KNOCKS: Final = 64
ON_THE_WAY: Final = 0.2
"""Seconds for a knock of a program that has ended."""


class Verdict(Struct, frozen=True):
    """How one script ended: `fault` says what was wrong, `lines` prove it."""

    script: str
    fault: str = ""
    lines: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return not self.fault


class Bench:
    """A port where clients are tried."""

    def __init__(
        self,
        listener: trio.SocketListener,
        patience: float,
        command: Sequence[str] = (),
        *,
        tls: bool = False,
    ) -> None:
        """Prepare to run; with a command, the client is started for each script.

        With `tls` clients come over TLS and have to know the host by its `key`.
        """
        self._listener, self._patience, self._command = listener, patience, command
        self._knock, self._knocks = trio.open_memory_channel[trio.SocketStream](KNOCKS)
        self._identity = made() if tls else None
        self.key = key(self._identity) if self._identity else ""
        self._first, self._nobody = True, False
        self._waiting = trio.CancelScope()
        self.host, self.port = listener.socket.getsockname()[:2]

    async def run(
        self,
        names: Iterable[str],
        starts: Callable[[str], None],
        ends: Callable[[Verdict], None],
    ) -> bool:
        """Go through the scripts; gives whether the client passed them all."""
        passed = True
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._open)
            for name in names:
                starts(name)
                verdict = await self._try(name)
                passed &= verdict.passed
                ends(verdict)
            nursery.cancel_scope.cancel()
        await self._turn_away()
        return passed

    async def visitor(self, within: float) -> trio.SocketStream | None:
        """Open to the next one that knocks, or give up after so many seconds."""
        by_hand = self._first and not self._command
        with trio.move_on_after(LONG if by_hand else within) as self._waiting:
            if self._nobody:
                self._waiting.deadline = min(self._waiting.deadline, _soon())
            stream = await self._knocks.receive()
            self._first = False
            return stream
        return None

    def _nobody_comes(self) -> None:
        """Note that the client's program has ended: nobody will knock any more."""
        self._nobody = True
        self._waiting.deadline = min(self._waiting.deadline, _soon())

    async def _open(self) -> None:
        async with self._listener:
            while True:
                await self._knock.send(await self._listener.accept())

    async def _try(self, name: str) -> Verdict:
        """Put one script on, with a client of its own."""
        self._first, self._nobody = True, False
        began = trio.current_time()
        guest = SCRIPTS[name].guest(self, self._patience, self._identity)
        fault = None
        async with self._client() as program:
            try:
                await SCRIPTS[name].play(guest)
            except Fault as found:
                fault = found
            await guest.leave()
        await self._turn_away()
        if fault is None and program is not None:
            fault = _unsaid(name, guest, program)
        lines = [] if fault is None else [*fault.lines, *_story(name, guest)]
        remarks = list(dict.fromkeys(guest.remarks))
        # After a fault the connection is cut: no bye told the program to end.
        if program is not None and fault is None:
            remarks += program.remarks
        elif program is not None:
            lines += program.said()
        return Verdict(
            name,
            "" if fault is None else fault.says,
            tuple(lines),
            tuple(remarks),
            trio.current_time() - began,
        )

    @contextlib.asynccontextmanager
    async def _client(self) -> AsyncIterator[Program | None]:
        """Have the client's program running for a block, if it is ours to start."""
        if not self._command:
            yield None
            return
        command = [*self._placed()]
        program = Program(command, self._nobody_comes)
        async with trio.open_nursery() as nursery:
            await nursery.start(program.run)
            yield program
            await program.ends()
            nursery.cancel_scope.cancel()

    def _placed(self) -> Iterable[str]:
        """Put host, port and key where the command wants them, or two at its end."""
        places = {"{host}": self.host, "{port}": str(self.port)}
        wanted = any(place in word for word in self._command for place in places)
        for word in self._command if wanted else [*self._command, *places]:
            for place, value in (places | {KEY: self.key}).items():
                word = word.replace(place, value)
            yield word

    async def _turn_away(self) -> None:
        """Close whatever still knocks, so that the next script begins afresh."""
        with contextlib.suppress(trio.WouldBlock):
            while True:
                await trio.aclose_forcefully(self._knocks.receive_nowait())


def _unsaid(name: str, guest: Guest, program: Program) -> Fault | None:
    """Miss what a client that takes part in deals has to tell its user."""
    word = SCRIPTS[name].must_say
    if not word or SHUFFLE not in guest.hello.features:
        return None
    if tells(word, program.said()):
        return None
    return Fault(
        "The host cheated, and your client did not say so: write a line with the word"
        f" `{word}` in a sentence to its standard output or error when `deal_proof` is"
        " false."
    )


def tells(word: str, lines: Iterable[str]) -> bool:
    """Whether a line uses a word as one of its own.

    A client that only writes down its frames has told nobody that one is false.
    """
    used = re.compile(rf"""(?<![\w"'`]){word}(?![\w"'`])""")
    return any(used.search(line) for line in lines)


def _soon() -> float:
    return trio.current_time() + ON_THE_WAY


def _story(name: str, guest: Guest) -> list[str]:
    """Write what the script is about, and what was said last."""
    return [
        f"In this script your client {SCRIPTS[name].says}.",
        "Before that ('>' is your client):",
        *(f"  {one}" for one in guest.record),
    ]
