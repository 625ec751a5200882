"""The start screen's words."""

from __future__ import annotations

from p10net.client.found import Row
from p10net.client.words.cards import plural

TITLE = "Play Phase 10 with people on this Wi-Fi"
WAYS = (
    ("Enter", "Play now against 3 bots", "h", "Host a table"),
    ("c", "Join with a code or address", "?", "Help"),
)
HEADS = ("Table", "Players", "State", "Rules", "Ping")
KEYS = "1-9 join   w+number watch   arrows + Enter also work   q quit"
TYPE_CODE = "The six letters on your friend's screen, an address or a table's name"
WATCH_WHICH = "Watch which table? Press its number."
NOTHING_HERE = "That key does nothing here: ? shows what does."
NOT_LISTED = (
    "Friend's table not in the list?  Ask them for the 6-letter code on their",
    "screen and press c. It works even when discovery is blocked.",
)
HELP = (
    "Enter deals at once against three bots; no network is needed.",
    "h opens a table of your own: friends nearby see it in their list.",
    "1 to 9 sit down at a table of the list, w and the number only watch it.",
    "c takes the six letters of the code, an address, or the name of a table.",
    "r takes back a seat that is kept for you.",
    "Arrows and Enter do the same without numbers; q leaves.",
)
OTHER = "another version"
SILENT = "does not answer"
STATES = {"lobby": "waiting", "playing": "playing, watch", "over": "game over"}


def near(here: str, seconds: int, off: str) -> str:
    """Head the list of tables."""
    where = f"  (you are {here})" if here else ""
    if off:
        return f"Tables near you{where}"
    return f"Tables near you{where}   looking... {seconds} s"


def discovery(off: str) -> str:
    """Say why no tables are found by themselves."""
    return f"Discovery is off ({off}): joining by code or address still works."


def players(row: Row, bots: int) -> str:
    """Say how full a table is."""
    text = f"{row.seats.taken}/{row.seats.max}"
    return f"{text}, {plural(bots, 'bot', 'bots')}" if bots else text


def no_such_row(number: int) -> str:
    """Say that the list is shorter."""
    return f"There is no table {number} in the list."


def other_version(table: str) -> str:
    """Say that two versions cannot play together."""
    return f"{table} speaks another version: update the older p10net."


def seat_kept(table: str) -> str:
    """Say where a seat is kept."""
    return f"You left a seat:  r  return to {table}"
