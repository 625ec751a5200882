"""The cards: faces, their points and order, and the deck they come from.

A card is a face and nothing more. Two red fives are the same value, because an
identity beyond the face would let a client follow a card it must not know. This
module knows no rules: what a wild may stand for is decided in `melds`.
"""

from bisect import insort
from enum import Enum
from functools import cache
from operator import attrgetter

COLORS = "RBGY"
COLOR_NAMES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
NUMBERS = range(1, 13)


_SPECIAL_POINTS = {"W": 25, "S": 15, "D": 0}


class Card(Enum):
    """One face: a color letter and a number, `W` wild, `S` skip, `D` rule card.

    `color` is "" and `number` 0 for cards that have none; `order` sorts a hand;
    `points` is what the card costs when it is left in a hand (000, 001, 002, 003).
    """

    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    R9 = "R9"
    R10 = "R10"
    R11 = "R11"
    R12 = "R12"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    B6 = "B6"
    B7 = "B7"
    B8 = "B8"
    B9 = "B9"
    B10 = "B10"
    B11 = "B11"
    B12 = "B12"
    G1 = "G1"
    G2 = "G2"
    G3 = "G3"
    G4 = "G4"
    G5 = "G5"
    G6 = "G6"
    G7 = "G7"
    G8 = "G8"
    G9 = "G9"
    G10 = "G10"
    G11 = "G11"
    G12 = "G12"
    Y1 = "Y1"
    Y2 = "Y2"
    Y3 = "Y3"
    Y4 = "Y4"
    Y5 = "Y5"
    Y6 = "Y6"
    Y7 = "Y7"
    Y8 = "Y8"
    Y9 = "Y9"
    Y10 = "Y10"
    Y11 = "Y11"
    Y12 = "Y12"
    W = "W"
    S = "S"
    D = "D"

    color: str
    number: int
    parity: str
    order: int
    points: int

    def __init__(self, face: str) -> None:
        """Fill in what the face says, once, so that rules only read attributes."""
        self.color = face[0] if len(face) > 1 else ""
        self.number = int(face[1:] or 0)
        self.parity = ("even", "odd")[self.number % 2] if self.number else ""
        self.order = len(type(self).__members__)
        self.points = _SPECIAL_POINTS.get(face, 5 if self.number < 10 else 10)

    # Cards are compared by identity; the inherited hash would rehash the name.
    __hash__ = object.__hash__


# The class of an enum is asked in Python for each member that is named by it, which
# takes longer than most questions about a card; these are asked about all the time.
WILD, SKIP, RULE_CARD = Card.W, Card.S, Card.D

Hand = tuple[Card, ...]
ORDER = attrgetter("order")
NATURALS: Hand = tuple(card for card in Card if card.number)


def points(cards: Hand) -> int:
    """Penalty points of cards left in a hand: 5, 10 from 10 up, S 15, W 25."""
    return sum([card.points for card in cards])


def in_order(cards: Hand) -> Hand:
    """Sort as hands are kept and sent: red, blue, green, yellow, then W, S, D."""
    return tuple(sorted(cards, key=ORDER))


def with_card(hand: Hand, card: Card) -> Hand:
    """Put one card into a hand that is in order."""
    cards = list(hand)
    insort(cards, card, key=ORDER)
    return tuple(cards)


def without_card(hand: Hand, card: Card) -> Hand:
    """Take one card out of a hand; raises ValueError if it is not there."""
    left = list(hand)
    left.remove(card)
    return tuple(left)


def without(hand: Hand, cards: Hand) -> Hand:
    """Take cards out of a hand, one for one; raises ValueError if one is missing."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def holds(hand: Hand, cards: Hand) -> bool:
    """Whether the hand has every one of the cards, counting copies."""
    try:
        without(hand, cards)
    except ValueError:
        return False
    return True


def parse(text: str) -> Card:
    """Read one face such as `R5`, `y12`, `w` or `S`; raises ValueError."""
    card = Card.__members__.get(text.strip().upper())
    if card is None:
        raise ValueError(
            f"{text.strip()!r} is not a card: write a color letter R, B, G or Y and"
            " a number from 1 to 12, or W for a wild, S for a skip."
        )
    return card


def parse_cards(text: str) -> Hand:
    """Read faces separated by blanks or commas, in the order given."""
    return tuple(parse(word) for word in text.replace(",", " ").split())


@cache
def deck(wilds: int, skips: int, rule_card: bool = False) -> Hand:
    """Build the deck in the order that the verifiable shuffle starts from.

    Two of each number in each color (red, blue, green, yellow), then the wilds,
    then the skips (000: 108 cards with 8 and 4), last the rule card if one plays.
    """
    numbers = tuple(card for card in NATURALS for _ in range(2))
    return numbers + (Card.W,) * wilds + (Card.S,) * skips + (Card.D,) * int(rule_card)
