"""The exact search behind the finder: which layout of a hand lays most.

It joins one way to take each goal, and to go on with each meld on the table, the
most promising first; a branch is left as soon as it cannot lay more than the best
layout so far, or needs more wilds than there are. Each full choice is then settled by
handing out the cards, which shows whether it can be filled and what stays in hand.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from p10net.engine.held import Filling, Held, Mask, either, lowest
from p10net.engine.melds import KINDS, LAST_NUMBER, Goal, Meld, Terms
from p10net.engine.places import (
    Asked,
    Ends,
    Place,
    ends,
    joining,
    lengthenings,
    ways,
)

Places = tuple[Place, ...]
Pin = tuple[int, Mask]


class Layout(NamedTuple):
    """Places, the card handed to each of their slots, and all cards that get laid."""

    worth: int
    places: Places
    cards: tuple[Mask, ...]
    laid: Mask

    def spare(self) -> Mask:
        """Give the cards laid that no slot asked for."""
        return self.laid & ~either(self.cards)

    def dealt(self) -> Iterator[tuple[Place, tuple[Mask, ...]]]:
        """Go through the places with the cards handed to their own slots."""
        start = 0
        for place in self.places:
            end = start + len(place.slots)
            yield place, self.cards[start:end]
            start = end


class Search:
    """A search for the layout of a hand that lays most.

    `melds` lie on the table and may be hit after laying. With `exact` the goals take
    no more cards than they ask for.
    """

    def __init__(
        self,
        held: Held,
        goals: tuple[Goal, ...],
        on: Terms,
        melds: tuple[Meld, ...] = (),
        exact: bool = False,
    ) -> None:
        """Collect the ways to take each goal, and to go on with each meld."""
        self.held, self.goals, self.on = held, goals, on
        self.exact = exact
        self.best: Layout | None = None
        self.stages: list[list[Place]] = []
        self.again: list[bool] = []  # whether a stage repeats the goal before it
        self._add_goals()
        self.taken: Places = ()  # what melds without ends take
        self.runs: list[Ends] = []
        self._add_melds(melds)
        self.literal = [KINDS[goal.kind].only is not None for goal in goals]
        self.table_room = sum(run.room() for run in self.runs)
        self.sure = either(
            [held.fillers, _joins(self.taken), *(run.reach for run in self.runs)]
        )
        self.rest = [0]
        for stage in reversed(self.stages):
            self.rest.append(self.rest[-1] + (stage[0].gain if stage else 0))
        self.rest.reverse()
        self.lengths: dict[tuple[int, Mask], list[Place]] = {}

    def _add_goals(self) -> None:
        on, goals = self.on, self.goals
        asked = Asked(
            grows=not self.exact,
            natural=on.natural == "per_goal" or on.distinct_goals,
            blank=on.natural != "per_goal",
        )
        order = sorted(range(len(goals)), key=lambda at: goals.index(goals[at]))
        for at, before in zip(order, [-1, *order], strict=False):
            again = before >= 0 and goals[at] == goals[before]
            self.again.append(again)
            self.stages.append(
                [place._replace(at=at) for place in self.stages[-1]]
                if again
                else ways(self.held, goals[at], at, asked)
            )

    def _add_melds(self, melds: tuple[Meld, ...]) -> None:
        for at, meld in enumerate(melds, len(self.goals)):
            if KINDS[meld.kind].sequence:
                self.runs.append(ends(self.held, meld, at))
            else:
                self.taken += (joining(self.held, meld, at),)

    def run(self) -> Layout | None:
        """Find the layout that lays most points, with the most cards among equals."""
        self._join(0, self.taken, 0, 0, self.sure)
        return self.best

    def _hopeless(self, worth: int) -> bool:
        return self.best is not None and worth <= self.best.worth

    def _join(self, i: int, places: Places, start: int, need: int, fits: Mask) -> None:
        """Choose a place for stage `i`, and for all after it.

        `fits` are the cards that might be laid with the places chosen so far.
        """
        if i == len(self.stages):
            self._lengthen(0, places, need, fits)
            return
        stage, worth = self.stages[i], self.held.worth(fits)
        follows = i + 1 < len(self.stages) and self.again[i + 1]
        for at in range(start, len(stage)):
            place = stage[at]
            if self._hopeless(worth + place.gain + self.rest[i + 1]):
                return
            now = need + place.need
            if now <= self.held.supply and not self._alike(place, places):
                first = at if follows else 0
                self._join(i + 1, (*places, place), first, now, fits | place.fits)

    def _alike(self, place: Place, places: Places) -> bool:
        if not self.on.distinct_goals or place.mark is None:
            return False
        return any(place.mark == other.mark for other in places)

    def _lengthen(self, i: int, places: Places, need: int, fits: Mask) -> None:
        """Choose how far run `i` on the table, and all after it, are lengthened."""
        if self._hopeless(self.held.worth(fits)):
            return
        if i == len(self.runs):
            self._weigh(places)
            return
        closed = self.held.plain & ~_joins(places)
        for place in self._lengths(i, closed):
            if need + place.need <= self.held.supply:
                self._lengthen(i + 1, (*places, place), need + place.need, fits)

    def _lengths(self, i: int, closed: Mask) -> list[Place]:
        run = self.runs[i]
        key = (i, closed & run.reach)
        if key not in self.lengths:
            self.lengths[key] = lengthenings(self.held, run, closed & run.reach)
        return self.lengths[key]

    def _weigh(self, places: Places) -> None:
        """Settle a full choice, unless it is clear beforehand that it will not do."""
        fits = size = 0
        for place in places:
            fits |= place.fits
            size += len(place.slots)
        held = self.held
        if self._hopeless(held.worth(fits | _joins(places) | held.fillers)):
            return
        fits &= held.plain
        if fits.bit_count() + self.held.supply + held.skips.bit_count() >= size:
            self._settle(places, [slot for place in places for slot in place.slots])

    def _settle(self, places: Places, slots: list[Mask]) -> None:
        """Hand out the cards; keep the layout if it lays more than the best."""
        joins = 0 if self.exact else _joins(places)
        space = self._space(places)
        filling = Filling(slots)
        if not filling.fill(self._tiers(joins, space)):
            return
        laid = self._laid(filling.used | joins, space)
        worth = self.held.worth(laid)
        if self._hopeless(worth):
            return
        layout = Layout(worth, places, tuple(filling.cards), laid)
        pins = self._pins(layout)
        if pins is None:
            self._keep(layout)
            return
        for at, mask in pins:
            self._settle(places, [*slots[:at], mask, *slots[at + 1 :]])

    def _space(self, places: Places) -> int:
        """Count the cards that runs can take beyond the slots of their places."""
        if self.exact:
            return 0
        space = self.table_room
        for place in places:
            if place.at >= len(self.goals):
                space -= len(place.slots)
            elif place.low:
                space += LAST_NUMBER - len(place.slots)
        return space

    def _tiers(self, joins: Mask, space: int) -> Iterator[Mask]:
        """Say which cards to hand out first: what nothing but a slot would take.

        Fillers may lengthen a run as long as there is space, so only those too many
        for it stand back behind nothing; then cards go by their points.
        """
        held = self.held
        closed = held.naturals & ~joins
        wilds = held.wilds & ~joins
        yield lowest(wilds, wilds.bit_count() - space)
        yield closed & held.tens
        fives = closed & ~held.tens & held.plain
        others = closed & ~held.plain
        over = others.bit_count() - max(0, space - wilds.bit_count())
        yield fives | lowest(others, over)
        yield held.naturals | held.wilds | held.skips

    def _laid(self, laid: Mask, space: int) -> Mask:
        """Add the fillers that lengthen a run, wilds first."""
        for mask in (self.held.wilds, self.held.fillers):
            more = lowest(mask & ~laid, space)
            space -= more.bit_count()
            laid |= more
        return laid

    def _keep(self, layout: Layout) -> None:
        self.best = layout

    def _pins(self, layout: Layout) -> list[Pin] | None:
        """List the slots that could take a natural that is missing, or None."""
        goals: list[tuple[bool, list[Pin]]] = []
        start = 0
        for place, cards in layout.dealt():
            if place.at < len(self.goals) and not self.literal[place.at]:
                pins = list(enumerate(place.naturals, start))
                goals.append((self._lies(place, cards), pins))
            start += len(cards)
        return _MISSING[self.on.natural](goals)

    def _lies(self, place: Place, cards: tuple[Mask, ...]) -> bool:
        """Whether a natural lies in the place: in a run, at its own number."""
        if not place.low:
            return any(card & self.held.naturals for card in cards)
        return any(a & b for a, b in zip(cards, place.naturals, strict=True))


class Sampling(Search):
    """A search for different layouts: the best of each choice of places."""

    def sample(self, limit: int) -> list[Layout]:
        """Find so many layouts."""
        self.limit = limit
        self.layouts: list[Layout] = []
        self.run()
        return self.layouts

    def _hopeless(self, worth: int) -> bool:
        return len(self.layouts) >= self.limit

    def _keep(self, layout: Layout) -> None:
        self.layouts.append(layout)


# Which slots could take a natural that is missing, by what the terms ask for. A goal is
# whether a natural lies in it, and its slots with the naturals that fit them.


def _each(goals: list[tuple[bool, list[Pin]]]) -> list[Pin] | None:
    return next((pins for lies, pins in goals if not lies), None)


def _one(goals: list[tuple[bool, list[Pin]]]) -> list[Pin] | None:
    if not goals or any(lies for lies, _ in goals):
        return None
    return [pin for _, pins in goals for pin in pins]


_MISSING: dict[str, Callable[[list[tuple[bool, list[Pin]]]], list[Pin] | None]] = {
    "per_goal": _each,
    "per_phase": _one,
    "none": lambda goals: None,
}


def _joins(places: Places) -> Mask:
    joins = 0
    for place in places:
        joins |= place.joins
    return joins
