"""Hurrying bots: only where one plays alone, and only until one's own turn."""

from __future__ import annotations

import math

import trio
import trio.testing
from msgspec.structs import replace

from p10net.client.app import Sitting
from p10net.client.commands.scene import Hurry
from p10net.client.runner import Pace
from p10net.client.words import bar, prompts
from p10net.engine.game import apply
from p10net.engine.moves.draw import STOCK
from p10net.engine.view import Stage
from tests.at_table import DRESS, Screen, sitting, told
from tests.far_end import Door
from tests.positions import position
from tests.scenes import HAND, drawing, press, waiting
from tests.terminal import glass


async def test_a_pace_is_kept_until_somebody_hurries() -> None:
    """Who waits already goes on at once, and so does whoever comes after."""
    pace, done = Pace(math.inf), list[int]()

    async def act(number: int) -> None:
        await pace.wait()
        done.append(number)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(act, 1)
        await trio.testing.wait_all_tasks_blocked()
        assert done == []
        pace.hurry()
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(act, 2)
        await trio.testing.wait_all_tasks_blocked()
        assert done == [1, 2]
        pace.relax()
        pace.relax()
        nursery.start_soon(act, 3)
        await trio.testing.wait_all_tasks_blocked()
        assert done == [1, 2]
        nursery.cancel_scope.cancel()


async def test_a_pace_passes_by_itself(autojump_clock: trio.testing.MockClock) -> None:
    """Without a hurry a bot waits its seconds and acts."""
    before = trio.current_time()
    await Pace(0.6).wait()
    assert trio.current_time() - before >= 0.6


def test_the_key_asks_for_it_where_one_plays_alone() -> None:
    """`z` is told in the bar there, and sends nothing to the table."""
    desk = waiting()
    desk.scene = replace(desk.scene, alone=True)
    assert bar.WAIT_ALONE in desk.picture()
    assert press(desk, "z").sent == [Hurry()]


def test_with_others_nobody_is_hurried() -> None:
    """At a table of people, and in one's own turn, the key only says why not."""
    desk = waiting()
    assert "hurry" not in desk.picture()
    assert press(desk, "z").notice == prompts.NO_HURRY
    mine = drawing()
    mine.scene = replace(mine.scene, alone=True)
    assert press(mine, "z").notice == prompts.HURRY_YOURSELF
    assert desk.sent == mine.sent == []


@sitting
async def test_a_hurry_ends_with_the_own_turn() -> None:
    """Once the turn has come the bots take their time again."""
    door, pace = Door(), Pace(math.inf)
    others = position({2: HAND}, turn=3, stage=Stage.DRAW)
    mine, _ = apply(position({2: HAND}, stage=Stage.DRAW, stock="G6"), 2, STOCK)
    with glass() as terminal:
        async with trio.open_nursery() as nursery:
            screen = Screen(terminal, Sitting(door.session(), DRESS, pace=pace))
            nursery.start_soon(screen.run)
            far = await door.answer()
            await far.greet(seat=2)
            await far.say(told(others))
            await terminal.shows("z hurry the bots")
            terminal.press("z")
            await pace.wait()
            await far.say(told(mine, seq=2))
            await terminal.shows("YOUR TURN")
            with trio.move_on_after(0.02) as waiting_on:
                await pace.wait()
            assert waiting_on.cancelled_caught
            nursery.cancel_scope.cancel()
