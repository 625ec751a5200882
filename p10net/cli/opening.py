"""Opens a table as somebody asked for it on the command line.

The same table whether its host plays at it or not: rules, seats, bots, port, advert. It
is checked whole before anything is opened, so that a table never stands half.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import trio
from msgspec import Struct
from msgspec.structs import replace

from p10net.bots.levels import USUAL
from p10net.cli import (
    again,
    announce,
    folders,
    games,
    hosting,
    kept,
    person,
    ports,
    running,
)
from p10net.cli.announce import GameOver, Listening
from p10net.cli.exits import Exit, Trouble
from p10net.cli.rules_file import settle
from p10net.client.runner import PACE
from p10net.client.words.cards import plural
from p10net.host.advertise import Advertisement, Hosts
from p10net.host.house import LEAST, HouseBot, Setup
from p10net.host.journal_file import Serving
from p10net.host.privacy import Privacy
from p10net.host.resume import Resumed
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.host.taking_up import playable
from p10net.lan import beacon
from p10net.lan.interfaces import Own, own_addresses, reachable_at
from p10net.protocol.address import Place
from p10net.protocol.beacon import PORT as BEACON
from p10net.protocol.beacon import build
from p10net.protocol.hostkey import host_key, phrase
from p10net.protocol.limits import GUARD
from p10net.protocol.people import AwayRule

LONGEST_NAME = 40
"""Characters of a table's name; lists and adverts show no more."""


class Asked(NamedTuple):
    """All that may be said of a table on the command line."""

    name: str | None = None
    me: str | None = None
    rules: str | None = None
    changes: tuple[str, ...] = ()
    seed: int | None = None
    bots: int = 0
    level: str = USUAL
    pace: float = PACE
    seats: int | None = None
    start_when: int | None = None
    timer: float = 0.0
    away: str = "bot"
    grace: float = GUARD.grace_ms / 1000
    watch: bool = True
    hints: bool = True
    password: str | None = None
    port: int | None = None
    bind: tuple[str, ...] = ()
    cleartext: bool = False
    cleartext_lan: bool = False
    no_advertise: bool = False
    headless: bool = False
    once: bool = False
    as_json: bool = False
    state_dir: Path | None = None
    again: str | None = None

    @property
    def state(self) -> Path:
        """Where files are kept."""
        return self.state_dir or folders.state()

    @property
    def binds(self) -> tuple[str, ...]:
        """Where it listens; without TLS nowhere but here."""
        named = tuple(dict.fromkeys(self.bind))
        return (ports.LOOPBACK,) if self.cleartext else named


# --- What the table is ---------------------------------------------------------------


def setup(asked: Asked, host: str) -> Setup:
    """Settle what the table is before it is opened; raises Trouble.

    `host` is whose table it is, if it has no name.
    """
    if asked.again is not None:
        return _again(asked)
    rules = settle(asked.rules, asked.changes)
    seats = min(asked.seats or rules.max_seats, rules.max_seats)
    if asked.seats and asked.seats > rules.max_seats:
        raise Trouble(
            f"These rules are for at most {rules.max_seats} players: lower --seats.",
            Exit.USAGE,
        )
    if asked.bots > seats:
        raise Trouble(
            f"There is no room for {plural(asked.bots, 'bot', 'bots')} at a table of"
            f" {seats} seats: lower --bots.",
            Exit.USAGE,
        )
    bots = (HouseBot(asked.level, ""),) * asked.bots if asked.headless else ()
    new = Setup(
        table_name(asked.name, host),
        rules,
        seats,
        _start_when(asked, seats) if asked.headless else None,
        asked.once,
        bots,
    )
    return _settled(asked, new)


def _settled(asked: Asked, table: Setup) -> Setup:
    """Settle what the owner may change later."""
    return replace(
        table,
        timer_ms=round(asked.timer * 1000),
        away=AwayRule(asked.away),
        grace_ms=round(asked.grace * 1000),
        watch=asked.watch,
        hints=asked.hints,
        password=asked.password or "",
        cleartext=asked.cleartext_lan,
    )


NOT_ASKED = Asked()
FIXED = {"rules": "--rules", "changes": "--set", "seats": "--seats", "bots": "--bots"}


def _again(asked: Asked) -> Setup:
    """Go on with a game whose host is lost; raises Trouble."""
    for name, flag in FIXED.items():
        if getattr(asked, name) != getattr(NOT_ASKED, name):
            raise Trouble(again.NOT_WITH.format(flag), Exit.USAGE)
    found = again.again(folders.state(), asked.again or "")
    if not playable(found.sheet):
        raise Trouble(again.NOT_PLAYABLE)
    here = Setup(
        table_name(asked.name, found.me),
        found.rules,
        found.seats,
        _start_again(asked, found.here) if asked.headless else None,
        asked.once,
        found.bots,
        sheet=found.sheet,
    )
    return _settled(asked, here)


def _start_again(asked: Asked, here: int) -> int:
    return here if asked.start_when is None else _start_when(asked, here)


def table_name(given: str | None, host: str) -> str:
    """Give a table's name; raises Trouble for one that nobody could see or type."""
    if given is None:
        return f"{host}'s table"
    cleaned = person.readable(given)
    if not any(letter.isalnum() for letter in cleaned):
        raise Trouble("A table's name needs a letter or a digit.", Exit.USAGE)
    if len(cleaned) > LONGEST_NAME:
        raise Trouble(
            f"A table's name has at most {LONGEST_NAME} characters: shorten --table.",
            Exit.USAGE,
        )
    return cleaned


