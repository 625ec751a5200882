"""Screens in every state that keys are pressed in and pictures are taken of."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from p10net.client.commands.scene import Scene
from p10net.client.commands.start import Start, standing
from p10net.client.doctor import Facts, examine
from p10net.client.found import Answer, Entry, Row, Seats
from p10net.client.log import said, told
from p10net.client.pad.book import begun
from p10net.client.pad.entries import Pad
from p10net.client.pad.leaf import Leaf, line
from p10net.client.pad.writing import State, typed
from p10net.client.picture import Picture
from p10net.engine.cards import Card, in_order, parse_cards
from p10net.engine.game import apply, new_game
from p10net.engine.moves import Deal, Discard, NextRound
from p10net.engine.moves.draw import STOCK
from p10net.engine.phases import parse
from p10net.engine.presets import preset
from p10net.engine.view import Stage, You
from p10net.lan.interfaces import Own
from p10net.lan.system import Told
from p10net.protocol.address import Place
from p10net.protocol.messages import Going, Lobby, Places, Sign
from p10net.protocol.people import PersonKind, Watcher
from tests.desk import NAMES, SETTINGS, Desk, drawn, evening, person
from tests.positions import position, rules

SEED = "5a" * 32
HAND = "R2 R2 B3 G5 Y7 R9 B11 G1 Y4 S"
SETS = "R2 R2 B2 G5 Y5 R5 B11 G1 Y4 R9"
WIFI = (Own("wlan0", "192.168.1.77", 24, default=True),)
TABLE = ((1, "set", "R8 Y8 G8"), (3, "color", "B1 B4 B9"), (3, "run", "G2 R3 W B5"))


def press(desk: Desk, pressed: str) -> Desk:
    """Press keys that are written with blanks between them; `space` is the bar."""
    return desk.press(*(" " if key == "space" else key for key in pressed.split()))


def drawing(hand: str = HAND, stock: str = "G6", **facts: Any) -> Desk:
    """Sit down in seat 2 of four, before drawing."""
    return Desk(position({2: hand}, stage=Stage.DRAW, stock=stock, pile="G12", **facts))


def laid(hand: str, new: str, table: tuple[tuple[int, str, str], ...]) -> Desk:
    """Sit in seat 2 with the phase down, a card drawn, melds on the table."""
    game = position({2: f"{hand} {new}"}, table=table, laid=(2,))
    return Desk(drawn(game, 2, new))


def waiting(new: str = "B5", turn: int = 1) -> Desk:
    """Sit in seat 2 while Ann, who has drawn, is about to end her turn."""
    hands = {2: HAND, turn: f"R3 R4 {new}"}
    game = position(hands, turn=turn, dealer=4, pile="G12", stock="G6 G7")
    return Desk(drawn(game, turn, new))


def lobby(seat: int, *, ready: tuple[int, ...] = ()) -> Desk:
    """Sit in a lobby of four; seat 1 owns the table, Gus looks on."""
    seats = [person(at, name) for at, name in enumerate(NAMES[:4], 1)]
    seats[2] = replace(seats[2], kind=PersonKind.BOT, client="steady", ready=True)
    seats = [replace(one, ready=one.ready or one.seat in ready) for one in seats]
    seats[1] = replace(seats[1], link_ms=4)
    desk = Desk(position({}), seat)
    official = preset("official")
    known = Lobby(
        seq=1,
        stage="lobby",
        seats=tuple(seats),
        watchers=(Watcher(1, "Gus", "p10net/0.1"),),
        settings=SETTINGS,
        rules=official,
        phases=tuple(map(parse, official.phases)),
        min=2,
        max=6,
        seat=seat or None,
    )
    desk.scene = replace(desk.scene, view=None, table=None, ask=None, lobby=known)
    return desk


def shaking(
    dice: str = "R5 B5 R6 B9 R8 B10 R1 G2 R3 G4", *, turn: int = 2, seats: int = 3
) -> Desk:
    """Sit at a table of dice; the seat in turn has these dice before it."""
    game, _ = apply(new_game(rules("dice"), (*range(1, seats + 1),)), 0, Deal(SEED))
    lie = parse_cards(dice)
    yours = tuple(
        You(n, in_order(lie) if n == turn else ()) for n in range(1, seats + 1)
    )
    public = tuple(
        replace(seat, n=len(mine.hand))
        for seat, mine in zip(game.open.seats, yours, strict=True)
    )
    view = replace(
        game.open, turn=turn, dealer=1, opener=2, dice=lie, rolls=1, seats=public
    )
    return Desk(replace(game, open=view, yours=yours))


def looking_back(seat: int = 0, pressed: str = "left left") -> Desk:
    """Look on, or sit in seat 2, and look back two turns of three that are over."""
    game = position({2: HAND}, turn=3, dealer=2, pile="G12", stock="G6 G7 R1 B2")
    desk = Desk(game, seat=seat)
    for number in (3, 4, 1):
        if number != 3:
            desk.others(number, STOCK)
        throw = next(c for c in desk.game.yours[number - 1].hand if c is not Card.S)
        desk.others(number, Discard(throw))
    return press(desk, pressed)


def over() -> Desk:
    """Stand at the end of a round that seat 2 has ended."""
    return press(laid("", "R8", TABLE), "n enter enter")


def in_line(desk: Desk) -> Desk:
    """Wait for a seat as Gus, who came when none was free."""
    gus = (Watcher(1, "Gus", "p10net/0.1", waits=True),)
    scene = replace(desk.scene, watcher=1)
    if scene.table is not None:
        scene = replace(scene, table=replace(scene.table, watchers=gus))
    if scene.lobby is not None:
        scene = replace(scene, lobby=replace(scene.lobby, watchers=gus))
    desk.scene = scene
    return desk


def scenes() -> dict[str, Desk]:
    """Bring a screen into each state that keys are pressed in."""
    table = TABLE
    return {
        "waiting": Desk(position({2: HAND}, turn=3, stage=Stage.DRAW)),
        "watching": Desk(position({2: HAND}, turn=3), seat=0),
        "looking back": looking_back(2, "t"),
        "before drawing": drawing(),
        "in the turn": press(drawing(), "d"),
        "card chosen": press(drawing(), "d 4"),
        "naming a card": press(drawing("Y1 Y12 R2 B3"), "d y 1"),
        "preview": press(drawing(SETS), "d l"),
        "what to arm": press(waiting(), "a"),
        "armed": press(waiting(), "a d"),
        "list of hits": press(laid("R8 B2 Y12", "R10", table), "h"),
        "which meld": press(laid("Y12 R10", "B6", table), "n h"),
        "which end": press(laid("Y12 R10", "W", table[2:]), "w h"),
        "whom to skip": press(drawing(), "d s enter"),
        "asked once more": press(drawing("W R2 R2 B3 G5 Y7 R9"), "d w enter"),
        "hint": press(drawing(), "d ."),
        "leaving": press(drawing(), "q"),
        "menu": press(drawing(), "m"),
        "panel": press(drawing(), "f"),
        "dice": shaking(),
        "dice marked": shaking().press("k"),
        "dice that lay a phase": press(shaking("R5 B5 G5 B9 R9 G9 R1 W R3 G4"), "l"),
        "dice of others": shaking(turn=3),
        "round over": over(),
        "log of a round that is over": press(over(), "e"),
        "lobby of the owner": lobby(1),
        "lobby of a guest": lobby(2),
    }


def with_mouse(scene: Scene) -> Scene:
    return replace(scene, local=scene.with_local(mouse=True))


def clickable(lines: Picture) -> dict[str, str]:
    """List all buttons: the keys they press and what they say."""
    found: dict[str, str] = {}
    for row in lines:
        for piece in row:
            if piece.key:
                found.setdefault(piece.key, piece.text.strip())
    return found


# --- For pictures ------------------------------------------------------------------


def talk(desk: Desk) -> Desk:
    """Let others say and do things at the table."""
    log = said(desk.scene.log, "Ben", "hurry up eva my tea is getting cold")
    desk.scene = replace(desk.scene, log=told(log, "Finn lost the link."))
    return desk


def eva() -> Desk:
    """Sit in Eva's seat of the evening, with what happened just before in the log."""
    desk = Desk(evening(turn=4), 5)
    desk.others(4, Discard(Card.R12))
    return talk(desk).press("d")


