"""Which phases are open to a seat, and where it stands after the round.

One function a way of progress; nobody else asks how phases follow each other.
"""

from collections.abc import Callable

from msgspec.structs import replace

from p10net.engine.cards import Card, Hand
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.rules import Rules, numbers
from p10net.engine.view import Seat, View

# The Twist board (000, path judged): phase numbers in order, 0 a Twist space.
PATH = (1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0, 9, 10)
TWIST_SPACES = PATH.count(0)
FIRST_TWIST = 11
_MOVES = {
    True: {"out": 6, "laid": 4, "not": -1},
    False: {"out": 3, "laid": 2, "not": 1},
}


def has_rule_card(rules: Rules) -> bool:
    """Whether a rule card plays that sends somebody down (000 Anti-phase)."""
    return rules.progress == "anti_others"


def twist_phases(rules: Rules) -> tuple[int, ...]:
    """Give the numbers of the phases that may lie on Twist spaces; none elsewhere."""
    if rules.progress != "board":
        return ()
    return tuple(range(FIRST_TWIST, FIRST_TWIST + len(PHASE_LISTS["twist"])))


def start(rules: Rules, number: int) -> Seat:
    """Give a seat as it starts the game, without cards."""
    every = numbers(rules)
    if rules.progress == "board":
        return Seat(number, PATH[0], space=1)
    return Seat(number, every[-1] if rules.progress == "anti" else every[0])


def last(rules: Rules) -> int:
    """Name the number of the last phase to be done."""
    return PATH[-1] if rules.progress == "board" else numbers(rules)[-1]


def open_phases(view: View, number: int) -> tuple[int, ...]:
    """Say which phases the seat may lay now; more than one: it has the choice.

    A declared phase is the only one open; in a tie-break it is the phase laid in
    the tying round.
    """
    seat = view.seats[number - 1]
    if seat.declared:
        return (seat.declared,)
    if view.rules.progress == "board":
        return _on_board(view, seat)
    if view.rules.phase_order == "in_order":
        return (seat.phase,)
    left = tuple(n for n in numbers(view.rules) if n not in seat.done)
    return left or (last(view.rules),)


def _on_board(view: View, seat: Seat) -> tuple[int, ...]:
    here = PATH[seat.space - 1]
    if here:
        return (here,)
    twist = view.twists[PATH[: seat.space].count(0) - 1]
    return (PATH[seat.space - 2], PATH[seat.space], twist)


def declares(view: View, number: int) -> bool:
    """Whether the seat must say before the first draw which phase it attempts."""
    chosen = view.rules.phase_order == "declare" or view.rules.progress == "board"
    return chosen and len(open_phases(view, number)) > 1


def completed(seat: Seat, phase: int) -> tuple[int, ...]:
    """Credit a phase as soon as it is laid (000)."""
    return tuple(sorted({*seat.done, phase}))


def replays(view: View, number: int) -> int:
    """Say which phase a tied seat plays again, or 0 if it has still to choose one.

    What it laid in the tying round, or tried where all have gone on meanwhile (000).
    """
    seat = view.seats[number - 1]
    if seat.laid or view.rules.progress != "fixed_rounds":
        return seat.laid
    return view.sheet[-1].phases[number - 1]


# After the round: one function a value of `progress`.


def _next_number(rules: Rules, phase: int) -> int:
    later = [n for n in numbers(rules) if n > phase]
    return later[0] if later else phase


def _advance(view: View, seat: Seat, out: bool) -> Seat:
    if view.rules.phase_order != "in_order":
        left = [n for n in numbers(view.rules) if n not in seat.done]
        return replace(seat, phase=left[0] if left else last(view.rules))
    phase = _next_number(view.rules, seat.phase) if seat.laid else seat.phase
    return replace(seat, phase=phase)


def _fixed_rounds(view: View, seat: Seat, out: bool) -> Seat:
    return replace(seat, phase=_next_number(view.rules, seat.phase))


def _anti(view: View, seat: Seat, out: bool) -> Seat:
    return seat if seat.laid else _down(view.rules, seat, 1)


def _anti_others(view: View, seat: Seat, out: bool) -> Seat:
    """Whoever has done the last phase stands past it: one down, it is to do again."""
    seat = _advance(view, seat, out)
    return _down(view.rules, seat, seat.down, past=seat.phase in seat.done)


def _down(rules: Rules, seat: Seat, steps: int, past: bool = False) -> Seat:
    if not steps:
        return seat
    every = numbers(rules)
    phase = every[max(0, every.index(seat.phase) + past - steps)]
    return replace(seat, phase=phase, done=tuple(n for n in seat.done if n < phase))


def _board(view: View, seat: Seat, out: bool) -> Seat:
    twist = (seat.laid or seat.declared) >= FIRST_TWIST
    steps = _MOVES[twist]["out" if out else "laid" if seat.laid else "not"]
    space = min(max(1, seat.space + steps), len(PATH))
    return replace(seat, space=space, phase=PATH[space - 1] or PATH[space - 2])


PROGRESS: dict[str, Callable[[View, Seat, bool], Seat]] = {
    "advance": _advance,
    "fixed_rounds": _fixed_rounds,
    "anti": _anti,
    "anti_others": _anti_others,
    "board": _board,
}


def after_round(view: View, left: tuple[Hand, ...], out: int) -> View:
    """Move every seat that played to where it stands after the round (A61)."""
    move = PROGRESS[view.rules.progress]
    seats = []
    for seat, cards in zip(view.seats, left, strict=True):
        if seat.playing:
            held = replace(seat, down=seat.down + (Card.D in cards))
            seat = move(view, held, seat.seat == out)
        seats.append(seat)
    return replace(view, seats=tuple(seats))


def stands(view: View, seat: Seat) -> int:
    """Measure how far a seat has come: the more, the further ahead."""
    return _STANDS.get(view.rules.progress, _phases_done)(seat)


def _phases_done(seat: Seat) -> int:
    return len(seat.done)


_STANDS: dict[str, Callable[[Seat], int]] = {
    "anti": lambda seat: seat.phase,
    "board": lambda seat: seat.space,
}


def finished(view: View, seat: Seat) -> bool:
    """Whether the seat completed the last phase in this round."""
    if not (seat.laid or seat.put_away):
        return False
    if view.rules.progress == "anti":
        return False
    if view.rules.progress == "board" or view.rules.phase_order == "in_order":
        on_last = view.rules.progress != "board" or seat.space == len(PATH)
        return seat.laid == last(view.rules) and on_last
    return set(numbers(view.rules)) <= set(seat.done)
