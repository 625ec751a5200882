"""Brains: never against the rules, never without end, and sensible where it shows.

Situations read like a record of play: the hand, the table, and what the level does.
"""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.bots.advice import advice
from p10net.bots.brain import Brain, Choice, Why, pick
from p10net.bots.easy import Easy
from p10net.bots.expert import Expert
from p10net.bots.levels import LEVELS, STAND_IN
from p10net.bots.sharp import Sharp
from p10net.bots.sound import WEIGH, Sound
from p10net.bots.steady import Steady
from p10net.engine.cards import NATURALS, Card, parse, parse_cards
from p10net.engine.conflicts import build
from p10net.engine.game import Game, apply, new_game, view_of
from p10net.engine.moves import (
    MOVES,
    Action,
    Ask,
    Deal,
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    Lay,
    LayOffer,
    NextRound,
    Refresh,
    Save,
    Swap,
    TakeSaved,
    ask,
    check,
)
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import RulesError
from p10net.engine.view import Stage, View, with_seat
from p10net.host.arena import Match
from p10net.host.arena import play as play_match
from p10net.host.standings import standings
from tests.positions import position, rules
from tests.test_laws import any_switches

MOST_ACTS = 5000
"""Acts after which a game counts as endless; a long one has a fifth of it."""

THINKING = ("easy", "steady", "sharp", "expert")


def step(game: Game, brains: dict[int, Brain], chance: random.Random) -> Game:
    """Do the next act: the house's, or what the brain of the seat in turn chooses."""
    if game.open.stage is Stage.DEAL:
        return apply(game, 0, Deal(chance.randbytes(32).hex()))[0]
    if game.open.stage is Stage.ROUND_OVER:
        return apply(game, 0, NextRound())[0]
    seat = game.open.turn
    view = view_of(game, seat)
    question = ask(view)
    assert question is not None
    action = brains[seat].choose(view, question)
    assert check(view, action) is None, action
    return apply(game, seat, action)[0]


def play(game: Game, levels: tuple[str, ...], seed: int, most: int) -> Game:
    """Let levels play, for so many acts or to the end."""
    chance = random.Random(seed)
    brains = {
        seat: LEVELS[level](random.Random(chance.random()))
        for seat, level in enumerate(levels, 1)
    }
    for _ in range(most):
        if game.open.stage is Stage.GAME_OVER:
            break
        game = step(game, brains, chance)
    return game


@given(
    name=st.sampled_from(sorted(PRESETS)),
    levels=st.lists(st.sampled_from(sorted(LEVELS)), min_size=2, max_size=4),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=60)
def test_no_brain_breaks_a_rule(name: str, levels: list[str], seed: int) -> None:
    """Whatever the rules and whoever plays, each choice is one that may be made."""
    seats = tuple(range(1, len(levels) + 1))
    play(new_game(preset(name), seats), tuple(levels), seed, most=120)


def play_by_any_rules(
    switches: dict[str, Any], levels: list[str], seed: int
) -> Game | None:
    """Let levels play a whole game by random rules, if there are such rules."""
    try:
        on = build(switches)
    except RulesError:
        return None
    levels = levels[: on.max_seats]
    seats = tuple(range(1, len(levels) + 1))
    return play(new_game(on, seats), tuple(levels), seed, most=LONGEST_ODD_GAME)


LONGEST_ODD_GAME = 6000
LEVELS_DRAWN = st.lists(st.sampled_from(THINKING), min_size=2, max_size=3)


@pytest.mark.untraced  # presets and positions reach all of it
@pytest.mark.limit(240)
@given(switches=any_switches(), levels=LEVELS_DRAWN, seed=st.integers(0, 2**32))
@settings(max_examples=100)
def test_no_brain_breaks_odd_rules(
    switches: dict[str, Any], levels: list[str], seed: int
) -> None:
    """Whole games by rules that nobody thought of: every choice may be made."""
    game = play_by_any_rules(switches, levels, seed)

    assert game is None or game.open.stage is Stage.GAME_OVER


