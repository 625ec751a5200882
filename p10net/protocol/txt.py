"""What a table says about itself to the whole network, in the TXT record of its advert.

Anybody on the network can write such a record, so what is read here is a hint and
never a promise: it says which places are worth asking, and the answer of the host
itself is what counts. So it names no player, and a record that makes no sense is
simply no record. How the bytes reach the network is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, get_args

import msgspec

SERVICE: Final = "_p10net._tcp.local."
VERSION: Final = "1"

State = Literal["lobby", "playing", "over"]

# Every key with the shape of its value. Together they stay under 200 bytes, so that a
# whole advert fits into one small packet; a key has at most nine letters.
SHAPES: Final[dict[str, str]] = {
    "txtvers": VERSION,
    "proto": r"[1-9]\d{0,2}(,[1-9]\d{0,2}){0,7}",
    "st": "|".join(get_args(State)),
    "pl": r"\d{1,2}/\d{1,2}",
    "spec": "[01]",
    "pw": "[01]",
    "tls": "[01]",
    "id": r"[\w-]{1,64}",
    "rs": r"[\w.-]{0,40}",
}
LONGEST_RULES: Final = 40

_SHAPES = {key.encode(): re.compile(shape.encode()) for key, shape in SHAPES.items()}


class Advert(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a table that anybody nearby may know; no player is named."""

    protos: tuple[int, ...]
    state: State
    taken: int
    seats: int
    watch: bool = True
    password: bool = False
    tls: bool = False
    id: str
    rules: str


def build(advert: Advert) -> dict[str, str]:
    """Write the record of a table.

    The name of its rules is a help for the eye, so what does not fit is cut off. Any
    other fact that could not be read back is a mistake of ours and a `ValueError`.
    """
    advert = msgspec.structs.replace(
        advert, rules=re.sub(r"[^A-Za-z0-9_.-]+", "-", advert.rules)[:LONGEST_RULES]
    )
    flags = (advert.watch, advert.password, advert.tls)
    values = (
        VERSION,
        ",".join(map(str, advert.protos)),
        advert.state,
        f"{advert.taken}/{advert.seats}",
        *(str(int(flag)) for flag in flags),
        advert.id,
        advert.rules,
    )
    record = dict(zip(SHAPES, values, strict=True))
    if parse({key.encode(): value.encode() for key, value in record.items()}) != advert:
        raise ValueError(f"no record can say {advert}")
    return record


def parse(record: Mapping[bytes, bytes | None]) -> Advert | None:
    """Read a record that somebody sent; None for one that makes no sense.

    Keys that a later p10net may add are passed over.
    """
    given = {key.lower(): value or b"" for key, value in record.items()}
    text = {
        key.decode(): given[key].decode()
        for key, shape in _SHAPES.items()
        if key in given and shape.fullmatch(given[key])
    }
    return _advert(text) if len(text) == len(SHAPES) else None


def _advert(text: Mapping[str, str]) -> Advert:
    taken, seats = map(int, text["pl"].split("/"))
    return msgspec.convert(
        {
            "protos": [int(proto) for proto in text["proto"].split(",")],
            "state": text["st"],
            "taken": taken,
            "seats": seats,
            "watch": text["spec"] == "1",
            "password": text["pw"] == "1",
            "tls": text["tls"] == "1",
            "id": text["id"],
            "rules": text["rs"],
        },
        Advert,
    )
