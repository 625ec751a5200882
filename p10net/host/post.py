"""Carries letters to connections, and notes what they mean for these.

What several get is written once, and what one gets goes out in one piece. Nothing of
what a letter says is decided here.
"""

from collections.abc import Mapping

from p10net.engine.view import View
from p10net.host.connection import Connection
from p10net.host.letters import Mail
from p10net.protocol.copies import Copies
from p10net.protocol.envelope import Message
from p10net.protocol.messages import Bye, Err, Pong, Sign, Welcome


class Post:
    """Knows the connections by their numbers, as they come and go."""

    def __init__(self, connections: Mapping[int, Connection]) -> None:
        """Look on while others take connections in."""
        self._connections = connections
        self._copies = Copies()

    def expect(self, view: View) -> None:
        """Write beforehand what a view will have for everybody."""
        self._copies.expect(view)

    def send(self, mail: Mail) -> None:
        """Send letters to the connections that they are for."""
        written: dict[int, bytes] = {}
        parcels: dict[Connection, list[bytes]] = {}
        for number, message in mail:
            connection = self._connections.get(number)
            if connection is None or connection.over:
                continue
            data = written.get(id(message)) or self._copies.frame(message)
            written[id(message)] = data
            _note(connection, message)
            if isinstance(message, Bye | Sign):
                _deliver(connection, parcels.pop(connection, []))
                connection.end(data, _why(message))
            else:
                parcels.setdefault(connection, []).append(data)
        for connection, frames in parcels.items():
            _deliver(connection, frames)


def _deliver(connection: Connection, frames: list[bytes]) -> None:
    if frames:
        connection.send(*frames)


def _note(connection: Connection, message: Message) -> None:
    """Note what a message means for the connection it goes to."""
    if isinstance(message, Welcome):
        connection.admit()
    elif isinstance(message, Pong):
        connection.pinged = True
    elif isinstance(message, Err) and not connection.welcomed:
        connection.another_try()


def _why(message: Bye | Sign) -> str:
    return message.code.value if isinstance(message, Bye) else "peek"
