"""The phase notation: what one writes the other reads, and the seeds' own wordings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p10net.engine.lists import PHASE_LISTS, title
from p10net.engine.melds import KINDS, Goal, Kind
from p10net.engine.phases import canonical, format_goals, parse

ORIGINAL = (
    "2 sets of 3",
    "1 set of 3 + 1 run of 4",
    "1 set of 4 + 1 run of 4",
    "1 run of 7",
    "1 run of 8",
    "1 run of 9",
    "2 sets of 4",
    "7 cards of one color",
    "1 set of 5 + 1 set of 2",
    "1 set of 5 + 1 set of 3",
)


def goal_sizes() -> st.SearchStrategy[Goal]:
    """Any goal the notation can write."""

    def sized(kind: Kind) -> st.SearchStrategy[Goal]:
        most = 8 if KINDS[kind].only else 12
        sizes = st.integers(KINDS[kind].least, most)
        if kind is not Kind.ALT_RUN:
            return st.builds(Goal, st.just(kind), sizes)
        colors = st.sampled_from(["", "RB", "GY", "YRB", "RBGY"])
        return st.builds(Goal, st.just(kind), sizes, colors)

    return st.sampled_from(Kind).flatmap(sized)


@given(st.lists(goal_sizes(), min_size=1, max_size=5))
def test_what_one_writes_the_other_reads(goals: list[Goal]) -> None:
    """Formatting and parsing give the same goals, and the text is canonical."""
    text = format_goals(tuple(goals))
    phase = parse(text)

    assert phase.goals == tuple(goals)
    assert phase.text == text


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("7 of one colour", "7 cards of one color"),
        ("3 one color", "3 cards of one color"),
        ("flush of 7", "7 cards of one color"),
        ("7 card flush", "7 cards of one color"),
        ("1 run of 5 of one color", "1 color run of 5"),
        ("1 run of 8 of the same colour", "1 color run of 8"),
        ("7 cards of even or odd", "1 even or odd of 7"),
        ("Even or odd of 10", "1 even or odd of 10"),
        ("8 even or odd of same colour", "1 color even or odd of 8"),
        (
            "4 even/odd of same color + 2 sets of 2",
            "1 color even or odd of 4 + 2 sets of 2",
        ),
        ("same color even or odd of 3", "1 color even or odd of 3"),
        ("2 color even or odd of 4", "2 color even or odd of 4"),
        ("2 sets of 3 same color", "2 color sets of 3"),
        ("set of 4", "1 set of 4"),
        ("2 set of 2", "2 sets of 2"),
        ("two sets of three", "2 sets of 3"),
        ("3 sets of 3 + a skip card", "3 sets of 3 + 1 skip"),
        ("3 sets of 3 and a wild card", "3 sets of 3 + 1 wild"),
        ("1 set of 3 & 1 run of 4", "1 set of 3 + 1 run of 4"),
        (
            "run of 9 alternating colors Red & Blue",
            "1 run of 9 alternating red and blue",
        ),
        ("run of 9 alternating you decide", "1 run of 9 alternating ?"),
        (
            "1 run of 9 alternating Blue & Yellow & Skip Card",
            "1 run of 9 alternating blue and yellow + 1 skip",
        ),
        ("  1  RUN of 7. ", "1 run of 7"),
    ],
)
def test_other_wordings(typed: str, read: str) -> None:
    """The seeds' own wordings, British spellings, plural slips, missing counts."""
    assert parse(typed).text == read


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "A phase text is empty"),
        ("five apples", "Cannot read 'five apples'"),
        ("1 set of 3 +", "Cannot read 'the end'"),
        ("1 set of 3 x", "Cannot read 'x'"),
        ("2 sets of 99", "99 is no size for a set"),
        ("1 run of 2", "2 is no size for a run"),
        ("9 skips", "9 is no size for a skip"),
        ("0 sets of 3", "goals: write 1 to 6"),
        ("7 sets of 2", "goals: write 1 to 6"),
        ("4 sets of 2 + 3 sets of 2", "has 7 goals: write 1 to 6"),
        ("run of 9 alternating red", "two to four colors"),
        ("run of 9 alternating red and red", "two to four colors"),
        ("1 set of 3 " * 40, "440 characters is too long: write at most 200"),
    ],
)
def test_what_cannot_be_read(typed: str, says: str) -> None:
    """One sentence that shows where reading stopped."""
    with pytest.raises(ValueError, match=says) as refused:
        parse(typed)

    assert "\n" not in str(refused.value)


def test_every_list_of_the_seeds() -> None:
    """Seventeen lists of ten phases, one of eleven, and the original as it is."""
    assert len(PHASE_LISTS) == 17
    assert canonical(PHASE_LISTS["original"]) == ORIGINAL
    for name, texts in PHASE_LISTS.items():
        assert len(texts) == (11 if name == "alternating-nines" else 10), name
        assert canonical(canonical(texts)) == canonical(texts)
        assert all(sum(goal.n for goal in parse(text).goals) <= 10 for text in texts), (
            name
        )
    assert title("moonlight-drive-in") == "Moonlight Drive-In"
    assert title("cocoa-canyon") == "Cocoa Canyon"
