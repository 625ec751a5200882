"""Single switches of the rules, changed in the lobby and announced to everybody."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from p10net.client.commands import typed
from p10net.client.commands.scene import Tell
from p10net.client.commands.switches import change
from p10net.client.commands.vocabulary import Misread
from p10net.client.plain.talk import Talk
from p10net.client.session import Session
from p10net.client.words.rules import changed, own, value
from p10net.engine.presets import preset
from p10net.engine.rules import ABOUT, OFFICIAL, Rules, RulesError
from p10net.protocol.owner import SetRules
from p10net.protocol.requests import Admin, Ready
from tests.at_table import House, Screen, at_table, setup, sitting
from tests.scenes import lobby

ENTER = "\r"


async def lines(talk: Talk, guest: Session, until: str) -> list[str]:
    """Listen in line mode until something is said."""
    said: list[str] = []
    async for news in guest.news:
        said += talk.hear(news)
        if any(until in line for line in said):
            break
    return said


async def ready(talk: Talk, guest: Session) -> None:
    """Listen until the host has seen the mark."""
    async for news in guest.news:
        talk.hear(news)
        if talk.facts.ready:
            return


@sitting
async def test_a_switch_is_set_by_its_word() -> None:
    """All are told what it was and what it is, in words, and say ready again."""

    async def play(house: House, screen: Screen) -> None:
        terminal, talk = screen.terminal, Talk()
        await terminal.shows("you own the table")
        ben = house.visit("Ben")
        await terminal.shows("2  Ben +no")
        await ben.request(Ready(id=0))
        await terminal.shows("2  Ben +yes")
        await ready(talk, ben)
        terminal.press(":set skips=2 wild-as-skip=yes" + ENTER)
        await terminal.shows("Rules +official, 10 phases; skips=2, wild_as_skip=true")
        await terminal.shows("2  Ben +no")
        await terminal.shows(r"Skips in the deck: 2; it was: 4\.")
        said = await lines(talk, ben, "Skip: yes; it was: no.")
        assert "Skips in the deck: 2; it was: 4." in said
        assert not talk.facts.ready

    await at_table(play, setup(bots=0))


@sitting
async def test_a_guest_hears_in_lines_what_was_changed() -> None:
    """The line mode tells it as news, and asks the host for it in the same word."""

    async def play(house: House, screen: Screen) -> None:
        terminal, talk = screen.terminal, Talk()
        await terminal.shows("you own the table")
        ben = house.visit("Ben")
        await terminal.shows("2  Ben +no")
        terminal.press(":set go_out=discard" + ENTER)
        said = await lines(talk, ben, "it was")
        last = "by discarding the last card only; it was: by laying, hitting or"
        assert last in said[-1]
        answer = talk.answer("set skips=2")
        assert answer.lines == ("Only the table's owner may do that: ask them.",)
        assert answer.deed is None

    await at_table(play, setup(bots=0))


def test_lines_ask_for_it_as_the_owner() -> None:
    """What the screen types behind a colon the line mode types without."""
    scene = lobby(1).scene
    assert scene.lobby is not None
    talk = Talk()
    talk.hear(scene.lobby)
    heard = talk.answer("set skips=2")

    wished: Any = heard.deed
    assert wished.request == Admin(0, SetRules(replace(preset("official"), skips=2)))
    assert talk.answer("set").lines == (
        "Type set skips=2 to change one switch of the rules before a game.",
    )


BAD = [
    ("skips", "'skips' sets nothing: write switch=value, such as skips=2."),
    ("skip=2", "There is no switch skip: did you mean skips?"),
    ("skips=many", "skips = many is not possible: use a number from 0 to 8."),
    ("hits=never", "hits = never is not possible: use same_turn or later_turn."),
    ("game_end=limit", "game_end=limit needs a round_limit or a score_limit."),
    ("skips=4", "The rules say so already: nothing is changed."),
    ("phases=2 sets of 13", "13 is no size for a set"),
]


@pytest.mark.parametrize(("line", "sentence"), BAD)
def test_what_cannot_be_set_is_told_and_changes_nothing(
    line: str, sentence: str
) -> None:
    """Nothing is sent; the line stays to be mended."""
    with pytest.raises(Misread) as error:
        typed.run(lobby(1).scene, f"set {line}")
    assert str(error.value).startswith(sentence)


def test_only_the_owner_sets() -> None:
    """Anybody else is told so before anything is sent."""
    with pytest.raises(Misread, match="Only the table's owner"):
        typed.run(lobby(2).scene, "set skips=2")


SWITCHES = [
    (name, said)
    for name, about in ABOUT.items()
    for said in (*about.values, *(map(str, about.span) if about.span else ()))
]
NEEDED = {
    ("game_end", "limit"): "round_limit=5",
    ("progress", "anti"): "round_limit=5",
    ("hand_size", "3"): "phases=run of 3",
    ("hand_size", "12"): "max_seats=4",
    ("stop_counts_from", "20"): "",
    ("refresh", "true"): "phase_order=open",
}


@pytest.mark.parametrize(("name", "said"), SWITCHES)
def test_every_value_of_every_switch_can_be_typed(name: str, said: str) -> None:
    """With what it needs beside it, each is sent as the rules of the next game."""
    besides = NEEDED.get((name, said), "")
    scene = lobby(1).scene
    if str(getattr(OFFICIAL, name)).lower() == said:
        besides = "rank=points" if name == "tie" else "tie=shared"
    done = typed.run(scene, f"set {name}={said} {besides}")

    (sent,) = done.intents
    assert isinstance(sent, Tell)
    assert isinstance(sent.request, Admin)
    assert isinstance(sent.request.do, SetRules)
    assert str(getattr(sent.request.do.rules, name)).lower() == said


def test_several_and_values_with_blanks() -> None:
    """A value ends where the next switch begins."""
    line = "phases=2 sets of 3; run of 7 phase_subset=1, 2  tie = shared"
    rules = change(OFFICIAL, (line,))

    assert rules.phases == ("2 sets of 3", "1 run of 7")
    assert (rules.phase_subset, rules.tie) == ((1, 2), "shared")
    assert change(OFFICIAL, ()) == OFFICIAL
    with pytest.raises(RulesError, match="lists them"):
        change(OFFICIAL, ["xyz=1"])


CHANGES: list[tuple[Rules, Rules, list[str]]] = [
    (OFFICIAL, OFFICIAL, []),
    (OFFICIAL, preset("even"), ["The rules are even now; they were official."]),
    (
        preset("even"),
        replace(preset("even"), phase_subset=(1, 3)),
        ["Which phases of the list are played: 1, 3; it was: only 2, 4, 6, 8, 10."],
    ),
    (
        OFFICIAL,
        replace(OFFICIAL, phases=("2 sets of 3",)),
        ["The tasks, in order: 1 phase of your own; it was: 10 phases of the list"],
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_changes_in_words(old: Rules, new: Rules, said: list[str]) -> None:
    """Each switch that differs has a sentence, old and new in words."""
    told = list(changed(old, new))
    assert len(told) == len(said) + (old.name != new.name)
    assert all(one.startswith(start) for one, start in zip(told, said, strict=False))


def test_each_value_has_words() -> None:
    """Whatever a switch is set to can be said."""
    for name, said in SWITCHES:
        assert value(replace(OFFICIAL, **{name: _typed(said)}), name)
    assert own(replace(preset("masters"), skips=4, phase_subset=(1, 2))) == (
        "phase_subset=1 2",
        "skips=4",
    )
    assert own(replace(OFFICIAL, name="mine", phases=("1 run of 7",))) == (
        "own phases",
    )


def _typed(said: str) -> Any:
    plain = {"true": True, "false": False}
    return plain.get(said, int(said) if said.isdecimal() else said)


def test_the_lobby_counts_what_it_has_no_room_for() -> None:
    """Many changes are named as far as they fit, the others counted."""
    desk = lobby(2)
    assert desk.scene.lobby is not None
    line = "tie=shared natural=per_phase go_out=discard skips=2"
    rules = change(OFFICIAL, (line,))
    known = replace(desk.scene.lobby, rules=rules)
    desk.scene = replace(desk.scene, lobby=known)

    shown = desk.picture()
    assert "official, 10 phases; skips=2, go_out=discard +2 more (f)" in shown
