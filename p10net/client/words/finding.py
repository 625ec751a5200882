"""What is said when a table cannot be found: the cause, and one thing to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p10net.client.found import Why
from p10net.client.words.cards import listed
from p10net.protocol.address import At, Named, Number, Target


def not_found(target: Target, seen: Sequence[str], off: str | None) -> str:
    """Say that there is no such table, and what else there is."""
    match target:
        case Named(name, slip=True):
            return f"{name} is no code: have the host read it to you once more."
        case Named(name) if off is not None:
            return f"Cannot look for {name} ({off}): ask the host for the code."
        case Named(name) if seen:
            return f"No table here is called {name}: there is {listed(seen)}."
        case Named(name):
            return f"No table called {name} was found: ask the host for the code."
        case Number(last):
            return f"No network here has a number {last}: ask the host for the code."
        case At(place):
            return f"There is no table at {place}: ask the host for the code."


SILENCES: Mapping[Why, str] = {
    "refused": "No table answers at {}: ask the host for the code or address.",
    "unreachable": "There is no way to {}: ask the host for the code or address.",
    "unknown": "No computer is known as {}: look at the spelling, or ask for the code.",
    "no interface": "{} names no network interface of this computer:"
    " `p10net host --where` lists them.",
    "late": "{} takes a connection but says nothing: ask the host for the address.",
    "stranger": "Another program answers at {}, no p10net table: ask for the address.",
}


def silent(why: Why, place: str) -> str:
    """Say what a place did instead of answering as a table."""
    return SILENCES.get(why, SILENCES["stranger"]).format(place)


def moved(place: str) -> str:
    """Say that a host that was lost has another address now, and answers there."""
    return f"The host was found again: its address is {place} now."


def several(name: str, addresses: Sequence[str]) -> str:
    """Say that a name is not enough."""
    return f"{len(addresses)} tables are called {name}: join {' or '.join(addresses)}."


def alike(name: str, count: int) -> str:
    """Say that tables cannot be told apart, and who can."""
    return (
        f"{count} tables claim to be {name}: join the one whose address stands on your"
        " friend's screen."
    )


def discovery_off(off: str) -> str:
    """Say that the list stays empty, and that this is not the end."""
    return f"Discovery is off ({off}): joining by code or address still works."
