"""Laws that hold in every game: property tests over random play.

Random play is steered only so far that games move on: what can be laid or hit is
laid or hit two times out of three.
"""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.msgpack import encode
from msgspec.structs import replace

from p10net.bots.levels import LEVELS
from p10net.engine import dice
from p10net.engine.cards import Card, Hand, in_order
from p10net.engine.conflicts import build
from p10net.engine.game import Game, Refused, apply, new_game, view_of
from p10net.engine.moves import (
    MOVES,
    Ask,
    Deal,
    Declare,
    Discard,
    Draw,
    DropSeat,
    Give,
    GiveBack,
    Hit,
    Lay,
    LayOffer,
    NextRound,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
    as_action,
    ask,
    check,
    legal,
)
from p10net.engine.opening import full_deck
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import ABOUT, OFFICIAL, Rules, RulesError
from p10net.engine.view import Stage, seat_at

SEEDS = st.integers(0, 2**32)
OPEN_HANDS = (Stage.ROUND_OVER, Stage.GAME_OVER)


def next_act(game: Game, rng: random.Random) -> Any:
    """Choose what happens next: the house's act, or one of the legal ones."""
    if game.open.stage is Stage.DEAL:
        return 0, Deal(rng.randbytes(32).hex())
    if game.open.stage is Stage.ROUND_OVER:
        return 0, NextRound()
    can = legal(view_of(game, game.open.turn))
    eager = [offer for offer in can if isinstance(offer, LayOffer | Hit | Swap)]
    offer = rng.choice(eager if eager and rng.random() < 0.67 else can)
    return game.open.turn, as_action(offer)


def random_play(rules: Rules, seats: int, seed: int, most: int) -> Any:
    """Yield (game before, seat, act, game after, events) until the end or `most`."""
    rng = random.Random(seed)
    game = new_game(rules, tuple(range(1, seats + 1)))
    for _ in range(most):
        if game.open.stage is Stage.GAME_OVER:
            return
        seat, act = next_act(game, rng)
        after, events = apply(game, seat, act)
        yield game, seat, act, after, events
        game = after


def all_cards(game: Game) -> Counter[Card]:
    """Count the cards wherever they are."""
    cards = Counter(game.stock) + Counter(game.open.pile)
    for mine in game.yours:
        cards += Counter(mine.hand) + Counter(mine.saved)
    for meld in game.open.melds:
        cards += Counter(meld.cards)
    return cards


def shows_dice(game: Game) -> None:
    """Hold that ten dice lie there, each with a face of its own, and all open."""
    turn = game.open.turn
    for mine, seat in zip(game.yours, game.open.seats, strict=True):
        lie = in_order(game.open.dice) if seat.seat == turn else ()
        assert mine.hand == lie
        assert seat.n == len(lie)
    if turn:
        assert len(game.open.dice) == len(dice.FACES)
        lying = zip(game.open.dice, dice.FACES, strict=True)
        assert all(face in die for face, die in lying)
    assert game.stock == game.open.pile == ()


def conserves(game: Game) -> None:
    """Hold that no card was lost or made, and that the open counts are true."""
    if game.open.stage is Stage.DEAL:
        return
    if dice.played(game.open.rules):
        shows_dice(game)
        return
    assert all_cards(game) == Counter(full_deck(game.open.rules))
    assert game.open.stock == len(game.stock)
    for mine, seat in zip(game.yours, game.open.seats, strict=True):
        assert mine.hand == in_order(mine.hand)
        assert len(mine.hand) == seat.n
        assert len(mine.saved) == seat.saved


any_preset = st.sampled_from(sorted(PRESETS))


@given(any_preset, st.integers(2, 6), SEEDS)
def test_cards_are_conserved(name: str, seats: int, seed: int) -> None:
    """Stock, pile, hands, melds and save piles always hold exactly the deck."""
    rules = preset(name)
    for _, _, _, game, _ in random_play(rules, min(seats, rules.max_seats), seed, 150):
        conserves(game)


