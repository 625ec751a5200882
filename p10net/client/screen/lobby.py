"""The table before the game: who is here, who is ready, what is settled."""

from __future__ import annotations

from p10net.client import picture
from p10net.client.commands import places
from p10net.client.commands.scene import Choices, Leaving, Panel, Scene
from p10net.client.picture import Line, Picture
from p10net.client.screen import bar, buttons, choices, history, panels
from p10net.client.screen.strokes import Strokes, rule
from p10net.client.words import lobby as words
from p10net.engine.dice import played
from p10net.protocol.clean import clean
from p10net.protocol.messages import Lobby
from p10net.protocol.people import Person

LEAST_LOG = 2


def lobby(scene: Scene, known: Lobby, pen: Strokes) -> Picture:
    """Draw the whole screen."""
    right = words.who_you_are(scene.seat, scene.owner)
    name = picture.row(picture.text(" p10net  ", "title"), clean(scene.name))
    foot = (rule(pen), *_bar(scene, known, pen), bar.prompt(scene, pen, words.PROMPT))
    room = pen.rows - 2 - len(foot)
    if scene.local.panel is Panel.NONE:
        middle = _middle(scene, known, pen, room)
    else:
        middle = panels.panel(scene, pen, room)
    return (picture.ends(name, f"{right} ", pen.columns), rule(pen), *middle, *foot)


def _middle(scene: Scene, known: Lobby, pen: Strokes, room: int) -> Picture:
    wanted = max(LEAST_LOG, min(choices.size(scene), 8))
    above = [
        (),
        picture.text(f"   {_invitation(scene, pen)}", "title"),
        *(picture.text(f"   {line}") for line in scene.proof),
        (),
        *_seats(scene, known, pen),
        (),
        *_settled(scene, known, pen),
        (),
    ]
    above = _fitted(above, room - wanted)
    top = picture.fill(above, min(len(above), room - wanted))
    left = room - len(top)
    if choices.size(scene):
        return (*top, *choices.rows(scene, pen, left))
    return (*top, *history.newest(scene.log, pen.columns, left))


def _invitation(scene: Scene, pen: Strokes) -> str:
    return words.invitation(scene.code, scene.address, pen.columns - 4)


def _fitted(lines: list[Line], room: int) -> list[Line]:
    """Leave out empty lines, the first ones first, as far as there are too many."""
    spare, kept = len(lines) - room, []
    for line in lines:
        if not line and spare > 0:
            spare -= 1
        else:
            kept.append(line)
    return kept


def _seats(scene: Scene, known: Lobby, pen: Strokes) -> list[Line]:
    lines = [_columns(*words.HEADS)]
    taken = {person.seat: person for person in known.seats}
    for seat in range(1, max([known.max, *taken]) + 1):
        if seat in taken:
            row = picture.pressing(_person(scene, taken[seat]), places.seat(seat))
            lines.append(buttons.placed(row, buttons.places(scene)))
        elif scene.owner:
            lines.append(
                _columns(str(seat), words.OPEN, "", scene.label(words.ADD_BOT))
            )
        else:
            lines.append(_columns(str(seat), words.OPEN, "", ""))
    for watcher in known.watchers:
        what = words.looks_on(watcher, played(known.rules))
        lines.append(_columns("+", clean(watcher.name), what, ""))
    return lines


def _columns(number: str, name: str, ready: str, link: str, role: str = "") -> Line:
    if len(ready) > 6:
        return picture.row(
            picture.right(number, 5, role),
            "  ",
            picture.column(name, 23, role),
            picture.text(ready, role),
        )
    return picture.row(
        picture.right(number, 5, role),
        "  ",
        picture.column(name, 23, role),
        picture.column(ready, 8, role),
        picture.text(link, role),
    )


def _person(scene: Scene, person: Person) -> Line:
    name = clean(person.name)
    mine = person.seat == scene.seat
    name = f"{name} (you)" if mine else name
    name = f"{name} *" if person.owner else name
    ready = words.YES if person.ready else words.NO
    role = "current" if mine else ""
    return _columns(str(person.seat), name, ready, words.link(person), role)


def _settled(scene: Scene, known: Lobby, pen: Strokes) -> list[Line]:
    dice = played(known.rules)
    told = (
        words.rules(known.rules, pen.columns - 4),
        *words.settings(known.settings, scene.me, dice),
        *((words.goes_on(known.after, dice=dice),) if known.after else ()),
    )
    known_keys = buttons.live(scene)
    return [
        buttons.buttons(picture.text(scene.label(f"   {line}")), known_keys)
        for line in told
    ]


def _bar(scene: Scene, known: Lobby, pen: Strokes) -> Picture:
    opened = scene.local.open
    if isinstance(opened, Choices | Leaving):
        return (bar.bar(scene, pen)[0],)
    if notice := scene.local.notice or scene.link:
        return (picture.text(f" {scene.label(notice)}", "wrong"),)
    told = picture.text(f" {scene.label(_keys(scene, known))}", "key")
    return (buttons.buttons(told, buttons.live(scene)),)


def _keys(scene: Scene, known: Lobby) -> str:
    if scene.seat is None:
        return words.QUEUED_KEYS if scene.queued else words.WATCHER_KEYS
    ready = scene.ready
    if not scene.owner:
        return words.guests_keys(ready)
    if len(known.seats) < known.min:
        return words.too_few(len(known.seats), known.min)
    waiting = [
        clean(one.name) for one in known.seats if not (one.ready or one.restless)
    ]
    others = [
        name for name in waiting if scene.me is None or name != clean(scene.me.name)
    ]
    return words.owners_keys(others, ready)
