"""Two readers of msgpack agree, and the second says where."""

import random

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p10net.protocol.codec import HEADER, for_host, unpack
from p10net.protocol.errors import ProtocolError
from p10net.protocol.spots import Flaw, Spot, find, flaw
from tests.messages_table import SENT
from tests.test_codec import ACCEPTED, REFUSED, VALUES, mutated, packed

SPOILT = 20_000


def accepted(body: bytes) -> bool:
    """Whether the decoder takes a body for a map of the profile."""
    try:
        unpack(body)
    except ProtocolError:
        return False
    return True


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=list(ACCEPTED))
def test_what_the_decoder_accepts_has_no_flaw(body: bytes) -> None:
    """The edges of the profile look the same to both readers."""
    assert flaw(body) is None


@pytest.mark.parametrize(("body", "words", "at"), REFUSED.values(), ids=list(REFUSED))
def test_what_the_decoder_refuses_has_one(
    body: bytes, words: str, at: str | None
) -> None:
    """The flaw is where the decoder says, and lies inside the body."""
    found = flaw(body)

    assert found is not None
    assert found.spot.start <= found.spot.end <= len(body)
    assert at is None or found.spot.path == at


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", Flaw(Spot("$", 0, 0), "The frame is empty.")),
        (packed(a=[0, 1.5]), Flaw(Spot("$.a[1]", 5, 6), "Floats, bin and ext are")),
        (b"\x82\xa1a\1\xa1a\2", Flaw(Spot("$", 4, 6), "A map has the same key")),
        (b"\x81\xa1a\xc1", Flaw(Spot("$.a", 3, 4), "The byte c1 begins no")),
        (b"\x81\xa1a\xa3xy", Flaw(Spot("$.a", 3, 6), "It is cut off here.")),
        (b"\x81\x01\x02", Flaw(Spot("$", 1, 2), "A key is not text.")),
        (b"\x80\x07\x08", Flaw(Spot("$", 1, 3), "More bytes follow the map.")),
        (b"\x01", Flaw(Spot("$", 0, 1), "It is not a map.")),
        (b"\x81\xa1a\xd2\x80\0\0\0", Flaw(Spot("$.a", 3, 8), "A number has more")),
    ],
)
def test_a_flaw_is_put_in_words_and_bytes(body: bytes, expected: Flaw) -> None:
    """Each kind of flaw names the bytes somebody has to change."""
    found = flaw(body)

    assert found is not None
    assert found.spot == expected.spot
    assert found.says.startswith(expected.says)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4))
def test_both_readers_accept_the_same_values(fields: dict[str, object]) -> None:
    """Whatever a library can write, either both take it or neither."""
    body = msgpack.packb(fields)

    assert (flaw(body) is None) == accepted(body)


def test_both_readers_accept_the_same_bytes() -> None:
    """Real frames, spoilt in twenty thousand ways, are judged alike."""
    chance = random.Random(11)
    for i in range(SPOILT):
        body = mutated(SENT[i % len(SENT)][HEADER:], chance)
        assert (flaw(body) is None) == accepted(body), body.hex()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("$", None),
        ("$.action", b"\x82\xa1a\xa4draw\xa4from\xa5stack"),
        ("$.action.from", b"\xa5stack"),
        ("$.action.nowhere", b"\x82\xa1a\xa4draw\xa4from\xa5stack"),
        ("$.action.from.deeper[3]", b"\xa5stack"),
        ("$.z[1]", b"\xa1y"),
        ("$.z[7]", b"\x92\xa1x\xa1y"),
    ],
)
def test_a_path_leads_to_its_bytes(path: str, text: bytes | None) -> None:
    """What is missing is marked by the map or array it is missing in."""
    body = packed(t="act", id=1, action={"a": "draw", "from": "stack"}, z=["x", "y"])
    spot = find(body, path)

    assert body[spot.start : spot.end] == (body if text is None else text)


def test_a_complaint_of_the_decoder_leads_to_its_bytes() -> None:
    """The paths of the two are the same language."""
    body = packed(t="act", id=1, step=3, action={"a": "draw", "from": "stack"})
    with pytest.raises(ProtocolError) as caught:
        for_host(body)
    spot = find(body, caught.value.at or "")

    assert body[spot.start : spot.end] == b"\xa5stack"


def test_a_path_is_found_in_what_came_before_a_flaw() -> None:
    """A body that breaks off still shows what it held until there."""
    body = packed(a=1, b=1.5)

    assert find(body, "$.a") == Spot("$.a", 3, 4)
    assert find(body, "$.b") == Spot("$", 0, len(body))
