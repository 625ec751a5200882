"""Cards by colors or as two ordinary decks: one table of names, in every place."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from p10net.cli.exits import Exit
from p10net.client.commands import typed
from p10net.client.commands.vocabulary import Misread
from p10net.client.picture import plain
from p10net.client.plain.deeds import Do
from p10net.client.plain.talk import Talk
from p10net.client.screen.draw import draw
from p10net.client.words.cards import described
from p10net.client.words.notation import (
    NOTATIONS,
    Notation,
    chosen,
    read,
    read_all,
    spoken,
    unspoken,
    using,
    worded,
    written,
)
from p10net.engine.cards import Card, parse_cards
from p10net.engine.game import apply
from p10net.engine.melds import Kind
from p10net.engine.moves import Discard, Hit
from p10net.engine.phases import parse
from p10net.engine.presets import preset
from p10net.engine.rules import Rules
from p10net.engine.view import Stage
from tests import positions
from tests.positions import position
from tests.scenes import ordinary, scenes
from tests.shell import inside
from tests.test_plain import HAND, news, talking
from tests.test_words import meld

BY_COLORS = re.compile(r"\b[RBGY]1?\d\b|\b(?:red|blue|green|yellow)\b|\bw\d|\bcolor")
TEN = preset("ten-phases")


# --- Names -----------------------------------------------------------------------


@pytest.mark.parametrize("notation", NOTATIONS.values())
def test_every_card_reads_back(notation: Notation) -> None:
    """What is written or said of a card, in any case, is that card when typed."""
    with using(notation):
        for card in Card:
            assert read(written(card)) is read(written(card).lower()) is card
            assert read(unspoken(spoken(card))) is card
            assert read(card.value) is card
        assert len({written(card) for card in Card}) == len(Card)
        assert len({spoken(card) for card in Card}) == len(Card)


TYPED = {
    "7h": Card.R7,
    "H7": Card.R7,
    "7♥": Card.R7,
    "♠q": Card.B12,
    "12s": Card.B12,
    "ac": Card.G1,
    "JD": Card.Y11,
    "10d": Card.Y10,
    "k": Card.W,
    "king": Card.W,
    "Jo": Card.S,
    "joker": Card.S,
}
SAID = {
    "queen of hearts": Card.R12,
    "hearts 7": Card.R7,
    "ace spades": Card.B1,
    "jack of diamonds": Card.Y11,
    "king": Card.W,
}


def test_ordinary_cards_are_read_as_people_write_them() -> None:
    """Rank and suit in either order, by pip, letter or word."""
    with using(chosen("ordinary", None, True)):
        assert {text: read(text) for text in TYPED} == TYPED
        assert {text: read(unspoken(text)) for text in SAID} == SAID
        assert read_all("7h, K 10♦") == (Card.R7, Card.W, Card.Y10)
        with pytest.raises(ValueError, match="'7x' is not a card: write a number"):
            read("7x")


def test_colors_are_not_read_as_suits() -> None:
    """Where cards have colors a suit is no card, and the sentence names colors."""
    with pytest.raises(ValueError, match="a color letter R, B, G or Y"):
        read("7h")


def test_phases_say_suit() -> None:
    """A phase of one color reads as one suit, and is read so too (002)."""
    text = "7 cards of one color"
    assert worded(text) == text
    with using(chosen("ordinary", None, False)):
        assert worded(text) == "7 cards of one suit"
        assert parse(worded(text)).text == text


# --- The screen --------------------------------------------------------------------


@pytest.mark.parametrize("name", scenes())
def test_no_color_is_left_on_a_screen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With ordinary faces no screen writes a card by its color."""
    monkeypatch.setattr(positions, "preset", _ordinary)
    desk = scenes()[name]
    for columns, rows in ((80, 24), (120, 40)):
        shown = plain(draw(desk.scene, columns, rows, ascii_only=False))
        assert not BY_COLORS.search(shown.replace(":sort color", "")), shown


def _ordinary(name: str) -> Rules:
    return replace(preset(name), faces="ordinary")


def test_what_is_logged_names_ordinary_cards() -> None:
    """At a table with these faces the log and the notices have them too."""
    desk = ordinary()

    assert "discarded QH" in desk.picture()
    assert desk.picture().isascii()
    assert "drew 7♠" in ordinary(ascii_only=False).picture(120, 40)
    assert desk.press("r", "9").scene.chosen is Card.R9


def test_a_player_refuses_the_tables_faces() -> None:
    """The typed word counts for this screen alone, and back again."""
    desk = ordinary()
    for said, face in (("colors", "R9"), ("table", "9H"), ("ordinary", "9H")):
        desk.press(":", *f"faces {said}", "enter")
        assert f" {face} " in desk.picture()
    with pytest.raises(Misread, match="faces table"):
        typed.run(desk.scene, "faces round")


def test_what_was_logged_follows_the_faces() -> None:
    """Whoever changes them in mid-game reads the lines before in the new ones too."""
    desk = ordinary()
    assert "discarded QH" in desk.picture()
    desk.press(":", *"faces colors", "enter")
    assert "discarded R12" in desk.picture()
    assert "QH" not in desk.press("e").picture()
    desk.press(":", *"faces ordinary", "enter")
    assert "discarded QH" in desk.picture()