@pytest.mark.soak
@pytest.mark.limit(1800)
@given(switches=any_switches(), levels=LEVELS_DRAWN, seed=st.integers(0, 2**32))
@settings(max_examples=2000)
def test_no_brain_breaks_odd_rules_for_long(
    switches: dict[str, Any], levels: list[str], seed: int
) -> None:
    """The same with twenty times as many games."""
    game = play_by_any_rules(switches, levels, seed)

    assert game is None or game.open.stage is Stage.GAME_OVER


@pytest.mark.limit(60)
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        (name, min(2 + at % 3, preset(name).max_seats))
        for at, name in enumerate(PRESETS)
    ],
)
def test_levels_come_to_the_end_of_every_game(name: str, seats: int) -> None:
    """No preset lets thinking players play for ever."""
    numbers = tuple(range(1, seats + 1))
    first = [*PRESETS].index(name)
    levels = tuple(THINKING[(first + seat) % len(THINKING)] for seat in numbers)
    game = play(new_game(preset(name), numbers), levels, 7, MOST_ACTS)

    assert game.open.stage is Stage.GAME_OVER
    assert game.open.summary is not None
    assert game.open.summary.how != "no_cards"


def test_random_play_ends_too() -> None:
    """The official game ends even if nobody thinks."""
    game = play(new_game(preset("official"), (1, 2, 3)), ("random",) * 3, 1, 20_000)

    assert game.open.stage is Stage.GAME_OVER


def test_thinking_beats_dice() -> None:
    """Steady wins every game of a short match against random."""
    for seed in range(4):
        levels = ("steady", "random") if seed % 2 else ("random", "steady")
        game = play(new_game(preset("quick"), (1, 2)), levels, seed, MOST_ACTS)
        assert game.open.summary is not None
        assert game.open.summary.winners == (levels.index("steady") + 1,)


def test_the_same_chance_gives_the_same_game() -> None:
    """A brain has no chance but the generator it was given."""
    one, two = (
        play(
            new_game(preset("official"), (1, 2, 3)),
            ("steady", "random", "steady"),
            3,
            400,
        )
        for _ in range(2)
    )

    assert one == two


@pytest.mark.parametrize(
    ("at", "facts", "why"),
    [
        (1, {"seats": 2}, Why.PLAYS_AGAIN),
        (4, {"phase": {1: 2, 3: 3, 4: 6}}, Why.STRONGEST),
        (3, {"phase": {1: 2, 3: 3, 4: 6}}, Why.LOSES_TURN),
        (3, {"phase": {4: 6}, "switches": {"skip_target": "next"}}, Why.LOSES_TURN),
        (3, {"phase": {4: 6}, "laid": (3,), "hands": {3: "R2 B2"}}, Why.STOPS),
    ],
)
def test_why_a_skip_is_thrown(at: int, facts: dict[str, Any], why: Why) -> None:
    """Each seat a Skip may hit has its own reason, the leader's only the leader."""
    skipping = Situation("", f"{BUSY} S", discard("S", at), facts=facts)

    assert [one.why for one in chosen(skipping) if one.action == skipping.does] == [why]


UP = {"stage": Stage.GIVE, "dealer": 2}
RUN_STEALS = {"table": ((1, "run", "R3 W Y5 Y6"),)}
REASONS = [
    ("dealer-gives", {**UP, "pile": "W"}, Give(2), Why.OWN_HAND),
    ("dealer-gives", {**UP, "pile": "W"}, Give(3), Why.GIVEN_AWAY),
    ("dealer-gives", {**UP, "pile": "S"}, Give(2), Why.OWN_TURN),
    ("dealer-gives", {**UP, "pile": "S", "phase": {3: 4}}, Give(3), Why.STRONGEST),
    ("dealer-gives", {**UP, "pile": "S", "phase": {3: 4}}, Give(1), Why.LOSES_TURN),
    ("bounty", {**RUN_STEALS, "laid": (2,)}, Swap(parse("G4"), "a"), Why.GETS_WILD),
    ("slide", {**RUN_STEALS, "laid": (2,)}, Swap(parse("G4"), "a", "low"), Why.SHEDS),
    ("masters", {"stage": Stage.DECLARE}, Declare(4), Why.NEAREST),
    ("masters", {"stage": Stage.DECLARE}, Declare(1), Why.PROMISES_LESS),
]


