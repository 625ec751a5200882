"""Wilds on the table that a card could take the place of, where the rules allow it.

Stolen, such a wild is as good as one in the hand; pushed along its run, it makes room
for the card at least.
"""

from collections.abc import Callable, Iterable
from typing import Final

from p10net.engine.cards import Card
from p10net.engine.melds import KINDS, Meld
from p10net.engine.moves.swap import wild_for
from p10net.engine.view import View


def frees(view: View, card: Card, laid: bool) -> bool:
    """Whether the card could take the place of a wild without costing more than it."""
    rows = _OPEN[view.rules.wild_swap](view.melds, laid)
    return any(wild_for(meld, card) >= 0 for meld in rows)


def _none(melds: Iterable[Meld], laid: bool) -> Iterable[Meld]:
    return ()


def _runs(melds: Iterable[Meld], laid: bool) -> Iterable[Meld]:
    """Leave the runs: a wild may be pushed along them by who has laid."""
    return (meld for meld in melds if laid and KINDS[meld.kind].sequence)


def _uncharged(melds: Iterable[Meld], laid: bool) -> Iterable[Meld]:
    """Leave what may be stolen from: a phase is worth a wild's points, a hit is not."""
    return (meld for meld in melds if not (laid and meld.charged))


_OPEN: Final[dict[str, Callable[[Iterable[Meld], bool], Iterable[Meld]]]] = {
    "off": _none,
    "slide": _runs,
    "steal": _uncharged,
}
