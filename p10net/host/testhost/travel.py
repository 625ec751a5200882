"""How what a host says may look and travel: all of it allowed, little of it usual.

A look turns a message into the maps that are sent for it, as a newer host might write
them; a script writes them as bytes; a cut says in which pieces the bytes go out.
Everything here is within PROTOCOL.md, so a client has to take it.
"""

import copy
import struct
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

import msgpack

from p10net.protocol.codec import HEADER
from p10net.protocol.limits import LIMITS

Map = dict[str, Any]
Look = Callable[[Map], list[Map]]
Pack = Callable[[Map], bytes]

PACED: Final = 6
"""Bytes at the front of a frame after each of which there is a little pause."""
FRONT: Final = 64
"""Bytes of a frame that are sent one by one; the rest of a long one comes at once."""


class Piece(NamedTuple):
    """Bytes sent at once, and whether to wait a moment before the next."""

    data: bytes
    wait: bool = False


Cut = Callable[[list[bytes]], Iterator[Piece]]

# --- cuts ------------------------------------------------------------------------


def usual(frames: list[bytes]) -> Iterator[Piece]:
    """Send all there is in one piece, as a host does."""
    yield Piece(b"".join(frames))


def single(frames: list[bytes]) -> Iterator[Piece]:
    """Send each frame by itself."""
    for frame in frames:
        yield Piece(frame, wait=True)


def bytewise(frames: list[bytes]) -> Iterator[Piece]:
    """Send byte after byte, the first ones slowly."""
    for frame in frames:
        for i in range(min(FRONT, len(frame))):
            yield Piece(frame[i : i + 1], i < PACED)
        if len(frame) > FRONT:
            yield Piece(frame[FRONT:])


def ragged(seed: int) -> Cut:
    """Send pieces that end anywhere, often in the length of the next frame."""
    chance = Random(seed)

    def cut(frames: list[bytes]) -> Iterator[Piece]:
        data = b"".join(frames)
        ends = {chance.randrange(1, len(data) + 1) for _ in frames}
        at = 0
        for frame in frames:
            at += len(frame)
            ends.add(min(at + chance.randrange(1, HEADER), len(data)))
        start = 0
        for end in sorted(ends | {len(data)}):
            yield Piece(data[start:end], wait=True)
            start = end

    return cut


# --- looks -----------------------------------------------------------------------


def plain(message: Map) -> list[Map]:
    """Send the message as it is."""
    return [message]


def chatty(message: Map) -> list[Map]:
    """Say something before and after each message."""
    beat = {"t": "beat", "seq": message.get("seq", 0)}
    said = {"t": "said", "seq": beat["seq"], "text": "Hello there!", "seat": 1}
    between = [beat, said, beat] if message["t"] in ("state", "lobby") else []
    return [*between, message, *between]


NEW_FIELD: Final = {"x_new": {"deep": [1, "two", True]}}
NEW_EVENT: Final = {"e": "x_sneezed", "seat": 1, "card": "R5"}
NEW_OFFER: Final = {"a": "x_bow", "to": 1}
NEW_MESSAGE: Final = {"t": "x_confetti", "seq": 1, "colors": ["red", "gold"]}


def later(message: Map) -> list[Map]:
    """Add what a later release may: fields, events, offers, words, messages."""
    spiced = _spiced("", message)
    assert isinstance(spiced, dict)
    _reword(spiced)
    return [NEW_MESSAGE, spiced, NEW_MESSAGE]


def _spiced(name: str, value: object) -> object:
    if isinstance(value, dict):
        kept = {key: _spiced(key, one) for key, one in value.items()}
        return kept | copy.deepcopy(NEW_FIELD)
    if isinstance(value, list | tuple):
        more = [_NEWS[name]] if name in _NEWS else []
        return [*more, *(_spiced("", one) for one in value), *more]
    return value


_NEWS = {"ev": NEW_EVENT, "can": NEW_OFFER}


def _reword(message: Map) -> None:
    """Put words into open lists that nobody knows yet."""
    if message["t"] == "notice":
        message["what"] = "x_sneezed"
    for holder in (message, message.get("table", {})):
        if isinstance(holder, dict) and "settings" in holder:
            holder["settings"]["away"] = "x_juggle"
            for row in holder["seats"]:
                row["kind"] = "x_alien"


# Fields that may be absent, by where they stand; nil says the same as absent.
_ABSENT = {
    "welcome": ("seat", "watcher"),
    "lobby": ("seat",),
    "state": ("ask",),
    "notice": ("seat", "watcher", "name", "by"),
    "err": ("step", "why", "at"),
    "bye": ("re", "retry", "at", "protos"),
    "view": ("you", "taken", "summary"),
    "you": ("drew",),
    "table": ("paused", "clock", "poll"),
    "ask": ("ms",),
}


def with_nil(message: Map) -> list[Map]:
    """Write nil where a field could be left out, and `t` last."""
    filled = _filled(message["t"], message)
    return [dict(reversed(filled.items()))]


def _filled(name: str, fields: Map) -> Map:
    given = {
        key: _filled(key, one) if isinstance(one, dict) and key in _ABSENT else one
        for key, one in fields.items()
    }
    return {**dict.fromkeys(_ABSENT.get(name, ())), **given}


def largest(message: Map) -> list[Map]:
    """Make each question as long as a frame may be."""
    return [padded(message) if message.get("ask") else message]


def padded(message: Map) -> Map:
    """Add a field nobody knows that fills the longest frame to its last byte."""
    room = LIMITS.frame_to_client - len(packed({**message, "x_pad": []})) - 2
    full, rest = divmod(room, _PAD + 3)
    pad: list[str | int] = ["x" * _PAD] * full
    # What is left takes a text with a head of three bytes, or a few small numbers.
    pad += ["x" * (rest - 3)] if rest >= 3 + 256 else [0] * rest
    return {**message, "x_pad": pad}


_PAD = 4096

# --- bytes -----------------------------------------------------------------------


def packed(message: Map) -> bytes:
    """Write a map as short as can be."""
    body: bytes = msgpack.packb(message)
    return body


def packed_long(value: object) -> bytes:
    """Write a value as long as can be: every length and number in its widest form."""
    match value:
        case None | bool():
            short: bytes = msgpack.packb(value)
            return short
        case int():
            return struct.pack(">Bq", 0xD3, value)
        case str():
            data = value.encode()
            return struct.pack(">BI", 0xDB, len(data)) + data
        case dict():
            parts = [packed_long(one) for pair in value.items() for one in pair]
            return struct.pack(">BI", 0xDF, len(value)) + b"".join(parts)
        case list() | tuple():
            parts = [packed_long(one) for one in value]
            return struct.pack(">BI", 0xDD, len(value)) + b"".join(parts)
        case _:
            raise TypeError(f"no message holds a {type(value).__name__}")


def framed(body: bytes) -> bytes:
    """Put the length before a body."""
    return len(body).to_bytes(HEADER, "big") + body


# --- what a host that cheats says ------------------------------------------------

FALSE: Final = "5a" * 32


def forge(message: Map) -> list[Map]:
    """Put another promise in the place of each."""
    if message["t"] != "deal_commits":
        return [message]
    false = [{**one, "commit": FALSE} for one in message["commits"]]
    return [{**message, "commits": false}]


def false_secret(message: Map) -> list[Map]:
    """Show another secret than was promised."""
    if message["t"] != "deal_proof":
        return [message]
    return [
        {**message, "deals": [{**one, "secret": FALSE} for one in message["deals"]]}
    ]
