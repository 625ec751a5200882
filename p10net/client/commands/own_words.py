"""Typed words that change this screen only: what it shows, and how.

None of them reaches the table, so whoever looks on may use them as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p10net.client.commands import arming, deeds, reading
from p10net.client.commands.scene import Choices, Done, Panel, Scene, Wear
from p10net.client.commands.slots import Sort, sorted_as
from p10net.client.commands.vocabulary import Misread, Word, Words, maybe_number
from p10net.client.words import prompts
from p10net.client.words.notation import CHOICES
from p10net.client.words.typed import usage
from p10net.engine.moves.draw import PILE, STOCK


def _sort(scene: Scene, words: Words) -> Done:
    names = {sort.value: sort for sort in Sort}
    sort = names.get(words[0].lower()) if words else scene.local.sort.next()
    if sort is None:
        raise Misread(usage("sort", OWN_WORDS["sort"].usage))
    slots = sorted_as(scene.local.slots, sort, deeds.needed(scene))
    notice = prompts.sorted_by(sort.value)
    return Done(scene.with_local(sort=sort, slots=slots, chosen=None, notice=notice))


def _faces(scene: Scene, words: Words) -> Done:
    """Show cards in another way, for oneself alone."""
    said = " ".join(words).lower()
    if said not in CHOICES:
        raise Misread(usage("faces", OWN_WORDS["faces"].usage))
    return Done(scene.with_local(faces=said, notice=prompts.faces(said)))


def _mute(scene: Scene, words: Words) -> Done:
    return reading.mute(scene, maybe_number(words))


def _show(panel: Panel) -> Callable[[Scene, Words], Done]:
    return lambda scene, words: Done(scene.with_local(panel=panel, scroll=0))


def _arm(scene: Scene, words: Words) -> Done:
    """Hold a draw ready for the own turn; without a word ask which."""
    asked = arming.ask(scene, "a")
    opened = asked.local.open
    if not words or not isinstance(opened, Choices):
        return asked
    draws = {"draw": STOCK, "take": PILE}
    draw = draws.get(words[0].lower())
    if draw not in [item.arms for item in opened.items]:
        raise Misread(usage("arm", OWN_WORDS["arm"].usage))
    assert draw is not None
    return arming.arm(scene, draw)


def _theme(scene: Scene, words: Words) -> Done:
    """Put on another theme, or the same one anew as its file is now."""
    if len(words) != 1:
        raise Misread(usage("theme", OWN_WORDS["theme"].usage))
    return Done(scene.local, (Wear(words[0]),))


def _mouse(scene: Scene, words: Words) -> Done:
    """Let clicks press keys, or leave the mouse to the terminal."""
    if [one.lower() for one in words] not in (["on"], ["off"]):
        raise Misread(usage("mouse", OWN_WORDS["mouse"].usage))
    on = words[0].lower() == "on"
    notice = prompts.MOUSE_ON if on else prompts.MOUSE_OFF
    return Done(scene.with_local(mouse=on, notice=notice))


OWN_WORDS: Mapping[str, Word] = {
    "arm": Word("arm [draw | take]", _arm),
    "sort": Word("sort [number | color | need | mine]", _sort),
    "faces": Word("faces table | colors | ordinary", _faces),
    "table": Word("table", _show(Panel.NONE)),
    "phases": Word("phases", _show(Panel.PHASES)),
    "scores": Word("scores", _show(Panel.SCORES)),
    "log": Word(
        "log [chat | NAME | SEAT]",
        lambda scene, words: reading.by_name(scene, " ".join(words)),
    ),
    "mute": Word("mute [SEAT]", _mute),
    "help": Word("help", _show(Panel.HELP)),
    "theme": Word("theme NAME", _theme),
    "mouse": Word("mouse on | off", _mouse),
}
