"""The report of the benchmarks: ratios, targets, and one form for every part."""

import pytest

from benchmarks.__main__ import PARTS, main
from benchmarks.games import positions, steps
from benchmarks.report import Line, rows, table
from p10net.engine.moves import check
from p10net.engine.presets import preset


@pytest.mark.parametrize(
    ("value", "peer", "most", "ratio", "ok"),
    [
        (30.0, 10.0, 4.0, 3.0, True),
        (50.0, 10.0, 4.0, 5.0, False),
        (50.0, 10.0, 0.0, 5.0, True),
        (50.0, 0.0, 4.0, None, True),
    ],
)
def test_a_figure_is_judged_by_its_ratio(
    value: float, peer: float, most: float, ratio: float | None, ok: bool
) -> None:
    """Only a ratio above its target is a miss; without a peer there is none."""
    found = rows([Line("a turn", "µs", value, peer, "a peer", most)])

    assert found["rows"][0]["ratio"] == ratio
    assert found["ok"] is ok
    assert ("OVER" in table(found["rows"])) is not ok


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever mistypes a part is told which there are."""
    assert main(["game"]) == 2
    assert ", ".join(PARTS) in capsys.readouterr().out


def test_the_positions_measured_are_questions_of_real_games() -> None:
    """What brains are timed on can be asked, and is answered by the rules."""
    for view, question in positions(preset("official"), 2, 60):
        assert view.you is not None
        assert view.turn == view.you.seat
        assert check(view, question.default) is None


def test_steps_are_counted_by_decision() -> None:
    """A step takes some time, and a game has many."""
    took, length = steps(preset("quick"), 2)

    assert 0 < took < 1e5
    assert length > 10
