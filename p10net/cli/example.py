"""An example of cards for each goal, to show what a phase asks for.

The cards come from nobody's hand: they are made up, one goal after the other, so that
the goals of a phase use different numbers and colors. Whether they are a lay-down is
still asked of the engine. Dice bear some faces only, so theirs are put together die by
die.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice

from p10net.engine import dice
from p10net.engine.cards import COLORS, NUMBERS, Card, Hand, in_order
from p10net.engine.laying import lay
from p10net.engine.melds import KINDS, LAST_NUMBER, MARKS, Goal, Kind, Meld, Terms

Made = Callable[[Goal, int], list[str]]
"""Make the faces for a goal that stands at a place within its phase."""


def _color(at: int) -> str:
    return COLORS[at % len(COLORS)]


def _hues(at: int, n: int, colors: str = COLORS) -> list[str]:
    return list(islice(cycle(colors), at, at + n))


def _number(at: int) -> int:
    """Give each place of a phase a number of its own: 3, 5, 7, 9, 11, 1."""
    return NUMBERS[(2 + 2 * at) % len(NUMBERS)]


def _set(goal: Goal, at: int) -> list[str]:
    return [f"{color}{_number(at)}" for color in _hues(at, goal.n)]


def _run(goal: Goal, at: int, colors: str = COLORS) -> list[str]:
    low = min(1 + at, LAST_NUMBER + 1 - goal.n)
    hues = _hues(0 if goal.colors else at, goal.n, colors)
    return [f"{color}{low + i}" for i, color in enumerate(hues)]


def _one_color(goal: Goal, at: int) -> list[str]:
    return [f"{_color(at)}{1 + i % LAST_NUMBER}" for i in range(goal.n)]


def _parity(goal: Goal, at: int) -> list[str]:
    numbers = islice(cycle(range(2, LAST_NUMBER + 1, 2)), goal.n)
    hues = _hues(at, goal.n)
    return [f"{color}{n}" for color, n in zip(hues, numbers, strict=True)]


def _color_parity(goal: Goal, at: int) -> list[str]:
    numbers = islice(cycle(range(2, LAST_NUMBER + 1, 2)), goal.n)
    return [f"{_color(at)}{number}" for number in numbers]


def _color_set(goal: Goal, at: int) -> list[str]:
    """Two copies of a card exist; wilds stand for the others."""
    return [f"{_color(at)}{_number(at)}"] * 2 + ["W"] * (goal.n - 2)


MAKE: Mapping[Kind, Made] = {
    Kind.SET: _set,
    Kind.RUN: _run,
    Kind.COLOR: _one_color,
    Kind.COLOR_RUN: lambda goal, at: _run(goal, 0, _color(at)),
    Kind.PARITY: _parity,
    Kind.COLOR_PARITY: _color_parity,
    Kind.COLOR_SET: _color_set,
    Kind.ALT_RUN: lambda goal, at: _run(goal, at, goal.colors or COLORS[at % 3 :][:2]),
    Kind.WILD: lambda goal, at: ["W"] * goal.n,
    Kind.SKIP: lambda goal, at: ["S"] * goal.n,
}


def lay_down(goals: tuple[Goal, ...], on: Terms) -> tuple[Meld, ...]:
    """Show one lay-down of these goals; empty if these terms refuse it."""
    groups = tuple(_cards(goal, at) for at, goal in enumerate(goals))
    laid = lay(goals, groups, on)
    return laid if isinstance(laid, tuple) else ()


def _cards(goal: Goal, at: int) -> Hand:
    return tuple(Card(face) for face in MAKE[goal.kind](goal, at))


# --- With dice -----------------------------------------------------------------------

Dice = tuple[int, ...]


def thrown(goals: tuple[Goal, ...], on: Terms) -> tuple[Meld, ...]:
    """Show one way for ten dice to lie that makes these goals; empty if none does."""
    for groups in _thrown(goals, 0, dice.ALL):
        laid = lay(goals, groups, on)
        if isinstance(laid, tuple):
            return laid
    return ()


def _thrown(goals: tuple[Goal, ...], at: int, left: Dice) -> Iterator[tuple[Hand, ...]]:
    """Go through the ways to make the goals from one place on with the dice left."""
    if at == len(goals):
        yield ()
        return
    ways = dice.ways(goals[at])
    turn = at % len(ways)
    for way in (*ways[turn:], *ways[:turn]):
        made = _from_dice(goals[at], way, left)
        if made is not None:
            hand = made[0] if KINDS[goals[at].kind].sequence else in_order(made[0])
            yield from ((hand, *more) for more in _thrown(goals, at + 1, made[1]))


def _from_dice(goal: Goal, way: dice.Way, left: Dice) -> tuple[Hand, Dice] | None:
    """Take a die for each card of a goal, the first that bears one; None if none is."""
    faces: Hand = ()
    for numbers in way:
        fits = (
            (die, face)
            for die in left
            for face in dice.FACES[die - 1]
            if face.number in numbers and _alike(goal, (*faces, face))
        )
        found = next(fits, None)
        if found is None:
            return None
        left = tuple(die for die in left if die != found[0])
        faces = (*faces, found[1])
    return faces, left


def _alike(goal: Goal, faces: Hand) -> bool:
    """Whether faces share what the cards of such a goal must share."""
    kind = goal.kind
    return not KINDS[kind].traits or MARKS[kind](faces[0]) == MARKS[kind](faces[-1])