def next_act_or_drop(game: Game, rng: random.Random) -> Any:
    """Now and then take out a seat, while that may be done, in any stage."""
    here = [seat.seat for seat in game.open.seats if not seat.gone]
    often = 0.3 if game.open.stage in FEW_ACTS else 0.02
    if len(here) > 2 and rng.random() < often:
        return 0, DropSeat(rng.choice(here))
    return next_act(game, rng)


FEW_ACTS = (Stage.DEAL, Stage.DECLARE, Stage.GIVE, Stage.ROUND_OVER)


@settings(max_examples=40)
@given(any_preset, st.integers(3, 6), SEEDS)
def test_whoever_is_taken_out_whenever(name: str, seats: int, seed: int) -> None:
    """No card goes with a seat that is out, and nobody out is ever asked again."""
    rules, rng = preset(name), random.Random(seed)
    game = new_game(rules, tuple(range(1, min(seats, rules.max_seats) + 1)))
    for _ in range(300):
        if game.open.stage is Stage.GAME_OVER:
            break
        game, _ = apply(game, *next_act_or_drop(game, rng))
        conserves(game)
        asked = ask(view_of(game, game.open.turn)) if game.open.turn else None
        assert asked is None or not seat_at(game.open, game.open.turn).gone


@given(any_preset, st.integers(2, 4), SEEDS)
def test_what_is_listed_is_legal_and_ends(name: str, seats: int, seed: int) -> None:
    """All of `legal` is accepted, the default too, and nobody is ever stuck."""
    for game, seat, _, _, _ in random_play(preset(name), seats, seed, 60):
        if not seat:
            continue
        view = view_of(game, seat)
        question = ask(view)
        assert question is not None
        assert check(view, question.default) is None
        for offer in question.can:
            apply(game, seat, as_action(offer))


@given(any_preset, st.integers(2, 4), SEEDS)
def test_a_game_equals_its_replay(name: str, seats: int, seed: int) -> None:
    """The same rules, seats and acts give the same states and events."""
    rules = preset(name)
    game = new_game(rules, tuple(range(1, seats + 1)))
    for _, seat, act, after, events in random_play(rules, seats, seed, 150):
        game, again = apply(game, seat, act)
        assert (game, again) == (after, events)


def any_action(view: Any, rng: random.Random) -> Any:
    """Build an action of any kind out of any cards, mostly illegal."""
    faces = tuple(Card)
    card, letter = rng.choice(faces), rng.choice("abcz")
    groups = tuple(
        tuple(rng.choices(faces, k=rng.randint(0, 5))) for _ in range(rng.randint(0, 3))
    )
    number = rng.randint(-1, 12)
    return rng.choice(
        [
            Draw("stock"),
            Draw("pile"),
            Lay(groups, number),
            Hit(card, letter, rng.choice(["", "low", "high"])),
            Discard(card, rng.choice([None, number]), rng.choice([None, number])),
            Declare(number),
            Give(number),
            GiveBack(card),
            Save(card),
            TakeSaved(card),
            Swap(card, letter, rng.choice(["", "low", "high"])),
            Refresh(),
            Roll(tuple(rng.choices(range(12), k=rng.randint(0, 4)))),
            Pass(),
        ]
    )


@given(any_preset, SEEDS)
def test_a_refused_action_changes_nothing(name: str, seed: int) -> None:
    """Whatever is asked, by whomever: `check` decides as `apply` does."""
    rng = random.Random(seed)
    for game, _, _, _, _ in random_play(preset(name), 3, seed, 40):
        before = encode(game)
        for seat in (1, 2, 3):
            action = any_action(game.open, rng)
            refused = check(view_of(game, seat), action)
            if refused is None:
                apply(game, seat, action)
            else:
                with pytest.raises(Refused):
                    apply(game, seat, action)
        assert encode(game) == before


def test_every_kind_of_action_is_tried() -> None:
    """The generator above knows every move there is."""
    rng = random.Random(1)
    tried = {type(any_action(None, rng)) for _ in range(500)}

    assert tried == set(MOVES)


# Blindness


