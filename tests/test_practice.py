"""Alone against bots an act can be taken back; such a game is practice from then on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from p10net.cli import games, play
from p10net.client import checked, played, replaying
from p10net.client.commands import follow, hearing, past, undo
from p10net.client.commands.menu import items
from p10net.client.commands.scene import Choices, Scene, Tell
from p10net.client.log import Kind
from p10net.client.plain.deeds import Wish
from p10net.client.plain.talk import Talk
from p10net.client.words import answers, prompts
from p10net.client.words.people import NEWS
from p10net.client.words.replays import practice
from p10net.engine.conflicts import build
from p10net.engine.game import apply, new_game
from p10net.engine.moves import Draw
from p10net.engine.moves.draw import STOCK
from p10net.engine.presets import preset
from p10net.engine.view import Stage, View
from p10net.host import rerun
from p10net.host.house import HouseBot
from p10net.protocol import saved
from p10net.protocol.limits import GUARD
from p10net.protocol.messages import News, Notice, Ok, Said, State, Welcome
from p10net.protocol.owner import AddBot, End
from p10net.protocol.requests import Act, Admin, Chat, Pause, TakeBack
from tests.at_table import House, Screen, at_table, setup, sitting
from tests.dealing import Dealing
from tests.desk import Desk
from tests.scenes import drawing, press
from tests.table_bench import Bench, refused
from tests.test_commands import obey
from tests.test_replay import WHEN
from tests.test_resume import again, lasting

BOTS = (HouseBot("steady", "Cleo"), HouseBot("easy", "Max"))
ALONE: dict[str, Any] = {"bots": BOTS, "takes_back": True, "seats": 3}


def alone(**facts: Any) -> tuple[Bench, int]:
    """Sit down alone with two bots, and begin; gives the own connection."""
    bench = Bench(**(ALONE | facts))
    conn = bench.join("Ann")
    bench.call_bots()
    bench.all_ready()
    return bench, conn


def my_turn(bench: Bench, conn: int) -> None:
    """Let the bots play until the own turn."""
    while bench.asked() != conn:
        bench.act(bench.asked())


def drawn(bench: Bench, conn: int) -> None:
    """Wait for the own turn, and draw from the stock."""
    my_turn(bench, conn)
    bench.act(conn, Draw("stock"))


def test_the_next_round_waits_for_who_plays_alone() -> None:
    """A minute is for the others' sake: with bots only, one looks at leisure."""
    for facts, waits in (({}, True), ({"takes_back": False}, False)):
        bench, conn = alone(**facts)
        bench.play(until=Stage.ROUND_OVER)
        assert (bench.state(conn).table.clock is None) is waits
        bench.wait(GUARD.round_over_ms / 1000 + 1)
        assert (bench.stage() is Stage.ROUND_OVER) is waits
        bench.all_ready()
        assert bench.stage() is not Stage.ROUND_OVER


# --- What is asked once more ----------------------------------------------------------


def test_a_draw_is_taken_back() -> None:
    """The same question stands there again; the same card comes by the same act."""
    bench, conn = alone()
    my_turn(bench, conn)
    before = bench.state(conn).view
    bench.act(conn, STOCK)
    after = bench.state(conn).view
    assert isinstance(bench.say(conn, TakeBack), Ok)
    state = bench.state(conn)

    assert replace(state.view, step=before.step) == before
    assert state.view.step > after.step
    assert state.ask is not None
    assert state.table.practice
    assert News.TAKEN_BACK in bench.news(conn)
    bench.act(conn, STOCK)
    again_ = bench.state(conn).view
    assert replace(again_, step=after.step) == after


def test_the_bots_turns_go_with_it() -> None:
    """What they did since then has not happened."""
    bench, conn = alone()
    drawn(bench, conn)
    while bench.asked() == conn:
        before, acts = bench.state(conn).view, len(bench.house.acts)
        bench.act(conn)
    my_turn(bench, conn)
    assert len(bench.house.acts) > acts + 2
    bench.say(conn, TakeBack)

    assert len(bench.house.acts) == acts
    assert replace(bench.state(conn).view, step=before.step) == before
    assert bench.asked() == conn


