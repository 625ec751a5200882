"""Rules from the command line: in words, from files, a sentence for each fault."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from p10net.cli.example import lay_down, thrown
from p10net.cli.exits import Exit, Trouble
from p10net.cli.rules_file import LARGEST, settle
from p10net.client.words import course
from p10net.client.words.notation import chosen, using
from p10net.client.words.rules import phase_said, told
from p10net.engine import dice
from p10net.engine.cards import Card
from p10net.engine.conflicts import build
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.melds import KINDS, Goal, Kind, Terms, asked, terms
from p10net.engine.phases import parse
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import ABOUT, OFFICIAL, differences, numbers, phases
from tests.shell import inside

Capture = pytest.CaptureFixture[str]
DICE = preset("dice")


# --- In words -------------------------------------------------------------------------


def test_rules_lists_every_preset_and_phase_list(capsys: Capture) -> None:
    """`p10net rules` names each of them, within 80 columns."""
    done = inside(capsys, "rules")

    assert done.code == Exit.FINE
    named = {line.split()[0] for line in done.out.splitlines() if line.startswith("  ")}
    assert set(PRESETS) <= named
    text = done.out.replace("-\n", "-")
    assert not [name for name in PHASE_LISTS if name not in text]
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", PRESETS)
def test_rules_explains_a_preset(name: str, capsys: Capture) -> None:
    """Each difference, each phase and an example for it are there."""
    done = inside(capsys, "rules", name)
    rules = preset(name)
    text = " ".join(done.out.split())

    assert done.code == Exit.FINE
    assert not [
        differing
        for differing in differences(rules)
        if differing != "phases" and told(rules, differing) not in text
    ]
    with using(chosen("table", rules, ascii_only=False)):
        played = [phase_said(rules, number) for number in numbers(rules)]
        assert not [phase for phase in played if phase not in text]


def test_the_official_game_is_explained_to_who_never_played_it(capsys: Capture) -> None:
    """How a turn goes, what cards cost, who wins; nothing is said to differ."""
    text = " ".join(inside(capsys, "rules", "official").out.split())

    assert "In your turn draw a card from the stock" in text
    assert "5 points, 10 from 10 up, a skip 15, a wild 25." in text
    assert "differs" not in text
    assert "draw a card" not in inside(capsys, "rules", "dice").out


FAR = [
    ("anti", "all others go one phase down", "first to do the last phase"),
    ("fixed-ten", "The game ends after 10 rounds: who has fewest points", "tries"),
    ("score-1000", "when a total reaches 1000 points: who is furthest", "first to do"),
    ("masters", "say which phase you go for", "all cards of your phase"),
    ("choose", "The first to do all phases wins", "the last phase"),
    ("twist-board", "the phase of the last space", "the last phase"),
    ("quick", "the next player loses a turn", "at somebody"),
    ("one-color-runs", "in a row of one color", "of any colors"),
    ("encyclopedia", "Whoever discards their last card", "no cards left ends"),
    ("dice", "In your turn roll all ten dice", "In your turn draw a card"),
]


@pytest.mark.parametrize(("name", "said", "unsaid"), FAR)
def test_how_the_game_goes_is_said_of_these_rules(
    name: str, said: str, unsaid: str, capsys: Capture
) -> None:
    """What a preset changed is told as it is there, not as in the official game."""
    text = " ".join(inside(capsys, "rules", name).out.split())
    differs, goes = text.index("What differs"), text.index("How the game goes")

    assert said in text[goes:]
    assert unsaid not in text[goes:]
    assert differs < goes


TABLES: dict[str, Mapping[Any, str]] = {
    "phase_order": course.LAY,
    "hits": course.HIT,
    "skip_target": course.SKIP,
    "go_out": course.OUT,
    "progress": course.ON,
    "game_end": course.END,
    "rank": course.AHEAD,
}


@pytest.mark.parametrize("switch", TABLES)
def test_every_value_of_a_switch_has_its_sentence(switch: str) -> None:
    """A value that is new finds its words missing here, not at a table."""
    assert TABLES[switch].keys() == ABOUT[switch].values.keys()


def test_phases_that_are_not_played_are_not_listed(capsys: Capture) -> None:
    """With every second phase left out, so is its line."""
    out = inside(capsys, "rules", "even").out

    assert "1 run of 7 " in out
    assert "1 run of 8 " not in out


def test_switches_are_listed_with_values_and_defaults(capsys: Capture) -> None:
    """Every switch of the engine is there, so that none is hidden."""
    done = inside(capsys, "rules", "--switches")
    sections = done.out.split("\n\n")

    assert [section.partition(":")[0] for section in sections] == list(ABOUT)
    for section, switch in zip(sections, ABOUT.values(), strict=True):
        assert not [value for value in switch.values if f"  {value} " not in section]
        assert "by default" in section
    assert "0 to 16" in done.out


@pytest.mark.parametrize("name", PRESETS)
def test_examples_are_lay_downs(name: str) -> None:
    """The engine accepts the example of every phase of every preset."""
    rules = preset(name)

    for number, phase in enumerate(phases(rules), 1):
        goals = asked(rules, phase.goals)
        laid = lay_down(goals, terms(rules, number))
        assert [len(meld.cards) for meld in laid] == [goal.n for goal in goals]


def test_examples_with_dice_can_be_rolled() -> None:
    """Each card of one is on a die of its own, whatever may be asked of ten dice."""
    others = ("2 even or odd of 5", "1 even or odd of 4 + 6 cards of one color")
    for text in (*DICE.phases, *others):
        goals = parse(text).goals
        laid = thrown(goals, terms(DICE, 0))
        cards = [card for meld in laid for card in meld.cards]

        assert [len(meld.cards) for meld in laid] == [goal.n for goal in goals]
        assert _dice_show(cards, dice.ALL), text


def _dice_show(cards: list[Card], left: tuple[int, ...]) -> bool:
    """Whether dice can lie so, trying each die for each card."""
    if not cards:
        return True
    return any(
        cards[0] in dice.FACES[die - 1]
        and _dice_show(cards[1:], tuple(other for other in left if other != die))
        for die in left
    )


def test_what_ten_dice_cannot_show_has_no_example() -> None:
    """Five of a low number are more than there are dice that bear it."""
    goals = parse("2 sets of 5").goals

    assert thrown(goals, terms(DICE, 0)) == ()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("official", "it fits no phase."),
        ("the-empire-strikes-back", "only a phase that asks for one takes it."),
        ("alternating-nines", "only a phase that asks for one takes it."),
        ("list-12", "it fits no phase."),
    ],
)
def test_whether_a_skip_is_ever_laid_is_told(name: str, says: str) -> None:
    """000: two of its lists ask for one."""
    assert sum(says in line for line in course.game(preset(name))) == 1


def test_examples_of_one_phase_differ() -> None:
    """Two sets show two numbers: nobody is to think that they must be the same."""
    apart = Terms(distinct_goals=True)

    assert not [p.text for p in phases(OFFICIAL) if not lay_down(p.goals, apart)]


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_has_an_example_of_every_size(kind: Kind) -> None:
    """One goal of any size that the notation allows can be shown."""
    most = 8 if KINDS[kind].only else 12
    for size in range(KINDS[kind].least, most + 1):
        (meld,) = lay_down((Goal(kind, size),), Terms())
        assert len(meld.cards) == size


def test_an_example_that_is_none_is_not_shown() -> None:
    """Where the terms refuse the made-up cards nothing is said."""
    flush = Goal(Kind.COLOR, 3)

    assert lay_down((flush,) * 5, Terms()) != ()
    assert lay_down((flush,) * 5, Terms(distinct_goals=True)) == ()


def test_switches_can_be_changed_before_they_are_explained(capsys: Capture) -> None:
    """`--set` alone changes the official game."""
    done = inside(capsys, "rules", "--set", "skips=2", "--set", "go-out=discard")

    assert "Skips in the deck: 2." in done.out
    assert "by discarding the last card only" in done.out


# --- From the command line ------------------------------------------------------------


def test_settings_change_a_preset() -> None:
    """The preset's own switches stay, the named ones change."""
    rules = settle("masters", ["skips=4", "save_pile=false"])

    assert rules == build({"skips": 4, "save_pile": False}, preset("masters"))
    assert settle(None) == OFFICIAL


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("twist", preset("twist").phases),
        ("2 sets of 3", ("2 sets of 3",)),
        ("2 sets of 3; 1 run of 4;", ("2 sets of 3", "1 run of 4")),
    ],
)
def test_phases_can_be_set(value: str, expected: tuple[str, ...]) -> None:
    """A list's name, one phase, or several with semicolons between."""
    assert settle(None, [f"phases={value}"]).phases == expected