@pytest.mark.parametrize(("on", "facts", "act", "why"), REASONS)
def test_what_is_said_for_each_choice_is_true_of_it(
    on: str, facts: dict[str, Any], act: Action, why: Why
) -> None:
    """The best has another reason than those it is better than."""
    doing = Situation("", "R1 B2 G3 G4 R5 B6 G7 Y9 R12 B12", act, on, facts)

    assert [one.why for one in chosen(doing) if one.action == act] == [why]


def test_only_the_best_is_said_to_be_the_best() -> None:
    """Where the open card is better, the stock is not advised for want of one."""
    facts = {**DRAWING, "pile": "G3"}
    doing = Situation("", "R1 R3 B3 G5 Y7 R9 B11 G12 Y2 R6", Draw("pile"), facts=facts)
    view = seen(doing)
    question = ask(view)
    assert question is not None

    assert [(one.action, one.why) for one in advice(view, question)] == [
        (Draw("pile"), Why.CLOSER),
        (Draw("stock"), Why.BETTER_HAD),
    ]


def test_everything_that_can_be_done_is_weighed() -> None:
    """A new move of the engine is a row in the brains' table away."""
    assert {LayOffer if kind is Lay else kind for kind in MOVES} == set(WEIGH)


def test_the_stand_in_never_slips() -> None:
    """Whoever plays for an absent seat does so with care, whatever levels do."""
    assert STAND_IN is Sound
    assert not Sound.careless


def test_equals_are_drawn_for() -> None:
    """Only choices as good as the best are taken, and each of them at times."""
    ranked = [
        Choice(Draw("stock"), (1, 0), Why.CHANCE),
        Choice(Draw("pile"), (1, 0), Why.CHANCE),
        Choice(Discard(parse("R1")), (0, 9), Why.CHANCE),
    ]
    chance = random.Random(1)

    assert {pick(ranked, chance) for _ in range(50)} == {Draw("stock"), Draw("pile")}


# --- What sound play is -----------------------------------------------------------


class Situation(NamedTuple):
    """Seat 2's hand and table, and what it does about it; one of several if named."""

    says: str
    hand: str
    does: Action | tuple[Action, ...]
    on: str = "official"
    facts: Mapping[str, Any] = MappingProxyType({})


def lay(*groups: str, phase: int = 1) -> Lay:
    """Write a lay-down as it is offered."""
    return Lay(tuple(parse_cards(group) for group in groups), phase)


def discard(face: str, skip: int | None = None, down: int | None = None) -> Discard:
    """Write a discard."""
    return Discard(parse(face), skip, down)


def hit(face: str, meld: str, end: Any = "") -> Hit:
    """Write a hit."""
    return Hit(parse(face), meld, end)


