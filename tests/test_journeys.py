"""Whole ways through an evening, as people go them, with what they read on the way.

What needs processes, signals or a real network is acted out in `test_cli_terminal`,
`test_cli_resume`, `test_netns` and `test_discovery`; a whole game in lines in
`test_plain`.
"""

from __future__ import annotations

import re

import pytest

from p10net.client.session import Session
from p10net.engine.cards import Card
from p10net.engine.game import Game, apply
from p10net.engine.moves import Discard
from p10net.engine.moves.draw import STOCK
from p10net.engine.view import Stage
from p10net.protocol.messages import Lobby, News, Notice, State
from p10net.protocol.people import Table
from p10net.protocol.requests import Chat, Leave, Offer, Pause
from tests.at_table import (
    House,
    Screen,
    at_table,
    heard,
    setup,
    sitting,
    told,
    with_far_end,
)
from tests.far_end import Door, Far
from tests.positions import position, rules
from tests.scenes import HAND

ENTER = "\r"
ESC = "\x1b"


# --- A newcomer alone --------------------------------------------------------------


@pytest.mark.limit(60)
@sitting
async def test_a_newcomer_finishes_the_first_round() -> None:
    """Only keys that the screen names, and the hints: the sheet comes and waits."""

    async def play(house: House, screen: Screen) -> None:
        terminal, seat = screen.terminal, screen.sitting
        await terminal.shows("Enter start the game")
        terminal.press(ENTER)
        await terminal.shows("Your phase 1: 2 sets of 3. A set is cards of one number")
        while seat.scene.stage is not Stage.ROUND_OVER:
            await screen.until(
                lambda: seat.scene.my_turn or seat.scene.stage is Stage.ROUND_OVER
            )
            if seat.scene.my_turn:
                await as_hinted(screen)
        await terminal.shows("Left in hand")
        await terminal.shows(r"Next +Phase [12]")
        assert seat.scene.view is not None
        assert seat.scene.view.round == 1
        terminal.press("q")
        await terminal.shows("Your seat stays yours")
        terminal.press("y")
        assert (await screen.leaves()).status == 0

    await at_table(play, setup(bots=3))


async def as_hinted(screen: Screen) -> None:
    """Do what the hint says, with the keys that the screen names for it."""
    seat, terminal = screen.sitting, screen.terminal
    view = seat.scene.view
    assert view is not None
    terminal.press(".")
    await terminal.shows(r"HINT  .*[.:]")
    await terminal.shows("^ Enter (does|chooses|shows) it")
    discards = "Enter chooses it" in terminal.text
    terminal.press(ENTER)
    await screen.until(lambda: "HINT" not in terminal.text)
    if discards:
        terminal.press("x")  # the other key for it; Enter again would be held down
    elif "Enter send" in terminal.text:
        terminal.press("\t" + ENTER)  # a look at the next way, and off it goes

    def asked_or_moved() -> bool:
        now = seat.scene.view
        moved = now is None or now.step != view.step
        return moved or seat.scene.local.open is not None

    await screen.until(asked_or_moved)
    while seat.scene.my_turn and (now := seat.scene.view) and now.step == view.step:
        question = re.search(r"^ +(\d)  \w+, phase", terminal.text, re.MULTILINE)
        terminal.press(question[1] if question else ENTER)
        await screen.until(asked_or_moved)
        await screen.until(lambda: seat.scene.local.open is None)
        await screen.until(lambda: not seat.scene.busy)


# --- A host with friends -----------------------------------------------------------


