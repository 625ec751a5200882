"""A game of dice is spoken of in words of dice, on every screen and in every line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from p10net.cli import cards, rules
from p10net.client.commands.scene import Confirm
from p10net.client.deck import Deck
from p10net.client.pad import book as books
from p10net.client.pad import export
from p10net.client.pad.entries import Pad
from p10net.client.pad.writing import asks, rules_of, typed
from p10net.client.picture import plain
from p10net.client.plain.talk import Talk
from p10net.client.plain.telling import QUERIES
from p10net.client.screen.draw import draw
from p10net.client.session import Down
from p10net.client.words import answers, deals, links, manual, pad, replays, start
from p10net.client.words import dice as words
from p10net.client.words.people import news
from p10net.client.words.rules import changed, told
from p10net.engine.conflicts import build
from p10net.engine.moves import Pass
from p10net.engine.presets import preset
from p10net.engine.rules import ABOUT, RulesError
from p10net.engine.view import Stage
from p10net.protocol.messages import News, Notice
from p10net.protocol.people import Clock
from tests import at_table
from tests.desk import Desk
from tests.scenes import lobby, lost_host, press, shaking

TWO_SETS = "R5 B5 G5 B9 R9 G9 R1 W R3 G4"
OF_CARDS = re.compile(
    r"\b(rounds?|deals?|dealt|dealer|decks?|stock|pile|hand|cards?|discard\w*)\b",
    re.IGNORECASE,
)
"""Words that mean nothing where ten dice are rolled."""


def in_lobby(after: int = 0) -> Desk:
    """Wait for a game of dice to begin, or to go on."""
    desk = lobby(1)
    known = desk.scene.lobby
    assert known is not None
    known = replace(known, rules=preset("dice"), after=after)
    desk.scene = replace(desk.scene, lobby=known)
    return desk


def circuit_over() -> Desk:
    """Stand at the end of a circuit, with a clock that lets the next one begin."""
    desk = press(shaking(TWO_SETS, seats=2), "l enter").others(1, Pass())
    assert desk.scene.table is not None
    table = replace(desk.scene.table, clock=Clock(42_000))
    desk.scene = replace(desk.scene, table=table, left_s=42)
    return desk


def not_begun() -> Desk:
    """Wait until the dice are in the cup."""
    desk = shaking()
    assert desk.scene.view is not None
    view = replace(desk.scene.view, turn=0, dice=(), stage=Stage.DEAL)
    desk.scene = replace(desk.scene, view=view, ask=None)
    return desk


SCREENS: dict[str, Callable[[], Desk]] = {
    "the turn": shaking,
    "dice marked": lambda: press(shaking(), "k"),
    "the last roll": lambda: press(shaking(), "a enter a enter"),
    "others": lambda: shaking(turn=3),
    "between": not_begun,
    "preview": lambda: press(shaking(TWO_SETS), "l"),
    "hint": lambda: press(shaking(), "."),
    "menu": lambda: press(shaking(), "m"),
    "giving up": lambda: press(shaking(), "x"),
    "leaving": lambda: press(shaking(), "q"),
    "nothing to arm": lambda: press(shaking(turn=3), "a"),
    "phases": lambda: press(shaking(), "f"),
    "scores": lambda: press(shaking(), "v"),
    "log": lambda: press(circuit_over(), "e"),
    "help": lambda: press(shaking(), "?"),
    "circuit over": circuit_over,
    "looking back": lambda: press(circuit_over(), "t"),
    "lobby": in_lobby,
    "lobby of a game that goes on": lambda: in_lobby(after=3),
    "help in the lobby": lambda: press(in_lobby(), "?"),
    "phases in the lobby": lambda: press(in_lobby(), "f"),
    "scores in the lobby": lambda: press(in_lobby(), "v"),
}


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", SCREENS)
def test_no_screen_speaks_of_cards(name: str, columns: int) -> None:
    """Rounds are circuits, and nobody deals, holds a hand or discards."""
    shown = SCREENS[name]().picture(columns, 40)
    assert not OF_CARDS.findall(shown), shown


def test_no_line_speaks_of_cards() -> None:
    """Neither does the line mode, whatever it is asked; `hand` is the dice's word."""
    talk = Talk()
    lines = talk.hear(at_table.told(shaking(TWO_SETS, seats=2).game))
    lines += talk.due()
    for query in (*QUERIES, "score table", "missed", "again", "hint", "options"):
        lines += talk.answer(query).lines
    lines += talk.hear(at_table.told(circuit_over().game, seq=2))
    lines += talk.due()
    for query in (*QUERIES, "score table"):
        lines += talk.answer(query).lines
    typed = {"hand", "pile"}
    wrong = {one for line in lines for one in OF_CARDS.findall(line)} - typed
    assert not wrong, [line for line in lines if OF_CARDS.search(line)]


def test_rules_and_pads_are_told_so_too() -> None:
    """What they are compared with is the game with the cards, which may be named."""
    dice = preset("dice")
    with cards.shown(dice):
        assert not OF_CARDS.findall(rules._explained(dice))
    assert not OF_CARDS.findall(export.blank(dice, ("Ann", "Ben"), "text"))


