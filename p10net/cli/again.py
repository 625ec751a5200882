"""`p10net host --again`: opens a table anew whose host is lost, from its score sheet.

What a guest's program kept becomes what a host begins with: rules, points, and a seat
for each name. The seats' old tokens were the lost host's to know: here everybody comes
under the name they had, and who sits where is for the people at the table to see.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from p10net.bots.levels import LEVELS
from p10net.cli import person
from p10net.cli.exits import Exit, Trouble
from p10net.client import sheets
from p10net.engine.rules import Rules
from p10net.engine.view import Stage
from p10net.host.house import HouseBot, Line, Sheet
from p10net.protocol.clean import clean, name_problem
from p10net.protocol.messages import State

NOTHING = "No score sheet is kept here: one is, once a round of a friend's game ends."
NOT_PLAYABLE = "This score sheet makes no sense: the game cannot go on from it."
NOT_WITH = "--again goes on with the rules, seats and bots of the sheet: leave {} out."


class Again(Struct, frozen=True):
    """What goes on: as whom, under which rules, the sheet itself, the bots it had."""

    me: str
    rules: Rules
    sheet: Sheet
    bots: tuple[HouseBot, ...]

    @property
    def seats(self) -> int:
        """How many seats the game was begun with, those given up included."""
        return len(self.sheet.view.seats)

    @property
    def here(self) -> int:
        """How many are still in the game."""
        return len(self.sheet.lines)


def over(table: str | None, folder: Path) -> Callable[[State], None]:
    """Give what hears how games end; the sheet of one that went on to its end goes."""
    found = None if table is None else sheets.meant(folder, table)

    def ended(state: State) -> None:
        person.keep(state)
        if found is not None and state.view.stage is Stage.GAME_OVER:
            sheets.forget(folder, found.table)

    return ended


def again(folder: Path, table: str) -> Again:
    """Find the sheet somebody means, the newest if none is named; raises Trouble."""
    found = sheets.meant(folder, table)
    if found is None:
        raise Trouble(
            NOTHING if not table else f"No sheet of {clean(table)[:40]} is kept here.",
            Exit.NO_TABLE,
        )
    gone = {seat.seat for seat in found.view.seats if seat.gone}
    every = range(1, len(found.view.seats) + 1)
    lines = tuple(
        Line(one.seat, one.name, one.program if one.program in LEVELS else "")
        for one in found.seats
        if one.seat in every and one.seat not in gone and not name_problem(one.name)
    )
    bots = tuple(HouseBot(one.level, one.name) for one in lines if one.level)
    left = tuple(
        Line(one.seat, one.name, one.program)
        for one in found.left
        if one.seat in gone and not name_problem(one.name)
    )
    sheet = Sheet(found.view, lines, left)
    return Again(found.me, found.view.rules, sheet, bots)