def test_an_answer_to_an_older_question_is_none() -> None:
    """A bot that was about to act is refused, and so is an old answer of one's own."""
    bench, conn = alone()
    drawn(bench, conn)
    while bench.asked() == conn:
        bench.act(conn)
    bot, step = bench.asked(), bench.house.step
    bench.say(conn, TakeBack)

    late = {"step": step, "action": STOCK}
    assert refused(bench.say(bot, Act, **late)) == "not_your_turn"
    assert refused(bench.say(conn, Act, **late)) == "stale_step"


# --- Where nothing is taken back --------------------------------------------------


def with_a_friend() -> tuple[Bench, int]:
    bench = Bench("Ann", "Bob", **(ALONE | {"bots": BOTS[:1]}))
    bench.call_bots()
    bench.all_ready()
    bench.play(8)
    return bench, 1


def watched() -> tuple[Bench, int]:
    bench, conn = alone()
    drawn(bench, conn)
    bench.join("Eve", "10.0.0.9", kind="watcher")
    return bench, conn


def on_the_network() -> tuple[Bench, int]:
    bench, conn = alone(takes_back=False)
    drawn(bench, conn)
    return bench, conn


def from_afar() -> tuple[Bench, int]:
    bench = Bench(**ALONE)
    conn = bench.join("Ann", "10.0.0.9")
    bench.call_bots()
    bench.all_ready()
    drawn(bench, conn)
    return bench, conn


def nothing_done() -> tuple[Bench, int]:
    bench, conn = alone()
    return bench, conn


def round_over() -> tuple[Bench, int]:
    bench, conn = alone()
    bench.play(until=Stage.ROUND_OVER)
    return bench, conn


def next_round() -> tuple[Bench, int]:
    bench, conn = alone()
    bench.play(until=Stage.ROUND_OVER)
    bench.all_ready()
    my_turn(bench, conn)
    return bench, conn


def over() -> tuple[Bench, int]:
    bench, conn = alone()
    drawn(bench, conn)
    bench.say(conn, Admin, do=End())
    return bench, conn


def by_the_watcher() -> tuple[Bench, int]:
    bench, _ = watched()
    return bench, max(bench.mail)


def before_the_game() -> tuple[Bench, int]:
    bench = Bench(**ALONE)
    return bench, bench.join("Ann")


NOWHERE = [
    *(with_a_friend, watched, on_the_network, from_afar, nothing_done, round_over),
    *(next_round, over, by_the_watcher, before_the_game),
]


@pytest.mark.parametrize("where", NOWHERE, ids=lambda where: where.__name__)
def test_where_nothing_is_taken_back(where: Callable[[], tuple[Bench, int]]) -> None:
    """Where it could concern anybody, or count, it is refused, and nothing changes."""
    bench, conn = where()
    game, acts, seq = bench.house.game, [*bench.house.acts], bench.table.seq
    reply = bench.say(conn, TakeBack)

    assert refused(reply) == "wrong_stage"
    assert reply.msg.endswith(".")
    assert bench.house.game is game
    assert (bench.house.acts, bench.table.seq) == (acts, seq)
    assert not bench.house.practice


def test_a_pause_is_over_first() -> None:
    """Nothing happens in a pause."""
    bench, conn = alone()
    drawn(bench, conn)
    bench.say(conn, Pause, on=True)
    assert refused(bench.say(conn, TakeBack)) == "paused"


def test_only_a_game_alone_may() -> None:
    """`p10net play` opens such a table, the others and the journey do not."""
    assert not Bench().house.settings.takes_back
    assert play.table("Ann", preset("official"), 2, None).house.settings.takes_back


# --- What stays true ------------------------------------------------------------------


class Second:
    """A game of three rounds against two bots, with as many second thoughts."""

    def __init__(self, rules: str) -> None:
        short = build({"round_limit": 3, "tie": "shared"}, preset(rules))
        self.night = Dealing(rules=short, takes_back=True)
        self.conn = self.night.come("Ann", "")
        self.saved: list[Any] = []
        story = self.night.deals[self.conn].story
        story.save = lambda head, lines: self.saved.append((head, lines))
        for _ in BOTS:
            self.night.say(self.conn, Admin, do=AddBot())
        self.night.call_bots()
        self.night.all_ready()
        self.back = 0

    def play(self) -> None:
        """Play to the end, and hold the game against its acts each time."""
        night, chance = self.night, Random("second thoughts")
        while not night.over() and night.house.games == 1:
            if night.stage() is Stage.DEAL:
                night.wait(1)
            elif night.stage() is Stage.ROUND_OVER:
                night.all_ready()
            elif self.back < MOST and chance.random() < 0.3:
                if isinstance(night.say(self.conn, TakeBack), Ok):
                    self.back += 1
                    _is_that_of_its_acts(night)
            else:
                night.act(night.asked())


