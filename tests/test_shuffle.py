"""The verifiable shuffle against vectors on which two languages agree."""

from collections import Counter
from hashlib import sha256
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from p10net.engine.shuffle import (
    Draws,
    branch,
    commitment,
    digest,
    permute,
    pick,
    reshuffle_seed,
    round_seed,
    u32,
)

TABLE = bytes(range(16))
HOST = b"\xa0" * 32
SHARES = ((0, b"\x01" * 32), (2, b"\x03" * 32))
SEED = bytes.fromhex("77f0ed932613f8c11a29bdaa5171c74ae710211ddfe60afc045fbf0b22cdc263")


def test_commitments() -> None:
    """The host commits as 0xFF, seats by their index from 0."""
    assert commitment(TABLE, 1, 0xFF, HOST).hex() == (
        "bb757637d1c1d36e578d14db6a2d3c782374c354eb78292b1f4279ff7e9cf596"
    )
    assert commitment(TABLE, 1, *SHARES[0]).hex() == (
        "190d00fe0fbfa81e24ca3bc0b1d7c7844250911ea56af985da27fa1384537970"
    )
    assert commitment(TABLE, 1, *SHARES[1]).hex() == (
        "1f6445534d4bbba777f01e550ad78d5b78af33e7b57d1fb7f07f88c1f3e88a57"
    )


def test_the_seed_mixes_all_shares() -> None:
    """In the order of seats, whatever order they came in."""
    assert round_seed(TABLE, 1, 4, HOST, SHARES) == SEED
    assert round_seed(TABLE, 1, 4, HOST, SHARES[::-1]) == SEED
    assert round_seed(TABLE, 2, 4, HOST, SHARES) != SEED


def test_the_deck() -> None:
    """The permutation of 108 indices, first dealt first."""
    deck = bytes(permute(SEED, range(108)))

    assert list(deck[:12]) == [58, 55, 91, 72, 34, 3, 52, 27, 11, 8, 74, 71]
    assert sha256(deck).hexdigest() == (
        "b79869df9fe16caf9553322921bf7121c82e33f8a88c691fce3f5f5ab765049f"
    )


def test_a_reshuffle() -> None:
    """The first reshuffle of the deck's first forty cards."""
    discards = bytes(permute(SEED, range(108))[:40])
    key = reshuffle_seed(SEED, 1, discards)

    assert key.hex() == (
        "ed537a1823c1c6841e6ad3741b057c4eb7a964d89c1f49c04fd6bec12bc66cdc"
    )
    assert sha256(bytes(permute(key, discards))).hexdigest() == (
        "4cf9e76bdb04e8704f7bb4952ea494873f6c82429a7b70487ddba0dba9ce2d06"
    )


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(0, 9), max_size=120))
def test_nothing_is_lost(seed: bytes, items: list[int]) -> None:
    """A permutation keeps every item, and the same seed gives the same order."""
    assert Counter(permute(seed, items)) == Counter(items)
    assert permute(seed, items) == permute(seed, items)


def test_no_place_is_favoured() -> None:
    """Each of six items comes first about equally often over 3,000 seeds."""
    first = Counter(
        pick(sha256(bytes([i % 256, i // 256])).digest(), 6) for i in range(3000)
    )

    assert all(400 < first[i] < 600 for i in range(6))


def test_words_past_the_last_whole_multiple_are_dropped() -> None:
    """An even draw takes the next word instead of folding the rest."""
    draws = Draws(SEED)
    draws._words = iter([2**32 - 1, 7, 2**32 - 2])

    assert draws.below(3) == 1
    assert draws.below(3) == 2


def test_a_shuffle_draws_as_single_draws_do() -> None:
    """Each place goes to one even draw; with this seed one word of them is dropped."""
    seed, many = b"7" * 32, range(20_000)
    draws, mixed = Draws(seed), [*many]
    for last in reversed(many[1:]):
        drawn = draws.below(last + 1)
        mixed[last], mixed[drawn] = mixed[drawn], mixed[last]

    assert permute(seed, many) == tuple(mixed)
    assert next(draws._words) == next(islice(Draws(seed)._words, len(many), None))


def test_dice_would_roll_evenly() -> None:
    """Rolls branch off a deal's seed: each its own draws, no face favoured."""

    def roll(k: int) -> list[int]:
        draws = Draws(branch(SEED, "roll", k))
        return [draws.below(6) for _ in range(10)]

    faces = Counter(face for k in range(1, 301) for face in roll(k))

    assert branch(SEED, "roll", 2) == digest("roll", SEED, u32(2))
    assert roll(1) == roll(1) != roll(2)
    assert all(400 < faces[face] < 600 for face in range(6))
