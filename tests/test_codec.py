"""Bytes to messages and back: any cut, any bytes, and every rule of the profile."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p10net.engine.moves import Draw
from p10net.protocol.codec import (
    HEADER,
    STRANGER,
    Frames,
    for_client,
    for_host,
    frame,
    opening,
    unpack,
)
from p10net.protocol.errors import ByeCode, ErrCode, ProtocolError
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import Bye, Err, Pong, State, answer
from p10net.protocol.requests import Chat, Hello, Ping, Ready, Sit
from tests.messages_table import MESSAGES, REQUESTS, SENT, TO_CLIENT

CAP = LIMITS.frame_to_host


def packed(**fields: object) -> bytes:
    """Pack a map as a stranger's library would."""
    body: bytes = msgpack.packb(fields)
    return body


def bodies(frames: Frames) -> Iterator[bytes]:
    """Take out all bodies that are whole."""
    while (body := frames.take()) is not None:
        yield body


# --- frames ----------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(REQUESTS), max_size=5), st.data())
def test_any_cut_of_the_stream_gives_the_same_messages(
    requests: list[Hello], data: st.DataObject
) -> None:
    """However the network cuts the bytes, the same messages come out in order."""
    stream = b"".join(map(frame, requests))
    frames, out, rest = Frames(CAP), [], stream
    while rest:
        size = data.draw(st.integers(1, len(rest)))
        frames.feed(rest[:size])
        rest = rest[size:]
        out += [for_host(body) for body in bodies(frames)]

    assert out == requests
    assert not frames.begun


def test_byte_by_byte_is_one_more_cut() -> None:
    """One byte at a time gives the message with the last byte and not before."""
    stream = frame(Ping(id=7))
    frames = Frames(CAP)
    for i, byte in enumerate(stream, 1):
        assert frames.begun is (i > 1)
        frames.feed(bytes([byte]))
        body = frames.take()
        assert (body is not None) is (i == len(stream))

    assert for_host(stream[HEADER:]) == Ping(id=7)


@pytest.mark.parametrize("length", [0, CAP + 1, 2**31, 2**32 - 1])
def test_a_bad_length_is_refused_before_the_body_comes(length: int) -> None:
    """Four bytes are enough to refuse, and nothing after them is taken for a frame."""
    frames = Frames(CAP)
    frames.feed(frame(Ping(id=1)) + length.to_bytes(4, "big") + frame(Ping(id=2)))

    assert frames.take() is not None
    for _ in range(2):
        with pytest.raises(ProtocolError) as caught:
            frames.take()
        assert caught.value.code is ByeCode.FRAME_SIZE
        assert str(length) in caught.value.msg


def test_the_cap_may_rise_between_two_frames() -> None:
    """A welcomed client may send longer frames than a stranger."""
    body = packed(t="chat", id=1, text="x" * 4000, more="y" * 4000)
    frames = Frames(LIMITS.frame_before_welcome)
    frames.feed(frame(Ping(id=1)) + len(body).to_bytes(4, "big") + body)

    assert frames.take() is not None
    frames.cap = LIMITS.frame_to_host
    assert frames.take() == body


@pytest.mark.parametrize(
    ("first", "said"),
    [(0x00, "plain"), (0x16, "tls"), (ord("G"), "stranger"), (0xFF, "stranger")],
)
def test_the_first_byte_tells_what_is_spoken(first: int, said: str) -> None:
    """A web browser is told where it is; TLS and plain frames differ at once."""
    assert opening(first) == said


def test_a_stranger_gets_one_line_of_plain_text() -> None:
    """Somebody who pokes at the port can read what it is."""
    assert STRANGER.isascii()
    assert STRANGER.count(b"\n") == 1
    assert b"PROTOCOL.md" in STRANGER


# --- the profile -----------------------------------------------------------------


def nested(depth: int, *, arrays: bool) -> bytes:
    """A map that holds maps or arrays, so deep in all."""
    inner: object = 1
    for _ in range(depth - 1):
        inner = [inner] if arrays else {"a": inner}
    return packed(a=inner)


