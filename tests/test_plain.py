"""The line mode, as scripts of play: what is said, what is typed, what comes of it.

The talk is tested without a console, the console without a game, and both together by
a whole game through a pipe, answered by a script that only reads what is written.
"""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.client.commands.scene import Asking
from p10net.client.deck import Deck
from p10net.client.known import Known
from p10net.client.plain import wording
from p10net.client.plain.console import (
    broken,
)
from p10net.client.plain.deeds import Do, Quit, Wish
from p10net.client.plain.learning import learn
from p10net.client.plain.menus import KINDS, Item, Menu, question
from p10net.client.plain.sitting import sit
from p10net.client.plain.talk import OWN, Talk
from p10net.client.plain.telling import QUERIES
from p10net.client.session import Down, Ending
from p10net.client.words import answers, deals, hints, manual, puzzled, spoken, tips
from p10net.client.words import lobby as lobby_words
from p10net.engine.cards import parse, parse_cards
from p10net.engine.game import Game, apply, new_game, view_of
from p10net.engine.moves import (
    MOVES,
    Deal,
    Discard,
    Draw,
    Hit,
    Lay,
    LayOffer,
    NextRound,
    as_action,
    ask,
    legal,
)
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import OFFICIAL
from p10net.engine.view import Stage
from p10net.protocol.errors import ErrCode
from p10net.protocol.messages import (
    Err,
    Lobby,
    News,
    Notice,
    Ok,
    Said,
    Seated,
    State,
)
from p10net.protocol.messages import (
    question as put,
)
from p10net.protocol.people import (
    Ballot,
    Break,
    Clock,
    Person,
    PersonKind,
    Poll,
    Table,
    Watcher,
)
from p10net.protocol.requests import (
    Act,
    Chat,
    DoubleTime,
    Leave,
    Pause,
    Ready,
    Sit,
    Vote,
)
from tests.far_end import NAMES, SETTINGS, Dealer, Door, Far, welcome
from tests.pipes import Pipe, answers_by_number
from tests.positions import position
from tests.scenes import game_over, lobby, over, shaking

HAND = "R1 R3 B3 G5 Y7 R9 B11 G12 Y2 W"
SET_8 = (1, "set", "R8 B8 G8")
RUN_3 = (3, "run", "R3 W G5 Y6")


def people(ready: bool = False) -> Table:
    """Seat four; seat 1 owns the table and Gus looks on."""
    seats = tuple(
        Person(at, name, PersonKind.HUMAN, "", True, ready, at == 1)
        for at, name in enumerate(NAMES[:4], 1)
    )
    return Table(seats, (Watcher(1, "Gus", ""),), SETTINGS)


def news(game: Game, seat: int = 2, **facts: Any) -> State:
    """Say how the game stands, as the host says it to a seat."""
    view = view_of(game, seat)
    asked = ask(view)
    question_ = put(asked, view.step) if asked else None
    said = State(1, 0, (), view, people(), question_)
    return replace(said, **facts)


def talking(game: Game, seat: int = 2, **facts: Any) -> Talk:
    """Give a talk that has just been told how the game stands."""
    talk = Talk()
    talk.hear(welcome(seat=seat))
    talk.hear(news(game, seat, **facts))
    talk.due()
    return talk


# --- Scripts ----------------------------------------------------------------------

DRAWING = position({2: HAND}, stage=Stage.DRAW, pile="R12", phase={2: 9})
BARE = position({2: HAND}, stage=Stage.DRAW, pile="")
LAYING = position({2: "R1 B1 G1 R2 B2 W Y7 R9 B11 G11 Y5"})
LAY = Lay((parse_cards("B11 G11 W"), parse_cards("R1 B1 G1")), 1)
LAID = position({2: "B8 R7 W G12"}, table=(SET_8, RUN_3), laid=(2,))
FAR = position({2: HAND}, stage=Stage.DRAW, pile="R12", phase={2: 8})
LAST = position({2: "G12"}, table=(SET_8,), laid=(2,))
SKIPPING = position({2: f"{HAND} S"})


def script(game: Game, *typed: str) -> tuple[list[str], Any]:
    """Type lines; give what the last one is answered with, and the deed."""
    talk = talking(game)
    heard = None
    for line in typed:
        heard = talk.answer(line)
    assert heard is not None
    return [*heard.lines], heard.deed


