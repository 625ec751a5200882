"""`p10net` itself: the list of commands, its help, and the last fence before the shell.

A command's module is imported only when it is called for, so that playing alone never
loads a network library and help comes at once. Whatever goes wrong ends here as one
sentence and an exit code; a traceback goes to a file, never to a person.
"""

import contextlib
import difflib
import importlib
import os
import re
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click
from click.shell_completion import shell_complete

from p10net.cli import folders, streams
from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import COMPLETE, show_examples
from p10net.protocol.clean import clean
from p10net.protocol.version import VERSION

PIPE_CLOSED = 128 + 13
"""What a program gives that was ended because nobody reads its output any more."""
INTERRUPTED = 128 + 2


class Entry(NamedTuple):
    """One command: where it is listed, which module holds it, what it does."""

    heading: str
    module: str
    says: str


COMMANDS = {
    "play": Entry("Play", "play", "Play now, alone against bots, without a network"),
    "journey": Entry("Play", "journey", "Travel through worlds of tables, alone"),
    "host": Entry("Play", "host", "Open a table that others can join"),
    "join": Entry("Play", "join", "Sit down at a table"),
    "watch": Entry("Play", "join", "Look on at a table"),
    "list": Entry("Play", "nearby", "List the tables on this network"),
    "resume": Entry("Play", "resume", "Go on with a table that stopped"),
    "stop": Entry("Play", "stop", "Close a table that runs on this computer"),
    "bot": Entry("Bots", "join", "Let a bot sit down at a table"),
    "new-bot": Entry("Bots", "new_bot", "Write the beginning of a bot of your own"),
    "arena": Entry("Bots", "arena", "Let bots play many games, and see who wins"),
    "rules": Entry("Rules", "rules", "Explain rules, phases and switches"),
    "judge": Entry("Rules", "judge", "Settle a dispute: may these cards be laid?"),
    "schema": Entry("For authors", "schema", "Print the protocol as JSON Schema"),
    "testhost": Entry("For authors", "testhost", "Try a client, script by script"),
    "tap": Entry("For authors", "tap", "Print all that a client and a host say"),
    "replay": Entry("Besides", "replay", "Step through a game that was saved"),
    "verify": Entry("Besides", "replay", "Check a saved game, and every deck of it"),
    "score": Entry("Besides", "score", "Keep the score of a game with real cards"),
    "stats": Entry("Besides", "stats", "Show what you have played here"),
    "config": Entry("Besides", "config", "See and change your settings"),
    "doctor": Entry("Besides", "doctor", "Find out why a table is not found"),
    "forget": Entry("Besides", "forget", "Forget tables you met, and logs"),
    "report": Entry("Besides", "report", "Make an archive to attach to a report"),
    "completion": Entry("Besides", "completion", "Print what makes Tab complete"),
}

EXAMPLES = (
    ("p10net", "see the tables on this network, or play at once"),
    ("p10net play", "play against three bots, no network needed"),
    ("p10net host", "open a table; the others run p10net on their laptops"),
    ("p10net join H00-921", "sit down at the table with this code"),
)


class Program(click.Group):
    """The group of all commands; it loads one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name all commands, as the help lists them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"p10net.cli.{COMMANDS[cmd_name].module}")
        command: click.Command = module.VERBS[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or guess which one was meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise Trouble(unknown_command(args[0]), Exit.USAGE)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, then the commands in groups, flags, and where files lie."""
        formatter.write_text("Phase 10 in the terminal, with people on this network.")
        show_examples(EXAMPLES, formatter)
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, entry in COMMANDS.items():
            groups.setdefault(entry.heading, []).append((name, entry.says))
        for heading, rows in groups.items():
            with formatter.section(heading):
                formatter.write_dl(rows)
        self.format_options(ctx, formatter)
        with formatter.section("Files"):
            formatter.write_dl(
                [
                    (str(folders.config()), "your settings"),
                    (str(folders.data()), "what you have played"),
                    (str(folders.state()), "seats and reports"),
                ]
            )
        formatter.write_paragraph()
        formatter.write_text("`p10net COMMAND --help` says more about one of them.")

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the flags, without the list of commands that click puts below."""
        click.Command.format_options(self, ctx, formatter)


def unknown_command(name: str) -> str:
    """Say that there is no such command, and which one looks like it."""
    shown = clean(name)[:40]
    close = difflib.get_close_matches(name, COMMANDS, n=1)
    meant = f"did you mean {close[0]}?" if close else "`p10net --help` lists them all."
    return f"There is no command {shown}: {meant}"


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, "--version", message="p10net %(version)s")
@click.option("--plain", is_flag=True, help="Begin in line mode, for screen readers.")
@click.pass_context
def program(ctx: click.Context, plain: bool) -> None:
    """Begin with the start screen where no command is named, if it can be shown."""
    if ctx.invoked_subcommand is not None:
        if plain:
            raise Trouble(
                f"Write --plain last: p10net {ctx.invoked_subcommand} --plain.",
                Exit.USAGE,
            )
    else:
        if sys.stdin.isatty() and sys.stdout.isatty():
            ctx.exit(importlib.import_module("p10net.cli.start").begin(plain))
        click.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command and give the exit code; nothing raised gets out."""
    streams.prepare()
    code = _run(list(arguments))
    failed = streams.finish()
    if failed is None or code != Exit.FINE:
        return code
    code = _unwritten(failed)
    streams.finish()
    return code


