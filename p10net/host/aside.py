"""Work that may have to wait for a device, done in a thread so that nobody else waits.

trio.to_thread does the same and more: it names the thread for each piece of work, hands
it a context, counts how many there are, and can leave it to itself. That takes half as
long as a quick device does. Here it is done and awaited, and that is all.
"""

import errno
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import trio

NO_THREAD: Final = "The system has no thread to give"

Soon = Callable[[Callable[[], None]], None]
"""Has something called by the event loop, in its own thread; it must not raise."""


async def in_a_thread(work: Callable[[Soon], None]) -> None:
    """Do it in a thread, and wait for the end of it.

    Who is cancelled waits all the same: nothing can call a thread back. What it raises
    is raised here, and OSError if there is no thread to be had.
    """
    task = trio.lowlevel.current_task()
    token = trio.lowlevel.current_trio_token()

    def done(result: Any) -> None:
        token.run_sync_soon(trio.lowlevel.reschedule, task, result)

    try:
        trio.lowlevel.start_thread_soon(partial(work, token.run_sync_soon), done)
    except RuntimeError as error:  # so Python says that the system has none to give
        raise OSError(errno.EAGAIN, NO_THREAD) from error
    await trio.lowlevel.wait_task_rescheduled(lambda _: trio.lowlevel.Abort.FAILED)
