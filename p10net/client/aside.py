"""What this computer has to say to its own player beside what the host says."""

from __future__ import annotations

from msgspec import Struct


class Aside(Struct, frozen=True):
    """A sentence for the log."""

    words: str
