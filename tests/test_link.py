"""One connection: where it knocks, and when it gives up."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from p10net.client.link import Link, LinkLost, to_places
from p10net.protocol.address import Place


async def test_places_are_tried_in_turn(nursery: trio.Nursery) -> None:
    """A dead address, and a name that is none, do not keep from the living one."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    (dead,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    closed = Place("127.0.0.1", dead.socket.getsockname()[1])
    await dead.aclose()
    dial = to_places(closed, Place("a" * 300, 1), Place("127.0.0.1", port))
    stream = await dial()
    await stream.aclose()
    await listener.aclose()


@pytest.mark.parametrize("places", [(), (Place("127.0.0.1", 1),)])
async def test_without_a_living_place_there_is_an_error(
    places: tuple[Place, ...],
) -> None:
    """Nobody at home is the system's own kind of error."""
    with pytest.raises(OSError, match=r"no place|attempts"):
        await to_places(*places)()


async def test_a_line_that_takes_nothing_is_given_up(
    autojump_clock: MockClock,
) -> None:
    """A frame that cannot be sent for ten seconds means that nobody is there."""
    near, far = trio.testing.memory_stream_pair()
    near.send_stream.send_all_hook = trio.sleep_forever
    link = Link(near, awake=trio.current_time)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.write)
        link.send(b"x")
        with pytest.raises(LinkLost) as lost:
            await link.receive(limit=60)
        nursery.cancel_scope.cancel()

    assert (lost.value.why, trio.current_time()) == ("late", 10)
    await far.aclose()


async def test_after_a_sleep_the_host_was_not_the_silent_one(
    mock_clock: MockClock,
) -> None:
    """Whatever runs first then, the reason is our own sleep."""
    for _ in range(9):  # trio lets tasks run in an order by chance
        near, far = trio.testing.memory_stream_pair()
        link = Link(near, awake=lambda: 0.0)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.wake)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(sleep_through, mock_clock)
            with pytest.raises(LinkLost, match="slept"):
                await link.receive()
            nursery.cancel_scope.cancel()
        await far.aclose()


async def sleep_through(clock: MockClock) -> None:
    """Sleep for an hour as soon as everybody waits."""
    await trio.testing.wait_all_tasks_blocked()
    clock.jump(3600)


async def test_a_link_that_is_lost_is_lost_for_good(autojump_clock: MockClock) -> None:
    """Whoever reads on is told the same again, without waiting."""
    near, far = trio.testing.memory_stream_pair()
    link = Link(near, awake=trio.current_time)
    link._lose("slept")

    for _ in range(2):
        with pytest.raises(LinkLost, match="slept"):
            await link.receive()
    await far.aclose()
