"""Places on the screen that a mouse can click, besides the keys that are shown.

Each place is a key that no keyboard has: `meld d`, `seat 3`, `row 11`. What it does can
be done by keys as well, and what answers an open question is that answer's own key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from p10net.client.commands import deeds, reading
from p10net.client.commands.look import Binding, Rows
from p10net.client.commands.scene import Choices, Done, Item, Naming, Scene
from p10net.client.commands.slots import in_turn
from p10net.client.words import prompts


def meld(letter: str) -> str:
    """Name the place where a meld lies."""
    return f"meld {letter}"


def seat(number: int) -> str:
    """Name the place where a player sits."""
    return f"seat {number}"


def row(number: int) -> str:
    """Name a row of a list, the first one 1."""
    return f"row {number}"


def row_at(key: str) -> int | None:
    """Give the row that a place names, from 0, if it names one."""
    word, _, number = key.partition(" ")
    return int(number) - 1 if word == "row" and number else None


# --- What a click does -------------------------------------------------------------


def _hit_there(letter: str) -> Callable[[Scene, str], Done]:
    """Hit the chosen card on the meld that is clicked."""
    return lambda scene, key: deeds.hit_on(scene, letter)


def _read_of(number: int) -> Callable[[Scene, str], Done]:
    """Read what one player did."""
    return lambda scene, key: reading.show(scene, number)


def rows(scene: Scene) -> Rows:
    """Give the places that mean something while no question is open."""
    view = scene.view
    if view is None:
        return ()
    seats = (
        Binding((seat(one.seat),), _read_of(one.seat))
        for one in view.seats
        if not one.gone
    )
    melds = view.melds if in_turn(view) and scene.ask is not None else ()
    return (
        *seats,
        *(Binding((meld(one.m),), _hit_there(one.m), acts=True) for one in melds),
    )


# --- Which key that is -------------------------------------------------------------


def keys(scene: Scene, known: Collection[str]) -> Mapping[str, str]:
    """Say for each place which key a click on it presses, of those that are known."""
    opened = scene.local.open
    if isinstance(opened, Choices):
        return dict(_answers(opened))
    if opened is not None and not isinstance(opened, Naming):
        return {}
    return {key: key for key in known if " " in key.strip()}


def _answers(opened: Choices) -> list[tuple[str, str]]:
    """Find the places that an open question asks for."""
    found = []
    for item in opened.items:
        if opened.question == prompts.WHICH_MELD:
            found.append((meld(item.key), item.key))
        if (number := _whom(item)) is not None:
            found.append((seat(number), item.key))
    return found


def _whom(item: Item) -> int | None:
    """Say which seat an answer is about."""
    about = item.action or getattr(item.request, "do", None)
    for field in ("skip", "down", "seat"):
        if number := getattr(about, field, None):
            return int(number)
    return None
