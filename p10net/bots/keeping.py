"""Which dice to keep: the ones a phase needs, or those that make it most likely.

Pure functions of the dice that lie there and of the rolls to come. How far a player
looks is its level's business: `needed` does not look ahead at all, `likeliest` knows
the odds.
"""

from itertools import product
from operator import itemgetter
from typing import NamedTuple

from p10net.bots import odds
from p10net.engine import finder
from p10net.engine.cards import Card, Hand, in_order, without_card
from p10net.engine.dice import ALL, total
from p10net.engine.melds import Goal, Kind, Terms


class Keep(NamedTuple):
    """Dice to roll again, 1 to 10, and how likely the phase is then (-1: unknown)."""

    again: tuple[int, ...]
    chance: float = -1.0


def others(dice: Hand, kept: Hand) -> tuple[int, ...]:
    """Name the dice that are not among the faces kept."""
    left, again = list(kept), []
    for i in ALL:
        if dice[i - 1] in left:
            left.remove(dice[i - 1])
        else:
            again.append(i)
    return tuple(again)


def needed(dice: Hand, goals: tuple[Goal, ...], on: Terms) -> Keep:
    """Keep what the phase cannot do without, the high numbers rather than the low."""
    left = in_order(dice)
    lacking = finder.missing(left, goals, on)
    for face in sorted(dice, key=lambda face: (face is Card.W, face.number)):
        fewer = without_card(left, face)
        if finder.missing(fewer, goals, on) == lacking:
            left = fewer
    return Keep(others(dice, left))


def kept(dice: Hand, goals: tuple[Goal, ...], on: Terms, rolls: int) -> Keep:
    """Keep by the odds of so many rolls; with none by what is missing."""
    return likeliest(dice, goals, on, rolls) if rolls else needed(dice, goals, on)


def likeliest(dice: Hand, goals: tuple[Goal, ...], on: Terms, rolls: int) -> Keep:
    """Keep what makes the phase most likely in so many rolls, then what counts most.

    Where its odds are not known, keep what it needs.
    """
    if len(goals) == 1 and goals[0].kind is Kind.COLOR:
        chance, color = odds.best_color(dice, goals[0].n, rolls)
        alike = tuple(face for face in dice if face.color in (color, ""))
        return Keep(others(dice, alike), chance)
    table = odds.by_number(goals)
    if table is None:
        return needed(dice, goals, on)
    highs, lows = _parts(dice[: odds.HIGH.n]), _parts(dice[odds.HIGH.n :])
    counts = [total(low) for low in lows]
    parts = (
        (chance, total(high) + count, high, low)
        for high, row in zip(highs, table.chances(highs, lows, rolls), strict=True)
        for chance, count, low in zip(row, counts, lows, strict=True)
        if len(high) + len(low) < len(dice)
    )
    chance, _, high, low = max(parts, key=itemgetter(0, 1))
    return Keep(others(dice, high + low), chance)


def _parts(dice: Hand) -> list[Hand]:
    """List what may be kept of dice, dice of one number alike."""
    alike: dict[int, list[Card]] = {}
    for face in dice:
        alike.setdefault(face.number, []).append(face)
    return [
        tuple(
            face
            for faces, n in zip(alike.values(), counts, strict=True)
            for face in faces[:n]
        )
        for counts in product(*(range(len(faces) + 1) for faces in alike.values()))
    ]
