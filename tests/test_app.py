"""The full-screen client in a terminal in memory, at a table with a real host."""

from __future__ import annotations

import re
from collections import deque

import pytest
import trio
from msgspec.structs import replace
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from p10net.client import burst, entrance
from p10net.client.commands.guards import REPEAT
from p10net.client.commands.pasting import Burst
from p10net.client.commands.start import Going, Start
from p10net.client.commands.start import Way as Chosen
from p10net.client.doctor import Facts
from p10net.client.found import Answer, Silence
from p10net.client.fullscreen import DEPTHS
from p10net.client.nearby import Nearby
from p10net.client.palette import Depth
from p10net.client.words import prompts
from p10net.client.words.parting import FOR_GOOD
from p10net.client.words.refusals import FAREWELLS
from p10net.engine.cards import Card
from p10net.engine.conflicts import build
from p10net.engine.game import apply
from p10net.engine.moves import Discard
from p10net.engine.moves.draw import STOCK
from p10net.engine.reasons import Reason
from p10net.engine.view import Stage
from p10net.lan.interfaces import Own
from p10net.protocol.address import Place
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.messages import Err, News, Notice, Ok, Said, Seated
from p10net.protocol.people import Break, Clock
from p10net.protocol.requests import Act, Chat, Leave, Ready
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
from tests.far_end import Door, Far
from tests.positions import position
from tests.scenes import HAND, SETS, WIFI, nearby
from tests.terminal import glass

QUICK = build({"phases": ["1 set of 2"], "game_end": "end_of_round"})
ENTER = "\r"
BACKSPACE = "\x7f"
CLEAR = "\x15"
READ = 1024
"""Bytes that the library reads from a terminal at once."""
MY_DRAW = position({2: HAND}, stage=Stage.DRAW, stock="G6")
MY_PLAY, _ = apply(MY_DRAW, 2, STOCK)


async def start(screen: Screen) -> None:
    """Say ready and wait for the deal."""
    await screen.terminal.shows("Enter")
    screen.terminal.press(ENTER)
    await screen.terminal.shows(r"Enter start the game|Round 1 ")
    if "Enter start the game" in screen.terminal.text:
        screen.terminal.press(ENTER)
    await screen.terminal.shows("Round 1 ")


@pytest.mark.limit(40)
@sitting
async def test_a_whole_game_by_keys() -> None:
    """From the lobby to the final ranking with nothing but keys."""

    async def play(house: House, screen: Screen) -> None:
        terminal, seat = screen.terminal, screen.sitting
        await terminal.shows("Cleo +yes +bot steady")
        await start(screen)
        while seat.scene.stage is not Stage.GAME_OVER:
            await terminal.shows("YOUR TURN|is over")
            if seat.scene.stage in (Stage.ROUND_OVER, Stage.GAME_OVER):
                terminal.press(ENTER)
                await terminal.shows("dealt round|game is over|Won by")
                continue
            await a_turn(screen)
        await terminal.shows("Won by")

    await at_table(play, setup(rules=QUICK))


async def a_turn(screen: Screen) -> None:
    """Draw, lay and hit what can be, throw something away."""
    terminal, seat = screen.terminal, screen.sitting
    view = seat.scene.view
    assert view is not None
    if view.stage is Stage.DRAW:
        terminal.press("d")
        await terminal.shows("new")
    if seat.scene.local.ways:
        terminal.press("L")
        await terminal.shows("PREVIEW")
        terminal.press(ENTER)
        await settled(screen)
    if seat.scene.my_turn and seat.scene.stage is Stage.PLAY:
        slot = seat.scene.local.slots.filled()[0]
        terminal.press("1234567890"[slot] if slot >= 0 else "n")
        await terminal.shows(r"\[\w+\]")
        # Nobody is this fast: the same key so soon again would count as held down.
        terminal.press("x")
        await passed(screen)


