"""`p10net host`: opens a table, with its host as a player or without one."""

import platform
from functools import partial
from typing import Any

import click

from p10net.cli import (
    again,
    announce,
    doorbell,
    flags,
    folders,
    kept,
    opening,
    person,
    streams,
    whereabouts,
)
from p10net.cli.flags import NETWORK, RUNNING, TABLE
from p10net.cli.hosting import in_process
from p10net.cli.opening import Asked
from p10net.cli.verbs import flag, verb
from p10net.client.runner import next_name
from p10net.client.session import Ending, Session, Visitor
from p10net.host.chance import Chance
from p10net.host.house import LEAST
from p10net.host.resume import Resumed
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.lan.interfaces import own_addresses
from p10net.protocol.address import PORT, Place, link
from p10net.protocol.errors import ByeCode
from p10net.protocol.limits import GUARD, LIMITS, lines
from p10net.protocol.owner import AddBot
from p10net.protocol.requests import Admin

HOUR = 3600
SECONDS = flags.Seconds(0, HOUR)

TABLE_FLAGS = flags.together(
    flag(
        "--again",
        metavar="[TABLE]",
        is_flag=False,
        flag_value="",
        says="Go on with a game whose host is lost, after its last round.",
        example="p10net host --again",
        heading=TABLE,
    ),
    flag(
        *("--table", "--name", "name"),
        says="The table's name; made of yours unless you say so.",
        example='p10net host --table "Flat 12"',
        heading=TABLE,
    ),
    flag(
        *("--as", "me"),
        says="What the others call you; your login unless you say so.",
        example='p10net host --table "Flat 12" --as Ann',
        heading=flags.YOU,
    ),
    flag(
        "--seats",
        type=click.IntRange(LEAST, 6),
        says="Seats there are; as many as the rules allow unless you say so.",
        example="p10net host --seats 4",
        heading=TABLE,
    ),
    flag(
        "--start-when",
        type=click.IntRange(LEAST, 6),
        says="Without a host: start when so many sit; one more than there are bots,"
        " or with --once the bots alone if they are enough.",
        example="p10net host --headless --start-when 3",
        heading=TABLE,
    ),
    flag(
        "--timer",
        type=SECONDS,
        default=Asked().timer,
        says="Seconds for one decision; 0 means no limit.",
        example="p10net host --timer 60",
        heading=TABLE,
    ),
    flag(
        "--away",
        type=click.Choice(["bot", "skip", "wait"]),
        default=Asked().away,
        says="A bot plays for who is away, or turns are passed, or all wait.",
        example="p10net host --away skip",
        heading=TABLE,
    ),
    flag(
        "--grace",
        type=SECONDS,
        default=Asked().grace,
        says="Seconds a lost player is waited for before that.",
        example="p10net host --grace 120",
        heading=TABLE,
    ),
    flag(
        "--watch/--no-watch",
        default=Asked().watch,
        says="Whether others may look on.",
        example="p10net host --no-watch",
        heading=TABLE,
    ),
    flag(
        "--hints/--no-hints",
        default=Asked().hints,
        says="Whether p10net may say what to do (. or hint) at this table.",
        example="p10net host --no-hints",
        heading=TABLE,
    ),
    flag(
        "--password",
        type=flags.SENT,
        envvar="P10NET_PASSWORD",
        says="A password for new players; $P10NET_PASSWORD does as well.",
        example="p10net host --password tea",
        heading=TABLE,
    ),
)
NETWORK_FLAGS = flags.together(
    flag(
        "--port",
        type=click.IntRange(0, 65535),
        says="The port; 4210 or the next free one unless you say so, 0 takes any.",
        example="p10net host --port 7777",
        heading=NETWORK,
    ),
    flag(
        "--bind",
        multiple=True,
        type=flags.Address(),
        metavar="ADDRESS",
        says="Listen on this address only; repeat it for more.",
        example="p10net host --bind 127.0.0.1",
        heading=NETWORK,
    ),
    flag(
        "--cleartext",
        is_flag=True,
        says="No TLS; then only programs on this computer can join.",
        example="p10net host --cleartext --headless",
        heading=NETWORK,
    ),
    flag(
        "--cleartext-lan",
        is_flag=True,
        says="Let others play without TLS too; everybody at the table is told.",
        example="p10net host --cleartext-lan",
        heading=NETWORK,
    ),
    flag(
        "--no-advertise",
        is_flag=True,
        says="Do not show the table in lists; it can be joined by its code.",
        example="p10net host --no-advertise",
        heading=NETWORK,
    ),
    flag(
        "--where",
        is_flag=True,
        says="Only list this computer's addresses, and what each is good for.",
        example="p10net host --where",
        heading=NETWORK,
    ),
)
RUNNING_FLAGS = flags.together(
    flag(
        "--headless",
        is_flag=True,
        says="Do not play: only keep the table.",
        example="p10net host --headless --bots 3",
        heading=RUNNING,
    ),
    flag(
        "--once",
        is_flag=True,
        says="Close the table after one game.",
        example="p10net host --headless --once --bots 4",
        heading=RUNNING,
    ),
    flag(
        *("--json", "as_json"),
        is_flag=True,
        says="Print what happens as JSON, a line each.",
        example="p10net host --headless --json",
        heading=RUNNING,
    ),
    flags.state_dir("host", "Keep this table's files there.", RUNNING),
    flag(
        "--limits",
        is_flag=True,
        says="Only print the figures that clients are held to.",
        example="p10net host --limits",
        heading=RUNNING,
    ),
)


