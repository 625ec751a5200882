"""`p10net testhost`: tries a client in a row of scripts and says what it did wrong."""

import shlex
import shutil
from functools import partial

import click
import trio

from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import flag, verb
from p10net.client.guest import supervise
from p10net.host.testhost.bench import Bench, Verdict
from p10net.host.testhost.scripts import SCRIPTS
from p10net.protocol.address import PORT
from p10net.protocol.clean import clean

HOME = "127.0.0.1"
NO_CLIENT = "--client names no program"


@verb(
    "testhost",
    ('p10net testhost --client "node bot.mjs"', "start it for each script and try it"),
    ("p10net testhost --script stale", "try a client that you start yourself"),
    ("p10net testhost --list", "see all scripts"),
)
@flag(
    "--client",
    metavar="COMMAND",
    says="Start this for each script; {host} and {port} are put in, or added.",
    example='p10net testhost --client "./bot {host} {port}"',
    heading="The client",
)
@flag(
    "--patience",
    type=click.FloatRange(0.5, 600),
    default=10.0,
    metavar="SECONDS",
    says="Time for the client to answer.",
    example="p10net testhost --patience 60",
    heading="The client",
)
@flag(
    "--script",
    "names",
    type=click.Choice(list(SCRIPTS)),
    multiple=True,
    metavar="NAME",
    says="Run this script only; may be given again.",
    example="p10net testhost --script stale --script pause",
    heading="The scripts",
)
@flag(
    "--list",
    "listing",
    is_flag=True,
    says="List the scripts.",
    example="p10net testhost --list",
    heading="The scripts",
)
@flag(
    "--tls",
    is_flag=True,
    says="Speak TLS; the client gets the host's key in place of {key}.",
    example='p10net testhost --tls --client "./bot {host} {port} {key}"',
    heading="Where",
)
@flag(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    metavar="PORT",
    says="Listen here; 0 takes any free port.",
    example="p10net testhost --port 0",
    heading="Where",
)
@flag(
    "--bind",
    default=HOME,
    metavar="ADDRESS",
    says="Listen on this address of the computer.",
    example="p10net testhost --bind 0.0.0.0",
    heading="Where",
)
def testhost(
    client: str | None,
    patience: float,
    names: tuple[str, ...],
    listing: bool,
    tls: bool,
    port: int,
    bind: str,
) -> int:
    """Be a host that tries clients: the same each time, and outspoken.

    Ends with a table of the scripts; the exit code is 0 if all were passed.
    """
    if listing:
        return _list()
    command = _command(client)
    chosen = _chosen(names, tls)
    return trio.run(supervise, _tried, chosen, command, patience, port, bind, tls)


VERBS = {"testhost": testhost}


def _list() -> int:
    width = max(map(len, SCRIPTS))
    for name, script in SCRIPTS.items():
        click.echo(f"{name:{width}}  your client {script.says}")
    return Exit.FINE


def _chosen(names: tuple[str, ...], tls: bool) -> tuple[str, ...]:
    """Pick the scripts to put on: all that can be, if none is named."""
    private = {name for name, script in SCRIPTS.items() if script.private}
    if not tls and private & {*names}:
        raise Trouble(f"The script {min(private)} needs --tls.", Exit.USAGE)
    return names or tuple(name for name in SCRIPTS if tls or name not in private)


def _command(client: str | None) -> list[str]:
    try:
        words = shlex.split(client or "")
    except ValueError:
        raise Trouble(
            "The client's command cannot be read: close its quotes.", Exit.USAGE
        ) from None
    if client is not None and (not words or shutil.which(words[0]) is None):
        shown = clean(words[0])[:40] if words else ""
        lacks = f"There is no program {shown} to start" if shown else NO_CLIENT
        raise Trouble(f"{lacks}: write its path.", Exit.USAGE)
    return words


async def _tried(
    names: tuple[str, ...],
    command: list[str],
    patience: float,
    port: int,
    bind: str,
    tls: bool,
) -> int:
    try:
        listener, *others = await trio.open_tcp_listeners(port, host=bind)
    except OSError as error:
        raise Trouble(
            f"Port {port} of {clean(bind)[:40]} cannot be used"
            f" ({(error.strerror or 'no such address').lower()}): name another one."
        ) from None
    for other in others:
        await other.aclose()
    bench = Bench(listener, patience, command, tls=tls)
    verdicts: list[Verdict] = []
    if not command:
        key = f", key {bench.key}" if tls else ""
        click.echo(f"Listening on {bench.host} port {bench.port}{key}.")
    starts = partial(_starts, bool(command), names)
    passed = await bench.run(names, starts, partial(_ends, verdicts))
    _table(verdicts)
    return Exit.FINE if passed else Exit.FAILED


def _starts(by_itself: bool, names: tuple[str, ...], name: str) -> None:
    if not by_itself:
        place = f"{names.index(name) + 1} of {len(names)}"
        says = SCRIPTS[name].says
        click.echo(f"Start your client ({place}, {name}: it {says}) ...")


def _ends(verdicts: list[Verdict], verdict: Verdict) -> None:
    """Say at once how a script ended, with all there is to say about a fault."""
    verdicts.append(verdict)
    if not verdict.passed:
        click.echo(f"\n{verdict.script}: {verdict.fault}")
        for line in verdict.lines:
            click.echo(f"    {line}")


def _table(verdicts: list[Verdict]) -> None:
    click.echo()
    width = max(len(verdict.script) for verdict in verdicts)
    for verdict in verdicts:
        word = "PASS" if verdict.passed else "FAIL"
        says = verdict.fault or SCRIPTS[verdict.script].says
        name, took = f"{verdict.script:{width}}", f"{verdict.seconds:5.1f} s"
        click.echo(f"{word}  {name}  {took}  {says}")
        for remark in verdict.remarks:
            click.echo(f"{'':{width + 17}}{remark}")
    passed = sum(verdict.passed for verdict in verdicts)
    click.echo(f"{passed} of {len(verdicts)} passed.")
