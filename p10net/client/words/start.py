"""The start screen's words."""

from __future__ import annotations

from collections.abc import Iterable

from p10net.client.found import Row
from p10net.client.words.cards import plural
from p10net.client.words.dice import in_circuits
from p10net.protocol.clean import clean, fit
from p10net.protocol.version import PROTOS, VERSION

TITLE = "Play Phase 10 with people on this Wi-Fi"
ENTER = "Enter"
"""What the row is called that is marked, whatever its own key."""
HOST = ("h", "Host a table")
CODE = ("c", "Join with a code or address")
JOURNEY = ("j", "Journey: worlds, stars and coins")
SCORE = ("s", "Score pad for real cards")
HELP_ROW = ("?", "Help")
CHECK = ("d", "Check this network")
HEADS = ("Table", "Players", "State", "Rules", "Ping")
KEYS = "1-9 join   w+number watch   arrows + Enter also work   q quit"
TYPE_CODE = "The code or address on your friend's screen, or a table's name"
WATCH_WHICH = "Watch which table? Press its number."
NOTHING_HERE = "That key does nothing here: ? shows what does."
NOT_LISTED = (
    "Friend's table not in the list?  Press c and type the code or address that",
    "their screen shows. It works even when discovery is blocked.",
)
HELP = (
    "Enter does what is marked: back to the seat that is kept for you, or a game.",
    "p deals at once against bots; no network is needed.",
    "h opens a table of your own: friends nearby see it in their list.",
    "1 to 9 sit down at a table of the list, w and the number only watch it.",
    "c takes a code such as H00-921, an address, or the name of a table.",
    "j travels alone from world to world, s keeps the score of real cards.",
    "r takes back a seat that is kept for you; a goes on from the score sheet of a",
    "game whose host is gone.",
    "d checks why a table may not be found: VPN, firewall, guest Wi-Fi.",
    "Arrows and Enter do the same without letters; q leaves.",
)
CHECKING = "Checking this network ..."
WELL = "Nothing is wrong on this side: ask your friend's computer (d there)."
CHECKED = "What was found out about this network"
SILENT = "does not answer"
PASSWORD = "needs password"
STATES = {"lobby": "waiting", "playing": "playing, watch", "over": "game over"}


def alone(bots: int) -> tuple[str, str]:
    """Offer a game at once."""
    return "p", f"Play now against {plural(bots, 'bot', 'bots')}"


def near(here: str, wifi: str, seconds: int, off: str) -> str:
    """Head the list of tables: what is compared with a friend's screen stands there."""
    on = f'Wi-Fi "{clean(wifi)}", ' if wifi else ""
    where = f"  ({on}you are {here})" if here else ""
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


ALIKE = "!"
"""What marks tables that cannot be told apart, before their names and the advice."""


def more_tables(count: int) -> str:
    """Count the tables that there is no room for."""
    return f"+{plural(count, 'table', 'tables')} more: the arrows go through them all"


def no_such_row(number: int) -> str:
    """Say that the list is shorter."""
    return f"There is no table {number} in the list."


def other(version: str) -> str:
    """Say in the list that two versions cannot play together."""
    return f"has p10net {fit(clean(version), 8)}"


def other_version(table: str, version: str, protos: Iterable[int]) -> str:
    """Say that two versions cannot play together, and who has to do what."""
    older = "yours" if max(protos, default=0) > max(PROTOS) else "the host's"
    has = fit(clean(version), 8)
    return f"{table} has p10net {has}, you have {VERSION}: update {older}."


def seat_kept(table: str, back: str) -> tuple[str, str]:
    """Offer the way back to where a seat is kept."""
    how = f" ({back})" if back else ""
    return "r", f"Return to your seat at {table}{how}"


def again(table: str, rounds: int, *, dice: bool) -> tuple[str, str]:
    """Offer to go on with a game whose host is lost."""
    count = in_circuits(plural(rounds, "round", "rounds"), dice)
    return "a", f"Host {table} again after {count}: its own host is gone"


def playing(state: str) -> str:
    """Say how a table goes on without its player."""
    return STATES.get(state, "").partition(",")[0]


def stopped(round_: int, *, dice: bool) -> str:
    """Say where an own table stopped."""
    at = in_circuits(f"in round {round_}", dice)
    return f"stopped {at}" if round_ else "stopped"
