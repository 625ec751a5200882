"""A session against a far end that the test plays: greetings, losses, endings.

All on streams in memory and a clock that jumps; nothing here takes a second.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from p10net.client.asked import FRESH
from p10net.client.session import (
    Down,
    Ending,
    News,
    Session,
    Visitor,
)
from p10net.client.ticket import Answer, Lost
from p10net.engine.moves import Draw
from p10net.protocol import owner
from p10net.protocol.codec import frame
from p10net.protocol.envelope import Request
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import (
    Beat,
    Bye,
    Err,
    Lobby,
    Notice,
    Ok,
    Pong,
    Said,
    Seated,
    Sign,
    State,
    Welcome,
)
from p10net.protocol.messages import News as What
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Hello,
    Leave,
    Ping,
    Ready,
    TakeBack,
    ToHost,
)
from tests.far_end import OPEN, TOKEN, Brittle, Door, Far, state, welcome

DRAW = Draw("stock")


class Evening:
    """A session that runs, and how it ended."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.end: Ending | None = None
        self.ended = trio.Event()

    async def run(self) -> None:
        """Live through it."""
        self.end = await self.session.run()
        self.ended.set()

    async def news(self) -> News:
        """Wait for the next piece of news."""
        return await self.session.news.receive()

    async def until(self, kind: type[News]) -> Any:
        """Wait for news of one kind, passing over other ones."""
        while not isinstance(news := await self.news(), kind):
            pass
        return news


@asynccontextmanager
async def evening(session: Session) -> AsyncIterator[Evening]:
    """Let a session run beside the block, and stop it after."""
    one = Evening(session)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.run)
        yield one
        nursery.cancel_scope.cancel()


# --- Greeting --------------------------------------------------------------------


async def test_a_greeting_says_who_comes(autojump_clock: MockClock) -> None:
    """The first frame is a hello with everything the visitor has to say."""
    door = Door()
    visitor = Visitor("Ann", "bot", "mine/1", password="sesame", code="AB12")
    async with evening(door.session(visitor=visitor)) as at:
        hello = await (await door.answer()).greet(seat=3)

        assert isinstance(await at.news(), Welcome)
        assert (at.session.seat, at.session.token) == (3, TOKEN)
    assert hello.id == 1
    assert (hello.name, hello.kind, hello.client) == ("Ann", "bot", "mine/1")
    assert (hello.password, hello.code, hello.session) == ("sesame", "AB12", None)


async def test_news_come_in_order_and_whole(autojump_clock: MockClock) -> None:
    """What the host says reaches the user as it was said; signs of life do not."""
    door = Door()
    lobby = Lobby(1, "lobby", (), (), state().table.settings, OPEN.rules, (), 2, 6)
    said = [
        lobby,
        Notice(2, What.JOINED, seat=2, name="Ben"),
        Said(3, "hello", seat=2),
        Seated(4, 2, 9),
        state(5),
    ]
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await far.say(
            *said[:3], Beat(3), *said[3:], Pong(99, 1), Err(0, ErrCode.RATE, "")
        )
        await at.news()

        assert [await at.news() for _ in said] == said
        assert (at.session.state, at.session.lobby) == (said[-1], None)


async def test_a_user_that_reads_slowly_loses_nothing(
    autojump_clock: MockClock,
) -> None:
    """The host is made to wait; every state comes through, and so does the answer."""
    door = Door()
    async with evening(door.session()) as at, trio.open_nursery() as nursery:
        far = await door.answer()
        await far.greet()
        ticket = at.session.post(Ready(FRESH))
        nursery.start_soon(partial(far.say, *map(state, range(1000)), Ok(2)))
        await trio.sleep(5)
        await at.news()
        seen = [(await at.until(State)).seq for _ in range(1000)]

        assert seen == [*range(1000)]
        assert await ticket.wait() == Ok(2)


async def test_a_name_that_is_taken_is_changed(autojump_clock: MockClock) -> None:
    """The session asks for another name and knocks again with it, at once."""
    door = Door()
    session = door.session(another_name=lambda name, err: f"{name} 2")
    async with evening(session) as at:
        far = await door.answer()
        await far.hear(Hello)
        await far.say(Err(1, ErrCode.NAME_TAKEN, "Ann is here"))
        hello = await (await door.answer()).greet()

        assert isinstance(await at.news(), Welcome)
    assert hello.name == "Ann 2"
    assert door.knocks == [0, 0]


