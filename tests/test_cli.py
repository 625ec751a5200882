"""The command line: help, guesses, exit codes, and one sentence for whatever fails."""

import errno
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from p10net.cli.exits import Exit
from p10net.cli.program import COMMANDS, EXAMPLES, INTERRUPTED, PIPE_CLOSED, program
from p10net.cli.verbs import Flag, Verb
from p10net.protocol.version import VERSION
from tests.shell import COMMAND, PATIENCE, inside, outside

Capture = pytest.CaptureFixture[str]


def commands() -> list[Verb]:
    """Load every command."""
    context = click.Context(program, info_name="p10net")
    found = [program.get_command(context, name) for name in COMMANDS]
    assert all(isinstance(command, Verb) for command in found)
    return [command for command in found if isinstance(command, Verb)]


# --- Help -----------------------------------------------------------------------------


def test_help_leads_with_four_examples_and_lists_every_command(
    capsys: Capture,
) -> None:
    """`p10net`, `p10net -h` and `p10net --help` say the same, without a terminal."""
    bare, short, long = (inside(capsys, *args) for args in ((), ("-h",), ("--help",)))

    assert bare == short == long
    assert long.code == Exit.FINE
    assert len(EXAMPLES) == 4
    assert long.out.index("Examples:") < long.out.index("Play:")
    assert not [line for line, _ in EXAMPLES if line not in long.out]
    assert not [
        name
        for name, entry in COMMANDS.items()
        if not re.search(rf"^  {name} +{re.escape(entry.says)}$", long.out, re.M)
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name: str, capsys: Capture) -> None:
    """It leads with examples and fits an 80 column terminal."""
    done = inside(capsys, name, "--help")

    assert done.code == Exit.FINE
    assert done.out.index("Examples:") < done.out.index("Usage:")
    assert max(map(len, done.out.splitlines())) <= 80


def test_every_option_has_words_and_an_example() -> None:
    """No flag is left for people to guess."""
    silent = [
        f"{command.name} {option.opts}"
        for command in commands()
        for option in command.params
        if isinstance(option, click.Option)
        and not (isinstance(option, Flag) and option.help and option.example)
    ]

    assert not silent


def typed() -> list[str]:
    """Collect every line that any help says can be typed."""
    lines = [line for line, _ in EXAMPLES]
    for command in commands():
        lines += [line for line, _ in command.examples]
        lines += [p.example for p in command.params if isinstance(p, Flag)]
    plain = [re.sub(r'^eval "\$\((.*)\)"$', r"\1", line) for line in lines]
    return sorted({line.partition(" | ")[0] for line in plain} - {"p10net"})


