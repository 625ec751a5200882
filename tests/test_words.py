"""What people read: cards in letters and in words, and a sentence for every refusal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import replace

from p10net.bots.brain import Why
from p10net.client.words import (
    actions,
    answers,
    bar,
    cards,
    course,
    events,
    hints,
    links,
    lobby,
    log,
    notation,
    parting,
    past,
    people,
    refusals,
    seats,
    sheet,
    tips,
)
from p10net.client.words import help as help_words
from p10net.client.words.events import Names
from p10net.engine import progress
from p10net.engine.cards import COLORS, Card, parse_cards
from p10net.engine.dice import ALL
from p10net.engine.ending import Floated, WentOut
from p10net.engine.game import view_of
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.melds import Kind, Meld
from p10net.engine.moves import (
    MOVES,
    Action,
    Declare,
    Discard,
    Draw,
    Event,
    Give,
    GiveBack,
    Hit,
    Lay,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
)
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
from p10net.engine.moves.roll import Passed
from p10net.engine.moves.save import Saved
from p10net.engine.moves.swap import Swapped
from p10net.engine.opening import Dealt
from p10net.engine.phases import parse
from p10net.engine.presets import preset
from p10net.engine.reasons import Reason
from p10net.engine.rolling import Begun, Counted, Rolled
from p10net.engine.rules import Rules
from p10net.engine.turns import NoDraw, Skipped
from p10net.engine.view import RoundRow, Seat, Stage, Summary, View
from p10net.protocol import errors
from p10net.protocol.clean import cells
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.messages import News, Notice
from p10net.protocol.people import Absence, AwayRule, Person, PersonKind, Settings
from tests.positions import position


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
    assert notation.spoken(card) == words


def test_every_face_has_words() -> None:
    """No two faces sound alike."""
    assert len({notation.spoken(card) for card in Card}) == len(Card)


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
    """U45: the four letters, W, S and D are seven different ones."""
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
    full = "Rules for 4 at most, and 5 are seated: send 1 away, or choose other rules."
    assert refusals.refused(ErrCode.WRONG_STAGE, None, full) == full
    plain = errors.REFUSALS[ErrCode.WRONG_STAGE]
    assert (
        refusals.refused(ErrCode.WRONG_STAGE, None, plain)
        == (refusals.REFUSALS[ErrCode.WRONG_STAGE])
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
        "Ann hit a wild on meld c, at the low end.",
    ),
    (Refreshed(2, 8), "put the phase away", "Ben put the phase away for a new one."),
    (Discarded(2, Card.R12), "discarded R12", "Ben discarded red 12."),
    (Discarded(2, Card.S), "discarded S", "Ben discarded a skip."),
    (
        Discarded(2, Card.S, skip=3),
        "threw a Skip at you",
        "Ben threw a skip at you: you lose a turn.",
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
    (Begun(2, 3), "Circuit 2: you to roll first", "Circuit 2: you to roll first."),
    (
        Rolled(2, ALL, (Card.R5, Card.W), 1),
        "rolled: R5 W",
        "Ben rolled all dice: red 5, wild.",
    ),
    (
        Rolled(3, (4,), (Card.R5, Card.W), 2),
        "rolled 1 again: R5 W",
        "You rolled 1 die: red 5, wild.",
    ),
    (Passed(2), "did not make the phase", "Ben did not make the phase."),
    (Counted(2, 33), "counted 33", "Ben counted 33 points for it."),
]


@pytest.mark.parametrize(("event", "clause", "sentence"), EVENTS)
def test_event(event: Struct, clause: str, sentence: str) -> None:
    """Each event has its clause for the log and its sentence for the ear."""
    assert events.clause(event, NAMES) == clause
    assert events.sentence(event, NAMES) == sentence


def test_a_circuit_of_dice_has_its_own_end() -> None:
    """With dice everybody ends the round, and nobody goes out."""
    dice = replace(NAMES, dice=True)
    over = "Circuit 2 is over: everybody has rolled"
    assert events.clause(RoundOver(2, 0), dice) == over
    assert events.sentence(RoundOver(2, 0), dice) == f"{over}."
    row = RoundRow(2, 0, (1, 2, 1, 1), (True, False, True, True), (30, 0, 5, 9))
    assert answers.round_row(dice, row).startswith("Circuit 2: Ann laid phase 1")
    assert "1-0 die in/out" in bar.preview_keys(1, 1, dice=True)
    assert "1-0 n card in/out" in bar.preview_keys(1, 1)


def test_every_event_is_told() -> None:
    """No event the engine may bring is without words, and each is tried above."""
    kinds = set(get_args(Event))
    assert set(events.CLAUSES) == set(events.SENTENCES) == kinds
    assert {type(event) for event, _, _ in EVENTS} == kinds


def test_anothers_draw_is_not_told() -> None:
    """What was drawn face down is said to nobody but its player."""
    assert "B7" not in events.clause(Drew(1, "stock"), NAMES)
    assert "blue" not in events.sentence(Drew(2, "saved"), NAMES)


OFFERED: list[tuple[Action, str]] = [
    (Declare(4), "go for phase 4"),
    (Discard(Card.R5), "discard R5"),
    (Discard(Card.S, skip=1), "throw a Skip at Ann"),
    (Discard(Card.W, skip=3), "throw a wild as Skip at you"),
    (Discard(Card.D, down=1), "discard D: Ann goes a phase down"),
    (Draw("stock"), "draw from the stock"),
    (Draw("pile"), "take the top of the discard pile"),
    (Give(1), "give it to Ann"),
    (Give(3), "keep it"),
    (GiveBack(Card.R5), "put R5 on the pile for it"),
    (Hit(Card.B7, "d"), "hit B7 on d"),
    (Hit(Card.W, "c", "low"), "hit W on c at the low end"),
    (Lay(((Card.R1, Card.B1), (Card.W, Card.G2))), "lay R1 B1 / W G2"),
    (Lay(((Card.R1,),), 4), "lay phase 4: R1"),
    (Refresh(), "put your phase away and fill up the hand"),
    (Save(Card.R5), "save R5, which ends the turn"),
    (Swap(Card.R4, "c"), "put R4 for the wild on c"),
    (Swap(Card.R4, "c", "high"), "put R4 for the wild on c, the wild to the high end"),
    (TakeSaved(Card.W), "draw W from your save pile"),
    (Pass(), "end the turn without the phase"),
    (Roll(ALL), "roll all dice again"),
    (Roll((2, 5, 10)), "roll dice 2, 5 and 10 again"),
]


@pytest.mark.parametrize(("action", "words"), OFFERED)
def test_offer(action: Action, words: str) -> None:
    """What may be done reads as an item of a list."""
    assert actions.offer(action, NAMES) == words


def test_every_action_is_offered_in_words() -> None:
    """No action the engine knows is without words, and each is tried above."""
    assert set(actions.OFFERS) == set(MOVES) == {type(one) for one, _ in OFFERED}


def notice(what: News, **facts: Any) -> Notice:
    return Notice(seq=1, what=what, **facts)


TOLD = [
    (notice(News.JOINED, seat=4, name="Dev"), "Dev sat down."),
    (notice(News.JOINED, seat=3, name="Eva"), "You sat down."),
    (notice(News.BACK, seat=3), "You are back."),
    (notice(News.RENAMED, seat=3, name="Evi"), "You are called Evi now."),
    (notice(News.LEFT, seat=2), "Ben left, the seat is kept."),
    (notice(News.KICKED, seat=2, name="Ben", by=1), "Ann sent Ben away."),
    (notice(News.KICKED, seat=3, name="Eva", by=1), "Ann sent you away."),
    (notice(News.RENAMED, seat=2, name="Benny"), "Ben is called Benny now."),
    (notice(News.PAUSED, by=3, seat=3), "You paused the game."),
    (notice(News.PAUSED), "The host paused the game."),
    (notice(News.WATCHING, watcher=1, name="Gus\x1b[2J"), "Gus[2J is watching."),
    (notice(News.LEFT, watcher=1), "A watcher left."),
    (notice(News.LEFT_FOR_GOOD, watcher=1), "A watcher left."),
    (
        notice(News.LEFT_FOR_GOOD, seat=2),
        "Ben left for good and is out before the next round.",
    ),
    (notice(News.SEATED, seat=4, name="Gus"), "Gus took seat 4."),
    (notice(News.OTHER, seat=1), ""),
]


@pytest.mark.parametrize(("notice_", "sentence"), TOLD)
def test_news(notice_: Notice, sentence: str) -> None:
    """News of the table is one sentence, and names whom it concerns."""
    assert people.news(notice_, NAMES) == sentence


YOURS = [
    (notice(News.STAND_IN, seat=3), "The stand-in plays for you for now."),
    (notice(News.PASSING, seat=3), "Your turns are passed for now."),
    (
        notice(News.PLAYED_DEFAULT, seat=3),
        "The time was over: the host played for you.",
    ),
    (notice(News.BANNED, seat=3, by=1), "Ann shut you out until the game ends."),
    (notice(News.REISSUED, seat=3, by=1), "Ann gave out your seat anew."),
    (
        notice(News.CONTESTED, seat=3),
        "Your seat is open in two windows; the first keeps it.",
    ),
    (notice(News.MOVED, seat=3, by=1), "You moved to seat 3."),
    (notice(News.SEATED, seat=3, name="Eva"), "You took seat 3."),
]
MISFIT = re.compile(
    r"[^.:] You\b|^you\b|\b(of|by) you, who|[Yy]ou (is|has|was|\w+[^su]s)\b|\bof You\b"
)
"""A "You" within a sentence, a "you" that begins one, and verbs of the third person."""


@pytest.mark.parametrize(("notice_", "sentence"), YOURS)
def test_news_of_the_reader(notice_: Notice, sentence: str) -> None:
    """What concerns the reader is said to them, in its person and case."""
    assert people.news(notice_, NAMES) == sentence


def _about_the_reader() -> Iterator[str]:
    """Give every sentence that may name the reader, where it does."""
    for what in News:
        for by in (None, 1, 3):
            yield people.news(notice(what, seat=3, name="Eva", by=by), NAMES)
            yield people.news(notice(what, seat=2, name="Ben", by=by), NAMES)
    for event, _, _ in EVENTS:
        for you in (1, 2, 3):
            yield events.sentence(event, replace(NAMES, you=you))
            yield events.clause(event, replace(NAMES, you=you)).removeprefix("you to")
    seat = Seat(3, 4, n=2, owes=1, floating=True)
    view = view_of(position({1: "R1", 2: "R2", 3: "R3"}), 3)
    yield from (answers.seat(NAMES, view, seat), answers.score(NAMES, seat, 1))
    yield from (answers.counts(view, NAMES), answers.chat("You", "hello"))
    yield from (
        bar.waiting("You", 1),
        bar.paused("You"),
        past.where(2, "You", mine=False),
    )
    yield from (log.muted("You", on=True), log.player("You"))


def test_you_fits_into_every_sentence() -> None:
    """Nothing that names the reader calls them "You" amid it, or like a third one."""
    assert [said for said in _about_the_reader() if MISFIT.search(said)] == []


def test_before_a_game_no_seat_is_kept() -> None:
    """Whoever leaves the lobby, and any bot that is taken out, is simply gone."""
    left = notice(News.LEFT, seat=2)

    assert people.news(left, NAMES, playing=False) == "Ben left."


def test_every_news_has_its_sentence() -> None:
    """No kind of notice and no kind of absence is without words."""
    assert set(people.NEWS) == set(News)
    assert set(people.ABSENT) == set(Absence)


MARKS = [
    ({}, ""),
    ({"owner": True}, "owner"),
    ({"kind": PersonKind.BOT}, "bot"),
    ({"absent": Absence.AWAY, "kind": PersonKind.BOT}, "away"),
    ({"absent": Absence.LINK_LOST}, "link lost"),
    ({"absent": Absence.LEFT, "stand_in": True}, "stand-in"),
]


@pytest.mark.parametrize(("facts", "mark"), MARKS)
def test_marks(facts: dict[str, Any], mark: str) -> None:
    """Beside a name stands the one thing that matters most about it now."""
    plain: dict[str, Any] = {
        "kind": PersonKind.HUMAN,
        "on": True,
        "ready": False,
        "owner": False,
    }
    assert people.marks(Person(2, "Ben", client="", **(plain | facts))) == mark


def test_every_loss_of_the_link_has_words() -> None:
    """Whatever the session calls it, the person reads what and when it goes on."""
    for why in (*links.LOST, "full"):
        sentence = links.down(why, 0.2)
        assert sentence.endswith("your seat is kept: trying again in 1 s")


def test_without_a_network_one_is_asked_for() -> None:
    """No host is blamed, none is said to be gone for good, and a screen holds it."""
    for gone, again in ((0.0, False), (600.0, True)):
        said = links.down("no network", 2.0, gone, again=again)
        assert said.startswith("No network here: turn on the Wi-Fi")
        assert said.endswith("your seat is kept.")
        assert cells(said) <= 77
    assert "seat" not in links.down("no network", 2.0, seated=False)


BARS = [
    (bar.waiting("Ben", 0), "Ben to play."),
    (bar.waiting("Ben", 1), "Ben to play. You lose your next turn."),
    (bar.waiting("Ben", 2), "Ben to play. You lose your next 2 turns."),
    (bar.waiting("You", 0), "Your turn."),
    (bar.waiting("Ben", 1, "all wait"), "Ben to play. Link lost: all wait."),
    (bar.paused(""), "The host paused the game."),
    (bar.draw(True, None), "YOUR TURN  d draw from the stock"),
    (bar.draw(False, Card.R7), "YOUR TURN  p take R7 from the pile"),
    (bar.hit([Hit(Card.B7, "d")]), "YOUR TURN  h hit B7 on d"),
    (bar.chosen(Card.S), "S is chosen: Enter throws it, then say who loses a turn"),
    (
        bar.preview((), [Hit(Card.B7, "d")], (), True, None, 78),
        "PREVIEW  hit B7 on d. You go out.",
    ),
    (
        bar.preview((), [Hit(Card.B7, "d")] * 9, (Card.R1, Card.R2), False, None, 60),
        "PREVIEW  hit 9 cards. Left: R1 R2.",
    ),
    (bar.preview((), [Hit(Card.B7, "d")] * 9, (), False, None, 10), "hit 9 cards."),
    (
        bar.lay((SEVEN_BLUE,), (), True, 78),
        "YOUR TURN  l lay seven blue, then you can go out",
    ),
]


@pytest.mark.parametrize(("said", "words"), BARS)
def test_bar(said: str, words: str) -> None:
    """The bar says what can be done, in the room there is."""
    assert said == words


SHEETS = [
    (Summary("out", 2, ()), "Round 4 is over: Ben went out."),
    (Summary("out", 3, ()), "Round 4 is over: you went out."),
    (Summary("no_cards", 0, ()), "Round 4 is over: nobody could draw any more."),
    (Summary("stopped", 0, ()), "The game was stopped in round 4."),
    (Summary("out", 2, (), (2,)), "The game is over after round 4."),
]


@pytest.mark.parametrize(("summary", "words"), SHEETS)
def test_sheet(summary: Summary, words: str) -> None:
    """The sheet says how the round or the game ended."""
    assert sheet.over(summary, 4, NAMES) == words


def test_who_left_for_good_keeps_a_column() -> None:
    """The rounds they played are read with their name; a free number has none."""
    ben, nobody = Seat(2, 3, score=60, gone=True), Seat(4, 0, gone=True)
    seats = Seat(1, 2), ben, Seat(3, 1), nobody
    rows = (
        RoundRow(1, 1, (1, 1, 1, 0), (True,) * 3 + (False,), (0, 60, 5, 0)),
        RoundRow(2, 3, (2, 0, 1, 0), (False,) * 4, (20, 0, 0, 0)),
    )
    view = View(Rules(), 2, Stage.ROUND_OVER, 0, 0, 1, 1, 0, (), seats, sheet=rows)

    assert [one.seat for one in sheet.columns(view)] == [1, 2, 3]
    lines = sheet.as_text(view, Names({1: "Ann", 2: "Ben", 3: "Cy"})).splitlines()
    assert lines[0].split() == ["Round", "Ann", "Ben", "Cy"]
    assert lines[2].split() == ["2", "2", "20", "-", "1", "0<"]
    assert lines[4].split() == ["Next", "Phase", "2", "left", "Phase", "1"]


AT_PHASES = [
    ("official", Seat(1, 3), "Phase 3", "set 4 + run 4"),
    ("masters", Seat(1, 1, done=(2, 5)), "Phase ?", "2 of 10 done"),
    ("masters", Seat(1, 4, done=(2, 5), declared=4), "Phase 4", "run of 7"),
    ("choose", Seat(1, 1, done=(4,), laid=4), "Phase 4", "run of 7"),
    ("choose", Seat(1, 10, done=tuple(range(1, 10))), "Phase 10", "set 5 + set 3"),
    ("twist-board", Seat(1, 3, space=4), "Phase 3", "set 4 + run 4"),
    ("twist-board", Seat(1, 2, space=3), "Phase ?", "a Twist space"),
]


@pytest.mark.parametrize(("on", "seat", "number", "task"), AT_PHASES)
def test_nobody_is_said_to_be_at_a_phase_they_have_not_chosen(
    on: str, seat: Seat, number: str, task: str
) -> None:
    """Who may choose among phases is shown with how many are done."""
    view = replace(
        view_of(position({1: "R1"}), 1),
        rules=preset(on),
        seats=(seat,),
        twists=(11, 12, 13, 14),
    )

    assert seats.phase(view, seat) == number
    assert seats.task(view, seat) == task


ON_SHEETS = [
    ("official", Seat(1, 3), ("Next", ["Phase 3"])),
    ("masters", Seat(1, 1, done=(2, 5)), ("Done", ["2 of 10"])),
    ("twist-board", Seat(1, 3, space=4), ("Space", ["4 of 14"])),
]


@pytest.mark.parametrize(("on", "seat", "told"), ON_SHEETS)
def test_the_sheet_says_what_counts(
    on: str, seat: Seat, told: tuple[str, list[str]]
) -> None:
    """The next phase where all take them in turn, else how far somebody has come."""
    view = replace(view_of(position({1: "R1"}), 1), rules=preset(on), seats=(seat,))

    assert sheet.stands(view) == told


INVITATIONS = [
    ("H0K-8B6", "192.168.77.11:4210", "(or 192.168.77.11)"),
    ("H0K-8B6-PQ2", "192.168.177.111:7777", "(or 192.168.177.111:7777)"),
    ("H0K-8B6", "[2001:db8::1]:4210", "(or [2001:db8::1]:4210)"),
    ("H0K-8B6", f"[2001:db8:{'1234:' * 5}1]:4210", "p10net join H0K-8B6"),
]


@pytest.mark.parametrize(("code", "address", "end"), INVITATIONS)
def test_an_invitation_is_never_cut_off(code: str, address: str, end: str) -> None:
    """A friend who reads it out finds the whole address, or none but the code."""
    said = lobby.invitation(code, address, 76)
    assert said.endswith(end)
    assert cells(said) <= 76


def test_a_game_that_is_over_has_no_next_phase() -> None:
    """The sheet counts the phases instead: the last of them has none after it."""
    over = replace(
        view_of(position({1: "R1"}), 1),
        stage=Stage.GAME_OVER,
        seats=(Seat(1, 10, done=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)), Seat(2, 9)),
    )
    assert sheet.stands(over) == ("Done", ["10 of 10", "0 of 10"])


def test_who_looks_on_is_told_of_no_seat() -> None:
    """There is none that could be kept, given up or waited for."""
    assert "seat" not in links.down("silent", 2.0, seated=False)
    assert "seat" not in parting.gave_up(False, seated=False)
    assert sheet.awaited(["Ann", "Ben"], 20) == "Not ready yet: 2 players."
    assert sheet.awaited(["you", "Ben"], 20) == "Not ready yet: you and 1 other."


def test_the_board_is_told_as_it_is_played() -> None:
    """Its words have the engine's spaces and steps."""
    steps = [sorted(moves.values()) for moves in progress._MOVES.values()]

    assert sorted(steps) == [[-1, 4, 6], [1, 2, 3]]
    assert len(progress.PATH) == 14
    told = course.ON["board"]
    for part in ("14 spaces", "3 on", "2 for", "1 for all", "6, 4, and 1 back"):
        assert part in told


