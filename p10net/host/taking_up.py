"""Tries a score sheet before a table is opened with it.

It came from a host that is gone, by way of a file, and whoever made it may have meant
ill. A game that would break off is refused while there is nobody at the table yet.
"""

from p10net.engine.conflicts import build
from p10net.engine.game import Game, apply, take_up, view_of
from p10net.engine.moves import Deal, ask
from p10net.engine.shuffle import SEED_BYTES
from p10net.engine.view import Stage, View
from p10net.host.house import LEAST, Sheet

TRIED = 60
"""Decisions that are tried out: several turns of everybody."""


def playable(sheet: Sheet) -> bool:
    """Whether the game goes on with all of these seats, and with the first two."""
    view, seats = sheet.view, tuple(line.seat for line in sheet.lines)
    try:
        if not _whole(view) or len({*seats}) < max(LEAST, len(seats)):
            return False
        build({}, view.rules)
        for here in (seats, seats[:LEAST]):
            _try(take_up(view, here))
    except Exception:  # noqa: BLE001 - whatever goes wrong with it, it is the sheet's fault
        return False
    return True


def _whole(view: View) -> bool:
    """Whether every list has a place for every seat, as all who read it expect."""
    size = len(view.seats)
    rows = [part for row in view.sheet for part in (row.phases, row.laid, row.points)]
    numbers = [*range(1, size + 1)]
    in_order = [seat.seat for seat in view.seats] == numbers
    known = {*view.tie} <= {*numbers}
    return in_order and known and all(len(part) == size for part in rows)


def _try(game: Game) -> None:
    if game.open.stage is Stage.GAME_OVER:
        return  # of those who are tied too few are here
    game, _ = apply(game, 0, Deal(bytes(SEED_BYTES).hex()))
    for _ in range(TRIED):
        question = ask(view_of(game, game.open.turn)) if game.open.turn else None
        if question is None:
            return
        game, _ = apply(game, game.open.turn, question.default)
