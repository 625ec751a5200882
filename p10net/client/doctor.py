"""The check of the network: what was found out, and the one cause worth telling first.

The checks stand in the order in which one explains the next: without a network nothing
else needs a cause. What was found out comes in as plain facts, so that every finding
can be tried without the network that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from msgspec import Struct

from p10net.client.check import Check
from p10net.client.found import Answer, Silence
from p10net.client.words import doctor as words
from p10net.client.words.parting import dismissed
from p10net.lan.interfaces import Own
from p10net.lan.system import Told
from p10net.protocol.address import Place
from p10net.protocol.version import PROTOS


class Facts(Struct, frozen=True):
    """What was found out.

    `off` says why discovery cannot run, `heard` whether an own call came back (None:
    not tried), `seen` how many tables answered. `told` is what the system says of its
    network, `router` whether that answers (None: not asked). `peer` is the place asked
    for, if one was named, with what it said; `listed` whether discovery knew it too.
    """

    own: tuple[Own, ...] = ()
    off: str | None = None
    heard: bool | None = None
    seen: int = 0
    peer: Place | None = None
    said: Answer | Silence | None = None
    listed: bool = False
    told: Told = Told()
    router: bool | None = None


def examine(facts: Facts) -> tuple[Check, ...]:
    """Judge the facts, in the order in which causes are told."""
    return tuple(Check(name, *judge(facts)) for name, judge in CHECKS.items())


def reason(facts: Facts) -> str | None:
    """Say why a place that was asked did not answer, if this computer can know it."""
    if facts.peer is None or _is_here(facts.peer):
        return None
    for name in ("network", "route", "system", "subnet", "table"):
        ok, says = CHECKS[name](facts)
        if not ok and (name != "table" or facts.router):
            return says
    return None


# --- The checks ----------------------------------------------------------------------

Finding = tuple[bool, str]


def _good(facts: Facts) -> list[Own]:
    return [one for one in facts.own if one.aside is None]


def _network(facts: Facts) -> Finding:
    if good := _good(facts):
        return True, words.network(facts.told.wifi or good[0].interface, good[0].host)
    return False, words.NO_NETWORK


def _route(facts: Facts) -> Finding:
    """Look for a tunnel that all traffic goes through."""
    default = next((one for one in facts.own if one.default), None)
    if default is None or default.aside not in ("point-to-point", "container"):
        return True, words.NO_TUNNEL
    if default.aside == "container":
        return False, words.inner(default.interface)
    return False, words.tunnel(default.interface)


def _discovery(facts: Facts) -> Finding:
    if facts.off is not None:
        return False, words.off(facts.off)
    return True, words.LISTENS


def _echo(facts: Facts) -> Finding:
    if facts.heard is False:
        return False, words.FIREWALL
    return True, words.HEARD if facts.heard else words.NOT_TRIED


def _system(facts: Facts) -> Finding:
    """Look for what a system does to programs on its own network, and says so."""
    told, said = facts.told, facts.said
    if told.public:
        return False, words.PUBLIC
    if told.blocked:
        return False, words.BLOCKED
    no_way = isinstance(said, Silence) and said.why == "unreachable"
    if told.system == "Darwin" and facts.router and no_way and _near(facts):
        return False, words.NOT_ALLOWED
    return True, words.ALLOWED


def _tables(facts: Facts) -> Finding:
    return True, words.tables(facts.seen)


GUEST = re.compile(r"guest|gast|invit|visitor|besuch", re.IGNORECASE)
"""What networks for visitors are called."""


def _same_network(facts: Facts) -> Finding:
    """Compare networks, where an address was named; else look for one of guests."""
    peer, wifi = facts.peer, facts.told.wifi
    if peer is None:
        if GUEST.search(wifi) and not facts.seen:
            return False, words.guest(wifi)
        return True, words.NOT_ASKED
    if isinstance(facts.said, Answer) or not _good(facts) or _near(facts):
        return True, words.SAME
    return False, words.elsewhere(peer.host)


def _near(facts: Facts) -> bool:
    """Whether the place asked for is on a network of this computer, as far as known."""
    if facts.peer is None:
        return False
    if _is_here(facts.peer) or (there := _address(facts.peer)) is None:
        return True
    if isinstance(there, IPv6Address) and there.is_link_local:
        return True
    nets = [ip_network(f"{one.host}/{one.prefix}", strict=False) for one in facts.own]
    return any(there in net for net in nets)


def _is_here(place: Place) -> bool:
    address = _address(place)
    return address is not None and address.is_loopback


def _address(place: Place) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(place.host.partition("%")[0])
    except ValueError:
        return None  # a name


def _peer(facts: Facts) -> Finding:
    said, peer = facts.said, facts.peer
    if peer is None or said is None:
        return True, words.NOT_ASKED
    if isinstance(said, Silence) and said.bye is not None:
        return False, dismissed(said.bye)
    if isinstance(said, Silence) and said.why == "unreachable" and facts.router:
        return False, words.kept_apart(str(peer))
    if isinstance(said, Silence):
        return False, words.SILENCES.get(said.why, words.stranger)(str(peer))
    if not facts.listed and facts.off is None:
        return False, words.FILTERED
    return True, words.answers(said.ping_ms)


def _version(facts: Facts) -> Finding:
    said = facts.said
    if not isinstance(said, Answer) or {*said.sign.protos} & {*PROTOS}:
        return True, words.VERSIONS
    return False, words.versions(said.sign.version, said.sign.protos)


CHECKS: dict[str, Callable[[Facts], Finding]] = {
    "network": _network,
    "route": _route,
    "discovery": _discovery,
    "echo": _echo,
    "system": _system,
    "tables": _tables,
    "subnet": _same_network,
    "table": _peer,
    "version": _version,
}