def test_a_seat_that_sat_out_has_an_empty_cell() -> None:
    """In a tie-break round those who look on tried no phase."""
    row = RoundRow(12, 1, (10, 0), (True, False), (0, 0))
    assert sheet.cell(row, 1).split() == ["10*", "0<"]
    assert sheet.cell(row, 2).split() == ["-"]


STATUSES = [
    (Seat(1, 3), ""),
    (Seat(1, 3, laid=3), "laid"),
    (Seat(1, 4, laid=3), "laid"),
    (Seat(1, 3, owes=1), "loses a turn"),
    (Seat(1, 3, owes=2), "loses 2 turns"),
    (Seat(1, 3, laid=3, owes=1), "laid, loses 1"),
    (Seat(1, 3, laid=3, floating=True), "floats"),
    (Seat(1, 3, playing=False), "sits out"),
    (Seat(1, 3, space=4), "space 4"),
    (Seat(1, 3, space=4, laid=3), "laid"),
]


@pytest.mark.parametrize(("seat", "words"), STATUSES)
def test_status(seat: Seat, words: str) -> None:
    """What is special about a seat fits beside it."""
    assert seats.status(seat) == words
    assert cells(words) <= 13


SETTLED = Settings(60_000, AwayRule.WAIT, 0, watch=False, locked=True, password=True)


