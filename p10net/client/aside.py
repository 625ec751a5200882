"""What this computer has to say to its own player beside what the host says."""

from __future__ import annotations

from msgspec import Struct


class Aside(Struct, frozen=True):
    """A sentence for the log, and how others come to this table from now on, if new.

    `link` is what they type to be sure of its host.
    """

    words: str
    code: str = ""
    address: str = ""
    link: str = ""