@pytest.mark.parametrize("word", sorted(manual.WORDS))
def test_the_manual_speaks_of_dice_while_they_are_played(word: str) -> None:
    """A word says how it is used with dice, or that it has no use there."""
    talk = Talk()
    talk.hear(at_table.told(shaking(TWO_SETS, seats=2).game))
    (said,) = talk.answer(f"help {word}").lines
    assert not {*OF_CARDS.findall(said)} - {"hand"}, said
    assert said.startswith((f"Type {word}", answers.ONLY_DICE)), said
    assert said.endswith((".", "?"))


def test_a_word_of_cards_typed_amid_dice_is_told_so() -> None:
    """Nobody is taught to hit a meld where nothing can be hit."""
    talk = Talk()
    talk.hear(at_table.told(shaking(TWO_SETS, seats=2).game))
    for word in ("hit", "swap", "give"):
        (said,) = talk.answer(word).lines
        assert said == answers.ONLY_DICE


def test_a_game_that_goes_on_is_counted_in_circuits() -> None:
    """The entrance offers it, and line mode says so when its host is long gone."""
    known = replace(lost_host(), dice=True)
    shown = plain(draw(known, 80, 24, ascii_only=True))
    assert "Host Kitchen again after 3 circuits" in shown
    assert start.stopped(3, dice=True) == "stopped in circuit 3"
    talk = Talk()
    talk.hear(at_table.told(circuit_over().game))
    talk.hear(Down("closed", 1.0, 0.0))
    *_, said = talk.hear(Down("closed", 1.0, links.LONG))
    assert said.endswith("goes on after the last circuit.")


def test_a_saved_game_of_dice_is_looked_at_in_its_words() -> None:
    """Its keys go by circuits, in lines and on the screen."""
    for hands in (True, False):
        assert not OF_CARDS.findall(replays.place(3, 9, hands, dice=True))
    assert "r one circuit on" in replays.typed(dice=True)


CHANGES = ("43", "stop")
"""Of what follows only these change the pad."""
OTHERS = ("laid", "43 laid no", "1000", "p1 p2 43", "x", "5 5 40", "out", "no 43")


@pytest.mark.parametrize("line", [*CHANGES, *OTHERS, "help", "sheet"])
def test_no_line_of_a_pad_speaks_of_cards(line: str) -> None:
    """Whatever is typed on a pad for dice is answered in their words."""
    names = ("Ann", "Ben")
    book = books.begun(Pad(started="", players=names, rules=preset("dice")))
    before = typed(book, "21").state
    wrote = typed(before, line)
    assert (wrote.state != before) == (line in CHANGES)
    told = [*wrote.lines, asks(wrote.state), *pad.helps(rules_of(wrote.state))]
    assert not OF_CARDS.findall(" ".join(told)), told


def test_pads_are_listed_and_headed_so_too() -> None:
    """How far a pad is, in the list, at its opening and at the top of its screen."""
    dice = preset("dice")
    told = [
        pad.goes_on("2026-05-01", ("Ann", "Ben"), 3, dice),
        pad.state(3, (), False, dice),
        pad.by(pad.PAGES, dice),
        pad.by(pad.TITLE, dice),
    ]
    assert not OF_CARDS.findall(" ".join(told)), told
    assert told[1] == "circuit 3"


@pytest.mark.parametrize("name", sorted(ABOUT))
def test_every_switch_that_goes_with_dice(name: str) -> None:
    """Each is told of in the words of dice, by every value it can have."""
    for value in {*ABOUT[name].values, "3"} - {str(ABOUT[name].default).lower()}:
        try:
            now = build({"game": "dice", "tie": "shared", name: value})
        except RulesError:
            continue
        assert name in ("game", "faces") or not OF_CARDS.findall(told(now, name))


def test_what_was_changed_is_told_by_what_is_played_now() -> None:
    """The owner's switches of dice, and the sentence of each."""
    before = preset("dice")
    (said,) = changed(before, replace(before, dealer="rotate"))
    assert said == (
        "Who rolls first in the next circuit: the next player to the left;"
        " it was: the same player in all circuits."
    )


def test_the_chance_is_told_of_so_too() -> None:
    """Dice are shaken and not dealt; names are left as they are."""
    for deck in (Deck(0, 3), Deck(1, 3), Deck(1, 3, voided=1), Deck(3, 3, proved=2)):
        assert not OF_CARDS.findall(" ".join(deals.told(deck, dice=True)))
    assert "dice" in replays.no_proof(dice=True)
    names = replace(shaking().scene.names, seats={1: "Round"})
    left = Notice(1, News.LEFT_FOR_GOOD, seat=1)
    assert news(left, names).startswith("Round left for good")
    assert news(left, names).endswith("before the next circuit.")


def test_giving_up_is_asked_about_from_the_menu_too() -> None:
    """A list's number ends no turn at once that a key asks about."""
    desk = press(shaking(), "m 1")
    assert desk.scene.local.open == Confirm(Pass(), words.PASS)
    assert desk.plays == []
    assert press(desk, "enter").plays == [Pass()]