DRAWING = {"stage": Stage.DRAW}
SET_8 = (1, "set", "R8 B8 G8")
RUN_3 = (1, "run", "R3 B4 G5 Y6")
BUSY = "R1 B3 G5 Y7 R9 B11 G1 Y3 R5"
SITUATIONS = [
    Situation(
        "takes the top that brings the phase closer",
        "R1 R3 B3 G5 Y7 R9 B11 G12 Y2 R6",
        Draw("pile"),
        facts={**DRAWING, "pile": "G3"},
    ),
    Situation(
        "leaves the top that does not",
        "R1 R3 B3 G3 Y7 B7 B11 G12 Y2 R6",
        Draw("stock"),
        facts={**DRAWING, "pile": "G9"},
    ),
    Situation(
        "takes a wild from the pile",
        f"{BUSY} B8",
        Draw("pile"),
        facts={**DRAWING, "pile": "W"},
    ),
    Situation(
        "takes a top that it can lay off, which is better than an unknown card",
        "R1 R2 B12",
        Draw("pile"),
        facts={**DRAWING, "pile": "Y8", "table": (SET_8,), "laid": (2,)},
    ),
    Situation(
        "takes no third copy that goes nowhere once it has laid",
        "R1 R2 B12",
        Draw("stock"),
        facts={**DRAWING, "pile": "Y9", "table": (SET_8,), "laid": (2,)},
    ),
    Situation(
        "throws what it needs least, and of that what costs most",
        "R1 B1 R3 B3 G5 Y5 R9 B11 G12 Y7 Y8",
        (discard("B11"), discard("G12")),
    ),
    Situation(
        "throws a Skip before it has any other use for it, at the leader",
        "R1 B1 R3 B3 G5 Y5 R9 B11 G12 Y7 S",
        discard("S", 4),
        facts={"phase": {1: 2, 3: 3, 4: 6}},
    ),
    Situation(
        "throws a Skip rather at who is nearly out",
        "R1 B1 R3 B3 G5 Y5 R9 B11 G12 Y7 S",
        discard("S", 3),
        facts={"phase": {1: 2, 4: 6}, "laid": (3,), "hands": {3: "R2 B2"}},
    ),
    Situation(
        "never puts a Skip into a set",
        "S S S R1 B2 G3 Y4 R6 B7 G9 Y10",
        (discard("S", 1), discard("S", 3), discard("S", 4)),
    ),
    Situation(
        "lays at once, and seven cards are enough for a run of seven",
        "R1 B2 G3 Y4 R5 B6 G7 Y10 R12 B12 G12",
        lay("R1 B2 G3 Y4 R5 B6 G7", phase=4),
        facts={"phase": {2: 4}},
    ),
    Situation(
        "lays so that most cards can follow",
        "R2 B2 G2 R8 B8 G8 Y8 R9 B9 G9 Y9",
        lay("R2 B2 G2", "R9 B9 G9 Y9"),
        facts={"table": (SET_8,)},
    ),
    Situation(
        "goes out when all eleven cards can be laid",
        "R1 B1 G1 Y1 R1 R2 B2 G2 Y2 R2 W",
        (
            lay("R1 R1 B1 G1 Y1", "R2 R2 B2 G2 Y2 W"),
            lay("R1 R1 B1 G1 Y1 W", "R2 R2 B2 G2 Y2"),
        ),
    ),
    Situation(
        "hits before it discards, the wild last",
        "Y8 W R1 R12",
        hit("Y8", "a"),
        facts={"table": (SET_8,), "laid": (2,)},
    ),
    Situation(
        "hits where the next card can follow",
        "R7 B8 W R1",
        hit("R7", "a", "high"),
        facts={"table": (RUN_3,), "laid": (2,)},
    ),
    Situation(
        "sheds points once nothing fits any more",
        "R1 R9 B12",
        discard("B12"),
        facts={"table": (SET_8,), "laid": (2,)},
    ),
    Situation(
        "keeps what it may hit next turn",
        "R1 Y8 R5",
        (discard("R5"), discard("R1")),
        on="quick",
        facts={"table": (SET_8,), "laid": (2,), "laid_now": True},
    ),
    Situation(
        "goes out with the last card rather than float with it",
        "Y8",
        discard("Y8"),
        on="floating",
        facts={"table": (SET_8,), "laid": (2,)},
    ),
    Situation(
        "keeps a card to go out with rather than lay all and float",
        "R1 B1 G1 R2 B2 G2 R1",
        tuple(lay(ones, "R2 B2 G2") for ones in ("R1 B1 G1", "R1 R1 B1", "R1 R1 G1")),
        on="floating",
    ),
    Situation(
        "declares the phase that lacks least",
        "R1 B2 G3 Y4 R5 B6 G7 Y9 R12 B12",
        Declare(4),
        on="masters",
        facts={"stage": Stage.DECLARE, "seats": 4},
    ),
    Situation(
        "saves rather than discards what may yet be needed",
        "R1 B1 R3 B3 R5 B5 R7 B7 R9 B9 W",
        tuple(Save(card) for card in parse_cards("R1 B1 R3 B3 R5 B5 R7 B7 R9 B9")),
        facts={"switches": {"save_pile": True}},
    ),
    Situation(
        "saves nothing that it has no use for",
        "R1 B1 R3 B3 R5 B5 R7 B7 R9 B9 R11",
        discard("R11"),
        facts={"switches": {"save_pile": True}},
    ),
    Situation(
        "draws a saved card that brings the phase closer",
        "R1 B1 R3 B3 R5 B5 R7 B7 R9 B12",
        TakeSaved(parse("W")),
        on="masters",
        facts={**DRAWING, "saved": "W"},
    ),
    Situation(
        "saves what goes with a card it has saved",
        "R1 B1 R3 B3 R5 B5 R7 B7 R9 B9 R11",
        Save(parse("R11")),
        facts={"switches": {"save_pile": True}, "saved": "G11"},
    ),
    Situation(
        "saves a wild for its next phase rather than lay it off",
        "W R1 R5 R9",
        Save(parse("W")),
        on="masters",
        facts={"table": ((2, "set", "R8 B8 G8"),)},
    ),
    Situation(
        "lays a wild off if that ends the round",
        "W R1",
        (hit("W", "a"), hit("W", "b")),
        on="masters",
        facts={"table": (SET_8, (2, "set", "R2 B2 G2"))},
    ),
    Situation(
        "saves what fits nowhere once it has laid",
        "R1 R5 B10",
        Save(parse("B10")),
        on="masters",
        facts={"table": ((2, "set", "R8 B8 G8"),)},
    ),
    Situation(
        "throws a Skip rather than save it",
        "R1 R5 S",
        (discard("S", 1), discard("S", 3), discard("S", 4)),
        on="masters",
        facts={"table": ((2, "set", "R8 B8 G8"),)},
    ),
    Situation(
        "leaves a saved wild for its next phase once it has laid",
        "R1 R5 B9",
        Draw("stock"),
        on="masters",
        facts={**DRAWING, "saved": "W", "table": ((2, "set", "R8 B8 G8"),)},
    ),
    Situation(
        "draws a saved wild to go out with",
        "R1",
        TakeSaved(parse("W")),
        on="masters",
        facts={**DRAWING, "saved": "W", "table": ((2, "set", "R8 B8 G8"),)},
    ),
    Situation(
        "keeps its wild before it goes for another phase",
        "W R1 R5 R9 B12",
        Refresh(),
        on="masters-refresh",
        facts={"table": ((2, "set", "R8 B8 G8"),), "laid_now": True},
    ),
    Situation(
        "goes for another phase rather than wait with many cards",
        "R1 R9 B12 R5",
        Refresh(),
        on="masters-refresh",
        facts={"table": ((2, "set", "R8 B8 G8"),), "laid_now": True},
    ),
    Situation(
        "goes for the end of the round rather than for another phase",
        "R1 R12",
        Save(parse("R12")),
        on="masters-refresh",
        facts={"table": ((2, "set", "R8 B8 G8"),), "laid_now": True},
    ),
    Situation(
        "frees a wild where it costs nothing",
        "Y8 R1 R12",
        (hit("Y8", "b"), Swap(parse("Y8"), "a")),
        on="slide",
        facts={"table": ((1, "run", "R6 B7 W"), SET_8), "laid": (2,)},
    ),
    Situation(
        "leaves a wild that would cost 25",
        "G4 R1 R12 Y12",
        (discard("R12"), discard("Y12")),
        on="bounty",
        facts={"table": ((1, "run", "R3 W Y5 Y6"),), "laid": (2,), "charged": 1},
    ),
    Situation(
        "takes a card that it could steal the last wild for",
        "R1 B1 G1 R3 B3 Y5 R7 B9 G10 Y12",
        Draw("pile"),
        on="bounty",
        facts={**DRAWING, "pile": "Y4", "table": ((1, "run", "R3 W Y5 Y6"),)},
    ),
    Situation(
        "keeps a card that it could steal the last wild for",
        "R1 B1 R3 B3 Y5 R6 R7 B9 G10 Y11 G12",
        (discard("G10"), discard("Y11")),
        on="bounty",
        facts={"table": ((1, "set", "R12 B12 W"),)},
    ),
    Situation(
        "takes a card that pushes a wild along its run",
        "R1 R9 B12",
        Draw("pile"),
        on="slide",
        facts={
            **DRAWING,
            "pile": "Y4",
            "table": ((1, "run", "R3 W Y5 Y6"), SET_8),
            "laid": (2,),
        },
    ),
    Situation(
        "puts another card on the pile for a wild",
        f"{BUSY} B12 W",
        (GiveBack(parse("B11")), GiveBack(parse("B12"))),
        on="dealer-gives",
        facts={"stage": Stage.GIVE, "pile": "", "dealer": 1},
    ),
    Situation(
        "keeps the wild it got, also where its phase can do without",
        "R10 B10 R4 B2 B7 G3 G12 Y4 Y5 W W",
        GiveBack(parse("G12")),
        on="dealer-gives",
        facts={"stage": Stage.GIVE, "pile": "", "dealer": 1, "phase": {2: 2}},
    ),
    Situation(
        "takes the rule card to go out with it",
        "R8 Y8",
        Draw("pile"),
        on="anti-others",
        facts={**DRAWING, "pile": "D", "table": (SET_8,), "laid": (2,)},
    ),
    Situation(
        "leaves the rule card that it would sit on",
        "R8 R1",
        Draw("stock"),
        on="anti-others",
        facts={**DRAWING, "pile": "D", "table": (SET_8,), "laid": (2,)},
    ),
    Situation(
        "gets rid of the rule card",
        f"{BUSY} B8 D",
        discard("D"),
        on="anti-others",
    ),
    Situation(
        "sends the strongest seat a phase down with the rule card",
        "D",
        discard("D", down=4),
        on="anti-others",
        facts={"laid": (2,), "phase": {1: 2, 2: 3, 3: 3, 4: 6}},
    ),
    Situation(
        "keeps an upturned wild for itself",
        f"{BUSY} B8",
        Give(2),
        on="dealer-gives",
        facts={"stage": Stage.GIVE, "pile": "W", "dealer": 2},
    ),
    Situation(
        "lets an upturned Skip hit the leader",
        f"{BUSY} B8",
        Give(4),
        on="dealer-gives",
        facts={"stage": Stage.GIVE, "pile": "S", "dealer": 2, "phase": {4: 5}},
    ),
]


