"""Questions with numbered answers, made from what may be done.

Everything the host offers is in them, variants included.
An answer that ends the turn is never number 1, so that no habit ends one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from msgspec import Struct

from p10net.client.commands import cup
from p10net.client.commands.harm import doubt
from p10net.client.commands.plans import after, lay_ways
from p10net.client.commands.scene import Asking, Choices
from p10net.client.known import Known
from p10net.client.words import bar, parting, spoken
from p10net.client.words import harm as harm_words
from p10net.engine.cards import Card, in_order
from p10net.engine.dice import played
from p10net.engine.moves import (
    Action,
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    Lay,
    LayOffer,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
    check,
)
from p10net.engine.view import Stage, View
from p10net.protocol.owner import AddBot, Start
from p10net.protocol.people import Break
from p10net.protocol.requests import (
    Admin,
    DoubleTime,
    Leave,
    Pause,
    Ready,
    ToHost,
    Vote,
)

BACK = "back to the question"
"""What an answer says instead of a word that leads back out of a list."""


class Item(Struct, frozen=True):
    """One answer: an action, a request, another question, or a word to be answered."""

    words: str
    action: Action | None = None
    request: ToHost | None = None
    menu: Menu | None = None
    word: str = ""


class Menu(Struct, frozen=True):
    """What is asked, and the answers by their number from 1."""

    said: str
    items: tuple[Item, ...]


# Order in a menu, and how many answers of a kind stand in it one by one.
KINDS: Mapping[type, int] = {
    Declare: 12,
    Give: 6,
    GiveBack: 1,
    Draw: 2,
    TakeSaved: 3,
    Hit: 6,
    Swap: 3,
    Refresh: 1,
    Roll: 2,
    Pass: 1,
    Save: 0,
    Discard: 1,
}


def question(facts: Known) -> Menu | None:
    """Make the question that is open for this seat now, if one is."""
    if facts.seat is None or (facts.view is None and facts.lobby is None):
        return None
    if facts.table is not None and facts.table.paused is not None:
        return _waiting(facts, facts.table.paused)
    make = QUESTIONS.get(facts.stage, turn)
    return _polled(facts, make(facts))


def _polled(facts: Known, menu: Menu | None) -> Menu | None:
    """Ask how to go on without somebody, beside what is asked anyway."""
    if facts.polled is None:
        return menu
    about = spoken.polled(facts.names.who(facts.polled))
    if menu is None:
        return Menu(about, (_heard("table"), *VOTES))
    return Menu(f"{about} {menu.said}", (*menu.items, *VOTES))


def _waiting(facts: Known, stop: Break) -> Menu:
    """Offer to go on, unless it is the host that cannot."""
    if stop.why is not None:
        return Menu(bar.paused("", stop.why), (_heard("table"),))
    words = spoken.RESUME if facts.resumes else spoken.RESUME_LATER
    on = Item(words, request=Pause(id=0, on=False))
    by = facts.names.whom(stop.by) if stop.by else "the host"
    return Menu(spoken.paused(by), (_heard("table"), on))


VOTES = (
    Item(spoken.VOTE_BOT, request=Vote(id=0, choice="bot")),
    Item(spoken.VOTE_SKIP, request=Vote(id=0, choice="skip")),
    Item(spoken.VOTE_WAIT, request=Vote(id=0, choice="wait")),
    Item(spoken.VOTE_END, request=Vote(id=0, choice="end")),
)


def _heard(word: str) -> Item:
    return Item(_HEAR[word], word=word)


def _held(view: View) -> Item:
    words = spoken.HEAR_DICE if played(view.rules) else spoken.HEAR_HAND
    return Item(words, word="hand")


_HEAR = {
    "table": spoken.HEAR_TABLE,
    "score": spoken.HEAR_SCORE,
    "who": spoken.HEAR_WHO,
    BACK: spoken.BACK,
}


def closing(known: Known, item: Item) -> Menu:
    """Ask a host whether to close the table that others sit at, which `item` does."""
    stay = Item(parting.STAY, word=BACK)
    return Menu(parting.closing(known.company, known.playing), (stay, item))


def asked_first(opened: Choices) -> Menu:
    """Ask what the screen asks before it does what was typed; the first goes back."""
    items = (Item(one.words, request=one.request) for one in opened.items)
    return Menu(opened.question, (_heard(BACK), *items))


def second_look(facts: Known, asks: Asking, action: Action) -> Menu | None:
    """Ask once more what the screen would, before a number ends the turn."""
    view, ask = facts.view, facts.ask
    if view is None or ask is None or check(view, action) is not None:
        return None
    ways = lay_ways(view, ask.can)
    said = ""
    if isinstance(action, Pass):
        said = harm_words.passing(lays=bool(ways))
    elif isinstance(action, Discard):
        hurts = doubt(facts, asks, ways, action.card)
        said = harm_words.said(hurts) if hurts is not None else ""
    items = choices(facts, (action,))
    return Menu(said, (_heard(BACK), *items)) if said else None


# --- Between games and rounds -----------------------------------------------------


def _lobby(facts: Known) -> Menu:
    items = [_heard("who")]
    if not facts.waits:
        items.append(Item(spoken.READY, request=Ready(id=0)))
    if facts.owner:
        items.append(Item(spoken.START, request=Admin(id=0, do=Start())))
        items.append(Item(spoken.ADD_BOT, request=Admin(id=0, do=AddBot())))
    if facts.hurried:
        items.append(Item(spoken.DOUBLE_TIME, request=DoubleTime(id=0)))
    said = spoken.YOU_ARE_READY if facts.ready else spoken.LOBBY
    if facts.lobby is not None and facts.lobby.after and not facts.ready:
        said = spoken.goes_on(facts.lobby.after, dice=facts.names.dice)
    return Menu(said, tuple(items))


def _round_over(facts: Known) -> Menu | None:
    if facts.waits:
        return None
    items = _heard("score"), Item(spoken.READY, request=Ready(id=0))
    clock = facts.table.clock if facts.table is not None else None
    left = None if clock is None else clock.ms
    return Menu(spoken.next_round(left, facts.names.dice), items)


def _game_over(facts: Known) -> Menu | None:
    if facts.waits:
        return None
    leave = Item(spoken.LEAVE, request=Leave(id=0))
    items = _heard("score"), Item(spoken.READY, request=Ready(id=0)), leave
    return Menu(spoken.NEXT_GAME, items)


QUESTIONS: Mapping[Stage, Callable[[Known], Menu | None]] = {
    Stage.LOBBY: _lobby,
    Stage.ROUND_OVER: _round_over,
    Stage.GAME_OVER: _game_over,
}


# --- In the own turn --------------------------------------------------------------


def turn(facts: Known) -> Menu | None:
    """Make the question of the game, if it is this seat's to answer."""
    view, ask = facts.view, facts.ask
    if view is None or ask is None:
        return None
    said = [spoken.ASKED.get(view.stage, "")]
    if view.stage is Stage.DRAW:
        said.append(spoken.your_turn(view))
    if cup.rolls(view):
        said.append(spoken.your_dice(view))
    said_lay, items = _lays(facts, view)
    said.append(said_lay)
    for kind, most in KINDS.items():
        items += _of_kind(facts, view, kind, most)
    if len(items) == 1 and (only := items[0].menu) is not None:
        said.append(only.said)
        return Menu(_joined(said), (_held(view), *only.items[1:]))
    return Menu(_joined(said), _safe_first(view, items))


