"""What the line mode answers to questions about the table, in words alone.

They can be asked at any time and change nothing; what is asked of a player and what
may be chosen is said by `spoken`.
"""

from __future__ import annotations

from collections.abc import Sequence

from p10net.client.words.cards import listed, plural
from p10net.client.words.dice import in_circuits
from p10net.client.words.events import Names
from p10net.client.words.notation import spoken
from p10net.client.words.seats import at_phase, done, space
from p10net.client.words.spoken import hand as spoken_hand
from p10net.engine.cards import Card, Hand
from p10net.engine.dice import played
from p10net.engine.view import RoundRow, Seat, Stage, View

NO_MELDS = "Nothing lies on the table yet."

NO_CARDS = "No cards are dealt yet."

ONLY_DICE = "This is played with dice alone: type hand to hear them."

IN_CUP = "The dice are in the cup."

SHEET = "2* 35: laid phase 2, 35 points; without a star tried it. < went out."

PHASE_LAID = "You have laid it: hit what fits."

GAME_OVER = "The game is over: type score to hear how it ended."


def next_phase(phase: str, dice: bool = False) -> str:
    """Say between two rounds what the next one is for."""
    return f"{in_circuits('In the next round', dice)}: {phase}."


NOTHING_YET = "Nothing has happened yet."

SINCE = "Since your last turn:"

NOTHING_MISSED = "You missed nothing."

BEFORE = "What happened before you came is not known here: type table or score."

_AT_ANY_TABLE = (
    "For the table: ready, say and some words, pause, resume, name, sit, leave, quit,",
    "undo, alone against bots: take back your last act; the game is practice then.",
    "double: twice the time for each of your decisions, where there is a timer.",
    "Leave keeps your seat; leave for good gives it up.",
    "On a keyboard, Up and Down bring back what you have typed before.",
)
_HELP = (
    "A number answers the question, and so do its words: {discard}, lay down.",
    "To hear at any time: hand, hand color, table, meld and its letter, phase, who,",
    "pile, counts, score, score table, log and a number, missed, again, hint, rules,",
    "settings, options. Help and a word says how it is used: help hit.",
    "In short: d draw, t take, l lay, h hand, q quit, ? these words.",
    "For your turn: draw, take, lay, hit {hit} d, discard {discard}, skip 3.",
    *_AT_ANY_TABLE,
)
_HELP_DICE = (
    "A number answers the question, and so do its words: lay down.",
    "To hear at any time: hand, table, meld and its letter, phase, who, score,",
    "score table, log and a number, missed, again, hint, rules, settings, options.",
    "Help and a word says how it is used: help roll.",
    "In short: l lay, h hand, q quit, ? these words.",
    "For your turn: roll 2 5 9, lay, pass.",
    *_AT_ANY_TABLE,
)
_OWNERS = (
    "You own the table: bot, unbot, kick, ban, timer, away, lock, watch, hints,",
    "reissue, password, stop; before a game start, rules and a name, set.",
)


def help(owner: bool, dice: bool = False) -> tuple[str, ...]:
    """Say which words there are, with cards as they are called here."""
    hit, discard = spoken(Card.G7), spoken(Card.R5)
    words = _HELP_DICE if dice else _HELP
    lines = (*words, *_OWNERS) if owner else words
    return tuple(line.format(hit=hit, discard=discard) for line in lines)


WHICH_OPTION = "There are three options: events, verbosity and faces."


def seat(names: Names, view: View, row: Seat) -> str:
    """Say how a seat stands."""
    if row.gone:
        return ""
    at, mine = at_phase(view, row), row.seat == names.you
    stands = f"phase {row.laid} laid" if row.laid else f"phase {at}, not laid"
    if not at:
        stands = f"{done(view.rules, row)} phases done"
    said = [f"{names.who(row.seat)}, seat {row.seat}: {stands}"]
    if row.space:
        said.append(f"space {space(row)}" if at else f"Twist space {space(row)}")
    if not played(view.rules):
        said.append(plural(row.n, "card", "cards"))
    if row.owes:
        loses = "lose" if mine else "loses"
        said.append(f"{loses} {plural(row.owes, 'turn', 'turns')}")
    if row.floating:
        said.append("float" if mine else "floats")
    said.append(plural(row.score, "point", "points"))
    return f"{', '.join(said)}."


