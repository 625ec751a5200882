"""What people read: cards in letters and in words, and a sentence for every refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, get_args

import pytest
from msgspec import Struct

from p10net.client.words import cards, events, refusals
from p10net.client.words.events import Names
from p10net.engine.cards import COLORS, Card, parse_cards
from p10net.engine.ending import Floated, WentOut
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.melds import Kind, Meld
from p10net.engine.moves import Event
from p10net.engine.moves.declare import Declared
from p10net.engine.moves.discard import Discarded
from p10net.engine.moves.draw import Drew
from p10net.engine.moves.give import Gave, GaveBack
from p10net.engine.moves.hit import HitMade
from p10net.engine.moves.house import (
    DealVoided,
    GameOver,
    Reshuffled,
    RoundOver,
    SeatDropped,
    TieBreak,
)
from p10net.engine.moves.lay import Laid
from p10net.engine.moves.refresh import Refreshed
from p10net.engine.moves.save import Saved
from p10net.engine.moves.swap import Swapped
from p10net.engine.opening import Dealt
from p10net.engine.phases import parse
from p10net.engine.reasons import Reason
from p10net.engine.turns import NoDraw, Skipped
from p10net.protocol.clean import cells
from p10net.protocol.errors import ByeCode, ErrCode


def meld(kind: Kind, faces: str, **facts: object) -> Meld:
    return Meld("c", 2, kind, parse_cards(faces), **facts)  # type: ignore[arg-type]  # checked by the rows


SPOKEN = [
    (Card.G7, "green 7"),
    (Card.R12, "red 12"),
    (Card.W, "wild"),
    (Card.S, "skip"),
]


@pytest.mark.parametrize(("card", "words"), SPOKEN)
def test_spoken(card: Card, words: str) -> None:
    """A card in words has its colour first."""
    assert cards.spoken(card) == words


def test_every_face_has_words() -> None:
    """No two faces sound alike."""
    assert len({cards.spoken(card) for card in Card}) == len(Card)


MELDS = [
    (
        meld(Kind.SET, "R8 Y8 G8 W", number=8),
        ("8s", "R8 Y8 G8 w8", "", "wild as 8"),
    ),
    (
        meld(Kind.RUN, "G2 R3 W B5", low=2),
        ("run", "G2 R3 w4 B5", "takes 1 or 6", "blue 5"),
    ),
    (
        meld(Kind.RUN, "G8 R9 B10 W Y12", low=8),
        ("run", "G8 R9 B10 w11 Y12", "takes 7", "yellow 12"),
    ),
    (
        meld(Kind.RUN, "W W W W W W W W W W W W", low=1),
        (
            "run",
            "w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12",
            "takes nothing",
            "wild as 12",
        ),
    ),
    (
        meld(Kind.COLOR, "B1 B4 W", color="B"),
        ("blue", "B1 B4 wB", "takes blue", "wild as blue"),
    ),
    (
        meld(Kind.COLOR_RUN, "B1 B2 W", color="B", low=1),
        ("blue run", "B1 B2 wB3", "takes 4", "wild as blue 3"),
    ),
    (
        meld(Kind.PARITY, "B2 G4 W", parity="even"),
        ("even", "B2 G4 w", "", "wild as even"),
    ),
    (
        meld(Kind.COLOR_PARITY, "B1 B3 W", parity="odd", color="B"),
        ("odd blue", "B1 B3 wB", "", "wild as blue"),
    ),
    (
        meld(Kind.COLOR_SET, "B7 B7 W", number=7, color="B"),
        ("blue 7s", "B7 B7 wB7", "", "wild as blue 7"),
    ),
    (
        meld(Kind.ALT_RUN, "R1 B2 W", low=1, colors="RB"),
        ("RB run", "R1 B2 wR3", "takes 4", "wild as red 3"),
    ),
    (meld(Kind.WILD, "W"), ("wild", "W", "", "wild")),
    (meld(Kind.SKIP, "S"), ("skip", "S", "", "skip")),
    (meld(Kind.SET, "W W"), ("set", "w w", "", "wild")),
]


@pytest.mark.parametrize(("laid", "words"), MELDS)
def test_meld(laid: Meld, words: tuple[str, str, str, str]) -> None:
    """A meld says its name, its cards, what it takes, and what a wild stands for."""
    title, faces, takes, last = words
    assert cards.title(laid) == title
    size = len(laid.cards)
    assert " ".join(cards.face_in(laid, at) for at in range(size)) == faces
    assert cards.takes(laid) == takes
    assert cards.spoken_in(laid, size - 1) == last


def test_every_kind_is_told() -> None:
    """No kind of meld or goal is without a name."""
    assert {laid.kind for laid, _ in MELDS} == set(Kind)
    assert set(cards.TITLES) == set(cards.ALONE) == set(Kind)


def test_meld_spoken() -> None:
    """A whole meld can be heard: its letter, its name, every card, what it takes."""
    assert cards.meld_spoken(MELDS[1][0]) == (
        "meld c, run 2 to 5: green 2, red 3, wild as 4 and blue 5; takes 1 or 6"
    )
    assert cards.meld_spoken(MELDS[0][0]).endswith("green 8 and wild as 8")


def test_meld_line() -> None:
    """A run that does not fit shows its ends and its wilds."""
    assert cards.meld_line(MELDS[1][0]) == "2-5 (w4)"
    assert cards.meld_line(meld(Kind.RUN, "G2 R3 B4", low=2)) == "2-4"


GOALS = [
    ("2 sets of 3", "2 sets of 3"),
    ("1 set of 3 + 1 run of 4", "set 3 + run 4"),
    ("1 run of 8", "run of 8"),
    ("7 cards of one color", "7 one color"),
    ("1 set of 5 + 1 set of 2", "set 5 + set 2"),
    ("1 run of 9 alternating red and blue", "run of 9 RB"),
    ("1 run of 9 alternating ?", "run of 9 ?"),
    ("3 sets of 2 + 1 wild", "3 sets 2 + 1 wild"),
    ("2 skips", "2 skip"),
]


@pytest.mark.parametrize(("phase", "words"), GOALS)
def test_goals_short(phase: str, words: str) -> None:
    """A phase fits a narrow column in words everybody at a table uses."""
    assert cards.goals_short(parse(phase).goals) == words


def test_every_phase_of_every_list_fits_a_column() -> None:
    """The longest phase of the seeds still leaves room on a line of 80."""
    texts = [text for phases in PHASE_LISTS.values() for text in phases]
    assert max(cells(cards.goals_short(parse(text).goals)) for text in texts) <= 40


def test_letters_of_colors_are_never_mistaken() -> None:
    """The four letters, W, S and D are seven different ones."""
    assert len({*COLORS, "W", "S", "D"}) == 7


TABLES: list[tuple[type[Enum], Mapping[Any, str]]] = [
    (Reason, refusals.REASONS),
    (ErrCode, refusals.REFUSALS),
    (ByeCode, refusals.FAREWELLS),
]


@pytest.mark.parametrize(("codes", "table"), TABLES)
def test_every_refusal_has_its_sentence(
    codes: type[Enum], table: Mapping[Any, str]
) -> None:
    """Each code has one sentence, short enough for one line of 80 cells."""
    assert set(table) == set(codes)
    for sentence in table.values():
        assert re.fullmatch(r"[A-Z].{10,77}\.|p10net .{10,71}\.", sentence), sentence


def test_refused_prefers_the_rule_that_was_broken() -> None:
    """The rule goes before the host's words on a text, those before the code."""
    illegal = refusals.refused(ErrCode.ILLEGAL, Reason.DRAW_FIRST, "no")
    assert illegal == refusals.REASONS[Reason.DRAW_FIRST]
    own = "This name is 20 cells wide and 16 fit; choose a shorter one."
    assert refusals.refused(ErrCode.BAD_NAME, None, own + "\x1b[2J") == own + "[2J"
    assert (
        refusals.refused(ErrCode.BAD_NAME, None, "\x07")
        == (refusals.REFUSALS[ErrCode.BAD_NAME])
    )
    assert (
        refusals.refused(ErrCode.RATE, None, "own words")
        == (refusals.REFUSALS[ErrCode.RATE])
    )


