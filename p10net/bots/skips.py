"""Whom a Skip is thrown at, what is said for it, and when a wild is thrown as one.

It is thrown as soon as nothing worse is at hand: nobody can take it from the pile, and
keeping it means to throw a card that may still be needed. Played out, holding Skips
back until somebody has laid lost games, with two seats and with four.

A wild that the phase needs is worth more than somebody's turn. Only where points rank
it pays to be rid of it, once the phase lacks more cards than somebody has to lay off.
"""

from p10net.bots.brain import Choice, Why
from p10net.bots.outlook import Outlook
from p10net.bots.parting import A_POINT, END
from p10net.engine.cards import Card
from p10net.engine.view import View, seat_at

SPARE = (Why.NOT_NEEDED, Why.FITS_NOWHERE)
"""What is said of a card that nothing speaks for keeping."""


def aimed(outlook: Outlook, thrown: Choice, card: Card, at: int) -> Choice:
    """Add whom it hits to what parting with the card comes to: best who is feared."""
    if card is Card.W and _too_late(outlook, at):
        worth = (END, -outlook.lacking, A_POINT * card.points, card.points, 0)
        thrown = Choice(thrown.action, worth, Why.TOO_LATE)
    value = (*thrown.value, *outlook.strength(at))
    why = thrown.why
    if why in SPARE:
        why = Why.PLAYS_AGAIN if _alone(outlook.view) else feared(outlook, at)
    return Choice(thrown.action, value, why)


def _too_late(outlook: Outlook, at: int) -> bool:
    """Whether the phase can hardly lie before a seat is out, and points are all."""
    if outlook.view.rules.rank != "points" or outlook.laid:
        return False
    return bool(outlook.strength(at)[0]) and (
        outlook.lacking > seat_at(outlook.view, at).n
    )


def feared(outlook: Outlook, at: int) -> Why:
    """Say what speaks for losing that seat a turn."""
    fear = outlook.strength(at)
    if fear[0]:
        return Why.STOPS
    others = [seat.seat for seat in outlook.view.seats if seat.playing]
    others.remove(outlook.view.turn)  # also those that cannot be hit may be ahead
    most = max(map(outlook.strength, others))
    return Why.STRONGEST if fear == most else Why.LOSES_TURN


def _alone(view: View) -> bool:
    """Whether there is one seat only that could be hit."""
    return sum(seat.playing for seat in view.seats) == 2
