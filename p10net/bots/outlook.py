"""How a seat stands: what its hand still lacks, what it could shed, who is ahead.

Measures only, each a pure function of the own view; what to make of them is for the
brains.
"""

import math
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, NamedTuple

from p10net.bots.brain import Why
from p10net.bots.freeing import frees
from p10net.engine import finder, melds
from p10net.engine.cards import Card, Hand, points, with_card, without_card
from p10net.engine.ending import By, Empty, emptied
from p10net.engine.melds import KINDS, LAST_NUMBER, Goal, Terms
from p10net.engine.moves import MOVES, Action
from p10net.engine.moves.lay import goals_of
from p10net.engine.nearness import Either, Plan, plan
from p10net.engine.progress import open_phases, stands
from p10net.engine.view import Seat, Stage, View, seat_at

CARD_COSTS = 10
"""What a card left in the hand weighs beside its points: one more turn to get rid of
it."""

FLOATING_COSTS = 1.6 * CARD_COSTS
"""What it weighs to float: worse than one cheap card to discard and go out with."""
NEARLY_OUT = 3
MOST_AIMS = 2
"""Phases that are thought about where many are open: the nearest ones."""
MOST_WAYS = 24
"""Lay-downs that are weighed where the one that leaves least need not be the best."""
MANY_PASSED = 36
"""Faces left on the pile in one round: no round is that long by itself."""


class Aim(NamedTuple):
    """A phase that may be laid, its goals, on which terms, and how it is counted."""

    phase: int
    goals: tuple[Goal, ...]
    on: Terms
    plan: Plan | Either

    def lacks(self, hand: Hand) -> int:
        """Count the cards that a hand lacks at least."""
        return self.plan.missing(hand)


def aim(view: View, phase: int) -> Aim:
    """Take a phase as an aim."""
    goals, on = goals_of(view, phase), melds.terms(view.rules, phase)
    return Aim(phase, goals, on, plan(goals, on))


