"""What the line mode says: whole sentences for the ear, cards in words, no keys.

Whatever can be asked or chosen there is said here; events are said by `events`, the
table's news by `people`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from p10net.client.words import notation, parting
from p10net.client.words.cards import described, listed, plural, spoken_in
from p10net.client.words.dice import in_circuits
from p10net.client.words.events import Names
from p10net.client.words.notation import a_card, spoken
from p10net.client.words.refusals import REASONS
from p10net.client.words.rules import phase_said
from p10net.client.words.seats import at_phase, done
from p10net.engine.cards import Card, Hand
from p10net.engine.dice import MOST_ROLLS
from p10net.engine.melds import KINDS, Meld
from p10net.engine.moves import (
    Action,
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    Lay,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
)
from p10net.engine.reasons import Reason
from p10net.engine.rules import OFFICIAL
from p10net.engine.view import Seat, Stage, View, seat_at

# --- Cards -----------------------------------------------------------------------


def hand(cards: Hand) -> str:
    """Say a hand, card by card, always in the same order."""
    if not cards:
        return "Your hand is empty."
    return f"{plural(len(cards), 'card', 'cards')}: {listed(map(spoken, cards))}."


def by_color(cards: Hand) -> str:
    """Say a hand color by color."""
    if not cards:
        return "Your hand is empty."
    said = []
    for color, group in groupby(cards, key=lambda card: card.color):
        same = list(group)
        if color:
            numbers = ", ".join(notation.number_name(card.number) for card in same)
            said.append(f"{notation.color(color).capitalize()} {numbers}.")
        else:
            said += [f"{word.capitalize()}." for word in _specials(same)]
    return " ".join(said)


def _specials(cards: Sequence[Card]) -> list[str]:
    return [
        plural(cards.count(card), spoken(card), f"{spoken(card)}s")
        for card in dict.fromkeys(cards)
    ]


def phase(view: View, number: int) -> str:
    """Say a phase with its number and goals."""
    return f"phase {number}, {_goals(view, number)}"


def _goals(view: View, number: int) -> str:
    return phase_said(view.rules, number).replace(" + ", " and ")


def laying(melds: Iterable[Meld]) -> str:
    """Say what would be laid, and what its wilds would stand for."""
    return listed(_laid(meld) for meld in melds)


def _laid(meld: Meld) -> str:
    wilds = [
        spoken_in(meld, at)
        for at, card in enumerate(meld.cards)
        if card is Card.W and KINDS[meld.kind].only is None
    ]
    said = described(meld, " to ")
    if not wilds:
        return said
    if KINDS[meld.kind].sequence:
        return f"{said} with {listed(wilds)}"
    return f"{said} with {_wilds(len(wilds))}"


def _wilds(count: int) -> str:
    return plural(count, spoken(Card.W), f"{spoken(Card.W)}s")


# --- Choices ---------------------------------------------------------------------


def _draw(action: Draw, view: View, names: Names) -> str:
    if action.source == "stock":
        return "draw from the stock"
    return f"take {spoken(view.pile[-1])}"


def _hit(action: Hit, view: View, names: Names) -> str:
    end = f" at the {action.end} end" if action.end else ""
    return f"hit {spoken(action.card)} on {action.meld}{end}"


def _discard(action: Discard, view: View, names: Names) -> str:
    card = spoken(action.card)
    if action.down is not None:
        return f"discard {card} and send {names.whom(action.down)} a phase down"
    if action.skip is not None:
        return f"throw {a_card(action.card)} at {names.whom(action.skip)}"
    last = " and go out" if seat_at(view, view.turn).n == 1 else ""
    return f"discard {card}{last}"


def _swap(action: Swap, view: View, names: Names) -> str:
    end = f" and move the wild to its {action.end} end" if action.end else ""
    return f"put {spoken(action.card)} for the wild on {action.meld}{end}"


def _declare(action: Declare, view: View, names: Names) -> str:
    return f"go for phase {action.phase}: {_goals(view, action.phase)}"


def _roll(action: Roll, view: View, names: Names) -> str:
    if len(action.again) == len(view.dice):
        return "roll all dice again"
    return f"roll dice {listed(map(str, action.again))} again"


OFFERS: Mapping[type, Callable[[Any, View, Names], str]] = {
    Declare: _declare,
    Discard: _discard,
    Draw: _draw,
    Give: lambda action, view, names: f"give it to {names.whom(action.seat)}",
    GiveBack: lambda action, view, names: f"put {spoken(action.card)} on the pile",
    Hit: _hit,
    Lay: lambda action, view, names: "lay down",
    Pass: lambda action, view, names: "end the turn without the phase",
    Refresh: lambda action, view, names: "put your phase away and fill up your hand",
    Roll: _roll,
    Save: lambda action, view, names: f"save {spoken(action.card)} and end the turn",
    Swap: _swap,
    TakeSaved: lambda action, view, names: f"draw {spoken(action.card)} you saved",
}
"""How each action is offered; a test holds it to the engine's table."""

