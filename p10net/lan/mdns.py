"""One engine of multicast DNS, kept on the right interfaces, and never in the way.

The library runs a thread of its own. Whatever happens there (no network, a port that
somebody else keeps, a packet made to upset it) must end as a few words on a screen:
discovery is off, because. So every call into it stands behind the same fence, and its
own thread keeps its troubles to itself.

What is announced or looked for is not known here.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
from collections.abc import Coroutine, Iterator, Sequence
from functools import partial
from typing import Any, Final, Literal

import trio
from zeroconf import Zeroconf

POLL: Final = 5.0
"""Seconds after which the computer's own addresses are read again."""
GOODBYE: Final = 2.0
"""Seconds an engine may take to say goodbye; it needs a quarter of one."""
STEP: Final = 10.0
"""Seconds after which an engine that does not finish a step is taken for dead."""

NO_NETWORK: Final = "no network"
REASONS: Final = {
    errno.EADDRINUSE: "another program keeps UDP port 5353 to itself",
    errno.EACCES: "this computer does not allow it",
    errno.EPERM: "this computer does not allow it",
    errno.ENODEV: NO_NETWORK,
    errno.ENETDOWN: NO_NETWORK,
    errno.ENETUNREACH: NO_NETWORK,
}

Tuned = Literal["same", "moved", "new"]

log = logging.getLogger(__name__)


class DiscoveryOff(Exception):
    """Discovery does not work now; the text says why."""


class Radio:
    """The engine, on the addresses it was last tuned to, if it could be started."""

    def __init__(self) -> None:
        self._zc: Zeroconf | None = None
        self._hosts: set[str] = set()

    @property
    def zc(self) -> Zeroconf:
        """The engine itself; there is one after `tune`."""
        if self._zc is None:
            raise DiscoveryOff(NO_NETWORK)
        return self._zc

    async def tune(self, hosts: Sequence[str]) -> Tuned:
        """Work on exactly these addresses, with a new engine if it must be."""
        if not hosts:
            await self.close()
            raise DiscoveryOff(NO_NETWORK)
        wanted = {_bare(host) for host in hosts}
        if self._zc is not None and wanted == self._hosts:
            return "same"
        if self._zc is not None and await self._move(hosts):
            tuned: Tuned = "moved"
        else:
            await self.close()
            self._zc = await _open(hosts)
            tuned = "new"
        # An address that would not come yet is asked for again the next time.
        self._hosts = wanted & _bound(self.zc)
        return tuned

    async def run(self, step: Coroutine[Any, Any, Any]) -> None:
        """Let the engine do something on its own loop, and wait until it has."""
        with fence(), trio.fail_after(STEP):
            await _on_loop(self.zc, step)

    async def close(self) -> None:
        """Say goodbye and stop, within the time for it, cancelled or not."""
        zc, self._zc = self._zc, None
        if zc is not None:
            with trio.move_on_after(GOODBYE, shield=True):
                await trio.to_thread.run_sync(_close, zc, abandon_on_cancel=True)

    async def _move(self, hosts: Sequence[str]) -> bool:
        """Take the running engine along; False if it will not come."""
        try:
            await self.run(self.zc.async_update_interfaces(list(hosts)))
        except DiscoveryOff:
            return False
        return bool(_bound(self.zc) & {_bare(host) for host in hosts})


@contextlib.contextmanager
def fence() -> Iterator[None]:
    """Turn whatever the library throws into `DiscoveryOff`."""
    try:
        yield
    except DiscoveryOff:
        raise
    except OSError as error:
        told = REASONS.get(error.errno or 0, error.strerror or str(error))
        raise DiscoveryOff(told) from error
    except trio.TooSlowError as error:
        raise DiscoveryOff("it does not answer") from error
    except Exception as error:  # no mistake in there may end a game out here
        log.debug("discovery failed", exc_info=True)
        raise DiscoveryOff(f"{type(error).__name__} {error}".strip()) from error


async def _open(hosts: Sequence[str]) -> Zeroconf:
    with fence():
        start = partial(Zeroconf, interfaces=list(hosts), use_asyncio=False)
        zc = await trio.to_thread.run_sync(start)
        assert zc.loop is not None
        # Its own handler would write over the screen.
        zc.loop.call_soon_threadsafe(zc.loop.set_exception_handler, _note)
        if not _bound(zc):
            await trio.to_thread.run_sync(_close, zc)
            raise DiscoveryOff(NO_NETWORK)
        return zc


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    log.debug("in the thread of discovery: %s", context.get("message"))


def _close(zc: Zeroconf) -> None:
    with contextlib.suppress(DiscoveryOff), fence():
        zc.close()


async def _on_loop(zc: Zeroconf, step: Coroutine[Any, Any, Any]) -> None:
    assert zc.loop is not None
    done = trio.Event()
    token = trio.lowlevel.current_trio_token()

    def tell(future: object) -> None:
        with contextlib.suppress(trio.RunFinishedError):
            token.run_sync_soon(done.set)

    future = asyncio.run_coroutine_threadsafe(_finish(step), zc.loop)
    future.add_done_callback(tell)
    try:
        await done.wait()
    finally:
        future.cancel()
    future.result()


async def _finish(step: Coroutine[Any, Any, Any]) -> None:
    """Wait for a step, and for the broadcasts it may leave behind."""
    rest = await step
    if rest is not None:
        await rest


def _bound(zc: Zeroconf) -> set[str]:
    return {sender.interface_key[0] for sender in zc.engine.senders}


def _bare(host: str) -> str:
    return host.partition("%")[0]