REFUSED = {
    "nothing": (b"", "ends before", None),
    "cut off": (packed(t="ping", id=1)[:-1], "ends before", None),
    "bytes after it": (packed(t="ping", id=1) + b"\0", "More bytes follow", None),
    "an array": (msgpack.packb([1]), "something else", None),
    "an int": (b"\x01", "something else", None),
    "nil": (b"\xc0", "something else", None),
    "the byte that means nothing": (b"\x81\xa1a\xc1", "the byte c1", None),
    "the byte that means nothing, alone": (b"\xc1", "the byte c1", None),
    "the byte that means nothing, as key": (b"\x81\xc1\x02", "byte c1", None),
    "a float": (packed(a=[0, 1.5]), "Floats", "$.a[1]"),
    "a 32-bit float": (b"\x81\xa1a\xca\0\0\0\0", "Floats", "$.a"),
    "infinity": (packed(a=float("inf")), "Floats", "$.a"),
    "not a number": (packed(a=float("nan")), "Floats", "$.a"),
    "bin": (packed(a=b"x"), "pack text as str", None),
    "empty bin": (b"\x81\xa1a\xc4\0", "bin and ext", "$.a"),
    "empty bin, 16 bits": (b"\x81\xa1a\xc5\0\0", "bin and ext", "$.a"),
    "ext": (packed(a=msgpack.ExtType(5, b"x")), "It holds an ext", None),
    "empty ext": (b"\x81\xa1a\xc7\0\x05", "bin and ext", "$.a"),
    "ext 0 of undefined": (b"\x81\xa1a\xd4\0\0", "It holds an ext", None),
    "a timestamp": (b"\x81\xa1a\xd6\xff\0\0\0\0", "It holds an ext", None),
    "an int of 32 bits": (packed(a={"b": 2**31}), "31 bits", "$.a.b"),
    "a very negative int": (packed(a=-(2**31)), "31 bits", "$.a"),
    "an int of 64 bits": (packed(a=2**64 - 1), "31 bits", "$.a"),
    "NUL in a text": (packed(a="x\0y"), "holds NUL", "$.a"),
    "NUL in a key": (packed(**{"x\0": 1}), "key is not text", None),
    "not UTF-8": (b"\x81\xa1a\xa1\xff", "not UTF-8", None),
    "a surrogate": (b"\x81\xa1a\xa3\xed\xa0\x80", "not UTF-8", None),
    "an int as key": (b"\x81\x01\x02", "A key is not text", None),
    "nil as key": (b"\x81\xc0\x02", "A key is not text", None),
    "empty bin as key": (b"\x81\xc4\0\x02", "key is not text", None),
    "a key twice": (b"\x82\xa1a\x01\xa1a\x02", "same key twice", None),
    "a key twice, deep": (b"\x81\xa1b\x82\xa1a\xc0\xa1a\x02", "same key twice", None),
    "nine maps deep": (nested(9, arrays=False), "too deep", "$.a.a.a.a.a.a.a.a"),
    "nine arrays deep": (
        nested(9, arrays=True),
        "too deep",
        "$.a[0][0][0][0][0][0][0]",
    ),
    "two thousand deep": (b"\x91" * 2000, "too deep", None),
    "a long array": (
        b"\x81\xa1a" + msgpack.packb([1] * 257),
        "more than 256 items",
        None,
    ),
    "an array of lies": (b"\x81\xa1a\xdd\xff\xff\xff\xff", "more than 256 items", None),
    "a wide map": (
        packed(**{f"k{i}": i for i in range(65)}),
        "more than 64 fields",
        None,
    ),
    "a map of lies": (b"\xdf\xff\xff\xff\xff", "more than 64 fields", None),
    "a long text": (packed(a="x" * 4097), "more than 4,096 bytes", None),
    "a stranger's key in the path": (packed(**{"\x1b[2J": 1.5}), "Floats", "$.?"),
    "an endless key in the path": (packed(**{"k" * 33: 1.5}), "Floats", "$.?"),
    "an HTTP request": (b"GET / HTTP/1.1\r\n\r\n", "More bytes follow", None),
}