@pytest.mark.parametrize(
    ("source", "changes", "sentence"),
    [
        ("ofical", [], "There are no rules named 'ofical': did you mean official?"),
        ("qqq", [], "There are no rules named 'qqq'; `p10net rules` lists them."),
        (None, ["skpis=3"], "There is no switch skpis: did you mean skips?"),
        (
            None,
            ["qqq=3"],
            "There is no switch qqq: `p10net rules --switches` lists them.",
        ),
        (
            None,
            ["skips"],
            "'skips' sets nothing: write switch=value, such as skips=2.",
        ),
        (None, ["skips=9"], "skips = 9 is not possible: use a number from 0 to 8."),
        (
            None,
            ["skips=many"],
            "skips = many is not possible: use a number",
        ),
        (None, ["go_out=fly"], "go_out = fly is not possible: use any or discard or"),
        (None, ["phases=7 of luck"], "phases = 7 of luck is neither a list of phases"),
        (None, ["game_end=limit"], "game_end=limit needs a round_limit or a"),
        ("alternating-nines", ["skips=0"], "asks for more Skips than the 0 of the"),
    ],
)
def test_faults_are_told_in_a_sentence(
    source: str | None, changes: list[str], sentence: str
) -> None:
    """What was wrong and what to do, and the exit code of a usage error."""
    with pytest.raises(Trouble) as raised:
        settle(source, changes)

    assert sentence in str(raised.value)
    assert raised.value.code is Exit.USAGE


