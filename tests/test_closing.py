"""A host who leaves closes the table: whoever sits there is a reason to ask first.

The same on the screen and in lines, by every key and word that leaves.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p10net.client.commands.scene import Quit as Left
from p10net.client.commands.scene import Tell
from p10net.client.plain.deeds import Deed, Heard, Quit, Wish
from p10net.client.plain.talk import Talk
from p10net.client.words import parting, prompts, spoken
from p10net.engine.game import view_of
from p10net.protocol.clean import cells
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import State
from p10net.protocol.people import Person, PersonKind, Table
from p10net.protocol.requests import Leave
from tests.desk import Desk
from tests.far_end import SETTINGS, welcome
from tests.positions import position
from tests.scenes import press

GAME = position({1: "R1 R2 R3"}, turn=2)
ANN = Person(1, "Ann", PersonKind.HUMAN, "", True, ready=False, owner=True)
BEN, CLEO, DEV = (
    replace(ANN, seat=seat, name=name, owner=False)
    for seat, name in ((2, "Ben"), (3, "Cleo"), (4, "Dev"))
)
MAX = replace(BEN, seat=3, name="Max", kind=PersonKind.BOT, client="steady")
AWAY = replace(BEN, on=False)
MISSED = [
    ((BEN, MAX), "Ben is here too."),
    ((BEN, CLEO), "Ben and Cleo are here too."),
    ((BEN, CLEO, DEV), "3 other players are here too."),
]
NOBODY = [(), (MAX,), (AWAY, MAX)]
"""Companies that nobody closes a table on: bots, and people who are gone."""


def table(*others: Person) -> Table:
    """Seat Ann, whose table it is, and the others."""
    return Table((ANN, *others), (), SETTINGS)


# --- In lines ------------------------------------------------------------------------


def told(talk: Talk, *others: Person) -> Talk:
    """Let the host say who sits there, and the question be put."""
    talk.hear(State(1, 0, (), view_of(GAME, 1), table(*others)))
    talk.due()
    return talk


def talking(*others: Person, keeps: bool = True) -> Talk:
    """Give the talk of whoever keeps the table, or plays at another's."""
    talk = Talk(keeps=keeps)
    talk.hear(welcome(seat=1))
    return told(talk, *others)


WORDS: list[tuple[str, Deed]] = [
    ("q", Quit()),
    ("quit", Quit()),
    ("leave", Wish(Leave(0))),
    ("leave for good", Wish(Leave(0, for_good=True))),
]


@pytest.mark.parametrize(("word", "deed"), WORDS)
@pytest.mark.parametrize(("others", "said"), MISSED)
def test_lines_ask_before_the_table_closes_for_everybody(
    others: tuple[Person, ...], said: str, word: str, deed: Deed
) -> None:
    """One sentence says who sits there; the first answer stays, the second closes."""
    talk = talking(*others)
    asked = talk.answer(word)

    assert asked.deed is None
    assert asked.lines == (
        f"Close the table for everybody? {said} p10net resume goes on with the game.",
        "1 stay, 2 close the table",
    )
    assert talk.answer("1").deed is None
    assert talk.answer(word) == asked
    assert talk.answer("2").deed == deed


def test_whoever_says_it_twice_means_it() -> None:
    """The word itself answers the question, as long as it is about the same people."""
    talk = talking(BEN)
    talk.answer("quit")
    told(talk, BEN, CLEO)

    assert "Ben and Cleo are here too." in talk.answer("quit").lines[0]
    assert talk.answer("quit").deed == Quit()


@pytest.mark.parametrize("others", NOBODY)
def test_whom_nobody_would_miss_is_not_asked(others: tuple[Person, ...]) -> None:
    """Nor is anybody at another's table, which stays open."""
    stopped, kept = Heard((parting.stopped(),), Quit()), Heard((spoken.KEPT,), Quit())

    assert talking(*others).answer("q") == stopped
    assert talking(BEN, CLEO, keeps=False).answer("q") == kept


# --- On the screen -------------------------------------------------------------------


def sitting(*others: Person, keeps: bool = True) -> Desk:
    """Sit in seat 1 at a table that is one's own, or another's."""
    desk = Desk(GAME, 1)
    desk.scene = replace(desk.scene, table=table(*others), keeps=keeps)
    return desk


def test_the_screen_asks_what_becomes_of_the_others() -> None:
    """The keys that leave are the same, and say what they do here."""
    desk = press(sitting(BEN, CLEO), "q")

    assert desk.notice == parting.closing_shown(("Ben", "Cleo"))
    assert parting.CLOSE_THEN in desk.picture()
    assert press(desk, "esc").sent == []
    assert press(desk, "q y").sent == [Left()]


@pytest.mark.parametrize("typed", ["quit", "leave", "leave for good"])
def test_typed_words_ask_as_well(typed: str) -> None:
    """What would leave at once elsewhere is a question here."""
    desk = sitting(BEN).press(":", *typed, "enter")
    assert desk.sent == []
    assert desk.notice == parting.closing_shown(("Ben",))

    free = sitting(BEN, keeps=False).press(":", *typed, "enter")
    assert free.sent in ([Left()], [Tell(Leave(0, for_good="good" in typed))])


@pytest.mark.parametrize("others", NOBODY)
def test_the_screen_asks_as_ever_where_nobody_is_left(
    others: tuple[Person, ...],
) -> None:
    """A table of bots closes on nobody."""
    assert press(sitting(*others), "q").scene.local.notice == prompts.LEAVE


def test_the_question_fits_whatever_they_are_called() -> None:
    """Long names are counted instead."""
    longest = "W" * LIMITS.name_cells
    for names in (("Jo",), (longest,), (longest, longest), ("A", "B", "C", "D", "E")):
        assert cells(parting.closing_shown(names)) < 80
