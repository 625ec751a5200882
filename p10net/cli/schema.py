"""`p10net schema`: the protocol as JSON Schema, for the tools of other languages."""

import json

import click

from p10net.cli.verbs import verb
from p10net.protocol.schema import schema as whole


@verb(
    "schema",
    ("p10net schema", "all definitions, one for each message and part"),
    ("p10net schema | jq .index", "which of them belongs to a direction and a `t`"),
)
def schema() -> None:
    """Print the JSON Schema (2020-12) of all messages of this release."""
    click.echo(json.dumps(whole(), indent=1))


VERBS = {"schema": schema}
