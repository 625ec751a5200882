"""Terminals to look at: one that exists only in memory, and one that tmux keeps.

`Glass` is for nearly everything: a program on prompt_toolkit runs in the test's own
process, keys go in through a pipe and pyte keeps the picture that comes out.

    with glass(columns=60) as terminal:
        ...                                # in a trio task, beside the program
        terminal.press("d")
        await terminal.shows("You drew")

`Tmux` starts a program as a person would and looks through tmux at what it drew. For
what a program leaves behind on a real terminal there is `tests.ptys`.

Nothing here sleeps: each wait is for the next output, with a limit.
"""

import contextlib
import os
import re
import secrets
import select
import shlex
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyte
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import AppSession
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

PATIENCE = 30.0
"""Seconds to wait for a picture, if a test does not say otherwise."""

MISREAD = re.compile(r"\x1b\[[<=>][0-9;]*[a-zA-Z]")
"""Private sequences that pyte 0.8.2 takes for others; none of them draws."""


class Glass:
    """A terminal in memory: what a program draws, and the keys it is given."""

    encoding = "utf-8"

    def __init__(self, keyboard: PipeInput, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.raw = ""
        self.output = Vt100_Output(
            self,  # type: ignore[arg-type]  # it has all that is used of a text file
            lambda: Size(rows=self.screen.lines, columns=self.screen.columns),
            term="xterm-256color",
            default_color_depth=ColorDepth.DEPTH_8_BIT,
            enable_cpr=False,
        )
        self.session: AppSession | None = None
        self._keyboard = keyboard
        self._stream = pyte.Stream(self.screen)
        self._drawn = trio.Event()

    def press(self, keys: str) -> None:
        """Send keys as the terminal would: text as it is, others as escape codes."""
        self._keyboard.send_text(keys)

    def resize(self, columns: int, rows: int) -> None:
        """Take another size and tell the running program, as SIGWINCH does."""
        self.screen.resize(rows, columns)
        if self.session is not None and self.session.app is not None:
            self.session.app._on_resize()  # what SIGWINCH calls; it has no other name

    @property
    def text(self) -> str:
        """All that can be read now, without the blanks at the ends of lines."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def shows(self, pattern: str, within: float = PATIENCE) -> re.Match[str]:
        """Wait until the pattern can be read; its match tells where."""
        with trio.move_on_after(within):
            while True:
                if found := re.search(pattern, self.text, re.MULTILINE):
                    return found
                self._drawn = trio.Event()
                await self._drawn.wait()
        raise AssertionError(f"no {pattern!r} within {within:g} s in:\n{self.text}")

    # The rest is what prompt_toolkit asks of a text file. Without a buffer it writes
    # text, without a descriptor it takes the size from the function given above.

    def write(self, data: str) -> None:
        """Draw."""
        self.raw += data
        self._stream.feed(MISREAD.sub("", data))

    def flush(self) -> None:
        """Let those look who are waiting for a picture."""
        self._drawn.set()

    def isatty(self) -> bool:
        """Say yes, so that the program draws."""
        return True

    def fileno(self) -> int:
        """Say no: there is nothing in the system behind this."""
        raise OSError("a terminal in memory has no descriptor")


@contextlib.contextmanager
def glass(columns: int = 80, rows: int = 24) -> Iterator[Glass]:
    """Make every prompt_toolkit program inside run on a terminal in memory."""
    with create_pipe_input() as keyboard:
        terminal = Glass(keyboard, columns, rows)
        with create_app_session(keyboard, terminal.output) as terminal.session:
            yield terminal


class Tmux:
    """A program in a tmux of its own, started in a folder that is thrown away."""

    def __init__(
        self,
        *command: str,
        folder: Path,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._socket = f"p10-{secrets.token_hex(3)}"
        self._env = {**os.environ, "TMUX_TMPDIR": str(folder), **(env or {})}
        self._news, news = _fifo(folder / f"{self._socket}-news")
        self._gone, gone = _fifo(folder / f"{self._socket}-gone")
        # A shell starts the program and tells its status: tmux 3.3 may lose it. The
        # trap keeps the shell alive through a Ctrl-C that is the program's.
        shell = ("sh", "-c", 'trap : INT QUIT; "$@"; echo $? >"$0"', gone)
        # One call, so that no output comes before there is somebody to see it.
        self._tmux(
            *("set-option", "-g", "remain-on-exit", "on", ";"),
            *("set-option", "-g", "status", "off", ";"),
            *("new-session", "-d", "-x", str(columns), "-y", str(rows)),
            *(shlex.join([*shell, *command]), ";"),
            *("pipe-pane", "-O", f"cat >{shlex.quote(news)}"),
        )

    def __enter__(self) -> "Tmux":
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")
        os.close(self._news)
        os.close(self._gone)

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names for them: `Enter`, `Escape`, `C-c`, `Up`."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type text as it stands."""
        self._tmux("send-keys", "-l", text)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size; the program gets a real SIGWINCH."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def text(self) -> str:
        """All that can be read now."""
        return self._tmux("capture-pane", "-p")

    def shows(self, pattern: str, within: float = PATIENCE) -> re.Match[str]:
        """Wait until the pattern can be read; its match tells where."""
        deadline = time.monotonic() + within
        late = False
        while not (found := re.search(pattern, self.text, re.MULTILINE)):
            if late:
                raise AssertionError(
                    f"no {pattern!r} within {within:g} s in:\n{self.text}"
                )
            left = max(0.0, deadline - time.monotonic())
            late = not select.select([self._news], [], [], left)[0] or not left
            if not late:
                os.read(self._news, 1 << 16)
        return found

    def wait_exit(self, within: float = PATIENCE) -> int:
        """Wait for the program's end; its exit status, or 128 and the signal."""
        if not select.select([self._gone], [], [], within)[0]:
            raise AssertionError(f"no end within {within:g} s in:\n{self.text}")
        return int(os.read(self._gone, 16))

    def _tmux(self, *command: str) -> str:
        return subprocess.run(
            ["tmux", "-L", self._socket, "-f", os.devnull, "-u", *command],
            env=self._env,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout


def _fifo(path: Path) -> tuple[int, str]:
    """Make one and open it for both directions, so that it never reports an end."""
    os.mkfifo(path)
    return os.open(path, os.O_RDWR | os.O_NONBLOCK), str(path)
