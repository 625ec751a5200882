"""Which addresses of a computer are told to others, on the laptops people have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p10net.lan.interfaces import (
    Adapter,
    Own,
    adapters,
    audible,
    neighbour,
    networked,
    own_addresses,
    reachable,
    reachable_at,
    sort_out,
    usable,
)

LO = Adapter("lo", True, False, (("127.0.0.1", 8), ("::1", 128)))
WIFI = Adapter("wlan0", True, False, (("192.168.1.34", 24), ("fe80::1%wlan0", 64)))
CABLE = Adapter("eth0", True, False, (("10.0.0.5", 8),))
DOCKER = Adapter("docker0", True, False, (("172.17.0.1", 16),))
BRIDGE = Adapter("br-3fa1", True, False, (("172.18.0.1", 16),))
LIBVIRT = Adapter("virbr0", True, False, (("192.168.122.1", 24),))
VIRTUALBOX = Adapter("vboxnet0", True, False, (("192.168.56.1", 24),))
VPN = Adapter("tun0", True, True, (("10.8.0.6", 24), ("fe80::9%tun0", 64)))
TAILSCALE = Adapter("ts", True, False, (("100.101.102.103", 32),))
UNPLUGGED = Adapter("eth0", False, False, (("10.0.0.5", 8),))
NO_LEASE = Adapter("eth0", True, False, (("169.254.7.7", 16), ("fe80::2%eth0", 64)))
ONLY_V6 = Adapter("eth0", True, False, (("fe80::2%eth0", 64),))
GLOBAL_V6 = Adapter("eth0", True, False, (("fd00::2", 64), ("fe80::2%eth0", 64)))

LAPTOPS = [
    # what it is, interfaces, default routes, what is told in which order
    ("on a Wi-Fi", (LO, WIFI), {"192.168.1.34"}, ["192.168.1.34"]),
    ("with containers", (LO, DOCKER, BRIDGE, LIBVIRT, WIFI), (), ["192.168.1.34"]),
    (
        "with two networks",
        (LO, CABLE, WIFI),
        {"192.168.1.34"},
        ["192.168.1.34", "10.0.0.5"],
    ),
    (
        "with two networks, the other way out",
        (LO, WIFI, CABLE),
        {"10.0.0.5"},
        ["10.0.0.5", "192.168.1.34"],
    ),
    (
        "with VirtualBox",
        (LO, VIRTUALBOX, WIFI),
        {"192.168.1.34"},
        ["192.168.1.34", "192.168.56.1"],
    ),
    ("with a VPN", (LO, VPN, WIFI), {"10.8.0.6"}, ["192.168.1.34"]),
    ("with Tailscale", (LO, TAILSCALE, WIFI), (), ["192.168.1.34"]),
    ("with a cable that is out", (LO, UNPLUGGED, WIFI), (), ["192.168.1.34"]),
    ("without a lease", (LO, NO_LEASE), (), ["169.254.7.7"]),
    ("without a lease on one wire", (LO, NO_LEASE, WIFI), (), ["192.168.1.34"]),
    ("with IPv6 alone", (LO, ONLY_V6), (), ["fe80::2%eth0"]),
    ("with a good IPv6", (LO, GLOBAL_V6), (), ["fd00::2"]),
    ("with IPv6 on one wire", (LO, GLOBAL_V6, WIFI), (), ["192.168.1.34", "fd00::2"]),
    ("without a network", (LO, UNPLUGGED), (), ["127.0.0.1"]),
    ("with nothing up", (Adapter("lo", False, False, LO.addresses),), (), []),
    ("with nothing at all", (), (), []),
]


@pytest.mark.parametrize(
    ("found", "default", "told"),
    [row[1:] for row in LAPTOPS],
    ids=[row[0] for row in LAPTOPS],
)
def test_a_laptop_tells_what_can_be_reached(
    found: tuple[Adapter, ...], default: tuple[str, ...], told: list[str]
) -> None:
    """U27: A friend is given an address that works, the likeliest one first."""
    own = sort_out(found, default)

    assert list(reachable(own)) == told
    assert len(own) == sum(len(adapter.addresses) for adapter in found)


BARE_TUNNEL = Adapter("utun0", True, True, (("fe80::7%utun0", 64),))
NETWORKED = [
    # what is up, whether anybody else could be reached from there
    ((LO, WIFI), True),
    ((LO, NO_LEASE), True),
    ((LO, TAILSCALE), True),
    ((LO, VPN), True),
    ((LO, BARE_TUNNEL), False),
    ((LO, DOCKER, BRIDGE, LIBVIRT), False),
    ((LO, UNPLUGGED), False),
    ((), False),
]


@pytest.mark.parametrize(("found", "any_way"), NETWORKED)
def test_a_computer_without_any_way_out_knows_it(
    found: tuple[Adapter, ...], any_way: bool
) -> None:
    """What lies inside it alone, or leads nowhere, is no network."""
    assert networked(sort_out(found)) is any_way


def test_what_is_put_aside_says_why() -> None:
    """Whoever wonders about an address can be shown the reason."""
    found = (LO, DOCKER, VPN, UNPLUGGED, NO_LEASE, WIFI)
    aside = {own.host: own.aside for own in sort_out(found, {"10.8.0.6"})}

    assert aside == {
        "127.0.0.1": "loopback",
        "::1": "loopback",
        "172.17.0.1": "container",
        "10.8.0.6": "point-to-point",
        "fe80::9%tun0": "point-to-point",
        "10.0.0.5": "down",
        "169.254.7.7": "link-local",
        "fe80::2%eth0": "second",
        "192.168.1.34": None,
        "fe80::1%wlan0": "second",
    }


def test_a_listener_hears_its_own_computer_too() -> None:
    """Tables that only speak on loopback are found from there."""
    assert audible(sort_out((LO, WIFI))) == ("192.168.1.34", "127.0.0.1")
    assert audible(sort_out((LO,))) == ("127.0.0.1",)


@pytest.mark.parametrize(
    ("host", "last", "there"),
    [
        ("192.168.1.77", 34, "192.168.1.34"),
        ("10.20.30.40", 254, "10.20.30.254"),
        ("fe80::1%wlan0", 34, None),
    ],
)
def test_a_neighbour_is_named_by_the_last_number(
    host: str, last: int, there: str | None
) -> None:
    """`join 34` means the 34 next to us."""
    assert neighbour(Own("wlan0", host, 24, default=True), last) == there


@given(
    st.lists(
        st.builds(
            Adapter,
            st.text(max_size=9),
            st.booleans(),
            st.booleans(),
            st.lists(
                st.tuples(st.ip_addresses().map(str), st.integers(0, 32)),
                max_size=3,
            ).map(tuple),
        ),
        max_size=4,
    )
)
def test_any_computer_is_sorted_out(found: list[Adapter]) -> None:
    """No address is lost, and what is told is never put aside for a better one."""
    own = sort_out(found)

    assert len(own) == sum(len(adapter.addresses) for adapter in found)
    good = [each.host for each in own if each.aside is None]
    assert good == [each.host for each in own[: len(good)]]
    assert not good or list(reachable(own)) == good


def test_this_computer_can_be_read() -> None:
    """The system's own lists are understood, loopback at least."""
    assert any(host == "127.0.0.1" for a in adapters() for host, _ in a.addresses)
    assert {own.host for own in own_addresses() if own.aside == "loopback"}
    assert usable()


def test_a_table_that_is_bound_is_told_where_it_listens() -> None:
    """An address that is not listened on is of no use to anybody."""
    assert reachable_at([]) == reachable_at(["0.0.0.0"]) == usable()
    assert reachable_at(["127.0.0.1"]) == ("127.0.0.1",)
    assert reachable_at(["192.0.2.77"]) == ()
