"""`p10net score`: a score pad for people with real cards on the table.

Which pad is meant is settled here; what is written on it, and what follows from that,
the pad itself knows.
"""

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial

import click

from p10net.cli import flags, folders, person
from p10net.cli.exits import Exit, Trouble
from p10net.cli.rules_file import settle
from p10net.cli.verbs import flag, verb
from p10net.client.pad import export, lines, reading, shelf
from p10net.client.pad.book import Book
from p10net.client.pad.entries import Unclear
from p10net.client.pad.shelf import Keeper, Read
from p10net.client.pad.writing import Naming, State, typed
from p10net.client.plain import console
from p10net.client.session import Ending
from p10net.client.words import pad as words
from p10net.client.words.cards import listed

PAD = "The pad"
OVER = "over"
"""What deletes every pad whose game is over."""
PAPER = "On paper and for others"


@verb(
    "score",
    ("p10net score Ann Ben Cleo", "begin a pad for three players"),
    ("p10net score", "go on with the last one"),
    ("p10net score --sheet --rules ten-phases", "print an empty sheet"),
    ("p10net score --export csv", "print the last pad as a table"),
    ("p10net score --delete over", "delete the pads of games that are over"),
)
@click.argument("names", nargs=-1)
@flags.preset("score")
@flag(
    "--new",
    is_flag=True,
    says="Begin another pad; the ones before stay.",
    example="p10net score --new",
    heading=PAD,
)
@flag(
    *("--list", "listing"),
    is_flag=True,
    says="List all pads, the newest first.",
    example="p10net score --list",
    heading=PAD,
)
@flag(
    *("--open", "number"),
    type=click.IntRange(1),
    says="Open a pad by its number in the list.",
    example="p10net score --open 2",
    heading=PAD,
)
@flag(
    "--delete",
    metavar="NUMBER|over",
    says="Delete a pad by its number in the list, or all whose game is over.",
    example="p10net score --delete 3",
    heading=PAD,
)
@flag(
    "--sheet",
    is_flag=True,
    says="Print an empty sheet for these rules instead.",
    example="p10net score --sheet",
    heading=PAPER,
)
@flag(
    *("--export", "form"),
    type=click.Choice(sorted(export.FILLED)),
    says="Print a pad, or an empty sheet, in this form.",
    example="p10net score --export html",
    heading=PAPER,
)
@flags.plain("score")
def score(
    names: tuple[str, ...],
    rules: str | None,
    changes: tuple[str, ...],
    new: bool,
    listing: bool,
    number: int | None,
    delete: str | None,
    sheet: bool,
    form: str | None,
    plain: bool,
) -> int | None:
    """Keep the score of a game with real cards; every line is kept at once.

    NAMES are the players in the order they sit; without them the last pad that is not
    over is opened again.
    """
    begins = bool(names or rules or changes or new)
    if number is not None and begins:
        raise Trouble(
            "--open goes on with a pad as it is: leave names, rules and --new away.",
            Exit.USAGE,
        )
    if delete is not None:
        for line in _deleted(delete):
            click.echo(line)
        return None
    if sheet:
        played = settle(rules, changes)
        over = _read(reading.heads, names)
        click.echo(export.blank(played, over, form or "text"), nl=False)
        return None
    if listing:
        for line in _listed():
            click.echo(line)
        return None
    if form is not None:
        click.echo(export.FILLED[form](_meant(number)), nl=False)
        return None
    state, keeper, said = _begun(names, rules, changes) if begins else _opened(number)
    screen = person.has_screen() and not plain
    write = partial(_write, state, keeper, said, screen)
    return person.run(write, screen, quiet=not screen)


VERBS = {"score": score}


async def go_on(screen: bool) -> Ending:
    """Go on with the pad that was left, or begin one."""
    return await _write(*_opened(None), screen)


async def _write(
    state: State, keeper: Keeper, said: tuple[str, ...], screen: bool
) -> Ending:
    if screen:
        # Only a person at a screen waits for the library that draws it.
        from p10net.client.scoring import Writing

        writing = Writing(state, keeper, person.dress(), _now, said)
        return Ending(await writing.write(), Exit.FINE)
    with console.terminal(sys.stdin, sys.stdout) as out:
        for line in said:
            out.write(line)
        return Ending(await lines.keep_score(out, state, keeper, _now), Exit.FINE)


