"""The whole game, secrets included: how an act changes it.

`apply` is the only way a game changes: it checks first and changes after, so that a
refused action leaves the very same Game. Chance comes in with `Deal`; the same
rules, seats and acts give the same game. Only the host may import this module.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine import dice, opening, outcome, progress, rolling, rounds, turns
from p10net.engine.cards import in_order
from p10net.engine.hidden import Game as Game
from p10net.engine.hidden import (
    give,
    give_top,
    hand_out,
    pay,
    put,
    settle,
    throw_dice,
    without_saved,
)
from p10net.engine.moves import MOVES, Action, Event, check
from p10net.engine.moves.declare import ask_next
from p10net.engine.moves.house import (
    Deal,
    DealVoided,
    DropSeat,
    GameOver,
    HouseAct,
    NextRound,
    RoundOver,
    SeatDropped,
    Stop,
    TieBreak,
    Void,
)
from p10net.engine.moves.step import Step, you
from p10net.engine.opening import Dealt, Start
from p10net.engine.reasons import Reason
from p10net.engine.rolling import Begun
from p10net.engine.rules import Rules
from p10net.engine.shuffle import SEED_BYTES, digest, permute, pick
from p10net.engine.turns import NoDraw
from p10net.engine.view import (
    DRAW,
    PLAY,
    ROUND_OVER,
    Stage,
    View,
    You,
    seat_at,
    with_seat,
)

Events = tuple[Event, ...]


class Refused(ValueError):
    """An action that may not be done; `why` is the reason for the actor alone."""

    def __init__(self, why: Reason) -> None:
        """Keep the reason; nothing has changed."""
        super().__init__(why.value)
        self.why = why


def new_game(rules: Rules, seats: tuple[int, ...]) -> Game:
    """Set up a game for the seat numbers taken; gaps keep their numbers.

    It waits in stage `deal`. Raises RulesError if the number of seats does not fit.
    """
    view = rounds.begin(rules, seats)
    return Game(view, tuple(You(seat.seat) for seat in view.seats))


def take_up(view: View, seats: tuple[int, ...]) -> Game:
    """Go on after a round that ended elsewhere, with those of its seats that are here.

    All that is needed was open to everybody; a card put aside is not, and goes back
    into the deck. Raises Refused if the round is not over, or too few seats are here.
    A tie is decided for the one of the tied who is here, or left as it is without any.
    """
    public = tuple(replace(seat, saved=0, has_saved=False) for seat in view.seats)
    game = Game(
        replace(view, you=None, seats=public, tie=()),
        tuple(You(seat.seat) for seat in public),
    )
    for seat in view.seats:
        if not seat.gone and seat.seat not in seats:
            game, _ = apply(game, 0, DropSeat(seat.seat))
    tied = tuple(seat for seat in view.tie if seat in seats)
    if len(tied) < min(2, len(view.tie)) and view.stage is ROUND_OVER:
        over = outcome.game_over(game.open, tied or view.tie)
        return replace(game, open=replace(over, step=0))
    game = replace(game, open=replace(game.open, tie=tied))
    game, _ = apply(game, 0, NextRound())
    return replace(game, open=replace(game.open, step=0))


def view_of(game: Game, seat: int) -> View:
    """Give what a seat may know; seat 0 is a watcher."""
    if not seat:
        return game.open
    return replace(game.open, you=game.yours[seat - 1])


def apply(game: Game, seat: int, action: Action | HouseAct) -> tuple[Game, Events]:
    """Do what a seat (0: the house) asks; raises Refused and changes nothing else."""
    kind, view = type(action), game.open
    if kind in HOUSE:
        if seat:
            raise Refused(Reason.NOT_OFFERED)
        game, events = HOUSE[kind](game, action)
        return replace(game, open=replace(game.open, step=game.open.step + 1)), events
    mine = game.yours[seat - 1] if seat else None
    view = replace(view, you=mine, step=view.step + 1)
    why = check(view, action)  # type: ignore[arg-type]  # house acts went above
    if why is not None:
        raise Refused(why)
    return _moved(game, MOVES[kind].play(view, action))


def _moved(game: Game, step: Step) -> tuple[Game, Events]:
    """Part the mover's view into the open table and the hand, and pay what is due."""
    view, mine, events = step.view, step.mine, step.events
    if mine is None:
        mine, view = you(view), replace(view, you=None)
    if step.due:
        game, paid = pay(game, view, mine, step.due)
        if paid:
            events = (*events[:1], *paid, *events[1:])
    elif step.top:
        game = give_top(game, view, mine)
    else:
        game = settle(game, view, mine, game.stock)
    stage = game.open.stage
    if step.given:
        game = give(game, step.given)
    if step.throw:
        game, thrown = throw_dice(game, step.throw)
        events += thrown
    if stage is not PLAY and (step.due or stage is ROUND_OVER):
        game, ended = _finish(game)
        events += ended
    return game, events


