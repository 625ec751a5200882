"""What the own hand has of the phase it works on, as an example of that phase.

Cards that are still missing stand as what they would have to be, in brackets. Worked
out from the own view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from p10net.client.words.notation import spoken, stands, stands_said, written
from p10net.engine import finder, laying, melds
from p10net.engine.cards import Card, Hand
from p10net.engine.melds import Meld
from p10net.engine.moves.lay import goals_of
from p10net.engine.progress import open_phases
from p10net.engine.view import View, seat_at


class Example(NamedTuple):
    """A phase, how many cards the hand lacks, the cards goal by goal.

    `groups` is empty where wilds alone cannot show what is missing (a Skip).
    """

    phase: int
    lacks: int
    groups: tuple[str, ...]


def from_hand(view: View, *, said: bool = False) -> Example | None:
    """Show the phase that the hand is nearest to; None once it is laid.

    With `said` cards are in words, and what is missing is called so.
    """
    if view.you is None or not view.you.hand:
        return None
    seat = seat_at(view, view.you.seat)
    if seat.laid or not seat.playing:
        return None
    found = (_example(view, phase, said) for phase in open_phases(view, seat.seat))
    return min(found, key=lambda example: example.lacks)


def _example(view: View, phase: int, said: bool) -> Example:
    hand = view.you.hand if view.you else ()
    goals = goals_of(view, phase)
    on = replace(melds.terms(view.rules, phase), extra_cards=False)
    lacks = finder.missing(hand, goals, on)
    groups = finder.best(hand + (Card.W,) * lacks, goals, on)
    laid = laying.lay(goals, groups, on) if groups else ()
    if not isinstance(laid, tuple):
        laid = ()
    shown = _shown(laid, hand, *(SAID if said else WRITTEN))
    return Example(phase, lacks, shown)


def _each_once(faces: Iterable[str]) -> str:
    """Say once, with how often, what would be said many times in a row."""
    runs = [(face, len([*same])) for face, same in groupby(faces)]
    return ", ".join(
        f"{face} {often} times" if often > 2 else ", ".join([face] * often)
        for face, often in runs
    )


WRITTEN = (written, lambda value: f"[{stands(value)}]", " ".join)
SAID = (spoken, lambda value: f"a missing {stands_said(value)}", _each_once)


def _shown(
    laid: tuple[Meld, ...],
    hand: Hand,
    own_card: Callable[[Card], str],
    missing: Callable[[str], str],
    joined: Callable[[Iterable[str]], str],
) -> tuple[str, ...]:
    own = hand.count(Card.W)
    groups = []
    for meld in laid:
        faces = []
        for i, card in enumerate(meld.cards):
            own -= card is Card.W
            made_up = card is Card.W and own < 0
            lacking = missing(melds.stands_for(meld, i))
            faces.append(lacking if made_up else own_card(card))
        groups.append(joined(faces))
    return tuple(groups)