@pytest.mark.limit(40)
@sitting
async def test_a_host_and_three_friends() -> None:
    """A bot for the empty chair, a rule all are told of, a doorbell, one who leaves."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("p10net join H00-921")
        ben, dev, eva = (house.visit(name) for name in ("Ben", "Dev", "Eva"))
        await terminal.shows("4  .* no")
        await house.ready(ben, dev, eva)
        await screen.until(lambda: len(re.findall(" yes ", terminal.text)) == 3)
        terminal.press("b")
        await terminal.shows("5 .* bot steady")
        terminal.press(":rules quick" + ENTER)
        await terminal.shows("Rules +quick")
        await until(ben, lambda news: isinstance(news, Notice) and news.what is RULES)
        await terminal.shows("Ben +no")  # who was ready is asked again
        await house.ready(ben, dev, eva)
        await screen.until(lambda: len(re.findall(" yes ", terminal.text)) == 4)
        terminal.press(ENTER)
        await terminal.shows("Enter start the game")
        terminal.press("s")  # a second Enter at once would be one that is held down
        await terminal.shows("Round 1 ")
        await ben.request(Pause(id=0, on=True))
        await terminal.shows("Ben paused the game")
        await ben.request(Pause(id=0, on=False))
        await screen.until(lambda: "paused the game" not in bar(screen))
        await dev.request(Leave(id=0))
        await terminal.shows("Dev left")
        await terminal.shows(r"Dev .*left")
        await until(eva, lambda news: isinstance(news, Notice) and gone(news))

    await at_table(play, setup(bots=0))


RULES = News.RULES


def gone(news: Notice) -> bool:
    return news.what is News.LEFT and news.name == "Dev"


def bar(screen: Screen) -> str:
    """Give the lines below the hand."""
    return "\n".join(screen.terminal.text.splitlines()[-3:])


async def until(session: Session, found) -> None:  # type: ignore[no-untyped-def]  # any test of a piece of news
    """Listen for somebody until a piece of news comes."""
    async for news in session.news:
        if found(news):
            return


# --- A laptop that sleeps, a host that is gone -------------------------------------

CHOOSING = position({2: f"{HAND} G6"})


def later() -> tuple[Game, tuple[object, ...]]:
    """Let the stand-in throw a card, and three others have their turns."""
    game, first = apply(CHOOSING, 2, Discard(Card.B11))
    events = [*first]
    for seat in (3, 4, 1):
        game, drew = apply(game, seat, STOCK)
        card = next(c for c in game.yours[seat - 1].hand if c is not Card.S)
        game, threw = apply(game, seat, Discard(card))
        events += [*drew, *threw]
    return game, tuple(events)


@sitting
async def test_a_laptop_that_slept() -> None:
    """What was chosen before is let go, what was missed stands in the log."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        await far.say(told(CHOOSING))
        await terminal.shows("YOUR TURN")
        terminal.press("4")
        await terminal.shows(r"\[B3\]")
        await far.cut()
        await terminal.shows("your seat is kept")
        again = await door.answer()
        await again.greet(seat=2, resumed=True)
        game, events = later()
        await again.say(told(game, seq=9, events=events))
        await terminal.shows("YOUR TURN  d draw")
        await terminal.shows("You +discarded B11")
        await terminal.shows("Ann +drew a card, discarded|Ann +discarded")
        assert screen.sitting.scene.chosen is None
        terminal.press("x")  # what would have thrown the card
        terminal.press("/back again" + ENTER)
        assert (await heard(again, Chat)).text == "back again"

    await with_far_end(play)


@sitting
async def test_a_host_that_crashed() -> None:
    """The seat is safe, it is tried again, and the same hand comes back."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        await far.say(told(CHOOSING))
        await terminal.shows("YOUR TURN")
        hand = terminal.text.splitlines()[-5]
        door.shut = True
        await far.cut()
        await terminal.shows("your seat is kept: trying again in")
        terminal.press("4x")
        await terminal.shows("The link is lost: play on when it is back")
        door.shut = False
        again = await door.answer()
        await again.greet(seat=2, resumed=True)
        await again.say(told(CHOOSING, seq=1))
        await terminal.shows("YOUR TURN  pick a card|YOUR TURN")
        assert terminal.text.splitlines()[-5] == hand
        terminal.press("/here" + ENTER)
        assert (await heard(again, Chat)).text == "here"

    await with_far_end(play)


# --- A spectator -------------------------------------------------------------------


def looked_on(news: object) -> bool:
    """Whether somebody watches by now, be it before the game or in it."""
    table = news.table if isinstance(news, State) else news
    return isinstance(table, Lobby | Table) and bool(table.watchers)


@pytest.mark.limit(40)
@sitting
async def test_a_spectator_who_sits_down() -> None:
    """All know who watches; no hand is seen, no key acts; an offered seat is taken."""

    async def play(house: House, screen: Screen) -> None:
        terminal, seat = screen.terminal, screen.sitting
        ben, eva = house.visit("Ben"), house.visit("Eva")
        await until(ben, looked_on)
        await house.ready(ben, eva)
        await terminal.shows("You are watching")
        assert seat.scene.view is not None
        assert seat.scene.view.you is None
        terminal.press("d")
        await terminal.shows("type :sit to ask for a seat")
        terminal.press("/go eva" + ENTER)
        await terminal.shows(r"You: go eva|Gus \(watching\): go eva")
        assert eva.seat is not None
        await eva.request(Offer(id=0, seat=eva.seat))
        await terminal.shows("Eva offers")
        terminal.press(":sit" + ENTER)
        await screen.until(lambda: seat.scene.seat is not None)
        await terminal.shows(r"You \(Gus\)")
        await screen.until(lambda: len(seat.scene.local.slots.filled()) == 10)

    rules_ = rules("official")
    await at_table(
        play,
        setup(bots=0, start_when=2, rules=rules_),
        name="Gus",
        kind="watcher",
    )
