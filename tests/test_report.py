"""What is forgotten when asked, and what a report holds and does not hold."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from p10net.cli import folders, logs, settings
from p10net.cli.exits import Exit
from p10net.cli.report import scrubbed
from p10net.client import pins, seats
from p10net.client.pins import Known
from p10net.client.plain import recall
from p10net.client.plain.recall import Recall
from p10net.client.seats import Met
from p10net.protocol.address import Place
from tests.shell import inside

Capture = pytest.CaptureFixture[str]
TOKEN = "0123456789abcdef0123456789abcdef"


def remembered() -> None:
    """Meet two tables, sit down at each, and log something with a secret in it."""
    state = folders.state()
    for at, name in enumerate(("Flat 12", "Attic")):
        seats.meet(state, Met(str(at), name, (Place("127.0.0.1", 4210),)))
        pins.trust(state, Known(f"{at}" * 64, str(at), name))
        with seats.Claim(state, str(at), "Ann") as claim:
            claim.keep(TOKEN)
    (state / "logs").mkdir(parents=True)
    for at in range(3):
        path = state / "logs" / f"{at}.txt"
        path.write_text(f"run {at}: session {TOKEN} in {Path.home()}\n")
        os.utime(path, (at, at))
    folders.crash_file().write_text(f"Traceback: seed={'5f' * 32}\n")


def test_forgetting_one_table_or_all(home: Path, capsys: Capture) -> None:
    """Only what was named goes; what runs wrote goes with all of it."""
    remembered()
    recall.keep(folders.state(), Recall(["hand"]))
    done = inside(capsys, "forget", "flat-12")
    assert done.code == Exit.FINE
    assert done.out.startswith("Forgotten: 3 things")
    assert [one.name for one in seats.hosts(folders.state())[0]] == ["Attic"]
    assert logs.runs(folders.state())
    assert inside(capsys, "forget", "--all").code == Exit.FINE
    assert seats.hosts(folders.state()) == ((), None)
    assert not logs.runs(folders.state())
    assert not [*folders.state().glob("seats/*.json")]
    assert recall.load(folders.state()).lines == ()


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ([], Exit.USAGE, "Name one table"),
        (["Attic", "--all"], Exit.USAGE, "Name one table"),
        (["Attic"], Exit.NO_TABLE, "No table Attic is remembered"),
    ],
)
def test_what_cannot_be_forgotten(
    typed: list[str], code: Exit, sentence: str, home: Path, capsys: Capture
) -> None:
    """One sentence, and an exit code that says what kind of trouble it is."""
    done = inside(capsys, "forget", *typed)
    assert done.code == code
    assert sentence in done.sentence


def test_a_report_holds_the_logs_and_no_secret(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tokens, seeds and the home folder's name are blotted out; seats stay here."""
    monkeypatch.chdir(home)
    remembered()
    settings.put("bell", "off")
    assert inside(capsys, "report", "--out", "mine.zip").code == Exit.FINE
    with zipfile.ZipFile("mine.zip") as archive:
        held = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(held) == {
        *("about.txt", "config.toml", "last-mistake.txt"),
        *(f"logs/{at}.txt" for at in (1, 2, 3)),
    }
    assert held["logs/1.txt"] == "run 0: session [removed] in ~\n"
    assert "p10net" in held["about.txt"]
    everything = "".join(held.values())
    assert not {TOKEN, "5f5f5f5f", str(home)} & {
        part for part in (TOKEN, "5f5f5f5f", str(home)) if part in everything
    }


def test_a_report_of_a_table_with_a_folder_of_its_own(
    home: Path, tmp_path: Path, capsys: Capture
) -> None:
    """It holds what was logged there; the last mistake is the user's all the same."""
    remembered()
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "1.txt").write_text("run of the attic's table")
    path = home / "mine.zip"
    there = ("--state-dir", str(tmp_path))
    assert inside(capsys, "report", "--out", str(path), *there).code == Exit.FINE
    with zipfile.ZipFile(path) as archive:
        names, logged = archive.namelist(), archive.read("logs/1.txt")

    assert names == ["about.txt", "last-mistake.txt", "logs/1.txt"]
    assert logged == b"run of the attic's table"
    none = inside(capsys, "report", "--state-dir", str(tmp_path / "none"))
    assert none.code == Exit.USAGE
    assert "There is no folder" in none.sentence


def test_a_report_bears_no_date(home: Path, capsys: Capture) -> None:
    """An archive knows the years from 1980 to 2107, and a clock may say any."""
    remembered()
    path = home / "mine.zip"
    assert inside(capsys, "report", "--out", str(path)).code == Exit.FINE
    with zipfile.ZipFile(path) as archive:
        parts = archive.infolist()

    assert {part.date_time for part in parts} == {(1980, 1, 1, 0, 0, 0)}
    assert {part.external_attr >> 16 for part in parts} == {0o600}
    assert {part.compress_type for part in parts} == {zipfile.ZIP_DEFLATED}


def test_the_log_of_this_run_is_kept(home: Path) -> None:
    """Whatever dates older ones have: a clock may have been wrong."""
    folder = folders.state() / "logs"
    folder.mkdir(parents=True)
    for at in range(logs.RUNS + 1):
        path = folder / f"x{at}.txt"
        path.touch()
        os.utime(path, (4e9 + at, 4e9 + at))
    with logs.kept(folders.state()):
        runs = [path.stem for path in logs.runs(folders.state())]

    assert runs == ["x2", "x3", "x4", "x5", str(os.getpid())]


def test_a_report_of_nothing_is_one_too(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing ran yet it says at least what is installed; its name has a date."""
    monkeypatch.chdir(home)
    assert inside(capsys, "report").code == Exit.FINE
    (path,) = home.glob("p10net-report-*.zip")
    assert zipfile.ZipFile(path).namelist() == ["about.txt"]


def test_a_report_that_cannot_be_written(home: Path, capsys: Capture) -> None:
    """It is one sentence."""
    done = inside(capsys, "report", "--out", str(home / "no" / "such.zip"))
    assert done.code == Exit.FAILED
    assert "cannot be written" in done.sentence


def test_a_report_leaves_out_what_cannot_be_read(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings that are a folder are what somebody may want to report."""
    monkeypatch.chdir(home)
    settings.path().mkdir(parents=True)
    assert inside(capsys, "report").code == Exit.FINE
    (path,) = home.glob("p10net-report-*.zip")
    with zipfile.ZipFile(path) as archive:
        assert archive.read("config.toml").startswith(b"cannot be read: ")


def test_words_are_no_secrets() -> None:
    """What explains a mistake stays readable."""
    said = "2026-05-01 20:00:00,123 INFO p10net.host.server: address 192.168.1.34:4210"
    assert scrubbed(said) == said
    assert scrubbed("key Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4==") == "key [removed]"
