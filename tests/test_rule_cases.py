"""The worked cases of the rules, asked of the engine's melds and its finder.

Cases of kind `flow` play whole turns and are for another file.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from p10net.engine import finder
from p10net.engine.cards import in_order, parse_cards, points
from p10net.engine.conflicts import build
from p10net.engine.laying import arrange, lay
from p10net.engine.melds import (
    Goal,
    Kind,
    Meld,
    Terms,
    asked,
    hit,
    takes,
    terms,
)
from p10net.engine.phases import parse
from p10net.engine.reasons import Reason

Case = dict[str, Any]

CASES: list[Case] = json.loads(
    (Path(__file__).parent / "cases" / "rules.json").read_text("utf-8")
)
KINDS = {
    "set": Kind.SET,
    "run": Kind.RUN,
    "color": Kind.COLOR,
    "color run": Kind.COLOR_RUN,
    "even or odd": Kind.PARITY,
    "color even or odd": Kind.COLOR_PARITY,
    "color set": Kind.COLOR_SET,
    "alternating run": Kind.ALT_RUN,
    "wild": Kind.WILD,
    "skip": Kind.SKIP,
}


def cases(kind: str) -> pytest.MarkDecorator:
    """Run a test for each case of a kind."""
    rows = [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", rows)


def meant(case: Case) -> tuple[tuple[Goal, ...], Terms]:
    """Read the goals of a case, and the terms that its switch makes."""
    name, _, value = case.get("option", "").partition("=")
    rules = build({name: value} if name else {})
    return asked(rules, parse(case["phase"]).goals), terms(rules, 1)


@cases("lay")
def test_lay_downs(case: Case) -> None:
    """Cards lie as they were typed, or in the order they must have been meant."""
    goals, on = meant(case)
    groups = tuple(map(parse_cards, case["groups"]))
    rearranged = case.get("legal_rearranged", case["legal"])

    as_typed = lay(goals, groups, on, as_typed=True)
    anyhow = lay(goals, groups, on)

    assert (not isinstance(as_typed, Reason)) is case["legal"]
    assert (not isinstance(anyhow, Reason)) is rearranged


@cases("lay")
def test_what_can_be_laid_is_found(case: Case) -> None:
    """A lay-down that is legal is found in its own cards, with none left over."""
    goals, on = meant(case)
    cards = in_order(parse_cards(" ".join(case["groups"])))
    if not case.get("legal_rearranged", case["legal"]):
        return

    found = finder.best(cards, goals, on)

    assert finder.can_lay(cards, goals, on)
    assert found is not None
    assert in_order(tuple(card for group in found for card in group)) == cards


@cases("hand")
def test_hands(case: Case) -> None:
    """A hand can lay or not, and the best lay-down leaves so many points and cards."""
    goals, on = meant(case)
    hand = in_order(parse_cards(case["hand"]))

    found = finder.best(hand, goals, on)

    assert finder.can_lay(hand, goals, on) is case["legal"]
    assert (finder.missing(hand, goals, on) == 0) is case["legal"]
    assert (found is not None) is case["legal"]
    if found is not None:
        laid = tuple(card for group in found for card in group)
        assert points(hand) - points(laid) == case["left_points"]
        assert len(hand) - len(laid) == case["left_cards"]


def on_the_table(case: Case) -> Meld:
    """Read the cards of a case as the meld that lies there."""
    cards = parse_cards(case["table"])
    meld = arrange(Goal(KINDS[case["meld"]], len(cards), case.get("colors", "")), cards)
    assert meld is not None
    assert meld.cards == cards
    return meld


@cases("hit")
def test_single_hits(case: Case) -> None:
    """A meld takes a card or does not, at the end that was named."""
    (card,) = parse_cards(case["card"])

    places = takes(on_the_table(case), card)

    assert (case.get("end", places[-1] if places else "none") in places) is case[
        "legal"
    ]


@cases("hits")
def test_hits_one_after_the_other(case: Case) -> None:
    """Each hit moves the ends for the next; one not named goes where there is room."""
    meld = on_the_table(case)

    for row in case["hits"]:
        (card,) = parse_cards(row["card"])
        places = takes(meld, card)
        end = row.get("end", places[-1] if places else "none")
        assert (end in places) is row["legal"], row
        if row["legal"]:
            meld = hit(meld, card, end)

    assert meld.cards == parse_cards(case["final"])


@cases("score")
def test_scores(case: Case) -> None:
    """What is left in a hand counts so many points."""
    assert points(parse_cards(case["hand"])) == case["points"]
