"""Looking back at the game so far, turn by turn, while it goes on.

What was told is what can be looked at again: a watcher sees public cards, a player the
own hand as it was. Nothing here acts, and the keys that act are not in its rows, so
nobody can discard into a turn that is over. Looking back is of this screen alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from p10net.client.commands.scene import Done, Local, Moment, Panel, Scene
from p10net.client.commands.slots import Slots, followed
from p10net.client.log import Log
from p10net.client.words import past as words
from p10net.engine.view import Stage, View

KEPT = 500
"""Turns remembered; an evening has fewer."""


def noted(local: Local, view: View, log: Log) -> Local:
    """Remember how a turn begins; a new game forgets the one before."""
    if view.stage is Stage.DEAL:
        return local
    known = local.past
    if known and view.step < known[-1].view.step:
        known, local = (), replace(local, back=None)
    number = known[-1].number + 1 if known else 0
    return replace(local, past=(*known, Moment(number, view, log.count))[-KEPT:])


# --- What was taken back -----------------------------------------------------------


def follow(scene: Scene, local: Local, view: View, *, moved: bool) -> Local:
    """Remember what the host said of the game; `moved` says that another turn began."""
    if scene.table is None or not scene.table.settings.takes_back:
        return noted(local, view, scene.log) if moved else local
    if scene.table.practice and (rewound := _rewound(local, view)) is not None:
        return rewound
    return noted(local, view, scene.log) if moved else _acted(local, view)


def _acted(local: Local, view: View) -> Local:
    """Remember how the table stands within a turn, where that may be come back to."""
    if not local.past or local.past[-1].view.step >= view.step:
        return local
    last = local.past[-1]
    now = replace(last, acts=(*last.acts, view))
    return replace(local, past=(*local.past[:-1], now))


def _rewound(local: Local, view: View) -> Local | None:
    """Forget what has happened since the table stood as it does now, if it ever did.

    Nothing but its step tells such a view from the one there was: within a game no
    other act brings a table back to where it was.
    """
    then = replace(view, step=0)
    for at, moment in reversed([*enumerate(local.past)]):
        stood = (moment.view, *moment.acts)
        for act, known in enumerate(stood):
            if known.step < view.step and replace(known, step=0) == then:
                kept = replace(moment, acts=moment.acts[:act])
                back = local.back
                if back is not None and back >= kept.number:
                    back = None
                return replace(local, past=(*local.past[:at], kept), back=back)
    return None


def forgotten(local: Local) -> Local:
    """Forget all of it, where no game is on."""
    return replace(local, past=(), back=None)


# --- Where to ------------------------------------------------------------------------


def begin(scene: Scene, key: str) -> Done:
    """Look at the turn before this one."""
    if len(scene.local.past) < 2:
        return Done(scene.with_local(notice=words.NOTHING_YET))
    number = scene.local.past[-2].number
    return Done(scene.with_local(back=number, panel=Panel.NONE, scroll=0, notice=""))


STEPS: Mapping[str, Callable[[int, int], int]] = {
    "left": lambda at, last: at - 1,
    "right": lambda at, last: at + 1,
    "home": lambda at, last: 0,
    "end": lambda at, last: last,
}
"""Which moment each key leads to, from the one looked at; the last one is now."""


def step(scene: Scene, key: str) -> Done:
    """Go a turn on or back, to the first one, or to now."""
    last = len(scene.local.past) - 1
    at = max(0, STEPS[key](_at(scene.local), last))
    if at >= last:
        return now(scene, key)
    number = scene.local.past[at].number
    return Done(scene.with_local(back=number, notice=""))


def now(scene: Scene, key: str) -> Done:
    """Look at the table as it is again."""
    return Done(scene.with_local(back=None, scroll=0, notice=""))


def _at(local: Local) -> int:
    """Find the moment looked at; one that is forgotten gave way to the first."""
    first = local.past[0].number
    return max(0, (first if local.back is None else local.back) - first)


# --- What is seen --------------------------------------------------------------------


def shown(scene: Scene) -> Scene:
    """Give the scene as it is drawn: as it was, while somebody looks back."""
    local = scene.local
    if local.back is None or not local.past:
        return scene
    at = _at(local)
    moment, turns = local.past[at], len(local.past) - 1 - at
    view = moment.view
    who = scene.names.who(view.turn) if view.turn else ""
    told = local.notice or words.where(turns, who, mine=scene.my_turn)
    then = replace(
        local,
        slots=followed(Slots(), view, local.sort),
        chosen=None,
        ways=(),
        open=None,
        again=(),
        notice=told,
    )
    log = scene.log if local.panel is Panel.LOG else _cut(scene.log, moment.told)
    return replace(scene, view=view, log=log, ask=None, busy=False, local=then)


def _cut(log: Log, told: int) -> Log:
    """Leave of the log what had been told by then."""
    kept = max(0, len(log.entries) - (log.count - told))
    return Log(log.entries[:kept], told)
