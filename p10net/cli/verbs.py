"""How commands and their options look: help that leads with examples, flags in groups.

A flag says in one line what it does and shows itself in use; a test runs every example
through the parser, so that none of them can go stale. What a command does is not known
here.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
COMPLETE = "_P10NET_COMPLETE"
"""The variable by which a shell asks what could come next on the line."""
Example = tuple[str, str]
"""A line that can be typed, and what it does."""


class Flag(click.Option):
    """An option that shows itself in use, under a heading of its own."""

    def __init__(
        self, *args: Any, example: str = "", heading: str = "Options", **how: Any
    ) -> None:
        super().__init__(*args, **how)
        self.example = example
        self.heading = heading

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Write the line of the help: names, words, default, example."""
        record = super().get_help_record(ctx)
        if record is None or not self.example:
            return record
        says = re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1 to \2", record[1])
        says = re.sub(r"x>=([\d.]+)", r"\1 or more", says)
        return record[0], f"{says} Example: {self.example}"


def flag(
    *names: str, says: str, example: str, heading: str, **how: Any
) -> Callable[[F], F]:
    """Declare an option of a command."""
    how.setdefault("show_default", how.get("default") is not None)
    return click.option(
        *names, cls=Flag, help=says, example=example, heading=heading, **how
    )


class Verb(click.Command):
    """A command whose help leads with examples."""

    def __init__(self, *args: Any, examples: Sequence[Example] = (), **how: Any):
        super().__init__(*args, **how)
        self.examples = tuple(examples)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what it does, examples, arguments, then the flags by heading."""
        self.format_help_text(ctx, formatter)
        show_examples(self.examples, formatter)
        self.format_usage_line(ctx, formatter)
        self.format_options(ctx, formatter)

    def format_usage_line(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write in which order things stand on the line."""
        with formatter.section("Usage"):
            pieces = " ".join(self.collect_usage_pieces(ctx))
            formatter.write_text(f"{ctx.command_path} {pieces}")

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the flags, those that belong together under one heading."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in (*self.params, self.get_help_option(ctx)):
            record = parameter.get_help_record(ctx) if parameter else None
            if record is not None and record[1]:
                heading = getattr(parameter, "heading", "Besides")
                groups.setdefault(heading, []).append(record)
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)


def show_examples(examples: Sequence[Example], formatter: click.HelpFormatter) -> None:
    """Write lines that can be typed, each with what it does."""
    with formatter.section("Examples"):
        formatter.write_dl(list(examples), col_max=44)


def verb(name: str, *examples: Example) -> Callable[[F], Verb]:
    """Declare a command; its docstring is the beginning of its help."""
    return click.command(
        name,
        cls=Verb,
        examples=examples,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