def test_lobby() -> None:
    """The lobby says what the owner has settled, and what is missing."""
    first, second, third = lobby.settings(SETTLED, None)
    assert third == "h  Hints      on"
    sitting = Person(2, "Ben", PersonKind.HUMAN, "", True, False, False)
    for double, time in ((False, "as the others'"), (True, "double")):
        own = lobby.settings(SETTLED, replace(sitting, double=double))[2]
        assert own.endswith(f"d  Your time: {time}")
    assert "60 s" in first
    assert first.endswith("a  Away: all wait")
    for rule in AwayRule:
        lines = lobby.settings(replace(SETTLED, away=rule, grace_ms=3_600_000), None)
        assert cells(lines[0]) <= 77
    assert "not allowed" in second
    assert second.endswith("Lock: closed to new people, with a password")
    assert "after round 5" in lobby.goes_on(5, dice=False)
    assert lobby.invitation("", "", 76) == ""
    assert lobby.invitation("", "10.0.0.9", 76).endswith("join 10.0.0.9")
    assert lobby.too_few(1, 2) == "A game needs 1 more player: b adds a bot."
    assert lobby.owners_keys([], True).startswith("Enter start the game")
    assert "(Dev is not ready)" in lobby.owners_keys(["Dev"], True)
    assert "(2 players are not ready)" in lobby.owners_keys(["Dev", "Eva"], False)


