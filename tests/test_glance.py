"""A frame that is read at a glance says what it says read bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest

from p10net.protocol import codec
from p10net.protocol.codec import HEADER, frame
from p10net.protocol.envelope import Message
from p10net.protocol.messages import State
from tests.messages_table import MESSAGES
from tests.table_bench import Bench


def states() -> list[State]:
    """Give states of a game with a laid phase: asked, not asked, and a watcher's."""
    bench = Bench("Ann", "Ben", "Cleo", seed=1, start=True, seats=3)
    bench.join("Eve", kind="watcher")
    bench.play(60)
    found = [m for mail in bench.mail.values() for m in mail if isinstance(m, State)]
    return [m for m in found if m.view.melds or m.ask][-12:]


def agree(body: bytes) -> bool:
    """Hold a body's two readings to each other; says whether a glance was enough."""
    message = codec._at_a_glance(body)
    if message is not None:
        assert codec._bit_by_bit(body) == message
    return message is not None


@pytest.mark.parametrize("message", MESSAGES, ids=lambda one: type(one).__name__)
def test_both_readings_agree(message: Message) -> None:
    """On every kind of message."""
    agree(frame(message)[HEADER:])


def test_a_glance_is_enough_for_a_game() -> None:
    """What our own host sends while cards are played is in no need of more."""
    assert all(agree(frame(state)[HEADER:]) for state in states())


# --- Whatever a host may send -----------------------------------------------------

ODD: list[Any] = [
    *(None, True, 0, -1, 65_535, 65_536, 2**31 - 1, 2**31, -(2**31), 2**32, 2**63),
    *(1.0, 1.5, b"", b"x", [], {}, {"x": 1}, [0] * 300, "", "word", "x" * 4_097),
    *(" a", "a ", "a  b", "a\0b", "a\x1b[2J", "\x7f", "é", "\u200b", '"', "\\", "\n"),
]


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Go through all that holds something, and where in it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for spot, one in inside:
        yield value, spot
        if isinstance(one, dict | list):
            yield from spots(one)


def bent(plain: Any) -> Iterator[bytes]:
    """Put odd things in the place of each value, beside it, and more of it."""
    for where, spot in [*spots(plain)]:
        was = where[spot]
        for odd in ODD:
            where[spot] = odd
            yield msgpack.packb(plain)
        if isinstance(was, list) and was:
            where[spot] = was * (300 // len(was) + 1)
            yield msgpack.packb(plain)
        where[spot] = was
    for odd in ODD:
        yield msgpack.packb({**plain, "later": odd})


@pytest.mark.untraced
def test_nothing_odd_is_taken_in_at_a_glance() -> None:
    """Wherever in a state it stands: too large, too long, unclean, unknown, absent."""
    state = states()[-1]
    assert state.ask or state.view.melds
    plain = msgpack.unpackb(frame(state)[HEADER:])
    assert {agree(body) for body in bent(plain)} == {True, False}


def test_nothing_odd_is_taken_in_of_short_messages() -> None:
    """The same for all others."""
    for message in MESSAGES:
        if not isinstance(message, State):
            for body in bent(msgspec.to_builtins(message, builtin_types=())):
                agree(body)


@pytest.mark.parametrize("seed", range(4))
def test_flipped_bits_are_read_alike(seed: int) -> None:
    """A frame that came to harm on its way, or was harmed."""
    chance, bodies = Random(seed), [frame(one)[HEADER:] for one in states()]
    for _ in range(400):
        body = bytearray(chance.choice(bodies))
        for _ in range(chance.randint(1, 3)):
            body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
        agree(bytes(body))


TWICE = msgpack.packb({"t": "beat", "seq": 1})[1:]


@pytest.mark.parametrize(
    "body",
    [
        b"\x83" + TWICE + msgpack.packb("seq") + b"\x02",
        b"\x82" + TWICE[:-1] + b"\xcd\x00\x01",  # not as short as can be
        b"\x82" + TWICE + b"\x00",
        b"\x82" + TWICE[:-1],
        b"\xde\x00\x02" + TWICE,
        msgpack.packb({"seq": 1, "t": "beat"}),
        msgpack.packb({"t": "later", "seq": 1}),
        b"\xdd\xff\xff\xff\xff",
        b"\xc0",
        b"",
        b"\x91" * 5_000,
    ],
    ids=[
        *("a key twice", "a long number", "more behind it", "cut off", "a long head"),
        *("another order", "another kind", "a huge list", "nothing", "no byte", "deep"),
    ],
)
def test_what_is_not_written_our_way_is_read_bit_by_bit(body: bytes) -> None:
    """Right or wrong, it is not for a glance to say."""
    assert codec._at_a_glance(body) is None
