"""Wilds on the table that a card could take the place of, where the rules allow it.

Stolen, such a wild is as good as one in the hand; pushed along its run, it makes room
for the card at least.
"""

from collections.abc import Callable
from typing import Final

from p10net.engine.cards import Card
from p10net.engine.melds import KINDS, Meld, costs
from p10net.engine.moves.swap import wild_for
from p10net.engine.view import View


def frees(view: View, card: Card, laid: bool) -> bool:
    """Whether the card could take the place of a wild without costing more than it."""
    may = _OPEN[view.rules.wild_swap]
    places = ((meld, wild_for(meld, card)) for meld in view.melds)
    return any(at >= 0 and may(meld, at, laid) for meld, at in places)


def _never(meld: Meld, at: int, laid: bool) -> bool:
    return False


def _in_run(meld: Meld, at: int, laid: bool) -> bool:
    """Say yes to runs: a wild may be pushed along them by who has laid."""
    return laid and KINDS[meld.kind].sequence


def _uncharged(meld: Meld, at: int, laid: bool) -> bool:
    """Say no where it costs: a phase is worth a wild's points, a hit is not."""
    return not (laid and costs(meld, at))


_OPEN: Final[dict[str, Callable[[Meld, int, bool], bool]]] = {
    "off": _never,
    "slide": _in_run,
    "steal": _uncharged,
}