GROUPS: Mapping[type, str] = {
    Declare: "choose a phase",
    Discard: "discard a card",
    Draw: "draw a card",
    Give: "give it to somebody",
    GiveBack: "put a card on the pile",
    Hit: "hit a card",
    Lay: "hear other ways to lay",
    Pass: "end the turn",
    Refresh: "put your phase away",
    Roll: "roll dice again",
    Save: "save a card",
    Swap: "free a wild",
    TakeSaved: "draw a saved card",
}
"""What several choices of a kind are offered as."""

BACK = "back"
HEAR_HAND = "hear your hand"
HEAR_DICE = "hear your dice"
HEAR_TABLE = "hear the table"
HEAR_SCORE = "hear the score"
HEAR_WHO = "hear who is here"
READY = "ready"
START = "start the game"
ADD_BOT = "add a bot"
LEAVE = "leave the table"
RESUME = "let the game go on"
RESUME_LATER = "let the game go on, once two minutes are over"
VOTE_BOT = "let a bot play on"
VOTE_SKIP = "pass those turns"
VOTE_WAIT = "wait some more"
VOTE_END = "end the game here"


def polled(who: str) -> str:
    """Ask how the game shall go on without somebody."""
    return f"{who} is not here. How shall the game go on?"


def numbered(items: Sequence[str], width: int = 80) -> list[str]:
    """Say the answers there are, none of them broken in two.

    >>> numbered(["draw from the stock", "take red 12"])
    ['1 draw from the stock, 2 take red 12']
    """
    lines = [""]
    for number, item in enumerate(items, 1):
        said = f"{number} {item}" + ("," if number < len(items) else "")
        if lines[-1] and len(lines[-1]) + 1 + len(said) > width:
            lines.append("")
        lines[-1] += f" {said}" if lines[-1] else said
    return lines


# --- Questions -------------------------------------------------------------------


def _aim(view: View, seat: Seat) -> str:
    """Say the phase a seat works on, or how many are done of those it may choose."""
    at = at_phase(view, seat)
    return phase(view, at) if at else f"{done(view.rules, seat)} phases done"


def your_turn(view: View) -> str:
    """Say where the own turn stands before the draw."""
    seat = seat_at(view, view.turn)
    stand = f"phase {seat.laid} laid" if seat.laid else _aim(view, seat)
    top = f"Discard pile shows {a_card(view.pile[-1])}." if view.pile else ""
    return (
        f"Round {view.round}, your turn. {plural(seat.n, 'card', 'cards')}, {stand}."
        f" {top}"
    ).rstrip()


def dice(view: View) -> str:
    """Say the dice with their numbers, as they are named for a roll."""
    shown = (f"{at}: {spoken(face)}" for at, face in enumerate(view.dice, 1))
    return f"Dice {', '.join(shown)}."


def your_dice(view: View) -> str:
    """Say where the own turn with the dice stands."""
    return (
        f"Circuit {view.round}, roll {view.rolls} of {MOST_ROLLS},"
        f" {_aim(view, seat_at(view, view.turn))}. {dice(view)}"
    )


ASKED: Mapping[Stage, str] = {
    Stage.DECLARE: "Which phase do you go for this round?",
    Stage.GIVE: "What do you do with the card that was turned up?",
}
LOBBY = "The game has not begun."
OTHER_WAYS = "Other ways to lay it down:"


def paused(by: str) -> str:
    """Say that the game stands still, and who wanted that."""
    return f"The game is paused, by {by}."


def goes_on(rounds: int, *, dice: bool) -> str:
    """Say that a game of a lost host's goes on here."""
    after = in_circuits(f"after round {rounds}", dice)
    return f"A game goes on here {after}. Each name has its own seat."


