"""The start screen's keys: two lead to a game, and none leads astray."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from p10net.cli import folders, running
from p10net.cli.start import told
from p10net.client.commands.start import (
    Going,
    Panel,
    Start,
    Way,
    found,
    press,
    speaks_ours,
    standing,
)
from p10net.client.picture import plain
from p10net.client.screen.draw import draw
from p10net.client.words import finding
from p10net.client.words import start as words
from p10net.protocol.address import Place
from p10net.protocol.codec import frame
from tests.scenes import entry, lost_host, nearby, twins
from tests.shell import inside
from tests.test_peek import SIGN


def after(pressed: str, start: Start | None = None) -> tuple[Start, Way | None]:
    """Press keys written with blanks between them."""
    here, way = start or replace(nearby(), left="", at=-1), None
    for key in pressed.split():
        here, way = press(here, key)
    return here, way


WAYS: list[tuple[str, Going, str | None]] = [
    ("enter", Going.PLAY, None),
    ("h", Going.HOST, None),
    ("j", Going.JOURNEY, None),
    ("s", Going.SCORE, None),
    ("q", Going.QUIT, None),
    ("c-c", Going.QUIT, None),
    ("1", Going.JOIN, "Ann's table"),
    ("2", Going.JOIN, "Flat 12"),
    ("w 2", Going.WATCH, "Flat 12"),
    ("w x 2", Going.JOIN, "Flat 12"),
    ("down enter", Going.JOIN, "Ann's table"),
    ("down down enter", Going.JOIN, "Flat 12"),
    ("down w enter", Going.WATCH, "Ann's table"),
    ("down up enter", Going.PLAY, None),
    ("up up up enter", Going.JOIN, "Flat 12"),
    ("down esc enter", Going.PLAY, None),
    ("? ? enter", Going.PLAY, None),
    ("p", Going.PLAY, None),
    ("down down down down p", Going.PLAY, None),
]


@pytest.mark.parametrize(("pressed", "going", "table"), WAYS)
def test_ways(pressed: str, going: Going, table: str | None) -> None:
    """Each way in is a key or two, by number or by arrows."""
    _, way = after(pressed)
    assert way is not None
    assert way.going is going
    assert (way.entry and way.entry.row.table) == table


# With a seat that is kept: what the keys lead to.
KEPT: list[tuple[str, Going]] = [
    ("enter", Going.RETURN),
    ("r", Going.RETURN),
    ("p", Going.PLAY),
    ("down enter", Going.PLAY),
    ("down down enter", Going.JOIN),
    ("up esc enter", Going.RETURN),
]


@pytest.mark.parametrize(("pressed", "going"), KEPT)
def test_a_seat_that_is_kept_comes_first(pressed: str, going: Going) -> None:
    """Enter leads back to it; playing now is one arrow or `p` away."""
    _, way = after(pressed, nearby())
    assert way is not None
    assert way.going is going


def test_tables_that_are_alike_are_marked() -> None:
    """Both show their address instead of what they say, and one sentence what to do."""
    text = plain(draw(twins(), 80, 24, ascii_only=True))
    assert "1  ! Kitchen" in text
    assert "3  ! kitchen" in text
    assert "192.168.1.77:4210" in text
    assert "2  Flat 12" in text
    assert "! 2 tables claim to be Kitchen: join the one" in text
    silent = replace(twins().tables[2], grey=True)
    one = replace(twins(), tables=(*twins().tables[:2], silent))
    assert "!" not in plain(draw(one, 80, 24, ascii_only=True))


def test_lines_name_the_addresses_of_tables_that_are_alike() -> None:
    """The line mode says where each of them is, and whom to ask."""
    said = list(told([entry.row for entry in twins().tables]))
    assert said == [
        "1 Kitchen at 192.168.1.34:4210, 4 of 6 seats.",
        "2 Flat 12, 3 of 6 seats.",
        "3 kitchen at 192.168.1.77:4210, 2 of 6 seats.",
        finding.alike("Kitchen", 2),
    ]


async def test_the_list_for_people_says_so_too(
    home: Path, nursery: trio.Nursery, capsys: pytest.CaptureFixture[str]
) -> None:
    """`p10net list` ends with the sentence; programs see the rows alone."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    nursery.start_soon(trio.serve_listeners, _shows_its_sign, listeners)
    place = Place("127.0.0.1", listeners[0].socket.getsockname()[1])
    with running.noted(folders.state(), "a1", "Kitchen", place):
        (note,) = (folders.state() / "running").glob("*.json")
        (note.with_name("other.json")).write_bytes(note.read_bytes())
        asked = partial(inside, capsys, "list", "--mine")
        said = await trio.to_thread.run_sync(asked)
    assert said.out.count("Ann's table") == 2
    assert finding.alike("Ann's table", 2) in said.err
    nursery.cancel_scope.cancel()


async def _shows_its_sign(stream: trio.SocketStream) -> None:
    await stream.send_all(frame(SIGN))