# The dice


def _begin(game: Game) -> tuple[Game, Events]:
    """Start a circuit of dice: the opener rolls all ten."""
    view = rolling.pass_on(replace(game.open, turn=game.open.dealer), first=True)
    game, thrown = throw_dice(replace(game, open=view), dice.ALL)
    return game, (Begun(view.round, view.opener), *thrown)


def _roll_on(game: Game) -> tuple[Game, Events]:
    """Hand the cup on from a seat that has left."""
    game = replace(game, open=rolling.pass_on(game.open))
    rolls = game.open.stage is Stage.ROLL
    game, thrown = throw_dice(game, dice.ALL if rolls else ())
    game, ended = _finish(game)
    return game, (*thrown, *ended)


# The end of a round


def _finish(game: Game) -> tuple[Game, Events]:
    """Lay the hands open and score, if the round has just ended."""
    view = game.open
    if view.stage is not ROUND_OVER or view.summary is None or view.summary.left:
        return _never_stuck(game)
    left = tuple(
        mine.hand if seat.playing else ()
        for mine, seat in zip(game.yours, view.seats, strict=True)
    )
    out = rounds.went_out(view.summary)
    view = replace(view, summary=replace(view.summary, left=left))
    view = rounds.close(view, left, out)
    yours = tuple(replace(mine, drew=None) for mine in game.yours)
    events: list[Event] = [RoundOver(view.round, out)]
    if view.stage is Stage.GAME_OVER and view.summary is not None:
        events.append(GameOver(view.summary.winners))
    elif view.tie:
        events.append(TieBreak(view.tie))
    return replace(game, open=view, yours=yours), tuple(events)


def _never_stuck(game: Game) -> tuple[Game, Events]:
    """A refill may have emptied the stock under a seat that is to draw from it."""
    view = game.open
    if view.stage is not DRAW or turns.can_draw(view):
        return game, ()
    events: Events = (NoDraw(view.turn),)
    view = turns.play_dry(view)
    if not seat_at(view, view.turn).n:
        view, passed = turns.pass_on(view)
        events += passed
    return replace(game, open=view), events


# What the house does


def _next_round(game: Game, act: NextRound) -> tuple[Game, Events]:
    view = game.open
    if view.stage is not ROUND_OVER:
        raise Refused(Reason.WRONG_STAGE)
    view = rounds.next_round(view)
    yours = tuple(replace(mine, hand=(), drew=None) for mine in game.yours)
    return replace(game, open=view, yours=yours, stock=(), seed=b"", shuffles=0), ()


def _deal(game: Game, act: Deal) -> tuple[Game, Events]:
    seed = _seed(act)
    if game.open.stage is not Stage.DEAL:
        raise Refused(Reason.WRONG_STAGE)
    view = _first_deal(game.open, seed)
    if dice.played(view.rules):
        return _begin(replace(game, open=view, seed=seed))
    deck = without_saved(opening.full_deck(view.rules), game.yours)
    game, under = hand_out(replace(game, open=view, seed=seed), permute(seed, deck))
    view = game.open
    event = Dealt(view.round, view.dealer, view.opener, view.pile[-1], under)
    start = ask_next(replace(view, turn=view.dealer))
    return _started(game, start, (event,))


def _started(game: Game, start: Start, events: Events) -> tuple[Game, Events]:
    game = give(replace(game, open=start.view), start.given)
    game, ended = _finish(game)
    return game, (*events, *start.events, *ended)


