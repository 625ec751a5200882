"""`p10net score`: on a screen, in lines, on paper, and after a program was killed."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest
import trio

from p10net.cli import folders
from p10net.cli.exits import Exit
from p10net.client.pad import export, shelf
from p10net.client.pad.book import Book
from p10net.client.pad.shelf import Keeper
from p10net.client.pad.writing import Naming
from p10net.client.scoring import Writing
from p10net.client.words import pad as words
from p10net.client.words.rules import phases_said
from p10net.engine import dice
from p10net.engine.presets import PRESETS, preset
from tests.at_table import DRESS, sitting
from tests.scenes import ROUNDS, pad
from tests.shell import COMMAND, PATIENCE, Done, inside
from tests.terminal import Glass, glass

Capture = pytest.CaptureFixture[str]
NOW = "2026-05-01T20:00:00+02:00"


def score(
    capsys: Capture, patch: pytest.MonkeyPatch, *arguments: str, typed: str = ""
) -> Done:
    """Run the command with lines typed into it."""
    reading, writing = os.pipe()
    os.write(writing, typed.encode())
    os.close(writing)
    with os.fdopen(reading) as stream:
        patch.setattr("sys.stdin", stream)
        return inside(capsys, "score", *arguments)


def book(path: Path) -> Book:
    """Open a pad."""
    read = shelf.read(path).book
    assert read is not None
    return read


def unbroken(text: str) -> str:
    """Read a text as if no line had been too long."""
    return "".join(text.split())


# --- In lines -------------------------------------------------------------------------


def test_a_pad_begun_by_names_is_kept_before_its_first_line(
    capsys: Capture, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who leaves at once is told that it is kept, and it is."""
    begun = score(capsys, monkeypatch, "Ann", "Ben")

    assert begun.out.endswith(f"{words.LEFT}\n")
    (path,) = shelf.pads(folders.data())
    assert book(path).pad.players == ("Ann", "Ben")


