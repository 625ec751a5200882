"""Frames to messages and messages to frames, without a socket in sight.

Four layers, each its own function: `Frames` cuts the stream of bytes into bodies,
`unpack` turns a body into plain values and holds them to the profile, `for_host` and
`for_client` make typed messages of them, `frame` goes the other way. A host reads
strictly; a client lets pass what it does not know, so that a newer host never breaks
it. Whatever bytes come in, out come messages or a `ProtocolError`, nothing else.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, get_args

import msgpack
import msgspec
from msgspec import ValidationError

from p10net.engine.cards import COLORS
from p10net.engine.moves import Event, LayOffer, Offer
from p10net.engine.phases import parse
from p10net.engine.reasons import Reason
from p10net.protocol import flaws
from p10net.protocol.clean import clean
from p10net.protocol.envelope import Message
from p10net.protocol.errors import ByeCode, ErrCode, ProtocolError
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import Lobby, State, ToClient, Welcome
from p10net.protocol.people import LARGEST_INT
from p10net.protocol.requests import ToHost

HEADER = 4
DEEPEST = 8
STRANGER = (
    b"This port speaks p10net: a u32 length and one msgpack map. See PROTOCOL.md.\n"
)


def opening(first: int) -> Literal["plain", "tls", "stranger"]:
    """Tell by a connection's first byte what it speaks.

    Any length within the limits starts with a zero byte, a TLS hello with 0x16; a
    stranger is sent the line `STRANGER` and then closed.
    """
    openings: dict[int, Literal["plain", "tls"]] = {0x00: "plain", 0x16: "tls"}
    return openings.get(first, "stranger")


class Frames:
    """The bytes of one direction of a connection, in any cut, taken out as bodies.

    A body's length is checked as soon as its four bytes are there, before the body
    is kept. `cap` may be raised between two bodies. After a bad length nothing more
    comes out: there is no way to find the next frame.
    """

    def __init__(self, cap: int) -> None:
        """Start with nothing read and a longest body of `cap` bytes."""
        self.cap = cap
        self._bytes = bytearray()

    def feed(self, data: bytes) -> None:
        """Add what was received."""
        self._bytes += data

    def take(self) -> bytes | None:
        """Take the next body out, or None if it is not whole yet."""
        if len(self._bytes) < HEADER:
            return None
        length = int.from_bytes(self._bytes[:HEADER], "big")
        if not 1 <= length <= self.cap:
            raise ProtocolError(
                ByeCode.FRAME_SIZE,
                f"A frame has 1 to {self.cap} bytes; {length} were announced.",
            )
        end = HEADER + length
        if len(self._bytes) < end:
            return None
        body = bytes(self._bytes[HEADER:end])
        del self._bytes[:end]
        return body

    @property
    def begun(self) -> bool:
        """Whether part of a frame is here whose rest has not come."""
        return bool(self._bytes)


# --- bytes to plain values -------------------------------------------------------

NOT_A_MAP = "This frame is not one msgpack map of the types in PROTOCOL.md."

_LIMITS: dict[str, Any] = {
    "max_array_len": 256,
    "max_map_len": 64,
    "max_str_len": 4096,
    "max_bin_len": 0,
    "max_ext_len": 0,
    "strict_map_key": True,
}


class _Flaw(ValueError):
    """What the profile forbids and msgpack lets pass; the text says what."""


def _pairs(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """Make a map of what was read; nil in a map means that the field is absent."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Flaw("A map has the same key twice.")
    if b"" in found or "\0" in "".join(found):
        raise _Flaw("A key is not text, or holds NUL.")
    if None in found.values():
        return {key: value for key, value in found.items() if value is not None}
    return found


def unpack(body: bytes) -> dict[str, Any]:
    """Read a body as one map of the profile; raises ProtocolError."""
    try:
        found = msgpack.unpackb(body, object_pairs_hook=_pairs, **_LIMITS)
    except _Flaw as error:
        raise _not_a_map(str(error)) from None
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise _not_a_map(flaws.unreadable(error)) from None
    if not isinstance(found, dict):
        raise _not_a_map("It holds something else.")
    if flaw := _flaw(found.items(), 1):
        raise _not_a_map(flaw[1], at="$" + flaw[0])
    return found


def _not_a_map(why: str, at: str | None = None) -> ProtocolError:
    return ProtocolError(ByeCode.BAD_MSGPACK, f"{NOT_A_MAP} {why}", at=at)