def test_help_fits() -> None:
    """Every line of help has room on a screen of 80 cells."""
    for line in (*help_words.table(), *help_words.LOBBY, *help_words.rules()):
        assert cells(line) <= 78


def test_wilds_that_stand_for_something_are_told() -> None:
    """A run laid with wilds says what they are; a set need not."""
    run = meld(Kind.RUN, "G2 W W B5", low=2)
    assert cards.with_wilds(run) == "run 2-5 (W as 3 and 4)"
    assert cards.with_wilds(meld(Kind.SET, "R8 W", number=8)) == "two 8s"
    assert cards.with_wilds(meld(Kind.WILD, "W W")) == "two wilds"
    assert cards.with_wilds(meld(Kind.COLOR, "R1 R2 W " * 4, color="R")) == "12 red"


def test_the_first_round_says_what_it_is_for() -> None:
    """The aim after the deal, what is left to do once the own phase lies there."""
    dealt, down = Dealt(1, 1, 2, Card.R5), Laid(2, 1, ())
    view = view_of(position({2: "R1"}), 2)
    assert tips.first([dealt], view) == tips.AIM
    assert tips.first([down], view) == tips.HITS
    assert tips.first([Laid(3, 1, ())], view) == ""
    assert tips.first([down], view_of(position({2: ""}), 2)) == ""
    for other in (replace(view, round=2), replace(view, you=None)):
        assert tips.first([dealt, down], other) == ""


