"""The log: one line a turn, whatever happens in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p10net.client.log import KEPT, Kind, Log, heard, said, told
from p10net.client.words.events import Names
from p10net.engine.cards import Card
from p10net.engine.ending import WentOut
from p10net.engine.moves.discard import Discarded
from p10net.engine.moves.draw import Drew
from p10net.engine.moves.hit import HitMade
from p10net.engine.moves.house import Reshuffled, RoundOver
from p10net.engine.opening import Dealt
from p10net.engine.turns import Skipped

NAMES = Names({1: "Ann", 2: "Ben"}, you=2, drew=Card.B7)


def lines(log: Log) -> list[str]:
    return [f"{entry.who} {entry.words}".strip() for entry in log.entries]


def hear(*events: Any, log: Log | None = None) -> Log:
    return heard(log or Log(), events, NAMES)


def test_a_turn_is_a_line() -> None:
    """What one seat does from its draw to its discard gathers in one line."""
    turn: Sequence[Any] = (
        Drew(1, "pile", Card.R7),
        HitMade(1, Card.R7, "c"),
        Discarded(1, Card.S, skip=2),
    )
    log = Log()
    for event in turn:
        log = hear(event, log=log)
    assert lines(log) == ["Ann took R7, hit R7 on c, threw a Skip at you"]


def test_two_turns_in_a_row_are_two_lines() -> None:
    """Between two players a Skip gives another turn, which has its own line."""
    log = hear(Discarded(1, Card.S, skip=2), Skipped(2), Drew(1, "stock"))
    log = hear(Discarded(1, Card.R1), log=log)
    assert lines(log) == [
        "Ann threw a Skip at you",
        "You lost a turn",
        "Ann discarded R1",
    ]


def test_talk_breaks_a_line() -> None:
    """What is said in the middle of a turn stands where it was said."""
    log = hear(Drew(2, "stock"))
    log = said(log, "Ann", "hurry \x1bup")
    log = hear(Discarded(2, Card.B7), log=log)
    log = told(log, "Ann is away.")
    assert lines(log) == [
        "You drew B7",
        "Ann hurry up",
        "You discarded B7",
        "Ann is away.",
    ]
    kinds = [entry.kind for entry in log.entries]
    assert kinds == [Kind.TURN, Kind.CHAT, Kind.TURN, Kind.NEWS]


def test_the_house_has_lines_of_its_own() -> None:
    """Dealing is told of the dealer, the rest of nobody."""
    log = hear(
        Dealt(2, 1, 2, Card.R5),
        Discarded(2, Card.R1),
        WentOut(2),
        RoundOver(2, 2),
        Reshuffled(40),
    )
    assert lines(log) == [
        "Ann dealt round 2; you to start, R5 is up",
        "You discarded R1, went out",
        "Round 2 is over: you went out",
        "The pile was shuffled: 40 cards to draw",
    ]


def test_the_log_forgets_the_oldest() -> None:
    """An evening fits; what is older than that is counted, not kept."""
    log = Log()
    for at in range(KEPT + 5):
        log = told(log, f"line {at}")
    assert len(log.entries) == KEPT
    assert log.count == KEPT + 5
    assert log.entries[0].words == "line 5"
