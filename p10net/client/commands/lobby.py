"""Keys before the game: ready, start, bots, and what the owner may settle."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from p10net.client.commands import copying, deeds, look
from p10net.client.commands.look import Binding, Rows
from p10net.client.commands.scene import Done, Item, Scene, Tell
from p10net.client.words import prompts
from p10net.client.words.refusals import REFUSALS
from p10net.engine.presets import PRESETS, preset
from p10net.protocol import owner
from p10net.protocol.errors import ErrCode
from p10net.protocol.requests import Admin, DoubleTime, Ready

TIMERS = (0, 30, 60, 90, 120)
"""Seconds a decision may take; t goes through them, 0 is no limit."""

AWAY: tuple[Literal["bot", "skip", "wait"], ...] = ("bot", "skip", "wait")
"""What may become of absent seats; a goes through it."""


def _tell(scene: Scene, *operations: owner.AdminOp) -> Done:
    """Do what only the owner may."""
    if not scene.owner:
        return deeds.noticed(scene, REFUSALS[ErrCode.NOT_OWNER])
    asked = tuple(Tell(Admin(id=0, do=operation)) for operation in operations)
    return Done(scene.with_local(notice=""), asked)


def _ready(scene: Scene, key: str) -> Done:
    on = not scene.ready
    return Done(scene.with_local(notice=""), (Tell(Ready(id=0, on=on)),))


def _go(scene: Scene, key: str) -> Done:
    """Start if all others are ready; say that oneself is, if not."""
    others = [one for one in scene.people if one.seat != scene.seat]
    if scene.owner and all(one.ready or one.restless for one in others):
        return _tell(scene, owner.Start())
    if scene.owner and scene.ready:
        return deeds.noticed(scene, prompts.NOT_ALL_READY)
    return Done(scene.with_local(notice=""), (Tell(Ready(id=0)),))


def _timer(scene: Scene, key: str) -> Done:
    settings = scene.settings
    now = settings.timer_ms // 1000 if settings is not None else 0
    longer = next((one for one in TIMERS if one > now), TIMERS[0])
    return _tell(scene, owner.Timer(longer * 1000))


def _away(scene: Scene, key: str) -> Done:
    """Go through what may become of absent seats."""
    settings = scene.settings
    now = settings.away.value if settings is not None else AWAY[-1]
    at = next((at for at, one in enumerate(AWAY) if one == now), -1)
    return _tell(scene, owner.Away(AWAY[(at + 1) % len(AWAY)]))


def _double(scene: Scene, key: str) -> Done:
    """Ask for double time, or give it back; anybody who sits here may."""
    if scene.seat is None:
        return deeds.noticed(scene, deeds.watching(scene))
    asked = Tell(DoubleTime(id=0, on=not scene.doubled))
    return Done(scene.with_local(notice=""), (asked,))


def _watch(scene: Scene, key: str) -> Done:
    settings = scene.settings
    return _tell(scene, owner.Watch(settings is None or not settings.watch))


def _lock(scene: Scene, key: str) -> Done:
    settings = scene.settings
    return _tell(scene, owner.Lock(settings is None or not settings.locked))


def _hints(scene: Scene, key: str) -> Done:
    return _tell(scene, owner.Hints(not scene.hinted))


def _kick(scene: Scene, key: str) -> Done:
    if not scene.owner:
        return deeds.noticed(scene, REFUSALS[ErrCode.NOT_OWNER])
    others = [one for one in scene.people if one.seat != scene.seat]
    items = [
        Item(
            str(one.seat),
            scene.names.who(one.seat),
            request=Admin(id=0, do=owner.Kick(one.seat)),
        )
        for one in others
    ]
    return deeds.ask_for(scene, prompts.WHO_GOES, items)


def _set_rules(name: str) -> Admin:
    return Admin(id=0, do=owner.SetRules(preset(name)))


def _rules(scene: Scene, key: str) -> Done:
    """List the presets; those without a digit are reached with the arrows."""
    if not scene.owner:
        return deeds.noticed(scene, REFUSALS[ErrCode.NOT_OWNER])
    items = [
        Item("", f"{name}: {words}", request=_set_rules(name))
        for name, (words, _) in PRESETS.items()
    ]
    return deeds.ask_for(scene, prompts.WHICH_RULES, deeds.numbered(items))


def _leave(scene: Scene, key: str) -> Done:
    """Esc leaves what is open first, and the lobby last."""
    done = look.back(scene, key)
    if replace(done.local, notice=scene.local.notice) != scene.local:
        return done
    return look.leave(scene, key)


ROWS: Rows = (
    *(row for row in look.LOOK if "esc" not in row.keys),
    Binding(("esc",), _leave),
    Binding(("enter",), _go),
    Binding(("r",), _ready),
    Binding(("s",), lambda scene, key: _tell(scene, owner.Start())),
    Binding(("b",), lambda scene, key: _tell(scene, owner.AddBot())),
    Binding(("o",), _rules),
    Binding(("t",), _timer),
    Binding(("a",), _away),
    Binding(("w",), _watch),
    Binding(("l",), _lock),
    Binding(("h",), _hints),
    Binding(("d",), _double),
    Binding(("k",), _kick),
    Binding(("c",), copying.join_line),
    Binding(("up", "down"), look.scroll),
)
