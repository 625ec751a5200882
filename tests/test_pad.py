"""The score pad: games with real cards, told line by line, end as the rules say.

Its judge is the engine's own game: what brains played is told to a pad, and the pad has
to come to the same phases, totals and winners.
"""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.bots.levels import LEVELS
from p10net.client.pad import book as books
from p10net.client.pad import reading, shelf
from p10net.client.pad.book import Book
from p10net.client.pad.entries import Answer, Pad, Unclear
from p10net.client.pad.shelf import Keeper, Unkept
from p10net.client.pad.writing import Naming, State, asks, hints, typed
from p10net.client.words import pad as words
from p10net.engine.game import Game, apply, new_game, view_of
from p10net.engine.moves import Deal, NextRound, ask
from p10net.engine.moves.discard import Discarded
from p10net.engine.moves.lay import Laid
from p10net.engine.presets import PRESETS, preset
from p10net.engine.progress import finished
from p10net.engine.rules import Rules
from p10net.engine.view import Stage
from tests.positions import rules

NOW = "2026-05-01T20:00:00+02:00"
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def pad(on: Rules, *names: str, twists: tuple[int, ...] = ()) -> Book:
    """Begin a pad."""
    return books.begun(Pad(started=NOW, players=names, rules=on, twists=twists))


def tell(book: State, *lines: str) -> Book:
    """Write lines, each of which has to be taken."""
    for line in lines:
        wrote = typed(book, line)
        assert wrote.state is not book, (line, wrote.lines)
        book = wrote.state
    assert isinstance(book, Book)
    return book


def totals(book: Book) -> dict[str, tuple[int, int]]:
    """Give each player's next phase and points."""
    seats = book.view.seats
    return {book.names[one.seat]: (one.phase, one.score) for one in seats}


def winners(book: Book) -> list[str]:
    """Name the winners."""
    end = book.view.summary
    return [book.names[seat] for seat in end.winners] if end else []


# --- The examples of the rules --------------------------------------------------------


def test_a_hand_of_sixty_five_points() -> None:
    """001: 8 11 11 W S cost 65, and they are paid by whoever has laid as well."""
    book = pad(preset("quick"), "Ann", "Ben", "Cleo")
    book = tell(book, "laid 8h 11d 11s W S", "out", "R8 G11 G11 W S no")
    assert totals(book) == {"Ann": (2, 65), "Ben": (2, 0), "Cleo": (1, 65)}


def test_two_players_finish_and_fewer_points_win() -> None:
    """001: A with 245 points wins before B with 310; both completed phase 10."""
    book = pad(preset("quick"), "A. A", "B. B")
    for a, b in ((25, 30), (30, 35), (25, 35), (30, 30), (25, 35)):
        book = tell(book, f"laid {a}", f"laid {b} nobody")
    for a, b in ((25, 35), (30, 35), (30, 35), (25, 35)):
        book = tell(book, f"laid {a} nobody", f"laid {b}")
    assert totals(book) == {"A. A": (10, 245), "B. B": (10, 305)}
    wrote = typed(tell(book, "out"), "laid 5")
    assert isinstance(wrote.state, Book)
    assert totals(wrote.state)["B. B"] == (10, 310)
    assert winners(wrote.state) == ["A. A"]
    assert (
        words.tie_broken(["A. A", "B. B"], "A. A", 245, wrote.state.pad.rules)
        in wrote.lines
    )
    assert typed(wrote.state, "out").lines == (words.OVER,)


def test_laid_the_last_phase_but_nobody_went_out() -> None:
    """001: finish phase 10 and then go out; without that the game goes on."""
    book = pad(rules("quick", phase_subset=(1,)), "Ann", "Ben")
    book = tell(book, "laid 5", "laid 10 nobody")
    assert not book.over
    assert winners(tell(book, "laid 15", "out")) == ["Ben"]


def test_carla_ben_and_dan() -> None:
    """002: Ben moves on with 15 points, Dan stays on phase 2 with 65."""
    book = pad(preset("ten-phases"), "Carla", "Ben", "Dan")
    book = tell(book, "out", "laid 0", "laid 0")
    book = tell(book, "out", "laid 3♠ J♦", "K joker 8♣ 8♥ 9♠ 2♦ 6♣")
    assert totals(book) == {"Carla": (3, 0), "Ben": (3, 15), "Dan": (2, 65)}


