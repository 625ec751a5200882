"""Opens the port of a table: which addresses, which port, and why it cannot be had."""

import contextlib
import errno
import socket
from collections.abc import Iterable, Sequence

import trio

from p10net.cli.exits import Exit, Trouble
from p10net.protocol.address import PORT, Place
from p10net.protocol.clean import clean

LAST = PORT + 9
"""The last port that is tried where none was asked for."""
EVERYWHERE = ("0.0.0.0", "::")
BACKLOG = 64
LOOPBACK = "127.0.0.1"

Listeners = list[trio.SocketListener]

# What the system says, and what a person can do about it.
_WHY = {
    errno.EACCES: "this user may not open it; choose one above 1023 with --port",
    errno.EADDRNOTAVAIL: "this computer has no such address, see `p10net host --where`",
}


async def listen(binds: Sequence[str], port: int | None) -> Listeners:
    """Listen on all addresses, or on these; raises Trouble.

    Without a port the usual one is taken, or the next that is free; 0 takes any.
    """
    if port is not None:
        return await _on(binds, port)
    for number in range(PORT, LAST + 1):
        with contextlib.suppress(PortInUse):
            return await _on(binds, number)
    raise Trouble(f"Ports {PORT} to {LAST} are all in use: choose one with --port.")


class PortInUse(Trouble):
    """Some other program listens there."""


async def _on(binds: Sequence[str], port: int) -> Listeners:
    """Listen on one port of several addresses; the first one settles which."""
    opened: Listeners = []
    try:
        for bind in binds or EVERYWHERE:
            try:
                opened += await trio.open_tcp_listeners(
                    port, host=bind, backlog=BACKLOG
                )
            except UnicodeError:  # raised for what no name of a computer can be
                raise _no_address(bind) from None
            except OSError as error:
                if binds or not opened:  # not every computer has both kinds
                    raise _trouble(bind, port, error) from None
            port = port_of(opened)
    except BaseException:
        for listener in opened:
            listener.socket.close()
        raise
    return opened


def _trouble(bind: str, port: int, error: OSError) -> Trouble:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"Port {port} is in use: choose another one with --port, or 0 for any."
        )
    where = Place(bind, port)
    if isinstance(error, socket.gaierror):
        return _no_address(bind)
    why = _WHY.get(error.errno or 0) or (error.strerror or str(error)).lower()
    return Trouble(f"Cannot listen on {where}: {why}.")


def _no_address(bind: str) -> Trouble:
    shown = clean(bind)[:40] or "Nothing"
    return Trouble(
        f"{shown} is no address of this computer: `p10net host --where` lists them.",
        Exit.USAGE,
    )


def port_of(listeners: Iterable[trio.SocketListener]) -> int:
    """Say which port it has become."""
    for listener in listeners:
        port: int = listener.socket.getsockname()[1]
        return port
    raise ValueError("nothing listens")


def hosts_of(listeners: Iterable[trio.SocketListener]) -> tuple[str, ...]:
    """Say on which addresses they listen, whatever names these were given by."""
    return tuple(_host(*listener.socket.getsockname()) for listener in listeners)


def _host(host: str, port: int, flow: int = 0, scope: int = 0) -> str:
    """Write an address as it is typed: a link-local one with its interface."""
    return f"{host}%{socket.if_indextoname(scope)}" if scope else host


def loopback_place(listeners: Iterable[trio.SocketListener]) -> Place | None:
    """Say where a program on this computer can knock without using the network."""
    names = [listener.socket.getsockname()[:2] for listener in listeners]
    for host, port in names:
        if host in ("0.0.0.0", LOOPBACK):
            return Place(LOOPBACK, port)
        if host.startswith("127.") or host == "::1":
            return Place(host, port)
    return None