def other_world(game: Game, viewer: int, rng: random.Random) -> Game:
    """Deal everything that is hidden from the viewer once more at random."""
    if dice.played(game.open.rules):
        return replace(game, seed=rng.randbytes(32))  # the dice themselves lie open
    hidden: list[Card] = list(game.stock)
    for mine in game.yours:
        if mine.seat != viewer:
            hidden += mine.hand + mine.saved
    rng.shuffle(hidden)

    def some(n: int) -> Hand:
        taken = in_order(tuple(hidden[:n]))
        del hidden[:n]
        return taken

    yours = tuple(
        mine
        if mine.seat == viewer
        else replace(
            mine, hand=some(len(mine.hand)), saved=some(len(mine.saved)), drew=None
        )
        for mine in game.yours
    )
    return replace(game, yours=yours, stock=tuple(hidden), seed=rng.randbytes(32))


def seen(game: Game, viewer: int, events: Any = ()) -> bytes:
    """All that a seat, or a watcher (0), is shown after an act."""
    view = view_of(game, viewer)
    return encode([events, view, ask(view)])


@given(any_preset, st.integers(2, 4), SEEDS)
def test_blindness(name: str, seats: int, seed: int) -> None:
    """What a seat is shown does not change with what is hidden from it.

    Acts of others that are legal in both worlds must look alike; the viewer's own
    draw from the stock is the one act that rightly shows it something.
    """
    rng = random.Random(seed)
    for game, seat, act, after, events in random_play(preset(name), seats, seed, 120):
        if game.open.stage in (Stage.DEAL, *OPEN_HANDS) or rng.random() < 0.7:
            continue
        for viewer in range(seats + 1):
            twin = other_world(game, viewer, rng)
            assert seen(twin, viewer) == seen(game, viewer)
            if seat == viewer or after.open.stage in OPEN_HANDS or after.open.dice:
                continue
            try:
                twin_after, twin_events = apply(twin, seat, act)
            except Refused:
                continue
            if twin_after.open.stage not in OPEN_HANDS:
                same = seen(twin_after, viewer, twin_events)
                assert same == seen(after, viewer, events)


class Leak(Struct):
    """A planted fault: a view that carries a little of what is hidden."""

    view: object
    extra: object


@pytest.mark.parametrize(
    "leak",
    [
        lambda game, viewer: game.seed.hex(),
        lambda game, viewer: game.stock[-1:],
        lambda game, viewer: len([c for c in game.stock if c is Card.S]),
        lambda game, viewer: hash(game.yours) % 7,
        lambda game, viewer: [Card.W in mine.hand for mine in game.yours],
        lambda game, viewer: [sum(c.points for c in m.hand) for m in game.yours],
        lambda game, viewer: "x" * len(str(game.yours[viewer % len(game.yours)])),
        lambda game, viewer: len(legal(view_of(game, game.open.turn))),
        lambda game, viewer: [mine.drew for mine in game.yours],
        lambda game, viewer: sorted(c.value for c in game.stock)[:3],
        lambda game, viewer: encode(game.yours)[-1],
        lambda game, viewer: [mine.hand[-1:] for mine in game.yours],
    ],
)
def test_a_planted_leak_is_caught(leak: Any) -> None:
    """Each fault makes a viewer's bytes differ between two worlds before long."""
    rng = random.Random(7)

    def leaky(game: Game, viewer: int) -> bytes:
        return encode(Leak(view_of(game, viewer), leak(game, viewer)))

    pairs = 0
    for game, _, _, _, _ in random_play(OFFICIAL, 3, 11, 400):
        if game.open.stage in (Stage.DEAL, *OPEN_HANDS):
            continue
        for viewer in range(4):
            pairs += 1
            twin = other_world(game, viewer, rng)
            if leaky(twin, viewer) != leaky(game, viewer):
                assert pairs < 500
                return
    raise AssertionError("the leak was not caught")


def test_no_secret_is_reachable_from_what_crosses_the_wire() -> None:
    """Neither a view nor a question can hold a Game or a stock of cards."""
    game = new_game(OFFICIAL, (1, 2))
    assert {"stock", "seed", "yours"} & set(Ask.__struct_fields__) == set()
    assert isinstance(game.open.stock, int)


# Random rules