@pytest.mark.parametrize("line", typed())
def test_every_example_can_be_typed(
    line: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser takes each of them, and the command's own flag is in it."""
    monkeypatch.chdir(home)
    (home / "cases.jsonl").touch()
    _, name, *arguments = shlex.split(line)
    context = click.Context(program, info_name="p10net")
    command = program.get_command(context, name)
    assert command is not None

    with command.make_context(name, arguments, parent=context):
        pass


NAMED = [
    ("host", "--table Flat --as Ann", {"name": "Flat", "me": "Ann"}),
    ("host", "--name Flat", {"name": "Flat", "me": None}),
    ("join", "34 --as Ann", {"name": "Ann"}),
    ("join", "34 --name Ann", {"name": "Ann"}),
    ("play", "--as Ann", {"name": "Ann"}),
]


@pytest.mark.parametrize(("verb", "line", "named"), NAMED)
def test_a_person_and_a_table_are_named_apart(
    verb: str, line: str, named: dict[str, str | None], home: Path
) -> None:
    """`--as` is the person everywhere, `--table` the table; `--name` is as it was."""
    context = click.Context(program, info_name="p10net")
    command = program.get_command(context, verb)
    assert command is not None

    with command.make_context(verb, line.split(), parent=context) as made:
        assert {name: made.params[name] for name in named} == named


def test_help_says_ranges_in_words(capsys: Capture, home: Path) -> None:
    """No formula stands in any help."""
    for name in COMMANDS:
        said = inside(capsys, name, "--help").out
        assert "<=" not in said
        assert ">=" not in said


def test_an_options_example_uses_the_option() -> None:
    """An example under another flag would teach nothing."""
    wrong = [
        option.example
        for command in commands()
        for option in command.params
        if isinstance(option, Flag)
        and not {*option.opts, *option.secondary_opts} & {*option.example.split()}
    ]

    assert not wrong


def test_the_version_is_told(capsys: Capture) -> None:
    """One line, for a report or a script."""
    assert inside(capsys, "--version").out == f"p10net {VERSION}\n"


# --- Usage ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("jion",), "There is no command jion: did you mean join?"),
        (("hots", "--headless"), "There is no command hots: did you mean host?"),
        (("xyzzy",), "There is no command xyzzy: `p10net --help` lists them all."),
        (("\x1b[31m\n" + "x" * 99,), "There is no command [31m " + "x" * 35 + ":"),
        (("--bogus",), "No such option"),
        (("--bogus",), "--bogus"),
        (("--bogus",), ": see `p10net --help`."),
        (("rules", "--switchs"), "see `p10net rules --help`."),
        (("rules", "a", "b"), "see `p10net rules --help`."),
        (("rules", "--set"), "see `p10net rules --help`."),
        (("play", "--seed", "9" * 30), "use a number from 0 to"),
        (("host", "--headless", "--pace", "nan"), "--pace is nan: use a number"),
        (("host", "--headless", "--bind", "a..b"), "a..b is no address of this"),
        (("host", "--headless", "--bind", "x" * 70), "is no address of this computer"),
        (("host", "--headless", "--bind", "a\udcff"), "is no address of this computer"),
        (("host", "--password", "a\udcff"), "--password holds bytes that are no text"),
        (("join", "127.0.0.1", "--password", "x" * 65), "--password has 65 letters:"),
        (("join", "127.0.0.1", "--code", "x" * 999), "--code has 999 letters: use at"),
        (("join",), "Say which table, by its code, address or name: `p10net list`"),
        (("watch",), "Say which table, by its code, address or name: `p10net list`"),
        (("--plain", "play"), "Write --plain last: p10net play --plain."),
        (("completion",), "see `p10net completion --help`."),
        (("completion", "tcsh"), "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
    ],
)
def test_a_slip_gets_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: Capture
) -> None:
    """It names what was wrong and the next step, with exit code 2."""
    done = inside(capsys, *arguments)

    assert sentence in done.sentence
    assert (done.code, done.out) == (Exit.USAGE, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_learn_to_complete(shell: str, capsys: Capture) -> None:
    """The script calls back into p10net."""
    done = inside(capsys, "completion", shell)

    assert done.code == Exit.FINE
    assert f"_P10NET_COMPLETE={shell}_complete" in done.out


def test_tab_completes_commands_and_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the script asks for is answered."""
    monkeypatch.setenv("_P10NET_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "p10net rules --sw")
    monkeypatch.setenv("COMP_CWORD", "2")

    assert outside().out.split() == ["plain,--switches"]


# --- The last fence -------------------------------------------------------------------


class Mishap(Exception):
    """Something nobody expected."""


def failing(error: BaseException) -> click.Command:
    """Make a command that fails."""

    def fail() -> None:
        raise error

    return click.Command("rules", callback=fail)


def test_a_mistake_of_ours_is_one_sentence_and_a_file(
    capsys: Capture, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is shown a traceback; it lies where the sentence says."""
    mishap = Mishap("out of\x1b[2J luck\udcff")
    monkeypatch.setitem(sys.modules, "p10net.cli.rules", Holding(failing(mishap)))
    done = inside(capsys, "rules")
    kept = re.search(r"the file (.*)\.$", done.sentence)

    assert done.code == Exit.FAILED
    assert "a mistake of its own (Mishap: out of[2J luck)" in done.sentence
    assert kept
    assert "Traceback" in Path(kept[1]).read_text("utf-8")


def test_a_mistake_is_told_where_nothing_can_be_kept(
    capsys: Capture, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full or read-only disk adds no second failure."""
    (home / "state").write_text("a file where the folder should be")
    monkeypatch.setitem(sys.modules, "p10net.cli.rules", Holding(failing(Mishap())))
    done = inside(capsys, "rules")

    assert done.code == Exit.FAILED
    assert done.sentence.endswith("; please report it.")


class Holding:
    """Stands for a module that holds one command."""

    def __init__(self, command: click.Command) -> None:
        self.VERBS = {"rules": command}


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), INTERRUPTED),
        (click.Abort(), INTERRUPTED),
        (SystemExit(6), 6),
        (SystemExit("no"), Exit.FAILED),
    ],
)
def test_other_ways_out_keep_their_code(
    error: BaseException, code: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C is 130, as for every program; an exit code is passed on."""
    monkeypatch.setitem(sys.modules, "p10net.cli.rules", Holding(failing(error)))

    assert inside(capsys, "rules").code == code


def test_a_full_disk_is_no_mistake_of_ours(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`p10net rules > full` says so and is not asked to be reported."""
    error = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setitem(sys.modules, "p10net.cli.rules", Holding(failing(error)))
    done = inside(capsys, "rules")

    assert done.sentence == "There is no space left to write to."
    assert done.code == Exit.FAILED


@pytest.mark.needs("pty")
@pytest.mark.parametrize(
    ("command", "code"),
    [("rules", 0), ("score --sheet", 0), ("play", 0), ("rules nope", 2)],
)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_the_shell_keeps_back(
    command: str, code: int, closed: str, home: Path
) -> None:
    """Started without input or output, a command does what it does, unheard.

    Nor has Python anything to say of streams left open, where it says such things.
    """
    assert home
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {shlex.join(COMMAND)} {command} {closed}"],
        env={**os.environ, "PYTHONWARNINGS": "default::ResourceWarning"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == code
    assert done.stderr.count("\n") == (1 if code and "2>" not in closed else 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("rules >/dev/full", Exit.FAILED, "There is no space left to write to.\n"),
        ("rules 1</dev/null", Exit.FAILED, "Nothing can be written to the output: "),
        ("rules nope 2>/dev/full", Exit.USAGE, ""),
        ("rules >/dev/full 2>/dev/full", Exit.FAILED, ""),
    ],
)
def test_output_that_cannot_be_written(command: str, code: int, said: str) -> None:
    """It is told once, in a sentence, and Python itself adds nothing to it."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {shlex.join(COMMAND)} {command}"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == (1 if said else 0)


@pytest.mark.needs("pty")
def test_a_closed_pipe_is_no_mistake() -> None:
    """`p10net rules | head -1` ends without a word."""
    program = subprocess.Popen(
        [*COMMAND, "rules", "--switches"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout
    assert program.stderr
    program.stdout.close()

    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(10) == PIPE_CLOSED


@pytest.mark.needs("pty")
def test_ctrl_c_is_130_wherever_it_comes() -> None:
    """Here while cases are read from a terminal that says nothing."""
    program = subprocess.Popen(
        [*COMMAND, "judge", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin
    assert program.stdout
    program.stdin.write(b'{"kind":"score","hand":"W"}\n')
    program.stdin.flush()
    assert program.stdout.readline() == b'{"id":null,"points":25}\n'
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=PATIENCE)

    assert (program.returncode, err) == (INTERRUPTED, b"")
