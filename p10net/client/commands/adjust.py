"""Single cards into a plan that is looked at, and out of it.

A card that is taken out leaves a hit, or makes room for another way to lay down; one
that is put in is hit where it fits, or brings a lay-down that uses it. What was put in
and taken out before stays so. All of it is local: nothing is sent, `u` goes one step
back and Esc gives it all up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from p10net.client.commands import deeds, plans
from p10net.client.commands.scene import Done, Preview, Scene, Way
from p10net.client.commands.slots import NEW, held_by
from p10net.client.words import adjust as words
from p10net.engine.cards import Card, Hand
from p10net.engine.moves import MOVES, LayOffer, check
from p10net.engine.moves.hit import Hit
from p10net.engine.moves.lay import Lay
from p10net.engine.view import Stage, View


def at_place(scene: Scene, key: str) -> Done:
    """Put the card at a place into the plan, or take it out."""
    slot = NEW if key == "n" else deeds.KEYS.index(key)
    return _toggled(scene, slot, inwards=None)


def step(scene: Scene, key: str) -> Done:
    """Go to the next card of the hand, or the one before."""
    filled, chosen = scene.local.slots.filled(), scene.local.chosen
    by = 1 if key == "right" else -1
    if chosen in filled:
        at = (filled.index(chosen) + by) % len(filled)
    else:
        at = 0 if by > 0 else -1
    return Done(scene.with_local(chosen=filled[at], notice=""))


def move(scene: Scene, key: str) -> Done:
    """Put the card that the arrows stand on into the plan, or take it out."""
    if scene.local.chosen is None:
        return deeds.noticed(scene, words.WHICH)
    return _toggled(scene, scene.local.chosen, inwards=key == "up")


def undo(scene: Scene, key: str) -> Done:
    """Go one step back, and out of the plan before its first one."""
    opened = scene.local.open
    assert isinstance(opened, Preview)
    chosen = scene.local.chosen if opened.back is not None else None
    return Done(scene.with_local(open=opened.back, chosen=chosen, notice=""))


def _toggled(scene: Scene, slot: int, inwards: bool | None) -> Done:
    """Change the plan by one card; None changes whatever it is now."""
    opened, view = scene.local.open, scene.view
    assert isinstance(opened, Preview)
    assert view is not None
    card = scene.local.slots.at(slot)
    if card is None:
        return deeds.noticed(scene, words.NO_CARD)
    used = slot in held_by(scene.local.slots, plans.spent(opened.way, view))
    if inwards is not None and used is inwards:
        return deeds.noticed(scene, words.already(card, used))
    change = _without if used else _with
    changed = change(scene, view, opened, card)
    if changed is None:
        why = words.needed(card) if used else words.no_place(card)
        return deeds.noticed(scene, why)
    return Done(scene.with_local(open=replace(changed, back=opened), notice=""))


# --- Out and in ------------------------------------------------------------------


def _without(scene: Scene, view: View, shown: Preview, card: Card) -> Preview | None:
    """Leave a hit out, or lay down in another way."""
    lay, hits = _parts(shown.way)
    out, put_in = (*shown.out, card), _less(shown.put_in, (card,))
    at = next((at for at, hit in enumerate(hits) if hit.card is card), None)
    if at is not None:
        way = _made(view, lay, (*hits[:at], *hits[at + 1 :]))
        return _showing(shown, way, out, put_in) if way.actions else None
    found = _lays(scene, view, shown, out, put_in)
    return _showing(shown, found, out, put_in) if found is not None else None


def _with(scene: Scene, view: View, shown: Preview, card: Card) -> Preview | None:
    """Hit the card where it fits, or lay down in a way that uses it."""
    lay, hits = _parts(shown.way)
    out, put_in = _less(shown.out, (card,)), (*shown.put_in, card)
    place = next(iter(_places(shown.way.after, card)), None)
    if place is not None:
        way = _made(view, lay, (*hits, place))
        return _showing(shown, way, out, put_in)
    found = _lays(scene, view, shown, out, put_in)
    return _showing(shown, found, out, put_in) if found is not None else None


def _showing(shown: Preview, way: Way, out: Hand, put_in: Hand) -> Preview:
    ways = (*shown.ways[: shown.at], way, *shown.ways[shown.at + 1 :])
    return Preview(ways, shown.at, out, put_in)


def _parts(way: Way) -> tuple[Lay | None, tuple[Hit, ...]]:
    lay = next((one for one in way.actions if isinstance(one, Lay)), None)
    return lay, plans.hits(way.actions)


def _made(view: View, lay: Lay | None, hits: Iterable[Hit]) -> Way:
    """Make a plan of what is still allowed, one action after the other."""
    actions: list[Lay | Hit] = []
    for action in (*((lay,) if lay is not None else ()), *hits):
        if check(view, action) is None:
            view = plans.after(view, action)
            actions.append(action)
    return Way(tuple(actions), view)


def _places(view: View, card: Card) -> Iterator[Hit]:
    """List where a card can be hit once the plan is carried out."""
    mine = view.you is not None and view.turn == view.you.seat
    if mine and view.stage is Stage.PLAY:
        yield from plans.hits(MOVES[Hit].options(view), card)


def _lays(
    scene: Scene, view: View, shown: Preview, out: Hand, put_in: Hand
) -> Way | None:
    """Find the lay-down most like the one shown that leaves and uses these cards."""
    lay, hits = _parts(shown.way)
    if lay is None or view.you is None or scene.ask is None:
        return None
    now, hand = Counter(_cards(lay)), _less(view.you.hand, out)
    offers = [offer for offer in scene.ask.can if isinstance(offer, LayOffer)]
    ways = [
        _made(view, one, hits)
        for offer in offers
        for one in plans.others(view, offer, hand)
    ]
    wanted = Counter(put_in)
    fit = [way for way in ways if wanted <= Counter(plans.spent(way, view))]
    return max(fit, key=lambda way: _alike(now, way), default=None)


def _alike(now: Counter[Card], way: Way) -> int:
    """Count the cards that lie on the table as they did before."""
    lay, _ = _parts(way)
    return (now & Counter(_cards(lay))).total() if lay is not None else 0


def _cards(lay: Lay) -> list[Card]:
    return [card for group in lay.melds for card in group]


def _less(cards: Sequence[Card], gone: Sequence[Card]) -> Hand:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
