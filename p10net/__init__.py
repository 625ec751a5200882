"""Phase 10 for people on one network: a host, its players, bots and watchers.

The packages, from the inside out: `engine` knows the rules, `bots` decide, `protocol`
knows the bytes, `lan` the network around, `host` runs a table, `client` sits down at
one, `cli` is the command line. Each may import only what stands before it; host and
client never meet.

What an author of bots needs can be had from here by name. It is fetched when it is
asked for, so that `import p10net` stays free and nothing inside depends on this module.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from p10net.bots.brain import Brain as Brain
    from p10net.client.runner import run_bot as run_bot
    from p10net.client.session import Session as Session
    from p10net.engine.cards import Card as Card
    from p10net.engine.moves import Action as Action
    from p10net.engine.moves import Ask as Ask
    from p10net.engine.view import View as View
    from p10net.protocol.version import VERSION as VERSION

_HOMES = {
    "Action": "p10net.engine.moves",
    "Ask": "p10net.engine.moves",
    "Brain": "p10net.bots.brain",
    "Card": "p10net.engine.cards",
    "Session": "p10net.client.session",
    "VERSION": "p10net.protocol.version",
    "View": "p10net.engine.view",
    "run_bot": "p10net.client.runner",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