@pytest.mark.parametrize(("body", "words", "at"), REFUSED.values(), ids=list(REFUSED))
@pytest.mark.parametrize("read", [for_host, for_client])
def test_what_the_profile_forbids_ends_the_connection(
    read: Callable[[bytes], object], body: bytes, words: str, at: str | None
) -> None:
    """Each kind of value outside the profile is refused with words and a path."""
    with pytest.raises(ProtocolError) as caught:
        read(body)

    error = caught.value
    assert error.code is ByeCode.BAD_MSGPACK
    assert words in error.msg
    assert error.at == at
    assert answer(error) == Bye(code=error.code, msg=error.msg, at=at)


ACCEPTED = {
    "eight maps deep": nested(8, arrays=False),
    "eight arrays deep": nested(8, arrays=True),
    "the largest int": packed(a=2**31 - 1),
    "the smallest int": packed(a=-(2**31) + 1),
    "yes and no": packed(a=[True, False]),
    "a long way to say 1": b"\x81\xa1a\xcf\0\0\0\0\0\0\0\x01",
    "a long way to say text": b"\x81\xdb\0\0\0\x01a\xda\0\x01b",
    "a long way to say map": b"\xdf\0\0\0\x01\xa1a\xdd\0\0\0\0",
    "an empty map": b"\x80",
    "text of any alphabet": packed(a="\u5c71\U0001f431"),
}


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=list(ACCEPTED))
def test_what_the_profile_allows_is_read(body: bytes) -> None:
    """The edges of the profile, and encodings longer than need be, are fine."""
    assert unpack(body) == msgpack.unpackb(body)


def test_nil_in_a_map_means_absent() -> None:
    """A field set to nil is as good as left out, at any depth; in arrays nil stays."""
    body = packed(t="sit", id=1, seat=None, x={"y": None}, z=[None])

    assert unpack(body) == {"t": "sit", "id": 1, "x": {}, "z": [None]}
    assert for_host(body) == Sit(id=1)


# --- a strict host ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "code", "number", "at", "words"),
    [
        ({"t": "nonsense", "id": 3}, ErrCode.UNKNOWN_TYPE, 3, None, "no request"),
        ({"t": "pong", "id": 3}, ErrCode.UNKNOWN_TYPE, 3, None, "no request"),
        ({"t": "x-new"}, ErrCode.UNKNOWN_TYPE, 0, None, "no request"),
        ({"t": ["ping"], "id": 3}, ErrCode.BAD_MESSAGE, 3, "$.t", "Expected `str`"),
        ({"id": 3}, ErrCode.BAD_MESSAGE, 3, "$.t", "missing"),
        ({}, ErrCode.BAD_MESSAGE, 0, "$.t", "missing"),
        ({"t": "ping"}, ErrCode.BAD_MESSAGE, 0, "$.id", "missing"),
        ({"t": "ping", "id": 0}, ErrCode.BAD_MESSAGE, 0, "$.id", ">= 1"),
        ({"t": "ping", "id": -1}, ErrCode.BAD_MESSAGE, 0, "$.id", ">= 1"),
        ({"t": "ping", "id": "3"}, ErrCode.BAD_MESSAGE, 0, "$.id", "Expected `int`"),
        ({"t": "ping", "id": True}, ErrCode.BAD_MESSAGE, 0, "$.id", "Expected `int`"),
        ({"t": "chat", "id": 3}, ErrCode.BAD_MESSAGE, 3, "$.text", "missing"),
        ({"t": "vote", "id": 3, "choice": "\x1b"}, ErrCode.BAD_MESSAGE, 3, "$.choice",
         "This word is not one of those allowed."),
        ({"t": "admin", "id": 3, "do": {"op": "\x1b"}}, ErrCode.BAD_MESSAGE, 3,
         "$.do.op", "This word is not one of those allowed."),
        ({"t": "admin", "id": 3, "do": {"op": "kick", "seat": 0}}, ErrCode.BAD_MESSAGE,
         3, "$.do.seat", ">= 1"),
        ({"t": "admin", "id": 3, "do": {"op": "move", "seat": 1}}, ErrCode.BAD_MESSAGE,
         3, "$.do.to", "missing"),
        ({"t": "hello", "id": 1, "proto": [1], "name": "A", "kind": "bot",
          "session": "0" * 31 + "\n"}, ErrCode.BAD_MESSAGE, 1, "$.session",
         "Expected 32 hex digits in lower case."),
    ],
)  # fmt: skip
def test_a_wrong_request_is_answered_with_its_id_and_the_spot(
    fields: dict[str, object], code: ErrCode, number: int, at: str | None, words: str
) -> None:
    """The reply names the request and the path, and never repeats what was sent."""
    with pytest.raises(ProtocolError) as caught:
        for_host(msgpack.packb(fields))

    error = caught.value
    assert (error.code, error.re, error.at) == (code, number, at)
    assert words in error.msg
    assert "\x1b" not in error.msg
    assert answer(error) == Err(re=number, code=code, msg=error.msg, at=at)


