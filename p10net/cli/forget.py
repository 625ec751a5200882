"""`p10net forget`: let go of hosts, seats and logs that are remembered here."""

import click

from p10net.cli import folders, logs
from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import flag, verb
from p10net.client import pins, seats, sheets
from p10net.client.plain import recall
from p10net.client.words.cards import plural
from p10net.protocol.clean import clean


@verb(
    "forget",
    ('p10net forget "Ann\'s table"', "that table, its host and your seat there"),
    ("p10net forget --all", "all of them, what was logged, and what was typed"),
)
@click.argument("table", required=False)
@flag(
    *("--all", "everything"),
    is_flag=True,
    says="Every table, the logs, and the lines typed in line mode.",
    example="p10net forget --all",
    heading="What",
)
def forget(table: str | None, everything: bool) -> None:
    """Forget a TABLE you met: where it was, who kept it, and your seat there.

    A seat you sit in right now is kept. Your settings and your games stay.
    """
    table = (table or "").strip() or None
    if (table is None) is not everything:
        raise Trouble("Name one table, or use --all for every one.", Exit.USAGE)
    state = folders.state()
    try:
        count = seats.forget(state, table) + pins.forget(state, table)
        count += sheets.forget(state, table)
        if everything:
            count += logs.forget(state, folders.crash_file()) + recall.forget(state)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Trouble(f"{state} cannot be changed ({why}): see who may.") from None
    if table is not None and not count:
        raise Trouble(
            f"No table {clean(table)[:40]} is remembered: `p10net list` shows those"
            " that are there.",
            Exit.NO_TABLE,
        )
    click.echo(f"Forgotten: {plural(count, 'thing', 'things')} in {state}.")


VERBS = {"forget": forget}
