"""The score sheet: one row a round, one column a seat, and what was left in the hands.

It stands as the whole screen when a round is over, until all are ready, and as a panel
at any other time.
"""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client import picture
from p10net.client.commands.scene import Scene
from p10net.client.picture import Line, Picture
from p10net.client.screen import bar, buttons
from p10net.client.screen.strokes import Strokes, rule
from p10net.client.words import bar as bar_words
from p10net.client.words import dice as dice_words
from p10net.client.words import sheet as words
from p10net.client.words.seats import you
from p10net.engine.dice import played
from p10net.engine.view import Seat, Stage, Summary, View

COLUMN = 11


def _first(view: View) -> int:
    """Give the width of the first column: its heading between blanks."""
    return len(words.heading(view.rules)) + 3


def whole(scene: Scene, view: View, summary: Summary, pen: Strokes) -> Picture:
    """Draw the end of a round, or of the game, as a screen of its own."""
    head = words.over(summary, view.round, scene.names)
    seated = [one for one in scene.people if one.seat]
    ready = sum(one.ready for one in seated)
    again = view.stage is Stage.GAME_OVER
    waits = words.waiting(ready, len(seated), view.rules, again)
    if scene.local.back is not None:
        waits = ""  # that round is not waited for any more
    title = picture.ends(picture.text(f" {head}", "title"), f"{waits} ", pen.columns)
    below = (*_below(scene, view, summary, pen), rule(pen), *_foot(scene, pen))
    room = pen.rows - 2 - len(below)
    won = words.won(summary, scene.names)
    aside = picture.wrap(scene.local.aside if again else "", pen.columns - 4)
    told = tuple(picture.text(f"  {line}") for line in aside if line)
    above = ((), picture.text(f"  {won}", "title"), *told, ()) if won or told else ()
    rounds = table(scene, view, pen, room - len(above))
    middle = picture.fill((*above, *rounds), room)
    return (title, rule(pen), *middle, *below)


def _foot(scene: Scene, pen: Strokes) -> Picture:
    wrong = scene.label(scene.local.notice or scene.link)
    line = picture.text(f" {wrong}", "wrong") if wrong else None
    if scene.local.back is not None:
        return (
            *((line,) if line else ()),
            bar.bar(scene, pen)[1],
            bar.prompt(scene, pen),
        )
    able = scene.label(words.keys(scene.seat is not None))
    keys = picture.text(f" {able}", "key")
    keys = buttons.buttons(keys, buttons.live(scene))
    waits = picture.text(f" {_waits(scene, pen.columns - 2)}")
    asked = [picture.text(f" {bar.poll(scene)}", "key")] if scene.votes else []
    return (waits, *asked, line or keys, bar.prompt(scene, pen, words.PROMPT))


def _waits(scene: Scene, room: int) -> str:
    """Say what the next round waits for, and that it does not wait for ever."""
    stop = scene.table.paused if scene.table is not None else None
    if stop is not None:
        who = scene.names.who(stop.by) if stop.by else ""
        said = bar_words.paused(who, stop.why)
        if stop.why is not None or scene.seat is None:
            return said
        on = bar_words.GO_ON if scene.resumes else bar_words.GO_ON_LATER
        return f"{said} {on}"
    own_first = sorted(scene.awaited, key=lambda seat: seat != scene.seat)
    names = [scene.names.whom(seat) for seat in own_first]
    if scene.view is None or scene.view.stage is Stage.GAME_OVER:
        return words.awaited(names, room)
    following = words.by_itself(scene.left_s, scene.view.rules)
    return words.awaited(names, room, following)


def _below(scene: Scene, view: View, summary: Summary, pen: Strokes) -> Picture:
    """Draw the ranking or what was left in each hand, and what a cell means."""
    if view.stage is Stage.GAME_OVER and summary.ranking:
        said = words.ranked(_ranking(scene, view, summary))
    elif played(view.rules):
        said = dice_words.all_made(_made(scene, view))
    else:
        said = words.all_left(_left(scene, view, summary))
    lines = picture.wrap(said, pen.columns - 4)
    told = tuple(picture.text(f"  {line}") for line in lines)
    return (*told, picture.text(f"  {words.legend(view.rules)}"))


def _ranking(scene: Scene, view: View, summary: Summary) -> Iterator[str]:
    for rank, number in enumerate(summary.ranking, 1):
        seat = view.seats[number - 1]
        name = scene.names.who(number)
        yield words.place(rank, name, len(seat.done), seat.score)


def _made(scene: Scene, view: View) -> Iterator[tuple[str, int]]:
    for seat in _seats(view):
        yield scene.names.who(seat.seat), seat.made


def _left(scene: Scene, view: View, summary: Summary) -> Iterator[str]:
    for seat in _seats(view):
        if seat.seat <= len(summary.left):
            yield words.left(scene.names.who(seat.seat), summary.left[seat.seat - 1])


# --- The table of rounds -----------------------------------------------------------


def table(scene: Scene, view: View, pen: Strokes, room: int) -> Picture:
    """Draw rounds and totals as they were told."""
    heads = [
        you("") if seat.seat == scene.seat else scene.names.who(seat.seat)
        for seat in words.columns(view)
    ]
    return rounds(view, heads, pen, room, scene.local.scroll)


def rounds(
    view: View,
    heads: list[str],
    pen: Strokes,
    room: int,
    scroll: int,
    running: list[str] | None = None,
) -> Picture:
    """Draw rounds and totals; of more rounds than fit the newest, or older ones.

    `running` are the cells of a round that is not over yet.
    """
    seats = words.columns(view)
    first = _first(view)
    wide = min(COLUMN, (pen.columns - first) // max(len(seats), 1))
    foot = (
        (),
        _line(words.TOTAL, [str(seat.score) for seat in seats], first, wide),
        _line(*words.stands(view), first, wide),
    )
    lines = [
        _round(row.round, [words.cell(row, s.seat) for s in seats], first, wide)
        for row in view.sheet
    ]
    if running is not None:
        lines.append(_round(view.round, running, first, wide))
    free = max(1, room - len(foot) - 2)
    back = min(scroll, max(0, len(lines) - free))
    end = len(lines) - back
    shown = lines[max(0, end - free) : end] or [
        picture.text(f"  {words.nothing_yet(view.rules)}")
    ]
    head = _line(words.heading(view.rules), heads, first, wide)
    return (head, (), *shown, *foot)


def _seats(view: View) -> list[Seat]:
    return [seat for seat in view.seats if not seat.gone]


def _line(head: str, columns: list[str], first: int, wide: int) -> Line:
    pieces = [picture.row(picture.right(text, wide - 1), " ") for text in columns]
    return picture.row(picture.column(f"  {head}", first), *pieces)


def _round(number: int, columns: list[str], first: int, wide: int) -> Line:
    pieces = [picture.right(text, wide) for text in columns]
    return picture.row(picture.right(str(number), first - 2), "  ", *pieces)
