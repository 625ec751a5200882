"""What the house does: acts of seat 0, and the events that only they bring.

They go through `apply` and the journal like everybody's actions. They touch the
stock and the hands, so what they do stands in `game`; here are only their types.
"""

from msgspec import Struct


class Deal(Struct, frozen=True, tag_field="a", tag="deal"):
    """Deal the round with this chance: the round seed, 64 hex digits."""

    seed: str


class NextRound(Struct, frozen=True, tag_field="a", tag="next_round"):
    """Put the cards together and go on to the next deal."""


class DropSeat(Struct, frozen=True, tag_field="a", tag="drop_seat"):
    """Take a seat out of the game for good; its cards go under the stock."""

    seat: int


class Stop(Struct, frozen=True, tag_field="a", tag="stop"):
    """End the game where it stands; the leader wins of those who stayed.

    The seats in `without` were given up: they are out first, as if they had been
    dropped. Where that leaves one alone, nobody wins because the others went.
    """

    without: tuple[int, ...] = ()


class Void(Struct, frozen=True, tag_field="a", tag="void"):
    """Give up an attempted deal, because a share of its chance is missing."""


HouseAct = Deal | NextRound | DropSeat | Stop | Void


class Reshuffled(Struct, frozen=True, tag_field="e", tag="reshuffled"):
    """The stock was empty: so many discards, all but the top, became the new one.

    It stands after the event that needed a card, which came from the new stock.
    """

    n: int


class RoundOver(Struct, frozen=True, tag_field="e", tag="round_over"):
    """The round is over and scored; `out` went out (0: nobody)."""

    round: int
    out: int


class TieBreak(Struct, frozen=True, tag_field="e", tag="tie_break"):
    """These seats are tied for the win and play another round."""

    seats: tuple[int, ...]


class GameOver(Struct, frozen=True, tag_field="e", tag="game_over"):
    """The game is over; no winner if it was stopped too early to have one."""

    winners: tuple[int, ...]


class SeatDropped(Struct, frozen=True, tag_field="e", tag="seat_dropped"):
    """A seat left the game for good."""

    seat: int


class DealVoided(Struct, frozen=True, tag_field="e", tag="deal_voided"):
    """A deal was given up; `voids` counts those of this game."""

    voids: int