def test_a_tie_is_played_again_and_the_first_to_lay_wins() -> None:
    """002: tied players play one more hand of the last phase; the others look on."""
    book = pad(rules("ten-phases", phase_subset=(1,)), "Ann", "Ben", "Cleo")
    wrote = typed(tell(book, "out 10", "laid 10"), "60")
    assert wrote.lines[-1] == words.tied(["Ann", "Ben"], 10, book.pad.rules)
    book = tell(wrote.state)
    assert typed(book, "Cleo: laid 5").lines == (words.SITS_OUT,)
    both = typed(tell(book, "laid 5"), "laid 5")
    assert both.lines == (words.ONE_LAYS,)
    book = tell(book, "60", "laid 5")
    assert (book.over, winners(book)) == (True, ["Ben"])


def test_a_tie_that_going_out_decides() -> None:
    """003: the tied players attempt the last phase again; who goes out first wins."""
    book = pad(rules("score-sheet", phase_subset=(1, 2)), "Ann", "Ben")
    book = tell(book, "out", "laid 20", "laid 20", "out")
    assert book.view.tie == (1, 2)
    assert "phase 2" in asks(book)
    assert winners(tell(book, "laid 5", "laid 5 nobody", "out", "60")) == ["Ann"]


def test_all_but_one_card_were_hit() -> None:
    """003: run of 8, wild and 5 hit, the 3 discarded: nothing is left to pay."""
    book = tell(pad(preset("score-sheet"), "Ann", "Ben"), "out", "9 10 12 S W no")
    assert totals(book) == {"Ann": (2, 0), "Ben": (1, 65)}


def test_the_only_one_on_the_last_phase_wins_at_once() -> None:
    """000: the game ends when the last phase lies; hands are counted as they are."""
    book = pad(rules("encyclopedia", phase_subset=(1, 2)), "Ann", "Ben")
    book = tell(book, "out", "60")
    refused = typed(tell(book, "laid 25"), "out")
    assert refused.lines == (words.decided("Ann", "Ben"),)
    book = tell(book, "laid 25", "laid 40")
    assert (winners(book), totals(book)["Ann"]) == (["Ann"], (2, 25))


def test_a_game_stopped_early_needs_six_phases() -> None:
    """000: five and a half phases make a winner; fewer make none."""
    book = pad(preset("baseball"), "Ann", "Ben")
    book = tell(book, *["out", "60"] * 5)
    wrote = typed(book, "stop")
    assert wrote.lines[:2] == (words.STOPPED, words.NO_WINNER)
    book = tell(book, "out", "60", "stop")
    assert (winners(book), typed(book, "stop").lines) == (["Ann"], (words.OVER,))
    assert not tell(book, "undo").over


# --- What brains play is what a pad says ----------------------------------------------


class Round:
    """What a round brought, noted as its events come."""

    def __init__(self) -> None:
        self.laid = defaultdict[int, list[int]](list)
        self.down: dict[int, int] = {}

    def hear(self, events: Any) -> None:
        for event in events:
            if isinstance(event, Laid):
                self.laid[event.seat].append(event.phase)
            if isinstance(event, Discarded) and event.down:
                self.down[event.seat] = event.down

    def told(self, game: Game, seat: int) -> str:
        """Say it as one of the players would."""
        if game.open.rules.game == "dice":
            row = game.open.sheet[-1]
            points = row.points[seat - 1]
            return f"laid {points}" if row.laid[seat - 1] else "no"
        end, public = game.open.summary, game.open.seats[seat - 1]
        assert end is not None
        mine = [f"p{phase}" for phase in self.laid[seat]]
        if end.out == seat and end.how == "out":
            mine.append("out")
        elif mine:
            mine.append("laid")
        else:
            mine += [f"p{public.declared}"] * bool(public.declared) + ["no"]
        mine += [f"wilds={public.charged}"] * bool(public.charged)
        if seat in self.down:
            mine.append(f"down={NAMES[self.down[seat] - 1]}")
        mine += ["nobody"] * (not end.out)
        left = " ".join(card.value for card in end.left[seat - 1])
        return " ".join([*mine, left or "0" * (end.out != seat)])


