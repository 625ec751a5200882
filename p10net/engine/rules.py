"""The rules of a game: every switch declared once, with its values, words and seed.

A `Rules` is frozen for a game and travels whole to every client. This module says
which settings exist and which contradict each other; what a value *does* is decided
in the one module that answers the switch's question. Numbers in brackets name the
seed documents a switch comes from.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, get_type_hints

from msgspec import Meta, Struct

from p10net.engine.lists import PHASE_LISTS
from p10net.engine.phases import Phase, canonical, parse


class RulesError(ValueError):
    """Settings that cannot make a game; the text is the sentence for the person."""


def _switch(seeds: str, says: str, **values: str) -> Meta:
    return Meta(
        description=f"{says} ({seeds})",
        extra={"seeds": seeds, "says": says, "values": values},
    )


def _count(seeds: str, says: str, least: int, most: int) -> Meta:
    return Meta(
        ge=least,
        le=most,
        description=f"{says} ({seeds})",
        extra={"seeds": seeds, "says": says, "span": (least, most)},
    )


PhaseText = Annotated[str, Meta(max_length=200)]


class Rules(Struct, frozen=True, cache_hash=True):
    """One set of switches. The defaults are the official game.

    `phases` are canonical texts; `name` is the preset the rules started from.
    """

    name: Annotated[str, Meta(max_length=40, description="The preset's name")] = (
        "official"
    )
    game: Annotated[
        Literal["cards", "dice"],
        _switch(
            "000",
            "What is played with",
            cards="with the cards",
            dice="with ten dice, rolled up to three times a turn",
        ),
    ] = "cards"
    phases: Annotated[
        tuple[PhaseText, ...],
        _switch("000 001 002 003", "The tasks, in order"),
    ] = canonical(PHASE_LISTS["original"])
    phase_subset: Annotated[
        Literal["all", "even", "odd"] | tuple[int, ...],
        _switch(
            "002",
            "Which phases of the list are played",
            all="all of them",
            even="only 2, 4, 6, 8, 10",
            odd="only 1, 3, 5, 7, 9",
        ),
    ] = "all"
    phase_order: Annotated[
        Literal["in_order", "declare", "open"],
        _switch(
            "000 Masters, 002",
            "In which order phases are attempted",
            in_order="one after the other",
            declare="any phase not yet done, announced after the deal",
            open="any phase not yet done, named when it is laid",
        ),
    ] = "in_order"
    progress: Annotated[
        Literal["advance", "fixed_rounds", "anti", "anti_others", "board"],
        _switch(
            "000",
            "Where a player stands after the round",
            advance="laid moves on, not laid tries again",
            fixed_rounds="everybody moves on each round",
            anti="laid stays, not laid goes one phase down",
            anti_others="laid moves on; the rule card sends a player one phase down",
            board="a pawn moves along the Twist board",
        ),
    ] = "advance"
    wilds: Annotated[int, _count("000 001 002 003", "Wilds in the deck", 0, 16)] = 8
    skips: Annotated[
        int, _count("000: 4, Masters 2; 002: fewer", "Skips in the deck", 0, 8)
    ] = 4
    hand_size: Annotated[
        int, _count("000 001 002 003: 10", "Cards dealt to each player", 3, 12)
    ] = 10
    max_seats: Annotated[
        int, _count("000: 2 to 6, Masters 2 to 4", "Most players at the table", 2, 6)
    ] = 6
    dealer: Annotated[
        Literal["rotate", "fixed"],
        _switch(
            "000",
            "Who deals the next round",
            rotate="the deal passes to the left",
            fixed="one player deals all rounds",
        ),
    ] = "rotate"
    first_wild: Annotated[
        Literal["take", "goes", "dealer_gives", "redraw"],
        _switch(
            "000 002",
            "A wild turned up to start the discard pile",
            take="lies there and may be taken by the first player",
            goes="goes to the first player as the draw of the turn",
            dealer_gives="is given by the dealer to any player, who discards a card",
            redraw="goes under the stock and another card is turned up",
        ),
    ] = "take"
    first_skip: Annotated[
        Literal["skip", "dealer_gives", "redraw"],
        _switch(
            "000 002 003",
            "A Skip turned up to start the discard pile",
            skip="costs the first player the turn",
            dealer_gives="costs a player whom the dealer names the turn",
            redraw="goes under the stock and another card is turned up",
        ),
    ] = "skip"
    wild_pickup: Annotated[
        bool, _switch("000 002", "A wild may be taken from the discard pile")
    ] = True
    rediscard: Annotated[
        bool,
        _switch(
            "not forbidden in any seed",
            "A card just taken from the discard pile may go straight back",
        ),
    ] = True
    go_out: Annotated[
        Literal["any", "discard", "float"],
        _switch(
            "000 001 002 003",
            "How a hand may become empty",
            any="by laying, hitting or discarding the last card",
            discard="by discarding the last card only",
            float="a last card laid or hit floats; only a discard ends the round",
        ),
    ] = "any"
    extra_cards: Annotated[
        bool, _switch("000 002", "A goal may be laid with more cards than it asks")
    ] = True
    natural: Annotated[
        Literal["per_goal", "per_phase", "none"],
        _switch(
            "002, 003",
            "Where a number card is needed beside wilds",
            per_goal="in every goal",
            per_phase="once in the whole phase",
            none="nowhere",
        ),
    ] = "per_goal"
    distinct_goals: Annotated[
        bool,
        _switch(
            "a house rule",
            "Two goals of one phase may not use the same number or color",
        ),
    ] = False
    runs_one_color: Annotated[
        bool, _switch("000 note", "Every run must be of one color")
    ] = False
    hits: Annotated[
        Literal["same_turn", "later_turn"],
        _switch(
            "000 002 003; 001",
            "When hits are allowed",
            same_turn="from the turn in which the phase is laid",
            later_turn="only from the turn after it",
        ),
    ] = "same_turn"
    wild_swap: Annotated[
        Literal["off", "slide", "steal"],
        _switch(
            "000",
            "What happens when somebody holds the card a wild stands for",
            off="nothing: the wild stays",
            slide="the card replaces the wild, which moves to an end of its run",
            steal="the card replaces the wild, which must be used in the same turn",
        ),
    ] = "off"
    skip_target: Annotated[
        Literal["choose", "next", "not_next"],
        _switch(
            "002 003; 001; 000",
            "Whom a Skip hits",
            choose="any other player",
            next="the next player to play",
            not_next="any other player but the next to play",
        ),
    ] = "choose"
    skip_limit: Annotated[
        Literal["unserved", "per_circuit", "per_round", "none"],
        _switch(
            "000 002",
            "How often a player may be skipped",
            unserved="not again before the lost turn has been served",
            per_circuit="once each time round the table",
            per_round="once a round",
            none="any number of times; the lost turns add up",
        ),
    ] = "unserved"
    wild_as_skip: Annotated[
        bool, _switch("000 Truly Wild", "A wild may be discarded as a Skip")
    ] = False
    game_end: Annotated[
        Literal["end_of_round", "at_once_if_sole", "go_out", "limit"],
        _switch(
            "002; 000; 001",
            "What ends the game",
            end_of_round="the round in which somebody lays the last phase",
            at_once_if_sole="as before, but at once if nobody else is on that phase",
            go_out="the round in which a player lays the last phase and goes out",
            limit="only a limit of rounds or points",
        ),
    ] = "end_of_round"
    tie: Annotated[
        Literal["go_out", "lay_first", "shared"],
        _switch(
            "000 003; 002",
            "Equal first places",
            go_out="the tied players play a round more; who goes out wins",
            lay_first="the tied players play a round more; who lays first wins",
            shared="are shared",
        ),
    ] = "go_out"
    rank: Annotated[
        Literal["phases_then_points", "points"],
        _switch(
            "001",
            "Who is ahead",
            phases_then_points="most phases, then fewest points",
            points="fewest points",
        ),
    ] = "phases_then_points"
    round_limit: Annotated[
        int, _count("001", "The game stops after so many rounds (0: never)", 0, 200)
    ] = 0
    score_limit: Annotated[
        int,
        _count("001", "The game stops when a total reaches this (0: never)", 0, 10_000),
    ] = 0
    stop_counts_from: Annotated[
        int,
        _count(
            "000: 5.5 phases",
            "A stopped game has a winner only if somebody has so many phases",
            0,
            20,
        ),
    ] = 0
    laid_wild_points: Annotated[
        int,
        _count("000", "Points for each wild laid with the phase, even when out", 0, 25),
    ] = 0
    save_pile: Annotated[
        bool,
        _switch(
            "000 Masters",
            "One card a round may be saved, and a saved one drawn later",
        ),
    ] = False
    refresh: Annotated[
        bool,
        _switch(
            "000 Masters",
            "A laid phase may be put away and the hand filled up for a new one",
        ),
    ] = False
    first_circuit: Annotated[
        bool,
        _switch("000 Postal", "Nobody goes out before play is back at the dealer"),
    ] = False
    phase_number_wild: Annotated[
        bool,
        _switch(
            "000 Postal", "In phases 1 to 7 the phase's number is wild for its player"
        ),
    ] = False
    proof: Annotated[
        Literal["game", "round", "off"],
        _switch(
            "000 cites 'rigged' complaints",
            "When the secrets of the shuffles are shown",
            game="after the last round",
            round="after each round",
            off="never",
        ),
    ] = "game"
    faces: Annotated[
        Literal["colors", "ordinary"],
        _switch(
            "002",
            "How cards are shown",
            colors="as colors and numbers",
            ordinary="as two ordinary decks: K wild, joker skip, A 1, J 11, Q 12",
        ),
    ] = "colors"


SWITCHES: tuple[str, ...] = Rules.__struct_fields__
OFFICIAL = Rules()


class Switch(Struct, frozen=True):
    """What is said about one switch: its words, seeds, values and default.

    `span` are the least and the most of a switch that is a number.
    """

    name: str
    says: str
    seeds: str
    values: dict[str, str]
    default: object
    span: tuple[int, int] | None = None


def _switches() -> Iterator[Switch]:
    hints = get_type_hints(Rules, include_extras=True)
    for name in SWITCHES:
        extra = next(
            (
                m.extra
                for m in hints[name].__metadata__
                if isinstance(m, Meta) and m.extra
            ),
            None,
        )
        if extra is not None:
            default = getattr(OFFICIAL, name)
            values = extra.get("values", {})
            if isinstance(default, bool):
                values = {"true": "yes", "false": "no"}
            said = (name, extra["says"], extra["seeds"], values, default)
            yield Switch(*said, extra.get("span"))


ABOUT: dict[str, Switch] = {switch.name: switch for switch in _switches()}


def phase(rules: Rules, number: int) -> Phase:
    """Give one phase by its number, from 1."""
    return parse(rules.phases[number - 1])


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Give the parsed phases of the rules; phase n is at index n - 1."""
    return tuple(parse(text) for text in rules.phases)


def numbers(rules: Rules) -> tuple[int, ...]:
    """Which phase numbers of the list are there to be played, lowest first.

    The board's Twist phases stand behind the ten of the path and are not on it.
    """
    every = tuple(range(1, len(rules.phases) + 1))
    subset = rules.phase_subset
    if isinstance(subset, tuple):
        return tuple(number for number in every if number in subset)
    return {"all": every, "even": every[1::2], "odd": every[0::2]}[subset]


def differences(rules: Rules) -> tuple[str, ...]:
    """Name the switches that differ from the official game."""
    return tuple(
        name for name in ABOUT if getattr(rules, name) != getattr(OFFICIAL, name)
    )


def words(rules: Rules, name: str) -> str:
    """Say in words what a switch is set to."""
    about, value = ABOUT[name], getattr(rules, name)
    if isinstance(value, bool):
        return about.says if value else f"Not: {about.says[0].lower()}{about.says[1:]}"
    shown = value if not isinstance(value, tuple) else ", ".join(map(str, value))
    return f"{about.says}: {about.values.get(str(value), shown)}"
