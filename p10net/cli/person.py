"""A person before a terminal: what they are called, and their way of playing.

The screen where there is a terminal on both ends, lines elsewhere; both play through
the same session. What is left to say once the screen is gone is said after the terminal
is the shell's again.
"""

import contextlib
import getpass
import locale
import os
import sys
import unicodedata
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

import trio

from p10net.cli import folders, games, keys, logs, settings, streams
from p10net.cli.exits import Exit, Trouble
from p10net.client import guest, played, themes
from p10net.client.aside import Aside
from p10net.client.attention import Bell
from p10net.client.commands.scene import Asking
from p10net.client.commands.slots import Sort
from p10net.client.palette import Choice, Theme, ascii_only, depth
from p10net.client.runner import Pace
from p10net.client.session import Ending, Session
from p10net.client.words import entering, lobby, parting
from p10net.protocol.clean import clean, fit, name_problem
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import State

if TYPE_CHECKING:
    from p10net.client.dress import Dress
    from p10net.client.plain.talk import Talk

NOBODY = "Player"
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Kinds of characters that move the cursor, hide, or show nothing."""

Main = Callable[[], Awaitable[Ending]]
Over = Callable[[State], None]


def name(given: str | None) -> str:
    """Give what a person is called: what they say, else their login; raises Trouble."""
    if given is None:
        return str(settings.get("name")) or _login()
    cleaned = readable(given)
    if problem := name_problem(cleaned):
        raise Trouble(problem, Exit.USAGE)
    return cleaned


def readable(text: str) -> str:
    """Give a name with its blanks tidied; raises Trouble if letters cannot be shown."""
    cleaned = clean(text)
    if any(unicodedata.category(letter) in HIDDEN for letter in text):
        raise Trouble(
            "This name holds characters that cannot be shown: use letters and digits.",
            Exit.USAGE,
        )
    return cleaned


def _login() -> str:
    try:
        login = fit(clean(getpass.getuser()), LIMITS.name_cells)
    except (OSError, KeyError, ImportError):
        return NOBODY
    if name_problem(login) is not None:
        return NOBODY
    return login.capitalize() if login.islower() else login


def has_screen() -> bool:
    """Whether a full screen can be shown: a terminal on both ends that can do it."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") != "dumb"
        and chosen() != "plain"
    )


def chosen() -> str | None:
    """Give how this person wants to play, if they have said so: screen or plain."""
    said = settings.look("ui")
    return None if said.source == "default" else str(said.value)


def choose(way: str) -> None:
    """Remember how this person wants to play, where anything can be kept."""
    with contextlib.suppress(Trouble):
        settings.put("ui", way)


LAST: ContextVar[list[str]] = ContextVar("what is said once the program has ended")


def at_last(sentence: str) -> None:
    """Say something when the terminal is the shell's again, however it comes to that.

    A signal lets nobody give an ending; outside of `run` there is nobody to tell.
    """
    last = LAST.get([])
    if sentence not in last:  # a host and who plays at it may say the same
        last.append(sentence)


@contextlib.contextmanager
def _last_words() -> Iterator[None]:
    last: list[str] = []
    before = LAST.set(last)
    try:
        yield
    finally:
        LAST.reset(before)
        for sentence in last:
            with contextlib.suppress(OSError):  # the terminal may be gone
                streams.tell(sentence)


def run(
    main: Main, screen: bool, *, quiet: bool = False, state: Path | None = None
) -> int:
    """Run what somebody does, under the program's signals, and give the exit code.

    How it ended is said at the end, unless it was said already. Log messages go to a
    file in `state`.
    """
    troubles: list[Trouble] = []
    endings: list[Ending] = []

    async def told() -> int:
        try:
            endings.append(await main())
        except (Trouble, BaseExceptionGroup) as error:
            alone = guest.lone(error)
            if not isinstance(alone, Trouble):
                raise
            troubles.append(alone)
            return alone.code
        return endings[0].status

    with _last_words(), logs.kept(state or folders.state()):
        if screen:
            code = guest.launch(told, crash_file=folders.crash_file())
        else:
            code = trio.run(guest.supervise, told)
    if troubles:
        raise troubles[0]
    for ending in endings if not quiet else ():
        streams.tell(ending.said, err=ending.status != Exit.FINE)
    return code


