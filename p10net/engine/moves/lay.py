"""Lay down: the whole phase at once, with extra cards where the rules allow them.

What fits is `laying.lay`, what can be found in a hand is `finder`; here stands when
it may be done and what it changes.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import final

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine import dice, finder, laying, melds, outcome, rules
from p10net.engine.cards import Card, Hand
from p10net.engine.cards import holds as holds_all
from p10net.engine.ending import charge, must_keep
from p10net.engine.melds import Goal, Meld, Terms
from p10net.engine.moves.hit import stuck
from p10net.engine.moves.roll import play_laid
from p10net.engine.moves.step import Step, give_up, keeps, mover, played, you
from p10net.engine.progress import completed, open_phases
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules
from p10net.engine.view import View, seated


class Lay(Struct, frozen=True, omit_defaults=True, tag_field="a", tag="lay"):
    """Lay down a phase: one group of cards a goal, in any order.

    `phase` names the phase where more than one is open (0: the only one).
    """

    melds: tuple[Hand, ...]
    phase: int = 0


@final
class LayOffer(Struct, frozen=True, omit_defaults=True, tag_field="a", tag="lay"):
    """The goals of an open phase and one lay-down that fulfils them.

    Sent back as it is, it is a complete `lay`; any own cards that satisfy the goals
    are one too.
    """

    melds: tuple[Hand, ...]
    phase: int
    goals: tuple[Goal, ...]


class Laid(Struct, frozen=True, tag_field="e", tag="laid"):
    """A seat laid down a phase; the melds are as they lie on the table."""

    seat: int
    phase: int
    melds: tuple[Meld, ...]


def goals_of(view: View, phase: int) -> tuple[Goal, ...]:
    """Give the goals of a phase number as the rules mean them."""
    return _task(view.rules, phase).goals


class Task(Struct, frozen=True):
    """A phase as the rules mean it, and whether a hand can lay it."""

    goals: tuple[Goal, ...]
    on: Terms
    lays: Callable[[Hand], bool]


@lru_cache(maxsize=512)
def _task(game: Rules, phase: int) -> Task:
    """Look a phase up, once for all turns of a game."""
    goals = melds.asked(game, rules.phase(game, phase).goals)
    on = melds.terms(game, phase)
    return Task(goals, on, finder.lays(goals, on))


def options(view: View) -> Sequence[LayOffer]:
    """Offer each open phase the hand can lay, with its best lay-down."""
    if view.laid_now or view.seats[view.turn - 1].laid:
        return ()
    mine, found = view.you, []
    assert mine is not None
    for phase in open_phases(view, view.turn):
        task = _task(view.rules, phase)
        if task.lays(mine.hand) and (groups := _allowed(view, phase)):
            found.append(LayOffer(groups, phase, task.goals))
    return found


def _allowed(view: View, phase: int) -> tuple[Hand, ...] | None:
    """Find a lay-down that may be made now: the best one, else the next best."""
    hand, task = you(view).hand, _task(view.rules, phase)
    goals, on = task.goals, task.on
    if dice.played(view.rules):
        return _dearest(hand, goals, on)
    best = finder.best(hand, goals, on, must_keep(view))
    if best is not None and _refuse_cards(view, Lay(best, phase), phase) is None:
        return best
    others, _ = finder.distinct(hand, goals, on, ENOUGH)
    lawful = (
        one for one in others if _refuse_cards(view, Lay(one, phase), phase) is None
    )
    return next(lawful, None)


ENOUGH = 64


@lru_cache(maxsize=8)
def _dearest(hand: Hand, goals: tuple[Goal, ...], on: Terms) -> tuple[Hand, ...]:
    """Choose the lay-down of dice that counts most; the first of equal ones.

    It is asked for when the question is put and again to answer it: found once.
    """
    found, _ = finder.distinct(hand, goals, on, ENOUGH)
    return max(found, key=lambda groups: sum(map(dice.total, groups)))


def refuse(view: View, action: Lay) -> Reason | None:
    """Say what stands against laying these cards now (A20 to A34)."""
    if view.laid_now or mover(view).laid:
        return Reason.ALREADY_LAID
    phase = _phase(view, action)
    if isinstance(phase, Reason):
        return phase
    if not holds_all(you(view).hand, _cards(action)):
        return Reason.CARD_NOT_HELD
    return _refuse_cards(view, action, phase)


def _cards(action: Lay) -> Hand:
    return tuple([card for group in action.melds for card in group])


def _refuse_cards(view: View, action: Lay, phase: int) -> Reason | None:
    """Say what stands against laying cards of the hand for an open phase."""
    cards, laid = _cards(action), _read(view, action, phase)
    if isinstance(laid, Reason):
        return laid
    if view.owed_wild and Card.W not in cards:
        return Reason.MUST_USE_WILD
    return keeps(view, len(cards)) or _stuck(view, action)


def _phase(view: View, action: Lay) -> int | Reason:
    phases = open_phases(view, view.turn)
    if not action.phase:
        return phases[0] if len(phases) == 1 else Reason.NAME_A_PHASE
    return action.phase if action.phase in phases else Reason.PHASE_NOT_OPEN


def _read(view: View, action: Lay, phase: int) -> tuple[Meld, ...] | Reason:
    task = _task(view.rules, phase)
    return _laid_out(task.goals, action.melds, task.on)


# Cards are read when they are offered, when that is checked, and when they are laid.
_laid_out = lru_cache(maxsize=64)(laying.lay)


def _stuck(view: View, action: Lay) -> Reason | None:
    return stuck(view, lambda: play(view, action))


def play(view: View, action: Lay) -> Step:
    """Put the phase on the table; credit comes with the laying (A61)."""
    phase, seat = _phase(view, action), mover(view)
    assert isinstance(phase, int)
    read = _read(view, action, phase)
    assert not isinstance(read, Reason)
    laid = _named(view, read)
    cards = tuple(card for meld in laid for card in meld.cards)
    view = give_up(view, cards)
    seat = replace(
        mover(view),
        laid=phase,
        done=completed(seat, phase),
        charged=seat.charged + _charged(view, laid),
    )
    view = replace(
        view,
        seats=seated(view, seat),
        laid_now=True,
        owed_wild=False,
        melds=view.melds + laid,
        lettered=view.lettered + len(laid),
    )
    event = Laid(seat.seat, phase, laid)
    table = dice.played(view.rules)
    return play_laid(view, laid, event) if table else _decided(view, event)


def _decided(view: View, event: Laid) -> Step:
    ended = outcome.laid(view)
    return played(view, event) if ended is view else Step(ended, (event,))


def _named(view: View, laid: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Give the melds their letters, and wilds that cost points their mark."""
    return tuple(
        replace(
            meld,
            m=letter(view.lettered + i),
            owner=view.turn,
            charged=charge(view, (meld,)),
            span=_span(view, meld),
        )
        for i, meld in enumerate(laid)
    )


def _span(view: View, meld: Meld) -> tuple[int, ...]:
    runs = melds.KINDS[meld.kind].sequence and charge(view, (meld,))
    return (meld.low, meld.low + len(meld.cards) - 1) if runs else ()


def _charged(view: View, laid: tuple[Meld, ...]) -> int:
    """Count what wilds are charged now: a stolen one was when it was taken over."""
    return max(0, charge(view, laid) - view.owed_wild)


def letter(i: int) -> str:
    """Name the i-th meld of a round: a to z, then a2 to z2, and so on."""
    turn, at = divmod(i, len(ascii_lowercase))
    return ascii_lowercase[at] + (str(turn + 1) if turn else "")