def ordinary(ascii_only: bool = True) -> Desk:
    """Sit in Eva's seat of an evening with two ordinary decks."""
    game = evening(turn=4)
    rules = replace(game.open.rules, name="ten-phases", faces="ordinary")
    desk = Desk(replace(game, open=replace(game.open, rules=rules)), 5)
    desk.scene = replace(desk.scene, ascii_only=ascii_only)
    desk.others(4, Discard(Card.R12))
    return talk(desk).press("d")


def crowded() -> Desk:
    """Six seats have laid more than there is room for."""
    table = (
        (1, "set", "R8 Y8 G8 W"),
        (1, "set", "B3 G3 Y3 W"),
        (2, "run", "R1 Y2 R3 Y4 B5 G6 Y7 R8 R9 B10 G11 Y12"),
        (3, "color", "B1 B4 B6 B9 B10 B12 W"),
        (4, "set", "R11 G11 Y11 B11 W"),
        (4, "set", "G1 Y1 B1"),
        (5, "set", "R5 G5 Y5 R5 G5 Y5"),
        (5, "run", "R2 G3 B4 W W G7 Y8"),
        (6, "run", "G2 R3 W W Y6 R7 B8 G9 Y10"),
        (6, "set", "R12 G12 B12 Y12"),
    )
    hands = {1: "B5", 2: "R1 R2", 3: "B6", 4: "B7", 5: "R10", 6: "R10"}
    phase = {seat: seat + 1 for seat in hands}
    return Desk(position(hands, seats=6, table=table, phase=phase))


