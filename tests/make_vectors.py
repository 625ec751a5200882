"""Writes `vectors/*.json`: facts on which every implementation of p10net must agree.

    python -m tests.make_vectors --write

Each file says in `about` how its cases are meant. Frames are whole, with their length,
in hex. The tests hold the files against the code, and a program in JavaScript that
shares nothing with it reads the same files.
"""

import copy
import json
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import msgpack
import msgspec

from p10net.engine import shuffle
from p10net.engine.cards import Card, without
from p10net.engine.opening import full_deck
from p10net.engine.rules import OFFICIAL
from p10net.protocol import address, hostkey, txt
from p10net.protocol.codec import HEADER, Frames, for_host, frame, unpack
from p10net.protocol.errors import ProtocolError
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import answer
from p10net.protocol.requests import Chat, Ping, Ready
from p10net.protocol.schema import schema
from tests.messages_table import TO_CLIENT, TO_HOST, Row
from tests.test_codec import ACCEPTED, REFUSED

VECTORS = Path(__file__).parents[1] / "vectors"

Case = dict[str, Any]
Cases = Iterator[Case]


def framed(body: bytes) -> str:
    """Put a length before a body and write both as hex."""
    return (len(body).to_bytes(HEADER, "big") + body).hex()


def packed(value: object) -> bytes:
    """Pack a value as the commonest library does."""
    body: bytes = msgpack.packb(value)
    return body


# --- framing ---------------------------------------------------------------------

PINGS = [frame(Ping(id=1)), frame(Ready(id=2)), frame(Chat(id=3, text="hi"))]
CAP = LIMITS.frame_before_welcome
STREAMS = {
    "one frame": PINGS[0],
    "three frames": b"".join(PINGS),
    "nothing": b"",
    "half a length": PINGS[0][:2],
    "a frame and half a length": PINGS[0] + PINGS[1][:3],
    "a frame and half a body": PINGS[0] + PINGS[2][:9],
    "the longest body": CAP.to_bytes(4, "big") + b"\xc0" * CAP,
    "a length of nothing": PINGS[0] + b"\0\0\0\0" + PINGS[1],
    "one byte too many": (CAP + 1).to_bytes(4, "big"),
    "a length with its high bit set": b"\x80\0\0\x05" + PINGS[1][4:],
    "a little-endian length": b"\x05\0\0\0" + PINGS[0][4:],
}


def framing() -> Cases:
    """Cut streams into bodies."""
    for name, stream in STREAMS.items():
        frames, found = Frames(CAP), []
        frames.feed(stream)
        case: Case = {"name": name, "cap": CAP, "stream": stream.hex()}
        try:
            while (body := frames.take()) is not None:
                found.append(body.hex())
        except ProtocolError as error:
            case["bye"] = error.code.value
        yield {**case, "bodies": found}


# --- the profile -----------------------------------------------------------------


def profile() -> Cases:
    """Accept what is in the profile, refuse what is not."""
    allowed = {
        **ACCEPTED,
        "nil in a map": packed({"a": None, "b": [None, {"c": None}]}),
        "the negative ints of every width": packed({"a": [-1, -32, -33, -129, -32769]}),
        "the ints of every width": packed({"a": [0, 127, 128, 256, 65536]}),
        "texts of every width": packed({"a": ["", "x" * 31, "x" * 32, "x" * 256]}),
        "an array of 256": packed({"a": [1] * 256}),
        "a map of 64": packed({f"k{i}": i for i in range(64)}),
        "a text of 4,096": packed({"a": "x" * 4096}),
    }
    for name, body in allowed.items():
        yield {"name": name, "frame": framed(body), "value": unpack(body)}
    for name, (body, _, at) in REFUSED.items():
        yield {"name": name, "frame": framed(body), "bye": "bad_msgpack", "at": at}


# --- messages --------------------------------------------------------------------

DEFINITIONS = schema()["$defs"]
INDEX = schema()["index"]