NAMES = Names({1: "Ann", 2: "Ben", 3: "Eva"}, you=3, drew=Card.B7)
SEVEN_BLUE = meld(Kind.COLOR, "B1 B2 B4 B6 B9 B10 W", color="B")
EVENTS: list[tuple[Struct, str, str]] = [
    (
        Dealt(3, 1, 2, Card.R5, (Card.S,)),
        "dealt round 3; Ben to start, S R5 is up",
        "Ann dealt round 3. First to play: Ben. Red 5 is turned up.",
    ),
    (Declared(2, 4), "goes for phase 4", "Ben will go for phase 4."),
    (Gave(1, 3, Card.W), "gave W to you", "Ann gave the wild to you."),
    (GaveBack(3, Card.R1), "put R1 on the pile", "You put red 1 on the pile for it."),
    (Drew(1, "stock"), "", "Ann drew from the stock."),
    (Drew(3, "stock"), "drew B7", "You drew blue 7."),
    (Drew(2, "pile", Card.R7), "took R7", "Ben took red 7 from the pile."),
    (Drew(2, "saved"), "drew a saved card", "Ben drew from the save pile."),
    (NoDraw(2), "found no card to draw", "Ben found no card to draw."),
    (
        Laid(2, 8, (SEVEN_BLUE,)),
        "laid phase 8 (seven blue)",
        "Ben laid down phase 8: seven blue, meld c.",
    ),
    (
        Laid(3, 9, (meld(Kind.RUN, "R1 R2 R3", low=1), meld(Kind.SKIP, "S S"))),
        "laid phase 9 (run 1-3, two skips)",
        "You laid down phase 9: run 1 to 3, meld c and two skips, meld c.",
    ),
    (
        Swapped(3, Card.R4, "c"),
        "swapped R4 for a wild on c",
        "You put red 4 in the place of a wild on meld c.",
    ),
    (HitMade(1, Card.Y10, "c", "high"), "hit Y10 on c", "Ann hit yellow 10 on meld c."),
    (
        HitMade(1, Card.W, "c", "low"),
        "hit W on c (low end)",
        "Ann hit wild on meld c, at the low end.",
    ),
    (Refreshed(2, 8), "put the phase away", "Ben put the phase away for a new one."),
    (Discarded(2, Card.R12), "discarded R12", "Ben discarded red 12."),
    (Discarded(2, Card.S), "discarded S", "Ben discarded skip."),
    (
        Discarded(2, Card.S, skip=3),
        "threw a Skip at you",
        "Ben threw a skip at you, who loses a turn.",
    ),
    (
        Discarded(3, Card.W, skip=1),
        "threw a wild as Skip at Ann",
        "You threw a wild at Ann, who loses a turn.",
    ),
    (
        Discarded(3, Card.D, down=1),
        "sent Ann a phase down",
        "You discarded the rule card, which sends Ann a phase down.",
    ),
    (Saved(1), "saved a card", "Ann saved a card."),
    (Skipped(9), "lost a turn", "Seat 9 lost a turn."),
    (Floated(1), "floats", "Ann played the last card and floated on."),
    (WentOut(3), "went out", "You went out."),
    (
        Reshuffled(40),
        "The pile was shuffled: 40 cards to draw",
        "The pile was shuffled: 40 cards to draw.",
    ),
    (
        RoundOver(3, 3),
        "Round 3 is over: you went out",
        "Round 3 is over: you went out.",
    ),
    (
        RoundOver(3, 0),
        "Round 3 is over, nobody went out",
        "Round 3 is over, nobody went out.",
    ),
    (
        TieBreak((1, 3)),
        "A tie: one more round for Ann and you",
        "A tie: one more round for Ann and you.",
    ),
    (
        GameOver((2,)),
        "The game is over, won by Ben",
        "The game is over, won by Ben.",
    ),
    (
        GameOver(()),
        "The game was stopped without a winner",
        "The game was stopped without a winner.",
    ),
    (SeatDropped(2), "left the game for good", "Ben left the game for good."),
    (
        DealVoided(2),
        "The deal was given up (number 2)",
        "The deal was given up (number 2).",
    ),
]


@pytest.mark.parametrize(("event", "clause", "sentence"), EVENTS)
def test_event(event: Struct, clause: str, sentence: str) -> None:
    """Each event has its clause for the log and its sentence for the ear."""
    assert events.clause(event, NAMES) == clause
    assert events.sentence(event, NAMES) == sentence


def test_every_event_is_told() -> None:
    """No event the engine may bring is without words, and each is tried above."""
    kinds = set(get_args(Event))
    assert set(events.CLAUSES) == set(events.SENTENCES) == kinds
    assert {type(event) for event, _, _ in EVENTS} == kinds


def test_anothers_draw_is_not_told() -> None:
    """What was drawn face down is said to nobody but its player."""
    assert "B7" not in events.clause(Drew(1, "stock"), NAMES)
    assert "blue" not in events.sentence(Drew(2, "saved"), NAMES)