def _start_when(asked: Asked, seats: int) -> int:
    """Say with how many seats a table starts by itself (DETAILS 28)."""
    if asked.start_when is not None:
        if asked.start_when > seats:
            raise Trouble(
                f"A table of {seats} seats never has {asked.start_when}: lower"
                " --start-when.",
                Exit.USAGE,
            )
        return asked.start_when
    alone = asked.once and asked.bots >= LEAST
    return max(LEAST, min(seats, asked.bots + (0 if alone else 1)))


# --- Who keeps it --------------------------------------------------------------------


class Proof(Struct, frozen=True):
    """How guests can tell this host: its key for links, its words for the ear."""

    privacy: Privacy = Privacy()
    key: str | None = None
    phrase: str | None = None

    @property
    def tls(self) -> bool:
        """Whether TLS is spoken at all."""
        return self.key is not None


def prove(asked: Asked) -> Proof:
    """Have an identity, made on the first run; raises Trouble."""
    if asked.cleartext:
        return Proof()
    # Whoever only plays or joins need not wait for this library.
    from p10net.host.identity import IdentityError, identity

    try:
        me = identity(asked.state)
    except IdentityError as error:
        raise Trouble(str(error)) from None
    privacy = Privacy(me.context, asked.cleartext_lan)
    return Proof(privacy, host_key(me.fingerprint), phrase(me.fingerprint))


# --- Open ----------------------------------------------------------------------------


class Opened(Struct, eq=False):
    """A table that is open: its server, how to reach it, and when it is closed.

    `hosts` are the addresses that were told, `own` gives those of now; `unnoted` says
    that other commands of this user will not know of it.
    """

    server: Server
    told: Listening
    ended: trio.Event
    own: Hosts
    hosts: tuple[str, ...] = ()
    advert: Advertisement | None = None
    unnoted: str | None = None


@asynccontextmanager
async def opened(
    asked: Asked,
    table: Table,
    say: Callable[[Listening | GameOver], None],
    back: Resumed | None = None,
) -> AsyncIterator[Opened]:
    """Keep a table open for a block; `say` hears how it opened and how games ended.

    One that is `back` goes on with its journal. Raises Trouble if the port, or a file
    to keep the table in, cannot be had.
    """
    proof = await trio.to_thread.run_sync(prove, asked)
    listeners = await ports.listen(asked.binds, asked.port)
    port, near = ports.port_of(listeners), ports.loopback_place(listeners)
    listens = ports.hosts_of(listeners)
    own = partial(reachable_at, listens)
    advert = None if asked.no_advertise else _advert(own, table, proof, port)
    herald = hosting.Herald(table, advert, tls=proof.tls)
    bots = hosting.bots(asked.pace, near if asked.headless else None)
    told_of = hosting.each(
        herald.told, games.by_host(table, games.folder(asked.state), person.at_last)
    )
    hosts = await trio.to_thread.run_sync(own)
    told = _listening(table, proof, port, hosts)
    serving = _serving(asked, port)
    place = near or Place(listens[0], port)
    with (
        _closed_after_all(listeners),
        # Noted until the file is closed: a disk may hang, and `stop` be asked again.
        running.noted(folders.state(), told.id, told.table, place) as unnoted,
    ):
        async with kept.written(
            asked.state, table, serving, asked.seed, back, movable=True
        ) as file:
            server = Server(
                table, file, spawn_bot=bots, told=told_of, privacy=proof.privacy
            )
            async with hosting.open_table(server, listeners) as ended:
                say(told)
                async with trio.open_nursery() as nursery:
                    if advert is not None:
                        nursery.start_soon(advert.run)
                        nursery.start_soon(_call_out, own, port)
                    async with _reported(herald, say):
                        yield Opened(server, told, ended, own, hosts, advert, unnoted)
                    nursery.cancel_scope.cancel()


@asynccontextmanager
async def _reported(
    herald: hosting.Herald, say: Callable[[GameOver], None]
) -> AsyncIterator[None]:
    """Say how each game of a block ended."""
    async with trio.open_nursery() as reports:
        reports.start_soon(herald.report, lambda r: say(announce.game_over(r)))
        try:
            yield
        finally:
            herald.close()


@contextmanager
def _closed_after_all(listeners: ports.Listeners) -> Iterator[None]:
    """Let a port go that was opened in vain."""
    try:
        yield
    finally:
        for listener in listeners:
            listener.socket.close()


def _advert(own: Hosts, table: Table, proof: Proof, port: int) -> Advertisement:
    sign = hosting.facts(table.sign(), proof.tls)
    return Advertisement(table.house.setup.name, port, sign, hosts=own)


async def _call_out(own: Hosts, port: int) -> None:
    """Call the table out on the networks that it can be reached from."""

    def told_on() -> tuple[Own, ...]:
        hosts = own()
        return tuple(one for one in own_addresses() if one.host in hosts)

    await beacon.call_out(build(port), BEACON, told_on)


def _listening(
    table: Table, proof: Proof, port: int, hosts: tuple[str, ...]
) -> Listening:
    sign = table.sign()
    return announce.listening(sign.name, sign.id, port, hosts, proof.key, proof.phrase)


def _serving(asked: Asked, port: int) -> Serving:
    """Note how the table is offered, for it to come back the same way."""
    return Serving(
        port,
        asked.bind,
        asked.pace,
        advertise=not asked.no_advertise,
        own=not asked.headless,
        cleartext="here" if asked.cleartext else "lan" if asked.cleartext_lan else "",
    )


def announcer(as_json: bool) -> Callable[[Listening | GameOver], None]:
    """Print what happens, for people or for programs."""

    def say(told: Listening | GameOver) -> None:
        if as_json:
            click.echo(announce.line(told))
        elif isinstance(told, Listening):
            click.echo(announce.opened(told))
        else:
            click.echo(announce.ended(told))

    return say
