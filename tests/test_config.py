"""Settings: each is declared once, flags over environment over file, comments stay."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from p10net.cli import folders, person, running, settings
from p10net.cli.exits import Exit, Trouble
from p10net.cli.program import program
from p10net.cli.settings import FLAGS, SETTINGS
from p10net.client import files, played, themes
from p10net.client.attention import Bell
from p10net.client.commands.scene import Asking
from p10net.client.commands.slots import Sort
from p10net.client.pad import shelf
from p10net.client.palette import Depth
from p10net.client.pins import Known
from tests.shell import inside

Capture = pytest.CaptureFixture[str]

# A value of each setting that is not its default, as it is typed and as it is kept.
OTHERS: dict[str, tuple[str, object]] = {
    "name": ("Ann", "Ann"),
    "ui": ("plain", "plain"),
    "color": ("256", "256"),
    "bots": ("5", 5),
    "level": ("easy", "easy"),
    "pace": ("0.1", 0.1),
    "theme": ("light", "light"),
    "mouse": ("true", True),
    "keyboard": ("greek", "greek"),
    "ascii": ("true", True),
    "sort": ("need", "need"),
    "faces": ("ordinary", "ordinary"),
    "confirm": ("never", "never"),
    "take_back": ("1.5", 1.5),
    "bell": ("always", "always"),
    "events": ("at-once", "at-once"),
    "verbosity": ("brief", "brief"),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_can_be_set_shown_and_reset(
    name: str, home: Path, capsys: Capture
) -> None:
    """What was written is what counts, until it is taken away again."""
    typed, kept = OTHERS[name]
    assert inside(capsys, "config", "set", name, typed).code == Exit.FINE
    assert settings.get(name) == kept
    shown = inside(capsys, "config", "show", name).out
    assert shown.startswith(f"{name} = {typed}")
    assert str(settings.path()) in shown
    assert inside(capsys, "config", "reset", name).code == Exit.FINE
    assert settings.look(name) == (SETTINGS[name].default, "default")


def test_the_defaults_are_what_the_client_does_by_itself(home: Path) -> None:
    """Whoever settles nothing gets the screen that the design describes."""
    dress, plain = person.dress(), person.talk()
    assert (dress.asks, dress.bell, dress.sort) == (
        Asking.SMART,
        Bell.UNFOCUSED,
        Sort.NUMBER,
    )
    assert (plain.options.verbosity, plain.options.at_once, dress.take_back) == (
        "normal",
        False,
        0.0,
    )
    assert person.chosen() is None


def test_what_is_settled_reaches_the_screen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each setting changes what it says it changes."""
    for name, (typed, _) in OTHERS.items():
        settings.put(name, typed)
    monkeypatch.setenv("TERM", "xterm")
    dress, plain = person.dress(), person.talk()
    assert (dress.depth, dress.ascii_only, dress.take_back) == (Depth.MANY, True, 1.5)
    assert (dress.asks, dress.bell, dress.sort) == (
        Asking.NEVER,
        Bell.ALWAYS,
        Sort.NEED,
    )
    assert (plain.options.verbosity, plain.options.at_once) == ("brief", True)
    assert (person.name(None), person.name("Ben")) == ("Ann", "Ben")
    assert person.chosen() == "plain"


def test_a_theme_that_is_nowhere_is_refused_where_it_is_set(
    home: Path, capsys: Capture
) -> None:
    """Else nobody could play before it is set to another one."""
    done = inside(capsys, "config", "set", "theme", "pink")

    assert (done.code, settings.get("theme")) == (Exit.USAGE, "default")
    assert done.sentence.startswith("No theme is called pink: try default, light,")


def test_a_flag_counts_more_than_the_environment_and_that_more_than_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nearer to the moment something was said, the more it counts."""
    settings.put("color", "16")
    assert settings.get("color") == "16"
    monkeypatch.setenv("P10NET_COLOR", "256")
    assert settings.get("color") == "256"
    command = program.get_command(click.Context(program), "play")
    assert command is not None
    with command.make_context("play", ["--color", "true", "--ascii"]) as context:
        assert context.meta[FLAGS] == {"color": "true", "ascii": True}
        assert (settings.get("color"), settings.get("ascii")) == ("true", True)
    with command.make_context("play", []):
        assert (settings.get("color"), settings.get("ascii")) == ("256", False)


def test_comments_stay(home: Path) -> None:
    """Who writes into the file by hand finds it there again."""
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text("# mine\nbell = 'off' # at night\n", "utf-8")
    settings.put("sort", "color")
    text = settings.path().read_text("utf-8")
    assert "# mine\nbell = 'off' # at night\n" in text
    assert settings.get("sort") == "color"


# What is typed, and what the sentence about it holds.
WRONG: list[tuple[list[str], str]] = [
    (["set", "bell", "loud"], "bell is 'loud': use unfocused, off or always."),
    (["set", "bots", "0"], "bots is '0': use a whole number from 1 to 5."),
    (["set", "bots", "2.5"], "use a whole number from 1 to 5."),
    (["set", "level", "genius"], "level is 'genius': use "),
    (["set", "take_back", "9"], "take_back is '9': use a number from 0 to 3."),
    (["set", "take_back", "soon"], "use a number from 0 to 3."),
    (["set", "ascii", "perhaps"], "use true or false."),
    (["set", "name", "x" * 40], "name is"),
    (["set", "bel", "off"], "There is no setting bel"),
    (["show", "bel"], "There is no setting bel"),
    (["reset", "bel"], "There is no setting bel"),
    (["set", "bell"], "Name a setting and its value"),
    (["path", "bell"], "takes nothing more"),
    (["show", "bell", "sort"], "Name one setting at most"),
]


@pytest.mark.parametrize(("typed", "sentence"), WRONG)
def test_what_cannot_be_settled_says_why(
    typed: list[str], sentence: str, home: Path, capsys: Capture
) -> None:
    """One sentence, exit code 2, and the file is not touched."""
    done = inside(capsys, "config", *typed)
    assert (done.code, done.out) == (Exit.USAGE, "")
    assert sentence in done.sentence
    assert not settings.path().exists()


def test_a_value_of_the_file_or_the_environment_that_makes_no_sense(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names the place where it stands."""
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text("bell = 3\ntake_back = true\n", "utf-8")
    for name in ("bell", "take_back"):
        with pytest.raises(Trouble, match=r"config\.toml"):
            settings.get(name)
    monkeypatch.setenv("P10NET_SORT", "\x1b[2Jsuits")
    with pytest.raises(Trouble, match="P10NET_SORT") as trouble:
        settings.get("sort")
    assert str(trouble.value).isprintable()