QUESTIONS = [
    (
        DRAWING,
        [
            "Round 1, your turn. 10 cards, phase 9, 1 set of 5 and 1 set of 2."
            " Discard pile shows red 12.",
            "1 draw from the stock, 2 take red 12",
        ],
    ),
    (
        LAYING,
        [
            "You can lay phase 1: three 11s with 1 wild and three 1s.",
            "1 lay down, 2 hear other ways to lay, 3 discard a card",
        ],
    ),
    (
        LAID,
        [
            "1 hit red 7 on b at the high end, 2 hit blue 8 on a, 3 hit wild on a,",
            "4 hit wild on b at the low end, 5 hit wild on b at the high end,",
            "6 discard a card",
        ],
    ),
    (LAST, ["1 hear your hand, 2 discard green 12 and go out"]),
]
DEEDS = [
    (DRAWING, "1", Draw("stock")),
    (DRAWING, "2", Draw("pile")),
    (DRAWING, "draw", Draw("stock")),
    (DRAWING, "TAKE", Draw("pile")),
    (LAYING, "1", LAY),
    (
        LAYING,
        "lay r1 b1 g1 / r2 b2 w",
        Lay((parse_cards("R1 B1 G1"), parse_cards("R2 B2 W"))),
    ),
    (LAYING, "discard green 11", Discard(parse("G11"))),
    (LAYING, "discard  y5", Discard(parse("Y5"))),
    (LAID, "hit blue 8 a", Hit(parse("B8"), "a")),
    (LAID, "hit blue 8", Hit(parse("B8"), "a")),
    (LAID, "hit wild b low", Hit(parse("W"), "b", "low")),
    (SKIPPING, "skip 3", Discard(parse("S"), 3)),
    (SKIPPING, "discard skip 4", Discard(parse("S"), 4)),
    (LAST, "2", Discard(parse("G12"))),
    # The answers' own words
    (DRAWING, "draw from the stock", Draw("stock")),
    (DRAWING, "take red 12", Draw("pile")),
    (DRAWING, "take the red 12 from the pile", Draw("pile")),
    (DRAWING, "Take Red 12.", Draw("pile")),
    (LAYING, "lay down", LAY),
    (LAID, "hit wild on b at the low end", Hit(parse("W"), "b", "low")),
    (LAID, "hit blue8 on a", Hit(parse("B8"), "a")),
    (LAYING, "discard the green 11", Discard(parse("G11"))),
    (LAST, "discard green 12 and go out", Discard(parse("G12"))),
    # A card's name, where it can mean one thing only
    (LAID, "blue 8", Hit(parse("B8"), "a")),
    (LAST, "g12", Discard(parse("G12"))),
    # A name for a seat
    (SKIPPING, "skip Cleo", Discard(parse("S"), 3)),
    (SKIPPING, "skip at cleo", Discard(parse("S"), 3)),
    (SKIPPING, "discard skip dev", Discard(parse("S"), 4)),
]
ANSWERS = [
    (DRAWING, "hand", "10 cards: red 1, red 3, red 9, blue 3, blue 11, green 5"),
    (
        DRAWING,
        "hand color",
        "Red 1, 3, 9. Blue 3, 11. Green 5, 12. Yellow 2, 7. 1 wild.",
    ),
    (DRAWING, "phase", "Phase 9, 1 set of 5 and 1 set of 2."),
    (FAR, "phase", "red 1, red 3, red 9, wild, a missing red 3 times."),
    (DRAWING, "table", "Nothing lies on the table yet."),
    (LAID, "table", "Ann, meld a, 8s: red 8, blue 8 and green 8."),
    (LAID, "meld b", "wild as 4"),
    (LAID, "meld b", "takes 2 or 7"),
    (LAID, "meld z", "There is no meld z"),
    (LAID, "phase", "You have laid it"),
    (LAYING, "who", "Ann, seat 1, owner."),
    (LAYING, "who", "Gus is watching."),
    (LAYING, "who", "It is your turn."),
    (LAYING, "pile", "Discard pile: green 12."),
    (LAYING, "counts", "you 11"),
    (LAYING, "score", "1. Ann: 0 phases done, 0 points."),
    (LAYING, "score table", "Total"),
    (LAYING, "rules", "Rules: official. The official game: ten phases"),
    (LAYING, "rules", "In your turn draw a card from the stock"),
    (LAYING, "rules", "5 points, 10 from 10 up, a skip 15, a wild 25."),
    (LAYING, "options", "verbosity normal."),
    (LAYING, "help", "hand, hand color, table"),
    (LAYING, "missed", "You missed nothing."),
    (LAYING, "log", "Nothing has happened yet."),
    (LAYING, "again", "1 lay down, 2 hear other ways to lay, 3 discard a card"),
    (LAYING, "lay", "1 lay down, 2 lay three 1s and three 2s with 1 wild"),
    (LAYING, "discard", "1 back, 2 discard red 1"),
    (SKIPPING, "skip", "3 throw a skip at Cleo"),
    (LAID, "hit wild", "2 hit wild on a, 3 hit wild on b at the low end"),
    (LAYING, "7", "Answer with a number from 1 to 3."),
    (LAYING, "0", "Answer with a number from 1 to 3."),
    (LAYING, "dance", "There is no word dance"),
    (LAYING, "discard green 13", "g13 is no card: say green 7 or g7, wild,"),
    (LAYING, "discard red 4", "You do not hold that card"),
    (LAYING, "hit red 1 a", "Lay down your phase first"),
    (LAYING, "draw", "drawn already"),
    (LAYING, "swap", "Type swap green 7 d to put that card"),
    (LAYING, "discard red 1 2 3", "3 is too much there"),
    (LAYING, "vote red", "Type vote bot, vote skip, vote wait"),
    (LAYING, "verbosity loud", "brief, normal or full"),
    (LAYING, "events", "at-once"),
    (LAID, "lay", "Your phase is down already"),
    (DRAWING, "lay", "Draw a card first: type draw, or take."),
    (SKIPPING, "lay", "Your phase cannot be laid yet"),
    (SKIPPING, "skip", "Who loses a turn?"),
    (SKIPPING, "skip Ned", "Nobody called ned sits here"),
    (LAYING, "2", "Other ways to lay it down:"),
    (LAID, "wild", "Which card do you hit, and where?"),
    (LAID, "hit wild b", "Which end of the run, low or high?"),
    (LAID, "hit wild b top", "Which end of the run, low or high?"),
    (LAID, "hit green 12", "No card of yours fits a meld now."),
    (LAID, "green 12", "Say what to do with green 12, as in discard green 12,"),
    (LAYING, "hit", "Lay down your phase first"),
    (DRAWING, "take red 1", "The discard pile shows red 12: only that can be taken."),
    (BARE, "take red 1", "The discard pile is empty: draw from the stock."),
    (DRAWING, "discard", "Discard pile: red 12."),
    (DRAWING, "discard green", "green is no card: say green 7 or g7, wild, skip."),
    (LAYING, "x" * 5000, f"There is no word {'x' * 20}...: type help"),
    (LAYING, "help hit", "Type hit green 7 d to add that card to meld d"),
    (LAYING, "options verbosity full", "verbosity full."),
    (LAYING, "options speed 3", "There are three options"),
    (LAYING, "log 0", "Type log 5"),
    (LAYING, "log red", "Type log 5"),
]


PHASE_LIES = shaking("R5 B5 G5 B9 R9 G9 R1 W R3 G4").game
HURTS = [
    (LAYING, "discard", "discard wild", "A wild helps any phase."),
    (LAYING, "discard", "discard red 1", "Red 1 is part of the phase you can lay."),
    (LAID, "discard", "discard blue 8", "Blue 8 fits meld a."),
    (PHASE_LIES, "again", "end the turn without the phase", "Your phase lies there!"),
    (shaking().game, "again", "end the turn without the phase", "End your turn"),
]


