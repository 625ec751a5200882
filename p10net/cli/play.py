"""`p10net play`: a table in this process, alone against bots, without a network."""

from collections.abc import Awaitable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from p10net.cli import flags, folders, games, hosting, kept, person, settings
from p10net.cli.exits import Exit, Trouble
from p10net.cli.person import Over
from p10net.cli.rules_file import settle
from p10net.cli.verbs import verb
from p10net.client.runner import Pace
from p10net.client.session import Ending, Session, Visitor
from p10net.client.words.cards import plural
from p10net.engine.rules import OFFICIAL, Rules
from p10net.host.chance import Chance
from p10net.host.house import Setup
from p10net.host.journal_file import FileJournal, Serving
from p10net.host.resume import Resumed
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.protocol.errors import ByeCode
from p10net.protocol.owner import AddBot, Start
from p10net.protocol.requests import Admin

LEFT = "You left the game: `p10net play` deals a new one."


@verb(
    "play",
    ("p10net play", "against three bots, by the official rules"),
    ("p10net play --rules choose --bots 1", "other rules, one bot"),
    ("p10net play --pace 0 --plain", "bots that do not wait, and lines to read"),
)
@flags.rules("play")
@flags.bots("play", None)
@flags.name("play")
@flags.plain("play")
def play(
    rules: str | None,
    changes: tuple[str, ...],
    seed: int | None,
    bots: int,
    level: str,
    pace: float,
    name: str | None,
    plain: bool,
) -> int:
    """Play now, alone against bots. No network is needed or touched."""
    settled, me = settle(rules, changes), person.name(name)
    _check(settled, bots)
    screen = person.has_screen() and not plain
    game = partial(alone, me, settled, seed, bots, level, pace, screen)
    return person.run(game, screen, quiet=not screen)


VERBS = {"play": play}


def _check(rules: Rules, bots: int) -> None:
    if not 1 <= bots < rules.max_seats:
        most = plural(rules.max_seats - 1, "bot", "bots")
        raise Trouble(
            f"By these rules you play with 1 to {most}: see --bots.", Exit.USAGE
        )


class Sit(Protocol):
    """Plays a seat until that ends; `over` hears of each game that ends.

    `begins` says whether a game has been asked for already, `pace` hurries the bots.
    """

    def __call__(
        self, seat: Session, /, *, over: Over, begins: bool, pace: Pace
    ) -> Awaitable[Ending]:
        """Stay at the table."""
        ...


async def now(me: str, screen: bool) -> Ending:
    """Play at once, against the bots that the person has settled on."""
    bots, level = int(settings.get("bots")), str(settings.get("level"))
    pace = float(settings.get("pace"))
    return await alone(me, OFFICIAL, None, bots, level, pace, screen)


async def alone(
    me: str,
    rules: Rules,
    seed: int | None,
    bots: int,
    level: str,
    pace: float,
    screen: bool,
) -> Ending:
    """Play a game after the other until the person leaves."""
    sit = partial(person.sit, screen=screen)
    new = table(me, rules, bots, seed)
    return await against(new, me, bots * (level,), pace, sit, person.keep, seed)


def table(me: str, rules: Rules, bots: int, seed: int | None) -> Table:
    """Lay a table for one against bots, where acts may be taken back."""
    setup = Setup(f"{me}'s table", rules, seats=bots + 1, takes_back=True)
    return Table(setup, Chance(seed))


async def against(
    table: Table,
    me: str,
    levels: Sequence[str],
    pace: float,
    sit: Sit,
    over: Over,
    seed: int | None = None,
) -> Ending:
    """Play at a new table against bots of these levels."""
    serving = Serving(None, pace=pace, own=True)
    state = folders.state()
    async with kept.written(state, table, serving, seed) as journal:
        ending = await _sit(state, table, journal, pace, me, levels, sit, over)
    return _ended(ending, state, table)


async def go_on(back: Resumed, state: Path, sit: Sit, over: Over) -> Ending:
    """Play on where a game alone was left."""
    table, own = back.table, back.table.own
    me = own.name if own else person.name(None)
    async with kept.written(state, table, back.serving, back=back) as journal:
        pace = back.serving.pace
        ending = await _sit(state, table, journal, pace, me, (), sit, over)
    return _ended(ending, state, table)


async def _sit(
    state: Path,
    table: Table,
    journal: FileJournal,
    seconds: float,
    me: str,
    bots: Sequence[str],
    sit: Sit,
    over: Over,
) -> Ending:
    """Play at a table that nobody else can reach, against new bots or the old ones."""
    pace = Pace(seconds)
    saving = games.by_host(table, games.folder(), person.at_last)
    server = Server(table, journal, spawn_bot=hosting.bots(pace), told=saving)
    token = table.own.session if table.own else None
    async with hosting.open_table(server):
        seat = Session(hosting.in_process(server), Visitor(me, "human"), token=token)
        for level in bots:
            seat.post(Admin(id=0, do=AddBot(level)))
        if bots:
            seat.post(Admin(id=0, do=Start()))
        with kept.outlived(state, table, person.at_last):
            return await sit(seat, over=over, begins=bool(bots), pace=pace)


def _ended(ending: Ending, state: Path, table: Table) -> Ending:
    gone = ending.bye is None or ending.bye.code is ByeCode.LEFT
    return Ending(kept.left(state, table, LEFT), ending.status) if gone else ending
