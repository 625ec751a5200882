"""What is known of the tables nearby: who claimed what, and who answered when.

An advert is a claim that anybody can make, so a place counts only once its host has
answered there, and only for as long as it goes on answering. A claim decides which
places are asked, nothing else: it can neither open a table nor move or close one that
answers.

Time comes in as an argument and places go out to be asked; this module itself never
asks anybody and waits for nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from p10net.protocol.address import Place, fold
from p10net.protocol.clean import clean, fit
from p10net.protocol.messages import Bye, Sign

AGAIN: Final = 1.5
"""Seconds between two questions to one place."""
SOON: Final = 0.3
"""Seconds between two questions if something was heard of the place meanwhile."""
SELDOM: Final = 8.0
"""Seconds between two questions to a place that never answers."""
FAILURES: Final = 2
"""Questions without an answer after which a table is shown as grey."""
GONE: Final = 10.0
"""Seconds without an answer after which it is not shown at all."""
MOST_CLAIMS: Final = 64
MOST_PLACES: Final = 6
"""Most adverts remembered, and most places of each: a flood ends here."""
AT_ONCE: Final = 16
"""Most places asked at one time that never answered before."""
WIDEST: Final = 40
"""Cells of the longest name, rules or id shown."""


Why = Literal[
    "refused",
    "unreachable",
    "unknown",
    "no interface",
    "late",
    "stranger",
    "turned away",
    "wrong host",
]


class Answer(Struct, frozen=True):
    """A table is there, and this is the sign on its door.

    `fingerprint` is its host's; on this computer's loopback nobody needs to show one.
    """

    sign: Sign
    ping_ms: float
    fingerprint: bytes | None = None


class Silence(Struct, frozen=True):
    """No table answered; `bye` is what a host said that turned us away."""

    why: Why
    bye: Bye | None = None


class Seats(Struct, frozen=True):
    """How full a table is."""

    taken: int
    max: int


class Row(Struct, frozen=True):
    """One table that answered, in the words of `p10net list --json`."""

    table: str
    address: str
    id: str
    seats: Seats
    state: Literal["lobby", "playing", "over", "other"]
    rules: str
    proto: tuple[int, ...]
    tls: bool
    ping_ms: float


class Entry(Struct, frozen=True):
    """A table of the list: its row, and what a screen and a joiner need besides.

    `places` are where it answers, the first one first; `labels` the names of its
    adverts; `grey` means that it has stopped to answer.
    """

    row: Row
    answer: Answer
    places: tuple[Place, ...]
    labels: tuple[str, ...]
    grey: bool


class _Spot(Struct):
    """One place and how it behaved; while it is being asked, `next` is never."""

    next: float
    first: float
    heard: float
    asked: float = -math.inf
    asking: bool = False
    leaving: bool = False
    failures: int = 0
    answer: Answer | None = None


_Key = tuple[str, bytes | None]


def _plain_last(each: tuple[Place, _Spot]) -> tuple[bool, float]:
    answer = each[1].answer
    return answer is None or answer.fingerprint is None, each[1].first


class Board:
    """All claims and places, and the list made of those that answer."""

    def __init__(self) -> None:
        self._spots: dict[Place, _Spot] = {}
        self._claims: dict[str, tuple[Place, ...]] = {}
        self._known: set[Place] = set()

    def remember(self, places: Iterable[Place], now: float) -> None:
        """Ask these places too: tables were there before."""
        for place in places:
            self._known.add(place)
            self._soon(place, now)

    def claim(self, label: str, places: Iterable[Place], now: float) -> None:
        """Somebody says that the table of this name is at these places."""
        if label not in self._claims and len(self._claims) >= MOST_CLAIMS:
            self._forget_a_claim()
        if label in self._claims or len(self._claims) < MOST_CLAIMS:
            self._claims[label] = tuple(places)[:MOST_PLACES]
            for place in self._claims[label]:
                self._soon(place, now)
            self._tidy(now)

    def farewell(self, label: str, now: float) -> None:
        """Somebody says that this table closed; if so it will not answer now."""
        for place in self._claims.pop(label, ()):
            self._spots[place].leaving = True
            self._soon(place, now)
        self._tidy(now)

    def refresh(self, now: float) -> None:
        """Ask everybody again: the network has changed."""
        for place in self._spots:
            self._soon(place, now)

    def due(self, now: float) -> list[Place]:
        """Take out the places to ask now.

        However many claims there are, tables that answer are asked in time.
        """
        self._tidy(now)
        due = [each for each in self._askable() if each[1].next <= now]
        for _, spot in due:
            spot.asking, spot.asked, spot.next = True, now, math.inf
        return [place for place, _ in due]

    def wait(self, now: float) -> float:
        """Say for how long nothing is to be done, if nothing is heard."""
        times = [spot.next for _, spot in self._askable()]
        times += [spot.heard + GONE for spot in self._spots.values() if spot.answer]
        return max(0.0, min(times, default=now + SELDOM) - now)

    def _askable(self) -> Iterator[tuple[Place, _Spot]]:
        """Go through the tables, then through as many mere claims as there is room."""
        claims = [each for each in self._spots.items() if each[1].answer is None]
        room = max(0, AT_ONCE - sum(spot.asking for _, spot in claims))
        claims.sort(key=lambda each: each[1].next)
        yield from (each for each in self._spots.items() if each[1].answer)
        yield from itertools.islice((e for e in claims if not e[1].asking), room)

    def answered(self, place: Place, answer: Answer, now: float) -> None:
        """A table answered there."""
        spot = self._spots[place]
        if spot.answer is None or spot.answer.sign.id != answer.sign.id:
            spot.first = now
        spot.answer, spot.heard, spot.failures = answer, now, 0
        spot.asking = spot.leaving = False
        spot.next = min(spot.next, now + AGAIN)

    def silent(self, place: Place, silence: Silence, now: float) -> None:
        """Nobody answered there, or nobody who has a table."""
        spot = self._spots[place]
        spot.asking = False
        spot.failures += 1
        if spot.leaving and (silence.why == "refused" or spot.failures >= FAILURES):
            spot.answer = None
        waits = AGAIN if spot.answer else min(AGAIN * spot.failures, SELDOM)
        spot.next = min(spot.next, now + waits)
        self._tidy(now)

    def entries(self, now: float) -> tuple[Entry, ...]:
        """List the tables, in the order in which they first answered."""
        self._tidy(now)
        tables = self._tables()
        in_order = sorted(tables.values(), key=lambda at: min(map(self._since, at)))
        return tuple(self._entry(places) for places in in_order)

    def _tables(self) -> dict[_Key, list[Place]]:
        """Put the places of each table together.

        Anybody can give a table's id as its own, but not its host's fingerprint; only
        this computer's loopback shows none and is believed.
        """
        tables: dict[_Key, list[Place]] = {}
        for place, spot in sorted(self._spots.items(), key=_plain_last):
            if spot.answer is not None:
                key = (spot.answer.sign.id, spot.answer.fingerprint)
                if key[1] is None:
                    key = next((known for known in tables if known[0] == key[0]), key)
                tables.setdefault(key, []).append(place)
        return tables

    def _since(self, place: Place) -> float:
        return self._spots[place].first

    def _entry(self, places: list[Place]) -> Entry:
        """Make one row of all places of a table; one that answers comes first.

        Of those the one in short numbers, which is what stands on its host's screen.
        """
        places.sort(key=lambda place: (self._fails(place), ":" in place.host))
        spot = self._spots[places[0]]
        assert spot.answer is not None
        return Entry(
            row=row(places[0], spot.answer),
            answer=spot.answer,
            places=tuple(places),
            labels=tuple(
                label for label, at in self._claims.items() if {*at} & {*places}
            ),
            grey=self._fails(places[0]),
        )

    def _fails(self, place: Place) -> bool:
        return self._spots[place].failures >= FAILURES

    def _soon(self, place: Place, now: float) -> None:
        spot = self._spots.setdefault(place, _Spot(now, now, now))
        spot.next = min(spot.next, max(now, spot.asked + SOON))

    def _tidy(self, now: float) -> None:
        """Take away what no longer answers, and places nobody speaks of."""
        claimed = {place for places in self._claims.values() for place in places}
        for place, spot in [*self._spots.items()]:
            if spot.answer and now - spot.heard >= GONE:
                spot.answer = None
            wanted = place in claimed or place in self._known
            if not (spot.answer or spot.asking or wanted):
                del self._spots[place]

    def _forget_a_claim(self) -> None:
        """Make room; a claim with a table behind it stays."""
        for label, places in self._claims.items():
            if not any(self._spots[place].answer for place in places):
                del self._claims[label]
                return


def row(place: Place, answer: Answer) -> Row:
    """Write what a host said as a row, cleaned: it may be a stranger's."""
    sign = answer.sign
    return Row(
        table=fit(clean(sign.name), WIDEST),
        address=str(place),
        id=fit(clean(sign.id), WIDEST),
        seats=Seats(sign.seats.taken, sign.seats.max),
        state=sign.state.value,
        rules=fit(clean(sign.rules), WIDEST),
        proto=sign.protos,
        tls=answer.fingerprint is not None,
        ping_ms=answer.ping_ms,
    )