def test_a_long_list_goes_with_the_mark() -> None:
    """What has no room is counted; the table that is marked is always seen."""
    many = tuple(entry(at, f"Table {at}") for at in range(1, 16))
    start = standing(replace(twins(), tables=many))
    seen = set()
    for _ in many:
        start, _ = press(start, "down")
        text = plain(draw(start, 80, 24, ascii_only=True))
        marked = re.search(r"^> *(\d*)  (Table \d+) ", text, re.MULTILINE)
        assert marked is not None, text
        seen.add(marked[2])
        rows = len(re.findall(r"Table \d+ ", text))
        assert f"+{len(many) - rows} tables more" in text
    assert len(seen) == len(many)
    small = replace(start, left="Flat 12", again="Kitchen", seconds=9)
    assert "Table 15 " in plain(draw(small, 80, 20, ascii_only=True))
    few = replace(twins(), tables=many[:3])
    assert "more" not in plain(draw(few, 80, 24, ascii_only=True))


def test_a_flood_of_names_leaves_room_for_the_list() -> None:
    """However many tables are alike, the list and two sentences are there."""
    many = tuple(entry(at, f"T{at % 9}") for at in range(1, 19))
    text = plain(draw(replace(twins(), tables=many), 80, 24, ascii_only=True))
    assert text.count("claim to be") == 2
    assert "1  ! T1" in text


def test_a_game_whose_host_is_lost_is_offered() -> None:
    """`a` hosts it again until its own host is back; else it is no key."""
    start, way = after("a", lost_host())
    assert way == Way(Going.AGAIN)
    back = replace(start, tables=(entry(34, "Kitchen"),))
    for without in (back, nearby()):
        start, way = after("a", without)
        assert (start.notice, way) == (words.NOTHING_HERE, None)


def test_the_check_of_the_network_is_asked_for() -> None:
    """`d` asks for it and shows it, `d` again or Esc shows the tables."""
    here, _ = after("d")
    assert (here.panel, here.checking) == (Panel.CHECK, True)
    done = replace(here, checking=False)
    for pressed in ("d", "esc"):
        back, _ = after(pressed, done)
        assert (back.panel, back.checking) == (Panel.NONE, False)


def test_a_code_is_typed() -> None:
    """U32: `c` opens a line, what stands in it is the target; nothing is nothing."""
    here, way = after("c H 0 0 - 9 2 1 enter")
    assert way == Way(Going.JOIN, typed="H00-921")
    assert here.typing is None
    assert after("c enter")[1] is None
    here, way = after("c h q esc")
    assert (here.typing, way) == (None, None)


STAYS: list[tuple[str, str]] = [
    ("9", words.no_such_row(9)),
    ("3", words.other_version("Old laptop", "0.1.0", (9,))),
    ("down down down enter", words.other_version("Old laptop", "0.1.0", (9,))),
    ("w", words.WATCH_WHICH),
    ("z", words.NOTHING_HERE),
    ("0", words.NOTHING_HERE),
]


@pytest.mark.parametrize(("pressed", "notice"), STAYS)
def test_what_leads_nowhere_says_why(pressed: str, notice: str) -> None:
    """A key without a table behind it leaves one sentence."""
    here, way = after(pressed)
    assert (here.notice, way) == (notice, None)


def test_without_a_seat_there_is_no_return() -> None:
    """The key to return works only where a seat is kept."""
    here, way = after("r")
    assert (here.notice, way) == (words.NOTHING_HERE, None)


def test_a_seat_that_turns_up_elsewhere_is_offered() -> None:
    """Its host moved, so only the list knows the way: Enter leads there all the same.

    A mark that somebody has moved stays where it is.
    """
    listed = nearby().tables
    away = standing(Start(kept=("elsewhere", listed[1].answer.sign.id)))
    assert "Return to" not in plain(draw(away, 80, 24, ascii_only=True))

    here = found(away, listed, "")
    assert "Enter  Return to your seat at Flat 12 (playing)" in plain(
        draw(here, 80, 24, ascii_only=True)
    )
    for key in ("enter", "r"):
        assert press(here, key)[1] == Way(Going.JOIN, listed[1])
    gone = found(here, listed[:1], "")
    assert press(gone, "enter")[1] == Way(Going.PLAY)

    marked, _ = press(found(away, listed[:1], ""), "down")
    assert found(marked, listed, "").at == 0


def test_a_table_with_a_password_says_so() -> None:
    """Who has not been told it may ask for it before they try."""
    first, *others = nearby().tables
    sign = replace(first.answer.sign, password=True)
    guarded = replace(first, answer=replace(first.answer, sign=sign))
    shown = replace(nearby(), tables=(guarded, *others))
    assert words.PASSWORD in plain(draw(shown, 80, 24, ascii_only=True))
    assert words.PASSWORD not in plain(draw(nearby(), 80, 24, ascii_only=True))


def test_a_list_that_grew_shorter() -> None:
    """A mark on a table that has gone does not lead to another one."""
    here, _ = after("down down down down")
    shorter = replace(here, tables=here.tables[:1])
    moved, way = press(shorter, "enter")
    assert way is None
    assert moved.notice == words.no_such_row(4)


def test_versions() -> None:
    """A host that speaks one of our protocols among others is no stranger."""
    assert speaks_ours(entry(1, "a", proto=(1, 9)))
    assert not speaks_ours(entry(1, "a", proto=(9,)))
