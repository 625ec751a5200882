"""Masters' choices: which phase to go for, what to save, when to begin anew.

They look beyond the round: a phase is declared that the hand favours, a saved card
waits for a later phase, and a wild is nothing to leave behind on the table.
"""

from collections.abc import Iterable
from typing import Final

from p10net.bots.brain import Choice, Why
from p10net.bots.outlook import NEARLY_OUT, Outlook, hits_left
from p10net.bots.parting import ANEW, LOSS, SPARE, put_aside
from p10net.engine.cards import Card
from p10net.engine.moves import Declare, Refresh, Save, TakeSaved, check
from p10net.engine.progress import finished

MOST_SAVED: Final = 6
"""Cards that are saved; more would take long to choose from."""


def declare(outlook: Outlook, offer: Declare) -> Iterable[Choice]:
    """Go for the phase that promises most, of equals for the hardest."""
    promises = {aim.phase: outlook.promise(aim) for aim in outlook.aims}
    promise = promises[offer.phase]
    most = promise == max(promises.values())
    why = outlook.promising if most else Why.PROMISES_LESS
    yield Choice(offer, (promise, offer.phase), why)


def take_saved(outlook: Outlook, offer: TakeSaved) -> Iterable[Choice]:
    """Draw a saved card that helps at once; a wild is saved for more than a hit."""
    gain = outlook.gain(offer.card)
    sheds = outlook.laid or not outlook.lacking
    if offer.card is Card.W and sheds and _later(outlook):
        gain = int(outlook.laid and outlook.me.n == 1)
    yield Choice(
        offer, (gain, 0), outlook.helps(offer.card) if gain > 0 else Why.NO_USE
    )


def save(outlook: Outlook, offer: Save) -> Iterable[Choice]:
    """Save rather than discard what may be needed yet, above all a wild left over."""
    card = offer.card
    if card is Card.W and spares_wild(outlook):
        yield Choice(offer, (SPARE,), Why.KEPT)
        return
    choice = put_aside(outlook, offer, card)
    first = 1 if _useful(outlook, card) and outlook.me.saved < MOST_SAVED else -1
    yield choice._replace(value=(*choice.value, first), why=Why.KEPT)


def _useful(outlook: Outlook, card: Card) -> bool:
    """Whether a card may come to be needed: any number once the phase is laid.

    Before that it takes the place of a better one, so it should stand beside others.
    """
    if not card.number:
        return card is Card.W
    assert outlook.view.you is not None
    alike = any(card.number == other.number for other in outlook.view.you.saved)
    return outlook.laid or alike or outlook.company(card) > 0


def _later(outlook: Outlook) -> bool:
    """Whether there is a later phase to save for."""
    return not finished(outlook.view, outlook.me)


def spares_wild(outlook: Outlook) -> bool:
    """Whether a wild can be kept for another phase rather than laid off now.

    Not where all the hand could go at once: then the round ends.
    """
    view, me = outlook.view, outlook.me
    if not outlook.laid or me.n < 2 or not _later(outlook):
        return False
    saves = view.rules.save_pile and not me.has_saved
    anew = view.rules.refresh and _renews(outlook)
    return (saves or anew) and len(hits_left(view)) > 1


def _renews(outlook: Outlook) -> bool:
    return outlook.me.n >= NEARLY_OUT and check(outlook.view, Refresh()) is None


def refresh(outlook: Outlook, offer: Refresh) -> Iterable[Choice]:
    """Go for another phase, unless the round is nearly won."""
    if outlook.me.n < NEARLY_OUT:
        yield Choice(offer, (LOSS,), Why.NEARLY_OUT)
    else:
        yield Choice(offer, (ANEW,), Why.NEW_PHASE)
