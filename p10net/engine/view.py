"""All that one seat, or a watcher, may know: types only.

The open half of a game *is* the view of a watcher (`you` is None); a hidden card
has no field here to stand in, so nothing ever has to be taken out again. Everything
in this module crosses the wire unchanged.

What changes with every move is kept from the garbage collector (`gc=False`): frozen
and made of frozen parts, it can never be part of a circle.
"""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.cards import Card, Hand
from p10net.engine.melds import Meld
from p10net.engine.rules import Rules


class Stage(Enum):
    """Where the table is."""

    LOBBY = "lobby"
    DEAL = "deal"
    DECLARE = "declare"
    GIVE = "give"
    DRAW = "draw"
    PLAY = "play"
    ROLL = "roll"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"

    # Stages are compared by identity; the inherited hash would rehash the name.
    __hash__ = object.__hash__


# Named by what is done in every move; see `cards` on naming members by their class.
DRAW, PLAY, ROUND_OVER = Stage.DRAW, Stage.PLAY, Stage.ROUND_OVER


class Seat(Struct, frozen=True, omit_defaults=True, gc=False):
    """What everybody knows of one seat.

    `phase` is the number of the phase it works on, `done` the numbers completed,
    `laid` the number laid this round (0: none yet). `n` counts the hand, `saved`
    the save pile. `owes` are turns still to lose, `skipped` how often it was made
    to lose one in the span the limit counts. `took` are cards it took from the pile
    and has not shown since, `passed` the tops it left this round, each face once.
    `charged` counts laid wilds that cost points, `put_away` phases refreshed away,
    `space` is its place on the board, `down` phases to go down after the round,
    `made` the points a phase of dice brought this round.
    `playing` is false for a seat that sits a tie-break out, `gone` true for a
    number nobody plays any more.
    """

    seat: int
    phase: int
    n: int = 0
    score: int = 0
    done: tuple[int, ...] = ()
    laid: int = 0
    declared: int = 0
    owes: int = 0
    skipped: int = 0
    took: Hand = ()
    passed: Hand = ()
    saved: int = 0
    has_saved: bool = False
    floating: bool = False
    charged: int = 0
    put_away: int = 0
    space: int = 0
    down: int = 0
    made: int = 0
    playing: bool = True
    gone: bool = False


class You(Struct, frozen=True, omit_defaults=True, gc=False):
    """What only the seat itself knows.

    Its hand in order, the card just drawn, and its save pile. With dice the hand is
    what the seat to move has rolled, which everybody sees.
    """

    seat: int
    hand: Hand = ()
    drew: Card | None = None
    saved: Hand = ()


class RoundRow(Struct, frozen=True):
    """One line of the score sheet; each list has a place for every seat number.

    `phases` tried (0: sat out), `laid` whether it was laid, `points` of the round,
    `out` the seat that went out (0: nobody).
    """

    round: int
    out: int
    phases: tuple[int, ...]
    laid: tuple[bool, ...]
    points: tuple[int, ...]


class Summary(Struct, frozen=True, omit_defaults=True):
    """How the round, and perhaps the game, ended; hands lie open.

    `how` is one of out, at_once, lay_first, no_cards, stalemate, circuit, stopped;
    `out` the seat that ended it by going out, or by laying (0: nobody). `left` are the
    cards left in each hand by seat number. `winners` and `ranking` are there when the
    game is over; no winner means it was stopped before anybody had enough phases.
    """

    how: str
    out: int
    left: tuple[Hand, ...]
    winners: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()


class View(Struct, frozen=True, omit_defaults=True, gc=False):
    """The table as one seat sees it; without `you`, as everybody may.

    `step` counts decisions. `stock` counts the face-down cards; `pile` are the faces
    bottom to top since the last reshuffle. `turn` is the seat asked (0: the house),
    `opener` the seat that opens the round. `taken` is the top taken this turn,
    `laid_now` whether the phase was laid this turn, `refreshing` whether the hand is
    filled up when this turn ends, `owed_wild` whether a stolen wild must still be used.
    `closed` says the top may not be taken although its face might; `shut` are the
    places in the pile, 0 being the bottom, of cards that lie so whenever they are on
    top again: wilds thrown as Skips, and a rule card once the next seat has left it.
    `home` says play has been back at the dealer this round. `dry` counts turns in a row
    without a draw, `stale` reshuffles since a card was last laid or hit. `tie` are the
    seats of a tie-break round. `twists` are the phase numbers that lie on the board's
    Twist spaces. `voids` counts deals that were voided, `lettered` the meld letters
    given out this round. `dice` are the faces that lie there, die 1 first, `rolls` how
    often they were rolled this turn. `sheet` holds the last rounds.
    """

    rules: Rules
    round: int
    stage: Stage
    step: int
    turn: int
    dealer: int
    opener: int
    stock: int
    pile: Hand
    seats: tuple[Seat, ...]
    melds: tuple[Meld, ...] = ()
    you: You | None = None
    taken: Card | None = None
    laid_now: bool = False
    refreshing: bool = False
    owed_wild: bool = False
    closed: bool = False
    shut: tuple[int, ...] = ()
    home: bool = False
    dry: int = 0
    stale: int = 0
    tie: tuple[int, ...] = ()
    twists: tuple[int, ...] = ()
    voids: int = 0
    lettered: int = 0
    dice: Hand = ()
    rolls: int = 0
    sheet: tuple[RoundRow, ...] = ()
    summary: Summary | None = None


def seat_at(view: View, number: int) -> Seat:
    """Give what is known of a seat by its number, from 1."""
    return view.seats[number - 1]


def seated(view: View, seat: Seat) -> tuple[Seat, ...]:
    """Give the seats with one seat's new facts in the place of its old ones."""
    seats = [*view.seats]
    seats[seat.seat - 1] = seat
    return tuple(seats)


def with_seat(view: View, seat: Seat) -> View:
    """Put one seat's new facts in the place of its old ones."""
    return replace(view, seats=seated(view, seat))