@pytest.mark.parametrize(("game", "list_", "answer", "said"), HURTS)
def test_a_number_that_hurts_is_asked_about_as_on_the_screen(
    game: Game, list_: str, answer: str, said: str
) -> None:
    """One number off is a card lost: a second one makes sure, its words need none."""
    talk = talking(game)
    listed = " ".join(talk.answer(list_).lines)
    found = re.search(rf"(\d+) {answer}\b", listed)
    assert found is not None, listed
    number = found[1]

    asked = talk.answer(number)
    assert asked.deed is None
    assert asked.lines[0].startswith(said)
    assert asked.lines[1] == f"1 back, 2 {answer}"
    assert talk.answer("1").deed is None
    talk.answer(list_)
    talk.answer(number)
    assert isinstance(talk.answer("2").deed, Do)
    assert isinstance(talking(game).answer(answer).deed, Do)


def test_what_hurts_nobody_is_not_asked_about() -> None:
    """Any other card, the last one, and whoever wants no question or wrote a script."""
    assert isinstance(script(LAST, "2")[1], Do)
    listed = " ".join(talking(LAYING).answer("discard").lines)
    for card, asks, again in (
        ("red 9", Asking.SMART, False),
        ("red 9", Asking.ALWAYS, True),
        ("wild", Asking.NEVER, False),
        ("wild", None, False),
    ):
        found = re.search(rf"(\d+) discard {card}\b", listed)
        assert found is not None
        talk = talking(LAYING)
        talk.asks = asks
        talk.answer("discard")
        assert (talk.answer(found[1]).deed is None) is again


@pytest.mark.parametrize(("game", "lines"), QUESTIONS)
def test_the_question_is_put(game: Game, lines: list[str]) -> None:
    """A turn begins with where one stands and with numbered answers."""
    talk = Talk()
    talk.hear(welcome(seat=2))
    talk.hear(news(game))

    assert talk.due() == lines
    assert talk.due() == []


@pytest.mark.parametrize(("game", "typed", "action"), DEEDS)
def test_numbers_and_words_act(game: Game, typed: str, action: Any) -> None:
    """A number answers the question, and so does a word with cards as spoken."""
    lines, deed = script(game, typed)

    assert deed == Do(game.open.step, action)
    assert lines == []


@pytest.mark.parametrize(("game", "typed", "said"), ANSWERS)
def test_whatever_is_asked_is_said(game: Game, typed: str, said: str) -> None:
    """Asking changes nothing and answers in words; what is wrong is said."""
    lines, deed = script(game, typed)

    assert deed is None
    assert said in "\n".join(lines)


IN_THE_LOBBY = [
    ("hand", answers.NO_CARDS),
    ("phase", answers.NO_CARDS),
    ("pile", answers.NO_CARDS),
    ("counts", answers.NO_CARDS),
    ("score", answers.NO_CARDS),
    ("meld", answers.NO_MELDS),
    ("table", "Ann, seat 1, owner."),
    ("who", "Gus is watching."),
    ("rules", "Rules: masters. Announce any open phase after the deal"),
    ("rules", "In which order phases are attempted: any phase not yet done"),
    ("draw", puzzled.NOTHING_ASKED),
    ("verbosity full", "verbosity full."),
    ("events at-once", "events at-once."),
    ("again", "1 hear who is here, 2 ready"),
]


@pytest.mark.parametrize(("typed", "said"), IN_THE_LOBBY)
def test_before_a_game_the_same_can_be_asked(typed: str, said: str) -> None:
    """What is not there yet is said to be so; who is here and the rules are known."""
    talk, table = Talk(), people()
    talk.hear(welcome(seat=2))
    rules_ = preset("masters")
    talk.hear(
        Lobby(1, "lobby", table.seats, table.watchers, SETTINGS, rules_, (), 2, 6, 2)
    )

    assert said in "\n".join(talk.answer(typed).lines)


def test_what_was_saved_and_what_is_owed_are_said() -> None:
    """The own save pile, lost turns, floating and a hand that is empty."""
    game = position({2: "W S"}, table=(SET_8,))
    mine = replace(game.yours[1], saved=parse_cards("R5 B7"))
    seats = (replace(game.open.seats[0], owes=2, floating=True), *game.open.seats[1:])
    game = replace(
        game,
        open=replace(game.open, seats=seats),
        yours=(game.yours[0], mine, *game.yours[2:]),
    )
    talk = talking(game)

    assert talk.answer("hand").lines == (
        "2 cards: wild and skip.",
        "Saved: red 5 and blue 7.",
    )
    assert talk.answer("hand col").lines[0] == "1 wild. 1 skip."
    assert "loses 2 turns, floats" in talk.answer("table").lines[0]
    empty = talking(position({2: ""}, turn=3, table=(SET_8,)))
    assert empty.answer("hand").lines == ("Your hand is empty.",)


def test_the_score_is_a_table_for_braille() -> None:
    """Columns stand under each other, a round a line."""
    ended, _ = apply(LAST, 2, Discard(parse("G12")))
    lines = talking(ended).answer("score table").lines

    assert lines[0].split() == ["Round", "Ann", "You", "Cleo", "Dev"]
    assert lines[1].startswith("    1")
    assert len({len(line.rstrip()) for line in lines[::2]}) == 1


WISHES = [
    ("ready", Ready(0)),
    ("pause", Pause(0, True)),
    ("say Hello  THERE", Chat(0, "Hello THERE")),
    ("double", DoubleTime(0)),
    ("double off", DoubleTime(0, on=False)),
    ("sit", Sit(0)),
    ("leave", Leave(0)),
    ("leave for good", Leave(0, for_good=True)),
]


@pytest.mark.parametrize(("typed", "request_"), WISHES)
def test_wishes_go_to_the_host(typed: str, request_: Any) -> None:
    """What the host has to do is asked of it."""
    assert script(LAYING, typed) == ([], Wish(request_))


def test_a_list_leads_back() -> None:
    """The first answer of an inner list is the way back to the question."""
    lines, deed = script(LAYING, "3", "1")

    assert (lines, deed) == (QUESTIONS[1][1], None)


def test_a_list_is_put_again_as_it_is() -> None:
    """Numbers mean the same after `again`, in an inner list too."""
    inner, _ = script(LAYING, "2")

    assert script(LAYING, "2", "again") == (inner, None)


TWINS = position({2: "R2 Y2 W B5 R6 G6 R7 G8 B12 B12 Y1"}, phase={2: 2})


