"""Lets the system notice a connection that is dead, where it can.

A client that pings is heard or missed by the table itself; one that never does is left
to these settings, and so is whatever was sent to a laptop that has gone.
"""

import socket

import trio

# Seconds: idle, between probes; probes; milliseconds until sent bytes must be taken.
_SETTINGS = (
    ("TCP_KEEPIDLE", 5),
    ("TCP_KEEPINTVL", 2),
    ("TCP_KEEPCNT", 3),
    ("TCP_USER_TIMEOUT", 11_000),
)


def keep_alive(stream: trio.SocketStream) -> None:
    """Let a silent connection be probed, and a broken one end."""
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _SETTINGS:
        if (option := getattr(socket, name, None)) is not None:
            stream.setsockopt(socket.IPPROTO_TCP, option, value)