def test_an_empty_variable_settles_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`P10NET_PACE= p10net` is what p10net would be without it."""
    for name in SETTINGS:
        monkeypatch.setenv(settings.variable(name), "")
        assert settings.look(name).source == "default"


def test_settings_that_are_a_folder(home: Path, capsys: Capture) -> None:
    """What is said of it names the file once, and no number of an error."""
    settings.path().mkdir(parents=True)
    told = inside(capsys, "config", "show").sentence
    assert told.lower().startswith(f"{settings.path()} cannot be read (is a".lower())
    assert "Errno" not in told


def test_a_file_that_is_no_toml(home: Path, capsys: Capture) -> None:
    """It is said, and reset is a way out."""
    settings.path().parent.mkdir(parents=True)
    settings.path().write_bytes(b"bell = = \xff")
    for typed in (["show"], ["set", "bell", "off"]):
        assert "mend it" in inside(capsys, "config", *typed).sentence
    assert inside(capsys, "config", "reset").code == Exit.FINE
    assert inside(capsys, "config", "show").code == Exit.FINE


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, '{"x":' + "[" * 5000])
def test_a_file_that_is_nested_without_end(text: str, home: Path) -> None:
    """It makes no sense like any other; reading it ends no program."""
    paths = [
        settings.path(),
        folders.config() / themes.FOLDER / f"deep{themes.SUFFIX}",
        *(folders.data() / name for name in (f"pads/a{shelf.SUFFIX}", played.FILE)),
        *(folders.state() / name for name in ("hosts.json", "running/1.json")),
    ]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    with pytest.raises(Trouble, match="mend it"):
        settings.stored()
    with pytest.raises(themes.ThemeError, match="deep"):
        themes.load("deep", folders.config())
    assert [shelf.read(path).book for path in shelf.pads(folders.data())] == [None]
    assert played.games(folders.data()) == []
    assert files.read(folders.state() / "hosts.json", tuple[Known, ...])[1]
    assert running.tables(folders.state()) == ()


def test_a_file_where_the_folder_should_be(home: Path, capsys: Capture) -> None:
    """Nothing can be kept there; the answer at the first start is not asked twice."""
    settings.path().parent.parent.mkdir(parents=True, exist_ok=True)
    settings.path().parent.write_text("in the way", "utf-8")
    assert inside(capsys, "config", "set", "bell", "off").code != Exit.FINE
    person.choose("plain")
    person.keep_sort(Sort.NEED)


def test_the_sorting_is_remembered(home: Path) -> None:
    """As it was last, it is the next time; the comments of the file stay."""
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text("# mine\nbell = 'off'\n", "utf-8")
    person.keep_sort(Sort.NEED)
    assert person.dress().sort is Sort.NEED
    person.keep_sort(Sort.MINE)
    assert person.dress().sort is Sort.NEED
    assert settings.path().read_text("utf-8").startswith("# mine")


def test_who_never_sorts_gets_no_file(home: Path) -> None:
    """Nothing is written that says nothing new."""
    person.keep_sort(person.dress().sort)
    assert not settings.path().exists()


def test_the_settled_bots_are_those_one_plays_against(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`play` takes the settings where nothing is said, and the flag where it is."""
    settings.put("bots", "2")
    settings.put("pace", "0.5")
    monkeypatch.setenv("P10NET_LEVEL", "easy")
    command = program.get_command(click.Context(program), "play")
    assert command is not None
    with command.make_context("play", ["--pace", "0"]) as context:
        told = {name: context.params[name] for name in ("bots", "level", "pace")}
        assert told == {"bots": 2, "level": "easy", "pace": 0.0}
    command = program.get_command(click.Context(program), "host")
    assert command is not None
    with command.make_context("host", []) as context:
        assert context.params["bots"] == 0


def test_a_setting_says_where_its_value_comes_from(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The default, the file, or the variable: whoever wonders can look it up."""
    settings.put("bots", "2")
    monkeypatch.setenv("P10NET_PACE", "1.5")
    shown = inside(capsys, "config", "show").out
    lines = {line.split(" = ")[0]: line for line in shown.splitlines() if " = " in line}
    assert lines["bots"].split() == ["bots", "=", "2", str(settings.path())]
    assert lines["pace"].split() == ["pace", "=", "1.5", "P10NET_PACE"]
    assert lines["level"].split()[-1] == "default"
