"""A p10net bot. With a table's name or address it plays there, else it rehearses."""

import sys
from random import Random

from p10net import Action, Ask, Brain, View, hits, lay_downs, rehearse, run_bot


class MyBot(Brain):
    """Says what to do, each time it is asked."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, view: View, ask: Ask) -> Action:
        useful: list[Action] = [*lay_downs(view), *hits(view)]
        return useful[0] if useful else ask.default


if __name__ == "__main__":
    sys.exit(run_bot(MyBot, sys.argv[1]) if sys.argv[1:] else print(rehearse(MyBot)))
