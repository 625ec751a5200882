"""Which of this computer's addresses are worth telling to others.

A laptop has many: its own, those of virtual machines, tunnels and wires that are not
plugged in. Told in the wrong order they cost a friend the evening, so each one is
either usable or put aside for a reason that can be shown.

The list is read anew each time it is asked for, and nobody is told of changes: who
needs to follow them asks again.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, Literal

import msgspec
import psutil

Aside = Literal[
    "loopback", "down", "point-to-point", "container", "link-local", "second"
]

# Bridges and cables inside this computer, which no other one is connected to.
INNER: Final = re.compile(r"(docker|br-|veth|virbr)")
# Tunnels, where the system itself does not say so.
TUNNEL: Final = re.compile(r"(tun|utun|wg|ppp|ipsec|tailscale)\d*$")
# Reserved for documents: asking for the way there tells the default route, and as
# nothing is sent nobody is disturbed.
ELSEWHERE: Final = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET6, "2001:db8::1"),
)


class Adapter(msgspec.Struct, frozen=True):
    """One network interface as the system tells it: addresses with prefix lengths."""

    name: str
    up: bool
    tunnel: bool
    addresses: tuple[tuple[str, int], ...]


class Own(msgspec.Struct, frozen=True):
    """One address of this computer; `aside` says why it is not told to others."""

    interface: str
    host: str
    prefix: int
    default: bool
    aside: Aside | None = None


def own_addresses() -> tuple[Own, ...]:
    """List all addresses of this computer, those worth telling first."""
    return sort_out(adapters(), default_sources())


def usable() -> tuple[str, ...]:
    """List the addresses to be found at, the best one first.

    Without any network this is loopback, if even that is up: then the programs on this
    one computer still find each other.
    """
    return reachable(own_addresses())


def reachable_at(binds: Sequence[str]) -> tuple[str, ...]:
    """List the addresses to be found at while listening on these ones only."""
    if not binds or {"", "0.0.0.0", "::"} & {*binds}:
        return usable()
    up = {address.host for address in own_addresses() if address.aside != "down"}
    return tuple(host for host in binds if host in up)


# --- Deciding, on plain data ----------------------------------------------------------


def sort_out(found: Iterable[Adapter], default: Iterable[str] = ()) -> tuple[Own, ...]:
    """Judge every address and put the list in the order of use.

    The way out of this network is the best guess at which one people share, so the
    default route comes first; then the old addresses, which more programs can read.
    """
    routes = set(default)
    own = [
        Own(
            adapter.name,
            host,
            prefix,
            default=host in routes,
            aside=_aside(adapter, host, prefix),
        )
        for adapter in found
        for host, prefix in adapter.addresses
    ]
    own = _prefer(own)
    return tuple(sorted(own, key=lambda a: (bool(a.aside), not a.default, _v6(a))))


def reachable(own: Iterable[Own]) -> tuple[str, ...]:
    """Pick the hosts to be found at out of a list in order."""
    own = tuple(own)
    told = tuple(address.host for address in own if address.aside is None)
    inner = [a.host for a in own if a.aside == "loopback" and not _v6(a)]
    return told or tuple(inner[:1])


def networked(own: Iterable[Own]) -> bool:
    """Whether any address leads out of this computer at all, be it through a tunnel.

    A tunnel has an address of its own making even where it leads nowhere.
    """
    return any(
        one.aside not in ("loopback", "down", "container")
        and not (one.aside == "point-to-point" and _is_link_local(one))
        for one in own
    )


def audible(own: Iterable[Own]) -> tuple[str, ...]:
    """Pick the addresses to listen on: those, and loopback, where some tables stay."""
    own = tuple(own)
    inner = [a.host for a in own if a.aside == "loopback" and not _v6(a)]
    return tuple(dict.fromkeys((*reachable(own), *inner[:1])))


def neighbour(own: Own, last: int) -> str | None:
    """Write the address on the same network that ends in this number."""
    if _v6(own):
        return None
    return str(ip_network(f"{own.host}/24", strict=False)[last])


def _aside(adapter: Adapter, host: str, prefix: int) -> Aside | None:
    address = ip_address(host)
    verdicts: tuple[tuple[Aside, bool], ...] = (
        ("down", not adapter.up),
        ("loopback", address.is_loopback),
        ("container", INNER.match(adapter.name) is not None),
        ("point-to-point", adapter.tunnel or prefix == address.max_prefixlen),
    )
    return next((aside for aside, true in verdicts if true), None)


def _prefer(own: list[Own]) -> list[Own]:
    """Put aside what is only second best on its wire, or on this computer."""
    good = [address for address in own if address.aside is None]
    old = {address.interface for address in good if not _v6(address)}
    better = any(not _is_link_local(address) for address in good)
    return [_second(address, old, better) for address in own]


def _second(address: Own, old: set[str], better: bool) -> Own:
    aside = address.aside
    if aside is None and _v6(address) and address.interface in old:
        aside = "second"
    elif aside is None and better and _is_link_local(address):
        aside = "link-local"
    return msgspec.structs.replace(address, aside=aside)


def _v6(address: Own) -> bool:
    return ":" in address.host


def _is_link_local(address: Own) -> bool:
    return ip_address(address.host).is_link_local


# --- Asking the system ----------------------------------------------------------------


def adapters() -> tuple[Adapter, ...]:
    """Read the interfaces; none if the system does not tell."""
    try:
        stats = psutil.net_if_stats()
        found = psutil.net_if_addrs()
    except (OSError, psutil.Error):
        return ()
    return tuple(
        Adapter(
            name,
            up=name in stats and stats[name].isup,
            tunnel=name in stats and _is_tunnel(name, stats[name].flags),
            addresses=tuple(
                (each.address, _prefix(each.netmask, each.address))
                for each in addresses
                if each.family in (socket.AF_INET, socket.AF_INET6)
            ),
        )
        for name, addresses in found.items()
    )


def default_sources() -> tuple[str, ...]:
    """Read the addresses this computer would use to leave its network."""
    return tuple(filter(None, (_source(*way) for way in ELSEWHERE)))


def _source(family: socket.AddressFamily, elsewhere: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((elsewhere, 9))
            return str(asked.getsockname()[0])
    except OSError:
        return None


def _is_tunnel(name: str, flags: str) -> bool:
    return "pointopoint" in flags.split(",") or TUNNEL.match(name) is not None


def _prefix(netmask: str | None, address: str) -> int:
    kind = IPv6Address if ":" in address else IPv4Address
    return int(kind(netmask)).bit_count() if netmask else kind(0).max_prefixlen - 1
