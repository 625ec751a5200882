"""What is asked about once more before it is done, on the screen and in lines alike.

A wild, a card that a meld would take, one of the phase that could be laid: whoever
throws these away by a key or a number may have meant another card.
"""

from __future__ import annotations

from collections.abc import Sequence

from p10net.client.commands import plans
from p10net.client.commands.scene import Asking, Way
from p10net.client.known import Known
from p10net.client.words.harm import Doubt, Harm
from p10net.engine.cards import Card, Hand
from p10net.engine.moves.lay import Lay


def needed(ways: Sequence[Way]) -> Hand:
    """List the cards of the best lay-down of those that can be made now."""
    lay = ways[0].actions[0] if ways else None
    if not isinstance(lay, Lay):
        return ()
    return tuple(card for group in lay.melds for card in group)


def doubt(known: Known, asks: Asking, ways: Sequence[Way], card: Card) -> Doubt | None:
    """Say why throwing this card deserves a second look, or None."""
    if asks is not Asking.SMART:
        return Doubt(card, Harm.ASKED) if asks is Asking.ALWAYS else None
    assert known.view is not None
    assert known.view.you is not None
    if len(known.view.you.hand) == 1 or known.ask is None:
        return None
    if card is Card.W:
        return Doubt(card, Harm.WILD)
    if found := plans.hits(known.ask.can, card):
        return Doubt(card, Harm.HIT, found[0].meld)
    return Doubt(card, Harm.PHASE) if card in needed(ways) else None
