"""The small parts of a server: outbox, pipe, allowance, places, log and chance."""

import logging
from collections.abc import Callable

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import check_half_closeable_stream, wait_all_tasks_blocked

from p10net.host.chance import CODE_LETTERS, Chance, code, token
from p10net.host.connection import Connection
from p10net.host.outbox import Outbox
from p10net.host.pipe import ROOM, End, pair
from p10net.host.places import admit
from p10net.host.quiet import LINES, Sparing, sparing
from p10net.host.rates import DEEPEST_DEBT, Allowance
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.limits import LIMITS, Guard

# --- The outbox -------------------------------------------------------------------


async def test_an_outbox_gives_all_there_is_in_order() -> None:
    """What waits goes out as one piece; at the end comes None."""
    outbox = Outbox(10, 100)
    assert outbox.put(b"one")
    assert outbox.put(b"two")
    assert await outbox.take() == b"onetwo"
    outbox.end(b"bye")
    assert outbox.put(b"late")
    assert await outbox.take() == b"bye"
    assert await outbox.take() is None


async def test_an_outbox_wakes_its_reader() -> None:
    """Whoever waits gets what comes next, or learns that nothing does."""
    outbox, got = Outbox(10, 100), list[bytes | None]()

    async def read() -> None:
        for _ in range(2):
            got.append(await outbox.take())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        await wait_all_tasks_blocked()
        outbox.put(b"one")
        await wait_all_tasks_blocked()
        outbox.end()

    assert got == [b"one", None]


async def test_what_is_being_sent_still_counts() -> None:
    """Only to ask for the next piece says that the last one is gone."""
    outbox = Outbox(2, 100)
    assert outbox.put(b"1")
    assert await outbox.take() == b"1"
    assert outbox.put(b"2")
    assert not outbox.put(b"3")
    assert await outbox.take() == b"2"
    assert outbox.put(b"3")


@pytest.mark.parametrize(
    ("frames", "fits"),
    [
        ([b"x" * 500], True),  # one may be as long as it likes
        ([b"x" * 50, b"x" * 50], True),
        ([b"x" * 50, b"x" * 51], False),
        ([b"x"] * 4, True),
        ([b"x"] * 5, False),
    ],
)
def test_an_outbox_has_its_bounds(frames: list[bytes], fits: bool) -> None:
    """So many frames, so many bytes, and no more."""
    outbox = Outbox(4, 100)

    assert all(outbox.put(frame) for frame in frames) == fits


async def test_the_last_word_fits_into_a_full_outbox() -> None:
    """Who is sent away for not reading is told so all the same."""
    outbox = Outbox(1, 10)
    outbox.put(b"lost")
    outbox.clear()
    outbox.end(b"bye")

    assert await outbox.take() == b"bye"


# --- The pipe ---------------------------------------------------------------------


@pytest.mark.limit(30)
async def test_a_pipe_is_a_stream_like_any_other() -> None:
    """Closing, ending and cancelling are as trio asks of every stream."""

    async def clogged() -> tuple[End, End]:
        one, other = pair()
        for end in (one, other):
            await end.send_all(b"x" * ROOM)
        return one, other

    async def fresh() -> tuple[End, End]:
        return pair()

    await check_half_closeable_stream(fresh, clogged)


async def test_a_pipe_holds_only_so_much() -> None:
    """A writer waits for its reader, and loses nothing."""
    one, other = pair()
    data = bytes(range(256)) * 1024
    got = bytearray()

    async def write() -> None:
        await one.send_all(data)
        await one.send_eof()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(write)
        await wait_all_tasks_blocked()
        while piece := await other.receive_some(50_000):
            assert len(piece) <= 50_000
            got += piece

    assert bytes(got) == data


# --- Rates ------------------------------------------------------------------------


def test_an_allowance_runs_dry_and_fills_again() -> None:
    """A burst at once, then a rate, then debt, then patience ends."""
    allowance = Allowance(0.0)
    burst = LIMITS.requests_burst
    assert {allowance.spend(0.0) for _ in range(burst)} == {None}
    late = [allowance.spend(0.0) for _ in range(DEEPEST_DEBT * burst + 1)]
    assert {*late[:-1]} == {ErrCode.RATE}
    assert late[-1] is ByeCode.FLOOD


@given(st.lists(st.floats(0, 10), max_size=300))
def test_nobody_gets_more_than_the_rate(waits: list[float]) -> None:
    """Over any time, no more are let through than a burst and the rate allow."""
    allowance, now, passed = Allowance(0.0), 0.0, 0
    for wait in waits:
        now += wait / 100
        passed += allowance.spend(now) is None

    assert passed <= LIMITS.requests_burst + now * LIMITS.requests_per_s + 1


