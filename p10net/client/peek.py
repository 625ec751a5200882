"""Looks at one place from outside: whether a table is there, and which one.

Whatever a network can do instead of answering has a name here, so that lists, the
start screen and the check of the network can each say what it means. Nobody at the
table notices that somebody looked.
"""

from __future__ import annotations

import errno
from typing import Final

import trio

from p10net.client.found import Answer, Silence, Why
from p10net.client.secure import NotPrivate, Trusts, WrongHost, anybody, call
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
    with trio.move_on_after(limit):
        try:
            there = await call(place, trusts)
        except NotPrivate:
            return Silence("stranger")
        except OSError as error:
            return Silence(_why(error))
        except ValueError:  # no name of a computer, says the codec of such names
            return Silence("unreachable")
        except WrongHost:
            return Silence("wrong host")
        try:
            return await look(there.stream, there.fingerprint)
        finally:
            await trio.aclose_forcefully(there.stream)
    return Silence("late")


async def look(
    stream: trio.abc.Stream, fingerprint: bytes | None = None
) -> Answer | Silence:
    """Ask over a connection that is open already."""
    asked = trio.current_time()
    try:
        await stream.send_all(frame(Peek(id=1, proto=PROTOS)))
        said = await _reply(stream)
    except (ProtocolError, trio.BrokenResourceError):
        said = None
    if isinstance(said, Sign):
        ping = round((trio.current_time() - asked) * 1000, 1)
        return Answer(said, ping, fingerprint)
    return Silence("turned away", said) if said else Silence("stranger")


async def _reply(stream: trio.abc.Stream) -> Sign | Bye | None:
    frames = Frames(LONGEST)
    while data := await stream.receive_some(LONGEST):
        frames.feed(bytes(data))
        while (body := frames.take()) is not None:
            if isinstance(message := for_client(body), Sign | Bye):
                return message
    return None


def _why(error: OSError) -> Why:
    """Tell a closed door from no way to it; the reasons stand in a group."""
    causes = getattr(error.__cause__, "exceptions", (error,))
    return "refused" if errno.ECONNREFUSED in _numbers(causes) else "unreachable"


def _numbers(causes: tuple[BaseException, ...]) -> set[int | None]:
    return {cause.errno for cause in causes if isinstance(cause, OSError)}