def test_a_field_the_host_does_not_know_is_ignored() -> None:
    """A newer client may say more than an older host understands."""
    assert for_host(packed(t="ready", id=2, mood="fine")) == Ready(id=2)


# --- a tolerant client -----------------------------------------------------------


def test_a_client_lets_an_unknown_message_pass() -> None:
    """A newer host may say things an older client has never heard of."""
    assert for_client(packed(t="x-confetti", much=True)) is None


def test_a_client_reads_unknown_words_of_open_lists_as_other() -> None:
    """An unknown code is still a refusal; an unknown reason is left out."""
    body = packed(t="err", re=3, code="too_late", why="moon", msg="No.", new=1)

    assert for_client(body) == Err(re=3, code=ErrCode.OTHER, msg="No.")


STATE: dict[str, Any] = next(
    fields for _, fields in TO_CLIENT if fields["t"] == "state" and "ask" in fields
)
NEW_EVENT = {"e": "x-sneezed", "seat": 1}
NEW_OFFER = {"a": "x-bow", "to": 2}
DRAW = {"a": "draw", "from": "stock"}


def read_state(**changed: Any) -> State:
    """Read the table's state with some fields as a newer host might send them."""
    state = for_client(msgpack.packb({**STATE, **changed}))
    assert isinstance(state, State)
    return state


def test_a_client_drops_events_it_does_not_know() -> None:
    """One new event must not cost the whole state."""
    events = [NEW_EVENT, *STATE["ev"], NEW_EVENT]

    assert read_state(ev=events) == read_state()


def test_a_client_drops_offers_it_does_not_know() -> None:
    """A variant's new action is not offered; all the others still are."""
    question = {**STATE["ask"], "can": [NEW_OFFER, *STATE["ask"]["can"], NEW_OFFER]}

    assert read_state(ask=question) == read_state()


def test_a_client_takes_the_first_offer_for_an_unknown_default() -> None:
    """Whoever does not know what would be played for it can still play."""
    question = {**STATE["ask"], "default": NEW_OFFER, "can": [NEW_OFFER, DRAW]}
    asked = read_state(ask=question).ask

    assert asked is not None
    assert (asked.default, asked.can) == (Draw("stock"), (Draw("stock"),))


def test_a_client_that_knows_no_offer_is_not_asked() -> None:
    """The host plays its default then; there is nothing this client could send."""
    question = {**STATE["ask"], "default": NEW_OFFER, "can": [NEW_OFFER]}

    assert read_state(ask=question).ask is None


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"ev": [{"e": 3}]}, "$.ev[0].e"),
        ({"ev": [3]}, "$.ev[0]"),
        ({"ev": 3}, "$.ev"),
        ({"ask": 3}, "$.ask"),
        (
            {"ask": {**STATE["ask"], "default": DRAW | {"from": 3}}},
            "$.ask.default.from",
        ),
    ],
)
def test_what_is_plainly_wrong_is_not_forgiven(changed: Any, at: str) -> None:
    """Only words from later versions pass; wrong types are the host's fault."""
    with pytest.raises(ProtocolError) as caught:
        read_state(**changed)

    assert (caught.value.code, caught.value.at) == (ErrCode.BAD_MESSAGE, at)


