"""Arming a move before the own turn, for those who know already what they will do.

Keys that were pressed too early never act; this is the way to act early on purpose. It
is shown for as long as it stands, and it stands only while everything it was chosen for
is as it was: nobody gets a card that was not on top when they asked for it.
"""

from __future__ import annotations

from msgspec.structs import replace

from p10net.client.commands import deeds
from p10net.client.commands.keymap import State
from p10net.client.commands.scene import Armed, Done, Item, Local, Play, Scene
from p10net.client.words import arming as words
from p10net.client.words import prompts
from p10net.engine.cards import Card
from p10net.engine.moves import check
from p10net.engine.moves.draw import PILE, STOCK, Draw
from p10net.engine.view import Stage, View, seat_at

PLAYED = (Stage.DRAW, Stage.PLAY)
"""Stages in which others play and one waits for the own turn."""


def ask(scene: Scene, key: str) -> Done:
    """Ask what shall be done as soon as the own turn comes."""
    view = scene.view
    if view is None or scene.seat is None or view.stage not in PLAYED:
        return deeds.noticed(scene, deeds.watching(scene) if view else prompts.NO_GAME)
    if scene.my_turn:
        return deeds.noticed(scene, words.YOUR_TURN)
    if seat_at(view, scene.seat).owes:
        return deeds.noticed(scene, words.LOSES)
    top = _top(view)
    keys = {"d": "d", "p": "p", **scene.keymap.keys(State.GAME)}
    items = [Item(keys["d"], words.STOCK, arms=STOCK)]
    if top is not None and check(_as_if(view, scene.seat), PILE) is None:
        items.append(Item(keys["p"], words.take(top), arms=PILE))
    return deeds.ask_for(scene, words.WHAT, items)


def _as_if(view: View, seat: int) -> View:
    """Give the view as it would be if the turn came now."""
    return replace(view, turn=seat, stage=Stage.DRAW)


def arm(scene: Scene, draw: Draw) -> Done:
    """Hold a draw ready for the own turn."""
    assert scene.view is not None
    armed = Armed(draw, _top(scene.view))
    return Done(scene.with_local(armed=armed, open=None, chosen=None, notice=""))


def _top(view: View) -> Card | None:
    return view.pile[-1] if view.pile else None


def follow(before: Scene, after: Scene, local: Local) -> Done | None:
    """Do what is armed if its turn has come, drop it if anything is not as it was.

    None if nothing is armed, or it goes on waiting.
    """
    armed, view = local.armed, after.view
    if armed is None or view is None:
        return None
    if why := _off(before, after, view, armed):
        return Done(replace(local, armed=None, notice=why))
    if not after.my_turn:
        return None
    if after.ask is None or check(view, armed.draw) is not None:
        return Done(replace(local, armed=None, notice=prompts.TOO_LATE))
    done = replace(local, armed=None, notice=words.DONE)
    return Done(done, (Play(armed.draw),))


def cut(local: Local) -> Local:
    """Hold and choose nothing over a loss of the link: who knows what passes then."""
    notice = "" if local.armed is None else words.LINK
    return replace(local, armed=None, chosen=None, queue=(), notice=notice)


def _off(before: Scene, after: Scene, view: View, armed: Armed) -> str:
    """Say why what is armed may not be done any more; "" if it may."""
    was = before.view
    if (
        was is None
        or after.seat is None
        or (was.round, before.seat)
        != (
            view.round,
            after.seat,
        )
    ):
        return words.OFF
    if after.table is not None and after.table.paused is not None:
        return words.PAUSED
    if _loses(was, view, after.seat):
        return words.SKIPPED
    if armed.draw == PILE and _top(view) is not armed.top:
        return words.covered(armed.top)
    return ""


def _loses(was: View, view: View, seat: int) -> bool:
    """Whether this seat has to lose a turn, or the turn has just passed it over."""
    if seat_at(view, seat).owes > seat_at(was, seat).owes:
        return True
    began = (was.turn, was.stage) != (view.turn, Stage.DRAW)
    if view.stage is not Stage.DRAW or not began:
        return False
    size = len(view.seats)
    return 0 < (seat - was.turn) % size < ((view.turn - was.turn) % size or size)