async def test_a_token_from_another_evening_is_dropped(
    autojump_clock: MockClock,
) -> None:
    """A table that knows nothing of it lets the visitor in as a new one."""
    door = Door()
    async with evening(door.session(token="ff" * 16)) as at:
        far = await door.answer()
        assert (await far.hear(Hello)).session == "ff" * 16
        await far.say(Bye(ByeCode.AUTH, "", re=1))
        assert (await (await door.answer()).greet()).session is None

        assert isinstance(await at.news(), Welcome)


# --- Requests --------------------------------------------------------------------


async def test_ids_rise_above_all_that_were_seen(autojump_clock: MockClock) -> None:
    """A client that has only its token goes on above the seat's highest id."""
    door = Door()
    async with evening(door.session(token=TOKEN)) as at:
        far = await door.answer()
        await far.greet(last_id=40, resumed=True)
        await at.news()
        tickets = [at.session.act(7, DRAW), at.session.post(Ready(FRESH))]

        assert [t.request.id for t in tickets] == [41, 42]
        assert (await far.hear(Act)).step == 7
        assert (await far.hear(Ready)).id == 42

        await far.say(Seated(1, 2, last_id=100))
        await at.news()
        assert at.session.act(8, DRAW).request.id == 101


async def test_each_answer_goes_to_who_asked(autojump_clock: MockClock) -> None:
    """Answers are told apart by their number, refusals too."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        one, two = at.session.act(1, DRAW), at.session.act(1, DRAW)
        refusal = Err(3, ErrCode.STALE_STEP, "", step=2)
        await far.say(Ok(2), refusal, Ok(77))

        assert [await one.wait(), await two.wait()] == [Ok(2), refusal]


# --- Pulse -----------------------------------------------------------------------


async def test_a_quiet_client_pings(autojump_clock: MockClock) -> None:
    """It does so after 2.5 s without a frame of its own, and says how long it took."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        first = await far.hear(Ping)
        assert (trio.current_time(), first.ms) == (2.5, None)

        await trio.sleep(0.125)
        await far.say(Pong(first.id, 1))
        await trio.sleep(1)
        at.session.post(Ready(FRESH))
        await far.hear(Ready)
        second = await far.hear(Ping)
        assert (trio.current_time(), second.ms) == (2.5 + 0.125 + 1 + 2.5, 125)


async def test_a_busy_client_pings_once(autojump_clock: MockClock) -> None:
    """Or its host would not know that it would, and miss its sleep."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        heard: list[type] = []
        for _ in range(5):
            at.session.post(Ready(FRESH))
            heard.append(type(await far.hear(Request)))
            await trio.sleep(1)

    assert Ping in heard


async def test_a_silent_host_is_left(autojump_clock: MockClock) -> None:
    """After 12 s without a byte the link counts as lost, and the token comes back."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        assert await at.news() == Down("silent", 0.25)
        assert trio.current_time() == LIMITS.silence_ms / 1000

        hello = await (await door.answer()).greet(resumed=True)
        assert hello.session == TOKEN