def keep_along(name: str, seats: int, seed: int, most: int) -> tuple[Game, Book]:
    """Let brains play, and tell a pad how each round ended."""
    chance = random.Random(seed)
    numbers = tuple(range(1, seats + 1))
    brains = {n: LEVELS["steady"](random.Random(chance.random())) for n in numbers}
    game, book, noted = new_game(preset(name), numbers), None, Round()
    while game.open.stage is not Stage.GAME_OVER and game.open.round <= most:
        if game.open.stage is Stage.DEAL:
            game, events = apply(game, 0, Deal(chance.randbytes(32).hex()))
            book = book or pad(preset(name), *NAMES[:seats], twists=game.open.twists)
        else:
            view = view_of(game, game.open.turn)
            question = ask(view)
            assert question is not None
            action = brains[view.turn].choose(view, question)
            game, events = apply(game, view.turn, action)
        noted.hear(events)
        if game.open.stage in (Stage.ROUND_OVER, Stage.GAME_OVER):
            assert book is not None
            playing = [one.seat for one in game.open.seats if one.playing]
            book = tell(book, *(noted.told(game, seat) for seat in playing))
            assert book.closed is not None
            agree(game, book)
            noted = Round()
        if game.open.stage is Stage.ROUND_OVER:
            game, _ = apply(game, 0, NextRound())
    assert book is not None
    return game, book


def agree(game: Game, book: Book) -> None:
    """Hold the pad against the house's table."""
    theirs, ours = game.open, book.closed
    assert ours is not None
    for row, line in zip(ours.sheet, theirs.sheet, strict=True):
        # A pad names the phase that was laid last, even if it was put away again.
        again = row if not theirs.rules.refresh else replace(row, phases=line.phases)
        assert again == line
    assert ours.stage is theirs.stage
    assert ours.tie == theirs.tie
    for one, other in zip(ours.seats, theirs.seats, strict=True):
        facts = (one.phase, one.score, one.done, one.space)
        assert facts == (other.phase, other.score, other.done, other.space)
        assert finished(ours, one) == finished(theirs, other)
    if theirs.stage is Stage.GAME_OVER:
        assert ours.summary is not None
        assert theirs.summary is not None
        assert ours.summary.winners == theirs.summary.winners
        assert ours.summary.ranking == theirs.summary.ranking


KINDS = [name for name, (_, switches) in PRESETS.items() if "phases" not in switches]


@pytest.mark.untraced
@pytest.mark.parametrize("name", [*KINDS, "twist", "list-12"])
def test_a_pad_says_what_the_house_says(name: str) -> None:
    """By any rules a round told to the pad has the outcome it had at the table."""
    most = 99 if name in ("even", "anti-others") else 3
    keep_along(name, 2 + len(name) % 2, seed=5, most=most)


# --- Dice -----------------------------------------------------------------------------


def dicing(*lines: str, **switches: Any) -> Book:
    """Begin a pad for dice and write on it."""
    return tell(pad(rules("dice", **switches), "Ann", "Ben"), *lines)


def test_dice_add_up_what_was_rolled() -> None:
    """000: a phase adds the total of its dice; a failed one is tried again."""
    book = dicing("43", "no", "7 7 W 9 9 9", "laid 21")
    assert totals(book) == {"Ann": (3, 43 + 41), "Ben": (2, 21)}
    assert [row.laid for row in book.view.sheet] == [(True, False), (True, True)]
    assert asks(book).endswith("What was rolled?")


def test_most_points_win_with_dice() -> None:
    """000: of those who complete the last phase in one circuit, most points win."""
    book = dicing("30", "25", phase_subset=(1,))
    assert (book.over, winners(book)) == (True, ["Ann"])
    assert winners(dicing("30", "30", phase_subset=(1,))) == ["Ann", "Ben"]


DICE_SLIPS: list[tuple[str, str]] = [
    ("out", words.NO_OUT_WITH_DICE),
    ("43 nobody", words.NO_OUT_WITH_DICE),
    ("no 43", words.NOTHING_FOR_NOTHING),
    ("laid", words.WITH_DICE[words.WHAT_IS_LEFT]),
    ("1 1 1 1 1 1 1 1 1 1 1", words.too_many_dice(11, 10)),
    ("x", words.unknown("x", preset("dice"))),
]


