"""In which order files were written, on a computer whose clock may have been wrong.

A laptop with an empty battery writes in 1970, or in 2070, until somebody sets it right.
What bears a date that has not come yet tells nothing of its age, but that it was not
written just now: it counts as older than all the rest, or it would come first for years
and what is written from now on would be the first to go.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

Wall = Callable[[], float]

ASTRAY: Final = timedelta(days=1).total_seconds()
"""Seconds by which a date may lie ahead: time zones, another computer's clock."""


def wall() -> float:
    """Read the clock on the wall."""
    return datetime.now(UTC).timestamp()


def newest_first(paths: Iterable[Path], wall: Wall = wall) -> list[Path]:
    """Put files in order; one that is gone meanwhile is left out."""
    now, ages = wall(), []
    for path in paths:
        try:
            at = path.stat().st_mtime_ns
        except OSError:
            continue
        ages.append((credible(at / 1e9, now), at, path))
    return [path for *_, path in sorted(ages, reverse=True)]


def credible(at: float, now: float) -> bool:
    """Whether something can have happened then."""
    return at <= now + ASTRAY