def forms(way: str, fields: Case) -> list[str]:
    """Say whether a message says as little as it can, or as much, or both."""
    kind = DEFINITIONS[INDEX[way][fields["t"]].rpartition("/")[2]]
    optional = {
        name
        for name, one in kind["properties"].items()
        if name not in kind["required"] and one.get("enum") != [one.get("default")]
    }
    minimal, full = not optional & fields.keys(), optional <= fields.keys()
    return ["minimal"] * minimal + ["full"] * full


NEW = {"x_new": {"deep": [1, "two"]}}
NEW_EVENT = {"e": "x_sneezed", "seat": 1, "card": "R5"}
NEW_OFFER = {"a": "x_bow", "to": 2}


def with_unknown(value: Any) -> Any:
    """Add what a later release might: a field to each map, events, offers."""
    if isinstance(value, dict):
        return {key: _spiced(key, with_unknown(one)) for key, one in value.items()} | {
            **copy.deepcopy(NEW)
        }
    return [with_unknown(one) for one in value] if isinstance(value, list) else value


def _spiced(key: str, value: Any) -> Any:
    more = {"ev": NEW_EVENT, "can": NEW_OFFER}.get(key)
    return value if more is None else [more, *value, more]


# What a newer host may say, and what a client of this release makes of it.
NEWER: list[tuple[str, Case, Case | None]] = [
    ("a message nobody knows", {"t": "x_confetti", "seq": 3, "much": True}, None),
    (
        "a code and a rule nobody knows",
        {"t": "err", "re": 3, "code": "too_late", "why": "moon", "msg": "No."},
        {"t": "err", "re": 3, "code": "other", "msg": "No."},
    ),
    (
        "a bye nobody knows",
        {"t": "bye", "code": "x_rain", "msg": "It rains."},
        {"t": "bye", "code": "other", "msg": "It rains."},
    ),
    (
        "news nobody knows",
        {"t": "notice", "seq": 3, "what": "x_rain", "seat": 1},
        {"t": "notice", "seq": 3, "what": "other", "seat": 1},
    ),
]


def messages() -> Cases:
    """Write each message barely, fully, and with what a later release may add."""
    for way, rows in (("to_host", TO_HOST), ("to_client", TO_CLIENT)):
        yield from _plain(way, rows)
        yield from _unknown(way, rows)
    for name, sent, read in NEWER:
        head = {"name": name, "direction": "to_client", "forms": ["unknown"]}
        yield {**head, "frame": framed(packed(sent)), "message": sent, "reads_as": read}


def _plain(way: str, rows: list[Row]) -> Cases:
    for message, fields in rows:
        data = frame(message)
        assert unpack(data[HEADER:]) == fields
        yield {
            "name": fields["t"],
            "direction": way,
            "forms": forms(way, fields),
            "frame": data.hex(),
            "message": unpack(data[HEADER:]),
        }


def _unknown(way: str, rows: list[Row]) -> Cases:
    """Spice the longest of each message."""
    longest = {fields["t"]: fields for _, fields in rows}
    for fields in longest.values():
        sent = with_unknown(fields)
        head = {"name": fields["t"], "direction": way, "forms": ["unknown"]}
        body = packed(sent)
        yield {**head, "frame": framed(body), "message": sent, "reads_as": fields}


# --- errors ----------------------------------------------------------------------

