"""How long a sleep was, told by a clock that nobody sets."""

import pytest

from p10net.lan.sleepless import Clock, first


def ticking(at: float) -> Clock:
    """Give a clock that can be read."""
    return lambda: at


def unknown() -> float:
    """Fail like the clock of another kernel."""
    raise OSError(22, "Invalid argument")


@pytest.mark.parametrize(
    ("clocks", "read"),
    [
        pytest.param([ticking(7), ticking(4)], 7, id="what counts sleep"),
        pytest.param([unknown, ticking(4)], 4, id="the next one"),
        pytest.param([unknown, unknown], 1, id="what waits are counted by"),
        pytest.param([], 1, id="a system without any"),
    ],
)
def test_the_first_clock_that_can_be_read(clocks: list[Clock], read: float) -> None:
    """A name that the kernel does not know keeps nobody from playing."""
    assert first(clocks, ticking(1))() == read
