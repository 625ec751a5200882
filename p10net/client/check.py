"""What one check of the network found, and which finding is worth telling first.

It stands apart from how the findings come about, so that a screen can show them without
loading what looks at a network.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Check(Struct, frozen=True):
    """One finding: its name, whether all is well, and the sentence."""

    check: str
    ok: bool
    says: str


def cause(checks: Sequence[Check]) -> Check | None:
    """Give the first finding that is not well: it explains those after it."""
    return next((check for check in checks if not check.ok), None)
