"""The forms of a fingerprint that people type and say, held to published vectors."""

import re
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p10net.protocol import hostkey
from p10net.protocol.address import At, Place, link, parse_target
from p10net.protocol.hostkey import (
    LEFT_OUT,
    WORDS,
    drawn,
    host_key,
    numbers,
    phrase,
    proves,
)

FINGERPRINT = sha256(b"p10net test cert").digest()
KEY = "H1NJSXTT4NW2S3V8"
FINGERPRINTS = st.binary(min_size=32, max_size=32)


def test_the_vector_of_the_design() -> None:
    """Fingerprint, key, draw, numbers and words belong together in every language."""
    six = bytes.fromhex("b981555e65ed")

    assert FINGERPRINT.hex().startswith("886b2cf7")
    assert host_key(FINGERPRINT) == KEY
    assert drawn(FINGERPRINT) == six
    assert numbers(six) == (1484, 85, 700, 1630)
    assert phrase(FINGERPRINT) == "risi biri himu simu"
    assert [WORDS[number] for number in numbers(six)] == phrase(FINGERPRINT).split()


def test_the_words_never_change() -> None:
    """Two versions of p10net that meet show the same phrase."""
    known = "e7901a5bee5dbd20eea3a0b832986de928dbf132d685e4d59af7a2951a29d8aa"

    assert sha256(" ".join(WORDS).encode()).hexdigest() == known


def test_words_are_unique_short_and_can_be_said() -> None:
    """2048 different words of two open syllables, none that was left out."""
    syllables = re.compile("[bdfghklmnrstvw][aeiou][dklmnrst][aiou]")

    assert len({*WORDS}) == len(WORDS) == 2048
    assert all(syllables.fullmatch(word) for word in WORDS)
    assert not {*WORDS} & LEFT_OUT
    assert sorted(WORDS) == [*WORDS]


@given(FINGERPRINTS, st.integers(0, 255))
def test_a_key_proves_its_first_eighty_bits(fingerprint: bytes, at: int) -> None:
    """One bit more or less within them is another key, behind them it is not."""
    other = bytearray(fingerprint)
    other[at // 8] ^= 128 >> at % 8

    assert proves(fingerprint, host_key(fingerprint))
    assert proves(bytes(other), host_key(fingerprint)) == (at >= 80)


@given(FINGERPRINTS)
def test_a_link_carries_the_key_there_and_back(fingerprint: bytes) -> None:
    """What the host's screen shows is what the client demands."""
    place, key = Place("192.168.1.34", 4211), host_key(fingerprint)

    assert parse_target(link(place, key)) == At(place, key)


@pytest.mark.parametrize(
    "typed",
    [
        "H1NJ-SXTT-4NW2-S3V8",
        "h1nj sxtt 4nw2 s3v8",
        "hlnjsxtt4nw2s3v8",
        "HINJ-SXTT-4NW2-S3V8",
    ],
)
def test_a_key_forgives_what_looks_alike(typed: str) -> None:
    """Case, blanks and hyphens do not matter, nor I or L in place of 1."""
    target = parse_target(f"p10net://192.168.1.34/#{typed}")

    assert target == At(Place("192.168.1.34"), KEY)


def test_a_phrase_is_dear() -> None:
    """Each try of whoever looks for the same four words costs 16 MiB."""
    assert 128 * hostkey.BLOCKS * hostkey.COST == 16 << 20
