"""`p10net rules`: which rules there are, and what one of them means in words.

Everything it says is read off the switches themselves; this module adds headings.
"""

import click
from msgspec.inspect import IntType, StructType, type_info

from p10net.cli import cards
from p10net.cli.example import lay_down, thrown
from p10net.cli.rules_file import settle
from p10net.cli.verbs import flag, verb
from p10net.client.words.cards import faces
from p10net.client.words.course import game
from p10net.client.words.rules import phase_said, told
from p10net.engine.dice import played
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.melds import asked, terms
from p10net.engine.phases import Phase
from p10net.engine.presets import PRESETS
from p10net.engine.rules import (
    ABOUT,
    Rules,
    Switch,
    differences,
    numbers,
    phases,
)

WIDTH = 80
_TYPE = type_info(Rules)
assert isinstance(_TYPE, StructType)
FIELDS = _TYPE.fields
SEVERAL = "original"


@verb(
    "rules",
    ("p10net rules", "list presets and phase lists"),
    ("p10net rules masters", "explain one of them, with an example for each phase"),
    ("p10net rules my-evening.toml", "explain a file of your own"),
    ("p10net rules --switches", "list every switch with its values"),
)
@click.argument("name", required=False)
@flag(
    *("--set", "changes"),
    multiple=True,
    metavar="SWITCH=VALUE",
    says="Explain the rules with a switch changed; repeat it for more.",
    example="p10net rules masters --set skips=4",
    heading="What to explain",
)
@flag(
    "--switches",
    is_flag=True,
    says="List the switches instead.",
    example="p10net rules --switches",
    heading="What to explain",
)
def rules(name: str | None, changes: tuple[str, ...], switches: bool) -> None:
    """Explain the rules: all there are, or NAME (a preset or a TOML file) in words."""
    if switches:
        click.echo(_switches())
    elif name is None and not changes:
        click.echo(_overview())
    else:
        settled = settle(name, changes)
        with cards.shown(settled):
            click.echo(_explained(settled))


VERBS = {"rules": rules}


def _overview() -> str:
    lists = [name for name in PRESETS if name in PHASE_LISTS and name != "twist"]
    presets = [(n, says) for n, (says, _) in PRESETS.items() if n not in lists]
    out = click.HelpFormatter(width=WIDTH)
    with out.section("Presets"):
        out.write_dl(presets)
    with out.section("Presets that are a list of phases of their own"):
        out.write_dl([(name, PRESETS[name][0]) for name in lists])
    out.write_paragraph()
    out.write_text(
        "`p10net rules NAME` explains one; `p10net host --rules NAME` plays it. Phase"
        f" lists for --set phases=NAME: {', '.join(PHASE_LISTS)}."
    )
    return out.getvalue().rstrip()


def _switches() -> str:
    out = click.HelpFormatter(width=WIDTH)
    for switch in ABOUT.values():
        with out.section(switch.name):
            out.write_text(f"{switch.says}.")
            values = [*switch.values.items(), *_range(switch.name)]
            out.write_dl([*values, ("by default", _default(switch))])
    return out.getvalue().rstrip()


def _range(name: str) -> list[tuple[str, str]]:
    """Give what else may be set: the least and the most of a number, how a list is."""
    if name == "phases":
        return [
            ("a name", "one of the phase lists that `p10net rules` names"),
            ("phases", 'your own, such as "2 sets of 3; 1 run of 7"'),
        ]
    field = next(field for field in FIELDS if field.name == name)
    kind = getattr(field.type, "type", None)
    if not isinstance(kind, IntType):
        return []
    return [(f"{kind.ge} to {kind.le}", "any of these numbers")]


def _default(switch: Switch) -> str:
    if isinstance(switch.default, bool):
        return str(switch.default).lower()
    return SEVERAL if isinstance(switch.default, tuple) else str(switch.default)


def _explained(rules: Rules) -> str:
    out = click.HelpFormatter(width=WIDTH)
    known = PRESETS.get(rules.name)
    out.write_text(f"{rules.name}: {known[0]}." if known else f"{rules.name}.")
    if differing := differences(rules):
        with out.section("What differs from the official game"):
            for name in differing:
                out.write_text(f"{_difference(rules, name)}.")
    with out.section("How the game goes by these rules"):
        for line in game(rules):
            out.write_text(line)
    with out.section("Phases, each with an example"):
        out.write_dl(
            [
                (
                    f"{number:2}  {phase_said(rules, number)}",
                    _example(rules, number, phase),
                )
                for number, phase in enumerate(phases(rules), 1)
                if number in numbers(rules)
            ],
            col_max=42,
        )
    return out.getvalue().rstrip()


def _difference(rules: Rules, name: str) -> str:
    return "The phases, as listed below" if name == "phases" else told(rules, name)


def _example(rules: Rules, number: int, phase: Phase) -> str:
    shown = thrown if played(rules) else lay_down
    laid = shown(asked(rules, phase.goals), terms(rules, number))
    return " / ".join(faces(meld.cards) for meld in laid)