def test_a_client_refuses_what_it_knows_and_is_wrong() -> None:
    """A known message without a field it must have is the host's fault."""
    with pytest.raises(ProtocolError) as caught:
        for_client(packed(t="pong", re=3))

    assert (caught.value.code, caught.value.at) == (ErrCode.BAD_MESSAGE, "$.seq")


# --- any bytes -------------------------------------------------------------------


def read_all(data: bytes) -> None:
    """Feed bytes to both readers; anything but a ProtocolError comes through."""
    for read in (for_host, for_client):
        frames = Frames(CAP)
        frames.feed(data)
        try:
            for body in bodies(frames):
                read(body)
        except ProtocolError:
            pass


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=64))
def test_any_bytes_give_messages_or_a_protocol_error(data: bytes) -> None:
    """Noise, with and without a right length before it, never raises anything else."""
    read_all(data)
    read_all(len(data).to_bytes(4, "big") + data)


VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(),
        st.text(max_size=5), st.binary(max_size=3),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text(max_size=5), inner, max_size=3),
    ),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SENT), VALUES, st.data())
def test_a_value_of_any_type_in_any_field_is_read_or_refused(
    sent: bytes, value: object, data: st.DataObject
) -> None:
    """Type confusion in a message's own fields never gets past the two readers."""
    fields = msgpack.unpackb(sent[HEADER:])
    fields[data.draw(st.sampled_from(sorted(fields)))] = value
    body = msgpack.packb(fields)
    read_all(len(body).to_bytes(4, "big") + body)


MUTANTS = 200_000


def mutated(body: bytes, chance: random.Random) -> bytes:
    """Spoil a body in one of the ways that have broken decoders."""
    at = chance.randrange(len(body))
    byte = chance.randrange(256)
    way = chance.randrange(5)
    if way == 0:
        return body[:at]
    if way == 1:
        return body[:at] + bytes([byte]) + body[at:]
    if way == 2:
        return body[:at] + body[at + 1 :]
    if way == 3:
        return body[:at] + body[at : at + 4] * 3 + body[at:]
    return body[:at] + bytes([byte]) + body[at + 1 :]


@pytest.mark.limit(90)
def test_two_hundred_thousand_spoilt_frames() -> None:
    """Real frames, spoilt, are read or refused; nothing else ever happens."""
    chance = random.Random(7)
    outcomes = {"read": 0, "refused": 0}
    pool: list[tuple[Callable[[bytes], object], bytes]]
    pool = [(for_host, frame(request)[HEADER:]) for request in REQUESTS]
    pool += [(for_client, frame(message)[HEADER:]) for message in MESSAGES]
    for i in range(MUTANTS):
        read, body = pool[i % len(pool)]
        try:
            read(mutated(body, chance))
            outcomes["read"] += 1
        except ProtocolError:
            outcomes["refused"] += 1

    assert min(outcomes.values()) > MUTANTS // 100


# --- the way out -----------------------------------------------------------------


def test_a_frame_says_its_length_and_its_name_first() -> None:
    """A person who looks at a dump finds `t` right after the length."""
    assert frame(Pong(re=3, seq=1000)) == (
        b"\x00\x00\x00\x13\x83\xa1t\xa4pong\xa2re\x03\xa3seq\xcd\x03\xe8"
    )


def test_a_frame_over_the_limit_is_our_own_mistake() -> None:
    """Nothing is sent that the other side would have to refuse."""
    with pytest.raises(AssertionError, match="Chat: "):
        frame(Chat(id=1, text="x" * LIMITS.frame_to_client))