@pytest.mark.parametrize("rules", ["official", "masters", "dice"])
def test_a_game_with_second_thoughts(rules: str) -> None:
    """The game is that of its acts, and so the files tell it; no deck is found false.

    It comes back from its journal as it is, and is no game for the statistics.
    """
    second = Second(rules)
    second.play()
    night, conn = second.night, second.conn
    assert second.back == MOST
    assert night.all_findings() == []

    head, lines = saved.read(saved.write(*rerun.saved(night.house, WHEN)))
    assert [*rerun.problems(head, lines)] == []
    assert head.practice
    assert replaying.reel(head, games.frames(head, lines)).name == practice("Bench")
    ((mine, seen),) = second.saved
    assert mine.practice
    assert checked.check(mine, seen).findings == ()

    assert lasting(again(night).house) == lasting(night.house)
    assert again(night).house.practice
    counted = replace(night.state(conn).table, practice=False)
    assert played.game(night.state(conn), WHEN) is None
    assert played.game(replace(night.state(conn), table=counted), WHEN) is not None


MOST = 5


def _is_that_of_its_acts(bench: Bench) -> None:
    """Hold the game against one played anew; only its steps are counted on."""
    house = bench.house
    assert house.game is not None
    game = new_game(house.game.open.rules, house.numbers)
    for seat, action in house.acts:
        game, _ = apply(game, seat, action)
    step = house.game.open.step
    assert replace(game, open=replace(game.open, step=step)) == house.game


def test_the_next_game_counts_again() -> None:
    """Practice ends with the game it was."""
    bench, conn = alone()
    drawn(bench, conn)
    bench.say(conn, TakeBack)
    bench.say(conn, Admin, do=End())
    assert bench.state(conn).table.practice
    bench.all_ready()
    assert not bench.state(conn).table.practice


# --- On the screen --------------------------------------------------------------------


def at_practice(desk: Desk, *, practice: bool = False) -> Desk:
    """Sit at a table where acts may be taken back."""
    table = desk.scene.table
    assert table is not None
    settings = replace(table.settings, takes_back=True)
    table = replace(table, settings=settings, practice=practice)
    desk.scene = replace(desk.scene, table=table)
    return desk


def screen_of(mail: Sequence[object]) -> Scene:
    """Give the screen of whoever was told all this."""
    scene = Scene(None)
    for news in mail:
        if isinstance(news, Welcome | State | Notice | Said):
            told = hearing.heard(scene, news, acted=-1)
            scene = replace(told, local=follow.follow(scene, told).local)
    return scene


def turns(scene: Scene) -> list[View]:
    """List what can be looked back at, as the table stood."""
    return [replace(one.view, step=0) for one in scene.local.past]


def played_a_while() -> tuple[Bench, int, list[int]]:
    """Play three turns; give how much the player had been told before each act."""
    bench, conn = alone()
    told: list[int] = []
    for _ in range(3):
        my_turn(bench, conn)
        while bench.asked() == conn:
            told.append(len(bench.mail[conn]))
            bench.act(conn)
    my_turn(bench, conn)
    return bench, conn, told


@pytest.mark.parametrize("acts", range(1, 5))
def test_who_looks_back_sees_what_holds(acts: int) -> None:
    """However many acts are taken back, there were no such turns: nor any twice."""
    bench, conn, told = played_a_while()
    there = turns(screen_of(bench.mail[conn]))

    for _ in range(acts):
        bench.say(conn, TakeBack)
    scene = screen_of(bench.mail[conn])
    assert turns(scene) == turns(screen_of(bench.mail[conn][: told[-acts]]))
    assert len(turns(scene)) <= len(there)

    bench.act(conn)
    my_turn(bench, conn)
    after = turns(screen_of(bench.mail[conn]))
    assert after[: len(turns(scene))] == turns(scene)
    assert len(after) == len({repr(view) for view in after})


