"""The check of the network: what was found out, and the one cause worth telling first.

The checks stand in the order in which one explains the next: without a network nothing
else needs a cause. What was found out comes in as plain facts, so that every finding
can be tried without the network that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_network

from msgspec import Struct

from p10net.client.found import Answer, Silence
from p10net.client.words import doctor as words
from p10net.client.words.parting import dismissed
from p10net.lan.interfaces import Own
from p10net.protocol.address import Place
from p10net.protocol.version import PROTOS


class Facts(Struct, frozen=True):
    """What was found out.

    `off` says why discovery cannot run, `heard` whether an own call came back (None:
    not tried), `seen` how many tables answered. `peer` is the place asked for, if one
    was named, with what it said; `listed` whether discovery knew it as well.
    """

    own: tuple[Own, ...] = ()
    off: str | None = None
    heard: bool | None = None
    seen: int = 0
    peer: Place | None = None
    said: Answer | Silence | None = None
    listed: bool = False


class Check(Struct, frozen=True):
    """One finding: its name, whether all is well, and the sentence."""

    check: str
    ok: bool
    says: str


def examine(facts: Facts) -> tuple[Check, ...]:
    """Judge the facts, in the order in which causes are told."""
    return tuple(Check(name, *judge(facts)) for name, judge in CHECKS.items())


def cause(checks: Sequence[Check]) -> Check | None:
    """Give the first finding that is not well: it explains those after it."""
    return next((check for check in checks if not check.ok), None)


# --- The checks ----------------------------------------------------------------------

Finding = tuple[bool, str]


def _good(facts: Facts) -> list[Own]:
    return [one for one in facts.own if one.aside is None]


def _network(facts: Facts) -> Finding:
    if good := _good(facts):
        return True, words.network(good[0].interface, good[0].host)
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


def _tables(facts: Facts) -> Finding:
    return True, words.tables(facts.seen)


def _same_network(facts: Facts) -> Finding:
    """Compare networks, where an address was named."""
    peer = facts.peer
    if peer is None or isinstance(facts.said, Answer) or not _good(facts):
        return True, words.NOT_ASKED if peer is None else words.SAME
    try:
        there = ip_address(peer.host.partition("%")[0])
    except ValueError:
        return True, words.SAME
    nets = [ip_network(f"{one.host}/{one.prefix}", strict=False) for one in facts.own]
    near = any(there in net for net in nets) or there.is_loopback
    return (True, words.SAME) if near else (False, words.elsewhere(peer.host))


def _peer(facts: Facts) -> Finding:
    said, peer = facts.said, facts.peer
    if peer is None or said is None:
        return True, words.NOT_ASKED
    if isinstance(said, Silence) and said.bye is not None:
        return False, dismissed(said.bye)
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
    "tables": _tables,
    "subnet": _same_network,
    "table": _peer,
    "version": _version,
}