async def settled(screen: Screen) -> None:
    """Wait until no act is on its way and no plan is left."""
    seat = screen.sitting
    await screen.until(lambda: seat.scene.local.open is None)
    await screen.until(lambda: not seat.scene.busy and not seat.scene.local.queue)


async def passed(screen: Screen) -> None:
    """Wait for the end of the own turn, answering questions on the way."""
    seat = screen.sitting
    while True:
        await screen.until(
            lambda: not seat.scene.my_turn or seat.scene.local.open is not None
        )
        if not seat.scene.my_turn:
            return
        question = "Who loses a turn" in screen.terminal.text
        screen.terminal.press("1" if question else ENTER)
        await screen.until(lambda: seat.scene.local.open is None)


# --- People ------------------------------------------------------------------------


@sitting
async def test_people_come_talk_and_look_on() -> None:
    """Who comes, speaks, looks on or leaves is told to everybody at once."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("you own the table")
        ben = house.visit("Ben")
        await terminal.shows("2  Ben +no")
        gus = house.visit("Gus", "watcher")
        await terminal.shows("Gus +watching, sees public cards only")
        await ben.request(Chat(id=0, text="hello \x1b[31mred"))
        await terminal.shows(r"Ben: hello \[31mred")
        await gus.request(Chat(id=0, text="good evening"))
        await terminal.shows(r"Gus \(watching\): good evening")
        terminal.press("/dp welcome" + ENTER)
        await terminal.shows("You: dp welcome")
        await ben.request(Leave(id=0))
        await terminal.shows("Ben left")

    await at_table(play, setup(bots=0))


@sitting
async def test_the_owner_settles_the_table() -> None:
    """Bots, rules and timer are one key each, and all see what was settled."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("you own the table")
        terminal.press("b")
        await terminal.shows("2 .* bot steady")
        terminal.press("t")
        await terminal.shows("Timer +30 s")
        terminal.press("o6")
        await terminal.shows("Rules +masters")
        terminal.press("k2")
        await terminal.shows(r"2  \(open\)")

    await at_table(play, setup(bots=0))


@sitting
async def test_a_watcher_sees_public_cards_only() -> None:
    """Somebody who looks on is shown the table and asked nothing."""

    async def play(house: House, screen: Screen) -> None:
        terminal = screen.terminal
        await terminal.shows("you are watching")
        ben, eva = house.visit("Ben"), house.visit("Eva")
        await terminal.shows("2  Eva|1  Eva")
        await ben.request(Ready(id=0))
        await eva.request(Ready(id=0))
        await terminal.shows("You are watching.")
        await terminal.shows("to play.")
        terminal.press("d")
        await terminal.shows("type :sit to ask for a seat")

    await at_table(play, setup(bots=0, start_when=2), name="Gus", kind="watcher")


@sitting
async def test_a_window_that_grows_shows_more() -> None:
    """A larger window gets the wide table at once, a small one again the other."""

    async def play(house: House, screen: Screen) -> None:
        await start(screen)
        screen.terminal.resize(120, 40)
        await screen.terminal.shows("PHASES")
        screen.terminal.resize(60, 10)
        await screen.terminal.shows("needs 80x20")
        screen.terminal.resize(80, 24)
        await screen.terminal.shows("Round 1")

    await at_table(play, setup())


@sitting
async def test_the_host_closes() -> None:
    """When the table closes the screen ends with the host's last word."""

    async def play(house: House, screen: Screen) -> None:
        await screen.terminal.shows("you own the table")
        house.server.stop()
        ending = await screen.leaves()
        assert (ending.status, ending.said) == (0, "The host has closed the table.")

    await at_table(play, setup())


@sitting
async def test_leaving_keeps_the_seat() -> None:
    """Two keys leave; the others read that the seat is kept."""

    async def play(house: House, screen: Screen) -> None:
        await screen.terminal.shows("you own the table")
        ben = house.visit("Ben")
        await screen.terminal.shows("Ben")
        screen.terminal.press("qy")
        ending = await screen.leaves()
        assert (ending.status, ending.said) == (0, FAREWELLS[ByeCode.LEFT])
        await ben.request(Chat(id=0, text="still here"))

    await at_table(play, setup(bots=0))


