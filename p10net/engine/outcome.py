"""Is the game over, who won, and in which order the others follow.

Reads the open table after a round was scored; knows no moves and no hidden card.
"""

from collections.abc import Callable

from msgspec.structs import replace

from p10net.engine.dice import ahead_by
from p10net.engine.progress import finished, open_phases, stands
from p10net.engine.turns import end_round
from p10net.engine.view import Seat, Stage, Summary, View

Seats = tuple[Seat, ...]


def _in_game(view: View) -> Seats:
    return tuple(seat for seat in view.seats if not seat.gone)


def _by_score(view: View, seat: Seat) -> tuple[int, ...]:
    return (ahead_by(view.rules, seat.score),)


# Who is ahead (A66, A68): smaller keys first.
RANK: dict[str, Callable[[View, Seat], tuple[int, ...]]] = {
    "phases_then_points": lambda view, seat: (
        -stands(view, seat),
        *_by_score(view, seat),
    ),
    "points": _by_score,
}


def ranking(view: View) -> tuple[int, ...]:
    """Order the seats, the one ahead first; equal ones by seat number."""
    key = RANK[view.rules.rank]
    return tuple(
        seat.seat for seat in sorted(_in_game(view), key=lambda s: key(view, s))
    )


# Which seats, if any, have ended the game with this round (A62).


def _end_of_round(view: View) -> Seats:
    return tuple(seat for seat in _in_game(view) if finished(view, seat))


def _by_going_out(view: View) -> Seats:
    ahead = _end_of_round(view)
    out = view.summary.out if view.summary else 0
    return ahead if any(seat.seat == out for seat in ahead) else ()


GAME_END: dict[str, Callable[[View], Seats]] = {
    "end_of_round": _end_of_round,
    "at_once_if_sole": _end_of_round,
    "go_out": _by_going_out,
    "limit": lambda view: (),
}


def _limit_reached(view: View) -> bool:
    rules = view.rules
    by_rounds = rules.round_limit and view.round >= rules.round_limit
    most = max(seat.score for seat in _in_game(view))
    return bool(by_rounds or (rules.score_limit and most >= rules.score_limit))


def _counts(view: View) -> bool:
    """Whether a game stopped early has a winner (000: five and a half phases)."""
    furthest = max(len(seat.done) for seat in _in_game(view))
    return furthest >= view.rules.stop_counts_from


def _best(
    view: View, seats: Seats, key: Callable[[View, Seat], tuple[int, ...]]
) -> Seats:
    least = min(key(view, seat) for seat in seats)
    return tuple(seat for seat in seats if key(view, seat) == least)


def after_round(view: View) -> View:
    """Decide after a scored round: game over, a tie-break round, or just on."""
    if view.tie:
        return _after_tie_break(view)
    ahead = GAME_END[view.rules.game_end](view)
    if ahead:
        return _settle(view, _best(view, ahead, _by_score))
    if _limit_reached(view):
        if not _counts(view):
            return game_over(view, ())
        return _settle(view, _best(view, _in_game(view), RANK[view.rules.rank]))
    return view


def _settle(view: View, best: Seats) -> View:
    names = tuple(seat.seat for seat in best)
    return (TIE[view.rules.tie] if len(names) > 1 else game_over)(view, names)


def _play_on(view: View, names: tuple[int, ...]) -> View:
    return replace(view, tie=names)


def _after_tie_break(view: View) -> View:
    """The round's winner wins the game; a round nobody went out of is dealt again."""
    if len(view.tie) == 1:
        return game_over(view, view.tie)
    if view.summary and view.summary.out:
        return game_over(view, (view.summary.out,))
    return view


def game_over(view: View, winners: tuple[int, ...]) -> View:
    """Close the game with its winners first in the ranking."""
    rest = tuple(seat for seat in ranking(view) if seat not in winners)
    summary = view.summary or Summary("stopped", 0, ())
    return replace(
        view,
        stage=Stage.GAME_OVER,
        turn=0,
        summary=replace(summary, winners=winners, ranking=winners + rest),
    )


def stop(view: View) -> View:
    """End the game where it stands: the leader wins if enough phases are done.

    Whoever is left alone has won nothing: the others only went.
    """
    view = replace(view, summary=Summary("stopped", 0, ()))
    if len(_in_game(view)) < 2 or not _counts(view):
        return game_over(view, ())
    best = _best(view, _in_game(view), RANK[view.rules.rank])
    return game_over(view, tuple(seat.seat for seat in best))


# What equal first places do (A64).
TIE: dict[str, Callable[[View, tuple[int, ...]], View]] = {
    "go_out": _play_on,
    "lay_first": _play_on,
    "shared": game_over,
}


# Ends in the middle of a round, decided when a phase is laid.


def _sole_finisher(view: View) -> str:
    """000: the only seat on the last phase wins as soon as it has laid it (A62)."""
    seat = view.seats[view.turn - 1]
    if view.rules.game_end != "at_once_if_sole" or view.tie or not finished(view, seat):
        return ""
    others = (s for s in view.seats if s.playing and s is not seat)
    last_too = any(on_last(view, other) for other in others)
    return "" if last_too else "at_once"


def on_last(view: View, seat: Seat) -> bool:
    """Whether laying one more phase would complete the seat's game."""
    if seat.laid or seat.put_away:
        return finished(view, seat)
    phases = open_phases(view, seat.seat)
    after = replace(seat, laid=phases[0], done=tuple(sorted({*seat.done, phases[0]})))
    return len(phases) == 1 and finished(view, after)


def _first_to_lay(view: View) -> str:
    """002: in a tie-break hand the first to lay wins."""
    return "lay_first" if view.tie and view.rules.tie == "lay_first" else ""


def laid(view: View) -> View:
    """End the round at once where laying a phase decides the game."""
    how = _first_to_lay(view) or _sole_finisher(view)
    return end_round(view, how, view.turn) if how else view
