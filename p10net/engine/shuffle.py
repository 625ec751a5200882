"""The verifiable shuffle: from a round seed to an order of cards, SHA-256 only.

Any client can repeat it with the standard library of its language; PROTOCOL.md
gives the definition and vectors. Pure arithmetic on bytes: what a card is worth,
and where seeds come from, is not known here.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
SEED_BYTES = 32
_WORDS_END = 1 << 32


def digest(tag: str, *parts: bytes) -> bytes:
    """H(tag, parts...) = SHA256("p10net/" tag "/v1" 00 parts...); 32 bytes."""
    return sha256(b"p10net/" + tag.encode() + b"/v1\0" + b"".join(parts)).digest()


def u32(number: int) -> bytes:
    """Write a number as four bytes, big-endian."""
    return number.to_bytes(4, "big")


def commitment(table: bytes, number: int, who: int, secret: bytes) -> bytes:
    """Commit to a secret for a deal; `who` is a seat index from 0, 0xFF the host.

    `number` counts deals, voided ones included; `table` is the 16-byte game id.
    """
    return digest("commit", table, u32(number), bytes([who]), secret)


def round_seed(
    table: bytes,
    number: int,
    seats: int,
    secret: bytes,
    shares: Sequence[tuple[int, bytes]],
) -> bytes:
    """Mix the host's secret and the seats' shares, (index from 0, 32 bytes) each."""
    mixed = b"".join(bytes([seat]) + share for seat, share in sorted(shares))
    head = table + u32(number) + bytes([seats, len(shares)])
    return digest("seed", head, secret, mixed)


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        stream = digest("stream", seed, u32(block))
        for at in range(0, 32, 4):
            yield int.from_bytes(stream[at : at + 4], "big")
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    """Draw evenly from 0 to n - 1; words past the last whole multiple are dropped."""
    end = _WORDS_END // n * n
    word = next(words)
    while word >= end:
        word = next(words)
    return word % n


def permute(seed: bytes, items: Sequence[T]) -> tuple[T, ...]:
    """Shuffle from the last place down (Fisher and Yates); index 0 is dealt first."""
    mixed, words = list(items), _words(seed)
    for i in range(len(mixed) - 1, 0, -1):
        j = _below(words, i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return tuple(mixed)


def pick(seed: bytes, n: int) -> int:
    """Choose one of n evenly, as the first word of a permutation would."""
    return _below(_words(seed), n)


def reshuffle_seed(seed: bytes, k: int, indices: bytes) -> bytes:
    """Key of the k-th reshuffle of a round; `indices`: the discards, bottom first."""
    return digest("reshuffle", seed, u32(k), bytes([len(indices)]), indices)