@verb(
    "host",
    ("p10net host", "open a table and play at it"),
    ("p10net host --rules masters --bots 1", "other rules, and a bot to fill a seat"),
    ("p10net host --headless --bots 3", "a table for tests and parties, without you"),
    ("p10net host --again", "go on with a game whose host is lost"),
)
@TABLE_FLAGS
@flags.rules("host")
@flags.plain("host")
@flags.bots("host", Asked().bots)
@NETWORK_FLAGS
@RUNNING_FLAGS
def host(where: bool, limits: bool, plain: bool, **given: Any) -> int:
    """Open a table that others can join."""
    if where or limits:
        click.echo(_where(Asked(**given)) if where else _limits())
        return 0
    asked = Asked(**given)
    if asked.headless:
        keeping = partial(keep, asked)
        return person.run(keeping, screen=False, quiet=True, state=asked.state)
    screen = person.has_screen() and not plain
    playing = partial(play, asked, screen)
    return person.run(playing, screen, quiet=not screen, state=asked.state)


VERBS = {"host": host}


async def keep(asked: Asked, back: Resumed | None = None) -> Ending:
    """Keep a table without playing at it; one that is back, or a new one."""
    table = back.table if back else _new(asked)
    say = opening.announcer(asked.as_json)
    waiting = None if back else kept.waiting(asked.state)
    async with opening.opened(asked, table, say, back) as open_now:
        _tell(waiting)
        _tell(open_now.unnoted)
        with kept.outlived(asked.state, table, person.at_last):
            async with (
                doorbell.hung(asked, open_now, _tell),
                whereabouts.followed(open_now, lambda said: _tell(said.words)),
            ):
                await open_now.ended.wait()
    return Ending("", 0)


async def play(asked: Asked, screen: bool, back: Resumed | None = None) -> Ending:
    """Keep a table and play at it; one that is back, or a new one."""
    table = back.table if back else _new(asked)
    waiting = None if back else kept.waiting(asked.state)
    async with opening.opened(asked, table, lambda told: None, back) as open_now:
        notes = [one for one in (waiting, open_now.unnoted) if one]
        if not screen:
            for one in notes:
                _tell(one)
        seat = _seat(asked, open_now.server)
        for _ in range(asked.bots):
            seat.post(Admin(id=0, do=AddBot(asked.level)))
        told = open_now.told
        proof = announce.beside(told, platform.system())
        last = person.at_last if screen else _said_in_lines
        with kept.outlived(asked.state, table, last):
            async with (
                doorbell.hung(asked, open_now, partial(person.whisper, seat)),
                whereabouts.followed(open_now, partial(person.aside, seat)),
            ):
                ending = await person.sit(
                    seat,
                    screen,
                    code=told.code or "",
                    address=told.addresses[0] if told.addresses else "",
                    proof=(*proof, *notes) if screen else proof,
                    keeps=True,
                    resumes=kept.command(asked.state),
                    over=again.over(asked.again, folders.state()),
                )
    gone = ending.bye is None or ending.bye.code in (ByeCode.LEFT, ByeCode.CLOSING)
    closed = f"{table.house.setup.name} is closed: `p10net host` opens another."
    return (
        Ending(kept.left(asked.state, table, closed), ending.status) if gone else ending
    )


def _new(asked: Asked) -> Table:
    return Table(opening.setup(asked, person.name(asked.me)), Chance(asked.seed))


def _seat(asked: Asked, server: Server) -> Session:
    """Sit down at the own table, where one sat before."""
    own = server.table.own
    return Session(
        in_process(server),
        Visitor(_me(asked), "human", password=asked.password),
        token=own.session if own else None,
        another_name=next_name,
    )


def _me(asked: Asked) -> str:
    """Say what the host is called: where a game goes on, what it was called there."""
    if asked.again is None:
        return person.name(asked.me)
    return again.again(folders.state(), asked.again).me


def _said_in_lines(sentence: str) -> None:
    """Say nothing more: whoever plays in lines is told by them."""


def _tell(sentence: str | None) -> None:
    if sentence is not None:
        streams.tell(sentence)


# --- Only asked for ------------------------------------------------------------------


def _where(asked: Asked) -> str:
    own = own_addresses()
    rows = [
        f"{one.host:<40} {one.interface:<16} {one.aside or 'told to others'}"
        for one in own
    ]
    proof = opening.prove(asked)
    places = [Place(one.host, asked.port or PORT) for one in own if one.aside is None]
    rows += [link(place, proof.key) for place in places]
    if proof.phrase is not None:
        rows.append(f'The words of this host are "{proof.phrase}".')
    return "\n".join(rows) if own else "This computer has no network address."


def _limits() -> str:
    return "\n".join(
        f"{name:<24} {value:>8} {unit:<12} {words}"
        for figures in (LIMITS, GUARD)
        for name, value, unit, words in lines(figures)
    )
