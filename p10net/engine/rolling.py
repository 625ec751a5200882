"""A circuit of dice: whose turn it is, which dice are in the cup, what is noted.

Works on the open table, where all dice lie; what they show is an input, and comes
from the verifiable chance by way of `game`. A round is one circuit: every seat has
one turn of up to three rolls (000).
"""

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import Hand
from p10net.engine.dice import ALL, SIDES, faces, total
from p10net.engine.melds import Meld
from p10net.engine.shuffle import Draws, branch
from p10net.engine.turns import after, end_round, passes
from p10net.engine.view import Stage, View, seat_at, with_seat


class Begun(Struct, frozen=True, tag_field="e", tag="begun"):
    """A circuit of dice began: its number, and the seat that rolls first."""

    round: int
    opener: int


class Rolled(Struct, frozen=True, tag_field="e", tag="rolled"):
    """A seat rolled the dice named in `again`; `dice` is how all ten lie now."""

    seat: int
    again: tuple[int, ...]
    dice: Hand
    rolls: int


class Counted(Struct, frozen=True, tag_field="e", tag="counted"):
    """The dice of a phase were counted: points that are added after the circuit."""

    seat: int
    points: int


def fresh(seed: bytes, seat: int, roll: int) -> Hand:
    """Throw all ten dice by a deal's seed, for a seat's roll of the circuit (1 to 3).

    What is kept is not looked at, so it cannot change what the others show.
    """
    draws = Draws(branch(seed, "roll", roll, bytes([seat - 1])))
    return faces(tuple(draws.below(SIDES) for _ in ALL))


def lie(before: Hand, again: tuple[int, ...], thrown: Hand) -> Hand:
    """Say how the dice lie once those named in `again` show what was thrown."""
    old = before or thrown
    return tuple(thrown[i - 1] if i in again else old[i - 1] for i in ALL)


def rolled(view: View, again: tuple[int, ...], thrown: Hand) -> tuple[View, Rolled]:
    """Let the dice named in `again` show what was thrown."""
    dice = lie(view.dice, again, thrown)
    view = replace(view, dice=dice, rolls=view.rolls + 1)
    view = with_seat(view, replace(seat_at(view, view.turn), n=len(dice)))
    return view, Rolled(view.turn, again, dice, view.rolls)


def counted(view: View, melds: tuple[Meld, ...]) -> tuple[View, Counted]:
    """Note what the dice of a phase are worth."""
    made = sum(total(meld.cards) for meld in melds)
    seat = replace(seat_at(view, view.turn), made=made)
    return with_seat(view, seat), Counted(view.turn, made)


def pass_on(view: View, first: bool = False) -> View:
    """Give the cup to the next seat; when all have rolled, the circuit is over.

    `first` marks the first turn of the circuit, counted from the dealer.
    """
    if not first:
        view = with_seat(view, replace(seat_at(view, view.turn), n=0))
    view = replace(view, dice=(), rolls=0, laid_now=False)
    number = after(view, view.turn)
    if not first and passes(view, number, view.opener):
        return end_round(view, "circuit")
    return replace(view, stage=Stage.ROLL, turn=number)