def example(phase: int, lacks: int, groups: Sequence[str]) -> str:
    """Say the phase with the cards of the own hand, and which are missing."""
    shown = "; ".join(groups)
    if not lacks:
        return f"You have all of phase {phase}: {shown}."
    if not shown:
        return f"For phase {phase} you are {lacks} short."
    return f"You are {lacks} short of phase {phase}: {shown}."


def pile(view: View) -> str:
    """Say what the discard pile shows."""
    if not view.pile:
        return "The discard pile is empty."
    below = len(view.pile) - 1
    under = f" with {plural(below, 'card', 'cards')} under it" if below else ""
    return f"Discard pile: {spoken(view.pile[-1])}{under}."


def counts(view: View, names: Names) -> str:
    """Say how many cards everybody holds, and the stock."""
    held = [f"{names.whom(row.seat)} {row.n}" for row in view.seats if not row.gone]
    return f"Cards: {listed(held)}; {view.stock} in the stock."


def turn(view: View, names: Names) -> str:
    """Say whose turn it is."""
    if not view.turn:
        return "It is nobody's turn now."
    whose = names.whom(view.turn)
    return "It is your turn." if whose == "you" else f"It is {whose}'s turn."


def score(names: Names, row: Seat, rank: int) -> str:
    """Say how a seat stands in the game."""
    done = plural(len(row.done), "phase", "phases")
    return f"{rank}. {names.who(row.seat)}: {done} done, {row.score} points."


def round_row(names: Names, row: RoundRow) -> str:
    """Say how a round went for everybody."""
    each = [
        f"{names.whom(seat)} {'laid' if row.laid[seat - 1] else 'tried'} phase {tried},"
        f" {plural(row.points[seat - 1], 'point', 'points')}"
        for seat, tried in enumerate(row.phases, 1)
        if tried
    ]
    return f"{_round(names)} {row.round}: {'; '.join(each)}."


def _round(names: Names) -> str:
    return "Circuit" if names.dice else "Round"


READY = "ready"
NOT_WAITED_FOR = "not ready and not waited for"


def person(name: str, number: int, marks: str, ready: str) -> str:
    """Say who sits in a seat."""
    said = [f"{name}, seat {number}", marks, ready]
    return f"{', '.join(filter(None, said))}."


def watcher(name: str) -> str:
    """Say who looks on."""
    return f"{name} is watching."


def saved(cards: Hand) -> str:
    """Say what lies in the own save pile."""
    return f"Saved: {listed(map(spoken, cards))}."


def chat(who: str, text: str) -> str:
    """Say what somebody said."""
    return f"{who} {'say' if who == 'You' else 'says'}: {text}"


def missed(count: int) -> str:
    """Say how many events were missed while the link was lost."""
    if not count:
        return NOTHING_MISSED
    return f"You missed {plural(count, 'event', 'events')}: type table, score or log."


def no_meld(letter: str) -> str:
    """Say that there is no such meld."""
    return f"There is no meld {letter}: type table to hear them."


DIFFERENT = "Other than in the official game:"
THE_GAME = "By these rules the game goes like this:"


def rules(name: str, about: str, differences: Sequence[str]) -> list[str]:
    """Say the rules: what they start from, and what is different."""
    head = f"Rules: {name}. {about}." if about else f"Rules: {name}."
    if not differences:
        return [head]
    return [head, DIFFERENT, *(f"{one}." for one in differences)]


def option(name: str, value: str) -> str:
    """Say how an option is set now."""
    return f"{name} {value}."


def amid(view: View, names: Names) -> list[str]:
    """Say where a game stands to somebody who comes while it is on."""
    if not view.turn:
        return [round_row(names, view.sheet[-1])] if view.sheet else []
    said = [f"{_round(names)} {view.round}. {turn(view, names)}"]
    if view.you is None or played(view.rules):
        return said
    hand = spoken_hand(view.you.hand)
    if view.turn == view.you.seat and view.stage is Stage.DRAW:
        return [hand]  # the question says the rest
    return [*said, seat(names, view, view.seats[view.you.seat - 1]), hand]


def back(seat: int | None, view: View | None, names: Names) -> str:
    """Greet whoever is back after the link was lost."""
    if seat is None:
        return "You are back, watching."
    if view is None:
        return f"Welcome back, seat {seat}."
    at = f"{_round(names).lower()} {view.round}"
    return f"Welcome back, seat {seat}, {at}. {turn(view, names)}"