HELLO = {"t": "hello", "id": 1, "proto": [1], "name": "Ann", "kind": "bot"}
ACT = {"t": "act", "id": 7, "step": 4}
WRONG: dict[str, Case] = {
    "no such message": {"t": "dance", "id": 3},
    "a message of the host's": {"t": "state", "id": 3},
    "no t": {"id": 3},
    "t is no text": {"t": 5, "id": 3},
    "no id": {"t": "ping"},
    "id 0": {"t": "ping", "id": 0},
    "id is text": {"t": "ping", "id": "3"},
    "hello without a name": {key: HELLO[key] for key in HELLO if key != "name"},
    "hello as a kind nobody knows": {**HELLO, "kind": "cat"},
    "hello without a protocol": {**HELLO, "proto": []},
    "a session of capital letters": {**HELLO, "session": "0123456789ABCDEF" * 2},
    "act without an action": ACT,
    "an action nobody knows": {**ACT, "action": {"a": "sing"}},
    "a card that is none": {**ACT, "action": {"a": "discard", "card": "R13"}},
    "a card in small letters": {**ACT, "action": {"a": "discard", "card": "r5"}},
    "a lay without groups": {**ACT, "action": {"a": "lay"}},
    "a group that is a text": {**ACT, "action": {"a": "lay", "melds": ["R5"]}},
    "an end that is none": {
        **ACT,
        "action": {"a": "hit", "card": "W", "meld": "a", "end": "left"},
    },
    "too many options": {"t": "options", "id": 3, "step": 4, "max": 65},
    "an operation nobody knows": {"t": "admin", "id": 3, "do": {"op": "dance"}},
    "a seat below one": {"t": "admin", "id": 3, "do": {"op": "kick", "seat": 0}},
}


def errors() -> Cases:
    """Say what a host answers to a request that is wrong in itself."""
    for name, fields in WRONG.items():
        body = packed(fields)
        try:
            for_host(body)
        except ProtocolError as error:
            reply = unpack(frame(answer(error))[HEADER:])
            del reply["msg"]
            yield {"name": name, "frame": framed(body), "reply": reply}


# --- shuffle ---------------------------------------------------------------------

GAME, SECRET = bytes(range(16)), b"\xa0" * 32
DEALS: dict[str, tuple[bytes, int, int, bytes, list[tuple[int, bytes]], int]] = {
    "PROTOCOL.md": (GAME, 1, 4, SECRET, [(0, b"\1" * 32), (2, b"\3" * 32)], 108),
    "no shares": (GAME, 1, 2, SECRET, [], 108),
    "six shares": (
        GAME[::-1],
        9,
        6,
        bytes(range(32)),
        [(seat, bytes([seat + 1]) * 32) for seat in range(6)],
        108,
    ),
    "a late round": (b"\xff" * 16, 2**32 - 1, 6, b"\0" * 32, [(5, b"\xff" * 32)], 108),
    "a larger deck": (GAME, 2, 4, SECRET, [(1, b"\2" * 32)], 112),
}


def shuffles() -> Cases:
    """Follow a deal from the secrets to the deck and to a first reshuffle."""
    for name, (game, number, seats, secret, shares, size) in DEALS.items():
        seed = shuffle.round_seed(game, number, seats, secret, shares)
        deck = shuffle.permute(seed, range(size))
        discards = bytes(deck[:40])
        again = shuffle.reshuffle_seed(seed, 1, discards)
        yield {
            "name": name,
            "game": game.hex(),
            "round": number,
            "seats": seats,
            "secret": secret.hex(),
            "shares": [{"seat": seat, "share": share.hex()} for seat, share in shares],
            "commitment": shuffle.commitment(game, number, 0xFF, secret).hex(),
            "commitments": [
                {"seat": s, "commitment": shuffle.commitment(game, number, s, r).hex()}
                for s, r in shares
            ],
            "seed": seed.hex(),
            "deck": list(deck),
            "reshuffle": 1,
            "discards": list(discards),
            "reshuffle_seed": again.hex(),
            "order": list(shuffle.permute(again, list(discards))),
        }


# --- whole deals -----------------------------------------------------------------

FALSE = "5a" * 32


