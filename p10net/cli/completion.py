"""`p10net completion`: what a shell needs to complete p10net's commands by Tab."""

import click
from click.shell_completion import get_completion_class

from p10net.cli.verbs import COMPLETE, verb

SHELLS = ("bash", "zsh", "fish")


@verb(
    "completion",
    ('eval "$(p10net completion bash)"', "for this terminal; put it into ~/.bashrc"),
    ('eval "$(p10net completion zsh)"', "the same for ~/.zshrc"),
    ("p10net completion fish | source", "the same for fish"),
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what makes Tab complete commands, flags and tables in a SHELL."""
    source = get_completion_class(shell)
    assert source is not None
    program = click.get_current_context().find_root().command
    click.echo(source(program, {}, "p10net", COMPLETE).source())


VERBS = {"completion": completion}
