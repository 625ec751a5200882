"""A game as one client was told it, collected until it is over, for its file.

What is kept is what the seat knew: its own hand, everybody's cards on the table, and
what the host said about the deals. A game that was left or lost is not saved.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from p10net.client.deck import SHOWN_IN
from p10net.engine.view import Stage
from p10net.protocol import saved
from p10net.protocol.deals import DealNews, DealOpen, DealProof
from p10net.protocol.messages import State
from p10net.protocol.saved import FORM, Gap, Head, Line, Mine

Save = Callable[[Head, tuple[Line, ...]], None]


class Story:
    """The newest game. `save` is handed each game that is over, once."""

    def __init__(self, save: Save | None = None) -> None:
        """Begin with nothing; without `save` nothing is collected either."""
        self.save = save
        self._lines: list[Line] = []
        self._known: dict[str, Any] = {}
        self._game = ""
        self._over: State | None = None
        self._late = False

    def missed(self) -> None:
        """Note that the link is new."""
        if self._lines:
            self._lines.append(Gap())
        self._late = not self._lines

    def idle(self) -> None:
        """Hear that no game is on: the next one is heard from its beginning."""
        self.finish()
        self._late = False

    def saw(self, state: State) -> None:
        """Hear how the game stands."""
        if self.save is None:
            return
        if self._over is not None and state.view.stage is not Stage.GAME_OVER:
            self.finish()
        known, line = saved.change(self._known, state.view)
        if state.ev or line.view or line.gone:
            self._add(replace(line, n=state.n, ev=state.ev))
        self._known = known
        if state.view.stage is Stage.GAME_OVER:
            self._over = state
            if not SHOWN_IN.get(state.view.rules.proof) or not self._game:
                self.finish()

    def heard(self, said: DealNews) -> None:
        """Hear of a deal."""
        if self.save is None:
            return
        if isinstance(said, DealOpen) and said.game != self._game:
            if self._game:
                self.finish()
            self._game = said.game
        self._add(said)
        if isinstance(said, DealProof) and said.last:
            self.finish()

    def shared(self, deal: int, share: bytes, *, taken: bool = False) -> None:
        """Note a share of our own."""
        if self.save is not None:
            self._add(Mine(deal, share.hex(), taken))

    def _add(self, line: Line) -> None:
        if self._late:
            self._lines.append(Gap())
        self._late = False
        self._lines.append(line)

    def finish(self) -> None:
        """Hand the game over, if it has ended, and begin with nothing again."""
        over, lines = self._over, tuple(self._lines)
        game, self._game = self._game, ""
        self._lines, self._known, self._over = [], {}, None
        if over is None or self.save is None:
            return
        view = over.view
        head = Head(
            form=FORM,
            by="client",
            when=datetime.now(UTC).isoformat(timespec="seconds"),
            table="",
            game=game,
            rules=view.rules,
            seats=over.table.seats,
            seat=view.you.seat if view.you else 0,
            practice=over.table.practice,
            left=over.table.left,
        )
        self.save(head, lines)