def _run(arguments: list[str]) -> int:
    try:
        status = _invoke(arguments)
        return status if isinstance(status, int) else Exit.FINE
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except Trouble as trouble:
        return _say(str(trouble), trouble.code)
    except click.ClickException as error:
        return _say(usage(error, arguments), Exit(error.exit_code))
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else Exit.FAILED
    except OSError as error:
        return _unwritten(error)
    except Exception as error:  # noqa: BLE001 - the last fence before the shell
        return _say(crashed(error, folders.crash_file()), Exit.FAILED)


def _unwritten(error: OSError) -> int:
    """Say what became of the output; nothing if nobody reads it any more."""
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    told = streams.why(error) or crashed(error, folders.crash_file())
    return _say(told, Exit.FAILED)


def _invoke(arguments: list[str]) -> object:
    """Do what click's own `main` does, but for what it makes of errors and Ctrl-C."""
    if instruction := os.environ.get(COMPLETE):
        return shell_complete(program, {}, "p10net", COMPLETE, instruction)
    with program.make_context("p10net", arguments) as context:
        return program.invoke(context)


def _say(sentence: str, code: Exit) -> int:
    with contextlib.suppress(OSError):  # nobody is there to be told
        streams.tell(sentence)
    return code


_VALUE = r"Invalid value for '(?P<flag>[\w-]+)': '?(?P<value>.*?)'? is not "
OURS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(_VALUE + said), sentence)
    for said, sentence in (
        (
            r"in the range (?P<least>[\d.]+)<=x<=(?P<most>[\d.]+)",
            "{flag} is {value}: use a number from {least} to {most}.",
        ),
        (
            r"in the range x>=(?P<least>[\d.]+)",
            "{flag} is {value}: use a number of at least {least}.",
        ),
        (r"a valid integer(?: range)?", "{flag} is {value}: use a whole number."),
        (r"a valid float(?: range)?", "{flag} is {value}: use a number, such as 1.5."),
        (r"one of (?P<those>.+)", "{flag} is {value}: use one of {those}."),
    )
)
"""What click says of a value, and what we say of it."""


NO_TARGET = "Missing argument 'TARGET'"
WHICH_TABLE = (
    "Say which table, by its code, address or name: `p10net list` shows those nearby."
)


def usage(error: click.ClickException, arguments: Sequence[str]) -> str:
    """Turn the parser's complaint into one sentence with the next step.

    Of a flag without its value click does not say which command it was for.
    """
    said = " ".join(error.format_message().split()).rstrip(".")
    if said == NO_TARGET:
        return WHICH_TABLE
    for pattern, sentence in OURS:
        if found := pattern.fullmatch(said):
            return sentence.format(**found.groupdict()).replace("'", "")
    ctx = getattr(error, "ctx", None)
    path = " ".join(["p10net", *(one for one in arguments[:1] if one in COMMANDS)])
    if ctx is not None:
        path = ctx.command_path
    return f"{said}: see `{path} --help`."


def crashed(error: BaseException, kept: Path) -> str:
    """Say that the mistake is ours, and keep the traceback for whoever mends it."""
    name, text = type(error).__name__, clean(str(error))[:200]
    told = f"p10net stopped because of a mistake of its own ({name}: {text})"
    try:
        from p10net.client import files  # help does not wait for it

        # What was typed may hold bytes that are no text, and a traceback quotes it.
        trace = "".join(traceback.format_exception(error))
        files.replace(kept, trace.encode("utf-8", "backslashreplace"))
    except OSError:
        return f"{told}; please report it."
    return f"{told}; please report it with the file {kept}."
