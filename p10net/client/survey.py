"""Looks around for the check of the network: gathers what `doctor` judges.

It asks this computer, its router and, where one was named, the table itself. Nothing is
judged here, and nothing it does can be noticed at a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import trio
from msgspec.structs import replace

from p10net.client import echo, nearby
from p10net.client.doctor import Facts
from p10net.client.found import Silence
from p10net.client.peek import peek
from p10net.lan import system
from p10net.lan.interfaces import Own, own_addresses, reachable
from p10net.lan.mdns import DiscoveryOff
from p10net.protocol.address import Place

DOORS: Final = (53, 80, 443)
"""Ports on which a router answers, if only to say that nobody is there."""
KNOCK: Final = 1.0
"""Seconds for it to answer."""


async def around() -> Facts:
    """Look at this computer, its network and its router."""
    own = await trio.to_thread.run_sync(own_addresses)
    facts = Facts(own)
    if not any(one.aside is None for one in own):
        return facts
    calls: list[Facts] = []

    async def call() -> None:
        calls.append(await _called(own))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(call)
        told = await system.ask()
        router = await is_there(told.router) if told.router else None
    return replace(calls[0], told=told, router=router)


async def _called(own: tuple[Own, ...]) -> Facts:
    try:
        return Facts(own, heard=await echo.heard(reachable(own)))
    except DiscoveryOff as error:
        return Facts(own, off=str(error))


async def whole(peer: Place | None, places: Iterable[Place]) -> Facts:
    """Look around, list the tables, and ask the one that was named."""
    facts = replace(await around(), peer=peer)
    if not any(one.aside is None for one in facts.own):
        return facts
    listing = await nearby.listing(remembered=places)
    facts = replace(facts, seen=len(listing.rows), off=facts.off or listing.off)
    if peer is None:
        return facts
    listed = any(row.address == str(peer) for row in listing.rows)
    return replace(facts, said=await peek(peer), listed=listed)


async def beside(peer: Place, said: Silence) -> Facts:
    """Look at what may keep a place from answering; discovery is no part of that."""
    own = await trio.to_thread.run_sync(own_addresses)
    told = await system.ask()
    router = await is_there(told.router) if told.router else None
    return Facts(own, peer=peer, said=said, told=told, router=router)


async def is_there(host: str, ports: Iterable[int] = DOORS) -> bool:
    """Say whether a computer answers, be it by closing the door."""
    there = False
    async with trio.open_nursery() as nursery:

        async def knock(port: int) -> None:
            nonlocal there
            try:
                stream = await trio.open_tcp_stream(host, port)
            except ConnectionRefusedError:
                there = True
            except OSError as error:
                there |= _refused(error)
            else:
                there = True
                await trio.aclose_forcefully(stream)
            if there:
                nursery.cancel_scope.cancel()

        nursery.cancel_scope.deadline = trio.current_time() + KNOCK
        for port in ports:
            nursery.start_soon(knock, port)
    return there


def _refused(error: OSError) -> bool:
    """Look into what trio puts around the errors of each address it tried."""
    causes = getattr(error.__cause__, "exceptions", (error.__cause__,))
    return any(isinstance(cause, ConnectionRefusedError) for cause in causes)
