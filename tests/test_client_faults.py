"""What went wrong in clients of other games, and what happens here instead.

The numbers (U01 …) are those of the collection these faults come from. A fault whose
right behaviour is held elsewhere is named there; the last test says that none is left
out.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from p10net.client.dress import Dress
from p10net.client.session import Session, Visitor
from p10net.client.words import prompts
from p10net.client.words.refusals import FAREWELLS, refused
from p10net.engine.cards import Card
from p10net.engine.moves import Discard, Hit
from p10net.engine.moves.draw import STOCK
from p10net.engine.view import Stage
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.messages import Err
from p10net.protocol.requests import Act, Chat
from tests.at_table import (
    DRESS,
    House,
    Screen,
    at_table,
    heard,
    setup,
    sitting,
    told,
    with_far_end,
)
from tests.desk import Desk
from tests.far_end import Door, Far
from tests.lan import Lan
from tests.positions import lay, play, position
from tests.scenes import HAND, TABLE, laid, press
from tests.shell import outside

ENTER = "\r"
MY_DRAW = position({2: HAND}, stage=Stage.DRAW, stock="G6")
WILD_DRAWN = position({2: f"{HAND} W"})

# --- Rules and actions -------------------------------------------------------------


def test_a_run_is_read_from_left_to_right() -> None:
    """U05: however it was typed, its cards stand in order, a wild at its value."""
    game = position({2: "R2 G2 Y2 B7 Y4 W R6 R9 S"}, phase={2: 2})
    game = play(game, (2, lay("R2 G2 Y2", "B7 Y4 W R6")))

    assert "Y4 w5 R6 B7" in Desk(game).picture()


def test_nothing_is_left_chosen_after_it_was_played() -> None:
    """U06: a card that was hit is not thrown by the next Enter, nor its neighbor."""
    desk = press(laid("R8 B2 Y12", "B6", TABLE), "n h b")
    assert desk.plays == [Hit(Card.B6, "b")]
    assert desk.scene.chosen is None

    press(desk, "enter enter x")
    assert not [one for one in desk.plays if isinstance(one, Discard)]


@sitting
async def test_the_key_that_asks_does_not_answer() -> None:
    """U08: an Enter held down opens the question, which names the card, and no more."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(WILD_DRAWN))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("w" + ENTER * 5)
        question = await screen.terminal.shows(r"^ .*\bW\b.*\n.*Enter throws it")
        assert "W" in question[0]
        screen.terminal.press("/first a word" + ENTER)
        assert (await heard(far, Chat)).text == "first a word"

    await with_far_end(play, dress=Dress(depth=DRESS.depth, deaf=0.0, pause=0.0))


@pytest.mark.parametrize("key", ["p", "h", "l"])
def test_a_skip_on_the_pile_is_offered_to_nobody(key: str) -> None:
    """U04: no key takes it, the bar says why, and the menu does not list it."""
    game = position({2: HAND}, stage=Stage.DRAW, pile="G4 S")
    desk = press(Desk(game), key)

    assert desk.plays == []
    assert "S cannot be taken" in Desk(game).picture()
    assert "discard pile" not in press(Desk(game), "m").picture()


# --- Leaving, returning, waiting ---------------------------------------------------


@sitting
async def test_the_newest_window_has_the_seat() -> None:
    """U15 to U17: the old one says why it ends; the new one sees what the old one saw.

    No card more than before is to be seen, and it is a player's view, not a watcher's.
    """

    async def play(house: House, screen: Screen) -> None:
        await screen.terminal.shows("Enter")
        screen.terminal.press(ENTER + ENTER)
        await screen.until(lambda: screen.sitting.scene.my_turn)
        before = screen.sitting.scene
        token = screen.sitting._session.token
        again = Session(house.dial, Visitor("Ann", "human"), token=token)
        house.start(again)
        ending = await screen.leaves()
        async for news in again.news:
            if (view := getattr(news, "view", None)) is not None:
                assert (view, again.seat) == (before.view, before.seat)
                assert view.you is not None
                break

        assert ending.said == FAREWELLS[ByeCode.REPLACED]
        assert ending.status == 6

    await at_table(play, setup())


# --- Fairness ----------------------------------------------------------------------


