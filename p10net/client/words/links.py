"""How the connection is, for the top line of the screen."""

from __future__ import annotations

from collections.abc import Mapping

LOST: Mapping[str, str] = {
    "closed": "The link is lost",
    "silent": "The host is silent",
    "late": "The link is too slow",
    "slept": "Waking up",
    "unreachable": "The host cannot be reached",
}


def down(why: str, retry_s: float) -> str:
    """Say that the link is lost and that the seat is safe."""
    what = LOST.get(why, "The link is lost")
    return f"{what}, your seat is kept: trying again in {max(1, round(retry_s))} s"
