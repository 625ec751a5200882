"""Named rules: what each preset changes of the official game. Data only.

The names and values are those people use at the table. Four presets render one of the
seed documents each: encyclopedia 000, quick 001, ten-phases 002, score-sheet 003.
"""

from functools import cache
from typing import Any

from p10net.engine.conflicts import build
from p10net.engine.lists import PHASE_LISTS, title
from p10net.engine.rules import Rules, RulesError

_MASTERS: dict[str, Any] = {"skips": 2, "max_seats": 4, "save_pile": True}

# Name: what it is in one line, and the switches that differ from the official game.
PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "official": ("The official game: ten phases in order, choose whom to skip", {}),
    "encyclopedia": (
        "The last card is discarded, the next player never skipped",
        {
            "game_end": "at_once_if_sole",
            "skip_target": "not_next",
            "go_out": "discard",
            "first_wild": "goes",
        },
    ),
    "quick": (
        "A Skip hits the next player, hits begin in the turn after laying",
        {"skip_target": "next", "hits": "later_turn", "game_end": "go_out"},
    ),
    "ten-phases": (
        "For two ordinary decks: one Skip a round for each player",
        {"skip_limit": "per_round", "tie": "lay_first", "faces": "ordinary"},
    ),
    "score-sheet": (
        "One number card is enough, the last card is discarded",
        {"natural": "per_phase", "go_out": "discard"},
    ),
    "masters": (
        "Announce any open phase after the deal, save a card",
        {**_MASTERS, "phase_order": "declare"},
    ),
    "masters-open": (
        "Masters, naming the phase when it is laid",
        {**_MASTERS, "phase_order": "open"},
    ),
    "masters-refresh": (
        "Masters, and a laid phase may make way for another",
        {**_MASTERS, "phase_order": "open", "refresh": True},
    ),
    "choose": ("Lay any phase you have not done yet", {"phase_order": "open"}),
    "even": ("Only phases 2, 4, 6, 8 and 10", {"phase_subset": "even"}),
    "odd": ("Only phases 1, 3, 5, 7 and 9", {"phase_subset": "odd"}),
    "twist": ("The ten phases of Phase 10 Twist", {"phases": "twist"}),
    "twist-board": (
        "Phase 10 Twist's board: pawns, spaces and Twist phases",
        {"progress": "board"},
    ),
    "floating": (
        "A last card laid or hit floats; only a discard ends the round",
        {"go_out": "float"},
    ),
    "truly-wild": ("A wild may be discarded as a Skip", {"wild_as_skip": True}),
    "slide": (
        "The card a wild stands for may push it to an end of its run",
        {"wild_swap": "slide"},
    ),
    "bounty": (
        "Wilds may be stolen and used at once; each laid wild costs 25",
        {"wild_swap": "steal", "laid_wild_points": 25},
    ),
    "dealer-gives": (
        "The dealer gives away an upturned wild or Skip",
        {"first_wild": "dealer_gives", "first_skip": "dealer_gives"},
    ),
    "postal": (
        "Nobody goes out in the first circuit; phase numbers are wild",
        {"first_circuit": True, "phase_number_wild": True},
    ),
    "anti": (
        "Anti-phase: lay to stay, or go down; ten rounds",
        {"progress": "anti", "round_limit": 10},
    ),
    "anti-others": (
        "A rule card in the deck sends a player one phase down",
        {"progress": "anti_others"},
    ),
    "fixed-ten": (
        "Ten rounds, everybody moves on each round, fewest points win",
        {
            "progress": "fixed_rounds",
            "rank": "points",
            "game_end": "limit",
            "round_limit": 10,
        },
    ),
    "score-1000": (
        "Play until a total reaches 1000 points; most phases win",
        {"score_limit": 1000, "game_end": "limit"},
    ),
    "baseball": (
        "A game stopped early counts once somebody has six phases",
        {"stop_counts_from": 6},
    ),
    "one-color-runs": ("Every run in one color", {"runs_one_color": True}),
}
PRESETS["dice"] = (
    "Ten dice, three rolls a turn; most points of those furthest win",
    {"game": "dice", "dealer": "fixed", "tie": "shared"},
)
PRESETS |= {
    name: (f"The ten-phase list {title(name)}", {"phases": name})
    for name in PHASE_LISTS
    if name not in ("original", "twist")
}


def key(name: str) -> str:
    """Bring a typed preset name to the form names are compared in."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@cache
def preset(name: str) -> Rules:
    """Give the rules of a preset by its name, typed with or without hyphens."""
    for known, (_, switches) in PRESETS.items():
        if key(known) == key(name):
            return build({"name": known, **switches})
    raise RulesError(
        f"There are no rules named {name[:40]!r}; `p10net rules` lists them."
    )
