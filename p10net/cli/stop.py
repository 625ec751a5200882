"""`p10net stop`: closes a table that this user runs on this computer."""

import click

from p10net.cli import folders, running
from p10net.cli.exits import Exit, Trouble
from p10net.cli.verbs import verb
from p10net.client.words.cards import listed
from p10net.protocol.clean import clean


@verb(
    "stop",
    ("p10net stop", "close the table, if there is only one"),
    ('p10net stop "Flat 12"', "close the table of this name"),
    ("p10net stop 4211", "close the table on this port"),
)
@click.argument("table", required=False)
def stop(table: str | None) -> None:
    """Close a table that runs on this computer; its players are told."""
    note = _meant(table)
    if not running.stop(note):
        raise Trouble(f"{note.name} has not closed yet: try again, or end it by hand.")
    click.echo(f"{note.name} is closed.")


VERBS = {"stop": stop}


def _meant(table: str | None) -> running.Note:
    notes = running.tables(folders.state())
    meant = notes if not (table or "").strip() else running.called(str(table), notes)
    if not notes:
        raise Trouble("No table of yours runs on this computer.", Exit.NO_TABLE)
    if len(meant) == 1:
        return meant[0]
    names = listed(f"{note.name} (port {note.place.port})" for note in notes)
    if meant:
        raise Trouble(f"Say which table to close, by its port: {names}.", Exit.NO_TABLE)
    shown = clean(table or "")[:40]
    raise Trouble(
        f"No table of yours is called {shown}: there is {names}.", Exit.NO_TABLE
    )
