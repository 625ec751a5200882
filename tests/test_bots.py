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

from p10net.bots.brain import Brain, Choice, Why, pick
from p10net.bots.levels import LEVELS, STAND_IN
from p10net.bots.steady import WEIGH, Steady
from p10net.engine.cards import NATURALS, Card, parse, parse_cards
from p10net.engine.game import Game, apply, new_game, view_of
from p10net.engine.moves import (
    MOVES,
    Action,
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
from p10net.engine.view import Stage, with_seat
from tests.positions import position, rules

MOST_ACTS = 5000
"""Acts after which a game counts as endless; a long one has a fifth of it."""


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


@pytest.mark.limit(60)
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        (name, min(2 + at % 3, preset(name).max_seats))
        for at, name in enumerate(PRESETS)
    ],
)
def test_steady_comes_to_the_end_of_every_game(name: str, seats: int) -> None:
    """No preset lets sensible players play for ever."""
    numbers = tuple(range(1, seats + 1))
    game = play(new_game(preset(name), numbers), ("steady",) * seats, 7, MOST_ACTS)

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


def test_everything_that_can_be_done_is_weighed() -> None:
    """A new move of the engine is a row in steady's table away."""
    assert {LayOffer if kind is Lay else kind for kind in MOVES} == set(WEIGH)


def test_the_stand_in_is_a_level() -> None:
    """Whoever plays for an absent seat has a name in the list."""
    assert LEVELS[STAND_IN] is Steady


def test_equals_are_drawn_for() -> None:
    """Only choices as good as the best are taken, and each of them at times."""
    ranked = [
        Choice(Draw("stock"), (1, 0), Why.CHANCE),
        Choice(Draw("pile"), (1, 0), Why.CHANCE),
        Choice(Discard(parse("R1")), (0, 9), Why.CHANCE),
    ]
    chance = random.Random(1)

    assert {pick(ranked, chance) for _ in range(50)} == {Draw("stock"), Draw("pile")}


# --- What steady does -------------------------------------------------------------


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
        "goes for another phase rather than wait with many cards",
        "R1 R9 B12 R5",
        Refresh(),
        on="masters-refresh",
        facts={"table": ((2, "set", "R8 B8 G8"),), "laid_now": True},
    ),
    Situation(
        "goes out rather than go for another phase",
        "R1 R12",
        discard("R12"),
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
        "puts another card on the pile for a wild",
        f"{BUSY} B12 W",
        (GiveBack(parse("B11")), GiveBack(parse("B12"))),
        on="dealer-gives",
        facts={"stage": Stage.GIVE, "pile": "", "dealer": 1},
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
    steady = Steady(random.Random(1))
    wild = Discard(Card.W)

    assert wild not in [steady.choose(view, question) for _ in range(100)]
    assert 1 <= [steady.choose(waited, question) for _ in range(100)].count(wild) <= 30
    assert len(steady.rank(waited, question)) == len(question.can)


def chosen(situation: Situation) -> list[Choice]:
    """Let steady rank what seat 2 may do."""
    facts = dict(situation.facts)
    hands = {2: situation.hand, **facts.pop("hands", {})}
    saved, charged = facts.pop("saved", ""), facts.pop("charged", 0)
    on = rules(situation.on, **facts.pop("switches", {}))
    view = view_of(position(hands, on=on, **facts), 2)
    assert view.you is not None
    view = replace(
        view,
        you=replace(view.you, saved=parse_cards(saved)),
        melds=tuple(replace(meld, charged=charged) for meld in view.melds),
    )
    question = ask(view)
    assert question is not None
    return Steady(random.Random(1)).rank(view, question)


def same(one: Action, other: Action) -> bool:
    """Whether two actions are the same but for the order within groups."""
    if isinstance(one, Lay) and isinstance(other, Lay):
        return sorted(map(_letters, one.melds)) == sorted(map(_letters, other.melds))
    return one == other


def _letters(group: Any) -> list[str]:
    return sorted(card.value for card in group)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.says)
def test_steady(situation: Situation) -> None:
    """What a sensible player does at the table, steady does."""
    ranked = chosen(situation)
    best = [choice.action for choice in ranked if choice.value == ranked[0].value]
    wanted = situation.does if isinstance(situation.does, tuple) else (situation.does,)

    assert all(any(same(action, one) for one in wanted) for action in best), ranked[:3]
