"""Typed words of the line mode: the same as the screen's, and cards as they are spoken.

An action may be said in part: `hit green 7` asks where, `discard` asks which card.
What is missing is asked for, what is wrong is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import fields

from p10net.client.commands import typed
from p10net.client.commands.scene import Scene, Tell
from p10net.client.commands.typed import READERS, WORDS
from p10net.client.commands.vocabulary import Misread
from p10net.client.plain.facts import Facts
from p10net.client.plain.menus import Item, choices, laying, offered, which
from p10net.client.words import spoken
from p10net.client.words.notation import read_all, unspoken
from p10net.engine.cards import Card, Hand
from p10net.engine.moves import Action, Discard, Draw, Lay, check
from p10net.engine.reasons import Reason
from p10net.protocol.requests import ToHost

ACTIONS: Final[Mapping[str, type[Action]]] = {
    **{word: kind for kind, word in typed.ACTIONS.items()},
    "take": Draw,
    "skip": Discard,
}
WISHES: Final = {
    *("ready", "unready", "say", "pause", "resume", "name", "sit", "offer", "vote"),
    *("leave", "start", "bot", "unbot", "kick", "ban", "rules", "set", "timer", "lock"),
    *("away", "watch", "hints", "double", "undo", "stop", "reissue", "password"),
}
"""The screen's words that only ask the host for something."""


def normal(text: str) -> str:
    """Write a typed line with its first word small, whatever follows it as it is."""
    word, blank, rest = text.partition(" ")
    return f"{word.lower()}{blank}{rest}"


def letters(words: Sequence[str]) -> list[str]:
    """Write spoken cards in letters: `green 7` as `g7`."""
    return unspoken(" ".join(words)).split()


def acting(facts: Facts, word: str, rest: Sequence[str]) -> Item:
    """Read an action, or the question that is still open about it."""
    if facts.view is None or facts.ask is None:
        raise Misread(spoken.NOTHING_ASKED)
    kind, words = ACTIONS[word], [*_BEFORE.get(word, ()), *letters(rest)]
    if kind is Lay:
        return _laying(facts, words)
    if kind is Draw and not words:
        words = ["stock"]
    try:
        values = _values(kind, words)
    except ValueError as error:
        raise Misread(str(error)) from None
    return _meant(facts, word, kind, values)


_BEFORE = {"take": ("pile",), "skip": ("s",)}


def _meant(
    facts: Facts, word: str, kind: type[Action], values: Mapping[str, Any]
) -> Item:
    """Find what is offered and fits what was said."""
    fit = [
        one
        for one in offered(facts)
        if type(one) is kind
        and all(getattr(one, name) == value for name, value in values.items())
    ]
    if len(fit) > 1:
        return Item("", menu=which(choices(facts, fit)))
    if fit:
        return Item("", action=fit[0])
    try:
        return Item("", action=kind(**values))
    except TypeError:
        raise Misread(spoken.say_more(WORDS[word].usage)) from None


def _values(kind: type[Action], words: list[str]) -> dict[str, Any]:
    """Read an action's fields, in their order, as far as they are said."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        if words and field.name in READERS:
            values[field.name] = READERS[field.name](words)
    if words:
        raise Misread(spoken.too_much(" ".join(words)))
    if values.get("card") is Card.D and "skip" in values:
        values["down"] = values.pop("skip")
    return values


def _laying(facts: Facts, words: list[str]) -> Item:
    """Lay what is named; with nothing named, ask which way."""
    assert facts.view is not None
    if words:
        phase = int(words.pop(0)) if words[0].isdecimal() else 0
        return Item("", action=Lay(_groups(words), phase))
    menu = laying(facts)
    if menu is not None:
        return Item("", menu=menu)
    why = check(facts.view, Lay(()))
    early = why is None or why is Reason.WRONG_NUMBER_OF_GROUPS
    raise Misread(spoken.NO_LAY if early or why is None else spoken.refused(why))


def _groups(words: Sequence[str]) -> tuple[Hand, ...]:
    try:
        return tuple(read_all(group) for group in " ".join(words).split("/"))
    except ValueError as error:
        raise Misread(str(error)) from None


def wish(facts: Facts, word: str, rest: Sequence[str]) -> ToHost:
    """Read what somebody wants of the host."""
    if word not in WISHES:
        raise Misread(spoken.no_word(word))
    try:
        scene = Scene(facts.seat, facts.name, facts.lobby, facts.view, facts.table)
        done = WORDS[word].does(scene, [*rest])
    except ValueError as error:
        raise Misread(spoken.bare(str(error))) from None
    for intent in done.intents:
        if isinstance(intent, Tell):
            return intent.request
    raise Misread(done.local.notice or spoken.say_more(WORDS[word].usage))