@sitting
async def test_a_watcher_cannot_act() -> None:
    """U36: on the screen keys that act say one sentence, and the host refuses, too."""

    async def play(house: House, screen: Screen) -> None:
        ben, eva = house.visit("Ben"), house.visit("Eva")
        await house.ready(ben, eva)
        await screen.terminal.shows("to play")
        for key in "dplLhx":
            screen.terminal.press(key)
            await screen.until(
                lambda: screen.sitting.scene.local.notice == prompts.WATCHING
            )
            screen.terminal.press("o")
        view = screen.sitting.scene.view
        assert view is not None
        answer = await screen.sitting._session.act(view.step, STOCK).wait()
        assert isinstance(answer, Err)
        assert answer.code is ErrCode.NOT_YOUR_TURN
        assert refused(answer.code, answer.why, answer.msg).count(".") == 1

    await at_table(play, setup(bots=0, start_when=2), name="Gus", kind="watcher")


# --- Terminal and accessibility ----------------------------------------------------


@sitting
async def test_what_is_said_is_never_done() -> None:
    """U41: a sentence full of keys, typed or pasted, is a line of chat and no act."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        said = "please lay the run down. d1x L h . m"
        screen.terminal.press(f"/{said} \x1b[200~{said}\x1b[201~")
        await screen.terminal.shows("say> please lay the run down")
        screen.terminal.press(ENTER)
        assert (await heard(far, Chat)).text == f"{said} {said}"
        screen.terminal.press(f"/{said}\x1b")
        await screen.terminal.shows("YOUR TURN  d draw")
        screen.terminal.press("d")
        assert (await heard(far, Act)).action == STOCK

    await with_far_end(play)


@sitting
async def test_the_mouse_belongs_to_the_terminal() -> None:
    """U42: no report of it is asked for, so that any text can be marked and copied."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("ofve?\t")
        await screen.redrawn()
        asked = re.findall(r"\x1b\[\?([\d;]+)h", screen.terminal.raw)
        assert asked
        assert not {"9", "1000", "1002", "1003", "1005", "1006", "1015"} & {
            mode for modes in asked for mode in modes.split(";")
        }

    await with_far_end(play)


@sitting
async def test_a_window_of_any_size_goes_on() -> None:
    """U44: from 20x5 up nothing breaks, and the keys work when there is room again."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        for columns, rows in ((20, 5), (20, 60), (300, 5), (79, 19), (300, 100)):
            screen.terminal.resize(columns, rows)
            await far.say(told(MY_DRAW))
            await screen.redrawn()
            assert ("needs 80x20" in " ".join(screen.terminal.text.split())) == (
                columns < 80 or rows < 20
            )
        screen.terminal.resize(80, 24)
        screen.terminal.press("d")
        assert (await heard(far, Act)).action == STOCK

    await with_far_end(play)


def test_what_is_kept_is_not_in_the_cache(home: Path) -> None:
    """U47: a game that was left lies where no cleaner of caches looks."""
    done = outside(
        *("play", "--plain", "--bots", "1", "--seed", "7", "--pace", "0"),
        feed=b"draw\nquit\n",
    )
    kept = [path.relative_to(home) for path in home.rglob("*") if path.is_file()]

    assert done.code == 0
    assert kept
    assert not [path for path in kept if "cache" in str(path)]


def test_without_any_network_one_plays_alone(lan: Lan, home: Path) -> None:
    """U29: not even loopback is up, and the first hand is dealt all the same."""
    lan.unplug(1)
    lan.run(1, "ip", "link", "set", "lo", "down")
    play = [sys.executable, "-m", "p10net", "play", "--plain", "--bots", "2"]
    done = subprocess.run(
        lan.command(1, *play), input="draw\nquit\n", capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr
    assert "Round 1" in done.stdout
    assert "draw from the stock" in done.stdout


# --- None left out -----------------------------------------------------------------

FAULTS = (
    *(*range(3, 13), *range(15, 24), *range(24, 35), 36, 37, 38),
    *range(41, 51),
)
"""The numbers of all faults of clients; those between were merged into others."""


def test_every_fault_has_its_test() -> None:
    """Each number stands in the first line of some test's docstring."""
    named: set[int] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for said in re.findall(r'"""((?:[A-Z]\d+|, | to | and )+):', path.read_text()):
            for first, last in re.findall(r"U(\d+)(?: to U(\d+))?", said):
                named.update(range(int(first), int(last or first) + 1))

    assert not sorted({*FAULTS} - named)