def _flaw(inside: Iterable[tuple[Any, Any]], depth: int) -> tuple[str, str] | None:
    """Find what is not of the profile in a map or array: the path and the words.

    Written out rather than as a table: it looks at every value of every frame.
    """
    for spot, value in inside:
        kind = type(value)
        if kind is str:
            if "\0" in value:
                return step(spot), "A text holds NUL."
        elif kind is int:
            if not -LARGEST_INT <= value <= LARGEST_INT:
                return step(spot), "A number has more than 31 bits."
        elif kind is dict or kind is list:
            if depth == DEEPEST:
                return step(spot), "It is nested too deep."
            within = value.items() if kind is dict else enumerate(value)
            if flaw := _flaw(within, depth + 1):
                return step(spot) + flaw[0], flaw[1]
        elif kind is not bool and value is not None:
            return step(spot), "Floats, bin and ext are not used."
    return None


def step(spot: str | int) -> str:
    """Write one step of a path; a stranger's key only if it is a plain short word."""
    if isinstance(spot, int):
        return f"[{spot}]"
    return f".{spot}" if spot.isidentifier() and len(spot) <= 32 else ".?"


# --- plain values to messages ----------------------------------------------------


def _tags(union: object) -> dict[str, Any]:
    """List a union's members by their names, as they stand in `t`, `e` or `a`."""
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


_TO_HOST, _TO_CLIENT = _tags(ToHost), _tags(ToClient)
_EVENTS, _OFFERS = {*_tags(Event)}, {*_tags(Offer)}
_REASONS = {reason.value for reason in Reason}
_WRONG = re.compile(
    r"(?P<what>.*?)(?: required field `(?P<missing>\w+)`)?(?: - at `(?P<at>[^`]*)`)?",
    re.DOTALL,
)


def for_host(body: bytes) -> ToHost:
    """Read a request, strictly; raises ProtocolError with the id if it has one."""
    found = unpack(body)
    asked = _id(found)
    tag = found.get("t")
    if isinstance(tag, str) and tag not in _TO_HOST:
        raise ProtocolError(
            ErrCode.UNKNOWN_TYPE,
            "There is no request of this name in this version; see PROTOCOL.md.",
            re=asked,
        )
    try:
        request: ToHost = _typed(found, tag, _TO_HOST, ToHost)
    except ValidationError as error:
        raise _bad_message(error, asked) from None
    return request


def _typed(
    found: dict[str, Any], tag: object, kinds: dict[str, Any], union: Any
) -> Any:
    """Make a message of a map; the union itself only has to say what no `t` means.

    msgspec knows a struct by heart, and reads a union of twenty anew each time.
    """
    kind = kinds[tag] if isinstance(tag, str) else union
    return msgspec.convert(found, kind)


def _id(found: dict[str, Any]) -> int:
    number = found.get("id")
    return number if type(number) is int and number >= 1 else 0


def for_client(body: bytes) -> ToClient | None:
    """Read a host's message, or give None for one this version does not know.

    Fields, events, offered actions and reasons that are not known are left out, and
    every text is cleaned, whatever field it stands in.
    """
    message = _at_a_glance(body) or _bit_by_bit(body)
    if message is not None:
        _hold_readable(message)
    return message


def _at_a_glance(body: bytes) -> ToClient | None:
    """Read a message that is written just as `frame` writes it, in plain ASCII.

    In such bytes there is no room for what the profile forbids, for what is forgiven or
    for what is cleaned away, so nobody need look at each value. None says that this
    one has to be read bit by bit, as anything may have to that comes from elsewhere.
    """
    if any(head in body for head in _LARGE) and _TOO_LARGE.search(body):
        return None
    try:
        message: ToClient = _GLANCE.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    text = msgspec.json.encode(message)
    if not text.isascii() or any(odd in text for odd in _ODD):
        return None
    return message if _packed(message) == body else None


# Heads of numbers beyond 31 bits and of what may be too long. They are no part of a
# plain text; where they are part of a number, the message is read the long way.
_LARGE = tuple(bytes([head]) for head in b"\xce\xcf\xd2\xd3\xda\xdb\xdc\xdd\xdf")
_TOO_LARGE = re.compile(rb"[\xcf\xd2\xd3\xda\xdb\xdd\xdf]|\xce[^\x00-\x7f]|\xdc[^\x00]")
# In JSON all that cleaning would change shows as one of these.
_ODD = (b"\\", b"\x7f", b"  ", b'" ', b' "')
_GLANCE: msgspec.msgpack.Decoder[ToClient] = msgspec.msgpack.Decoder(ToClient)


