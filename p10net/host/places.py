"""Who may come to the door: how many connections, from where, and who makes room.

A stranger is a connection nobody was welcomed on yet. When there are too many, the one
that has stood there longest goes: a flood of them pushes out itself, while a client
that greets at once is through before. Some places are kept for those who come back to
a seat. Connections inside the process have no address and are never counted.
"""

from collections.abc import Iterable

from msgspec import Struct

from p10net.host.connection import Connection
from p10net.protocol.limits import GUARD, Guard


class Verdict(Struct, frozen=True):
    """What becomes of a newcomer, and who has to go for it.

    With `resume_only` only a session or a code is let in.
    """

    admitted: bool = True
    resume_only: bool = False
    evicted: Connection | None = None


def admit(
    open_now: Iterable[Connection], address: str, guard: Guard = GUARD
) -> Verdict:
    """Decide about one more connection from an address."""
    there = [one for one in open_now if one.address and not one.over]
    same = [one for one in there if one.address == address]
    limits = (
        (_strangers(same), guard.unseated_per_address, same),
        (same, guard.connections_per_address, same),
        (there, guard.connections, there),
    )
    for counted, most, among in limits:
        if len(counted) >= most and (oldest := _oldest(among)):
            return Verdict(evicted=oldest)
    full = len(same) >= guard.connections_per_address or len(there) >= guard.connections
    room = len(there) < guard.connections + guard.reserved
    return Verdict(admitted=room, resume_only=full)


def overstaying(
    open_now: Iterable[Connection], guard: Guard = GUARD
) -> Connection | None:
    """Give the one that has been told goodbye longest, if there are too many."""
    told = [one for one in open_now if one.address and one.over]
    parting = [one for one in told if not one.dropped]
    many = len(parting) > guard.parting
    return min(parting, key=lambda one: one.began) if many else None


def _strangers(connections: list[Connection]) -> list[Connection]:
    return [one for one in connections if not one.welcomed]


def _oldest(connections: list[Connection]) -> Connection | None:
    return min(_strangers(connections), key=lambda one: one.began, default=None)
