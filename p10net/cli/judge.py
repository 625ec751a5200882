"""`p10net judge`: settles a dispute at the table in one sentence.

With `/` between groups it says whether they may be laid as they lie; without, whether
a hand can lay the phase, and how it is best done.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import click

from p10net.cli import batch, verdict
from p10net.cli.cards import shown
from p10net.cli.exits import Exit, Trouble
from p10net.cli.rules_file import settle
from p10net.cli.verbs import flag, verb
from p10net.cli.verdict import Task
from p10net.client import files
from p10net.client.words.cards import (
    described,
    face_in,
    faces,
    listed,
    plural,
    title,
)
from p10net.client.words.notation import read_all, worded
from p10net.engine import phases
from p10net.engine.cards import Hand, points
from p10net.engine.melds import KINDS, Meld, has_natural
from p10net.engine.opening import full_deck
from p10net.engine.phases import Phase
from p10net.engine.reasons import Reason
from p10net.engine.rules import Rules
from p10net.lan import only_files

CARDS = "Which rules hold"
STANDARD = ("-", "/dev/stdin")
HANDED_OVER = Path("/dev/fd")
"""Where a shell names what it has opened itself, as in `--batch <(sort cases)`."""


class Cases(click.File):
    """A file of cases, which may not be there; `-` is standard input."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """Open it for as long as the command runs; what is in the way is told."""
        if value in STANDARD or Path(value).parent == HANDED_OVER:
            return super().convert(value, param, ctx)
        assert ctx is not None  # only a command has files of cases
        try:
            return ctx.with_resource(files.opened(Path(value)))
        except OSError as error:
            why, step = _in_the_way(error)
            raise Trouble(
                f"The file of cases {value} cannot be opened ({why}): {step}.",
                Exit.USAGE,
            ) from None


def _in_the_way(error: OSError) -> tuple[str, str]:
    """Say why there are no cases to read, and what to do."""
    if isinstance(error, FileNotFoundError):
        return "there is none", "check its name"
    if error.strerror == only_files.NO_FILE:
        return only_files.NO_FILE, "cases from a pipe are read with `--batch -`"
    return "it is no file to read", "check its name"


@verb(
    "judge",
    ('p10net judge "2 sets of 3" "R5 B5 W / Y9 R9 B9"', "may these groups be laid?"),
    ('p10net judge "1 run of 7" "R1 B2 W Y4 G5 B6 R7 S"', "can this hand lay it?"),
    (
        "p10net judge --batch cases.jsonl",
        "judge a file of cases, a line of JSON each",
    ),
)
@click.argument("phase", required=False)
@click.argument("cards", required=False)
@flag(
    "--rules",
    metavar="PRESET|FILE.toml",
    says="The rules to judge by.",
    example='p10net judge --rules score-sheet "2 sets of 3" "R7 B7 Y7 / W W W"',
    heading=CARDS,
)
@flag(
    *("--set", "changes"),
    multiple=True,
    metavar="SWITCH=VALUE",
    says="Change a switch of the rules; repeat it for more.",
    example='p10net judge --set extra_cards=false "1 run of 4" "R1 B2 G3 Y4"',
    heading=CARDS,
)
@flag(
    *("--batch", "source"),
    type=Cases("rb"),
    metavar="FILE",
    says="Judge the cases of a file, or of standard input with -.",
    example="p10net judge --batch -",
    heading="Many at once",
)
def judge(
    phase: str | None,
    cards: str | None,
    rules: str | None,
    changes: tuple[str, ...],
    source: BinaryIO | None,
) -> int:
    """Say whether CARDS may be laid as the PHASE.

    Cards are a color letter and a number (R5, B12, G3, Y10), W for a wild, S for a
    skip; where the rules say faces=ordinary also 5h, qs, k, jo. Put / between the
    groups of a lay-down, leave it out for a hand. The exit code is 0 if it is legal,
    1 if not.
    """
    settled = settle(rules, changes)
    if source is not None:
        if phase is not None:
            raise Trouble(
                "Name either a phase and cards, or --batch with a file: not both.",
                Exit.USAGE,
            )
        return batch.run(source, settled, click.echo)
    if phase is None or cards is None:
        raise Trouble(
            'Name a phase and cards: p10net judge "2 sets of 3" "R5 B5 W / Y9 R9 B9".',
            Exit.USAGE,
        )
    with shown(settled):
        read, groups = _read(phase, cards)
        ask = verdict.task(settled, read)
        if (much := _too_many(settled, groups)) is not None:
            click.echo(f"Not legal: {much}.")
            return Exit.FAILED
        return _groups(ask, groups) if len(groups) > 1 else _hand(ask, read, groups[0])


VERBS = {"judge": judge}


def _read(phase: str, cards: str) -> tuple[Phase, tuple[Hand, ...]]:
    one, *more = cards.split("/")
    try:
        groups = tuple(map(read_all, (one, *more))) if more else (batch.held(one),)
        if (many := sum(map(len, groups))) > batch.MOST:
            raise ValueError(f"{many} cards are too many: name at most {batch.MOST}.")
        return phases.parse(phase), groups
    except ValueError as error:
        raise Trouble(str(error), Exit.USAGE) from None


def _named(melds: tuple[Meld, ...]) -> str:
    return listed(f"{_title(meld)} ({_shown(meld)})" for meld in melds)


def _title(meld: Meld) -> str:
    row = KINDS[meld.kind]
    settled = row.only or row.sequence or has_natural(meld)
    return described(meld) if settled else f"{title(meld)} of wilds"


def _shown(meld: Meld) -> str:
    return " ".join(face_in(meld, at) for at in range(len(meld.cards)))


def _too_many(rules: Rules, groups: tuple[Hand, ...]) -> str | None:
    """Say of which card more were named than there are."""
    cards = tuple(card for group in groups for card in group)
    card = verdict.beyond(rules, cards)
    if card is None:
        return None
    there, here = full_deck(rules).count(card), cards.count(card)
    return f"the deck has {there} {faces((card,))}, and here are {here}"


# --- Groups --------------------------------------------------------------------------


def _groups(ask: Task, groups: tuple[Hand, ...]) -> int:
    ruling = verdict.laid(ask, groups)
    if ruling.typed is not None:
        return _say(f"Legal: {_named(ruling.typed)}.")
    if ruling.arranged is not None:
        return _say(f"Legal, once put in order: {_named(ruling.arranged)}.")
    assert ruling.why is not None
    click.echo(f"Not legal: {WHY[ruling.why](ask, groups)}.")
    _otherwise(ask, tuple(card for group in groups for card in group))
    return Exit.FAILED


def _say(sentence: str) -> int:
    click.echo(sentence)
    return Exit.FINE


def _otherwise(ask: Task, cards: Hand) -> None:
    """Say how the same cards would be legal, if they would."""
    found = verdict.best(ask, cards)
    if found is not None:
        left = f", with {faces(found.left)} left over" if found.left else ""
        click.echo(f"The same cards would be: {_named(found.melds)}{left}.")


def _number(ask: Task, groups: tuple[Hand, ...]) -> str:
    goals = plural(len(ask.goals), "goal", "goals")
    here = plural(len(groups), "group", "groups")
    return f"the phase has {goals} and here are {here}"


def _misfit(ask: Task, groups: tuple[Hand, ...]) -> str:
    wrong = verdict.misfits(ask, groups)
    if not wrong:
        return "each group fits a goal, but two of them the same one"
    fits = "fits" if len(wrong) == 1 else "fit"
    shown = listed(faces(group) or "an empty group" for group in wrong)
    return f"{shown} {fits} no goal of the phase"


WHY: Mapping[Reason, Callable[[Task, tuple[Hand, ...]], str]] = {
    Reason.WRONG_NUMBER_OF_GROUPS: _number,
    Reason.GROUP_DOES_NOT_FIT: _misfit,
    Reason.NEEDS_NATURAL: lambda ask, groups: (
        "wilds alone make no goal, it needs a number card"
        if ask.on.natural == "per_goal"
        else "wilds alone make no phase, it needs a number card"
    ),
    Reason.SAME_GOAL_TWICE: lambda ask, groups: worded(
        "these rules want two goals with different numbers or colors"
    ),
}


NOTHING_TO_DISCARD = (
    "this hand makes {}, but by go_out=discard a card has to stay for the discard"
)

# --- A hand --------------------------------------------------------------------------


def _hand(ask: Task, phase: Phase, hand: Hand) -> int:
    found = verdict.best(ask, hand, ask.keep)
    if found is None and verdict.best(ask, hand) is not None:
        click.echo(f"Not legal: {NOTHING_TO_DISCARD.format(worded(phase.text))}.")
        return Exit.FAILED
    if found is None:
        lacks = plural(verdict.missing(ask, hand), "card", "cards")
        click.echo(f"Not legal: this hand lacks {lacks} for {worded(phase.text)}.")
        return Exit.FAILED
    left = "nothing is left"
    if found.left:
        over = plural(points(found.left), "point", "points")
        left = f"{faces(found.left)} is left, {over}"
    return _say(f"Legal: this hand can lay {_named(found.melds)}; {left}.")
