"""What is said when a session ends: the cause, and one thing to do."""

from __future__ import annotations

from collections.abc import Mapping

from p10net.client.words.cards import listed
from p10net.client.words.refusals import FAREWELLS
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye
from p10net.protocol.version import PROTOS, VERSION

NO_TABLE: Mapping[str, str] = {
    "unreachable": "No table answers there: ask the host for the code or address.",
    "late": "No table answers there: ask the host for the code or address.",
    "silent": "Something is there but says nothing: ask the host for the address.",
    "wrong host": "Another host answers there than a moment ago: look for it anew.",
}
STRANGER = "What answers there is no p10net table: ask the host for the address."
UNREADABLE = "The host said what this p10net cannot read: update the older side."


FOR_GOOD = "You left for good: the others play on without your seat."


def gave_up(again: bool) -> str:
    """Say that a host did not come back; `again` if the game can go on without it."""
    if again:
        return "The host is gone for good: `p10net host --again` goes on without it."
    return "The host is gone for good: your seat is kept, join again if it comes back."


def dismissed(bye: Bye) -> str:
    """Say why the host ended it; of two versions, say both."""
    if bye.code is not ByeCode.VERSION or not bye.protos:
        return FAREWELLS[bye.code]
    ours, theirs = listed(map(str, PROTOS)), listed(map(str, bye.protos))
    older = "this p10net" if max(bye.protos) > max(PROTOS) else "the host's p10net"
    return (
        f"The host speaks protocol {theirs}, p10net {VERSION} here speaks {ours}:"
        f" update {older}."
    )
