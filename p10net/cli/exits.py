"""How a program ends: the exit codes, and the one sentence that goes with a bad end.

Every command that cannot go on raises `Trouble`; nobody else prints an error or picks a
number. Scripts may rely on the numbers, so none is ever given another meaning.
"""

from enum import IntEnum


class Exit(IntEnum):
    """What the shell gets; a program ended by signal n gives 128 + n besides."""

    FINE = 0
    FAILED = 1
    USAGE = 2
    NO_TABLE = 3
    UNREACHABLE = 4
    VERSION = 5
    REMOVED = 6


class Trouble(Exception):
    """A command cannot do what it was asked to.

    The text is one sentence for a person: what was wrong and what to do.
    """

    def __init__(self, sentence: str, code: Exit = Exit.FAILED) -> None:
        super().__init__(sentence)
        self.code = code