@pytest.mark.parametrize(("line", "sentence"), DICE_SLIPS)
def test_unclear_lines_with_dice(line: str, sentence: str) -> None:
    """What has no meaning with dice is told, and nothing is written."""
    book = dicing("no")
    assert typed(book, line) == (book, (sentence,), False)
    assert typed(book, "help").lines == words.HELP_DICE


# --- Lines that are unclear -----------------------------------------------------------

OFFICIAL = pad(preset("official"), "Ann", "Ben", "Mary Ann")
WRONG: list[tuple[str, str]] = [
    ("foo", words.unknown("foo", preset("official"))),
    ("laid R13", words.unknown("r13", preset("official"))),
    ("laid foo=3", words.unknown("foo=3", preset("official"))),
    ("laid", words.WHAT_IS_LEFT),
    ("no", words.WHAT_IS_LEFT),
    ("no laid 15", words.BOTH),
    ("no out", words.BOTH),
    ("15", words.laid_or_not("Ann", 15, 50)),
    ("0", words.laid_or_not("Ann", 0, 50)),
    ("R5 W", words.laid_or_not("Ann", 30, 50)),
    ("laid 12", words.no_such_points(12, 5)),
    ("laid 1000", words.TOO_MANY_POINTS),
    ("9" * 500, words.TOO_MANY_POINTS),
    ("laid 5 65", words.no_points("65", preset("official"))),
    ("laid R5 R5 R5", words.not_so_many("R5", 2)),
    ("laid S S S S S", words.not_so_many("S", 4)),
    ("laid 5 5 5 5 5 5 R5 B5 G5", words.not_so_many("5", 8)),
    ("laid D", words.not_so_many("D", 0)),
    ("laid " + "1 2 3 4 5 6 7 8 9 10 11", words.too_many_cards(11, 10)),
    ("p2 laid 5", words.not_open("Ann", 2, (1,))),
    ("p1 p1 laid 5", words.ONE_PHASE),
    ("laid 5 down=Ben", words.NO_RULE_CARD),
    ("wilds=2 laid x", words.unknown("x", preset("official"))),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG, ids=range(len(WRONG)))
def test_an_unclear_line_gets_one_sentence(line: str, sentence: str) -> None:
    """It says what was wrong and what to type, and nothing is written."""
    wrote = typed(OFFICIAL, line)
    assert wrote.lines == (sentence,)
    assert wrote.state is OFFICIAL


def test_two_cannot_go_out_and_somebody_has_to() -> None:
    """Who ended the round is asked back, and an answer by name corrects it."""
    book = tell(OFFICIAL, "out")
    assert typed(book, "out").lines == (words.two_out("Ann", "Ben"),)
    book = tell(book, "laid 5", "ann: laid 10")
    assert typed(book, "60").lines == (words.nobody_out("Ann, Ben and Mary Ann"),)
    book = tell(book, "mary ann: out")
    assert totals(book) == {"Ann": (2, 10), "Ben": (2, 5), "Mary Ann": (2, 0)}
    assert typed(OFFICIAL, "no out 5").lines == (words.BOTH,)


def test_where_there_is_a_choice_the_phase_is_named() -> None:
    """By open rules any phase that is not done yet may have been laid."""
    book = pad(rules("choose", phase_subset=(2, 4)), "Ann", "Ben")
    assert typed(book, "laid 5").lines == (words.name_a_phase((2, 4)),)
    assert "phase 2: " in asks(book)
    assert "phase 4: " in asks(book)
    book = tell(book, "p4 out", "60", "out", "60")
    assert winners(book) == ["Ann"]
    assert "phase 1 or 2 or 3" in asks(pad(preset("choose"), "Ann", "Ben"))


