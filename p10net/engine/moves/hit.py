"""Hit: add a card to a meld on the table, once the own phase is down.

Which card fits where is `melds.takes`; here stands when it may be done.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine import melds
from p10net.engine.cards import WILD, Card
from p10net.engine.melds import End, Meld
from p10net.engine.moves import discard
from p10net.engine.moves.step import Step, give_up, holds, keeps, mover, played, you
from p10net.engine.reasons import Reason
from p10net.engine.view import PLAY, View


class Hit(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="a", tag="hit"):
    """Add a card to meld `meld`; `end` is low or high where both ends take it.

    An end that is not named is chosen: the high one if it takes the card.
    """

    card: Card
    meld: str
    end: End = ""


class HitMade(
    Struct, frozen=True, gc=False, omit_defaults=True, tag_field="e", tag="hit"
):
    """A seat added a card to a meld."""

    seat: int
    card: Card
    meld: str
    end: End = ""


def meld_at(view: View, name: str) -> Meld | None:
    """Find a meld on the table by its letter."""
    return next((meld for meld in view.melds if meld.m == name), None)


def wild_number(view: View) -> int:
    """Say which number is wild for the mover besides W, or 0."""
    return melds.wild_number(view.rules, view.seats[view.turn - 1].laid)


def ready(view: View) -> Reason | None:
    """Say what stands against any hit now (A40)."""
    if not mover(view).laid:
        return Reason.LAY_FIRST
    if view.laid_now and view.rules.hits == "later_turn":
        return Reason.HIT_NEXT_TURN
    return None


def options(view: View) -> Sequence[Hit]:
    """List every hit with each different card, at each end that takes it."""
    return [*_lawful(view)] if view.seats[view.turn - 1].laid else ()


def _lawful(view: View) -> Iterator[Hit]:
    """Go through the hits; who looks for a way out needs but the first."""
    if ready(view) is not None or keeps(view, 1) is not None:
        return
    wild, always = wild_number(view), discard.always_possible(view)
    for card, meld, end in _places(view, wild):
        action = Hit(card, meld, end)
        if always or _stuck(view, action) is None:
            yield action


def _places(view: View, wild: int) -> Iterator[tuple[Card, str, End]]:
    """Go through the different cards of the hand and the places that take them."""
    asked = [(meld, melds.numbers(meld, wild)) for meld in view.melds]
    for card in dict.fromkeys(you(view).hand):
        number = card.number
        for meld, numbers in asked:
            if number in numbers:
                for end in melds.takes(meld, card, wild):
                    yield card, meld.m, end


def refuse(view: View, action: Hit) -> Reason | None:
    """Say what stands against this hit (A40 to A48)."""
    early = ready(view)
    if early is not None:
        return early
    if not holds(view, action.card):
        return Reason.CARD_NOT_HELD
    meld = meld_at(view, action.meld)
    if meld is None:
        return Reason.NO_SUCH_MELD
    fits = melds.takes(meld, action.card, wild_number(view))
    if not fits:
        return Reason.DOES_NOT_FIT
    if action.end and action.end not in fits:
        return Reason.END_CLOSED
    return keeps(view, 1) or _stuck(view, action)


def _stuck(view: View, action: Hit) -> Reason | None:
    return stuck(view, lambda: play(view, action))


# No dead ends: an act after which its player could neither discard nor play on to
# the end of the turn is refused (RULES, readings decided).


def stuck(view: View, after: Callable[[], Step]) -> Reason | None:
    """Refuse an act if its player could not end the turn afterwards."""
    return None if discard.always_possible(view) else stuck_after(view, after().seen())


def stuck_after(view: View, after: View) -> Reason | None:
    """Refuse an act that led here if no discard or hit leads on."""
    still = after.stage is PLAY and after.turn == view.turn
    if not still or _way_out(after):
        return None
    return Reason.MUST_USE_WILD if after.owed_wild else Reason.KEEP_A_CARD


def _way_out(view: View) -> bool:
    return bool(discard.options(view)) or next(_lawful(view), None) is not None


def play(view: View, action: Hit) -> Step:
    """Add the card where it was named, else at the high end if that takes it."""
    number, meld = view.turn, meld_at(view, action.meld)
    assert meld is not None
    fits = melds.takes(meld, action.card, wild_number(view))
    end = action.end or fits[-1]
    view = put_back(view, melds.hit(meld, action.card, end))
    view = give_up(view, (action.card,))
    if action.card is WILD:
        view = replace(view, owed_wild=False)
    return played(view, HitMade(number, action.card, action.meld, end))


def put_back(view: View, meld: Meld) -> View:
    """Put a changed meld in the place of the one with its letter."""
    return replace(
        view, melds=tuple(meld if old.m == meld.m else old for old in view.melds)
    )
