"""What an act leads to, worked out once: before it happens, and then it need not be.

An act is weighed when it is asked for, written down, and only then happens. All that
follows from it is known from the first moment, and changes nothing: whether it is
legal, the game after it, what is asked next. So the wait for the disk is used, and
nothing is worked out twice. That anybody may see it is decided elsewhere.
"""

from p10net.engine import game as engine
from p10net.engine import moves
from p10net.engine.game import Events, Game, Refused, view_of
from p10net.engine.moves import Action, Ask, HouseAct
from p10net.engine.reasons import Reason
from p10net.engine.view import View


class Foresight:
    """Remembers what came of the last act and of the last question it was asked about.

    Games and views never change, so what was true of one is true of it for ever.
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self._before: Game | None = None
        self._act: tuple[int, Action | HouseAct] | None = None
        self._after: tuple[Game, Events]
        self._view: View | None = None
        self._ask: Ask | None = None

    def after(
        self, game: Game, seat: int, action: Action | HouseAct
    ) -> tuple[Game, Events]:
        """Give the game after an act, and what happened in it; raises Refused."""
        if self._before is not game or self._act != (seat, action):
            self._after = engine.apply(game, seat, action)
            self._before, self._act = game, (seat, action)
        return self._after

    def refusal(self, game: Game, seat: int, action: Action) -> Reason | None:
        """Say why a seat that is asked may not do this, if it may not."""
        try:
            self.after(game, seat, action)
        except Refused as refused:
            return refused.why
        return None

    def question(self, view: View) -> Ask | None:
        """Give what the seat of a view is asked."""
        if view != self._view:
            self._view, self._ask = view, moves.ask(view)
        return self._ask

    def ahead(self, game: Game, seat: int, action: Action | HouseAct) -> View:
        """Work out what everybody will see after an act, and what is asked then."""
        after, _ = self.after(game, seat, action)
        if after.open.turn:
            self.question(view_of(after, after.open.turn))
        return after.open