def test_somebody_gives_in_when_a_round_would_never_end() -> None:
    """Players who all keep their wilds let one go now and then, but only then."""
    game = position({2: "R1 B1 R3 B3 R5 B5 R7 B7 R9 B9 W"})
    view = view_of(game, 2)
    question = ask(view)
    assert question is not None
    waited = with_seat(view, replace(view.seats[1], passed=NATURALS[:40]))
    steady = Sound(random.Random(1))
    wild = Discard(Card.W)

    assert wild not in [steady.choose(view, question) for _ in range(100)]
    assert 1 <= [steady.choose(waited, question) for _ in range(100)].count(wild) <= 30
    assert len(steady.rank(waited, question)) == len(question.can)


def chosen(situation: Situation) -> list[Choice]:
    """Rank what seat 2 may do."""
    view = seen(situation)
    question = ask(view)
    assert question is not None
    return Sound(random.Random(1)).rank(view, question)


def seen(situation: Situation) -> View:
    """Look at a situation from seat 2."""
    facts = dict(situation.facts)
    hands = {2: situation.hand, **facts.pop("hands", {})}
    saved, charged = facts.pop("saved", ""), facts.pop("charged", 0)
    on = rules(situation.on, **facts.pop("switches", {}))
    view = view_of(position(hands, on=on, **facts), 2)
    assert view.you is not None
    return replace(
        view,
        you=replace(view.you, saved=parse_cards(saved)),
        melds=tuple(replace(meld, charged=charged) for meld in view.melds),
    )