DOUBLE_TIME = "have double time for each decision"
NEXT_GAME = "Ready for another game?"
YOU_ARE_READY = "You are ready."
WHICH: Mapping[type, str] = {
    Declare: "Which phase do you go for?",
    Discard: "Which card do you discard?",
    Hit: "Which card do you hit, and where?",
    Save: "Which card do you save?",
    Give: "Who gets the card?",
    GiveBack: "Which card do you put on the pile?",
    Swap: "Which card do you put for a wild?",
    TakeSaved: "Which card do you draw?",
}
"""What is asked where several choices of a kind are listed."""
WHICH_ONE = "Which one?"
WHO_SKIPS = "Who loses a turn?"
WHICH_END = "Which end of the run, low or high?"


def next_round(left_ms: int | None, dice: bool = False) -> str:
    """Ask for the next round, and say when it begins without an answer, if it does."""
    asked = in_circuits("Ready for the next round?", dice)
    if left_ms is None:
        return asked
    return f"{asked} It begins by itself after {left_ms // 1000} s."


def which(actions: Sequence[Action]) -> str:
    """Ask which of several actions of one kind it shall be."""
    first = actions[0]
    if all(isinstance(one, Discard) and one.skip is not None for one in actions):
        return WHO_SKIPS
    if isinstance(first, Hit) and all(
        isinstance(one, Hit) and (one.card, one.meld) == (first.card, first.meld)
        for one in actions
    ):
        return WHICH_END
    return WHICH.get(type(first), WHICH_ONE)


def can_lay(how: str, number: int) -> str:
    """Say that the phase can be laid, and how."""
    return f"You can lay phase {number}: {how}."


def with_cards(words: str, cards: Sequence[Card]) -> str:
    """Say of a way to lay which cards it takes where another takes other ones."""
    return f"{words}, using {listed(map(spoken, cards))}" if cards else words


def dealt(view: View) -> str:
    """Say the own cards when they are dealt, and what they are for."""
    assert view.you is not None
    seat = seat_at(view, view.you.seat)
    held = f"You have {hand(view.you.hand)[:-1]}."
    if view.rules.phase_order != OFFICIAL.phase_order:
        return held  # the phase is still to be chosen
    return f"{held} {phase(view, seat.phase).capitalize()}."


# --- What may be asked at any time -----------------------------------------------

NOT_KNOWN = "The link broke before the answer came: look whether it was done."
WATCHING = "You are watching: type sit to ask for a seat."


def happened(count: int) -> str:
    """Say how much was held back while a line was typed."""
    return f"{plural(count, 'thing', 'things')} happened:"


def welcome(table: str, number: int | None) -> str:
    """Say where one has sat down."""
    if number is None:
        return f"You are watching {table}. Type help to hear what you can type."
    return f"Seat {number} at {table}. Type help to hear what you can type."


KEPT = "Your seat is kept: start p10net again to take it back."
LEFT_ALONE = "You left the game: `p10net` offers the next one."
NOT_YET = "You left before the table had answered."
NO_SEAT = "You left without a seat, so none is kept."


def quit(seat: int | None, unkept: bool = False) -> str:
    """Say what leaving means: a watcher has no seat."""
    if seat is None:
        return NO_SEAT
    return parting.UNKEPT if unkept else KEPT


# --- Refusals --------------------------------------------------------------------

WITHOUT_KEYS: Mapping[Reason, str] = {
    Reason.WRONG_STAGE: "That is not possible now: type again to hear what is.",
    Reason.DRAW_FIRST: "Draw a card first: type draw, or take.",
    Reason.MUST_TAKE_TOP: "The top of the pile must be taken: type take.",
    Reason.PHASE_NOT_OPEN: "That phase is not open to you: type phase to hear yours.",
    Reason.WRONG_NUMBER_OF_GROUPS: (
        "Your phase needs another number of groups: put a slash between them."
    ),
    Reason.GROUP_DOES_NOT_FIT: "A group does not make its goal: type lay to hear one.",
    Reason.DOES_NOT_FIT: "That card does not fit there: type again to hear what does.",
    Reason.MUST_HIT: "A card that fits must be hit while you float.",
    Reason.NOT_NOW: "That is not possible at this moment: type again.",
    Reason.NOT_OFFERED: "The rules of this table do not have that.",
    Reason.GAME_OVER: "The game is over: type ready for another.",
}


def refused(why: Reason) -> str:
    """Say why something may not be done, for somebody who has no keys."""
    return WITHOUT_KEYS.get(why) or REASONS[why]


def bare(sentence: str) -> str:
    """Leave out the colon that only the screen wants before a typed word."""
    return sentence.replace("type :", "type ")


def offer(action: Action, view: View, names: Names) -> str:
    """Say what a choice would do."""
    return OFFERS[type(action)](action, view, names)
