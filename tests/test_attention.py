"""Calling somebody whose turn it is, and what goes to the clipboard."""

from __future__ import annotations

import base64
import re
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from p10net.client import attention
from p10net.client.attention import Bell
from p10net.client.commands.scene import Asking, Confirm, Copy, Play
from p10net.client.log import said
from p10net.client.words import prompts, titles
from p10net.engine.game import apply
from p10net.engine.moves.draw import STOCK
from p10net.engine.view import Stage
from p10net.protocol.people import Clock
from p10net.protocol.requests import Act, Chat
from tests.at_table import DRESS, Screen, heard, sitting, told, with_far_end
from tests.far_end import Door, Far
from tests.positions import position
from tests.scenes import HAND, drawing, later_round, lobby, over, press

THEIRS = position({2: HAND}, turn=3, stage=Stage.DRAW)
MINE = position({2: HAND}, stage=Stage.DRAW, stock="G6")
IN_TURN, _ = apply(MINE, 2, STOCK)

Scene = Callable[[Far, Screen, Door], Awaitable[None]]

# What the bell is set to, what the terminal says of its focus, and whether it rings.
BELLS = [
    (Bell.UNFOCUSED, "", False),
    (Bell.UNFOCUSED, attention.OUT, True),
    (Bell.UNFOCUSED, attention.OUT + attention.IN, False),
    (Bell.OFF, attention.OUT, False),
    (Bell.ALWAYS, "", True),
]


def comes(reports: str, rung: bool) -> Scene:
    """Let the turn come to somebody whose terminal reports this of its focus."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(THEIRS))
        await screen.terminal.shows("to play")
        screen.terminal.press(f"{reports}o")
        await screen.terminal.shows("Sorted")
        await far.say(told(MINE, seq=2))
        await screen.terminal.shows("YOUR TURN")
        title = rf"\x1b\]2;{re.escape(titles.YOUR_TURN)}\x07"
        without = re.sub(r"\x1b\][^\x07]*\x07", "", screen.terminal.raw)
        assert re.search(title, screen.terminal.raw)
        assert ("\a" in without) is rung

    return play


@pytest.mark.parametrize(("bell", "reports", "rung"), BELLS)
def test_the_bell_calls_only_who_looks_elsewhere(
    bell: Bell, reports: str, rung: bool
) -> None:
    """It rings without focus, or as was asked; the title says it in any case."""

    @sitting
    async def test() -> None:
        await with_far_end(comes(reports, rung), dress=replace(DRESS, bell=bell))

    test()


@sitting
async def test_a_screen_tidies_up_its_reports() -> None:
    """Focus is reported while the screen is there, not a moment longer."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(THEIRS))
        await screen.terminal.shows("to play")
        assert attention.BEGIN in screen.terminal.raw
        assert attention.END not in screen.terminal.raw
        screen.terminal.press("qy")
        await screen.leaves()
        assert attention.END in screen.terminal.raw

    await with_far_end(play)


# --- The clipboard -----------------------------------------------------------------


def test_the_line_to_join_can_be_copied() -> None:
    """U31: in the lobby `c` copies what a friend types, and says so."""
    desk = press(lobby(2), "c")
    assert desk.sent == [Copy("p10net join H00-921")]
    assert desk.notice == prompts.copied("p10net join H00-921")
    alone = lobby(2)
    alone.scene = replace(alone.scene, code="", address="")
    assert press(alone, "c").notice == prompts.NOTHING_TO_COPY


def test_the_score_sheet_can_be_copied() -> None:
    """At the end of a round `c` copies the sheet with everybody's own name."""
    (copy,) = [one for one in press(over(), "c").sent if isinstance(one, Copy)]
    head, *rounds, total, following, legend = copy.text.splitlines()
    assert head.split() == ["Round", "Ann", "Ben", "Cleo", "Dev"]
    assert [line.split()[0] for line in rounds] == ["1"]
    assert "1*   0<" in rounds[0]
    assert total.split()[:3] == ["Total", "50", "0"]
    assert following.split()[3:5] == ["Phase", "2"]
    assert "went out" in legend


