"""Reads which keys a player has chosen otherwise, and says what cannot be.

In one state a key has one meaning: a key that chooses cards, opens a line or answers
keeps its own, and one that another action has is free only when that action is given
another one too.
"""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client.commands import keys
from p10net.client.commands.keymap import ACTS, Keymap, State
from p10net.client.words import keymap as words
from p10net.protocol.clean import cells, clean


class KeymapError(ValueError):
    """Keys that cannot be so; the text is the sentence for whoever chose them."""


def read(said: object) -> Keymap:
    """Make a keymap of a table of actions and keys; raises KeymapError."""
    if not isinstance(said, dict):
        raise KeymapError(words.no_table(clean(str(said))))
    given = tuple((_act(name), _key(name, key)) for name, key in said.items())
    keymap = Keymap(given)
    for name, key in given:
        if (why := _clash(keymap, name, key)) is not None:
            raise KeymapError(why)
    return keymap


def _act(name: str) -> str:
    if name not in ACTS:
        raise KeymapError(words.no_act(clean(name)))
    return name


def _key(name: str, key: object) -> str:
    if not isinstance(key, str) or len(key) != 1 or not key.isprintable():
        raise KeymapError(words.no_key(name, clean(str(key))))
    if key.isspace() or cells(key) != 1:
        raise KeymapError(words.no_key(name, clean(key)))
    return key


def _clash(keymap: Keymap, name: str, key: str) -> str | None:
    """Say what else the key means where the action has it, if it does."""
    for state in State:
        if name not in dict(_acts(state)):
            continue
        for other, theirs in _acts(state):
            if other != name and _now(keymap, other) == key:
                return words.taken(name, key, other, theirs)
        if key in _fixed(state):
            return words.reserved(name, key)
    return None


def _now(keymap: Keymap, name: str) -> str:
    return dict(keymap.given).get(name, ACTS[name].key)


def _acts(state: State) -> Iterator[tuple[str, str]]:
    """List the actions that have a key in a state, with the key of the beginning."""
    known = _known(state)
    for name, act in ACTS.items():
        if state in act.where and act.key in known:
            yield name, act.key


def _known(state: State) -> frozenset[str]:
    return frozenset(key for row in keys.rows_of(state) for key in row.keys)


def _fixed(state: State) -> frozenset[str]:
    """List the keys of a state that always keep their meaning."""
    return _known(state) - {key for _, key in _acts(state)}


def listed(keymap: Keymap) -> Iterator[tuple[str, str, str]]:
    """List every action with the key it has now and what it does."""
    for name, act in ACTS.items():
        yield name, _now(keymap, name), act.says
