"""What a connection from the network has to speak: TLS, or plain where that is allowed.

Nobody can listen in on this computer's own loopback, so programs there speak plainly.
Everywhere else cards and sessions would be seen by the whole Wi-Fi; whoever opens the
table may allow that, and then all who play there are told.
"""

from __future__ import annotations

import ssl
from ipaddress import ip_address

from msgspec import Struct


class Privacy(Struct, frozen=True):
    """How a table is listened to; `everywhere` lets others than loopback speak plain.

    Without a context nobody can speak TLS, as befits a table nobody else can reach.
    """

    context: ssl.SSLContext | None = None
    everywhere: bool = False

    def allows_plain(self, address: str) -> bool:
        """Whether somebody at this address may speak without TLS."""
        return self.everywhere or ip_address(address).is_loopback
