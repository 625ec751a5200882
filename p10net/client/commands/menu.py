"""The slow way: everything that can be done now, as a list for arrows and Enter.

What has a key of its own is told with that key; what only some rules know, such as a
save pile, is offered by its action. So a player who knows no key, and a rule that
nobody thought of a key for, are both served.
"""

from __future__ import annotations

from p10net.client.commands import undo
from p10net.client.commands.scene import Item, Scene
from p10net.client.words import past, prompts
from p10net.client.words.actions import offer as offer_words
from p10net.client.words.seats import goals
from p10net.engine.moves import (
    Action,
    Declare,
    Discard,
    Draw,
    Hit,
    LayOffer,
    Offer,
    as_action,
    check,
)
from p10net.engine.moves.draw import PILE, STOCK
from p10net.engine.view import Stage
from p10net.protocol.requests import DoubleTime, Pause

EVERYDAY = (Discard, Draw, Hit, LayOffer)
"""Offers that have keys of their own."""


def items(scene: Scene) -> tuple[Item, ...]:
    """List what can be done now, the game first, then the table."""
    return (*_game(scene), *_special(scene), *_table(scene))


def special(scene: Scene) -> tuple[Offer, ...]:
    """List what may be done now and has no key of its own."""
    can = scene.ask.can if scene.ask is not None else ()
    return tuple(offer for offer in can if not isinstance(offer, EVERYDAY))


def _game(scene: Scene) -> tuple[Item, ...]:
    view = scene.view
    if view is None or scene.ask is None:
        return ()
    if view.stage is Stage.DRAW:
        draws = [draw for draw in (STOCK, PILE) if check(view, draw) is None]
        return tuple(offered(scene, draw) for draw in draws)
    kinds = {type(offer) for offer in scene.ask.can}
    return tuple(
        Item("", words, press=key)
        for key, words, wanted in (
            ("l", prompts.MENU_LAY, LayOffer),
            ("L", prompts.MENU_LAY_ALL, LayOffer),
            ("h", prompts.MENU_HIT, Hit),
            ("H", prompts.MENU_HIT_ALL, Hit),
            ("x", prompts.MENU_DISCARD, Discard),
        )
        if wanted in kinds
    )


def _special(scene: Scene) -> tuple[Item, ...]:
    return tuple(offered(scene, as_action(offer)) for offer in special(scene))


def offered(scene: Scene, action: Action) -> Item:
    """Make an item of an action; a phase to go for is told with its goals."""
    words = offer_words(action, scene.names)
    if isinstance(action, Declare) and scene.rules is not None:
        words = f"{words}: {goals(scene.rules, action.phase)}"
    return Item("", words, action)


def _time(scene: Scene) -> tuple[Item, ...]:
    """Offer double time, or to give it back, where there is a time at all."""
    if scene.seat is None or not scene.timer_ms:
        return ()
    words = prompts.MENU_USUAL_TIME if scene.doubled else prompts.MENU_DOUBLE_TIME
    return (Item("", words, request=DoubleTime(id=0, on=not scene.doubled)),)


def _leave(scene: Scene) -> str:
    if scene.seat is None:
        return prompts.MENU_LEAVE_WATCHING
    return prompts.MENU_LEAVE_UNKEPT if scene.unkept else prompts.MENU_LEAVE


def _table(scene: Scene) -> tuple[Item, ...]:
    paused = scene.table is not None and scene.table.paused is not None
    words = prompts.MENU_RESUME if paused else prompts.MENU_PAUSE
    pause = Item("", words, request=Pause(id=0, on=not paused))
    return (
        *((pause,) if scene.seat is not None else ()),
        *_time(scene),
        *((Item("", prompts.MENU_UNDO, press="u"),) if undo.possible(scene) else ()),
        Item("", prompts.MENU_MOUSE_OFF, typed="mouse off")
        if scene.local.mouse
        else Item("", prompts.MENU_MOUSE_ON, typed="mouse on"),
        Item("", past.MENU, press="t"),
        Item("", prompts.MENU_HELP, press="?"),
        Item("", _leave(scene), press="q"),
    )
