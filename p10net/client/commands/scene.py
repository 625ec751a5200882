"""Everything a key is judged by and a screen is drawn from, and what may come of it.

A `Scene` joins what the host told (the view, the question, the people) with `Local`,
what only this screen knows. A key turns a scene into new local state and intents;
that is all it can do.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from p10net.bots.brain import Choice
from p10net.client.commands.keymap import STAGES, Keymap, State
from p10net.client.commands.layouts import AUTO
from p10net.client.commands.slots import Slots, Sort
from p10net.client.known import Known
from p10net.client.log import Log, Mark
from p10net.client.words import notation
from p10net.client.words.notation import Notation
from p10net.engine.cards import Card, Hand
from p10net.engine.moves import Action
from p10net.engine.moves.draw import Draw
from p10net.engine.view import View
from p10net.protocol.requests import ToHost

# --- What is open on this screen --------------------------------------------------


class Panel(Enum):
    """What stands in place of the table's middle; Tab goes through them in order."""

    NONE = "table"
    PHASES = "phases"
    SCORES = "scores"
    LOG = "log"
    HELP = "help"

    def next(self) -> Panel:
        """Give the panel after this one."""
        panels = list(Panel)
        return panels[(panels.index(self) + 1) % len(panels)]


class Naming(Struct, frozen=True):
    """A card's name as far as it is typed: `r`, `y1`."""

    letters: str


class Way(Struct, frozen=True):
    """A plan that can be looked at: its actions in order and the view after them."""

    actions: tuple[Action, ...]
    after: View


class Preview(Struct, frozen=True):
    """Ways to go on, one of them shown.

    `out` and `put_in` are cards that somebody took out of the shown one or put into it,
    `back` is how it was before the last of them.
    """

    ways: tuple[Way, ...]
    at: int = 0
    out: Hand = ()
    put_in: Hand = ()
    back: Preview | None = None

    @property
    def way(self) -> Way:
        """The way that is shown."""
        return self.ways[self.at]


class Armed(Struct, frozen=True):
    """A draw that is held ready for the own turn, and what the top was then."""

    draw: Draw
    top: Card | None


class Item(Struct, frozen=True):
    """One answer of a list: its key, its words, and what it does.

    It acts, or holds a draw ready, or asks the host for something, or presses a key of
    the table, or says what could be typed, or leads to another question.
    """

    key: str
    words: str
    action: Action | None = None
    request: ToHost | None = None
    press: str = ""
    typed: str = ""
    then: Choices | None = None
    arms: Draw | None = None


class Choices(Struct, frozen=True):
    """A question with a list of answers; none is marked until an arrow marks it."""

    question: str
    items: tuple[Item, ...]
    at: int = -1


class Confirm(Struct, frozen=True):
    """An act that may hurt and waits for a second Enter."""

    action: Action
    why: str


class Hints(Struct, frozen=True):
    """What a sensible player would do, best first, one of it shown.

    `back` is the question that was open when the hint was asked for.
    """

    choices: tuple[Choice, ...]
    at: int = 0
    back: Choices | None = None

    @property
    def choice(self) -> Choice:
        """What is shown."""
        return self.choices[self.at]


class Leaving(Struct, frozen=True):
    """The question whether to leave."""


Open = Naming | Preview | Choices | Confirm | Hints | Leaving


class Typing(Struct, frozen=True):
    """A line being typed, with what stands before it and the cursor's place."""

    prompt: str
    text: str = ""
    at: int = 0


class Stood(Struct, frozen=True):
    """How the table stood once, and how much was told by then."""

    view: View
    told: Mark


class Moment(Stood, frozen=True):
    """How a turn began, for looking back, and the turn's number.

    `acts` is how the table stood after each act of it, where acts may be taken back.
    """

    number: int
    acts: tuple[Stood, ...] = ()


EVERYTHING, TALK = 0, -1
"""Parts of the log that are no seat's."""


