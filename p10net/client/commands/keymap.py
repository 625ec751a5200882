"""Keys that a player has chosen otherwise: what can have another one, and where.

The table of keys and every text name the keys as they are from the beginning. A keymap
changes both at the last moment: rows before a key is looked up, texts before they are
drawn. What it may not change, and why not, is judged in `rebind`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from p10net.engine.view import Stage


class State(Enum):
    """What the screen waits for; each has its own keys."""

    LOBBY = "lobby"
    GAME = "game"
    WATCHING = "watching"
    PAST = "past"
    DICE = "dice"
    NAMING = "naming"
    PREVIEW = "preview"
    CHOICES = "choices"
    CONFIRM = "confirm"
    HINTS = "hints"
    LEAVING = "leaving"
    OVER = "over"


STAGES: Mapping[Stage, State] = {
    Stage.LOBBY: State.LOBBY,
    Stage.ROLL: State.DICE,
    Stage.ROUND_OVER: State.OVER,
    Stage.GAME_OVER: State.OVER,
}
"""Stages that have keys of their own; in the others cards are played."""

EVERYWHERE = frozenset(State)
LOBBY = frozenset({State.LOBBY})
TABLE = EVERYWHERE - LOBBY
DICE = frozenset({State.DICE})
CARDS = TABLE - DICE
WAITING = frozenset({State.LOBBY, State.OVER})


class Act(NamedTuple):
    """What may have another key: its key at first, what it does, and where."""

    key: str
    says: str
    where: frozenset[State]


ACTS: Mapping[str, Act] = {
    "draw": Act("d", "draw from the stock; with dice, roll", TABLE),
    "take": Act("p", "take the top of the pile", CARDS),
    "lay": Act("l", "look at the best lay-down", TABLE),
    "lay_all": Act("L", "the same with every hit that costs nothing", CARDS),
    "hit": Act("h", "hit, or list the hits", CARDS),
    "hit_all": Act("H", "look at all hits that cost nothing", CARDS),
    "discard": Act("x", "discard the chosen card; with dice, give up", TABLE),
    "arm": Act("a", "hold a draw ready", CARDS),
    "hurry": Act("z", "hurry the bots", CARDS),
    "sort": Act("o", "sort the hand", CARDS),
    "mark_all": Act("a", "mark all dice, or none", DICE),
    "mark_spare": Act("k", "mark the dice that can be spared", DICE),
    "hint": Act(".", "a hint", TABLE),
    "menu": Act("m", "list all that can be done", TABLE),
    "turns": Act("t", "look back turn by turn", TABLE),
    "phases": Act("f", "phases and rules", EVERYWHERE),
    "scores": Act("v", "scores", EVERYWHERE),
    "log": Act("e", "the log", EVERYWHERE),
    "log_parts": Act("E", "the log's next part", EVERYWHERE),
    "undo": Act("u", "one step back", EVERYWHERE),
    "leave": Act("q", "leave the table", EVERYWHERE),
    "ready": Act("r", "ready, or not", WAITING),
    "copy": Act("c", "copy the line to join, or the scores", WAITING),
    "start": Act("s", "start now", LOBBY),
    "add_bot": Act("b", "add a bot", LOBBY),
    "rules": Act("o", "choose rules", LOBBY),
    "timer": Act("t", "time for a decision", LOBBY),
    "away": Act("a", "what becomes of absent seats", LOBBY),
    "watchers": Act("w", "whether others may watch", LOBBY),
    "lock": Act("l", "keep new people out", LOBBY),
    "hints": Act("h", "whether hints are given", LOBBY),
    "double_time": Act("d", "twice the time for a decision", LOBBY),
    "kick": Act("k", "send somebody away", LOBBY),
}


class Keymap(Struct, frozen=True):
    """Actions and the keys they have now; the others have their first ones."""

    given: tuple[tuple[str, str], ...] = ()

    def keys(self, state: State) -> dict[str, str]:
        """Give the key of now for each key of the beginning that is another one."""
        return {
            ACTS[name].key: key
            for name, key in self.given
            if state in ACTS[name].where and ACTS[name].key != key
        }

    def first(self, key: str) -> str:
        """Give the key at first of what has this key now; "" if that was moved away."""
        moved = {ACTS[name].key: "" for name, _ in self.given}
        return {**moved, **{now: ACTS[n].key for n, now in self.given}}.get(key, key)

    def label(self, text: str, state: State) -> str:
        """Write a text that names keys with those of now.

        >>> Keymap((("hint", ","), ("draw", "c"))).label("d draw   . hint", State.GAME)
        'c draw   , hint'
        """
        keys = self.keys(state)
        if not keys:
            return text

        def named(found: re.Match[str]) -> str:
            before, key = found.groups()
            other = key in UNCLEAR and before.strip()
            return before + (key if other else keys.get(key, key))

        return NAMED.sub(named, text)


NAMED = re.compile(r"(^\s?|\s\s|\S[:;] |, |\bor |\bpress |\()([A-Za-z.])(?=$|[\s):,;])")
"""How our texts name a key: alone, where a piece of a line or of a sentence begins."""
UNCLEAR = "a."
"""What is a word or a full stop too, and a key only where a piece of a line begins."""