def test_ways_to_lay_that_sound_alike_are_told_apart() -> None:
    """Where only a color differs it is named, and the same cards are offered once."""
    _, *lines = talking(TWINS).answer("lay").lines
    ways = re.findall(r"\d+ (lay [^,]*(?:, using [^,]*)?)", " ".join(lines))

    assert "lay three 2s with 1 wild and run 5 to 8, using red 6" in ways
    assert "lay three 2s with 1 wild and run 5 to 8, using green 6" in ways
    assert len(set(ways)) == len(ways)


@pytest.mark.parametrize("word", sorted(manual.WORDS))
def test_every_word_says_how_it_is_used(word: str) -> None:
    """`help` and a word is one sentence that begins with that word."""
    (said,) = talking(LAYING).answer(f"help {word}").lines

    assert said.startswith(f"Type {word}")
    assert said.endswith((".", "?"))


def test_the_manual_has_every_word() -> None:
    """Nothing can be typed that cannot be asked about, and the other way round."""
    assert {*wording.ACTIONS, *wording.WISHES, *QUERIES, *OWN} == manual.WORDS


def test_the_owner_hears_the_words_of_owners() -> None:
    """Help names what the owner may do to the owner alone."""
    assert any("kick" in line for line in talking(LAYING, seat=1).answer("help").lines)
    assert not any("kick" in line for line in talking(LAYING).answer("help").lines)


def test_another_way_to_lay_is_laid() -> None:
    """The other ways are read out, and each of them can be chosen."""
    _, deed = script(LAYING, "2", "1")

    assert isinstance(deed, Do)
    assert isinstance(deed.action, Lay)
    assert deed.action != as_action(legal(view_of(LAYING, 2))[0])


def test_out_of_turn_only_looking_is_possible() -> None:
    """Whoever is not asked may ask, and is told so if they try to act."""
    talk = talking(DRAWING, seat=3)

    assert talk.answer("draw").lines == (puzzled.NOTHING_ASKED,)
    assert talk.answer("1").lines == (puzzled.NOTHING_ASKED,)
    assert talk.answer("discard").lines == ("Discard pile: red 12.",)
    assert "It is Ben's turn." in talk.answer("who").lines


READY_MARKS = [
    (DRAWING, False),
    (LAYING, False),
    (over().game, True),
    (game_over().game, True),
]


@pytest.mark.parametrize(("game", "said"), READY_MARKS)
def test_who_is_ready_is_said_while_that_is_waited_for(game: Game, said: bool) -> None:
    """Not while a round is played, where bots would be called ready all the time."""
    seats = people(ready=True).seats
    bot = replace(seats[2], kind=PersonKind.BOT)
    cleo = f"Cleo, seat 3, bot{', ready' * said}."
    for restless, ben in (
        (False, f"You, seat 2{', ready' * said}."),
        (True, f"You, seat 2{', not ready and not waited for' * said}."),
    ):
        me = replace(seats[1], restless=restless)
        table = replace(people(), seats=(seats[0], me, bot))
        told = talking(game, table=table).answer("who").lines

        assert {cleo, ben} <= {*told}


def test_quitting_says_how_to_come_back() -> None:
    """Leaving the program keeps the seat."""
    assert script(LAYING, "quit") == ([spoken.KEPT], Quit())


def test_a_watcher_keeps_no_seat() -> None:
    """Who looks on is not told of a seat."""
    assert talking(LAYING, seat=0).answer("quit").lines == (spoken.NO_SEAT,)


SHORT_WORDS = [
    ("?", "help"),
    ("d", "draw"),
    ("t", "take"),
    ("h", "hand"),
    ("q", "quit"),
]


@pytest.mark.parametrize(
    ("short", "word"), [*SHORT_WORDS, ("q", "quit"), (".", "hint")]
)
def test_a_letter_does_for_a_word(short: str, word: str) -> None:
    """What is typed most often is typed in one stroke."""
    assert script(DRAWING, short) == script(DRAWING, word)


def test_a_hint_has_its_reason() -> None:
    """In the own turn; out of it there is nothing to hint at."""
    (said,) = talking(LAYING).answer("hint").lines
    assert said == "Hint: lay down, a phase counts once it is laid."
    (said,) = talking(DRAWING).answer("hint").lines
    assert said == "Hint: take red 12, it brings you closer to your phase."
    assert talking(DRAWING, seat=3).answer("hint").lines == (hints.NONE,)


def test_what_was_missed_is_told_since_the_own_turn() -> None:
    """Everything after one's own last act, in order; nothing when there is none."""
    game, talk = new_game(OFFICIAL, (1, 2)), Talk()
    talk.hear(welcome(seat=1))
    for seat, act in ((0, Deal("2f" * 32)), (2, Draw("stock"))):
        game, events = apply(game, seat, act)
        talk.hear(news(game, 1, ev=events))
    said = talk.answer("missed").lines
    assert said[0] == answers.SINCE
    assert said[1].startswith("You dealt round 1.")
    assert said[-1] == "Ben drew from the stock."

    last = view_of(game, 2).you
    assert last is not None
    acts: list[tuple[int, Any]] = [(2, Discard(last.hand[0])), (1, Draw("stock"))]
    for seat, then in acts:
        game, events = apply(game, seat, then)
        talk.hear(news(game, 1, ev=events))
    assert talk.answer("missed").lines == (answers.NOTHING_MISSED,)


def test_a_game_that_was_asked_for_begins_without_a_question() -> None:
    """The lobby of a game alone asks nothing, unless the game is refused."""
    asked = Talk(begins=True)
    asked.hear(welcome(seat=2))
    waiting = lobby(2).scene.lobby
    assert waiting is not None
    asked.hear(waiting)
    assert asked.due() == []
    asked.unanswered()
    assert asked.due()[0] == spoken.LOBBY

    begun = Talk(begins=True)
    begun.hear(welcome(seat=2))
    begun.hear(waiting)
    begun.hear(news(DRAWING))
    assert begun.due()


def test_nothing_waits_for_a_question_after_the_game() -> None:
    """Lines of a script that come too late are answered, so that its end is read."""
    over = game_over().game
    talk = talking(over)
    talk.facts = replace(talk.facts, ask=None)
    assert talking(DRAWING, seat=3).early("draw")
    assert not talk.early("draw")
    assert not talk.early("1")


# --- News -------------------------------------------------------------------------


