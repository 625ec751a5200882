"""Sound play: gets nearer to the phase, lays at once, sheds cards, plays on.

The way all levels weigh what they may do; what they look at (`look`), and whether they
slip (`careless`), is their own. How many cards are missing comes first, then what could
still become of a card and whom it helps, then points. Each kind of action has one
function that weighs it; the first place of a value says what comes first in a turn.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from p10net.bots import masters
from p10net.bots.brain import Choice, Why, best_first, pick
from p10net.bots.keeping import kept, others
from p10net.bots.outlook import NEARLY_OUT, Outlook, burden, went_out
from p10net.bots.parting import END, LAY, LOSS, OUT, SHED, thrown
from p10net.bots.skips import aimed, feared
from p10net.engine.cards import Card, Hand
from p10net.engine.dice import ALL, MOST_ROLLS
from p10net.engine.moves import (
    Action,
    Ask,
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    Lay,
    LayOffer,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
    check,
)
from p10net.engine.moves.lay import options
from p10net.engine.view import View

GIVES_IN = 0.1
"""How often a good card is let go in a round that would never end: somebody must."""


class Sound:
    """Plays soundly and says why, without a slip: so does the stand-in.

    A level may be `careless`: that often it throws some number card without looking,
    or rolls a die too many.
    What it ranks is then better than what it does.
    """

    careless: ClassVar[float] = 0

    def __init__(self, chance: random.Random) -> None:
        """Take the generator that every tie is drawn from."""
        self.chance = chance

    def rank(self, view: View, ask: Ask) -> list[Choice]:
        """Weigh everything that may be done."""
        outlook = self.look(view)
        ranked = best_first(
            choice for offer in ask.can for choice in WEIGH[type(offer)](outlook, offer)
        )
        if outlook.drags and self.chance.random() < GIVES_IN:
            return _giving_in(ranked, self.chance)
        return ranked

    def look(self, view: View) -> Outlook:
        """Take the measures that all choices are weighed by."""
        return Outlook(view)

    def choose(self, view: View, ask: Ask) -> Action:
        """Do the best there is, but for a slip."""
        ranked = self.rank(view, ask)
        slips = _slips(ranked)
        if not slips or self.chance.random() >= self.careless:
            return pick(ranked, self.chance)
        return self.chance.choice(slips)


def _slips(ranked: list[Choice]) -> list[Action]:
    """List what may be done for lack of care where a number card or dice are next."""
    best = ranked[0]
    if best.value[0] <= END and isinstance(best.action, Roll):
        again = best.action.again
        spared = (die for die in ALL if die not in again)
        return [Roll(tuple(sorted((*again, die)))) for die in spared]
    if best.value[0] <= END and _plain(best):
        return [one.action for one in ranked if _plain(one)]
    return []


def _plain(choice: Choice) -> bool:
    """Whether a number card is parted with."""
    act = choice.action
    return isinstance(act, (Discard, Save)) and bool(act.card.number)


def _giving_in(ranked: list[Choice], chance: random.Random) -> list[Choice]:
    """Let go of a wild if there is one, else of any card, before what was best."""
    throws = [one for one in ranked if isinstance(one.action, Discard)]
    wilds = [one for one in throws if one.action == Discard(Card.W)]
    if not throws or ranked[0].value[0] > END:
        return ranked
    given = chance.choice(wilds or throws)
    others = [one for one in ranked if one is not given]
    return [given._replace(value=(OUT,), why=Why.GIVES_IN), *others]


# --- Before the play --------------------------------------------------------------


def _give(outlook: Outlook, offer: Give) -> Iterable[Choice]:
    """Keep an upturned wild; let an upturned Skip hit whoever is to be feared."""
    wild, mine = outlook.view.pile[-1] is Card.W, offer.seat == outlook.me.seat
    if wild:
        why = Why.OWN_HAND if mine else Why.GIVEN_AWAY
    else:
        why = Why.OWN_TURN if mine else feared(outlook, offer.seat)
    yield Choice(offer, (mine is wild, *outlook.strength(offer.seat)), why)


def _give_back(outlook: Outlook, offer: GiveBack) -> Iterable[Choice]:
    """Part with anything rather than a wild, which whoever is next would take."""
    if offer.card is Card.W:
        yield Choice(offer, (LOSS,), Why.GIVEN_AWAY)
    else:
        yield thrown(outlook, offer, offer.card)


def _draw(outlook: Outlook, offer: Draw) -> Iterable[Choice]:
    if offer.source == "stock":
        yield Choice(offer, (0.5,), Why.UNKNOWN_CARD)
    else:
        yield _taken(outlook, offer, outlook.view.pile[-1], 1)


def _taken(outlook: Outlook, action: Action, card: Card, first: int) -> Choice:
    gain = outlook.gain(card)
    helps = Why.SENDS_DOWN if card is Card.D else outlook.helps(card)
    return Choice(action, (gain, first), helps if gain > 0 else Why.NO_USE)


# --- Laying cards down ------------------------------------------------------------


def _lay(outlook: Outlook, offer: LayOffer) -> Iterable[Choice]:
    """Weigh the lay-down that is offered and the ones that leave less.

    Where several phases can be laid, the one that is hardest to come by goes first.
    All of them wait for what is worth waiting for.
    """
    prize, reason = outlook.prize(offer.phase), outlook.waits
    first, why = (LAY, Why.LAYS) if reason is None else (LOSS, reason)
    ways = dict.fromkeys((offer.melds, *outlook.layouts(offer.phase)))
    for melds in ways:
        action = Lay(melds, offer.phase)
        if melds == offer.melds or check(outlook.view, action) is None:
            after = outlook.after(action)
            rest = (prize, -burden(after), offer.phase)
            if went_out(after):
                yield Choice(action, (OUT, *rest), Why.LAYS)
            else:
                yield Choice(action, (first, *rest), why)


def _hit(outlook: Outlook, offer: Hit) -> Iterable[Choice]:
    """Hit whatever leaves most room for the rest; a wild goes last, or is spared."""
    if offer.card is Card.W and masters.spares_wild(outlook):
        yield Choice(offer, (LOSS,), Why.WILD_SPARED)
        return
    after = outlook.after(offer)
    first = OUT if went_out(after) else SHED
    yield Choice(offer, (first, -burden(after), offer.card is not Card.W), Why.SHEDS)


def _swap(outlook: Outlook, offer: Swap) -> Iterable[Choice]:
    """Free a wild for the phase, or to hit with it; one that costs only to get out."""
    after = outlook.after(offer)
    costs = (
        outlook.laid and after.seats != outlook.view.seats and _charged(after, outlook)
    )
    if costs and outlook.me.n > NEARLY_OUT - 1:
        yield Choice(offer, (LOSS, -burden(after)), Why.WILD_COSTS)
    else:
        stolen = after.you is not None and len(after.you.hand) == len(outlook.hand)
        why = Why.GETS_WILD if stolen else Why.SHEDS
        yield Choice(offer, (SHED, -burden(after)), why)


def _charged(after: View, outlook: Outlook) -> bool:
    return after.seats[outlook.me.seat - 1].charged > outlook.me.charged


# --- The end of the turn ----------------------------------------------------------


def _discard(outlook: Outlook, offer: Discard) -> Iterable[Choice]:
    if outlook.me.n == 1:
        fear = outlook.strength(offer.down) if offer.down else ()
        yield Choice(offer, (OUT, 0, *fear), Why.OUT)
    else:
        choice = thrown(outlook, offer, offer.card)
        choice = choice._replace(value=(*choice.value, 0))
        yield aimed(outlook, choice, offer.card, offer.skip) if offer.skip else choice


# --- With dice ----------------------------------------------------------------------


def _roll(outlook: Outlook, offer: Roll) -> Iterable[Choice]:
    """Roll what the likeliest phase can do without, or what it leaves over."""
    if outlook.lacking:
        rolls = min(outlook.foresight, MOST_ROLLS - outlook.view.rolls)
        keep = max(
            (kept(outlook.view.dice, aim.goals, aim.on, rolls) for aim in outlook.aims),
            key=lambda keep: (keep.chance, len(keep.again)),
        )
        yield Choice(Roll(keep.again), (END,), Why.DICE_LACK)
    elif outlook.adds and outlook.view.rules.extra_cards:
        lays = (others(outlook.view.dice, cards(one)) for one in options(outlook.view))
        for spare in filter(None, lays):
            yield Choice(Roll(spare), (LAY + 0.5,), Why.SPARE_DICE)


def cards(offer: LayOffer) -> Hand:
    """List the cards of a lay-down."""
    return tuple(card for group in offer.melds for card in group)


def _pass(outlook: Outlook, offer: Pass) -> Iterable[Choice]:
    if not outlook.lacking:
        why = Why.CAN_LAY
    else:
        why = Why.CAN_ROLL if outlook.view.rolls < MOST_ROLLS else Why.NO_ROLLS
    yield Choice(offer, (LOSS,), why)


WEIGH: Mapping[type, Callable[[Outlook, Any], Iterable[Choice]]] = {
    Declare: masters.declare,
    Discard: _discard,
    Draw: _draw,
    Give: _give,
    GiveBack: _give_back,
    Hit: _hit,
    LayOffer: _lay,
    Pass: _pass,
    Refresh: masters.refresh,
    Roll: _roll,
    Save: masters.save,
    Swap: _swap,
    TakeSaved: masters.take_saved,
}
"""How each kind of offer is weighed; a test holds it to the engine's table."""
