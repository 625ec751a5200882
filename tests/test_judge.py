"""The judge: one dispute in a sentence, or a file of cases a line of JSON each."""

import io
import json
import os
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p10net.cli import batch, unreadable
from p10net.cli.exits import Exit
from p10net.engine.rules import OFFICIAL
from tests.shell import inside, outside

Capture = pytest.CaptureFixture[str]
Case = dict[str, Any]

CASES: list[Case] = json.loads(
    (Path(__file__).parent / "cases" / "rules.json").read_text("utf-8")
)


# --- One dispute ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "cards", "flags", "code", "says"),
    [
        (
            *("2 sets of 3", "R5 B5 W / Y9 R9 B9", ()),
            *(0, "Legal: three 5s (R5 B5 w5) and three 9s (Y9 R9 B9)."),
        ),
        (
            *("1 run of 4 + 1 set of 2", "R6 R5 W R3 / G2 B2", ()),
            *(0, "Legal, once put in order: run 3-6 (R3 w4 R5 R6) and two 2s (G2 B2)."),
        ),
        (
            *("2 sets of 3", "R5 B5 W Y9 / R9 B9", ()),
            *(1, "Not legal: R5 B5 W Y9 and R9 B9 fit no goal of the phase.\n"),
        ),
        (
            *("2 sets of 3", "R5 B5 W Y9 / R9 B9", ()),
            *(
                1,
                "same cards would be: three 9s (Y9 R9 B9) and three 5s (R5 B5 w5).\n",
            ),
        ),
        (
            *("2 sets of 3", "R5 B5 G5 / Y9 R9 B9 / R2", ()),
            *(1, "Not legal: the phase has 2 goals and here are 3 groups.\n"),
        ),
        (
            *("2 sets of 3", "R5 B5 G5 / Y9 R9 B9 / R2", ()),
            *(1, "(Y9 R9 B9), with R2 left over.\n"),
        ),
        (
            *("1 set of 3 + 1 run of 4", "R5 B5 G5 / Y9 R9 B9", ()),
            *(1, "Not legal: each group fits a goal, but two of them the same one.\n"),
        ),
        (
            *("2 sets of 3", "R5 B5 G5 /", ()),
            *(1, "Not legal: an empty group fits no goal of the phase.\n"),
        ),
        (
            *("2 sets of 3", "R7 B7 Y7 / W W W", ()),
            *(1, "Not legal: wilds alone make no goal, it needs a number card."),
        ),
        (
            *("2 sets of 3", "R7 B7 Y7 / W W W", ("--rules", "score-sheet")),
            *(0, "Legal: three 7s (R7 B7 Y7) and set of wilds (w w w)."),
        ),
        (
            *("2 sets of 3", "W W W / W W W", ("--rules", "score-sheet")),
            *(1, "Not legal: wilds alone make no phase, it needs a number card."),
        ),
        (
            *("2 sets of 3", "R9 B9 G9 / Y9 R9 B9", ("--set", "distinct_goals=true")),
            *(1, "Not legal: these rules want two goals with different numbers"),
        ),
        (
            *("1 run of 4", "R1 B2 W Y4 G5 B9 R12 S", ()),
            *(0, "hand can lay run 1-5 (R1 B2 w3 Y4 G5); R12 B9 S is left, 30 points."),
        ),
        (
            *("1 run of 4", "R1 B2 W Y4 G5", ("--set", "extra_cards=false")),
            *(
                0,
                "Legal: this hand can lay run 1-4 (R1 B2 w3 Y4); G5 is left, 5 points",
            ),
        ),
        ("1 run of 4", "R1 B2 W Y4", (), 0, "run 1-4 (R1 B2 w3 Y4); nothing is left."),
        (
            *("1 run of 4", "R1 B2 W Y4", ("--set", "go_out=discard")),
            *(1, "Not legal: this hand makes 1 run of 4, but by go_out=discard a card"),
        ),
        (
            *("1 run of 4", "R1 B2 W Y4 G5", ("--set", "go_out=discard")),
            *(0, "this hand can lay run 2-5 (B2 w3 Y4 G5); R1 is left, 5 points."),
        ),
        (
            *("1 run of 4", "R1 B2 W Y4 /", ("--set", "go_out=discard")),
            *(1, "The same cards would be: run 1-4 (R1 B2 w3 Y4).\n"),
        ),
        (
            *("1 set of 3", "W W W R5", ("--set", "natural=none skips=2")),
            *(0, "Legal: this hand can lay"),
        ),
        (
            "1 run of 7",
            "R1 B2",
            (),
            1,
            "Not legal: this hand lacks 5 cards for 1 run of 7.\n",
        ),
        (
            "1 run of 7",
            "",
            (),
            1,
            "Not legal: this hand lacks 7 cards for 1 run of 7.\n",
        ),
        (
            *("2 sets of 3", "R5 R5 R5 / Y9 R9 B9", ()),
            *(1, "Not legal: the deck has 2 R5, and here are 3.\n"),
        ),
        (
            *("2 sets of 3", "R5 B5 W Y9 R9 B9 S S S", ("--rules", "masters")),
            *(1, "Not legal: the deck has 2 S, and here are 3.\n"),
        ),
        (
            *("1 set of 5", "R5 R5 R5 R5 R5", ("--rules", "dice")),
            *(0, "Legal: this hand can lay five 5s (R5 R5 R5 R5 R5)"),
        ),
    ],
)
def test_a_dispute_is_settled(
    phase: str,
    cards: str,
    flags: tuple[str, ...],
    code: int,
    says: str,
    capsys: Capture,
) -> None:
    """The verdict, the reason, and how the same cards would be legal."""
    done = inside(capsys, "judge", *flags, phase, cards)

    assert done.err == ""
    assert says in done.out
    assert done.code == code


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Name a phase and cards"),
        (("2 sets of 3",), "Name a phase and cards"),
        (("2 sets of 3", "R5 Q9 / R1"), "'Q9' is not a card: write a color letter"),
        (("2 sots of 3", "R5"), "Cannot read '2 sots of 3'"),
        (("2 sets of 3", "R5 " * 25), "A hand has at most 24 cards: name fewer."),
        (
            ("2 sets of 3", "R5 " * 40 + "/" + "R5 " * 40),
            "80 cards are too many",
        ),
        (("2 sets of 3", "R5", "--rules", "ofical"), "did you mean official?"),
        (("2 sets of 3", "R5", "--set", "x"), "'x' sets nothing"),
        (
            ("2 sets of 3", "--batch", "-"),
            "Name either a phase and cards, or",
        ),
        (("--batch", "no such file"), "(there is none): check its name"),
    ],
)
def test_what_cannot_be_judged_gets_a_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: Capture
) -> None:
    """An error of usage, told on standard error."""
    done = inside(capsys, "judge", *arguments)

    assert sentence in done.sentence
    assert (done.code, done.out) == (Exit.USAGE, "")