async def test_a_host_that_beats_is_kept(autojump_clock: MockClock) -> None:
    """Any frame is a sign of life, for as long as the host gives one."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        for seq in range(60):
            await trio.sleep(5)
            await far.say(Beat(seq))
        await far.say(state())

        assert isinstance(await at.until(State), State)
    assert len(door.knocks) == 1


@pytest.mark.parametrize(("jump", "slept"), [(3600.0, True), (2.0, False)])
async def test_a_laptop_that_woke_up_comes_back_at_once(
    autojump_clock: MockClock, jump: float, slept: bool
) -> None:
    """The clock that never sleeps tells of it; a little late, it means nothing."""
    door, ahead = Door(), [0.0]
    session = Session(
        door.dial,
        Visitor("Ann", "human"),
        awake=lambda: trio.current_time() + ahead[0],
    )
    async with evening(session) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        await trio.sleep(3.5)
        ahead[0] = jump
        await trio.sleep(2)
        if not slept:
            await far.say(state())

        assert await at.news() == (Down("slept", 0.25) if slept else state())


# --- Losses ----------------------------------------------------------------------


async def test_what_got_no_answer_is_sent_again(autojump_clock: MockClock) -> None:
    """Acts and wishes come again under their ids, and before anything newer."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        done = at.session.act(1, DRAW)
        await far.say(Ok(2))
        await done.wait()
        at.session.act(2, DRAW)
        at.session.post(Ready(FRESH))
        await far.cut()
        assert await at.news() == Down("closed", 0.25)
        asked_while_down = at.session.act(3, DRAW)

        far = await door.answer()
        await far.greet(resumed=True, last_id=3)
        heard = [await far.hear(Act), await far.hear(Ready), await far.hear(Act)]
        assert [(type(one), one.id) for one in heard] == [
            (Act, 3),
            (Ready, 4),
            (Act, 5),
        ]
        await far.say(Ok(3, dup=True), Ok(4), Ok(5))
        assert await asked_while_down.wait() == Ok(5)


@pytest.mark.parametrize(
    "request_",
    [Chat(FRESH, "hi"), Admin(FRESH, owner.AddBot()), TakeBack(FRESH)],
    ids=["chat", "admin", "take back"],
)
async def test_what_must_not_be_done_twice_is_not_sent_twice(
    autojump_clock: MockClock, request_: ToHost
) -> None:
    """Whoever asked learns that nobody knows; asked during the loss it is sent once."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        lost = at.session.post(request_)
        await far.cut()
        assert await lost.wait() == Lost()
        await at.until(Down)
        late = at.session.post(request_)

        far = await door.answer()
        await far.greet(resumed=True)
        assert (await far.hear(type(request_))).id == late.request.id


async def test_tries_come_slower_up_to_two_seconds(autojump_clock: MockClock) -> None:
    """A host that restarts is found soon, one that is gone is not stormed."""
    door = Door()
    async with evening(door.session(patience=20)) as at:
        far = await door.answer()
        await far.greet()
        await trio.sleep(5)
        door.shut = True
        await far.cut()
        await at.ended.wait()

        gaps = [b - a for a, b in zip(door.knocks[1:], door.knocks[2:], strict=False)]
        assert gaps[:5] == [0.5, 1, 2, 2, 2]
        assert trio.current_time() == pytest.approx(25, abs=2)
        assert at.end is not None
        assert at.end.status == 4


async def test_no_patience_is_lost_asleep(autojump_clock: MockClock) -> None:
    """A laptop that was closed while the host was gone tries on after the night."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        door.shut = True
        await far.cut()
        await at.until(Down)
        autojump_clock.jump(8 * 3600)
        down = await at.until(Down)
        assert down.gone_s < 5
        door.shut = False
        far = await door.answer()
        await far.greet(resumed=True)
        assert (await at.until(Welcome)).resumed


async def test_a_host_that_drops_everybody_is_not_stormed(
    autojump_clock: MockClock,
) -> None:
    """Links that break as soon as they stand do not start the pauses anew."""
    door = Door()
    async with evening(door.session()):
        for _ in range(10):
            far = await door.answer()
            await far.greet(resumed=True)
            await far.cut()
    assert trio.current_time() > 10


# --- Endings ---------------------------------------------------------------------

AT_THE_DOOR = [
    (ByeCode.FULL, None, 4),
    (ByeCode.BANNED, None, 6),
    (ByeCode.AUTH, None, 6),
    (ByeCode.VERSION, None, 5),
    (ByeCode.FULL, 30, 4),
    (ByeCode.CLOSING, None, 0),
]