def test_what_was_announced_is_named_even_if_it_was_not_laid() -> None:
    """On the board a Twist phase that failed moves the pawn back, another one on."""
    book = pad(preset("twist-board"), "Ann", "Ben", twists=(13, 11, 20, 12))
    book = tell(book, "laid 5", "out")
    assert [*hints(book)] == [words.ANNOUNCED]
    for line in ("60", "no 60"):
        assert typed(book, line).lines == (words.name_the_announced((2, 3, 13)),)
    assert tell(book, "p2 no 60", "out").view.seats[0].space == 4
    assert tell(book, "p13 no 60", "out").view.seats[0].space == 2


def test_the_rule_card_sends_somebody_down() -> None:
    """Discarded as the last card it names a player; left in a hand it is its own."""
    book = pad(preset("anti-others"), "Ann", "Ben")
    assert [*hints(book)] == [words.DOWN]
    assert typed(book, "out down=Zoe").lines == (words.NO_SUCH_PLAYER,)
    book = tell(book, "out", "laid 5", "out down=ben", "laid 5", "laid 5 D", "out")
    assert totals(book) == {"Ann": (3, 5), "Ben": (3, 10)}


def test_rules_that_count_more() -> None:
    """Laid wilds that cost, and several phases a round, are told when they matter."""
    book = pad(preset("bounty"), "Ann", "Ben")
    assert [*hints(book)] == [words.COUNTED_WILDS]
    book = tell(book, "out wilds=2", "laid 5 5")
    assert totals(book)["Ann"] == (2, 50)
    assert [*hints(pad(preset("masters-refresh"), "A. A", "B. B"))] == [words.SEVERAL]


PLAYERS: list[tuple[str, str]] = [
    ("Ann", words.TOO_FEW),
    (",", words.TOO_FEW),
    ("Ann, ann", "Ann is at the table and ann looks like it; choose another."),
    ("Ann, out", words.reserved("out")),
    ("Ann, R5", words.reserved("R5")),
    ("Ann, 7", words.reserved("7")),
    ("Ann, Undo", words.reserved("Undo")),
    ("Ann, Bartholomew the Great", "This name is 21 cells wide and 16 fit"),
    ("Al Bo Cy Di Ed Fay Gus", "These rules are for 2 to 6 players, not 7."),
]


@pytest.mark.parametrize(("line", "sentence"), PLAYERS)
def test_players_that_cannot_be(line: str, sentence: str) -> None:
    """A name that the pad would take for something else is asked for again."""
    naming = Naming(preset("official"), NOW)
    assert asks(naming) == words.NAMES
    wrote = typed(naming, line)
    assert wrote.state is naming
    assert wrote.lines[0].startswith(sentence)


def test_a_whole_hand_may_be_left() -> None:
    """Who has laid nothing still holds the ten cards that were dealt."""
    left = "Ann: no R1 R2 R3 R4 R5 B1 B2 B3 B4 B5"
    book = tell(pad(preset("official"), "Ann", "Ben"), left, "Ben: out")
    assert totals(book)["Ann"] == (1, 50)


def test_a_name_may_begin_with_another() -> None:
    """The longer one is meant where it is written, in whatever order they sit."""
    book = tell(pad(preset("official"), "Ann", "Ann Lee"), "Ann Lee: 75", "Ann: out")
    assert totals(book) == {"Ann": (2, 0), "Ann Lee": (1, 75)}


def test_what_cannot_be_asked_yet() -> None:
    """Without players there is nothing to stop, to show or to take back."""
    naming = Naming(preset("official"), NOW)
    for word in ("stop", "sheet"):
        assert typed(naming, word).lines == (words.NOT_NOW,)
    assert typed(naming, "undo").lines == (words.NOTHING_TO_UNDO,)
    assert typed(OFFICIAL, "undo").lines == (words.NOTHING_TO_UNDO,)
    assert typed(naming, " ").lines == ()
    assert typed(OFFICIAL, "q").leaves


def test_the_board_asks_for_its_twist_spaces() -> None:
    """Which phases were dealt onto the spaces only the players can see."""
    naming = Naming(preset("twist-board"), NOW)
    wrote = typed(naming, "Ann, Ben")
    which = words.which_twists(4, range(11, 21))
    assert asks(wrote.state) == which
    for line in (
        "11 12 13",
        "11 12 13 13",
        "1 12 13 14",
        "11 12 13 14 2026",
        "x",
        "9" * 9,
    ):
        assert typed(wrote.state, line).lines == (which,)
    book = tell(wrote.state, "13 11 20 12")
    assert book.view.twists == (13, 11, 20, 12)
    book = tell(book, "laid 5", "out", "p13 no 60", "laid 5 nobody")
    assert book.view.seats[0].space == 2