def same(one: Action, other: Action) -> bool:
    """Whether two actions are the same but for the order within groups."""
    if isinstance(one, Lay) and isinstance(other, Lay):
        return sorted(map(_letters, one.melds)) == sorted(map(_letters, other.melds))
    return one == other


def _letters(group: Any) -> list[str]:
    return sorted(card.value for card in group)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.says)
def test_sound_play(situation: Situation) -> None:
    """What a sensible player does at the table, every level ranks first."""
    ranked = chosen(situation)
    best = [choice.action for choice in ranked if choice.value == ranked[0].value]
    wanted = situation.does if isinstance(situation.does, tuple) else (situation.does,)

    assert all(any(same(action, one) for one in wanted) for action in best), ranked[:3]


# --- What the levels see of it --------------------------------------------------------


def asked(hand: str, **facts: Any) -> tuple[View, Ask]:
    """Give the view and the question of seat 2 of two seats, late in a turn."""
    view = view_of(position({2: hand}, seats=2, **facts), 2)
    question = ask(view)
    assert question is not None
    return view, question


def first(brain: type[Sound], view: View, question: Ask, seeds: int = 12) -> set[Any]:
    """Collect what a brain ranks first, whatever chance says."""
    found = set()
    for seed in range(seeds):
        ranked = brain(random.Random(seed)).rank(view, question)
        found |= {one.action for one in ranked if one.value == ranked[0].value}
    return found


