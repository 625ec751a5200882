"""Phase 10 for people on one network: a host, its players, bots and watchers.

The packages, from the inside out: `engine` knows the rules, `bots` decide, `protocol`
knows the bytes, `lan` this computer's networks, `host` runs a table, `client` sits down
at one, `cli` is the command line. Each may import only what stands further in; bots,
protocol and lan never meet, nor do host and client.

What the author of a bot needs can be imported from here; it is loaded when it is asked
for. Nothing inside imports this module.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from p10net.bots.brain import Brain
    from p10net.bots.reading import hits, lay_downs, missing, seen, unseen
    from p10net.cli.authors import rehearse, run_bot
    from p10net.client.strict import IllegalAnswer
    from p10net.engine.cards import Card
    from p10net.engine.moves import (
        Action,
        Ask,
        Declare,
        Discard,
        Draw,
        Give,
        GiveBack,
        Hit,
        Lay,
        LayOffer,
        Pass,
        Refresh,
        Roll,
        Save,
        Swap,
        TakeSaved,
    )
    from p10net.engine.view import View

_HOMES = {
    "Action": "engine.moves",
    "Ask": "engine.moves",
    "Brain": "bots.brain",
    "Card": "engine.cards",
    "Declare": "engine.moves",
    "Discard": "engine.moves",
    "Draw": "engine.moves",
    "Give": "engine.moves",
    "GiveBack": "engine.moves",
    "Hit": "engine.moves",
    "IllegalAnswer": "client.strict",
    "Lay": "engine.moves",
    "LayOffer": "engine.moves",
    "Pass": "engine.moves",
    "Refresh": "engine.moves",
    "Roll": "engine.moves",
    "Save": "engine.moves",
    "Swap": "engine.moves",
    "TakeSaved": "engine.moves",
    "View": "engine.view",
    "hits": "bots.reading",
    "lay_downs": "bots.reading",
    "missing": "bots.reading",
    "rehearse": "cli.authors",
    "run_bot": "cli.authors",
    "seen": "bots.reading",
    "unseen": "bots.reading",
}
__all__ = [
    "Action",
    "Ask",
    "Brain",
    "Card",
    "Declare",
    "Discard",
    "Draw",
    "Give",
    "GiveBack",
    "Hit",
    "IllegalAnswer",
    "Lay",
    "LayOffer",
    "Pass",
    "Refresh",
    "Roll",
    "Save",
    "Swap",
    "TakeSaved",
    "View",
    "hits",
    "lay_downs",
    "missing",
    "rehearse",
    "run_bot",
    "seen",
    "unseen",
]


def __getattr__(name: str) -> object:
    """Load what is asked for from its home."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """List what can be had, also before it was asked for."""
    return sorted({*globals(), *_HOMES})
