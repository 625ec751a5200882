"""What is written on a score pad, and nothing of what follows from it.

Totals, phases and winners are never kept: they are worked out anew from the entries, by
the engine, whenever a pad is opened. That is why taking one back can undo anything.
"""

from __future__ import annotations

from msgspec import Struct

from p10net.engine.rules import Rules


class Pad(Struct, frozen=True, kw_only=True):
    """The head of a pad: who plays, by which rules, since when.

    `twists` are the phases that lie on the Twist spaces, where the rules have some.
    """

    pad: int = 1
    started: str
    players: tuple[str, ...]
    rules: Rules
    twists: tuple[int, ...] = ()


class Answer(Struct, frozen=True, omit_defaults=True, tag_field="wrote", tag="answer"):
    """How a round ended for one player.

    `laid` are the phases laid, `tried` one that was announced and not laid. Either
    `points` were counted by hand or `left` are the cards to count, as they were typed;
    `wilds` are laid ones that cost points. `out` went out, `down` is the seat that the
    rule card sent down, and `nobody` says that the round ended without going out.
    """

    seat: int
    laid: tuple[int, ...] = ()
    tried: int = 0
    points: int | None = None
    left: tuple[str, ...] = ()
    wilds: int = 0
    out: bool = False
    down: int = 0
    nobody: bool = False


class Halt(Struct, frozen=True, tag_field="wrote", tag="stop"):
    """The players stopped before anybody had won."""


Entry = Answer | Halt


class Unclear(ValueError):
    """Something that cannot be written on the pad; the text is for its players."""
