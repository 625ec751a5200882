"""What can be done with a hand: can it lay a phase, how best, what is missing.

Every answer is exact; nothing here is greedy. The questions asked in every turn are
answered by counting (`nearness`), the others by a search over the ways to lay
(`search`).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from p10net.engine.cards import COLORS, Card, Hand, points, without_card
from p10net.engine.held import Held, Mask, either, lowest
from p10net.engine.laydowns import every, meaning
from p10net.engine.laying import lay
from p10net.engine.melds import (
    LAST_NUMBER,
    End,
    Goal,
    Meld,
    Terms,
    has_natural,
    hit,
    read,
    takes,
)
from p10net.engine.nearness import NEVER as NEVER
from p10net.engine.nearness import plan
from p10net.engine.places import Place
from p10net.engine.reasons import Reason
from p10net.engine.search import Layout, Sampling, Search

HitAt = tuple[Card, str, End]


def can_lay(hand: Hand, goals: tuple[Goal, ...], on: Terms) -> bool:
    """Whether some cards of the hand fulfil all goals at once."""
    return plan(goals, on).can_lay(hand)


def missing(hand: Hand, goals: tuple[Goal, ...], on: Terms) -> int:
    """Count the cards that the hand needs at least before it can lay the goals.

    `NEVER` where no cards would do, as more goals must differ than can.
    """
    return plan(goals, on).missing(hand)


def lays(goals: tuple[Goal, ...], on: Terms) -> Callable[[Hand], bool]:
    """Give what `can_lay` asks, for who asks it of many hands."""
    return plan(goals, on).can_lay


def best(
    hand: Hand, goals: tuple[Goal, ...], on: Terms, keep: int = 0
) -> tuple[Hand, ...] | None:
    """Find the lay-down that leaves fewest points, then fewest cards, in the hand.

    Groups come in the order of the goals, their cards in the order they lie. At
    least `keep` cards stay in the hand.
    """
    held = Held(hand, on.wild)
    layout = Search(held, goals, on, exact=not on.extra_cards).run()
    if layout is None:
        return None
    groups = _groups(held, layout, goals, on, True)
    if len(hand) - sum(map(len, groups)) >= keep:
        return groups
    kept = (without_card(hand, card) for card in dict.fromkeys(hand))
    others = (best(fewer, goals, on, keep - 1) for fewer in kept)
    return max(filter(None, others), key=_laid, default=None)


def distinct(
    hand: Hand, goals: tuple[Goal, ...], on: Terms, limit: int
) -> tuple[tuple[tuple[Hand, ...], ...], bool]:
    """Find different lay-downs, the best first, and say whether there are more.

    Different are those that lie differently on the table, whichever of two equal
    goals a group is for. At most `limit` come back.
    """
    found: dict[object, tuple[Hand, ...]] = {}
    for groups in _candidates(hand, goals, on, limit):
        melds = lay(goals, groups, on, as_typed=True)
        if isinstance(melds, Reason):
            continue
        key = meaning(goals, melds)
        if key not in found and len(found) == limit:
            return _best_first(found.values()), True
        found.setdefault(key, groups)
    return _best_first(found.values()), False


def _candidates(
    hand: Hand, goals: tuple[Goal, ...], on: Terms, limit: int
) -> Iterator[tuple[Hand, ...]]:
    """Give the best first, one of each other sort, and then all there are."""
    first = best(hand, goals, on)
    if first is None:
        return
    yield first
    held = Held(hand, on.wild)
    for layout in Sampling(held, goals, on, exact=not on.extra_cards).sample(limit):
        yield _groups(held, layout, goals, on, True)
    yield from every(hand, goals, on, cache(can_lay))


def _best_first(found: Iterable[tuple[Hand, ...]]) -> tuple[tuple[Hand, ...], ...]:
    return tuple(sorted(found, key=_laid, reverse=True))


def _laid(groups: tuple[Hand, ...]) -> tuple[int, int]:
    cards = tuple(card for group in groups for card in group)
    return points(cards), len(cards)


def lay_then_hits(
    hand: Hand, goals: tuple[Goal, ...], on: Terms, melds: tuple[Meld, ...]
) -> tuple[tuple[Hand, ...], Hand] | None:
    """Find the lay-down that leaves fewest points after all hits, and what it leaves.

    Hits on the new melds count too; `most_hits` finds them once the phase lies.
    """
    held = Held(hand, on.wild)
    layout = Search(held, goals, on, melds).run()
    if layout is None:
        return None
    groups = _groups(held, layout, goals, on, False)
    return groups, held.but(layout.laid)


# Writing a layout as groups


def _groups(
    held: Held, layout: Layout, goals: tuple[Goal, ...], on: Terms, lengthen: bool
) -> tuple[Hand, ...]:
    """Order the cards of each goal; fillers to spare may `lengthen` runs."""
    groups: list[Hand] = [()] * len(goals)
    spare = layout.spare() if on.extra_cards else 0
    runs = []
    for at, place, cards in layout.dealt():
        if at < len(goals) and place.low:
            runs.append((at, place, cards))
        elif at < len(goals):
            group = either(cards) | spare & place.joins
            spare &= ~group
            own = group & place.fits
            groups[at] = held.hand(own) + held.hand(group & ~own)
    for at, place, cards in runs:
        low = place.low
        if not on.extra_cards:
            low, cards = _cut(held, place, cards, goals[at].n)
        more = lowest(spare, LAST_NUMBER - len(cards)) if lengthen else 0
        spare &= ~more
        run = _longer(tuple(map(held.card, cards)), low, held.hand(more))
        groups[at] = _readable(run, goals[at], on.wild)
    return tuple(groups)


def _cut(
    held: Held, place: Place, cards: tuple[Mask, ...], n: int
) -> tuple[int, tuple[Mask, ...]]:
    """Cut a run to the size asked: its lowest number, and cards.

    A plain natural stays in it if there is one, as it says where the run lies.
    """
    plain = [bool(card & held.plain) for card in cards]
    lies = [bool(card & mask) for card, mask in zip(cards, place.naturals, strict=True)]
    marks = plain if True in plain else lies
    start = max(0, marks.index(True) + 1 - n) if True in marks else 0
    return place.low + start, cards[start : start + n]


def _longer(run: Hand, low: int, more: Hand) -> Hand:
    """Add fillers at the high end of a run, and at the low end when that is closed."""
    up = LAST_NUMBER + 1 - low - len(run)
    return (*more[up:], *run, *more[:up])


def _readable(run: Hand, goal: Goal, wild: int) -> Hand:
    """Order a run without plain naturals so that it is read with a natural in it.

    The first card of the wild number says where such a run lies, so it needs the
    right number of wilds before it.
    """
    if any(card.number not in (0, wild) for card in run):
        return run
    letters = goal.colors or COLORS
    leads = sorted((card for card in run if card.number), key=_first_of(letters))
    wilds = tuple(card for card in run if card is Card.W)
    for i in range(len(wilds) + 1):
        order = (*wilds[:i], *leads, *wilds[i:])
        meld = read(goal, order, wild)
        if meld is not None and has_natural(meld):
            return order
    return run


def _first_of(letters: str) -> Callable[[Card], bool]:
    return lambda card: card.color not in letters


# Hits


def hits(hand: Hand, melds: tuple[Meld, ...], wild: int = 0) -> tuple[HitAt, ...]:
    """List every hit that is possible now, each different card once."""
    return tuple(
        (card, meld.m, end)
        for card in dict.fromkeys(hand)
        for meld in melds
        for end in takes(meld, card, wild)
    )


def most_hits(hand: Hand, melds: tuple[Meld, ...], wild: int = 0) -> tuple[HitAt, ...]:
    """Find the hits, in order, that leave fewest points, then fewest cards."""
    held = Held(hand, wild)
    search = Search(held, (), Terms(wild=wild), melds)
    layout = search.run()
    assert layout is not None
    found: list[HitAt] = []
    for at, place, cards in layout.dealt():
        below, above = cards[: place.below][::-1], cards[place.below :]
        found += [(held.card(mask), melds[at].m, "low") for mask in below]
        found += [(held.card(mask), melds[at].m, "high") for mask in above]
    spare = layout.spare()
    for at, taken in search.taken.items():
        found += [(card, melds[at].m, "") for card in held.hand(spare & taken)]
        spare &= ~taken
    found += _onto_ends(held.hand(spare), melds, found, wild)
    return tuple(found)


def _onto_ends(
    fillers: Hand, melds: tuple[Meld, ...], found: list[HitAt], wild: int
) -> Iterator[HitAt]:
    """Put fillers that close no gap onto ends still open after the hits so far."""
    table = {meld.m: meld for meld in melds}
    for card, m, end in found:
        table[m] = hit(table[m], card, end)
    for card in fillers:
        places = ((m, end) for m in table for end in takes(table[m], card, wild))
        m, end = next(places)
        table[m] = hit(table[m], card, end)
        yield card, m, end
