"""Building rules from what a person, a file or the wire says, without contradictions.

Every refusal is one sentence that names both sides. What a switch means is in
`rules`; here stands only which settings cannot make a game together.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from p10net.engine import dice
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.melds import KINDS, Goal, Kind
from p10net.engine.phases import Phase, canonical, parse
from p10net.engine.rules import (
    ABOUT,
    OFFICIAL,
    SWITCHES,
    Rules,
    RulesError,
    differences,
    numbers,
    phases,
)


def build(data: Mapping[str, Any], start: Rules = OFFICIAL) -> Rules:
    """Change switches of `start`; raises RulesError with one sentence.

    `phases` may be a list's name or texts in any wording; numbers and yes/no may
    come as text, as a command line gives them.
    """
    unknown = [name for name in data if name not in SWITCHES]
    if unknown:
        raise RulesError(
            f"There is no switch {str(unknown[0])[:40]!r}; `p10net rules --switches`"
            " lists them."
        )
    values = {**msgspec.structs.asdict(start), **data}
    if values["progress"] == "board" and "phases" not in data:
        values["phases"] = BOARD_PHASES
    if values["game"] == "dice" and start.game != "dice":
        values |= {name: v for name, v in DICE_DEFAULTS.items() if name not in data}
    values["phases"] = _texts(values["phases"])
    values["phase_subset"] = _subset(values["phase_subset"])
    try:
        rules = msgspec.convert(values, Rules, strict=False)
    except msgspec.ValidationError as error:
        raise RulesError(_sentence(error, values)) from None
    refuse(rules)
    return rules


def _texts(given: object) -> tuple[str, ...]:
    if isinstance(given, str):
        given = PHASE_LISTS.get(given) or (_only_phase(given),)
    if not isinstance(given, list | tuple):
        raise RulesError(f"phases = {_shown(given)} is not possible: {PHASES_ARE}")
    if not 1 <= len(given) <= MOST_PHASES:
        raise RulesError(
            f"phases has {len(given)} texts: write 1 to {MOST_PHASES} of them."
        )
    for text in given:
        if not isinstance(text, str):
            raise RulesError(f"phases holds {_shown(text)}: {PHASES_ARE}")
    try:
        return canonical(tuple(given))
    except ValueError as error:
        raise RulesError(str(error)) from None


PHASES_ARE = 'use the name of a list or texts in quotes, such as "2 sets of 3".'


def _only_phase(text: str) -> str:
    """Take a text for the one phase there is to be."""
    try:
        return parse(text).text
    except ValueError as error:
        if not str(error).startswith(f"Cannot read {text!r}"):
            raise RulesError(str(error)) from None
        raise RulesError(
            f"phases = {_shown(text)} is neither a list of phases nor a phase: use a"
            f" name such as {', '.join([*PHASE_LISTS][:3])}, or goals such as"
            ' "2 sets of 3".'
        ) from None


def _shown(value: object) -> str:
    """Write a value as whoever set it may have, kept short."""
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, Mapping):
        return "a table"
    said = str(value).lower() if isinstance(value, bool) else str(value)
    return repr(said[:40])[1:-1]


MOST_PHASES = 20
DICE_DEFAULTS = {"dealer": "fixed", "tie": "shared"}
BOARD_PHASES = canonical(PHASE_LISTS["original"] + PHASE_LISTS["twist"])


def _subset(given: object) -> object:
    if isinstance(given, str) and given.replace(",", " ").replace(" ", "").isdigit():
        return tuple(int(number) for number in given.replace(",", " ").split())
    return given


def _sentence(error: msgspec.ValidationError, data: Mapping[str, Any]) -> str:
    name = str(error).rpartition("$.")[2].rstrip("`").partition("[")[0]
    choices = "a text of at most 40 characters"
    if (about := ABOUT.get(name)) is not None:
        choices = " or ".join(about.values)
        if about.span is not None:
            choices = "a number from {} to {}".format(*about.span)
    if name == "phase_subset":
        choices = f"{choices} or numbers of phases, such as 1, 3"
    return f"{name} = {_shown(data.get(name))} is not possible: use {choices}."


def refuse(rules: Rules) -> None:
    """Raise RulesError with a sentence naming both sides of a contradiction."""
    for found, sentence in CONFLICTS:
        clash = found(rules)
        if clash:
            raise RulesError(sentence.format(clash, rules=rules))


def _goals(rules: Rules) -> Iterator[tuple[Phase, Goal]]:
    for phase in phases(rules):
        for goal in phase.goals:
            yield phase, goal


def _skips_missing(rules: Rules) -> str:
    for phase in phases(rules):
        need = sum(goal.n for goal in phase.goals if goal.kind is Kind.SKIP)
        if need > rules.skips:
            return phase.text
    return ""


def _wilds_missing(rules: Rules) -> str:
    """Two copies of a card exist, so a color set of n needs n - 2 wilds."""
    for phase in phases(rules):
        need = sum(
            {Kind.COLOR_SET: goal.n - 2, Kind.WILD: goal.n}.get(goal.kind, 0)
            for goal in phase.goals
        )
        if need > rules.wilds:
            return phase.text
    return ""


# How many different cards of the deck can serve one goal at the most, wilds aside.
_MOST_NATURALS = {
    Kind.SET: 8,
    Kind.RUN: 12,
    Kind.COLOR: 24,
    Kind.COLOR_RUN: 12,
    Kind.PARITY: 48,
    Kind.COLOR_PARITY: 12,
    Kind.COLOR_SET: 2,
    Kind.ALT_RUN: 12,
    Kind.WILD: 0,
    Kind.SKIP: 0,
}


def _too_large(rules: Rules) -> str:
    room = rules.hand_size + (rules.go_out != "discard")
    for phase in phases(rules):
        if sum(goal.n for goal in phase.goals) > room:
            return phase.text
    return ""


def _not_in_deck(rules: Rules) -> str:
    for phase, goal in _goals(rules):
        naturals = _MOST_NATURALS[goal.kind]
        if KINDS[goal.kind].only is None and goal.n > naturals + rules.wilds:
            return phase.text
    return ""


def _clash(**values: object) -> Any:
    """Build a test for a set of switches that all have one of the named values."""

    def found(rules: Rules) -> str:
        hit = all(
            getattr(rules, name) in (value if isinstance(value, tuple) else (value,))
            for name, value in values.items()
        )
        return (
            ", ".join(f"{name}={getattr(rules, name)}" for name in values)
            if hit
            else ""
        )

    return found


def _subset_empty(rules: Rules) -> str:
    subset = rules.phase_subset
    if isinstance(subset, tuple) and set(subset) - set(range(1, len(rules.phases) + 1)):
        return ", ".join(map(str, subset))
    return "" if numbers(rules) else str(subset)


def _board_list(rules: Rules) -> str:
    other = rules.progress == "board" and rules.phases != BOARD_PHASES
    return "board" if other else ""


def _chosen_with(rules: Rules) -> str:
    chosen = rules.phase_order != "in_order" or rules.phase_subset != "all"
    moved = rules.progress in ("board", "anti", "anti_others", "fixed_rounds")
    return rules.progress if chosen and moved else ""


def _no_limit(rules: Rules) -> str:
    limited = rules.round_limit or rules.score_limit
    return "limit" if rules.game_end == "limit" and not limited else ""


def _anti_endless(rules: Rules) -> str:
    limited = rules.round_limit or rules.score_limit
    return "anti" if rules.progress == "anti" and not limited else ""


# With dice only these switches have a meaning; the others keep their defaults.
_OF_DICE = {
    *("name", "game", "phases", "phase_subset", "phase_order", "progress", "max_seats"),
    *("dealer", "extra_cards", "natural", "game_end", "tie", "rank", "round_limit"),
    *("score_limit", "stop_counts_from", "proof", "faces"),
}
# Any die shows each color, and six show any number from 5 up: with four wilds beside
# them, ten dice always can lay such goals.
_ROLLED = {Kind.SET, Kind.RUN, Kind.COLOR, Kind.PARITY}
_DICE_SWITCHES: dict[str, tuple[object, ...]] = {
    "phase_order": ("in_order", "open"),
    "progress": ("advance", "fixed_rounds"),
    "game_end": ("end_of_round", "limit"),
    "tie": ("shared",),
}


def _not_of_dice(rules: Rules) -> str:
    if not dice.played(rules):
        return ""
    other = (name for name in differences(rules) if name not in _OF_DICE)
    return next(other, "")


def _other_with_dice(rules: Rules) -> str:
    if not dice.played(rules):
        return ""
    wrong = (
        f"{name}={getattr(rules, name)}"
        for name, fits in _DICE_SWITCHES.items()
        if getattr(rules, name) not in fits
    )
    return next(wrong, "")


def _never_rolled(rules: Rules) -> str:
    if not dice.played(rules):
        return ""
    for phase in phases(rules):
        few = sum(goal.n for goal in phase.goals) <= len(dice.ALL)
        if not few or any(goal.kind not in _ROLLED for goal in phase.goals):
            return phase.text
    return ""


Found = Callable[[Rules], str]

# What was found, and the sentence that says so.
CONFLICTS: tuple[tuple[Found, str], ...] = (
    (
        _subset_empty,
        "phase_subset {} names no phase of this list: use all, even, odd or numbers"
        " from it.",
    ),
    (
        _board_list,
        "The Twist board carries the original ten phases and the Twist list: leave"
        " `phases` out with progress={}.",
    ),
    (
        _chosen_with,
        "progress={} needs the whole list in order: set phase_order=in_order and"
        " phase_subset=all.",
    ),
    (
        _clash(refresh=True, phase_order=("in_order", "declare")),
        "{}: refreshing lays several phases a round, so it needs phase_order=open.",
    ),
    (
        _clash(save_pile=True, proof="round"),
        "{}: secrets shown after a round tell which cards lie saved, so set proof=game"
        " or proof=off.",
    ),
    (_not_of_dice, "A game of dice has no {}: leave that switch out."),
    (
        _other_with_dice,
        "{} does not go with dice: use phase_order in_order or open, progress advance"
        " or fixed_rounds, game_end end_of_round or limit, and tie=shared.",
    ),
    (
        _never_rolled,
        "The phase {!r} is not for ten dice: they roll sets, runs, cards of one color,"
        " even and odd ones, ten at the most.",
    ),
    (_no_limit, "game_end={} needs a round_limit or a score_limit."),
    (_anti_endless, "progress={} never ends by itself: set a round_limit."),
    (
        _skips_missing,
        "The phase {!r} asks for more Skips than the {rules.skips} of the deck: set"
        " skips or change the phase.",
    ),
    (
        _wilds_missing,
        "The phase {!r} needs more wilds than the {rules.wilds} of the deck: set"
        " wilds or change the phase.",
    ),
    (
        _too_large,
        "The phase {!r} has more cards than a hand can lay (hand_size is"
        " {rules.hand_size}, go_out is {rules.go_out}): set a larger hand_size or"
        " change the phase.",
    ),
    (
        _not_in_deck,
        "The phase {!r} cannot be laid from this deck, even with all {rules.wilds}"
        " wilds: set more wilds or change the phase.",
    ),
)