def _bit_by_bit(body: bytes) -> ToClient | None:
    """Read a message whatever it is; raises ProtocolError."""
    found = unpack(body)
    _clean_texts(found.items(), found)
    tag = found.get("t")
    if isinstance(tag, str) and tag not in _TO_CLIENT:
        return None
    _forgive(found)
    try:
        message: ToClient = _typed(found, tag, _TO_CLIENT, ToClient)
    except ValidationError as error:
        raise _bad_message(error, 0) from None
    return message


def _hold_readable(message: ToClient) -> None:
    """Turn away phases and goals that the rules' own reader makes nothing of.

    All that is shown and thought of a hand begins with them, and a host that sends
    such words is newer than this version, or a liar.
    """
    if isinstance(message, Welcome | Lobby) and not _readable(message.rules.phases):
        raise _wrong(0, "$.rules.phases", "This is no phase that can be read.")
    if isinstance(message, State):
        if not _readable(message.view.rules.phases):
            raise _wrong(0, "$.view.rules.phases", "This is no phase that can be read.")
        offers = () if message.ask is None else message.ask.can
        lays = (offer for offer in offers if isinstance(offer, LayOffer))
        if any(set(goal.colors) - _COLORS for lay in lays for goal in lay.goals):
            raise _wrong(0, "$.ask.can", "There is no such color.")


_COLORS = set(COLORS)


@lru_cache(maxsize=64)
def _readable(phases: tuple[str, ...]) -> bool:
    try:
        return bool([parse(text) for text in phases])
    except ValueError:
        return False


def _clean_texts(inside: Iterable[tuple[Any, Any]], where: Any) -> None:
    """Clean all texts within a map or array, in their places.

    Written out like `_flaw`, and for the same reason: most of what it looks at are
    numbers, with which nothing is to be done.
    """
    for spot, value in inside:
        kind = type(value)
        if kind is str:
            if not (value.isalnum() and value.isascii()):
                where[spot] = clean(value)
        elif kind is dict:
            _clean_texts(value.items(), value)
        elif kind is list:
            _clean_texts(enumerate(value), value)


def _forgive(found: dict[str, Any]) -> None:
    """Leave out of a host's message what this version has no type for."""
    why = found.get("why")
    if isinstance(why, str) and why not in _REASONS:
        del found["why"]
    _keep_known(found, "ev", "e", _EVENTS)
    _keep_known(found, "can", "a", _OFFERS)
    question = found.get("ask")
    if isinstance(question, dict):
        _keep_known(question, "can", "a", _OFFERS)
        if not _known(question.get("default"), "a", _OFFERS):
            _replace_default(found, question)


def _replace_default(found: dict[str, Any], question: dict[str, Any]) -> None:
    """Let the first offer stand in for an unknown default; without any, ask nothing."""
    if can := question.get("can"):
        question["default"] = can[0]
    else:
        del found["ask"]


def _keep_known(holder: dict[str, Any], name: str, tag: str, known: set[Any]) -> None:
    items = holder.get(name)
    if isinstance(items, list):
        holder[name] = [item for item in items if _known(item, tag, known)]


def _known(item: object, tag: str, known: set[Any]) -> bool:
    """Whether an item is of a known kind, or so wrong that `convert` shall say so."""
    kind = item.get(tag) if isinstance(item, dict) else None
    return not isinstance(kind, str) or kind in known


def _bad_message(error: ValidationError, asked: int) -> ProtocolError:
    """Put msgspec's complaint in our words, without a value that was sent."""
    found = _WRONG.fullmatch(str(error))
    assert found is not None
    at = found["at"] or "$"
    if missing := found["missing"]:
        return _wrong(asked, f"{at}.{missing}", "This field is missing.")
    return _wrong(asked, at, f"{flaws.misplaced(found['what'])}.")


def _wrong(asked: int, at: str, msg: str) -> ProtocolError:
    return ProtocolError(ErrCode.BAD_MESSAGE, msg, re=asked, at=at)


# --- messages to bytes -----------------------------------------------------------


def frame(message: Message) -> bytes:
    """Write a message as one frame, `t` first and every value as short as can be.

    msgspec's own encoder would write a wide struct with a longer head than need be.
    """
    return framed(message, _packed(message))


def _packed(message: Message) -> bytes:
    body: bytes = msgpack.packb(msgspec.to_builtins(message))
    return body


def framed(message: Message, *parts: bytes) -> bytes:
    """Put the parts of a message's body into one frame."""
    body = b"".join(parts)
    size = len(body)
    assert size <= LIMITS.frame_to_client, f"{type(message).__name__}: {size} bytes"
    return size.to_bytes(HEADER, "big") + body
