"""`p10net stats`: what a person has played on this computer; nothing leaves it."""

from collections.abc import Iterator

import click
import msgspec

from p10net.cli import folders
from p10net.cli.verbs import flag, verb
from p10net.client import played
from p10net.client.played import Statistics
from p10net.client.words.cards import plural

NOTHING = "No game has ended here yet: `p10net play` deals one at once."


@verb(
    "stats",
    ("p10net stats", "games, wins, and how long each phase takes you"),
    ("p10net stats --json", "the same as one line of JSON"),
)
@flag(
    *("--json", "as_json"),
    is_flag=True,
    says="One line of JSON.",
    example="p10net stats --json",
    heading="How",
)
def stats(as_json: bool) -> None:
    """Show your games on this computer; nothing of it leaves it."""
    added = played.statistics(played.games(folders.data()))
    if as_json:
        click.echo(msgspec.json.encode(added).decode())
        return
    for line in _lines(added) if added.games else (NOTHING,):
        click.echo(line)


VERBS = {"stats": stats}


def _lines(added: Statistics) -> Iterator[str]:
    share = round(100 * added.won / added.games)
    yield f"{plural(added.games, 'game', 'games')}, {added.won} won ({share} %)"
    yield f"Won in a row: {added.streak} now, {added.best} at best"
    out = plural(added.went_out, "time", "times")
    yield f"{plural(added.rounds, 'round', 'rounds')}, you went out {out}"
    if added.points_a_round is not None:
        yield f"{added.points_a_round:g} points a round"
    for phase, tries in added.phase_rounds.items():
        yield f"Phase {phase:>2}: {tries:g} rounds until it was laid"
    for name, tally in added.against.items():
        games = plural(tally.games, "game", "games")
        yield f"Against {name}: {games}, {tally.won} won"
