"""The requests of one seat that have no answer yet, numbered and sent till they have.

A request has its number from the moment it is handed over, whenever it can be sent.
After a loss those that may be sent again are, oldest first. What an answer means is
for others to know.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from p10net.client.link import Link
from p10net.client.ticket import NOT_TWICE, Answer, Lost, Ticket
from p10net.protocol.codec import frame
from p10net.protocol.requests import ToHost

FRESH: Final = 0
"""The id of a request that was not handed over yet."""
GREETING: Final = 1
"""The id of every `hello`: ids rise within a connection, and those of acts within a
seat, so whatever follows a greeting has a greater one."""


class Asked:
    """What was asked of the host, until it is answered or given up."""

    def __init__(self) -> None:
        """Begin without a link; what is asked waits for one."""
        self._open: dict[int, Ticket] = {}
        self._last_id = GREETING
        self._link: Link | None = None
        self._over = False

    def post(self, request: ToHost) -> Ticket:
        """Take a request; its id is taken now, whenever it can be sent."""
        self._last_id += 1
        ticket = Ticket(replace(request, id=self._last_id))
        if self._over:
            ticket.settle(Lost())
        else:
            self._open[self._last_id] = ticket
            if self._link is not None:
                self._link.send(frame(ticket.request))
        return ticket

    def settle(self, number: int, answer: Answer) -> ToHost | None:
        """Give an answer to whoever waits for it; gives what was asked."""
        ticket = self._open.pop(number, None)
        if ticket is None:
            return None
        ticket.settle(answer)
        return ticket.request

    def after(self, last_id: int) -> None:
        """Number what follows from here on: the seat has acted under this id."""
        self._last_id = max(self._last_id, last_id)

    def linked(self, link: Link) -> None:
        """Send again what got no answer, oldest first, and from now on at once."""
        for ticket in self._open.values():
            link.send(frame(ticket.request))
        self._link = link

    def unlinked(self) -> None:
        """Keep what is asked for the next link, but for what may not be sent twice."""
        self._link = None
        for number, ticket in [*self._open.items()]:
            if isinstance(ticket.request, NOT_TWICE):
                del self._open[number]
                ticket.settle(Lost())

    def close(self) -> None:
        """Give all of it up, and whatever is still to come."""
        self._over = True
        for ticket in self._open.values():
            ticket.settle(Lost())
        self._open.clear()