def told(*acts: Any, verbosity: Any = "normal", seat: int = 2) -> list[str]:
    """Play a round of two, and give what is said of it."""
    game, talk = new_game(OFFICIAL, (1, 2)), Talk(verbosity)
    talk.hear(welcome(seat=seat))
    said: list[str] = []
    chance = random.Random(1)
    for number, action in acts:
        act = Deal(chance.randbytes(32).hex()) if action is Deal else action
        game, events = apply(game, number or 0, act)
        said += talk.hear(news(game, seat, ev=events))
    return said


def test_events_are_told_in_order() -> None:
    """The deal, the own cards once, and each act in one line."""
    lines = told((0, Deal), (2, Draw("stock")))

    assert lines[0].startswith("Ann dealt round 1.")
    assert lines[1].startswith("You have 10 cards: ")
    assert lines[1].endswith("Phase 1, 2 sets of 3.")
    assert lines[2:4] == ["A set is cards of one number. A wild is any card.", tips.AIM]
    assert re.fullmatch(r"You drew [a-z]+( \d+)?\.", lines[4])


@pytest.mark.parametrize(
    ("verbosity", "count"), [("full", 5), ("normal", 4), ("brief", 2)]
)
def test_how_much_is_told(verbosity: str, count: int) -> None:
    """Others' draws are for who wants to hear all, the rules for who wants enough."""
    lines = told((0, Deal), (2, Draw("stock")), verbosity=verbosity, seat=1)

    assert len(lines) == count


def test_the_end_of_a_round_is_told_with_its_score() -> None:
    """Points of everybody, then the question that goes on."""
    game = LAST
    ended, events = apply(game, 2, Discard(parse("G12")))
    talk = talking(game)
    lines = talk.hear(news(ended, ev=events))

    assert lines[1] == "You went out."
    assert lines[2] == "Round 1 is over: you went out."
    assert "you laid phase 1, 0 points" in lines[3]
    assert talk.due() == [
        "Ready for the next round?",
        "1 hear the score, 2 ready",
    ]
    assert talk.answer("2").deed == Wish(Ready(0))

    late = talking(ended, table=replace(people(), clock=Clock(45_000)))
    assert "by itself after 45 s." in late.answer("again").lines[0]


def test_between_rounds_the_round_that_ended_is_told_from_the_next() -> None:
    """What was laid is of that round; the phase of the next lies on no table yet."""
    ended, _ = apply(LAST, 2, Discard(parse("G12")))
    talk = talking(ended)

    assert "You, seat 2: phase 1 laid, 0 cards, 0 points." in talk.answer("table").lines
    (said,) = talk.answer("phase").lines
    assert said == "In the next round: phase 2, 1 set of 3 and 1 run of 4."


def test_what_was_declared_is_of_the_round_that_is_over() -> None:
    """Where a phase is declared anew each round, the next one is not known yet."""
    seats = tuple(
        replace(one, declared=4, phase=4, done=(1,)) for one in LAST.open.seats
    )
    on = preset("masters")
    game = replace(LAST, open=replace(LAST.open, rules=on, seats=seats))
    ended, _ = apply(game, 2, Discard(parse("G12")))

    said = talking(ended).answer("phase").lines
    assert said[0] == "In the next round: phase 2, 1 set of 3 and 1 run of 4."
    assert len(said) == len(on.phases) - 1


def test_after_the_game_no_phase_is_left_to_hit_on() -> None:
    """The phase is asked for once more, and the score is what there is to hear."""
    over = view_of(game_over().game, 2)
    assert over.stage is Stage.GAME_OVER
    talk = talking(game_over().game)

    assert talk.answer("phase").lines == (answers.GAME_OVER,)


def test_people_and_chat_are_told_and_logged() -> None:
    """What is not of the game is one line each, and can be heard again."""
    talk = talking(LAYING)
    lines = [
        *talk.hear(Said(2, "good luck", seat=1)),
        *talk.hear(Said(2, "thanks", seat=2)),
        *talk.hear(Said(3, "hi \x1b[2J", watcher=1)),
        *talk.hear(Notice(4, News.LINK_LOST, seat=3)),
    ]

    assert lines == [
        "Ann says: good luck",
        "You say: thanks",
        "Gus says: hi [2J",
        "Cleo lost the link, the seat is kept.",
    ]
    assert talk.answer("log 2").lines == tuple(lines[2:])


LOSS = [
    (Down("closed", 0.25), "The link is lost, your seat is kept: trying again"),
    (Down("closed", 0.5, 0.25), ""),
    (Down("unreachable", 1.0, 0.75), "The host cannot be reached, your seat is kept"),
    (Down("no network", 2.0, 1.75), "No network here: turn on the Wi-Fi"),
    (Down("unreachable", 2.0, 28.0), ""),
    (Down("unreachable", 2.0, 30.5), "The link is still lost: trying goes on for 10"),
    (Down("closed", 2.0, 400.0), ""),
]


def test_a_loss_is_told_of_when_something_has_changed() -> None:
    """Each cause once, and once that it lasts; after the host was back, all anew."""
    talk = talking(LAYING)
    for _ in range(2):
        for down, told in LOSS:
            heard = talk.hear(down)
            assert len(heard) == bool(told)
            assert "".join(heard).startswith(told)
        talk.hear(welcome(seat=2, resumed=True))
        assert talk.hear(news(LAYING))[0].startswith("Welcome back")


def test_the_way_back_to_a_lobby_is_said_too() -> None:
    """Nobody is left to guess there whether the link holds again."""
    known = lobby(2).scene.lobby
    assert known is not None
    talk = Talk()
    talk.hear(welcome(seat=2))
    talk.hear(known)
    talk.hear(Down("silent", 0.25))
    talk.hear(welcome(seat=2, resumed=True))
    assert talk.hear(known) == ["Welcome back, seat 2."]
    assert talk.hear(known) == []


def test_a_loss_is_told_once_and_the_way_back_is_said() -> None:
    """After it: who one is, whose turn it is, and how much was missed."""
    talk = talking(LAYING)
    first, again = talk.hear(Down("silent", 0.25)), talk.hear(Down("silent", 0.5))
    talk.hear(welcome(seat=2, resumed=True))
    back = talk.hear(news(LAYING, n=4))

    assert len(first) == 1
    assert again == []
    assert back == [
        "Welcome back, seat 2, round 1. It is your turn.",
        answers.missed(4),
    ]
    assert talk.due() == QUESTIONS[1][1]
    assert talk.answer("missed").lines == (answers.missed(4),)


