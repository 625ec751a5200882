"""What the line above the prompt says: questions, hints, gentle refusals."""

from __future__ import annotations

from p10net.client.words import notation
from p10net.client.words.notation import written
from p10net.engine.cards import Card

PICK_FIRST = "Pick a card first (1-0, n or its name): then Enter discards it."
HELD_DOWN = "Enter was held down: press it once more when you mean it."
TAKE_BACK = "Thrown in a moment: Esc or u takes it back."
TAKEN_BACK = "Taken back: your card is still in your hand."
NOTHING_HERE = "That key does nothing now: ? shows what does."
ESC_FIRST = "That key does nothing before this is answered: Esc goes back."
PASTED = "That came all at once: read it, then Enter sends it and Esc drops it."
PASTED_NOWHERE = "Text that comes all at once plays nothing: / opens a line for it."
NO_GAME = "The game has not begun: r says that you are ready."
WATCHING = "You are watching: type :sit to ask for a seat."
QUEUED = "You are watching, and in line for a seat."
NO_LINK = "The link is lost: play on when it is back, your seat is kept."
PAUSED = "The game is paused: type :resume, or wait."
NO_LAY = "Your phase cannot be laid yet: f shows what it takes."
NO_HITS = "No card of yours fits a meld on the table."
NOT_ASKED = "It is not your turn: wait until the table asks you."
LEAVE_UNKEPT = (
    "Leave the table? Your seat could not be kept. y leaves, g for good, Esc stays."
)
LEAVE = "Leave the table? Your seat stays yours. y leaves, g for good, Esc stays."
LEAVE_WATCHING = "Look on no longer? y leaves, Esc stays."
WHO_IS_SKIPPED = "Who loses a turn? Press the seat's number; Esc keeps the Skip."
WHO_GOES_DOWN = "Who goes a phase down? Press the seat's number; Esc goes back."
PICK_TO_HIT = "Pick a card first: then a click on a meld hits it there."
WHICH_HIT = "Which hit? Press its number; Esc goes back."
WHICH_MELD = "On which meld? Press its letter; Esc goes back."
WHICH_END = "At which end? < or >; Esc goes back."
WHAT_NOW = "What now?"
BY_NUMBER = "Press its number, or mark it and press Enter."
WHICH = "Choose one: its number, or the arrows and Enter."
QUEUED = "Sent as soon as the table has answered the last one."
EMPTY_SLOT = "There is no card at that number."
NOTHING_NEW = "You have not drawn a card yet."
PICK_TO_MOVE = "Pick a card first: then < and > move it."
MENU_LAY = "lay down your phase (l)"
MENU_LAY_ALL = "lay down and hit all that fits (L)"
MENU_HIT = "hit a card on a meld (h)"
MENU_HIT_ALL = "hit all that fits (H)"
MENU_DISCARD = "discard the chosen card (Enter)"
MENU_PAUSE = "pause the game for everybody"
MENU_RESUME = "let the game go on"
MENU_DOUBLE_TIME = "have double time for each decision; all are told"
MENU_USUAL_TIME = "have as much time as the others again"
MENU_UNDO = "take back your last act (u)"
TAKE_ACT_BACK = "take it back"
IS_PRACTICE = "Take back your last act? The game is practice then and counts nowhere."
NO_HURRY = "Only where you play alone against bots can they be hurried."
HURRY_YOURSELF = "It is your turn: the bots wait for you."
MENU_MOUSE_ON = "use the mouse: clicks press the keys that are shown"
MENU_MOUSE_OFF = "leave the mouse to the terminal, to select text"
MOUSE_ON = "The mouse is on: click cards, melds, players, keys. Shift selects text."
MOUSE_OFF = "The mouse is the terminal's again."
MENU_HELP = "show all keys (?)"
MENU_LEAVE_UNKEPT = "leave the table (q)"
MENU_LEAVE = "leave the table, the seat stays yours (q)"
MENU_LEAVE_WATCHING = "look on no longer (q)"
ASKED_TO_SIT = "You ask for a seat: the next one that is free is yours."
NOTHING_TO_COPY = "There is nothing to copy here."
NOT_ALL_READY = "Not everybody is ready: wait, or press s to start all the same."
WHO_GOES = "Who is sent away? Press the seat's number; Esc sends nobody."
WHICH_RULES = "Which rules? Arrows and Enter, or a number; Esc keeps them."
SET_ALREADY = "The rules say so already: nothing is changed."
TOO_LATE = "The table has moved on: what was planned is dropped."


_FACES = {
    "table": "Cards are shown as the rules of the table say.",
    "colors": "Cards are shown as colors and numbers.",
    "ordinary": "Cards are shown as ordinary ones: K is wild, Jo is a Skip.",
}


def faces(said: str) -> str:
    """Say how cards are shown from now on."""
    return _FACES[said]


def hurry_up(left: int) -> str:
    """Say that half of the time for a decision is gone, and what comes then."""
    return f"Half of your time is gone: in {left} s this turn is played for you."


def no_such_card(name: str) -> str:
    """Say that a named card is not in the hand."""
    card = Card.__members__.get(name.upper())
    shown = name.upper() if card is None else written(card)
    return f"You hold no {shown}: choose one of your cards."


def unfit(card: Card) -> str:
    """Say that a card fits nowhere."""
    return f"{written(card)} fits no meld on the table: h alone lists what does."


def copied(text: str) -> str:
    """Say what went to the clipboard; not every terminal lets us."""
    return f"Copied, if your terminal allows it: {text}"


COPIED_SHEET = "The score sheet is copied, if your terminal allows it."


_SORTED = {
    "number": "Sorted by number.",
    "color": "Sorted by color.",
    "need": "Sorted by what your phase needs.",
    "mine": "Your own order: < and > move the chosen card.",
}


def sorted_by(sort: str) -> str:
    """Say how the hand is sorted now."""
    return notation.worded(_SORTED[sort])