def test_patience_is_not_saved_up() -> None:
    """After an hour of silence one may ask for a burst, not for an hour's worth."""
    allowance = Allowance(0.0)
    answers = [allowance.spend(3600.0) for _ in range(LIMITS.requests_burst + 1)]

    assert answers[-1] is ErrCode.RATE


def test_lines_of_chat_are_counted_in_a_window() -> None:
    """The ninth line within ten seconds of the first is one too many."""
    allowance = Allowance(0.0)
    times = [*range(LIMITS.chat_lines), 9, 10, 10.5]

    assert [allowance.speak(at) for at in times] == [True] * 8 + [False, True, False]


# --- Places -----------------------------------------------------------------------

SMALL = Guard(
    connections=6, connections_per_address=4, unseated_per_address=2, reserved=2
)
CROWDS = [
    # Who is there (address, welcomed), who comes, what becomes of it: admitted,
    # only with a session, the index of who has to go.
    ([], "a", (True, False, None)),
    ([("a", False)], "a", (True, False, None)),
    ([("a", False)] * 2, "a", (True, False, 0)),
    ([("b", False), ("a", False), ("a", False)], "a", (True, False, 1)),
    ([("a", True)] * 3, "a", (True, False, None)),
    ([("a", True)] * 4, "a", (True, True, None)),
    ([("a", True)] * 3 + [("a", False)], "a", (True, False, 3)),
    ([("a", True)] * 4, "b", (True, False, None)),
    ([("a", True)] * 3 + [("b", True)] * 3, "c", (True, True, None)),
    ([("a", True)] * 3 + [("b", True)] * 2 + [("d", False)], "c", (True, False, 5)),
    ([("a", True)] * 4 + [("b", True)] * 4, "c", (False, True, None)),
    ([("", True)] * 20, "a", (True, False, None)),  # inside the process
]


@pytest.mark.parametrize(("crowd", "address", "expected"), CROWDS)
async def test_who_may_come_to_the_door(
    crowd: list[tuple[str, bool]],
    address: str,
    expected: tuple[bool, bool, int | None],
) -> None:
    """Strangers make room for strangers; seats are kept for those who come back."""
    there = []
    for number, (of, welcomed) in enumerate(crowd):
        there.append(Connection(number, pair()[0], of))
        there[-1].welcomed = welcomed
        there[-1].began += number
    verdict = admit(there, address, SMALL)
    evicted = verdict.evicted.number if verdict.evicted else None

    assert (verdict.admitted, verdict.resume_only, evicted) == expected


# --- The log ----------------------------------------------------------------------


def record(text: str, at: float) -> logging.LogRecord:
    """Make a line of the log."""
    made = logging.LogRecord("x", logging.INFO, "f", 1, text, (), None)
    made.created = at
    return made


def test_the_log_is_sparing() -> None:
    """Some lines of a kind a minute, whatever date is on them; then how many more."""
    now = [0.0]
    sparing_ = Sparing(lambda: now[0])
    first = [sparing_.filter(record("same", 9e9)) for _ in range(LINES + 7)]
    other = sparing_.filter(record("other", 9e9))
    now[0] = 61.0
    later = record("same", 31.0)

    assert first == [True] * LINES + [False] * 7
    assert other
    assert sparing_.filter(later)
    assert later.getMessage() == "same (and 7 more like it)"


def test_a_logger_is_made_sparing_once() -> None:
    """Two servers in one process do not count lines twice."""
    logger = sparing("p10net.host.twice")
    sparing("p10net.host.twice")

    assert len(logger.filters) == 1


# --- Chance -----------------------------------------------------------------------


def test_what_follows_from_a_seed() -> None:
    """Games, deals and brains each have their own chance, the same every time."""
    draws: list[Callable[[Chance], object]] = [
        lambda chance: chance.game_id(1),
        lambda chance: chance.game_id(2),
        lambda chance: chance.secret(1, 1),
        lambda chance: chance.secret(1, 2),
        lambda chance: chance.secret(2, 1),
        lambda chance: chance.generator(0).random(),
        lambda chance: chance.generator(1).random(),
    ]
    once, again = ([draw(Chance(7)) for draw in draws] for _ in range(2))

    assert once == again
    assert len({*map(str, once)}) == len(draws)
    assert not {*map(str, once)} & {str(draw(Chance(8))) for draw in draws}


def test_tokens_and_codes_have_their_shape() -> None:
    """Tokens are what `welcome.session` says; codes can be read aloud."""
    assert len(token()) == 32
    assert int(token(), 16) != int(token(), 16)
    assert len(code()) == 8
    assert {*code()} <= {*CODE_LETTERS}
    assert not {*"01IO"} & {*CODE_LETTERS}
