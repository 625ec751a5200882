"""How each word of the line mode is used: one sentence for whoever asks, or forgot.

`help` and a word says it, and so does a word of which too little was typed. A test
holds the table to the words there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from p10net.client.words.answers import ONLY_DICE
from p10net.client.words.notation import spoken
from p10net.engine.cards import Card

_WORDS: Mapping[str, str] = {
    # Turns
    "draw": "Type draw for the top card of the stock.",
    "take": "Type take for the card that lies open on the discard pile.",
    "lay": "Type lay to hear how your phase can be laid down, and to choose.",
    "hit": (
        "Type hit {hit} d to add that card to meld d; low or high behind it says at"
        " which end of a run."
    ),
    "discard": (
        "Type discard {discard} to throw that card and end your turn; discard alone,"
        " out of turn, says what lies open."
    ),
    "skip": "Type skip and a name or a seat: you throw a skip, they lose a turn.",
    "declare": "Type declare 4 to go for phase 4 in this round.",
    "give": "Type give and a name or a seat: they get the card that was turned up.",
    "back": "Type back {discard} to put that card on the pile.",
    "save": "Type save {discard} to keep that card for later and end your turn.",
    "saved": "Type saved {discard} to draw that card from those you saved.",
    "swap": "Type swap {hit} d to put that card in the place of a wild on meld d.",
    "roll": "Type roll 2 5 to roll the dice 2 and 5 again.",
    "pass": "Type pass to end your turn without the phase.",
    "refresh": "Type refresh to put your phase away and fill up your hand.",
    # What can be heard
    "hand": "Type hand to hear your cards, or hand color to hear them by color.",
    "table": "Type table to hear who has laid what.",
    "meld": "Type meld d to hear meld d, or meld alone for all of them.",
    "phase": "Type phase to hear your phase and how near your hand is to it.",
    "who": "Type who to hear who is here and whose turn it is.",
    "pile": "Type pile to hear what lies open on the discard pile.",
    "counts": "Type counts to hear how many cards everybody holds.",
    "score": "Type score to hear who is ahead, or score table for every round.",
    "rules": (
        "Type rules to hear how the game goes at this table; before a game its owner"
        " types rules and a name to play by others."
    ),
    "settings": "Type settings to hear how the owner has set the table.",
    "log": "Type log 5 to hear the last five things that happened.",
    "missed": "Type missed to hear what happened since your last turn.",
    "again": "Type again to hear the question once more.",
    "hint": "Type hint to hear what an expert would do, and why.",
    "help": "Type help to hear the words, or help and a word to hear more of it.",
    "invite": "Type invite to hear what friends type to join the table you host.",
    # The telling
    "options": "Type options to hear how the telling is set.",
    "events": "Type events held or events at-once: do news wait while you type?",
    "verbosity": "Type verbosity brief, normal or full: how much is told.",
    "faces": "Type faces table, colors or ordinary: what cards are called.",
    # People
    "ready": "Type ready when the next game or round may begin.",
    "unready": "Type unready to take your ready back.",
    "say": "Type say and some words: everybody at the table hears them.",
    "pause": "Type pause to let the game stand still for everybody.",
    "resume": "Type resume to let a paused game go on.",
    "name": "Type name and what you want to be called.",
    "sit": "Type sit to ask for a seat when you only watch.",
    "offer": "Type offer and a seat to offer it to whoever watches.",
    "vote": "Type vote bot, vote skip, vote wait or vote end for somebody absent.",
    "double": "Type double on for twice the time for your decisions.",
    "undo": "Type undo, alone against bots, to take back your last act.",
    "leave": "Type leave to go and keep your seat, or leave for good to give it up.",
    "quit": "Type quit to end the program; your seat is kept.",
    # The owner
    "start": "Type start to begin the game, whoever is ready.",
    "bot": "Type bot to add one, or bot with random, easy, steady, sharp or expert.",
    "unbot": "Type unbot and a name or a seat to take that bot away.",
    "kick": "Type kick and a name or a seat to send somebody away.",
    "ban": "Type ban and a name or a seat to shut somebody out of this game.",
    "set": "Type set skips=2 to change one switch of the rules before a game.",
    "timer": "Type timer 60 for a minute to each decision, or timer 0 for no limit.",
    "lock": "Type lock on to let nobody new in, lock off to open the table again.",
    "away": (
        "Type away bot, away skip or away wait: what happens to the turns of whoever"
        " is away; a number behind it is the seconds until then."
    ),
    "watch": "Type watch on or watch off: may others look on?",
    "hints": "Type hints on or hints off: may anybody ask for hints?",
    "reissue": "Type reissue and a name or a seat to give that seat out anew.",
    "password": "Type password and a word to ask it of new people, alone for none.",
    "stop": "Type stop to end the game here and now.",
}
WORDS: Final = frozenset(_WORDS)

OF_CARDS: Final = {
    *("draw", "take", "hit", "discard", "skip", "declare", "give", "back"),
    *("save", "saved", "swap", "refresh", "pile", "counts"),
}
"""Words that nobody has a use for where dice are rolled."""
_WITH_DICE: Mapping[str, str] = {
    "hand": "Type hand to hear your dice.",
    "phase": "Type phase to hear your phase and how near your dice are to it.",
    "score": "Type score to hear who is ahead, or score table for every circuit.",
    "faces": "Type faces table, colors or ordinary: what dice are called.",
    "ready": "Type ready when the next game or circuit may begin.",
    **dict.fromkeys(OF_CARDS, ONLY_DICE),
}


def of(word: str, dice: bool = False) -> str:
    """Say how a word is used; "" if there is no such word."""
    if dice and word in _WITH_DICE:
        return _WITH_DICE[word]
    hit, discard = spoken(Card.G7), spoken(Card.R5)
    return _WORDS.get(word, "").format(hit=hit, discard=discard)