# --- Many cases -----------------------------------------------------------------------


def answers(data: bytes) -> tuple[Exit, list[Case]]:
    """Judge a file's bytes."""
    out: list[str] = []
    code = batch.run(io.BytesIO(data), OFFICIAL, out.append)
    return code, [json.loads(line) for line in out]


def expected(case: Case) -> Case:
    """Say what the answer to a recorded case must hold."""
    wanted: Case = {"id": case["id"]}
    match case["kind"]:
        case "flow":
            wanted["skipped"] = True
        case "hand":
            wanted |= {"legal": case["legal"], "left_points": case.get("left_points")}
        case "hits":
            legal = [hit["legal"] for hit in case["hits"]]
            wanted |= {"legal": all(legal), "hits": legal, "final": case["final"]}
        case "score":
            wanted["points"] = case["points"]
        case _:
            keys = ("legal", "legal_rearranged")
            wanted |= {key: case[key] for key in keys if key in case}
    return wanted


def test_the_batch_agrees_with_every_recorded_case() -> None:
    """As an array and as lines, and nothing but the recorded facts is missing."""
    array = json.dumps(CASES).encode()
    lines = "\n".join(map(json.dumps, CASES)).encode()
    code, judged = answers(array)

    assert answers(lines) == (code, judged)
    assert code is Exit.FINE
    wanted = [expected(case) for case in CASES]
    assert [
        {key: answer.get(key) for key in want}
        for want, answer in zip(wanted, judged, strict=True)
    ] == wanted
    assert {len(case["kind"]) for case in CASES} == {3, 4, 5}


def test_the_batch_says_nothing_more_than_its_shape() -> None:
    """Scripts may rely on the keys of each kind, and on their order."""
    shapes = {
        "lay": ["id", "legal", "legal_rearranged"],
        "hand": ["id", "legal", "left_points"],
        "hit": ["id", "legal"],
        "hits": ["id", "legal", "hits", "final"],
        "score": ["id", "points"],
        "flow": ["id", "skipped"],
    }
    _, judged = answers(json.dumps(CASES).encode())

    for case, answer in zip(CASES, judged, strict=True):
        assert list(answer) == shapes[case["kind"]]


