"""`p10net config`: see and change what is settled once and for all."""

from collections.abc import Callable, Mapping
from textwrap import fill

import click

from p10net.cli import keys, person, settings
from p10net.cli.exits import Exit, Trouble
from p10net.cli.settings import SETTINGS, Value
from p10net.cli.verbs import verb
from p10net.client.words.keymap import WHERE


@verb(
    "config",
    ("p10net config show", "every setting, its value and where it comes from"),
    ("p10net config set bell off", "write one into the file"),
    ("p10net config reset bell", "forget it; without a name, all of them"),
    ("p10net config set keys.draw c", "give an action another key"),
    ("p10net config show keys", "every action and its key"),
    ("p10net config path", "where the file is, for your editor"),
)
@click.argument("what", type=click.Choice(["path", "show", "set", "reset"]))
@click.argument("words", nargs=-1, metavar="[SETTING] [VALUE]")
def config(what: str, words: tuple[str, ...]) -> None:
    """See and change your settings.

    A flag counts more than an environment variable (P10NET_BELL for `bell`), and that
    more than the file.
    """
    least, most = WORDS[what]
    if not least <= len(words) <= most:
        raise Trouble(USAGE[what], Exit.USAGE)
    DOES[what](*words)


VERBS = {"config": config}

WORDS = {"path": (0, 0), "show": (0, 1), "set": (2, 2), "reset": (0, 1)}
USAGE = {
    "path": "`p10net config path` takes nothing more.",
    "show": "Name one setting at most: `p10net config show bell`.",
    "set": "Name a setting and its value: `p10net config set bell off`.",
    "reset": "Name one setting at most: `p10net config reset bell`.",
}


def _path() -> None:
    click.echo(settings.path())


def _show(name: str | None = None) -> None:
    if name is not None and keys.named(name):
        _show_keys(name, changed=False)
        return
    names = list(SETTINGS) if name is None else [name]
    for one in names:
        setting, known = settings.known(one), settings.look(one)
        said = f"{one} = {_text(known.value)}"
        values = f": {', '.join(setting.values)}" if setting.values else ""
        click.echo(f"{said:<24}{known.source}\n    {setting.says}{values}.")
    if name is None:
        _show_keys(keys.TABLE, changed=True)


def _show_keys(name: str, *, changed: bool) -> None:
    """Show what keys actions have: all, one, or those that are others than at first."""
    shown = 0
    for act, key, first, says in keys.listed(name):
        if key == first and changed:
            continue
        shown += 1
        source = "default" if key == first else str(settings.path())
        click.echo(f"{f'{keys.TABLE}.{act} = {key}':<24}{source}\n    {says}.")
    if name == keys.TABLE and not changed:
        click.echo(f"\n{fill(WHERE, 80)}")
    if changed and not shown:
        click.echo(f"{keys.TABLE:<24}default\n    {keys.ABOUT}.")


def _set(name: str, said: str) -> None:
    if keys.named(name):
        keys.put(name, said)
        click.echo(f"{name} = {said}, kept in {settings.path()}")
        return
    if name == "theme":
        person.theme(said)  # else whoever wants to play next is told
    value = settings.put(name, said)
    click.echo(f"{name} = {_text(value)}, kept in {settings.path()}")
    if (over := settings.look(name)).source not in ("default", str(settings.path())):
        click.echo(f"{over.source} says {_text(over.value)} and counts more.")


def _reset(name: str | None = None) -> None:
    if name is not None and keys.named(name):
        keys.reset(name)
    else:
        settings.reset(name)
    click.echo("Everything is as it was." if name is None else f"{name} is as it was.")


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, int | float) else value or '""'


DOES: Mapping[str, Callable[..., None]] = {
    "path": _path,
    "show": _show,
    "set": _set,
    "reset": _reset,
}
