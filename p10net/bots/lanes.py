"""Many counts in one integer, so that one step of arithmetic does for all of them.

Each count has a lane of 64 bits, the topmost kept free. Adding two rows adds lane by
lane as long as no count needs the free bit. Knows nothing of dice.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal

_BYTES = 8
_TOP = 8 * _BYTES - 1
_ORDER: Final[Literal["little", "big"]] = (
    "little" if array("Q", [1]).tobytes()[0] else "big"
)
"""How this machine lays out the bytes of an array."""


def packed(counts: Iterable[int]) -> int:
    """Lay counts side by side."""
    return int.from_bytes(array("Q", counts).tobytes(), _ORDER)


def counts(row: int, n: int) -> Sequence[int]:
    """Read the n counts of a row."""
    return array("Q", row.to_bytes(_BYTES * n, _ORDER))


def transposed(rows: Sequence[int], n: int) -> list[int]:
    """Turn rows of n lanes into n rows, with a lane for each row given."""
    every = array("Q", b"".join(row.to_bytes(_BYTES * n, _ORDER) for row in rows))
    return [int.from_bytes(every[i::n].tobytes(), _ORDER) for i in range(n)]


@cache
def guards(n: int) -> int:
    """Give the free bits of n lanes."""
    return packed([1 << _TOP] * n)


def larger(one: int, other: int, free: int) -> int:
    """Take the larger count of each lane; `free` are the guards of all lanes.

    A free bit lent to each lane is there still where nothing had to be borrowed.
    """
    over = (one | free) - other
    kept = over & free
    return other + (over & (kept - (kept >> _TOP)))
