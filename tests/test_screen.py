"""What screens look like: pictures to read in review, and laws for all of them.

The pictures lie in tests/golden. After a change that was meant, write them anew with
`python -m tests.test_screen` and read the difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p10net.client import picture
from p10net.client.aside import Aside
from p10net.client.check import Check
from p10net.client.commands import hearing, reading
from p10net.client.commands import journey as trips
from p10net.client.commands.journey import Map
from p10net.client.commands.keymap import Keymap
from p10net.client.commands.line import insert
from p10net.client.commands.scene import Scene, Tell
from p10net.client.commands.slots import Slots
from p10net.client.commands.start import Panel, Start
from p10net.client.journey.progress import Bet, Journey
from p10net.client.journey.worlds import Place
from p10net.client.log import Log, said
from p10net.client.pad import leaf as leaves
from p10net.client.pad.leaf import Leaf
from p10net.client.pad.writing import Naming, typed
from p10net.client.picture import CURSOR, Picture
from p10net.client.screen import journey as map_screen
from p10net.client.screen import pad as pad_screen
from p10net.client.screen.draw import draw
from p10net.client.screen.frame import framed
from p10net.client.words import journey as journey_words
from p10net.client.words import prompts
from p10net.engine.cards import parse_cards
from p10net.engine.game import apply, view_of
from p10net.engine.moves import Pass, Stop
from p10net.engine.presets import PRESETS, preset
from p10net.engine.view import Stage
from p10net.protocol.clean import cells
from p10net.protocol.messages import State
from p10net.protocol.people import Absence, AwayRule, Ballot, Break, Clock, Poll
from p10net.protocol.requests import Sit
from tests import albums
from tests.at_table import told
from tests.desk import Desk, evening, scored
from tests.messages_table import WELCOME
from tests.positions import position, rules
from tests.scenes import (
    HAND,
    ROUNDS,
    alone_in_the_network,
    crowded,
    drawing,
    eva,
    game_over,
    in_line,
    later_round,
    lobby,
    looking_back,
    lost_host,
    nearby,
    ordinary,
    over,
    pad,
    press,
    scenes,
    shaking,
    talk,
    twins,
    waiting,
)

GOLDEN = Path(__file__).with_name("golden")

Shown = Desk | Start | Leaf | Map


def paused() -> Desk:
    """Stop the game while others are in trouble."""
    desk = talk(Desk(position({2: HAND}, turn=3, stage=Stage.DRAW)))
    table = desk.scene.table
    assert table is not None
    ann, ben, cleo, dev = table.seats
    seats = (
        ann,
        ben,
        replace(cleo, absent=Absence.LINK_LOST),
        replace(dev, absent=Absence.AWAY, stand_in=True),
    )
    table = replace(table, seats=seats, paused=Break(1, 90_000), clock=Clock(34_000, 3))
    link = "The link is lost, your seat is kept: trying again in 2 s"
    desk.scene = replace(desk.scene, table=table, link=link)
    return desk


def polled() -> Desk:
    """Ask how to go on without somebody, in the own turn."""
    desk = drawing()
    table = desk.scene.table
    assert table is not None
    desk.scene = replace(desk.scene, table=replace(table, poll=Poll(3, ())))
    return desk


def polled_after_a_round() -> Desk:
    """Ask the same where the scores are looked at, of somebody who has voted."""
    desk = over()
    table = desk.scene.table
    assert table is not None
    voted = Poll(3, (Ballot(2, "bot"),))
    desk.scene = replace(desk.scene, table=replace(table, poll=voted))
    return desk


def counted_down(desk: Desk, *, ready: tuple[int, ...], left_s: int = 42) -> Desk:
    """Let time pass after a round, and some say that they are ready."""
    table = desk.scene.table
    assert table is not None
    seats = tuple(replace(one, ready=one.seat in ready) for one in table.seats)
    table = replace(table, seats=seats, clock=Clock(1000 * left_s))
    desk.scene = replace(desk.scene, table=table, left_s=left_s)
    return desk


WAITED_FOR = [
    ((), "Not ready yet: you, Ann and Dev. The next round begins by itself in 42 s."),
    ((2,), "Not ready yet: Ann and Dev. The next round begins by itself in 42 s."),
    ((1, 4), "Not ready yet: you. The next round begins by itself in 42 s."),
    ((1, 2, 4), "Everybody is ready. The next round begins by itself in 42 s."),
]


@pytest.mark.parametrize(("ready", "said"), WAITED_FOR)
def test_the_sheet_says_who_is_waited_for_and_how_long(
    ready: tuple[int, ...], said: str
) -> None:
    """People are named, bots are not; the round begins without them in the end."""
    assert f"\n {said}" in counted_down(over(), ready=ready).picture()


def test_nobody_is_waited_for_who_cannot_answer() -> None:
    """Whoever left, is played for, or cannot make up their mind is not named."""
    desk = counted_down(over(), ready=(2,))
    table = desk.scene.table
    assert table is not None
    ann, *_, dev = table.seats
    for gone in (
        replace(ann, restless=True),
        replace(ann, stand_in=True),
        replace(ann, passing=True),
        replace(ann, absent=Absence.LEFT),
    ):
        desk.scene = replace(desk.scene, table=replace(table, seats=(gone, dev)))
        assert "Not ready yet: Dev." in desk.picture()


PAUSES = [
    (2, 2, ":resume lets the game go on"),
    (1, 2, "after two minutes :resume lets the game go on"),
    (2, 1, ":resume lets the game go on"),
    (2, None, "Left looks back"),
]


@pytest.mark.parametrize(("by", "seat", "told"), PAUSES)
def test_whoever_is_told_how_to_go_on_can_do_it(
    by: int, seat: int | None, told: str
) -> None:
    """Who paused and the owner at once, others later, watchers not at all."""
    desk = Desk(position({2: HAND}, turn=3, stage=Stage.DRAW))
    table = desk.scene.table
    assert table is not None
    table = replace(table, paused=Break(by, 0))
    desk.scene = replace(desk.scene, table=table, seat=seat)

    *_, keys, _ = desk.picture().splitlines()
    assert keys.strip().startswith(told)


LOOKING_ON = [
    (lambda: Desk(position({2: HAND}, turn=3), seat=0), "m", "look on no longer (q)"),
    (lambda: Desk(position({2: HAND}, turn=3), seat=0), "q", "y leave   Esc stay"),
    (lambda: Desk(position({2: HAND}, turn=3), seat=0), "?", ":sit asks for"),
    (lambda: Desk(over().game, seat=0), "", "Up Down older"),
    (lambda: Desk(over().game, seat=0), "?", ":sit asks for"),
]
SEATED_ONLY = re.compile(
    r"[Yy]our seat|seat (is|stays)|ready  |Enter ready|for good|draw"
)


@pytest.mark.parametrize(("desk", "pressed", "told"), LOOKING_ON)
def test_whoever_looks_on_is_told_what_they_can_do(
    desk: Callable[[], Desk], pressed: str, told: str
) -> None:
    """Nothing is offered that only those at the table may do, or have."""
    text = desk().press(*pressed).picture()
    assert told in text
    assert not SEATED_ONLY.search(text)


def test_asking_for_a_seat_is_answered() -> None:
    """While a game is on nothing else on the screen would show it."""
    desk = Desk(position({2: HAND}, turn=3), seat=0)
    desk.press(*":sit", "enter")
    assert prompts.ASKED_TO_SIT in desk.picture()
    assert desk.sent == [Tell(Sit(0))]


QUEUED: list[tuple[Callable[[], Desk], str]] = [
    (lambda: Desk(position({2: HAND}, turn=3), seat=0), "between two rounds"),
    (lambda: Desk(shaking(turn=3).game, seat=0), "between two circuits"),
    (lambda: lobby(0), "in line for the next one"),
]


@pytest.mark.parametrize(("desk", "when"), QUEUED)
def test_whoever_found_no_seat_is_told_why_and_what_comes(
    desk: Callable[[], Desk], when: str
) -> None:
    """It stands there as long as it is so, and asking once more is not offered."""
    text = in_line(desk()).picture()
    assert "No seat is free" in text
    assert when in text
    assert ":sit" not in text


def test_the_reason_is_written_down_once() -> None:
    """The log keeps it from the moment of coming on."""
    game = position({2: HAND}, turn=3)
    table = in_line(Desk(game, seat=0)).scene.table
    assert table is not None
    state = replace(told(game, seat=0), table=table)
    scene = hearing.heard(Scene(None), replace(WELCOME, seat=None, watcher=1), -1)
    for _ in range(2):
        scene = hearing.heard(scene, state, -1)
    assert str(scene.log).count("No seat is free in this game") == 1


MISSED = [
    (14, HAND, False, "While you were away 4 things happened."),
    (11, "R1", False, "While you were away 1 thing happened, and your seat was played"),
    (14, "R1", True, "While you were away 4 things happened."),
    (10, HAND, False, ""),
]


@pytest.mark.parametrize(("n", "hand", "busy", "told"), MISSED)
def test_whoever_is_back_hears_that_things_happened(
    n: int, hand: str, busy: bool, told: str
) -> None:
    """None of them is told again, and one's own cards may be others.

    An act of one's own that was on its way may have come to be as well.
    """
    desk = Desk(position({2: HAND}, turn=3))
    scene = replace(desk.scene, events=10, busy=busy)
    view = view_of(position({2: hand}, turn=3), 2)
    assert scene.table is not None
    state = State(seq=9, n=n, ev=(), view=view, table=scene.table)
    for news in (replace(WELCOME, seat=2), state, replace(state, n=n + 5)):
        scene = hearing.heard(scene, news, -1)

    desk.scene = scene
    text = " ".join(desk.picture().split())
    assert text.count("While you were away") == bool(told)
    assert told in text


def test_a_pause_stops_the_waiting_too() -> None:
    """What is said instead is how it goes on."""
    desk = counted_down(over(), ready=(2,))
    table = desk.scene.table
    assert table is not None
    desk.scene = replace(desk.scene, table=replace(table, paused=Break(1, 0)))
    assert "Ann paused the game. After two minutes :resume lets it" in desk.picture()
    own = replace(table, paused=Break(2, 0))
    desk.scene = replace(desk.scene, table=own)
    assert "You paused the game. Type :resume" in desk.picture()
    stuck = replace(table, paused=Break(0, 0, "disk"))
    desk.scene = replace(desk.scene, table=stuck)
    assert "disk is full or failing" in desk.picture()
    assert ":resume" not in desk.picture()


LOST_AMID_THEIR_TURN = [
    (AwayRule.BOT, "Link lost: a bot plays after 60 s."),
    (AwayRule.SKIP, "Link lost: turns are passed after 60 s."),
    (AwayRule.WAIT, "Link lost: all wait."),
]


@pytest.mark.parametrize(("rule", "told"), LOST_AMID_THEIR_TURN)
def test_who_waits_for_somebody_lost_reads_how_it_goes_on(
    rule: AwayRule, told: str
) -> None:
    """Until a stand-in plays: nothing else says why all stands still."""
    desk = Desk(position({2: HAND}, turn=1))
    table = desk.scene.table
    assert table is not None
    settled = replace(table.settings, away=rule, grace_ms=60_000)
    ann = replace(table.seats[0], on=False, absent=Absence.LINK_LOST, grace_ms=59_000)
    waits = replace(table, settings=settled, seats=(ann, *table.seats[1:]))
    desk.scene = replace(desk.scene, table=waits)
    assert f"Ann to play. {told}" in desk.picture()

    played_for = replace(ann, grace_ms=None, stand_in=True)
    seats = (played_for, *table.seats[1:])
    desk.scene = replace(desk.scene, table=replace(waits, seats=seats))
    assert "Link lost" not in desk.picture()


def test_long_names_are_counted_where_they_would_not_fit() -> None:
    """The line is never cut off."""
    desk = counted_down(over(), ready=())
    table = desk.scene.table
    assert table is not None
    seats = tuple(replace(one, name=one.name * 4) for one in table.seats)
    desk.scene = replace(desk.scene, table=replace(table, seats=seats))
    assert "\n Not ready yet: you and 2 others. The next round" in desk.picture()


def test_a_game_that_nobody_won_says_so() -> None:
    """Stopped too early, or left by all but one: the sheet does not just end."""
    game, _ = apply(over().game, 0, Stop((1, 3, 4)))
    text = Desk(game).picture()
    assert "The game was stopped in round 1." in text
    assert "It ended without a winner." in text
    assert "Won by" not in text


def rebound(desk: Desk) -> Desk:
    """Give some actions other keys."""
    keys = (("draw", "c"), ("take", "K"), ("hint", ","), ("log", "j"), ("undo", "i"))
    desk.scene = replace(desk.scene, keymap=Keymap(keys))
    return desk


def starred() -> Desk:
    """End a game that brings something on the journey."""
    desk = game_over()
    brought = journey_words.over(3, True, 10, 10, 7, 15)
    desk.scene = reading.noted(desk.scene, Aside(brought))
    return desk


def declaring() -> Desk:
    """Say which phase is attempted, as Masters asks."""
    return Desk(position({2: HAND}, on=rules("masters"), stage=Stage.DECLARE, turn=2))


ON_THE_WAY = Journey(
    coins=27,
    stars={"original": (3, 2, 1, 1, 0), "twist": (2, 0, 0, 0, 0)},
    games={"t": Bet(Place(0, 4), 25)},
)


def journey(*keys: str) -> Map:
    """Stand somewhere on the journey and press keys."""
    here = replace(trips.unfolded(ON_THE_WAY), at=Place(1, 1))
    for key in keys:
        here, _ = trips.press(here, key)
    return here


NEW = Naming(preset("official"), "2026-05-01")


def typing(leaf: Leaf, text: str) -> Leaf:
    """Leave a line standing that was refused."""
    wrote = typed(leaf.state, text)
    return replace(leaf, said=wrote.lines, typing=insert(leaf.typing, text))


# Each picture: what is shown, and in how many columns and rows.
PICTURES: dict[str, tuple[Callable[[], Shown], int, int]] = {
    "table": (eva, 80, 24),
    "table-preview": (lambda: press(Desk(evening(), 5), "L"), 80, 24),
    "table-adjusted": (lambda: press(Desk(evening(), 5), "L n left"), 80, 24),
    "table-laid": (lambda: press(Desk(evening(), 5), "L enter"), 80, 24),
    "table-crowded": (crowded, 80, 24),
    "table-before-drawing": (drawing, 80, 24),
    "table-chosen": (lambda: press(drawing(), "d 4"), 80, 24),
    "table-skip": (lambda: press(drawing(), "d s enter"), 80, 24),
    "table-hint": (lambda: press(drawing(), "d ."), 80, 24),
    "table-menu": (lambda: press(drawing(), "d m down"), 80, 24),
    "table-refused": (lambda: press(drawing(), "d d"), 80, 24),
    "table-chat": (lambda: talk(drawing()).press("/", *"one moment"), 80, 24),
    "table-armed": (lambda: press(waiting(), "a p"), 80, 24),
    "table-arming": (lambda: press(waiting(), "a"), 80, 24),
    "table-watching": (lambda: scenes()["watching"], 80, 24),
    "table-in-line": (
        lambda: in_line(Desk(position({2: HAND}, turn=3), seat=0)),
        80,
        24,
    ),
    "lobby-in-line": (lambda: in_line(lobby(0)), 80, 24),
    "dice-in-line": (lambda: in_line(Desk(shaking(turn=3).game, seat=0)), 80, 24),
    "table-past": (looking_back, 80, 24),
    "table-past-own": (lambda: looking_back(2, "t"), 80, 24),
    "sheet-past": (lambda: press(later_round(), "t"), 80, 24),
    "wide-past": (looking_back, 120, 40),
    "table-keys": (lambda: rebound(drawing()), 80, 24),
    "panel-help-keys": (lambda: press(rebound(drawing()), "?"), 80, 24),
    "table-paused": (paused, 80, 24),
    "table-poll": (polled, 80, 24),
    "sheet-poll": (polled_after_a_round, 80, 24),
    "table-declare": (declaring, 80, 24),
    "table-least": (lambda: press(crowded(), "1"), 80, 20),
    "table-ordinary": (lambda: press(ordinary(), "L"), 80, 24),
    "panel-ordinary": (lambda: press(ordinary(), "?"), 80, 24),
    "panel-phases": (lambda: press(drawing(), "f"), 80, 24),
    "panel-help": (lambda: press(drawing(), "?"), 80, 24),
    "panel-scores": (lambda: press(later_round(), "v"), 80, 24),
    "panel-log": (lambda: press(talk(later_round()), "e"), 80, 24),
    "panel-log-part": (lambda: press(talk(later_round()), "v E E E E"), 80, 24),
    "dice": (shaking, 80, 24),
    "dice-marked": (lambda: shaking().press("k"), 80, 24),
    "sheet-stars": (starred, 80, 24),
    "dice-preview": (
        lambda: shaking("R5 B5 G5 B9 R9 G9 R1 W R3 G4").press("l"),
        80,
        24,
    ),
    "dice-of-others": (lambda: shaking(turn=3), 80, 24),
    "dice-help": (lambda: shaking().press("?"), 80, 24),
    "dice-sheet": (
        lambda: press(
            shaking("R5 B5 G5 B9 R9 G9 R1 W R3 G4", seats=2), "l enter"
        ).others(1, Pass()),
        80,
        24,
    ),
    "dice-phases": (lambda: shaking().press("f"), 80, 24),
    "panel-log-over": (lambda: press(over(), "e"), 80, 24),
    "dice-wide": (lambda: shaking().press("k"), 120, 40),
    "sheet": (lambda: counted_down(over(), ready=(1,)), 80, 24),
    "sheet-game-over": (game_over, 80, 24),
    "lobby-owner": (lambda: lobby(1), 80, 24),
    "lobby-guest": (lambda: talk(lobby(2, ready=(1, 2))), 80, 24),
    "lobby-rules": (lambda: press(lobby(1), "o down down"), 80, 24),
    "lobby-help": (lambda: press(lobby(2), "?"), 80, 24),
    "start": (nearby, 80, 24),
    "start-alone": (lambda: Start(off="no network"), 80, 24),
    "start-help": (lambda: replace(nearby(), panel=Panel.HELP), 80, 24),
    "start-again": (lost_host, 80, 24),
    "start-twins": (twins, 80, 24),
    "start-cause": (alone_in_the_network, 80, 24),
    "start-check": (
        lambda: replace(alone_in_the_network(), panel=Panel.CHECK),
        *(80, 24),
    ),
    "pad": (lambda: pad(*ROUNDS, "out", "laid 15"), 80, 24),
    "pad-names": (lambda: Leaf(NEW, leaves.line(NEW)), 80, 24),
    "pad-round-over": (lambda: pad(*ROUNDS), 80, 24),
    "pad-refused": (lambda: typing(pad(*ROUNDS), "15"), 80, 24),
    "pad-help": (lambda: pad(*ROUNDS, "help", on="bounty"), 80, 24),
    "pad-over": (lambda: pad(*ROUNDS, "stop"), 80, 24),
    "journey": (lambda: journey(*"s"), 80, 24),
    "journey-new": (lambda: trips.unfolded(Journey()), 80, 24),
    "journey-closed": (lambda: journey("down", "down", "enter"), 80, 24),
    "journey-help": (lambda: journey("?"), 80, 24),
    "journey-last": (lambda: journey("up", "up", "5"), 80, 20),
    "wide": (eva, 120, 40),
    "wide-journey": (lambda: journey("1"), 120, 40),
    "wide-pad": (lambda: pad(*ROUNDS, "out"), 120, 40),
    "wide-preview": (lambda: press(Desk(evening(), 5), "L"), 120, 40),
    "wide-ordinary": (lambda: ordinary(ascii_only=False), 120, 40),
    "wide-menu": (lambda: press(drawing(), "d m down"), 120, 40),
    "wide-help": (lambda: press(talk(eva()), "?"), 120, 40),
    "too-small": (drawing, 60, 15),
}


def shown(thing: Shown, columns: int, rows: int, ascii_only: bool = True) -> Picture:
    if isinstance(thing, Leaf):
        return framed(partial(pad_screen.pad, thing), columns, rows, ascii_only)
    if isinstance(thing, Map):
        return framed(partial(map_screen.journey, thing), columns, rows, ascii_only)
    scene = thing.scene if isinstance(thing, Desk) else thing
    return draw(scene, columns, rows, ascii_only)


def golden(name: str) -> str:
    """Draw one of the pictures as text, its cursor shown as an underscore."""
    make, columns, rows = PICTURES[name]
    lines = shown(make(), columns, rows, ascii_only=columns < 100)
    marked = tuple(
        tuple(piece._replace(text="_") if piece is CURSOR else piece for piece in line)
        for line in lines
    )
    return picture.plain(marked)


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str) -> None:
    """Each screen looks as it did when somebody last looked at it."""
    kept = GOLDEN / f"{name}.txt"
    assert golden(name) == kept.read_text("utf-8")


def test_every_picture_is_of_something() -> None:
    """No picture is kept that is not drawn any more."""
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(PICTURES)


@pytest.mark.parametrize("name", albums.ALBUMS)
def test_album(name: str) -> None:
    """So do the pictures that stand together in one file, colours included."""
    kept = albums.FOLDER / f"{name}.txt"
    assert albums.album(name) == kept.read_text("utf-8")


@pytest.mark.parametrize("name", albums.ALBUMS)
def test_every_page_of_an_album_fits(name: str) -> None:
    """Long names, full hands and many melds fill the window and no cell more."""
    for page in albums.ALBUMS[name]:
        fits(albums.lines(page), page.columns, page.rows)
        assert not page.ascii_only or _ascii_but_for_names(albums.lines(page))


def _ascii_but_for_names(lines: Picture) -> bool:
    words = picture.plain(lines)
    for name in albums.LONG:
        for size in range(len(name), 0, -1):
            words = words if name.isascii() else words.replace(name[:size], "")
    return words.isascii()


def test_every_album_is_kept() -> None:
    """No album lies there that nobody draws."""
    assert {path.stem for path in albums.FOLDER.glob("*.txt")} == set(albums.ALBUMS)


# --- Laws --------------------------------------------------------------------------


def fits(lines: Picture, columns: int, rows: int) -> None:
    """Hold that a picture fills the terminal exactly and nothing in it is obeyed."""
    assert len(lines) == rows
    for line in lines:
        assert picture.width(line) == columns
        for fragment in line:
            assert fragment.text.isprintable()
    if columns >= 2 and rows >= 3:
        assert sum(fragment is CURSOR for line in lines for fragment in line) == 1


EVERYTHING: dict[str, Callable[[], Shown]] = {
    **{name: make for name, (make, _, _) in PICTURES.items()},
    **{name: (lambda name=name: scenes()[name]) for name in scenes()},  # type: ignore[misc]  # a default argument in a lambda
}


@pytest.mark.parametrize("name", EVERYTHING)
def test_a_picture_fits_any_terminal(name: str) -> None:
    """U44: from a postage stamp to a wall, in ASCII and with lines."""
    thing = EVERYTHING[name]()
    for columns, rows in ((1, 1), (20, 3), (79, 24), (80, 20), (100, 24), (112, 32)):
        fits(shown(thing, columns, rows), columns, rows)
    fits(shown(thing, 200, 60, ascii_only=False), 200, 60)


# What was logged with suits stays so; "table-ordinary" has them in ASCII.
@pytest.mark.parametrize("name", sorted(EVERYTHING.keys() - {"wide-ordinary"}))
def test_ascii_is_ascii(name: str) -> None:
    """Without UTF-8 nothing is drawn with other characters than ASCII."""
    thing = EVERYTHING[name]()
    for columns, rows in ((80, 24), (120, 40)):
        assert picture.plain(shown(thing, columns, rows)).isascii()


HOSTILE = [
    "\x1b[2J\x1b[31mred",
    "\x9b31m\x90q\x9c",
    "a\nb\rc\x08d",
    "\u202eabc\u2066",
    "漢字漢字漢字漢字漢字漢字",
    "e\u0301" * 30,
    "\u200d" * 20 + "👩\u200d🚀",
    "x" * 300,
    "{0} %s </b>",
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_where_they_are(text: str) -> None:
    """Whatever a host or a player sends, the picture keeps its shape."""
    for desk in (eva(), lobby(1), over(), press(drawing(), "d s enter")):
        scene = _poisoned(desk.scene, text)
        for columns, rows in ((80, 24), (120, 40)):
            fits(draw(scene, columns, rows, ascii_only=False), columns, rows)
    start = nearby()
    rows_ = [
        replace(e, row=replace(e.row, table=text, rules=text)) for e in start.tables
    ]
    start = Start(tuple(rows_), here=text, left=text, off=text, notice=text)
    check = (Check(text, False, text),)
    for one in (start, replace(start, checks=check, panel=Panel.CHECK, wifi=text)):
        fits(draw(one, 80, 24, ascii_only=False), 80, 24)


def _poisoned(scene: Scene, text: str) -> Scene:
    """Put a text wherever one may come from outside."""
    log = said(scene.log, text, text)
    changes: dict[str, Any] = {"name": text, "code": text, "address": text, "log": log}
    if scene.table is not None:
        seats = [replace(one, name=text, client=text) for one in scene.table.seats]
        changes["table"] = replace(scene.table, seats=tuple(seats))
    if scene.lobby is not None:
        seats = [replace(one, name=text, client=text) for one in scene.lobby.seats]
        lookers = [replace(one, name=text) for one in scene.lobby.watchers]
        named = replace(scene.lobby.rules, name=text)
        changes["lobby"] = replace(
            scene.lobby, seats=tuple(seats), watchers=tuple(lookers), rules=named
        )
    if scene.view is not None:
        named = replace(scene.view.rules, name=text)
        changes["view"] = replace(scene.view, rules=named)
    return replace(scene, **changes)


@given(st.integers(0, 16), st.integers(0, 40))
@settings(max_examples=30)
def test_a_long_line_keeps_its_cursor_in_sight(size: int, back: int) -> None:
    """However long the line that is typed, the cursor can be seen."""
    desk = drawing().press("/", *("漢x" * size * 4), *["left"] * back)
    lines = desk.scene.local.typing
    assert lines is not None
    fits(shown(desk, 80, 24), 80, 24)


# --- What is said without colour ---------------------------------------------------


def roles(thing: Shown, columns: int = 80, rows: int = 24) -> set[str]:
    lines = shown(thing, columns, rows)
    return {role for line in lines for piece in line for role in piece.role.split()}


def test_faces_have_their_colours() -> None:
    """Each colour of card is a role, and so are wilds and Skips."""
    desk = drawing("R2 B3 G5 Y7 W S")
    assert roles(desk) >= {
        *("card.red", "card.blue", "card.green", "card.yellow"),
        *("card.wild", "card.skip"),
    }
    assert "card.rule" in roles(Desk(position({2: "D R2"}, on=rules("anti-others"))))


@pytest.mark.parametrize("columns", [80, 120])
def test_what_a_role_says_is_said_in_letters_too(columns: int) -> None:
    """U46: a chosen card, a suggested one and whose turn it is are seen in mono."""
    desk = press(Desk(evening(), 5), "n")
    assert {"chosen", "suggested", "current"} <= roles(desk, columns, 40)
    text = picture.plain(shown(desk, columns, 40))
    assert "> 5 You (Eva)" in text
    assert "[B7]" in text or "chosen" in text
    assert "^" in text or "fits" in text


def test_every_seat_is_always_there() -> None:
    """However much lies on the table, no player and no own card is left out."""
    text = picture.plain(shown(crowded(), 80, 20))
    for name in ("Ann", "You (Ben)", "Cleo", "Dev", "Eva", "Finn"):
        assert name in text
    assert "R1" in text
    assert "YOUR TURN" in text


@pytest.mark.parametrize("columns", [80, 120])
def test_every_name_has_its_seats_number_beside_it(columns: int) -> None:
    """Whoever looks like somebody else has another number, in a game and before."""
    names = {1: "Ann", 3: "Cleo", 4: "Dev"}
    for scene in (drawing().scene, lobby(2).scene):
        text = picture.plain(draw(scene, columns, 40, True))
        for seat, name in names.items():
            assert re.search(rf"^ *[>]? *{seat} +{name}\b", text, re.MULTILINE)


def test_melds_without_room_are_counted() -> None:
    """A refreshed hand leaves more melds than rows; the newest are shown."""
    owners = (*[1] * 12, 2, 3, 4, 5, 6)
    melds = [f"R{n} G{n}" for n in range(1, 13)] + [f"B{n} Y{n}" for n in range(1, 6)]
    table = tuple((o, "set", cards) for o, cards in zip(owners, melds, strict=True))
    desk = Desk(position({2: "R9"}, table=table, seats=6))
    text = picture.plain(shown(desk, 80, 20))
    assert "+8 melds more (Tab)" in text
    assert "l) 12s x2" in text
    assert "q) 5s x2" in text


def test_a_score_sheet_longer_than_the_screen_can_be_scrolled() -> None:
    """The newest rounds come first, older ones with the arrow."""
    desk = over()
    view = desk.scene.view
    assert view is not None
    sheet = tuple(replace(view.sheet[0], round=n) for n in range(1, 31))
    desk.scene = replace(desk.scene, view=replace(view, sheet=sheet))
    assert " 30  " in desk.picture()
    assert " 16  " not in desk.picture()
    assert " 16  " in press(desk, "down " * 6).picture()


def test_more_cards_than_keys() -> None:
    """Twelve cards and a new one still stand side by side."""
    desk = drawing()
    hand = parse_cards("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12")
    local = desk.scene.with_local(slots=Slots(hand, hand[0]))
    desk.scene = replace(desk.scene, local=local)
    text = desk.picture()
    assert all(card.value in text for card in hand)
    assert cells(max(text.splitlines(), key=cells)) <= 80


@pytest.mark.parametrize("name", ["official", "postal"])
def test_phases_and_rules_fit_the_smallest_usual_window(name: str) -> None:
    """From the first phase to the last rule nothing is a page away."""
    desk = press(Desk(position({2: HAND}, on=rules(name))), "f")
    text = desk.picture()
    assert "PgUp" not in text
    assert "Skip" in text
    assert all(f"{number}  " in text for number in range(1, 11))


@pytest.mark.parametrize("name", PRESETS)
def test_phases_and_rules_can_all_be_read(name: str) -> None:
    """What does not fit is counted, and each line of it can be paged to."""
    desk = press(Desk(position({2: HAND}, on=rules(name))), "f")
    whole = [line.strip() for line in desk.picture(80, 80).splitlines()]
    seen = set()
    for _ in range(4):
        seen |= {line.strip() for line in desk.picture().splitlines()}
        press(desk, "pagedown")
    _, end, *_ = (at for at, line in enumerate(whole) if line.startswith("-----"))
    assert any(re.search("[Ss]kip|dice", line) for line in whole[3:end])
    for line in filter(None, whole[3:end]):
        told = re.sub(r"  +(yours now|done)?", "  ", line).strip()
        assert any(told in re.sub("  +", "  ", one) for one in seen), line


PILES = [
    (drawing, ["d", "p"]),
    (lambda: Desk(position({2: HAND}, stage=Stage.DRAW, pile="S")), ["d"]),
    (lambda: press(drawing(), "d"), []),
    (lambda: press(drawing(), "p"), []),
    (waiting, []),
]


@pytest.mark.parametrize(("shown", "named"), PILES)
def test_a_pile_names_its_key_while_it_draws(
    shown: Callable[[], Desk], named: list[str]
) -> None:
    """Beside each pile stands the key that draws from it now, or none."""
    lines = shown().picture(120, 40).splitlines()
    (at,) = (at for at, line in enumerate(lines) if "  stock  " in line)
    assert re.findall("  ([dp]) ", lines[at - 1][:80]) == named


def test_a_table_without_a_word_yet() -> None:
    """Before the host has said anything there is a line that says so."""
    lines = draw(Scene(None), 80, 24, ascii_only=True)
    fits(lines, 80, 24)
    assert "Sitting down" in picture.plain(lines)


def test_large_scores_keep_their_columns() -> None:
    """Four digits of points do not push the phases aside."""
    game = scored(evening(), 1000, 2000, 1234, 5, 9999, 100)
    text = Desk(game, 5).picture()
    assert "9999 pts  Phase 6" in text


def test_the_log_shows_what_fits() -> None:
    """Long lines are broken, the newest stand lowest."""
    desk = drawing()
    log = Log()
    for at in range(30):
        log = said(log, f"P{at}", "word " * 30)
    desk.scene = replace(desk.scene, log=log)
    text = desk.picture()
    assert "P29: word" in text
    assert "P0: word" not in text
    assert "P0: word" in press(desk, "e" + " pagedown" * 9).picture()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for kept in GOLDEN.glob("*.txt"):
        kept.unlink()
    for each in PICTURES:
        (GOLDEN / f"{each}.txt").write_text(golden(each), "utf-8")
    albums.write()