@pytest.mark.parametrize("word", ["9h", "h9", "9♥", "r9"])
def test_cards_are_typed_as_they_are_shown(word: str) -> None:
    """The typed words take suits at such a table, and color letters still."""
    desk = ordinary().press(":", *f"discard {word}", "enter")
    assert "9H is part of the phase" in desk.picture()
    desk.press("enter")

    assert desk.plays == [*desk.plays[:-1], Discard(Card.R9)]


def test_a_missing_card_is_named_as_it_is_shown() -> None:
    """A refusal speaks of the card that the person sees."""
    missing = "You hold no 2S: choose one of your cards."
    assert ordinary().press("b", "2").notice == missing
    assert ordinary().press(":", *"hit 2s", "enter").notice == missing


# --- Lines -------------------------------------------------------------------------

DRAWING = position({2: HAND}, on=TEN, stage=Stage.DRAW, pile="R12", phase={2: 8})
LAID = position(
    {2: "B8 R7 W G12"},
    on=TEN,
    table=((1, "set", "R8 B8 G8"), (3, "run", "R3 W G5 Y6")),
    laid=(2,),
)


def test_lines_say_ordinary_cards() -> None:
    """Questions, hands, melds and answers have no color in them."""
    talk = talking(DRAWING)
    lines = [
        line
        for word in ("again", "hand", "hand color", "phase", "table", "pile")
        for line in talk.answer(word).lines
    ]
    lines += [
        line
        for word in ("table", "again", "hit")
        for line in talking(LAID).answer(word).lines
    ]

    said = "\n".join(lines)
    assert "Discard pile shows queen of hearts." in said
    assert "7 cards of one suit" in said
    assert "Hearts ace, 3, 9." in said
    assert "king as 4" in said
    assert "meld a, 8s: 8 of hearts" in said
    laid = meld(Kind.SET, "R12 B12 W", number=12)
    with using(chosen("ordinary", None, ascii_only=True)):
        assert described(laid, " to ") == "three queens"
        assert described(laid) == "three Qs"
    assert said.isascii()
    assert not BY_COLORS.search(said.replace("hand color", ""))


@pytest.mark.parametrize(
    "typed", ["hit 8 of spades a", "hit 8s a", "hit spades 8 a", "hit b8 a"]
)
def test_lines_hear_ordinary_cards(typed: str) -> None:
    """A card may be said in full, in short, or by its color's letter."""
    assert talking(LAID).answer(typed).deed == Do(0, Hit(Card.B8, "a"))


def test_the_line_mode_can_be_told_otherwise() -> None:
    """A word or the setting says how cards are said to this player."""
    talk = talking(DRAWING)
    assert talk.answer("faces colors").lines[0].startswith("Cards are shown as colors")
    assert "red 1" in talk.answer("hand").lines[0]
    assert "faces colors." in talk.answer("options").lines
    assert "faces table" in talk.answer("faces").lines[0]

    other = Talk(faces="ordinary")
    other.hear(news(position({2: HAND}, stage=Stage.DRAW)))
    assert "ace of hearts" in other.answer("hand").lines[0]


def test_what_the_line_mode_repeats_follows_the_faces() -> None:
    """The log and what was missed name cards as everything else does."""
    game, threw = apply(position({1: "R12 B1"}, turn=1), 1, Discard(Card.R12))
    talk = talking(position({1: "R12 B1"}, turn=1))
    assert "Ann discarded red 12." in talk.hear(news(game, ev=threw))
    for said, card in (("ordinary", "queen of hearts"), ("colors", "red 12")):
        talk.answer(f"faces {said}")
        assert f"Ann discarded {card}." in talk.answer("log 5").lines
        assert f"Ann discarded {card}." in talk.answer("missed").lines


# --- Commands ----------------------------------------------------------------------


def test_judge_takes_ordinary_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """Under such rules a dispute is put and settled in suits."""
    ways = ("--rules", "ten-phases"), ("--set", "faces=ordinary")
    for way in ways:
        ran = inside(capsys, "judge", *way, "2 sets of 3", "5h 5s K / 9d 9c 9h")
        assert ran.code == Exit.FINE
        assert ran.out == "Legal: three 5s (5♥ 5♠ k5) and three 9s (9♦ 9♣ 9♥).\n"
    ran = inside(capsys, "judge", "2 sets of 3", "5h 5s K / 9d 9c 9h")
    assert (ran.code, "'5h' is not a card" in ran.err) == (Exit.USAGE, True)


def test_rules_show_their_own_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """The examples of a phase have the faces that the table will show."""
    assert "A♥ 2♥ 3♥" in inside(capsys, "rules", "ten-phases").out
    assert "R1 R2 R3" in inside(capsys, "rules", "official").out


def test_the_wire_keeps_its_letters() -> None:
    """Faces are a way of showing: what a hand is sent as does not change."""
    hand = DRAWING.yours[1].hand
    assert set(parse_cards(HAND)) == set(hand)
