"""Albums of pictures: several screens in one file, so that review stays possible.

What one picture cannot show is kept here: tables of two to six with names as long as
they may be, full hands, long runs and many melds, what variants add, other sizes, and
colours. Colours are read back from a terminal, so they are what a person sees; below
each line stand the words that look otherwise than the rest, and how.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pyte.screens
from msgspec.structs import replace

from p10net.client import guest, picture
from p10net.client.commands.scene import Scene
from p10net.client.commands.start import Start
from p10net.client.fullscreen import FullScreen
from p10net.client.palette import DEFAULT, THEMES, Depth, Look
from p10net.client.picture import CURSOR, Picture
from p10net.client.screen.draw import draw
from p10net.engine.cards import Card
from p10net.engine.game import Game
from p10net.engine.moves import Save
from p10net.engine.view import Stage
from tests.desk import Desk, drawn, evening
from tests.positions import play, position, rules
from tests.scenes import (
    HAND,
    TABLE,
    crowded,
    drawing,
    eva,
    game_over,
    later_round,
    lobby,
    nearby,
    over,
    press,
    talk,
)
from tests.terminal import glass

GOLDEN = Path(__file__).with_name("golden")
FOLDER = GOLDEN / "albums"
README = Path(__file__).parents[1] / "README.md"

Shown = Desk | Start

LONG = (
    "Maximiliane Graf",
    "Bartholomew Odd2",
    "山田山田山田山田",
    "Wilhelmina Quick",
    "Алексей Смирнова",
    "WWWWWWWWWWWWWWWW",
)
"""Names that fill the sixteen cells a name may have."""


class Page(NamedTuple):
    """One picture: what it shows, and on what kind of terminal."""

    title: str
    make: Callable[[], Shown]
    columns: int = 80
    rows: int = 24
    ascii_only: bool = True
    depth: Depth | None = None


# --- Scenes that are only looked at ------------------------------------------------


def named(desk: Desk) -> Desk:
    """Give everybody at the table a name as long as may be."""
    table = desk.scene.table
    assert table is not None
    seats = tuple(
        replace(one, name=name) for one, name in zip(table.seats, LONG, strict=False)
    )
    desk.scene = replace(desk.scene, table=replace(table, seats=seats))
    return desk


def seated(seats: int) -> Desk:
    """Sit with so many at a table where the first has laid, a card just drawn."""
    game = position(
        {2: "R2 R2 B2 G5 Y5 R5 B11 G1 Y4 R9 W"},
        table=TABLE[:1],
        seats=seats,
    )
    return named(Desk(drawn(game, 2, "W")))


def full_hand() -> Desk:
    """Hold as many cards as any rules deal, and the one just drawn."""
    hand = "R10 R11 R12 G10 G11 G12 B10 B11 B12 Y10 Y11 Y12 W"
    return Desk(drawn(position({2: hand}, on=rules(hand_size=12)), 2, "W"))


def long_runs() -> Desk:
    """Let every one of six lay a run of twelve; own ones are shown in full."""
    table = tuple(
        (owner, "run", " ".join(f"{color}{n}" for n in range(1, 12)) + " W")
        for owner, color in enumerate("RGBYRG", 1)
    )
    hands = {seat: f"B{seat}" for seat in range(1, 7)} | {2: "Y5 W"}
    return Desk(position(hands, table=table, seats=6))


def many_melds() -> Desk:
    """Let two of six refresh their phases until the letters have run out."""
    pairs = [f"R{n} G{n}" for n in range(1, 13)] * 2 + [f"B{n} Y{n}" for n in (1, 2, 3)]
    table = tuple((1 + at % 2, "set", pair) for at, pair in enumerate(pairs))
    hands = {seat: f"Y{seat + 5}" for seat in range(1, 7)} | {2: "B5 B6"}
    on = rules("masters-refresh", max_seats=6)
    return Desk(position(hands, table=table, seats=6, on=on, pile="B12"))


def at(on: str, hand: str, keys: str = "", **facts: object) -> Desk:
    """Sit in seat 2 under these rules and press some keys."""
    game: Game = position({2: hand}, on=rules(on), **facts)  # type: ignore[arg-type]  # facts of any kind
    *_, last = hand.split()
    if game.open.stage is Stage.PLAY:
        game = drawn(game, 2, last)
    return press(Desk(game), keys)


def saved() -> Desk:
    """Be about to draw with a card put by."""
    game = play(position({2: "R1 R2 G11"}, on=rules("masters")), (2, Save(Card.G11)))
    view = replace(game.open, turn=2, stage=Stage.DRAW)
    return press(Desk(replace(game, open=view)), "m")


WILD_RUN = ((2, "run", "R3 W B5 Y6"),)
VARIANTS: dict[str, Callable[[], Shown]] = {
    "Masters: which phase is attempted": lambda: at(
        "masters", HAND, stage=Stage.DECLARE
    ),
    "Masters: a card may be saved": lambda: at("masters", f"{HAND} W", "m"),
    "Masters: a saved card may be taken": saved,
    "Masters with refresh: all phases are open, two can be laid": lambda: at(
        "masters-refresh", "R2 B2 G2 R5 B5 G5 Y1 Y2 Y3 Y4 R9", "l"
    ),
    "Masters with refresh: a laid phase may make way": lambda: at(
        "masters-refresh",
        "R2 B3 W",
        "m",
        table=((2, "set", "R8 Y8 G8"), (2, "set", "B1 B1 G1")),
    ),
    "slide: a card takes the place of a wild": lambda: at(
        "slide", "G4 R1 B9", "m", table=WILD_RUN
    ),
    "bounty: a wild is stolen": lambda: at("bounty", "G4 R1 B9", "m", table=WILD_RUN),
    "dealer gives: whom the wild goes to": lambda: at(
        "dealer-gives", HAND, pile="W", stage=Stage.GIVE, dealer=2
    ),
    "anti-others: the rule card sends somebody down": lambda: at(
        "anti-others", f"{HAND} D", "n enter"
    ),
    "truly wild: a wild thrown as a Skip": lambda: at("truly-wild", f"{HAND} W", "w x"),
    "floating: only a discard ends the round": lambda: at(
        "floating", "R8", "", table=TABLE, laid=(2,)
    ),
    "postal: what differs is told": lambda: at("postal", HAND, "f"),
}


# --- The albums --------------------------------------------------------------------


def preview() -> Desk:
    """Look at what Eva can lay."""
    return press(Desk(evening(), 5), "L")


ALBUMS: dict[str, tuple[Page, ...]] = {
    "players": tuple(
        Page(f"{seats} players", lambda seats=seats: seated(seats))  # type: ignore[misc]  # a default argument in a lambda
        for seats in range(2, 7)
    ),
    "sizes": (
        Page("80x24 with lines", eva, 80, 24, ascii_only=False),
        Page("100x30 in ASCII", eva, 100, 30),
        Page("100x30 with lines", eva, 100, 30, ascii_only=False),
        Page("100x30, preview", preview, 100, 30, ascii_only=False),
        Page("100x30, sheet", over, 100, 30, ascii_only=False),
        Page("100x30, lobby", lambda: talk(lobby(1)), 100, 30, ascii_only=False),
        Page("100x30, start", nearby, 100, 30, ascii_only=False),
        Page("100x30, log", lambda: press(talk(later_round()), "e"), 100, 30),
        Page("120x40 in ASCII", eva, 120, 40),
        Page("120x40, sheet", game_over, 120, 40),
        Page("120x40, lobby", lambda: talk(lobby(2)), 120, 40),
        Page("120x40, start", nearby, 120, 40),
    ),
    "crowds": (
        Page("long names, all laid, 80x24", lambda: named(crowded())),
        Page("long names, all laid, 100x30", lambda: named(crowded()), 100, 30),
        Page("long names, all laid, 120x40", lambda: named(crowded()), 120, 40),
        Page("a full hand, 80x24", full_hand),
        Page("a full hand, 120x40", full_hand, 120, 40),
        Page("runs of twelve, 80x20", long_runs, 80, 20),
        Page("runs of twelve, 100x30", long_runs, 100, 30),
        Page("27 melds, 80x24", many_melds),
        Page("27 melds, 120x40", many_melds, 120, 40),
        Page("long names on the sheet", lambda: named(game_over())),
    ),
    "variants": tuple(Page(title, make) for title, make in VARIANTS.items()),
    "colors": (
        *(Page(f"depth {one.value}", eva, depth=one) for one in Depth),
        Page("a card chosen", lambda: press(drawing(), "d 4"), depth=Depth.MANY),
        Page("a lay-down looked at", preview, depth=Depth.MANY),
        Page("something refused", lambda: press(drawing(), "d d"), depth=Depth.MANY),
        Page("the sheet", over, depth=Depth.MANY),
        Page("the lobby", lambda: lobby(1), depth=Depth.MANY),
        Page("the start", nearby, depth=Depth.MANY),
        Page("100x30", preview, 100, 30, ascii_only=False, depth=Depth.MANY),
        Page("120x40", preview, 120, 40, ascii_only=False, depth=Depth.TRUE),
    ),
}


def lines(page: Page) -> Picture:
    """Draw a page's picture."""
    thing = page.make()
    scene = thing.scene if isinstance(thing, Desk) else thing
    return draw(scene, page.columns, page.rows, page.ascii_only)


