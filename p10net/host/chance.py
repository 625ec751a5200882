"""Where a table's chance comes from: the system's entropy, or one seed for all of it.

With a seed the same people at the same seats get the same games: the game's id, the
host's secret of each deal and the generators of its bots follow from it. Sessions and
the table's own id never do, since whoever knows the seed could write them down.
"""

import secrets
from random import Random

from p10net.engine.shuffle import SEED_BYTES, digest, u32

ID_BYTES = 16
# Letters that cannot be mistaken for each other when a code is read aloud.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8


def token() -> str:
    """Draw a session or an id that nobody can guess: 32 hex digits."""
    return secrets.token_hex(ID_BYTES)


def code() -> str:
    """Draw a code for one use, short enough to be told across the table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Chance:
    """The chance of one table; games and deals are numbered from 1."""

    def __init__(self, seed: int | None = None) -> None:
        """Follow the seed, or draw everything afresh without one."""
        self._seed = None if seed is None else f"{seed}\0".encode()

    def game_id(self, game: int) -> bytes:
        """Name a game: 16 bytes that go into every deal of it."""
        return self._draw("game", game)[:ID_BYTES]

    def secret(self, game: int, deal: int) -> bytes:
        """Give the host's part of a deal's seed: 32 bytes."""
        return self._draw("secret", game, deal)

    def generator(self, seat: int) -> Random:
        """Make the generator for the brain of a seat; 0 is the stand-in's."""
        return Random(self._draw("brain", seat))

    def _draw(self, tag: str, *numbers: int) -> bytes:
        if self._seed is None:
            return secrets.token_bytes(SEED_BYTES)
        return digest(tag, self._seed, *map(u32, numbers))
