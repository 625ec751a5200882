"""What is heard of the table, brought into the scene: all of it that needs no clock.

It changes what is known and what is told; what that does to the own plans and choices
is for `follow`.
"""

from __future__ import annotations

from msgspec.structs import replace

from p10net.client.aside import Aside
from p10net.client.commands import arming, follow, reading
from p10net.client.commands.scene import Scene
from p10net.client.deck import Deck
from p10net.client.words import links, lobby, seats
from p10net.engine.view import View
from p10net.protocol.clean import clean
from p10net.protocol.messages import Lobby, Notice, Said, Seated, State, Welcome

Heard = Welcome | Lobby | State | Seated | Said | Notice | Aside | Deck


def heard(scene: Scene, news: Heard, acted: int) -> Scene:
    """Bring a scene up to date; `acted` is the step that was answered last."""
    match news:
        case Welcome(table=table, seat=seat, watcher=watcher):
            local, returned = arming.cut(scene.local), scene.view is not None
            then = replace(scene, name=clean(table.name), seat=seat, watcher=watcher)
            return replace(then, local=local, returned=returned, link="")
        case Lobby():
            then = replace(scene, lobby=news, view=None, table=None, ask=None)
            then = follow.told_all(then, lobby.news(scene.lobby, news))
            return _queued(scene, then)
        case State():
            return _state(scene, news, acted)
        case Seated(seat=seat):
            return replace(scene, seat=seat, watcher=None)
        case Deck():
            return follow.dealt(scene, news)
        case _:
            return reading.noted(scene, news)


def _queued(before: Scene, scene: Scene) -> Scene:
    """Write down why somebody who asked for a seat watches, and what comes of it."""
    if before.queued or not scene.queued:
        return scene
    dice = scene.names.dice
    return follow.told_all(scene, seats.queued(playing=scene.playing, dice=dice))


def _state(scene: Scene, news: State, acted: int) -> Scene:
    then = replace(
        scene,
        lobby=None,
        view=news.view,
        table=news.table,
        ask=news.ask,
        busy=scene.busy and news.view.step == acted,
        events=news.n + len(news.ev),
        returned=False,
    )
    then = _queued(scene, _caught_up(scene, then, news))
    return follow.logged(scene, then, news)


def _caught_up(before: Scene, scene: Scene, news: State) -> Scene:
    """Say that things happened while the link was lost, of which none is told again."""
    missed = news.n - before.events
    if not before.returned or missed <= 0:
        return scene
    played = not before.busy and _played(before.view, news.view)
    return follow.told_all(scene, [links.missed(missed, played=played)])


def _played(before: View | None, view: View) -> bool:
    """Whether somebody played for this seat within the round: its hand is another."""
    if before is None or before.you is None or view.you is None:
        return False
    return before.round == view.round and before.you.hand != view.you.hand
