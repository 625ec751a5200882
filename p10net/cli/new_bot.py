"""`p10net new-bot`: writes the beginning of a bot, which plays as it is."""

import keyword
import re
from pathlib import Path

import click

from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import verb
from p10net.protocol.clean import clean

START = '''\
"""A p10net bot. With a table's name or address it plays there, else it rehearses."""

import sys
from random import Random

from p10net import Action, Ask, Brain, View, hits, lay_downs, rehearse, run_bot


class {name}(Brain):
    """Says what to do, each time it is asked."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, view: View, ask: Ask) -> Action:
        useful: list[Action] = [*lay_downs(view), *hits(view)]
        return useful[0] if useful else ask.default


if __name__ == "__main__":
    sys.exit(run_bot({name}, sys.argv[1]) if sys.argv[1:] else print(rehearse({name})))
'''


@verb(
    "new-bot",
    ("p10net new-bot mybot.py", "write it; then edit its choose()"),
)
@click.argument("file", type=click.Path(path_type=Path))
def new_bot(file: Path) -> None:
    """Write a bot of fifteen lines that plays, for you to go on from.

    FILE is a new file whose name ends in .py.
    """
    name = class_name(file.stem)
    if file.suffix != ".py" or not name:
        raise Trouble("Give the file a name like mybot.py.", Exit.USAGE)
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(START.format(name=name))
    except FileExistsError:
        raise Trouble(f"{_shown(file)} is there already: name another file.") from None
    except OSError as error:
        why = (error.strerror or "it cannot be written").lower()
        raise Trouble(f"{_shown(file)} cannot be written ({why}).") from None
    shown = _shown(file)
    click.echo(f"{shown} plays already: `python {shown}` tries it here,")
    click.echo(f"`p10net bot TABLE --brain {shown}:{name}` lets it sit down.")


VERBS = {"new-bot": new_bot}


def class_name(stem: str) -> str:
    """Make a class's name of a file's: my_bot becomes MyBot; empty if that is none."""
    words = re.split(r"[^0-9A-Za-z]+", stem)
    name = "".join(word[:1].upper() + word[1:] for word in words)
    usable = name.isidentifier() and name.isascii() and not keyword.iskeyword(name)
    return name if usable else ""


def _shown(file: Path) -> str:
    return clean(str(file))[:200]