@sitting
async def test_leaving_for_good_gives_the_seat_up() -> None:
    """Another key where it is asked; what is said at the end names what is lost."""

    async def play(house: House, screen: Screen) -> None:
        house.visit("Ben")
        await screen.terminal.shows("Ben")
        screen.terminal.press("qg")
        ending = await screen.leaves()
        assert (ending.status, ending.said) == (0, FOR_GOOD)

    await at_table(play, setup(bots=0))


@sitting
async def test_a_session_that_ends_before_the_screen() -> None:
    """A host that turns us away at once ends the screen as soon as it is there."""

    async def play(house: House, screen: Screen) -> None:
        ending = await screen.leaves()
        assert ending.bye is not None
        assert (ending.status, ending.bye.code) == (6, ByeCode.AUTH)

    await at_table(play, setup(password="sesame"))


# --- A host that says what the test says -------------------------------------------


@sitting
async def test_an_act_goes_out_and_comes_back() -> None:
    """A key sends an act with the question's step; its state is what is drawn."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN  d draw")
        screen.terminal.press("d")
        act = await heard(far, Act)
        assert (act.step, act.action) == (MY_DRAW.open.step, STOCK)
        await screen.terminal.shows("Sent, waiting")
        after, events = apply(MY_DRAW, 2, STOCK)
        await far.say(Ok(re=act.id), told(after, events=events))
        await screen.terminal.shows("You +drew G6")
        assert not screen.sitting.scene.busy

    await with_far_end(play)


@sitting
async def test_a_refusal_is_a_sentence() -> None:
    """What the host refuses is said in one line, and the keys work again."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("d")
        act = await heard(far, Act)
        why = Reason.STOCK_EMPTY
        await far.say(Err(re=act.id, code=ErrCode.ILLEGAL, msg="no", why=why))
        await screen.terminal.shows("The stock is empty: take the top of the pile.")
        screen.terminal.press("/hi" + ENTER)
        said = await heard(far, Chat)
        await far.say(Err(re=said.id, code=ErrCode.RATE, msg="slowly"))
        await screen.terminal.shows("That was too much at once")
        screen.terminal.press("p")
        await heard(far, Act)

    await with_far_end(play)


@sitting
async def test_an_enter_that_is_held_down_ends_no_turn() -> None:
    """Two Enters within the blink of an eye take the discard back and say so."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_PLAY))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("4" + ENTER + ENTER + ENTER)
        await screen.terminal.shows("Enter was held down")
        assert screen.sitting.scene.chosen is Card.B3
        screen.terminal.press("/quiet" + ENTER)
        assert (await heard(far, Chat)).text == "quiet"

    patient = replace(DRESS, pause=5.0)  # the discard is still there to be taken back
    await with_far_end(play, dress=patient)


@sitting
async def test_one_enter_ends_the_turn_a_moment_later() -> None:
    """A single Enter discards what was chosen."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_PLAY))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("4" + ENTER)
        assert (await heard(far, Act)).action == Discard(Card.B3)

    await with_far_end(play, dress=replace(DRESS, pause=REPEAT))


