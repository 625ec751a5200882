"""`p10net tap`: stands between a client and its host and prints all they say."""

import json
import re
from functools import partial

import click
import trio

from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import verb
from p10net.client.guest import supervise
from p10net.client.tap import Row, Tap
from p10net.protocol.address import At, Place, TargetError, parse_target
from p10net.protocol.clean import clean

HOME = "127.0.0.1"


@verb(
    "tap",
    ("p10net tap 4300 127.0.0.1:4210", "then let the client join 127.0.0.1:4300"),
    ("p10net tap 4300 127.0.0.1:4210 | jq .message.t", "see only what is said"),
)
@click.argument("listen")
@click.argument("host")
def tap(listen: str, host: str) -> int:
    """Pass a session through and print each frame as a line of JSON.

    LISTEN is a port, or an address and a port; sessions and passwords are masked.
    """
    return trio.run(supervise, _tapped, _listening(listen), _place(host))


VERBS = {"tap": tap}


def _listening(listen: str) -> Place:
    """Read where to listen; a port alone is on this computer, 0 is any free one."""
    return Place(HOME, 0) if listen == "0" else _place(_with_address(listen))


def _with_address(listen: str) -> str:
    return f"{HOME}:{listen}" if re.fullmatch(r"\d+", listen) else listen


def _place(text: str) -> Place:
    try:
        target = parse_target(text)
    except TargetError as error:
        raise Trouble(str(error), Exit.USAGE) from None
    if not isinstance(target, At):
        shown = clean(text)[:40]
        raise Trouble(f"{shown} is no address: write it as 127.0.0.1:4210.", Exit.USAGE)
    return target.place


async def _tapped(listen: Place, host: Place) -> int:
    try:
        listeners = await trio.open_tcp_listeners(listen.port, host=listen.host)
    except OSError as error:
        why = (error.strerror or "no such address").lower()
        raise Trouble(f"{listen} cannot be listened on ({why}).") from None
    places = [listener.socket.getsockname()[:2] for listener in listeners]
    _print({"event": "listening", "places": [str(Place(*place)) for place in places]})
    carry = Tap(host, _print).carry
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(partial(trio.serve_listeners, carry, [listener]))
    return Exit.FINE


def _print(row: Row) -> None:
    """Print a row as ASCII, so that nothing in it can reach the terminal."""
    click.echo(json.dumps(row))