@sitting
async def test_what_is_copied_reaches_the_terminal() -> None:
    """The bytes are those by which a terminal is asked (OSC 52)."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        view = over().scene.view
        assert view is not None
        await far.say(replace(told(over().game), view=view))
        await screen.terminal.shows("Round 1 is over")
        screen.terminal.press("c")
        await screen.terminal.shows("sheet is copied")
        found = re.search(r"\x1b\]52;c;([^\x07]*)\x07", screen.terminal.raw)
        assert found
        assert base64.b64decode(found[1]).decode().startswith("Round")

    await with_far_end(play)


# --- Before a card is thrown -------------------------------------------------------


@pytest.mark.parametrize(
    ("asks", "card", "asked"),
    [
        (Asking.SMART, "w", True),
        (Asking.SMART, "n", False),
        (Asking.ALWAYS, "n", True),
        (Asking.NEVER, "w", False),
    ],
)
def test_when_a_discard_is_asked_about(asks: Asking, card: str, asked: bool) -> None:
    """Smart asks where it hurts; who wants more or less says so."""
    desk = drawing("W R2 R2 B3 G5 Y7 R9")
    desk.scene = replace(desk.scene, asks=asks)
    press(desk, f"d {card} enter")
    assert isinstance(desk.scene.local.open, Confirm) is asked


@sitting
async def test_a_discard_can_be_taken_back() -> None:
    """U09: within the chosen window Esc keeps the card, and nothing else acts."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(IN_TURN))
        await screen.terminal.shows("YOUR TURN")
        screen.sitting.press("5")
        screen.sitting.press("esc")  # nothing waits: it does what it always does
        assert screen.sitting.scene.local.chosen is None
        screen.terminal.press("4x")
        await screen.terminal.shows("Esc or u takes it back")
        screen.terminal.press("5\x1b")
        await screen.terminal.shows("Taken back")
        assert screen.sitting.scene.local.chosen == 3

    await with_far_end(play, dress=replace(DRESS, take_back=5.0))


@sitting
async def test_a_discard_nobody_takes_back_is_thrown() -> None:
    """When the window is over the card goes out."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(IN_TURN))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("4x")
        act = await heard(far, Act)
        assert act.step == IN_TURN.open.step

    await with_far_end(play, dress=replace(DRESS, take_back=0.05))


@sitting
async def test_a_turn_that_passes_takes_what_waits_along() -> None:
    """A discard that waits when the turn is over is never sent into another one."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(IN_TURN))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("4x")
        await screen.terminal.shows("Esc or u takes it back")
        late = told(THEIRS, seq=2)
        clock = Clock(9_000)
        await far.say(replace(late, table=replace(late.table, clock=clock)))
        await screen.terminal.shows("to play")
        await screen.terminal.shows(" 8 s$")  # so the window has been over for long
        screen.terminal.press("/hello\r")
        assert (await heard(far, Chat)).text == "hello"

    await with_far_end(play, dress=replace(DRESS, take_back=0.2))


# --- What happened meanwhile -------------------------------------------------------


def test_more_than_fits_since_the_last_turn_is_counted() -> None:
    """U50: whose turn comes learns how much the log does not show; `e` shows it."""
    desk = press(drawing(), "d 4 enter enter")
    log = desk.scene.log
    for at in range(20):
        log = said(log, "Ann", f"line {at}")
    view = later_round().scene.view
    assert view is not None
    for turn, told_of in ((2, True), (3, False)):
        desk.scene = replace(desk.scene, log=log, view=replace(view, turn=turn))
        text = desk.picture()
        assert (" lines since your last turn: e shows all" in text) is told_of


def test_intents_of_a_discard_end_the_turn() -> None:
    """Only what ends a turn can be taken back."""
    desk = press(drawing(), "d 4 enter enter")
    ends = [one.ends_turn for one in desk.sent if isinstance(one, Play)]
    assert ends == [False, True]
