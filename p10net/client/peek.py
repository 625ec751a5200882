"""Looks at one place from outside: whether a table is there, and which one.

Whatever a network can do instead of answering has a name here, so that lists, the
start screen and the check of the network can each say what it means. Nobody at the
table notices that somebody looked.
"""

from __future__ import annotations

import errno
import math
import socket
from typing import Final

import trio

from p10net.client.found import Answer, Silence, Why
from p10net.client.secure import Mute, NotPrivate, Trusts, WrongHost, anybody, call
from p10net.protocol.address import Place
from p10net.protocol.codec import Frames, for_client, frame
from p10net.protocol.errors import ProtocolError
from p10net.protocol.messages import Bye, Sign
from p10net.protocol.requests import Peek
from p10net.protocol.version import PROTOS

LIMIT: Final = 1.5
"""Seconds for an answer: enough for one lost packet to be sent again."""
LONGEST: Final = 4096
"""Bytes of the longest answer that is read."""


async def peek(
    place: Place, limit: float = LIMIT, trusts: Trusts = anybody
) -> Answer | Silence:
    """Ask the host at this place for its sign."""
    nobody = Silence("unreachable")  # until somebody has taken the connection
    with trio.move_on_after(limit):
        try:
            there = await call(place, trusts)
        except Mute:
            return Silence("late")
        except NotPrivate:
            return Silence("stranger")
        except (OSError, ValueError) as error:
            return Silence(_why(error) if _has_interface(place) else "no interface")
        except WrongHost:
            return Silence("wrong host")
        nobody = Silence("late")
        try:
            return await look(there.stream, there.fingerprint, patience=limit / 2)
        finally:
            await trio.aclose_forcefully(there.stream)
    return nobody


async def look(
    stream: trio.abc.Stream,
    fingerprint: bytes | None = None,
    patience: float = math.inf,
) -> Answer | Silence:
    """Ask over a connection that is open already.

    After so much `patience` our end is closed: what waits for more of another language
    gives up then, and so is told from what never says anything.
    """
    asked = trio.current_time()
    try:
        await stream.send_all(frame(Peek(id=1, proto=PROTOS)))
        said = await _reply(stream, patience)
    except (ProtocolError, trio.BrokenResourceError):
        said = None
    if isinstance(said, Sign):
        ping = round((trio.current_time() - asked) * 1000, 1)
        return Answer(said, ping, fingerprint)
    return Silence("turned away", said) if said else Silence("stranger")


async def _reply(stream: trio.abc.Stream, patience: float) -> Sign | Bye | None:
    frames = Frames(LONGEST)
    with trio.move_on_after(patience):
        return await _next(stream, frames)
    if isinstance(stream, trio.abc.HalfCloseableStream):
        await stream.send_eof()
    return await _next(stream, frames)


async def _next(stream: trio.abc.Stream, frames: Frames) -> Sign | Bye | None:
    while data := await stream.receive_some(LONGEST):
        frames.feed(bytes(data))
        while (body := frames.take()) is not None:
            if isinstance(message := for_client(body), Sign | Bye):
                return message
    return None


def _has_interface(place: Place) -> bool:
    """Whether the interface is here that an address names, if it names one."""
    scope = place.host.partition("%")[2]
    try:
        if scope.isdecimal():
            return bool(socket.if_indextoname(int(scope)))
        return not scope or bool(socket.if_nametoindex(scope))
    except (OSError, OverflowError):
        return False


def _why(error: OSError | ValueError) -> Why:
    """Tell a closed door from no way to it; the reasons stand in a group.

    A ValueError is from the codec of names: it is no name of a computer.
    """
    if isinstance(error, socket.gaierror | ValueError):
        return "unknown"
    causes = getattr(error.__cause__, "exceptions", (error,))
    return "refused" if errno.ECONNREFUSED in _numbers(causes) else "unreachable"


def _numbers(causes: tuple[BaseException, ...]) -> set[int | None]:
    return {cause.errno for cause in causes if isinstance(cause, OSError)}
