"""`p10net list`: the tables on this network, for people and for programs."""

from functools import partial

import click
import msgspec
import trio

from p10net.cli import folders, running, streams
from p10net.cli.verbs import flag, verb
from p10net.client import nearby, seats
from p10net.client.found import Answer, Row, alike, row
from p10net.client.peek import peek
from p10net.client.words import finding
from p10net.client.words.start import STATES
from p10net.protocol.address import Place
from p10net.protocol.version import PROTOS

LISTEN = 2.0
"""Seconds to listen: with the start of the program, an answer comes within three."""
WHICH = "Which tables, and how"


@verb(
    "list",
    ("p10net list", "show the tables on this network"),
    ("p10net list --json", "the same for programs, a line of JSON each"),
    ("p10net list --mine", "only those that run on this computer"),
)
@flag(
    *("--json", "as_json"),
    is_flag=True,
    says="One line of JSON for each table.",
    example="p10net list --json",
    heading=WHICH,
)
@flag(
    "--mine",
    is_flag=True,
    says="Only tables of yours on this computer, advertised or not.",
    example="p10net list --mine",
    heading=WHICH,
)
def list_tables(as_json: bool, mine: bool) -> None:
    """List the tables on this network, and how full each one is."""
    found, off = trio.run(_mine if mine else _near)
    nobody = NONE_MINE if mine else NOBODY
    for one in found:
        click.echo(msgspec.json.encode(one).decode() if as_json else _line(one))
    for group in alike(found):
        streams.tell(finding.alike(group[0].table, len(group)))
    if off is not None:
        streams.tell(finding.discovery_off(off))
    if not found and not as_json:
        click.echo(nobody)


NOBODY = "No table answers: ask the host for the code, or open one with `p10net host`."
NONE_MINE = "No table of yours answers on this computer: `p10net host` opens one."

VERBS = {"list": list_tables}


async def _near() -> tuple[tuple[Row, ...], str | None]:
    met, _ = seats.hosts(folders.state())
    places = [place for one in met for place in one.places]
    listing = await nearby.listing(LISTEN, remembered=places)
    return listing.rows, listing.off


async def _mine() -> tuple[tuple[Row, ...], str | None]:
    found: dict[Place, Row] = {}

    async def ask(place: Place) -> None:
        said = await peek(place)
        if isinstance(said, Answer):
            found[place] = row(place, said)

    notes = running.tables(folders.state())
    async with trio.open_nursery() as nursery:
        for note in notes:
            nursery.start_soon(partial(ask, note.place))
    return tuple(found[note.place] for note in notes if note.place in found), None


def _line(one: Row) -> str:
    """Write one table for a person: name, where, how full, what is played."""
    state = STATES.get(one.state, one.state)
    if not {*one.proto} & {*PROTOS}:
        state = "another version"
    seats_taken = f"{one.seats.taken}/{one.seats.max}"
    return (
        f"{one.table:<20} {one.address:<21} {seats_taken:<4} {state:<14}"
        f" {one.rules}, {one.ping_ms:.0f} ms"
    )
