"""The exact search behind the finder: which layout of a hand lays most.

It joins one way to take each goal, and to lengthen each run on the table, the most
promising first; a branch is left as soon as it cannot lay more than the best layout
so far, or needs more wilds than there are. Each full choice is then settled by
handing out the cards, which shows whether it can be filled and what stays in hand.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from operator import and_, or_

from msgspec import Struct

from p10net.engine.held import Filling, Held, Mask, either, lowest
from p10net.engine.melds import KINDS, LAST_NUMBER, Goal, Meld, Terms
from p10net.engine.places import (
    Asked,
    Ends,
    Place,
    ends,
    lengthenings,
    taken_by,
    ways,
)

Places = tuple[Place, ...]
Pin = tuple[int, Mask]


class Layout(Struct, frozen=True, gc=False):
    """Places, the card handed to each of their slots, and all cards that get laid.

    `ats` says which goal, or after them which meld, each place is for.
    """

    worth: int
    ats: tuple[int, ...]
    places: Places
    cards: tuple[Mask, ...]
    laid: Mask

    def spare(self) -> Mask:
        """Give the cards laid that no slot asked for."""
        return self.laid & ~either(self.cards)

    def dealt(self) -> Iterator[tuple[int, Place, tuple[Mask, ...]]]:
        """Go through the places with the cards handed to their own slots."""
        start = 0
        for at, place in zip(self.ats, self.places, strict=True):
            end = start + len(place.slots)
            yield at, place, self.cards[start:end]
            start = end


@lru_cache(maxsize=256)
def _order(goals: tuple[Goal, ...]) -> tuple[tuple[int, bool], ...]:
    """Put equal goals side by side, and say which repeat the one before."""
    order = sorted(range(len(goals)), key=lambda at: goals.index(goals[at]))
    before = [-1, *order]
    return tuple(
        (at, last >= 0 and goals[at] == goals[last])
        for at, last in zip(order, before, strict=False)
    )


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
        self.held, self.goals, self.on, self.exact = held, goals, on, exact
        self.best: Layout | None = None
        self.order = _order(goals)
        self._pins = _PINS[on.natural]
        self.differ = on.distinct_goals
        self.stages: list[list[Place]] = []
        self.again: list[bool] = []
        self._add_goals()
        self.taken: dict[int, Mask] = {}
        self.runs: list[Ends] = []
        self._add_melds(melds)
        self.ats = (*[at for at, _ in self.order], *[run.at for run in self.runs])
        self.lengths: dict[tuple[int, Mask, int], list[Place]] = {}

    def _add_goals(self) -> None:
        on = self.on
        each = on.natural == "per_goal"
        asked = Asked(not self.exact, each or on.distinct_goals, not each)
        for at, again in self.order:
            stage = self.stages[-1] if again else ways(self.held, self.goals[at], asked)
            self.stages.append(stage)
            self.again.append(again)
        self.again.append(False)
        self.rest = [0]  # what stage i and all after it lay at most
        for stage in reversed(self.stages):
            self.rest.append(self.rest[-1] + (stage[0].gain if stage else 0))
        self.rest.reverse()

    def _add_melds(self, melds: tuple[Meld, ...]) -> None:
        for at, meld in enumerate(melds, len(self.goals)):
            if KINDS[meld.kind].sequence:
                self.runs.append(ends(self.held, meld, at))
            else:
                self.taken[at] = taken_by(self.held, meld)
        # What run i on the table and all after it could take with so many fillers.
        self.reach = [(0,) * (self.held.supply + 1)]
        for run in reversed(self.runs):
            self.reach.append(tuple(map(or_, self.reach[-1], run.reach)))
        self.reach.reverse()

    def run(self) -> Layout | None:
        """Find the layout that lays most points, with the most cards among equals."""
        self._join(0, (), 0, 0, 0, either(self.taken.values()))
        return self.best

    def _hopeless(self, best: Layout, fits: Mask, more: int = 0) -> bool:
        """Whether laying these cards and all fillers, and more, is not better."""
        held = self.held
        return held.worth(fits | held.fillers) + more <= best.worth

    def _join(
        self, i: int, places: Places, start: int, need: int, fits: Mask, joins: Mask
    ) -> None:
        """Choose a place for stage `i`, and for all after it.

        `fits` are cards for the slots of the places so far, `joins` are laid whatever
        else is.
        """
        if i == len(self.stages):
            slots = [slot for place in places for slot in place.slots]
            if self._enough(fits, slots):
                self._lengthen(0, places, slots, need, fits, joins)
            return
        stage, supply = self.stages[i], self.held.supply
        reached, rest = fits | joins | self.reach[0][supply - need], self.rest[i + 1]
        for at in range(start, len(stage)):
            place, best = stage[at], self.best
            if best and self._hopeless(best, reached, place.gain + rest):
                return
            now = need + place.need
            if now <= supply and not (self.differ and _alike(place, places)):
                self._join(
                    i + 1,
                    (*places, place),
                    at if self.again[i + 1] else 0,
                    now,
                    fits | place.fits,
                    joins | place.joins,
                )

    def _enough(self, fits: Mask, slots: list[Mask]) -> bool:
        """Whether there are as many cards as slots, which does not mean they fit."""
        held = self.held
        there = fits & held.plain | held.fillers | held.skips
        return there.bit_count() >= len(slots)

    def _lengthen(
        self,
        i: int,
        places: Places,
        slots: list[Mask],
        need: int,
        fits: Mask,
        joins: Mask,
    ) -> None:
        """Choose how far run `i` on the table, and all after it, are lengthened."""
        supply = self.held.supply - need
        reach = self.reach[i][supply]
        if self.best and self._hopeless(self.best, fits | joins | reach):
            return
        closed = self.held.plain & ~joins & reach
        if not closed:
            places += (Place(),) * (len(self.runs) - i)
            self._settle(places, slots, 0 if self.exact else joins)
            return
        for place in self._lengths(i, closed, supply):
            more, all_fit = [*slots, *place.slots], fits | place.fits
            if self._enough(all_fit, more):
                now = need + place.need
                self._lengthen(i + 1, (*places, place), more, now, all_fit, joins)

    def _lengths(self, i: int, closed: Mask, supply: int) -> list[Place]:
        key = (i, closed, supply)
        if key not in self.lengths:
            self.lengths[key] = lengthenings(self.held, self.runs[i], closed, supply)
        return self.lengths[key]

    def _settle(self, places: Places, slots: list[Mask], joins: Mask) -> None:
        """Hand out the cards; keep the layout if it lays more than the best."""
        space = self._space(places) if self.held.fillers & ~joins else 0
        filling = Filling(slots)
        if not filling.fill(self._tiers(joins, space)):
            return
        laid = self._laid(filling.used | joins, space)
        worth = self.held.worth(laid)
        if self.best is not None and worth <= self.best.worth:
            return
        layout = Layout(worth, self.ats, places, tuple(filling.cards), laid)
        pins = self._pins(self, layout)
        if pins is None:
            self._keep(layout)
            return
        for at, mask in pins:
            self._settle(places, [*slots[:at], mask, *slots[at + 1 :]], joins)

    def _space(self, places: Places) -> int:
        """Count the cards that runs can take beyond the slots of their places."""
        if self.exact:
            return 0
        space = sum(run.room() for run in self.runs)
        for at, place in zip(self.ats, places, strict=True):
            if at >= len(self.goals):
                space -= len(place.slots)
            elif place.low:
                space += LAST_NUMBER - len(place.slots)
        return space

    def _tiers(self, joins: Mask, space: int) -> list[Mask]:
        """Say which cards to hand out first: what nothing but a slot would take.

        Fillers may lengthen a run as long as there is space, so only those too many
        for it stand back behind nothing; then cards go by their points.
        """
        held = self.held
        every = held.naturals | held.wilds | held.skips
        closed, wilds = held.naturals & ~joins, held.wilds & ~joins
        if not (closed or wilds):
            return [every]
        fives = closed & held.plain & ~held.tens
        others = closed & held.fillers
        over = others.bit_count() - max(0, space - wilds.bit_count())
        return [
            lowest(wilds, wilds.bit_count() - space),
            closed & held.tens,
            fives | lowest(others, over),
            every,
        ]

    def _laid(self, laid: Mask, space: int) -> Mask:
        """Add the fillers that lengthen a run, wilds first."""
        for mask in (self.held.wilds, self.held.fillers) if space else ():
            more = lowest(mask & ~laid, space)
            space -= more.bit_count()
            laid |= more
        return laid

    def _keep(self, layout: Layout) -> None:
        self.best = layout


class _Enough(Exception):
    """There are as many samples as were asked for."""


class Sampling(Search):
    """A search for different layouts: the best of each choice of places."""

    def sample(self, limit: int) -> list[Layout]:
        """Find so many layouts."""
        self.limit = limit
        self.layouts: list[Layout] = []
        with suppress(_Enough):
            self.run()
        return self.layouts

    def _keep(self, layout: Layout) -> None:
        self.layouts.append(layout)
        if len(self.layouts) == self.limit:
            raise _Enough


def _alike(place: Place, places: Places) -> bool:
    return any(place.mark == other.mark for other in places if other.mark)


# Where a natural is missing: the slots that could take one, None if none is missing.
# Goals without ends have a slot for a natural where each goal needs one.


def _bare_run(search: Search, layout: Layout) -> list[Pin] | None:
    """Find a run in which no card stands for itself."""
    start = 0
    for at, place in zip(layout.ats, layout.places, strict=True):
        end = start + len(place.slots)
        cards, mine = layout.cards[start:end], place.low and at < len(search.goals)
        if mine and not any(map(and_, cards, place.naturals)):
            return list(enumerate(place.naturals, start))
        start = end
    return None


def _bare_phase(search: Search, layout: Layout) -> list[Pin] | None:
    """Find out that no card of any goal stands for itself."""
    pins: list[Pin] = []
    start = 0
    for at, place, cards in layout.dealt():
        if at < len(search.goals) and KINDS[search.goals[at].kind].only is None:
            same = (search.held.naturals,) * len(cards)
            if any(map(and_, cards, place.naturals if place.low else same)):
                return None
            pins += enumerate(place.naturals, start)
        start += len(cards)
    return pins or None


def _bare_nothing(search: Search, layout: Layout) -> list[Pin] | None:
    return None


_PINS: dict[str, Callable[[Search, Layout], list[Pin] | None]] = {
    "per_goal": _bare_run,
    "per_phase": _bare_phase,
    "none": _bare_nothing,
}