@pytest.mark.parametrize(("code", "retry", "status"), AT_THE_DOOR)
async def test_a_bye_at_the_door_ends_it(
    autojump_clock: MockClock, code: ByeCode, retry: int | None, status: int
) -> None:
    """Whoever was never in is told why, once, and left to decide."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.hear(Hello)
        await far.say(Bye(code, "", re=1, retry=retry, protos=(2, 3)))
        await at.ended.wait()

        assert at.end is not None
        assert at.end.status == status
        assert at.end.said.endswith(".")
        assert ("2 and 3" in at.end.said) == (code is ByeCode.VERSION)
    assert len(door.knocks) == 1


INSIDE = [
    (ByeCode.REPLACED, None, 6),
    (ByeCode.KICKED, None, 6),
    (ByeCode.CLOSING, None, 0),
    (ByeCode.SLOW, 3, None),
    (ByeCode.INTERNAL, 1, None),
    (ByeCode.AUTH, None, 6),
]


@pytest.mark.parametrize(("code", "retry", "status"), INSIDE)
async def test_a_bye_inside_ends_it_unless_it_says_when_to_come_back(
    autojump_clock: MockClock, code: ByeCode, retry: int | None, status: int | None
) -> None:
    """A seat taken up elsewhere is not fought for; a host in trouble is waited for."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        await far.say(state(), Bye(code, "", retry=retry))
        await far.cut()
        assert isinstance(await at.news(), State)
        if status is None:
            assert await at.news() == Down(code.value, float(retry or 0))
            await door.answer()
            assert trio.current_time() == retry
        else:
            await at.ended.wait()
            assert at.end is not None
            assert (at.end.status, at.end.bye) == (status, Bye(code, ""))
            with pytest.raises(trio.EndOfChannel):
                await at.news()
            assert await at.session.request(Ready(FRESH)) == Lost()


async def test_nobody_at_home(autojump_clock: MockClock) -> None:
    """An address where nothing listens is one sentence and the status for it."""
    door = Door()
    door.shut = True
    end = await door.session().run()

    assert end.status == 4
    assert len(door.knocks) == 1


SAID_BY_STRANGERS = [
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"\0\0\0\5hello",
    b"",
    b"\0\0\0",
]


@pytest.mark.parametrize("said", SAID_BY_STRANGERS)
async def test_a_stranger_is_told_from_a_table(
    autojump_clock: MockClock, said: bytes
) -> None:
    """Whatever else listens there ends the session in one sentence."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.hear(Hello)
        await far.stream.send_all(said)
        await far.cut()
        await at.ended.wait()

        assert at.end is not None
        assert (at.end.status, "no p10net table" in at.end.said) == (4, True)


async def test_a_mute_is_not_waited_for(autojump_clock: MockClock) -> None:
    """Something that takes the greeting and says nothing is left soon."""
    door = Door()
    end = await door.session().run()

    assert (end.status, trio.current_time()) == (4, 10)


async def test_words_that_cannot_be_read_end_it(autojump_clock: MockClock) -> None:
    """A host of this table that sends nonsense would send it again: say so and stop."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await far.say(Sign(2, "x", "y", (1,), "z", "a", (), "b", *(True,) * 3))  # type: ignore[arg-type]  # that is the point
        await at.ended.wait()

        assert at.end is not None
        assert at.end.status == 5


async def test_a_name_that_cannot_be_used_is_said(autojump_clock: MockClock) -> None:
    """Without another name the session ends, in the host's own words."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.hear(Hello)
        await far.say(Err(1, ErrCode.BAD_NAME, "This name mixes alphabets."))
        await at.ended.wait()

        assert at.end == Ending("This name mixes alphabets.", 2)


@pytest.mark.parametrize("answered", [True, False])
async def test_who_leaves_does_not_come_back(
    autojump_clock: MockClock, answered: bool
) -> None:
    """Leaving ends the session, also if the link breaks before the bye is there."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        at.session.post(Leave(FRESH))
        leave = await far.hear(Leave)
        if answered:
            await far.say(Ok(leave.id), Bye(ByeCode.LEFT, ""))
        await far.cut()
        await at.ended.wait()

        assert at.end is not None
        assert (at.end.status, len(door.knocks)) == (0, 1)