def _now() -> str:
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


# --- Which pad -----------------------------------------------------------------------


def _read(
    how: Callable[[str], tuple[str, ...]], names: tuple[str, ...]
) -> tuple[str, ...]:
    try:
        return how(",".join(names)) if names else ()
    except Unclear as error:
        raise Trouble(str(error), Exit.USAGE) from None


def _begun(
    names: tuple[str, ...], rules: str | None, changes: tuple[str, ...]
) -> tuple[State, Keeper, tuple[str, ...]]:
    """Begin a pad; with names the first question is about the first round."""
    state: State = Naming(settle(rules, changes), _now())
    keeper = Keeper(folders.data())
    if not names:
        return state, keeper, ()
    wrote = typed(state, ",".join(_read(reading.players, names)))
    if wrote.state is state:
        raise Trouble(wrote.lines[0], Exit.USAGE)
    try:
        keeper.keep(wrote.state)
    except shelf.Unkept as error:
        raise Trouble(str(error)) from None
    return wrote.state, keeper, wrote.lines


def _opened(number: int | None) -> tuple[State, Keeper, tuple[str, ...]]:
    """Open the pad that is meant; where none waits, ask for players."""
    if number is not None:
        read = _numbered(number)
    else:
        every = [shelf.read(path) for path in shelf.pads(folders.data())]
        waiting = [one for one in every if one.book is None or not one.book.over]
        if not waiting or waiting[0].book is None:
            said = [words.unreadable(one.path) for one in waiting[:1]]
            return Naming(settle(None), _now()), Keeper(folders.data()), tuple(said)
        read = waiting[0]
    assert read.book is not None
    return read.book, Keeper(folders.data(), read), tuple(_greeting(read, read.book))


def _greeting(read: Read, book: Book) -> Iterator[str]:
    pad = book.pad
    yield words.goes_on(pad.started[:10], pad.players, book.view.round, pad.rules)
    if read.lost:
        yield words.torn(read.path, read.lost)


def _numbered(number: int) -> Read:
    """Read the pad with this number of the list; raises Trouble."""
    paths = shelf.pads(folders.data())
    if number > len(paths):
        raise Trouble(words.no_such_pad(number), Exit.USAGE)
    read = shelf.read(paths[number - 1])
    if read.book is None:
        raise Trouble(words.unreadable(read.path))
    return read


def _meant(number: int | None) -> Book:
    """Give the pad to be printed: the one named, else the last one written on."""
    if number is None and not shelf.pads(folders.data()):
        raise Trouble(words.NO_WAY_BACK)
    book = _numbered(number or 1).book
    assert book is not None
    return book


def _listed() -> Iterator[str]:
    """List all pads, with what became of them."""
    paths = shelf.pads(folders.data())
    for number, path in enumerate(paths, 1):
        yield f"{number:>3}  {_described(shelf.read(path))}"
    if not paths:
        yield words.NO_WAY_BACK


def _described(read: Read) -> str:
    book = read.book
    if book is None:
        return words.unreadable(read.path)
    end = book.view.summary
    winners = [book.names[seat] for seat in end.winners] if end else []
    who, rules = listed(book.pad.players), book.pad.rules
    state = words.state(book.view.round, winners, book.over, rules)
    return f"{book.pad.started[:10]}  {who}, {rules.name}: {state}"


def _deleted(which: str) -> Iterator[str]:
    """Delete the pads that are meant, and name each; raises Trouble."""
    paths = shelf.pads(folders.data())
    if which == OVER:
        read = [shelf.read(path) for path in paths]
        meant = [one for one in read if one.book is not None and one.book.over]
    elif which.isascii() and which.isdecimal() and 1 <= int(which[:9]) <= len(paths):
        meant = [shelf.read(paths[int(which) - 1])]
    else:
        raise Trouble(words.nothing_to_delete(which), Exit.USAGE)
    for one in meant:
        try:
            shelf.delete(one.path)
        except shelf.Unkept as error:
            raise Trouble(str(error)) from None
        yield words.deleted(_described(one))
    if not meant:
        yield words.NONE_OVER