# --- Files ----------------------------------------------------------------------------

EVENING = """\
# Ours since 1998
preset = "masters"
skips = 4
phases = [
    "2 sets of 3",
    "one run of five",   # as grandmother says it
    "7 cards flush",
]
"""


def test_a_file_is_a_preset_with_changes(tmp_path: Path) -> None:
    """It holds a preset, phases in anybody's words, and any switch."""
    file = tmp_path / "our evening.toml"
    file.write_text(EVENING)

    rules = settle(str(file), ["hand_size=9"])

    assert rules.name == "our evening"
    assert rules.phases == ("2 sets of 3", "1 run of 5", "7 cards of one color")
    assert (rules.skips, rules.save_pile, rules.hand_size) == (4, True, 9)


def test_a_file_is_explained_like_a_preset(tmp_path: Path, capsys: Capture) -> None:
    """`p10net rules FILE` says in words what it does."""
    file = tmp_path / "evening.toml"
    file.write_text(EVENING)
    done = inside(capsys, "rules", str(file))

    assert done.code == Exit.FINE
    assert done.out.startswith("evening.\n")
    assert "1 run of 5" in done.out


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("skips = 2\nphases = [\n", 2, "this is not TOML"),
        ("skips = 2\n= 3\n", 2, "this is not TOML"),
        (
            "skips = 2\nskips = 3\n",
            2,
            "this is not TOML, a name stands there twice: keep",
        ),
        ("\nskpis = 2\n", 2, "There is no switch skpis: did you mean skips?"),
        ("[tables]\na = 1\n", 1, "There is no switch tables"),
        ("a.b = 1\n", 1, "There is no switch a:"),
        ("skips = 2\nwilds = 99\n", 2, "wilds = 99 is not possible"),
        ('wilds = 8\n"go_out" = "fly"\n', 2, "go_out = fly is not possible"),
        ('skips = 1\npreset = "mastres"\n', 2, "There are no rules named 'mastres'"),
        ("skips = 1\npreset = 3\n", 2, "preset is a name in quotes"),
        ('phases = [\n"2 sets of 3",\n"3 of fate"]\n', 3, "Cannot read '3 of fate'"),
        ("skips = 2\nphases = [1]\n", 2, "phases holds 1: use the name"),
        (
            "skips = 2\nphases = {a = 1}\n",
            2,
            "phases = a table is not possible: use the name",
        ),
        ('\nphases = "nine sets"\n', 2, "nine sets is neither a list of phases nor a"),
        ("#\nphases = ['9 sets of 9']\n", 2, "has 9 goals: write 1 to 6, such as"),
        ('phases = [\n"run of 4",\n""]\n', 3, "A phase text is empty: write goals"),
        ('phases = [\n"run of 5",\n5,\n]\n', 3, "phases holds 5: use the name"),
        ('phases = [\n["run of 5"]]\n', 1, "phases holds a list: use the name"),
        ('\nphases = ["6 sets of 12"]\n', 2, "set a larger hand_size or change"),
        ("skips = [1]\n", 1, "skips = a list is not possible: use a number"),
        ("name = 5\n", 1, "name = 5 is not possible: use a text of at most 40"),
        ("phase_subset = [1, 99]\n", 1, "phase_subset 1, 99 names no phase"),
        ("phase_subset = 'x'\n", 1, "or numbers of phases, such as 1, 3."),
        ("hits = same_turn\n", 1, "a value cannot be read: put texts in quotes."),
        ("skips 2\n", 1, "a line is of no known form: write switch = value"),
        ("\nphases = " + "[" * 30_000, 2, "values are nested too deeply: a list"),
        ("phases = []\n", 1, "phases has 0 texts: write 1 to 20"),
        ('skips = 0\nphases = ["1 skip"]\n', 1, "asks for more Skips than the 0"),
        ('game_end = "limit"\n', 1, "game_end=limit needs a round_limit"),
    ],
)
def test_a_fault_in_a_file_has_its_line(
    text: str, line: int, reason: str, tmp_path: Path
) -> None:
    """The sentence names the file, the line and the reason."""
    file = tmp_path / "evening.toml"
    file.write_text(text)

    with pytest.raises(Trouble) as raised:
        settle(str(file))

    sentence = str(raised.value)
    assert sentence.startswith(f"{file}, line {line}: ")
    assert reason in sentence
    assert "\n" not in sentence
    assert raised.value.code is Exit.USAGE


