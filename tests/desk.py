"""A player's screen without a terminal: keys go in, a real game answers.

`Desk` stands between the pure client and the engine as session and host do, but in one
step: what a key asks for is applied at once, and the new view comes back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from p10net.client.commands import follow, keys
from p10net.client.commands.scene import Done, Intent, Play, Scene
from p10net.client.log import Log, heard
from p10net.client.picture import plain
from p10net.client.screen.draw import draw
from p10net.client.words.notation import using
from p10net.engine.cards import Card
from p10net.engine.game import Game, apply, view_of
from p10net.engine.moves import Action, HouseAct, ask
from p10net.protocol.people import (
    AwayRule,
    Person,
    PersonKind,
    Settings,
    Table,
    Watcher,
)
from tests.positions import position

NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eva", "Finn")
SETTINGS = Settings(
    timer_ms=0,
    away=AwayRule.BOT,
    grace_ms=60_000,
    watch=True,
    locked=False,
    password=False,
)


def person(seat: int, name: str, kind: PersonKind = PersonKind.HUMAN) -> Person:
    """Seat somebody who is there and not ready; seat 1 owns the table."""
    return Person(seat, name, kind, "p10net/0.1", on=True, ready=False, owner=seat == 1)


def people(names: Sequence[str] = NAMES) -> Table:
    """Seat these; Cleo is a bot, and Gus looks on."""
    seats = tuple(
        person(at, name, PersonKind.BOT if name == "Cleo" else PersonKind.HUMAN)
        for at, name in enumerate(names, 1)
    )
    return Table(seats, (Watcher(1, "Gus", "p10net/0.1"),), SETTINGS)


class Desk:
    """One seat's screen and the game behind it; `sent` is what keys asked for."""

    def __init__(self, game: Game, seat: int = 2) -> None:
        """Sit down in this seat; 0 looks on."""
        self.game = game
        self.sent: list[Intent] = []
        table = people(NAMES[: len(game.open.seats)])
        self.scene = Scene(
            seat or None,
            name="Ann's table",
            table=table,
            code="H00-921",
            address="192.168.1.34",
        )
        self._show(Log())

    def press(self, *pressed: str) -> Desk:
        """Press keys one after the other."""
        for key in pressed:
            self._take(keys.press(self.scene, key))
        return self

    def others(self, seat: int, action: Action | HouseAct) -> Desk:
        """Let somebody else act, seat 0 the house."""
        self._apply(seat, action)
        return self

    @property
    def plays(self) -> list[Action]:
        """The actions that were sent, in their order."""
        return [intent.action for intent in self.sent if isinstance(intent, Play)]

    @property
    def notice(self) -> str:
        return self.scene.local.notice

    def picture(self, columns: int = 80, rows: int = 24) -> str:
        """Draw the scene without its roles: plain ASCII in small windows."""
        return plain(draw(self.scene, columns, rows, ascii_only=columns < 100))

    def _take(self, done: Done) -> None:
        self.scene = replace(self.scene, local=done.local)
        for intent in done.intents:
            self.sent.append(intent)
            if isinstance(intent, Play):
                self._apply(self.scene.seat or 0, intent.action)

    def _apply(self, seat: int, action: Action | HouseAct) -> None:
        self.game, events = apply(self.game, seat, action)
        view = view_of(self.game, self.scene.seat or 0)
        scene = replace(self.scene, view=view)
        with using(scene.notation):
            log = heard(scene.log, events, scene.names)
        self._show(log)

    def _show(self, log: Log) -> None:
        view = view_of(self.game, self.scene.seat or 0)
        before = self.scene
        after = replace(before, view=view, ask=ask(view), log=log)
        self.scene = after
        self._take(follow.follow(before, after))


def drawn(game: Game, seat: int, face: str) -> Game:
    """Say that the seat has just drawn one of its cards."""
    mine = replace(game.yours[seat - 1], drew=Card(face))
    return replace(game, yours=(*game.yours[: seat - 1], mine, *game.yours[seat:]))


def scored(game: Game, *points: int) -> Game:
    """Give the seats these totals."""
    seats = tuple(
        replace(seat, score=total)
        for seat, total in zip(game.open.seats, points, strict=True)
    )
    return replace(game, open=replace(game.open, seats=seats))


def evening(turn: int = 5) -> Game:
    """Set up the position of the design's pictures: four have laid, Eva can go out.

    At turn 4 Dev is about to discard R12, and Eva will draw B7.
    """
    mine = "R1 Y2 R3 Y4 B5 G6 Y7 R9 G12 W"
    game = position(
        {
            1: "R10 Y5",
            2: "W G7",
            3: "Y9 R6 S",
            4: "G10 R12" if turn == 5 else "G10 R12 R12",
            5: f"{mine} B7" if turn == 5 else mine,
            6: "R5 B2 G3 Y5 R6 Y1 B11 G10 R10 W",
        },
        turn=turn,
        dealer=6,
        pile="R2 R4 R8 R11 R12" if turn == 5 else "R2 R4 R8 R11",
        stock="" if turn == 5 else "B7",
        table=(
            (1, "set", "R8 Y8 G8 W"),
            (1, "set", "B3 G3 Y3 W"),
            (2, "run", "G2 R3 W B5 Y6 R7 B8 G9 Y10"),
            (3, "color", "B1 B4 B6 B9 B10 B12 W"),
            (4, "set", "R11 G11 Y11 B11 W"),
            (4, "set", "G1 Y1"),
        ),
        phase={1: 7, 2: 5, 3: 8, 4: 9, 5: 6, 6: 3},
        seats=6,
        round=10,
    )
    owing = replace(game.open.seats[5], owes=1)
    open_ = replace(game.open, seats=(*game.open.seats[:5], owing))
    game = scored(replace(game, open=open_), 200, 285, 190, 165, 285, 395)
    return drawn(game, turn, "B7" if turn == 5 else "R12")
