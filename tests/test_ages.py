"""Which file is the newest, where a clock was wrong when some were written."""

import os
from pathlib import Path

import pytest

from p10net.lan.ages import newest_first

YEAR = 31_556_952
DAY = 86_400
NOW = 56 * YEAR


@pytest.mark.parametrize(
    ("now", "written", "order"),
    [
        pytest.param(NOW, [-9, -3, -5], [1, 2, 0], id="the last one first"),
        pytest.param(NOW, [-9, YEAR, -5], [2, 0, 1], id="not what is to come"),
        pytest.param(NOW, [YEAR, -9, 2 * YEAR], [1, 2, 0], id="by its date still"),
        pytest.param(NOW, [-9, 3600, -5], [1, 2, 0], id="an hour says nothing"),
        pytest.param(600, [-9, NOW, -5], [2, 0, 1], id="an empty battery"),
        pytest.param(NOW, [-9, -NOW, -5], [2, 0, 1], id="and the day after"),
    ],
)
def test_what_was_written_last(
    tmp_path: Path, now: float, written: list[float], order: list[int]
) -> None:
    """Files in seconds from now, and how they come."""
    paths = [tmp_path / str(at) for at in range(len(written))]
    for path, seconds in zip(paths, written, strict=True):
        path.touch()
        os.utime(path, (now + seconds, now + seconds))

    gone = tmp_path / "gone"
    assert newest_first([gone, *paths], lambda: now) == [paths[at] for at in order]