def test_a_pad_that_cannot_be_kept_is_not_begun(
    capsys: Capture, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody types an evening's scores into a pad that is nowhere."""
    folders.data().parent.mkdir(parents=True, exist_ok=True)
    folders.data().write_text("a file where the folder should be")
    refused = score(capsys, monkeypatch, "Ann", "Ben", typed="out\n60\n")

    assert refused.code == Exit.FAILED
    assert refused.out == ""
    assert str(folders.data()) in refused.sentence


def test_an_evening_in_lines(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begun with names, left in the middle of a round, and gone on with later."""
    first = score(capsys, monkeypatch, "Ann", "Ben", typed="out\nR5 B7\n60\nout\n")
    assert first.code == Exit.FINE
    assert "Ann laid phase 1, 0 points, 0 in all." in first.out
    assert words.laid_or_not("Ben", 10, 50)[:60] in first.out
    assert first.out.endswith(f"{words.LEFT}\n")
    second = score(capsys, monkeypatch, typed="laid 15\nsheet\nstop\nq\n")
    lines = second.out.splitlines()
    assert lines[0].startswith("Going on with the pad of 20")
    assert lines[2] == "Round 2. Ben, phase 1: 2 sets of 3. What is left?"
    assert "Total            0         75" in lines
    assert "Ann wins with 2 phases and 0 points." in lines
    assert lines[-1] == words.ENDED


def test_an_evening_begins_with_a_question(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without names and without a pad that waits, players are asked for."""
    typed = "Ann\nAnn, Ben\n"
    done = score(capsys, monkeypatch, "--new", "--set", "skips=2", typed=typed)
    lines = done.out.splitlines()
    assert lines[1:4] == [words.NAMES, words.TOO_FEW, words.NAMES]
    (path,) = shelf.pads(folders.data())
    assert book(path).pad.rules.skips == 2
    nobody = score(capsys, monkeypatch, "--new", typed="q\n")
    assert nobody.out.endswith(f"{words.NO_PAD}\n")


def test_a_killed_pad_has_every_line_that_was_answered(home: Path) -> None:
    """Kill -9 takes nothing with it but the line that is being typed."""
    told = ["out", "laid 15", "60", "out", "laid 5"]
    program = subprocess.Popen(
        [*COMMAND, "score", "Ann", "Ben"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    for line in told:
        program.stdin.write(f"{line}\n")
        program.stdin.flush()
        while not program.stdout.readline().startswith(("Ann: ", "Ben: ")):
            pass
    program.stdin.write("lai")
    program.stdin.flush()
    os.kill(program.pid, signal.SIGKILL)
    program.communicate(timeout=PATIENCE)

    (path,) = shelf.pads(folders.data())
    assert len(book(path).entries) == len(told)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_pads_are_deleted_by_number_or_when_they_are_over(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is gone is named; a pad in the middle is deleted by its number alone."""
    ask = partial(score, capsys, monkeypatch)
    assert ask("--delete", "over").out == f"{words.NONE_OVER}\n"
    ask("Ann", "Ben", typed="out\n60\n")
    for _ in range(2):
        ask("Zoe", "Max", "--rules", "even", typed="stop\n")
    for age, path in enumerate(shelf.pads(folders.data())):
        os.utime(path, (1000 - age, 1000 - age))
    gone = ask("--delete", "over").out.splitlines()
    assert len(gone) == 2
    assert all(line.endswith("Zoe and Max, even: won by Zoe and Max.") for line in gone)
    (path,) = shelf.pads(folders.data())
    path.with_suffix(shelf.TORN).write_text("?")
    assert "Ann and Ben" in ask("--delete", "1").out
    assert not [*path.parent.iterdir()]


@pytest.mark.parametrize("which", ["2", "0", "-1", "x", "9" * 30, "²"])
def test_what_names_no_pad_deletes_none(
    which: str, home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, and every pad stays."""
    score(capsys, monkeypatch, "Ann", "Ben", typed="out\n60\n")
    refused = score(capsys, monkeypatch, f"--delete={which}")
    assert (refused.code, refused.sentence) == (
        Exit.USAGE,
        words.nothing_to_delete(which),
    )
    assert len(shelf.pads(folders.data())) == 1


def test_pads_are_listed_and_opened_by_number(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest comes first; one that makes no sense is told, and in nobody's way."""
    assert score(capsys, monkeypatch, "--list").out == f"{words.NO_WAY_BACK}\n"
    assert score(capsys, monkeypatch, "--export", "text").code == Exit.FAILED
    score(capsys, monkeypatch, "Ann", "Ben", typed="out\n60\n")
    score(capsys, monkeypatch, "Zoe", "Max", "--rules", "even", typed="stop\n")
    for age, path in enumerate(shelf.pads(folders.data())):
        os.utime(path, (1000 - age, 1000 - age))
    broken = folders.data() / shelf.FOLDER / f"broken{shelf.SUFFIX}"
    broken.write_text("?")
    listed = score(capsys, monkeypatch, "--list").out.splitlines()
    assert listed[0] == f"  1  {words.unreadable(broken)}"
    assert listed[1].endswith("Zoe and Max, even: won by Zoe and Max")
    assert listed[2].endswith("Ann and Ben, official: round 2")
    opened = score(capsys, monkeypatch, "--open", "3", typed="q\n")
    assert "Ann and Ben, round 2" in opened.out
    assert "Ann" in score(capsys, monkeypatch, "--export", "csv", "--open", "3").out
    assert score(capsys, monkeypatch, "--open", "1").sentence == (
        words.unreadable(broken)
    )
    said = score(capsys, monkeypatch, typed="q\n").out
    assert unbroken(said).startswith(unbroken(words.unreadable(broken)))


def test_a_torn_pad_says_so_and_goes_on(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is missing is told before the next question."""
    score(capsys, monkeypatch, "Ann", "Ben", typed="out\n60\n")
    (path,) = shelf.pads(folders.data())
    path.write_bytes(path.read_bytes()[:-4])
    done = score(capsys, monkeypatch, typed="q\n")
    assert unbroken(words.torn(path, 1)) in unbroken(done.out)
    assert "Round 1. Ben" in done.out


SLIPS: list[tuple[tuple[str, ...], str]] = [
    (("Ann",), words.TOO_FEW),
    (("Ann", "R5"), words.reserved("R5")),
    (("Ann", "Ben", "--open", "1"), "leave names, rules and --new away."),
    (("--open", "7"), words.no_such_pad(7)),
    (("--open", "0"), "--open is 0: use a number"),
    (("--rules", "nope"), "There are no rules named 'nope'"),
    (("--set", "skips=99"), "skips = 99 is not possible"),
    (("--export", "pdf"), "--export is pdf: use one of"),
    (("A", "B", "C", "D", "E", "F"), words.reserved("A")),
    (("--sheet", "Ann"), words.TOO_FEW),
    (("Al", "Bo", "Cy", "--set", "max_seats=2"), "for 2 to 2 players, not 3."),
]


@pytest.mark.parametrize(("arguments", "sentence"), SLIPS, ids=range(len(SLIPS)))
def test_a_slip_gets_one_sentence(
    home: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    """It says what was wrong, and no pad is begun."""
    done = score(capsys, monkeypatch, *arguments)
    assert sentence in done.sentence
    assert done.code == Exit.USAGE
    assert not shelf.pads(folders.data())


# --- On paper -------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_an_empty_sheet_for_any_rules(name: str) -> None:
    """It names the phases and fits a page; a browser and a spreadsheet take it too."""
    rules = preset(name)
    text = export.blank(rules, ("Ann", "Ben", "Cleo"), "text")
    assert max(map(len, text.splitlines())) <= 80
    page = export.blank(rules, (), "html")
    said = [phase for _, phase in phases_said(rules)]
    for number, phase in enumerate(said, 1):
        assert f"{number:>4}  {phase}\n" in text
        assert f"<li>{phase}</li>" in page
    rows = [*csv.reader(io.StringIO(export.blank(rules, ("Ann", "Ben"), "csv")))]
    assert rows[0] == ["Circuit" if dice.played(rules) else "Round", "Ann", "Ben"]


def test_a_filled_sheet_in_each_form() -> None:
    """All say who was out, on which phase, and what it comes to."""
    leaf = pad(*ROUNDS, "stop")
    assert isinstance(leaf.state, Book)
    text, table, page = (export.FILLED[form](leaf.state) for form in export.FILLED)
    assert "1. Ann: 2 phases, 5 points" in text
    rows = [*csv.DictReader(io.StringIO(table))]
    assert len(rows) == 8
    assert rows[5] == {
        "round": "2",
        "player": "Ben",
        "phase": "2",
        "laid": "1",
        "points": "0",
        "out": "1",
        "total": "15",
    }
    assert page.count("<tr>") == 5
    assert "<p>Ann wins with 2 phases and 5 points.</p>" in page


def test_a_name_is_no_code() -> None:
    """Neither a browser nor a spreadsheet is told anything by a player's name."""
    for form, harm in (("csv", "\n=1+1"), ("html", "<b>")):
        assert harm not in export.blank(preset("official"), ("=1+1", "<b>x"), form)
    assert "'=1+1" in export.blank(preset("official"), ("=1+1", "Ben"), "csv")


def test_sheet_and_export_are_printed(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes to a printer or a file stands alone on standard output."""
    sheet = score(capsys, monkeypatch, "--sheet", "Ann", "Ben", "--rules", "even")
    assert sheet.out == export.blank(preset("even"), ("Ann", "Ben"), "text")
    initials = score(capsys, monkeypatch, "--sheet", "A", "K", "7")
    assert initials.out == export.blank(preset("official"), ("A", "K", "7"), "text")
    score(capsys, monkeypatch, "Ann", "Ben", typed="out\n60\n")
    (path,) = shelf.pads(folders.data())
    done = score(capsys, monkeypatch, "--export", "html")
    assert done.out == export.FILLED["html"](book(path))


# --- On a screen ----------------------------------------------------------------------


async def writing(home: Path, *steps: tuple[str, str]) -> str:
    """Press keys, and wait for what each has to show."""
    start = Naming(preset("official"), NOW)
    ended: list[str] = []
    with glass() as terminal:
        desk = Writing(start, Keeper(home), DRESS, lambda: NOW, ("Welcome.",))

        async def write() -> None:
            ended.append(await desk.write())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(write)
            await terminal.shows("Welcome.")
            await pressed(terminal, steps)
    return ended[0]


async def pressed(terminal: Glass, steps: tuple[tuple[str, str], ...]) -> None:
    """Press the keys of each step and wait for its picture."""
    for keys, shown in steps:
        terminal.press(keys)
        if shown:
            await terminal.shows(shown)


def test_a_round_on_the_screen(tmp_path: Path) -> None:
    """Names, answers, a line to correct, undo, and a way out that keeps all."""
    steps = (
        ("Ann, Ben\r", "Round 1. Ann"),
        ("out\r", "Ben>"),
        ("15\r", "Ben> 15"),
        ("\x01laid \r", "Ben laid phase 1, 15 points"),
        ("undo\r", "Taken back: Ben"),
        ("sheet\r", "Up and Down"),
        ("\x1b[A\x1b[B", "Round 1. Ben"),
        ("\x1b[200~75\x1b[201~\r", "Round 2. Ann"),
        ("zzz\x1b", "Ann> *$"),
        ("\x03", ""),
    )

    @sitting
    async def test() -> None:
        assert await writing(tmp_path, *steps) == words.LEFT

    test()
    (path,) = shelf.pads(tmp_path)
    assert len(book(path).entries) == 2


def test_leaving_a_screen(tmp_path: Path) -> None:
    """`quit` leaves as Ctrl-C does; without players there is nothing to keep."""

    @sitting
    async def test() -> None:
        assert await writing(tmp_path, ("quit\r", "")) == words.NO_PAD

    test()
    assert not shelf.pads(tmp_path)
