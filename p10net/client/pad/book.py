"""Makes of a pad's entries what the engine says: phases, totals, winners.

It asks the engine and never decides anything about the game itself: a round is put on
the open table as the players tell it, and `rounds.close` does the rest. A book is only
ever made longer by `written` or read anew by `opened`; it knows no file and no screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from p10net.client.pad.entries import Answer, Entry, Halt, Pad, Unclear
from p10net.client.words import pad as words
from p10net.client.words.cards import listed
from p10net.engine import cards, dice, ending, outcome, progress, rounds, turns
from p10net.engine.cards import Card, Hand
from p10net.engine.moves import refresh
from p10net.engine.opening import full_deck
from p10net.engine.reasons import Reason
from p10net.engine.view import Seat, Stage, View, seat_at, with_seat


class Book(Struct, frozen=True):
    """A pad as it stands.

    `view` is the open table at the round that is being written, or at the game's end;
    `now` are the answers for that round, `closed` the table as the last round left it.
    """

    pad: Pad
    view: View
    entries: tuple[Entry, ...] = ()
    now: tuple[Answer, ...] = ()
    closed: View | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.stage is Stage.GAME_OVER

    @property
    def names(self) -> Mapping[int, str]:
        """Who has which seat."""
        return dict(enumerate(self.pad.players, 1))

    @property
    def asked(self) -> int:
        """Give the seat whose answer comes next; 0 when the game is over."""
        told = {answer.seat for answer in self.now}
        waiting = (n for n in turns.playing(self.view) if n not in told)
        return 0 if self.over else next(waiting, 0)

    def answer(self, seat: int) -> Answer | None:
        """Give what was written for a seat in this round."""
        return next((one for one in self.now if one.seat == seat), None)


def begun(pad: Pad) -> Book:
    """Open a new pad; raises RulesError if these rules are not for so many players."""
    view = rounds.begin(pad.rules, tuple(range(1, len(pad.players) + 1)))
    return Book(pad, replace(view, twists=pad.twists))


def opened(pad: Pad, entries: Iterable[Entry]) -> Book:
    """Read a pad; raises Unclear where an entry makes no sense."""
    book = begun(pad)
    for entry in entries:
        book = written(book, entry)
    return book


def undone(book: Book) -> Book:
    """Take the last entry back."""
    return opened(book.pad, book.entries[:-1])


def written(book: Book, entry: Entry) -> Book:
    """Write one entry; raises Unclear and changes nothing if it cannot be so."""
    if book.over:
        raise Unclear(words.OVER)
    entries = (*book.entries, entry)
    if isinstance(entry, Halt):
        view = outcome.stop(book.view)
        return replace(book, view=view, entries=entries, now=(), closed=view)
    _check(book, entry)
    others = tuple(one for one in book.now if one.seat != entry.seat)
    now = tuple(sorted((*others, entry), key=lambda one: one.seat))
    book = replace(book, entries=entries, now=now)
    return book if book.asked else _closed(book)


# --- What one player may say ---------------------------------------------------------


def choices(book: Book, seat: int) -> tuple[int, ...]:
    """Name the phases that a seat may lay in this round."""
    return progress.open_phases(book.view, seat)


def announces(book: Book, seat: int) -> bool:
    """Whether a phase counts as tried even if it was not laid."""
    return progress.declares(book.view, seat)


def lays_often(book: Book) -> bool:
    """Whether a seat may lay another phase in the round, having put one away."""
    why = refresh.refuse(book.view, refresh.Refresh())
    return why is not Reason.NOT_OFFERED


def with_dice(book: Book) -> bool:
    """Whether dice are rolled: then points are won, and nobody goes out."""
    return dice.played(book.pad.rules)


def wilds_cost(book: Book) -> bool:
    """Whether wilds that were laid cost points."""
    return ending.score(book.view, replace(book.view.seats[0], charged=1), ()) > 0


def card(word: str) -> Card:
    """Give the card that a kept word names; a number alone has no color."""
    return cards.parse(f"R{word}" if word.isdecimal() else word)


def hand(answer: Answer) -> Hand:
    """Give the cards that were left."""
    return tuple(map(card, answer.left))


def cost(book: Book, answer: Answer) -> int:
    """Count what the round costs a seat, if nobody has counted yet."""
    if answer.points is not None:
        return answer.points
    if with_dice(book):
        return dice.total(hand(answer))
    seat = seat_at(book.view, answer.seat)
    return ending.score(
        book.view, replace(seat, charged=answer.wilds), cards.in_order(hand(answer))
    )


def _check(book: Book, answer: Answer) -> None:
    """Hold an answer against the rules and the deck."""
    seats = turns.playing(book.view)
    if answer.seat not in seats:
        raise Unclear(words.SITS_OUT)
    name = book.names[answer.seat]
    if with_dice(book) and (answer.out or answer.nobody):
        raise Unclear(words.NO_OUT_WITH_DICE)
    if with_dice(book) and cost(book, answer) and not answer.laid:
        raise Unclear(words.NOTHING_FOR_NOTHING)
    _check_phases(book, answer, name)
    if answer.out:
        outs = [one.seat for one in book.now if one.out and one.seat != answer.seat]
        if not answer.laid:
            raise Unclear(words.out_unlaid(name))
        if outs:
            raise Unclear(words.two_out(book.names[outs[0]], name))
    if answer.down and answer.down not in book.names:
        raise Unclear(words.NO_SUCH_PLAYER)
    _check_cards(book, answer)


def _check_phases(book: Book, answer: Answer, name: str) -> None:
    view = book.view
    if len(answer.laid) > 1 and not lays_often(book):
        raise Unclear(words.ONE_PHASE)
    for phase in (*answer.laid, *((answer.tried,) if answer.tried else ())):
        free = progress.open_phases(view, answer.seat)
        if phase not in free:
            raise Unclear(words.not_open(name, phase, free))
        seat = seat_at(view, answer.seat)
        view = with_seat(view, replace(seat, done=progress.completed(seat, phase)))


def _check_cards(book: Book, answer: Answer) -> None:
    """Refuse more cards than a hand holds, or than the deck has in all hands."""
    if with_dice(book):
        if len(answer.left) > len(dice.ALL):
            raise Unclear(words.too_many_dice(len(answer.left), len(dice.ALL)))
        return
    if len(answer.left) > book.view.rules.hand_size:
        raise Unclear(words.too_many_cards(len(answer.left), book.view.rules.hand_size))
    others = (one.left for one in book.now if one.seat != answer.seat)
    kept = [*chain(answer.left, *others)]
    deck = full_deck(book.view.rules)
    faces = Counter(word for word in kept if not word.isdecimal())
    _refuse_more(faces, Counter(one.value for one in deck))
    _refuse_more(_numbers(map(card, kept)), _numbers(deck))


def _numbers(some: Iterable[Card]) -> Counter[str]:
    return Counter(str(one.number) for one in some if one.number)


def _refuse_more(told: Counter[str], there: Counter[str]) -> None:
    for face, count in told.items():
        if count > there[face]:
            raise Unclear(words.not_so_many(face, there[face]))


# --- The end of a round --------------------------------------------------------------


def _closed(book: Book) -> Book:
    """Close a round for which everybody has answered, and turn to the next one."""
    view = _ended(book, _told(book))
    hands = tuple(_left(book, seat) for seat in view.seats)
    points = tuple(_points(book, seat) for seat in view.seats)
    assert view.summary is not None
    out = rounds.went_out(view.summary)
    view = replace(view, summary=replace(view.summary, left=hands))
    view = rounds.close(view, hands, out, points)
    following = view if view.stage is Stage.GAME_OVER else rounds.next_round(view)
    return replace(book, view=following, now=(), closed=view)


def _left(book: Book, seat: Seat) -> Hand:
    answer = book.answer(seat.seat)
    return hand(answer) if answer else ()


def _points(book: Book, seat: Seat) -> int:
    answer = book.answer(seat.seat)
    return cost(book, answer) if answer else 0


def _told(book: Book) -> View:
    """Put on the table what the players told: who laid what, whom the card sends."""
    view = book.view
    for answer in book.now:
        seat = seat_at(view, answer.seat)
        done = seat.done
        for phase in answer.laid:
            done = progress.completed(replace(seat, done=done), phase)
        laid = answer.laid[-1] if answer.laid else 0
        announced = (laid or answer.tried) if announces(book, seat.seat) else 0
        seat = replace(
            seat,
            done=done,
            laid=laid,
            declared=announced or seat.declared,
            phase=announced or seat.phase,
        )
        view = with_seat(view, seat)
    for answer in book.now:
        if answer.down:
            seat = seat_at(view, answer.down)
            view = with_seat(view, replace(seat, down=seat.down + 1))
    return view


def _ended(book: Book, view: View) -> View:
    """End the round by whoever ended it; raises Unclear if that cannot be told."""
    if with_dice(book):
        return turns.end_round(view, "circuit")
    outs = [answer.seat for answer in book.now if answer.out]
    for how, number, ended in _decided(view):
        if outs and outs != [number]:
            raise Unclear(words.decided(book.names[number], book.names[outs[0]]))
        several = how == "lay_first" and len([s for s in view.seats if s.laid]) > 1
        if several:
            raise Unclear(words.ONE_LAYS)
        return ended
    if not outs and not any(answer.nobody for answer in book.now):
        raise Unclear(words.nobody_out(listed(_names(book))))
    out = outs[0] if outs else 0
    return turns.end_round(view, "out" if out else "no_cards", out)


def _names(book: Book) -> list[str]:
    return [book.names[number] for number in turns.playing(book.view)]


def _decided(view: View) -> Iterable[tuple[str, int, View]]:
    """Find the seat whose laying ended the game at once, where the rules have that."""
    for seat in view.seats:
        if seat.laid:
            ended = outcome.laid(replace(view, turn=seat.seat))
            if ended.summary is not None:
                yield ended.summary.how, seat.seat, ended


# --- What people want to know --------------------------------------------------------


def finishers(view: View) -> tuple[int, ...]:
    """Name the seats that completed the last phase in the round just closed."""
    return tuple(s.seat for s in view.seats if progress.finished(view, s))
