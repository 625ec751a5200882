"""Says when somebody looks for tables and nobody gets to this one.

Then discovery works, and something lets no connection in: nearly always a firewall on
this computer, which only its owner can open.
"""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import trio

from p10net.cli import announce
from p10net.cli.opening import Asked, Opened
from p10net.lan import questions
from p10net.lan.interfaces import audible, own_addresses
from p10net.lan.mdns import DiscoveryOff
from p10net.protocol.txt import SERVICE

PATIENCE = 60.0
"""Seconds from another computer's question until it should have got through."""

Rung = Callable[[], Awaitable[object]]
Say = Callable[[str], None]


async def rung() -> str:
    """Wait until another computer on a network of ours looks for tables."""
    own = await trio.to_thread.run_sync(own_addresses)
    return await questions.heard(audible(own), {one.host for one in own}, SERVICE)


@asynccontextmanager
async def hung(asked: Asked, at: Opened, say: Say) -> AsyncIterator[None]:
    """For a block, say once if nobody gets to a table that the network was told of."""
    told = at.told
    sentence = announce.unreached(told.port, told.code)
    async with trio.open_nursery() as nursery:
        if not asked.no_advertise:
            nursery.start_soon(listen, rung, at.server.reached, partial(say, sentence))
        yield
        nursery.cancel_scope.cancel()


async def listen(rung: Rung, reached: trio.Event, say: Callable[[], None]) -> None:
    """Wait for a question, then for whoever put it, and say so if nobody comes."""
    with contextlib.suppress(DiscoveryOff):
        await rung()
        with trio.move_on_after(PATIENCE):
            await reached.wait()
        if not reached.is_set():
            say()