# --- Laws -----------------------------------------------------------------------------

LINES = (
    *("out", "laid 15", "laid R5 W", "60", "no 20", "laid 0 nobody", "Ben: laid 5"),
    *("stop", "Ann: out", "p1 laid 5", "Cleo: 75", "x", "65 S"),
)


@given(
    st.lists(st.sampled_from(LINES), max_size=30),
    st.sampled_from(["official", "ten-phases"]),
)
@settings(max_examples=60)
def test_undo_takes_back_whatever_was_written(lines: list[str], name: str) -> None:
    """After any line that was taken, undo brings the pad before it back."""
    book: State = pad(preset(name), "Ann", "Ben", "Cleo")
    for line in lines:
        assert isinstance(book, Book)
        after = typed(book, line).state
        if after is not book:
            assert typed(after, "undo").state == book
        book = after


@given(st.text(max_size=40))
@settings(max_examples=200)
def test_any_text_is_taken_or_told(text: str) -> None:
    """No line whatever makes the pad stumble."""
    wrote = typed(tell(OFFICIAL, "out"), text)
    assert wrote.lines or not text.strip() or wrote.state is not OFFICIAL


def test_cards_of_both_decks_are_read() -> None:
    """Whatever is printed on a card, it has one face here."""
    typed_words = ["k", "a♥", "J♠", "qc", "10d", "h7", "jo", "wild", "s", "Q", "x"]
    read = [reading.face(word) for word in typed_words]
    assert read == ["W", "R1", "B11", "G12", "Y10", "R7", "S", "W", "S", "12", None]


def test_a_pad_answers_in_the_cards_on_the_table() -> None:
    """Whoever plays with ordinary decks reads kings and queens."""
    wrote = typed(pad(preset("ten-phases"), "Ann", "Ben"), "laid K joker Qs 1")
    assert wrote.lines == ("Ann: laid phase 1, 55 points (K Jo QS A).",)


# --- Files ----------------------------------------------------------------------------


def played() -> Book:
    """Write a pad of two rounds and a half."""
    book = pad(preset("official"), "Ann", "Ben")
    return tell(book, "out", "laid R5 W", "60", "out", "laid 20")


def kept(folder: Path, book: Book) -> Path:
    """Put a pad on the shelf."""
    Keeper(folder).keep(book)
    return shelf.pads(folder)[0]


def test_a_pad_is_read_as_it_was_written(tmp_path: Path) -> None:
    """All that was told is there again, and what follows from it."""
    path = kept(tmp_path, played())
    read = shelf.read(path)
    assert (read.book, read.lost) == (played(), 0)


def test_a_pad_cut_anywhere_opens_as_far_as_it_goes(tmp_path: Path) -> None:
    """At each byte: whole lines count, a torn one is told, nothing else is lost."""
    book = played()
    path = kept(tmp_path, book)
    whole = path.read_bytes()
    head = whole.index(b"\n")
    for cut in (*range(0, head, 40), *range(head, len(whole) + 1)):
        path.write_bytes(whole[:cut])
        read = shelf.read(path)
        if cut < head:
            assert read.book is None
            continue
        lines = whole[:cut].count(b"\n") - 1 + (whole[cut : cut + 1] == b"\n")
        assert read.book is not None
        assert read.book.entries == book.entries[: max(0, lines)]
        assert read.lost == (
            whole[cut - 1 : cut + 1].find(b"\n") < 0 and cut < len(whole)
        )


def test_a_torn_pad_is_kept_beside_before_it_is_written_on(tmp_path: Path) -> None:
    """What could not be read may still be mended by hand."""
    path = kept(tmp_path, played())
    torn = path.read_bytes()[:-5]
    path.write_bytes(torn)
    read = shelf.read(path)
    assert read.book is not None
    Keeper(tmp_path, read).line(read.book, "laid 30", NOW)
    assert path.with_suffix(shelf.TORN).read_bytes() == torn
    assert shelf.read(path).lost == 0


