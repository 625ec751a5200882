"""Who may keep a table that was met before: its host, and nobody who pretends."""

from pathlib import Path

import pytest

from p10net.client.pins import FILE, MOST, Known, Verdict, forget, judge, trust

ANN, BEN, EVE = (letter * 64 for letter in "abe")
KITCHEN = Known(ANN, "01" * 16, "Kitchen")

SHOWN: list[tuple[str, Known, Verdict]] = [
    ("the same host with the same table", KITCHEN, "known"),
    ("with another table of that name", Known(ANN, "02" * 16, "Kitchen"), "known"),
    ("with a table of another name", Known(ANN, "02" * 16, "Garden"), "known"),
    ("after it renamed its table", Known(ANN, "01" * 16, "Garden"), "known"),
    ("a host nobody met", Known(EVE, "03" * 16, "Cellar"), "new"),
    ("another host under the name", Known(EVE, "03" * 16, "Kitchen"), "changed"),
    ("under a name that looks like it", Known(EVE, "03" * 16, "k1tchen"), "changed"),
    ("with the table's id", Known(EVE, "01" * 16, "Cellar"), "changed"),
    ("a friend under another's name", Known(BEN, "04" * 16, "Kitchen"), "changed"),
    ("a friend with another's id", Known(BEN, "01" * 16, "Attic"), "changed"),
    ("a friend with a new table", Known(BEN, "05" * 16, "Porch"), "known"),
]


@pytest.mark.parametrize(
    ("shown", "verdict"), [row[1:] for row in SHOWN], ids=[row[0] for row in SHOWN]
)
def test_a_host_is_judged_by_what_it_was(
    tmp_path: Path, shown: Known, verdict: Verdict
) -> None:
    """Neither a name nor an id belongs to another fingerprint later on."""
    trust(tmp_path, KITCHEN)
    trust(tmp_path, Known(BEN, "06" * 16, "Attic"))

    assert judge(tmp_path, shown) == (verdict, None)


def test_nobody_is_known_before_the_first_table(tmp_path: Path) -> None:
    """To look changes nothing."""
    assert judge(tmp_path, KITCHEN) == ("new", None)
    assert not [*tmp_path.iterdir()]


def test_a_host_that_is_trusted_anew_takes_the_place_of_the_old(tmp_path: Path) -> None:
    """There is one host for a name: the last one that somebody vouched for."""
    trust(tmp_path, KITCHEN)
    trust(tmp_path, Known(EVE, "03" * 16, "Kitchen"))

    assert judge(tmp_path, KITCHEN) == ("changed", None)


def test_a_damaged_memory_is_told_and_counts_as_empty(tmp_path: Path) -> None:
    """Nobody is kept from playing by it."""
    trust(tmp_path, KITCHEN)
    (tmp_path / FILE).write_text("{")
    verdict, trouble = judge(tmp_path, KITCHEN)

    assert verdict == "new"
    assert trouble is not None
    assert "four words" in trouble


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    """Play goes on without a memory."""
    (tmp_path / "file").write_text("")

    assert "Nothing can be kept" in (trust(tmp_path / "file", KITCHEN) or "")


def test_memory_has_an_end(tmp_path: Path) -> None:
    """The host met longest ago is the one that is forgotten."""
    for number in range(MOST + 1):
        trust(tmp_path, Known(ANN, f"{number:032x}", f"Table {number}"))

    assert judge(tmp_path, Known(BEN, "0" * 32, "x")) == ("new", None)
    assert judge(tmp_path, Known(BEN, f"{1:032x}", "x")) == ("changed", None)


def test_hosts_can_be_forgotten_by_name_or_all(tmp_path: Path) -> None:
    """What is forgotten is new again."""
    trust(tmp_path, KITCHEN)
    trust(tmp_path, Known(BEN, "06" * 16, "Attic"))

    assert forget(tmp_path, "kitchen") == 1
    assert judge(tmp_path, KITCHEN) == ("new", None)
    assert forget(tmp_path) == 1
    assert not (tmp_path / FILE).exists()