def test_who_comes_while_the_game_is_on_hears_where_it_stands() -> None:
    """A program started anew knows nothing: turn, own phase and hand are said first."""
    talk = Talk()
    talk.hear(welcome(seat=2, resumed=True))

    assert talk.hear(news(LAID, n=40)) == [
        "Round 1. It is your turn.",
        "You, seat 2: phase 1 laid, 4 cards, 0 points.",
        "4 cards: red 7, blue 8, green 12 and wild.",
    ]
    assert talk.answer("missed").lines == (answers.BEFORE,)


def test_who_comes_between_rounds_hears_how_the_last_one_went() -> None:
    """Instead of nothing but the question whether one is ready."""
    talk, (ended, _) = Talk(), apply(LAST, 2, Discard(parse("G12")))
    talk.hear(welcome(seat=2, resumed=True))
    (said,) = talk.hear(news(ended, n=40))

    assert said.startswith("Round 1: Ann laid phase 1, ")
    assert "you laid phase 1, 0 points" in said


@pytest.mark.parametrize(
    ("deck", "lines"),
    [
        (Deck(2, 3), []),
        (Deck(0, 3), [deals.CARDS.made_alone]),
        (Deck(1, 3, voided=1), [deals.CARDS.voided]),
        (Deck(2, 2, proved=1), ["Deck ok (2 of 2 shares)."]),
    ],
)
def test_a_deck_that_is_as_it_ought_to_be_interrupts_nobody(
    deck: Deck, lines: list[str]
) -> None:
    """It can be heard in the log; what is out of order is said at once."""
    talk = talking(LAYING)

    assert talk.hear(deck) == lines
    assert talk.answer("log 1").lines == tuple(deals.told(deck))


def test_who_is_to_choose_a_phase_is_not_told_of_one() -> None:
    """The hand alone is said where a phase is declared after the deal."""
    game, events = apply(new_game(preset("masters"), (1, 2)), 0, Deal("2f" * 32))
    talk = Talk()
    talk.hear(welcome(seat=2))
    lines = talk.hear(news(game, 2, ev=events))

    assert [line for line in lines if "hase" in line] == [tips.AIM_CHOSEN]
    asked = " ".join(talk.due())
    assert "2 go for phase 2: 1 set of 3 and 1 run of 4," in asked


def test_a_host_hears_what_friends_type() -> None:
    """Once at the beginning, and again when asked for; guests cannot say it."""
    invite = lobby_words.invited("H00-921", "192.168.1.34", ("The words are ba bo.",))
    talk = Talk(invite=invite)
    lines = talk.hear(welcome(seat=2))

    assert lines[1] == (
        "Friends type p10net join H00-921 or p10net join 192.168.1.34."
        " Invite says it again."
    )
    assert talk.answer("invite").lines == (lines[1], "The words are ba bo.")
    assert talking(LAYING).answer("invite").lines == (puzzled.NO_INVITE,)
    assert lobby_words.invited("", "", ("The words are ba bo.",)) == ()


def test_a_pause_is_a_question_of_its_own() -> None:
    """Nobody is asked to play; anybody is asked to let it go on, in time."""
    paused = replace(people(), paused=Break(1, 0))
    talk = talking(LAYING, table=paused, ask=None)

    assert talk.answer("again").lines == (
        "The game is paused, by Ann.",
        "1 hear the table, 2 let the game go on, once two minutes are over",
    )
    own = talking(LAYING, table=replace(people(), paused=Break(2, 0)), ask=None)
    assert own.answer("again").lines[1] == "1 hear the table, 2 let the game go on"
    assert talk.answer("draw").lines == (puzzled.PAUSED_STILL,)
    assert talk.answer("2").deed == Wish(Pause(0, False))


def test_a_vote_is_a_question_beside_the_others() -> None:
    """Whoever waits is asked, whoever plays is asked too, and nobody twice."""
    asked = replace(people(), poll=Poll(3, ()))
    talk = talking(LAYING, table=asked, ask=None)
    assert talk.answer("again").lines == (
        "Cleo is not here. How shall the game go on?",
        "1 hear the table, 2 let a bot play on, 3 pass those turns, 4 wait some more,",
        "5 end the game here",
    )
    assert talk.answer("3").deed == Wish(Vote(0, "skip"))
    assert talk.due() == []

    talk = talking(LAYING, table=asked)
    first, *items = talk.answer("again").lines
    assert first.startswith("Cleo is not here.")
    assert "let a bot play on" in " ".join(items)
    voted = replace(people(), poll=Poll(3, (Ballot(2, "bot"),)))
    talk.hear(news(LAYING, table=voted))
    assert talk.due() == QUESTIONS[1][1]


def test_a_host_that_cannot_go_on_is_not_asked_to() -> None:
    """The reason is said, and nothing is offered that would be refused."""
    stuck = replace(people(), paused=Break(0, 0, "disk"))
    talk = talking(LAYING, table=stuck, ask=None)

    assert talk.answer("again").lines == (
        "The host's disk is full or failing: the game waits, and nothing is lost.",
        "1 hear the table",
    )


def test_a_watcher_is_asked_nothing() -> None:
    """Public cards can be heard; a hand cannot, and there is nothing to answer."""
    talk = talking(LAID, seat=0)

    assert talk.answer("hand").lines == (spoken.WATCHING,)
    assert talk.answer("1").lines == (puzzled.NOTHING_ASKED,)
    assert talk.hear(Seated(9, 3, 0)) == [
        "Seat 3 at Ann's table. Type help to hear what you can type."
    ]


def in_line(*, waits: bool = True) -> Talk:
    """Come to a game without a free seat, as one who wanted one or only to look on."""
    talk, state = Talk(), news(LAID, 0)
    watchers = (Watcher(7, "Gus", "p10net/0.1", waits=waits),)
    talk.hear(welcome(seat=None, watcher=7))
    heard = talk.hear(replace(state, table=replace(state.table, watchers=watchers)))
    told = [line for line in heard if "No seat is free" in line]
    assert told == [QUEUED] * waits
    return talk


QUEUED = (
    "No seat is free in this game, so you watch. You are in line for the next: between"
    " two rounds, or with the next game."
)