NESTED = "phases = " + "[" * 30_000


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"[" * 2_000_000, f"it is longer than {LARGEST} bytes"),
        (NESTED.encode(), "line 1: values are nested too deeply"),
        (b"skips = " + b"1" * 6000, "this is not TOML"),
        (b"skips = 2\nname = '\xff'\n", "line 2: this is not UTF-8 text"),
    ],
)
def test_a_hostile_file_gets_a_sentence(
    data: bytes, reason: str, tmp_path: Path
) -> None:
    """Two megabytes of brackets, deep nesting, endless numbers, no text at all."""
    file = tmp_path / "evening.toml"
    file.write_bytes(data)

    with pytest.raises(Trouble) as raised:
        settle(str(file))

    assert reason in str(raised.value)
    assert len(str(raised.value)) < 300 + len(str(file))


def test_a_missing_file_is_named(tmp_path: Path, capsys: Capture) -> None:
    """So is a folder in its place; both are errors of usage."""
    done = inside(capsys, "rules", str(tmp_path / "none.toml"))

    assert done.code == Exit.USAGE
    assert "none.toml cannot be opened (no such file or directory)" in done.sentence

    (tmp_path / "folder.toml").mkdir()

    assert (
        "(is a directory)"
        in inside(capsys, "rules", str(tmp_path / "folder.toml")).sentence
    )
