"""What can be looked at in place of the table's middle: phases, scores, log, help."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping

from p10net.client import picture
from p10net.client.commands.example import from_hand
from p10net.client.commands.reading import belongs
from p10net.client.commands.scene import EVERYTHING, TALK, Panel, Scene
from p10net.client.picture import Line, Picture
from p10net.client.screen import history, sheet
from p10net.client.screen.strokes import Strokes
from p10net.client.words import dice as dice_words
from p10net.client.words import help as words
from p10net.client.words import log as log_words
from p10net.client.words.course import game
from p10net.client.words.rules import phase_said, told
from p10net.client.words.seats import at_phase
from p10net.engine.dice import played
from p10net.engine.rules import OFFICIAL, Rules, differences, numbers
from p10net.engine.view import Stage
from p10net.protocol.clean import cells, clean

Drawing = Callable[[Scene, Strokes, int], Picture]
WIDTH = 76
LEAST_LOG = 3
"""Rows from which the log has a title."""


def panel(scene: Scene, pen: Strokes, room: int) -> Picture:
    """Draw the panel that is open in exactly so many rows."""
    lines = PANELS[scene.local.panel](scene, pen, room)
    if scene.local.panel is Panel.LOG and room > LEAST_LOG:
        head = scene.label(log_words.head(_part(scene)))
        title = picture.text(f"  {head}", "title")
        return (title, *_windowed(scene, lines, room - 1))
    return _windowed(scene, lines, room)


def _windowed(scene: Scene, lines: Picture, room: int) -> Picture:
    """Show as much as there is room for; of a log the end."""
    if len(lines) <= room:
        return picture.fill(lines, room)
    from_end = scene.local.panel is Panel.LOG
    most = len(lines) - (room - 1)
    at = min(scene.local.scroll, most)
    start = most - at if from_end else at
    shown = lines[start : start + room - 1]
    told = words.more(start + 1, start + len(shown), len(lines))
    return (*shown, picture.text(f"   {told}", "news"))


def _phases(scene: Scene, pen: Strokes, room: int) -> Picture:
    """List the phases, mark the own one, and say in three lines how to play."""
    rules = scene.rules
    if rules is None:
        return ()
    mine = _mine(scene)
    title = picture.text(f"  {words.rules_name(clean(rules.name))}", "title")
    told = (*_from_hand(scene), *_differences(rules), *_how(rules))
    below = tuple(picture.text(f"  {line}") for line in told)
    for columns in (1, 2):
        listed = _listed(rules, columns, *mine)
        if len(listed) + len(below) < room:
            break
    return (title, *listed, *below)


def _listed(rules: Rules, columns: int, mine: int, done: tuple[int, ...]) -> list[Line]:
    """List the phases, where space is short side by side if they are short enough."""
    every = numbers(rules)
    wide = (52, 24)[columns - 1]
    if any(cells(phase_said(rules, number)) >= wide for number in every):
        columns, wide = 1, 52
    rows = -(-len(every) // columns)
    return [
        picture.row(
            *(_phase(rules, number, mine, done, wide) for number in every[at::rows])
        )
        for at in range(rows)
    ]


def _from_hand(scene: Scene) -> list[str]:
    shown = from_hand(scene.view) if scene.view is not None else None
    return textwrap.wrap(words.example(*shown), WIDTH) if shown else []


def _differences(rules: Rules) -> list[str]:
    said = [
        line
        for name in differences(rules)
        if name != "phases"
        for line in textwrap.wrap(f"{told(rules, name)}.", WIDTH)
    ]
    return [words.DIFFERS, *said] if said else []


def _how(rules: Rules) -> list[str]:
    """Say how the game goes by these rules; as ever, and the gist is enough."""
    if (course := game(rules)) == game(OFFICIAL):
        return [*words.rules(), words.skip()]
    return [line for said in course for line in textwrap.wrap(said, WIDTH)]


def _mine(scene: Scene) -> tuple[int, tuple[int, ...]]:
    view = scene.view
    if view is None or scene.seat is None or scene.seat > len(view.seats):
        return 0, ()
    seat = view.seats[scene.seat - 1]
    return at_phase(view, seat), seat.done


def _phase(
    rules: Rules, number: int, mine: int, done: tuple[int, ...], wide: int
) -> Line:
    text = phase_said(rules, number)
    mark, role = ("", "")
    if number in done:
        mark = words.DONE
    if number == mine:
        mark, role = words.YOURS, "current"
    return picture.row(
        picture.right(str(number), 4, role),
        "  ",
        picture.column(text, wide, role),
        picture.column(mark, 9, role),
    )


def _scores(scene: Scene, pen: Strokes, room: int) -> Picture:
    if scene.view is None:
        return (picture.text(f"  {words.empty_sheet(dice=_dice(scene))}"),)
    return sheet.table(scene, scene.view, pen, room)


def _log(scene: Scene, pen: Strokes, room: int) -> Picture:
    wanted = (entry for entry in scene.log.entries if belongs(scene, entry))
    lines = history.every(wanted, pen.columns)
    return lines or (picture.text(f"  {words.EMPTY_LOG}"),)


def _part(scene: Scene) -> str:
    """Name the part of the log that is shown."""
    only = scene.local.only
    if only in PARTS:
        return PARTS[only]
    return log_words.player(scene.names.who(only))


PARTS = {EVERYTHING: log_words.ALL, TALK: log_words.CHAT}


def _dice(scene: Scene) -> bool:
    return scene.rules is not None and played(scene.rules)


def _of_table(scene: Scene) -> tuple[str, ...]:
    if scene.seat is None:
        return words.WATCHING
    return dice_words.HELP if _dice(scene) else words.table()


def _help(scene: Scene, pen: Strokes, room: int) -> Picture:
    if scene.stage is Stage.LOBBY:
        how = words.rules() if scene.rules is None else _how(scene.rules)
        keys = words.LOBBY if scene.seat is not None else words.WATCHING
        lines = (*map(scene.label, keys), "", *how)
    else:
        lines = tuple(map(scene.label, _of_table(scene)))
    return tuple(picture.text(f"  {line}") for line in lines)


PANELS: Mapping[Panel, Drawing] = {
    Panel.PHASES: _phases,
    Panel.SCORES: _scores,
    Panel.LOG: _log,
    Panel.HELP: _help,
}
