"""The switches: declared once, said in words, and refused where they contradict."""

from collections.abc import Mapping
from typing import Any

import pytest

from p10net.engine import ending, laying, opening, outcome, progress, rules, turns
from p10net.engine.conflicts import build
from p10net.engine.moves import swap
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import ABOUT, OFFICIAL, Rules, RulesError, differences, words

# Where values differ in kind, their home has a function for each.
TABLES: dict[str, Mapping[str, Any]] = {
    "go_out": ending.GO_OUT,
    "natural": laying.NATURAL,
    "dealer": opening.DEALER,
    "first_wild": opening.FIRST_WILD,
    "first_skip": opening.FIRST_SKIP,
    "skip_target": turns.TARGETS,
    "skip_limit": turns.LIMITS,
    "progress": progress.PROGRESS,
    "game_end": outcome.GAME_END,
    "tie": outcome.TIE,
    "rank": outcome.RANK,
    "wild_swap": swap.SWAP,
}


@pytest.mark.parametrize("switch", TABLES)
def test_every_value_has_its_function(switch: str) -> None:
    """The keys of a home's table are the values of the switch."""
    assert set(TABLES[switch]) == set(ABOUT[switch].values)


def test_every_switch_is_said_in_words() -> None:
    """What it is, where it comes from, and each value."""
    for name, about in ABOUT.items():
        assert about.says, name
        assert about.seeds, name
        assert words(OFFICIAL, name), name
    assert set(Rules.__struct_fields__) - set(ABOUT) == {"name"}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_told_in_a_line_of_the_lobby(name: str) -> None:
    """Name and words fit a small screen, and no word is for authors only."""
    words, _ = PRESETS[name]
    assert len(f"{name}: {words}") <= 72
    assert "seed" not in words.lower()


def test_presets_differ_where_they_say() -> None:
    """A preset changes what it lists and nothing else, and is found by any spelling."""
    assert len(PRESETS) == 41
    assert differences(preset("official")) == ()
    for name, (line, switches) in PRESETS.items():
        made = preset(name)
        assert made.name == name
        assert line
        changed = set(differences(made))
        assert changed >= set(switches), name
        assert changed - set(switches) <= {"phases"}, name
    assert preset("Masters Open") == preset("masters-open")


def test_unknown_rules() -> None:
    """A name that is no preset gets a sentence."""
    with pytest.raises(RulesError, match="no rules named 'chess'"):
        preset("chess")


@pytest.mark.parametrize(
    ("switches", "says"),
    [
        (
            {"save_pile": True, "proof": "round"},
            "secrets shown after a round tell which cards lie saved",
        ),
        ({"colour": 1}, "no switch 'colour'"),
        (
            {"go_out": "fly"},
            "go_out = fly is not possible: use any or",
        ),
        ({"wilds": 99}, "wilds = 99 is not possible: use a number from 0 to 16"),
        ({"skips": "many"}, "many is not possible: use a number from 0 to 8"),
        (
            {"rediscard": "maybe"},
            "maybe is not possible: use true or false",
        ),
        ({"phases": []}, "phases has 0 texts: write 1 to 20"),
        ({"phases": ["1 run of 7"] * 21}, "phases has 21 texts: write 1 to 20"),
        ({"phases": [3]}, "phases holds 3: use the name"),
        ({"phases": 7}, "phases = 7 is not possible: use the name"),
        ({"phases": "no-such-list"}, "no-such-list is neither a list"),
        ({"phase_subset": [12]}, "names no phase of this list"),
        ({"phase_subset": "12"}, "names no phase of this list"),
        ({"phases": ["1 run of 7"], "phase_subset": "even"}, "names no phase"),
        ({"progress": "board", "phases": "twist"}, "leave `phases` out"),
        (
            {"progress": "board", "phase_subset": "even"},
            "progress=board needs the whole",
        ),
        ({"progress": "fixed_rounds", "phase_order": "open"}, "needs the whole list"),
        ({"progress": "anti"}, "set a round_limit"),
        ({"refresh": True}, "needs phase_order=open"),
        ({"game_end": "limit"}, "needs a round_limit or a score_limit"),
        ({"skips": 0, "phases": "the-empire-strikes-back"}, "more Skips than the 0"),
        ({"wilds": 2, "phases": "list-12"}, "needs more wilds than the 2"),
        ({"wilds": 0, "phases": "sets-gone-wild"}, "needs more wilds than the 0"),
        ({"wilds": 2, "phases": ["1 color set of 5"]}, "needs more wilds than the 2"),
        ({"wilds": 3, "phases": ["1 color set of 5"]}, ""),
        ({"hand_size": 5}, "more cards than a hand can lay \\(hand_size is 5"),
        ({"phases": ["1 set of 11"], "go_out": "discard"}, "more cards than a hand"),
        ({"phases": ["1 set of 10"], "wilds": 0}, "cannot be laid from this deck"),
        ({"wilds": 0, "skips": 0, "phases": ["1 set of 2"], "hand_size": 12}, ""),
    ],
)
def test_contradictions(switches: dict[str, Any], says: str) -> None:
    """Each is refused with a sentence that names both sides."""
    if not says:
        assert build(switches)
        return
    with pytest.raises(RulesError, match=says) as refused:
        build(switches)

    assert "\n" not in str(refused.value)


def test_as_a_command_line_gives_them() -> None:
    """Numbers and yes/no may come as text, a subset as numbers."""
    made = build({"wilds": "4", "rediscard": "false", "phase_subset": "2, 5"})

    assert (made.wilds, made.rediscard, rules.numbers(made)) == (4, False, (2, 5))
    assert words(made, "phase_subset") == "Which phases of the list are played: 2, 5"
    assert words(made, "rediscard").startswith("Not: ")
    assert words(preset("slide"), "wild_swap").startswith("What happens when")