def test_whoever_found_no_seat_is_told_why_and_what_comes() -> None:
    """Once at the door, and again whenever the hand is asked for that is not there."""
    talk = in_line()
    again = talk.hear(news(LAID, 0))
    assert QUEUED not in again
    assert in_line().answer("hand").lines == (QUEUED,)
    assert in_line(waits=False).answer("hand").lines == (spoken.WATCHING,)


def test_whoever_asks_for_a_seat_later_is_told_so_too() -> None:
    """The line says it to whoever came to look on and changed their mind."""
    talk, state = in_line(waits=False), news(LAID, 0)
    watchers = (Watcher(7, "Gus", "p10net/0.1", waits=True),)
    state = replace(state, seq=2, table=replace(state.table, watchers=watchers))
    assert talk.hear(state) == [QUEUED]
    assert talk.hear(Seated(9, 3, 0))[0].startswith("Seat 3")


# --- Everything that may be done ----------------------------------------------------


def every_item(menu: Menu) -> Iterator[Item]:
    """Go through a menu and all that its answers lead to."""
    for item in menu.items:
        yield item
        if item.menu is not None:
            yield from every_item(item.menu)


def facts(game: Game) -> Known:
    """Give what the seat in turn knows."""
    seat = game.open.turn
    return learn(learn(Known(), welcome(seat=seat)), news(game, seat))


@given(name=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 2**32))
@settings(max_examples=25)
def test_every_offer_has_a_number_and_none_ends_the_turn_by_habit(
    name: str, seed: int
) -> None:
    """In any game: each thing that may be done is an answer; number 1 is harmless."""
    chance = random.Random(seed)
    game = new_game(preset(name), (1, 2, 3))
    for _ in range(60):
        if game.open.turn:
            menu = question(facts(game))
            assert menu is not None
            _holds(game, menu)
        game = _any_act(game, chance)


def _holds(game: Game, menu: Menu) -> None:
    offers = legal(view_of(game, game.open.turn))
    answers = [item.action for item in every_item(menu) if item.action is not None]
    for offer in offers:
        if not isinstance(offer, LayOffer):
            assert offer in answers
    for action in answers:
        after, _ = apply(game, game.open.turn, action)
        if game.open.stage is Stage.PLAY and menu.items[0].action == action:
            assert after.open.turn == game.open.turn
    assert all(
        len(line) <= 80 for line in spoken.numbered([i.words for i in menu.items])
    )


def _any_act(game: Game, chance: random.Random) -> Game:
    if game.open.stage is Stage.DEAL:
        return apply(game, 0, Deal(chance.randbytes(32).hex()))[0]
    if game.open.stage in (Stage.ROUND_OVER, Stage.GAME_OVER):
        return apply(game, 0, NextRound())[0] if not game.open.summary else game
    offers = legal(view_of(game, game.open.turn))
    return apply(game, game.open.turn, as_action(chance.choice(offers)))[0]


def test_every_move_has_its_words() -> None:
    """A new move of the engine is asked for, said and typed here too."""
    assert set(KINDS) | {Lay} == set(MOVES)
    assert set(spoken.OFFERS) == set(MOVES)
    assert set(spoken.GROUPS) == set(MOVES)
    assert set(wording.ACTIONS.values()) == set(MOVES)


TYPED = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *wording.ACTIONS,
                *wording.WISHES,
                *answers.help(owner=True),
                "log",
                "meld",
            ]
        ),
        st.sampled_from(
            ["w", "green 7", "skip", "a", "/", "3", "low", "-1", "99999999"]
        ),
        st.text(max_size=12),
    ),
    max_size=5,
)


@given(typed=TYPED, game=st.sampled_from([DRAWING, LAYING, LAID, LAST, SKIPPING]))
@settings(max_examples=150)
def test_whatever_is_typed_is_answered(typed: list[str], game: Game) -> None:
    """No line is too strange: it is done, or answered in lines that can be written."""
    heard = talking(game).answer(" ".join(typed))

    for line in heard.lines:
        for part in broken(line):
            assert len(part) <= 80
            assert part.isascii()
            assert part.isprintable()


# --- At a table ---------------------------------------------------------------------


class Desk:
    """A console for tests: lines go in by hand, and what is written is kept."""

    def __init__(self) -> None:
        self.typing = self.gone = False
        self.person = True
        self.written: list[str] = []
        self._typed, self._read = trio.open_memory_channel[str | None](100)

    def type(self, line: str | None) -> None:
        """Finish a line, or end the input with None."""
        self.typing = False
        self._typed.send_nowait(line)

    async def read(self) -> str | None:
        """Wait for a line."""
        return await self._read.receive()

    def write(self, line: str) -> None:
        """Keep a line."""
        assert not self.typing, f"written into a typed line: {line}"
        self.written.append(line)

    def scrap(self) -> None:
        """Let go of a line that was begun."""
        self.typing = False


class Evening:
    """A sitting that runs, and how it ended."""

    def __init__(self, nursery: trio.Nursery, talk: Talk | None = None) -> None:
        self.desk, self.door, self._talk = Desk(), Door(), talk
        self.end: Ending | None = None
        nursery.start_soon(self._run)

    async def _run(self) -> None:
        self.end = await sit(self.door.session(), self.desk, self._talk)

    async def settled(self) -> list[str]:
        """Wait until nothing moves; give what was written since the last time."""
        await trio.testing.wait_all_tasks_blocked(0.01)
        lines, self.desk.written = self.desk.written, []
        return lines


async def test_news_wait_while_a_line_is_typed(nursery: trio.Nursery) -> None:
    """Nothing is written into a line; after it everything is, counted and in order."""
    at = Evening(nursery)
    far = await at.door.answer()
    await far.greet(seat=2)
    await far.say(news(LAID, seat=2))
    await at.settled()
    at.desk.typing = True
    await far.say(Said(2, "one", seat=1), Said(3, "two", seat=3))
    assert await at.settled() == []

    at.desk.type("counts")
    counts, *rest = await at.settled()
    assert counts.startswith("Cards: ")
    assert rest == ["2 things happened:", "Ann says: one", "Cleo says: two"]