@sitting
async def test_keys_pressed_before_the_turn_do_not_act() -> None:
    """U10: what was typed ahead is lost, and what is no key of the game is not."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("d/still here" + ENTER)
        assert (await heard(far, Chat)).text == "still here"

    await with_far_end(play, dress=replace(DRESS, deaf=3600.0))


@sitting
async def test_pasted_text_is_no_row_of_keys() -> None:
    """A paste at the table does nothing, in the line it is text."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("\x1b[200~d\x1b[201~/")
        screen.terminal.press("\x1b[200~pas\x07ted\x1b[201~" + ENTER)
        assert (await heard(far, Chat)).text == "pasted"

    await with_far_end(play)


def test_text_that_comes_all_at_once_is_no_row_of_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a terminal does not say that it pastes, a page of text plays no card."""
    monkeypatch.setattr(burst, "TAIL", 0.0)
    page = (("draw please" + ENTER) * 86)[:READ]

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press(page)
        screen.terminal.press("/")
        await screen.terminal.shows("say>")
        assert screen.sitting.scene.local.notice == ""
        screen.terminal.press(page)
        await screen.terminal.shows("draw please")
        screen.terminal.press(CLEAR + "still here" + ENTER)
        assert (await heard(far, Chat)).text == "still here"

    @sitting
    async def all_at_once() -> None:
        await with_far_end(play)

    all_at_once()


def test_a_burst_is_taken_whole_and_what_follows_it_too() -> None:
    """Letters, Enter and arrows go; answers of the terminal wait for their turn."""
    now = [10.0]
    bursts = burst.Bursts({"up": "up"}, lambda: now[0])
    few = deque([KeyPress("x")] * (burst.MOST - 1))
    assert bursts.take(KeyPress("a"), few) is None
    assert len(few) == burst.MOST - 1

    answer = KeyPress(Keys.CPRResponse, "\x1b[1;1R")
    many = deque([KeyPress("b"), KeyPress(Keys.ControlM), KeyPress(Keys.Up)])
    many.extend([KeyPress("x")] * burst.MOST + [answer])
    page = bursts.take(KeyPress("a"), many)
    assert page == Burst((*"ab", "enter", "up", *"x" * burst.MOST))
    assert page.text == "ab\n" + "x" * burst.MOST
    assert list(many) == [answer]

    now[0] += burst.TAIL / 2
    assert bursts.take(KeyPress("y"), deque([KeyPress("z")])) == Burst((*"yz",))
    now[0] += burst.TAIL
    assert bursts.take(KeyPress("d"), deque()) is None


LINE = "one line that comes in one piece, as a slow network or a script sends it; " * 2


@pytest.mark.parametrize("opened", [True, False])
def test_a_line_of_chat_that_comes_in_one_piece_is_sent(opened: bool) -> None:
    """Its Enter counts, whether the line was open or its first key opens it."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        if opened:
            screen.terminal.press("/")
            await screen.terminal.shows("say>")
        slip = "oh" + BACKSPACE * 2
        screen.terminal.press("/" * (not opened) + slip + LINE + ENTER)
        assert (await heard(far, Chat)).text == LINE.strip()

    @sitting
    async def in_one_piece() -> None:
        await with_far_end(play)

    in_one_piece()


STILL_HERE = {
    "/": f"{CLEAR}still here",
    ":": f"{CLEAR}say still here",
    "": "/still here",
}
TOO_MUCH = [
    ("/", LINE + ENTER + LINE + ENTER, prompts.PASTED),
    ("/", f"\x1b[200~{LINE}\r\x1b[201~", prompts.PASTED),
    (":", "draw" + " " * burst.MOST + ENTER, prompts.PASTED),
    ("", "d" + LINE + ENTER, prompts.PASTED_NOWHERE),
    ("", "d" + (LINE + ENTER) * 2, prompts.PASTED_NOWHERE),
    ("", f"\x1b[200~/{LINE}\r\x1b[201~", prompts.PASTED_NOWHERE),
]


@pytest.mark.parametrize(("first", "page", "said"), TOO_MUCH)
def test_a_page_waits_for_an_enter_of_its_own(
    first: str, page: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is a paste, or could act, is never sent by itself; the screen says so."""
    monkeypatch.setattr(burst, "TAIL", 0.0)

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        if first:
            screen.terminal.press(first)
            await screen.terminal.shows("^ (say>|:) *$")
        screen.terminal.press(page)
        await screen.terminal.shows(said)
        screen.terminal.press(STILL_HERE[first] + ENTER)
        assert (await heard(far, Chat)).text == "still here"

    @sitting
    async def at_once() -> None:
        await with_far_end(play)

    at_once()


def test_one_line_may_come_in_pieces_and_a_page_ends_with_no_line_of_its_own() -> None:
    """Whatever follows at once belongs to it; after a line's end nothing is typed."""
    bursts = burst.Bursts({}, lambda: 10.0)
    begun = bursts.take(KeyPress("a"), deque([KeyPress("b")] * burst.MOST))
    assert begun is not None
    assert begun.typed
    assert not begun.entered
    ended = bursts.take(KeyPress(Keys.ControlM), deque())
    assert ended == Burst(("enter",), typed=True)
    more = deque([KeyPress("c"), KeyPress(Keys.ControlM)])
    assert bursts.take(KeyPress("b"), more) == Burst((*"bc", "enter"))


@sitting
async def test_a_lost_link_is_said_and_forgotten() -> None:
    """While the link is down the screen says so; after it, all goes on."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        await far.cut()
        await screen.terminal.shows("LINK LOST")
        await screen.terminal.shows("your seat is kept: trying again")
        again = await door.answer()
        await again.greet(seat=2, resumed=True)
        await again.say(told(MY_DRAW, seq=2))
        await screen.terminal.shows("YOUR TURN  d draw")
        assert "LINK LOST" not in screen.terminal.text

    await with_far_end(play)


@sitting
async def test_nothing_armed_outlasts_the_link() -> None:
    """What was held ready is dropped with the link, and the turn waits for a key."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        others = position({2: HAND}, turn=3, stage=Stage.DRAW)
        await far.say(told(others))
        await screen.terminal.shows("Cleo to play")
        screen.terminal.press("ad")
        await screen.terminal.shows("ARMED: draw from the stock")
        await far.cut()
        again = await door.answer()
        await again.greet(seat=2, resumed=True)
        await again.say(told(MY_DRAW, seq=2))
        await screen.terminal.shows("The link was lost: nothing is armed")
        screen.terminal.press("/still here" + ENTER)
        assert (await heard(again, Chat)).text == "still here"

    await with_far_end(play)


@sitting
async def test_muted_chat_does_not_reach_the_log() -> None:
    """What a muted seat says is not shown, what others say is."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press(":mute 3" + ENTER)
        await screen.terminal.shows("What Cleo says is left out")
        await far.say(Said(seq=2, text="la la", seat=3), Said(seq=2, text="oh", seat=4))
        await screen.terminal.shows("Dev: oh")
        assert "la la" not in screen.terminal.text

    await with_far_end(play)


@sitting
async def test_news_of_the_table() -> None:
    """Notices become sentences, and who spoke is named, from a seat or from behind."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await far.say(Notice(seq=2, what=News.LINK_LOST, seat=3, name="Cleo"))
        await screen.terminal.shows(r"\* Cleo lost the link")
        await far.say(
            Notice(seq=2, what=News.OTHER),
            Said(seq=2, text="hi", seat=4),
            Said(seq=2, text="boo", watcher=1),
            Said(seq=2, text="who", watcher=9),
            Seated(seq=3, seat=2, last_id=0),
        )
        await screen.terminal.shows("Dev: hi")
        await screen.terminal.shows(r"Gus \(watching\): boo")
        await screen.terminal.shows(r"A watcher \(watching\): who")

    await with_far_end(play)


@sitting
async def test_a_host_that_does_not_answer_is_left_all_the_same() -> None:
    """Leaving waits a second for the goodbye, no longer."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        await far.say(told(MY_DRAW))
        await screen.terminal.shows("YOUR TURN")
        screen.terminal.press("\x03y")
        await heard(far, Leave)
        assert (await screen.leaves()).status == 0

    await with_far_end(play)


@sitting
async def test_special_keys() -> None:
    """Arrows, Esc, Tab, Ctrl-L and function keys reach the commands by their names."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        terminal = screen.terminal
        await far.say(told(MY_PLAY))
        await terminal.shows("YOUR TURN")
        terminal.press("\x1b[C")
        await terminal.shows(r"\[G1\]")
        terminal.press("\x1b")
        await terminal.shows("pick a card")
        terminal.press("\t")
        await terminal.shows("Rules: official")
        terminal.press("\x1bOR")
        await terminal.shows("Total")
        terminal.press("\x0c\x1b[6~?")
        await terminal.shows("Before drawing")

    await with_far_end(play)


@pytest.mark.parametrize("depth", Depth)
def test_every_depth_draws(depth: Depth) -> None:
    """The screen works in as many colours as there are, and in none."""

    @sitting
    async def test() -> None:
        async def play(far: Far, screen: Screen, door: Door) -> None:
            await far.say(told(position({2: SETS}, stage=Stage.DRAW)))
            await screen.terminal.shows("YOUR TURN")
            colored = "48;5;166" in screen.terminal.raw
            assert colored == (depth is Depth.MANY)

        await with_far_end(play, dress=replace(DRESS, depth=depth))

    assert depth in DEPTHS
    test()


@sitting
async def test_a_clock_runs_on_the_screen() -> None:
    """The time that is left is drawn anew every second, where the table has a timer."""
    left = r" ([12]?\d) s$"

    async def play(far: Far, screen: Screen, door: Door) -> None:
        news = told(MY_DRAW)
        clock = Clock(29_400, 2)
        waits = replace(news.table, clock=clock)
        await far.say(replace(news, table=waits))
        await screen.terminal.shows("YOUR TURN")
        assert not re.search(left, screen.terminal.text, re.MULTILINE)
        timed = replace(waits.settings, timer_ms=30_000)
        await far.say(replace(news, seq=2, table=replace(waits, settings=timed)))
        first = await screen.terminal.shows(left)
        await screen.terminal.shows(rf" (?!{first[1]} )[12]?\d s$")

    await with_far_end(play)


@sitting
async def test_half_of_the_time_is_told_once() -> None:
    """Whoever thinks for long is nudged, and may go on thinking without it."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        news = told(MY_DRAW)
        timed = replace(news.table.settings, timer_ms=60_000)
        clock = Clock(29_000, 2)
        table = replace(news.table, clock=clock, settings=timed)
        await far.say(replace(news, table=table))
        await screen.terminal.shows("Half of your time is gone: in 2[0-9] s")
        screen.terminal.press("f")
        await screen.terminal.shows("Rules: official")
        screen.sitting._nudge()
        assert screen.sitting.scene.local.notice == ""

    await with_far_end(play)


@sitting
async def test_no_clock_is_shown_without_a_link() -> None:
    """Nobody knows then how much time is left: it may stand still, or run anew."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        news = told(MY_DRAW)
        timed = replace(news.table.settings, timer_ms=60_000)
        table = replace(news.table, clock=Clock(50_000, 2), settings=timed)
        await far.say(replace(news, table=table))
        await screen.terminal.shows(r" [45]\d s$")
        await far.cut()
        await screen.terminal.shows(r"trying again in \d s *$")

    await with_far_end(play)


@sitting
async def test_no_clock_runs_in_a_pause() -> None:
    """None is shown, and nobody is hurried up by one that stands still."""

    async def play(far: Far, screen: Screen, door: Door) -> None:
        news = told(MY_DRAW)
        timed = replace(news.table.settings, timer_ms=60_000)
        waits = replace(news.table, clock=Clock(29_000, 2), settings=timed)
        paused = replace(waits, paused=Break(1, 90_000))
        await far.say(replace(news, table=paused))
        await screen.terminal.shows("Ann paused the game")
        screen.sitting._nudge()
        screen.sitting.window.app.invalidate()
        await screen.terminal.shows(r"paused the game\.? *$")
        assert screen.sitting.scene.local.notice == ""
        await far.say(replace(news, seq=2, table=waits))
        await screen.terminal.shows("Half of your time is gone: in 2[0-9] s")

    await with_far_end(play)


# --- Before a table ----------------------------------------------------------------

ENTRIES = nearby().tables


async def answering(place: Place) -> Answer | Silence:
    """Answer for the tables of the neighbourhood, as their hosts would."""
    for one in ENTRIES[:2]:
        if one.places == (place,):
            return one.answer
    return Silence("refused")


async def looked_around() -> Facts:
    """Find a network that a VPN takes the traffic of."""
    tunnel = Own("tun0", "10.8.0.2", 32, default=True, aside="point-to-point")
    return Facts((tunnel, *WIFI), heard=True)


async def standing(pressed: str, shown: str) -> Chosen:
    """Stand at the entrance until it shows something, then press keys."""
    remembered = [place for one in ENTRIES for place in one.places]
    tables = Nearby(remembered=remembered, ask=answering, own=lambda: ())
    chosen: list[Chosen] = []
    with glass() as terminal:

        async def enter() -> None:
            known = Start(here="192.168.1.77", left="Flat 12")
            way = await entrance.enter(tables, DRESS, known, looked_around)
            chosen.append(way)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(tables.run)
            async with trio.open_nursery() as inner:
                inner.start_soon(enter)
                await terminal.shows(shown)
                terminal.press(pressed)
            nursery.cancel_scope.cancel()
    return chosen[0]


ENTRANCES = [
    (ENTER, "Play now", Going.RETURN, ""),
    ("p", "Play now", Going.PLAY, ""),
    ("h", "Play now", Going.HOST, ""),
    ("q", "Play now", Going.QUIT, ""),
    ("\x03", "Play now", Going.QUIT, ""),
    ("r", "Return to your seat at Flat 12", Going.RETURN, ""),
    ("1", "4/6, 1 bot", Going.JOIN, ""),
    ("w2", "2  (Flat 12|Ann)", Going.WATCH, ""),
    ("\x1b[B\x1b[B\x1b[B" + ENTER, "2  (Flat 12|Ann)", Going.JOIN, ""),
    ("cH00-921" + ENTER, "Play now", Going.JOIN, "H00-921"),
    ("\x1b[200~ H00-921\n\x1b[201~" + ENTER, "Play now", Going.JOIN, "H00-921"),
]


@pytest.mark.parametrize(("pressed", "shown", "going", "typed"), ENTRANCES)
def test_entrance(pressed: str, shown: str, going: Going, typed: str) -> None:
    """Tables appear as they answer, and a key or two lead to one of them."""

    @sitting
    async def test() -> None:
        way = await standing(pressed, shown)
        assert (way.going, way.typed) == (going, typed)
        joins = going in (Going.JOIN, Going.WATCH) and not typed
        assert (way.entry is not None) == joins

    test()


@sitting
async def test_the_entrance_says_what_is_off() -> None:
    """Where nothing can be looked for, the cause is said."""
    await standing("q", "Discovery is off")


@sitting
async def test_the_entrance_counts() -> None:
    """How long it has been looking can be seen."""
    await standing("q", "looking... 1 s|Discovery is off")


@sitting
async def test_the_entrance_checks_the_network() -> None:
    """Asked for by a key, or by itself once no table has come for a while."""
    tables = Nearby(ask=answering, own=lambda: ())
    with glass() as terminal:
        around = looked_around
        front = entrance.Entrance(tables, DRESS, Start(), around)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tables.run)
            nursery.start_soon(front.go)
            await terminal.shows("Play now")
            terminal.press("d")
            await terminal.shows("!!  route")
            await terminal.shows("VPN tun0: turn it off, or join by code")
            terminal.press("d")
            front.start = replace(
                front.start, checks=(), seconds=entrance.CHECK_AFTER - 1
            )
            await terminal.shows("Tables near you")
            await terminal.shows("Traffic goes through the VPN tun0")
            terminal.press("q")
            nursery.cancel_scope.cancel()
