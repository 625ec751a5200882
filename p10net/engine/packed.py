"""A hand as one integer, so that what fits a goal is a few integer operations.

Twelve nibbles, called rows, count the cards of each number. Planes are four such
words side by side, one a color. Ways to take a goal are masks over rows or planes.
"""

from functools import lru_cache
from itertools import permutations

from p10net.engine.cards import COLORS, NATURALS, Card, Hand
from p10net.engine.melds import KINDS, LAST_NUMBER, Goal, Kind

SPAN = range(1, LAST_NUMBER + 1)
_WORD = 4 * LAST_NUMBER
_HALF = (1 << 2 * _WORD) - 1
ROWS = (1 << _WORD) - 1

# A card is one integer and a hand is their sum: rows from bit 0, then wilds, Skips
# and number cards in five bits each, as no hand has 32 cards, then the planes. What
# stands before these is small enough for Python to add up as machine words.
WILDS, SKIPS, NUMBERS, PLANES = (_WORD + 5 * i for i in range(4))
FIVE_BITS = 31

# A nibble's highest bit, for every nibble of the planes, and what lifts a count of k
# up to it. There are eight cards of a number at most, so nothing runs over.
_ONES = sum(1 << 4 * i for i in range(LAST_NUMBER * len(COLORS)))
_TWOS, HIGH = 2 * _ONES, 8 * _ONES
LIFT = tuple((8 - k) * _ONES for k in range(9))
ROW_HIGH = HIGH & ROWS
_BYTE = 255
_BYTES = sum(15 << 8 * i for i in range(LAST_NUMBER // 2))
ROW_LIFT = tuple(lift & ROWS for lift in LIFT)
_FROM_ONE = ROW_LIFT[1:]


def nibble(number: int, color: str = COLORS[0]) -> int:
    """Give one card of a number in its row, or in the plane of a color."""
    return 1 << 4 * (number - 1) + _WORD * COLORS.index(color)


def plane(color: str) -> int:
    """Mask the plane of a color."""
    return ROWS << _WORD * COLORS.index(color)


FACES: dict[Card, int] = {
    card: nibble(card.number) | 1 << NUMBERS | nibble(card.number, card.color) << PLANES
    for card in NATURALS
}
FACES |= {Card.W: 1 << WILDS, Card.S: 1 << SKIPS, Card.D: 0}
COLORLESS = {card: face & (1 << PLANES) - 1 for card, face in FACES.items()}


def pack(hand: Hand) -> int:
    """Count a hand into one integer; with `COLORLESS` faces the planes stay empty."""
    return sum(map(FACES.__getitem__, hand))


def without_number(number: int) -> int:
    """Give the mask that leaves a number out, of rows and planes."""
    planes = sum(nibble(number, color) for color in COLORS)
    return ~(15 * (nibble(number) | planes << PLANES))


def folded(planes: int) -> int:
    """Add the planes up to rows."""
    planes = (planes >> 2 * _WORD) + (planes & _HALF)
    return (planes >> _WORD) + (planes & ROWS)


def cards(planes: int) -> int:
    """Count the cards in planes, where no face comes more than twice."""
    return planes.bit_count() + (planes & _TWOS).bit_count()


def least(rows: int, others: int) -> int:
    """Take the smaller count of each row."""
    least = 0
    for lift in _FROM_ONE:
        there = (rows + lift) & (others + lift) & ROW_HIGH
        if not there:
            break
        least += there >> 3
    return least


def total(rows: int) -> int:
    """Add up the counts of rows."""
    return ((rows & _BYTES) + (rows >> 4 & _BYTES)) % _BYTE


def rises(rows: int) -> tuple[int, ...]:
    """Tell how many rows have at least 1, 2, 3 … cards."""
    counts = []
    for lift in _FROM_ONE:
        there = (rows + lift) & ROW_HIGH
        if not there:
            break
        counts.append(there.bit_count())
    return tuple(counts)


# The ways to take a goal


@lru_cache(maxsize=64)
def hues(kind: Kind, palette: str) -> tuple[str, ...]:
    """Name the color orders a run may follow, "" for any, going round by number."""
    if kind is Kind.RUN:
        return ("",)
    if kind is Kind.COLOR_RUN:
        return tuple(COLORS)
    letters, length = palette or COLORS, len(palette) or 2
    return tuple("".join(order) for order in permutations(letters, length))


@lru_cache(maxsize=16)
def windows(n: int) -> tuple[int, ...]:
    """Give the stretches of n numbers, by the highest bits of their rows."""
    stretch = sum(8 * nibble(number) for number in range(1, n + 1))
    return tuple(stretch << 4 * i for i in range(LAST_NUMBER + 1 - n))


@lru_cache(maxsize=64)
def frames(goal: Goal) -> tuple[int, ...]:
    """Give the ways to take a goal that names number and color, by highest bits."""
    if goal.kind is Kind.COLOR_SET:
        return tuple(8 * nibble(n, color) for color in COLORS for n in SPAN)
    return tuple(
        sum(8 * nibble(n, letters[(n - 1) % len(letters)]) for n in stretch)
        for letters in hues(goal.kind, goal.colors)
        for low in range(1, LAST_NUMBER + 2 - goal.n)
        if (stretch := range(low, low + goal.n))
    )


@lru_cache(maxsize=8)
def classes(kind: Kind) -> tuple[int, ...]:
    """Give the ways to take a goal that names color or parity alone."""
    found: dict[object, int] = {}
    for card in NATURALS:
        mark = tuple(getattr(card, trait) for trait in KINDS[kind].traits)
        found[mark] = found.get(mark, 0) | 15 * nibble(card.number, card.color)
    return tuple(found.values())
