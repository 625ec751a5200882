"""A terminal filled by one picture, with every key handed to one function.

The only module that draws: it turns the fragments of a picture into the library's own,
and the library's keys into ours. It may not know what the picture is of.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from functools import partial

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import OneStyleAndTextTuple, StyleAndTextTuples
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import DynamicStyle, Style

from p10net.client import attention, guest, palette
from p10net.client.burst import Bursts, marked
from p10net.client.commands.pasting import Burst
from p10net.client.palette import Depth, Look
from p10net.client.picture import CURSOR, Fragment, Picture

ESCAPE = 0.05
"""Seconds after which a lone Esc is no longer taken for the start of a sequence."""

NAMED: Mapping[str, str] = {
    "c-m": "enter",
    "c-i": "tab",
    "escape": "esc",
    "c-h": "backspace",
    **{
        name: name
        for name in (
            *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
            *("delete", "c-a", "c-c", "c-e", "c-k", "c-l", "c-u", "c-w"),
            *("f2", "f3", "f4"),
        )
    },
}
"""prompt_toolkit's names of keys, and ours."""

DEPTHS: Mapping[Depth, ColorDepth] = {
    Depth.NONE: ColorDepth.DEPTH_1_BIT,
    Depth.FEW: ColorDepth.DEPTH_4_BIT,
    Depth.MANY: ColorDepth.DEPTH_8_BIT,
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
}


# The library has no names for reports of the focus: two keys nobody has stand for them.
FOCUS: Mapping[str, tuple[Keys, bool]] = {
    attention.IN: (Keys.ControlF23, True),
    attention.OUT: (Keys.ControlF24, False),
}
ANSI_SEQUENCES |= {sequence: key for sequence, (key, _) in FOCUS.items()}


class FullScreen:
    """A full screen of one control, with every key handed to one function."""

    def __init__(
        self,
        look: Look,
        picture: Callable[[int, int], Picture],
        press: Callable[[str], None],
        paste: Callable[[Burst], None],
    ) -> None:
        """Prepare the application; nothing is drawn before it runs.

        Clicks press keys while `mouse` is on; it is off, so that text can be selected.
        """
        self.focused: bool | None = None
        self.mouse = False
        self._press = press
        self._title = ""
        self._picture = picture
        self._style = _style(look)
        self.app: Application[object] = Application(
            layout=Layout(Window(FormattedTextControl(self._fragments))),
            key_bindings=_bindings(press, paste, self._looked),
            style=DynamicStyle(lambda: self._style),
            color_depth=DEPTHS[look.depth],
            full_screen=True,
            mouse_support=Condition(lambda: self.mouse),
            include_default_pygments_style=False,
            # With a limit the library spins for so long before each picture.
            max_render_postpone_time=None,
        )
        self.app.ttimeoutlen = ESCAPE

    def _fragments(self) -> StyleAndTextTuples:
        size = self.app.output.get_size()
        lines = self._picture(size.columns, size.rows)
        return [piece for line in self._joined(lines) for piece in line]

    def _joined(self, lines: Picture) -> list[StyleAndTextTuples]:
        joined: list[StyleAndTextTuples] = []
        for at, line in enumerate(lines):
            pieces: StyleAndTextTuples = [("", "\n")] if at else []
            pieces += [self._piece(fragment) for fragment in line]
            joined.append(pieces)
        return joined

    def _piece(self, fragment: Fragment) -> OneStyleAndTextTuple:
        if fragment is CURSOR:
            return ("[SetCursorPosition]", "")
        roles = " ".join(f"class:p10.{role}" for role in fragment.role.split())
        if not fragment.key:
            return (roles, fragment.text)
        return (roles, fragment.text, partial(self._clicked, fragment.key))

    def _clicked(self, key: str, event: MouseEvent) -> None:
        """Press what was clicked when the button goes up, as everywhere."""
        if event.event_type is MouseEventType.MOUSE_UP:
            self._press(key)

    async def run(self) -> object:
        """Show it until it is exited; the title is the shell's again afterwards."""
        self._write(attention.BEGIN)
        try:
            return await guest.run_ui(self.app)
        finally:
            with contextlib.suppress(OSError):  # a terminal that is gone has no title
                self._write(attention.END)

    def _write(self, codes: str) -> None:
        self.app.output.write_raw(codes)
        self.app.output.flush()

    def _looked(self, focused: bool) -> None:
        self.focused = focused

    def wear(self, look: Look) -> None:
        """Change the colors, at the depth that the screen began with."""
        self._style = _style(look)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._write("\a")

    def entitle(self, title: str) -> None:
        """Give the window a title, which may only hold words of our own."""
        if title != self._title:
            self._title = title
            self.app.output.set_title(title)
            self.app.output.flush()

    def copy(self, text: str) -> None:
        """Ask the terminal to put a text on the clipboard."""
        self._write(attention.copied(text))

    def exit(self, result: object) -> None:
        """End the application with this result, as soon as it runs; once is enough."""
        if self.app.future is None:
            self.app.pre_run_callables.append(partial(self.exit, result))
        elif not self.app.future.done():
            self.app.exit(result=result)


def _style(look: Look) -> Style:
    return Style.from_dict(
        {f"p10.{role}": said for role, said in palette.styles(look).items()}
    )


def _bindings(
    press: Callable[[str], None],
    paste: Callable[[Burst], None],
    looked: Callable[[bool], None],
) -> KeyBindings:
    bindings = KeyBindings()
    bursts = Bursts(NAMED)

    def pressed(event: KeyPressEvent, key: str) -> None:
        waiting = event.key_processor.input_queue
        came = bursts.take(event.key_sequence[-1], waiting)
        if came is None:
            press(key)
        else:
            paste(came)

    @bindings.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        if len(event.data) == 1 and event.data.isprintable():
            pressed(event, event.data)

    @bindings.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        paste(marked(event.data))

    for key, focused in FOCUS.values():

        @bindings.add(key)
        def _(event: KeyPressEvent, focused: bool = focused) -> None:
            looked(focused)

    for theirs, ours in NAMED.items():

        @bindings.add(theirs)
        def _(event: KeyPressEvent, ours: str = ours) -> None:
            pressed(event, ours)

    return bindings
