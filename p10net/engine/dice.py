"""Phase 10 Dice: the ten dice, and what is counted differently with them (000).

The one module that asks whether a table plays with dice. Faces are the same values
as the cards', so that phases, melds and the finder serve both games; whose turn it is
and what is rolled again stand in `rolling`. Where the seed is silent it was judged: a
wild shows no number and adds nothing, and `FACES` gives the colors.
"""

from p10net.engine.cards import COLORS, Card, Hand
from p10net.engine.melds import KINDS, MARKS, Goal
from p10net.engine.rules import Rules

SIDES = 6
MOST_ROLLS = 3


def _die(numbers: range, wilds: int, shift: int) -> Hand:
    """Color the numbers of a die in turn, so that each die can show every color."""
    colored = (
        Card(f"{COLORS[(at + shift) % len(COLORS)]}{number}")
        for at, number in enumerate(numbers)
    )
    return (*colored, *(Card.W,) * wilds)


# Six dice bear 5 to 10, four bear 1 to 4 and two wilds (000); die 1 comes first. The
# shifts are such that every color is as often there as any other.
FACES: tuple[Hand, ...] = (
    *(_die(range(5, 11), 0, shift) for shift in (0, 1, 2, 3, 0, 2)),
    *(_die(range(1, 5), 2, shift) for shift in (0, 1, 2, 3)),
)
ALL: tuple[int, ...] = tuple(range(1, len(FACES) + 1))
HIGHEST = max(face.number for die in FACES for face in die)


def played(rules: Rules) -> bool:
    """Whether these rules are a game of dice."""
    return rules.game == "dice"


def ahead_by(rules: Rules, score: int) -> int:
    """Turn a total into a key: fewest points are ahead with cards, most with dice."""
    return -score if played(rules) else score


def total(cards: Hand) -> int:
    """Count the numbers that dice show; a wild shows none."""
    return sum(card.number for card in cards)


def faces(thrown: tuple[int, ...]) -> Hand:
    """Say which face each of the ten dice shows, from the sides they fell on."""
    return tuple(die[side] for die, side in zip(FACES, thrown, strict=True))


Way = list[set[int]]
"""The numbers that each die of a goal may show, wilds aside."""


def ways(goal: Goal) -> list[Way]:
    """List the ways to roll a goal of numbers.

    A wild may lie for any of them. That each goal must have a natural is no matter:
    ten dice have six at least, for five goals at most, and any fits any goal. Nor do
    runs up to 11 or 12 matter: whoever has one can lay its wilds below it as well.
    """
    if KINDS[goal.kind].sequence:
        lows = range(1, HIGHEST + 2 - goal.n)
        return [[{number} for number in range(low, low + goal.n)] for low in lows]
    alike: dict[object, set[int]] = {}
    for face in dict.fromkeys(face for die in FACES for face in die if face.number):
        alike.setdefault(MARKS[goal.kind](face), set()).add(face.number)
    return [[numbers] * goal.n for numbers in alike.values()]
