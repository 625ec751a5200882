"""The keys and words of the table, for whoever presses `?`, and the rules in short."""

from __future__ import annotations

from p10net.client.words import notation
from p10net.client.words.cards import plural
from p10net.client.words.dice import in_circuits
from p10net.client.words.notation import worded, written
from p10net.engine.cards import Card

_BY_NAME = "Choose a card    1-9 0 and n by place, or its name: r7 y12 w s, or arrows"
_TABLE = (
    "Before drawing   d or Space draw from the stock   p take the top of the pile",
    "                 a holds one ready while others play; z hurries bots alone",
    "Lay down         l look at the best way; Tab others, Enter sends, Esc back",
    "                 L with every hit that costs nothing; 1-0 n: card in or out",
    "Hit              h list of hits, or the chosen card's   H all that fit",
    _BY_NAME,
    "Discard          Enter or x throws the chosen card; a Skip asks for a seat",
    "The own hand     o sorts it   < > move the chosen card",
    "Look             f phases  v scores  e log, E parts  t turns back  Tab next",
    "Talk             / a line of chat   : a typed word",
    "One step back    Esc or u    A hint  .    All that can be done  m or Down",
    "Leave            q: y and your seat stays yours, g gives it up",
    "Typed words      :draw :take :lay :hit {b7} d :discard {g12} :skip 3 :sort color",
    "                 :pause :say TEXT :name NAME :mute 3 :theme light :mouse on",
    "The owner's      :bot :kick 3 :timer 60 :lock on :reissue 2 :stop",
)
LOBBY = (
    "Ready            r or Enter; r again takes it back   d double time for you",
    "The owner        Enter starts when all are ready, s at once",
    "                 b adds a bot   k sends somebody away   l lock   h hints",
    "                 o rules   t timer   a who is away   w watchers",
    "Look             f phases   e log   Tab next   c copies the line to join",
    "Talk             / a line of chat   : a typed word",
    "Typed words      :ready :name NAME :bot easy :unbot 3 :start",
    "                 :rules masters, or one switch :set skips=2 (p10net rules)",
    "Leave            Esc or q, your seat stays yours",
)
WATCHING = (
    "Look             f phases  v scores  e log, E parts  Tab next",
    "                 t or Left goes back turn by turn, once a game is on",
    "Talk             / a line of chat   : a typed word",
    "A seat           :sit asks for the next one that is free",
    "One step back    Esc       All that can be done  m or Down",
    "Typed words      :sit :say TEXT :mute 3 :theme light :mouse on",
    "Leave            q, then y",
)
_RULES = (
    "Lay your whole phase down at once, then hit cards on any meld on the table.",
    "A set is cards of one number, a run numbers in a row of any colors; {wild} is any",
    "card. Who gets rid of all cards ends the round; cards left cost points.",
)
YOURS = "yours now"
DONE = "done"
PHASES = "The phases of this table"
_SKIP = "A Skip {skip} is thrown as a discard: somebody loses a turn. It fits no phase."
EMPTY_LOG = "Nothing has happened yet."
CHAT = "CHAT   (/ to write)"
PHASES_SHORT = "PHASES"
MARK = "yours"
LOG = "LOG"
SCORES = "SCORES"


_KEYS_OF_SUITS = (
    "                 (hearts r, spades b, clubs g, diamonds y; A 1, J 11, Q 12)"
)


def table() -> tuple[str, ...]:
    """List the keys and words of the table, with cards as they are shown."""
    b7, g12 = written(Card.B7).lower(), written(Card.G12).lower()
    lines = [line.format(b7=b7, g12=g12) for line in _TABLE]
    if notation.now() is not notation.COLORS:
        lines.insert(1 + lines.index(_BY_NAME), _KEYS_OF_SUITS)
    return tuple(lines)


def rules() -> tuple[str, ...]:
    """Say in three lines how the game goes."""
    return tuple(worded(line).format(wild=written(Card.W)) for line in _RULES)


def skip() -> str:
    """Say what a Skip does."""
    return _SKIP.format(skip=written(Card.S))


def example(phase: int, lacks: int, groups: tuple[str, ...]) -> str:
    """Show the phase with the cards of the own hand, the missing ones in brackets."""
    shown = " / ".join(groups)
    if not lacks:
        return f"You have all of phase {phase}: {shown}."
    if not shown:
        return f"For phase {phase} you are {lacks} short."
    return f"From what you have, phase {phase}: {shown}; {lacks} short."


def empty_sheet(*, dice: bool) -> str:
    """Say before a game when its scores begin."""
    return in_circuits("The scores begin with the first round.", dice)


def more(first: int, last: int, size: int) -> str:
    """Say which lines of how many are shown, and how to get at the others."""
    return f"PgUp PgDn show more: here are lines {first} to {last} of {size}"


DIFFERS = "What differs from the official game:"


def missed(count: int) -> str:
    """Say that more has happened than there is room for."""
    return f"+{plural(count, 'line', 'lines')} since your last turn: e shows all."


def rules_name(name: str) -> str:
    """Head the list of phases with the rules' name."""
    return f"Rules: {name}"
