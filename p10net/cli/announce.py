"""What a host prints: one line when the table opens, and how each game ended.

For people in sentences, for programs as JSON, one object a line. The keys of the JSON
are promised to scripts; more may come, none goes.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from p10net.client.words.cards import listed, plural
from p10net.client.words.dice import in_circuits
from p10net.host.table import Result, SeatResult
from p10net.protocol.address import Place, encode, link


class Listening(Struct, frozen=True, tag_field="event", tag="listening"):
    """A table is open: its name and id, its port, and where it can be reached.

    `links` carry the key that proves the host; `phrase` is the same for the ear.
    """

    table: str
    id: str
    port: int
    addresses: tuple[str, ...]
    code: str | None
    links: tuple[str, ...] = ()
    phrase: str | None = None


class GameOver(Struct, frozen=True, tag_field="event", tag="game_over"):
    """A game ended; `winner` is the seat that won alone, `game` cards or dice."""

    winner: int | None
    winners: tuple[int, ...]
    rounds: int
    rules: str
    seats: tuple[SeatResult, ...]
    game: str


def listening(
    name: str,
    id: str,
    port: int,
    hosts: Sequence[str],
    key: str | None = None,
    phrase: str | None = None,
) -> Listening:
    """Describe a table that has just opened."""
    places = [Place(host, port) for host in hosts]
    code = encode(hosts[0], port) if hosts else None
    links = tuple(link(place, key) for place in places if key)
    return Listening(name, id, port, tuple(map(str, places)), code, links, phrase)


def game_over(result: Result) -> GameOver:
    """Describe how a game ended."""
    alone = result.winners[0] if len(result.winners) == 1 else None
    told = msgspec.structs.asdict(result)
    return GameOver(winner=alone, **told)


def line(told: Listening | GameOver) -> str:
    """Write it for a program."""
    return msgspec.json.encode(told).decode()


def opened(told: Listening) -> str:
    """Say to a person that the table is open, and how the others come to it."""
    ways = [way for way in (told.code, *told.addresses[:1]) if way]
    if not ways:
        return f"{told.table} is open on port {told.port}, but no network is up."
    either = " or ".join(f"p10net join {way}" for way in ways)
    sure = proof(told.links, told.phrase)
    lines = [f"{told.table} is open: {either}.", *elsewhere(told.addresses), *sure]
    return "\n".join(lines)


def elsewhere(addresses: Sequence[str]) -> tuple[str, ...]:
    """Say what others write, where an address names an interface of this computer.

    It is so where there is no better one: a cable without a router.
    """
    named = _INTERFACE.search(addresses[0]) if addresses else None
    if named is None:
        return ()
    return (
        f"In place of {named[0]} others write the name of their own interface.",
        "Their `p10net host --where` lists it.",
    )


_INTERFACE = re.compile(r"(?<=%)[^]]+")
"""What a link-local address says of the network it is on, each computer in its way."""


Way = tuple[tuple[str, ...], str | None]
"""The addresses of a table, and why they are announced to nobody, if they are not."""

NO_WAY = (
    "No network is up on this computer any more: turn on the Wi-Fi or plug in the"
    " cable, and everybody comes back by themselves."
)
UP_AGAIN = "The network is up again."
MOVED = "This computer has another address now: newcomers type p10net join {}."
UNSEEN = "Nobody sees this table in a list now ({}): they can type p10net join {}."


def way(last: Sequence[str], before: Way, now: Way, port: int) -> str:
    """Say what has changed about the way to a table, or nothing.

    `last` are the addresses that it had when it last had any.
    """
    (hosts, off), (were, why) = now, before
    code, address = door(hosts, port)
    if not hosts:
        return NO_WAY if were else ""
    if hosts[0] != (last[0] if last else ""):
        return MOVED.format(code or address)
    if off and off != why:
        return UNSEEN.format(off, code or address)
    return UP_AGAIN if not were or (why and not off) else ""


def door(hosts: Sequence[str], port: int) -> tuple[str, str]:
    """Give the code and the address that others type, or twice nothing."""
    if not hosts:
        return "", ""
    return encode(hosts[0], port) or "", str(Place(hosts[0], port))


def relinked(told: Listening, hosts: Sequence[str]) -> str:
    """Write what others type to be sure of a host that has another address now."""
    if not told.links or not hosts:
        return ""
    key = told.links[0].partition("#")[2].replace("-", "")
    return f"p10net join {link(Place(hosts[0], told.port), key)}"


ASKS: Mapping[str, str] = {
    "Darwin": "macOS may ask whether Python may accept connections: allow it.",
    "Windows": (
        "Windows may ask whether Python may be reached: choose private networks."
    ),
}
"""Systems that ask before anybody can be let in, and what to answer them."""


def permission(system: str) -> tuple[str, ...]:
    """Say what the system may ask now, perhaps behind this window."""
    return (ASKS[system],) if system in ASKS else ()


def unreached(port: int, code: str | None) -> str:
    """Say that somebody looks for tables and cannot get here, and what to do."""
    door = f"let Python through this computer's firewall (TCP port {port})"
    told = f", or tell them {code}" if code else ""
    return f"Somebody looks for tables, but nobody gets through to here: {door}{told}."


def proof(links: Sequence[str], phrase: str | None) -> tuple[str, ...]:
    """Say how guests can make sure that it is this host they play with."""
    if not links or phrase is None:
        return ()
    return (
        "Sure to be this host, in one line to copy:",
        f"p10net join {links[0]}",
        f'Guests who are here for the first time see the words "{phrase}".',
    )


def beside(told: Listening, system: str) -> tuple[str, ...]:
    """Say what a host who plays reads below the line for friends."""
    sure = proof(told.links, told.phrase)
    return (*permission(system), *elsewhere(told.addresses), *sure)


def ended(told: GameOver) -> str:
    """Say to a person who won, and what everybody has."""
    names = {row.seat: row.name for row in told.seats}
    rounds = in_circuits(plural(told.rounds, "round", "rounds"), told.game == "dice")
    winners = [names[seat] for seat in told.winners]
    wins = "wins" if len(winners) == 1 else "win together"
    who = f"{listed(winners)} {wins}" if winners else "Nobody wins"
    rows = [
        f"  {row.name}: {plural(row.phases, 'phase', 'phases')},"
        f" {plural(row.score, 'point', 'points')}"
        for row in told.seats
    ]
    return "\n".join([f"{who} after {rounds}.", *rows])
