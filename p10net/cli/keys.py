"""The keys of actions in the settings: a table of its own in the same file.

What may be a key of what is judged by `commands.rebind`; here the table is found,
changed and told, and a key that cannot be ends with its sentence.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from p10net.cli import settings
from p10net.cli.exits import Exit, Trouble
from p10net.client.commands import rebind
from p10net.client.commands.keymap import ACTS, Keymap
from p10net.client.words.keymap import no_act
from p10net.protocol.clean import clean

TABLE = "keys"
ABOUT = "Other keys for actions, such as keys.draw: `p10net config show keys` lists all"


def keymap() -> Keymap:
    """Give the keys of the file; raises Trouble if they cannot be so."""
    return _read(settings.stored().get(TABLE, {}), f"In {settings.path()}: ")


def _read(said: object, where: str = "") -> Keymap:
    try:
        return rebind.read(said)
    except rebind.KeymapError as error:
        raise Trouble(f"{where}{error}", Exit.USAGE) from None


def named(name: str) -> bool:
    """Whether a setting's name is that of a key, or of all of them."""
    return name.partition(".")[0] == TABLE


def listed(name: str) -> Iterator[tuple[str, str, str, str]]:
    """Tell of each action, or of one: its key now and at first, and what it does."""
    asked = name.partition(".")[2]
    _known(asked)
    for act, key, says in rebind.listed(keymap()):
        if asked in ("", act):
            yield act, key, ACTS[act].key, says


def put(name: str, key: str) -> None:
    """Give an action another key; raises Trouble if that cannot be."""
    act = name.partition(".")[2]
    if not act:
        raise Trouble(
            "Name the action too: `p10net config set keys.draw c`.", Exit.USAGE
        )
    keymap()
    table: Mapping[str, Any] = settings.stored().get(TABLE, {})
    _read({**table, act: key})
    settings.change(lambda file: _put(file, act, key))


def _put(file: Any, act: str, key: str) -> None:
    file.setdefault(TABLE, {})[act] = key


def reset(name: str) -> None:
    """Give an action its first key back, or all of them; raises Trouble."""
    act = name.partition(".")[2]
    _known(act)
    settings.change(lambda file: _reset(file, act))


def _reset(file: Any, act: str) -> None:
    if not act or not isinstance(file.get(TABLE), dict):
        file.pop(TABLE, None)
    else:
        file[TABLE].pop(act, None)


def _known(act: str) -> None:
    if act and act not in ACTS:
        raise Trouble(no_act(clean(act)), Exit.USAGE)