def deal(shares: dict[int, bytes], out: tuple[Card, ...] = ()) -> Case:
    """Write all messages of a fair deal, and the deck that follows."""
    head, table = {"seq": 1, "deal": 2}, {"game": GAME.hex(), "round": 2, "seats": 4}

    def promise(who: int, secret: bytes) -> str:
        return shuffle.commitment(GAME, 2, who, secret).hex()

    given = [{"seat": n, "share": share.hex()} for n, share in shares.items()]
    mixed = [(n - 1, share) for n, share in shares.items()]
    seed = shuffle.round_seed(GAME, 2, 4, SECRET, mixed)
    shown = {"deal": 2, "round": 2, "seats": 4, "secret": SECRET.hex()}
    left_out = {"out": [card.value for card in out]} if out else {}
    case: Case = {
        "open": {"t": "deal_open", **head, **table, "asked": [1, 2, 4], "ms": 3000}
        | {"commit": promise(0xFF, SECRET)},
        "proof": {"t": "deal_proof", "seq": 9, "game": GAME.hex(), "last": True}
        | {"deals": [shown | ({"shares": given} if given else {}) | left_out]},
        "deck": shuffle.permute(seed, without(full_deck(OFFICIAL), out)),
    }
    if shares:
        promises = [{"seat": n, "commit": promise(n - 1, s)} for n, s in shares.items()]
        case["commits"] = {"t": "deal_commits", **head, "commits": promises}
        case["shares"] = {"t": "deal_shares", **head, "shares": given}
    return case


PAIR = {1: b"\1" * 32, 4: b"\4" * 32}
FAIR = {
    "two of three share": deal(PAIR),
    "nobody shares": deal({}),
    "cards lie in save piles": deal(PAIR, (Card.R5, Card.W)),
}
# What a host that cheats changes: the path to a value, and the value.
UNFAIR: dict[str, tuple[tuple[str | int, ...], Any]] = {
    "another secret": (("proof", "deals", 0, "secret"), FALSE),
    "another share shown": (("shares", "shares", 0, "share"), FALSE),
    "another share in the proof": (("proof", "deals", 0, "shares", 1, "share"), FALSE),
    "a promise changed": (("commits", "commits", 1, "commit"), FALSE),
    "a promise of nobody asked": (("commits", "commits", 1, "seat"), 3),
    "the host's promise changed": (("open", "commit"), FALSE),
    "a share lost": (("shares", "shares"), [{"seat": 1, "share": (b"\1" * 32).hex()}]),
}


def deals() -> Cases:
    """Tell of fair deals, and of others that are not."""
    for name, case in FAIR.items():
        yield {"name": name, "fair": True, **case, "deck": [*map(_face, case["deck"])]}
    for name, (path_to, value) in UNFAIR.items():
        case = copy.deepcopy(deal(PAIR))
        del case["deck"]
        spot: Any = case
        for one in path_to[:-1]:
            spot = spot[one]
        spot[path_to[-1]] = value
        yield {"name": name, "fair": False, **case}


def _face(card: Card) -> str:
    return str(card.value)


# --- address code ----------------------------------------------------------------

EDGES = (
    *(str(network[i]) for network in address.RANGES for i in (0, -1)),
    *("192.168.1.34", "10.1.2.3", "172.20.10.2"),
)
SLIPS = ("H00-922", "H00-921:0", "H00-921:65536", "U00-000", "H00", "", "hello!")


def addresses() -> Cases:
    """Write addresses as codes, and read codes as people type them."""
    for host in EDGES:
        yield {"host": host, "port": address.PORT, "code": address.encode(host)}
    yield {"host": "10.0.0.1", "port": 7777, "code": address.encode("10.0.0.1", 7777)}
    for host in ("8.8.8.8", "127.0.0.1", str(IPv4Address("172.32.0.0"))):
        yield {"host": host, "port": address.PORT, "code": address.encode(host)}
    for text in ("h00921", "hoo 92i", "H00-921:4211", *SLIPS):
        place = address.decode(text)
        read = {"host": place.host, "port": place.port} if place else None
        yield {"typed": text, "place": read}


# --- TXT -------------------------------------------------------------------------