def lines(scene: Scene, *kinds: Kind) -> list[str]:
    """Read those lines of the log that tell of such things."""
    return [
        f"{one.who} {one.words}".strip()
        for one in scene.log.entries
        if one.kind in kinds
    ]


@pytest.mark.parametrize("acts", range(1, 5))
def test_the_log_tells_what_holds(acts: int) -> None:
    """What is taken back was not played: no line tells of it, but one that it is so."""
    bench, conn, told = played_a_while()
    before = screen_of(bench.mail[conn][: told[-acts]])
    for _ in range(acts):
        bench.say(conn, TakeBack)
    scene = screen_of(bench.mail[conn])

    game = Kind.TURN, Kind.HOUSE
    assert lines(scene, *game) == lines(before, *game) != []
    back = NEWS[News.TAKEN_BACK].format(who="You")
    assert lines(scene, Kind.NEWS)[-acts:] == [back] * acts
    assert scene.log.count == len(scene.log.entries)

    bench.act(conn)
    after = lines(screen_of(bench.mail[conn]), *game)
    assert after[: len(lines(before, *game))] == lines(before, *game)
    assert after[-1].startswith("You ")


def test_what_was_said_meanwhile_stays_in_the_log() -> None:
    """Words are not taken back with an act, and nobody reads them twice."""
    bench, conn = alone()
    drawn(bench, conn)
    bench.say(conn, Chat, text="Let me see.")
    scene = screen_of(bench.mail[conn])
    assert scene.log.chats == 1
    bench.say(conn, TakeBack)
    scene = screen_of(bench.mail[conn])
    assert lines(scene, Kind.CHAT) == ["You Let me see."]
    assert scene.log.chats == 1


def test_line_mode_missed_nothing_of_what_is_taken_back() -> None:
    """It has told all of it and takes no line back; but what counts is what holds."""
    bench, conn, _ = played_a_while()
    talk = Talk()
    for news in bench.mail[conn]:
        if isinstance(news, Welcome | State | Notice):
            talk.hear(news)
    assert talk.answer("missed").lines[0] == answers.SINCE
    bench.say(conn, TakeBack)
    talk.hear(bench.last(conn, Notice))
    talk.hear(bench.state(conn))
    assert talk.answer("missed").lines == (answers.NOTHING_MISSED,)


def test_who_looks_back_at_what_is_taken_back_comes_to_now() -> None:
    """The turn that is looked at is gone."""
    bench, conn = alone()
    drawn(bench, conn)
    while bench.asked() == conn:
        bench.act(conn)
    my_turn(bench, conn)
    scene = screen_of(bench.mail[conn])
    scene = replace(scene, local=past.begin(scene, "t").local)
    assert scene.local.back is not None
    bench.say(conn, TakeBack)
    state = bench.state(conn)
    told = replace(scene, view=state.view, table=state.table, ask=state.ask)
    assert follow.follow(scene, told).local.back is None


ASKS = Tell(TakeBack(id=0))


def test_u_asks_once_and_then_takes_back() -> None:
    """First what is on this screen only, then the act; the first time it is asked."""
    desk = press(at_practice(drawing()), "d 4 u")
    assert desk.scene.chosen is None
    assert ASKS not in desk.sent
    press(desk, "u")
    opened = desk.scene.local.open
    assert isinstance(opened, Choices)
    assert opened.question == prompts.IS_PRACTICE
    assert press(desk, "esc").scene.local.open is None
    assert ASKS not in desk.sent
    assert press(desk, "u y").sent[-1] == ASKS
    assert desk.sent.count(ASKS) == 1
    assert press(at_practice(drawing(), practice=True), "u").sent == [ASKS]


def test_the_top_of_the_screen_says_practice() -> None:
    """As long as the game lasts, also where a table is far larger."""
    for columns, rows in ((80, 24), (120, 40)):
        desk = at_practice(drawing(), practice=True)
        assert "practice  Ann's table" in desk.picture(columns, rows).splitlines()[0]
        assert "practice" not in at_practice(drawing()).picture(columns, rows)


