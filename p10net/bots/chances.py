"""What may still come, and who waits for it: outs, and what the next player wants.

The measures that `sharp` and `expert` see and `steady` does not. Each is worked out
from the own view; whatever is drawn by lot comes from the brain's own generator. How
much is looked at is bounded by the phase asked, never by a clock or a hidden card.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from p10net.bots.brain import Why
from p10net.bots.outlook import MOST_AIMS, Aim, Outlook, aim
from p10net.bots.prospects import FEW, FUTURES, MOST_PHASES, Prospects, usual
from p10net.bots.reading import unseen
from p10net.bots.waiting import Wish, harder, sparing
from p10net.engine import melds
from p10net.engine.cards import Card, Hand, without_card
from p10net.engine.dice import MOST_ROLLS
from p10net.engine.melds import Kind, Meld
from p10net.engine.nearness import Stand
from p10net.engine.progress import open_phases
from p10net.engine.turns import after
from p10net.engine.view import Seat, View, seat_at

DRAWS: Final = 2.5
"""For how many draws a chance that was thrown away is missed, more or less."""
HANDS: Final = 24
TRIES: Final = 72
"""Hands that are imagined at most to find so many that a player may hold."""
PART: Final = 2
"""Only this part of them where it takes long to count what each lacks."""
SHOWN: Final = 4
"""Tops that the next player left, and own ones that it let go, which are recalled."""
GROWS: Final = {2: 0.3, 3: 0.1}
"""How likely a run will take a card yet that is so many numbers off its end."""
WISHED: Final = 2.0
"""What it costs to part with a card that is needed for what is waited for."""
SHARE: Final = {2: 1.0}
MANY: Final = 0.5
"""What feeding the next player costs: all of it between two, else a part."""


class Counted(Outlook):
    """Counts the unseen cards that would bring the phase closer."""

    foresight = MOST_ROLLS

    def __init__(self, view: View) -> None:
        """Look through the eyes of the view's seat."""
        super().__init__(view)
        self._lefts: dict[object, Stand] = {}
        self._outs: dict[object, int] = {}

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The cards that may be in the stock or in other hands."""
        return unseen(self.view)

    @cached_property
    def _least(self) -> int:
        return min(self._without(card).lacks for card in dict.fromkeys(self.hand))

    @cached_property
    def _marks(self) -> Callable[[Card], object]:
        return _marks(self.nearest)

    def _without(self, card: Card) -> Stand:
        """Say how the hand stands without a card; alike cards leave the same."""
        mark = self._marks(card)
        if mark not in self._lefts:
            left = without_card(self.hand, card)
            self._lefts[mark] = _stand(left, self.nearest)
        return self._lefts[mark]

    def lacks_without(self, card: Card) -> int:
        """Count the cards that the hand lacks once this one has gone."""
        if len(self.aims) > len(self.nearest):
            return super().lacks_without(card)
        return self._without(card).lacks

    def keeps(self, card: Card) -> float:
        """Count the chances lost with a card, against the others that could go."""
        if self.wish is not None:
            return self._wished(self.wish, card)
        left = self._without(card)
        if not left.lacks or left.lacks > self._least:
            return 0
        mark = self._marks(card)
        if mark not in self._outs:
            self._outs[mark] = sum(n for face, n in self._faces if left.helped(face))
        return -DRAWS * self._outs[mark] / max(1, self.unseen.total())

    @cached_property
    def wish(self) -> Wish | None:
        """What is waited for though a phase could be laid."""
        return sparing(self)

    @property
    def waits(self) -> Why | None:
        """What speaks against laying a phase that could be laid."""
        return None if self.wish is None else self.wish.why

    def gain(self, card: Card) -> int:
        """Say what a card is worth if it is drawn now, for what is waited for."""
        if self.wish is None or self._no_help(card):
            return super().gain(card)
        return int(self.wish.stand(self.wish.hand).helped(card))

    def helps(self, card: Card) -> Why:
        """What speaks for a card that is worth drawing."""
        if self.wish is None or self._no_help(card):
            return super().helps(card)
        return Why.CLOSER if self.waits is Why.HARDER_NEAR else Why.FOR_A_WILD

    def _no_help(self, card: Card) -> bool:
        """Whether a card is a wild while wilds are to be spared."""
        return card is Card.W and self.waits is Why.WILDS_DEAR

    def _wished(self, wish: Wish, card: Card) -> float:
        """Say how much is lost with a card of the chance to get what is waited for."""
        left = wish.stand(without_card(wish.hand, card))
        outs = sum(n for face, n in self.unseen.items() if left.helped(face))
        return WISHED * (left.lacks - 1) - DRAWS * outs / max(1, self.unseen.total())

    @cached_property
    def _faces(self) -> list[tuple[Card, int]]:
        """List the cards unseen that may help, those that are alike as one.

        What does not bring the whole hand nearer does not bring a part of it nearer.
        """
        marks, whole = self._marks, _stand(self.hand, self.nearest)
        alike: dict[object, tuple[Card, int]] = {}
        for card, copies in self.unseen.items():
            face, others = alike.get(marks(card), (card, 0))
            alike[marks(card)] = face, others + copies
        faces = [*alike.values()]
        if whole.lacks < self._least:
            return faces
        return [(face, copies) for face, copies in faces if whole.helped(face)]


class Watchful(Counted):
    """Also asks what the next player would do with a card, from what it has shown.

    Hands it may hold are drawn by lot around the cards it took. One that could lay, or
    that a card it left or threw would have helped, it does not hold.
    """

    adds = True
    promising = Why.FAVORED

    def __init__(self, view: View, chance: random.Random) -> None:
        """Look through the eyes of the view's seat, and imagine hands by chance."""
        super().__init__(view)
        self._chance = chance
        self._known: dict[object, float] = {}

    @cached_property
    def _promises(self) -> dict[int, float]:
        """Look at the nearest phases, of equals at the hardest."""
        aims = sorted(self.aims, key=lambda aim: (aim.lacks(self.hand), -aim.phase))
        futures = FEW if _laborious(aims) else FUTURES
        prospects = Prospects(self.view, self._chance, futures)
        return {aim.phase: prospects.worth(aim) for aim in aims[:MOST_PHASES]}

    def promise(self, aim: Aim) -> float:
        """Say what a phase is worth by how soon it may lie, in rounds drawn by lot."""
        return self._promises.get(aim.phase, super().promise(aim) - 1)

    def prize(self, phase: int) -> float:
        """Say how seldom anybody could lay a phase, where another may be laid, too."""
        if len(self.aims) == 1:
            return 0
        aim = next(aim for aim in self.aims if aim.phase == phase)
        return -usual(aim, self.view, FUTURES)

    @cached_property
    def wish(self) -> Wish | None:
        """What is waited for though a phase could be laid: also a harder phase."""
        return sparing(self) or harder(self)

    @cached_property
    def _next(self) -> Seat:
        return seat_at(self.view, after(self.view, self.me.seat))

    @cached_property
    def _players(self) -> int:
        return sum(seat.playing for seat in self.view.seats)

    @cached_property
    def _their_aims(self) -> tuple[Aim, ...]:
        phases = open_phases(self.view, self._next.seat)[:MOST_AIMS]
        return tuple(aim(self.view, n) for n in phases)

    @cached_property
    def _hands(self) -> list[Stand]:
        """Imagine how the next player's hand stands; any way will do if none fits."""
        found, others = [], []
        part = PART if _laborious(self._their_aims) else 1
        for hand in islice(self._lots(), TRIES // part):
            stand = _stand(hand, self._their_aims)
            if stand.lacks and not any(map(stand.helped, self._let_go)):
                found.append(stand)
                if len(found) == HANDS // part:
                    break
            else:
                others.append(stand)
        return found or others

    def _lots(self) -> Iterator[Hand]:
        """Draw hands by lot, as many of other cards as there are, then anew.

        Sorted by lot they cost a third of what shuffling would.
        """
        pool = list(self.unseen.elements())
        more = max(1, self._next.n - len(self._next.took))
        lot = self._chance.random
        while True:
            pool.sort(key=lambda _: lot())
            for at in range(0, max(1, len(pool) - more), more):
                yield (*self._next.took, *pool[at : at + more])

    @cached_property
    def _let_go(self) -> list[Card]:
        """List what the next player left or threw of late, alike cards once."""
        left = self._next.passed
        thrown = seat_at(self.view, after(self.view, self._next.seat)).passed
        tops = (*left[-SHOWN:], *thrown[-SHOWN:])
        return [*{self._alike(card): card for card in tops if card.number}.values()]

    @cached_property
    def _alike(self) -> Callable[[Card], object]:
        return _marks(self._their_aims)

    def soon(self, card: Card) -> float:
        """Say how likely a run will grow as far as the card."""
        runs = [meld for meld in self.view.melds if meld.kind is Kind.RUN]
        off = (_off(run, card.number) for run in runs if card.number)
        return max((GROWS.get(steps, 0) for steps in off), default=0)

    def feeds(self, card: Card) -> float:
        """Say how likely the next player is helped by the card, as far as it counts."""
        key = card if self._next.laid else self._alike(card)
        if key not in self._known:
            chance = self._welcome(card) if card.number else 0
            self._known[key] = round(chance * SHARE.get(self._players, MANY), 2)
        return self._known[key]

    def _welcome(self, card: Card) -> float:
        if self._next.laid:
            wild = melds.wild_number(self.view.rules, self._next.laid)
            return any(melds.takes(meld, card, wild) for meld in self.view.melds)
        if self._players > 2 and _laborious(self._their_aims):
            return 0  # played out, it lost more than it gave
        return sum(stand.helped(card) for stand in self._hands) / len(self._hands)


def _off(run: Meld, number: int) -> int:
    """Count the steps from the nearer end of a run out to a number."""
    return max(run.low - number, number - (run.low + len(run.cards) - 1))


def _stand(hand: Hand, aims: Iterable[Aim]) -> Stand:
    return Stand(hand, [aim.plan for aim in aims])


def _laborious(aims: Iterable[Aim]) -> bool:
    """Whether counting takes long: goals, and one asks for more than numbers."""
    plain = (Kind.SET, Kind.RUN)
    return any(
        len(aim.goals) > 1 and any(goal.kind not in plain for goal in aim.goals)
        for aim in aims
    )


def _marks(aims: Iterable[Aim]) -> Callable[[Card], object]:
    """Tell what the phases may see of a card: cards with the same marks are alike."""
    kinds = {goal.kind for aim in aims for goal in aim.goals}
    if kinds <= {Kind.SET, Kind.RUN}:
        return lambda card: card.number or card
    return lambda card: card
