"""How people name a table to each other: a code, an address, a number, a name.

When discovery is blocked somebody reads the host's address aloud, so it is written as
six letters with a check letter: `H00-921` is 192.168.1.34. Whatever a person may type
after `join` is read here, in one fixed order, and text is all this module knows: it
cannot tell whether anybody listens at the place it names.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address
from typing import Final

import msgspec

from p10net.protocol.clean import clean

PORT: Final = 4210
"""The port of a table that has not been given another; codes leave it out."""

# The order is part of the code: addresses are numbered through these ranges.
RANGES: Final = tuple(
    IPv4Network(text)
    for text in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
    )
)
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MODULUS: Final = 31
DIGITS: Final = 5
SCHEME: Final = "p10net://"
KEY_LENGTH: Final = 16

# What is meant by a letter that only looks like another one.
_MEANT = str.maketrans("ILO", "110")
_PORT = re.compile(r"([^:\s]+|\[[^\]\s]+\]):([0-9]{1,6})")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")
_CODE = re.compile(r"[0-9A-Z]{3}[- ][0-9A-Z]{3}", re.IGNORECASE)
# People write these for a computer, never for a table.
_DOTTED = re.compile(r"[0-9]+(?:\.[0-9]+){3}")
_COLONS = re.compile(r"\[?[0-9A-Fa-f:.]*::[^\s\]]*\]?|\[[^\s\]]*\]")
_SCOPED = re.compile(r"[0-9A-Fa-f:.]+%[^\s]*")
NO_ADDRESS = "{} is no address: it has four numbers from 0 to 255, as in 192.168.1.34."
NO_COLONS = (
    "{} is no address: such a one is written fe80::1%eth0, and with a port"
    " [fe80::1%eth0]:4210."
)
NO_INTERFACE = (
    "{0} needs the network interface it is on, as in {0}%eth0: `p10net host --where`"
    " lists those of this computer."
)
ONE_INTERFACE = "{} is on no one interface: leave %{} out."
_NUMBERED = (_DOTTED, _COLONS, _SCOPED)
"""Looks of an address of numbers, whether or not it is one."""
_LOCAL = re.compile(r"(?:localhost|[A-Za-z0-9-]+\.local)\.?", re.IGNORECASE)


class TargetError(ValueError):
    """What was typed means a place but cannot be read as one; the text says why."""


class Place(msgspec.Struct, frozen=True, order=True):
    """An address or host name, and a port."""

    host: str
    port: int = PORT

    def __str__(self) -> str:
        """Write it as it can be typed again."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


class At(msgspec.Struct, frozen=True, tag=True):
    """The table at one place.

    `key` is the host key that a link carried. `name` is set where six letters could as
    well be the name of a table, to be tried if nobody answers at the place.
    """

    place: Place
    key: str | None = None
    name: str | None = None


class Number(msgspec.Struct, frozen=True, tag=True):
    """The table on this network whose address ends in this number."""

    last: int
    port: int = PORT


class Named(msgspec.Struct, frozen=True, tag=True):
    """The table of this name; `slip` if it reads like a code with one letter wrong."""

    name: str
    slip: bool = False


Target = At | Number | Named


# --- The six letters ------------------------------------------------------------------