def _joined(said: Iterable[str]) -> str:
    return " ".join(filter(None, said))


def _lays(facts: Known, view: View) -> tuple[str, list[Item]]:
    menu = laying(facts)
    if menu is None:
        return "", []
    best, *others = menu.items[:-1]
    items = [best]
    if others:
        more = Menu(spoken.OTHER_WAYS, (*others, _heard(BACK)))
        items.append(Item(spoken.GROUPS[Lay], menu=more))
    return menu.said, items


def laying(facts: Known) -> Menu | None:
    """Ask which of the ways to lay down it shall be, the best one first."""
    view, ask = facts.view, facts.ask
    assert view is not None
    offers = [] if ask is None else [o for o in ask.can if isinstance(o, LayOffer)]
    if not offers:
        return None
    ways = lay_ways(view, offers)[:MOST_WAYS]
    said = told_apart(
        [
            (spoken.laying(melds), [card for meld in melds for card in meld.cards])
            for melds in (way.after.melds[len(view.melds) :] for way in ways)
        ]
    )
    items = [
        Item(f"lay {words}", action=way.actions[0])
        for way, words in zip(ways, said, strict=True)
        if words
    ]
    first = ways[0].actions[0]
    number = first.phase if isinstance(first, Lay) else 0
    items[0] = Item("lay down", action=first)
    return Menu(spoken.can_lay(said[0], number), (*items, _heard(BACK)))


def told_apart(ways: Sequence[tuple[str, list[Card]]]) -> list[str]:
    """Add to words that say the same the cards in which they differ.

    Ways of the same cards are one for the ear: all but the first become "".
    """
    seen: dict[str, list[Counter[Card]]] = {}
    for words, cards in ways:
        seen.setdefault(words, []).append(Counter(cards))
    told: list[str] = []
    for words, cards in ways:
        common = reduce(Counter.__and__, seen[words])
        own = (Counter(cards) - common).elements()
        full = spoken.with_cards(words, in_order(tuple(own)))
        told.append("" if full in told else full)
    return told


MOST_WAYS = 8
"""Ways to lay that are read out; nobody would listen to more."""


def _of_kind(facts: Known, view: View, kind: type, most: int) -> list[Item]:
    items = choices(facts, [o for o in offered(facts) if type(o) is kind])
    if len(items) <= most:
        return items
    return [Item(spoken.GROUPS[kind], menu=which(items))]


def offered(facts: Known) -> Sequence[Action]:
    """List the complete actions that are offered, lay-downs aside."""
    can = facts.ask.can if facts.ask is not None else ()
    offers: list[Action] = [one for one in can if not isinstance(one, LayOffer)]
    return offers if facts.view is None else cup.with_suggestion(facts.view, offers)


def choices(facts: Known, actions: Iterable[Action]) -> list[Item]:
    """Make an answer of each action."""
    assert facts.view is not None
    view, names = facts.view, facts.names
    return [Item(spoken.offer(one, view, names), action=one) for one in actions]


def which(items: Sequence[Item]) -> Menu:
    """Ask which of several it shall be; the first answer goes back."""
    actions = [item.action for item in items if item.action is not None]
    return Menu(spoken.which(actions), (_heard(BACK), *items))


IN_TURN = (Stage.PLAY, Stage.ROLL)
"""Stages in which an answer may end the turn."""


def _safe_first(view: View, items: list[Item]) -> tuple[Item, ...]:
    """Put something harmless before an answer that would end the turn."""
    first = items[0] if items else None
    if first is not None and first.action is not None and view.stage in IN_TURN:
        then = after(view, first.action)
        if then.turn != view.turn or then.stage is not view.stage:
            return (_held(view), *items)
    return tuple(items)
