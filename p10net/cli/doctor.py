"""`p10net doctor`: why friends do not find each other, in one cause and one step."""

import platform
from collections.abc import Sequence

import click
import msgspec
import trio
from msgspec.structs import asdict

from p10net.cli import folders
from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import flag, verb
from p10net.client import seats, survey
from p10net.client.check import Check, cause
from p10net.client.doctor import Facts, examine
from p10net.client.words import doctor as words
from p10net.protocol.address import At, Number, Place, TargetError, parse_target
from p10net.protocol.version import VERSION

NO_NUMBER = (
    "{0} alone means a table on some network here: give its whole address, as in"
    " 192.168.1.{0}."
)
MARKS = {True: "ok", False: "!!"}


@verb(
    "doctor",
    ("p10net doctor", "check this computer's network"),
    ("p10net doctor H00-921", "and whether that table can be reached"),
    ("p10net doctor --json", "the same for a friend or a program"),
)
@click.argument("table", required=False)
@flag(
    *("--json", "as_json"),
    is_flag=True,
    says="One line of JSON.",
    example="p10net doctor --json",
    heading="How",
)
def doctor(table: str | None, as_json: bool) -> int:
    """Find out why a friend's table is not in the list.

    TABLE is a code or an address to ask directly. It takes a few seconds. The exit
    code is 0 if nothing is wrong, else 4.
    """
    checks = examine(trio.run(_find_out, _place(table)))
    found = cause(checks)
    click.echo(_json(checks, found) if as_json else _lines(checks, found))
    return Exit.FINE if found is None else Exit.UNREACHABLE


VERBS = {"doctor": doctor}


def _place(table: str | None) -> Place | None:
    """Read a code or an address; a name needs the discovery that is in doubt."""
    if table is None:
        return None
    try:
        target = parse_target(table)
    except TargetError as error:
        raise Trouble(str(error), Exit.USAGE) from None
    if isinstance(target, At):
        return target.place
    if isinstance(target, Number):
        raise Trouble(NO_NUMBER.format(target.last), Exit.USAGE)
    raise Trouble("Give a code or an address: names need discovery.", Exit.USAGE)


async def _find_out(peer: Place | None) -> Facts:
    met, _ = seats.hosts(folders.state())
    return await survey.whole(peer, [place for one in met for place in one.places])


def _lines(checks: Sequence[Check], found: Check | None) -> str:
    lines = [f"{MARKS[one.ok]}  {one.check:<10} {one.says}" for one in checks]
    return "\n".join([*lines, "", words.FINE if found is None else found.says])


def _json(checks: Sequence[Check], found: Check | None) -> str:
    told = {
        "p10net": VERSION,
        "system": platform.system(),
        "cause": None if found is None else found.check,
        "step": None if found is None else found.says,
        "checks": [asdict(one) for one in checks],
    }
    return msgspec.json.encode(told).decode()
