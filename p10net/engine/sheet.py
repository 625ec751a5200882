"""The score sheet: what a round cost each seat, one line a round.

Asked once the hands lie open; the cards left, or what they cost, are handed in.
"""

from msgspec.structs import replace

from p10net.engine.cards import Hand
from p10net.engine.ending import score
from p10net.engine.view import RoundRow, Seat, View

SHEET_ROWS = 100


def points(view: View, left: tuple[Hand, ...]) -> tuple[int, ...]:
    """Say what the cards left cost each seat; one that sat out pays nothing."""
    return tuple(
        score(view, seat, cards) if seat.playing else 0
        for seat, cards in zip(view.seats, left, strict=True)
    )


def written(view: View, points: tuple[int, ...], out: int) -> View:
    """Charge every seat its points, and write the round's line."""
    row = RoundRow(
        view.round,
        out,
        tuple(_tried(seat) for seat in view.seats),
        tuple(bool(seat.laid or seat.put_away) for seat in view.seats),
        points,
    )
    seats = tuple(
        replace(seat, score=seat.score + cost)
        for seat, cost in zip(view.seats, points, strict=True)
    )
    return replace(view, seats=seats, sheet=(*view.sheet, row)[-SHEET_ROWS:])


def _tried(seat: Seat) -> int:
    return (seat.laid or seat.phase) if seat.playing else 0