def alike(rows: Sequence[Row]) -> tuple[tuple[Row, ...], ...]:
    """Pick the tables that a newcomer cannot tell apart: of one name, or of one id.

    Anybody can call a table like another, and give its id as its own as well; which of
    them a friend opened only the friend's screen can say.
    """
    groups: list[list[Row]] = []
    for one in rows:
        same = [group for group in groups if any(_like(one, each) for each in group)]
        groups = [group for group in groups if group not in same]
        groups.append([*(each for group in same for each in group), one])
    return tuple(tuple(group) for group in groups if len(group) > 1)


def _like(one: Row, other: Row) -> bool:
    return one.id == other.id or fold(one.table) == fold(other.table)


def matching(name: str, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Pick the tables somebody means by a name.

    The full name of an advert, with its random end, means one table; without the end
    it means all tables of that name. An advert is believed only if it begins with the
    name the table itself gives.
    """
    meant = fold(name)
    entries = tuple(entry for entry in entries if not entry.grey)
    exact = tuple(entry for entry in entries if meant in _full_names(entry))
    return exact or tuple(e for e in entries if fold(e.row.table) == meant)


def _full_names(entry: Entry) -> set[str]:
    own = fold(entry.row.table)
    labels = map(fold, entry.labels)
    return {label for label in labels if label != own and label.startswith(own)}
