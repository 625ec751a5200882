"""What the check of the network says: one cause, and one thing to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from p10net.client.found import Why
from p10net.client.words import finding
from p10net.client.words.cards import listed, plural
from p10net.protocol.clean import clean
from p10net.protocol.version import PROTOS, VERSION

NO_NETWORK = "No network: join one, or play against bots with `p10net play`."
NO_TUNNEL = "No VPN takes the traffic of this computer."
LISTENS = "Discovery can listen on this network."
FIREWALL = (
    "This computer's firewall drops discovery (UDP 5353): allow Python there, or join"
    " by code, which still works."
)
PUBLIC = (
    "Windows takes this network for a public one and hides this computer:"
    " set it to Private in Settings, Network."
)
BLOCKED = (
    "A rule of Windows' firewall blocks this Python: take the rule away, or allow"
    " Python in Settings, Firewall, Allowed apps."
)
NOT_ALLOWED = (
    "macOS keeps this terminal from the local network: allow it in Settings,"
    " Privacy, Local Network."
)
ALLOWED = "This system says nothing against it."
HEARD = "This computer hears its own call."
NOT_TRIED = "No call was made."
NOT_ASKED = "No table was named: `p10net doctor CODE` asks one directly."
SAME = "That table is on a network of this computer, or answers all the same."
FILTERED = (
    "Discovery is filtered on the way (by the router, usually): use the code, nothing"
    " else is broken."
)
VERSIONS = "No other version of p10net is in the way."
FINE = "Nothing is wrong on this side."


def network(name: str, host: str) -> str:
    """Say where this computer can be found: its Wi-Fi, if that is known."""
    return f"On {clean(name)} as {host}: compare that with your friend's."


def tunnel(interface: str) -> str:
    """Say that a VPN is in the way."""
    name = clean(interface)
    return f"Traffic goes through the VPN {name}: turn it off, or join by code."


def inner(interface: str) -> str:
    """Say that the way out leads into a virtual network."""
    return (
        f"Traffic goes into the virtual network {clean(interface)}:"
        " turn it off, or join by code."
    )


def off(why: str) -> str:
    """Say that there is no discovery here."""
    return f"Discovery is off ({clean(why)}): joining by code still works."


def tables(count: int) -> str:
    """Say how many tables answer."""
    return f"{plural(count, 'table answers', 'tables answer')} nearby."


def elsewhere(host: str) -> str:
    """Say that a friend is on another network."""
    return (
        f"{host} is on another network (guest Wi-Fi or a second router):"
        " join the same one."
    )


def guest(wifi: str) -> str:
    """Say that the network is one for guests, who are kept apart as a rule."""
    return (
        f"{clean(wifi)} looks like a Wi-Fi for guests, which keeps devices apart:"
        " use the main Wi-Fi, a phone hotspot or a cable."
    )


def answers(ping_ms: float) -> str:
    """Say that the table is there."""
    return f"The table answers in {ping_ms:g} ms."


def stranger(place: str) -> str:
    """Say that something else is there."""
    return f"What answers at {place} is no table: ask the host for the code again."


def _refused(place: str) -> str:
    return f"The computer at {place} is there, but no table: is it still open?"


def _apart(place: str) -> str:
    return (
        f"Nothing at {place} can be reached: this Wi-Fi may keep devices apart, so use"
        " the main Wi-Fi, a phone hotspot or a cable."
    )


def kept_apart(place: str) -> str:
    """Say that the router can be reached and a computer beside it cannot."""
    return (
        f"The router answers, {place} does not: this Wi-Fi keeps devices apart, so use"
        " the main Wi-Fi, a phone hotspot or a cable."
    )


def _unknown(place: str) -> str:
    return f"No computer is known as {place}: look at the spelling, or use the code."


def _changed(place: str) -> str:
    return f"Another host than before answers at {place}: ask the host for the code."


def _no_interface(place: str) -> str:
    return finding.silent("no interface", place)


SILENCES: Mapping[Why, Callable[[str], str]] = {
    "refused": _refused,
    "unreachable": _apart,
    "unknown": _unknown,
    "no interface": _no_interface,
    "late": _apart,
    "wrong host": _changed,
}


def versions(theirs: str, protos: Iterable[int]) -> str:
    """Say both versions, and what to do."""
    older = "this one" if max(protos, default=0) > max(PROTOS) else "the host's"
    return (
        f"The host has p10net {clean(theirs)} (protocol {listed(map(str, protos))}),"
        f" you have {VERSION} (protocol {listed(map(str, PROTOS))}): update {older}."
    )