def encode(host: str, port: int = PORT) -> str | None:
    """Write an address as its code; None if it is outside the ranges.

    >>> encode("192.168.1.34")
    'H00-921'
    >>> encode("192.168.1.34", 7777)
    'H00-921:7777'
    """
    index = _index(host)
    if index is None:
        return None
    values = [index // 32**power % 32 for power in reversed(range(DIGITS))]
    text = "".join(LETTERS[value] for value in (*values, _check(values)))
    return f"{text[:3]}-{text[3:]}" + ("" if port == PORT else f":{port}")


def decode(text: str) -> Place | None:
    """Read a code; None if it is none, or if its check letter is wrong.

    >>> decode("hoo 92i:7777")
    Place(host='192.168.1.34', port=7777)
    """
    code, colon, port = text.partition(":")
    *values, check = _values(code) or [0]
    if len(values) != DIGITS or check != _check(values):
        return None
    host = _address(functools.reduce(lambda index, value: index * 32 + value, values))
    if host is None or (colon and not _is_port(port)):
        return None
    return Place(host, int(port) if colon else PORT)


def _check(values: list[int]) -> int:
    return sum(k * value for k, value in enumerate(values, 1)) % MODULUS


def _values(text: str) -> list[int] | None:
    letters = fold(text).upper().translate(_MEANT)
    values = [LETTERS.find(letter) for letter in letters]
    return None if -1 in values else values


def _index(host: str) -> int | None:
    try:
        address = IPv4Address(host)
    except AddressValueError:
        return None
    before = 0
    for network in RANGES:
        if address in network:
            return before + int(address) - int(network.network_address)
        before += network.num_addresses
    return None


def _address(index: int) -> str | None:
    for network in RANGES:
        if index < network.num_addresses:
            return str(network[index])
        index -= network.num_addresses
    return None


# --- Links ----------------------------------------------------------------------------


def link(place: Place, key: str | None = None) -> str:
    """Write the form that carries a place and the host key that proves who is there.

    >>> link(Place("192.168.1.34"), "H1NJSXTT4NW2S3V8")
    'p10net://192.168.1.34:4210/#H1NJ-SXTT-4NW2-S3V8'
    """
    groups = re.findall("....", key or "")
    return f"{SCHEME}{place}/" + (f"#{'-'.join(groups)}" if groups else "")


def _linked(text: str) -> At:
    front, _, back = text[len(SCHEME) :].partition("#")
    place = _placed(front.rstrip("/"))
    values = _values(back)
    if place is not None and (_DOTTED.fullmatch(place.host) or ":" in place.host):
        numbered(place.host)
    if place is None or values is None or len(values) not in (0, KEY_LENGTH):
        raise TargetError(
            "This link is not whole: copy it again from the host's screen."
        )
    return At(place, "".join(LETTERS[value] for value in values) or None)


def _placed(text: str) -> Place | None:
    parts = _PORT.fullmatch(text)
    host, port = parts.groups() if parts else (text, str(PORT))
    host = host.strip("[]")
    return Place(host, int(port)) if _is_port(port) and _is_host(host) else None


# --- What a person typed --------------------------------------------------------------


def parse_target(text: str) -> Target:
    """Read what stands after `join`, `watch` or `bot`.

    >>> parse_target("192.168.1.34:7777")
    At(place=Place(host='192.168.1.34', port=7777), key=None, name=None)
    >>> parse_target("34")
    Number(last=34, port=4210)
    >>> parse_target("Ann's table")
    Named(name="Ann's table", slip=False)
    """
    text = text.strip()
    if not text:
        raise TargetError("Say which table: its code, its address or its name.")
    if text.lower().startswith(SCHEME):
        return _linked(text)
    if (parts := _PORT.fullmatch(text)) is not None:
        return _with_port(parts[1].strip("[]") or parts[1], parts[2])
    if (place := decode(text)) is not None:
        return At(place, name=text if text.isalnum() else None)
    if any(form.fullmatch(text) for form in _NUMBERED) or _is_address(text):
        return At(Place(numbered(text.strip("[]") or text)))
    if _LOCAL.fullmatch(text):
        return At(Place(text.rstrip(".")))
    if _is_last(text):
        return Number(int(text))
    return Named(text, slip=_CODE.fullmatch(text) is not None)


def _with_port(host: str, port: str) -> Target:
    if not _is_port(port):
        raise TargetError(f"There is no port {port}: ports go from 1 to 65535.")
    if (place := decode(host)) is not None:
        return At(Place(place.host, int(port)))
    if _is_last(host):
        return Number(int(host), int(port))
    if any(form.fullmatch(host) for form in _NUMBERED) or _is_address(host):
        return At(Place(numbered(host), int(port)))
    if not _is_host(host):
        shown = clean(host)[:80]
        raise TargetError(f"{shown} is no address and no name of a computer.")
    return At(Place(host, int(port)))


def numbered(host: str) -> str:
    """Give an address of numbers back; raises TargetError if it cannot be used.

    The same link-local address may be there on each network of a computer, so one
    needs to know which is meant; no other address does.
    """
    address, percent, scope = host.partition("%")
    if not _is_address(address) or "%" in scope:
        form = NO_COLONS if set(address) & {*":[]"} else NO_ADDRESS
        raise TargetError(form.format(clean(host)[:80]))
    here = ":" in address and IPv6Address(address).is_link_local
    if here and not scope:
        raise TargetError(NO_INTERFACE.format(address))
    if percent and not here:
        raise TargetError(ONE_INTERFACE.format(address, clean(scope)[:40]))
    return host


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text) < 65536


def _is_last(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text) < 255


def _is_host(text: str) -> bool:
    return _is_address(text) or _HOST.fullmatch(text) is not None


def _is_address(text: str) -> bool:
    kind = IPv6Address if ":" in text else IPv4Address
    try:
        kind(text.strip("[]"))
    except AddressValueError:
        return False
    return True


# --- Names ----------------------------------------------------------------------------


def fold(name: str) -> str:
    """Bring a name into the form in which two spellings of it are the same.

    >>> fold("Ann's  Table") == fold("ann's-table")
    True
    """
    letters = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in letters if not c.isspace() and not _is_hyphen(c))


def _is_hyphen(letter: str) -> bool:
    return unicodedata.category(letter) == "Pd"
