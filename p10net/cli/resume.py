"""`p10net resume`: brings back a table that stopped before it was over."""

from functools import partial
from pathlib import Path

import click
import trio

from p10net.cli import flags, folders, host, person, play, travels
from p10net.cli.exits import Exit, Trouble
from p10net.cli.flags import NETWORK, RUNNING, TABLE
from p10net.cli.opening import Asked
from p10net.cli.verbs import flag, verb
from p10net.client.session import Ending
from p10net.client.words.cards import listed
from p10net.host import resume as shelf
from p10net.host.resume import NoResume, Resumed, Stopped
from p10net.protocol.address import fold
from p10net.protocol.clean import clean

NOTHING = "No table of yours waits {}: `p10net host` opens one."


@verb(
    "resume",
    ("p10net resume", "go on with the table that stopped last"),
    ('p10net resume "Flat 12"', "go on with the table of this name"),
    ("p10net resume --headless --json", "keep it only, for programs to play at"),
)
@click.argument("table", required=False)
@flags.plain("resume")
@flag(
    "--salvage",
    is_flag=True,
    says="Go on from the last good record of a damaged file; all are told.",
    example="p10net resume --salvage",
    heading=TABLE,
)
@flag(
    "--port",
    type=click.IntRange(0, 65535),
    says="Another port than before; players then have to join anew.",
    example="p10net resume --port 7777",
    heading=NETWORK,
)
@flag(
    "--headless",
    is_flag=True,
    says="Do not play: only keep the table.",
    example="p10net resume --headless",
    heading=RUNNING,
)
@flag(
    *("--json", "as_json"),
    is_flag=True,
    says="Print what happens as JSON, a line each.",
    example="p10net resume --headless --json",
    heading=RUNNING,
)
@flags.state_dir("resume", "Where the table's files were kept.", RUNNING)
def resume(
    table: str | None,
    salvage: bool,
    port: int | None,
    plain: bool,
    headless: bool,
    as_json: bool,
    state_dir: Path | None,
) -> int:
    """Bring back a table that stopped, with every card where it lay.

    TABLE is its name; without one it is the table that stopped last. Its players come
    back by themselves, as long as their programs run.
    """
    state = state_dir or folders.state()
    where = "here" if state_dir is None else f"in {state_dir}"
    one = meant(shelf.stopped(state), table, where)
    asked = Asked(port=port, headless=headless, as_json=as_json, state_dir=state_dir)
    screen = person.has_screen() and not (headless or plain)
    back = partial(go_on, one, asked, screen, salvage)
    return person.run(back, screen, quiet=not screen, state=state)


VERBS = {"resume": resume}


def meant(waiting: tuple[Stopped, ...], name: str | None, where: str) -> Stopped:
    """Pick the table somebody means; raises Trouble."""
    if not waiting:
        raise Trouble(NOTHING.format(where), Exit.NO_TABLE)
    if name is None:
        return waiting[0]
    for one in waiting:
        if fold(one.name) == fold(name):
            return one
    names = listed(one.name for one in waiting if one.name) or "none"
    raise Trouble(
        f"No table called {clean(name)[:40]} waits {where}: there is {names}.",
        Exit.NO_TABLE,
    )


async def go_on(
    one: Stopped, asked: Asked, screen: bool, salvage: bool = False
) -> Ending:
    """Open the table again and play on; raises Trouble."""
    try:
        back = shelf.resume(one.path, trio.current_time(), salvage=salvage)
    except NoResume as error:
        raise Trouble(str(error)) from None
    if back.serving.port is None:
        sit = partial(person.sit, screen=screen)
        over = travels.over(back.table.house.id)
        return await play.go_on(back, asked.state, sit, over)
    asked = as_before(asked, back)
    if asked.headless:
        return await host.keep(asked, back)
    return await host.play(asked, screen, back)


def as_before(asked: Asked, back: Resumed) -> Asked:
    """Offer a table the way it was offered before, but for what is asked now."""
    serving = back.serving
    return asked._replace(
        name=back.table.house.setup.name,
        port=serving.port if asked.port is None else asked.port,
        bind=serving.bind,
        pace=serving.pace,
        headless=asked.headless or not serving.own,
        no_advertise=not serving.advertise,
        cleartext=serving.cleartext == "here",
        cleartext_lan=serving.cleartext == "lan",
    )