def test_the_first_round_is_explained_in_lines_too() -> None:
    """Without letters and keys, which mean nothing to the ear."""
    view = view_of(position({2: "R1"}, phase={2: 2}), 2)
    kinds = "A set is cards of one number. A run is numbers in a row."
    assert tips.heard(Dealt(1, 1, 2, Card.R5), view) == [
        f"{kinds} A wild is any card.",
        tips.AIM,
    ]
    open_ = replace(view, rules=preset("choose"))
    assert tips.heard(Dealt(1, 1, 2, Card.R5), open_) == [tips.AIM_CHOSEN]
    assert tips.heard(Laid(2, 1, ()), view) == [tips.HEARD]
    assert tips.heard(Laid(2, 1, ()), replace(view, round=2)) == []


def test_the_task_is_said_after_a_deal_to_who_has_one() -> None:
    """Each kind of goal is explained in a line; where one chooses, nothing is said."""
    assert set(tips.KINDS) == {*Kind}
    dealt = Dealt(1, 1, 2, Card.R5)
    view = view_of(position({2: "R1"}, phase={2: 2}), 2)
    said = (
        "Your phase 2: 1 set of 3 + 1 run of 4. A set is cards of one number."
        " A run is numbers in a row. W is any card."
    )
    assert tips.task([dealt], view) == said
    assert tips.task([], view) == ""
    assert tips.task([dealt], replace(view, you=None)) == ""
    open_ = replace(view, rules=preset("choose"))
    assert tips.task([dealt], open_) == ""


