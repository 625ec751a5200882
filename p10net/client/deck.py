"""What a client has found out about a deal, as news for whoever plays.

Words for it stand elsewhere; how it was found out, in `deals`.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from p10net.engine.view import Stage

# When the secrets are to be shown, by the rules' switch.
SHOWN_IN = {
    "game": (Stage.GAME_OVER,),
    "round": (Stage.ROUND_OVER, Stage.GAME_OVER),
}


class Wrong(Enum):
    """What a host did that an honest one never does."""

    NUMBER = "number"
    COMMITMENT = "commitment"
    UNASKED = "unasked"
    DROPPED = "dropped"
    FORGED = "forged"
    PROMISES = "promises"
    SHARES = "shares"
    EARLY = "early"
    AGAIN = "again"
    ROUND = "round"
    HIDDEN = "hidden"
    SECRET = "secret"
    REUSED = "reused"
    MIXED = "mixed"
    VOID = "void"
    CARDS = "cards"
    UNPROVED = "unproved"


class Finding(Struct, frozen=True):
    """What was wrong, in which deal, and with whose part of it, if with a seat's."""

    wrong: Wrong
    deal: int
    seat: int = 0


class Deck(Struct, frozen=True):
    """How far a deal can be trusted: news for whoever plays.

    So many of the seats `asked` gave a share. `proved` counts the deals that were
    checked now, all cards included, `voided` those that were given up; 0 and 0 say
    that a deal has just been made. `findings` are what was wrong.
    """

    shares: int = 0
    asked: int = 0
    proved: int = 0
    voided: int = 0
    findings: tuple[Finding, ...] = ()
