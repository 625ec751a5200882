"""Checks a game that a client has saved, as that client checked it at the table."""

from __future__ import annotations

from typing import Any

from p10net.client.deals import Deals
from p10net.client.deck import Deck
from p10net.protocol.deals import DealNews
from p10net.protocol.messages import State
from p10net.protocol.people import AwayRule, Settings, Table
from p10net.protocol.saved import Gap, Head, Line, Mine, Saw, put_together

_SETTINGS = Settings(0, AwayRule.BOT, 0, False, False, False)


def check(head: Head, lines: tuple[Line, ...]) -> Deck:
    """Let a saved game be heard once more, and give all that was found.

    Raises SavedError for a file that cannot be.
    """
    deals, table = Deals(), Table(head.seats, (), _SETTINGS)
    deals.seat = head.seat
    known: dict[str, Any] = {}
    heard: list[Deck | None] = []
    for line in lines:
        if isinstance(line, Saw):
            known, view = put_together(known, line)
            heard.append(deals.stood(State(0, line.n, line.ev, view, table)))
        elif isinstance(line, DealNews):
            heard.append(deals.heard(line, head.seat)[1])
        elif isinstance(line, Mine) and line.deal in deals.deals:
            deals.deals[line.deal].share = bytes.fromhex(line.share)
            deals.deals[line.deal].accepted |= line.taken
        elif isinstance(line, Gap):
            deals.missed()
    heard.append(deals.idle())
    return _together([deck for deck in heard if deck is not None])


def _together(decks: list[Deck]) -> Deck:
    proved = [deck for deck in decks if deck.proved]
    least = min(proved, key=lambda deck: deck.shares, default=Deck())
    return Deck(
        least.shares,
        least.asked,
        sum(deck.proved for deck in proved),
        sum(deck.voided for deck in proved),
        tuple(one for deck in decks for one in deck.findings),
    )
