"""A sensible player whose mind wanders: sound play, with a slip now and then."""

from typing import ClassVar

from p10net.bots.sound import Sound


class Steady(Sound):
    """Plays as people do who know the game and talk while they play."""

    careless: ClassVar[float] = 0.4