HEADS = [
    b"",
    b"\xff\xfe",
    b"[]",
    b'{"pad":1,"started":"","players":["A","B"],"rules":{"wilds":99}}',
    b'{"pad":2,"started":"","players":["A","B"],"rules":{}}',
    b'{"pad":1,"started":"","players":["A"],"rules":{}}',
    b'{"pad":1,"started":"","players":["A","\\u001b[2J"],"rules":{}}',
    b'{"pad":1,"started":"","players":["A","B"],"rules":{"round_limit":0,'
    b'"game_end":"limit"}}',
]


@pytest.mark.parametrize("head", HEADS, ids=range(len(HEADS)))
def test_what_is_no_pad(tmp_path: Path, head: bytes) -> None:
    """A head that no pad of ours has is not believed."""
    path = tmp_path / "x.pad"
    path.write_bytes(head + b"\n")
    assert shelf.read(path).book is None
    assert shelf.read(tmp_path / "none.pad").book is None


def test_an_entry_that_nobody_could_have_written(tmp_path: Path) -> None:
    """From the first one that makes no sense on, nothing counts."""
    path = kept(tmp_path, played())
    with path.open("ab") as file:
        file.write(b'{"wrote":"answer","seat":9,"points":5}\n{"wrote":"stop"}\n')
    read = shelf.read(path)
    assert (read.book, read.lost) == (played(), 2)
    bad = b'{"wrote":"answer","seat":1,"left":["R99"]}\n'
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n" + bad)
    assert shelf.read(path).lost == 1


def test_two_programs_on_one_pad(tmp_path: Path) -> None:
    """The second is told, and its line is not written over the other's."""
    path = kept(tmp_path, played())
    one, two = (Keeper(tmp_path, shelf.read(path)) for _ in range(2))
    one.line(played(), "laid 30 nobody", NOW)
    wrote = two.line(played(), "60 nobody", NOW)
    assert wrote.lines == (words.elsewhere(path),)
    assert wrote.state == played()


def test_a_line_that_cannot_be_kept_was_never_written(tmp_path: Path) -> None:
    """Where nothing can be written, one sentence says so and the pad stays as it is."""
    (tmp_path / shelf.FOLDER).write_text("in the way")
    keeper = Keeper(tmp_path)
    wrote = keeper.line(OFFICIAL, "out", NOW)
    assert wrote.state is OFFICIAL
    assert wrote.lines[0].endswith("see who may write there, then type the line again.")
    with pytest.raises(Unkept):
        keeper.keep(OFFICIAL)


def test_another_game_is_another_file(tmp_path: Path) -> None:
    """`new` asks for players; the pad before stays as it was."""
    keeper = Keeper(tmp_path)
    keeper.keep(played())
    wrote = keeper.line(played(), "new", NOW)
    assert wrote.state == Naming(preset("official"), NOW, before=played())
    wrote = keeper.line(wrote.state, "Zoe Max", NOW)
    assert len(shelf.pads(tmp_path)) == 2
    assert {shelf.read(path).book for path in shelf.pads(tmp_path)} == (
        {played(), wrote.state}
    )


def test_undo_goes_back_to_the_pad_before(tmp_path: Path) -> None:
    """`new` by mistake loses nothing: the same file is written on again."""
    keeper = Keeper(tmp_path)
    keeper.keep(played())
    for lines in (("new",), ("new", "new"), ("new", "undo", "new")):
        state: State = played()
        for line in lines:
            state = keeper.line(state, line, NOW).state
        wrote = keeper.line(state, "undo", NOW)
        assert wrote == (played(), (words.AT_THE_PAD_BEFORE,), False)
    wrote = keeper.line(wrote.state, "stop", NOW)
    (path,) = shelf.pads(tmp_path)
    assert shelf.read(path).book == wrote.state


def test_an_entry_for_nobody() -> None:
    """The book itself refuses what no line could say."""
    with pytest.raises(Unclear):
        books.written(OFFICIAL, Answer(1, points=5, out=True))
    with pytest.raises(Unclear):
        books.written(OFFICIAL, Answer(1, laid=(1,), points=5, down=9))
