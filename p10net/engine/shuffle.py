"""Verifiable chance: from secrets nobody could choose to even draws, SHA-256 only.

All who play add to a seed: first everybody commits (`commitment`), then everybody
shows, and the seed of a deal is mixed of all of it (`round_seed`). From a seed come
even draws (`Draws`), and from these an order of cards (`permute`). Any client can
repeat it with the standard library of its language; PROTOCOL.md gives the definition
and vectors. Pure arithmetic on bytes: what a card is worth, and where secrets come
from, is not known here.

A game with other chance than cards takes the finished seed of a deal and branches off
a seed of its own for each thing that is left to chance, counted from 1, so that no two
share a draw. The k-th roll of n dice in a round is

    draws = Draws(branch(seed, "roll", k))
    faces = [draws.below(6) for _ in range(n)]

which whoever learns the seed can check as they check the deck.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import unpack
from typing import TypeVar

T = TypeVar("T")
SEED_BYTES = 32
_WORDS_END = 1 << 32


def digest(tag: str, *parts: bytes) -> bytes:
    """H(tag, parts...) = SHA256("p10net/" tag "/v1" 00 parts...); 32 bytes."""
    return sha256(_head(tag) + b"".join(parts)).digest()


def _head(tag: str) -> bytes:
    return b"p10net/" + tag.encode() + b"/v1\0"


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


class Draws:
    """Even draws from a seed, one after the other, as long as anybody wants more."""

    def __init__(self, seed: bytes) -> None:
        """Begin at the first word of the seed's stream."""
        self._words = _words(seed)

    def below(self, n: int) -> int:
        """Draw from 0 to n - 1; words past the last whole multiple are dropped."""
        end = _WORDS_END - _WORDS_END % n
        word = next(self._words)
        while word >= end:
            word = next(self._words)
        return word % n


def _words(seed: bytes) -> Iterator[int]:
    head, block = _head("stream") + seed, 0
    while True:
        yield from unpack(">8I", sha256(head + u32(block)).digest())
        block += 1


def permute(seed: bytes, items: Sequence[T]) -> tuple[T, ...]:
    """Shuffle from the last place down (Fisher and Yates); index 0 is dealt first."""
    mixed, left, words = list(items), len(items), _words(seed)
    even = _WORDS_END - left  # words below this are even for all that is left
    while left > 1:
        word = next(words)
        if word < even or word < _WORDS_END - _WORDS_END % left:  # as `Draws.below`
            left, j = left - 1, word % left
            mixed[left], mixed[j] = mixed[j], mixed[left]
    return tuple(mixed)


def pick(seed: bytes, n: int) -> int:
    """Choose one of n evenly, as the first word of a permutation would."""
    return Draws(seed).below(n)


def branch(seed: bytes, tag: str, k: int, *parts: bytes) -> bytes:
    """Make a seed for the k-th thing of a kind that a deal leaves to chance."""
    return digest(tag, seed, u32(k), *parts)


def reshuffle_seed(seed: bytes, k: int, indices: bytes) -> bytes:
    """Key of the k-th reshuffle of a round; `indices`: the discards, bottom first."""
    return branch(seed, "reshuffle", k, bytes([len(indices)]), indices)