def _seed(act: Deal) -> bytes:
    try:
        seed = bytes.fromhex(act.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Refused(Reason.BAD_SEED)
    return seed


def _first_deal(view: View, seed: bytes) -> View:
    """Let chance choose the first dealer, and lay out the board's Twist phases."""
    if not view.dealer:
        here = [seat.seat for seat in view.seats if not seat.gone]
        view = replace(view, dealer=here[pick(digest("dealer", seed), len(here))])
    every = progress.twist_phases(view.rules)
    if every and not view.twists:
        twists = permute(digest("twists", seed), every)
        view = replace(view, twists=twists[: progress.TWIST_SPACES])
    return replace(view, opener=opening.opener(view))


def _void(game: Game, act: Void) -> tuple[Game, Events]:
    if game.open.stage is not Stage.DEAL:
        raise Refused(Reason.WRONG_STAGE)
    view = replace(game.open, voids=game.open.voids + 1)
    return replace(game, open=view), (DealVoided(view.voids),)


def _stop(game: Game, act: Stop) -> tuple[Game, Events]:
    if game.open.stage is Stage.GAME_OVER:
        raise Refused(Reason.GAME_OVER)
    for number in act.without:
        _must_be_here(game.open, number)
        game = _cards_back(game, number)
    view = outcome.stop(game.open)
    winners = view.summary.winners if view.summary else ()
    return replace(game, open=view), (
        *map(SeatDropped, act.without),
        GameOver(winners),
    )


def _must_be_here(view: View, number: int) -> None:
    if all(seat.gone or seat.seat != number for seat in view.seats):
        raise Refused(Reason.NO_SUCH_SEAT)


def _drop_seat(game: Game, act: DropSeat) -> tuple[Game, Events]:
    view = game.open
    if view.stage is Stage.GAME_OVER:
        raise Refused(Reason.GAME_OVER)
    _must_be_here(view, act.seat)
    if sum(not seat.gone for seat in view.seats) <= 2:
        raise Refused(Reason.TOO_FEW_SEATS)
    game = _cards_back(game, act.seat)
    events: Events = (SeatDropped(act.seat),)
    if act.seat in view.tie and len(view.tie) == 2:
        return _last_tied(game, act.seat, events)
    if view.turn != act.seat:
        return game, events
    if view.stage is Stage.ROLL:
        game, more = _roll_on(game)
        return game, (*events, *more)
    return _started(game, _GO_ON[view.stage](game.open), events)


def _cards_back(game: Game, number: int) -> Game:
    """Put hand and save pile of a leaving seat under the stock, and strike it."""
    view, mine = game.open, game.yours[number - 1]
    back = in_order(mine.hand + mine.saved) if view.stage in _DEALT else ()
    seat = replace(
        seat_at(view, number), n=0, saved=0, owes=0, gone=True, playing=False
    )
    view = replace(
        with_seat(view, seat),
        stock=len(back + game.stock),
        tie=tuple(other for other in view.tie if other != number),
    )
    yours = put(game.yours, You(number))
    return replace(game, open=view, yours=yours, stock=back + game.stock)


def _last_tied(game: Game, number: int, events: Events) -> tuple[Game, Events]:
    view = outcome.game_over(game.open, game.open.tie)
    return replace(game, open=view), (*events, GameOver(game.open.tie))


_DEALT = (Stage.DECLARE, Stage.GIVE, Stage.DRAW, Stage.PLAY, Stage.ROUND_OVER)
_GO_ON: dict[Stage, Callable[[View], Start]] = {
    Stage.DECLARE: ask_next,
    Stage.GIVE: opening.first_turn,
    Stage.DRAW: lambda view: Start(*turns.pass_on(view)),
    Stage.PLAY: lambda view: Start(*turns.pass_on(turns.left_there(view))),
}
HOUSE: dict[type[Struct], Callable[[Game, Any], tuple[Game, Events]]] = {
    Deal: _deal,
    NextRound: _next_round,
    DropSeat: _drop_seat,
    Stop: _stop,
    Void: _void,
}