def album(name: str) -> str:
    """Write a whole album."""
    return "".join(f"=== {page.title}\n{_drawn(page)}" for page in ALBUMS[name])


def write() -> None:
    """Keep every album as it is now, and put the kept pictures into the README."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kept in FOLDER.glob("*.txt"):
        kept.unlink()
    for name in ALBUMS:
        (FOLDER / f"{name}.txt").write_text(album(name), "utf-8")
    README.write_text(illustrated(README.read_text("utf-8")), "utf-8")


PLACE = re.compile(r"(<!-- screen: ([\w-]+) -->\n+```text\n).*?(?=^```$)", re.M | re.S)


def illustrated(text: str) -> str:
    """Put the kept pictures into a page that names them in remarks."""
    return PLACE.sub(lambda m: m[1] + (GOLDEN / f"{m[2]}.txt").read_text("utf-8"), text)


def _drawn(page: Page) -> str:
    if page.depth is not None:
        return "".join(_told(row) for row in on_terminal(page, page.depth))
    marked = tuple(
        tuple(piece._replace(text="_") if piece is CURSOR else piece for piece in line)
        for line in lines(page)
    )
    return picture.plain(marked)


# --- Colours -----------------------------------------------------------------------

Row = list[pyte.screens.Char]


def on_terminal(page: Page, depth: Depth) -> list[Row]:
    """Let the real screen draw a page, and read the terminal's cells."""
    rows: list[Row] = []
    scene: Scene | Start
    thing = page.make()
    scene = thing.scene if isinstance(thing, Desk) else thing

    def shown(columns: int, height: int) -> Picture:
        return draw(scene, columns, height, page.ascii_only)

    with glass(columns=page.columns, rows=page.rows) as terminal:
        window = FullScreen(
            Look(depth, THEMES[DEFAULT]), shown, lambda key: None, lambda text: None
        )

        def look(_: object) -> None:
            if not rows:
                buffer = terminal.screen.buffer
                rows.extend(
                    [buffer[y][x] for x in range(page.columns)]
                    for y in range(page.rows)
                )
                window.exit(None)

        window.app.after_render += look
        guest.run(window.run)
    return rows


