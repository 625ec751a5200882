"""The score pad on the whole screen: the sheet, a question, the line being typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from p10net.client.commands.line import edit, insert
from p10net.client.commands.pasting import Burst
from p10net.client.dress import Dress
from p10net.client.fullscreen import FullScreen
from p10net.client.pad.book import Book
from p10net.client.pad.leaf import Leaf, line
from p10net.client.pad.lines import farewell
from p10net.client.pad.shelf import Keeper
from p10net.client.pad.writing import State, rules_of
from p10net.client.picture import Picture
from p10net.client.screen import pad as screen
from p10net.client.screen.frame import framed
from p10net.client.words import pad as words


class Writing:
    """A pad that is being written on a screen."""

    def __init__(
        self,
        state: State,
        keeper: Keeper,
        dress: Dress,
        now: Callable[[], str],
        said: tuple[str, ...] = (),
    ) -> None:
        """Prepare the screen; `said` stands there at first."""
        self.leaf = Leaf(state, line(state), said)
        self.window = FullScreen(dress.look, self._draw, self.press, self.paste)
        self._keeper, self._now = keeper, now
        self._ascii = dress.ascii_only

    async def write(self) -> str:
        """Stay until somebody leaves; give the last word."""
        said = await self.window.run()
        assert isinstance(said, str)
        return said

    def _draw(self, columns: int, rows: int) -> Picture:
        return framed(partial(screen.pad, self.leaf), columns, rows, self._ascii)

    def press(self, key: str) -> None:
        """Take a key: nearly all belong to the line."""
        if key == "c-c":
            self.window.exit(farewell(self.leaf.state))
        elif key in SCROLLS:
            back = max(0, self.leaf.scroll + SCROLLS[key])
            self.leaf = replace(self.leaf, scroll=back)
        elif key == "esc":
            self.leaf = replace(self.leaf, said=(), typing=line(self.leaf.state))
        elif key == "enter":
            self._enter(self.leaf.typing.text)
        else:
            self.leaf = replace(self.leaf, typing=edit(self.leaf.typing, key))
        self.window.app.invalidate()

    def _enter(self, text: str) -> None:
        """Write the line; one that was refused stays there to be corrected."""
        before, command = self.leaf.state, words.TYPED.get(text.strip().lower())
        came = self._keeper.line(before, text, self._now())
        refused = came.state is before and command is None
        typing = self.leaf.typing if refused else line(came.state)
        shown = command == "sheet" and isinstance(before, Book)
        pages = words.by(words.PAGES, rules_of(before))
        said = (pages,) if shown else came.lines
        self.leaf = Leaf(came.state, typing, said)
        if came.leaves:
            self.window.exit(farewell(came.state))

    def paste(self, came: Burst) -> None:
        """Put pasted text into the line."""
        typing = insert(self.leaf.typing, came.text.strip())
        self.leaf = replace(self.leaf, typing=typing)
        self.window.app.invalidate()


SCROLLS = {"up": 1, "down": -1, "pageup": 10, "pagedown": -10}