def test_the_batch_reads_standard_input_and_goes_on_after_faults() -> None:
    """Every line gets its answer; one that cannot be read makes the exit code 2."""
    lines = [
        {"kind": "score", "id": "a", "hand": "R5 W"},
        {"kind": "score", "id": 7, "hand": "R55"},
        {"kind": "lay", "phase": "1 set of 2", "groups": ["R5 W"], "id": None},
    ]
    feed = "\n\n".join(map(json.dumps, lines)).encode()
    done = outside("judge", "--batch", "-", feed=feed)

    assert done.code == Exit.USAGE
    first, second, third = map(json.loads, done.out.splitlines())
    assert first == {"id": "a", "points": 30}
    assert (second["id"], second["error"][:27]) == (7, "Line 3: 'R55' is not a card")
    assert third == {"id": None, "legal": True, "legal_rearranged": True}


def test_the_batch_takes_rules_and_several_options(capsys: Capture, home: Path) -> None:
    """The command's rules hold for all cases, an option changes them for one."""
    cases = [
        {"kind": "lay", "phase": "1 set of 3", "groups": ["W W W"]},
        {
            "kind": "lay",
            "phase": "1 set of 3",
            "groups": ["R5 W W W"],
            "option": ["natural=none", "extra_cards=false"],
        },
        {
            "kind": "lay",
            "phase": "1 set of 3",
            "groups": ["W W W"],
            "option": "skips=x",
        },
    ]
    file = home / "cases.json"
    file.write_text(json.dumps(cases, indent=2))
    done = inside(capsys, "judge", "--set", "natural=none", "--batch", str(file))
    first, second, third = map(json.loads, done.out.splitlines())

    assert done.code == Exit.USAGE
    assert (first["legal"], second["legal"]) == (True, False)
    assert third["error"].startswith("Case 3: skips = x is not possible")


@pytest.mark.parametrize(
    ("case", "answer"),
    [
        (
            {"kind": "lay", "phase": "2 sets of 3", "groups": ["R5 R5 R5", "R9 G9 B9"]},
            {"legal": False, "legal_rearranged": False},
        ),
        (
            {"kind": "lay", "phase": "2 sets of 3", "groups": ["R5 R5 B5", "R5 G5 B5"]},
            {"legal": False, "legal_rearranged": False},
        ),
        (
            {"kind": "hand", "phase": "1 set of 3", "hand": "R5 R5 R5"},
            {"legal": False, "left_points": None},
        ),
        (
            {"kind": "hit", "meld": "color set", "table": "R5 R5 W", "card": "R5"},
            {"legal": False},
        ),
        (
            {
                "kind": "hits",
                "meld": "set",
                "table": "R5 B5",
                "hits": [{"card": "R5"}, {"card": "R5"}, {"card": "B5"}],
            },
            {"legal": False, "hits": [True, False, True], "final": "R5 B5 R5 B5"},
        ),
    ],
)
def test_cards_that_the_deck_does_not_have(case: Case, answer: Case) -> None:
    """000: two of each number and color; nobody holds a third."""
    line = json.dumps({"id": 1, **case}).encode()

    assert batch.judge(line, OFFICIAL, "Line 1") == {"id": 1, **answer}


@pytest.mark.parametrize(
    ("option", "legal", "left"),
    [
        ("go_out=any", True, 0),
        ("go_out=discard", False, None),
        ("go_out=discard extra_cards=false", False, None),
        ("go_out=discard, extra_cards=false", False, None),
        (["go_out=discard", "extra_cards=false"], False, None),
        ({"go_out": "any", "skips": 2, "extra_cards": False}, True, 0),
        ({"go_out": "discard"}, False, None),
    ],
)
def test_a_card_stays_for_the_discard(
    option: object, legal: bool, left: int | None
) -> None:
    """Only a discard ends a turn; switches come in a text, a list or an object."""
    case = {"kind": "hand", "phase": "1 run of 4", "hand": "R1 B2 W Y4"}
    answer = batch.judge(
        json.dumps({**case, "option": option}).encode(), OFFICIAL, "Line 1"
    )

    assert answer == {"id": None, "legal": legal, "left_points": left}


@pytest.mark.parametrize("colors", ["", "?"])
def test_colors_of_ones_own_choice(colors: str) -> None:
    """000 Alternating Nines: "you decide" is written as in phases, or left out."""
    case: Case = {"kind": "hits", "meld": "alternating run", "table": "R2 G3 W G5"}
    case |= {"colors": colors, "hits": [{"card": "B6"}, {"card": "R6"}]}

    answer = batch.judge(json.dumps(case).encode(), OFFICIAL, "Line 1")
    assert answer["hits"] == [False, True]


