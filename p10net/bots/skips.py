"""Whom a Skip is thrown at, and what is said for it.

It is thrown as soon as nothing worse is at hand: nobody can take it from the pile, and
keeping it means to throw a card that may still be needed. Played out, holding Skips
back until somebody has laid lost games, with two seats and with four.
"""

from p10net.bots.brain import Choice, Why
from p10net.bots.outlook import Outlook
from p10net.engine.view import View

SPARE = (Why.NOT_NEEDED, Why.FITS_NOWHERE)
"""What is said of a card that nothing speaks for keeping."""


def aimed(outlook: Outlook, thrown: Choice, at: int) -> Choice:
    """Add whom it hits to what parting with the card comes to: best who is feared."""
    value = (*thrown.value, *outlook.strength(at))
    why = thrown.why
    if why in SPARE:
        why = Why.PLAYS_AGAIN if _alone(outlook.view) else feared(outlook, at)
    return Choice(thrown.action, value, why)


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