class Local(Struct, frozen=True):
    """What only this screen knows; the game would go on without it.

    `ways` are the lay-downs that can be made now, the best one first. `queue` are
    actions to send as soon as the host asks again, `armed` a draw for the next turn,
    `again` the dice marked to be rolled, `notice` is the one line that says what
    went wrong, `aside` what one's own computer says of a game that
    is over, `scroll` how far a panel is moved, `faces` how this player wants
    the cards shown. `past` are the turns so far, `back` the number of the one that
    is looked at.
    """

    slots: Slots = Slots()
    sort: Sort = Sort.NUMBER
    chosen: int | None = None
    ways: tuple[Way, ...] = ()
    open: Open | None = None
    typing: Typing | None = None
    panel: Panel = Panel.NONE
    queue: tuple[Action, ...] = ()
    armed: Armed | None = None
    again: tuple[int, ...] = ()
    notice: str = ""
    scroll: int = 0
    only: int = EVERYTHING
    muted: tuple[int, ...] = ()
    read: int = 0
    aside: str = ""
    mouse: bool = False
    faces: str = notation.TABLE
    past: tuple[Moment, ...] = ()
    back: int | None = None


class Asking(Enum):
    """When a discard is asked about once more."""

    SMART = "smart"
    ALWAYS = "always"
    NEVER = "never"


# --- What a key may ask the program to do -------------------------------------------


class Play(Struct, frozen=True):
    """Send this action as the answer to the open question."""

    action: Action
    ends_turn: bool = False


class Tell(Struct, frozen=True):
    """Send this request; the session gives it its number in place of 0."""

    request: ToHost


class Quit(Struct, frozen=True):
    """End the program; the seat stays, away, unless it is `for_good`."""

    for_good: bool = False


class Copy(Struct, frozen=True):
    """Put this text on the clipboard."""

    text: str


class Hurry(Struct, frozen=True):
    """Let the bots wait no more until it is this seat's turn."""


class Wear(Struct, frozen=True):
    """Put on the theme of this name."""

    theme: str


class Redraw(Struct, frozen=True):
    """Draw everything anew."""


Intent = Play | Tell | Quit | Copy | Hurry | Wear | Redraw


class Done(NamedTuple):
    """What came of a key: the new local state, and what is to be done."""

    local: Local
    intents: tuple[Intent, ...] = ()


# --- The scene ---------------------------------------------------------------------


class Scene(Known, frozen=True):
    """All that is known at this moment.

    What the host has told comes first. `deaf` is true for a moment after the turn
    arrives, `busy` while an act is on its way. `code` and `address` are what a friend
    has to type, `proof` are the lines that tell who keeps the table, `link` says how
    the connection is when it is not well, `left_s` what the clock shows, `asks` is when
    a discard is asked about once more, `ascii_only` whether nothing else may be
    written, `keyboard` the one that is typed on, `keymap` the keys that are others than
    at first, `events` how many of the game are known, `returned` whether the link was
    lost and nothing has been heard of the game since, `alone` whether only bots play
    along and can be hurried, `keeps` whether the table is this program's and closes
    with it, `unkept` whether the seat could not be taken back after a new start.
    """

    log: Log = Log()
    local: Local = Local()
    deaf: bool = False
    busy: bool = False
    code: str = ""
    address: str = ""
    proof: tuple[str, ...] = ()
    link: str = ""
    left_s: int | None = None
    asks: Asking = Asking.SMART
    ascii_only: bool = False
    keyboard: str = AUTO
    keymap: Keymap = Keymap()
    events: int = 0
    returned: bool = False
    alone: bool = False
    keeps: bool = False
    unkept: bool = False

    def with_local(self, **changes: object) -> Local:
        """Give the local state with some of it changed."""
        return replace(self.local, **changes)

    @property
    def timer_ms(self) -> int:
        """How long oneself may take for a decision; 0: as long as one likes."""
        timer = self.settings.timer_ms if self.settings is not None else 0
        return timer * (2 if self.doubled else 1)

    @property
    def notation(self) -> Notation:
        """How cards are written here: as this player, else as the table wants it."""
        return notation.chosen(self.local.faces, self.rules, self.ascii_only)

    @property
    def votes(self) -> bool:
        """Whether this seat is asked how to go on without another."""
        asked = self.table is not None and self.table.poll is not None
        return asked and self.seat is not None

    @property
    def chosen(self) -> Card | None:
        """The card that is chosen."""
        return self.local.slots.at(self.local.chosen)

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this seat's decision."""
        view = self.view
        return view is not None and self.seat is not None and view.turn == self.seat

    @property
    def closes(self) -> bool:
        """Whether to leave closes a table that others sit at."""
        return self.keeps and bool(self.company)

    def label(self, text: str) -> str:
        """Write a text that names keys with those that this player has chosen."""
        return self.keymap.label(text, STAGES.get(self.stage, State.GAME))
