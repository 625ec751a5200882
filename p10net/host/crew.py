"""Keeps the host's own bots at their seats, with another session after a crash.

They sit at the table like anybody, through a pipe in place of a socket. How a bot plays
is not known here; whoever opens the table brings what starts one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, Protocol

import trio

from p10net.host.guests import Player
from p10net.host.pipe import pair
from p10net.host.quiet import sparing
from p10net.host.table import Table

RESTARTS: Final = 3
"""How often a bot is started again after a crash."""

LOG = sparing(__name__)


class SpawnBot(Protocol):
    """Starts a bot's session on a stream; returns when the session is over."""

    def __call__(
        self,
        level: str,
        name: str,
        session: str,
        stream: trio.abc.Stream,
        generator: Random,
    ) -> Awaitable[None]:
        """Take the seat up by its session and play there."""
        ...


class Crew:
    """The bots of one table. `attach` takes a stream in as a connection."""

    def __init__(
        self,
        table: Table,
        spawn: SpawnBot | None,
        attach: Callable[[trio.abc.Stream], None],
    ) -> None:
        """Start nothing yet."""
        self._table, self._spawn, self._attach = table, spawn, attach
        self._called: set[str] = set()

    def call(self, nursery: trio.Nursery) -> None:
        """Start a session for each seat of a bot that has none."""
        for player in self._missing():
            assert self._spawn is not None
            self._called.add(player.session)
            nursery.start_soon(self._run, player, self._spawn)

    @property
    def wanted(self) -> bool:
        """Whether a bot was seated that has no session yet."""
        return bool(self._missing())

    def _missing(self) -> list[Player]:
        if self._spawn is None:
            return []
        bots = self._table.bots()
        return [player for player in bots if player.session not in self._called]

    async def _run(self, player: Player, spawn: SpawnBot) -> None:
        """Keep a bot at its seat; after some crashes the stand-in has to do."""
        for _ in range(1 + RESTARTS):
            ours, theirs = pair()
            self._attach(ours)
            generator = self._table.house.chance.generator(player.seat)
            try:
                await spawn(
                    player.level, player.name, player.session, theirs, generator
                )
            except* Exception:
                LOG.exception("a bot failed")
            finally:
                await trio.aclose_forcefully(theirs)
            if self._table.house.players.get(player.seat) is not player:
                return
