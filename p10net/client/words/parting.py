"""What is said when a session ends: the cause, and one thing to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p10net.client.words.cards import listed, plural
from p10net.client.words.refusals import FAREWELLS
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye
from p10net.protocol.version import PROTOS, VERSION

BARE = "This computer has no network: join again once the Wi-Fi or the cable is back."
NO_TABLE: Mapping[str, str] = {
    "no network": BARE,
    "unreachable": "No table answers there: ask the host for the code or address.",
    "late": "No table answers there: ask the host for the code or address.",
    "silent": "Something is there but says nothing: ask the host for the address.",
    "wrong host": "Another host answers there than a moment ago: look for it anew.",
}
STRANGER = "What answers there is no p10net table: ask the host for the address."
UNREADABLE = "The host said what this p10net cannot read: update the older side."


UNKEPT = "Your seat could not be kept here: ask the host for a code to have it again."
FOR_GOOD = "You left for good: the others play on without your seat."


NAMED = 2
"""Names that are said of those who would be left behind; more are counted."""
ROOM = 20
"""Letters that those names may have on the screen."""
CLOSE = "close the table"
STAY = "stay"
CLOSE_KEYS = "y close the table   Esc stay"
CLOSE_THEN = "y close the table, p10net resume goes on with the game   Esc stay"


CLOSED = "The table is closed: p10net host opens another."
RESUME = "p10net resume"


def stopped(command: str = RESUME) -> str:
    """Say that one's own table closed in a game, and how that goes on."""
    return f"The table has stopped: {command} goes on with it."


def closing(names: Sequence[str], playing: bool) -> str:
    """Ask a host whether to close a table that others sit at."""
    here = "is here" if len(names) == 1 else "are here"
    then = " p10net resume goes on with the game." if playing else ""
    return f"Close the table for everybody? {_others(names)} {here} too.{then}"


def closing_shown(names: Sequence[str]) -> str:
    """The same with its keys, for one line of the screen."""
    who = _others(names)
    if len(who) > ROOM:
        who = _counted(names)
    return f"Close the table on {who}? y closes it for everybody, Esc stays."


def _others(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= NAMED else _counted(names)


def _counted(names: Sequence[str]) -> str:
    return plural(len(names), "other player", "other players")


def gave_up(again: bool, seated: bool = True, kept: bool = True) -> str:
    """Say that a host did not come back; `again` if the game can go on without it."""
    if not seated:
        return "The host is gone for good: `p10net list` shows other tables."
    if again:
        return "The host is gone for good: `p10net host --again` goes on without it."
    if not kept:
        return f"The host is gone for good. {UNKEPT}"
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