def test_a_hint_to_skip_promises_a_question_only_where_one_is_asked() -> None:
    """A Skip that can hit one seat only is thrown by the second Enter."""
    thrown = Discard(Card.S, skip=1)

    assert "Enter again asks for a seat" in hints.keys(thrown, seats=3)
    assert "Enter again throws it" in hints.keys(thrown, seats=1)


def test_what_speaks_against_a_hint_is_no_reason_for_it() -> None:
    """A colon leads to a reason, a comma to what is to be said all the same."""
    take = "take the top of the discard pile"
    said = f"HINT  {take}, though it is of no use to you now."
    assert hints.hint(take, Why.NO_USE, 0, 78) == said
    said = f"HINT  {take}: it brings you closer to your phase."
    assert hints.hint(take, Why.CLOSER, 0, 78) == said


def test_a_hint_that_is_too_long_keeps_its_reason() -> None:
    """The cards can be seen in the hand; the reason cannot."""
    lay = "lay phase 1: R10 B10 G10 / B2 G2 W"
    whole = f"HINT  {lay}: a phase counts once it is laid."
    assert hints.hint(lay, Why.LAYS, 0, 78) == whole
    run = "lay phase 6: R1 G2 R3 w B5 Y6 R7 B8 G9 / R12 B12"
    short = hints.hint(run, Why.LAYS, 0, 78)
    assert short == "HINT  lay phase 6: a phase counts once it is laid."
    assert len(short) <= 78


@pytest.mark.parametrize("top", [Card.S, Card.W, Card.D])
def test_the_line_of_keys_fits_when_the_top_is_closed(top: Card) -> None:
    """It stands in one row of eighty columns, a blank before it."""
    assert len(bar.closed(top, None)) < 80