def game_over() -> Desk:
    """End the game: seat 2 lays its last phase and goes out."""
    hand = "R5 G5 B5 Y5 W R3 G3 B3 Y9"
    game = position({2: hand}, stage=Stage.DRAW, phase={2: 10, 3: 9}, stock="B3")
    return press(Desk(game), "d l enter 8 enter")


def later_round() -> Desk:
    """Begin the second round, with one row on the sheet."""
    return over().others(0, NextRound()).others(0, Deal("1f" * 32))


def entry(at: int, name: str, **facts: Any) -> Entry:
    """Find a table in the neighbourhood."""
    bots, grey = facts.pop("bots", 0), facts.pop("grey", False)
    seats = Seats(facts.pop("taken", 2), 6)
    fill: dict[str, Any] = {"state": "lobby", "rules": "official", "proto": (1,)}
    fill |= {"ping_ms": 3.0, **facts}
    row = Row(name, f"192.168.1.{at}:4210", str(at), seats, tls=True, **fill)
    sign = Sign(
        re=1,
        id=str(at),
        name=name,
        seats=Places(seats.taken, seats.max, bots),
        state=Going(row.state),
        rules=row.rules,
        protos=row.proto,
        version="0.1.0",
        watch=True,
        locked=False,
        password=False,
    )
    place = Place(f"192.168.1.{at}", 4210)
    return Entry(row, Answer(sign, row.ping_ms, bytes(32)), (place,), (name,), grey)


def nearby() -> Start:
    """Stand at the entrance, with tables of all kinds in the list."""
    tables = (
        entry(34, "Ann's table", taken=4, bots=1),
        entry(35, "Flat 12", taken=3, state="playing", rules="masters", ping_ms=9.2),
        entry(36, "Old laptop", proto=(9,)),
        entry(37, "Gone soon", grey=True),
    )
    known = Start(tables, "192.168.1.77", "Home", seconds=4)
    return standing(replace(known, left="Flat 12", back="playing"))


def alone_in_the_network() -> Start:
    """Stand there for a while without any table, and with a reason for it."""
    facts = Facts(WIFI, heard=False, told=Told("Linux", "Home", "192.168.1.1"))
    return Start((), WIFI[0].host, "Home", seconds=11, checks=examine(facts))


def lost_host() -> Start:
    """Come back on the evening on which the host of a game was lost."""
    known = Start((entry(37, "Attic"),), "192.168.1.77", "Home", seconds=4)
    return standing(replace(known, lost="34", again="Kitchen", rounds=3))


def twins() -> Start:
    """Find two tables that call themselves the same."""
    tables = (
        entry(34, "Kitchen", taken=4, state="playing"),
        entry(35, "Flat 12", taken=3),
        entry(77, "kitchen", bots=1),
    )
    return standing(Start(tables, "192.168.1.77", "Home", seconds=4))


def pad(*lines: str, on: str = "official") -> Leaf:
    """Lay a score pad of four players on the table and write lines on it."""
    book: State = begun(Pad(started="2026-05-01", players=NAMES[:4], rules=preset(on)))
    said: tuple[str, ...] = ()
    for each in lines:
        book, said, _ = typed(book, each)
    return Leaf(book, line(book), said)


ROUNDS = ("out", "laid 15", "60", "laid R5 W", "laid 5", "out", "laid 10", "75")