def test_an_option_that_says_nothing() -> None:
    """An empty one is none; a question in a sentence about one ends as a question."""
    case = {"kind": "score", "hand": "R5", "option": ""}
    assert batch.judge(json.dumps(case).encode(), OFFICIAL, "Line 1")["points"] == 5

    case["option"] = "extra_card=false"
    answer = batch.judge(json.dumps(case).encode(), OFFICIAL, "Line 1")
    assert answer["error"].endswith("did you mean extra_cards?")


def test_an_end_that_is_not_named_is_the_high_one() -> None:
    """As in play, where a wild fits both; a named end is taken or refused."""
    tries = [{"card": "W"}, {"card": "W", "end": "low"}, {"card": "W", "end": None}]
    case = {"kind": "hits", "meld": "run", "table": "R3 R4 R5", "hits": tries}
    _, (answer,) = answers(json.dumps(case).encode())

    assert answer["final"] == "W R3 R4 R5 W W"


LAY = '{"kind":"lay","phase":"1 set of 3","groups":'


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        (b"", 0),
        (b"\xef\xbb\xbf \n\n", 0),
        (b"[]", 0),
        (b"[" * 2_000_000, 1),
        (b"\n" + b'{"id":' * 400_000, 1),
        (b"[" + b'{"id":' * 400_000, 1),
        (b'{"kind":"score","hand":"","more":' + b"[" * 500_000, 1),
        (b'[{"id":1},', 1),
        (b"\xff\xfe\n\x00", 2),
        (b"null\n3\n" + b'"lay"\n' + b"{}", 4),
        (b'{"kind":"tennis","id":"x"}', 1),
        (b'{"kind":"score","hand":7}', 1),
        (b'{"kind":"score","hand":"' + b"R5 " * 200 + b'"}', 1),
        (b'{"kind":"score","hand":"W"}' + b" " * 3_000_000 + b"\n{}", 2),
        ((LAY + '["R5 B5 G5"],"option":["skips"]}').encode(), 1),
        ((LAY + '["R5 B5 G5"],"option":{"a":1}}').encode(), 1),
        ((LAY + str(["R5"] * 100).replace("'", '"') + "}").encode(), 1),
        ((LAY + '["\\u0000R5"]}').encode(), 1),
        (b'{"kind":"hit","table":"R5 B5","card":"W","meld":"pile"}', 1),
        (b'{"kind":"hit","table":"R5 B6","card":"W","meld":"set"}', 1),
        (b'{"kind":"hit","table":"","card":"W","meld":"set"}', 1),
        (b'{"kind":"hit","table":"R5 B5","card":"","meld":"set"}', 1),
        (b'{"kind":"hit","table":"R5 R6 R7","card":"W","end":"up","meld":"run"}', 1),
        (b'{"kind":"hits","table":"R5 B5","hits":["W"],"meld":"set"}', 1),
    ],
)
def test_a_hostile_batch_gets_sentences(data: bytes, errors: int) -> None:
    """Nesting, giants, wrong types and no text: one short line each, nothing raised."""
    code, judged = answers(data)

    assert [sorted(answer) for answer in judged] == [["error", "id"]] * errors
    assert all(len(answer["error"]) < 300 for answer in judged)
    assert not [a for a in judged if not a["error"].endswith(".")]
    assert code is (Exit.USAGE if errors else Exit.FINE)


CARDS = '"table":"R5 B5 G5","meld":"set"'
PLACED = [
    (
        '[{"kind":"score","hand":"R5"},\n',
        "Line 2: the array is not JSON from char",
    ),
    ("[" * 2_000_000, "Line 1: it is nested too deeply: a case holds only texts"),
    ('\n[{"id":1}] more', "Line 2: the array is not JSON from character 12 on: put a"),
    ('\n\n{"kind":"dance"}', 'Line 3: kind is not as it must be: write one of "lay", '),
    ('{"hand":"R5"}', 'Line 1: kind is missing: add one of "lay", "hand"'),
    ('[{"kind":"flow"},{"kind":"score"}]', "Case 2: hand is missing: add a text of"),
    ('{"kind":"score","hand":5}', "Line 1: hand is not as it must be: write a text"),
    ('{"kind":"lay","phase":"2 sets of 3","groups":[5]}', "Line 1: groups is not as"),
    (
        f'{{"kind":"hit",{CARDS},"card":"W","end":"up"}}',
        "Line 1: end is not as it",
    ),
    (f'{{"kind":"hits",{CARDS},"hits":["W"]}}', "Line 1: hits is not as it must be"),
    (f'{{"kind":"hits",{CARDS},"hits":[{{}}]}}', "Line 1: card is missing: add a text"),
    ("hello", "Line 1: this is not JSON from character 1 on: write an object such as"),
    ('{"kind":"score","hand":"R5"', "Line 1: this is not JSON from character 28 on"),
    ("5", 'Line 1: this is no case: write an object such as {"kind": "score"'),
    ('{"id":[1],"kind":"flow"}', "Line 1: id is not as it must be: write a text or a"),
    ('{"id":"a","option":5,"kind":"flow"}', "Line 1: option is not as it must be"),
    ('{"kind":"score","hand":' + "[" * 100_000, "Line 1: hand is not as it must be"),
]