def test_sharp_counts_the_cards_that_are_gone() -> None:
    """Of three pairs one waits for cards that all lie in the pile: it goes first."""
    view, question = asked("R3 B3 R5 B5 R8 B8", pile="R3 B3 G3 G3 Y3 Y3 G9")
    threes = {discard("R3"), discard("B3")}

    assert first(Sharp, view, question) == threes
    assert first(Sound, view, question) - threes


MIXED: dict[str, Any] = {"on": rules("list-12"), "phase": {1: 2, 2: 2}}
"""1 color run of 5 + 1 set of 2: colors and numbers in one phase, for both seats."""


def test_sharp_counts_gone_cards_where_colors_and_numbers_mix() -> None:
    """Of two colors one is a dead end, as what would go on lies in the pile."""
    view, question = asked("R3 R4 R5 B7 B8 B9 G12 Y12", pile="R2 R2 R6 R6 G1", **MIXED)
    reds = {discard("R3"), discard("R4"), discard("R5")}

    assert first(Sharp, view, question) == reds
    assert first(Sound, view, question) - reds


def test_expert_feeds_nobody_who_collects_a_color() -> None:
    """It keeps the ends of the run that the next player seems to be after."""
    view, question = asked("B1 B2 B3 B4 G12 Y12 R8 Y6 G9 R4", **MIXED)
    view = with_seat(view, replace(view.seats[0], took=parse_cards("R5 R6 R7")))
    ends = {discard("R8"), discard("R4")}
    ranked = Expert(random.Random(1)).rank(view, question)

    assert first(Sharp, view, question) == {*ends, discard("Y6"), discard("G9")}
    assert not first(Expert, view, question) & ends
    assert {one.why for one in ranked if one.action in ends} == {Why.WANTED}


def test_with_more_players_a_color_is_not_watched() -> None:
    """Of three only one is next: what is of no use goes, whoever collects it."""
    facts: dict[str, Any] = {**MIXED, "phase": {2: 2, 3: 2}, "seats": 3}
    view = view_of(position({2: "B1 B2 B3 B4 G12 Y12 R8 Y6 G9 R4"}, **facts), 2)
    view = with_seat(view, replace(view.seats[2], took=parse_cards("R5 R6 R7")))
    question = ask(view)
    assert question is not None

    assert first(Expert, view, question) == first(Sharp, view, question)


def test_expert_does_not_feed_the_next_player() -> None:
    """Of cards that are of no use to itself it keeps what the next player collects."""
    view, question = asked("R1 B1 R3 B3 G5 Y5 R9 B11 G12 Y7 R8")
    collects = parse_cards("R12 B12 R11 G11")
    view = with_seat(view, replace(view.seats[0], took=collects))
    fed = {discard("B11"), discard("G12")}

    assert first(Sharp, view, question) & fed
    assert not first(Expert, view, question) & fed
    ranked = [Expert(random.Random(seed)).rank(view, question) for seed in range(6)]
    whys = [one.why for choices in ranked for one in choices if one.action in fed]
    assert whys.count(Why.WANTED) > len(whys) / 2


def test_once_the_phase_is_laid_a_discard_is_told_of_by_the_melds() -> None:
    """A hint speaks no more of a need of the phase, and warns of throwing what fits."""
    view, question = asked("R1 G5 W", table=((2, "set", "R3 B3 G3"),))
    ranked = Sound(random.Random(1)).rank(view, question)
    whys = {one.action: one.why for one in ranked}

    assert whys[discard("R1")] == whys[discard("G5")] == Why.FITS_NOWHERE
    assert whys[discard("W")] == Why.FITS_NOW


def test_expert_keeps_what_a_run_may_soon_take() -> None:
    """Of cards that fit nowhere the one next but one to a run stays, though it costs.

    One that is far from the run goes first, as it costs most.
    """
    far, near = (
        asked("G10 B1 Y1", table=((1, "run", run), (2, "set", "R3 B3 G3")))
        for run in ("R3 B4 G5 Y6", "R5 B6 G7 Y8")
    )

    assert first(Expert, *far) == {discard("G10")}
    assert first(Sharp, *near) == {discard("G10")}
    assert first(Expert, *near) == {discard("B1"), discard("Y1")}
    ranked = Expert(random.Random(1)).rank(*near)
    assert [one.why for one in ranked if one.action == discard("G10")] == [
        Why.SOON_FITS
    ]


