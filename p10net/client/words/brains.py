"""What the author of a brain is told: what went wrong where, and what was played."""

from __future__ import annotations

from collections.abc import Iterable

from p10net.client.words.actions import offer
from p10net.client.words.cards import listed, plural
from p10net.client.words.events import Names
from p10net.client.words.refusals import REASONS
from p10net.engine.moves import Action, Offer, as_action
from p10net.engine.reasons import Reason
from p10net.protocol.clean import clean
from p10net.protocol.messages import Err

_NOBODY = Names({})


def _instead(default: Action) -> str:
    return f"played instead: {offer(default, _NOBODY)}."


def raised(where: str, error: Exception, default: Action) -> str:
    """Say where a brain failed, as a line its author can go to."""
    kind, text = type(error).__name__, clean(str(error))
    return f"{where}: {kind}: {text}; {_instead(default)}"


def no_action(answer: object, default: Action) -> str:
    """Say that a brain answered with something else than an action."""
    return (
        f"choose() gave {clean(repr(answer))[:80]}, which is no action;"
        f" return an item of ask.can; {_instead(default)}"
    )


def never_awaited(default: Action) -> str:
    """Say that a brain's choose() is no plain function."""
    return (
        "choose() is an async def, which nobody awaits: make it a plain def;"
        f" {_instead(default)}"
    )


def illegal(action: Action, why: Reason, can: Iterable[Offer], default: Action) -> str:
    """Say that a brain wanted what the rules forbid, and what it could have had."""
    legal = ", ".join(offer(as_action(one), _NOBODY) for one in can)
    return (
        f"choose() gave {offer(action, _NOBODY)}: {REASONS[why]}"
        f" Legal were: {legal}; {_instead(default)}"
    )


def refused(err: Err, default: Action) -> str:
    """Say that the host refused what seemed legal here."""
    why = err.why.value if err.why else err.code.value
    return f"The host refused the choice ({why}); {_instead(default)}"


def thinking(seconds: float, limit: float, default: Action) -> str:
    """Say that a brain has been at it for long, and what will come of it."""
    return (
        f"choose() has not returned for {seconds:g} s; after {limit:g} s this is"
        f" {_instead(default)}"
    )


def too_slow(seconds: float, default: Action) -> str:
    """Say that a brain took longer than a decision may."""
    return f"choose() took longer than {seconds:g} s; {_instead(default)}"


def came(place: int, seats: int, phases: int, score: int) -> str:
    """Say how the game came out that a brain has played to its end."""
    done = plural(phases, "phase", "phases")
    return f"The game is over: place {place} of {seats}, {done}, {score} points."


def seated(name: str, seat: int, table: str) -> str:
    """Say which seat a bot has, which the table calls by this name."""
    return f"{clean(name)} has seat {seat} at {clean(table)}."


def back(name: str, seat: int) -> str:
    """Say that it plays on after the link was lost."""
    return f"{clean(name)} is back in seat {seat}."


# --- Loading ---------------------------------------------------------------------


def no_brain(spec: str, levels: Iterable[str]) -> str:
    """Say how brains are named."""
    return (
        f"There is no brain {clean(spec)[:60]}: name a level ({listed(levels)}),"
        " module:Name or file.py:Name."
    )


def unnamed(source: str, found: list[str]) -> str:
    """Say that a file was named, and none of the brains in it."""
    if not found:
        return f"{clean(source)} has no class with a choose(): give it one."
    first, which = f"{clean(source)}:{found[0]}", clean(listed(found))
    if len(found) == 1:
        return f"{clean(source)} has the brain {which}: say {first}."
    return f"{clean(source)} has {which}: say which of them, such as {first}."


def takes_no_chance(spec: str) -> str:
    """Say how brains are made, of one that cannot be made so."""
    return (
        f"{clean(spec)} has to take one argument, the random.Random that its chance is"
        " to come from: def __init__(self, chance)."
    )


def made_later(spec: str) -> str:
    """Say that what makes a brain is no plain function."""
    return (
        f"{clean(spec)} is an async def, which nobody awaits: name a class, or make it"
        " a plain def."
    )


def no_source(source: str) -> str:
    """Say that there is no such file or module."""
    return f"There is no {clean(source)[:200]} here: check the name and the folder."


def no_file(source: str) -> str:
    """Say that something else than a file has that name."""
    return f"{clean(source)[:200]} is no file: name one that holds a brain."


def broken(source: str, where: str, error: BaseException) -> str:
    """Say that a brain's source cannot be run."""
    kind, text = type(error).__name__, clean(str(error))
    return f"{clean(source)} cannot be loaded: {where}: {kind}: {text}."


def no_name(source: str, name: str, found: list[str]) -> str:
    """Say that a source has no such class, and which it has."""
    has = f"it has {listed(found)}" if found else "it has no class with a choose()"
    return f"{clean(source)} has no brain called {name}: {has}."


def no_choose(name: str) -> str:
    """Say that something is no brain."""
    return f"{name} has no choose(view, ask): give it one that returns an action."
