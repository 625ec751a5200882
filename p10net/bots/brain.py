"""What a brain is, and how one that weighs its choices says so.

A brain is asked with its seat's own view and answers with one action; it keeps
nothing between two questions that it could not read off the view again, and draws
chance only from the generator it was made with.
"""

import random
from collections.abc import Callable, Coroutine, Iterable
from enum import Enum
from typing import NamedTuple, Protocol

import msgspec

from p10net.engine.moves import MOVES, Action, Ask, LayOffer, as_action
from p10net.engine.view import View


class Brain(Protocol):
    """Anything that can be asked what to do."""

    def choose(self, view: View, ask: Ask) -> Action:
        """Give one action that is legal now, such as any item of `ask.can`."""
        ...


Maker = Callable[[random.Random], Brain]


class Why(Enum):
    """What speaks for a choice, for a hint to say in words."""

    CHANCE = "chance"
    OUT = "out"
    LAYS = "lays"
    SHEDS = "sheds"
    GETS_WILD = "gets_wild"
    WILD_COSTS = "wild_costs"
    WILDS_DEAR = "wilds_dear"
    HARDER_NEAR = "harder_near"
    NEW_PHASE = "new_phase"
    NEARLY_OUT = "nearly_out"
    CLOSER = "closer"
    GOES_ALONG = "goes_along"
    FOR_A_WILD = "for_a_wild"
    GOES_ON_A_MELD = "goes_on_a_meld"
    FITS_NOW = "fits_now"
    FITS_NOWHERE = "fits_nowhere"
    SOON_FITS = "soon_fits"
    NO_USE = "no_use"
    UNKNOWN_CARD = "unknown_card"
    BETTER_HAD = "better_had"
    NOT_NEEDED = "not_needed"
    NEEDED = "needed"
    FREES_WILD = "frees_wild"
    WANTED = "wanted"
    KEPT = "kept"
    WILD_SPARED = "wild_spared"
    GIVES_IN = "gives_in"
    NEAREST = "nearest"
    FAVORED = "favored"
    PROMISES_LESS = "promises_less"
    OWN_HAND = "own_hand"
    GIVEN_AWAY = "given_away"
    OWN_TURN = "own_turn"
    STRONGEST = "strongest"
    STOPS = "stops"
    TOO_LATE = "too_late"
    LOSES_TURN = "loses_turn"
    SENDS_DOWN = "sends_down"
    PLAYS_AGAIN = "plays_again"
    SPARE_DICE = "spare_dice"
    DICE_LACK = "dice_lack"
    NO_ROLLS = "no_rolls"
    CAN_ROLL = "can_roll"
    CAN_LAY = "can_lay"


class Choice(NamedTuple):
    """One thing that may be done, how good it is, and what speaks for it.

    Values are compared place by place; only their order means anything.
    """

    action: Action
    value: tuple[float, ...]
    why: Why


def best_first(choices: Iterable[Choice]) -> list[Choice]:
    """Sort choices by their value, for `rank` to give them."""
    return sorted(choices, key=lambda choice: choice.value, reverse=True)


def pick(ranked: list[Choice], chance: random.Random) -> Action:
    """Do the best of ranked choices; among equals chance decides."""
    best = [choice for choice in ranked if choice.value == ranked[0].value]
    return chance.choice(best).action


def awaits(given: object) -> bool:
    """Whether an `async def` gave this, which nobody here awaits.

    It is closed, or Python would say so too, beside whatever we say.
    """
    if isinstance(given, Coroutine):
        given.close()
    return isinstance(given, Coroutine)


def as_sent(chosen: object) -> Action | None:
    """Give an answer as the action it will arrive as; None if it is none."""
    if isinstance(chosen, LayOffer):
        return as_action(chosen)
    if type(chosen) not in MOVES:
        return None
    try:
        action: Action = msgspec.convert(msgspec.to_builtins(chosen), Action)
    except (TypeError, ValueError):
        return None
    return action
