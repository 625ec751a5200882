"""Hears whether somebody on the network looks for tables.

A question that arrives while nobody gets through says that discovery works and that
something keeps connections away, most often this computer's firewall. Only the group's
own address is listened at, so that no answer meant for another program ends here.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Container, Iterable
from typing import Final

import trio
from zeroconf import DNSIncoming  # type: ignore[attr-defined]  # it is there

from p10net.lan.mdns import NO_NETWORK, DiscoveryOff, fence

GROUP: Final = "224.0.0.251"
PORT: Final = 5353
LONGEST: Final = 9000
"""Bytes of the longest packet of multicast DNS."""


async def heard(
    hosts: Iterable[str],
    own: Container[str],
    kind: str,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> str:
    """Wait until an address that is not an own one asks for a kind, and give it.

    `hosts` are the addresses to listen on; raises DiscoveryOff if none of them will,
    or none will any more.
    """
    with fence():
        ear = trio.socket.from_stdlib_socket(_ear(hosts))
    with ear:
        task_status.started()
        while True:
            with fence():
                data, (host, *_) = await ear.recvfrom(LONGEST)
            if host not in own and asks(data, kind):
                return str(host)


def _ear(hosts: Iterable[str]) -> socket.socket:
    """Open a socket that hears the group, beside whoever else does."""
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        # Windows lets nobody bind to a group.
        ear.bind(("" if sys.platform == "win32" else GROUP, PORT))
        joined = [_joins(ear, host) for host in hosts]
        if not any(joined):
            raise DiscoveryOff(NO_NETWORK)
    except BaseException:
        ear.close()
        raise
    return ear


def _joins(ear: socket.socket, host: str) -> bool:
    """Hear the group on the network of an old address; the new ones have another."""
    with contextlib.suppress(OSError):
        where = socket.inet_aton(GROUP) + socket.inet_aton(host)
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, where)
        return True
    return False


def asks(data: bytes, kind: str) -> bool:
    """Say whether a packet asks for this kind of service, whatever else it may be."""
    with contextlib.suppress(DiscoveryOff), fence():
        packet = DNSIncoming(data)
        asked = {question.name.lower() for question in packet.questions}
        return bool(packet.valid and packet.is_query() and kind.lower() in asked)
    return False
