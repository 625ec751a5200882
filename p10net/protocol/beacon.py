"""What a table calls out on a network that keeps multicast from getting through.

It is no more than that a table is there, and at which port: who it is has to be asked
there, and anybody may have called.
"""

import re
from typing import Final

PORT: Final = 4210
"""The UDP port at which it is called out, and listened for."""

_BEACON = re.compile(rb"p10net/1 ([1-9][0-9]{0,4})\n")


def build(port: int) -> bytes:
    """Write the beacon of a table at this port.

    >>> build(4210)
    b'p10net/1 4210\\n'
    """
    return b"p10net/1 %d\n" % port


def parse(data: bytes) -> int | None:
    """Read the port of the table; None if it is no beacon."""
    found = _BEACON.fullmatch(data)
    port = int(found[1]) if found else 0
    return port if 0 < port < 1 << 16 else None