@pytest.mark.parametrize(
    ("seat", "tops", "safe"), [(1, "R12 Y12", "G12"), (2, "R9 Y9", "B9")]
)
def test_expert_throws_what_the_next_player_has_no_use_for(
    seat: int, tops: str, safe: str
) -> None:
    """What they left on the pile is safe, and so is what they threw themselves.

    Their own throws are the tops that the player after them left.
    """
    view, question = asked("R1 B1 R3 B3 G5 Y5 B9 B11 G12 Y7 R8")
    at = view.seats[seat - 1]
    view = with_seat(view, replace(at, passed=parse_cards(tops)))

    assert first(Expert, view, question) == {discard(safe)}
    assert first(Sharp, view, question) != {discard(safe)}


@pytest.mark.parametrize(
    ("on", "thrown"),
    [
        ("official", "R6 Y7 Y8"),
        ("fixed-ten", "R12 B12"),
        ("score-1000", "R12 B12"),
    ],
)
def test_points_weigh_more_where_they_decide(on: str, thrown: str) -> None:
    """A dear pair of little promise goes before a cheap card only if points decide."""
    hand = "R1 B1 R3 B3 G5 Y5 R12 B12 R6 Y7 Y8"
    view, question = asked(hand, on=rules(on), pile="G12 Y12 G12 Y12")

    assert first(Sharp, view, question) == {*map(discard, thrown.split())}


def test_expert_throws_nothing_that_fits_before_who_has_laid() -> None:
    """A card that the next player could lay off at once stays in the hand."""
    view, question = asked(
        "R1 B1 R3 B3 G5 Y5 R9 B11 G12 Y7 R8",
        table=((1, "set", "R12 B12 Y12"),),
        laid=(1,),
    )

    assert discard("G12") in first(Sharp, view, question)
    assert discard("G12") not in first(Expert, view, question)


@pytest.mark.parametrize("level", [Easy, Steady])
def test_gentle_levels_slip(level: type[Sound]) -> None:
    """Now and then they throw some number they never thought about, as often as said.

    Wilds and Skips they do not throw so, and what they rank stays sound.
    """
    view, question = asked("R1 B1 R3 B3 G5 Y5 R9 B11 G12 Y8 W")
    brain = level(random.Random(3))
    best = {discard("B11"), discard("G12")}
    thrown = [brain.choose(view, question) for _ in range(400)]
    slips = sum(action not in best for action in thrown)

    assert discard("W") not in thrown
    assert 0.5 < slips / 400 / (level.careless * 8 / 10) < 1.5
    assert first(level, view, question) <= best


def test_gentle_levels_slip_where_they_would_save() -> None:
    """A card to save is no reason to pay attention."""
    hand = "R1 B1 R3 B3 R5 B5 R7 B7 R9 B9 R11"
    view, question = asked(hand, on=rules(save_pile=True))
    assert view.you is not None
    view = replace(view, you=replace(view.you, saved=parse_cards("G11")))
    brain = Steady(random.Random(3))
    done = [brain.choose(view, question) for _ in range(60)]

    assert max(set(done), key=done.count) == Save(parse("R11"))
    assert len({*done}) > 5


@pytest.mark.untraced
@pytest.mark.limit(60)
def test_expert_beats_easy() -> None:
    """The ladder holds in a short match; long ones are for the arena."""
    one = Match(("expert", "easy"), preset("official"), 2, 6, 3)
    rows = standings(one, [*play_match(one, LEVELS.__getitem__)]).brains

    assert rows[0].share >= 0.75
    assert not rows[0].errors + rows[1].errors


@pytest.mark.soak
@pytest.mark.limit(900)
def test_expert_beats_steady_for_long() -> None:
    """Of three hundred games an expert wins four of five."""
    one = Match(("expert", "steady"), preset("official"), 2, 150, 5)

    assert standings(one, [*play_match(one, LEVELS.__getitem__)]).brains[0].share >= 0.8
