"""Typed words of the line mode: the same as the screen's, and cards as they are spoken.

An action may be said in part: `hit green 7` asks where, `discard` asks which card.
What is missing is asked for, what is wrong is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import fields

from p10net.client.commands import typed
from p10net.client.commands.scene import Choices, Scene, Tell
from p10net.client.commands.typed import ENDS, READERS, WORDS
from p10net.client.commands.vocabulary import Misread, number
from p10net.client.known import Known
from p10net.client.plain.menus import (
    Item,
    Menu,
    asked_first,
    choices,
    laying,
    offered,
    which,
)
from p10net.client.words import answers, manual, puzzled, spoken
from p10net.client.words.notation import read, read_all, unspoken
from p10net.client.words.typed import usage
from p10net.engine.cards import Card, Hand
from p10net.engine.moves import Action, Discard, Draw, Give, Hit, Lay, check
from p10net.engine.moves.draw import PILE, STOCK
from p10net.engine.reasons import Reason
from p10net.engine.view import View
from p10net.protocol.clean import clean

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


def acting(facts: Known, word: str, rest: Sequence[str]) -> Item:
    """Read an action, or the question that is still open about it."""
    if facts.view is None or facts.ask is None:
        raise Misread(nothing_asked(facts))
    if facts.names.dice and word in manual.OF_CARDS:
        raise Misread(answers.ONLY_DICE)
    kind, words = ACTIONS[word], [*_BEFORE.get(word, ()), *letters(rest)]
    if kind is Lay:
        return _laying(facts, words)
    words = [one for one in words if one not in FILLING]
    if kind is Draw:
        words = _source(facts.view, words)
    if kind in SEATED:
        words = seated(facts, words)
    try:
        values = _values(kind, words)
    except ValueError as error:
        raise Misread(str(error)) from None
    return _meant(facts, word, kind, values)


_BEFORE = {"take": ("pile",), "skip": ("s",)}
FILLING: Final = {"the", "on", "at", "to", "from", "with", "end"}
"""Words of a sentence that say nothing here; `a` is a meld."""
SEATED: Final = {Discard, Give}
SEATED_WISHES: Final = {"kick", "ban", "unbot", "reissue", "offer"}
"""Where a name may stand for the number of a seat."""


def nothing_asked(facts: Known) -> str:
    """Say why there is nothing to answer."""
    return puzzled.PAUSED_STILL if facts.paused else puzzled.NOTHING_ASKED


def _source(view: View, words: list[str]) -> list[str]:
    """Read where to draw from; naming the open card is one more way to say pile."""
    source, *more = words or [STOCK.source]
    named = [word for word in more if word != PILE.source]
    if source != PILE.source:
        return [*words] or [source]
    if not named or not view.pile or [view.pile[-1].value.lower()] == named:
        return [source]
    raise Misread(puzzled.pile_shows(view))


def seated(facts: Known, words: Sequence[str]) -> list[str]:
    """Write a name at the end of a line as the number of its seat."""
    said = [word.lower() for word in words]
    for person in facts.people:
        name = clean(person.name).lower().split()
        if name and said[-len(name) :] == name and not said[-1].isdecimal():
            return [*words[: -len(name)], str(person.seat)]
    return [*words]


def _card(words: list[str]) -> Card:
    word = words.pop(0)
    try:
        return read(word)
    except ValueError:
        raise Misread(puzzled.no_card(word)) from None


def _seat(words: list[str]) -> int:
    if not words[0].isdecimal():
        raise Misread(puzzled.no_seat(" ".join(words)))
    return number(words)


def _end(words: list[str]) -> str:
    if (end := words.pop(0)) not in ENDS:
        raise Misread(spoken.WHICH_END)
    return end


_READERS: Mapping[str, Callable[[list[str]], Any]] = {
    **READERS,
    "card": _card,
    "end": _end,
    "seat": _seat,
    "skip": _seat,
}


def _meant(
    facts: Known, word: str, kind: type[Action], values: Mapping[str, Any]
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
        said = _wanting(facts.view, kind, values)
        raise Misread(said or manual.of(word)) from None


def _wanting(view: View | None, kind: type[Action], values: Mapping[str, Any]) -> str:
    """Say why too little was said to hit or discard, where nothing more would do."""
    if view is None or view.you is None or kind not in (Hit, Discard):
        return ""
    card = values.get("card", view.you.hand[0])  # a turn has a hand to play from
    tried = Discard(card) if kind is Discard else Hit(card, values.get("meld", "a"))
    why = check(view, tried)
    if kind is Hit and why in (None, *UNFIT):
        return puzzled.NO_HITS
    return spoken.refused(why) if why is not None else ""


UNFIT: Final = (Reason.DOES_NOT_FIT, Reason.NO_SUCH_MELD, Reason.END_CLOSED)


# --- What is said in the words of the question -------------------------------------


def named(menu: Menu | None, text: str) -> Item | None:
    """Find the answer whose own words were typed."""
    said = text.casefold().rstrip(".,")
    items = menu.items if menu is not None else ()
    return next((one for one in items if one.words.casefold() == said), None)


def alone(menu: Menu | None, text: str) -> Item | None:
    """Find the answer about a card that was named and nothing more; may be Misread."""
    try:
        card = read(unspoken(text).replace(" ", ""))
    except ValueError:
        return None
    items = menu.items if menu is not None else ()
    fit = [one for one in items if getattr(one.action, "card", None) is card]
    if not fit:
        raise Misread(puzzled.card_alone(card))
    return fit[0] if len(fit) == 1 else Item("", menu=which(fit))


def _values(kind: type[Action], words: list[str]) -> dict[str, Any]:
    """Read an action's fields, in their order, as far as they are said."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        if words and field.name in _READERS:
            values[field.name] = _READERS[field.name](words)
    if words:
        raise Misread(puzzled.too_much(" ".join(words)))
    if values.get("card") is Card.D and "skip" in values:
        values["down"] = values.pop("skip")
    return values


def _laying(facts: Known, words: list[str]) -> Item:
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
    raise Misread(puzzled.NO_LAY if early or why is None else spoken.refused(why))


def _groups(words: Sequence[str]) -> tuple[Hand, ...]:
    try:
        return tuple(read_all(group) for group in " ".join(words).split("/"))
    except ValueError as error:
        raise Misread(str(error)) from None


def wish(facts: Known, word: str, rest: Sequence[str]) -> Item:
    """Read what somebody wants of the host, or what the screen would ask first."""
    if word not in WISHES:
        raise Misread(puzzled.no_word(word))
    try:
        scene = Scene(facts.seat, facts.name, facts.lobby, facts.view, facts.table)
        words = seated(facts, rest) if word in SEATED_WISHES else [*rest]
        if word in SEATED_WISHES and words and not words[0].isdecimal():
            raise Misread(puzzled.no_seat(" ".join(words)))
        done = WORDS[word].does(scene, words)
    except ValueError as error:
        unread = str(error) == usage(word, WORDS[word].usage)
        said = manual.of(word) if unread else spoken.bare(str(error))
        raise Misread(said) from None
    for intent in done.intents:
        if isinstance(intent, Tell):
            return Item("", request=intent.request)
    if isinstance(done.local.open, Choices):
        return Item("", menu=asked_first(done.local.open))
    raise Misread(done.local.notice or manual.of(word))
