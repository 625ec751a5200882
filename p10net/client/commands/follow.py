"""What news from the host does to the local state: the hand moves, plans go on or end.

A choice belongs to the moment in which it was made. When the turn passes, what was
chosen or opened is let go, so that no key pressed earlier acts in a later turn; a plan
of several actions goes on only while each next one is still legal.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from p10net.client.commands import arming, deeds, past, plans
from p10net.client.commands.menu import offered, special
from p10net.client.commands.scene import (
    Choices,
    Done,
    Leaving,
    Local,
    Naming,
    Open,
    Play,
    Scene,
)
from p10net.client.commands.slots import Slots, followed
from p10net.client.deck import Deck
from p10net.client.log import Told, heard, told
from p10net.client.words import deals, lobby, prompts, tips
from p10net.client.words.notation import Notation, using
from p10net.client.words.spoken import which
from p10net.engine.moves import as_action, check
from p10net.engine.view import Stage, View
from p10net.protocol.messages import Lobby, State

OF_ITS_OWN = (Stage.DECLARE, Stage.GIVE)
"""Stages in which the question is put as a list at once."""


def arrived(before: Scene, after: Scene) -> bool:
    """Whether the turn has just come to this seat: its keys are deaf for a moment."""
    return after.my_turn and moved_on(before, after)


def moved_on(before: Scene, after: Scene) -> bool:
    """Whether the turn is another one than before."""
    return _moment(before) != _moment(after) or _another(before.view, after.view)


def _another(before: View | None, after: View | None) -> bool:
    """Whether a seat's turn is not the one it had before, but a later one.

    It draws again, or more has happened than one act: the link was lost meanwhile.
    """
    if before is None or after is None:
        return False
    again = before.stage is Stage.PLAY and after.stage is Stage.DRAW
    return again or not 0 <= after.step - before.step <= 1


def _moment(scene: Scene) -> object:
    view = scene.view
    return view and (view.round, view.turn, view.stage in OF_ITS_OWN)


def notation(scene: Scene, news: object) -> Notation:
    """Give the notation of the table as the news find it."""
    match news:
        case State():
            return replace(scene, view=news.view).notation
        case Lobby():
            return replace(scene, view=None, lobby=news).notation
        case _:
            return scene.notation


def follow(before: Scene, after: Scene) -> Done:
    """Bring the local state up to date with what the host said."""
    with using(after.notation):
        return _followed(before, after)


def _followed(before: Scene, after: Scene) -> Done:
    view = after.view
    if view is None:
        gone = after.with_local(
            slots=Slots(), chosen=None, queue=(), armed=None, aside=""
        )
        return Done(past.forgotten(gone))
    can = after.ask.can if after.ask is not None else ()
    local = replace(after.local, ways=plans.lay_ways(view, can))
    first = deeds.needed(replace(after, local=local))
    slots = followed(local.slots, view, local.sort, first)
    if view.stage is Stage.ROLL and after.my_turn:
        slots = Slots(view.dice)  # a die keeps its number, however the hand is sorted
    local = replace(local, slots=slots)
    moved = moved_on(before, after)
    local = past.follow(after, local, view, moved=moved)
    if moved:
        local = replace(
            local,
            open=_kept(local.open, ()),
            chosen=None,
            queue=(),
            notice="",
            aside="",
            scroll=0,
        )
    elif before.view is not None and before.view.step != view.step:
        local = replace(local, open=_kept(local.open, (Naming,)))
    if before.view is not None and before.view.step != view.step:
        local = replace(local, again=())
    if slots.at(local.chosen) is None:
        local = replace(local, chosen=None)
    if (done := arming.follow(before, after, local)) is not None:
        return done
    return _go_on(before, replace(after, local=local), view)


def _kept(opened: Open | None, lasting: tuple[type, ...]) -> Open | None:
    """Keep what is still good: a question about the game is answered by the game."""
    return opened if isinstance(opened, (Leaving, *lasting)) else None


def _go_on(before: Scene, scene: Scene, view: View) -> Done:
    """Send the next action of a plan, or put a question that has no keys."""
    local = scene.local
    if local.queue and scene.ask is not None and not scene.busy:
        return _next(scene, local, view)
    new = before.view is None or before.view.step != view.step
    if scene.ask is not None and view.stage in OF_ITS_OWN and new:
        actions = [as_action(offer) for offer in special(scene)]
        items = deeds.numbered([offered(scene, action) for action in actions])
        asked = Choices(f"{which(actions)} {prompts.BY_NUMBER}", items)
        return Done(replace(local, open=asked))
    return Done(local)


def _next(scene: Scene, local: Local, view: View) -> Done:
    action, *left = local.queue
    if check(view, action) is not None:
        return Done(replace(local, queue=(), notice=prompts.TOO_LATE))
    return Done(replace(local, queue=tuple(left), notice=""), (Play(action),))


def told_all(scene: Scene, sentences: Iterable[str]) -> Scene:
    """Write pieces of news about the table into the log."""
    log = scene.log
    for sentence in sentences:
        log = told(log, sentence)
    return replace(scene, log=log)


def logged(before: Scene, scene: Scene, news: State) -> Scene:
    """Write into the log what was settled, what happened, and what one has to know.

    What is taken back has not happened.
    """
    settled = lobby.changed(before.settings, news.table.settings)
    scene = replace(scene, log=past.log_of(scene, news.view))
    log = heard(told_all(scene, settled).log, news.ev, scene.names)
    if tips.task(news.ev, news.view):
        log = told(log, Told(tips.task, (news.ev, news.view)))
    if tip := tips.first(news.ev, news.view):
        log = told(log, scene.label(tip))
    return replace(scene, log=log)


def dealt(scene: Scene, deck: Deck) -> Scene:
    """Tell of the deals; what is wrong with one stands where it is not missed."""
    scene = told_all(scene, deals.told(deck, scene.names.dice))
    if not deck.findings:
        return scene
    notice = deals.wrong(deck.findings[0])
    return replace(scene, local=scene.with_local(notice=notice))