@pytest.mark.parametrize(("text", "says"), PLACED, ids=range(len(PLACED)))
def test_a_fault_in_a_batch_has_its_place(text: str, says: str) -> None:
    """The line or case, the reason in our words, and what to write."""
    code, judged = answers(text.encode())

    assert code is Exit.USAGE
    assert judged[-1]["error"].startswith(says)
    decoder = ("Expected", "`", "$", "malformed", "truncated", "Invalid")
    assert not [word for word in decoder if word in judged[-1]["error"]]


def test_text_that_is_none_is_called_so() -> None:
    """Bytes of another encoding are no case, and no array of them."""
    for data in (
        b'{"kind":"score","hand":"\xff"}',
        b'[{"kind":"score","hand":"\xff"}]',
    ):
        _, (answer,) = answers(data)
        assert ", it is not UTF-8 text: " in answer["error"]


def test_every_field_of_a_case_is_explained() -> None:
    """No field is refused without saying what it has to be."""
    cases = (*get_args(batch.AnyCase), batch.Try)
    names = {
        field.encode_name for one in cases for field in msgspec.structs.fields(one)
    }
    assert set(unreadable.FIELDS) == names | {"kind"}


def test_a_file_of_cases_that_is_not_there(capsys: Capture, home: Path) -> None:
    """It is named, as is a folder in its place."""
    done = inside(capsys, "judge", "--batch", str(home / "none.json"))
    assert (done.code, "(there is none)" in done.sentence) == (Exit.USAGE, True)
    done = inside(capsys, "judge", "--batch", str(home))
    assert (done.code, "(it is no file to read)" in done.sentence) == (Exit.USAGE, True)


@pytest.mark.skipif(os.name != "posix", reason="pipes with names")
def test_a_pipe_for_a_file_of_cases(capsys: Capture, home: Path) -> None:
    """Nobody waits for its writer; whoever has cases in a pipe learns how."""
    os.mkfifo(home / "pipe")
    done = inside(capsys, "judge", "--batch", str(home / "pipe"))
    assert (done.code, done.out) == (Exit.USAGE, "")
    assert "cases from a pipe are read with `--batch -`" in done.sentence


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="no files of the shell's own")
def test_a_pipe_that_the_shell_has_opened(capsys: Capture, home: Path) -> None:
    """Somebody writes into it, so it is read like standard input."""
    reads, writes = os.pipe()
    os.write(writes, b'{"kind": "score", "hand": "R5"}\n')
    os.close(writes)
    done = inside(capsys, "judge", "--batch", f"/dev/fd/{reads}")
    os.close(reads)
    assert (done.code, done.err) == (Exit.FINE, "")
    assert json.loads(done.out)["points"] == 5


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="no name for it")
def test_standard_input_by_its_name() -> None:
    """It is read as with a dash, whatever it is."""
    feed = b'{"kind": "score", "hand": "R5"}\n'
    done = outside("judge", "--batch", "/dev/stdin", feed=feed)
    assert (done.code, json.loads(done.out)["points"]) == (Exit.FINE, 5)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=150)
@given(st.sampled_from(CASES), st.data())
def test_a_case_with_any_field_replaced_is_answered(case: Case, data: Any) -> None:
    """Whatever stands in a field, the answer is a verdict or a sentence."""
    field = data.draw(st.sampled_from(sorted(case)))
    changed = {**case, field: data.draw(JSON)}
    _, (answer,) = answers(json.dumps(changed).encode())

    assert "id" in answer
    assert "error" in answer or set(answer) >= set(expected(case)) - {
        "legal_rearranged"
    }
