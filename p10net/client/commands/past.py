"""Looking back at the game so far, turn by turn, while it goes on.

What was told is what can be looked at again: a watcher sees public cards, a player the
own hand as it was. Nothing here acts, and the keys that act are not in its rows, so
nobody can discard into a turn that is over. Looking back is of this screen alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from p10net.client.commands.scene import Done, Local, Moment, Panel, Scene, Stood
from p10net.client.commands.slots import Slots, followed
from p10net.client.log import Log, cut, mark, unsaid
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
    return replace(local, past=(*known, Moment(view, mark(log), number))[-KEPT:])


# --- What was taken back -----------------------------------------------------------


def follow(scene: Scene, local: Local, view: View, *, moved: bool) -> Local:
    """Remember what the host said of the game; `moved` says that another turn began."""
    if (place := _place(scene, view)) is not None:
        return _rewound(local, *place)
    if moved:
        return noted(local, view, scene.log)
    back = scene.table is not None and scene.table.settings.takes_back
    return _acted(local, view, scene.log) if back else local


def log_of(scene: Scene, view: View) -> Log:
    """Give the log without what is taken back, if the host goes back to this view."""
    if (place := _place(scene, view)) is None:
        return scene.log
    at, act = place
    moment = scene.local.past[at]
    return unsaid(scene.log, (moment, *moment.acts)[act].told)


def _acted(local: Local, view: View, log: Log) -> Local:
    """Remember how the table stands within a turn, where that may be come back to."""
    if not local.past or local.past[-1].view.step >= view.step:
        return local
    last = local.past[-1]
    now = replace(last, acts=(*last.acts, Stood(view, mark(log))))
    return replace(local, past=(*local.past[:-1], now))


def _place(scene: Scene, view: View) -> tuple[int, int] | None:
    """Find the turn, and the act in it, to which the host has gone back.

    Nothing but its step tells such a view from the one there was: within a game no
    other act brings a table back to where it was.
    """
    if scene.table is None or not scene.table.practice:
        return None
    then = replace(view, step=0)
    for at, moment in reversed([*enumerate(scene.local.past)]):
        for act, known in enumerate((moment, *moment.acts)):
            stood = known.view
            if stood.step < view.step and replace(stood, step=0) == then:
                return at, act
    return None


def _rewound(local: Local, at: int, act: int) -> Local:
    """Forget the turns and acts since then."""
    moment = local.past[at]
    kept = replace(moment, acts=moment.acts[:act])
    back = local.back
    if back is not None and back >= kept.number:
        back = None
    return replace(local, past=(*local.past[:at], kept), back=back)


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
    told = local.notice or words.where(
        turns, who, mine=scene.my_turn, dice=scene.names.dice
    )
    then = replace(
        local,
        slots=followed(Slots(), view, local.sort),
        chosen=None,
        ways=(),
        open=None,
        again=(),
        notice=told,
    )
    log = scene.log if local.panel is Panel.LOG else cut(scene.log, moment.told)
    return replace(scene, view=view, log=log, ask=None, busy=False, local=then)