class Outlook:
    """What one seat's view says about its chances; made anew for each question."""

    foresight: ClassVar[int] = 1
    """With dice: rolls that are looked ahead by their odds; 0: by what is missing."""
    adds: ClassVar[bool] = False
    """With dice: whether spare ones are rolled for more points before laying."""

    def __init__(self, view: View) -> None:
        """Look through the eyes of the view's seat."""
        assert view.you is not None
        self.view = view
        self.hand = view.you.hand
        self.me: Seat = seat_at(view, view.you.seat)

    @property
    def laid(self) -> bool:
        """Whether the phase of this round is on the table."""
        return bool(self.me.laid)

    @property
    def drags(self) -> bool:
        """Whether the round goes on and on.

        Where a phase takes many wilds or just these cards, players who all wait and
        keep what they have can do so for ever.
        """
        return len(self.me.passed) >= MANY_PASSED

    @cached_property
    def aims(self) -> tuple[Aim, ...]:
        """The phases open to the seat."""
        return tuple(aim(self.view, n) for n in open_phases(self.view, self.me.seat))

    @cached_property
    def nearest(self) -> tuple[Aim, ...]:
        """The phases that are thought about where many are open."""
        if len(self.aims) <= MOST_AIMS:
            return self.aims
        aims = sorted(self.aims, key=lambda aim: aim.lacks(self.hand))
        return tuple(aims[:MOST_AIMS])

    promising: ClassVar[Why] = Why.NEAREST
    """What speaks for the phase that promises most."""

    def promise(self, aim: Aim) -> float:
        """Say how much there is to be had from going for a phase: the nearest."""
        return -aim.lacks(self.hand)

    def prize(self, phase: int) -> float:
        """Say what laying one phase is worth beside laying another; not looked at."""
        return 0

    @property
    def waits(self) -> Why | None:
        """What speaks against laying a phase that could be laid; nothing does."""
        return None

    def lacks(self, hand: Hand) -> int:
        """Count the cards that a hand lacks for the nearest open phase."""
        return min(aim.lacks(hand) for aim in self.aims)

    def lacks_without(self, card: Card) -> int:
        """Count the cards that the hand lacks once this one has gone."""
        return self.lacks(without_card(self.hand, card))

    @cached_property
    def lacking(self) -> int:
        """Count the cards that the own hand lacks."""
        return self.lacks(self.hand)

    def gain(self, card: Card) -> int:
        """Say what a card is worth if it is drawn now: more than 0 if it helps.

        Before laying it has to bring the phase closer; a card that can be laid off at
        once is as good as none, which is better than an unknown one.
        """
        if not self.laid:
            if self.lacking:
                return self._nearer(card)
            return int(self._sheds(with_card(self.hand, card)))
        return int(self.fits(card) or (card is Card.D and self._goes_out_with_it))

    @property
    def _goes_out_with_it(self) -> bool:
        """Whether a rule card drawn now would be the last card, which has a sting."""
        return not hits_left(self.view)

    def _nearer(self, card: Card) -> int:
        """Count the cards that are lacking no more: a wild to be had is one, too."""
        gain = self.lacking - self.lacks(with_card(self.hand, card))
        if gain <= 0 and self.frees(card):
            return self.lacking - self.lacks(with_card(self.hand, Card.W))
        return gain

    def helps(self, card: Card) -> Why:
        """What speaks for a card that is worth drawing."""
        if self.laid:
            return Why.GOES_ON_A_MELD
        return Why.CLOSER if self.lacking else Why.GOES_ALONG

    def frees(self, card: Card) -> bool:
        """Whether the card could take the place of a wild on the table."""
        return frees(self.view, card, self.laid)

    def _sheds(self, more: Hand) -> bool:
        """Whether the best lay-down leaves no more cards with one card more."""
        return self._least_left(more) <= self.least_left

    @cached_property
    def least_left(self) -> float:
        """Count the cards left after the best lay-down and all hits."""
        return self._least_left(self.hand)

    def _least_left(self, hand: Hand) -> float:
        laid = [self._laying(aim, hand) for aim in self.aims]
        return min((len(left) for _, left in filter(None, laid)), default=math.inf)

    def _laying(self, aim: Aim, hand: Hand) -> tuple[tuple[Hand, ...], Hand] | None:
        return finder.lay_then_hits(hand, aim.goals, aim.on, self.view.melds)

    def layouts(self, phase: int) -> Iterable[tuple[Hand, ...]]:
        """Give ways to lay a phase, one that leaves fewest points after all hits."""
        for aim in self.aims:
            if aim.phase == phase:
                if (found := self._laying(aim, self.hand)) is not None:
                    yield found[0]
                if self.view.rules.laid_wild_points or floats(self.view):
                    ways = finder.distinct(self.hand, aim.goals, aim.on, MOST_WAYS)
                    yield from ways[0]

    def fits(self, card: Card) -> bool:
        """Whether the card goes on a meld that lies on the table."""
        wild = melds.wild_number(self.view.rules, self.me.laid or self.me.phase)
        takes = any(melds.takes(meld, card, wild) for meld in self.view.melds)
        return takes or (self.laid and self.frees(card))

    def soon(self, card: Card) -> float:
        """Say how likely a card that fits nowhere will yet fit; not looked at."""
        return 0

    def company(self, card: Card) -> int:
        """Count cards of the hand that would stand beside this one in some goal.

        A quick stand-in for counting the cards that would help: the more company,
        the more ways a card may still become part of the phase.
        """
        others = without_card(self.hand, card)
        return sum(
            _beside(card, other, goal)
            for aim in self.nearest
            for goal in set(aim.goals)
            for other in others
        )

    def keeps(self, card: Card) -> float:
        """Say how much the phase would miss a card that it can be laid without."""
        return self.company(card)

    def feeds(self, card: Card) -> float:
        """Say what it costs that the next player may take the card; not looked at."""
        return 0

    def after(self, action: Action) -> View:
        """Give the own view as it will be after an action that is legal now."""
        return MOVES[type(action)].play(self.view, action).seen()

    def strength(self, number: int) -> tuple[float, ...]:
        """Measure how much a seat is to be feared: the more, the further ahead."""
        seat = seat_at(self.view, number)
        close = bool(seat.laid) and seat.n <= NEARLY_OUT
        return (close, stands(self.view, seat), bool(seat.laid), -seat.n, -seat.score)


def went_out(view: View) -> bool:
    """Whether the round is over."""
    return view.stage is Stage.ROUND_OVER


def floats(view: View) -> bool:
    """Whether a last card laid or hit does not end the round."""
    return emptied(view, By.PLAYING) is Empty.FLOATS


def hits_left(view: View) -> Hand:
    """Give what is left in the hand of the view's seat once it has hit all it can."""
    assert view.you is not None
    left = list(view.you.hand)
    wild = melds.wild_number(view.rules, seat_at(view, view.you.seat).laid)
    for card, _, _ in finder.most_hits(view.you.hand, view.melds, wild):
        left.remove(card)
    return tuple(left)


def burden(view: View) -> float:
    """Weigh what the view's seat is left with once it has hit all it can.

    Cards cost points and time; so do wilds laid where laying them costs, and an
    empty hand that does not end the round.
    """
    assert view.you is not None
    seat = seat_at(view, view.you.seat)
    left = view.you.hand if went_out(view) else hits_left(view)
    charged = seat.charged * view.rules.laid_wild_points
    cost = points(left) + CARD_COSTS * len(left) + charged
    return cost + (FLOATING_COSTS if not view.you.hand and floats(view) else 0)


def _beside(card: Card, other: Card, goal: Goal) -> bool:
    row = KINDS[goal.kind]
    if row.only is not None or not card.number or not other.number:
        return False
    if any(getattr(card, trait) != getattr(other, trait) for trait in row.traits):
        return False
    apart = abs(card.number - other.number)
    return 0 < apart < min(goal.n, LAST_NUMBER) if row.sequence else True