async def test_who_may_not_leave_now_comes_back(autojump_clock: MockClock) -> None:
    """A host whose disk is full lets nobody go, and the seat is not left by that."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        refused = at.session.post(Leave(FRESH, for_good=True))
        leave = await far.hear(Leave)
        await far.say(Err(leave.id, ErrCode.PAUSED, "full"))
        assert isinstance(await refused.wait(), Err)
        await far.cut()
        far = await door.answer()
        await far.greet(resumed=True)

        assert at.end is None
        assert not at.session.gave_up


@pytest.mark.parametrize("heard", [True, False])
async def test_a_seat_is_given_up_when_the_host_says_so(
    autojump_clock: MockClock, heard: bool
) -> None:
    """A host that never heard of it keeps the seat, and nobody is told otherwise."""
    door = Door()
    async with evening(door.session()) as at:
        far = await door.answer()
        await far.greet()
        await at.news()
        at.session.post(Leave(FRESH, for_good=True))
        leave = await far.hear(Leave)
        if heard:
            await far.say(Ok(leave.id), Bye(ByeCode.LEFT, ""))
        await far.cut()
        await at.ended.wait()

        assert at.end is not None
        assert at.session.gave_up is heard
        assert ("for good" in at.end.said) is heard
        assert ("the seat is yours" in at.end.said) is not heard


async def test_stopping_a_session_settles_everything(
    autojump_clock: MockClock,
) -> None:
    """Whoever waits for an answer when the user stops is not left waiting."""
    door = Door()
    async with evening(door.session()) as at:
        await (await door.answer()).greet()
        await at.news()
        ticket = at.session.act(1, DRAW)
    assert await ticket.wait() == Lost()


# --- Any cut ---------------------------------------------------------------------


# Whoever was never in gives up at once, so the first connection lasts that long.
WELCOMED = len(frame(welcome())) + 200


class Ledger:
    """A host that does an act once, keeps its reply, and knows the highest id."""

    def __init__(self, cuts: list[int]) -> None:
        self.cuts = cuts
        self.done: dict[int, int] = {}
        self.served = 0
        self.nursery: trio.Nursery | None = None

    async def dial(self) -> trio.abc.Stream:
        """Answer with a connection that breaks where the test says."""
        near, far = trio.testing.memory_stream_pair()
        assert self.nursery is not None
        self.nursery.start_soon(self._serve, Far(far))
        first = 0 if self.served else WELCOMED
        self.served += 1
        return Brittle(near, self.cuts.pop(0) + first) if self.cuts else near

    async def _serve(self, far: Far) -> None:
        ids: list[int] = []
        try:
            hello = await far.hear(Hello)
            ids.append(hello.id)
            await far.say(welcome(last_id=max(self.done, default=0)))
            while True:
                asked = await far.hear(Request)
                assert asked.id > ids[-1], "ids rise within a connection"
                ids.append(asked.id)
                if isinstance(asked, Act):
                    again = asked.id in self.done
                    self.done.setdefault(asked.id, asked.step)
                    await far.say(Ok(asked.id, dup=again))
        except (AssertionError, trio.BrokenResourceError) as error:
            if "rise" in str(error):
                raise


@given(cuts=st.lists(st.integers(1, 1500), max_size=8), acts=st.integers(1, 12))
@settings(max_examples=40)
def test_no_act_is_lost_and_none_done_twice(cuts: list[int], acts: int) -> None:
    """Wherever the links break, each act is done once and its user learns of it."""
    ledger = Ledger([*cuts])

    async def act(session: Session, step: int, answers: list[Answer]) -> None:
        answers.append(await session.act(step, DRAW).wait())

    async def main() -> list[Answer]:
        answers: list[Answer] = []
        session = Session(ledger.dial, Visitor("Ann", "bot"), awake=trio.current_time)
        async with trio.open_nursery() as nursery:
            ledger.nursery = nursery
            nursery.start_soon(session.run)
            nursery.cancel_scope.deadline = trio.current_time() + 3600
            async with trio.open_nursery() as asking:
                for step in range(acts):
                    asking.start_soon(act, session, step, answers)
                    await trio.sleep(0.1)
            nursery.cancel_scope.cancel()
        return answers

    answers = trio.run(main, clock=MockClock(autojump_threshold=0))
    assert [type(answer) for answer in answers] == [Ok] * acts
    assert sorted(ledger.done.values()) == [*range(acts)]
