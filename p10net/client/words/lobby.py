"""The lobby's words: who sits where, what is settled, which keys there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from p10net.client.words import hints
from p10net.client.words import rules as rule_words
from p10net.client.words.cards import plural
from p10net.client.words.dice import in_circuits
from p10net.client.words.seats import IN_LINE, NO_SEAT
from p10net.engine.rules import Rules
from p10net.protocol.address import PORT, SCHEME
from p10net.protocol.clean import cells, clean
from p10net.protocol.messages import Lobby
from p10net.protocol.people import AwayRule, Person, PersonKind, Settings, Watcher

HEADS = ("#", "Player", "Ready", "Link")
OPEN = "(open)"
ADD_BOT = "b adds a bot, or wait for a friend"
YES, NO = "yes", "no"
DOUBLE_TIME = "double time"
NOT_WAITED_FOR = "not waited for"
WATCHER_KEYS = "You are watching: type :sit to ask for a seat   Esc leave"
QUEUED_KEYS = f"{NO_SEAT} {IN_LINE}   Esc leave"
GUEST = "The owner starts when all are ready."
PROMPT = "c copy   / chat   ? help"
CLEARTEXT = "!  No TLS here: anybody on this Wi-Fi can read what is sent, cards too."


_USUAL = re.compile(rf"(?<=[0-9]):{PORT}$")
"""The usual port behind an address in numbers; one in brackets keeps its own."""


def who_you_are(seat: int | None, owner: bool) -> str:
    """Say in the header what oneself is here."""
    if seat is None:
        return "you are watching"
    return f"you own the table (seat {seat})" if owner else f"you are seat {seat}"


def join_line(target: str) -> str:
    """Write what a friend types."""
    return f"p10net join {target}"


def invitation(code: str, address: str, room: int) -> str:
    """Say what to tell a friend, in the cells there are.

    The usual port need not be told.
    """
    address = _USUAL.sub("", address)
    if not code and not address:
        return ""
    short = f"Tell friends:   {join_line(code or address)}"
    if not code or not address:
        return short
    told = f"Tell friends on this Wi-Fi:   {join_line(code)}"
    ways = (f"{told}    ", told, short)
    forms = [f"{way}  (or {address})" for way in ways]
    return next((form for form in forms if cells(form) <= room), short)


def linked(proof: Iterable[str], link: str) -> tuple[str, ...]:
    """Put another link in place of the one among the lines about a host."""
    old = join_line(SCHEME)
    return tuple(link if link and line.startswith(old) else line for line in proof)


def invited(code: str, address: str, proof: Iterable[str]) -> tuple[str, ...]:
    """Say in lines what friends type to join; nothing where nobody hosts."""
    ways = [join_line(way) for way in (code, address) if way]
    if not ways:
        return ()
    return (f"Friends type {' or '.join(ways)}. Invite says it again.", *proof)


def link(person: Person) -> str:
    """Say how somebody is connected."""
    how = _link(person)
    special = {NOT_WAITED_FOR: person.restless, DOUBLE_TIME: person.double}
    return ", ".join((how, *(words for words, is_so in special.items() if is_so)))


def _link(person: Person) -> str:
    if person.absent is not None or not person.on:
        return "absent"
    if person.kind is PersonKind.BOT:
        return f"bot {clean(person.client)}".strip()
    return f"{person.link_ms} ms" if person.link_ms is not None else "here"


AWAY: Mapping[AwayRule, str] = {
    AwayRule.BOT: "a bot plays after {} s",
    AwayRule.SKIP: "turns are passed after {} s",
    AwayRule.WAIT: "all wait",
    AwayRule.OTHER: "the host decides",
}
"""What becomes of a seat whose player is away."""


def rules(known: Rules, room: int) -> str:
    """Name the rules, and the switches set otherwise for as far as there is room."""
    said = f"o  Rules      {clean(known.name)}, "
    said += plural(len(known.phases), "phase", "phases")
    own = rule_words.own(known)
    forms = (
        f"{said}; {', '.join(own[:count])}{_more(len(own) - count)}"
        for count in range(len(own), 0, -1)
    )
    return next((form for form in forms if cells(form) <= room), said + _more(len(own)))


def _more(count: int) -> str:
    return f" +{count} more (f)" if count else ""


def _timer(known: Settings, none: str) -> str:
    return f"{known.timer_ms // 1000} s" if known.timer_ms else none


def once_lost(known: Settings) -> str:
    """Say what becomes of the turns of somebody who is lost."""
    return AWAY[known.away].format(known.grace_ms // 1000)


def _hints(known: Settings) -> str:
    return "on" if known.hints else "off"


def settled(known: Settings) -> list[str]:
    """Say one by one what the owner has settled, for line mode."""
    return [f"{about}: {say(known)}." for about, say in SETTLED.items()]


def looks_on(watcher: Watcher, dice: bool) -> str:
    """Say what somebody does who has no seat; all dice lie open."""
    if watcher.waits:
        return "watching, waits for a seat"
    return "watching" if dice else "watching, sees public cards only"


def settings(known: Settings, me: Person | None, dice: bool = False) -> tuple[str, ...]:
    """Say what the owner has settled, and what oneself has."""
    time = "double" if me is not None and me.double else "as the others'"
    timer, away = _timer(known, "off"), once_lost(known)
    seen = "allowed" if dice else "allowed, hands hidden"
    watch = seen if known.watch else "not allowed"
    lock = "closed to new people" if known.locked else "open"
    if known.password:
        lock = f"{lock}, with a password"
    return (
        f"t  Timer      {timer:<22}   a  Away: {away}",
        f"w  Watchers   {watch:<22}   l  Lock: {lock}",
        f"h  Hints      {_hints(known):<22}   d  Your time: {time}"
        if me is not None
        else f"h  Hints      {_hints(known)}",
        *((CLEARTEXT,) if known.cleartext else ()),
    )


def changed(old: Settings | None, new: Settings) -> Iterator[str]:
    """Say each thing that the owner settled anew, with what it is and what it was.

    Whoever comes hears what they might look for in vain.
    """
    if old is None:
        yield from () if new.hints else (hints.OFF,)
        return
    for about, say in SETTLED.items():
        if say(old) != say(new):
            yield f"{about}: {say(new)}; it was: {say(old)}."


SETTLED: Mapping[str, Callable[[Settings], str]] = {
    "Time for a decision": lambda one: _timer(one, "no limit"),
    "When somebody is away": once_lost,
    "Watchers": lambda one: "allowed" if one.watch else "not allowed",
    "New people": lambda one: "kept out" if one.locked else "let in",
    "Hints": _hints,
    "A password for new people": lambda one: "asked" if one.password else "not asked",
}
"""What the owner settles, the rules aside, and how it is set."""

ASKED_ANEW = "You were ready for something else: say ready again."


def news(old: Lobby | None, new: Lobby) -> Iterator[str]:
    """Say what is another thing in the lobby than it was, for the log."""
    if old is None:
        yield from changed(None, new.settings)
        return
    yield from rule_words.changed(old.rules, new.rules)
    yield from changed(old.settings, new.settings)
    mine = [one.ready for lobby in (old, new) for one in lobby.seats if _own(one, new)]
    if mine == [True, False] and old.settings != new.settings:
        yield ASKED_ANEW


def _own(person: Person, lobby: Lobby) -> bool:
    return person.seat == lobby.seat


def goes_on(rounds: int, *, dice: bool) -> str:
    """Say that a game of a lost host's is about to go on, and who has which seat."""
    after = in_circuits(f"after round {rounds}", dice)
    return f"!  A game goes on here {after}: each name has its own seat."


def owners_keys(waiting: list[str], ready: bool) -> str:
    """Say what Enter does for the owner."""
    if not waiting:
        return "Enter start the game   b add a bot   r not ready   Esc leave"
    who = waiting[0] if len(waiting) == 1 else plural(len(waiting), "player", "players")
    verb = "is" if len(waiting) == 1 else "are"
    first = "r not ready" if ready else "Enter ready"
    return f"{first}   s start now ({who} {verb} not ready)   b add a bot   Esc leave"


def guests_keys(ready: bool) -> str:
    """Say what Enter does for everybody else."""
    return f"{'r not ready' if ready else 'Enter ready'}   Esc leave   {GUEST}"


def too_few(seats: int, least: int) -> str:
    """Say that more players are needed."""
    missing = plural(least - seats, "more player", "more players")
    return f"A game needs {missing}: b adds a bot."