async def test_a_number_answers_the_question_that_was_heard(
    nursery: trio.Nursery,
) -> None:
    """A question that came while the answer was typed is not answered by it."""
    at = Evening(nursery)
    far = await at.door.answer()
    await far.greet(seat=2)
    await far.say(news(DRAWING, seat=2))
    await at.settled()
    at.desk.typing = True
    await far.say(news(replace(LAST, open=replace(LAST.open, step=7)), seat=2))
    await at.settled()
    at.desk.type("2")

    act = await far.hear(Act)
    assert (act.step, act.action) == (DRAWING.open.step, Draw("pile"))
    await far.say(Err(act.id, ErrCode.STALE_STEP, "", step=7))
    lines = await at.settled()
    assert lines[0] == QUESTIONS[3][1][0]
    assert "moved on already" in lines[1]
    assert lines[2:] == QUESTIONS[3][1]


ENDS = [("quit", 0, spoken.KEPT), (None, 0, spoken.KEPT)]


@pytest.mark.parametrize(("typed", "status", "said"), ENDS)
async def test_quitting_and_the_end_of_input_end_it(
    nursery: trio.Nursery, typed: str | None, status: int, said: str
) -> None:
    """The last line says that the seat is kept, and the program ends well."""
    at = Evening(nursery)
    await (await at.door.answer()).greet(seat=2)
    await at.settled()
    at.desk.type(typed)

    assert await at.settled() == [said]
    assert at.end == Ending(said, status)


async def test_leaving_waits_for_the_goodbye(nursery: trio.Nursery) -> None:
    """The host is told, and has its moment to answer."""
    at = Evening(nursery)
    far = await at.door.answer()
    await far.greet(seat=2)
    at.desk.type("leave")
    await far.say(Ok((await far.hear(Leave)).id))
    await far.cut()

    assert "You left the table" in (await at.settled())[-1]
    assert at.end is not None
    assert at.end.status == 0


async def test_a_script_may_be_ahead_of_its_questions(nursery: trio.Nursery) -> None:
    """Answers written in advance wait for their question, and each is sent."""
    door, pipe = Door(), Pipe()
    pipe.put("ready\ntable\ndraw\ndiscard\n2\n")
    pipe.end()
    far, ends = await _knocking(nursery, door, pipe)
    await far.greet(seat=2)
    known = lobby(2).scene.lobby
    assert known is not None
    await far.say(known)
    ready = await far.hear(Ready)
    await far.say(Ok(ready.id), news(DRAWING, seat=2))
    draw = await far.hear(Act)
    await far.say(Ok(draw.id), news(LAYING, seat=2))
    discard = await far.hear(Act)
    await far.say(Ok(discard.id))

    assert (draw.action, discard.action) == (Draw("stock"), Discard(parse("R1")))
    assert (await ends.receive()).status == 0
    pipe.close()
    os.close(pipe.heard)


async def test_a_script_is_answered_about_the_table_it_came_to(
    nursery: trio.Nursery,
) -> None:
    """What is asked before the host has said anything waits, and so does the end."""
    door, pipe = Door(), Pipe()
    pipe.put("hand\n")
    pipe.end()
    far, ends = await _knocking(nursery, door, pipe)
    await far.greet(seat=2)
    await trio.testing.wait_all_tasks_blocked()
    await far.say(news(DRAWING, seat=2, n=9))

    assert (await ends.receive()).said == spoken.KEPT
    pipe.close()
    heard = os.read(pipe.heard, 10_000).decode().splitlines()
    os.close(pipe.heard)
    assert heard[-3].startswith("10 cards: red 1, red 3")
    assert heard[-1] == spoken.KEPT


async def test_an_interrupt_says_that_the_seat_is_kept() -> None:
    """Ctrl-C ends at once, but not without a word."""
    async with trio.open_nursery() as evening:
        at = Evening(evening)
        await (await at.door.answer()).greet(seat=2)
        await at.settled()
        evening.cancel_scope.cancel()

    assert at.desk.written == [spoken.KEPT]
    assert at.end is None


async def test_an_interrupt_asks_a_host_first(nursery: trio.Nursery) -> None:
    """Once, where others sit there; what is being typed makes room for the question."""
    with trio.open_signal_receiver(signal.SIGINT) as outside:
        at = Evening(nursery, Talk(keeps=True))
        far = await at.door.answer()
        await far.greet(seat=2)
        await far.say(news(DRAWING, seat=2))
        await at.settled()
        at.desk.typing = True
        await far.say(Said(2, "one", seat=1))
        assert await at.settled() == []
        for heard in (["Ann says: one"], []):
            signal.raise_signal(signal.SIGINT)
            *held, first, second = await at.settled()
            assert held == heard
            assert first.startswith("Close the table for everybody?")
            assert second == "1 stay, 2 close the table"
            at.desk.type("stay")
            assert (await at.settled())[0].startswith("Round 1, your turn.")

        signal.raise_signal(signal.SIGINT)
        await far.say(news(LAYING, seat=2))
        await at.settled()
        assert at.end is None
        signal.raise_signal(signal.SIGINT)
        assert await anext(outside) == signal.SIGINT
        nursery.cancel_scope.cancel()


async def _knocking(
    nursery: trio.Nursery, door: Door, pipe: Pipe
) -> tuple[Far, trio.MemoryReceiveChannel[Ending]]:
    """Let the line mode knock, and give the far end and where its ending comes out."""
    tell, ends = trio.open_memory_channel[Ending](1)

    async def play() -> None:
        tell.send_nowait(await sit(door.session(), pipe.console))

    nursery.start_soon(play)
    return await door.answer(), ends


@pytest.mark.limit(40)
async def test_a_whole_game_through_a_pipe(nursery: trio.Nursery) -> None:
    """U38: a script that reads lines and types numbers plays a game to its end."""
    dealer, door = Dealer(preset("quick"), seats=3, seat=2, seed=5), Door()
    heard, pipe = bytearray(), Pipe()
    far, ends = await _knocking(nursery, door, pipe)
    async with trio.open_nursery() as reading:
        reading.start_soon(answers_by_number, pipe, heard)
        await dealer.serve(far)
        end = await ends.receive()
        pipe.close()

    assert end.status == 0
    assert dealer.view.stage is Stage.GAME_OVER
    assert dealer.refused == []
    assert "The game is over, won by" in heard.decode()
    assert all(len(line) <= 80 for line in heard.decode().splitlines())
    assert heard.isascii()
    assert not {0x1B, 0x0D, 0x08} & set(heard)