def test_elsewhere_u_stays_on_this_screen() -> None:
    """Where nothing is taken back the key does what Esc does, and no menu has it."""
    assert press(drawing(), "u u").sent == []
    assert press(at_practice(drawing(), practice=True), "esc").sent == []
    assert prompts.MENU_UNDO not in [one.words for one in items(drawing().scene)]
    desk = at_practice(drawing(), practice=True)
    assert prompts.MENU_UNDO in [one.words for one in items(desk.scene)]
    deaf = replace(desk.scene, deaf=True)
    assert undo.step_back(deaf, "u").intents == ()


def test_the_word_asks_as_the_key_does() -> None:
    """Typed behind a colon it makes no practice of a game unasked either."""
    desk = at_practice(drawing())
    press(desk, ": u n d o enter")
    opened = desk.scene.local.open
    assert isinstance(opened, Choices)
    assert opened.question == prompts.IS_PRACTICE
    assert desk.sent == []
    assert press(desk, "y").sent == [ASKS]
    assert obey(at_practice(drawing(), practice=True), "undo").sent == [ASKS]


def test_line_mode_has_a_word_for_it() -> None:
    """Where nothing is taken back the host says why not, and nothing is asked."""
    assert Talk().answer("undo").deed == Wish(TakeBack(id=0))


def listening(bench: Bench, conn: int) -> Talk:
    """Begin to play in lines, in the middle of a game."""
    talk = Talk()
    talk.hear(bench.last(conn, Welcome))
    talk.hear(bench.state(conn))
    talk.due()
    return talk


def test_line_mode_asks_first_as_the_screen_does() -> None:
    """A game becomes practice by a second answer only, and is asked about once."""
    bench, conn = alone()
    drawn(bench, conn)
    talk = listening(bench, conn)
    asked = talk.answer("undo")
    assert asked.lines == (prompts.IS_PRACTICE, "1 back, 2 take it back")
    assert asked.deed is None
    back = talk.answer("1")
    assert back.deed is None
    assert any("discard" in line for line in back.lines)
    assert talk.answer("undo").deed is None
    assert talk.answer("take it back").deed == Wish(TakeBack(id=0))

    bench.say(conn, TakeBack)
    drawn(bench, conn)
    assert listening(bench, conn).answer("undo").deed == Wish(TakeBack(id=0))


def test_what_is_typed_after_it_waits_for_the_question() -> None:
    """Through a pipe the next line comes at once, and is not for what is undone."""
    bench, conn = alone()
    drawn(bench, conn)
    talk = listening(bench, conn)
    assert not talk.early("d")
    assert not talk.early("undo")
    talk.answer("undo")
    assert not talk.early("2")
    talk.answer("2")
    assert talk.early("undo")
    assert talk.early("d")
    bench.say(conn, TakeBack)
    talk.hear(bench.state(conn))
    assert any("draw from the stock" in line for line in talk.due())
    assert not talk.early("d")

    talk.answer("undo")
    talk.unanswered()
    assert any("draw from the stock" in line for line in talk.due())
    assert not talk.early("d")


@sitting
async def test_an_act_is_taken_back_at_a_real_table() -> None:
    """Drawn, taken back, drawn: the card that comes is the same."""

    async def play_(house: House, screen: Screen) -> None:
        terminal, seat = screen.terminal, screen.sitting
        await terminal.shows("you own the table")
        await terminal.shows("2  Cleo|1  Cleo")
        await terminal.shows("Enter ready|Enter start")
        terminal.press("s")
        await terminal.shows("YOUR TURN  d draw")
        terminal.press("d")
        await screen.until(lambda: seat.scene.local.slots.new is not None)
        card = seat.scene.local.slots.new
        terminal.press("u")
        await terminal.shows("The game is practice then and counts nowhere")
        terminal.press("y")
        await terminal.shows("YOUR TURN  d draw")
        await terminal.shows("You took an act back: the game is practice")
        assert seat.scene.local.slots.new is None
        terminal.press("d")
        await screen.until(lambda: seat.scene.local.slots.new is not None)
        assert seat.scene.local.slots.new is card

    await at_table(play_, setup(bots=1, takes_back=True))