RECORD = {
    "txtvers": "1",
    "proto": "1",
    "st": "lobby",
    "pl": "2/6",
    "spec": "1",
    "pw": "0",
    "tls": "0",
    "id": "0f" * 16,
    "rs": "official",
}
RECORDS: dict[str, dict[str, str]] = {
    "plain": RECORD,
    "two protocols": {**RECORD, "proto": "1,2"},
    "a full game with a password": {**RECORD, "st": "playing", "pl": "6/6", "pw": "1"},
    "keys in capitals": {key.upper(): value for key, value in RECORD.items()},
    "a key nobody knows": {**RECORD, "x": "1"},
    "no rules' name": {**RECORD, "rs": ""},
    "another version of the record": {**RECORD, "txtvers": "2"},
    "a state nobody knows": {**RECORD, "st": "paused"},
    "seats without a slash": {**RECORD, "pl": "26"},
    "protocol 0": {**RECORD, "proto": "0"},
    "a flag that is a word": {**RECORD, "pw": "no"},
    "an id with a blank": {**RECORD, "id": "0f 0f"},
    "no id": {key: value for key, value in RECORD.items() if key != "id"},
}


def records() -> Cases:
    """Read TXT records; null for one that is to be passed over."""
    for name, record in RECORDS.items():
        advert = txt.parse({k.encode(): v.encode() for k, v in record.items()})
        read = None if advert is None else msgspec.to_builtins(advert)
        yield {"name": name, "record": record, "advert": read}


# --- host keys -------------------------------------------------------------------

CERTIFICATES = (b"p10net test cert", b"another", b"")


def hostkeys() -> Cases:
    """Show a fingerprint to people; here of no certificate but of a few letters."""
    yield {"list": " ".join(hostkey.WORDS)}
    for certificate in CERTIFICATES:
        fingerprint = sha256(certificate).digest()
        drawn = hostkey.drawn(fingerprint)
        yield {
            "of": certificate.decode(),
            "fingerprint": fingerprint.hex(),
            "key": hostkey.host_key(fingerprint),
            "drawn": drawn.hex(),
            "numbers": hostkey.numbers(drawn),
            "words": hostkey.phrase(fingerprint),
        }


# --- files -----------------------------------------------------------------------

FILES: dict[str, tuple[str, Callable[[], Cases]]] = {
    "framing": (
        "Read `stream`, cut anywhere, with bodies of at most `cap` bytes: `bodies`"
        " come out in order, and where `bye` stands the connection ends with it.",
        framing,
    ),
    "profile": (
        "Read `frame` as one map of the profile: it holds `value`, a nil field left"
        " out; or it is refused with `bye`, at the path `at` where one can be named.",
        profile,
    ),
    "messages": (
        "`frame` holds `message`. A host writes `message` as exactly that `frame`."
        " With `reads_as` it holds what a later release may add: a reader of this one"
        " takes it for `reads_as`, or passes it over where that is null.",
        messages,
    ),
    "errors": ("A host answers `frame` with `reply`, and a `msg`.", errors),
    "shuffle": (
        "Section 13 of PROTOCOL.md: seats from 0, cards by index, `discards` from the"
        " bottom, `order` and `deck` from what is dealt first.",
        shuffles,
    ),
    "deals": (
        "Section 13: all messages of a deal of the official rules. A `fair` one gives"
        " `deck`, first dealt first; in another something does not fit.",
        deals,
    ),
    "address": (
        "`host` and `port` are written as `code`, null for one that has none;"
        " `typed` means `place`, null for no code.",
        addresses,
    ),
    "hostkey": (
        "Section 1: a host's `fingerprint`, the `key` in its links, what scrypt draws"
        " of it, the numbers of four words and the words; first, the `list` of all.",
        hostkeys,
    ),
    "txt": ("A TXT record says `advert`, null for one to be passed over.", records),
}


def written(name: str) -> str:
    """Write one file, a case a line."""
    about, cases = FILES[name]
    lines = ",\n".join(json.dumps(case) for case in cases())
    return f'{{"about": {json.dumps(about)},\n"cases": [\n{lines}\n]}}\n'


def path(name: str) -> Path:
    """Say where a file lies."""
    return VECTORS / f"{name}.json"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for each in FILES:
            path(each).write_text(written(each), "utf-8")
    else:
        sys.exit("usage: python -m tests.make_vectors --write")
