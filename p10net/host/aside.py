"""Work that waits for a device, done in a thread so that nobody else waits for long.

trio.to_thread does the same and more: it names the thread for each piece of work, hands
it a context, counts how many there are, and can leave it to itself. That takes half as
long as a quick device does. Here it is done and awaited, and that is all.

A quick device is also done sooner than a thread can wake the event loop. And Python
runs one thread at a time: what the loop does while the other still has something to do
itself only holds up the device. So the loop stands still twice, each time no longer
than `PATIENCE`: until only the device is waited for, and for the end of it. What the
thread needs is got ready while it wakes up, since it could do nothing then anyway.
"""

import errno
from collections.abc import Callable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import trio

from p10net.host.quiet import sparing

NO_THREAD: Final = "The system has no thread to give"
PATIENCE: Final = 0.0005
"""Seconds: about as long as all others wait for the act of one."""

LOG = sparing(__name__)

Tell = Callable[[], None]
T = TypeVar("T")
Work = Callable[[T, Tell, Tell], None]
"""Is given what was got ready, and whom to tell of two things, if they come to pass.

They are that only the device is waited for, and that it is done. Whatever follows that
is waited for by nobody, and must not raise.
"""


@trio.lowlevel.enable_ki_protection
async def in_a_thread(prepare: Callable[[], T], work: Work[T], meanwhile: Tell) -> None:
    """Do the work in a thread, and the rest in the loop; wait until it is done.

    Who is cancelled waits all the same: nothing can call a thread back. What the work
    or the preparing raises is raised here, and OSError if there is no thread to be had.
    `meanwhile` must not raise, or nobody would wait for the thread.
    """
    errand = _Errand(prepare, work)
    try:
        trio.lowlevel.start_thread_soon(errand.run, errand.ended)
    except RuntimeError as error:  # so Python says that the system has none to give
        raise OSError(errno.EAGAIN, NO_THREAD) from error
    errand.prepare()
    errand.waits.acquire(timeout=PATIENCE)
    meanwhile()
    await errand.end()


class _Errand(Generic[T]):
    """One piece of work, as its thread sees it and as the one who waits for it does."""

    def __init__(self, prepare: Callable[[], T], work: Work[T]) -> None:
        self._prepare, self._work = prepare, work
        self._ready: T | None = None
        self._task = trio.lowlevel.current_task()
        self._token = trio.lowlevel.current_trio_token()
        self._result: Callable[[], object] | None = None
        self._prepared, self.waits, self._over = _shut(), _shut(), _shut()
        # Whoever has it first: the thread, and the end is told by the lock before
        # this one; or the loop, which has gone on to others and has to be called.
        self._first = Lock()

    # --- In the thread -----------------------------------------------------------

    def run(self) -> None:
        """Do the work, unless it could not be got ready."""
        self._prepared.acquire()
        if self._ready is not None:
            self._work(self._ready, self.waits.release, self._done)

    def _done(self) -> None:
        self._tell(lambda: None)

    def ended(self, outcome: Any) -> None:
        """Tell what came of it, unless it is told that it is done."""
        if self._result is None:
            self._tell(outcome.unwrap)
            return
        try:
            outcome.unwrap()
        except Exception:
            LOG.exception("something went wrong behind the end of work in a thread")

    def _tell(self, result: Callable[[], object]) -> None:
        self._result = result
        if self._first.acquire(blocking=False):
            self._over.release()
        else:
            self._token.run_sync_soon(trio.lowlevel.reschedule, self._task)

    # --- In the loop -------------------------------------------------------------

    def prepare(self) -> None:
        """Get ready what the thread needs, and let it begin."""
        try:
            self._ready = self._prepare()
        finally:
            self._prepared.release()

    async def end(self) -> None:
        """Wait until it is done; raises what the work raised."""
        self._over.acquire(timeout=PATIENCE)
        if self._first.acquire(blocking=False):
            await trio.lowlevel.wait_task_rescheduled(
                lambda _: trio.lowlevel.Abort.FAILED
            )
        assert self._result is not None
        self._result()


def _shut() -> Lock:
    lock = Lock()
    lock.acquire()
    return lock
