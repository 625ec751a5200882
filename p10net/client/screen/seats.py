"""Who sits at the table and what lies before them, in as many rows as there are.

One row a seat, more for those whose phase is down. When space is short the melds of
others are written shorter before one's own, and what still has no room is counted, so
that nobody takes a short list for the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from p10net.client import picture
from p10net.client.commands import places
from p10net.client.commands.scene import Scene
from p10net.client.picture import Line, Picture
from p10net.client.screen import buttons
from p10net.client.screen.strokes import Strokes, face
from p10net.client.words import cards as card_words
from p10net.client.words import dice as dice_words
from p10net.client.words import seats as words
from p10net.client.words.people import marks
from p10net.engine.dice import played
from p10net.engine.melds import KINDS, Meld
from p10net.engine.moves import LayOffer
from p10net.engine.view import Seat, View
from p10net.protocol.clean import cells, fit

INDENT = 7


def wanted(view: View, pen: Strokes) -> int:
    """Say how many rows all seats and melds would fill in full."""
    seats = [seat.seat for seat in view.seats if not seat.gone]
    return len(seats) + sum(len(_roomy(_melds(view, seat), pen)) for seat in seats)


def least(view: View) -> int:
    """Say how many rows the seats need, with one for the melds of each."""
    seats = [seat.seat for seat in view.seats if not seat.gone]
    return len(seats) + len({meld.owner for meld in view.melds} & {*seats})


def seat_rows(scene: Scene, view: View, pen: Strokes, room: int) -> Picture:
    """Draw all seats and their melds in exactly so many rows."""
    seats = [seat for seat in view.seats if not seat.gone]
    blocks = {seat.seat: _melds(view, seat.seat) for seat in seats}
    laid = _fitted(blocks, scene.seat, pen, room - len(seats))
    lines: list[Line] = []
    for seat in seats:
        row = seat_row(scene, view, seat, pen)
        lines.append(picture.pressing(row, places.seat(seat.seat)))
        lines.extend(laid[seat.seat])
    pressed = buttons.places(scene)
    return tuple(buttons.placed(line, pressed) for line in picture.fill(lines, room))


# --- One seat ----------------------------------------------------------------------


def seat_row(scene: Scene, view: View, seat: Seat, pen: Strokes) -> Line:
    """Draw one seat: who, how many cards, points, phase, and what is special."""
    turn = view.turn == seat.seat
    role = "current" if turn else ""
    who = picture.text(f" {pen.here if turn else ' '} {seat.seat} ", role)
    spare = pen.columns - 80
    room = 16 + min(12, spare // 2)
    spare -= room - 16
    return picture.row(
        who,
        picture.column(_who(scene, seat.seat, room), room + 1, role),
        picture.right(_holds(view, seat), 8),
        picture.right(f"{seat.score} pts", 10),
        picture.column(f"  {words.phase(view, seat)}", 10),
        picture.column(f" {words.task(view, seat)}", 16 + max(0, spare // 2)),
        picture.column(" " + _status(scene, seat), 14 + max(0, spare - spare // 2)),
    )


def _holds(view: View, seat: Seat) -> str:
    """Count the hand, or with dice what this circuit has brought."""
    if played(view.rules):
        return dice_words.made(seat.made)
    return card_words.plural(seat.n, "card", "cards")


def _who(scene: Scene, seat: int, room: int) -> str:
    """Name a player with what one must know of them, the name giving way."""
    person = next((one for one in scene.people if one.seat == seat), None)
    name = scene.names.seats.get(seat, "")
    mark = marks(person) if person is not None else ""
    left = room - (cells(mark) + 1 if mark else 0)
    if seat == scene.seat:
        shown = words.you(fit(name, max(0, left - cells(words.you(".")) + 1)))
    else:
        shown = fit(name, max(left, 3))
    return f"{shown} {mark}".rstrip()


def _status(scene: Scene, seat: Seat) -> str:
    """Say in a few letters what is special about a seat now."""
    can = scene.ask.can if scene.ask is not None and seat.seat == scene.seat else ()
    if any(isinstance(offer, LayOffer) for offer in can):
        return words.CAN_LAY
    return words.status(seat)


# --- Melds -------------------------------------------------------------------------


def _melds(view: View, seat: int) -> tuple[Meld, ...]:
    return tuple(meld for meld in view.melds if meld.owner == seat)


def _fitted(
    blocks: dict[int, tuple[Meld, ...]], own: int | None, pen: Strokes, spare: int
) -> dict[int, list[Line]]:
    """Write melds in full, and those of the longest others shorter until all fit."""
    laid = {seat: _roomy(melds, pen) for seat, melds in blocks.items()}
    for shorter in (_paired, _short):
        for seat in sorted(blocks, key=lambda seat: (seat == own, -len(laid[seat]))):
            if sum(map(len, laid.values())) <= spare:
                return laid
            laid[seat] = shorter(blocks[seat], pen)
    for kept in (1, 0):
        for seat in sorted(blocks, key=lambda seat: (seat == own, -len(laid[seat]))):
            over = sum(map(len, laid.values())) - spare
            if over > 0 and len(laid[seat]) > kept:
                rows = max(kept, len(laid[seat]) - over)
                laid[seat] = _counted(blocks[seat], pen, rows)[:rows]
    return laid


def _roomy(melds: Sequence[Meld], pen: Strokes) -> list[Line]:
    """Write every card, and beside a run or a color what it still takes."""
    room = pen.columns - INDENT
    lines: list[Line] = []
    plain: list[Meld] = []
    for meld in melds:
        if more := card_words.takes(meld):
            lines += _paired(plain, pen)
            plain.clear()
            lines.append(_indented(picture.ends(_meld(meld), f"{more}   ", room)))
        else:
            plain.append(meld)
    return lines + _paired(plain, pen)


def _paired(melds: Sequence[Meld], pen: Strokes) -> list[Line]:
    """Write every card; two melds share a row if they can."""
    half = (pen.columns - INDENT) // 2
    lines: list[Line] = []
    for meld in melds:
        piece = _meld(meld)
        first = lines[-1] if lines else ()
        fits = first and picture.width(first) <= half - 2
        if fits and picture.width(piece) <= half:
            lines[-1] = picture.row(picture.pad(first, half + 1), piece)
        else:
            lines.append(piece)
    return [_indented(line) for line in lines]


def _indented(line: Line) -> Line:
    return picture.row(" " * INDENT, line)


def _meld(meld: Meld) -> Line:
    """Write one meld: letter, name, and each card in its colour."""
    parts: list[Line | str] = [f"{meld.m}) {card_words.title(meld):<5}"]
    for at, card in enumerate(meld.cards):
        parts.append(" ")
        parts.append(face(card, card_words.face_in(meld, at)))
    return picture.pressing(picture.row(*parts), places.meld(meld.m))


def _brief(meld: Meld) -> Line:
    name = card_words.title(meld)
    if KINDS[meld.kind].sequence:
        told = f"{meld.m}) {name} {card_words.meld_line(meld)}"
    else:
        told = f"{meld.m}) {name} x{len(meld.cards)}"
    return picture.pressing(picture.text(told), places.meld(meld.m))


def _short(melds: Sequence[Meld], pen: Strokes) -> list[Line]:
    """Write melds without their cards, as many in a row as there is room for."""
    lines: list[Line] = []
    for meld in melds:
        piece = _brief(meld)
        longer = picture.row(lines[-1], "   ", piece) if lines else piece
        if lines and picture.width(longer) <= pen.columns - INDENT:
            lines[-1] = longer
        else:
            lines.append(piece)
    return [_indented(line) for line in lines]


def _counted(melds: Sequence[Meld], pen: Strokes, room: int) -> list[Line]:
    """Write the newest melds in so many rows and count the others."""
    for left in range(1, len(melds)):
        more = words.more(left)
        lines = _short(melds[left:], pen)
        free = pen.columns - picture.width(lines[-1]) - 3
        if len(lines) <= room and cells(more) <= free:
            return [*lines[:-1], picture.row(lines[-1], "   ", more)]
    return [_indented(picture.text(words.more(len(melds))))]