def keep(state: State) -> None:
    """Keep a game that ended for `p10net stats`."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if (game := played.game(state, now)) is not None:
        played.keep(folders.data(), game)


def keep_sort(sort: Sort) -> None:
    """Remember how a hand is sorted, where anything can be kept.

    An order of one's own belongs to the cards it was made of.
    """
    if sort is Sort.MINE:
        return
    with contextlib.suppress(Trouble):
        if sort.value != settings.get("sort"):
            settings.put("sort", sort.value)


async def sit(
    session: Session,
    screen: bool,
    *,
    code: str = "",
    address: str = "",
    proof: tuple[str, ...] = (),
    keeps: bool = False,
    resumes: str = parting.RESUME,
    begins: bool = False,
    pace: Pace | None = None,
    over: Over = keep,
    scored: Over = lambda state: None,
) -> Ending:
    """Stay at a table until that ends; `code` and `address` are for a host to tell.

    `proof` is what the lobby says about who keeps the table, `keeps` whether the table
    is this program's and closes with it, `resumes` the command that then goes on with
    it, `begins` whether a game has been asked for
    already, `pace` is that of bots who can be hurried; `over` hears of each game that
    ends and `scored` of each round too.
    """

    def ended(state: State) -> None:
        scored(state)
        over(state)

    with games.by_client(session, games.folder(), at_last):
        if screen:
            # Only a person at a screen waits for the library that draws it.
            from p10net.client import app

            return await app.sit(
                session,
                dress(),
                code=code,
                address=address,
                proof=proof,
                keeps=keeps,
                pace=pace,
                over=ended,
                sorts=keep_sort,
            )
        invite = lobby.invited(code, address, proof)
        said = talk(begins, invite, keeps, resumes, pace is not None)
        return await _in_lines(session, said, ended)


async def _in_lines(session: Session, said: "Talk", over: Over) -> Ending:
    """Stay at a table in line mode, with what was typed on other evenings."""
    from p10net.client.plain import (  # the screen does not wait for these
        console,
        recall,
        sitting,
    )

    typed = recall.load(folders.state())
    with console.terminal(sys.stdin, sys.stdout, typed) as lines:
        try:
            return await sitting.sit(session, lines, said, over)
        finally:
            if lines.person:
                recall.keep(folders.state(), typed)


async def password(table: str) -> str | None:
    """Ask a person for the password of a table; None if there is nobody to ask."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    from p10net.client.plain import console

    with console.terminal(sys.stdin, sys.stdout) as lines:
        lines.write(entering.asks(clean(table)))
        return (await lines.read() or "").strip() or None


def whisper(session: Session, sentence: str) -> None:
    """Tell whoever plays here, and nobody else at the table."""
    aside(session, Aside(sentence))


def aside(session: Session, said: Aside) -> None:
    """The same, for what is more than a sentence."""
    with contextlib.suppress(trio.WouldBlock, trio.ClosedResourceError):
        session.tell.send_nowait(said)


def dress() -> "Dress":
    """Say what the screen may look like on this terminal."""
    from p10net.client.dress import Dress

    encoding = locale.getpreferredencoding(False)
    return Dress(
        depth(cast(Choice, settings.get("color")), os.environ),
        ascii_only(bool(settings.get("ascii")), encoding),
        take_back=float(settings.get("take_back")),
        asks=Asking(settings.get("confirm")),
        bell=Bell(settings.get("bell")),
        sort=Sort(settings.get("sort")),
        faces=str(settings.get("faces")),
        theme=theme(str(settings.get("theme"))),
        themes=folders.config(),
        mouse=bool(settings.get("mouse")),
        keyboard=str(settings.get("keyboard")),
        keymap=keys.keymap(),
    )


def theme(name: str) -> Theme:
    """Give a theme by its name; raises Trouble."""
    try:
        return themes.load(name, folders.config())
    except themes.ThemeError as error:
        raise Trouble(str(error), Exit.USAGE) from None


def talk(
    begins: bool = False,
    invite: tuple[str, ...] = (),
    keeps: bool = False,
    resumes: str = parting.RESUME,
    alone: bool = False,
) -> "Talk":
    """Say how the line mode talks to this person; `invite` is for a host's friends."""
    from p10net.client.plain.options import Verbosity
    from p10net.client.plain.talk import Talk

    verbosity = cast(Verbosity, settings.get("verbosity"))
    at_once = settings.get("events") == "at-once"
    faces = str(settings.get("faces"))
    told = Talk(verbosity, at_once, faces, begins, invite, keeps, resumes, alone)
    told.asks = Asking(settings.get("confirm"))
    return told
