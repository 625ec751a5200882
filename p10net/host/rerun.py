"""Saves a game as its host knew it, and lets a saved one happen once more.

From the rules, the seats and the acts everything follows: a file holds those, and a sum
over all that was so after each act, hidden cards too, so that a game that comes out
differently is noticed at once. Nothing is saved of a game that runs.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import zip_longest

import msgspec
from msgspec.structs import replace

from p10net.engine.game import Events, Game, Refused, apply, new_game, take_up
from p10net.engine.moves import Deal
from p10net.engine.rules import Rules, RulesError
from p10net.engine.shuffle import round_seed
from p10net.engine.view import Stage, View
from p10net.host.house import House, Sheet
from p10net.host.house import Line as Seated
from p10net.host.letters import table as told
from p10net.host.taking_up import playable
from p10net.protocol.deals import Shown
from p10net.protocol.saved import FORM, Did, End, Frame, Head, Line, SavedError

SUM_DIGITS = 16


def saved(house: House, when: str) -> tuple[Head, tuple[Line, ...]]:
    """Write a game that is over as lines."""
    assert house.game is not None
    assert house.stage is Stage.GAME_OVER
    summary, known = house.game.open.summary, told(house, 0.0)
    head = Head(
        form=FORM,
        by="host",
        when=when,
        table=house.setup.name,
        game=house.game_id.hex(),
        rules=house.game.open.rules,
        seats=known.seats,
        numbers=house.numbers,
        practice=house.practice,
        left=known.left,
        after=house.after,
    )
    acts = [Did(seat, action, "") for seat, action in house.acts]
    done = [replace(act, sum=summed(game)) for act, game, _ in _run(head, acts)]
    deals = tuple(attempt.shown() for attempt in house.dealt)
    return head, (*done, End(summary.winners if summary else (), deals))


def summed(game: Game) -> str:
    """Sum up all that is so, in a few digits."""
    return sha256(msgspec.msgpack.encode(game)).hexdigest()[:SUM_DIGITS]


def so_far(house: House, acts: int) -> Game:
    """Give the game as it was after so many of its acts."""
    assert house.game is not None
    game = _first(house.game.open.rules, house.numbers, house.after)
    for seat, action in house.acts[:acts]:
        game, _ = apply(game, seat, action)
    return game


def _first(rules: Rules, seats: tuple[int, ...], after: View | None) -> Game:
    """Set a game up as it began, or as it went on from a lost host's sheet."""
    return new_game(rules, seats) if after is None else take_up(after, seats)


def _begun(head: Head) -> Game:
    """Set up the game of a file, which anybody may have written; raises SavedError."""
    after = head.after
    if after is not None and not (after.rules == head.rules and _goes_on(head, after)):
        raise SavedError(NO_GAME)
    try:
        return _first(head.rules, head.numbers, after)
    except (RulesError, ValueError):
        raise SavedError(NO_GAME) from None


NO_GAME = "names seats or rules that make no game"


def _goes_on(head: Head, after: View) -> bool:
    return playable(Sheet(after, tuple(Seated(seat, "") for seat in head.numbers)))


def _run(head: Head, acts: Iterable[Did]) -> Iterator[tuple[Did, Game, Events]]:
    """Let a game happen once more; raises SavedError where it cannot."""
    game = _begun(head)
    for number, act in enumerate(acts, 1):
        try:
            game, events = apply(game, act.seat, act.action)
        except (Refused, LookupError):
            raise SavedError(f"has an act, number {number}, that cannot be") from None
        yield act, game, events


def frames(head: Head, lines: Iterable[Line]) -> Iterator[Frame]:
    """Tell a host's file moment by moment; raises SavedError."""
    for _, game, events in _run(head, _acts(lines)):
        yield Frame(events, game.open, game.yours)


def _acts(lines: Iterable[Line]) -> list[Did]:
    return [line for line in lines if isinstance(line, Did)]


# --- Whether it is true -----------------------------------------------------------


def problems(head: Head, lines: tuple[Line, ...]) -> Iterator[str]:
    """Say in sentences what is wrong with a host's file; raises SavedError."""
    last = lines[-1] if lines else None
    if not isinstance(last, End):
        raise SavedError("has no end: the game was not over, or the file is cut off")
    game = None
    for number, (act, game, _) in enumerate(_run(head, _acts(lines)), 1):
        if summed(game) != act.sum:
            yield f"After act {number} the cards lie otherwise than they did."
            return
    if game is None or game.open.stage is not Stage.GAME_OVER:
        raise SavedError("ends before the game does")
    winners = game.open.summary.winners if game.open.summary else ()
    if winners != last.winners:
        yield "Others have won than the file says."
    yield from _deals(head, _acts(lines), last.deals)


def _deals(head: Head, acts: list[Did], shown: tuple[Shown, ...]) -> Iterator[str]:
    """Hold the seed of each deal against what it was mixed of."""
    seeds = [act.action.seed for act in acts if isinstance(act.action, Deal)]
    mixed = [(one.deal, _seed(head, one)) for one in shown if not one.void]
    for seed, one in zip_longest(seeds, mixed):
        if one is None or seed is None:
            yield "There are more deals than it is told how they were mixed, or less."
            return
        if seed != one[1]:
            yield f"Deal {one[0]} was not mixed of what the file says."


def _seed(head: Head, one: Shown) -> str:
    try:
        game = bytes.fromhex(head.game)
    except ValueError:
        raise SavedError("has no id of a game") from None
    shares = [(share.seat - 1, bytes.fromhex(share.share)) for share in one.shares]
    secret = bytes.fromhex(one.secret)
    return round_seed(game, one.deal, one.seats, secret, shares).hex()
