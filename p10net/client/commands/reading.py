"""Reading the log: all of it, the chat alone, or what one player did; whom to mute.

What is left out is left out on this screen only: the others never learn of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from p10net.client.aside import Aside
from p10net.client.commands.scene import EVERYTHING, TALK, Done, Panel, Scene
from p10net.client.log import Entry, Kind, said, told
from p10net.client.words import lobby, people
from p10net.client.words import log as words
from p10net.engine.view import Stage
from p10net.protocol.address import fold
from p10net.protocol.clean import clean
from p10net.protocol.messages import Notice, Said

OVER = (Stage.ROUND_OVER, Stage.GAME_OVER)


def next_filter(scene: Scene, key: str) -> Done:
    """Show the log; if it is shown already, the next part of it."""
    shown = scene.local.panel is Panel.LOG
    parts = [EVERYTHING, TALK, *sorted(scene.names.seats)]
    at = parts.index(scene.local.only) if scene.local.only in parts else -1
    only = parts[(at + 1) % len(parts)] if shown else scene.local.only
    return show(scene, only)


def show(scene: Scene, only: int) -> Done:
    """Show a part of the log."""
    return Done(scene.with_local(panel=Panel.LOG, only=only, scroll=0, notice=""))


def by_name(scene: Scene, name: str) -> Done:
    """Show the part of the log that is called so; raises ValueError with a sentence."""
    parts = {"": EVERYTHING, words.CHAT: TALK}
    parts |= {str(seat): seat for seat in scene.names.seats}
    parts |= {fold(said): seat for seat, said in scene.names.seats.items()}
    if fold(name) not in parts:
        raise ValueError(words.no_such_part(clean(name)))
    return show(scene, parts[fold(name)])


def belongs(scene: Scene, entry: Entry) -> bool:
    """Whether a line is of the part that is shown."""
    only = scene.local.only
    if only == EVERYTHING:
        return True
    if only == TALK:
        return entry.kind is Kind.CHAT
    spoke = entry.kind is Kind.CHAT and entry.who == scene.names.who(only)
    return spoke or (entry.kind is Kind.TURN and entry.seat == only)


# --- What is written down ------------------------------------------------------------


def noted(scene: Scene, news: Said | Notice | Aside) -> Scene:
    """Write down what somebody says, or what is said about somebody or to oneself.

    What one's own computer says of a game that is over stands with its scores as well.
    """
    log = scene.log
    match news:
        case Aside(words, code, address, link):
            log = told(log, words)
            if code or address:
                proof = lobby.linked(scene.proof, link)
                scene = replace(scene, code=code, address=address, proof=proof)
            if scene.stage is Stage.GAME_OVER:
                scene = replace(scene, local=scene.with_local(aside=words))
        case Notice():
            playing = scene.view is not None
            sentence = people.news(news, scene.names, playing=playing)
            log = told(log, sentence) if sentence else log
        case Said() if not muted(scene, news.seat):
            log = said(log, _speaker(scene, news), news.text)
        case Said():
            pass
    return replace(scene, log=log)


def _speaker(scene: Scene, news: Said) -> str:
    if news.seat is not None:
        return scene.names.who(news.seat)
    known = {one.watcher: one.name for one in scene.watchers}
    return people.watching(clean(known.get(news.watcher or 0, "")))


# --- Chat that is not read -----------------------------------------------------------


def mute(scene: Scene, seat: int | None) -> Done:
    """Leave out what a seat says from now on, or everybody; again lets them speak."""
    one = EVERYTHING if seat is None else seat
    left = tuple(each for each in scene.local.muted if each != one)
    on = left == scene.local.muted
    who = "" if seat is None else scene.names.who(seat)
    now = (*left, one) if on else left
    return Done(scene.with_local(muted=now, notice=words.muted(who, on)))


def muted(scene: Scene, seat: int | None) -> bool:
    """Whether what this seat says is left out; those who look on have none."""
    return bool({EVERYTHING, seat} & {*scene.local.muted})


def in_sight(scene: Scene) -> bool:
    """Whether the newest lines of the log can be seen."""
    sheet = scene.stage in OVER and scene.local.panel is Panel.NONE
    then = scene.local.back is not None and scene.local.panel is not Panel.LOG
    return scene.local.panel in (Panel.NONE, Panel.LOG) and not sheet and not then


def seen(scene: Scene) -> Scene:
    """Note that what was said so far can be read, while the log is in sight."""
    if not in_sight(scene) or scene.local.read == scene.log.chats:
        return scene
    return replace(scene, local=scene.with_local(read=scene.log.chats))


def unread(scene: Scene) -> int:
    """Count the lines of chat that came while the log was out of sight."""
    return 0 if in_sight(scene) else max(0, scene.log.chats - scene.local.read)