# The colours of the tiles in the words of the cards; any other stays a number.
COLORS = {
    **dict.fromkeys(("d55e00", "d75f00"), "red"),
    **dict.fromkeys(("009e73", "00af87"), "green"),
    **dict.fromkeys(("0072b2", "005faf"), "blue"),
    **dict.fromkeys(("f0e442", "ffff5f"), "yellow"),
    "000000": "black",
    "ffffff": "white",
}


def look(cell: pyte.screens.Char) -> str:
    """Say in words how a cell looks, "" if like any text."""
    words = []
    if cell.bg != "default":
        front = COLORS.get(cell.fg, cell.fg)
        words.append(f"{front} on {COLORS.get(cell.bg, cell.bg)}")
    elif cell.fg != "default":
        words.append(cell.fg)
    marks = ("bold", "reverse", "underscore", "italics", "blink", "strikethrough")
    words += [mark for mark in marks if getattr(cell, mark)]
    return " ".join(words)


def _told(row: Row) -> str:
    """Write a line, and below it what of it looks otherwise than the rest."""
    said: dict[str, list[str]] = {}
    for how, cells in groupby(row, look):
        words = "".join(cell.data for cell in cells).strip()
        if how and words:
            said.setdefault(how, []).append(words)
    line = "".join(cell.data for cell in row).rstrip()
    each = (f"{how}: {' '.join(words)}" for how, words in said.items())
    return f"{line}\n" + (f"    ~ {' | '.join(each)}\n" if said else "")
