"""`p10net arena`: lets brains play many games against each other, and says who wins."""

import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import cache

import click
import msgspec

from p10net.bots.brain import Maker
from p10net.bots.levels import LEVELS
from p10net.cli import flags
from p10net.cli.exits import Exit, Trouble
from p10net.cli.program import INTERRUPTED
from p10net.cli.rules_file import settle
from p10net.cli.verbs import flag, verb
from p10net.client.runner import BrainError, load_brain
from p10net.client.words.cards import plural
from p10net.engine.rules import Rules
from p10net.host import apart
from p10net.host.arena import Match, Played, play
from p10net.host.standings import Interval, Standing, Standings, standings
from p10net.protocol.clean import cells, clean, fit

MOST_GAMES = 1_000_000
MOST_JOBS = 64
NAME_CELLS = 22
MATCH = "The match"
NONE_OVER = "Nothing to tell yet: no deal was played from every seat."
DIED = (
    "{who} ended the process it ran in ({how}): look there for a crash or os._exit;"
    " {known}."
)
ENDED = "A process that played was ended ({how}): play again, in fewer --jobs; {known}."
BEFORE = "what is told here was played before"
NOTHING = "no games were over before"


@verb(
    "arena",
    ("p10net arena expert steady", "which one is better, and by how much"),
    ("p10net arena mybot.py:MyBot sharp --games 500", "try a bot of your own"),
    ("p10net arena expert sharp --seats 4", "one against three"),
)
@click.argument("brains", nargs=-1, required=True, metavar="BRAIN...")
@flag(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=100,
    says="How many games; as many more as let everybody sit at every seat.",
    example="p10net arena expert steady --games 1000",
    heading=MATCH,
)
@flag(
    "--seats",
    type=click.IntRange(2),
    says="How many seats; the last bot named takes all that are left.",
    example="p10net arena sharp steady --seats 4",
    heading=MATCH,
)
@flag(
    "--seed",
    type=click.IntRange(0, flags.LARGEST_SEED),
    default=0,
    says="Deal from this number: the same seed gives the same match.",
    example="p10net arena sharp steady --seed 7",
    heading=MATCH,
)
@flag(
    "--rules",
    metavar="PRESET|FILE.toml",
    says="A preset of `p10net rules`, or a file of your own.",
    example="p10net arena sharp steady --rules masters",
    heading=MATCH,
)
@flag(
    *("--set", "changes"),
    multiple=True,
    metavar="SWITCH=VALUE",
    says="Change a switch of the rules; repeat it for more.",
    example="p10net arena sharp steady --set skips=0",
    heading=MATCH,
)
@flag(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    says="Play in so many processes at once.",
    example="p10net arena expert steady --games 1000 --jobs 4",
    heading=flags.RUNNING,
)
@flag(
    *("--json", "as_json"),
    is_flag=True,
    says="One line of JSON.",
    example="p10net arena expert steady --json",
    heading=flags.RUNNING,
)
def arena(
    brains: tuple[str, ...],
    games: int,
    seats: int | None,
    seed: int,
    rules: str | None,
    changes: tuple[str, ...],
    jobs: int,
    as_json: bool,
) -> int:
    """Let bots play many games against each other.

    BRAIN is a level, module:Name or file.py:Name. Every deal is played once in each
    seating, so that the cards favor nobody. What a bot does wrong costs its own seat.
    """
    match = _match(brains, settle(rules, changes), seats, games, seed)
    played: list[Played] = []
    try:
        code = _play(match, jobs, played)
        if not played:
            click.echo(NONE_OVER, err=True)
        return code
    finally:
        if played:
            said = standings(match, played)
            click.echo(msgspec.json.encode(said).decode() if as_json else _table(said))


VERBS = {"arena": arena}


def _match(
    brains: tuple[str, ...], rules: Rules, seats: int | None, games: int, seed: int
) -> Match:
    seats = max(2, len(brains)) if seats is None else seats
    if seats < len(brains):
        raise Trouble(
            f"{len(brains)} bots need as many seats: say --seats {len(brains)}.",
            Exit.USAGE,
        )
    if seats > rules.max_seats:
        raise Trouble(
            f"These rules are for {rules.max_seats} seats at most, not {seats}.",
            Exit.USAGE,
        )
    return Match(brains, rules, seats, -(-games // seats), seed)


@cache
def _loaded(spec: str) -> Maker:
    """Load a brain once in each process."""
    return load_brain(spec)


def _play(match: Match, jobs: int, played: list[Played]) -> int:
    """Play until the end or Ctrl-C, and keep all sets that came to their end.

    A stranger's brain plays in another process, as nobody knows what it does to one.
    """
    strange = [spec for spec in match.brains if spec not in LEVELS]
    away = jobs > 1 or strange
    games = match.sets * match.seats
    sets = apart.play(match, _loaded, jobs) if away else play(match, _loaded)
    try:
        _progress(f"0 of {games} games")
        with closing(sets):
            for one in sets:
                played.append(one)
                _progress(f"{len(played) * match.seats} of {games} games")
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrainError as error:
        raise Trouble(str(error), Exit.USAGE) from None
    except apart.Gone as gone:
        raise Trouble(_gone(strange, gone.status, bool(played))) from None
    finally:
        _progress("")
    return Exit.FINE


def _progress(text: str) -> None:
    """Draw over the line that was drawn last, where somebody sees it."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def _gone(strange: list[str], status: int, known: bool) -> str:
    """Say which brain may have ended its process, how, and what is known all the same.

    Levels do not; if one had that process, the system or somebody else ended it.
    """
    who = clean(" or ".join(dict.fromkeys(strange)))
    how = f"status {status}"
    if status < 0:
        how = f"signal {-status}, {signal.strsignal(-status)}"
    form = DIED if strange else ENDED
    return form.format(who=who, how=how, known=BEFORE if known else NOTHING)


# --- In words ---------------------------------------------------------------------

_HEAD = (
    f"{'':{NAME_CELLS}}  {'games won':>19}  {'phases':>13}  {'points':>6}"
    f"  {'µs a move':>11}"
)


def _table(said: Standings) -> str:
    games = plural(said.games, "game", "games")
    told = f"{games} of {said.rules}, {said.seats} seats, {said.rounds:g} rounds each."
    return "\n".join([told, _HEAD, *(_row(row) for row in said.brains), *_wrong(said)])


def _row(row: Standing) -> str:
    name = fit(clean(row.brain), NAME_CELLS)
    padded = name + " " * (NAME_CELLS - cells(name))
    low, high = row.ci
    won = f"{row.share:.1%} ({100 * low:.1f}-{100 * high:.1f})"
    took = f"{row.us_median:.0f}/{row.us_p99:.0f}"
    phases = f"{row.phases:.2f}{_off(row.phases_ci)}"
    return f"{padded}  {won:>19}  {phases:>13}  {row.points:>6.0f}  {took:>11}"


def _off(interval: Interval | None) -> str:
    return f" ± {(interval[1] - interval[0]) / 2:.2f}" if interval else ""


def _wrong(said: Standings) -> Iterator[str]:
    for row in said.brains:
        if row.errors:
            slips = plural(row.errors, "decision", "decisions")
            yield f"{clean(row.brain)} went wrong in {slips}; the first time:"
            yield f"  {clean(row.first_error)}"
    yield "Won: the share of all games, and where it lies in 95 of 100 matches."
    yield "Phases, points: of a seat, at the end. µs: the median, and what 1 % exceed."
