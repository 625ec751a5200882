"""`p10net replay` and `p10net verify`: looks at a saved game, and checks it."""

import sys
from pathlib import Path

import click
import msgspec

from p10net.cli import flags, folders, games, person
from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import flag, verb
from p10net.client import checked, guest, replaying
from p10net.client.replaying import Reel
from p10net.client.words import deals, replays
from p10net.engine.dice import played
from p10net.host import rerun
from p10net.protocol.clean import clean
from p10net.protocol.saved import Head, Line, SavedError

FILE = click.argument("file", type=click.Path(path_type=Path))


@verb(
    "replay",
    ("p10net replay", "list the games that are saved here"),
    (
        "p10net replay --state-dir /var/lib/p10net",
        "list those that a table saved there",
    ),
    ("p10net replay GAME.p10net", "step through a game, by turns and rounds"),
    ("p10net replay --plain GAME.p10net", "the same in lines"),
    ("p10net replay --json GAME.p10net", "every moment as a line of JSON"),
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@flag(
    "--plain",
    is_flag=True,
    says="In lines, as a screen reader likes it.",
    example="p10net replay --plain GAME.p10net",
    heading="How",
)
@flag(
    *("--json", "as_json"),
    is_flag=True,
    says="Every moment as a line of JSON.",
    example="p10net replay --json GAME.p10net",
    heading="How",
)
@flags.state_dir("replay", "List the games of a table that kept its files there.")
def replay(
    file: Path | None, plain: bool, as_json: bool, state_dir: Path | None
) -> int:
    """Step through a saved game; without FILE list the games saved here.

    The left and right arrows go by turns, the brackets by rounds, up and down by single
    acts, Home and End to the ends; in a host's file 1 to 6 show the hand of a seat.
    """
    if file is None:
        return _listed(games.folder(flags.there(state_dir)), as_json)
    if state_dir is not None:
        raise Trouble(
            "--state-dir is where games are listed: leave it away to open a FILE.",
            Exit.USAGE,
        )
    head, lines = games.load(file)
    reel = _reel(file, head, lines)
    if as_json:
        _as_json(reel)
    elif plain or not person.has_screen():
        _in_lines(head, reel)
    else:
        return guest.launch(_on_screen, reel, crash_file=folders.crash_file())
    return Exit.FINE


def _listed(folder: Path, as_json: bool) -> int:
    """Name the games kept there, the newest first."""
    found = False
    for path, head in games.newest(folder):
        found = True
        table, rules = clean(head.table), clean(head.rules.name)
        shown = replays.practice(table) if head.practice else table
        if as_json:
            told: dict[str, object] = {"when": head.when, "table": table}
            told |= {"rules": rules}
            told |= {"practice": True} if head.practice else {}
            click.echo(msgspec.json.encode({**told, "file": str(path)}))
        else:
            click.echo(replays.kept(clean(head.when), shown, rules, clean(str(path))))
    if not found and not as_json:
        click.echo(replays.NONE_KEPT)
    return Exit.FINE


def _reel(file: Path, head: Head, lines: tuple[Line, ...]) -> Reel:
    try:
        return replaying.reel(head, games.frames(head, lines))
    except SavedError as error:
        raise games.broken(file, error) from None


def _as_json(reel: Reel) -> None:
    for frame in reel.frames:
        click.echo(msgspec.json.encode(frame).decode())


def _in_lines(head: Head, reel: Reel) -> None:
    """Tell it all at once, or step by step to somebody who types."""
    by_host, count = head.by == "host", len(reel.frames)
    click.echo(replays.begins(reel.name, by_host, head.seat, count))
    if not sys.stdin.isatty():
        _tell(replaying.pressed(reel, "end"), 0)
        return
    click.echo(replays.typed(dice=played(head.rules)))
    while (line := sys.stdin.readline()) and (key := line.strip().lower()) != "q":
        before = reel.at
        reel = replaying.pressed(reel, replaying.TYPED.get(key, key))
        click.echo(f"{reel.at + 1}/{count}")
        if reel.at > before:
            _tell(reel, before + 1)
        else:
            _tell(reel, reel.at)


def _tell(reel: Reel, since: int) -> None:
    for line in replaying.lines(reel, since):
        click.echo(clean(line))


async def _on_screen(reel: Reel) -> int:
    from p10net.client.fullscreen import FullScreen
    from p10net.client.picture import Picture
    from p10net.client.screen.draw import draw

    dress = person.dress()

    def picture(columns: int, rows: int) -> Picture:
        scene = replaying.scene(reel)
        return draw(scene, columns, rows, dress.ascii_only)

    def press(key: str) -> None:
        nonlocal reel
        if key in ("q", "esc", "c-c"):
            window.exit(None)
        reel = replaying.pressed(reel, key)
        window.app.invalidate()

    window = FullScreen(dress.look, picture, press, lambda text: None)
    await window.run()
    return Exit.FINE


# --- Whether it is true -------------------------------------------------------------


@verb(
    "verify",
    ("p10net verify GAME.p10net", "play it again, and check every deck"),
)
@FILE
def verify(file: Path) -> int:
    """Check that a saved game comes out the same, and that every deck was fair.

    The exit code is 0 if all is right, 1 if something is not.
    """
    head, lines = games.load(file)
    try:
        found = _by_host(head, lines) if head.by == "host" else _by_client(head, lines)
    except SavedError as error:
        raise games.broken(file, error) from None
    if found:
        raise Trouble("\n".join(found))
    return Exit.FINE


def _by_host(head: Head, lines: tuple[Line, ...]) -> list[str]:
    found = [*rerun.problems(head, lines)]
    if not found:
        click.echo(replays.RERUN.format(count=len(lines) - 1))
    return found


def _by_client(head: Head, lines: tuple[Line, ...]) -> list[str]:
    games.frames(head, lines)
    deck = checked.check(head, lines)
    if deck.findings:
        return [*deals.told(deck)]
    dice = played(head.rules)
    proof = deals.told(deck, dice) if deck.proved else (replays.no_proof(dice=dice),)
    for line in proof:
        click.echo(line)
    return []


VERBS = {"replay": replay, "verify": verify}