def any_switches() -> st.SearchStrategy[dict[str, object]]:
    """Draw any values for some of the switches."""
    choices: dict[str, st.SearchStrategy[object]] = {
        name: st.sampled_from(sorted(about.values))
        for name, about in ABOUT.items()
        if about.values and name not in ("game", "progress", "phase_subset")
    }
    choices["progress"] = st.sampled_from(sorted(ABOUT["progress"].values))
    choices["wilds"] = st.integers(0, 16)
    choices["skips"] = st.integers(0, 8)
    choices["hand_size"] = st.integers(3, 12)
    choices["round_limit"] = st.integers(0, 3)
    choices["laid_wild_points"] = st.sampled_from([0, 25])
    choices["phases"] = st.sampled_from(
        [
            ["2 sets of 2", "1 run of 3"],
            ["1 run of 4", "1 set of 2 + 1 wild"],
            ["2 color sets of 2", "4 cards of one color"],
            ["1 color even or odd of 4", "1 run of 4 alternating ?"],
            ["1 set of 2 + 1 skip", "1 color run of 3"],
        ]
    )
    names = st.lists(st.sampled_from(sorted(choices)), max_size=8, unique=True)
    return names.flatmap(
        lambda chosen: st.fixed_dictionaries({name: choices[name] for name in chosen})
    )


def steady_play(
    rules: Rules, seats: int, seed: int, most: int, level: str = "steady"
) -> list[Any]:
    """Let sensible players finish a game; gives its acts and its last state."""
    rng = random.Random(seed)
    brains = [LEVELS[level](rng) for _ in range(seats)]
    game = new_game(rules, tuple(range(1, seats + 1)))
    acts: list[Any] = []
    while game.open.stage is not Stage.GAME_OVER and len(acts) < most:
        act: Any = NextRound()
        if game.open.stage is Stage.DEAL:
            act = Deal(rng.randbytes(32).hex())
        elif game.open.turn:
            view = view_of(game, game.open.turn)
            question = ask(view)
            assert question is not None
            act = brains[game.open.turn - 1].choose(view, question)
        acts.append((game.open.turn, act))
        game, _ = apply(game, *acts[-1])
        conserves(game)
    return [acts, game]


@pytest.mark.untraced  # the other laws reach all of it
@pytest.mark.limit(60)
@settings(max_examples=25)
@given(any_switches(), st.integers(2, 4), SEEDS)
def test_any_rules_come_to_an_end(
    switches: dict[str, Any], seats: int, seed: int
) -> None:
    """Sensible players finish any rules that do not contradict, and it replays."""
    try:
        rules = build(switches)
    except RulesError:
        return
    seats = min(seats, rules.max_seats)
    acts, ended = steady_play(rules, seats, seed, 6_000)
    assert ended.open.stage is Stage.GAME_OVER

    game = new_game(rules, tuple(range(1, seats + 1)))
    for seat, act in acts:
        game, _ = apply(game, seat, act)
    assert game == ended


@given(any_switches(), st.integers(2, 3), SEEDS)
def test_any_rules_leak_nothing(
    switches: dict[str, Any], seats: int, seed: int
) -> None:
    """Under any rules the bytes a seat sees are the same in two worlds."""
    try:
        rules = build(switches)
    except RulesError:
        return
    rng = random.Random(seed)
    for game, _, _, _, _ in random_play(rules, seats, seed, 60):
        if game.open.stage in (Stage.DEAL, *OPEN_HANDS):
            continue
        for viewer in range(seats + 1):
            twin = other_world(game, viewer, rng)
            assert seen(twin, viewer) == seen(game, viewer)


@given(any_switches(), st.integers(2, 4), SEEDS)
def test_any_rules_hold_the_laws(
    switches: dict[str, Any], seats: int, seed: int
) -> None:
    """Any switches that do not contradict give games that conserve and go on."""
    try:
        rules = build(switches)
    except RulesError:
        return
    for _, _, _, game, _ in random_play(rules, min(seats, rules.max_seats), seed, 200):
        conserves(game)
        if game.open.turn:
            assert seat_at(game.open, game.open.turn).playing
